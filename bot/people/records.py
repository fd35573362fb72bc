"""Records: what a person or a server reads of finished games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.messages.texts import phrase
from bot.play.seats import LEVEL_NAMES, UserId
from engine.score import Result

# Why a request is refused:
# NOTE: "here": by the button that deletes a person's data
TOO_MUCH_TO_DELETE = phrase(
    "**You've played too many games for me to delete them here.** Ask the bot's operator to delete "
    "your data."
)
NO_SERVER_HERE = phrase("**Every server has its own leaderboard.** Use `/ttt top` in a server.")

LAST_PLACE = (
    1000  # that is counted: to count everyone who is better takes as long as there are many
)


@dataclass(frozen=True)
class Count:
    """How many games were won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def plus(self, other: Count) -> Count:
        won = self.won + other.won
        drawn = self.drawn + other.drawn
        lost = self.lost + other.lost
        return Count(won, drawn, lost)


@dataclass(frozen=True)
class Form:
    """A person's recent form, without games with hints.

    streak   games won in a row, up to the last one
    best     the longest such streak
    recent   the last ten results, the newest last
    """

    streak: int = 0
    best: int = 0
    recent: tuple[Result, ...] = ()


@dataclass(frozen=True)
class Stats:
    """A person's results in one game or in all, and their form over all games.

    game           a name of `engine.board.GAMES`, or None for all
    counts         results by opponent, a level or results.PEOPLE; without games with hints
    by_game        all results by game, those with hints too
    assisted       games with hints, or in which moves were taken back
    asker          another person, who asks
    head_to_head   how the asker's games against this person ended, if there were any
    """

    user_id: UserId
    game: str | None
    counts: Mapping[str, Count]
    by_game: Mapping[str, Count]
    assisted: Count
    form: Form
    asker: UserId | None = None
    head_to_head: Count | None = None

    @property
    def total(self) -> Count:
        """All games, those with hints too."""
        total = self.assisted
        for count in self.counts.values():
            total = total.plus(count)
        return total

    @property
    def levels_beaten(self) -> int:
        """Against how many levels they have won."""
        won = [level for level in LEVEL_NAMES if self.counts.get(level, Count()).won]
        return len(won)


@dataclass(frozen=True)
class PersonalData:
    """What is kept about a person besides their games.

    games           how many are counted, with or without hints
    blocked_people  how many they have blocked
    is_banned       whether the bot's operator has blocked them
    text_first      whether they get what only they see in words alone
    """

    games: int
    takes_challenges: bool
    blocked_people: int = 0
    is_banned: bool = False
    text_first: bool = False


@dataclass(frozen=True)
class Standing:
    """A person's row in a leaderboard. People with equal points share a place.

    place  from 1; above LAST_PLACE for everyone further down
    """

    place: int
    user_id: UserId
    points: int
    count: Count


@dataclass(frozen=True)
class Leaderboard:
    """A page of a server's leaderboard in a game.

    page         counted from 0
    more         whether another page follows
    own          the row of the person who asks, if they have one on another page
    against_bot  whether it is of games with the bot, not of those between people
    """

    game: str
    standings: tuple[Standing, ...]
    page: int
    more: bool
    own: Standing | None = None
    against_bot: bool = False
