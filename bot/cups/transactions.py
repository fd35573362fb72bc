"""Transactions about cups.

A cup goes on at every press, even if no timer runs: what is due happens first, and it is saved even
if the press itself is refused. So a refusal is part of the `Step`, and only NO_CUP_HERE is raised.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from random import Random
from typing import TypeAlias

from bot.cups.cup import MAY_NOT_OPEN_CUPS, NO_CUP_HERE, Cup, Stage
from bot.cups.rows import insert_cup, live_cup_in, load_cup, next_cup_id, save_cup
from bot.database.transaction import AnyTransaction, Transaction
from bot.interactions.interaction import Interaction
from bot.messages.content import Place
from bot.messages.texts import Refusal
from bot.play.interaction_rows import once
from bot.play.result_rows import record_seen
from bot.play.rows import (
    free_seats,
    insert_session,
    live_session,
    load_session,
    save_session,
    write_progress,
)
from bot.play.seats import Deal, Person, Terms
from bot.play.session import Ending, Session, Termination
from bot.play.settings_rows import record_used, settings_of
from bot.play.transactions import must_have_no_game, new_session
from engine.board import Mark

_Act: TypeAlias = Callable[[Transaction[Interaction], Cup], Cup]


@dataclass(frozen=True)
class Step:
    """What a transaction changed.

    before, after   the cup; `card` announces what has happened in between
    refusal         why what the person asked for did not happen; what was due has happened all the
                    same
    ended_sessions  the sessions that their clocks have ended
    session         the session of the person's pair, if they asked to play and both are there
    has_begun       whether this step has begun that session
    """

    before: Cup
    after: Cup
    refusal: Refusal | None = None
    ended_sessions: tuple[Session, ...] = ()
    session: Session | None = None
    has_begun: bool = False


@once
def open_cup(
    transaction: Transaction[Interaction],
    game: str | None,
    time: int,
    joining: int,
    *,
    may_open: bool,
) -> Step:
    """Open a cup in this channel, or show the one that is live here.

    time     seconds a move may take
    joining  seconds until the first round begins
    """
    interaction = transaction.interaction
    if interaction.guild_id is None:
        raise Refusal(NO_CUP_HERE)
    live = live_cup_in(transaction, interaction.channel_id)
    if live is not None:
        return _carry_out(transaction, live, _as_it_is)
    if not may_open:
        raise Refusal(MAY_NOT_OPEN_CUPS)
    settings = settings_of(transaction)
    opened = Cup(
        id=next_cup_id(transaction),
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        host=interaction.user_id,
        game=game or settings.game,
        time=time,
        language=settings.language_of(Terms(), interaction.language),
        closes_at=interaction.at + joining,
        may_write=interaction.may_write,
    )
    insert_cup(transaction, opened)
    record_used(transaction, opened.guild_id, interaction.at)
    return Step(opened, opened)


def _step(act: _Act) -> Callable[[Transaction[Interaction], int], Step]:
    """Make a transaction of what somebody does to a cup once everything due has happened.

    It runs once for an interaction. From another channel, or on a cup that is gone, it is refused
    by NO_CUP_HERE.
    """

    @once
    @wraps(act)
    def run(transaction: Transaction[Interaction], cup_id: int) -> Step:
        return _carry_out(transaction, cup_id, act)

    return run


def _carry_out(transaction: Transaction[Interaction], cup_id: int, act: _Act) -> Step:
    interaction = transaction.interaction
    before = load_cup(transaction, cup_id)
    if before is None or before.channel_id != interaction.channel_id:
        raise Refusal(NO_CUP_HERE)
    step = _do_what_is_due(transaction, before, interaction.at, interaction.app.rng)
    cup = step.after
    try:
        after = act(transaction, cup)
        message_id = interaction.board_after(cup.message_id)
        step = replace(step, after=replace(after, message_id=message_id))
    except Refusal as refusal:
        step = replace(step, refusal=refusal)
    save_cup(transaction, before, step.after, interaction.at)
    return step


def _as_it_is(_transaction: Transaction[Interaction], cup: Cup) -> Cup:
    return cup


look = _step(_as_it_is)
"""The cup once everything due has happened."""


@_step
def join(transaction: Transaction[Interaction], cup: Cup) -> Cup:
    interaction = transaction.interaction
    joined = cup.join(interaction.user_id)
    record_seen(transaction, interaction.user_id, interaction.at)
    return joined


@_step
def leave(transaction: Transaction[Interaction], cup: Cup) -> Cup:
    return cup.leave(transaction.interaction.user_id)


@_step
def start(transaction: Transaction[Interaction], cup: Cup) -> Cup:
    """Begin the first round early."""
    interaction = transaction.interaction
    started = cup.start(interaction.user_id, interaction.at, interaction.app.rng)
    if started is cup:
        return cup  # it was running already, and has games
    return started.advance(interaction.at, {}, interaction.app.rng)


@_step
def cancel(transaction: Transaction[Interaction], cup: Cup) -> Cup:
    return cup.cancel(transaction.interaction.user_id)


@_step
def _come_to_pair(transaction: Transaction[Interaction], cup: Cup) -> Cup:
    interaction = transaction.interaction
    pair = cup.pair_to_play(interaction.user_id)
    if pair.session_id is not None:
        return cup
    must_have_no_game(transaction)
    other = pair.opponent_of(interaction.user_id)
    assert other is not None, "a bye is decided at once"
    is_free = not live_session(transaction, interaction.channel_id, other, interaction.at)
    cup = cup.come(pair, interaction.user_id, is_other_free=is_free)
    pair = cup.pair_to_play(interaction.user_id)
    if not all(pair.came):
        return cup

    # Both are there, so their game begins.
    first, second = pair.players
    assert second is not None, "a bye is decided at once"
    seats = {Mark.X: Person(first), Mark.O: Person(second)}
    if pair.goes_first == 1:
        seats = {Mark.X: Person(second), Mark.O: Person(first)}
    free_seats(transaction, interaction.channel_id, interaction.at, first, second)
    terms = settings_of(transaction).complete(Terms(game=cup.game, time=cup.time), "me")
    deal = Deal(seats, first=Mark.X)
    session = new_session(transaction, terms, deal, cup.language)
    insert_session(transaction, replace(session, cup_id=cup.id))
    return cup.begin(pair, session.id)


def come(transaction: Transaction[Interaction], cup_id: int) -> Step:
    """Come to one's game. It begins when both are there."""
    interaction = transaction.interaction
    step = _come_to_pair(transaction, cup_id)
    pair = step.after.pair_of(interaction.user_id)
    if step.refusal or pair is None or pair.session_id is None:
        return step
    session = load_session(transaction, pair.session_id, interaction.at)
    if session:
        session = save_session(transaction, session, session, Place.NEW)
    return replace(step, session=session, has_begun=pair not in step.before.pairs)


def advance(transaction: AnyTransaction, cup_id: int, now: int, rng: Random) -> Step | None:
    """Do what is due in a cup; None if there is no such cup any more."""
    before = load_cup(transaction, cup_id)
    if before is None:
        return None
    step = _do_what_is_due(transaction, before, now, rng)
    save_cup(transaction, before, step.after, now)
    return step


def _do_what_is_due(transaction: AnyTransaction, cup: Cup, now: int, rng: Random) -> Step:
    """Do everything that is due in a cup, and end the games whose clocks have run out."""
    if cup.stage not in {Stage.JOINING, Stage.RUNNING}:
        return Step(cup, cup)
    session_ids = [pair.session_id for pair in cup.undecided if pair.session_id is not None]
    sessions: dict[int, Session] = {}
    ended: list[Session] = []
    for session_id in session_ids:
        session = load_session(transaction, session_id, now)
        if session is None:
            continue
        if session.ending is None and session.deadline is not None and now >= session.deadline:
            # Nobody has to claim the win.
            lost = replace(session, ending=Ending(Termination.TIME, session.board.turn.other))
            session = write_progress(transaction, session, lost, now)
            ended.append(session)
        sessions[session.id] = session
    return Step(cup, cup.advance(now, sessions, rng), ended_sessions=tuple(ended))
