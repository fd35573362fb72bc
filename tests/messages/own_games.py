"""What the gallery's samples of a person's own games are made of."""

from dataclasses import replace
from random import Random

from bot.challenges.challenge import Challenge
from bot.cups.cup import Cup, Way
from bot.people.own_games import PAST_PAGE, OwnGames, PastGames, most_urgent_first
from bot.play.seats import Bot
from bot.play.session import Ending, Session, Termination
from engine.board import Mark
from tests.messages import samples
from tests.messages.samples import A_DAY, ANN, BOB, DRAWN, NOW, NUMBER, WON, game, swapped

HOUR = 3600


def some_on() -> OwnGames:
    """A game for each way in which time can be left, a challenge and a cup of each kind."""
    on = _numbered(
        game(1, 5, o=Bot("normal")),
        _slow(game(1, 5, time=A_DAY), 3 * HOUR),
        _slow(game(1, time=A_DAY, game="misere"), 20 * HOUR),
        replace(game(1, time=600), is_late=True),
        replace(game(1, 5, time=600), is_late=True),
    )
    return OwnGames(
        ANN.user_id,
        most_urgent_first(on, ANN.user_id),
        _challenges(),
        _cups(),
        _finished(has_older=True),
        told_at_once=True,
    )


def only_finished() -> OwnGames:
    """Somebody with nothing on, who looks at older games."""
    return OwnGames(ANN.user_id, past=_finished(has_newer=True, has_older=True))


def a_waiting_cup_player() -> OwnGames:
    """Somebody who has won their game of a cup."""
    cup = _running_cup()
    pair = cup.pair_of(ANN.user_id)
    assert pair, "Ann plays in the first round"
    won = cup.with_pair(pair.with_winner(pair.players.index(ANN.user_id), Way.GAME))
    return OwnGames(ANN.user_id, cups=(won,))


def all_of_them() -> OwnGames:
    """More than is listed, each as long as it can be."""
    slow = _slow(game(1, 2, time=A_DAY, game="misere"), HOUR)
    theirs = _slow(game(1, time=A_DAY, game="misere"), HOUR)
    ended = [_ended(Termination.ABANDONED)] * PAST_PAGE
    past = PastGames(_numbered(*ended), has_newer=True, has_older=True)
    on = _numbered(*[slow] * 9, *[theirs] * 4)
    return OwnGames(ANN.user_id, on, _challenges() * 2, _cups(), past)


def nothing_on() -> OwnGames:
    return OwnGames(ANN.user_id)


def _numbered(*sessions: Session) -> tuple[Session, ...]:
    """The same with an id each."""
    return tuple(replace(each, id=NUMBER + n) for n, each in enumerate(sessions))


def _slow(session: Session, passed: int) -> Session:
    """A session in which so much of the time for this move is gone."""
    return replace(session, turn_since=NOW - passed)


def _finished(*, has_newer: bool = False, has_older: bool = False) -> PastGames:
    """A game for each way to end."""
    sessions = _numbered(
        game(*WON),
        swapped(game(*WON, o=Bot("perfect"))),
        game(*DRAWN),
        replace(game(1, 5, game="misere"), ending=Ending(Termination.RESIGNATION, Mark.O)),
        _ended(Termination.STOPPED),
    )
    ended = tuple([replace(session, ended_at=NOW) for session in sessions])
    return PastGames(ended, has_newer, has_older)


def _ended(termination: Termination) -> Session:
    return replace(game(1, 5, game="misere"), ending=Ending(termination), ended_at=NOW)


def _challenges() -> tuple[Challenge, ...]:
    """One from Ann, one to her, and an open game of hers."""
    sent = samples.challenge()
    received = replace(sent, challenger=BOB.user_id, challenged=ANN.user_id)
    return sent, received, replace(sent, challenged=None)


def _cups() -> tuple[Cup, ...]:
    return samples.cup(4), _running_cup()


def _running_cup() -> Cup:
    return samples.cup(4).start(ANN.user_id, NOW, Random(1))
