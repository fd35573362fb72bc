"""Pictures of messages are drawn where there is a Chromium; elsewhere one sentence says so."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.pictures import chromium
from tests.pictures.__main__ import sheets
from tests.support.processes import CLEAN

ROOT = Path(__file__).parents[2]


def is_there_a_chromium() -> bool:
    try:
        return bool(chromium.find())
    except chromium.NoChromium:
        return False


@pytest.mark.skipif(not is_there_a_chromium(), reason="no Chromium on the PATH")
def test_a_sheet_shows_its_messages(tmp_path: Path):
    sheet = next(sheets("390-dark"))
    sheet.draw(tmp_path)
    picture = Image.open(tmp_path / f"{sheet.name}.png").convert("RGB")
    assert picture.width > 4 * 390
    assert picture.height > 1000, "three rows of boards"
    colours = picture.getcolors(1 << 24)
    assert colours
    assert (0xF3, 0xE0, 0x8A) in {colour for _, colour in colours}, "the names above the messages"
    assert (0x39, 0x3A, 0x41) in {colour for _, colour in colours}, "the cards"


def test_every_message_of_the_gallery_is_on_a_sheet_of_each_kind():
    for width in ("390", "800"):
        for theme in ("dark", "light"):
            names = [name for sheet in sheets(f"{width}-{theme}-emoji") for name, _ in sheet.samples]
            assert len(names) == len(set(names)) > 100


def test_without_a_chromium_one_sentence_says_so(tmp_path: Path):
    command = [sys.executable, "-m", "tests.pictures", str(tmp_path / "pictures")]
    run = subprocess.run(
        command, cwd=ROOT, env=CLEAN | {"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert run.stderr.startswith("Pictures need a Chromium on the PATH, by one of these names: chromium,")
    assert len(run.stderr.splitlines()) == 1
