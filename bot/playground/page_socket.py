"""One page that someone has open: does what they ask for, and tells them what has changed.

The two speak in frames of JSON through one WebSocket. A page sends what its person does, and `do`
says what that is:

    {"do": "go", "person": "alice", "place": "general"}     be this person, in a channel or in "dm"
    {"do": "language", "locale": "de"}                      read and act in another language
    {"do": "type", "line": "/ttt move 5"}                   send a line: a command or button label
    {"do": "suggest", "line": "/ttt st"}                    ask what can follow
    {"do": "press", "message": "17…", "custom_id": "ttt:…"}
    {"do": "choose", "message": "17…", "custom_id": "ttt:…", "values": ["4x4"]}  from a select menu
    {"do": "menu", "command": "Challenge to tic-tac-toe", "person": "bob"}       the menu of a name
    {"do": "menu", "command": "Review this game", "message": "17…"}              that of a message
    {"do": "dismiss", "message": "17…"}                     put a private answer away
    {"do": "older"}                                         ask for older messages
    {"do": "wait", "seconds": 300}                          let time pass, at most a day; all else
                                                            is answered meanwhile

The server sends what has changed for this person, and `is` says what that is:

    {"is": "place", "person": "alice", "place": "general",
     "people": [{"id": "…", "name": "carol", "moderates": true}, …],
     "places": [{"id": "…", "name": "general"}, …], "menus": ["Challenge to tic-tac-toe"],
     "message_menus": ["Review this game"], "locales": ["en-US", …]}
    {"is": "words", "locale": "de", "words": {…}}           the page's own texts (`words`)
    {"is": "messages", "now": 1767225600.0, "all": true, "more": false, "gone": ["17…"],
     "messages": [{"id": "17…", "at": 1767225600, "text": "", "components": […], "private": false,
      "by": "alice", "command": "/ttt start", "files": []}, …]}
                                                            all: these replace what is shown
    {"is": "position", "board": {"game": "3x3", "position": "X.O/.X./... O", "first": "X",
     "moves": [1, 3, 5], "later": [], "players": {"X": "alice", "O": "Bot"}}}
    {"is": "suggestions", "line": "/ttt st",
     "offers": [{"line": "/ttt start ", "label": "/ttt start", "about": "…"}, …]}
    {"is": "refused", "text": "…"}                          why nothing was done

Ids are texts, because JavaScript's numbers are too small for them. `components` are Discord's
(https://docs.discord.com/developers/components/reference), as the bot sent them; a file has a name
and a text. `board` is the one that changed last in the messages here, in the engine's notation:
that of a game, of a page of a review (the moves after it are `later`), or of a puzzle once its
answer has been told; null without one. A puzzle has nothing but `game` and `position`.

A socket is opened at `socket?person=alice&place=general` and gets `words`, `place`, `messages` and
`position` at once. A frame that is none of the above is refused in one line; one that is too long
closes the socket.
"""

import asyncio
import logging
from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeAlias

import simcord
from aiohttp import WSCloseCode, WSMsgType, web
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from simcord.components import walk_components

from bot.database.store import Store
from bot.interactions.handlers import session_among
from bot.learn.lesson_words import lesson_words
from bot.messages import custom_id
from bot.messages.texts import Voice, locales, say, voice_of
from bot.play.names import called
from bot.play.rows import load_session
from bot.play.seats import Person, Seat
from bot.play.session import Session
from bot.playground import typed_lines
from bot.playground.not_understood import NotUnderstood, quoted, read_frame
from bot.playground.simulated_discord import DIRECT, Here, Message, World
from engine.board import GAMES
from engine.puzzles import board_of

_logger = logging.getLogger(__name__)

LONGEST_FRAME = 4096  # bytes that a page may send at once
_LONGEST_WAIT = 86_400  # seconds
_A_SCREENFUL = 50  # messages a page gets at a time

Frame = dict[str, Any]

Word = Annotated[str, Field(max_length=100)]
Line = Annotated[str, Field(max_length=400)]
Id = Annotated[str, Field(pattern="^[0-9]{1,19}$")]


class _Frame(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Go(_Frame):
    do: Literal["go"]
    person: Word
    place: Word


class Language(_Frame):
    do: Literal["language"]
    locale: Word


class Write(_Frame):
    do: Literal["type", "suggest"]
    line: Line


class Press(_Frame):
    do: Literal["press"]
    message: Id
    custom_id: Word


class Choose(_Frame):
    do: Literal["choose"]
    message: Id
    custom_id: Word
    values: Annotated[list[Word], Field(max_length=25)]


class Menu(_Frame):
    do: Literal["menu"]
    command: Word
    person: Word = ""
    message: Id | None = None


class Dismiss(_Frame):
    do: Literal["dismiss"]
    message: Id


class Older(_Frame):
    do: Literal["older"]


class Wait(_Frame):
    do: Literal["wait"]
    seconds: Annotated[int, Field(ge=1, le=_LONGEST_WAIT)]


Action: TypeAlias = Go | Language | Write | Press | Choose | Menu | Dismiss | Older | Wait

_ACTIONS: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Field(discriminator="do")])


class Visit:
    """The person a page speaks for, the place it shows, and what it has been sent."""

    def __init__(
        self, world: World, store: Store, socket: web.WebSocketResponse, here: Here
    ) -> None:
        self._world = world
        self._store = store
        self._socket = socket
        self._something_new = asyncio.Event()
        self._waits: asyncio.Queue[int] = asyncio.Queue()  # seconds
        self._go(here)

    async def go_on(self) -> None:
        """Take what the page sends and tell it the news, until it goes."""
        self._world.listeners.append(self._something_new.set)
        try:
            async with asyncio.TaskGroup() as tasks:
                meanwhile = [tasks.create_task(self._tell()), tasks.create_task(self._wait())]
                async for message in self._socket:
                    if message.type is not WSMsgType.TEXT:
                        await self._socket.close(code=WSCloseCode.UNSUPPORTED_DATA)
                        break
                    await self._take(message.data)
                for task in meanwhile:
                    task.cancel()
        except* ConnectionError:
            pass  # the page has gone
        finally:
            self._world.listeners.remove(self._something_new.set)

    async def _take(self, frame: str) -> None:
        """Do what a frame asks for, or say why not."""
        try:
            await self._do(read_frame(frame, _ACTIONS))
        except NotUnderstood as answer:
            await self._socket.send_json({"is": "refused", "text": str(answer)})
        except (simcord.SetupError, simcord.BackendError) as error:
            _logger.info("The simulation refused %r: %s", frame, error)
            refusal = self._voice.say("Discord wouldn't allow that here.")
            await self._socket.send_json({"is": "refused", "text": refusal})

    async def _do(self, action: Action) -> None:
        """Do what the page asks for. Raises NotUnderstood and the same as World's actions."""
        world, here = self._world, self._here
        match action:
            case Go(person=person, place=place):
                self._go(Here(person, place))
            case Language(locale=locale):
                if locale not in locales():
                    raise NotUnderstood(quoted(f"There's no language {locale}."))
                world.set_locale(here.person, locale)
            case Write(do="type", line=line):
                await typed_lines.act(world, here, " ".join(line.split()), self._voice)
            case Write(line=line):
                found = (
                    await typed_lines.suggestions(world, here, line) if line.startswith("/") else []
                )
                offers = [suggestion._asdict() for suggestion in found]
                await self._socket.send_json({"is": "suggestions", "line": line, "offers": offers})
            case Press(message=message, custom_id=custom_id):
                await world.press(here, int(message), custom_id)
            case Choose(message=message, custom_id=custom_id, values=values):
                await world.choose(here, int(message), custom_id, values)
            case Menu(command=command, person=person, message=message):
                typed, of = f"{command} {person}".strip(), int(message) if message else None
                await typed_lines.menu(world, here, typed, self._voice, of)
            case Dismiss(message=message):
                world.dismiss(here, int(message))
            case Older():
                self._most += _A_SCREENFUL
            case Wait(seconds=seconds):
                self._waits.put_nowait(seconds)
        self._something_new.set()

    def _go(self, here: Here) -> None:
        """Be someone else or elsewhere. Raises NotUnderstood for an unknown person or place."""
        if not self._world.has(here):
            raise NotUnderstood(quoted(f"There's no {here.person} in {here.place}."))
        self._here = here
        self._most = _A_SCREENFUL
        self._shown: dict[int, Message] | None = None
        self._changed: list[int] = []
        self._something_new.set()

    async def _wait(self) -> None:
        """Let the time pass that the page asks for, one wait after another."""
        while True:
            await self._world.wait(await self._waits.get())

    async def _tell(self) -> None:
        """Send what has changed, whenever something may have."""
        language: str | None = None
        place: Here | None = None
        last: tuple[Here, Frame | None] | None = None
        while True:
            await self._something_new.wait()
            self._something_new.clear()
            here, voice, messages = self._here, self._voice, self._world.messages(self._here)
            if voice.locale != language:
                language = voice.locale
                await self._socket.send_json(
                    {"is": "words", "locale": language, "words": words(voice)}
                )
            if here != place:
                place = here
                await self._socket.send_json(self._place(here))
            await self._socket.send_json(self._messages(messages))
            board = await self._board(messages)
            if here == self._here and (here, board) != last:
                last = here, board
                await self._socket.send_json({"is": "position", "board": board})

    def _place(self, here: Here) -> Frame:
        world = self._world
        return {
            "is": "place",
            "person": here.person,
            "place": here.place,
            "people": [
                {"id": str(number), "name": name, "moderates": name in world.moderators}
                for name, number in world.people.items()
            ],
            "places": [
                {"id": str(world.channel_id(Here(here.person, name))), "name": name}
                for name in [*world.channels, DIRECT]
            ],
            "menus": [] if here.place == DIRECT else list(world.menus),
            "message_menus": [] if here.place == DIRECT else list(world.message_menus),
            "locales": locales(),
        }

    def _messages(self, messages: list[Message]) -> Frame:
        """What has changed among the newest messages since the last time."""
        shown = {message.id: message for message in messages[-self._most :]}
        before = self._shown
        self._shown = shown
        changed = [
            message
            for key, message in shown.items()
            if before is None or before.get(key) != message
        ]
        self._changed = list(
            dict.fromkeys((*(message.id for message in reversed(changed)), *self._changed))
        )
        return {
            "is": "messages",
            "now": self._world.now.timestamp(),
            "all": before is None,
            "more": len(messages) > len(shown),
            "messages": [frame_of(message, self._world) for message in changed],
            "gone": [str(key) for key in before or () if key not in shown],
        }

    async def _board(self, messages: list[Message]) -> Frame | None:
        """The board that changed last among the messages."""
        by_id = {message.id: message for message in messages}
        for message in [by_id[key] for key in self._changed if key in by_id]:
            offered = [part.get("custom_id", "") for part in walk_components(message.components)]
            if board := solved(offered):
                return board
            now, session_id = int(self._world.now.timestamp()), session_among(offered)
            if session_id and (session := await self._store.run(load_session, session_id, now)):
                return self._board_of(session, reviewed(offered))
        return None

    def _board_of(self, session: Session, ply: int | None) -> Frame:
        """The board of a session after the move at `ply`, or after all of them."""
        count = len(session.moves) if ply is None else ply + 1
        names: dict[Seat, str] = {
            Person(number): name for name, number in self._world.people.items()
        }
        return {
            "game": session.game,
            "position": session.board_after(count).notation,
            "first": session.first.value,
            "moves": list(session.moves[:count]),
            "later": list(session.moves[count:]),
            "players": {
                mark.value: names.get(seat) or called(session, mark, self._voice)
                for mark, seat in session.seats.items()
            },
        }

    @property
    def _voice(self) -> Voice:
        return voice_of(self._world.locale(self._here.person))


def frame_of(message: Message, world: World) -> Frame:
    """A message as a page gets it."""
    names = {number: name for name, number in world.people.items()}
    menus = *world.menus, *world.message_menus
    return {
        "id": str(message.id),
        "at": message.at,
        "text": message.text,
        "components": message.components,
        "files": [{"name": name, "text": text} for name, text in message.files],
        "private": message.only_for_you,
        "by": names.get(message.asked_by or 0),
        "command": message.command if message.command in menus else f"/{message.command}",
    }


_BESIDE = {"earlier": 1, "later": -1, "show": 0, "try": 0}
"""How far a review's page is from the move that its buttons lead to, by their names."""


def reviewed(offered: Iterable[str]) -> int | None:
    """How many moves were made before the one that a review's page is about; None if it is none.

    offered  the custom_ids of its buttons
    """
    for each in offered:
        press = custom_id.read(each)
        if press and press.name in _BESIDE and len(press.about) > 1:
            return int(press.about[1]) + (0 if custom_id.is_spoken(each) else _BESIDE[press.name])
    return None


def solved(offered: Iterable[str]) -> Frame | None:
    """The board of a puzzle whose answer is told; None for any other message.

    offered  the custom_ids of its buttons: one leads to another puzzle
    """
    about = {press.name: press.about for press in map(custom_id.read, offered) if press}
    if not {"puzzle", "practise"} <= about.keys():
        return None
    game, x, o, *_ = about["puzzle"]
    board = board_of(GAMES[str(game)], int(x), int(o))
    return {"game": game, "position": board.notation} if board else None


_WORDS = {
    "title": say("Tic-tac-toe playground"),
    "about": say(
        "A simulated Discord on your own machine: nothing leaves it, and nothing is kept."
    ),
    # NOTE: a button for people who use a keyboard: where one types
    "skip": say("Go to the message box"),
    # NOTE: the three rooms of the page: links beside each other in a narrow bar
    "rooms": say("Rooms"),
    # NOTE: a room of the page, where one plays by messages
    "to_chat": say("Chat"),
    # NOTE: a room of the page, with lessons
    "to_learn": say("Learn"),
    # NOTE: a room of the page, where one tries positions and sees what each cell is worth
    "to_explore": say("Explore"),
    # NOTE: a button on phones, which opens all of these
    "menu": say("Channels, people and settings"),
    # NOTE: a heading above Discord channels
    "places": say("Channels"),
    "direct": say("Direct messages"),
    # NOTE: a heading above the names of people one can be
    "people": say("Playing as"),
    # NOTE: a button beside a person's name, which opens a menu
    "more": say("More about {person}"),
    # NOTE: in that menu: be this person in another window of the browser
    "window": say("Open in another window"),
    # NOTE: a button on a message, which opens a menu
    "more_actions": say("More actions"),
    # NOTE: a heading above buttons such as "5 minutes"; the time is a simulated one
    "time": say("Let time pass"),
    # NOTE: {time} is such as "Jan 1, 12:01 AM"
    "simulated": say("Simulated time: {time}"),
    # NOTE: after the name of a person who may stop games and change the bot's settings
    "moderator": say("moderator"),
    "settings": say("Settings"),
    # NOTE: one list sets both; boards in channels are in the language of the server
    "language": say("Your language and the server's"),
    # NOTE: a box to tick: a light page instead of a dark one
    "light": say("Light colors"),
    "messages": say("Messages"),
    "older": say("Show older messages"),
    "newest": say("Jump to the newest message"),
    # NOTE: the first thing that people read on the page
    "welcome": say("I play tic-tac-toe on Discord, and I can show you how I think."),
    # NOTE: the name of four buttons on the page, such as "Play me"
    "starts": say("Four things to do here"),
    "start_play": say("Play me"),
    # NOTE: a button
    "start_puzzle": say("Solve a puzzle"),
    "start_watch": say("Watch two bots"),
    "start_learn": say("Learn minimax"),
    "start_learn_more": say("Five lessons, one idea each"),
    # NOTE: below four buttons
    "more_commands": say("Or type / to see everything I can do."),
    # NOTE: in the empty line where one types
    "type": say("Type / for a command"),
    # NOTE: the name of a list: what one can type next
    "suggestions": say("Suggestions"),
    # NOTE: a button: send the line one has typed
    "send": say("Send"),
    "lost": say(
        "Connection lost. Trying again… If you've stopped the playground, start it again and "
        "open its new address."
    ),
    # NOTE: the bot's name
    "bot": say("Tic-tac-toe"),
    # NOTE: what Discord puts beside the name of a bot
    "app": say("APP"),
    # NOTE: after a person's name, as on Discord: "alice used /ttt start"
    "used": say("used {command}"),
    # NOTE: below a private answer, as on Discord
    "private": say("Only you can see this"),
    # NOTE: a button beside it
    "dismiss": say("Dismiss message"),
}


def words(voice: Voice) -> dict[str, str]:
    """Every text of the page by the name that its files use. `{}` in one is filled in there."""
    return voice.templates(_WORDS) | lesson_words(voice)
