"""What an interaction costs, compared with a bare bot that keeps no game and redraws nine buttons.

    python -m tests.benchmarks.load

Both are discord.py clients in this process. An interaction arrives as the text of a gateway
message, is parsed, dispatched, handled and answered by discord.py as on Discord; only the HTTP
request at the very end is stubbed. Ours keeps its games in real SQLite files, every move committed
to the disk before it is answered, or on a PostgreSQL server, whose own CPU is not counted. The two
take turns, round by round, with 16 interactions in flight. CPU is that of the whole process; each
figure is the median of the rounds.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import json
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

sys.path[0] = str(Path(__file__).parents[2])

import discord  # noqa: E402
from discord import ui  # noqa: E402
from discord.gateway import DiscordWebSocket  # noqa: E402
from simcord.components import walk_components  # noqa: E402

from bot.__main__ import GC_THRESHOLD  # noqa: E402
from bot.database.store import Store  # noqa: E402
from bot.interactions import discord_internals  # noqa: E402
from bot.interactions.limits import UNLIMITED  # noqa: E402
from bot.running.client import Client  # noqa: E402
from bot.running.settings import Settings  # noqa: E402
from engine.puzzles import fill_tables  # noqa: E402
from tests.support import payloads, postgres  # noqa: E402

IN_FLIGHT = 16
ROUNDS = 15
TAPS = 500  # in a round
LIVE, SERVERS = 10_000, 2_500

_numbers = itertools.count()


async def main() -> None:
    """Measure, and print a row for each."""
    if sys.argv[1:] == ["memory"]:
        await memory()
        return
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))

        server = stack.enter_context(postgres.own_server())

        async def ours(name: str, players: _Players) -> Side:
            url = f"sqlite:///{folder / name}.db"
            return Side(name, players, await stack.enter_async_context(our_bot(url)))

        async def on_postgres(name: str, players: _Players) -> Side:
            url = await stack.enter_async_context(server.database())
            return Side(name, players, await stack.enter_async_context(our_bot(url)))

        wired = await stack.enter_async_context(bare_bot())
        bare = Side("a bare bot redraws nine buttons", Redraws(), wired)
        sides = [
            bare,
            await ours("a tap, 100 live games", Friends(100)),
            await ours("a tap, 10,000 live games", Friends(LIVE)),
            await ours("a tap against the bot", AgainstTheBot(TAPS)),
            await on_postgres("PostgreSQL: a tap, 100 live games", Friends(100)),
            await on_postgres("PostgreSQL: a tap, 10,000 live games", Friends(LIVE)),
        ]
        for side in sides:
            await side.open_all()
        gc.collect()
        gc.freeze()  # do not measure the players' own objects
        for _ in range(ROUNDS):
            for side in sides:
                await side.round()
        print(f"JSON by {'orjson' if discord.utils.HAS_ORJSON else 'json'}, {IN_FLIGHT} in flight")
        print(
            f"{'':38}{'CPU each':>10}{'per CPU s':>11}{'ratio':>7}{'p50':>9}{'p99':>9}{'stall':>9}"
        )
        stalls = {side.name: 1e3 * await side.longest_stall() for side in sides}
        for side in sides:
            ratio = statistics.median(
                theirs / its for theirs, its in zip(bare.cpu, side.cpu, strict=True)
            )
            cpu = statistics.median(side.cpu)
            p50, p99 = (1e3 * statistics.quantiles(side.waits, n=100)[n] for n in (49, 98))
            print(
                f"{side.name:38}{1e6 * cpu:7.0f} us{1 / cpu:11,.0f}{ratio:7.2f}"
                f"{p50:6.1f} ms{p99:6.1f} ms{stalls[side.name]:6.1f} ms"
            )
    await (await asyncio.create_subprocess_exec(sys.executable, __file__, "memory")).wait()


async def memory() -> None:
    """Print the memory of a process before and after many games are started."""
    with tempfile.TemporaryDirectory() as folder:
        async with our_bot(f"sqlite:///{folder}/memory.db", servers=SERVERS) as bot:
            before = resident()
            for first in range(0, LIVE, TAPS):
                await bot.handle([begin(10 + n) for n in range(first, first + TAPS)], [])
                bot.answers.clear()
            print(f"memory in {SERVERS:,} servers: {before:.0f} MB")
            print(f"and with {LIVE:,} games begun: {resident():.0f} MB")


def resident() -> float:
    """Megabytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@dataclass
class Side:
    """One of the bots and its players; `cpu` holds seconds per interaction, one figure a round."""

    name: str
    players: Any
    bot: Wired
    cpu: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    async def open_all(self) -> None:
        while events := self.players.openings(self.bot):
            await self.bot.handle(events, [])

    async def round(self) -> None:
        spent, taps = 0.0, 0
        while taps < TAPS:
            events = self.players.taps(self.bot)
            before = time.process_time()
            await self.bot.handle(events, self.waits)
            spent += time.process_time() - before
            taps += len(events)
            await self.open_all()
        self.cpu.append(spent / taps)

    async def longest_stall(self) -> float:
        """The seconds of the longest callback of the event loop in three rounds."""
        longest = 0.0
        run = asyncio.events.Handle._run

        def timed(handle: asyncio.Handle) -> None:
            nonlocal longest
            begun, rounds = time.perf_counter(), self.bot.rounds
            run(handle)
            if rounds == self.bot.rounds:  # otherwise we prepared the next round
                longest = max(longest, time.perf_counter() - begun)

        asyncio.events.Handle._run = timed
        gc.collect()
        gc.freeze()
        measured = len(self.cpu)
        for _ in range(3):
            await self.round()
        asyncio.events.Handle._run = run
        del self.cpu[measured:]  # a clock around every callback makes it slower
        return longest


class Wired:
    """A connected client whose input and output we control."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        self.answers: dict[int, Any] = {}
        self.message_ids: dict[int, int] = {}  # of the messages that answers make, by interaction
        self.rounds = 0  # of deliveries, begun and ended
        self._waiting: dict[int, tuple[asyncio.Future[None], float]] = {}
        self._waits: list[float] = []
        self.resource = "null"  # the message Discord returns for an answer
        state = client._connection
        client.http._HTTPClient__session = self
        state.user = discord.ClientUser(state=state, data=BOT)
        state.application_id = int(BOT["id"])
        state.shard_ids, state.shard_count = [0], 1
        self.socket = DiscordWebSocket(None, loop=asyncio.get_running_loop())
        self.socket._discord_parsers, self.socket._dispatch = state.parsers, client.dispatch
        self.socket._keep_alive, self.socket.shard_id = None, 0

    async def handle(self, events: list[tuple[int, str]], waits: list[float]) -> None:
        """Deliver interactions, so many at a time, until the last is answered."""
        self._waits = waits
        source = iter(events)
        self.rounds += 1
        await asyncio.gather(*(self._deliver(source) for _ in range(IN_FLIGHT)))
        self.rounds += 1

    async def _deliver(self, source: Iterator[tuple[int, str]]) -> None:
        for number, event in source:
            answered = asyncio.get_running_loop().create_future()
            self._waiting[number] = answered, time.perf_counter()
            await self.socket.received_message(event)
            await answered

    def request(
        self, method: str, url: Any, *, data: str | bytes, params: Any = None, **_: Any
    ) -> _Response:
        """Takes the requests that would go to Discord over HTTP."""
        _, is_callback, path = str(url).partition("/interactions/")
        if not is_callback:  # a message after an answer
            return _Response(200, '{"id":"99"}')
        number = int(path.split("/", maxsplit=1)[0])
        self.answers[number] = data
        answered, begun = self._waiting.pop(number)
        self._waits.append(time.perf_counter() - begun)
        answered.set_result(None)
        if not params or "with_response" not in params:  # the caller does not want the message
            return _Response(204, "")
        made = self.message_ids.get(number, number)
        interaction = f'{{"id":"{number}","type":3,"response_message_id":"{made}"}}'
        return _Response(200, f'{{"interaction":{interaction},"resource":{self.resource}}}')

    def answer(self, number: int) -> dict[str, Any]:
        """What the bot said to an interaction."""
        return json.loads(self.answers.pop(number))["data"]


class _Response:
    def __init__(self, status: int, text: str) -> None:
        self.status = status
        self.headers = {"content-type": "application/json"} if text else {}
        self._text = text

    async def text(self, encoding: str) -> str:
        return self._text

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None


BOT = payloads.bot(42)
ALL_RIGHTS = "2248473465835073"
MEMBER = {
    "roles": ["5", "6", "7"],
    "joined_at": "2024-01-01T00:00:00+00:00",
    "nick": None,
    "avatar": None,
    "premium_since": None,
    "deaf": False,
    "mute": False,
    "pending": False,
    "permissions": ALL_RIGHTS,
    "flags": 0,
    "communication_disabled_until": None,
}


def user(number: int) -> dict[str, Any]:
    more = {"avatar": "a" * 32, "global_name": f"Person {number}", "public_flags": 0}
    return payloads.user(number, f"person{number}", **more)


def event(
    kind: int, channel: int, who: int, data: dict[str, Any], message: dict[str, Any] | None = None
) -> tuple[int, str]:
    """An interaction in a server as the gateway sends it, and its id."""
    number = discord.utils.time_snowflake(discord.utils.utcnow()) + next(_numbers) % (1 << 22)
    guild = 1_000 + channel % SERVERS
    payload = payloads.interaction(
        number,
        kind,
        "aW50ZXJhY3Rpb246" + "x" * 180 + str(number),
        data,
        channel,
        guild_id=str(guild),
        guild={"id": str(guild), "locale": "en-US", "features": ["COMMUNITY", "NEWS"]},
        guild_locale="en-US",
        channel=payloads.channel(channel, guild, ALL_RIGHTS),
        member=MEMBER | {"user": user(who)},
        authorizing_integration_owners={"0": str(guild)},
        context=0,
        app_permissions=ALL_RIGHTS,
    )
    if message:
        payload["message"] = message
    return number, json.dumps({"op": 0, "t": "INTERACTION_CREATE", "s": 1, "d": payload})


def message_of(channel: int) -> int:
    """The id of the message that the game in a channel is played on."""
    return 10**18 + channel


def message(channel: int, answer: dict[str, Any]) -> dict[str, Any]:
    """The message that an answer created."""
    numbers = itertools.count(1)
    return payloads.message(message_of(channel), channel, BOT) | {
        "content": answer.get("content") or "",
        "type": 20,
        "webhook_id": "42",
        "application_id": "42",
        "components": [numbered(part, numbers) for part in answer["components"]],
        "flags": answer.get("flags", 0),
        "interaction_metadata": payloads.metadata(1),
    }


def numbered(part: dict[str, Any], numbers: Iterator[int]) -> dict[str, Any]:
    """A component as Discord returns it, with an id."""
    given = part | {"id": next(numbers)}
    if "components" in part:
        given["components"] = [numbered(inner, numbers) for inner in part["components"]]
    return given


# The bare bot


class Square(ui.DynamicItem[ui.Button[Any]], template=r"bare:(?P<cell>[0-9])"):
    """One of nine buttons. A press redraws them all."""

    def __init__(self, cell: int) -> None:
        super().__init__(ui.Button(label=str(cell), custom_id=f"bare:{cell}", row=(cell - 1) // 3))

    @classmethod
    async def from_custom_id(cls, _: Any, __: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["cell"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content="Your turn", view=nine())


def nine() -> ui.View:
    view = ui.View(timeout=None)
    for cell in range(1, 10):
        view.add_item(Square(cell))
    return view


@asynccontextmanager
async def bare_bot() -> AsyncIterator[Wired]:
    client = discord.AutoShardedClient(
        intents=discord.Intents.none(),
        allowed_mentions=discord.AllowedMentions.none(),
        max_messages=None,
        shard_count=1,
    )
    await client._async_setup_hook()
    client.add_dynamic_items(Square)
    wired = Wired(client)
    wired.resource = json.dumps(
        {
            "type": 7,
            "message": message(10, {"content": "Your turn", "components": nine().to_components()}),
        }
    )
    yield wired


class Redraws:
    """People who press any of the nine."""

    def __init__(self) -> None:
        self._board = {"content": "Your turn", "components": nine().to_components()}
        self._turn = itertools.count()

    def openings(self, bot: Wired) -> list[tuple[int, str]]:
        bot.answers.clear()
        return []

    def taps(self, bot: Wired) -> list[tuple[int, str]]:
        events = []
        for turn in itertools.islice(self._turn, TAPS):
            channel = 10 + turn % TAPS
            pressed = {"custom_id": f"bare:{1 + turn % 9}", "component_type": 2}
            events.append(
                event(3, channel, turn % 1000 + 1, pressed, message(channel, self._board))
            )
        return events


# Ours


@asynccontextmanager
async def our_bot(url: str, servers: int = 0) -> AsyncIterator[Wired]:
    async with Store.open(url) as store:
        fill_tables()  # as a process does when it starts
        gc.freeze()
        gc.set_threshold(GC_THRESHOLD)

        async def request(_: Any, *details: Any, **more: Any) -> Any:
            return await discord_internals.request(wired, *details, **more)

        settings = Settings(tiles="off")
        client = Client(store, Random(1), settings, limits=UNLIMITED, request=request)
        await client._async_setup_hook()
        wired = Wired(client)
        for number in range(servers):
            client._connection._add_guild_from_data(
                {"id": str(1_000 + number), "unavailable": True}
            )
        yield wired


class _Players:
    """One game in each channel, played in turn; each is played to its end and started again."""

    def __init__(self, games: int) -> None:
        self._rng = Random(1)
        self._channels = [10 + n for n in range(games)]
        self._boards: dict[int, dict[str, Any] | None] = dict.fromkeys(self._channels)
        self._asked: dict[int, int] = {}  # interaction -> channel
        self._next = itertools.cycle(self._channels)
        self._shown = False

    def _collect(self, bot: Wired) -> None:
        for number, channel in self._asked.items():
            self._boards[channel] = bot.answer(number)
            if not self._shown and any(
                "ttt:cell:" in custom_id for custom_id in buttons(self._boards[channel])
            ):
                bot.resource = json.dumps(
                    {"type": 7, "message": message(channel, self._boards[channel])}
                )
                self._shown = True
        self._asked.clear()

    def openings(self, bot: Wired) -> list[tuple[int, str]]:
        """The interactions still needed until every channel has a game to play."""
        self._collect(bot)
        events = []
        for channel in self._channels:
            if len(events) == TAPS:
                break
            board = self._boards[channel]
            if board is None or not any(":cell:" in custom_id for custom_id in buttons(board)):
                events.append((channel, self._open(channel, board)))
        self._asked = {number: channel for channel, (number, _) in events}
        bot.message_ids = {number: message_of(channel) for number, channel in self._asked.items()}
        return [event for _, event in events]

    def taps(self, bot: Wired) -> list[tuple[int, str]]:
        events = []
        for channel in itertools.islice(self._next, min(TAPS, len(self._channels))):
            board = self._boards[channel]
            custom_id = self._rng.choice([each for each in buttons(board) if ":cell:" in each])
            who = re.search(r"Your turn, <@([0-9]+)>", json.dumps(board))
            assert who
            pressed = {"custom_id": custom_id, "component_type": 2}
            events.append(
                (channel, event(3, channel, int(who[1]), pressed, message(channel, board)))
            )
        self._asked = {number: channel for channel, (number, _) in events}
        return [event for _, event in events]

    def _open(self, channel: int, board: dict[str, Any] | None) -> tuple[int, str]:
        raise NotImplementedError


def people(channel: int) -> tuple[int, int]:
    return 100_000 + 2 * channel, 100_001 + 2 * channel


class Friends(_Players):
    """Two people in every channel."""

    def _open(self, channel: int, board: dict[str, Any] | None) -> tuple[int, str]:
        ann, bob = people(channel)
        accept = [each for each in buttons(board) if ":accept:" in each] if board else []
        if board and accept:
            return event(
                3,
                channel,
                bob,
                {"custom_id": accept[0], "component_type": 2},
                message(channel, board),
            )
        data = payloads.command("start", {"opponent": bob}, people=["opponent"])
        data["resolved"] = {"users": {str(bob): user(bob)}, "members": {str(bob): MEMBER}}
        return event(2, channel, ann, data)


class AgainstTheBot(_Players):
    """One person in every channel, against the level normal."""

    def _open(self, channel: int, board: dict[str, Any] | None) -> tuple[int, str]:
        return begin(channel)


def begin(channel: int) -> tuple[int, str]:
    """/ttt start"""
    return event(2, channel, people(channel)[0], payloads.command("start", {}))


def buttons(board: Any) -> list[str]:
    """The custom_ids of all buttons of a message but those of taken cells."""
    parts = walk_components(board["components"] if board else [])
    offered = [part for part in parts if "custom_id" in part and not part["disabled"]]
    return [part["custom_id"] for part in offered if part["label"] not in ("X", "O")]


if __name__ == "__main__":
    asyncio.run(main())
