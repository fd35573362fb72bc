"""What the engine says about a move, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rendering.catalogue import say
from engine.analysis import Idea, Reason
from engine.board import Cell
from engine.minimax import Result
from engine.review import Grade, GradedMove


def why(cell: Cell, reason: Reason) -> str:
    """Why `cell` is best, in one sentence."""
    values = {"cell": cell, "lines": listed(["-".join(map(str, line)) for line in reason.lines])}
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
            return say("**{cell}** stops a fork: a threat on {lines} at once.", **values)
        case Idea.KEEPS_THE_DRAW:
            return say("**{cell}** keeps the draw: neither side can force more.", **values)
        case Idea.RESISTS_LONGEST:
            return say("Every cell loses against perfect play; **{cell}** resists longest.", **values)


def verdict(move: GradedMove) -> str:
    """How good a move was, and what it changed."""
    best = listed([f"**{cell}**" for cell in move.best])
    match move.grade:
        case Grade.BEST:
            return say("Best: nothing is worth more.")
        case Grade.FINE if move.after.result is Result.WIN:
            return say(
                "Fine: it still wins, in {plies} plies; {best} would in {fewer}.",
                plies=move.after.plies,
                best=best,
                fewer=move.before.plies,
            )
        case Grade.FINE:
            return say("Fine: every cell loses, though {best} resists longer.", best=best)
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
