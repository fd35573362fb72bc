"""Fills a store as if many other people had used it."""

from bot.database.transaction import AnyTransaction
from tests.support.requests import NOW

_FIRST = 1_000_000  # the lowest id of the crowd's people, channels and servers
_CHANNELS = 100
_LIVE = 50  # one in so many games and challenges is still open
_DEMO_GAMES = 20  # one in so many games is a demo game
_INTERACTION = 1_300_000_000_000_000_000  # the lowest id of its interactions, less than an hour old

# Rows for each i from 1 to n.
_ROWS = (
    (
        "sessions (channel_id, guild_id, first, started_at, ended_at, end_reason, turn_since, "
        "closes_at, remind_at, rematch_of, is_demo, moves, game, assisted, taken_back, tally_x, "
        "tally_o, tally_drawn, language, look)",
        "{first} + i % {channels}, CASE WHEN i % 4 > 0 THEN {first} + i % {channels} END, 'X', "
        "{now}, CASE WHEN i % {live} > 0 THEN {now} END, CASE WHEN i % {live} > 0 THEN "
        "'abandoned' END, {now}, {now} + 500000, CASE WHEN i % {live} = 0 THEN {now} + 500000 "
        "END, CASE WHEN i % 3 = 0 THEN i - 1 END, i % {shows} = 0, '5', '3x3', i < 0, 0, 0, 0, "
        "0, 'en-US', 'tiles'",
    ),
    (
        "seats (session_id, mark, user_id, level, channel_id, live)",
        "i, 'X', CASE WHEN i % {shows} > 0 THEN {first} + i END, CASE WHEN i % {shows} = 0 THEN "
        "'easy' END, {first} + i % {channels}, i % {live} = 0",
    ),
    (
        "seats (session_id, mark, user_id, level, channel_id, live)",
        "i, 'O', CASE WHEN i % 3 = 1 AND i % {shows} > 0 THEN {first} + {n} + i END, CASE WHEN i "
        "% 3 <> 1 OR i % {shows} = 0 THEN 'easy' END, {first} + i % {channels}, i % {live} = 0",
    ),
    (
        "challenges (channel_id, challenger_id, challenged_id, mark, first, expires_at, state, "
        "rematch_of, game, time, language, look)",
        "{first} + i % {channels}, {first} + i, {first} + {n} + i, 'X', 'me', {now} + CASE WHEN "
        "i % {live} = 0 THEN 500000 ELSE 50000 END, CASE WHEN i % {live} = 0 THEN 'open' ELSE "
        "'declined' END, i, '3x3', 600, 'en-US', 'tiles'",
    ),
    (
        "pauses (challenger_id, challenged_id, until)",
        "{first} + i, {first} + {n} + i, {now} + 500000 + i % 1000",
    ),
    (
        "meetings (guild_id, game, lower_id, higher_id, day, games)",
        "{first} + i % {channels}, '3x3', {first} + i, {first} + {n} + i, {now} / 86400, 1",
    ),
    ("interactions (id)", "{interaction} + i"),
)


_INSERT = (
    "INSERT INTO {table} WITH RECURSIVE numbers(i) AS"
    " (SELECT CAST({first} AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i < {last})"
    " SELECT {values} FROM numbers"
)


def insert_many(
    transaction: AnyTransaction, table: str, values: str, first: int, last: int
) -> None:
    """Insert a row for each i from `first` to `last`.

    table   with its columns
    values  in SQL that both databases understand
    """
    transaction.connection.exec_driver_sql(
        _INSERT.format(table=table, values=values, first=first, last=last)
    )


def fill(transaction: AnyTransaction, games: int) -> None:
    """Write so many games to an empty store, and as many of the rows that upkeep deletes."""
    given = {
        "n": games,
        "first": _FIRST,
        "channels": _CHANNELS,
        "live": _LIVE,
        "shows": _DEMO_GAMES,
        "interaction": _INTERACTION,
        "now": NOW,
    }
    for table, values in _ROWS:
        insert_many(transaction, table, values.format(**given), 1, games)


def rank(transaction: AnyTransaction, guild_id: int, people: int, game: str = "3x3") -> None:
    """Put so many more people on the leaderboard of a server, the same ones in each game."""
    columns = "guild_id, game, against_bot, user_id, points, won, drawn, lost"
    values = f"{guild_id}, '{game}', false, 900000 + i, 1, 1, 1, 1"
    insert_many(transaction, f"standings ({columns})", values, 1, people)
