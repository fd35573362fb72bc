"""What play writes about people: a finished session's results, and when they were last seen."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from prometheus_client import Counter
from sqlalchemy import Table, bindparam, case, func, select

from bot.database.prepared_statements import Excluded, Prepared, prepared_upsert
from bot.database.tables import counts, meetings, people, standings
from bot.database.transaction import AnyTransaction
from bot.play import results
from bot.play.news import Kind, News, Successes, news_against_bot, news_of_streak
from bot.play.seats import LEVEL_NAMES, NOBODY, Person, UserId
from bot.play.session import SECONDS_A_DAY, Session, Termination
from engine.score import Result

_GAMES = Counter(
    "ttt_games",
    "Games that ended: by game, by opponent, and by how they ended.",
    ["game", "against", "end"],
)
DEMO = "demo"
"""What games are counted against in which the bot plays itself."""

COLUMNS = {Result.WIN: "won", Result.DRAW: "drawn", Result.LOSS: "lost"}


def show_end(transaction: AnyTransaction, session: Session, termination: Termination) -> None:
    """Add a session that has just ended to the operator's figures, which name nobody."""
    against = results.PEOPLE
    if session.is_demo:
        against = DEMO
    elif session.bot:
        against = session.bot.level
    transaction.after_commit(_GAMES.labels(session.game, against, termination.value).inc)


def count(transaction: AnyTransaction, session: Session, now: int) -> News | None:
    """Count a session that has just ended, for each person in it; returns what is new in that."""
    players = []
    for mark, seat in session.seats.items():
        result = results.result_for(session, mark)
        if isinstance(seat, Person) and seat != NOBODY and result:
            players.append((seat.user_id, result))
    players.sort()  # so that no two transactions deadlock
    against = results.PEOPLE
    if session.bot:
        against = session.bot.level
    user_ids = [user_id for user_id, _ in players]
    gives_points = _meet(transaction, session, user_ids, against, now)
    for user_id, result in players:
        one = dict.fromkeys(COLUMNS.values(), 0)
        one[COLUMNS[result]] = 1
        _COUNT.execute(
            transaction,
            user_id=user_id,
            game=session.game,
            against=against,
            assisted=session.assisted,
            **one,
        )
        if not session.assisted:  # games with hints count apart, and make no streak
            won = 1 if result is Result.WIN else 0
            _FORM.execute(
                transaction,
                user_id=user_id,
                streak=won,
                best_streak=won,
                recent=result.name[0],
            )
        if gives_points:
            _PLACE.execute(
                transaction,
                guild_id=session.guild_id,
                game=session.game,
                against_bot=session.bot is not None,
                user_id=user_id,
                points=results.points(against, result),
                **one,
            )
    for user_id, result in players:
        news = _news_for(transaction, session, user_id, against, result)
        if news:
            return news
    return None


def _meet(
    transaction: AnyTransaction, session: Session, user_ids: list[UserId], against: str, now: int
) -> bool:
    """Count that two people, or one and the bot, have met; returns whether it gives points.

    It does in a server and without hints, unless they have met too often today.
    """
    if session.guild_id is None or session.assisted or against not in results.POINTS:
        return False
    most = results.COUNTED_A_DAY
    if session.bot:
        most = results.COUNTED_WITH_BOT
        user_ids = [results.THE_BOT, *user_ids]
    if len(user_ids) < 2:
        return False  # nobody is left on the other side: their data was deleted
    lower, higher = sorted(user_ids)
    [met] = _MEET.execute(
        transaction,
        guild_id=session.guild_id,
        game=session.game,
        lower_id=lower,
        higher_id=higher,
        day=now // SECONDS_A_DAY,
        games=1,
    )
    return bool(met.games <= most)


def _news_for(
    transaction: AnyTransaction, session: Session, user_id: UserId, against: str, result: Result
) -> News | None:
    """What a session that has just been counted is for a person, if it is more than its result."""
    if session.assisted or result is Result.LOSS:
        return None
    if session.bot:
        rows = _SUCCESSES.execute(transaction, user_id=user_id, against=against)
        [in_game] = [Successes(row.won, row.drawn) for row in rows if row.game == session.game]
        won = sum(row.won for row in rows)
        drawn = sum(row.drawn for row in rows)
        news = news_against_bot(result, in_game, Successes(won, drawn), rows[0].streak)
        if news and news.kind is Kind.FIRST_WIN and against in LEVEL_NAMES:
            beaten = {row.against for row in _BEATEN.execute(transaction, user_id=user_id)}
            return replace(news, number=len(beaten.intersection(LEVEL_NAMES)))
        return news
    if result is Result.DRAW:
        return None
    rows = _SUCCESSES.execute(transaction, user_id=user_id, against=results.PEOPLE)
    return news_of_streak(rows[0].streak)


def _added(to: Table, names: Iterable[str]) -> Callable[[Excluded], dict[str, Any]]:
    """What adds the new values of these columns to the old ones."""
    return lambda new: {name: to.c[name] + new[name] for name in names}


def _next_form(new: Excluded) -> dict[str, Any]:
    """A person's form after one more game. A win continues their streak; anything else ends it."""
    streak = case((new["streak"] == 1, people.c.streak + 1), else_=0)
    best = case((streak > people.c.best_streak, streak), else_=people.c.best_streak)
    earlier = case(
        (func.length(people.c.recent) < results.RECENT, people.c.recent),
        else_=func.substr(people.c.recent, 2),
    )
    return {"streak": streak, "best_streak": best, "recent": earlier.concat(new["recent"])}


_RESULT = tuple(COLUMNS.values())
_COUNT = prepared_upsert(
    counts,
    ("user_id", "game", "against", "assisted", "won", "drawn", "lost"),
    _added(counts, _RESULT),
)
_SUCCESSES = Prepared(
    select(counts.c.game, counts.c.won, counts.c.drawn, people.c.streak)
    .join(people, people.c.user_id == counts.c.user_id)
    .where(
        counts.c.user_id == bindparam("user_id"),
        counts.c.against == bindparam("against"),
        ~counts.c.assisted,
    )
)
_BEATEN = Prepared(
    select(counts.c.against).where(
        counts.c.user_id == bindparam("user_id"), counts.c.won > 0, ~counts.c.assisted
    )
)
_FORM = prepared_upsert(people, ("user_id", "streak", "best_streak", "recent"), _next_form)
_MEET = prepared_upsert(
    meetings,
    ("guild_id", "game", "lower_id", "higher_id", "day", "games"),
    _added(meetings, ("games",)),
    returning=(meetings.c.games,),
)
_PLACE = prepared_upsert(
    standings,
    ("guild_id", "game", "against_bot", "user_id", "points", *_RESULT),
    _added(standings, ("points", *_RESULT)),
)
_SEEN = prepared_upsert(
    people,
    ("user_id", "seen_on"),
    lambda new: {"seen_on": new["seen_on"]},
    lambda new: people.c.seen_on < new["seen_on"],
)


def record_seen(transaction: AnyTransaction, user_id: UserId, now: int) -> None:
    """Note that a person began a game, joined a cup, tried a puzzle, or blocked someone today."""
    _SEEN.execute(transaction, user_id=user_id, seen_on=now // SECONDS_A_DAY)
