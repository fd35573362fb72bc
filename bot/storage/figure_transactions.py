"""Transactions that count what people do, for the operator's figures. They name nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, func, literal_column, select, text

from bot.sessions.records import PEOPLE
from bot.storage.database.prepared import driver
from bot.storage.tables import challenges, seats, sessions

DEMO = "demo"
"""What games are counted against in which the bot plays itself."""

_x, _o = seats.alias("x"), seats.alias("o")


@dataclass(frozen=True)
class Use:
    """What ended in some time.

    games       by game, by the name of the opponent the bot plays (or PEOPLE, or DEMO), and by how they ended
    challenges  by the state in which they ended
    """

    games: Mapping[tuple[str, str, str], int]
    challenges: Mapping[str, int]


def use(connection: Connection, after: int, until: int) -> Use:
    """What ended after one time and until another; seconds since 1970, UTC."""
    return Use(_games(connection, after, until), _challenges(connection, after, until))


def size(connection: Connection) -> int:
    """The size of the database, in bytes."""
    if driver(connection):
        pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        return int(connection.scalar(text(pages)) or 0)
    return int(connection.scalar(select(func.pg_database_size(literal_column("current_database()")))) or 0)


def _games(connection: Connection, after: int, until: int) -> Counter[tuple[str, str, str]]:
    kinds = sessions.c.game, sessions.c.end_reason, sessions.c.is_demo, _x.c.level, _o.c.level
    rows = connection.execute(
        select(*kinds, func.count())
        .join(_x, (_x.c.session_id == sessions.c.id) & (_x.c.mark == "X"))
        .join(_o, (_o.c.session_id == sessions.c.id) & (_o.c.mark == "O"))
        .where(sessions.c.ended_at > after, sessions.c.ended_at <= until)
        .group_by(*kinds)
    )
    found: Counter[tuple[str, str, str]] = Counter()
    for game, end, is_demo, x_level, o_level, count in rows:
        found[game, DEMO if is_demo else x_level or o_level or PEOPLE, end] += count
    return found


def _challenges(connection: Connection, after: int, until: int) -> dict[str, int]:
    rows = connection.execute(
        select(challenges.c.state, func.count().label("challenges"))
        .where(challenges.c.expires_at > after, challenges.c.expires_at <= until)
        .group_by(challenges.c.state)
    )
    return {row.state: row.challenges for row in rows}
