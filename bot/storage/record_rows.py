"""Records as rows: results of finished games, and a person's settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Insert,
    Table,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    tuple_,
    update,
)

from bot.sessions import records
from bot.sessions.endings import Termination
from bot.sessions.records import COUNTED_A_DAY, POINTS, SECONDS_A_DAY, Count, Form, Standing, Stats
from bot.sessions.seats import NOBODY, Person, Seat, UserId
from bot.sessions.session import Session
from bot.storage.database.prepared import Prepared
from bot.storage.database.row_locks import lock_person
from bot.storage.tables import AT_ONCE, counts, meetings, people, seats, sessions, standings
from engine.board import Mark
from engine.score import Result

_COLUMNS = {Result.WIN: "won", Result.DRAW: "drawn", Result.LOSS: "lost"}
_LETTERS = {Result.WIN: "W", Result.DRAW: "D", Result.LOSS: "L"}
_PERSON = Prepared(select(people).where(people.c.user_id == bindparam("user_id")))
_MET = Prepared(
    select(meetings.c.games).where(
        *(
            meetings.c[column] == bindparam(column)
            for column in ("guild_id", "game", "lower_id", "higher_id", "day")
        )
    )
)
_MINE, _THEIRS = seats.alias(), seats.alias()
_WON = case((sessions.c.winner.is_(None), 0), (sessions.c.winner == _MINE.c.mark, 1), else_=-1)
_ENDED = (
    select(_WON, func.count())
    .join_from(_MINE, _THEIRS, _THEIRS.c.session_id == _MINE.c.session_id)
    .join(sessions, sessions.c.id == _MINE.c.session_id)
    .where(
        _MINE.c.user_id == bindparam("user_id"),
        _THEIRS.c.user_id == bindparam("other_id"),
        _THEIRS.c.channel_id == _MINE.c.channel_id,  # so that their seat is looked up in `games_of_a_person`
        sessions.c.game == bindparam("game"),
        sessions.c.end_reason.in_([termination.value for termination in Termination if termination.counts]),
    )
    .group_by(_WON)
)
_RESULTS = {letter: result for result, letter in _LETTERS.items()}


def count_results(connection: Connection, session: Session, now: int) -> None:
    """Count the result of a session that has just ended, for each person in it."""
    for_the_leaderboard = _counts_for_the_leaderboard(connection, session, now)
    for mark, seat in sorted(session.seats.items(), key=_by_person):
        result = records.result_for(session, mark)
        if result is None or not isinstance(seat, Person) or seat == NOBODY:
            continue
        _count(connection, session, mark, seat.user_id, result)
        if not session.assisted:
            lock_person(connection, seat.user_id)
            _save_form(connection, seat.user_id, load_form(connection, seat.user_id).after(result))
        if for_the_leaderboard and session.guild_id is not None:
            _place(connection, session.guild_id, session.game, seat.user_id, result)


def _by_person(taken: tuple[Mark, Seat]) -> int:
    """Sort by person: transactions that lock people in the same order cannot deadlock."""
    return taken[1].user_id if isinstance(taken[1], Person) else 0


def load_stats(connection: Connection, user_id: UserId, game: str) -> Stats:
    """A person's results in a game; all zero if they have not played it."""
    theirs = select(counts).where(counts.c.user_id == user_id, counts.c.game == game)
    rows = connection.execute(theirs).all()
    assisted = Count()
    for row in rows:
        if row.assisted:
            assisted = assisted.plus(Count(row.won, row.drawn, row.lost))
    return Stats(
        user_id=user_id,
        game=game,
        counts={row.against: Count(row.won, row.drawn, row.lost) for row in rows if not row.assisted},
        assisted=assisted,
        form=load_form(connection, user_id),
    )


def load_head_to_head(connection: Connection, user_id: UserId, other_id: UserId, game: str) -> Count:
    """How the games of two people ended for the first of them; those without a result are left out."""
    results = connection.execute(_ENDED, {"user_id": user_id, "other_id": other_id, "game": game}).all()
    return Count(**{_COLUMNS[Result(value)]: games for value, games in results})


def count_games(connection: Connection, user_id: UserId) -> int:
    """How many games of a person are counted."""
    games = func.coalesce(func.sum(counts.c.won + counts.c.drawn + counts.c.lost), 0)
    return int(connection.execute(select(games).where(counts.c.user_id == user_id)).scalar_one())


def load_form(connection: Connection, user_id: UserId) -> Form:
    rows = _PERSON.rows(connection, user_id=user_id)
    if not rows:
        return Form()
    row = rows[0]
    return Form(row.streak, row.best_streak, tuple(_RESULTS[letter] for letter in row.recent))


def load_standings(
    connection: Connection, guild_id: int, game: str, offset: int, limit: int
) -> tuple[Standing, ...]:
    """Part of a server's leaderboard in a game, highest points first."""
    mine = (standings.c.guild_id == guild_id) & (standings.c.game == game)
    order = (standings.c.points.desc(), standings.c.user_id.desc())
    part = select(standings).where(mine).order_by(*order).offset(offset).limit(limit)
    found: list[Standing] = []
    for above, row in enumerate(connection.execute(part), start=offset):
        if found and found[-1].points == row.points:
            place = found[-1].place
        else:
            place = above + 1 if found else _place_of(connection, mine, row.points)
        found.append(Standing(place, row.user_id, row.points, Count(row.won, row.drawn, row.lost)))
    return tuple(found)


def load_standing(connection: Connection, guild_id: int, game: str, user_id: UserId) -> Standing | None:
    """A person's row in a server's leaderboard, or None where they have none."""
    mine = (standings.c.guild_id == guild_id) & (standings.c.game == game)
    row = connection.execute(select(standings).where(mine, standings.c.user_id == user_id)).one_or_none()
    if row is None:
        return None
    place = _place_of(connection, mine, row.points)
    return Standing(place, user_id, row.points, Count(row.won, row.drawn, row.lost))


def _place_of(connection: Connection, leaderboard: ColumnElement[bool], points: int) -> int:
    """The place of everyone with these points on a leaderboard."""
    better = leaderboard & (standings.c.points > points)
    return 1 + connection.execute(select(func.count()).select_from(standings).where(better)).scalar_one()


def takes_challenges(connection: Connection, user_id: UserId) -> bool:
    """Whether others may challenge a person; by default they may."""
    rows = _PERSON.rows(connection, user_id=user_id)
    return not rows or bool(rows[0].takes_challenges)


def settle_challenges(connection: Connection, user_id: UserId, *, takes: bool) -> None:
    values = {"takes_challenges": takes}
    _put(connection, people, {"user_id": user_id}, values)


def forget_old_meetings(connection: Connection, now: int) -> int:
    """Delete meetings from more than a day ago, at most AT_ONCE; returns how many it deleted."""
    old = select(*meetings.primary_key).where(meetings.c.day < now // SECONDS_A_DAY - 1).limit(AT_ONCE)
    return connection.execute(delete(meetings).where(tuple_(*meetings.primary_key).in_(old))).rowcount


def _count(connection: Connection, session: Session, mark: Mark, user_id: UserId, result: Result) -> None:
    key = {
        "user_id": user_id,
        "game": session.game,
        "against": records.counted_against(session, mark),
        "assisted": session.assisted,
    }
    _add(connection, counts, key, dict.fromkeys(_COLUMNS.values(), 0) | {_COLUMNS[result]: 1})


def _place(connection: Connection, guild_id: int, game: str, user_id: UserId, result: Result) -> None:
    more = dict.fromkeys(_COLUMNS.values(), 0) | {_COLUMNS[result]: 1, "points": POINTS[result]}
    key = {"guild_id": guild_id, "game": game, "user_id": user_id}
    _add(connection, standings, key, more)


def _counts_for_the_leaderboard(connection: Connection, session: Session, now: int) -> bool:
    """Count this meeting; returns whether it is among the first of these two in this server today."""
    players = [seat.user_id for seat in session.seats.values() if isinstance(seat, Person)]
    if (
        session.guild_id is None
        or len(players) < 2
        or NOBODY.user_id in players
        or records.result_for(session, Mark.X) is None
    ):
        return False
    lower, higher = sorted(players)
    key = {
        "guild_id": session.guild_id,
        "game": session.game,
        "lower_id": lower,
        "higher_id": higher,
        "day": now // SECONDS_A_DAY,
    }
    _add(connection, meetings, key, {"games": 1})
    return int(_MET.scalar(connection, **key)) <= COUNTED_A_DAY


def _save_form(connection: Connection, user_id: UserId, form: Form) -> None:
    recent = "".join(_LETTERS[result] for result in form.recent)
    values = {"streak": form.streak, "best_streak": form.best, "recent": recent}
    _put(connection, people, {"user_id": user_id}, values)


def _add(connection: Connection, table: Table, key: Mapping[str, Any], more: Mapping[str, int]) -> None:
    """Add to the numbers in the row of `key`; a missing row counts as zeros."""
    _put(connection, table, key, more, adds=True)


def _put(
    connection: Connection,
    table: Table,
    key: Mapping[str, Any],
    values: Mapping[str, Any],
    *,
    adds: bool = False,
) -> None:
    """Change the row of `key`, or insert it. If two insert at once, the primary key lets one win."""
    of_key = {f"of_{column}": value for column, value in key.items()}
    change = _change(table, tuple(key), tuple(values), adds=adds)
    if not change.run(connection, **of_key, **values):
        connection.execute(_new(table), {**key, **values})


@cache
def _change(table: Table, key: tuple[str, ...], columns: tuple[str, ...], *, adds: bool) -> Prepared:
    """The statement that sets these columns in the row of a key, or adds to them."""
    row = [table.c[column] == bindparam(f"of_{column}") for column in key]
    values = {
        column: table.c[column] + bindparam(column) if adds else bindparam(column) for column in columns
    }
    return Prepared(update(table).where(*row).values(values))


@cache
def _new(table: Table) -> Insert:
    return insert(table)
