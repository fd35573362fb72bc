"""What is kept about a person: read for a file of their own, or deleted part after part.

A new table with people in it has to be named here twice, in `_THEIRS` and in `forget_person`.
"""

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from sqlalchemy import bindparam, delete, exists, func, null, select, update

from bot.challenges.rows import unblock_all
from bot.cups.rows import leave_cups
from bot.database.locks import Lock, lock, lock_id
from bot.database.store import AT_ONCE
from bot.database.tables import (
    bans,
    blocks,
    challenges,
    counts,
    cup_pairs,
    cup_players,
    cups,
    daily_puzzles,
    meetings,
    pauses,
    people,
    seats,
    sessions,
    standings,
)
from bot.database.transaction import AnyTransaction
from bot.play.results import THE_BOT
from bot.play.rows import SEATED, close, delete_sessions, from_row
from bot.play.seats import NOBODY, UserId
from bot.play.session import Termination

Row: TypeAlias = Mapping[str, Any]

# Blocks that others have set belong to those others, and the person must not learn of them.
_THEIRS = (
    people.c.user_id,
    counts.c.user_id,
    standings.c.user_id,
    daily_puzzles.c.user_id,
    blocks.c.blocker_id,
    challenges.c.challenger_id,
    challenges.c.challenged_id,
    pauses.c.challenger_id,
    pauses.c.challenged_id,
    meetings.c.lower_id,
    meetings.c.higher_id,
    cups.c.host_id,
    cup_players.c.user_id,
    cup_pairs.c.first_id,
    cup_pairs.c.second_id,
    bans.c.id,
)
_own = seats.alias("own")

_GAMES = (
    SEATED.join(_own, _own.c.session_id == sessions.c.id)
    .where(_own.c.user_id == bindparam("user_id"), _own.c.session_id > bindparam("after"))
    .order_by(_own.c.session_id)
)

PAGE = 5_000
"""Games in a file, which is then about 2 MB; Discord takes 10 MB."""


def facts(transaction: AnyTransaction, user_id: UserId) -> list[tuple[str, Row]]:
    """All that is kept about a person except their games: rows, each with its table's name."""
    facts: list[tuple[str, Row]] = []
    for column in _THEIRS:
        table = column.table
        of_person = select(table).where(column == user_id)
        rows = transaction.connection.execute(of_person).mappings()
        facts += [(table.name, dict(row)) for row in rows]
    return facts


def games(transaction: AnyTransaction, user_id: UserId, after: int) -> list[Row]:
    """The next PAGE games of a person as rows, the oldest first; `moves` holds cells.

    after  the id of the last game that was read before; 0 for none
    """
    page = _GAMES.limit(PAGE)
    rows = transaction.connection.execute(page, {"user_id": user_id, "after": after}).mappings()
    return [dict(row) | {"moves": from_row(row["moves"])} for row in rows]


def count_games(transaction: AnyTransaction, user_id: UserId, most: int) -> int:
    """How many games a person has, counted up to `most`."""
    theirs = select(seats.c.session_id).where(seats.c.user_id == user_id).limit(most)
    return transaction.connection.scalar(select(func.count()).select_from(theirs.subquery())) or 0


_SEATS_OF = (
    select(
        sessions.c.id,
        sessions.c.guild_id,
        seats.c.channel_id,
        # Not `seats.live`: only of the locked row is it known whether a game has ended meanwhile.
        sessions.c.ended_at,
    )
    .join(sessions, sessions.c.id == seats.c.session_id)
    .where(seats.c.user_id == bindparam("player"))
    .order_by(seats.c.channel_id, seats.c.session_id)
    .limit(AT_ONCE)
    .with_for_update(of=sessions, key_share=True)
)


def leave_games(
    transaction: AnyTransaction, player: UserId, direct: Collection[int], now: int
) -> bool:
    """Remove a person from AT_ONCE of their sessions; returns whether there may be more.

    The id of a direct-message channel can identify its person. So a session there is deleted when
    no person has a seat in it any more, and so are the demo games of that channel.

    direct  direct-message channels known to be theirs
    """
    theirs = transaction.connection.execute(_SEATS_OF, {"player": player}).all()
    private = set(direct)
    private |= {seat.channel_id for seat in theirs if seat.guild_id is None}
    if _delete_demo_games(transaction, private) == AT_ONCE:
        return True  # while the person still has seats, these lead to the other demo games
    live = [seat.id for seat in theirs if seat.ended_at is None]
    close(transaction, live, Termination.STOPPED, now)
    session_ids = [seat.id for seat in theirs]
    vacate = update(seats).where(seats.c.session_id.in_(session_ids), seats.c.user_id == player)
    transaction.connection.execute(vacate.values(user_id=NOBODY.user_id))
    withdraw_news = update(sessions).where(sessions.c.id.in_(session_ids))
    transaction.connection.execute(withdraw_news.where(sessions.c.news != null()).values(news=None))
    _delete_without_people(transaction, session_ids)
    return len(theirs) == AT_ONCE


def _delete_demo_games(transaction: AnyTransaction, channel_ids: Collection[int]) -> int:
    """Delete AT_ONCE of the demo games in some channels; returns how many it deleted."""
    demo_games = (
        select(sessions.c.id)
        .where(sessions.c.channel_id.in_(channel_ids), sessions.c.is_demo)
        .limit(AT_ONCE)
    )
    session_ids = transaction.connection.scalars(demo_games).all()
    delete_sessions(transaction, session_ids)
    return len(session_ids)


def _delete_without_people(transaction: AnyTransaction, session_ids: Collection[int]) -> None:
    """Delete those of the sessions that are in direct messages and have no person any more."""
    taken = exists().where(seats.c.session_id == sessions.c.id, seats.c.user_id != NOBODY.user_id)
    deserted = select(sessions.c.id).where(
        sessions.c.id.in_(session_ids), sessions.c.guild_id == null(), ~taken
    )
    delete_sessions(transaction, transaction.connection.scalars(deserted).all())


def count_old_games(transaction: AnyTransaction, ended_before: int) -> int:
    """How many games `forget_games` would delete in all."""
    old = select(func.count()).select_from(sessions).where(sessions.c.ended_at < ended_before)
    return int(transaction.connection.scalar(old) or 0)


def forget_games(transaction: AnyTransaction, ended_before: int) -> int:
    """Delete up to AT_ONCE finished games of everyone; returns how many. Results stay counted."""
    # Another process may be about to delete the same games.
    lock(transaction.connection, Lock.SWEEP)
    old = select(sessions.c.id).where(sessions.c.ended_at < ended_before).limit(AT_ONCE)
    session_ids = transaction.connection.scalars(old).all()
    delete_sessions(transaction, session_ids)
    return len(session_ids)


def forget_person(transaction: AnyTransaction, user_id: UserId) -> None:
    """Delete a person's results and settings.

    Whom they met and challenged, and their wait after leaving a game, are kept for two days,
    or deleting would be a way around the limits. Blocks set by others stay, because they belong to
    those others.
    """
    lock_id(transaction.connection, user_id)
    for table in (counts, standings, daily_puzzles, people):
        transaction.connection.execute(delete(table).where(table.c.user_id == user_id))
    with_the_bot = (meetings.c.lower_id == THE_BOT) & (meetings.c.higher_id == user_id)
    transaction.connection.execute(delete(meetings).where(with_the_bot))
    transaction.connection.execute(delete(pauses).where(pauses.c.challenged_id == user_id))
    unblock_all(transaction, user_id)
    leave_cups(transaction, user_id)
