"""What the engine says about a move, in words."""

from __future__ import annotations

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
        "answers": voice.listed([f"**{answer}**" for answer in reason.cells]),
    }
    match reason.idea:
        case Idea.WINS_AT_ONCE:
            return voice.say("**{cell}** wins at once: {lines}.", **values)
        case Idea.MAKES_TWO_THREATS:
            return voice.say(
                "**{cell}** makes two threats at once, {lines}: only one can be stopped.", **values
            )
        case Idea.FORCES_A_WIN:
            return voice.say("**{cell}** wins by force, whatever the answer.", **values)
        case Idea.BLOCKS:
            return voice.say("**{cell}** blocks {lines}.", **values)
        case Idea.STOPS_A_FORK:
            return voice.say(
                "**{cell}** stops a fork: the other side could have threatened {lines} at once.", **values
            )
        case Idea.LEAVES_NO_TIME:
            return voice.say("**{cell}** threatens {lines}, which leaves no time for a fork.", **values)
        case Idea.ONLY_DRAW:
            return voice.say("**{cell}** is the only cell that keeps the draw.", **values)
        case Idea.SETS_A_TRAP:
            return voice.say(
                "**{cell}** keeps the draw, and is a trap for whoever answers {answers}.", **values
            )
        case Idea.KEEPS_THE_DRAW:
            return voice.say("**{cell}** keeps the draw.", **values)
        case Idea.RESISTS_LONGEST if reason.lines:
            return voice.say(
                "Every cell loses against perfect play; **{cell}** at least blocks {lines}.", **values
            )
        case Idea.RESISTS_LONGEST:
            return voice.say(
                "Every cell loses against perfect play, **{cell}** no sooner than another.", **values
            )


def verdict(move: GradedMove, voice: Voice) -> str:
    """How good a move was, and why, or what it changed."""
    best = voice.listed([f"**{cell}**" for cell in move.best])
    match move.grade:
        case Grade.BEST:
            return voice.say("Best: {reason}", reason=why(move.cell, move.reason, voice))
        case Grade.FINE if move.after.result is Result.LOSS:
            return voice.say("Fine: every cell loses, though {best} would resist longer.", best=best)
        case Grade.FINE if move.before.plies == 1:
            return voice.say("Fine: it still wins, though {best} would win at once.", best=best)
        case Grade.FINE:
            return voice.say("Fine: it still wins, though {best} would win sooner.", best=best)
        case Grade.MISTAKE:
            return voice.say(
                "A mistake: it turned a **{before}** into a **{after}**. What held it: {cells}.",
                before=result(move.before.result, voice),
                after=result(move.after.result, voice),
                cells=voice.listed([f"**{cell}**" for cell in move.held]),
            )


def result(ending: Result, voice: Voice) -> str:
    """How a game ends for one side, in a word."""
    return {Result.WIN: voice.say("win"), Result.DRAW: voice.say("draw"), Result.LOSS: voice.say("loss")}[
        ending
    ]
