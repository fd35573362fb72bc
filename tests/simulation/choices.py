"""What somebody can do, and how much they like to do it."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from discord import AppCommandOptionType, app_commands

from tests.simulation.discord import ALONE, CUPS, FRIENDS, PEOPLE, Message, is_direct
from tests.simulation.messages import TURN, read_board, read_button
from tests.support.commands import every_command

_PLAYS = {
    *("accept", "join", "cell", "claim", "draw", "rematch", "fading", "hint"),
    *("playbest", "takeback", "play", "cupjoin", "cupplay", "cupstart"),
}
"""The buttons by which games and cups go on."""
_NEVER = {"deletenow"}
_SELDOM = {"taken", "resign", "giveupnow", "cancel", "cupcancel", "read"}
SENSIBLE = 5
"""What a button is worth that somebody has a reason to press."""
_COMMANDS = {FRIENDS: {"start": 8}, CUPS: {"cup": 6}, ALONE: {"start": 8, "watch": 2}}
_IN_A_GAME = {"move": 3, "board": 2, "draw": 2, "hint": 4}
"""What commands are worth by channel, and to whoever plays; any other is worth a little."""
_CLAIM, _ANY_COMMAND = 60, 0.4

_LEVELS = ("easy", "normal", "hard", "expert", "perfect", "random")
_SMALL, _LARGE = ("3x3", "3x3", "misere", "misere", "fading"), ("4x4", "5x5")
_TIMES = (1, 1, 2, 10)
_LIKED = {
    "cell": (*range(1, 10), 11, 12, 21, 22, 33),
    "game": _SMALL,
    "time": _TIMES,
    "joining": (1, 3),
    "x": _LEVELS,
    "o": _LEVELS,
}
"""Values of options that people like; of others they take any."""
_CHOOSES = 0.3  # how often somebody gives an option that need not be given


class Choice(NamedTuple):
    """A button that somebody might press."""

    message: Message
    custom_id: str
    verb: str

    @property
    def about(self) -> str:
        """The number of what it is about."""
        return self.custom_id.split(":")[2]


class Command(NamedTuple):
    """A command that somebody might use."""

    name: str
    options: dict[str, object] = {}  # noqa: RUF012 - nobody changes it


def choices_of(message: Message) -> Iterator[Choice]:
    """What can be pressed on a message; `taken` is a cell that is not free."""
    board = read_board(message.body)
    for custom_id in message.buttons:
        button = read_button(custom_id)
        is_taken = button.verb == "cell" and board and board.marks and button.cell in board.marks
        yield Choice(message, custom_id, "taken" if is_taken else button.verb)


def worth(user: int, choice: Choice) -> float:
    """What a button is worth to somebody."""
    message = choice.message
    if choice.verb in _NEVER:
        return 0
    if choice.verb in _SELDOM:
        return 0.2
    if choice.verb == "cell":
        turn = TURN.search(message.text)
        is_theirs = message.to == user or (turn is not None and int(turn[1]) == user)
        cells = sum(":cell:" in each for each in message.buttons)
        return SENSIBLE * 4 if is_theirs else 2 / cells
    is_theirs = message.to == user or f"<@{user}>" in message.text or choice.verb == "cupjoin"
    often = SENSIBLE if choice.verb in _PLAYS else 1
    return often if is_theirs else often / 5


def commands(user: int, channel: int, messages: list[Message]) -> dict[str, float]:
    """What each command is worth to somebody who sees these messages of a channel."""
    found = dict.fromkeys([each.name for each in every_command()], _ANY_COMMAND)
    found |= _COMMANDS[ALONE] if is_direct(channel) else _COMMANDS.get(channel, {})
    named = [each for each in messages if f"<@{user}>" in each.text]
    seen = {choice.verb for each in named for choice in choices_of(each)}
    if "cell" in seen:
        found |= _IN_A_GAME
    if "claim" in seen:
        found["claim"] = _CLAIM
    return found


class Options:
    """The options with which people use commands."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def of(self, name: str, user: int) -> dict[str, object]:
        """Those with which somebody uses a command."""
        if name == "start":
            return self._terms(user)
        other = self._other(user)
        [command] = [each for each in every_command() if each.name == name]
        options: dict[str, object] = {}
        for each in command.parameters:
            if each.required or self._rng.random() < _CHOOSES:
                options[each.display_name] = self._value(each, other)
        return options

    def _terms(self, user: int) -> dict[str, object]:
        """What somebody starts: a game with the bot, one with another person, or an open one."""
        rng = self._rng
        if rng.random() < 0.1:  # where the bot need not think for long
            return {"game": rng.choice(_LARGE), "level": "easy", "first": "them"}
        terms = {"game": rng.choice(_SMALL)}
        if rng.random() < 0.3:
            return terms | {"level": rng.choice(_LEVELS)}
        terms |= {"time": rng.choice(_TIMES)}
        if rng.random() < 0.3:
            return terms | {"open": True}
        return terms | {"opponent": self._other(user)}

    def _other(self, user: int) -> int:
        return self._rng.choice([each for each in PEOPLE if each != user])

    def _value(self, option: app_commands.Parameter, other: int) -> object:
        if option.display_name in _LIKED:
            return self._rng.choice(_LIKED[option.display_name])
        if option.choices:
            return self._rng.choice(option.choices).value
        match option.type:
            case AppCommandOptionType.user:
                return other
            case AppCommandOptionType.integer:
                return self._rng.randint(option.min_value, option.max_value)
            case AppCommandOptionType.boolean:
                return True
        raise AssertionError(f"nobody knows what to give as {option.display_name}")
