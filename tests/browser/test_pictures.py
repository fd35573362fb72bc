"""Pictures of messages are drawn where there is a Chromium; elsewhere one sentence says so."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.pictures import chromium, story
from tests.pictures.__main__ import Sheet, main, sheets
from tests.pictures.studio import studio

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]


def is_there_a_chromium() -> bool:
    try:
        return bool(chromium.find())
    except chromium.NoChromium:
        return False


needs_chromium = pytest.mark.skipif(not is_there_a_chromium(), reason="no Chromium on the PATH")


@needs_chromium
def test_a_sheet_shows_its_messages_and_says_which_words_names_and_buttons_break(tmp_path: Path):
    def button(label: str) -> dict[str, Any]:
        return {"type": 2, "style": 2, "label": label, "custom_id": label, "disabled": False}

    long = "a" * 25  # more than half a line
    samples = [
        ("word", {"content": f"{long} two {long}"}),
        ("fits", {"content": "This line is short."}),
        ("name", {"content": f"`/{long} {long}` {long} two"}),
        (
            "buttons",
            {"components": [{"type": 1, "components": [button(f"button {n}") for n in range(4)]}]},
        ),
    ]
    sheet = next(sheets("390-dark"))
    with studio() as browser:
        sheet.draw(browser, tmp_path)
        faults = Sheet("made-up", 390, "dark", samples).draw(browser, tmp_path)
    assert faults == [
        f"made-up: word: a lone word: {long}",
        f"made-up: name: broken: /{long} {long}",
        "made-up: buttons: a lone button: button 3",
    ]
    picture = Image.open(tmp_path / f"{sheet.name}.png").convert("RGB")
    assert picture.width > 4 * 390
    assert picture.height > 1000, "three rows of boards"
    colours = picture.getcolors(picture.width * picture.height)
    assert colours
    assert (0xF3, 0xE0, 0x8A) in {colour for _, colour in colours}, "the names above the messages"
    assert (0x39, 0x3A, 0x41) in {colour for _, colour in colours}, "the cards"


def test_every_message_of_the_gallery_is_on_a_sheet_of_each_kind():
    for width in ("390", "800"):
        for theme in ("dark", "light"):
            names = [
                name for sheet in sheets(f"{width}-{theme}-emoji") for name, _ in sheet.samples
            ]
            assert len(names) == len(set(names)) > 100


def test_without_a_chromium_one_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["pictures", str(tmp_path / "pictures")])
    with pytest.raises(SystemExit) as ended:
        main()
    sentence = ended.value.code  # which Python prints, and exits with 1
    assert isinstance(sentence, str)
    assert sentence.startswith(
        "Pictures need a Chromium on the PATH, by one of these names: chromium,"
    )
    assert len(sentence.splitlines()) == 1


async def test_the_guides_pictures_show_what_the_bot_says_and_tell_it_to_those_who_cannot_see():
    told = await story.play()
    assert not story.stale(told), "pictures are stale: run python -m tests.pictures.story"
    guides = "".join(
        (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/playing.md")
    )
    shown = re.findall(r'pictures/(\w+)-dark\.\w+" width="\d+" alt="[^"]{25,}">', guides)
    assert {*shown} == {*told.pictures}
