"""A small simulated Discord: one server with two channels, three people, and the bot.

Several people can use it at once, each from their own terminal or page.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord
import simcord

from bot.client import Client
from bot.playground.commands import Command, Kind, slash_commands, user_menus
from bot.playground.simulation import Env, Message, message_to_press, read, simulated, uploaded_commands
from bot.rendering.voice import ENGLISH

DIRECT = "dm"  # direct messages with the bot

_MODERATES = discord.Permissions(manage_channels=True, manage_events=True, manage_guild=True)

_TICK = 1.0  # seconds between two steps of the clock
_STEPS = 60  # into which a long wait is divided
_LONGEST_TICK = 60.0  # seconds; if the machine slept longer, the rest is skipped


@dataclass(frozen=True)
class Here:
    """A person and a place: the name of a channel, or DIRECT."""

    person: str
    place: str


START = Here("alice", "general")


class World:
    """The people, what they can do, and what they see.

    The simulation does one thing at a time; everything else waits. After each action that may have changed
    something it calls the functions in `listeners`.

    An action raises simcord.SetupError or simcord.BackendError if Discord would not allow it.
    """

    def __init__(self, env: Env) -> None:
        guild = env.create_guild("Playground")
        moderators = guild.create_role("moderators", permissions=_MODERATES)
        self._env = env
        self._turn = asyncio.Lock()
        self._channels = {name: guild.create_text_channel(name) for name in ("general", "lounge")}
        self._people = {
            "alice": guild.add_member(env.create_user("alice")),
            "bob": guild.add_member(env.create_user("bob")),
            "carol": guild.add_member(env.create_user("carol"), roles=[moderators]),
        }
        self._uploaded = uploaded_commands(env)
        self.commands = slash_commands(self._uploaded, self._people)
        self.menus = user_menus(self._uploaded)
        self.listeners: list[Callable[[], None]] = []
        self._used: dict[int, str] = {}
        self._dismissed: set[int] = set()

    @property
    def people(self) -> dict[str, int]:
        """The ids of the people, by name."""
        return {name: person.id for name, person in self._people.items()}

    @property
    def channels(self) -> list[str]:
        return list(self._channels)

    @property
    def now(self) -> datetime:
        """The simulated time, in this machine's time zone."""
        return self._env.now().astimezone()

    def has(self, here: Here) -> bool:
        """Whether there are such a person and such a place."""
        return here.person in self._people and here.place in {*self._channels, DIRECT}

    def dismiss(self, here: Here, message_id: int) -> None:
        """Put a private answer away. Others are not private to this person, so nothing happens to them."""
        private = {message.id for message in self.messages(here) if message.only_for_you}
        self._dismissed |= private & {message_id}

    def locale(self, person: str) -> str:
        """The language of a person's Discord, by Discord's code."""
        return self._env.locales.get(self._people[person].id, ENGLISH.locale)

    def set_locale(self, person: str, locale: str) -> None:
        """Change the language of a person's Discord, and of the server to the same."""
        self._env.locales[self._people[person].id] = self._env.server_locale = locale

    def commands_in(self, locale: str) -> tuple[Command, ...]:
        """The slash commands with their texts in this language."""
        return slash_commands(self._uploaded, self._people, locale)

    def used(self, message_id: int) -> str:
        """The command that a message answers, such as `ttt start`."""
        return self._used.get(message_id, "")

    def channel_id(self, here: Here) -> int:
        return self._channel(here).id

    def messages(self, here: Here) -> list[Message]:
        """The messages that this person can read in this place, oldest first."""
        found = read(self._env, self._channel(here).id, self._people[here.person].id)
        return [message for message in found if message.id not in self._dismissed]

    async def slash(self, here: Here, path: str, options: Mapping[str, str | int]) -> None:
        """Send a command with its options, people among them by name."""
        async with self._change():
            [command] = [command for command in self.commands if command.path == path]
            users = {option.name for option in command.options if option.kind is Kind.USER}
            given = {
                name: self._known(here, str(value)) if name in users else value
                for name, value in options.items()
            }
            result = await self._known(here, here.person).slash(*self._where(here), path, **given)
            self._remember(result, path)

    async def offered(self, here: Here, path: str, option: str, typed: str = "") -> list[str]:
        """The bot's suggestions for the value of an option, typed in part."""
        async with self._turn:
            choices = await self._known(here, here.person).autocomplete(
                *self._where(here), path, option, typed
            )
        return [choice["name"] for choice in choices]

    async def menu(self, here: Here, command: str, person: str) -> None:
        """Choose a command in the menu of a person's name. Only channels have that menu."""
        async with self._change():
            member = self._people[here.person]
            result = await member.context_menu(self._channels[here.place], command, self._people[person])
            self._remember(result, command)

    async def press(self, here: Here, message_id: int, custom_id: str) -> None:
        """Press a button of a message that this person can see here."""
        async with self._change():
            message = message_to_press(self._env, self._channel(here).id, message_id)
            await self._known(here, here.person).click(message, custom_id=custom_id)

    async def choose(self, here: Here, message_id: int, custom_id: str, values: Sequence[str]) -> None:
        """Choose from a select menu of a message that this person can see here."""
        async with self._change():
            message = message_to_press(self._env, self._channel(here).id, message_id)
            await self._known(here, here.person).select(message, values, custom_id=custom_id)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, and let everything happen that is due then."""
        async with self._change():
            await self._env.advance_time(seconds)

    async def wait(self, seconds: int) -> None:
        """Let time pass in steps, so that everything that happens meanwhile is seen."""
        steps = min(seconds, _STEPS)
        for _ in range(steps):
            await self.pass_time(seconds / steps)

    async def run_clock(self) -> None:
        """Let time pass at its real pace until this is cancelled."""
        passed = time.perf_counter()
        while True:
            await asyncio.sleep(_TICK)
            now = time.perf_counter()
            await self.pass_time(min(now - passed, _LONGEST_TICK))
            passed = now

    @asynccontextmanager
    async def _change(self) -> AsyncIterator[None]:
        async with self._turn:
            try:
                yield
            finally:
                for listener in self.listeners:
                    listener()

    def _remember(self, result: simcord.InteractionResult, command: str) -> None:
        for message in [result.response, *result.followups]:
            if message:
                self._used[message.id] = command

    def _channel(self, here: Here) -> simcord.ChannelHandle:
        return self._channels.get(here.place) or self._people[here.person].user.dm_channel

    def _known(self, here: Here, person: str) -> Any:
        """A person as simcord needs them: a member in a channel, a user in direct messages."""
        member = self._people[person]
        return member.user if here.place == DIRECT else member

    def _where(self, here: Here) -> tuple[Any, ...]:
        return () if here.place == DIRECT else (self._channels[here.place],)


@asynccontextmanager
async def open_world(client: Client, at: datetime | None = None) -> AsyncIterator[World]:
    """A world with this bot in it. Its clock runs while the block runs, from the time `at` on."""
    async with simulated(client, at) as env:
        world = World(env)
        clock = asyncio.create_task(world.run_clock())
        try:
            yield world
        finally:
            clock.cancel()
            with suppress(asyncio.CancelledError):
                await clock
