"""One page that someone has open: does what they ask for, and tells them what has changed.

The two speak in frames of JSON through one WebSocket, which a page opens at
`socket?person=alice&place=general`. It sends the actions below, and `do` says which. The server
sends what has changed for this person, and `is` says what that is: first `words`, `place`,
`messages` and `position`. To an action it may answer with `suggestions`, or with `refused` and why;
to a question of Explore, with parts that have its `id`.

Discord's ids are texts, because JavaScript's numbers are too small for them.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Annotated, Any, Literal, TypeAlias

import simcord
from aiohttp import WSCloseCode, WSMsgType, web
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from bot.interactions.questions import Question
from bot.interactions.thinking import NoTimeToThink
from bot.learn import explore
from bot.messages import games
from bot.messages.texts import Voice, locales, voice_of
from bot.play.names import level
from bot.playground import typed_lines
from bot.playground.not_understood import NotUnderstood, quote
from bot.playground.page_words import words
from bot.playground.shown_board import board_on
from bot.playground.simulated_discord import DIRECT, Here, Message, World
from engine.board import GAMES
from engine.opponents import OPPONENTS

_logger = logging.getLogger(__name__)

LONGEST_FRAME = 4096  # bytes that a page may send at once
_LONGEST_WAIT = 86_400  # seconds
_A_SCREENFUL = 50  # messages a page gets at a time
_LONGEST_SEARCH = 20.0  # seconds for one search of Explore
_LONGEST_REFUSAL = 300  # characters

Frame = dict[str, Any]

Word = Annotated[str, Field(max_length=100)]
Line = Annotated[str, Field(max_length=400)]
Id = Annotated[str, Field(pattern="^[0-9]{1,19}$")]


class _Frame(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Go(_Frame):
    """Be this person, in a channel or in `dm`."""

    do: Literal["go"]
    person: Word
    place: Word


class Language(_Frame):
    """Read and act in another language."""

    do: Literal["language"]
    locale: Word


class Write(_Frame):
    """Send a line, a command or a button's label; or ask what can follow it."""

    do: Literal["type", "suggest"]
    line: Line


class Press(_Frame):
    do: Literal["press"]
    message: Id
    custom_id: Word


class Choose(_Frame):
    """Choose from a select menu."""

    do: Literal["choose"]
    message: Id
    custom_id: Word
    values: Annotated[list[Word], Field(max_length=25)]


class Menu(_Frame):
    """Choose a command from the menu of a person or of a message."""

    do: Literal["menu"]
    command: Word
    person: Word = ""
    message: Id | None = None


class Dismiss(_Frame):
    """Put a private answer away."""

    do: Literal["dismiss"]
    message: Id


class Older(_Frame):
    """Show older messages."""

    do: Literal["older"]


class Wait(_Frame):
    """Let time pass; all else is answered meanwhile."""

    do: Literal["wait"]
    seconds: Annotated[int, Field(ge=1, le=_LONGEST_WAIT)]


Action: TypeAlias = (
    Go | Language | Write | Press | Choose | Menu | Dismiss | Older | Wait | explore.Asked
)

_ACTIONS: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Field(discriminator="do")])


class Visit:
    """The person a page speaks for, the place it shows, and what it has been sent."""

    def __init__(self, world: World, socket: web.WebSocketResponse, here: Here) -> None:
        self._world = world
        self._socket = socket
        self._something_new = asyncio.Event()
        self._waits: asyncio.Queue[int] = asyncio.Queue()  # seconds
        self._answering: set[asyncio.Task[None]] = set()  # questions of Explore
        # Of the place that the page shows:
        self._here: Here
        self._most: int  # messages that it shows
        self._shown: dict[int, Message] | None  # as they were sent to it; None before the first
        self._changed: list[int]  # the ids of messages, the one that changed last first
        self._go(here)

    async def go_on(self) -> None:
        """Take what the page sends and tell it what is new, until it goes."""
        self._world.listeners.append(self._something_new.set)
        try:
            async with asyncio.TaskGroup() as tasks:
                meanwhile = [
                    tasks.create_task(self._send_changes()),
                    tasks.create_task(self._wait()),
                ]
                async for message in self._socket:
                    if message.type is not WSMsgType.TEXT:
                        await self._socket.close(code=WSCloseCode.UNSUPPORTED_DATA)
                        break
                    await self._handle(message.data)
                for task in meanwhile:
                    task.cancel()
        except* ConnectionError:
            pass  # the page has gone
        finally:
            self._stop_answering()
            self._world.listeners.remove(self._something_new.set)

    async def _handle(self, frame: str) -> None:
        """Do what a frame asks for, or say why not."""
        try:
            await self._act(_read(frame))
        except NotUnderstood as reason:
            await self._socket.send_json({"is": "refused", "text": str(reason)})
        except (simcord.SetupError, simcord.BackendError) as error:
            _logger.info("The simulation refused %r: %s", frame, error)
            refusal = self._voice.say("Discord wouldn't allow that here.")
            await self._socket.send_json({"is": "refused", "text": refusal})

    async def _act(self, action: Action) -> None:
        """Do what the page asks for. Raises NotUnderstood and the same as World's actions."""
        world, here = self._world, self._here
        match action:
            case Go(person=person, place=place):
                self._go(Here(person, place))
            case Language(locale=locale):
                if locale not in locales():
                    raise NotUnderstood(quote(f"There's no language {locale}."))
                world.set_locale(here.person, locale)
            case Write(do="type", line=line):
                await typed_lines.act(world, here, " ".join(line.split()), self._voice)
            case Write(line=line):
                await self._suggest(line)
            case Press(message=message, custom_id=custom_id):
                await world.press(here, int(message), custom_id)
            case Choose(message=message, custom_id=custom_id, values=values):
                await world.choose(here, int(message), custom_id, values)
            case Menu(command=command, person=person, message=message):
                typed = f"{command} {person}".strip()
                number = int(message) if message else None
                await typed_lines.choose_from_menu(world, here, typed, self._voice, number)
            case Dismiss(message=message):
                world.dismiss(here, int(message))
            case Older():
                self._most += _A_SCREENFUL
            case Wait(seconds=seconds):
                self._waits.put_nowait(seconds)
            case _:
                self._answer(action)
                return
        self._something_new.set()

    async def _suggest(self, line: str) -> None:
        """Send what can follow the beginning of a command; nothing follows other lines."""
        offers = []
        if line.startswith("/"):
            suggestions = await typed_lines.suggestions(self._world, self._here, line)
            offers = [suggestion._asdict() for suggestion in suggestions]
        await self._socket.send_json({"is": "suggestions", "line": line, "offers": offers})

    def _answer(self, asked: explore.Asked) -> None:
        """Answer a question of Explore, while everything else goes on."""
        if isinstance(asked, explore.Stop | explore.Look):
            self._stop_answering()
        answering = asyncio.create_task(self._send_answer(asked))
        self._answering.add(answering)
        answering.add_done_callback(self._answering.discard)

    def _stop_answering(self) -> None:
        for answering in self._answering:
            answering.cancel()

    async def _send_answer(self, asked: explore.Asked) -> None:
        voice = self._voice
        refusal = None
        with suppress(ConnectionError):  # the page has gone
            try:
                async for part in explore.answers(asked, voice, self._search):
                    await self._socket.send_json({**part, "id": asked.id})
            except explore.NoAnswer as reason:
                refusal = quote(str(reason), _LONGEST_REFUSAL)  # typed text may stand in it
            except NoTimeToThink:
                refusal = voice.say("That takes too long to search.")
            except Exception:
                _logger.exception("A search for Explore failed")
                refusal = voice.say("The search failed. Please try again.")
            end = {"is": "done"} if refusal is None else {"is": "refused", "text": refusal}
            await self._socket.send_json({**end, "id": asked.id})

    async def _search(self, question: Question[Any]) -> Any:
        until = asyncio.get_running_loop().time() + _LONGEST_SEARCH
        return await self._world.app.thinking.search(question, until)

    def _go(self, here: Here) -> None:
        """Be someone else or elsewhere. Raises NotUnderstood for an unknown person or place."""
        if not self._world.has(here):
            raise NotUnderstood(quote(f"There's no {here.person} in {here.place}."))
        self._here = here
        self._most = _A_SCREENFUL
        self._shown = None
        self._changed = []
        self._something_new.set()

    async def _wait(self) -> None:
        """Let the time pass that the page asks for, one wait after another."""
        while True:
            await self._world.wait(await self._waits.get())

    async def _send_changes(self) -> None:
        """Send what has changed, whenever something may have."""
        language: str | None = None
        place: Here | None = None
        seen: tuple[Here, Frame | None] | None = None
        while True:
            await self._something_new.wait()
            self._something_new.clear()
            here = self._here
            voice = self._voice
            messages = self._world.messages(here)
            if voice.locale != language:
                language = voice.locale
                await self._socket.send_json(_words(voice))
            if here != place:
                place = here
                await self._socket.send_json(self._place(here))
            await self._socket.send_json(self._messages(messages))
            board = await self._board(messages)
            if here == self._here and (here, board) != seen:
                seen = (here, board)
                await self._socket.send_json({"is": "position", "board": board})

    def _place(self, here: Here) -> Frame:
        world = self._world
        people = []
        for name, number in world.people.items():
            person = {"id": str(number), "name": name, "moderates": name in world.moderators}
            people.append(person)
        places = []
        for name in [*world.channels, DIRECT]:
            channel = world.channel_id(Here(here.person, name))
            places.append({"id": str(channel), "name": name})
        frame: Frame = {
            "is": "place",
            "person": here.person,
            "place": here.place,
            "people": people,
            "places": places,
            "menus": [],
            "message_menus": [],
            "locales": locales(),
        }
        if here.place != DIRECT:
            frame["menus"] = list(world.menus)
            frame["message_menus"] = list(world.message_menus)
        return frame

    def _messages(self, messages: list[Message]) -> Frame:
        """What has changed among the newest messages since the last time.

        all   whether these replace what is shown
        """
        before = self._shown or {}
        is_first_time = self._shown is None
        self._shown = {message.id: message for message in messages[-self._most :]}
        changed = [message for message in self._shown.values() if before.get(message.id) != message]
        newest_first = [message.id for message in reversed(changed)]
        self._changed = list(dict.fromkeys(newest_first + self._changed))
        return {
            "is": "messages",
            "now": self._world.now.timestamp(),
            "all": is_first_time,
            "more": len(messages) > len(self._shown),
            "messages": [frame_of(message, self._world) for message in changed],
            "gone": [str(key) for key in before if key not in self._shown],
        }

    async def _board(self, messages: list[Message]) -> Frame | None:
        """The board that changed last among the messages; None without one (`shown_board`)."""
        there = {message.id: message for message in messages}
        for key in self._changed:
            if key not in there:
                continue
            board = await board_on(there[key], self._world, self._world.app.store, self._voice)
            if board:
                return board
        return None

    @property
    def _voice(self) -> Voice:
        return voice_of(self._world.locale(self._here.person))


def _read(frame: str) -> Action:
    """What a page asks for. Raises NotUnderstood for a frame that no page of ours sends."""
    try:
        return _ACTIONS.validate_json(frame)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "frame"
        raise NotUnderstood(quote(f"{where}: {first['msg']}.", _LONGEST_REFUSAL)) from error


def _words(voice: Voice) -> Frame:
    """All texts of the page, and the games and opponents that Explore offers, by their names."""
    return {
        "is": "words",
        "locale": voice.locale,
        "words": words(voice),
        "games": {game: games.name(game, voice) for game in GAMES},
        "opponents": {opponent: level(opponent, voice) for opponent in OPPONENTS},
    }


def frame_of(message: Message, world: World) -> Frame:
    """A message as a page gets it, with its components as the bot sent them to Discord.

    Their reference is https://docs.discord.com/developers/components/reference.
    """
    names = {number: name for name, number in world.people.items()}
    command = f"/{message.command}"
    if message.command in world.menus or message.command in world.message_menus:
        command = message.command
    return {
        "id": str(message.id),
        "at": message.at,
        "text": message.text,
        "components": message.components,
        "files": [{"name": name, "text": text} for name, text in message.files],
        "private": message.only_for_you,
        "by": names.get(message.asked_by or 0),
        "command": command,
    }
