"""Limits on challenges and on joining open games, as rows: pauses, which end by themselves, and blocks."""

from __future__ import annotations

from sqlalchemy import BindParameter, Connection, bindparam, delete, func, insert, select, tuple_

from bot.sessions.challenge import Pause
from bot.sessions.seats import NOBODY, Person, UserId
from bot.sessions.session import Session
from bot.storage.counting import put
from bot.storage.database.prepared import Prepared, Write
from bot.storage.store import AT_ONCE
from bot.storage.tables import blocks, pauses

_KEPT = 24 * 3600  # seconds after a pause has ended

_PAIR = (
    pauses.c.challenged_id == bindparam("challenged"),
    pauses.c.challenger_id == bindparam("challenger"),
)
_PAUSE = Prepared(select(pauses.c.in_vain, pauses.c.until).where(*_PAIR))
# The pair by its ids, so that two transactions lock their pauses in the same order.
_lower: BindParameter[int] = bindparam("lower")
_higher: BindParameter[int] = bindparam("higher")
_END_PAUSES = Prepared(
    delete(pauses).where(
        ((pauses.c.challenged_id == _lower) & (pauses.c.challenger_id == _higher))
        | ((pauses.c.challenged_id == _higher) & (pauses.c.challenger_id == _lower))
    )
)
_WRITE_PAUSE = put(
    pauses,
    ("challenged_id", "challenger_id", "in_vain", "until"),
    lambda new: {"in_vain": new["in_vain"], "until": new["until"]},
)
_BLOCK = Prepared(
    select(blocks.c.blocked_id).where(
        blocks.c.blocker_id == bindparam("blocker"), blocks.c.blocked_id == bindparam("blocked")
    )
)


def load_pause(connection: Connection, challenger: UserId, challenged: UserId) -> Pause | None:
    """The pause before one person may challenge another again; None if there is none.

    challenged  NOBODY's number for the pause before they may join an open game again
    """
    rows = _PAUSE.rows(connection, challenger=challenger, challenged=challenged)
    return Pause(rows[0].in_vain, rows[0].until) if rows else None


def write_pause(connection: Connection, challenger: UserId, challenged: UserId, pause: Pause) -> None:
    """Write the pause between two people, as `load_pause` reads it, and replace an earlier one."""
    statement, values = pausing(challenger, challenged, pause)
    statement.run(connection, **values)


def pause_who_left(connection: Connection, left: Session, now: int) -> None:
    """Let the person who left an open game before making a move wait before they join another."""
    leaver = left.seats[left.ending.left_by] if left.ending and left.ending.left_by else None
    if left.open_game_id is not None and isinstance(leaver, Person):
        pause = load_pause(connection, leaver.user_id, NOBODY.user_id) or Pause()
        write_pause(connection, leaver.user_id, NOBODY.user_id, pause.after_one_more(now))


def pausing(challenger: UserId, challenged: UserId, pause: Pause) -> Write:
    """What `write_pause` writes, to be written together with something else."""
    return _WRITE_PAUSE, {
        "challenger_id": challenger,
        "challenged_id": challenged,
        "in_vain": pause.in_vain,
        "until": pause.until,
    }


def ending_pauses(one: UserId, other: UserId) -> Write:
    """What lets two people who play each other challenge each other at once."""
    return _END_PAUSES, {"lower": min(one, other), "higher": max(one, other)}


def forget_old_pauses(connection: Connection, now: int) -> int:
    """Delete pauses that ended a day ago, at most AT_ONCE; returns how many it deleted."""
    old = select(*pauses.primary_key).where(pauses.c.until < now - _KEPT).limit(AT_ONCE)
    return connection.execute(delete(pauses).where(tuple_(*pauses.primary_key).in_(old))).rowcount


def has_blocked(connection: Connection, blocker: UserId, other: UserId) -> bool:
    return _BLOCK.scalar(connection, blocker=blocker, blocked=other) is not None


def count_blocked(connection: Connection, blocker: UserId) -> int:
    """How many people a person has blocked."""
    theirs = select(func.count()).select_from(blocks).where(blocks.c.blocker_id == blocker)
    return connection.execute(theirs).scalar_one()


def block(connection: Connection, blocker: UserId, other: UserId) -> None:
    if not has_blocked(connection, blocker, other):
        connection.execute(insert(blocks).values(blocker_id=blocker, blocked_id=other))


def unblock(connection: Connection, blocker: UserId, other: UserId) -> None:
    connection.execute(delete(blocks).where(blocks.c.blocker_id == blocker, blocks.c.blocked_id == other))


def unblock_all(connection: Connection, blocker: UserId) -> None:
    connection.execute(delete(blocks).where(blocks.c.blocker_id == blocker))
