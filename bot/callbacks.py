"""Callbacks: how an interaction is answered, and how the message that it became is redrawn for 15 minutes.

Newer messages replace earlier ones: a board that moved down the channel, a challenge that lapsed. Discord
allows that with the token of the interaction that drew the message last. Tokens are kept in memory only:
after a restart an earlier board stays as it was until someone presses it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from itertools import takewhile
from typing import NamedTuple

from discord import InteractionType

from bot.clock import made_at
from bot.rendering.voice import ENGLISH, Voice
from bot.sessions.challenge import Challenge, State
from bot.sessions.cup import Cup
from bot.sessions.seats import UserId
from bot.sessions.session import Session

_TOKEN_LASTS = 14 * 60  # seconds; Discord's fifteen minutes, minus the time a redraw may wait
_MOST = 20_000  # boards and cups; the latest ones are remembered


class Callback(NamedTuple):
    """How to answer an interaction.

    token    needed to answer the interaction, and for 15 minutes to redraw the answer
    type     InteractionType.ping for every type this version does not know
    voice    for private answers: the language of the person's Discord
    public_voice  for public answers that belong to no game: the language of the server
    pressed  the message whose button was pressed, or None for a command
    private  whether that message is private
    alone    whether nobody but this person can see our answers here
    reader   this person, if they get the answer in words alone
    message  the message that this answer became, for the requests that change it
    """

    interaction_id: int
    application_id: int
    token: str
    type: InteractionType
    voice: Voice = ENGLISH
    public_voice: Voice = ENGLISH
    pressed: int | None = None
    private: bool = False
    alone: bool = False
    reader: UserId | None = None
    message: str = "@original"


class EarlierMessages:
    """The answers that last drew each board, each cup and each open challenge.

    In them `pressed` is the message that they redrew; None if they made a new one, whose id we do not know.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        """Start without messages. `now` returns Discord's time, in seconds since 1970, UTC."""
        self._now = now
        self._latest: OrderedDict[tuple[type, int], tuple[Session | Cup, Callback]] = OrderedDict()
        self._challenges: dict[int, tuple[Challenge, Callback]] = {}  # ordered by the time they expire

    def last_to_show(self, shown: Session | Challenge | Cup) -> Callback | None:
        """The answer that last drew this, if its message may still be redrawn."""
        if isinstance(shown, Challenge):
            _, answer = self._challenges.get(shown.id, (None, None))
        else:
            _, answer = self._latest.get((type(shown), shown.id), (None, None))
        return self._fresh(answer)

    def session(self, session_id: int) -> Session | None:
        """A session as its board was drawn last. It may have changed since."""
        session, _ = self._latest.get((Session, session_id), (None, None))
        return session if isinstance(session, Session) else None

    def remember(self, answer: Callback, shown: Session | Challenge | Cup) -> None:
        """Remember that `answer` drew the message that shows this."""
        if isinstance(shown, Challenge):
            self.forget_challenge(shown.id)  # it may have been open before, and expire later now
            if shown.state is State.OPEN:
                self._challenges[shown.id] = (shown, answer)
            return
        key = type(shown), shown.id
        self._latest[key] = (shown, answer)
        self._latest.move_to_end(key)
        if len(self._latest) > _MOST:
            self._latest.popitem(last=False)

    def forget_challenge(self, challenge_id: int) -> None:
        """Forget a challenge whose message now shows something else."""
        self._challenges.pop(challenge_id, None)

    def lapsed(self) -> list[tuple[int, Callback]]:
        """The ids of lapsed challenges that are not forgotten, with the answers that drew them."""
        now = self._now()
        expired = list(takewhile(lambda shown: shown[0].expires_at <= now, self._challenges.values()))
        for challenge, answer in expired:
            if not self._fresh(answer):
                self.forget_challenge(challenge.id)
        return [(challenge.id, answer) for challenge, answer in expired if self._fresh(answer)]

    def _fresh(self, answer: Callback | None) -> Callback | None:
        """The answer, if its token is still valid."""
        if answer and self._now() < made_at(answer.interaction_id) + _TOKEN_LASTS:
            return answer
        return None
