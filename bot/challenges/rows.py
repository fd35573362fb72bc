"""Challenges as rows: finding, loading and writing them, with pauses between them and blocks."""

from functools import partial
from typing import Any

from prometheus_client import Counter
from sqlalchemy import (
    ColumnElement,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from bot.challenges.challenge import NO_SUCH_CHALLENGE, Challenge, State
from bot.database.prepared_statements import Prepared, next_id, prepared_upsert
from bot.database.store import AT_ONCE
from bot.database.tables import bans, blocks, challenges, pauses, people
from bot.database.transaction import AnyTransaction, Transaction
from bot.interactions.interaction import Interaction
from bot.messages.texts import Refusal
from bot.play.seats import FullTerms, UserId

_ENDED = Counter("ttt_challenges", "Challenges that ended, by how.", ["state"])

# Not parameters: SQLite would plan each use again, to see whether the index of open challenges
# applies.
_IS_OPEN = challenges.c.state == literal_column(f"'{State.OPEN.value}'")
# As an expression, so that PostgreSQL finds the row by its id and never walks the index of open
# challenges.
_IS_STILL_OPEN = challenges.c.state.concat(literal_column("''")) == literal_column(
    f"'{State.OPEN.value}'"
)
_CHALLENGE = Prepared(select(challenges).where(challenges.c.id == bindparam("challenge_id")))
_OPEN_OF = Prepared(
    select(challenges).where(
        challenges.c.challenger_id.in_([bindparam("one"), bindparam("other")]), _IS_OPEN
    )
)
_NEW_CHALLENGE = Prepared(insert(challenges))
_CLOSE = Prepared(
    update(challenges)
    .where(challenges.c.id == bindparam("challenge_id"), _IS_STILL_OPEN)
    .values(state=bindparam("new_state"), challenged_id=bindparam("challenged")),
    must_change=True,
)
_LAPSE = Prepared(
    update(challenges)
    .where(challenges.c.id == bindparam("challenge_id"), _IS_STILL_OPEN)
    .values(state=State.LAPSED.value)
)
_LAPSE_ALL = Prepared(
    update(challenges)
    .where(
        challenges.c.id.in_(
            select(challenges.c.id)
            .where(_IS_OPEN, challenges.c.expires_at <= bindparam("now"))
            .limit(AT_ONCE)
        ),
        _IS_OPEN,
    )
    .values(state=State.LAPSED.value)
    .returning(challenges.c.id)
)
_OF_THE_PAIR = (pauses.c.challenged_id == bindparam("challenged")) & (
    pauses.c.challenger_id == bindparam("challenger")
)
_PAUSE = Prepared(select(pauses.c.until).where(_OF_THE_PAIR))
_END_PAUSE = Prepared(delete(pauses).where(_OF_THE_PAIR))
_PAUSE_IF_WANTED = Prepared(
    select(
        (
            exists().where(people.c.user_id == bindparam("challenged"), ~people.c.takes_challenges)
            | exists().where(bans.c.id == bindparam("challenged"))
            | exists().where(
                blocks.c.blocker_id == bindparam("challenged"),
                blocks.c.blocked_id == bindparam("challenger"),
            )
        ).label("is_unwanted"),
        select(pauses.c.until).where(_OF_THE_PAIR).scalar_subquery().label("until"),
    )
)
_BLOCK = Prepared(
    select(blocks.c.blocked_id).where(
        blocks.c.blocker_id == bindparam("blocker"), blocks.c.blocked_id == bindparam("blocked")
    )
)
_WRITE_PAUSE = prepared_upsert(
    pauses,
    ("challenged_id", "challenger_id", "until"),
    lambda new: {"until": new["until"]},
)


next_challenge_id = next_id(challenges)


def load_challenge(transaction: AnyTransaction, challenge_id: int, now: int) -> Challenge | None:
    """The challenge as of `now`; None if there is none."""
    rows = _CHALLENGE.execute(transaction, challenge_id=challenge_id)
    if not rows:
        return None
    return _challenge(rows[0]).at(now)


def challenge_of_button(transaction: Transaction[Interaction], challenge_id: int) -> Challenge:
    """The challenge a button names, if it belongs to this channel."""
    interaction = transaction.interaction
    challenge = load_challenge(transaction, challenge_id, interaction.at)
    if challenge is None or challenge.channel_id != interaction.channel_id:
        raise Refusal(NO_SUCH_CHALLENGE)
    return challenge


def find_open_challenge(
    transaction: AnyTransaction, channel_id: int, challenger: UserId, now: int
) -> Challenge | None:
    """A person's open challenge in a channel; there is at most one.

    Like `find_open_challenges`, it writes that those whose time is up have lapsed.
    """
    for challenge in find_open_challenges(transaction, now, challenger):
        if challenge.channel_id == channel_id:
            return challenge
    return None


def find_open_challenges(
    transaction: AnyTransaction, now: int, *challengers: UserId
) -> list[Challenge]:
    """The open challenges that one or two people have sent, in all channels.

    Writes that those whose time is up have lapsed.
    """
    rows = _OPEN_OF.execute(transaction, one=challengers[0], other=challengers[-1])
    still_open = []
    for row in rows:
        challenge = _challenge(row).at(now)
        if challenge.state is State.LAPSED:
            _LAPSE.execute(transaction, challenge_id=challenge.id)
            transaction.after_commit(_ENDED.labels(State.LAPSED.value).inc)
        else:
            still_open.append(challenge)
    return still_open


def challenges_with(transaction: AnyTransaction, player: UserId, now: int) -> list[Challenge]:
    """At most AT_ONCE open challenges from and to a person, in all channels."""
    is_theirs = or_(challenges.c.challenger_id == player, challenges.c.challenged_id == player)
    is_not_over = challenges.c.expires_at > now
    theirs = select(challenges).where(is_theirs, _IS_OPEN, is_not_over).limit(AT_ONCE)
    return [_challenge(row) for row in transaction.connection.execute(theirs)]


def _challenge(row: Any) -> Challenge:
    return Challenge(
        id=row.id,
        channel_id=row.channel_id,
        challenger=row.challenger_id,
        challenged=row.challenged_id,
        terms=FullTerms(row.game, row.mark, row.first, row.time, row.look),
        expires_at=row.expires_at,
        state=State(row.state),
        rematch_of=row.rematch_of,
        language=row.language,
    )


def insert_challenge(transaction: AnyTransaction, challenge: Challenge) -> None:
    """Write a new challenge."""
    _NEW_CHALLENGE.execute(
        transaction,
        id=challenge.id,
        channel_id=challenge.channel_id,
        challenger_id=challenge.challenger,
        challenged_id=challenge.challenged,
        game=challenge.terms.game,
        mark=challenge.terms.mark,
        first=challenge.terms.first,
        time=challenge.terms.time,
        look=challenge.terms.look,
        expires_at=challenge.expires_at,
        state=challenge.state.value,
        rematch_of=challenge.rematch_of,
        language=challenge.language,
    )


def write_state(transaction: AnyTransaction, closed: Challenge) -> None:
    """Write the new state of an open challenge."""
    _CLOSE.execute(
        transaction,
        challenge_id=closed.id,
        new_state=closed.state.value,
        challenged=closed.challenged,
    )
    transaction.after_commit(_ENDED.labels(closed.state.value).inc)


def lapse_challenges(transaction: AnyTransaction, now: int) -> int:
    """Close challenges whose time is up, at most AT_ONCE; returns how many it closed."""
    lapsed = len(_LAPSE_ALL.execute(transaction, now=now))
    transaction.after_commit(partial(_ENDED.labels(State.LAPSED.value).inc, lapsed))
    return lapsed


def delete_challenges(transaction: AnyTransaction, which: ColumnElement[bool]) -> int:
    """Delete challenges, at most AT_ONCE; returns how many it deleted."""
    challenge_ids = transaction.connection.scalars(
        select(challenges.c.id).where(which).limit(AT_ONCE)
    ).all()
    if challenge_ids:
        transaction.connection.execute(delete(challenges).where(challenges.c.id.in_(challenge_ids)))
    return len(challenge_ids)


def paused_until_if_wanted(
    transaction: AnyTransaction, challenger: UserId, challenged: UserId
) -> int | None:
    """When one person may challenge another, as `paused_until` says it.

    None if the other takes no challenges, or none from this person, or is banned.
    """
    [row] = _PAUSE_IF_WANTED.execute(transaction, challenger=challenger, challenged=challenged)
    if row.is_unwanted:
        return None
    return row.until or 0


def paused_until(transaction: AnyTransaction, challenger: UserId, challenged: UserId) -> int:
    """When one person may challenge another again, in seconds since 1970, UTC; 0 if at any time.

    challenged  NOBODY's number for when they may join an open game again
    """
    rows = _PAUSE.execute(transaction, challenger=challenger, challenged=challenged)
    if not rows:
        return 0
    until: int = rows[0].until
    return until


def write_pause(
    transaction: AnyTransaction, challenger: UserId, challenged: UserId, until: int
) -> None:
    """Write the pause between two people, as `paused_until` reads it, over an earlier one."""
    _WRITE_PAUSE.execute(
        transaction, challenged_id=challenged, challenger_id=challenger, until=until
    )


def end_pauses(transaction: AnyTransaction, one: UserId, other: UserId) -> None:
    """Let two people who play each other challenge each other at once."""
    # Each transaction locks the two pauses in the same order: by the lower id.
    lower, higher = sorted([one, other])
    _END_PAUSE.execute(transaction, challenged=lower, challenger=higher)
    _END_PAUSE.execute(transaction, challenged=higher, challenger=lower)


def has_blocked(transaction: AnyTransaction, blocker: UserId, other: UserId) -> bool:
    return bool(_BLOCK.execute(transaction, blocker=blocker, blocked=other))


def count_blocked(transaction: AnyTransaction, blocker: UserId) -> int:
    """How many people a person has blocked."""
    count = select(func.count()).select_from(blocks)
    theirs = count.where(blocks.c.blocker_id == blocker)
    return transaction.connection.execute(theirs).scalar_one()


def block(transaction: AnyTransaction, blocker: UserId, other: UserId) -> None:
    if not has_blocked(transaction, blocker, other):
        transaction.connection.execute(insert(blocks).values(blocker_id=blocker, blocked_id=other))


def unblock(transaction: AnyTransaction, blocker: UserId, other: UserId) -> None:
    theirs = delete(blocks).where(blocks.c.blocker_id == blocker)
    transaction.connection.execute(theirs.where(blocks.c.blocked_id == other))


def unblock_all(transaction: AnyTransaction, blocker: UserId) -> None:
    transaction.connection.execute(delete(blocks).where(blocks.c.blocker_id == blocker))
