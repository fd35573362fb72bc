"""The engine's verdicts on moves, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rendering.voice import Voice
from engine.analysis import Idea, Reason
from engine.numbers import number_of, numbers_of
from engine.review import Grade, GradedMove
from engine.rules import Cell, Rules
from engine.score import Result


def why(cell: Cell, reason: Reason, rules: Rules, voice: Voice) -> str:
    """Why `cell` is best on a board with these rules, in one sentence."""
    values = {
        "cell": number_of(cell, rules),
        "lines": voice.listed([numbers_of(line, rules) for line in reason.lines]),
    }
    match reason.idea:
        case Idea.WINS_AT_ONCE:
            # NOTE: {lines} is such as "1-5-9", or "1-5-9 and 3-5-7"
            return voice.say("**{cell}** wins: {lines}.", **values)
        case Idea.MAKES_TWO_THREATS if len(reason.lines) > 2:
            # NOTE: {lines} is such as "14-24-34-44, 15-24-33-42 and 24-33-42-51"
            return voice.say("**{cell}** threatens {lines} at once. Not all can be stopped.", **values)
        case Idea.MAKES_TWO_THREATS:
            return voice.say("**{cell}** makes two threats, {lines}, and only one can be stopped.", **values)
        case Idea.FORCES_A_WIN:
            return voice.say("**{cell}** forces a win.", **values)
        case Idea.LEAVES_ONLY_LINES:
            # NOTE: in misère, where a line loses
            return voice.say("After **{cell}**, every move makes a line.", **values)
        case Idea.BLOCKS:
            return voice.say("**{cell}** blocks {lines}.", **values)
        case Idea.STOPS_A_FORK:
            # NOTE: a fork: two threats at once
            return voice.say("**{cell}** stops a fork: a threat on {lines} at once.", **values)
        case Idea.LEAVES_NO_TIME:
            return voice.say("**{cell}** threatens {lines}, so there's no time for a fork.", **values)
        case Idea.ONLY_DRAW:
            # NOTE: keeps the game drawn if both play well
            return voice.say("Only **{cell}** keeps the draw.", **values)
        case Idea.SETS_A_TRAP:
            return _trap(cell, reason, rules, voice)
        case Idea.KEEPS_THE_DRAW:
            return voice.say("**{cell}** keeps the draw.", **values)
        case Idea.RESISTS_LONGEST if reason.lines:
            return voice.say("Every move loses here, but **{cell}** at least blocks {lines}.", **values)
        case Idea.RESISTS_LONGEST:
            return voice.say("Every move loses here, but none holds out longer than **{cell}**.", **values)
        case Idea.HOLDS_OUT:
            return voice.say("Every move loses in the end, but not soon after **{cell}**.", **values)


def _trap(cell: Cell, reason: Reason, rules: Rules, voice: Voice) -> str:
    """The wrong answers to a trap or, if those are fewer, the right ones."""
    number = number_of(cell, rules)
    if len(reason.safe) < len(reason.cells):
        safe = _any_of(reason.safe, rules, voice)
        # NOTE: {answers} is such as "**1**", or "**1** or **3**"
        return voice.say(
            "**{cell}** keeps the draw and sets a trap: only {answers} holds.", cell=number, answers=safe
        )
    wrong = _any_of(reason.cells, rules, voice)
    # NOTE: {answers} is such as "**1**", or "**1** or **3**"
    return voice.say(
        "**{cell}** keeps the draw and sets a trap: {answers} loses.", cell=number, answers=wrong
    )


def _any_of(cells: Sequence[Cell], rules: Rules, voice: Voice) -> str:
    return voice.either([f"**{number_of(cell, rules)}**" for cell in cells])


def verdict(move: GradedMove, voice: Voice) -> str:
    """How good a move was, and why, or what it changed."""
    rules = move.board.rules
    best = _any_of(move.best, rules, voice)
    match move.grade:
        case Grade.BEST:
            # NOTE: {reason} is a sentence, such as "**5** wins: 1-5-9."
            return voice.say("Best move. {reason}", reason=why(move.cell, move.reason, rules, voice))
        case Grade.FINE if move.after.result is Result.LOSS:
            return voice.say("Fine. It was lost anyway, but {best} would have lasted longer.", best=best)
        case Grade.FINE if move.before.plies == 1:
            return voice.say("Fine. It still wins, but {best} won on the spot.", best=best)
        case Grade.FINE:
            return voice.say("Fine. It still wins, but {best} was quicker.", best=best)
        case Grade.MISTAKE:
            # NOTE: {before} and {after} are win, draw or loss; "**{before}** → **{after}**" always fits
            return voice.say(
                "Mistake! That turned a **{before}** into a **{after}**. Better: {cells}.",
                before=result(move.before.result, voice),
                after=result(move.after.result, voice),
                cells=_any_of(move.held, rules, voice),
            )


def result(ending: Result, voice: Voice) -> str:
    """A result in one word."""
    return {
        # NOTE: a result, as in "win: 5 in 1 move"; fills {result}, {before} and {after} as it is
        Result.WIN: voice.say("win"),
        # NOTE: a result, as "win" is
        Result.DRAW: voice.say("draw"),
        # NOTE: a result, as "win" is
        Result.LOSS: voice.say("loss"),
    }[ending]
