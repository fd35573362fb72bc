"""The messages that newer ones replace: a board moved down the channel, a challenge that lapsed.

Discord allows that for 15 minutes, with the token of the interaction that drew the message last.
Tokens are kept in memory only: after a restart an earlier board stays as it was until someone
presses it.
"""

import itertools
from collections import OrderedDict
from typing import NamedTuple, TypeAlias, TypeVar

from bot.interactions.clock import Clock, made_at
from bot.interactions.reply_target import ReplyTarget
from bot.messages.reply import Card, Post, Spoken, Subject
from bot.messages.subjects import updated_post
from bot.messages.texts import voice_of

_TOKEN_LASTS = 14 * 60  # seconds; Discord's fifteen minutes, minus the time a redraw may wait
_MOST = 20_000  # boards, cups and challenges; the latest ones are remembered

SubjectKey: TypeAlias = tuple[type[Subject], int]
S = TypeVar("S", bound=Subject)


class LastMessage(NamedTuple):
    """A subject as a message showed it last.

    to      the answer that drew it; in that `pressed` is the message that it redrew, or None if it
            made a new one, whose id we do not know
    number  of that answer, in the order in which answers are sent
    """

    subject: Subject
    to: ReplyTarget
    number: int


class StandingPost(NamedTuple):
    """A post that nobody asked for, which stands in a channel as long as it holds.

    about   its subject, as it was then
    answer  the answer to an interaction that it followed, if it did: its token redraws it for a
            while, wherever the bot is no member
    """

    about: Subject
    channel_id: int
    message_id: int
    answer: ReplyTarget | None = None


class EarlierMessages:
    """The answers that last drew each board, cup and open challenge, and the posts that stand."""

    def __init__(self, clock: Clock) -> None:
        """Start without messages."""
        self._clock = clock
        self._numbers = itertools.count()
        self._shown: OrderedDict[SubjectKey, LastMessage] = OrderedDict()
        self._lapses: dict[SubjectKey, int] = {}  # when those of them lapse that do
        self._posts: OrderedDict[SubjectKey, StandingPost] = OrderedDict()
        self._notices: OrderedDict[SubjectKey, ReplyTarget] = OrderedDict()

    def next_number(self) -> int:
        """The number of an answer that is sent now. What is sent later gets a greater one."""
        return next(self._numbers)

    def sent_after(self, number: int, subject: Subject) -> LastMessage | None:
        """The message that last showed this, if its answer was sent after the one so numbered."""
        last = self._shown.get(key_of(subject))
        if last and last.number > number:
            return last
        return None

    def answer_showing(self, subject: Subject) -> ReplyTarget | None:
        """The answer that last drew this, if its message may still be redrawn."""
        last = self._shown.get(key_of(subject))
        if last is None or not self.can_redraw(last.to):
            return None
        return last.to

    def in_reach(self, kind: type[S], subject_id: int) -> S | None:
        """A subject as it was shown last, if that message may still be redrawn; otherwise None."""
        last = self._shown.get((kind, subject_id))
        if last is None or not self.can_redraw(last.to):
            return None
        assert isinstance(last.subject, kind), "a subject is remembered by its kind"
        return last.subject

    def remember(self, to: ReplyTarget, reply: Card | Post | Spoken, number: int) -> None:
        """Remember that the answer `to` an interaction drew the message that shows this reply.

        number  of that answer, from `next_number`

        A post is remembered until it lapses; one that does not lapse has nothing more to show.
        """
        if not reply.shows:
            return
        key = key_of(reply.shows)
        self._forget(key)
        if isinstance(reply, Post):
            if reply.lapses_at is None:
                return
            self._lapses[key] = reply.lapses_at
        self._shown[key] = LastMessage(reply.shows, to, number)
        if len(self._shown) > _MOST:
            oldest = next(iter(self._shown))
            self._forget(oldest)

    def remember_post(self, post: StandingPost) -> None:
        """Remember a post. An earlier one about the same is forgotten."""
        key = key_of(post.about)
        self._posts.pop(key, None)  # so that it is the newest
        self._posts[key] = post
        if len(self._posts) > _MOST:
            self._posts.popitem(last=False)

    def remember_notice(self, about: Subject, notice: ReplyTarget) -> None:
        """Remember a private message whose buttons are for this."""
        key = key_of(about)
        self._notices.pop(key, None)
        self._notices[key] = notice
        if len(self._notices) > _MOST:
            self._notices.popitem(last=False)

    def take_notice(self, kind: type[Subject], subject_id: int) -> ReplyTarget | None:
        """The private message whose buttons are for this, which is forgotten, if it is in reach."""
        notice = self._notices.pop((kind, subject_id), None)
        if notice and self.can_redraw(notice):
            return notice
        return None

    def take_overtaken(self, subject: Subject) -> tuple[StandingPost, Card | Post] | None:
        """The post about this that no longer holds, which is forgotten, and what it becomes."""
        key = key_of(subject)
        if key not in self._posts:
            return None
        becomes = updated_post(subject, self._posts[key].about, voice_of(subject.language))
        if becomes is None:
            return None
        return self._posts.pop(key), becomes

    def forget(self, kind: type[Subject], subject_id: int) -> None:
        """Forget the message that showed this, because it now shows something else."""
        self._forget((kind, subject_id))

    def _forget(self, key: SubjectKey) -> None:
        self._shown.pop(key, None)
        self._lapses.pop(key, None)

    def lapsed_messages(self, now: int) -> list[tuple[int, ReplyTarget]]:
        """The ids of what has lapsed by then, with the answers that drew it."""
        lapsed = []
        for key, lapses_at in list(self._lapses.items()):
            if lapses_at > now:
                continue
            to = self._shown[key].to
            if self.can_redraw(to):
                _, subject_id = key
                lapsed.append((subject_id, to))
            else:
                self._forget(key)
        return lapsed

    def can_redraw(self, to: ReplyTarget) -> bool:
        """Whether the message of this answer may still be redrawn: its token is valid."""
        return self._clock.now() < made_at(to.interaction_id) + _TOKEN_LASTS


def key_of(subject: Subject) -> SubjectKey:
    """What a subject is remembered by."""
    return type(subject), subject.id
