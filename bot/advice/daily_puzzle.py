"""The puzzle of the day: how a person does with it, and where a server gets it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.messages.texts import phrase
from bot.play.settings import DEFAULTS

_FIRST_DAY = 20_454  # 1 January 2026, counted since 1970

# Why a request is refused:
NOTHING_TO_SHARE = phrase("**That puzzle is over.** Try today's: `/ttt puzzle`")
NO_DAILY_HERE = phrase(
    "**I only post daily puzzles in servers that added me.** Use `/ttt daily` there."
)
I_MAY_NOT_POST = phrase(
    "**I can't post in this channel.** Let me see it and send messages here, then press again. 🔒"
)


def puzzle_number(day: int) -> int:
    """By which people know the puzzle of a day, counted since 1970. The first is number 1."""
    return day - _FIRST_DAY + 1


@dataclass(frozen=True)
class DailyRecord:
    """How a person has done with the last puzzle of the day that they tried.

    day     the puzzle's day, counted since 1970, UTC
    tries   cells pressed until the right one, or so far
    solved  whether one of them was right
    streak  days in a row on which they solved it, up to this day, or up to the day before while it
            is open
    game    the game whose puzzle they tried first on that day: the only one that counts
    """

    day: int
    tries: int = 0
    solved: bool = False
    streak: int = 0
    game: str = DEFAULTS.game

    def on(self, day: int, game: str) -> DailyRecord:
        """The record for `day`: this one on its own day, otherwise a new one.

        The streak goes on only if the puzzle of the day before was solved.
        """
        if day == self.day:
            return self
        streak = 0
        if self.solved and day == self.day + 1:
            streak = self.streak
        return DailyRecord(day, streak=streak, game=game)

    def after_try(self, *, right: bool) -> DailyRecord:
        """The record after one more try. Once the puzzle is solved, none counts any more."""
        if self.solved:
            return self
        tries = self.tries + 1
        if right:
            return replace(self, tries=tries, solved=True, streak=self.streak + 1)
        return replace(self, tries=tries)


@dataclass(frozen=True)
class DailyChannel:
    """Where a server gets the puzzle of the day.

    is_refused  Discord let us not post there, so nothing comes until someone turns it on again
    """

    channel_id: int
    is_refused: bool = False


@dataclass(frozen=True)
class Solvers:
    """How many people have solved the puzzle of a day in a server, and with how many tries.

    in_one_try  how many of them with the first one
    """

    count: int = 0
    in_one_try: int = 0


@dataclass(frozen=True)
class DailyPost:
    """The puzzle of a day, to be posted in a channel of a server.

    language   the language of the post, by Discord's code
    game       a name of `engine.board.GAMES`
    yesterday  who solved the one of the day before in this server
    """

    guild_id: int
    channel_id: int
    language: str
    game: str
    day: int
    yesterday: Solvers = Solvers()

    @property
    def nonce(self) -> str:
        """At most 25 characters that name this post, so that Discord makes it only once."""
        return f"{self.day:x}-{self.guild_id:x}"
