"""The messages that newer ones replace: a board moved down the channel, a challenge that lapsed.

Discord allows that for 15 minutes, with the token of the interaction that drew the message last.
Tokens are kept in memory only: after a restart an earlier board stays as it was until someone
presses it.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

from bot.interactions.callback import Callback
from bot.interactions.clock import made_at
from bot.messages.reply import Card, Post, Spoken, Subject

_TOKEN_LASTS = 14 * 60  # seconds; Discord's fifteen minutes, minus the time a redraw may wait
_MOST = 20_000  # boards and cups; the latest ones are remembered

_Key: TypeAlias = tuple[type[Subject], int]
S = TypeVar("S", bound=Subject)


class StandingPost(NamedTuple):
    """A post that nobody asked for, which stands in a channel as long as it holds.

    becomes  what it becomes once its subject is shown like that; None while it still holds
    """

    channel_id: int
    message_id: int
    becomes: Callable[[Any], Card | Post | None]


class EarlierMessages:
    """The answers that last drew each board, cup and open challenge, and the posts that stand.

    In the answers `pressed` is the message that they redrew; None if they made a new one, whose id
    we do not know.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        """Start without messages. `now` returns Discord's time, in seconds since 1970, UTC."""
        self._now = now
        self._latest: OrderedDict[_Key, tuple[Subject, Callback]] = OrderedDict()
        self._lapsing: dict[_Key, tuple[int, Callback]] = {}  # when each lapses, and what drew it
        self._posts: OrderedDict[_Key, StandingPost] = OrderedDict()

    def last_to_show(self, shown: Subject) -> Callback | None:
        """The answer that last drew this, if its message may still be redrawn."""
        key = type(shown), shown.id
        _, answer = self._latest.get(key) or self._lapsing.get(key) or (None, None)
        return self._fresh(answer)

    def as_last_shown(self, kind: type[S], subject_id: int) -> S | None:
        """What was shown, as it was then. It may have changed since."""
        shown, _ = self._latest.get((kind, subject_id), (None, None))
        return shown if isinstance(shown, kind) else None

    def in_reach(self, kind: type[S], subject_id: int) -> S | None:
        """The same, if its message may still be redrawn."""
        shown = self.as_last_shown(kind, subject_id)
        return shown if shown and self.last_to_show(shown) else None

    def remember(self, answer: Callback, reply: Card | Post | Spoken) -> None:
        """Remember that `answer` drew the message that shows what this reply shows.

        A post is remembered until it lapses; one that does not lapse has nothing more to show.
        """
        if not reply.shows:
            return
        key = type(reply.shows), reply.shows.id
        if isinstance(reply, Post):
            self.forget(*key)  # it may have been open before, and lapse later now
            if reply.lapses_at is not None:
                self._lapsing[key] = (reply.lapses_at, answer)
            return
        self._latest[key] = (reply.shows, answer)
        self._latest.move_to_end(key)
        if len(self._latest) > _MOST:
            self._latest.popitem(last=False)

    def remember_post(self, about: Subject, post: StandingPost) -> None:
        """Remember a post about this. An earlier one about the same is forgotten."""
        self._posts[type(about), about.id] = post
        if len(self._posts) > _MOST:
            self._posts.popitem(last=False)

    def overtaken(self, shown: Subject) -> tuple[StandingPost, Card | Post] | None:
        """The post about this that no longer holds, which is forgotten, and what it becomes."""
        key = type(shown), shown.id
        post = self._posts.get(key)
        becomes = post and post.becomes(shown)
        return (self._posts.pop(key), becomes) if becomes else None

    def forget(self, kind: type[Subject], subject_id: int) -> None:
        """Forget what would lapse, because its message now shows something else."""
        self._lapsing.pop((kind, subject_id), None)

    def lapsed(self) -> list[tuple[int, Callback]]:
        """The ids of what has lapsed and is not forgotten, with the answers that drew it."""
        now = self._now()
        found = []
        for (kind, subject_id), (lapses_at, answer) in list(self._lapsing.items()):
            if lapses_at > now:
                continue
            if self._fresh(answer):
                found.append((subject_id, answer))
            else:
                self.forget(kind, subject_id)
        return found

    def _fresh(self, answer: Callback | None) -> Callback | None:
        """The answer, if its token is still valid."""
        if answer and self._now() < made_at(answer.interaction_id) + _TOKEN_LASTS:
            return answer
        return None
