"""The engine's verdicts on moves, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rendering.voice import Voice
from engine.analysis import Idea, Reason
from engine.review import Grade, GradedMove
from engine.rules import Cell
from engine.score import Result


def why(cell: Cell, reason: Reason, voice: Voice) -> str:
    """Why `cell` is best, in one sentence."""
    values = {
        "cell": cell,
        "lines": voice.listed(["-".join(map(str, line)) for line in reason.lines]),
    }
    match reason.idea:
        case Idea.WINS_AT_ONCE:
            return voice.say("**{cell}** wins: {lines}.", **values)
        case Idea.MAKES_TWO_THREATS:
            return voice.say("**{cell}** makes two threats, {lines}, and only one can be stopped.", **values)
        case Idea.FORCES_A_WIN:
            return voice.say("**{cell}** forces a win.", **values)
        case Idea.BLOCKS:
            return voice.say("**{cell}** blocks {lines}.", **values)
        case Idea.STOPS_A_FORK:
            return voice.say("**{cell}** stops a fork: a threat on {lines} at once.", **values)
        case Idea.LEAVES_NO_TIME:
            return voice.say("**{cell}** threatens {lines}, so there's no time for a fork.", **values)
        case Idea.ONLY_DRAW:
            return voice.say("Only **{cell}** keeps the draw.", **values)
        case Idea.SETS_A_TRAP:
            return _trap(cell, reason, voice)
        case Idea.KEEPS_THE_DRAW:
            return voice.say("**{cell}** keeps the draw.", **values)
        case Idea.RESISTS_LONGEST if reason.lines:
            return voice.say("Every move loses here, but **{cell}** at least blocks {lines}.", **values)
        case Idea.RESISTS_LONGEST:
            return voice.say("Every move loses here, but none holds out longer than **{cell}**.", **values)


def _trap(cell: Cell, reason: Reason, voice: Voice) -> str:
    """The wrong answers to a trap or, if those are fewer, the right ones."""
    if len(reason.safe) < len(reason.cells):
        safe = _any_of(reason.safe, voice)
        return voice.say(
            "**{cell}** keeps the draw and sets a trap: only {answers} holds.", cell=cell, answers=safe
        )
    wrong = _any_of(reason.cells, voice)
    return voice.say("**{cell}** keeps the draw and sets a trap: {answers} loses.", cell=cell, answers=wrong)


def _any_of(cells: Sequence[Cell], voice: Voice) -> str:
    return voice.either([f"**{cell}**" for cell in cells])


def verdict(move: GradedMove, voice: Voice) -> str:
    """How good a move was, and why, or what it changed."""
    best = _any_of(move.best, voice)
    match move.grade:
        case Grade.BEST:
            return voice.say("Best move. {reason}", reason=why(move.cell, move.reason, voice))
        case Grade.FINE if move.after.result is Result.LOSS:
            return voice.say("Fine. It was lost anyway, but {best} would have lasted longer.", best=best)
        case Grade.FINE if move.before.plies == 1:
            return voice.say("Fine. It still wins, but {best} won on the spot.", best=best)
        case Grade.FINE:
            return voice.say("Fine. It still wins, but {best} was quicker.", best=best)
        case Grade.MISTAKE:
            return voice.say(
                "Mistake! That turned a **{before}** into a **{after}**. Better: {cells}.",
                before=result(move.before.result, voice),
                after=result(move.after.result, voice),
                cells=_any_of(move.held, voice),
            )


def result(ending: Result, voice: Voice) -> str:
    """A result in one word."""
    return {Result.WIN: voice.say("win"), Result.DRAW: voice.say("draw"), Result.LOSS: voice.say("loss")}[
        ending
    ]
