"""Seats: who plays which mark, and how seats are dealt when a game starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from bot.messages.tiles import TILES
from engine.board import Mark
from engine.opponents import LEVELS, OPPONENTS

UserId: TypeAlias = int

LEVEL_NAMES = tuple(LEVELS)
"""The levels of the bot, from the weakest to the strongest."""

OPPONENT_NAMES = tuple(OPPONENTS)
"""Everyone the bot can play as: the levels first."""


@dataclass(frozen=True)
class Person:
    """A person's seat."""

    user_id: UserId


NOBODY = Person(0)
"""Who holds the seats of those who had their data deleted."""


@dataclass(frozen=True)
class Bot:
    """The bot's seat, at a level: a name of `engine.opponents.OPPONENTS`."""

    level: str

    def harder(self, levels: int) -> Bot:
        """The bot so many levels higher, lower if negative; unchanged if there is no such level."""
        if self.level not in LEVEL_NAMES:
            return self
        place = LEVEL_NAMES.index(self.level) + levels
        if 0 <= place < len(LEVEL_NAMES):
            return Bot(LEVEL_NAMES[place])
        return self


Seat: TypeAlias = Person | Bot

MarkChoice: TypeAlias = Literal["X", "O", "random"]
FirstChoice: TypeAlias = Literal["me", "them", "random"]


@dataclass(frozen=True)
class Terms:
    """What a person asks for when they start a game. None leaves the choice to `bot.play.settings`.

    mark      the person's own
    first     who goes first
    time      seconds each of two people has for a move
    game      a name of `engine.board.GAMES`
    language  the language of the messages; only a rematch asks for one, that of its game
    """

    mark: MarkChoice | None = None
    first: FirstChoice | None = None
    time: int | None = None
    game: str | None = None
    language: str | None = None


class Deal(NamedTuple):
    """Who holds each mark in a new session, and the mark that goes first."""

    seats: Mapping[Mark, Seat]
    first: Mark


@dataclass(frozen=True)
class FullTerms:
    """Complete terms; some choices may be left to chance. A game against the bot has no clock.

    look  the style of its boards: a name of `bot.messages.looks`
    """

    game: str
    mark: MarkChoice
    first: FirstChoice
    time: int
    look: str = TILES

    def deal(self, player: UserId, other: Seat, rng: Random) -> Deal:
        """Deal the marks to a person and the other side. `rng` draws what was left to chance."""
        if self.mark == "random":
            mark = rng.choice(tuple(Mark))
        else:
            mark = Mark(self.mark)
        if self.first == "random":
            goes_first = rng.choice((True, False))
        else:
            goes_first = self.first == "me"
        seats: dict[Mark, Seat] = {mark: Person(player), mark.other: other}
        if goes_first:
            return Deal(seats, mark)
        return Deal(seats, mark.other)
