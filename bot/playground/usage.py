"""The help: what can be typed, and what it does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bot.playground.commands import Command
from bot.playground.options import takes
from bot.rendering.voice import ENGLISH


class Row(NamedTuple):
    """What to type, and what it does."""

    typed: str
    does: str


def own_words() -> dict[str, Row]:
    """What can be typed besides the bot's commands, by first word."""
    return {
        "click": Row("click 5", ENGLISH.say("press a button; just 5, or hint, does the same")),
        "choose": Row("choose hard", ENGLISH.say("choose from a list on a message; choose alone tells them")),
        "as": Row("as bob", ENGLISH.say("be someone else: alice, bob, or carol, who moderates")),
        "in": Row("in #lounge", ENGLISH.say("go to another channel: #general or #lounge")),
        "dm": Row("dm", ENGLISH.say("talk to the bot alone")),
        "menu": Row(
            "menu Challenge to tic-tac-toe bob", ENGLISH.say("the command in the menu of bob's name")
        ),
        "wait": Row("wait 5m", ENGLISH.say("let time go by: 30 seconds, 5m, 2h, at most 1d")),
        "help": Row("help start", ENGLISH.say("the options of a command")),
        "quit": Row("quit", ENGLISH.say("leave, like exit and Ctrl-D")),
    }


def every_command(commands: Iterable[Command]) -> list[Row]:
    return [Row(_usage(command), command.description) for command in commands]


def one_command(command: Command, people: Iterable[str]) -> list[Row]:
    """The rows of a command and of each of its options."""
    people = list(people)
    options = [
        Row(f"  {option.name}:", f"{option.description}: {takes(option, people, ENGLISH)}")
        for option in command.options
    ]
    return [Row(_usage(command), command.description), *options]


def _usage(command: Command) -> str:
    """A command with its required options, as in `/ttt move cell`, and a sign if it has others."""
    needed = [option.name for option in command.options if option.required]
    more = ["…"] * (len(needed) < len(command.options))
    return " ".join([f"/{command.path}", *needed, *more])
