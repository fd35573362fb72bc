"""Plays a short story through the real bot, and draws the guides' pictures and README's film of it:

    python -m tests.pictures.story

The story has a fixed seed and clock, so it is the same each time. Beside the pictures is a digest
of the messages in each; `stale` says which pictures no longer show what the bot says.
"""

import asyncio
import hashlib
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Locator

from bot.database.store import Store
from bot.messages.texts import ENGLISH
from bot.playground.page_socket import frame_of
from bot.playground.simulated_discord import World, simulate
from tests.pictures import chromium
from tests.pictures.studio import HERE, drawn, studio
from tests.support.playground import talk

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DIGESTS = FOLDER / "pictures.json"

_SEED = 2  # of a game that is won in four moves, and another with a choice of win, draw and loss
_ZONE = "America/New_York"  # where it is evening when the simulated Discord starts
_WIDTH = 390  # of a phone, in CSS pixels
_STILL_SCALE, _FILM_SCALE = 2, 1.2  # how many pixels each of them has

_SCENES = {
    "win": ("/ttt start", "1", "3", "7", "5"),
    "hint": ("/ttt start", "1", "3", "Hint"),
    "friends": (
        *("/ttt resign", "/ttt start bob first:me"),
        *("as bob", "Accept", "as alice", "5", "as bob", "1"),
    ),
    "puzzle": ("as alice", "/ttt puzzle", "3"),
}
"""What Alice and Bob do; a scene's picture is the message that its last line sends or changes."""

_FILM = {
    "win": (0, 0, 600, 600, 1300),
    "hint": (500, 500, 500, 2200),
}
"""How many milliseconds the film shows what comes of each line of these scenes.

It leaves out the first lines, so that it begins with a board in play.
"""
_BEFORE = 300  # milliseconds in which a line is typed, or a button pressed


@dataclass(frozen=True)
class Shot:
    """What a picture shows: messages as the page gets them, and what is then typed or pressed."""

    messages: Sequence[Any]
    line: str = ""
    lasts: int = 0  # milliseconds, in the film


@dataclass(frozen=True)
class Story:
    """The pictures by name, each of one shot but for the film, and what the messages refer to."""

    pictures: Mapping[str, Sequence[Shot]]
    world: dict[str, Any]

    def digests(self) -> dict[str, str]:
        """The same as long as the pictures look the same, whatever the ids in their messages."""
        digests = {}
        for name, shots in self.pictures.items():
            shown = [[shot.messages, shot.line, shot.lasts] for shot in shots]
            said = _UNSEEN.sub("id", json.dumps(shown, sort_keys=True))
            digests[name] = hashlib.sha256(said.encode()).hexdigest()[:16]
        return digests


_UNSEEN = re.compile('[0-9]{15,}|"custom_id": "[^"]*"')


async def play() -> Story:
    """Play the story. Nobody's clock runs but that of the simulation."""
    async with (
        Store.open("sqlite:///:memory:") as store,
        simulate(store, Random(_SEED)) as env,
    ):
        world = World(env)  # whose clock stands
        conversation = talk(world, [])
        pictures: dict[str, list[Shot]] = {"film": []}
        for name, lines in _SCENES.items():
            for line, lasts in zip(lines, _FILM.get(name, [0] * len(lines)), strict=True):
                before = world.messages(conversation.here)
                await conversation.take(line)
                after = world.messages(conversation.here)
                shown = [frame_of(message, world) for message in after]
                if lasts:
                    if pictures["film"]:
                        last = pictures["film"][-1]
                        pictures["film"].append(Shot(last.messages, line, _BEFORE))
                    pictures["film"].append(Shot(shown, lasts=lasts))
            changed = [message for message in after if message not in before]
            pictures[name] = [Shot([frame_of(changed[-1], world)])]
        people = {str(number): name for name, number in world.people.items()}
        reader = str(world.people["alice"])
        seen = {"people": people, "reader": reader, "now": world.now.timestamp()}
        return Story(pictures, seen)


def stale(story: Story) -> list[str]:
    """The pictures that are missing, or show something else than the story."""
    kept = json.loads(DIGESTS.read_text(encoding="utf-8")) if DIGESTS.exists() else {}
    return [name for name, digest in story.digests().items() if kept.get(name) != digest]


def draw(browser: Browser, story: Story, folder: Path, theme: str) -> None:
    """Write the film and the pictures to `folder`."""
    stills = dict(story.pictures)
    film = stills.pop("film")
    for name, shots in stills.items():
        [still] = _photographed(browser, shots, story, theme, _STILL_SCALE)
        # The last line is half of one.
        trimmed = still.crop((0, 0, still.width, still.height - _STILL_SCALE))
        trimmed.quantize(256).save(folder / f"{name}-{theme}.png", optimize=True)

    frames = _photographed(browser, film, story, theme, _FILM_SCALE, "phone.css")
    # One palette for all frames, so that nothing flickers.
    width, height = frames[0].size
    strip = Image.new("RGB", (width, height * len(frames)))
    for number, frame in enumerate(frames):
        strip.paste(frame, (0, height * number))
    palette = strip.quantize(240)
    first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    first.save(
        folder / f"film-{theme}.gif",
        save_all=True,
        append_images=others,
        duration=[shot.lasts for shot in film],
        loop=0,
        optimize=True,
    )


def _photographed(
    browser: Browser, shots: Sequence[Shot], story: Story, theme: str, scale: float, style: str = ""
) -> list[Image.Image]:
    """A picture of each shot."""
    pictures = []
    with drawn(
        browser,
        [("", shot.messages) for shot in shots],
        story.world,
        voice=ENGLISH,
        theme=theme,
        width=_WIDTH,
        scale=scale,
        zone=_ZONE,
    ) as page:
        if style:
            page.add_style_tag(path=HERE / style)
        for shot, chat in zip(shots, page.locator(".chat").all(), strict=True):
            _show(shot.line, chat)
            picture = chat.screenshot(animations="disabled")
            pictures.append(Image.open(BytesIO(picture)).convert("RGB"))
    return pictures


def _show(line: str, chat: Locator) -> None:
    """Let it show what is typed, or which button of the newest message is pressed."""
    if line.startswith("/"):
        chat.evaluate("(chat, line) => (chat.dataset.typed = line)", line)
    elif line:
        button = chat.locator(".message").last.get_by_role("button", name=line, exact=True)
        button.evaluate("(button) => button.classList.add('pressed')")


def main() -> None:
    story = asyncio.run(play())
    FOLDER.mkdir(parents=True, exist_ok=True)
    try:
        with studio() as browser:
            for theme in ("dark", "light"):
                draw(browser, story, FOLDER, theme)
    except chromium.NoChromium as error:
        sys.exit(str(error))
    DIGESTS.write_text(json.dumps(story.digests(), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
