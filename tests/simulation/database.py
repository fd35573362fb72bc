"""What a database of the bot holds, as it was committed, in the words of the checkers."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from tests.simulation.discord import A_DAY, snowflake

# Seconds in which what is due is done, and in which what is over is deleted, if one try fails.
SOON, _LATEST = 100, 7300
_AN_HOUR = 3600


class Game(NamedTuple):
    """A game as it is stored.

    seats  the person with each mark; None for the bot, 0 for someone who had their data deleted
    moves  the cells in the order in which they were played, without the `taken_back` that were
           taken back
    """

    id: int
    channel: int
    name: str
    seats: dict[str, int | None]
    first: str
    moves: tuple[int, ...]
    ended_at: int | None
    reason: str | None
    winner: str | None
    time: int | None
    turn_since: int
    cup: int | None
    taken_back: int
    language: str

    @property
    def people(self) -> list[int]:
        return [user for user in self.seats.values() if user]

    def mover(self, ply: int) -> str:
        """The mark that makes the move after so many others."""
        return self.first if ply % 2 == 0 else "XO"[self.first == "X"]


class Stored(NamedTuple):
    """What a database holds.

    counts     how many games each person has won, drawn and lost, by game
    doubles    where somebody plays two games, and who
    open_challenges
    cups       the stage of each
    """

    games: dict[int, Game]
    counts: dict[tuple[int, str], tuple[int, int, int]]
    doubles: list[tuple[int, int]]
    open_challenges: set[int]
    cups: dict[int, str]


NOTHING = Stored({}, {}, [], set(), {})


def _cells(moves: str) -> tuple[int, ...]:
    """The cells of moves, each of which is stored as one character."""
    return tuple(map("0123456789abcdefghijklmnopqrstuvwxyz".index, moves))


def _reading(file: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True))


def stored(file: Path) -> Stored:
    """What is committed to a database at this moment."""
    with _reading(file) as connection:
        ask = connection.execute
        counts = ask(
            "SELECT user_id, game, sum(won), sum(drawn), sum(lost) FROM counts GROUP BY 1, 2"
        )
        doubles = ask(
            "SELECT channel_id, user_id FROM seats WHERE live AND user_id > 0"
            " GROUP BY 1, 2 HAVING count(*) > 1"
        )
        challenges = ask("SELECT id FROM challenges WHERE state = 'open'")
        return Stored(
            _games(connection),
            {(user, game): (won, drawn, lost) for user, game, won, drawn, lost in counts},
            doubles.fetchall(),
            {number for (number,) in challenges},
            dict(ask("SELECT id, stage FROM cups")),
        )


def _games(connection: sqlite3.Connection) -> dict[int, Game]:
    seats: dict[int, dict[str, int | None]] = {}
    for game, mark, user in connection.execute(
        "SELECT session_id, mark, user_id FROM seats ORDER BY mark"
    ):
        seats.setdefault(game, {})[mark] = user
    kept = connection.execute(
        "SELECT id, channel_id, game, first, moves, ended_at, end_reason, winner, time, turn_since,"
        " cup_id, taken_back, language FROM sessions"
    )
    return {
        game: Game(game, channel, name, seats[game], first, _cells(moves), *more)
        for game, channel, name, first, moves, *more in kept
    }


def overdue(file: Path, now: float, retention: int | None) -> list[str]:
    """What should have been done or deleted by itself some time before now, and was not.

    retention  how many days ended games are kept; None: for good
    """
    at, over = (int(now) - seconds for seconds in (SOON, _LATEST))
    limits = (
        ("sessions", "closes_at", "ended_at IS NULL", at),
        ("sessions", "remind_at", "ended_at IS NULL", at),
        ("challenges", "expires_at", "state = 'open'", at),
        ("cups", "closes_at", "stage = 'joining'", at),
        ("cup_pairs", "due_at", "winner IS NULL", at),
        ("daily_channels", "due_at", "TRUE", at),
        ("interactions", "id", "TRUE", snowflake(over - _AN_HOUR)),
        ("challenges", "expires_at", "TRUE", over - A_DAY),
        ("pauses", "until", "TRUE", over),
        ("meetings", "day", "TRUE", over // A_DAY - 1),
        ("daily_solvers", "day", "TRUE", over // A_DAY - 1),
        ("sessions", "ended_at", "TRUE", over - retention * A_DAY if retention else 0),
    )
    found = []
    with _reading(file) as connection:
        for table, column, which, before in limits:
            query = f"SELECT * FROM {table} WHERE {which} AND {column} < ?"  # noqa: S608
            if rows := connection.execute(query, (before,)).fetchall():
                found.append(f"{table}.{column}: {rows}")
    return found


def has_counted(file: Path, interaction: int) -> bool:
    """Whether the bot remembers that an interaction has counted."""
    with _reading(file) as connection:
        query = "SELECT 1 FROM interactions WHERE id = ?"
        return connection.execute(query, (interaction,)).fetchone() is not None


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
