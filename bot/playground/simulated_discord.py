"""A small simulated Discord: one server with two channels, three people, and the bot.

Several people can use it at once, each from their own terminal or page. They see messages as plain
data, and only this file uses simcord's private names.
"""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from operator import attrgetter
from random import Random
from typing import Any

import discord
import simcord
from simcord.components import walk_components
from simcord.enums import AppCommandType, ComponentType, InteractionType, OptionType

from bot.database.store import Store
from bot.interactions.clock import Clock
from bot.interactions.discord_internals import request_by_discord_py
from bot.interactions.limits import UNLIMITED, PersonLimits
from bot.messages.texts import ENGLISH
from bot.playground.command_parsing import Choices, Command, slash_commands
from bot.running.client import Client
from bot.running.settings import Settings
from engine.board import Mark

_SETTINGS = Settings()

DIRECT = "dm"  # direct messages with the bot

_MODERATES = discord.Permissions(manage_channels=True, manage_events=True, manage_guild=True)

_TICK = 1.0  # seconds between two steps of the clock
_STEPS = 60  # into which a long wait is divided
_LONGEST_STEP = 120  # seconds that pass at once in a wait; after three minutes the bot was down
_LONGEST_TICK = 60.0  # seconds; if the machine slept longer, the rest is skipped

_IDLE = 0.001  # seconds; simcord's own 50 ms would slow down every answer
_LONGEST = 50.0  # seconds that an action may take; what sleeps for a minute counts as at rest
_NESTED = {OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP}
_MENTION = re.compile(r"<@([0-9]+)>")

Component = dict[str, Any]  # as Discord sends it


@dataclass(frozen=True)
class Message:
    """A message as it is now. Two are equal if nothing has changed.

    at        when it was sent; seconds since 1970, UTC
    asked_by  who used the command that it answers, or None
    command   the command it answers, such as `ttt start`
    files     the names and texts of its files
    """

    id: int
    text: str
    components: tuple[Component, ...]
    only_for_you: bool
    at: int = 0
    asked_by: int | None = None
    command: str = ""
    files: tuple[tuple[str, str], ...] = ()

    @property
    def texts(self) -> list[str]:
        """Its texts in Discord's Markdown, one for each block."""
        texts = [block["content"] for block in self._parts(ComponentType.TEXT_DISPLAY)]
        if self.text:
            texts.insert(0, self.text)
        return texts

    def concerns(self, user_id: int) -> bool:
        """Whether it is private to this person, mentions them, or mentions nobody."""
        named = _MENTION.findall("\n".join(self.texts))
        return self.only_for_you or not named or str(user_id) in named

    @property
    def rows(self) -> list[list[Component]]:
        """The buttons, row by row."""
        rows = [row["components"] for row in self._parts(ComponentType.ACTION_ROW)]
        return [row for row in rows if row[0]["type"] == ComponentType.BUTTON]

    @property
    def buttons(self) -> list[Component]:
        """The buttons worth pressing, in reading order: not those of taken cells."""
        buttons: list[Component] = []
        for button in self._parts(ComponentType.BUTTON):
            is_taken_cell = button.get("label") in Mark.__members__
            if not button.get("disabled") and not is_taken_cell:
                buttons.append(button)
        return buttons

    @property
    def selects(self) -> list[Component]:
        """The lists to choose from, in reading order."""
        return self._parts(ComponentType.SELECT)

    def _parts(self, kind: ComponentType) -> list[Component]:
        return [part for part in walk_components(self.components) if part["type"] == kind]


class Env(simcord.Env):
    """A simulated Discord, and the bot in it, as it runs on the real one.

    bot         goes by the clock of this Discord
    has_member  whether its servers have the bot as a member, so that it may post there
    locales     the language of each person's Discord and of each server, by id; English if it is
                not here
    step        seconds that pass at once; the bot looks for what is due no more often
    """

    bot: Client

    def __init__(
        self,
        store: Store,
        rng: Random,
        settings: Settings = _SETTINGS,
        limits: PersonLimits = UNLIMITED,
        *,
        check_errors: bool = False,
    ) -> None:
        """Make one in which the bot has not logged in."""
        bot = self.new_bot(store, rng, settings, limits)
        super().__init__(bot, shard_count=1, check_errors=check_errors, settle_timeout=_LONGEST)
        self.has_member = True
        self.locales: dict[int, str] = {}
        self.step = 0.0
        self.backend.subscribers.insert(0, self._complete)

    def new_bot(
        self, store: Store, rng: Random, settings: Settings, limits: PersonLimits = UNLIMITED
    ) -> Client:
        """A bot that goes by the clock of this Discord, and has not logged in.

        Its routines sleep by that clock, while everything else comes to rest.
        """

        async def sleep(seconds: float) -> None:
            asleep = asyncio.sleep(max(seconds, self.least_sleep()))
            await self.external_wait(asleep, reason="sleeps until its next look")

        clock = Clock(lambda: self.now().timestamp(), sleep)
        return Client(
            store, rng, settings, limits=limits, clock=clock, request=request_by_discord_py
        )

    def least_sleep(self) -> float:
        """Seconds that what looks again and again sleeps at least."""
        return self.step

    def _complete(self, event: str, payload: Any) -> None:
        """Add what simcord leaves out: languages, subcommand, which server has the bot."""
        if event != "INTERACTION_CREATE":
            return
        person = int(payload.get("member", payload)["user"]["id"])
        if person in self.locales:
            payload["locale"] = self.locales[person]
        guild = int(payload.get("guild_id", 0))
        if guild in self.locales:
            payload["guild_locale"] = self.locales[guild]
        if guild and self.has_member:
            payload["authorizing_integration_owners"] = {"0": payload["guild_id"]}
        if payload["type"] == InteractionType.APPLICATION_COMMAND:
            interaction = self.backend.interactions[int(payload["id"])]
            interaction.command_name = _path(payload["data"])

    async def _settle_internal(self, *, idle: float = _IDLE, **more: Any) -> None:
        await super()._settle_internal(idle=idle, **more)


def _path(command: Mapping[str, Any]) -> str:
    """The names of a used command and of the subcommands in it, such as `ttt start`."""
    options = command.get("options", [])
    nested = [_path(option) for option in options if option["type"] in _NESTED]
    return " ".join([command["name"], *nested])


@asynccontextmanager
async def simulate(store: Store, rng: Random, at: datetime | None = None) -> AsyncIterator[Env]:
    """A simulated Discord in which a bot with this store is logged in while the block runs.

    at  what time it is there when it starts; None for the first moment of 2026
    """
    env = Env(store, rng)
    if at:
        env.backend.advance_clock((at - env.now()).total_seconds())
    async with env.bot:
        await env.start()
        try:
            yield env
        finally:
            await env.shutdown()


def readable_messages(env: simcord.Env, channel_id: int, reader_id: int) -> list[Message]:
    """What this person can read in a channel, oldest first: no private answers but their own."""
    stored = env.backend.messages.get(channel_id, {}).values()
    visible = [each for each in stored if each.visible_to(reader_id)]
    visible.sort(key=attrgetter("id"))
    return [_message(each, env) for each in visible]


def _message(stored: Any, env: simcord.Env) -> Message:
    """A message as a client shows it, from how simcord stores it."""
    files: list[tuple[str, str]] = []
    for file in stored.attachments:
        content = env.backend.cdn.get(file["url"]) or b""
        files.append((file["filename"], content.decode(errors="replace")))
    asked_by = None
    command = ""
    answered = stored.interaction_metadata or {}
    if answered.get("type") == InteractionType.APPLICATION_COMMAND:
        asked_by = int(answered["user"]["id"])
        command = answered["name"]
    return Message(
        id=stored.id,
        text=stored.content,
        components=tuple(stored.components),
        only_for_you=stored.is_ephemeral,
        at=int(datetime.fromisoformat(stored.timestamp).timestamp()),
        asked_by=asked_by,
        command=command,
        files=tuple(files),
    )


@dataclass(frozen=True)
class Here:
    """A person and a place: the name of a channel, or DIRECT."""

    person: str
    place: str


START = Here("alice", "general")


class World:
    """The people, what they can do, and what they see.

    people         their ids by name
    names          the names of people and channels, by their mentions in a message
    moderators     the names of those who may end other people's games and change settings
    channels       the names of the channels
    commands       the slash commands, in English
    menus          the commands in the menu of a person's name
    message_menus  the commands in the menu of a message
    app            the bot's

    The simulation does one thing at a time; everything else waits. After each action that may have
    changed something it calls the functions in `listeners`.

    An action raises simcord.SetupError or simcord.BackendError if Discord would not allow it.
    """

    def __init__(self, env: Env) -> None:
        guild = env.create_guild("Playground")
        moderators = guild.create_role("moderators", permissions=_MODERATES)
        self.app = env.bot.app
        self._guild_id = guild.id
        self._env = env
        self._turn = asyncio.Lock()
        self._channels = {name: guild.create_text_channel(name) for name in ("general", "lounge")}
        self._members = {
            "alice": guild.add_member(env.create_user("alice")),
            "bob": guild.add_member(env.create_user("bob")),
            "carol": guild.add_member(env.create_user("carol"), roles=[moderators]),
        }
        self.moderators = {"carol"}
        # With their texts in every language.
        self._uploaded = list(env.backend.commands[None].values())
        self.people = {name: member.id for name, member in self._members.items()}
        self.names = {f"<@{number}>": f"@{name}" for name, number in self.people.items()}
        for name, channel in self._channels.items():
            self.names[f"<#{channel.id}>"] = f"#{name}"
        self.channels = list(self._channels)
        self.commands = self.commands_in(ENGLISH.locale)
        self.menus = self._in_menu(AppCommandType.USER)
        self.message_menus = self._in_menu(AppCommandType.MESSAGE)
        self.listeners: list[Callable[[], None]] = []
        self._dismissed: set[int] = set()

    def _in_menu(self, kind: AppCommandType) -> list[str]:
        """The commands in the menus of that kind."""
        return [command["name"] for command in self._uploaded if command["type"] == kind]

    @property
    def now(self) -> datetime:
        """The simulated time, in this machine's time zone."""
        return self._env.now().astimezone()

    def has(self, here: Here) -> bool:
        """Whether there are such a person and such a place."""
        return here.person in self.people and here.place in {*self._channels, DIRECT}

    def dismiss(self, here: Here, message_id: int) -> None:
        """Put away an answer private to this person. Nothing happens to other messages."""
        private = {message.id for message in self.messages(here) if message.only_for_you}
        self._dismissed |= private & {message_id}

    def locale(self, person: str) -> str:
        """The language of a person's Discord, by Discord's code."""
        return self._env.locales.get(self.people[person], ENGLISH.locale)

    def set_locale(self, person: str, locale: str) -> None:
        """Change the language of a person's Discord, and of the server to the same."""
        self._env.locales[self.people[person]] = locale
        self._env.locales[self._guild_id] = locale

    def commands_in(self, locale: str) -> tuple[Command, ...]:
        """The slash commands with their texts in this language."""
        return slash_commands(self._uploaded, self.people, locale)

    def channel_id(self, here: Here) -> int:
        return self._channel(here).id

    def messages(self, here: Here) -> list[Message]:
        """The messages that this person can read in this place, oldest first."""
        messages = readable_messages(self._env, self._channel(here).id, self.people[here.person])
        return [message for message in messages if message.id not in self._dismissed]

    async def slash(self, here: Here, path: str, options: Mapping[str, str | int]) -> None:
        """Send a command with its options, people among them by name."""
        async with self._change():
            [command] = [command for command in self.commands if command.path == path]
            arguments: dict[str, Any] = dict(options)
            for option in command.options:
                if option.kind is OptionType.USER and option.name in options:
                    arguments[option.name] = self._actor(here, str(options[option.name]))
            await self._actor(here, here.person).slash(*self._where(here), path, **arguments)

    async def suggested_values(
        self, here: Here, path: str, option: str, typed: str = ""
    ) -> Choices:
        """The bot's suggestions for the value of an option, typed in part."""
        async with self._turn:
            actor = self._actor(here, here.person)
            choices = await actor.autocomplete(*self._where(here), path, option, typed)
        return {choice["name"]: choice["value"] for choice in choices}

    async def choose_from_menu(self, here: Here, command: str, of: str | int) -> None:
        """Choose a command in a person's menu (by name) or message's (by id). Only in channels."""
        async with self._change():
            target = self._members[of] if isinstance(of, str) else self._visible_message(here, of)
            channel = self._channels[here.place]
            await self._members[here.person].context_menu(channel, command, target)

    async def press(self, here: Here, message_id: int, custom_id: str) -> None:
        """Press a button of a message that this person can see here."""
        async with self._change():
            message = self._visible_message(here, message_id)
            await self._actor(here, here.person).click(message, custom_id=custom_id)

    async def choose(
        self, here: Here, message_id: int, custom_id: str, values: Sequence[str]
    ) -> None:
        """Choose from a select menu of a message that this person can see here."""
        async with self._change():
            message = self._visible_message(here, message_id)
            await self._actor(here, here.person).select(message, values, custom_id=custom_id)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, and let everything happen that is due then."""
        async with self._change():
            await self._env.advance_time(seconds)

    async def wait(self, seconds: int) -> None:
        """Let time pass in steps: all that happens meanwhile is seen, and people act in between."""
        steps = max(min(seconds, _STEPS), ceil(seconds / _LONGEST_STEP))
        self._env.step = seconds / steps
        try:
            for _ in range(steps):
                await self.pass_time(self._env.step)
        finally:
            self._env.step = 0.0

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

    def _visible_message(self, here: Here, message_id: int) -> simcord.ResponseMessage:
        stored = self._env.backend.get_message(self._channel(here).id, message_id)
        return simcord.ResponseMessage(self._env, stored)

    def _channel(self, here: Here) -> simcord.ChannelHandle:
        return self._channels.get(here.place) or self._members[here.person].user.dm_channel

    def _actor(self, here: Here, person: str) -> Any:
        """A person as simcord needs them: a member in a channel, a user in direct messages."""
        member = self._members[person]
        if here.place == DIRECT:
            return member.user
        return member

    def _where(self, here: Here) -> list[simcord.ChannelHandle]:
        """The channel, if it is one, as simcord needs it before what someone does there."""
        if here.place == DIRECT:
            return []
        return [self._channels[here.place]]


@asynccontextmanager
async def open_world(store: Store, rng: Random, at: datetime | None = None) -> AsyncIterator[World]:
    """A world whose bot has this store. Its clock runs while the block runs, from `at` on."""
    async with simulate(store, rng, at) as env:
        world = World(env)
        clock = asyncio.create_task(world.run_clock())
        try:
            yield world
        finally:
            clock.cancel()
            with suppress(asyncio.CancelledError):
                await clock
