"""Tiles on their way to Discord: each once, whatever goes wrong, and half of a kind is none."""

import logging
import re
from collections.abc import AsyncIterator

import pytest
import simcord

from bot.database.store import Store
from bot.messages.looks import EMOJI, cell_with_result
from bot.messages.tiles import BOARD_NAMES, NAMES, Tile, tiles
from bot.running.client import Client
from engine.score import Result
from tests.support.server import Server, open_server, text

WANTED = {tile.emoji_name for tile in tiles()}
OF_BOARDS = [tile.emoji_name for tile in tiles() if tile.name in BOARD_NAMES]
EMOJIS = "/applications/*/emojis"


@pytest.fixture
async def server(store: Store) -> AsyncIterator[Server]:
    async with open_server(store, tiles=True) as server:
        yield server


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Tile:
    """A tile whose picture a new version of the bot has changed."""
    old, *others = tiles()
    new = Tile(old.name, old.picture + b"changed")
    monkeypatch.setattr("bot.running.tile_upload.tiles", lambda: (new, *others))
    return new


def uploads(server: Server) -> int:
    """How many pictures have been sent, those that Discord refused too."""
    sent = [request for request in server.env.http_requests if request.path.endswith("/emojis")]
    return sum(request.method == "POST" for request in sent)


def there(server: Server) -> list[str]:
    """The names of the application's emoji."""
    return [emoji.name for emoji in server.env.backend.application_emojis.values()]


def drawn(server: Server) -> dict[str, int]:
    """The emoji that boards are drawn with, by the names of their tiles."""
    signs = " ".join(server.client.appearance.look.signs.values())
    return {name: int(emoji_id) for name, emoji_id in re.findall(r"<:(\w+):(\d+)>", signs)}


async def upload(server: Server) -> bool:
    """One more attempt; returns whether there will be another."""
    assert server.client.tiles
    await server.client.tiles.bring_up(0)
    return server.client.tiles.routine._running is not None


async def again(server: Server, store: Store) -> None:
    await server.restart(store)
    await server.env.settle()


async def test_a_first_start_uploads_every_tile_once(server: Server):
    assert sorted(there(server)) == sorted(WANTED)
    names = {emoji.id: emoji.name for emoji in server.env.backend.application_emojis.values()}
    assert {
        name: names[emoji_id].rpartition("_")[0] for name, emoji_id in drawn(server).items()
    } == {name: name for name in NAMES}


async def test_another_start_uploads_nothing(server: Server, store: Store):
    before = drawn(server)
    await again(server, store)
    assert uploads(server) == len(NAMES)
    assert drawn(server) == before


async def test_a_changed_tile_is_one_more_emoji_and_the_old_one_stays_for_old_messages(
    server: Server, store: Store, changed: Tile
):
    assert changed.emoji_name not in WANTED
    await again(server, store)
    assert sorted(there(server)) == sorted(WANTED | {changed.emoji_name})
    assert len(drawn(server)) == len(NAMES)


async def test_what_somebody_else_has_uploaded_to_the_application_is_left_alone(store: Store):
    def theirs(env: simcord.Env) -> None:
        for name in ("party", "X_mark"):
            env.backend.create_application_emoji(name)

    async with open_server(store, tiles=True, prepare=theirs) as server:
        assert sorted(there(server)) == sorted([*WANTED, "party", "X_mark"])
        assert len(drawn(server)) == len(NAMES)


async def test_a_tile_that_was_deleted_by_hand_is_uploaded_again_at_the_next_start(
    server: Server, store: Store
):
    gone = drawn(server)["X_mark"]
    server.env.backend.delete_application_emoji(gone)
    await again(server, store)
    assert sorted(there(server)) == sorted(WANTED)
    assert drawn(server)["X_mark"] != gone


REFUSALS = {
    "the application is full": (400, 30008, "Maximum number of emojis reached"),
    "it may not": (403, 50013, "Missing Permissions"),
    "it is too fast": (429, 0, "You are being rate limited."),
    "Discord is down": (503, 0, "Service Unavailable"),
}


@pytest.mark.parametrize(("status", "code", "message"), REFUSALS.values(), ids=REFUSALS)
@pytest.mark.parametrize(
    ("already", "drawn_with", "without"),
    [(0, 0, "boards"), (20, 0, "boards"), (50, len(BOARD_NAMES), "results")],
)
async def test_a_refusal_is_logged_once_draws_unicode_and_is_made_good_by_a_later_attempt(
    store: Store,
    status: int,
    code: int,
    message: str,
    already: int,
    drawn_with: int,
    without: str,
    caplog: pytest.LogCaptureFixture,
):
    caplog.set_level(logging.INFO, "bot")
    before = [tile.emoji_name for tile in tiles()][:already]

    def refuse(env: simcord.Env) -> None:
        for name in before:
            env.backend.create_application_emoji(name)
        env.inject_error("POST", EMOJIS, status=status, code=code, message=message, times=None)

    async with open_server(store, tiles=True, prepare=refuse) as server:
        assert there(server) == before
        assert len(drawn(server)) == drawn_with, "half of a kind"
        look = server.client.appearance.look
        win = cell_with_result(Result.WIN, 5)
        assert look.render(win) == EMOJI.render(win)
        for _ in range(2):
            assert await upload(server)
        told = [
            record.getMessage()
            for record in caplog.records
            if record.name == "bot.running.tile_upload"
        ]
        [line] = told
        assert line.startswith(f"Discord takes no tiles, so {without} are drawn without tiles: ")
        assert message in line
        server.env.backend.faults.clear()
        assert not await upload(server)
        assert len(drawn(server)) == len(NAMES)
        uploaded = re.findall(r"Tiles uploaded: ([0-9]+)", "\n".join(caplog.messages))
        assert sum(map(int, uploaded)) == len(NAMES) - already


@pytest.fixture
async def elsewhere(store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """A server of a bot of which another process has the first shard."""
    monkeypatch.setattr(Client, "_has_first_shard", lambda _: False)
    async with open_server(store, tiles=True) as server:
        yield server


async def test_a_process_without_the_first_shard_uploads_nothing_and_draws_what_another_uploaded(
    elsewhere: Server,
):
    result = await elsewhere.ann.slash(elsewhere.general, "ttt start")
    assert "# 1️⃣ 2️⃣ 3️⃣" in text(result)
    assert "<:" not in text(result)
    *first, last = OF_BOARDS
    others = WANTED - set(OF_BOARDS)
    steps = ((first, 0), ([last], len(OF_BOARDS)), (others, len(NAMES)))
    for names, drawn_with in steps:
        for name in names:
            elsewhere.env.backend.create_application_emoji(name)
        await elsewhere.env.advance_time(61)
        assert len(drawn(elsewhere)) == drawn_with
    assert uploads(elsewhere) == 0


async def test_the_first_shard_is_nobodys_before_its_lease(server: Server):
    client = server.client
    assert client._has_first_shard()
    client._wait_to_identify = lambda _: None
    assert not client._has_first_shard()
    for shards, has_first in (([0, 1], True), ([2, 3], False)):
        client.serve(shards, 4)
        assert client._has_first_shard() is has_first


async def test_every_board_is_drawn_with_tiles(server: Server):
    await server.ann.slash(server.general, "ttt start", level="perfect")
    await server.ann.slash(server.general, "ttt move", cell=1)
    marks = {name: emoji_id for name, emoji_id in drawn(server).items() if name[1:] == "_mark"}
    assert len(marks) == 2
    for command in ("start", "hint", "puzzle", "watch", "resign", "review"):
        where = server.lounge if command == "start" else server.general
        shown = text(await server.ann.slash(where, f"ttt {command}"))
        assert any(f"<:{name}:{emoji_id}>" in shown for name, emoji_id in marks.items()), command
        assert not set("❌⭕") & set(shown), command


async def test_a_challenge_which_a_phone_shows_as_plain_text_names_the_mark_by_its_letter(
    server: Server,
):
    result = await server.ann.slash(server.general, "ttt start", opponent=server.bob)
    assert "you're O · " in text(result)
    assert "<:" not in text(result)
