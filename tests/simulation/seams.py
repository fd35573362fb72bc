"""All that the simulation knows of the product, in one place.

It starts the real client on the real store, and replaces two things that would leave virtual time:
the thread that writes, and the process that searches. Everything else comes from outside: the event
of an interaction, the requests of aiohttp, the statements of sqlite3, the text of a custom_id, the
columns of the database, and the few texts, in every language, from which people learn whether
something was done.
"""

import asyncio
import datetime as dt
import re
import sqlite3
from argparse import Namespace
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, redirect_stdout, suppress
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple, Protocol
from unittest import mock

import aiohttp
import discord
from discord.ext import tasks
from discord.webhook import async_ as webhook
from sqlalchemy import NullPool, create_engine

from bot.challenges import card as challenge_card
from bot.challenges.challenge import NO_SUCH_CHALLENGE, OPPONENT_DELETED, State
from bot.database import copies, group_commit
from bot.database.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable
from bot.database.store import Store
from bot.interactions import error_replies, handlers, thinking
from bot.interactions.worker import WorkerLost
from bot.messages.looks import LOOKS
from bot.messages.texts import locales, voice_of
from bot.messages.tiles import tiles
from bot.people import bans
from bot.play import actions
from bot.running import command_tree, operator_commands
from bot.running.client import Client
from bot.running.failures import Failed
from bot.running.settings import Settings
from tests.languages import screens
from tests.simulation.discord import parts, snowflake

_WRITER, _WORKER = "bot.database.sqlite.Writer", "bot.interactions.thinking.Worker"

# Seconds; in the first what is due by itself is done.
_SOON, _AN_HOUR, _A_DAY = (100, 3600, 24 * 3600)
_FILLED = re.compile(r"\{\w+\}|`/ttt \w+`")


def _said(*texts: str, of: Sequence[str] = locales()) -> re.Pattern[str]:
    """Texts as they are said in every language, whatever fills them."""
    told = {voice_of(locale).catalogue.gettext(text) for locale in of for text in texts}
    return re.compile(
        "|".join(".+?".join(map(re.escape, _FILLED.split(each))) for each in sorted(told))
    )


UNDECIDED = _said(
    error_replies.CANNOT_SAVE,
    "**Slow down a little!** Try again in {wait}. ⏳",
    thinking.NoTimeToThink.says,
    bans.BANNED,
    bans.SERVER_BANNED,
)
"""Notices that turn a request away for now, so that the same one may succeed later."""
BANNED = _said(bans.BANNED)
GIVEN_UP = _said(error_replies.CANNOT_SAVE)
NO_TIME = _said(thinking.NoTimeToThink.says)
UNKNOWN = _said(error_replies.SAVING_IS_SLOW)
"""The notice after which nobody knows whether the request was saved."""
BROKEN = _said(error_replies.SOMETHING_BROKE)
"""The notice of an error that nobody expected."""
LAPSED = _said(challenge_card._ENDED[State.LAPSED], challenge_card._NOBODY_JOINED)
"""The message of a challenge that nobody answered in time."""
DELETED = _said(OPPONENT_DELETED, NO_SUCH_CHALLENGE)
"""Notices to a person whose opponent is gone, with all that was between them."""
NO_GAME = _said(actions.NO_GAME_HERE)
"""The notice to a person whose game has just ended."""
FROM_OUTSIDE = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Errors that Discord and the way to it may cause. Those in the log are no fault of the program."""
CANNOT_START = (*FROM_OUTSIDE, CannotOpenStore, OutcomeUnknown, StoreUnavailable)
"""Errors with which the program may end at its start, to be started again."""
REFUSED = Failed
"""What a command of the operator's raises where there is nothing to do."""
MOVE_BY = re.compile(r"<t:(\d+):[tf]> \(<t:\1:R>\)")
"""The deadline on a board, and in reminders."""
EXPIRES = re.compile(r"<t:(\d+):R>")
"""When a challenge lapses."""

_TURN, _PERSON = _said("**Your turn, {player}** {mark}"), re.compile(r"<@(\d+)>")


def whose_turn(text: str) -> int | None:
    """Whose turn it is, on a board; None if it does not say."""
    found = _TURN.search(text)
    return int(_PERSON.search(found[0])[1]) if found else None


_CELLS = "0123456789abcdefghijklmnopqrstuvwxyz"  # a move is stored as the character of its cell


class Host(Protocol):
    """The machine on which the process runs, as `replaced` needs it.

    session      stands in for aiohttp's
    connection   stands in for sqlite3's
    """

    session: type[Any]
    connection: type[sqlite3.Connection]

    def now(self) -> dt.datetime: ...
    def write_later(self, begin: Callable[[], None], commit: Callable[[], None]) -> None: ...
    def search_later(self, done: Callable[[bool], None]) -> None: ...
    def handled(self, what: str) -> None: ...


async def live(
    url: str,
    rng: Random,
    settings: Mapping[str, Any],
    serves: Callable[[Callable[[Any], None]], None],
    stopping: Awaitable[Any],
) -> None:
    """The bot from its start until `stopping`.

    settings  of the operator
    serves    is told where the events of interactions go, once it takes them
    """
    webhook.async_context.set(webhook.AsyncWebhookAdapter())  # each process has its own
    chosen = Settings(shard_count=1, **{"tiles": "off"} | settings)
    async with Store.open(url) as store, Client(store, rng, chosen) as client:
        await client.login("token")
        serves(client._connection.parsers["INTERACTION_CREATE"])
        await stopping
        await client.finish()


@contextmanager
def replaced(host: Host) -> Iterator[None]:
    """In the block, the product runs on a simulated machine."""
    connect = sqlite3.dbapi2.connect

    class Writer(group_commit.Writer):
        """Writes when the host lets it, without a thread."""

        def __init__(self, engine: Any) -> None:
            self._engine = engine
            self._queue: deque[Any] = deque()
            self._taken: list[Any] = []
            self._at_work = self._is_over = False

        waiting = property(lambda self: len(self._queue))

        def start(self) -> None:
            self._connection = self._engine.connect()

        def put(self, job: Any) -> None:
            self._queue.append(job)
            self._go_on()

        def _go_on(self) -> None:
            if self._queue and not self._at_work:
                self._at_work = True
                host.write_later(self._begin, self._commit)

        def _begin(self) -> None:
            self._taken += [job for job in self._queue if job.take()]
            self._queue.clear()

        def _commit(self) -> None:
            if not self._is_over:
                jobs, self._taken = self._taken, []
                group_commit._run_jobs(self._connection, jobs)
                self._at_work = False
                self._go_on()

        async def stop(self) -> None:
            self._begin()
            self._commit()
            self._is_over = True
            self._connection.close()

    class Worker:
        """Searches within the loop, and answers after as much time as the host says."""

        async def ask(self, question: Any) -> Any:
            done = asyncio.get_running_loop().create_future()
            host.search_later(lambda is_lost: done.done() or done.set_result(is_lost))
            if await done:
                raise WorkerLost
            if question not in _answers:
                _answers[question] = question.answer()
            return _answers[question]

        def kill(self) -> None:
            """A search that nobody waits for ends by itself."""

        async def end(self) -> None:
            pass

    answer = handlers.answer

    async def noted(interaction: Any, handler: Any, *args: Any, **more: Any) -> bool:
        async def handle(interaction: Any, *args: Any, **more: Any) -> Any:
            reply = await handler(interaction, *args, **more)
            host.handled(interaction.button.name or _command(interaction.what))
            return reply

        return await answer(interaction, handle, *args, **more)

    clocks = _clock_of(host)
    with (
        mock.patch(_WRITER, Writer),
        mock.patch.object(handlers, "answer", noted),
        mock.patch(_WORKER, Worker),
        mock.patch.object(aiohttp, "ClientSession", host.session),
        mock.patch.object(
            sqlite3.dbapi2,
            "connect",
            lambda *args, **more: connect(*args, factory=host.connection, **more),
        ),
        mock.patch.object(tasks, "datetime", clocks),
        mock.patch.object(discord.utils, "datetime", clocks),
    ):
        yield


_answers: dict[Any, Any] = {}  # of the engine; they are the same in every world


def _clock_of(host: Host) -> ModuleType:
    """The module datetime with the host's clock, for discord.py's timers."""

    class Datetime(dt.datetime):
        @classmethod
        def now(cls, _: Any = None) -> dt.datetime:
            return host.now()

    module = ModuleType("datetime")
    module.__dict__.update(dt.__dict__, datetime=Datetime)
    return module


def _command(typed: str) -> str:
    """A command without its options: `/ttt start` of `/ttt start level:hard`."""
    return " ".join(typed.split()[:2]) if typed.startswith("/ttt ") else typed


def everything_to_do() -> set[str]:
    """Every button, command and menu of the product, as `Host.handled` gets them."""
    commands = {f"/ttt {each.name}" for each in command_tree.ttt.commands}
    return {*handlers.BUTTONS, *commands, *(f"/{menu.name}" for menu in command_tree._MENUS)}


class Button(NamedTuple):
    """What a custom_id says: a verb, the id of what it is about, the board's version, and the cell.

    Unless moves were taken back, the version of a board is its ply.
    """

    verb: str
    number: int = 0
    ply: int | None = None
    cell: int | None = None


def read_button(custom_id: str) -> Button | None:
    """The button, without the numbers if it has words among them; None for what is not ours."""
    form, verb, *about = custom_id.removesuffix(SPOKEN).split(":")
    if form != "ttt":
        return None
    return Button(verb, *map(int, about[:3])) if all(map(str.isdigit, about)) else Button(verb)


SPOKEN = ":spoken"
"""How the custom_ids of buttons end that answer in words alone."""


_LABELS = {
    "resign": "Resign",
    "rematch": "Rematch",
    "review": "Review",
    "hint": "Hint",
    "accept": "Accept",
    "decline": "Decline",
    "join": "Join",
    "cupjoin": "Join",
    "next": "Next",
    "later": "Next",
    "claim": "Claim win",
    "read": "As text",
    "delete": "Delete my data",
}


@cache
def _speakers(verb: str, label: str) -> frozenset[str]:
    """The locales in which a button has this label."""
    text = _LABELS.get(verb)
    spoken = locales() if text else ()
    return frozenset(each for each in spoken if voice_of(each).catalogue.gettext(text) == label)


def languages_of_start(content: str) -> set[str]:
    """The locales in which a text tells a challenger that their game begins, if it does."""
    return {locale for locale, text in _starts().items() if text.search(content)}


@cache
def _starts() -> dict[str, re.Pattern[str]]:
    texts = (
        "{challenger}, {challenged} accepted. You go first!",
        "{challenger}, {challenged} accepted, and goes first.",
    )
    return {locale: _said(*texts, of=(locale,)) for locale in locales()}


def languages(body: Mapping[str, Any]) -> set[str]:
    """The locales that a message may be in, by its buttons' labels; empty if they do not tell."""
    buttons = [
        (read_button(part["custom_id"]), part.get("label", ""))
        for part in parts(body)
        if "custom_id" in part
    ]
    found = [_speakers(button.verb, label) for button, label in buttons if button]
    return set.intersection(*map(set, filter(None, found))) if any(found) else set()


def voice(locale: str) -> str:
    """The locale of our texts in which somebody with another reads."""
    return voice_of(locale).locale


SECRET = {
    *(
        "block",
        "cancel",
        "close",
        "cupcancel",
        "cupstart",
        "dailyhere",
        "dailyoff",
        "delete",
        "deletenow",
    ),
    *(
        "earlier",
        "export",
        "keep",
        "later",
        "mistake",
        "open",
        "picturesfirst",
        "playbest",
        "practise",
    ),
    *(
        "reset",
        "resetagain",
        "resetnow",
        "resignnow",
        "set",
        "settings",
        "share",
        "sharepuzzle",
        "show",
    ),
    *(
        "start",
        "stopnow",
        "textfirst",
        "today",
        "try",
        "unblock",
        "unblockall",
        "watchoff",
        "watchon",
    ),
}
"""The verbs of buttons only private samples have, which tests/messages/test_gallery.py checks."""


def command(
    file: Path, now: float, about: str, action: str | None = None, user: int | None = None
) -> str:
    """What an operator's command prints, which runs in a process of its own. Raises Failed."""

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(file)
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)

    class OperatorsStore:
        async def run(self, transaction: Callable[..., Any], *args: Any, **more: Any) -> Any:
            with engine.begin() as connection:
                return transaction(connection, *args, **more)

        read = run

    options = Namespace(
        command=about, id=user, user=None, server=None, most=1000, live=False, yes=True
    )
    with (
        mock.patch.object(operator_commands, "time", return_value=now),
        redirect_stdout(StringIO()) as printed,
        suppress(StopIteration),
    ):
        operator_commands._COMMANDS[about, action](OperatorsStore(), options).send(None)
    return printed.getvalue()


def listed(file: Path, about: str) -> dict[int, tuple[int, bool]]:
    """What the operator's command `users` or `servers` prints: games by id, and whether banned."""
    rows = [line.split() for line in command(file, 0, about).splitlines()[1:]]
    return {int(number): (int(games), "banned" in more) for number, games, *more in rows}


def listed_games(file: Path) -> dict[int, tuple[str, list[int], int, str]]:
    """What `games` prints: of each game by its id what it is, its people, moves and end."""
    rows = [re.split(r"\s{2,}", line) for line in command(file, 0, "games").splitlines()[1:]]
    return {
        int(number): (
            game,
            sorted(int(each) for each in seats if each.strip("0").isdigit()),
            int(moves),
            end,
        )
        for game, number, *seats, _, _, moves, end in rows
    }


def figures(file: Path, now: float) -> dict[str, int]:
    """What `stats` prints."""
    rows = [line.rsplit(maxsplit=1) for line in command(file, now, "stats").splitlines()[1:]]
    return {what: int(number) for what, number in rows}


def operators_choice(rng: Random) -> dict[str, Any]:
    """Settings that an operator may start the bot with."""
    return {name: rng.choice(values) for name, values in _CHOICES.items()}


_CHOICES: dict[str, tuple[Any, ...]] = {
    "default_language": (None, None, "de", "ja", "pt-BR"),
    "default_game": ("3x3", "misere", "fading", "4x4"),
    "default_level": ("easy", "normal", "perfect"),
    "default_minutes": (1, 10, 60),
    "tiles": ("on", "off"),
    "privacy_url": (None, "https://example.org/privacy"),
    "terms_url": (None, "https://example.org/terms"),
    "support_url": (None, "https://example.org/support"),
}


def back_up(file: Path) -> Path:
    """A backup made while people play."""
    copy = file.with_name("backup.db")
    copy.unlink(missing_ok=True)
    copies.back_up(f"sqlite:///{file}", copy)
    return copy


def dump(file: Path) -> list[str]:
    """Everything in a database, except when it was backed up."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return sorted(line for line in connection.iterdump() if copies.NOTE not in line)


def faults(body: Mapping[str, Any]) -> list[str]:
    """What no sample of the gallery may have either."""
    spoken = body.get("content") and any(
        part.get("custom_id", "").endswith(SPOKEN) for part in parts(body)
    )
    heard = screens.faults_in_words("", body["content"]) if spoken else ()
    return [*screens.faults_on_screen("", body), *heard]


def verbs(body: Mapping[str, Any]) -> frozenset[str]:
    """The verbs of the buttons of a message."""
    found = (read_button(part["custom_id"]) for part in parts(body) if "custom_id" in part)
    return frozenset(button.verb for button in found if button)


class Shown(NamedTuple):
    """A board as a message shows it: the mark on each cell.

    ply  which version of the board it is, as its buttons say; None after the end
    """

    game: int
    ply: int | None
    marks: dict[int, str]


def read_board(body: Mapping[str, Any]) -> Shown | None:
    """The board that a message shows, or None if it shows none."""
    found = [
        (part, read_button(part["custom_id"]))
        for part in parts(body)
        if "custom_id" in part and not (part["custom_id"].endswith(SPOKEN) and body.get("content"))
    ]
    cells = [(part, button) for part, button in found if button and button.verb == "cell"]
    if cells:
        [(game, ply)] = {(button.number, button.ply) for _, button in cells}
        marks = {
            button.cell: part["label"] for part, button in cells if part["label"] in {"X", "O"}
        }
        return Shown(game, ply, marks)
    verbs = {button.verb: button for _, button in found if button}
    named = verbs.get("rematch") or verbs.get("next") or verbs.get("review")
    lines = [line for part in parts(body) for line in part.get("content", "").split("\n")]
    rows = [line.split()[1:] for line in lines if line.startswith(("# ", "## "))]
    if named is None or not rows or verbs.keys() & _OF_A_REVIEW:
        return None
    if rows[0][0] == _CORNER:
        rows = [row[1:] for row in rows[1:]]
    signs = [sign for row in rows for sign in row[: len(rows)]]
    marks = {cell: mark for cell, sign in enumerate(signs, start=1) if (mark := _mark(sign))}
    return Shown(named.number, named.ply if named.verb == "next" else None, marks)


def _mark(sign: str) -> str | None:
    """The mark of a sign: X, O, or ? for one that goes next."""
    tile = _TILE.match(sign)
    return ("?" if tile[2] == "fading" else tile[1]) if tile else _MARKS.get(sign)


EMOJI = [tile.emoji_name for tile in tiles()]
"""The emoji of the bot's application."""
_TILE = re.compile(r"<:([XO])_(\w+):\d+>")
_CORNER = "🔢"  # where the margins of a large board meet
_MARKS = {
    sign: "?" if name.endswith("fading") else name[0]
    for look in LOOKS.values()
    for name, sign in (look.signs.items() if look else ())
    if name[0] in "XO"
}
_OF_A_REVIEW = {"earlier", "later", "mistake", "show", "try", "share"}


def add_people(file: Path, server: int, users: range) -> None:
    """Fill the leaderboards of a server with people who were there before."""
    with closing(sqlite3.connect(file)) as connection, connection:
        for user in users:
            standing = server, "3x3", user, 3, 1, 0, 0
            connection.execute("INSERT INTO standings VALUES (?, ?, ?, ?, ?, ?, ?)", standing)
            connection.execute(
                "INSERT INTO bot_standings VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0)", standing
            )
            connection.execute(
                "INSERT INTO standings VALUES (?, ?, ?, ?, ?, ?, ?)", (server + 1, *standing[1:])
            )


class Game(NamedTuple):
    """A game as it is stored.

    seats  the person with each mark; None for the bot, 0 for someone who had their data deleted
    level  the bot's
    moves  the cells in the order in which they were played, without the `taken_back` that were
           taken back
    """

    id: int
    channel: int
    name: str
    seats: dict[str, int | None]
    first: str
    moves: tuple[int, ...]
    started_at: int
    ended_at: int | None
    reason: str | None
    winner: str | None
    time: int | None
    turn_since: int
    rematch_of: int | None
    cup: int | None
    taken_back: int
    language: str
    closes_at: int
    assisted: bool
    level: str | None

    @property
    def people(self) -> list[int]:
        return [user for user in self.seats.values() if user]

    def mover(self, ply: int) -> str:
        """The mark that makes the move after so many others."""
        return self.first if ply % 2 == 0 else "XO"[self.first == "X"]


class Pair(NamedTuple):
    """A pair of a cup as it is stored; `winner` is 0, 1, or None until it is decided."""

    players: tuple[int, int | None]
    winner: int | None
    way: str | None
    game: int | None


class Stored(NamedTuple):
    """What a database holds.

    pairs      by cup, round and place
    counts     how many games each person has won, drawn and lost, by game
    entered    who has joined which cup, unless that was cancelled
    standings  points, and games won, drawn and lost, by table, server, game and person
    tries      the day of the last daily puzzle, tries, and days in a row, by person
    """

    games: dict[int, Game]
    pairs: dict[tuple[int, int, int], Pair]
    counts: dict[tuple[int, str], tuple[int, int, int]]
    standings: dict[tuple[str, int, str, int], tuple[int, ...]]
    entered: list[tuple[int, int]]
    doubles: list[tuple[int, int]]
    tries: dict[int, tuple[int, int, int]]


def overdue(file: Path, now: float, retention: int | None) -> list[str]:
    """What should have been done or deleted by itself some time before now, and was not.

    retention  how many days ended games are kept; None: for good
    """
    at = int(now) - _SOON
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return [
            f"{table}.{column}: {rows}"
            for table, column, which, before in (
                ("sessions", "closes_at", "ended_at IS NULL", at),
                ("sessions", "remind_at", "ended_at IS NULL", at),
                ("challenges", "expires_at", "state = 'open'", at),
                ("cups", "closes_at", "stage = 'joining'", at),
                ("cup_pairs", "due_at", "winner IS NULL", at),
                ("daily_channels", "due_at", "TRUE", at),
                ("interactions", "id", "TRUE", snowflake(at - _AN_HOUR)),
                ("challenges", "expires_at", "TRUE", at - _A_DAY),
                ("pauses", "until", "TRUE", at - _A_DAY),
                ("meetings", "day", "TRUE", at // _A_DAY - 1),
                ("cups", "ended_at", "TRUE", at - 30 * _A_DAY),
                ("sessions", "ended_at", "TRUE", at - retention * _A_DAY if retention else 0),
            )
            if (
                rows := connection.execute(
                    f"SELECT * FROM {table} WHERE {which} AND {column} < ?",  # noqa: S608
                    (before,),
                ).fetchall()
            )
        ]


def where(file: Path, number: int) -> set[str]:
    """The columns of the database that hold a number."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        ask = connection.execute
        columns = ask(
            "SELECT tables.name, columns.name FROM sqlite_master AS tables"
            " JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
        ).fetchall()
        return {
            f"{table}.{column}"
            for table, column in columns
            if ask(f'SELECT 1 FROM {table} WHERE "{column}" = ?', (number,)).fetchone()  # noqa: S608
        }


def left_in_memory(receive: Any, now: float) -> dict[str, Any]:
    """What a process still holds that it needs only for a moment, by what it is."""
    client = receive.__self__
    timed = client.replies.earlier._lapsing.items()
    held = {
        "interactions": client._answering,
        "messages to send": client._timers._sending,
        "demo games": client._demo_games._running,
        "searches": client.app.thinking._searches,
        "reviews": client.app.thinking._reviews,
        "lapsed challenges": [key for key, (lapses_at, _) in timed if lapses_at < now - _SOON],
    }
    return {name: found for name, found in held.items() if found}


def stored(file: Path) -> Stored:
    """What is committed to a database at this moment."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        ask = connection.execute
        seats: dict[int, dict[str, int | None]] = {}
        levels: dict[int, str | None] = {}
        for game, mark, user, level in ask(
            "SELECT session_id, mark, user_id, level FROM seats ORDER BY mark"
        ):
            seats.setdefault(game, {})[mark] = user
            levels[game] = level or levels.get(game)
        games = {
            row[0]: Game(
                row[0],
                row[1],
                row[2],
                seats[row[0]],
                row[3],
                tuple(map(_CELLS.index, row[4])),
                *row[5:],
                levels[row[0]],
            )
            for row in ask(
                "SELECT id, channel_id, game, first, moves, started_at, ended_at, end_reason, "
                "winner, time, turn_since, rematch_of, cup_id, taken_back, language, closes_at, "
                "assisted FROM sessions"
            )
        }
        pairs = {
            tuple(row[:3]): Pair(row[3:5], *row[5:])
            for row in ask(
                "SELECT cup_id, round, place, first_id, second_id, winner, way, session_id "
                "FROM cup_pairs"
            )
        }
        counts = {
            (user, game): tuple(results)
            for user, game, *results in ask(
                "SELECT user_id, game, sum(won), sum(drawn), sum(lost) FROM counts GROUP BY 1, 2"
            )
        }
        entered = ask(
            "SELECT cup_id, user_id FROM cup_players JOIN cups ON cups.id = cup_id WHERE "
            "stage != 'cancelled'"
        ).fetchall()
        standings = {
            (table, server, game, user): tuple(results)
            for table in ("standings", "bot_standings")
            for server, game, user, *results in ask(
                f"SELECT guild_id, game, user_id, points, won, drawn, lost FROM {table}"  # noqa: S608
            )
        }
        tries = {
            user: tuple(of)
            for user, *of in ask("SELECT user_id, day, tries, streak FROM daily_puzzles")
        }
        doubles = ask(
            "SELECT channel_id, user_id FROM seats WHERE live AND user_id > 0"
            " GROUP BY 1, 2 HAVING count(*) > 1"
        ).fetchall()
    return Stored(games, pairs, counts, standings, entered, doubles, tries)
