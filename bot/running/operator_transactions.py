"""The operator's transactions read the whole database. They may take long; see `Store.read`."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, func, null, select

from bot.database.tables import bans, homes, metadata, people, seats, sessions
from bot.people import personal_rows
from bot.play.rows import SEATED
from bot.play.seats import NOBODY, UserId
from bot.play.session import SECONDS_A_DAY
from bot.running import transactions as upkeep

_IS_BANNED = (bans.c.id != null()).label("is_banned")


def survey(connection: Connection, now: int) -> dict[str, int]:
    """Count everything: figures by what they are. `now` is in seconds since 1970, UTC."""

    def count(statement: Select[Any]) -> int:
        return int(connection.scalar(statement) or 0)

    def ended(days: int) -> int:
        return count(select(func.count()).where(sessions.c.ended_at > now - days * SECONDS_A_DAY))

    people_seated = select(func.count(seats.c.user_id.distinct())).where(
        seats.c.user_id != NOBODY.user_id
    )
    return {
        "games that are on": count(select(func.count()).where(sessions.c.ended_at == null())),
        "games that ended in a day": ended(1),
        "in a week": ended(7),
        "in 30 days": ended(30),
        "people with games": count(people_seated),
        "servers with games": count(select(func.count(sessions.c.guild_id.distinct()))),
        "bytes of the database": upkeep.size(connection),
        **{
            f"rows of {table.name}": count(select(func.count()).select_from(table))
            for table in metadata.sorted_tables
        },
    }


def busiest_people(connection: Connection, most: int) -> Sequence[Row[Any]]:
    """Those with the most games: id, games, seen_on, and is_banned."""
    games = func.count()
    return connection.execute(
        select(seats.c.user_id.label("id"), games.label("games"), people.c.seen_on, _IS_BANNED)
        .outerjoin(people, people.c.user_id == seats.c.user_id)
        .outerjoin(bans, bans.c.id == seats.c.user_id)
        .where(seats.c.user_id != NOBODY.user_id)
        .group_by(seats.c.user_id, people.c.seen_on, bans.c.id)
        .order_by(games.desc(), seats.c.user_id)
        .limit(most)
    ).all()


def servers(connection: Connection, most: int) -> Sequence[Row[Any]]:
    """Homes, and other servers with games, those with the most games first.

    Each with its id, games, the time of the last one (None if there are none), and is_banned.
    """
    played = select(sessions.c.guild_id).where(sessions.c.guild_id != null())
    known = select(homes.c.guild_id).union(played).subquery()
    games = func.count(sessions.c.id)
    last = func.max(sessions.c.started_at).label("last_at")
    return connection.execute(
        select(known.c.guild_id.label("id"), games.label("games"), last, _IS_BANNED)
        .outerjoin(sessions, sessions.c.guild_id == known.c.guild_id)
        .outerjoin(bans, bans.c.id == known.c.guild_id)
        .group_by(known.c.guild_id, bans.c.id)
        .order_by(games.desc(), known.c.guild_id)
        .limit(most)
    ).all()


def knows(connection: Connection, id_: int, *, is_server: bool) -> bool:
    """Whether anything is kept about a person, or a server has the bot or games of it are kept."""
    columns = (homes.c.guild_id, sessions.c.guild_id) if is_server else (seats.c.user_id,)
    found = any(connection.scalar(select(each).where(each == id_).limit(1)) for each in columns)
    return found or (not is_server and bool(personal_rows.facts(connection, id_)))


def last_games(
    connection: Connection,
    most: int,
    *,
    is_live: bool,
    guild_id: int | None,
    user_id: UserId | None,
) -> Sequence[Row[Any]]:
    """The games that began last, the newest first, as rows of sessions with who sits where.

    is_live   only those that are on
    guild_id  only those in this server
    user_id   only those of this person
    """
    found = SEATED.order_by(sessions.c.id.desc()).limit(most)
    if is_live:
        found = found.where(sessions.c.ended_at == null())
    if guild_id is not None:
        found = found.where(sessions.c.guild_id == guild_id)
    if user_id is not None:
        theirs = select(seats.c.session_id).where(seats.c.user_id == user_id)
        found = found.where(sessions.c.id.in_(theirs))
    return connection.execute(found).all()
