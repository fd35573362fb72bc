"""What the engine has to say about a session: what its renderers are handed."""

from __future__ import annotations

from bot.sessions.session import Session
from engine.board import Board
from engine.review import GradedMove, grade


def last_move(session: Session) -> GradedMove | None:
    """How good the last move of a session was, or None if nobody has moved."""
    if not session.moves:
        return None
    return grade(Board.after(session.moves[:-1], first=session.first), session.moves[-1])
