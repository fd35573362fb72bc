"""Answers every interaction, exactly once: in time, again if that can help, and never too late.

A handler returns a reply, or raises an error, which `Replies` turns into a reply too. `Sender`
sends it, and posts in channels.
"""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from io import BytesIO
from typing import Any, NamedTuple, TypeVar

import aiohttp
import discord
from discord import InteractionResponseType, InteractionType
from discord.app_commands import Choice
from prometheus_client import Counter, Histogram

from bot.database.errors import OutcomeUnknown
from bot.interactions import discord_internals
from bot.interactions.clock import Clock
from bot.interactions.earlier_messages import (
    EarlierMessages,
    LastMessage,
    StandingPost,
    SubjectKey,
    key_of,
)
from bot.interactions.error_replies import ERRORS, explain, too_fast, unknown
from bot.interactions.on_the_way import OnTheWay
from bot.interactions.refused_by_discord import FAILURES, UNREACHABLE, Meaning, meaning, why
from bot.interactions.reply_target import ReplyTarget
from bot.interactions.request import CameAgain
from bot.messages import payload, subjects
from bot.messages.reply import Card, File, Notice, Place, Post, Reply, Spoken, Subject
from bot.messages.texts import voice_of

T = TypeVar("T")

_logger = logging.getLogger(__name__)

_SECONDS = Histogram(
    "ttt_answer_seconds",
    "From the beginning of a handler to the end of its answer; Discord waits 3 seconds.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0),
)
_ANSWERED = Counter("ttt_answers", "Interactions that were answered.", ["kind"])
_ANSWERS = {kind: _ANSWERED.labels(kind.name) for kind in InteractionType}
_LOST = Counter("ttt_answers_lost", "Answers that did not reach Discord, or came too late.")

_HANDLER_PATIENCE = 2.5  # seconds for a handler; sending its answer needs the rest
_PATIENCE = 3.0  # seconds that Discord waits for an answer
_NOBODY_ASKED = 10.0  # seconds that a message without an interaction may take
_LONGEST = 30.0  # seconds for a message that nobody waits for


class Answer(NamedTuple):
    """What a handler answers.

    place   where it goes
    reader  the id of the person, if they get it in words alone
    """

    reply: Reply
    place: Place = Place.HERE
    reader: int | None = None


class Sent(StrEnum):
    """What became of an answer."""

    NEW = "a new message"
    REDRAWN = "it replaced the message whose button was pressed"
    LOST = "nobody sees it"
    REFUSED = "nobody sees it, since Discord takes no answer there"
    SECOND = "Discord has an answer already, and refused this one"


class Sender:
    """Sends replies over its own HTTP session.

    request        sends a request by an interaction's token
    appearance     of all messages
    lost_in_a_row  how many of the last answers did not reach Discord
    """

    def __init__(self) -> None:
        self.request = discord_internals.request
        self.appearance = payload.PLAIN
        self.lost_in_a_row = 0
        self._client: discord.Client = discord.utils.MISSING
        self._http: aiohttp.ClientSession = discord.utils.MISSING

    def open(self, client: discord.Client) -> None:
        """Open a session for answers. The client's, for posts, traces each at a cost of 20 us."""
        self._client = client
        self._http = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar()
        )

    async def close(self) -> None:
        """Close the session, if it was opened."""
        if self._http:
            await self._http.close()

    async def send(self, to: ReplyTarget, reply: Reply, place: Place = Place.HERE) -> Sent:
        """Answer the interaction there. Never raises: what is saved stays, even if that is lost."""
        try:
            # discord.py would go on trying for half a minute.
            async with asyncio.timeout(_PATIENCE):
                sent = await self._send(to, reply, place)
        except TimeoutError as error:
            _log_lost(to, error)
            sent = Sent.LOST
        if sent is Sent.LOST:
            self.lost_in_a_row += 1
        elif sent is not Sent.REFUSED:
            self.lost_in_a_row = 0
        _logger.debug("Interaction %d: %s, %s", to.interaction_id, type(reply).__name__, sent)
        return sent

    async def send_choices(self, to: ReplyTarget, choices: Sequence[Choice[int]] = ()) -> None:
        """Answer an autocompletion. Never raises: nobody waits for it."""
        data = {"choices": [choice.to_dict() for choice in choices]}
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._call_back(to, InteractionResponseType.autocomplete_result, data)
        except FAILURES as error:
            _log_lost(to, error)

    async def redraw(self, to: ReplyTarget, reply: Card | Post) -> None:
        """Redraw the message that answered the interaction, up to 15 minutes later.

        Raises discord.HTTPException, aiohttp.ClientError or OSError.
        """
        path = "/webhooks/{webhook_id}/{webhook_token}/messages/" + to.message
        message = payload.replacement(reply, self.appearance)
        async with asyncio.timeout(_LONGEST):
            await self.request(self._http, "PATCH", path, to.application_id, to.token, message)

    async def add(self, to: ReplyTarget, reply: Card | Post | Notice) -> ReplyTarget:
        """Send one more message after the answer to the interaction, up to 15 minutes later.

        Returns what `redraw` takes to redraw that message.
        Raises discord.HTTPException, aiohttp.ClientError or OSError.
        """
        path = "/webhooks/{webhook_id}/{webhook_token}"
        message = payload.message(reply, self.appearance)
        async with asyncio.timeout(_LONGEST):
            sent = await self.request(
                self._http, "POST", path, to.application_id, to.token, message, wait=True
            )
        return to._replace(message=sent["id"], pressed=None)

    async def take_buttons(self, to: ReplyTarget) -> None:
        """Leave a message that answered the interaction without its buttons, like `redraw`."""
        path = "/webhooks/{webhook_id}/{webhook_token}/messages/" + to.message
        async with asyncio.timeout(_LONGEST):
            await self.request(
                self._http, "PATCH", path, to.application_id, to.token, {"components": []}
            )

    async def post(
        self, channel_id: int, reply: Card | Post, *, nonce: str | None = None
    ) -> int | Exception:
        """Post in a channel. Never raises, because nobody waits for it.

        nonce  of up to 25 characters; for a few minutes Discord makes only one post with the same

        Returns the id of the message. A discord.HTTPException says that it is not there; after any
        other error it may be.
        """
        message = payload.message(reply, self.appearance)
        if nonce is not None:
            message = {**message, "nonce": nonce, "enforce_nonce": True}
        request = discord_internals.post(self._client, channel_id, message)
        return await _try(request, f"Channel {channel_id} could not be told")

    async def edit(self, channel_id: int, message_id: int, reply: Card | Post) -> None:
        """Give a message of ours in a channel other contents. Never raises, like `post`."""
        message = payload.replacement(reply, self.appearance)
        request = discord_internals.edit(self._client, channel_id, message_id, message)
        await _try(request, f"Message {message_id} in channel {channel_id} could not be redrawn")

    async def _send(self, to: ReplyTarget, reply: Reply, place: Place) -> Sent:
        try:
            try:
                return await self._respond(to, reply, place)
            except UNREACHABLE:
                # The first answer may have arrived. Then Discord refuses this second one.
                return await self._respond(to, reply, place)
        except Exception as error:  # noqa: BLE001 - the last stop of every answer
            match meaning(error):
                case Meaning.ANSWERED:
                    return Sent.SECOND
                case Meaning.NOT_HERE | Meaning.GONE:
                    _logger.info("Nobody sees the answer to %s: %s", to.interaction_id, error)
                    return Sent.REFUSED
                case Meaning.OUR_FAULT:
                    notice = unknown(error, to)
                case _:
                    _log_lost(to, error)
                    return Sent.LOST
        try:
            await self._respond(to, notice, Place.ASIDE)
        except Exception:
            _logger.exception("Interaction %s could not be answered at all", to.interaction_id)
        return Sent.LOST

    async def _respond(self, to: ReplyTarget, reply: Reply, place: Place) -> Sent:
        """Send the request. A notice and words are always a new message."""
        if isinstance(reply, Card | Post) and to.redraws(place):
            kind = InteractionResponseType.message_update
            sent = Sent.REDRAWN
            data = payload.replacement(reply, self.appearance)
        else:
            kind = InteractionResponseType.channel_message
            sent = Sent.NEW
            data = payload.message(reply, self.appearance)
        file = None
        if isinstance(reply, Notice):
            file = reply.file
        await self._call_back(to, kind, data, file)
        _ANSWERS[to.type].inc()
        return sent

    async def _call_back(
        self,
        to: ReplyTarget,
        kind: InteractionResponseType,
        data: dict[str, Any],
        file: File | None = None,
    ) -> None:
        """The request that answers an interaction."""
        answer = {"type": kind.value, "data": data}
        files = []
        if file:
            files.append(discord.File(BytesIO(file.content), file.name))
        path = "/interactions/{webhook_id}/{webhook_token}/callback"
        await self.request(self._http, "POST", path, to.interaction_id, to.token, answer, files)


def _log_lost(to: ReplyTarget, error: Exception) -> None:
    _LOST.inc()
    reason = why(error)
    if isinstance(error, TimeoutError):
        reason = "it took too long"
    _logger.warning("The answer to interaction %s was lost: %s", to.interaction_id, reason)


async def _try(request: Awaitable[T], failure: str) -> T | Exception:
    """Send a request. If it fails, log the `failure` and return the error."""
    try:
        async with asyncio.timeout(_NOBODY_ASKED):
            return await request
    except FAILURES as error:
        _logger.info("%s: %s", failure, error)
        return error


class Replies:
    """Answers interactions through `sender`."""

    def __init__(self, clock: Clock) -> None:
        """Make a closed one. The clock tells how long a message can be redrawn."""
        self.earlier = EarlierMessages(clock)
        self.sender = Sender()
        self._answers = OnTheWay()  # by the messages that they redraw and by what they show
        self._redraws = OnTheWay()  # of messages that nobody pressed, by what they show

    async def answer(self, to: ReplyTarget, find_answer: Callable[[], Awaitable[Answer]]) -> bool:
        """Send the answer that `find_answer` finds, or explain its error. Never raises.

        An interaction that has counted already gets no answer.
        Returns whether the answer replaced the message whose button was pressed.
        """
        began = time.perf_counter()
        try:
            answer, in_words = await _answer_and_words(find_answer, to)
        except CameAgain:
            _logger.debug("Interaction %d came again", to.interaction_id)
            return False
        for_person = in_words or answer.reply
        # Taken before it is sent: Discord may confirm answers in another order.
        number = self.earlier.next_number()
        message, subject = _what_it_draws(to, for_person, answer.place)
        sent_before = self._answers.drawing(message) | self._redraws.drawing(subject)
        with self._answers.note(message, subject):
            sent = await self.sender.send(to, for_person, answer.place)
        _SECONDS.observe(time.perf_counter() - began)
        if sent in {Sent.LOST, Sent.REFUSED}:
            # Discord may have asked too late for an answer; the message still shows the change.
            await self.redraw_last(answer.reply, number)
        elif sent is not Sent.SECOND:
            await self._update_other_messages(to, answer.reply, in_words, sent, number)
        if sent is Sent.REDRAWN and sent_before:
            # They may have reached the message after this one.
            await asyncio.wait(sent_before)
            await self.redraw_last(answer.reply, number)
        return sent is Sent.REDRAWN

    async def autocomplete(
        self, to: ReplyTarget, find_choices: Callable[[], Awaitable[list[Choice[int]]]]
    ) -> None:
        """Answer an autocompletion with the choices that `find_choices` finds. Never raises.

        After an error there are none: nothing else can be said while someone types.
        """
        choices: list[Choice[int]] = []
        try:
            choices = await find_choices()
        except Exception as error:  # noqa: BLE001 - an empty list is the answer
            explain(error, to)
        await self.sender.send_choices(to, choices)

    async def slow_down(self, to: ReplyTarget, wait: float) -> None:
        """Tell a person who is too fast in how many seconds they may act again. Never raises."""
        await self.sender.send(to, too_fast(math.ceil(wait), to.voice))

    async def fail(self, to: ReplyTarget, error: Exception) -> None:
        """Answer an interaction that failed before it reached a handler. Never raises."""
        reply = explain(error, to)
        if to.type is InteractionType.autocomplete:
            await self.sender.send_choices(to)
        else:
            await self.sender.send(to, reply)

    async def _update_other_messages(
        self, to: ReplyTarget, reply: Reply, in_words: Spoken | None, sent: Sent, number: int
    ) -> None:
        """Bring everything else up to date after an answer, and send what comes next.

        in_words  what the person got in place of a card, if they listen
        number    of the answer, in the order in which answers are sent
        """
        if isinstance(reply, Notice):
            return
        if reply.shows:
            if isinstance(reply, Card) and in_words and in_words.is_private:
                # Only this person has heard the change: the others still see the old board.
                await self._show_everyone(to, reply, number)
            else:
                await self._point_to_newest(to, reply, sent, number)
            await self._update_post(to, reply.shows)
        if isinstance(reply, Spoken):
            return
        if isinstance(reply, Card) and reply.for_all:
            await self._show_everyone(to, reply.for_all, number)
        for changed in reply.changed:
            await self._redraw_or_edit(changed, number)
            if changed.shows:
                await self._update_post(to, changed.shows)
        for more in reply.then:
            await self.add(to, more)
        await self._settle_if_answered(to, reply)
        for changed in reply.changed:
            await self._settle_if_answered(to, changed)

    async def _redraw_or_edit(self, changed: Card | Post, number: int) -> None:
        """Redraw what has changed: by the last answer that drew it, or as a member."""
        is_redrawn = await self.redraw_last(changed, number)
        if not is_redrawn and changed.stands_on:
            channel_id, message_id = changed.stands_on
            await self.sender.edit(channel_id, message_id, changed)

    async def _settle_if_answered(self, to: ReplyTarget, reply: Card | Post) -> None:
        """Settle the challenge that a post shows, if nobody can answer it any more."""
        if isinstance(reply, Post) and reply.shows and reply.lapses_at is None:
            await self.settle(type(reply.shows), reply.shows.id, pressed=to.pressed)

    async def _point_to_newest(
        self, to: ReplyTarget, reply: Card | Post | Spoken, sent: Sent, number: int
    ) -> None:
        """Remember the answer, and let an earlier message that shows the same lead to it.

        A post takes the place of an earlier one.
        """
        assert reply.shows, "it shows something"
        answer = to
        if sent is not Sent.REDRAWN:
            answer = to._replace(pressed=None)
        newer = self.earlier.sent_after(number, reply.shows)
        if newer:
            await self._point_from_overtaken(answer, reply, newer)
            return
        earlier = self.earlier.answer_showing(reply.shows)
        self.earlier.remember(answer, reply, number)
        if earlier and not answer.is_on_message_of(earlier):
            with _logging_errors(to):
                if isinstance(reply, Post):
                    await self.sender.redraw(earlier, reply)
                else:
                    pointer = subjects.pointer(reply.shows, voice_of(reply.shows.language))
                    await self.sender.redraw(earlier, pointer)

    async def _point_from_overtaken(
        self, answer: ReplyTarget, reply: Card | Post | Spoken, newer: LastMessage
    ) -> None:
        """Let an answer lead to one that was sent after it, and that Discord confirmed before it.

        That may have redrawn this message already, which people play on now.
        """
        is_same = answer.is_on_message_of(newer.to) or newer.to.is_on_message_of(answer)
        if is_same or isinstance(reply, Post):
            return
        pointer = subjects.pointer(newer.subject, voice_of(newer.subject.language))
        await self.replace(answer, pointer)

    async def _update_post(self, to: ReplyTarget, subject: Subject) -> None:
        """Change a post about this that nobody asked for, if it no longer holds."""
        overtaken = self.earlier.take_overtaken(subject)
        if overtaken is None:
            return
        post, becomes = overtaken
        if post.message_id == to.pressed:
            return
        if post.answer and self.earlier.can_redraw(post.answer):
            await self.replace(post.answer, becomes)
        else:
            await self.sender.edit(post.channel_id, post.message_id, becomes)

    async def _show_everyone(self, to: ReplyTarget, card: Card, number: int) -> None:
        """Show a card to everyone: where it was drawn last, or on a new message. Never raises."""
        if not await self.redraw_last(card, number):
            await self.add(to, card)

    async def redraw_last(self, reply: Reply, number: int | None = None) -> bool:
        """Redraw the message that shows this, if we may; returns whether we may. Never raises.

        number  of the answer that says so, if one does. Others may be on their way, as when both
                players ask for a rematch at once: it waits for them, and overtakes none that was
                sent later.
        """
        if isinstance(reply, Notice | Spoken) or not reply.shows:
            return False
        subject = key_of(reply.shows)
        if number is not None:
            sent_before = self._answers.drawing(subject) | self._redraws.drawing(subject)
            if sent_before:
                await asyncio.wait(sent_before)
            if self.earlier.sent_after(number, reply.shows):
                return True
        earlier = self.earlier.answer_showing(reply.shows)
        if earlier is None:
            return False
        self.earlier.remember(earlier, reply, self.earlier.next_number())
        with self._redraws.note(subject):
            await self.replace(earlier, reply)
        return True

    async def settle(
        self, kind: type[Subject], subject_id: int, *, pressed: int | None = None
    ) -> None:
        """Take the buttons off the private message about what is answered or has lapsed by now.

        pressed  the message that has just been redrawn anyway

        Never raises, like `replace`.
        """
        self.earlier.forget(kind, subject_id)
        note = self.earlier.take_notice(kind, subject_id)
        if note and int(note.message) != pressed:
            with _logging_errors(note):
                await self.sender.take_buttons(note)

    async def add(self, to: ReplyTarget, reply: Card | Post | Notice) -> None:
        """Send another message after the answer to an interaction. Never raises, like `replace`."""
        number = self.earlier.next_number()
        with _logging_errors(to):
            added = await self.sender.add(to, reply)
            if isinstance(reply, Notice):
                if reply.about:
                    self.earlier.remember_notice(reply.about, added)
                return
            if reply.shows:
                await self._point_to_newest(added, reply, Sent.NEW, number)
            if isinstance(reply, Post) and reply.about:
                where = reply.about.channel_id
                post = StandingPost(reply.about, where, int(added.message), added)
                self.earlier.remember_post(post)

    async def replace(self, to: ReplyTarget, reply: Card | Post) -> None:
        """Redraw the message that answered an interaction. Never raises: nobody waits for it."""
        with _logging_errors(to):
            await self.sender.redraw(to, reply)


async def _answer_and_words(
    find_answer: Callable[[], Awaitable[Answer]], to: ReplyTarget
) -> tuple[Answer, Spoken | None]:
    """The answer that `find_answer` finds, or one that explains its error. Raises only CameAgain.

    With it come the words that the person gets in its place, if they listen. Everyone else sees the
    answer.
    """
    try:
        async with asyncio.timeout(_HANDLER_PATIENCE):
            answer = await find_answer()
        return answer, _put_into_words(answer, to)
    except TimeoutError:
        return Answer(explain(OutcomeUnknown(), to)), None
    except CameAgain:
        raise
    except Exception as error:  # noqa: BLE001 - the person waits for an answer
        return Answer(explain(error, to)), None


def _what_it_draws(
    to: ReplyTarget, reply: Reply, place: Place
) -> tuple[int | None, SubjectKey | None]:
    """The message that an answer redraws, if it does, and what it shows there or on a new one."""
    message = None
    subject = None
    if isinstance(reply, Card | Post):
        if to.redraws(place):
            message = to.pressed
        if reply.shows:
            subject = key_of(reply.shows)
    return message, subject


def _put_into_words(answer: Answer, to: ReplyTarget) -> Spoken | None:
    """What a person who listens gets in place of a card; None if it is drawn.

    If nobody but them sees answers here, the words are not private: they are the board.
    """
    reply = answer.reply
    if answer.reader is None or not isinstance(reply, Card):
        return None
    if reply.spoken or reply.shows is None:
        return reply.spoken
    in_words = subjects.spoken(reply.shows, answer.reader, to.voice, reply.note)
    if in_words and to.is_alone:
        return replace(in_words, is_private=False, shows=reply.shows)
    return in_words


@contextmanager
def _logging_errors(to: ReplyTarget) -> Iterator[None]:
    """Log the error if a message that nobody waits for cannot be sent."""
    try:
        yield
    except FAILURES as error:
        _logger.info(
            "A message that follows interaction %d is missing: %s", to.interaction_id, error
        )
    except Exception:
        ERRORS.inc()
        _logger.exception("What follows interaction %d failed", to.interaction_id)
