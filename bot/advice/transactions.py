"""Transactions of advice: hints, reviews, and the puzzle of the day.

A process claims a post of the puzzle in the store before sending it, so each is sent once over all
processes. If the process dies in between, nobody sends it: rather none than two.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy import bindparam, delete, select, update

from bot.advice.daily_puzzle import (
    NOTHING_TO_SHARE,
    DailyChannel,
    DailyPost,
    DailyRecord,
    Solvers,
)
from bot.database.locks import lock_id
from bot.database.prepared_statements import Prepared, prepared_upsert
from bot.database.tables import daily_channels, daily_puzzles, daily_solvers
from bot.database.transaction import AnyTransaction, Transaction
from bot.interactions.interaction import Interaction
from bot.messages.texts import Refusal
from bot.play.actions import NOTHING_TO_REVIEW, BoardMovedOn, to_review, with_hint
from bot.play.interaction_rows import once
from bot.play.result_rows import record_seen
from bot.play.rows import last_finished_session, write_progress
from bot.play.seats import Terms, UserId
from bot.play.session import SECONDS_A_DAY, Session
from bot.play.settings_rows import record_used, settings_of, settings_of_server
from bot.play.transactions import session_in_reach, session_meant, session_of_button

_KEPT = ("day", "tries", "solved", "streak", "game")
_WRITE = prepared_upsert(
    daily_puzzles, ("user_id", *_KEPT), lambda new: {name: new[name] for name in _KEPT}
)
_SOLVED = prepared_upsert(
    daily_solvers,
    ("guild_id", "day", "solved", "in_one_try"),
    lambda new: {
        "solved": daily_solvers.c.solved + new["solved"],
        "in_one_try": daily_solvers.c.in_one_try + new["in_one_try"],
    },
)
_DUE = Prepared(
    select(daily_channels)
    .where(daily_channels.c.due_at <= bindparam("now"))
    .order_by(daily_channels.c.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)


def to_hint(transaction: Transaction[Interaction], session_id: int | None = None) -> Session:
    """The session of a button, or the person's own game here, with a hint, which is not counted."""
    return with_hint(session_meant(transaction, session_id), transaction.interaction.user_id)


@once
def hint(transaction: Transaction[Interaction], seen: Session) -> Session:
    """Write that a hint was given on the board of a session. Raises BoardMovedOn if it is gone."""
    interaction = transaction.interaction
    session = session_of_button(transaction, seen.id)
    assisted = with_hint(session, interaction.user_id)
    if session.version != seen.version:
        raise BoardMovedOn(session)
    return write_progress(transaction, session, assisted, interaction.at)


def review(transaction: Transaction[Interaction], session_id: int | None = None) -> Session:
    """The finished session of a button, or the person's last finished one here; changes nothing.

    They may look at one that they have played wherever they are.
    """
    interaction = transaction.interaction
    if session_id is not None:
        return to_review(session_in_reach(transaction, session_id))
    session = last_finished_session(
        transaction, interaction.channel_id, interaction.user_id, interaction.at
    )
    if not session:
        raise Refusal(NOTHING_TO_REVIEW)
    return session


def to_share(transaction: Transaction[Interaction], session_id: int) -> Session:
    """The finished session of a button, to be shown to this channel, in which it was played."""
    return to_review(session_of_button(transaction, session_id))


def _last(transaction: AnyTransaction, user_id: UserId) -> DailyRecord | None:
    """A person's record, of the last puzzle that they tried; None if they have tried none."""
    query = select(daily_puzzles).where(daily_puzzles.c.user_id == user_id)
    row = transaction.connection.execute(query).one_or_none()
    if row is None:
        return None
    return DailyRecord(row.day, row.tries, row.solved, row.streak, row.game)


@once
def count_try(
    transaction: Transaction[Interaction], day: int, game: str, *, right: bool
) -> DailyRecord | None:
    """Count a try at a game's puzzle of `day`.

    None if it does not count: the person has tried another game's puzzle of that day before, or
    that of a later day.
    """
    interaction = transaction.interaction
    lock_id(transaction.connection, interaction.user_id)
    before = _last(transaction, interaction.user_id) or DailyRecord(day, game=game)
    if day < before.day or (before.day == day and before.game != game):
        return None
    before = before.on(day, game)
    after = before.after_try(right=right)
    record_seen(transaction, interaction.user_id, interaction.at)
    _WRITE.execute(transaction, user_id=interaction.user_id, **asdict(after))
    if after.solved and not before.solved:
        _count_solver(transaction, after)
    return after


def _count_solver(transaction: Transaction[Interaction], solved: DailyRecord) -> None:
    """Count a person who has just solved the puzzle, in a server that gets it, until its day ends.

    Called last: all who solve it there write the same row, and wait for each other.
    """
    interaction = transaction.interaction
    guild_id = interaction.guild_id
    if guild_id is None or solved.day != interaction.at // SECONDS_A_DAY:
        return
    channel = daily_channel(transaction, guild_id)
    if channel is None or channel.is_refused or solved.game != settings_of(transaction).game:
        return
    in_one_try = int(solved.tries == 1)
    _SOLVED.execute(transaction, guild_id=guild_id, day=solved.day, solved=1, in_one_try=in_one_try)


def _solvers(transaction: AnyTransaction, guild_id: int, day: int) -> Solvers:
    """Who solved the puzzle of a day in a server."""
    query = select(daily_solvers.c.solved, daily_solvers.c.in_one_try).where(
        daily_solvers.c.guild_id == guild_id, daily_solvers.c.day == day
    )
    row = transaction.connection.execute(query).one_or_none()
    if row is None:
        return Solvers()
    return Solvers(row.solved, row.in_one_try)


def daily_record_of(transaction: AnyTransaction, user_id: UserId, day: int) -> DailyRecord:
    """How a person solved `day`'s puzzle."""
    last = _last(transaction, user_id)
    if not last or not last.solved or last.day != day:
        raise Refusal(NOTHING_TO_SHARE)
    return last


_CHANNEL = ("channel_id", "language", "due_at")
_SET = prepared_upsert(
    daily_channels, ("guild_id", *_CHANNEL), lambda new: {name: new[name] for name in _CHANNEL}
)


def daily_channel(transaction: AnyTransaction, guild_id: int) -> DailyChannel | None:
    """Where a server gets the puzzle of the day; None if it does not."""
    query = select(daily_channels).where(daily_channels.c.guild_id == guild_id)
    row = transaction.connection.execute(query).one_or_none()
    if row is None:
        return None
    return DailyChannel(row.channel_id, is_refused=row.due_at is None)


def post_here(transaction: Transaction[Interaction], guild_id: int) -> DailyChannel:
    """From now on post the puzzle of the day in the interaction's channel; the first one soon.

    If it comes there already, nothing changes.
    """
    interaction = transaction.interaction
    current = daily_channel(transaction, guild_id)
    here = DailyChannel(interaction.channel_id)
    if current != here:
        _SET.execute(
            transaction,
            guild_id=guild_id,
            channel_id=interaction.channel_id,
            language=interaction.language,
            due_at=interaction.at,
        )
    return here


def turn_off(transaction: AnyTransaction, guild_id: int) -> None:
    """Stop posting the puzzle of the day in a server, and forget how many solved it."""
    for table in (daily_channels, daily_solvers):
        transaction.connection.execute(delete(table).where(table.c.guild_id == guild_id))


def claim(
    transaction: AnyTransaction, now: int, most: int, defaults: Mapping[str, Any]
) -> list[DailyPost]:
    """The posts that are due and now this process's to send, at most `most`.

    The next there are due tomorrow, whatever becomes of these. Each has the language and the game
    that its server has now.

    defaults  the operator's values for settings that a server has not changed
    """
    today = now // SECONDS_A_DAY
    claimed = []
    for row in _DUE.execute(transaction, now=now, most=most):
        settings = settings_of_server(transaction, row.guild_id, defaults)
        language = settings.language_of(Terms(), row.language)
        yesterday = _solvers(transaction, row.guild_id, today - 1)
        claimed.append(
            DailyPost(
                row.guild_id, row.channel_id, language, settings.game, today, yesterday=yesterday
            )
        )
        record_used(transaction, row.guild_id, now)
    if claimed:
        guild_ids = [post.guild_id for post in claimed]
        these = update(daily_channels).where(daily_channels.c.guild_id.in_(guild_ids))
        transaction.connection.execute(these.values(due_at=(today + 1) * SECONDS_A_DAY))
    return claimed


def record_refusal(transaction: AnyTransaction, post: DailyPost) -> None:
    """Note that Discord refuses posts in this channel, unless another was chosen meanwhile."""
    same = update(daily_channels).where(
        daily_channels.c.guild_id == post.guild_id,
        daily_channels.c.channel_id == post.channel_id,
    )
    transaction.connection.execute(same.values(due_at=None))
