"""Views: the messages that show a session, a cup or a challenge, and that can still be changed.

They work like the boards of a railway station. Nobody tells a board what is new. Whenever trains
may have changed, each board reads the timetable and shows it as it does: the big one all of it, an
old one only the way to the big one. So it does not matter which news came first, or got lost.

One rule: when a subject has changed, each of its views in reach is drawn again as its kind is
drawn. The newest message shows all of it, an older one leads there, a post reads as it holds now.
Answers never wait for that. Two that are under way at once may arrive in either order, so the last
to return has the message drawn once more. An answer that was lost, or said to one person alone, is
the same case: the subject has changed.

Discord lets a message be changed for 15 minutes, by the token of an interaction that was answered
on it, and at any time where the bot is a member. Views are kept in memory only: after a restart the
next press on a message makes it a view again.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from bot.database.errors import OutcomeUnknown, StoreUnavailable
from bot.database.store import Store
from bot.interactions.clock import Clock
from bot.interactions.refused_by_discord import FAILURES, Meaning, meaning, why
from bot.interactions.sending import ANSWER_ERRORS, Delivery, Sender, Sent
from bot.interactions.token import Token
from bot.messages.content import Card, Post, Spoken, Subject
from bot.messages.texts import Voice

S = TypeVar("S", bound=Subject)

_logger = logging.getLogger(__name__)

_MOST = 20_000  # subjects; those that were shown last are remembered

_USELESS = {Meaning.NOBODY_WAITS, Meaning.NOT_HERE, Meaning.GONE}  # a token after such a refusal

SubjectKey: TypeAlias = tuple[type[Subject], int]


@dataclass(frozen=True)
class Drawing(Generic[S]):
    """How the messages that show one kind of subject are drawn.

    load        the transaction that loads a subject by its id, as of a time in seconds since 1970
    newest      what the newest message shows
    older       what each earlier message becomes
    post        what a post becomes, from the subject now and as the post told it; None while the
                post holds
    spoken      what somebody who listens hears in place of the message, from the subject, their
                id, their voice and an English note; None for what is only to be watched
    message_of  the id of the newest message that shows the subject, if the store knows it
    may_edit    whether the bot may be a member that can change that message
    lapses_at   when the subject changes although nobody does anything; None if it never does
    """

    load: Callable[[Any, int, int], S | None]
    newest: Callable[[S], Card | Post]
    older: Callable[[S], Card | Post]
    post: Callable[[S, S], Card | Post | None] = lambda _now, _then: None
    spoken: Callable[[S, int, Voice, str], Spoken | None] = lambda *_: None
    message_of: Callable[[S], int | None] = lambda _: None
    may_edit: Callable[[S], bool] = lambda _: True
    lapses_at: Callable[[S], int | None] = lambda _: None


DRAWINGS: dict[type[Any], Drawing[Any]] = {}
"""How each kind of subject is drawn; its room says so."""


@dataclass(eq=False, slots=True)
class View:
    """A message that shows a subject.

    message_id  its id; None until Discord has told it
    tokens      the tokens of the interactions that were answered on it, the latest last
    told        the subject as the post told it; None for a board
    is_stale    whether it may show something else than the subject as it is
    """

    channel_id: int
    message_id: int | None = None
    tokens: list[Token] = field(default_factory=list)
    told: Subject | None = None
    is_stale: bool = False

    def take(self, token: Token) -> None:
        """Take the token of the latest interaction; the one before stays, should this fail."""
        if token not in self.tokens:
            self.tokens = [*self.tokens[-1:], token]

    def drop(self, token: Token) -> None:
        """Drop a token that serves no more; another may have come meanwhile."""
        self.tokens = [other for other in self.tokens if other != token]


@dataclass(eq=False, slots=True)
class Shown:
    """All that shows one subject.

    subject       as it was last seen; it may have changed since
    newest        how the newest message shows it, if not as usual
    boards        the messages that show it, the newest last
    posts         the posts that tell of it
    answering     how many answers that show it are under way
    answered_at   when the last such answer returned, in seconds of the event loop
    is_redrawing  whether views are drawn again right now
    """

    subject: Subject
    newest: Card | None = None
    boards: list[View] = field(default_factory=list)
    posts: list[View] = field(default_factory=list)
    answering: int = 0
    answered_at: float = float("-inf")
    is_redrawing: bool = False

    def on_message(self, message_id: int | None) -> View | None:
        """The view that a message is, if it is one."""
        for view in self.boards + self.posts:
            if message_id is not None and view.message_id == message_id:
                return view
        return None

    def put_last(self, view: View) -> None:
        """Let this be the newest board. The one before it is stale, since it must lead there."""
        if view in self.posts:
            self.posts.remove(view)
            view.told = None
        if view in self.boards:
            self.boards.remove(view)
        if self.boards:
            self.boards[-1].is_stale = True
        self.boards.append(view)

    def forget(self, view: View) -> None:
        """Forget a view that can no longer be changed. The board before it is the newest again."""
        if view in self.posts:
            self.posts.remove(view)
        if view not in self.boards:
            return
        if view is self.boards[-1] and len(self.boards) > 1:
            self.boards[-2].is_stale = True
        self.boards.remove(view)

    def learn_id(self, view: View, message_id: int | None) -> None:
        """Note which message a view is, as Discord says; a press on it may have told so before."""
        same = self.on_message(message_id)
        if same and same is not view:
            same.is_stale = True
            self.boards.remove(view)
        elif message_id is not None:
            view.message_id = message_id


class Views:
    """Remembers views, and draws them again."""

    def __init__(self, store: Store, sender: Sender, clock: Clock) -> None:
        """Start without views."""
        self._store = store
        self._sender = sender
        self._clock = clock
        self._shown: OrderedDict[SubjectKey, Shown] = OrderedDict()
        self._lapses: dict[SubjectKey, int] = {}

    def begin_answer(
        self, subject: Subject, token: Token, redrawn: int | None, asked_at: float
    ) -> View:
        """An answer that shows a subject is sent now: its message is the newest view.

        redrawn   the message that it replaces; None for a new one
        asked_at  when the interaction came, in seconds of the event loop: if others were answered
                  since then, nobody knows which answer arrives last
        """
        shown = self._remember(subject)
        view = shown.on_message(redrawn) or View(subject.channel_id, redrawn)
        view.take(token)
        is_alone = not shown.answering and not shown.is_redrawing and shown.answered_at <= asked_at
        view.is_stale = not is_alone
        shown.put_last(view)
        shown.answering += 1
        return view

    async def end_answer(self, subject: Subject, token: Token, view: View, sent: Sent) -> None:
        """The answer has returned, or was lost. Draws again what it leaves stale. Never raises."""
        shown = self._shown[key_of(subject)]
        shown.answering -= 1
        shown.answered_at = asyncio.get_running_loop().time()
        shown.learn_id(view, sent.message_id)
        if sent.delivery is Delivery.LATE:
            view.drop(token)
        has_nothing = sent.delivery in {Delivery.BROKEN, Delivery.SECOND, Delivery.LATE}
        if has_nothing and view.message_id is None:
            shown.forget(view)  # nothing was said, or something else in its place
        elif sent.delivery is not Delivery.ARRIVED or view.message_id is None:
            view.is_stale = True  # perhaps it has arrived, and nobody knows where
        for post in shown.posts:
            post.is_stale = True  # it tells of an earlier state, which may no longer hold
        await self._redraw(shown)

    def press(self, subject: Subject, token: Token, message_id: int) -> None:
        """Somebody has pressed a message that shows this: the token of the press can change it."""
        shown = self._remember(subject)
        view = shown.on_message(message_id)
        if view is None:
            view = View(subject.channel_id, message_id, is_stale=bool(shown.boards))
            shown.boards.insert(0, view)
        view.take(token)

    async def change(self, subject: Subject, newest: Card | None = None) -> bool:
        """Draw a subject again that has changed. Returns whether a view of it is in reach.

        newest  how the newest view shows it, if not as usual

        Never raises: what cannot be drawn now is drawn at the next press.
        """
        shown = self._remember(subject)
        shown.newest = newest
        drawing = DRAWINGS[type(subject)]
        message_id = drawing.message_of(subject)
        view = shown.on_message(message_id)
        if view in shown.boards:
            shown.put_last(view)  # a press on an older one has moved it there
        elif not shown.boards and message_id is not None and drawing.may_edit(subject):
            shown.boards.append(View(subject.channel_id, message_id))
        for view in shown.boards[-1:] + shown.posts:
            view.is_stale = True
        if not shown.boards:
            self._lapses.pop(key_of(subject), None)  # nothing shows it
        await self._redraw(shown)
        return bool(shown.boards)

    async def add_board(self, subject: Subject, message_id: int, token: Token) -> None:
        """A message that follows an answer shows this, as the newest. Never raises."""
        shown = self._remember(subject)
        shown.put_last(View(subject.channel_id, message_id, [token]))
        await self._redraw(shown)

    def add_post(self, told: Subject, message_id: int, token: Token | None = None) -> None:
        """A post tells of this as it is now."""
        post = View(told.channel_id, message_id, told=told)
        if token:
            post.tokens.append(token)
        self._remember(told).posts = [post]  # an earlier one has been overtaken

    def message_of(self, subject: Subject) -> int | None:
        """The newest message that shows this, if Discord has told which it is."""
        shown = self._shown.get(key_of(subject))
        if shown is None or not shown.boards:
            return None
        return shown.boards[-1].message_id

    def token_of(self, subject: Subject) -> Token | None:
        """A token with which something can be sent beside the newest view."""
        shown = self._shown.get(key_of(subject))
        if shown is None:
            return None
        for view in reversed(shown.boards):
            for token in reversed(view.tokens):
                if token.lasts(self._clock.now()):
                    return token
        return None

    def lapsed(self, now: int) -> list[Subject]:
        """What has changed by then although nobody did anything, as it was before."""
        return [self._shown[key].subject for key, at in self._lapses.items() if at <= now]

    def _remember(self, subject: Subject) -> Shown:
        """What shows a subject, which is the latest that was shown."""
        key = key_of(subject)
        shown = self._shown.setdefault(key, Shown(subject))
        shown.subject = subject
        shown.newest = None
        self._shown.move_to_end(key)
        self._note_lapse(subject)
        oldest = next(iter(self._shown))
        if len(self._shown) > _MOST and not self._shown[oldest].answering:
            del self._shown[oldest]
            self._lapses.pop(oldest, None)
        return shown

    def _note_lapse(self, subject: Subject) -> None:
        lapses_at = DRAWINGS[type(subject)].lapses_at(subject)
        if lapses_at is None:
            self._lapses.pop(key_of(subject), None)
        else:
            self._lapses[key_of(subject)] = lapses_at

    async def _redraw(self, shown: Shown) -> None:
        """Draw what is stale, once no answer is under way that may arrive after it."""
        if shown.is_redrawing:
            return  # that goes on until nothing is stale
        shown.is_redrawing = True
        try:
            while not shown.answering:
                stale = [view for view in [*reversed(shown.boards), *shown.posts] if view.is_stale]
                if not stale:
                    return
                stale[0].is_stale = False  # what changes from now on makes it stale again
                await self._draw(shown, stale[0])
        except (StoreUnavailable, OutcomeUnknown) as error:
            _logger.warning("What shows %s stays as it was: %r", key_of(shown.subject), error)
        except Exception:
            ANSWER_ERRORS.inc()
            _logger.exception("What shows %s stays as it was", key_of(shown.subject))
        finally:
            shown.is_redrawing = False

    async def _draw(self, shown: Shown, view: View) -> None:
        """Draw one view as its subject is now."""
        drawing = DRAWINGS[type(shown.subject)]
        now = int(self._clock.now())
        loaded = await self._store.run(drawing.load, shown.subject.id, now)
        if loaded is None and drawing.lapses_at(shown.subject) is not None:
            self._lapses.pop(key_of(shown.subject), None)
            shown.forget(view)  # it was deleted, and nobody knows how it ended
            return
        subject = loaded or shown.subject  # what has been deleted is shown as it ended
        shown.subject = subject
        self._note_lapse(subject)
        is_newest = view in shown.boards and view is shown.boards[-1]
        if view.told is not None:
            content = drawing.post(subject, view.told)
            if content is None:
                return  # it still holds
        elif is_newest:
            content = shown.newest or drawing.newest(subject)
        else:
            content = drawing.older(subject)

        is_drawn = await self._by_token(shown, view, content)
        if not is_drawn and view.message_id is not None and (is_newest or view.told):
            is_drawn = await self._sender.edit(view.channel_id, view.message_id, content)
        if view.is_stale:
            return  # it was pressed or has changed meanwhile, and is drawn once more
        is_over = view.told is not None or not is_newest  # it has nothing more to show
        if is_over or not is_drawn:
            shown.forget(view)

    async def _by_token(self, shown: Shown, view: View, content: Card | Post) -> bool:
        """Draw a view by the latest of its tokens that still serves. Returns whether one does."""
        while view.tokens:
            token = view.tokens[-1]
            if token.lasts(self._clock.now()):
                try:
                    message_id = await self._sender.redraw(token, view.message_id, content)
                except FAILURES as error:
                    if meaning(error) not in _USELESS:
                        _logger.info("A message stays as it was: %s", why(error))
                        return True
                else:
                    shown.learn_id(view, message_id)
                    return True
            view.drop(token)
        return False


def key_of(subject: Subject) -> SubjectKey:
    """What a subject is remembered by."""
    return type(subject), subject.id
