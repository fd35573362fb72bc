"""What the engine has to say about a session: what its renderers are handed."""

from __future__ import annotations

from bot.sessions.session import Session
from engine.board import Board
from engine.review import GradedMove, grade, review


def last_move(session: Session) -> GradedMove | None:
    """How good the last move of a session was, or None if nobody has moved."""
    if not session.moves:
        return None
    before = Board.after(session.moves[:-1], first=session.first, rules=session.rules)
    return grade(before, session.moves[-1])


def reviewed(session: Session) -> tuple[GradedMove, ...]:
    """How good every move of a session was, in order."""
    return review(session.moves, first=session.first, rules=session.rules)
