"""Who sits where: seats, and how they are dealt when a game starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias

from engine.board import Mark

UserId: TypeAlias = int


@dataclass(frozen=True)
class Person:
    """A seat taken by somebody."""

    user_id: UserId


@dataclass(frozen=True)
class Bot:
    """A seat the bot plays itself, as one of `engine.opponents.OPPONENTS`."""

    level: str


Seat: TypeAlias = Person | Bot

MarkChoice: TypeAlias = Literal["X", "O", "random"]
FirstChoice: TypeAlias = Literal["me", "them", "random"]


@dataclass(frozen=True)
class Terms:
    """What a person asks for when starting a game: their own mark, and who begins."""

    mark: MarkChoice = "X"
    first: FirstChoice = "me"

    def deal(self, player: UserId, other: Seat, rng: Random) -> tuple[Mapping[Mark, Seat], Mark]:
        """The seats, and the mark that begins; `rng` decides what was left to chance."""
        mark = rng.choice(tuple(Mark)) if self.mark == "random" else Mark(self.mark)
        player_begins = rng.choice((True, False)) if self.first == "random" else self.first == "me"
        seats: dict[Mark, Seat] = {mark: Person(player), mark.other: other}
        return seats, mark if player_begins else mark.other
