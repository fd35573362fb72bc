"""A small simulated Discord: one server with two channels, three people, and the bot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import simcord

from bot.rendering.catalogue import say

_SUBCOMMANDS = {1, 2}  # Discord's option types that nest further options
_INTEGER = 4
_BUTTON = 2

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

    def become(self, name: str) -> None:
        known = name.removeprefix("@").casefold()
        if known not in self.people:
            names = ", ".join(self.people)
            raise Hint(say("Nobody here is called {name}. There are: {names}.", name=name, names=names))
        self.person = known

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
        """Send a command as its words: its path, then options as `name:value` or just values in order."""
        path, declared = self._command(words)
        options = _options(words[len(path.split()) :], declared)
        try:
            if self.place == "dm":
                await self._me.user.slash(path, **options)
            else:
                await self._me.slash(self._channel, path, **options)
        except simcord.OptionError as error:
            raise Hint(say("Discord would not send that: {reason}", reason=error)) from error

    async def click(self, label: str) -> None:
        """Press the newest button of that label which can be pressed."""
        sender = self._me.user if self.place == "dm" else self._me
        for message in reversed(self._history()):
            for button in buttons(_as_shown(message)):
                if button["label"].casefold() == label.casefold():
                    await sender.click(message, custom_id=button["custom_id"])
                    return
        raise Hint(say("There is no button {label} to press here.", label=label))

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
        commands = dict(self.commands())
        for path, options in commands.items():
            if words[: len(path.split())] == path.split():
                return path, options
        known = ", ".join(f"/{path}" for path in commands)
        raise Hint(say("There is no such command. There are: {known}.", known=known))

    def commands(self) -> Iterator[tuple[str, list[Component]]]:
        """Every command with its options, as the bot offers them."""
        tree: Any = self._env.bot.tree  # type: ignore[attr-defined]
        for command in tree.get_commands():
            yield from _leaves(command.name, command.to_dict(tree))


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


def _options(words: list[str], declared: list[Component]) -> dict[str, str | int]:
    """The options that were typed, each under its name and in its type."""
    by_name = {option["name"]: option for option in declared}
    given: dict[str, str | int] = {}
    for position, word in enumerate(words):
        name, colon, value = word.partition(":")
        if not colon and position < len(declared):
            name, value = declared[position]["name"], word
        if name not in by_name:
            known = ", ".join(f"{option}:" for option in by_name) or say("none")
            raise Hint(say("There is no option {word}; this command has {known}.", word=word, known=known))
        if name in given:
            raise Hint(say("{option} is given twice.", option=name))
        given[name] = _value(value, by_name[name])
    return given


def _value(text: str, option: Component) -> str | int:
    if option["type"] != _INTEGER:
        return text
    try:
        return int(text)
    except ValueError:
        raise Hint(say("{option} is a number, not {text}.", option=option["name"], text=text)) from None
