"""What a database of the bot holds, as it was committed."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from bot.database import copies
from tests.simulation.discord import A_DAY, snowflake

# Seconds in which what is due is done, what nobody sees is closed, and what is over is deleted.
SOON, _LATER, _LATEST = 100, 700, 3700
_AN_HOUR = 3600
STAYS_FOR_GOOD = {"blocks.blocked_id"}
"""Where a person still is who had everything deleted: what others have set."""
STAYS = STAYS_FOR_GOOD | {
    *("meetings.lower_id", "meetings.higher_id", "pauses.challenger_id"),
    *("challenges.challenger_id", "challenges.challenged_id"),
}
"""The same for two days, so that a deletion is no way around the limits."""


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
    """A pair of a cup as it is stored.

    winner  0, 1, or None until it is decided
    drawn   how many of its games had no winner
    """

    players: tuple[int, int | None]
    winner: int | None
    way: str | None
    game: int | None
    drawn: int


class Cup(NamedTuple):
    """A cup as it is stored.

    may_post  whether the bot may post in its channel
    to_play   the people of each pair that is to play or plays, by round, place, and games without a
              winner; 0 is who had their data deleted
    champion  who has won it
    """

    channel: int
    stage: str
    may_post: bool
    to_play: dict[tuple[int, int, int], set[int]]
    champion: int | None


class Stored(NamedTuple):
    """What a database holds.

    pairs      by cup, round and place
    counts     how many games each person has won, drawn and lost, by game
    entered    who has joined which cup, unless that was cancelled
    standings  points, and games won, drawn and lost, by table, server, game and person
    tries      the day of the last daily puzzle, tries, and days in a row, by person
    open_challenges
    """

    games: dict[int, Game]
    pairs: dict[tuple[int, int, int], Pair]
    counts: dict[tuple[int, str], tuple[int, int, int]]
    standings: dict[tuple[str, int, str, int], tuple[int, ...]]
    entered: list[tuple[int, int]]
    doubles: list[tuple[int, int]]
    tries: dict[int, tuple[int, int, int]]
    open_challenges: set[int]


def _cells(moves: str) -> tuple[int, ...]:
    """The cells of moves, each of which is stored as one character."""
    return tuple(map("0123456789abcdefghijklmnopqrstuvwxyz".index, moves))


def _reading(file: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True))


def stored(file: Path) -> Stored:
    """What is committed to a database at this moment."""
    with _reading(file) as connection:
        ask = connection.execute
        seats: dict[int, dict[str, int | None]] = {}
        levels: dict[int, str | None] = {}
        for game, mark, user, level in ask(
            "SELECT session_id, mark, user_id, level FROM seats ORDER BY mark"
        ):
            seats.setdefault(game, {})[mark] = user
            levels[game] = level or levels.get(game)
        games = {
            game: Game(game, channel, name, seats[game], first, _cells(moves), *more, levels[game])
            for game, channel, name, first, moves, *more in ask(
                "SELECT id, channel_id, game, first, moves, started_at, ended_at, end_reason, "
                "winner, time, turn_since, rematch_of, cup_id, taken_back, language, closes_at, "
                "assisted FROM sessions"
            )
        }
        pairs = {
            tuple(row[:3]): Pair(row[3:5], *row[5:])
            for row in ask(
                "SELECT cup_id, round, place, first_id, second_id, winner, way, session_id, drawn "
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
        asked = {number for (number,) in ask("SELECT id FROM challenges WHERE state = 'open'")}
    return Stored(games, pairs, counts, standings, entered, doubles, tries, asked)


def cups(file: Path) -> dict[int, Cup]:
    """The cups that are committed to a database at this moment, by number."""
    found: dict[int, Cup] = {}
    with _reading(file) as connection:
        kept = connection.execute("SELECT id, channel_id, stage, may_write FROM cups")
        for number, channel, stage, may_post in kept:
            found[number] = Cup(channel, stage, bool(may_post), {}, None)
        for number, turn, place, drawn, first, second, winner in connection.execute(
            "SELECT cup_id, round, place, drawn, first_id, second_id, winner FROM cup_pairs"
            " ORDER BY round"
        ):
            cup = found[number]
            if winner is None:
                cup.to_play[turn, place, drawn] = {first, second}
            elif cup.stage == "over":  # the last one is the final
                found[number] = cup._replace(champion=(first, second)[winner])
    return found


def overdue(file: Path, now: float, retention: int | None) -> list[str]:
    """What should have been done or deleted by itself some time before now, and was not.

    retention  how many days ended games are kept; None: for good
    """
    at, closed, over = (int(now) - seconds for seconds in (SOON, _LATER, _LATEST))
    with _reading(file) as connection:
        return [
            f"{table}.{column}: {rows}"
            for table, column, which, before in (
                ("sessions", "closes_at", "ended_at IS NULL", closed),
                ("sessions", "remind_at", "ended_at IS NULL", at),
                ("challenges", "expires_at", "state = 'open'", closed),
                ("cups", "closes_at", "stage = 'joining'", at),
                ("cup_pairs", "due_at", "winner IS NULL", at),
                ("daily_channels", "due_at", "TRUE", at),
                ("interactions", "id", "TRUE", snowflake(over - _AN_HOUR)),
                ("challenges", "expires_at", "TRUE", over - A_DAY),
                ("pauses", "until", "TRUE", over - A_DAY),
                ("meetings", "day", "TRUE", over // A_DAY - 1),
                ("cups", "ended_at", "TRUE", over - 30 * A_DAY),
                ("sessions", "ended_at", "TRUE", over - retention * A_DAY if retention else 0),
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
    with _reading(file) as connection:
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


def dump(file: Path) -> list[str]:
    """Everything in a database, except when it was backed up."""
    with _reading(file) as connection:
        return sorted(line for line in connection.iterdump() if copies.NOTE not in line)


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
