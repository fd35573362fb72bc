"""Records as rows: what is counted of finished games, and what a person has settled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, or_, select, update

from bot.sessions import records
from bot.sessions.records import COUNTED_A_DAY, POINTS, Count, Form, Standing, Stats
from bot.sessions.seats import NOBODY, Person, UserId
from bot.sessions.session import Session
from bot.storage.tables import challenges, counts, interactions, meetings, people, seats, standings
from engine.board import Mark
from engine.minimax import Result

_A_DAY = 24 * 3600
_COLUMNS = {Result.WIN: "won", Result.DRAW: "drawn", Result.LOSS: "lost"}
_LETTERS = {Result.WIN: "W", Result.DRAW: "D", Result.LOSS: "L"}
_RESULTS = {letter: result for result, letter in _LETTERS.items()}


def count_results(connection: Connection, session: Session, now: int) -> None:
    """Count a session that has just ended, for every person in it."""
    for_the_table = _counts_for_the_table(connection, session, now)
    for mark, seat in session.seats.items():
        result = records.result_for(session, mark)
        if result is None or not isinstance(seat, Person) or seat == NOBODY:
            continue
        _count(
            connection,
            seat.user_id,
            records.counted_against(session, mark),
            result,
            assisted=session.assisted,
        )
        if not session.assisted:
            _save_form(connection, seat.user_id, load_form(connection, seat.user_id).after(result))
        if for_the_table and session.guild_id is not None:
            _place(connection, session.guild_id, seat.user_id, result)


def load_stats(connection: Connection, user_id: UserId) -> Stats:
    """All that is counted of a person; nothing, for somebody who has not played."""
    rows = connection.execute(select(counts).where(counts.c.user_id == user_id)).all()
    assisted = Count()
    for row in rows:
        if row.assisted:
            assisted = assisted.plus(Count(row.won, row.drawn, row.lost))
    return Stats(
        user_id=user_id,
        counts={row.against: Count(row.won, row.drawn, row.lost) for row in rows if not row.assisted},
        assisted=assisted,
        form=load_form(connection, user_id),
    )


def load_form(connection: Connection, user_id: UserId) -> Form:
    row = connection.execute(select(people).where(people.c.user_id == user_id)).one_or_none()
    if row is None:
        return Form()
    return Form(row.streak, row.best_streak, tuple(_RESULTS[letter] for letter in row.recent))


def load_standings(connection: Connection, guild_id: int, offset: int, limit: int) -> tuple[Standing, ...]:
    """Part of a server's table, the most points first."""
    mine = standings.c.guild_id == guild_id
    order = (standings.c.points.desc(), standings.c.user_id.desc())
    part = select(standings).where(mine).order_by(*order).offset(offset).limit(limit)
    found: list[Standing] = []
    for above, row in enumerate(connection.execute(part), start=offset):
        if found and found[-1].points == row.points:
            place = found[-1].place
        else:
            place = above + 1 if found else _place_of(connection, guild_id, row.points)
        found.append(Standing(place, row.user_id, row.points, Count(row.won, row.drawn, row.lost)))
    return tuple(found)


def _place_of(connection: Connection, guild_id: int, points: int) -> int:
    """The place that these points share in a server."""
    better = (standings.c.guild_id == guild_id) & (standings.c.points > points)
    return 1 + connection.execute(select(func.count()).select_from(standings).where(better)).scalar_one()


def takes_challenges(connection: Connection, user_id: UserId) -> bool:
    """Whether others may challenge a person; they may, unless they were asked not to."""
    settled = connection.scalar(select(people.c.takes_challenges).where(people.c.user_id == user_id))
    return settled is not False


def settle_challenges(connection: Connection, user_id: UserId, *, takes: bool) -> None:
    values = {"takes_challenges": takes}
    _put(connection, people, {"user_id": user_id}, values, values)


def forget(connection: Connection, user_id: UserId) -> None:
    """Delete what is kept about a person; the games they played stay, with nobody's name on their side.

    Whom they met stays known for its two days, or a table could be filled by deleting in between.
    """
    connection.execute(update(seats).where(seats.c.user_id == user_id).values(user_id=NOBODY.user_id))
    theirs = or_(challenges.c.challenger_id == user_id, challenges.c.challenged_id == user_id)
    connection.execute(
        delete(interactions).where(interactions.c.challenge_id.in_(select(challenges.c.id).where(theirs)))
    )
    connection.execute(delete(challenges).where(theirs))
    for table in (counts, standings, people):
        connection.execute(delete(table).where(table.c.user_id == user_id))


def forget_old_meetings(connection: Connection, now: int) -> None:
    connection.execute(delete(meetings).where(meetings.c.day < now // _A_DAY - 1))


def _count(connection: Connection, user_id: UserId, against: str, result: Result, *, assisted: bool) -> None:
    key = {"user_id": user_id, "against": against, "assisted": assisted}
    _add(connection, counts, key, dict.fromkeys(_COLUMNS.values(), 0) | {_COLUMNS[result]: 1})


def _place(connection: Connection, guild_id: int, user_id: UserId, result: Result) -> None:
    more = dict.fromkeys(_COLUMNS.values(), 0) | {_COLUMNS[result]: 1, "points": POINTS[result]}
    _add(connection, standings, {"guild_id": guild_id, "user_id": user_id}, more)


def _counts_for_the_table(connection: Connection, session: Session, now: int) -> bool:
    """Whether this is one of the first games of these two people in this server today; counts it, too."""
    players = [seat.user_id for seat in session.seats.values() if isinstance(seat, Person)]
    if (
        session.guild_id is None
        or len(players) < 2
        or NOBODY.user_id in players
        or records.result_for(session, Mark.X) is None
    ):
        return False
    lower, higher = sorted(players)
    key = {"guild_id": session.guild_id, "lower_id": lower, "higher_id": higher, "day": now // _A_DAY}
    _add(connection, meetings, key, {"games": 1})
    of_key = [meetings.c[column] == value for column, value in key.items()]
    met: int = connection.execute(select(meetings.c.games).where(*of_key)).scalar_one()
    return met <= COUNTED_A_DAY


def _save_form(connection: Connection, user_id: UserId, form: Form) -> None:
    recent = "".join(_LETTERS[result] for result in form.recent)
    values = {"streak": form.streak, "best_streak": form.best, "recent": recent}
    _put(connection, people, {"user_id": user_id}, values, values)


def _add(connection: Connection, table: Table, key: Mapping[str, Any], more: Mapping[str, int]) -> None:
    """Add to the numbers in the row of `key`, which begins at nothing."""
    _put(connection, table, key, {column: table.c[column] + added for column, added in more.items()}, more)


def _put(
    connection: Connection,
    table: Table,
    key: Mapping[str, Any],
    changed: Mapping[str, Any],
    initial: Mapping[str, Any],
) -> None:
    """Change the row of `key`, or insert it; where two do so at once, its primary key judges."""
    of_key = [table.c[column] == value for column, value in key.items()]
    if not connection.execute(update(table).where(*of_key).values(**changed)).rowcount:
        connection.execute(insert(table).values(**key, **initial))
