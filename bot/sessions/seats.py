"""Who sits where: seats, and how they are dealt when a game starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Literal, TypeAlias

from engine.board import Mark
from engine.opponents import LEVELS, OPPONENTS

UserId: TypeAlias = int

LEVEL_NAMES = tuple(LEVELS)
"""The levels of the bot, from the weakest to the strongest."""

OPPONENT_NAMES = tuple(OPPONENTS)
"""Everyone the bot can play as: the levels first."""


@dataclass(frozen=True)
class Person:
    """A seat taken by somebody."""

    user_id: UserId


NOBODY = Person(0)
"""Who holds the seats of those who had their data deleted."""


@dataclass(frozen=True)
class Bot:
    """A seat the bot plays itself, as one of `engine.opponents.OPPONENTS`."""

    level: str

    def harder(self, levels: int) -> Bot:
        """The bot so many levels higher, or lower if negative; unchanged where there is no such level."""
        if self.level not in LEVEL_NAMES:
            return self
        place = LEVEL_NAMES.index(self.level) + levels
        return Bot(LEVEL_NAMES[place]) if 0 <= place < len(LEVEL_NAMES) else self


Seat: TypeAlias = Person | Bot

TIME = 10 * 60  # seconds a move may take, unless somebody asks for another time

MarkChoice: TypeAlias = Literal["X", "O", "random"]
FirstChoice: TypeAlias = Literal["me", "them", "random"]


@dataclass(frozen=True)
class Terms:
    """What a person asks for when starting a game.

    mark    their own
    first   who begins
    time    seconds each of two people has for a move; against the bot there is no clock
    """

    mark: MarkChoice = "X"
    first: FirstChoice = "me"
    time: int = TIME

    def settled(self, rng: Random) -> Terms:
        """The same, with what was left to chance drawn."""
        if "random" not in {self.mark, self.first}:
            return self
        mark = rng.choice(("X", "O")) if self.mark == "random" else self.mark
        first = rng.choice(("me", "them")) if self.first == "random" else self.first
        return replace(self, mark=mark, first=first)

    def deal(self, player: UserId, other: Seat, rng: Random) -> tuple[Mapping[Mark, Seat], Mark]:
        """The seats, and the mark that begins; `rng` decides what was left to chance."""
        settled = self.settled(rng)
        mark = Mark(settled.mark)
        seats: dict[Mark, Seat] = {mark: Person(player), mark.other: other}
        return seats, mark if settled.first == "me" else mark.other
