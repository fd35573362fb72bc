"""Plays a short story through the real bot, and draws the guides' pictures of it, and films the
page:

    python -m tests.pictures.story

The story has a fixed seed and clock, so it is the same each time. Beside the pictures is a digest
of the message in each; `stale` says which pictures no longer show what the bot says.
"""

import asyncio
import hashlib
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Browser

from bot.database.store import Store
from bot.interactions.limits import UNLIMITED
from bot.messages.texts import ENGLISH
from bot.playground.page_socket import frame_of
from bot.playground.simulated_discord import World, simulate
from bot.running.client import Client
from tests.pictures import chromium
from tests.pictures.film import film
from tests.pictures.studio import drawn, studio
from tests.support.playground import talk

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DIGESTS = FOLDER / "pictures.json"

_SEED = 41  # of a game that is won in four moves, and another with a choice of win, draw and loss
_ZONE = "America/New_York"  # where it is evening when the simulated Discord starts
_WIDTH, _SCALE = 390, 2  # of a phone, in CSS pixels, and how many pixels each of them has

_SCENES = {
    "win": ("/ttt start level:normal", "1", "3", "7", "5"),
    "hint": ("/ttt start level:normal", "1", "3", "Hint"),
    "review": ("/ttt resign", "/ttt start level:perfect", "1", "2", "9", "Find it"),
    "friends": ("/ttt start bob first:me", "as bob", "Accept", "as alice", "5", "as bob", "1"),
    "puzzle": ("as alice", "/ttt puzzle"),
}
"""What Alice and Bob type; a scene is the message that its last line sends or changes."""
_UNSEEN = re.compile('[0-9]{15,}|"custom_id": "[^"]*"')


@dataclass(frozen=True)
class Scene:
    """A picture: its name, and its message as the page gets it."""

    name: str
    message: Any

    @property
    def digest(self) -> str:
        """The same as long as the messages look the same, whatever their ids."""
        said = _UNSEEN.sub("id", json.dumps(self.message, sort_keys=True))
        return hashlib.sha256(said.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Story:
    """The scenes, and what they only refer to, as the page needs it."""

    scenes: Sequence[Scene]
    world: dict[str, Any]

    def digests(self) -> dict[str, str]:
        return {scene.name: scene.digest for scene in self.scenes}


async def play() -> Story:
    """Play the story. Nobody's clock runs but that of the simulation."""
    async with (
        Store.open("sqlite:///:memory:") as store,
        Client(store, Random(_SEED), limits=UNLIMITED) as client,
        simulate(client) as env,
    ):
        world = World(env)  # whose clock stands
        scenes = []
        conversation = talk(world, [])
        for name, lines in _SCENES.items():
            for line in lines:
                before = world.messages(conversation.here)
                await conversation.take(line)
            after = world.messages(conversation.here)
            changed = [message for message in after if message not in before]
            scenes.append(Scene(name, frame_of(changed[-1], world)))
        people = {str(number): name for name, number in world.people.items()}
        reader = str(world.people["alice"])
        return Story(scenes, {"people": people, "reader": reader, "now": world.now.timestamp()})


def stale(story: Story) -> list[str]:
    """The pictures that are missing, or show something else than the story."""
    kept = json.loads(DIGESTS.read_text(encoding="utf-8")) if DIGESTS.exists() else {}
    return [name for name, digest in story.digests().items() if kept.get(name) != digest]


def draw(browser: Browser, story: Story, folder: Path, theme: str) -> None:
    """Write the pictures to `folder`, all of one height."""
    pictures = {
        scene.name: _photograph(browser, scene.message, story, theme) for scene in story.scenes
    }
    height = max(picture.height for picture in pictures.values())
    for name, picture in pictures.items():
        framed = Image.new("RGB", (picture.width, height), picture.getpixel((0, 0)))
        # The last is half of one.
        framed.paste(picture.crop((0, 0, picture.width, picture.height - _SCALE)))
        framed.quantize(256).save(folder / f"{name}-{theme}.png", optimize=True)


def _photograph(browser: Browser, message: Any, story: Story, theme: str) -> Image.Image:
    with drawn(
        browser,
        [("", message)],
        story.world,
        voice=ENGLISH,
        theme=theme,
        width=_WIDTH,
        scale=_SCALE,
        zone=_ZONE,
    ) as page:
        return Image.open(BytesIO(page.locator(".chat").screenshot())).convert("RGB")


def main() -> None:
    story = asyncio.run(play())
    FOLDER.mkdir(parents=True, exist_ok=True)
    try:
        for theme in ("dark", "light"):
            with studio() as browser:
                draw(browser, story, FOLDER, theme)
            asyncio.run(film(theme, FOLDER / f"page-{theme}.gif"))
    except chromium.NoChromium as error:
        sys.exit(str(error))
    DIGESTS.write_text(json.dumps(story.digests(), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
