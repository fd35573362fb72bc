"""Results: what a finished game counts for, and how much of that a day takes."""

from collections.abc import Mapping
from typing import NamedTuple

from bot.play.session import Session
from engine.board import Mark
from engine.score import Result

PEOPLE = "people"
"""What games between people are counted against, where those with the bot are under its level."""

THE_BOT = 0  # in meetings, below all people's ids
RECENT = 10  # results that a form shows
COUNTED_A_DAY = 3  # games of the same two people that count for a leaderboard on one day
COUNTED_WITH_BOT = 10  # games with the bot that count for a person's standing in a game on one day


class Points(NamedTuple):
    """What a win and a draw give."""

    win: int
    draw: int


POINTS: Mapping[str, Points] = {
    PEOPLE: Points(win=3, draw=1),
    "easy": Points(win=1, draw=1),
    "normal": Points(win=2, draw=1),
    "hard": Points(win=3, draw=1),
    "expert": Points(win=4, draw=2),
    "perfect": Points(win=5, draw=2),
}
"""The points for a win and for a draw against people and each level. They are the level's own:
points once won stand in leaderboards, so a new level must not change what they were worth."""


def points(against: str, result: Result) -> int:
    """The points for a result against people or a level, which `POINTS` has to have."""
    if result is Result.WIN:
        return POINTS[against].win
    if result is Result.DRAW:
        return POINTS[against].draw
    return 0


def result_for(session: Session, mark: Mark) -> Result | None:
    """The result of a session for the side with `mark`; None without a result."""
    if not session.ending or not session.ending.termination.counts:
        return None
    if session.ending.winner is None:
        return Result.DRAW
    if session.ending.winner is mark:
        return Result.WIN
    return Result.LOSS
