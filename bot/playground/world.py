"""A small simulated Discord: one server with two channels, three people, and the bot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import simcord

from bot.rendering.catalogue import say

_SUBCOMMANDS = {1, 2}  # Discord's option types that nest further options
_INTEGER = 4
USER = 6
_SLASH, _USER_MENU = 1, 2  # Discord's command types
_BUTTON = 2  # its component type

Component = dict[str, Any]  # as Discord sends it


class Hint(Exception):
    """What somebody typed cannot be done; the message says what can."""


@dataclass(frozen=True)
class Message:
    """A message as it stands; equal to another when nothing about it has changed."""

    id: int
    text: str
    components: tuple[Component, ...]
    only_for_you: bool


class World:
    """Who is here, where they talk, and what the bot has said.

    One person at a time is you, in one place at a time; `person` and `place` say which.
    """

    def __init__(self, env: simcord.Env) -> None:
        self._env = env
        guild = env.create_guild("Playground")
        self.channels = {name: guild.create_text_channel(name) for name in ("general", "lounge")}
        self.people = {name: guild.add_member(env.create_user(name)) for name in ("alice", "bob", "carol")}
        self.person = "alice"
        self.place = "general"  # a channel, or "dm"
        self._seen: dict[int, Message] = {}

    @property
    def names(self) -> dict[int, str]:
        """Everybody's name by id, as mentions need them."""
        return {member.id: name for name, member in self.people.items()}

    @property
    def now(self) -> datetime:
        """The time in the simulation, which begins with the year 2026."""
        return self._env.now()

    def become(self, name: str) -> None:
        self.person = self._person(name).name

    def go_to(self, channel: str) -> None:
        if channel not in self.channels:
            names = ", ".join(f"#{name}" for name in self.channels)
            raise Hint(
                say("There is no channel {channel}. There are: {names}.", channel=channel, names=names)
            )
        self.place = channel

    def go_to_direct_messages(self) -> None:
        self.place = "dm"

    async def slash(self, words: list[str]) -> None:
        """Send a command as its words: its path, then options as `name:value` or just as values."""
        path, declared = self._command(words)
        options = dict(self._options(words[len(path.split()) :], declared))
        try:
            if self.place == "dm":
                await self._me.user.slash(path, **options)
            else:
                await self._me.slash(self._channel, path, **options)
        except simcord.OptionError as error:
            raise Hint(say("Discord would not send that: {reason}", reason=error)) from error

    async def menu(self, command: str, name: str) -> None:
        """Choose a command in the menu of somebody's name."""
        if command not in self.menus:
            raise Hint(say("There is no such menu command. There are: {known}.", known=", ".join(self.menus)))
        if self.place == "dm":
            raise Hint(say("Nobody else is here: go to a channel with: in #general"))
        await self._me.context_menu(self._channel, command, self._person(name))

    async def offered(self, path: str, option: str) -> list[str]:
        """What the bot offers when somebody is about to type the value of an option."""
        sender: Any = self._me.user if self.place == "dm" else self._me
        where = () if self.place == "dm" else (self._channel,)
        return [choice["name"] for choice in await sender.autocomplete(*where, path, option, "")]

    async def click(self, label: str) -> None:
        """Press the newest button of that label which can be pressed."""
        sender = self._me.user if self.place == "dm" else self._me
        for message in reversed(self._history()):
            for button in buttons(_as_shown(message)):
                if button["label"].casefold() == label.casefold():
                    await sender.click(message, custom_id=button["custom_id"])
                    return
        raise Hint(say("There is no button {label} to press here.", label=label))

    @property
    def labels(self) -> list[str]:
        """What `click` can press here."""
        shown = [button["label"] for message in self._history() for button in buttons(_as_shown(message))]
        return list(dict.fromkeys(shown))

    async def pass_time(self, seconds: float) -> None:
        """Let so much time go by in the simulation, and what is due then happen."""
        await self._env.advance_time(seconds)

    def news(self) -> list[Message]:
        """What is new or has changed here since it was last asked for, as far as you can see it."""
        shown = map(_as_shown, self._history())
        fresh = [message for message in shown if self._seen.get(message.id) != message]
        self._seen.update((message.id, message) for message in fresh)
        return fresh

    @property
    def _me(self) -> simcord.MemberActor:
        return self.people[self.person]

    @property
    def _channel(self) -> simcord.ChannelHandle:
        return self._me.user.dm_channel if self.place == "dm" else self.channels[self.place]

    def _history(self) -> list[Any]:
        """The messages you can see here, oldest first, as discord.py gives them."""
        return list(self._channel.history(viewer=self._me))

    def _command(self, words: list[str]) -> tuple[str, list[Component]]:
        """The path of the command that these words begin with, and the options it has."""
        commands = dict(self.commands())
        for path, options in commands.items():
            if words[: len(path.split())] == path.split():
                return path, options
        known = ", ".join(f"/{path}" for path in commands)
        raise Hint(say("There is no such command. There are: {known}.", known=known))

    def commands(self) -> Iterator[tuple[str, list[Component]]]:
        """Every slash command with its options, as the bot offers them."""
        for payload in self._payloads():
            if payload["type"] == _SLASH:
                yield from _leaves(payload["name"], payload)

    @property
    def menus(self) -> list[str]:
        """The commands in the menu of somebody's name."""
        return [payload["name"] for payload in self._payloads() if payload["type"] == _USER_MENU]

    def _payloads(self) -> list[Component]:
        tree: Any = self._env.bot.tree  # type: ignore[attr-defined]
        return [command.to_dict(tree) for command in tree.get_commands()]

    def _person(self, name: str) -> simcord.MemberActor:
        try:
            return self.people[name.removeprefix("@").casefold()]
        except KeyError:
            names = ", ".join(self.people)
            raise Hint(
                say("Nobody here is called {name}. There are: {names}.", name=name, names=names)
            ) from None

    def _options(self, words: list[str], declared: list[Component]) -> Iterator[tuple[str, Any]]:
        """The options that were typed, each under its name and as Discord sends it.

        A bare word goes to the first option left that can take it.
        """
        left = {option["name"]: option for option in declared}
        for word in _phrases(words, declared):
            name, colon, value = word.partition(":")
            if colon and name not in left and name in {option["name"] for option in declared}:
                raise Hint(say("{option} is given twice.", option=name))
            if not colon or name not in left:
                value = word
                name = next((name for name, option in left.items() if self._takes(option, word)), "")
            if not name:
                known = ", ".join(f"{option['name']}:" for option in declared) or say("none")
                raise Hint(say("No option takes {word}; this command has {known}.", word=word, known=known))
            yield name, self._value(left.pop(name), value)

    def _takes(self, option: Component, word: str) -> bool:
        if "choices" in option:
            return word in [choice["name"] for choice in option["choices"]]
        if option["type"] == USER:
            return word.removeprefix("@").casefold() in self.people
        return option["type"] != _INTEGER or word.removeprefix("-").isdecimal()

    def _value(self, option: Component, text: str) -> Any:
        if option["type"] == USER:
            member = self._person(text)
            return member.user if self.place == "dm" else member
        if option["type"] != _INTEGER:
            return text
        try:
            return int(text)
        except ValueError:
            raise Hint(say("{option} is a number, not {text}.", option=option["name"], text=text)) from None


def _phrases(words: list[str], declared: list[Component]) -> list[str]:
    """The words, those put together that are one choice of an option, as in `o:rule of thumb`."""
    choices = {choice["name"] for option in declared for choice in option.get("choices", [])}
    known = choices | {f"{option['name']}:{choice}" for option in declared for choice in choices}
    longest = max((phrase.count(" ") + 1 for phrase in known), default=1)
    phrases, start = [], 0
    while start < len(words):
        tried = (" ".join(words[start : start + length]) for length in range(longest, 0, -1))
        phrases.append(next((phrase for phrase in tried if phrase in known), words[start]))
        start += phrases[-1].count(" ") + 1
    return phrases


def _as_shown(message: Any) -> Message:
    return Message(
        message.id,
        message.content,
        tuple(component.to_dict() for component in message.components),
        message.flags.ephemeral,
    )


def buttons(message: Message) -> list[Component]:
    """The buttons of a message that can be pressed, from top left on."""
    return [
        part for part in parts(message.components) if part["type"] == _BUTTON and not part.get("disabled")
    ]


def parts(components: tuple[Component, ...] | list[Component]) -> Iterator[Component]:
    """Every component, those inside others following the one that holds them."""
    for component in components:
        yield component
        yield from parts(component.get("components", []))


def _leaves(path: str, command: Component) -> Iterator[tuple[str, list[Component]]]:
    options = command.get("options", [])
    nested = [option for option in options if option["type"] in _SUBCOMMANDS]
    for option in nested:
        yield from _leaves(f"{path} {option['name']}", option)
    if not nested:
        yield path, options
