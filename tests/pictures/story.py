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
from bot.interactions.handlers import session_among
from bot.interactions.limits import UNLIMITED
from bot.messages.texts import ENGLISH
from bot.play.rows import load_session
from bot.playground.page_socket import frame_of
from bot.playground.simulated_discord import Here, SimulatedClient, World, simulate
from engine.board import Board
from engine.minimax import score_cells
from engine.score import Result, Score
from tests.pictures import chromium
from tests.pictures.film import film
from tests.pictures.studio import drawn, studio

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DIGESTS = FOLDER / "pictures.json"

_SEED = 41  # of a game that is won in four moves, and another with a choice of win, draw and loss
_ZONE = "America/New_York"  # where it is evening when the simulated Discord starts
_WIDTH, _SCALE = 390, 2  # of a phone, in CSS pixels, and how many pixels each of them has

_ALICE, _BOB = Here("alice", "general"), Here("bob", "general")
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


async def play(seed: int = _SEED) -> Story:
    """Play the story. Nobody's clock runs but that of the simulation."""
    async with (
        Store.open("sqlite:///:memory:") as store,
        SimulatedClient(store, Random(seed), limits=UNLIMITED) as client,
        simulate(client) as env,
    ):
        teller = _Teller(World(env), store)
        tellers = (teller.win, teller.hint, teller.review, teller.friends, teller.puzzle)
        scenes = [await scene() for scene in tellers]
        people = {str(number): name for name, number in teller.world.people.items()}
        reader, now = str(teller.world.people["alice"]), teller.world.now.timestamp()
        return Story(scenes, {"people": people, "reader": reader, "now": now})


class _Teller:
    """Plays the scenes."""

    def __init__(self, world: World, store: Store) -> None:
        self.world = world
        self._store = store

    async def win(self) -> Scene:
        """The end of a game that Alice wins."""
        await self.world.slash(_ALICE, "ttt start", {"level": "normal"})
        board = Board.after([])
        while not board.outcome:
            board = await self._press_best(board)
        return Scene("win", self._newest())

    async def hint(self) -> Scene:
        """A hint where cells win, draw and lose."""
        await self.world.slash(_ALICE, "ttt start", {"level": "normal"})
        board = await self._press_best(Board.after([]))
        await self._press_best(board)
        await self._press(_ALICE, "Hint")
        scene = Scene("hint", self._newest())
        await self.world.slash(_ALICE, "ttt resign", {})
        return scene

    async def review(self) -> Scene:
        """A game that Alice loses by not blocking, and her mistake in its review."""
        await self.world.slash(_ALICE, "ttt start", {"level": "perfect"})
        for cell in ("1", "2", "9"):
            await self._press(_ALICE, cell)
        await self._press(_ALICE, "Review")
        return Scene("review", self._newest())

    async def friends(self) -> Scene:
        """A game between friends, with a clock."""
        await self.world.slash(_ALICE, "ttt start", {"opponent": "bob", "first": "me"})
        for person, label in ((_BOB, "Accept"), (_ALICE, "5"), (_BOB, "1")):
            await self._press(person, label)
        [board] = [
            each for each in self.world.messages(_ALICE) if _cells(frame_of(each, self.world))
        ]
        return Scene("friends", frame_of(board, self.world))

    async def puzzle(self) -> Scene:
        await self.world.slash(_ALICE, "ttt puzzle", {})
        return Scene("puzzle", self._newest())

    async def _press_best(self, board: Board) -> Board:
        """Press the best of the nine cells; the board after the bot's answer."""
        scores = score_cells(board)
        best = max(scores, key=lambda cell: _worth(scores[cell]))
        await self._press(_ALICE, str(best))
        shown = self.world.messages(_ALICE)[-1]
        session_id = session_among([button["custom_id"] for button in shown.buttons])
        assert session_id
        session = await self._store.run(load_session, session_id, int(self.world.now.timestamp()))
        assert session
        return Board.after(session.moves)

    async def _press(self, here: Here, label: str) -> None:
        """Press the button with that label on the newest message that has one."""
        for message in reversed(self.world.messages(here)):
            for button in message.buttons:
                if button["label"] == label:
                    await self.world.press(here, message.id, button["custom_id"])
                    return
        raise AssertionError(f"there is no button {label}")

    def _newest(self) -> Any:
        return frame_of(self.world.messages(_ALICE)[-1], self.world)


def _worth(score: Score) -> tuple[int, int]:
    """Wins soon before wins late, before draws, before losses late."""
    return score.result.value, -score.plies if score.result is Result.WIN else score.plies


def _cells(message: Any) -> bool:
    return ":cell:" in json.dumps(message["components"])


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
