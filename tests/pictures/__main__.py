"""Draws every message of the gallery in this machine's Chromium: `python -m tests.pictures FOLDER`.

On a phone and on a desktop, dark and light, with tiles and without, as sheets of a dozen messages
each. It is how a change that people see is looked at.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from bot.messages import payload
from bot.messages.looks import EMOJI, Look, tile_look
from bot.messages.texts import ENGLISH, Voice, voice_of
from bot.messages.tiles import NAMES
from tests.messages.gallery import gallery
from tests.messages.samples import ANN, BOB, CHANNEL, NOW
from tests.pictures import chromium
from tests.pictures.studio import drawn, studio

_A_SHEET = 12  # messages
_PHONE, _DESKTOP = 390, 800  # CSS pixels of a chat
_COLUMNS = {_PHONE: 4, _DESKTOP: 2}

_PEOPLE = {ANN.user_id: "Ann", BOB.user_id: "Bob"} | {
    ANN.user_id + n: f"Player {n}" for n in range(2, 21)
}
_IDS = {name: 10**18 + number for number, name in enumerate(NAMES)}  # any; nobody has uploaded them
_LOOKS = {"tiles": tile_look(_IDS), "emoji": EMOJI}


@dataclass(frozen=True)
class Sheet:
    """Some messages, drawn one way."""

    name: str
    width: int
    theme: str
    samples: Sequence[tuple[str, Any]]
    voice: Voice = ENGLISH

    def draw(self, browser: Browser, folder: Path) -> list[str]:
        """Write it to `folder` as a PNG; what is wrong with it, as far as a program can see."""
        samples = [(name, [_as_read(message)]) for name, message in self.samples]
        columns = _COLUMNS[self.width]
        world = {"people": _PEOPLE, "reader": str(ANN.user_id), "now": NOW}
        world["places"] = {CHANNEL: "general", CHANNEL + 1: "puzzles"}
        with drawn(
            browser,
            samples,
            world,
            voice=self.voice,
            theme=self.theme,
            width=self.width,
            columns=columns,
        ) as page:
            page.screenshot(path=folder / f"{self.name}.png", full_page=True)
            faults = page.locator("body").get_attribute("data-faults")
        return [f"{self.name}: {fault}" for fault in json.loads(faults or "[]")]


def _as_read(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message as the page gets it, of one as Discord does."""
    return {
        "id": "1",
        "at": NOW,
        "text": message.get("content") or "",
        "components": message.get("components", []),
        "private": bool(message.get("flags", 0) & payload.EPHEMERAL),
    }


def sheets(only: str, voice: Voice = ENGLISH) -> Iterator[Sheet]:
    """Every sheet whose name holds `only`, in the language of `voice`."""
    for width, theme, (kind, look) in product(_COLUMNS, ("dark", "light"), _LOOKS.items()):
        samples = _messages(look, voice)
        for number, start in enumerate(range(0, len(samples), _A_SHEET), 1):
            name = f"{width}-{theme}-{kind}-{number:02}"
            if only in name:
                yield Sheet(name, width, theme, samples[start : start + _A_SHEET], voice)


@cache
def _messages(look: Look, voice: Voice) -> list[tuple[str, Any]]:
    return [
        (name, payload.message(content, payload.Appearance(look)))
        for name, content in gallery(voice).items()
    ]


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.pictures", description="Draws the whole gallery.")
    parser.add_argument("folder", type=Path, help="where the sheets are written, as PNGs")
    parser.add_argument(
        "--only", default="", help="sheets with this in their names, such as 390-dark-tiles"
    )
    parser.add_argument(
        "--language", default="en-US", help="Discord's code of a language, such as de"
    )
    options = parser.parse_args()
    voice = voice_of(options.language)
    options.folder.mkdir(parents=True, exist_ok=True)
    # Before there is a browser, whose event loop would not let the ways be walked.
    chosen = list(sheets(options.only, voice))
    try:
        with studio(every_script=True) as browser:
            for sheet in chosen:
                print(
                    "".join(f"{fault}\n" for fault in sheet.draw(browser, options.folder)),
                    end="",
                    flush=True,
                )
    except chromium.NoChromium as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
