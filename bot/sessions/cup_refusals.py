"""Refusals about cups: the last part of the tree in `refusals`."""

from __future__ import annotations

from bot.sessions.cup import Cup
from bot.sessions.refusals import Refusal


class NoCupHere(Refusal):
    """The cup of a button does not exist in this channel, or cups are not played here at all."""


class MayNotOpenCups(Refusal):
    """The person may not manage events, so they cannot open a cup."""


class CupRefusal(Refusal):
    """The state of `cup` does not allow the request."""

    def __init__(self, cup: Cup) -> None:
        super().__init__(f"cup {cup.id}, {cup.stage.value}")
        self.cup = cup


class JoiningIsOver(CupRefusal):
    """The first round is drawn: nobody can join or leave any more."""


class CupIsFull(CupRefusal):
    """As many people as possible have joined."""


class TooFewPlayers(CupRefusal):
    """A cup cannot start with so few players."""


class NotYourCup(CupRefusal):
    """Only its host starts a cup early or cancels it."""


class CupIsOver(CupRefusal):
    """The cup has been won or cancelled."""


class NotInThisCup(CupRefusal):
    """The person has not joined."""


class NothingToPlayYet(CupRefusal):
    """The first round is not drawn, or the next opponent is still playing."""


class OutOfThisCup(CupRefusal):
    """The person has lost."""
