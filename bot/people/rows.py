"""Records as rows: results of finished games."""

from typing import Any

from sqlalchemy import ColumnElement, Row, and_, bindparam, case, func, select, update

from bot.database.store import AT_ONCE
from bot.database.tables import counts, people, seats, sessions, standings
from bot.database.transaction import AnyTransaction
from bot.people.records import LAST_PLACE, Count, Form, Standing, Stats
from bot.play.seats import UserId
from bot.play.session import SECONDS_A_DAY, Termination
from engine.score import Result

_UNSEEN = 365  # days after which a person counts as gone
_UNKNOWN = 0  # the day of people who have done nothing but change a setting

_MINE = seats.alias()
_THEIRS = seats.alias()
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


def load_stats(transaction: AnyTransaction, user_id: UserId, game: str | None) -> Stats:
    """A person's results in a game, or in all; all zero if they have not played."""
    theirs = select(counts).where(counts.c.user_id == user_id)
    if game:
        theirs = theirs.where(counts.c.game == game)
    rows = transaction.connection.execute(theirs).all()
    by_opponent: dict[str, Count] = {}
    by_game: dict[str, Count] = {}
    assisted = Count()
    for row in rows:
        count = _count(row)
        in_game = by_game.get(row.game, Count())
        by_game[row.game] = in_game.plus(count)
        if row.assisted:
            assisted = assisted.plus(count)
        else:
            against = by_opponent.get(row.against, Count())
            by_opponent[row.against] = against.plus(count)
    return Stats(user_id, game, by_opponent, by_game, assisted, _load_form(transaction, user_id))


def _load_form(transaction: AnyTransaction, user_id: UserId) -> Form:
    query = select(people).where(people.c.user_id == user_id)
    person = transaction.connection.execute(query).one_or_none()
    if person is None:
        return Form()
    recent = [_RESULTS[letter] for letter in person.recent]
    return Form(person.streak, person.best_streak, tuple(recent))


def _count(row: Row[Any]) -> Count:
    return Count(row.won, row.drawn, row.lost)


def load_head_to_head(
    transaction: AnyTransaction, user_id: UserId, other_id: UserId, game: str | None
) -> Count:
    """How the games of two people ended for the first of them; those without a result are left out.

    game  the one to count; None for all
    """
    ended = _ENDED
    if game:
        ended = ended.where(sessions.c.game == game)
    rows = transaction.connection.execute(ended, {"user_id": user_id, "other_id": other_id}).all()
    games = {Result(value): number for value, number in rows}
    return Count(
        won=games.get(Result.WIN, 0),
        drawn=games.get(Result.DRAW, 0),
        lost=games.get(Result.LOSS, 0),
    )


def on_leaderboard(guild_id: int, game: str, *, against_bot: bool) -> ColumnElement[bool]:
    """The condition for a server's leaderboard in a game, between people or with the bot."""
    return and_(
        standings.c.guild_id == guild_id,
        standings.c.game == game,
        standings.c.against_bot == against_bot,
    )


def load_standings(
    transaction: AnyTransaction, where: ColumnElement[bool], offset: int, limit: int
) -> tuple[Standing, ...]:
    """Part of the leaderboard for which `where` holds, highest points first."""
    part = (
        select(standings)
        .where(where)
        .order_by(standings.c.points.desc(), standings.c.user_id.desc())
        .offset(offset)
        .limit(limit)
    )
    ranked: list[Standing] = []
    for above, row in enumerate(transaction.connection.execute(part), start=offset):
        if not ranked:
            place = _place_of(transaction, where, row.points)
        elif ranked[-1].points == row.points:
            place = ranked[-1].place
        else:
            place = above + 1
        ranked.append(Standing(place, row.user_id, row.points, _count(row)))
    return tuple(ranked)


def load_standing(
    transaction: AnyTransaction, where: ColumnElement[bool], user_id: UserId
) -> Standing | None:
    """A person's row in the leaderboard for which `where` holds, or None if they have none."""
    query = select(standings).where(where, standings.c.user_id == user_id)
    row = transaction.connection.execute(query).one_or_none()
    if row is None:
        return None
    place = _place_of(transaction, where, row.points, LAST_PLACE)
    return Standing(place, user_id, row.points, _count(row))


def _place_of(
    transaction: AnyTransaction, where: ColumnElement[bool], points: int, most: int | None = None
) -> int:
    """The place of everyone with these points on the leaderboard for which `where` holds.

    most  how many people with more points are counted; None for all
    """
    better = select(standings.c.user_id).where(where, standings.c.points > points).limit(most)
    counted = select(func.count()).select_from(better.subquery())
    return 1 + transaction.connection.execute(counted).scalar_one()


def people_unseen(transaction: AnyTransaction, now: int) -> list[UserId]:
    """AT_ONCE of the people who were not seen for a year.

    For people without a known day, the year starts today.
    """
    today = now // SECONDS_A_DAY
    unknown = select(people.c.user_id).where(people.c.seen_on == _UNKNOWN).limit(AT_ONCE)
    without_day = update(people).where(people.c.user_id.in_(unknown))
    transaction.connection.execute(without_day.values(seen_on=today))
    gone = (
        select(people.c.user_id)
        .where(people.c.seen_on < today - _UNSEEN, people.c.seen_on > _UNKNOWN)
        .limit(AT_ONCE)
    )
    return list(transaction.connection.scalars(gone))
