"""How sessions end, and the score of two people after several of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from engine.board import Board, Mark


class Termination(Enum):
    """Why a game ended."""

    LINE = "line"
    NO_LINE = "full board"  # where marks fade, also the third repetition and the last move allowed
    RESIGNATION = "resignation"
    TIME = "time"
    AGREEMENT = "agreement"
    ABANDONED = "abandoned"
    STOPPED = "stopped"

    @property
    def counts(self) -> bool:
        """Whether the game has a result, a win or a draw, that counts."""
        return self not in {Termination.ABANDONED, Termination.STOPPED}


@dataclass(frozen=True)
class Ending:
    """How a game ended.

    winner   None after a draw or without a result
    left_by  who stopped a game of two people by leaving before they had made a move
    """

    termination: Termination
    winner: Mark | None = None
    left_by: Mark | None = None


def ending_of(board: Board) -> Ending | None:
    """How a game ends that reaches this board; None if it goes on."""
    outcome = board.outcome
    if not outcome:
        return None
    return Ending(Termination.LINE if outcome.winner else Termination.NO_LINE, outcome.winner)


@dataclass(frozen=True)
class Tally:
    """The score of a series of rematches: games won by X, won by O, and drawn."""

    x: int = 0
    o: int = 0
    drawn: int = 0

    def after(self, ending: Ending) -> Tally:
        """The tally with one more game. A game without a result changes nothing."""
        if not ending.termination.counts:
            return self
        match ending.winner:
            case Mark.X:
                return replace(self, x=self.x + 1)
            case Mark.O:
                return replace(self, o=self.o + 1)
        return replace(self, drawn=self.drawn + 1)


NO_GAMES = Tally()
