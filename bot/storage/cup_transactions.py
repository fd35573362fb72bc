"""Transactions about cups.

None is marked `@once`: an action that is done twice in a row changes nothing the second time. Joining and
leaving undo each other, so a press that comes again after the opposite one is not executed again. Each first
lets happen what is due in the cup, so that a cup goes on at every press, even if no timer runs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from sqlalchemy import Connection

from bot.sessions import cup_actions
from bot.sessions.cup import Cup, Pair, Stage
from bot.sessions.cup_refusals import MayNotOpenCups, NoCupHere
from bot.sessions.endings import Ending, Termination
from bot.sessions.seats import Person, Terms, UserId
from bot.sessions.session import Session
from bot.storage.cup_rows import due_cups, insert_cup, live_cup_in, load_cup, save_cup
from bot.storage.interaction_rows import remember, remembered
from bot.storage.request import Request
from bot.storage.seen import note_seen
from bot.storage.session_closing import free_seat
from bot.storage.session_opening import has_game, must_have_no_game, new_session
from bot.storage.session_rows import load_session
from bot.storage.session_writing import open_session, write_progress
from bot.storage.settings_rows import settings_of
from engine.board import Mark


@dataclass(frozen=True)
class Step:
    """What a transaction changed.

    before, after  the cup; `rendering.cups` tells the news between them
    game           the session of the person's pair, if they asked to play and both are there
    has_begun      whether this step has opened it
    """

    before: Cup
    after: Cup
    game: Session | None = None
    has_begun: bool = False


def open_cup(
    connection: Connection,
    request: Request,
    game: str | None,
    time: int,
    joining: int,
    rng: Random,
    *,
    may_open: bool,
) -> Step:
    """Open a cup in this channel, or show the one that is live here.

    time     seconds a move may take
    joining  seconds until the first round is drawn

    Raises NoCupHere outside servers, or MayNotOpenCups.
    """
    if request.guild_id is None:
        raise NoCupHere
    live = live_cup_in(connection, request.channel_id)
    if live is not None:
        return look(connection, request, live, rng)
    if not may_open:
        raise MayNotOpenCups
    settings = settings_of(connection, request)
    cup = Cup(
        id=0,
        guild_id=request.guild_id,
        channel_id=request.channel_id,
        host=request.user_id,
        game=game or settings.game,
        time=time,
        language=settings.language_of(Terms(), request.language),
        closes_at=request.at + joining,
        may_write=request.may_write,
    )
    opened = replace(cup, id=insert_cup(connection, cup))
    return Step(opened, opened)


def look(connection: Connection, request: Request, cup_id: int, rng: Random) -> Step:
    """The cup after everything that is due. Raises NoCupHere."""
    before, cup = _as_due(connection, request, cup_id, rng)
    return _saved(connection, request, before, cup)


def join(connection: Connection, request: Request, cup_id: int, rng: Random) -> Step:
    """Raises NoCupHere, JoiningIsOver or CupIsFull."""
    note_seen(connection, request.user_id, request.at)
    before, cup = _as_due(connection, request, cup_id, rng)
    if not remembered(connection, request):
        cup = cup_actions.join(cup, request.user_id)
        remember(connection, request)
    return _saved(connection, request, before, cup)


def leave(connection: Connection, request: Request, cup_id: int, rng: Random) -> Step:
    """Raises NoCupHere or JoiningIsOver."""
    before, cup = _as_due(connection, request, cup_id, rng)
    if not remembered(connection, request):
        cup = cup_actions.leave(cup, request.user_id)
        remember(connection, request)
    return _saved(connection, request, before, cup)


def start(connection: Connection, request: Request, cup_id: int, rng: Random) -> Step:
    """Draw the first round early. Raises NoCupHere, NotYourCup, CupIsOver or TooFewPlayers."""
    before, cup = _as_due(connection, request, cup_id, rng)
    started = cup_actions.start(cup, request.user_id, request.at, rng)
    return _saved(connection, request, before, cup_actions.advance(started, request.at, {}, rng))


def cancel(connection: Connection, request: Request, cup_id: int, rng: Random) -> Step:
    """Raises NoCupHere, NotYourCup or CupIsOver."""
    before, cup = _as_due(connection, request, cup_id, rng)
    return _saved(connection, request, before, cup_actions.cancel(cup, request.user_id))


def play(connection: Connection, request: Request, cup_id: int, rng: Random) -> Step:
    """Come to one's game. It begins when both are there.

    Raises NoCupHere, NotInThisCup, CupIsOver, OutOfThisCup, NothingToPlayYet, or AlreadyPlaying if the person
    plays another game in this channel.
    """
    before, cup = _as_due(connection, request, cup_id, rng)
    pair = cup_actions.pair_to_play(cup, request.user_id)
    if pair.session_id is not None:
        game = load_session(connection, pair.session_id, request.at)
        return replace(_saved(connection, request, before, cup), game=game)
    must_have_no_game(connection, request)
    other = _other(pair, request.user_id)
    is_free = not has_game(connection, request, other)
    cup = cup_actions.come(cup, pair, request.user_id, is_other_free=is_free)
    pair = cup_actions.pair_to_play(cup, request.user_id)
    if not all(pair.came):
        return _saved(connection, request, before, cup)
    game = _begun(connection, request, cup, pair)
    cup = cup_actions.begin(cup, pair, game.id)
    return replace(_saved(connection, request, before, cup), game=game, has_begun=True)


def due(connection: Connection, now: int) -> list[int]:
    """The ids of cups in which something is due."""
    return due_cups(connection, now)


def advance(connection: Connection, cup_id: int, now: int, rng: Random) -> Step | None:
    """Let happen what is due in a cup; None if there is no such cup any more."""
    before = load_cup(connection, cup_id)
    if before is None:
        return None
    after = _advanced(connection, before, now, rng)
    save_cup(connection, before, after, now)
    return Step(before, after)


def _as_due(connection: Connection, request: Request, cup_id: int, rng: Random) -> tuple[Cup, Cup]:
    """The cup of a button as it is stored, and after everything that is due. Raises NoCupHere."""
    cup = load_cup(connection, cup_id)
    if cup is None or cup.channel_id != request.channel_id:
        raise NoCupHere
    return cup, _advanced(connection, cup, request.at, rng)


def _advanced(connection: Connection, cup: Cup, now: int, rng: Random) -> Cup:
    if cup.stage not in {Stage.JOINING, Stage.RUNNING}:
        return cup
    session_ids = [pair.session_id for pair in cup.undecided if pair.session_id is not None]
    found = (load_session(connection, session_id, now) for session_id in session_ids)
    games = {game.id: _timed(connection, game, now) for game in found if game}
    return cup_actions.advance(cup, now, games, rng)


def _timed(connection: Connection, game: Session, now: int) -> Session:
    """A game of a cup, which its clock ends: nobody has to claim the win."""
    if game.ending or game.deadline is None or now < game.deadline:
        return game
    lost = replace(game, ending=Ending(Termination.TIME, game.board.turn.other))
    return write_progress(connection, game, lost, now)


def _saved(connection: Connection, request: Request, before: Cup, after: Cup) -> Step:
    """Write a cup, which is then on the message that was pressed."""
    after = replace(after, message_id=request.message_id or after.message_id)
    save_cup(connection, before, after, request.at)
    return Step(before, after)


def _other(pair: Pair, player: UserId) -> UserId:
    first, second = pair.players
    assert second is not None, "a bye is decided when it is drawn"
    return second if first == player else first


def _begun(connection: Connection, request: Request, cup: Cup, pair: Pair) -> Session:
    """Open the game of a pair on a new message."""
    x, o = pair.players[pair.goes_first], pair.players[1 - pair.goes_first]
    assert x is not None, "a bye is decided when it is drawn"
    assert o is not None, "a bye is decided when it is drawn"
    for player in (x, o):
        free_seat(connection, request.channel_id, player, request.at)
    request = request.for_new_message
    look = settings_of(connection, request).look
    dealt = {Mark.X: Person(x), Mark.O: Person(o)}
    game = new_session(request, cup.game, dealt, Mark.X, cup.language, look, time=cup.time, cup_id=cup.id)
    return open_session(connection, request, game)
