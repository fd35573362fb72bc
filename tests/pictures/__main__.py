"""Draws every message of the gallery, with a Chromium of this machine: `python -m tests.pictures FOLDER`.

On a phone and on a desktop, dark and light, with tiles and without, as sheets of a dozen messages each. It is
how a change that people see is looked at.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import unescape
from itertools import product
from pathlib import Path
from string import Template
from typing import Any

from PIL import Image, ImageChops

from bot.rendering import payload
from bot.rendering.gallery import gallery
from bot.rendering.looks import EMOJI, Look, tile_look
from bot.rendering.samples import ANN, BOB, NOW
from bot.rendering.tiles import NAMES
from bot.rendering.voice import ENGLISH, Voice, voice_of
from tests.pictures import chromium

HERE = Path(__file__).parent
TILES = HERE.parents[1] / "bot" / "rendering" / "tile_images"

_A_SHEET = 12  # messages
_TALLEST = 6000  # CSS pixels of a sheet
_PHONE, _DESKTOP = 390, 800  # CSS pixels of a chat
_COLUMNS = {_PHONE: 4, _DESKTOP: 2}
_MARGIN = 16

_PEOPLE = {ANN.user_id: "Ann", BOB.user_id: "Bob"} | {ANN.user_id + n: f"Player {n}" for n in range(2, 21)}
_IDS = {name: 10**18 + number for number, name in enumerate(NAMES)}  # any; nobody has uploaded them
_LOOKS = {"tiles": tile_look(_IDS), "emoji": EMOJI}


@dataclass(frozen=True)
class Sheet:
    """Some messages, drawn one way."""

    name: str
    width: int
    theme: str
    samples: Sequence[tuple[str, Any]]

    def draw(self, folder: Path) -> list[str]:
        """Write it to `folder` as a PNG; what is wrong with it, as far as a program can see."""
        picture = folder / f"{self.name}.png"
        columns = _COLUMNS[self.width]
        window = columns * (self.width + _MARGIN) + _MARGIN
        drawn = chromium.photograph(self._page(columns), picture, window, _TALLEST)
        _trim(picture)
        [faults] = re.findall(r'data-faults="([^"]*)"', drawn)
        return [f"{self.name}: {fault}" for fault in json.loads(unescape(faults))]

    def _page(self, columns: int) -> str:
        device = "phone" if self.width == _PHONE else "desktop"
        data = {
            "samples": self.samples,
            "world": {"people": _PEOPLE, "emoji": _addresses(), "now": NOW},
            "classes": f"chat {device} {self.theme}",
        }
        page, message, faults, css = (
            (HERE / name).read_text(encoding="utf-8")
            for name in ("sheet.html", "message.js", "faults.js", "message.css")
        )
        return Template(page).substitute(
            css=css,
            script=f"{message}\n{faults}",
            data=json.dumps(data).replace("</", "<\\/"),
            width=self.width,
            columns=columns,
            margin=_MARGIN,
        )


def _addresses() -> dict[str, str]:
    return {str(emoji_id): (TILES / f"{name}.png").as_uri() for name, emoji_id in _IDS.items()}


def sheets(only: str, voice: Voice = ENGLISH) -> Iterator[Sheet]:
    """Every sheet whose name holds `only`, in the language of `voice`."""
    for width, theme, (kind, look) in product(_COLUMNS, ("dark", "light"), _LOOKS.items()):
        samples = _messages(look, voice)
        for number, start in enumerate(range(0, len(samples), _A_SHEET), 1):
            name = f"{width}-{theme}-{kind}-{number:02}"
            if only in name:
                yield Sheet(name, width, theme, samples[start : start + _A_SHEET])


def _messages(look: Look, voice: Voice) -> list[tuple[str, Any]]:
    return [(name, payload.message(reply)) for name, reply in gallery(voice, look).items()]


def _trim(picture: Path) -> None:
    """Cut off what the window was too tall."""
    whole = Image.open(picture).convert("RGB")
    ground = Image.new("RGB", whole.size, whole.getpixel((0, 0)))
    shown = ImageChops.difference(whole, ground).getbbox()
    assert shown, "an empty sheet"
    whole.crop((0, 0, whole.width, shown[3] + _MARGIN)).save(picture)


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.pictures", description="Draws the whole gallery.")
    parser.add_argument("folder", type=Path, help="where the sheets are written, as PNGs")
    parser.add_argument("--only", default="", help="sheets with this in their names, such as 390-dark-tiles")
    parser.add_argument("--language", default="en-US", help="Discord's code of a language, such as de")
    options = parser.parse_args()
    try:
        chromium.find()
    except chromium.NoChromium as error:
        sys.exit(str(error))
    voice = voice_of(options.language)
    options.folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(2) as hands:
        for faults in hands.map(lambda sheet: sheet.draw(options.folder), sheets(options.only, voice)):
            print("".join(f"{fault}\n" for fault in faults), end="", flush=True)


if __name__ == "__main__":
    main()
