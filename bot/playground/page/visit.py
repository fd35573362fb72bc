"""One page that someone has open: does what they ask for, and tells them what has changed."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import simcord
from aiohttp import WSCloseCode, WSMsgType, web

from bot.playground import acting
from bot.playground.messages import Message
from bot.playground.not_understood import NotUnderstood, quoted
from bot.playground.page import protocol
from bot.playground.page.positions import position
from bot.playground.page.suggestions import suggestions
from bot.playground.page.words import words
from bot.playground.world import DIRECT, Here, World
from bot.rendering.voice import Voice, locales, voice_of
from bot.storage.store import Store

_logger = logging.getLogger(__name__)

_A_SCREENFUL = 50  # messages a page gets at a time
_STEPS = 60  # into which a long wait is divided

Frame = dict[str, Any]


class Visit:
    """The person a page speaks for, the place it shows, and what it has been sent."""

    def __init__(self, world: World, store: Store, socket: web.WebSocketResponse, here: Here) -> None:
        self._world = world
        self._store = store
        self._socket = socket
        self._something_new = asyncio.Event()
        self._go(here)

    async def go_on(self) -> None:
        """Take what the page sends and tell it the news, until it goes."""
        self._world.listeners.append(self._something_new.set)
        tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._tell())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._world.listeners.remove(self._something_new.set)
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:  # a ConnectionError only means that the page has gone
            if isinstance(end, Exception) and not isinstance(end, ConnectionError):
                raise end

    async def _listen(self) -> None:
        async for message in self._socket:
            try:
                if message.type is not WSMsgType.TEXT:
                    await self._socket.close(code=WSCloseCode.UNSUPPORTED_DATA)
                    return
                await self._do(protocol.read(message.data))
            except NotUnderstood as answer:
                await self._refuse(str(answer))
            except (simcord.SetupError, simcord.BackendError) as error:
                _logger.info("The simulation refused %r: %s", message.data, error)
                await self._refuse(self._voice.say("Discord wouldn't allow that here."))

    async def _do(self, action: protocol.Action) -> None:
        """Do what the page asks for. Raises NotUnderstood and the same as World's actions."""
        match action:
            case protocol.Go(person=person, place=place):
                self._go(Here(person, place))
            case protocol.Language(locale=locale):
                self._speak(locale)
            case protocol.Type(line=line):
                await acting.act(self._world, self._here, " ".join(line.split()), self._voice)
            case protocol.Suggest(line=line):
                await self._suggest(line)
            case protocol.Press(message=message, custom_id=custom_id):
                await self._world.press(self._here, int(message), custom_id)
            case protocol.Choose(message=message, custom_id=custom_id, values=values):
                await self._world.choose(self._here, int(message), custom_id, values)
            case protocol.Menu(command=command, person=person):
                await acting.menu(self._world, self._here, command, person, self._voice)
            case protocol.Dismiss(message=message):
                self._world.dismiss(self._here, int(message))
            case protocol.Older():
                self._most += _A_SCREENFUL
            case protocol.Wait(seconds=seconds):
                await self._world.wait(seconds)
        self._something_new.set()

    def _go(self, here: Here) -> None:
        """Be someone else or somewhere else. Raises NotUnderstood if there is no such person or place."""
        if not self._world.has(here):
            raise NotUnderstood(quoted(f"There's no {here.person} in {here.place}."))
        self._here = here
        self._most = _A_SCREENFUL
        self._shown: dict[int, Message] | None = None
        self._told: dict[str, Frame | None] = {}
        self._something_new.set()

    def _speak(self, locale: str) -> None:
        if locale not in locales():
            raise NotUnderstood(quoted(f"There's no language {locale}."))
        self._world.set_locale(self._here.person, locale)

    async def _suggest(self, line: str) -> None:
        offers = [offer._asdict() for offer in await suggestions(self._world, self._here, line)]
        await self._socket.send_json({"is": "suggestions", "line": line, "offers": offers})

    async def _refuse(self, text: str) -> None:
        await self._socket.send_json({"is": "refused", "text": text})

    async def _tell(self) -> None:
        """Send what has changed, whenever something may have."""
        while True:
            await self._something_new.wait()
            self._something_new.clear()
            here, messages = self._here, self._world.messages(self._here)
            for frame in (self._words(), self._place(), self._messages(messages)):
                await self._send(frame)
            board = await position(messages, int(self._world.now.timestamp()), self._store)
            if here == self._here:
                await self._send({"is": "position", "board": board})

    async def _send(self, frame: Frame) -> None:
        """Send a frame, unless the page has just that already."""
        if self._told.get(frame["is"]) != frame:
            self._told[frame["is"]] = frame
            await self._socket.send_json(frame)

    def _place(self) -> Frame:
        world = self._world
        return {
            "is": "place",
            "person": self._here.person,
            "place": self._here.place,
            "people": [{"id": str(number), "name": name} for name, number in world.people.items()],
            "places": [
                {"id": str(world.channel_id(Here(self._here.person, name))), "name": name}
                for name in [*world.channels, DIRECT]
            ],
            "menus": [] if self._here.place == DIRECT else list(world.menus),
            "locales": locales(),
        }

    def _words(self) -> Frame:
        return {"is": "words", "locale": self._voice.locale, "words": words(self._voice)}

    def _messages(self, messages: list[Message]) -> Frame:
        """What has changed among the newest messages since the last time."""
        shown = {message.id: message for message in messages[-self._most :]}
        before = self._shown
        self._shown = shown
        changed = [message for key, message in shown.items() if before is None or before.get(key) != message]
        return {
            "is": "messages",
            "now": self._world.now.timestamp(),
            "all": before is None,
            "more": len(messages) > len(shown),
            "messages": [told(message, self._world) for message in changed],
            "gone": [str(key) for key in before or () if key not in shown],
        }

    @property
    def _voice(self) -> Voice:
        return voice_of(self._world.locale(self._here.person))


def told(message: Message, world: World) -> Frame:
    """A message as a page gets it."""
    names = {number: name for name, number in world.people.items()}
    return {
        "id": str(message.id),
        "at": message.at,
        "text": message.text,
        "components": message.components,
        "files": [{"name": name, "text": text} for name, text in message.files],
        "private": message.only_for_you,
        "by": names.get(message.asked_by or 0),
        "command": world.used(message.id),
    }
