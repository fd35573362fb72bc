"""A page of a review: what it is about, before it is told in pictures or in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rendering.voice import Voice
from bot.sessions.seats import Person, UserId
from bot.sessions.session import Session
from engine.board import Mark
from engine.review import Grade, GradedMove
from engine.score import Result


@dataclass(frozen=True)
class Page:
    """One move of a review, as one person sees it.

    moves   of the whole game
    own     the mark of the person who looks, or None if they did not play
    ply     how many moves were made before this one
    asks    they may look for a better cell, and are not told yet
    """

    session: Session
    moves: Sequence[GradedMove]
    own: Mark | None
    ply: int
    asks: bool
    voice: Voice

    @property
    def move(self) -> GradedMove:
        return self.moves[self.ply]


def curve(shown: Page) -> list[Result]:
    """What the game was worth to one side after each move."""
    own = side(shown)
    return [
        move.after.result if move.board.turn is own else move.after.result.reversed for move in shown.moves
    ]


def side(shown: Page) -> Mark:
    """Whose game is told: that of the person who looks or, if they did not play, of who went first."""
    return shown.own or shown.session.first


def mark_of(session: Session, viewer: UserId) -> Mark | None:
    """The mark of the person who looks, or None if they did not play."""
    return next((mark for mark, seat in session.seats.items() if seat == Person(viewer)), None)


def mistakes(moves: Sequence[GradedMove], side: Mark | None) -> list[int]:
    """How many moves were made before each mistake of one side; of both, where none is named."""
    return [
        ply
        for ply, move in enumerate(moves)
        if move.grade is Grade.MISTAKE and side in {None, move.board.turn}
    ]
