"""What the rules of a session turn down. Each is a fact; its words are made in `bot.rendering`.

A move on a cell that is taken or off the board is refused by the engine: `engine.board.IllegalMove`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.sessions.session import Session


class Refusal(Exception):
    """A request that the rules turn down. Nothing has changed."""


class NoGameHere(Refusal):
    """The person plays no game in this channel, or the game asked for is not kept here."""


class SessionRefusal(Refusal):
    """A request turned down by the state of `session`."""

    def __init__(self, session: Session) -> None:
        super().__init__(f"session {session.id} after {len(session.moves)} moves")
        self.session = session


class AlreadyPlaying(SessionRefusal):
    """The person plays in this channel already: `session`."""


class NotYourGame(SessionRefusal):
    """The person holds no seat in this game."""


class NotYourTurn(SessionRefusal):
    """The other seat is to move."""


class SessionOver(SessionRefusal):
    """The game has ended."""


class BoardMovedOn(SessionRefusal):
    """The move was meant for an earlier board of this game than the one that stands."""
