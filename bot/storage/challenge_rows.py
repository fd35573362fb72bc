"""Challenges as rows: finding, loading and writing them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    bindparam,
    delete,
    func,
    literal_column,
    null,
    or_,
    select,
    update,
)

from bot.sessions.challenge import LIFETIME, MOST_REOPENED, Challenge, ChallengeGone, NoSuchChallenge, State
from bot.sessions.seats import FullTerms, Person, UserId
from bot.sessions.session import Session
from bot.storage.database.prepared import Prepared, Write, new_row
from bot.storage.interaction_rows import remember
from bot.storage.pause_rows import ending_pauses, load_pause, write_pause
from bot.storage.request import Request
from bot.storage.store import AT_ONCE
from bot.storage.tables import challenges, interactions

_KEPT = 24 * 3600  # seconds

# Not a parameter: SQLite would plan each use again, to see whether the index of open challenges applies.
IS_OPEN = challenges.c.state == literal_column(f"'{State.OPEN.value}'")
"""Whether a challenge is open, unless its time is up."""
STILL_OPEN = IS_OPEN, challenges.c.expires_at > bindparam("now")
"""Whether it is open as of `now`."""

# Compiled once, as in session_rows.
_CHALLENGE = Prepared(select(challenges).where(challenges.c.id == bindparam("challenge_id")))
_OPEN = challenges.c.challenger_id == bindparam("challenger"), *STILL_OPEN
_OPEN_CHALLENGE = Prepared(
    select(challenges).where(challenges.c.channel_id == bindparam("channel_id"), *_OPEN)
)
_ACCEPTED = Prepared(
    select(challenges).where(
        challenges.c.rematch_of == bindparam("session_id"),
        challenges.c.state == literal_column(f"'{State.ACCEPTED.value}'"),
    )
)
_COUNT_OPEN = Prepared(select(func.count()).select_from(challenges).where(*_OPEN))
# As an expression, so that PostgreSQL finds the row by its id and never walks the index of open challenges.
_IS_STILL_OPEN = challenges.c.state.concat(literal_column("''")) == literal_column(f"'{State.OPEN.value}'")
_ANSWER = Prepared(
    update(challenges)
    .where(challenges.c.id == bindparam("challenge_id"), _IS_STILL_OPEN)
    .values(state=bindparam("answer"), challenged_id=bindparam("challenged"))
)
_OPEN_AGAIN = Prepared(
    update(challenges)
    .where(
        challenges.c.id == bindparam("challenge_id"),
        challenges.c.state == literal_column(f"'{State.ACCEPTED.value}'"),
        challenges.c.reopened < MOST_REOPENED,
    )
    .values(
        state=State.OPEN.value,
        challenged_id=null(),
        expires_at=bindparam("until"),
        reopened=challenges.c.reopened + 1,
    )
)
_EXPIRED = challenges.c.expires_at <= bindparam("now")
_LAPSE = Prepared(
    update(challenges)
    .where(challenges.c.id.in_(select(challenges.c.id).where(IS_OPEN, _EXPIRED).limit(AT_ONCE)), IS_OPEN)
    .values(state=State.LAPSED.value)
)
_LAPSE_OWN = Prepared(
    update(challenges)
    .where(
        challenges.c.channel_id == bindparam("channel"),
        challenges.c.challenger_id == bindparam("challenger"),
        IS_OPEN,
        _EXPIRED,
    )
    .values(state=State.LAPSED.value)
)


def load_challenge(connection: Connection, challenge_id: int, now: int) -> Challenge | None:
    """The challenge as of `now`; None if there is none."""
    rows = _CHALLENGE.rows(connection, challenge_id=challenge_id)
    return _challenge(rows[0]).at(now) if rows else None


def challenge_of_button(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """The challenge that a button names, if it belongs to this channel. Raises NoSuchChallenge."""
    challenge = load_challenge(connection, challenge_id, request.at)
    if challenge is None or challenge.channel_id != request.channel_id:
        raise NoSuchChallenge
    return challenge


def open_challenge(connection: Connection, channel_id: int, challenger: UserId, now: int) -> Challenge | None:
    """A person's open challenge in a channel; there is at most one."""
    rows = _OPEN_CHALLENGE.rows(connection, channel_id=channel_id, challenger=challenger, now=now)
    return _challenge(rows[0]) if rows else None


def accepted_for_rematch(connection: Connection, session_id: int) -> Challenge | None:
    """The challenge that became the rematch of a session; None if none did, or if it is not kept any more."""
    rows = _ACCEPTED.rows(connection, session_id=session_id)
    return _challenge(rows[0]) if rows else None


def challenges_with(connection: Connection, player: UserId, now: int) -> list[Challenge]:
    """At most AT_ONCE open challenges from and to a person, in all channels."""
    theirs = or_(challenges.c.challenger_id == player, challenges.c.challenged_id == player)
    rows = connection.execute(select(challenges).where(theirs, *STILL_OPEN).limit(AT_ONCE), {"now": now})
    return [_challenge(row) for row in rows]


def count_open_challenges(connection: Connection, challenger: UserId, now: int) -> int:
    """How many open challenges a person has in all channels."""
    return int(_COUNT_OPEN.scalar(connection, challenger=challenger, now=now))


def insert_challenge(
    connection: Connection,
    request: Request,
    challenged: UserId | None,
    terms: FullTerms,
    language: str,
    rematch_of: int | None = None,
) -> Challenge:
    """Write a new challenge of the person who asks; the interaction is not remembered yet."""
    row = {
        "channel_id": request.channel_id,
        "challenger_id": request.user_id,
        "challenged_id": challenged,
        "game": terms.game,
        "mark": terms.mark,
        "first": terms.first,
        "time": terms.time,
        "rematch_of": rematch_of,
        "language": language,
        "look": terms.look,
        "expires_at": request.at + LIFETIME,
        "state": State.OPEN.value,
        "reopened": 0,
    }
    return Challenge(
        new_row(challenges, *row).scalar(connection, **row),
        request.channel_id,
        request.user_id,
        challenged,
        terms,
        request.at + LIFETIME,
        rematch_of=rematch_of,
        language=language,
    )


def accepting(accepted: Challenge) -> tuple[Write, Write]:
    """What writes that an open challenge was accepted, and then ends the pauses between the two people."""
    assert accepted.challenged is not None, "somebody has accepted it"
    return _answering(accepted), ending_pauses(accepted.challenger, accepted.challenged)


def must_still_be_open(connection: Connection, request: Request, answered: Challenge) -> None:
    """Raises ChallengeGone if another process was faster than this answer, which is not written yet."""
    current = load_challenge(connection, answered.id, request.at)
    if current is None or current.state is not State.OPEN:
        raise ChallengeGone(current or answered)


def close_challenge(connection: Connection, request: Request, answered: Challenge) -> Challenge:
    """Write the new state of a declined or cancelled challenge, and remember the interaction.

    Raises ChallengeGone if another process was faster.
    """
    _answer(connection, request, answered)
    challenger, challenged = answered.challenger, answered.challenged
    if challenged is not None and (pause := load_pause(connection, challenger, challenged)):
        write_pause(connection, challenger, challenged, pause.counted_from(request.at))
    remember(connection, request, challenge_id=answered.id)
    return answered


def open_again(connection: Connection, left: Session, now: int) -> None:
    """Let anyone join an open game again, because the person who joined it left before making a move.

    Not if they come late to leave: then its challenger may be gone too. And at most MOST_REOPENED times: its
    challenger is told of everyone who joins.
    """
    mark = left.ending.left_by if left.ending else None
    if left.open_game_id is None or mark is None or now >= left.turn_since + LIFETIME:
        return
    joined = load_challenge(connection, left.open_game_id, now)
    if joined and left.seats[mark.other] == Person(joined.challenger):
        _OPEN_AGAIN.run(connection, challenge_id=joined.id, until=now + LIFETIME)


def lapse_challenges(connection: Connection, now: int) -> int:
    """Close challenges whose time is up, at most AT_ONCE; returns how many it closed."""
    return _LAPSE.run(connection, now=now)


def free_challenger(connection: Connection, channel_id: int, challenger: UserId, now: int) -> None:
    """Close a person's challenge in a channel if its time is up, so that they can make another."""
    _LAPSE_OWN.run(connection, channel=channel_id, challenger=challenger, now=now)


def forget_old_challenges(connection: Connection, now: int) -> int:
    """Delete challenges that expired a day ago, at most AT_ONCE; returns how many it deleted."""
    return delete_challenges(connection, challenges.c.expires_at < now - _KEPT)


def delete_challenges(connection: Connection, which: ColumnElement[bool]) -> int:
    """Delete challenges, at most AT_ONCE; returns how many it deleted."""
    challenge_ids = connection.scalars(select(challenges.c.id).where(which).limit(AT_ONCE)).all()
    if challenge_ids:
        connection.execute(delete(interactions).where(interactions.c.challenge_id.in_(challenge_ids)))
        connection.execute(delete(challenges).where(challenges.c.id.in_(challenge_ids)))
    return len(challenge_ids)


def _answer(connection: Connection, request: Request, answered: Challenge) -> None:
    """Write the new state of a challenge. Raises ChallengeGone if it is no longer open."""
    statement, values = _answering(answered)
    if not statement.run(connection, **values):
        raise ChallengeGone(load_challenge(connection, answered.id, request.at) or answered)


def _answering(answered: Challenge) -> Write:
    """What writes the new state of an open challenge."""
    values = {"challenge_id": answered.id, "answer": answered.state.value, "challenged": answered.challenged}
    return _ANSWER, values


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
