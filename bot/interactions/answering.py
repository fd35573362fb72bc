"""Answers every interaction, exactly once: a press, from the event to what shows it.

Read `Answering.receive` and `Answering.answer` from top to bottom: this is all that happens. What
they call hides how it is done.
"""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeAlias

from discord import InteractionType
from discord.app_commands import Choice
from prometheus_client import Counter, Histogram

from bot.database.errors import OutcomeUnknown
from bot.interactions.app import App
from bot.interactions.error_answers import explain, something_broke, too_fast
from bot.interactions.handlers import BUTTONS, COMMANDS, Command, pressed_button, settle
from bot.interactions.interaction import Answer, CameAgain, Interaction
from bot.interactions.limits import Admission
from bot.interactions.reading import read_interaction
from bot.interactions.sending import ANSWER_ERRORS, Delivery
from bot.interactions.token import Token, Unanswerable, read_token
from bot.interactions.views import DRAWINGS
from bot.messages.content import Card, Content, Place, Post, Subject
from bot.messages.texts import voice_of

_logger = logging.getLogger(__name__)

_LONGEST_HANDLER = 2.5  # seconds; sending its answer needs the rest of Discord's three

_SECONDS = Histogram(
    "ttt_answer_seconds",
    "From the beginning of a handler to the end of its answer; Discord waits 3 seconds.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0),
)
_ANSWERED = Counter("ttt_answers", "Interactions that were answered.", ["kind"])
_COMMANDS = _ANSWERED.labels("application_command")
_PRESSES = _ANSWERED.labels("component")
_MALFORMED = Counter(
    "ttt_malformed", "Interactions without an id or a token, which nobody can answer."
)

MustNotBeBanned: TypeAlias = Callable[[Interaction], None]
"""Raises Refusal if the person or their server is banned, but for their own data."""

FindHandler: TypeAlias = Callable[[Any, Interaction], Awaitable[Callable[[], Awaitable[Any]]]]
"""Has discord.py find the handler of a command or of an option that is typed. Returns what has it
answer; raises AppCommandError."""


class Answering:
    """Takes interactions in, and sends answers out.

    admission  who is let in
    at_work    the answers under way
    """

    def __init__(
        self,
        app: App,
        admission: Admission,
        must_not_be_banned: MustNotBeBanned,
        find_handler: FindHandler,
    ) -> None:
        """Answer with the handlers of `app`."""
        self._app = app
        self.admission = admission
        self._must_not_be_banned = must_not_be_banned
        self._find_handler = find_handler
        self.at_work: set[asyncio.Task[None]] = set()

    def receive(self, data: Any, application_id: int) -> None:
        """Take an interaction as Discord sent it: read it, and let it in or turn it away."""
        try:
            token = read_token(data, application_id)
        except Unanswerable:
            _MALFORMED.inc()
            _logger.warning(
                "Discord sent an interaction without an id or a token; nobody can answer it"
            )
            return
        loop = asyncio.get_running_loop()
        try:
            interaction = read_interaction(data, token, self._app, loop.time())
        except Exception as error:  # noqa: BLE001 - whatever Discord sent, someone waits for an answer
            self._start(self._say_it_broke(data, token, error))
            return

        wait = self.admission.enter(interaction.user_id, is_typing=interaction.is_typing)
        if wait is None:
            return
        _logger.debug("Interaction %d: %s", token.interaction_id, interaction)
        answering = self._start(self.answer(interaction, data, wait))
        answering.add_done_callback(lambda _: self.admission.leave(interaction.user_id))

    async def answer(  # noqa: PLR0915 - one story, told in one breath
        self, interaction: Interaction, data: Any, wait: float
    ) -> None:
        """Answer an interaction, and draw again whatever it has changed. Never raises.

        data  what Discord sent, from which discord.py reads the options of a command
        wait  seconds that the person is told to wait; 0 if it is let in
        """
        began = time.perf_counter()
        app = interaction.app
        token = interaction.token
        if wait:
            await app.sender.answer(token, too_fast(math.ceil(wait), interaction.voice))
            return
        if interaction.is_typing:
            await self._offer_choices(interaction, data)
            return

        # Run its handler. Where the answer goes, and who listens, is settled before. Whatever goes
        # wrong becomes an answer.
        try:
            async with asyncio.timeout(_LONGEST_HANDLER):
                self._must_not_be_banned(interaction)
                if interaction.command:
                    command = COMMANDS.get(interaction.command, Command())
                    interaction = await settle(interaction, command)
                    handle = await self._find_handler(data, interaction)
                    answer = await handle()
                else:
                    button = pressed_button(interaction)
                    interaction = await settle(interaction, button)
                    answer = await button.handler(interaction, *interaction.custom_id.about)
            content = answer.content
            if interaction.listens:
                content = _in_words(answer, interaction)
        except CameAgain:
            return  # Discord has delivered it twice, and takes no second answer
        except TimeoutError:
            answer = explain(OutcomeUnknown(), interaction)
            content = answer.content
        except Exception as error:  # noqa: BLE001 - the person waits for an answer
            answer = explain(error, interaction)
            content = answer.content

        # A drawn answer takes the place of the pressed message, if its handler says so; a private
        # one never does where others see that.
        place = answer.place or interaction.place
        if content.is_private and not place.is_private:
            place = Place.ASIDE
        replaced = None
        if isinstance(content, Card | Post) and interaction.redraws(place):
            replaced = interaction.pressed

        # Send it. If it shows everyone a game, its message is the newest view of that from now on.
        shows = answer.shows
        view = None
        if shows and not content.is_private:
            self._note_press(interaction, shows)
            view = app.views.begin_answer(shows, token, replaced, interaction.came_at)
        replaces = replaced is not None
        wants_id = view is not None and not replaces
        sent = await app.sender.answer(token, content, replaces=replaces, wants_id=wants_id)
        if sent.delivery is Delivery.BROKEN:
            again = await app.sender.answer(token, something_broke(sent.error, interaction.voice))
            if again.delivery is Delivery.BROKEN:
                _logger.error("Interaction %d could not be answered at all", interaction.id)
        kind = type(content).__name__
        _logger.debug("Interaction %d: %s, %s", interaction.id, kind, sent.delivery)
        if interaction.command:
            _COMMANDS.inc()
        else:
            _PRESSES.inc()
        _SECONDS.observe(time.perf_counter() - began)

        # Draw again whatever has changed, and send what comes next. If Discord had an answer
        # already, that delivery has done so.
        with _logging_errors(token):
            if shows and view:
                await app.views.end_answer(shows, token, view, sent)
            if sent.delivery is Delivery.SECOND:
                return
            for subject in answer.changed:
                self._note_press(interaction, subject)
                await app.views.change(subject)
            then = answer.then
            if shows and content.is_private:
                # The others have not seen it: their board is drawn again, or sent.
                self._note_press(interaction, shows)
                is_in_reach = await app.views.change(shows)
                if not is_in_reach:
                    board = DRAWINGS[type(shows)].newest(shows)
                    then = (Answer(board, shows=shows), *then)
            if sent.delivery is not Delivery.ARRIVED:
                return  # Discord lets nothing follow what it has not got
            for more in then:
                await self._follow(token, more)

    async def _offer_choices(self, interaction: Interaction, data: Any) -> None:
        """Offer choices while somebody types; after an error there are none."""
        choices: Sequence[Choice[int]] = ()
        try:
            self._must_not_be_banned(interaction)
            handle = await self._find_handler(data, interaction)
            choices = await handle()
        except Exception as error:  # noqa: BLE001 - nothing else can be said while someone types
            explain(error, interaction)
        await self._app.sender.offer(interaction.token, choices)

    async def _say_it_broke(self, data: Any, token: Token, error: Exception) -> None:
        """Answer an interaction that could not be read."""
        if data.get("type") == InteractionType.autocomplete.value:
            await self._app.sender.offer(token)
        else:
            notice = something_broke(error, voice_of(data.get("locale")))
            await self._app.sender.answer(token, notice)

    def _start(self, answer: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        answering = asyncio.get_running_loop().create_task(answer)
        self.at_work.add(answering)
        answering.add_done_callback(self.at_work.discard)
        return answering

    def _note_press(self, interaction: Interaction, subject: Subject) -> None:
        """If the press was on a message that shows this subject, it may redraw that message."""
        button = BUTTONS.get(interaction.custom_id.name)
        if button is None or button.of is not type(subject):
            return
        is_its_own = interaction.custom_id.about[:1] == (subject.id,)
        if is_its_own and interaction.pressed is not None and not interaction.on_private:
            self._app.views.press(subject, interaction.token, interaction.pressed)

    async def _follow(self, token: Token, more: Answer) -> None:
        """Send one more message after an answer."""
        message_id = await self._app.sender.add(token, more.content)
        if message_id is None:
            return
        if more.shows:
            await self._app.views.add_board(more.shows, message_id, token)
        elif more.about:
            self._app.views.add_post(more.about, message_id, token)


def _in_words(answer: Answer, interaction: Interaction) -> Content:
    """What somebody who listens gets in place of a card; what is only text stays as it is.

    They are a new message. Where nobody else sees answers, it is the newest view, and not private.
    """
    card = answer.content
    if not isinstance(card, Card):
        return card
    if card.spoken or answer.shows is None:
        return card.spoken or card
    say_board = DRAWINGS[type(answer.shows)].spoken
    words = say_board(answer.shows, interaction.user_id, interaction.voice, card.note)
    if words is None:
        return card
    return replace(words, is_private=not interaction.is_alone)


@contextmanager
def _logging_errors(token: Token) -> Iterator[None]:
    """Log errors in work that nobody waits for."""
    try:
        yield
    except Exception:
        ANSWER_ERRORS.inc()
        _logger.exception("What follows interaction %d failed", token.interaction_id)
