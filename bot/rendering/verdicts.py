"""What the engine says about a move, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.rendering.catalogue import say
from engine.analysis import Idea, Reason
from engine.review import Grade, GradedMove
from engine.rules import Cell
from engine.score import Result

RESULTS: Mapping[Result, str] = {Result.WIN: "✅", Result.DRAW: "🤝", Result.LOSS: "🔻"}


def why(cell: Cell, reason: Reason) -> str:
    """Why `cell` is best, in one sentence."""
    values = {
        "cell": cell,
        "lines": listed(["-".join(map(str, line)) for line in reason.lines]),
        "answers": listed([f"**{answer}**" for answer in reason.cells]),
    }
    match reason.idea:
        case Idea.WINS_AT_ONCE:
            return say("**{cell}** wins at once: {lines}.", **values)
        case Idea.MAKES_TWO_THREATS:
            return say("**{cell}** makes two threats at once, {lines}: only one can be stopped.", **values)
        case Idea.FORCES_A_WIN:
            return say("**{cell}** wins by force, whatever the answer.", **values)
        case Idea.BLOCKS:
            return say("**{cell}** blocks {lines}.", **values)
        case Idea.STOPS_A_FORK:
            return say(
                "**{cell}** stops a fork: the other side could have threatened {lines} at once.", **values
            )
        case Idea.LEAVES_NO_TIME:
            return say("**{cell}** threatens {lines}, which leaves no time for a fork.", **values)
        case Idea.ONLY_DRAW:
            return say("**{cell}** is the only cell that keeps the draw.", **values)
        case Idea.SETS_A_TRAP:
            return say("**{cell}** keeps the draw, and is a trap for whoever answers {answers}.", **values)
        case Idea.KEEPS_THE_DRAW:
            return say("**{cell}** keeps the draw.", **values)
        case Idea.RESISTS_LONGEST if reason.lines:
            return say("Every cell loses against perfect play; **{cell}** at least blocks {lines}.", **values)
        case Idea.RESISTS_LONGEST:
            return say("Every cell loses against perfect play, **{cell}** no sooner than another.", **values)


def verdict(move: GradedMove) -> str:
    """How good a move was, and why, or what it changed."""
    best = listed([f"**{cell}**" for cell in move.best])
    match move.grade:
        case Grade.BEST:
            return say("Best: {reason}", reason=why(move.cell, move.reason))
        case Grade.FINE if move.after.result is Result.LOSS:
            return say("Fine: every cell loses, though {best} would resist longer.", best=best)
        case Grade.FINE if move.before.plies == 1:
            return say("Fine: it still wins, though {best} would win at once.", best=best)
        case Grade.FINE:
            return say("Fine: it still wins, though {best} would win sooner.", best=best)
        case Grade.MISTAKE:
            return say(
                "A mistake: it turned a **{before}** into a **{after}**. What held it: {cells}.",
                before=result(move.before.result),
                after=result(move.after.result),
                cells=listed([f"**{cell}**" for cell in move.held]),
            )


def result(ending: Result) -> str:
    """How a game ends for one side, in a word."""
    return {Result.WIN: say("win"), Result.DRAW: say("draw"), Result.LOSS: say("loss")}[ending]


def listed(things: Sequence[str]) -> str:
    """Things one after another: nothing, `4`, `4 and 6`, or `2, 4 and 6`."""
    if len(things) < 2:
        return "".join(things)
    return say("{before} and {last}", before=", ".join(things[:-1]), last=things[-1])
