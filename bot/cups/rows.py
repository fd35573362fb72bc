"""Cups as rows: finding, loading and writing them."""

from typing import Any

from sqlalchemy import (
    Row,
    bindparam,
    delete,
    insert,
    literal_column,
    null,
    select,
    union,
    update,
)

from bot.cups.cup import Cup, Pair, Stage, Way
from bot.database.locks import lock_id
from bot.database.prepared_statements import Prepared, next_id
from bot.database.store import AT_ONCE
from bot.database.tables import cup_pairs, cup_players, cups, sessions
from bot.database.transaction import AnyTransaction
from bot.play.seats import NOBODY, UserId

_KEPT = 30 * 24 * 3600  # seconds after its end

# Not parameters: SQLite would plan each use again, to see whether a partial index applies.
_JOINING = cups.c.stage == literal_column(f"'{Stage.JOINING.value}'")
_UNDECIDED = cup_pairs.c.winner == null()
# The pairs whose game is over, and the games that are on: those of a cancelled cup count for none.
_PLAYED = (
    _UNDECIDED,
    cup_pairs.c.due_at == null(),
    sessions.c.id == cup_pairs.c.session_id,
    sessions.c.ended_at != null(),
)
_PLAYING = (
    sessions.c.cup_id != null(),
    sessions.c.ended_at == null(),
    cups.c.id == sessions.c.cup_id,
    cups.c.stage == literal_column(f"'{Stage.RUNNING.value}'"),
)
_DUE = Prepared(
    union(
        select(cups.c.id).where(_JOINING, cups.c.closes_at <= bindparam("now")),
        select(cup_pairs.c.cup_id).where(_UNDECIDED, cup_pairs.c.due_at <= bindparam("now")),
        select(cup_pairs.c.cup_id).where(*_PLAYED),
        select(sessions.c.cup_id).where(
            *_PLAYING,
            sessions.c.turn_since <= bindparam("now"),
            sessions.c.turn_since + sessions.c.time <= bindparam("now"),
        ),
    ).limit(AT_ONCE)
)


def load_cup(transaction: AnyTransaction, cup_id: int) -> Cup | None:
    """The cup, locked until the transaction ends; None if there is none."""
    lock_id(transaction.connection, cup_id)
    return _read_cup(transaction, cup_id)


def _read_cup(transaction: AnyTransaction, cup_id: int) -> Cup | None:
    """The cup, without a lock, for what only shows it; None if there is none."""
    query = select(cups).where(cups.c.id == cup_id)
    row = transaction.connection.execute(query).one_or_none()
    if row is None:
        return None
    its_players = (
        select(cup_players.c.user_id)
        .where(cup_players.c.cup_id == cup_id)
        .order_by(cup_players.c.number)
    )
    its_pairs = (
        select(cup_pairs)
        .where(cup_pairs.c.cup_id == cup_id)
        .order_by(cup_pairs.c.round, cup_pairs.c.place)
    )
    players = tuple(transaction.connection.scalars(its_players))
    pairs = tuple([_pair(pair_row) for pair_row in transaction.connection.execute(its_pairs)])
    return Cup(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        host=row.host_id,
        game=row.game,
        time=row.time,
        language=row.language,
        closes_at=row.closes_at,
        stage=Stage(row.stage),
        players=players,
        pairs=pairs,
        message_id=row.message_id,
        may_write=row.may_write,
    )


def _pair(row: Row[Any]) -> Pair:
    way = None
    if row.way is not None:
        way = Way(row.way)
    return Pair(
        round=row.round,
        place=row.place,
        players=(row.first_id, row.second_id),
        due_at=row.due_at,
        came=(row.first_came, row.second_came),
        draws=row.drawn,
        session_id=row.session_id,
        winner=row.winner,
        way=way,
    )


def live_cup_in(transaction: AnyTransaction, channel_id: int) -> int | None:
    """The id of the cup that people join or play in a channel; there is at most one."""
    live = select(cups.c.id).where(cups.c.channel_id == channel_id, cups.c.ended_at == null())
    cup_id: int | None = transaction.connection.scalar(live)
    return cup_id


def live_cups_of(transaction: AnyTransaction, player: UserId, most: int) -> list[Cup]:
    """Up to `most` cups that a person has joined and that are not over, the first to start first.

    To be shown only: they are not locked.
    """
    joined = (
        select(cups.c.id)
        .join(cup_players, cup_players.c.cup_id == cups.c.id)
        .where(cup_players.c.user_id == player, cups.c.ended_at == null())
        .order_by(cups.c.closes_at, cups.c.id)
        .limit(most)
    )
    found = []
    for cup_id in transaction.connection.scalars(joined).all():
        cup = _read_cup(transaction, cup_id)
        if cup:
            found.append(cup)
    return found


next_cup_id = next_id(cups)


def insert_cup(transaction: AnyTransaction, cup: Cup) -> None:
    """Write a cup that nobody has joined."""
    row = {
        "id": cup.id,
        "guild_id": cup.guild_id,
        "channel_id": cup.channel_id,
        "host_id": cup.host,
        "game": cup.game,
        "time": cup.time,
        "language": cup.language,
        "closes_at": cup.closes_at,
        "stage": cup.stage.value,
        "may_write": cup.may_write,
    }
    transaction.connection.execute(insert(cups).values(row))


def save_cup(transaction: AnyTransaction, before: Cup, after: Cup, now: int) -> None:
    """Write the changes from `before` to `after`."""
    if before == after:
        return
    changed: dict[str, str | int | None] = {
        "stage": after.stage.value,
        "message_id": after.message_id,
    }
    has_ended = after.stage in {Stage.OVER, Stage.CANCELLED}
    if has_ended and before.stage is not after.stage:
        changed["ended_at"] = now
    this_cup = cups.c.id == after.id
    transaction.connection.execute(update(cups).where(this_cup).values(changed))
    if before.players != after.players:
        transaction.connection.execute(delete(cup_players).where(cup_players.c.cup_id == after.id))
        joined = []
        for number, player in enumerate(after.players):
            joined.append({"cup_id": after.id, "number": number, "user_id": player})
        if joined:
            transaction.connection.execute(insert(cup_players), joined)
    for pair in before.pairs:
        if pair not in after.pairs:
            old_pair = delete(cup_pairs).where(
                cup_pairs.c.cup_id == after.id,
                cup_pairs.c.round == pair.round,
                cup_pairs.c.place == pair.place,
            )
            transaction.connection.execute(old_pair)
    new = [_pair_row(after, pair) for pair in after.pairs if pair not in before.pairs]
    if new:
        transaction.connection.execute(insert(cup_pairs), new)


def _pair_row(cup: Cup, pair: Pair) -> dict[str, str | int | None]:
    first_id, second_id = pair.players
    first_came, second_came = pair.came
    way = None
    if pair.way is not None:
        way = pair.way.value
    return {
        "cup_id": cup.id,
        "round": pair.round,
        "place": pair.place,
        "first_id": first_id,
        "second_id": second_id,
        "first_came": first_came,
        "second_came": second_came,
        "drawn": pair.draws,
        "session_id": pair.session_id,
        "due_at": pair.due_at,
        "winner": pair.winner,
        "way": way,
    }


def due_cups(transaction: AnyTransaction, now: int) -> list[int]:
    """The ids of cups in which something is due, at most AT_ONCE.

    Joining ends, a pair has had its time to come, or a game is over or its clock has run out.
    """
    return [row.id for row in _DUE.execute(transaction, now=now)]


def put_cups_back(transaction: AnyTransaction, seconds: int) -> None:
    """Move the deadlines of all live cups by so many seconds, in which nobody could come."""
    joining = update(cups).where(_JOINING, cups.c.closes_at > 0)
    transaction.connection.execute(joining.values(closes_at=cups.c.closes_at + seconds))
    undecided = update(cup_pairs).where(_UNDECIDED, cup_pairs.c.due_at > 0)
    transaction.connection.execute(undecided.values(due_at=cup_pairs.c.due_at + seconds))


def leave_cups(transaction: AnyTransaction, player: UserId) -> None:
    """Remove a person from all cups. Their opponents go on when the cup is next looked at."""
    theirs = cup_players.c.user_id == player
    joined = select(cup_players.c.cup_id).where(theirs)
    cup_ids = sorted(transaction.connection.scalars(joined))
    for cup_id in cup_ids:
        lock_id(transaction.connection, cup_id)
    joining = select(cups.c.id).where(cups.c.id.in_(cup_ids), _JOINING)
    joining_ids = transaction.connection.scalars(joining).all()
    transaction.connection.execute(
        delete(cup_players).where(theirs, cup_players.c.cup_id.in_(joining_ids))
    )
    transaction.connection.execute(update(cup_players).where(theirs).values(user_id=NOBODY.user_id))
    for seat in (cup_pairs.c.first_id, cup_pairs.c.second_id):
        seated = update(cup_pairs).where(seat == player)
        transaction.connection.execute(seated.values({seat: NOBODY.user_id, cup_pairs.c.due_at: 0}))
    hosted = update(cups).where(cups.c.host_id == player)
    transaction.connection.execute(hosted.values(host_id=NOBODY.user_id))


def forget_old_cups(transaction: AnyTransaction, now: int) -> int:
    """Delete cups that ended a month ago, at most AT_ONCE; returns how many it deleted."""
    old = select(cups.c.id).where(cups.c.ended_at < now - _KEPT).limit(AT_ONCE)
    cup_ids = transaction.connection.scalars(old).all()
    if cup_ids:
        for table in (cup_pairs, cup_players):
            transaction.connection.execute(delete(table).where(table.c.cup_id.in_(cup_ids)))
        transaction.connection.execute(delete(cups).where(cups.c.id.in_(cup_ids)))
    return len(cup_ids)
