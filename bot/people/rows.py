"""Records as rows: results of finished games."""

from collections.abc import Iterable
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Table, bindparam, case, func, select, update

from bot.database.store import AT_ONCE
from bot.database.tables import counts, people, seats, sessions
from bot.people.records import LAST_PLACE, Count, Form, Standing, Stats
from bot.play.result_rows import COLUMNS
from bot.play.seats import UserId
from bot.play.session import SECONDS_A_DAY, Termination
from engine.score import Result

K = TypeVar("K")

_UNSEEN = 365  # days after which a person counts as gone
_UNKNOWN = 0  # the day of people who have done nothing but change a setting

_MINE, _THEIRS = seats.alias(), seats.alias()
_WON = case((sessions.c.winner.is_(None), 0), (sessions.c.winner == _MINE.c.mark, 1), else_=-1)
_ENDED = (
    select(_WON, func.count())
    .join_from(_MINE, _THEIRS, _THEIRS.c.session_id == _MINE.c.session_id)
    .join(sessions, sessions.c.id == _MINE.c.session_id)
    .where(
        _MINE.c.user_id == bindparam("user_id"),
        _THEIRS.c.user_id == bindparam("other_id"),
        # So that their seat is looked up by ix_seats_of_a_person.
        _THEIRS.c.channel_id == _MINE.c.channel_id,
        sessions.c.end_reason.in_(
            [termination.value for termination in Termination if termination.counts]
        ),
    )
    .group_by(_WON)
)
_RESULTS = {result.name[0]: result for result in Result}


def load_stats(connection: Connection, user_id: UserId, game: str | None) -> Stats:
    """A person's results in a game, or in all; all zero if they have not played."""
    theirs = select(counts).where(counts.c.user_id == user_id)
    if game:
        theirs = theirs.where(counts.c.game == game)
    rows = connection.execute(theirs).all()
    alone = [row for row in rows if not row.assisted]
    person = connection.execute(select(people).where(people.c.user_id == user_id)).one_or_none()
    recent = tuple(_RESULTS[letter] for letter in person.recent) if person else ()
    return Stats(
        user_id=user_id,
        game=game,
        counts=_summed((row.against, row) for row in alone),
        by_game=_summed((row.game, row) for row in rows),
        assisted=_summed((True, row) for row in rows if row.assisted).get(True, Count()),
        form=Form(person.streak, person.best_streak, recent) if person else Form(),
    )


def _summed(rows: Iterable[tuple[K, Any]]) -> dict[K, Count]:
    """The results in rows, added up by key."""
    sums: dict[K, Count] = {}
    for key, row in rows:
        sums[key] = sums.get(key, Count()).plus(Count(row.won, row.drawn, row.lost))
    return sums


def load_head_to_head(
    connection: Connection, user_id: UserId, other_id: UserId, game: str | None
) -> Count:
    """How the games of two people ended for the first of them; those without a result are left out.

    game  the one to count; None for all
    """
    ended = _ENDED.where(sessions.c.game == game) if game else _ENDED
    results = connection.execute(ended, {"user_id": user_id, "other_id": other_id}).all()
    return Count(**{COLUMNS[Result(value)]: games for value, games in results})


def load_standings(
    connection: Connection, of: Table, guild_id: int, game: str, offset: int, limit: int
) -> tuple[Standing, ...]:
    """Part of a server's leaderboard in a game, highest points first.

    of  `standings` or `bot_standings`
    """
    mine = (of.c.guild_id == guild_id) & (of.c.game == game)
    order = (of.c.points.desc(), of.c.user_id.desc())
    part = select(of).where(mine).order_by(*order).offset(offset).limit(limit)
    found: list[Standing] = []
    for above, row in enumerate(connection.execute(part), start=offset):
        if found and found[-1].points == row.points:
            place = found[-1].place
        else:
            place = above + 1 if found else _place_of(connection, of, mine, row.points)
        found.append(Standing(place, row.user_id, row.points, Count(row.won, row.drawn, row.lost)))
    return tuple(found)


def load_standing(
    connection: Connection, of: Table, guild_id: int, game: str, user_id: UserId
) -> Standing | None:
    """A person's row in a server's leaderboard, or None where they have none."""
    mine = (of.c.guild_id == guild_id) & (of.c.game == game)
    row = connection.execute(select(of).where(mine, of.c.user_id == user_id)).one_or_none()
    if row is None:
        return None
    place = _place_of(connection, of, mine, row.points, LAST_PLACE)
    return Standing(place, user_id, row.points, Count(row.won, row.drawn, row.lost))


def _place_of(
    connection: Connection,
    of: Table,
    leaderboard: ColumnElement[bool],
    points: int,
    most: int | None = None,
) -> int:
    """The place of everyone with these points on a leaderboard.

    most  how many people with more points are counted; None for all
    """
    better = select(of.c.user_id).where(leaderboard & (of.c.points > points)).limit(most)
    counted = select(func.count()).select_from(better.subquery())
    return 1 + connection.execute(counted).scalar_one()


def people_unseen(connection: Connection, now: int) -> list[UserId]:
    """AT_ONCE of the people who were not seen for a year.

    For people without a known day, the year starts today.
    """
    today = now // SECONDS_A_DAY
    unknown = select(people.c.user_id).where(people.c.seen_on == _UNKNOWN).limit(AT_ONCE)
    connection.execute(update(people).where(people.c.user_id.in_(unknown)).values(seen_on=today))
    gone = people.c.seen_on < today - _UNSEEN, people.c.seen_on > _UNKNOWN
    return list(connection.scalars(select(people.c.user_id).where(*gone).limit(AT_ONCE)))
