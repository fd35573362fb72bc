"""What people and the clock do in a cup. Each action returns the cup that follows, or refuses.

Call `advance` before any of them, so that everything due has happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from bot.sessions.cup import (
    COMING,
    DRAWS,
    FEWEST,
    MOST,
    Cup,
    CupIsFull,
    CupIsOver,
    JoiningIsOver,
    NothingToPlayYet,
    NotInThisCup,
    NotYourCup,
    OutOfThisCup,
    Pair,
    Stage,
    TooFewPlayers,
    Way,
)
from bot.sessions.seats import NOBODY, UserId
from bot.sessions.session import Session
from engine.board import Mark


def join(cup: Cup, player: UserId) -> Cup:
    """`player` joins. Joining twice changes nothing. Raises JoiningIsOver, CupIsOver or CupIsFull."""
    _must_be_joining(cup)
    if player in cup.players:
        return cup
    if len(cup.players) == MOST:
        raise CupIsFull(cup)
    return replace(cup, players=(*cup.players, player))


def leave(cup: Cup, player: UserId) -> Cup:
    """`player` leaves, if they had joined. Raises JoiningIsOver or CupIsOver."""
    _must_be_joining(cup)
    return replace(cup, players=tuple(other for other in cup.players if other != player))


def start(cup: Cup, player: UserId, now: int, rng: Random) -> Cup:
    """The host draws the first round early. Starting twice changes nothing.

    Raises NotYourCup, CupIsOver or TooFewPlayers.
    """
    _must_be_host(cup, player)
    if cup.stage is Stage.RUNNING:
        return cup
    if len(cup.players) < FEWEST:
        raise TooFewPlayers(cup)
    return _drawn(cup, now, rng)


def cancel(cup: Cup, player: UserId) -> Cup:
    """The host ends the cup without a winner; games that are being played go on.

    Raises NotYourCup or CupIsOver.
    """
    _must_be_host(cup, player)
    decided = tuple(pair for pair in cup.pairs if pair.winner is not None)
    return replace(cup, stage=Stage.CANCELLED, pairs=decided)


def pair_to_play(cup: Cup, player: UserId) -> Pair:
    """The pair in which `player` is to play now.

    Raises NotInThisCup, CupIsOver, OutOfThisCup or NothingToPlayYet.
    """
    if player not in cup.players:
        raise NotInThisCup(cup)
    _must_be_live(cup)
    if pair := cup.pair_of(player):
        return pair
    lost = any(player in pair.players and pair.winners_id != player for pair in cup.pairs)
    raise OutOfThisCup(cup) if lost else NothingToPlayYet(cup)


def come(cup: Cup, pair: Pair, player: UserId, *, is_other_free: bool) -> Cup:
    """`player` of `pair` comes to their game. Someone who plays elsewhere meanwhile has not come."""
    first, second = pair.came
    came = (True, second and is_other_free) if pair.players[0] == player else (first and is_other_free, True)
    return with_pair(cup, replace(pair, came=came))


def begin(cup: Cup, pair: Pair, session_id: int) -> Cup:
    """Both of `pair` have come, and their game is this session."""
    return with_pair(cup, replace(pair, session_id=session_id, due_at=None))


def with_pair(cup: Cup, pair: Pair) -> Cup:
    """The cup with this pair in its place."""
    place = (pair.round, pair.place)
    return replace(cup, pairs=tuple(pair if (old.round, old.place) == place else old for old in cup.pairs))


def advance(cup: Cup, now: int, games: Mapping[int, Session], rng: Random) -> Cup:
    """The cup after everything that is due: joining ends, pairs are decided, and winners meet.

    games  the sessions of its pairs by id, as they are now; a missing one counts as ended without a winner
    """
    if cup.stage is Stage.JOINING and now >= cup.closes_at:
        enough = len(cup.players) >= FEWEST
        cup = _drawn(cup, now, rng) if enough else replace(cup, stage=Stage.CANCELLED)
    while cup.stage is Stage.RUNNING:
        decided = replace(cup, pairs=tuple(_settled(pair, now, games, rng) for pair in cup.pairs))
        after = _with_next_pairs(decided, now)
        if after == cup:
            break
        cup = after
    return cup


def _must_be_joining(cup: Cup) -> None:
    if cup.stage is Stage.RUNNING:
        raise JoiningIsOver(cup)
    _must_be_live(cup)


def _must_be_host(cup: Cup, player: UserId) -> None:
    if player != cup.host:
        raise NotYourCup(cup)
    _must_be_live(cup)


def _must_be_live(cup: Cup) -> None:
    if cup.stage in {Stage.OVER, Stage.CANCELLED}:
        raise CupIsOver(cup)


def _drawn(cup: Cup, now: int, rng: Random) -> Cup:
    """The cup with its first round drawn. If the players are no power of two, some have a bye."""
    players = rng.sample(cup.players, len(cup.players))
    half = 1 << (cup.rounds - 1)
    byes = [None] * (2 * half - len(players))
    meetings = list(zip(players[:half], [*players[half:], *byes], strict=True))
    rng.shuffle(meetings)
    pairs = tuple(Pair(0, place, meeting, now + COMING) for place, meeting in enumerate(meetings))
    return replace(cup, stage=Stage.RUNNING, pairs=pairs)


def _settled(pair: Pair, now: int, games: Mapping[int, Session], rng: Random) -> Pair:
    """The pair, decided if it can be."""
    if pair.winner is not None:
        return pair
    first, second = pair.players
    if second is None:
        return _won(pair, 0, Way.BYE)
    if NOBODY.user_id in pair.players:
        return (
            _flipped(pair, rng) if first == second else _won(pair, int(first == NOBODY.user_id), Way.DELETED)
        )
    if pair.session_id is not None:
        return _after_game(pair, now, games.get(pair.session_id), rng)
    if pair.due_at is None or now < pair.due_at:
        return pair
    return _won(pair, pair.came.index(True), Way.ABSENCE) if any(pair.came) else _flipped(pair, rng)


def _after_game(pair: Pair, now: int, game: Session | None, rng: Random) -> Pair:
    """The pair after its game, if that is over. Without a winner they play again, or a coin is flipped."""
    if game and not game.ending:
        return pair
    if game and game.ending and game.ending.winner:
        lost = game.ending.winner is not Mark.X
        return _won(pair, pair.goes_first ^ lost, Way.GAME)
    again = replace(pair, drawn=pair.drawn + 1, session_id=None, came=(False, False), due_at=now + COMING)
    return _flipped(again, rng) if again.drawn == DRAWS else again


def _won(pair: Pair, winner: int, way: Way) -> Pair:
    return replace(pair, winner=winner, way=way)


def _flipped(pair: Pair, rng: Random) -> Pair:
    return _won(pair, rng.randrange(2), Way.COIN)


def _with_next_pairs(cup: Cup, now: int) -> Cup:
    """The cup with a new pair wherever both of its players are known; over, if the final is decided."""
    known = {(pair.round, pair.place): pair for pair in cup.pairs}
    for pair in cup.pairs:
        other = known.get((pair.round, pair.place + 1))
        above = (pair.round + 1, pair.place // 2)
        if pair.place % 2 or other is None or above in known:
            continue
        first, second = pair.winners_id, other.winners_id
        if first is not None and second is not None:
            known[above] = Pair(*above, (first, second), now + COMING)
    pairs = tuple(known[place] for place in sorted(known))
    is_over = pairs[-1].round == cup.rounds - 1 and pairs[-1].winner is not None
    return replace(cup, pairs=pairs, stage=Stage.OVER if is_over else cup.stage)
