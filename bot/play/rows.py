"""Sessions as rows: finding and reading them, and writing what changes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from sqlalchemy import (
    ScalarSelect,
    Update,
    bindparam,
    delete,
    insert,
    null,
    select,
    tuple_,
    update,
)

from bot.database.prepared_statements import Prepared, next_id
from bot.database.store import AT_ONCE
from bot.database.tables import challenges, seats, sessions
from bot.database.transaction import AnyTransaction, Transaction
from bot.interactions.interaction import Interaction
from bot.messages.content import Place
from bot.play.news import news_of_code
from bot.play.result_rows import count, record_seen, show_end
from bot.play.seats import Bot, Person, Seat, UserId
from bot.play.session import Ending, Session, Tally, Termination
from bot.play.settings_rows import record_used
from engine.board import Cell, Mark

# A move is written as the character of its cell, so no board may have more than 35 cells.
_CELLS = "0123456789abcdefghijklmnopqrstuvwxyz"

_x = seats.alias("x")
_o = seats.alias("o")
THIS_SESSION = sessions.c.id == bindparam("session_id")
_LIVE_SEATS = select(seats.c.session_id).where(
    seats.c.channel_id == bindparam("channel_id"),
    seats.c.user_id.in_([bindparam("one"), bindparam("other")]),
    seats.c.live,
)


SEATED = (
    select(
        sessions,
        _x.c.user_id.label("x_id"),
        _x.c.level.label("x_level"),
        _o.c.user_id.label("o_id"),
        _o.c.level.label("o_level"),
    )
    .join(_x, (_x.c.session_id == sessions.c.id) & (_x.c.mark == Mark.X.value))
    .join(_o, (_o.c.session_id == sessions.c.id) & (_o.c.mark == Mark.O.value))
)
"""Sessions with who sits where."""

_SESSION = Prepared(SEATED.where(THIS_SESSION))
_SEATED_SESSIONS = Prepared(SEATED.where(sessions.c.id.in_(_LIVE_SEATS)))
_REMATCH = Prepared(SEATED.where(sessions.c.rematch_of == bindparam("session_id")))


def load_session(transaction: AnyTransaction, session_id: int, now: int) -> Session | None:
    """The session as of `now`; None if there is none."""
    rows = _SESSION.execute(transaction, session_id=session_id)
    if not rows:
        return None
    return _session(rows[0], now)


def live_session(
    transaction: AnyTransaction, channel_id: int, player: UserId, now: int
) -> Session | None:
    """The live session of `player` in a channel; there is at most one."""
    rows = _SEATED_SESSIONS.execute(transaction, channel_id=channel_id, one=player, other=player)
    for row in rows:
        session = _session(row, now)
        if not session.ending:
            return session
    return None


def last_finished_session(
    transaction: AnyTransaction, channel_id: int, player: UserId, now: int
) -> Session | None:
    """The last session `player` finished in a channel, not counting sessions without a move."""
    session_id = transaction.connection.scalar(
        select(seats.c.session_id)
        .join(sessions, sessions.c.id == seats.c.session_id)
        .where(
            seats.c.user_id == player,
            seats.c.channel_id == channel_id,
            ~seats.c.live,
            sessions.c.moves != "",
        )
        .order_by(seats.c.session_id.desc())
        .limit(1)
    )
    if session_id is None:
        return None
    return load_session(transaction, session_id, now)


def still_live(transaction: AnyTransaction, session_ids: Iterable[int], now: int) -> list[Session]:
    """The given sessions that are still live."""
    live = []
    for session_id in list(session_ids):
        session = load_session(transaction, session_id, now)
        if session and not session.ending:
            live.append(session)
    return live


def live_sessions(transaction: AnyTransaction, player: UserId, now: int) -> list[Session]:
    """At most AT_ONCE live sessions of a person, in all channels."""
    taken = select(seats.c.session_id).where(seats.c.user_id == player, seats.c.live)
    theirs = SEATED.where(sessions.c.id.in_(taken.limit(AT_ONCE)))
    live = []
    for row in transaction.connection.execute(theirs):
        session = _session(row, now)
        if not session.ending:
            live.append(session)
    return live


_mine = seats.alias("mine")
_FINISHED = SEATED.join(_mine, _mine.c.session_id == sessions.c.id).where(
    _mine.c.user_id == bindparam("player"), ~_mine.c.live, sessions.c.moves != ""
)
_by_end = tuple_(_mine.c.ended_at, _mine.c.session_id)


def finished_before(
    transaction: AnyTransaction, player: UserId, now: int, most: int, before: int | None = None
) -> list[Session]:
    """Up to `most` finished sessions of a person with a move, in all channels, the newest first.

    before  the id of the session that ended after them; None for the last ones
    """
    query = _FINISHED.order_by(_mine.c.ended_at.desc(), _mine.c.session_id.desc()).limit(most)
    if before is not None:
        query = query.where(_by_end < _end_of(before))
    return [_session(row, now) for row in transaction.connection.execute(query, {"player": player})]


def finished_after(
    transaction: AnyTransaction, player: UserId, now: int, most: int, after: int
) -> list[Session]:
    """Up to `most` such sessions, the oldest first.

    after  the id of the session that ended before them
    """
    query = _FINISHED.where(_by_end > _end_of(after))
    query = query.order_by(_mine.c.ended_at, _mine.c.session_id).limit(most)
    return [_session(row, now) for row in transaction.connection.execute(query, {"player": player})]


def _end_of(session_id: int) -> ScalarSelect[Any]:
    """When a session ended, as `_by_end` has it; nothing if the session is no longer kept."""
    end = select(seats.c.ended_at, seats.c.session_id).where(seats.c.session_id == session_id)
    return end.limit(1).scalar_subquery()


def rematch_of(transaction: AnyTransaction, session_id: int, now: int) -> Session | None:
    """The rematch of a session; None if there was none."""
    rows = _REMATCH.execute(transaction, session_id=session_id)
    if not rows:
        return None
    return _session(rows[0], now)


def in_row(cells: Iterable[Cell]) -> str:
    """The cells of moves as they stand in the row of their session."""
    return "".join(map(_CELLS.__getitem__, cells))


def from_row(moves: str) -> tuple[Cell, ...]:
    """The cells of moves that stand in a row like that."""
    return tuple(map(_CELLS.index, moves))


def two_sessions_in(transaction: AnyTransaction, channel_id: int, now: int) -> list[Session]:
    """Up to two of the sessions that people play in a channel."""
    taken = (
        select(seats.c.session_id)
        .join(sessions, sessions.c.id == seats.c.session_id)
        .where(
            seats.c.channel_id == channel_id,
            seats.c.live,
            seats.c.user_id != null(),
            sessions.c.closes_at > now,
        )
    )
    # Three seats belong to at least two sessions.
    session_ids = set(transaction.connection.scalars(taken.limit(3)))
    return still_live(transaction, sorted(session_ids)[:2], now)


def _session(row: Any, now: int) -> Session:
    """The session of a row of `SEATED`, as of `now`."""
    ending = None
    if row.end_reason is not None:
        ending = Ending(Termination(row.end_reason), _mark(row.winner), _mark(row.left_by))
    news = None
    if row.news is not None:
        news = news_of_code(row.news)
    return Session(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        game=row.game,
        seats={Mark.X: _seat(row.x_id, row.x_level), Mark.O: _seat(row.o_id, row.o_level)},
        first=Mark(row.first),
        moves=from_row(row.moves),
        ending=ending,
        ended_at=row.ended_at,
        message_id=row.message_id,
        assisted=row.assisted,
        taken_back=row.taken_back,
        time=row.time,
        turn_since=row.turn_since,
        offered_by=_mark(row.offered_by),
        tally=Tally(row.tally_x, row.tally_o, row.tally_drawn),
        rematch_of=row.rematch_of,
        language=row.language,
        look=row.look,
        cup_id=row.cup_id,
        news=news,
    ).at(now)


def _mark(value: str | None) -> Mark | None:
    if value is None:
        return None
    return Mark(value)


def _value(mark: Mark | None) -> str | None:
    """What `_mark` reads."""
    if mark is None:
        return None
    return mark.value


def _seat(user_id: UserId | None, level: str) -> Seat:
    if user_id is None:
        return Bot(level)
    return Person(user_id)


_END_SEATS = Prepared(
    update(seats)
    .where(seats.c.session_id == bindparam("of"))
    .values(live=False, ended_at=bindparam("at"))
)
_ABANDONED = Prepared(
    select(sessions.c.id)
    .where(sessions.c.ended_at == null(), sessions.c.closes_at <= bindparam("now"))
    .order_by(sessions.c.closes_at)
    .limit(AT_ONCE)
    .with_for_update(key_share=True)
)
_TELL = Prepared(update(sessions).where(THIS_SESSION).values(news=bindparam("news")))
_NEW_SESSION = Prepared(insert(sessions))
_NEW_SEAT = Prepared(insert(seats))

next_session_id = next_id(sessions)


def insert_session(transaction: Transaction[Interaction], session: Session) -> Session:
    """Write a new session and return it."""
    interaction = transaction.interaction
    row = {
        "id": session.id,
        "channel_id": session.channel_id,
        "guild_id": session.guild_id,
        "game": session.game,
        "first": session.first.value,
        "started_at": interaction.at,
        "time": session.time,
        "tally_x": session.tally.x,
        "tally_o": session.tally.o,
        "tally_drawn": session.tally.drawn,
        "rematch_of": session.rematch_of,
        "is_demo": session.is_demo,
        "look": session.look,
        "cup_id": session.cup_id,
        **changing_columns(session),
        **_clock(session, may_remind=interaction.may_write),
    }
    _NEW_SESSION.execute(transaction, **row)
    user_ids = []
    for mark, seat in session.seats.items():
        user_id = None
        level = None
        if isinstance(seat, Person):
            user_id = seat.user_id
            user_ids.append(user_id)
        else:
            level = seat.level
        _NEW_SEAT.execute(
            transaction,
            session_id=session.id,
            mark=mark.value,
            user_id=user_id,
            level=level,
            channel_id=session.channel_id,
            live=True,
            ended_at=0,
        )
    for user_id in sorted(user_ids):  # so that no two deadlock
        record_seen(transaction, user_id, interaction.at)
    if session.guild_id is not None:
        record_used(transaction, session.guild_id, interaction.at)
    return session


def save_session(
    transaction: Transaction[Interaction],
    before: Session,
    after: Session,
    place: Place | None = None,
) -> Session:
    """Write the changes from `before` to `after`.

    place  where the board goes, if not where the answer does

    The current board is then on the message that was pressed, or after a command on a new message,
    whose id we learn from the first press on it. A board that others see stays where it is while
    somebody plays in words.
    """
    interaction = transaction.interaction
    message_id = interaction.board_after(after.message_id, place)
    if message_id != after.message_id:
        after = replace(after, message_id=message_id)
    if after.speaks_to_one_person:
        after = replace(after, language=interaction.language)
    return _write_changes(
        transaction, before, after, interaction.at, may_remind=interaction.may_write
    )


def write_progress(
    transaction: AnyTransaction, before: Session, after: Session, now: int
) -> Session:
    """Write the changes from `before` to `after`; the current board stays on its message."""
    if before == after:
        return after
    return _write_changes(transaction, before, after, now)


def _write_changes(
    transaction: AnyTransaction,
    before: Session,
    after: Session,
    now: int,
    *,
    may_remind: bool = False,
) -> Session:
    """Write what has changed. At the end count the result with it, and note what is new in that."""
    has_moved = after.moves != before.moves
    if has_moved:
        after = replace(after, turn_since=now)  # a move restarts the clock
    if after.ending and not before.ending:
        after = replace(after, ended_at=now)
    old = changing_columns(before)
    new = changing_columns(after)
    changes = {name: value for name, value in new.items() if value != old[name]}
    if has_moved:
        changes |= _clock(after, may_remind=may_remind)
    if before.ending:
        if changes:
            _update(tuple(changes)).execute(transaction, session_id=before.id, **changes)
        return after
    if after.ending:
        changes["remind_at"] = None
    if changes:
        was = {f"was_{name}": value for name, value in old.items()}
        _update_unchanged(tuple(changes)).execute(
            transaction, session_id=before.id, **was, **changes
        )
    if after.ending:
        _END_SEATS.execute(transaction, of=after.id, at=now)
        news = count(transaction, after, now)
        show_end(transaction, after, after.ending.termination)
        if news:
            after = replace(after, news=news)
            _TELL.execute(transaction, session_id=after.id, news=news.code)
    return after


@cache
def _update(columns: tuple[str, ...]) -> Prepared:
    """The statement that writes these columns of a session. Only a few combinations occur."""
    return Prepared(_setting(columns), must_change=True)


@cache
def _update_unchanged(columns: tuple[str, ...]) -> Prepared:
    """The same for a live session, if nobody has changed it since it was read."""
    statement = _setting(columns)
    for name in _CHANGING:
        column = sessions.c[name]
        was = bindparam(f"was_{name}", type_=column.type)
        statement = statement.where(column.is_not_distinct_from(was))
    return Prepared(statement, must_change=True)


def _setting(columns: tuple[str, ...]) -> Update:
    values: dict[str, Any] = {column: bindparam(column) for column in columns}
    return update(sessions).where(THIS_SESSION).values(values)


_CHANGING: Mapping[str, Callable[[Session], Any]] = {
    "moves": lambda session: in_row(session.moves),
    "message_id": lambda session: session.message_id,
    "assisted": lambda session: session.assisted,
    "taken_back": lambda session: session.taken_back,
    "turn_since": lambda session: session.turn_since,
    "offered_by": lambda session: _value(session.offered_by),
    "language": lambda session: session.language,
    "ended_at": lambda session: session.ended_at,
    "end_reason": lambda session: session.ending and session.ending.termination.value,
    "winner": lambda session: session.ending and _value(session.ending.winner),
    "left_by": lambda session: session.ending and _value(session.ending.left_by),
    "news": lambda session: session.news and session.news.code,
}
"""The columns that can change once a session is there: this list saves them and compares them."""


def changing_columns(session: Session) -> dict[str, Any]:
    """What stands in those columns."""
    return {name: value_of(session) for name, value_of in _CHANGING.items()}


def _clock(session: Session, *, may_remind: bool) -> dict[str, Any]:
    """The columns that follow from the time at which the current turn began, and who is told."""
    remind_at = None
    if session.time and may_remind:
        remind_at = session.turn_since + session.time // 2
        if session.must_tell:
            remind_at = session.deadline  # half of the time earlier they know already
    return {
        "closes_at": session.closes_at,
        "remind_at": remind_at,
    }


def close_abandoned(transaction: AnyTransaction, now: int) -> int:
    """End abandoned sessions, the oldest AT_ONCE; returns how many it ended."""
    session_ids = [row.id for row in _ABANDONED.execute(transaction, now=now)]
    return close(transaction, session_ids, Termination.ABANDONED, now)


def free_seats(
    transaction: AnyTransaction, channel_id: int, now: int, *players: UserId
) -> list[Session]:
    """End the abandoned sessions of one or two people in a channel; returns their live ones."""
    rows = _SEATED_SESSIONS.execute(
        transaction, channel_id=channel_id, one=players[0], other=players[-1]
    )
    live = []
    abandoned_ids = []
    for row in rows:
        session = _session(row, now)
        if session.ending:
            abandoned_ids.append(session.id)
        else:
            live.append(session)
    if abandoned_ids:
        # Not `ended_at`: PostgreSQL may walk its index of live sessions, if it believes them to be
        # few.
        abandoned = select(sessions.c.id).where(
            sessions.c.id.in_(abandoned_ids),
            sessions.c.end_reason == null(),
            sessions.c.closes_at <= now,
        )
        session_ids = transaction.connection.scalars(
            abandoned.with_for_update(key_share=True)
        ).all()
        close(transaction, session_ids, Termination.ABANDONED, now)
    return live


def close(
    transaction: AnyTransaction, session_ids: Sequence[int], termination: Termination, now: int
) -> int:
    """End live sessions without a result; returns how many it ended."""
    if not session_ids:
        return 0
    for row in transaction.connection.execute(SEATED.where(sessions.c.id.in_(session_ids))):
        show_end(transaction, _session(row, now), termination)
    their_seats = update(seats).where(seats.c.session_id.in_(session_ids))
    transaction.connection.execute(their_seats.values(live=False, ended_at=now))
    them = update(sessions).where(sessions.c.id.in_(session_ids))
    transaction.connection.execute(
        them.values(ended_at=now, end_reason=termination.value, offered_by=None, remind_at=None)
    )
    return len(session_ids)


def put_clocks_back(transaction: AnyTransaction, seconds: int) -> None:
    """Move the deadlines of all live sessions by so many seconds, in which nobody could play."""
    transaction.connection.execute(
        update(sessions)
        # Uses the index of live sessions.
        .where(sessions.c.ended_at == null(), sessions.c.closes_at > 0)
        .values(
            turn_since=sessions.c.turn_since + seconds,
            closes_at=sessions.c.closes_at + seconds,
            remind_at=sessions.c.remind_at + seconds,
        )
    )


def delete_sessions(transaction: AnyTransaction, session_ids: Sequence[int]) -> None:
    """Delete sessions, everything that belongs to them, and what others say of them."""
    if not session_ids:
        return
    for table in (sessions, challenges):
        rematches = update(table).where(table.c.rematch_of.in_(session_ids))
        transaction.connection.execute(rematches.values(rematch_of=None))
    transaction.connection.execute(delete(seats).where(seats.c.session_id.in_(session_ids)))
    them = delete(sessions).where(sessions.c.id.in_(session_ids))
    transaction.connection.execute(them)
