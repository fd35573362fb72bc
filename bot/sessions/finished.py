"""What a finished session allows: a review, and a rematch."""

from __future__ import annotations

from bot.sessions import actions
from bot.sessions.actions import NothingToReview, NotOverYet
from bot.sessions.seats import FirstChoice, Terms, UserId
from bot.sessions.session import Session


def to_review(session: Session) -> Session:
    """The session itself, if it may be reviewed. Raises NotOverYet or NothingToReview."""
    if not session.ending:
        raise NotOverYet(session)
    if not session.moves:
        raise NothingToReview
    return session


def rematch_terms(session: Session, player: UserId) -> Terms:
    """The terms of a rematch that `player` asks for: the same, but the other side goes first.

    Raises NotYourGame or NotOverYet.
    """
    mark = actions.mark_of(session, player)
    if not session.ending:
        raise NotOverYet(session)
    first: FirstChoice = "them" if session.first is mark else "me"
    return Terms(mark.value, first, session.time, session.game, session.language)
