"""The engine's verdicts on moves, in words."""

from collections.abc import Mapping, Sequence, Set

from bot.messages.looks import cells_of, sign
from bot.messages.texts import Voice, phrase
from engine.analysis import (
    Analysis,
    Blocks,
    Completes,
    ForcesReply,
    Idea,
    LeavesNoTime,
    Next,
    OpensLines,
    PreparesFork,
    Reason,
    Reasons,
    SetsTrap,
    SpareCells,
    StopsFork,
    Threatens,
    WinsAfter,
)
from engine.board import Board, Cell, Line, Mark, Rules, number_of
from engine.review import Grade, GradedMove
from engine.score import Result

_IDEAS: Mapping[Idea, str] = {
    Idea.FORCES_A_WIN: phrase("**{cell}** forces a win."),
    # NOTE: in misère, where a line loses
    Idea.LEAVES_ONLY_LINES: phrase("After **{cell}**, every move makes a line."),
    # NOTE: in misère: in the end, every cell that the other side can play makes a line
    Idea.OUTLASTS: phrase("After **{cell}**, the other side runs out of safe cells first."),
    # NOTE: keeps the game drawn if both play well
    Idea.ONLY_DRAW: phrase("Only **{cell}** keeps the draw."),
    Idea.KEEPS_THE_DRAW: phrase("**{cell}** keeps the draw."),
    Idea.RESISTS_LONGEST: phrase("Every move loses here, but **{cell}** lasts longest."),
    Idea.LOSES_ANYWAY: phrase("Every move loses here."),
    Idea.HOLDS_OUT: phrase("Every move loses in the end, but **{cell}** lasts a long time."),
}
_RESULTS: Mapping[Result, str] = {
    # NOTE: a result, as in "win: 5 in 1 move"; fills {result}, {before} and {after} as it is
    Result.WIN: phrase("win"),
    # NOTE: a result, as "win" is
    Result.DRAW: phrase("draw"),
    # NOTE: a result, as "win" is
    Result.LOSS: phrase("loss"),
}


def why(cell: Cell, reasons: Reasons, rules: Rules, voice: Voice) -> str:
    """Why `cell` is best on a board with these rules, in a sentence or more."""
    match reasons:
        case Reasons(Blocks(blocked), Threatens(lines)):
            # NOTE: {blocked} is a line such as "3-5-7"; {lines} is such as "1-4-7 and 7-8-9"
            return voice.say(
                "**{cell}** blocks {blocked} and threatens {lines} at once.",
                cell=number_of(cell, rules),
                blocked=_list_of(blocked, rules, voice),
                lines=_list_of(lines, rules, voice),
            )
        case Reasons(Blocks(lines), Idea.RESISTS_LONGEST | Idea.LOSES_ANYWAY | Idea.HOLDS_OUT):
            return voice.say(
                "Every move loses here, but **{cell}** at least blocks {lines}.",
                cell=number_of(cell, rules),
                lines=_list_of(lines, rules, voice),
            )
    return voice.together([say_reason(cell, each, rules, voice) for each in reasons.in_order])


def say_reason(cell: Cell, reason: Reason, rules: Rules, voice: Voice) -> str:
    """One reason why `cell` is best; of a forced reply, also what comes after it."""
    number = number_of(cell, rules)
    match reason:
        case Completes(lines):
            # NOTE: {lines} is such as "1-5-9", or "1-5-9 and 3-5-7"
            text = phrase("**{cell}** completes {lines}.")
            return voice.say(text, cell=number, lines=_list_of(lines, rules, voice))
        case Threatens(lines):
            text = phrase("**{cell}** makes two threats, {lines}, and only one can be stopped.")
            if len(lines) > 2:
                # NOTE: {lines} is such as "14-24-34-44, 15-24-33-42 and 24-33-42-51"
                text = phrase("**{cell}** threatens {lines} at once. They can't all be stopped.")
            return voice.say(text, cell=number, lines=_list_of(lines, rules, voice))
        case ForcesReply(reply, then):
            # NOTE: {answers} is a cell, such as "**7**", that the other side must play at once
            text = phrase("**{cell}** forces the reply {answers}.")
            forces = voice.say(text, cell=number, answers=_any_of([reply], rules, voice))
            if not then:
                return forces
            return voice.together((forces, _then(then, rules, voice)))
        case PreparesFork(lines):
            # NOTE: a fork: two threats at once. {lines} is such as "1-5-9 and 3-5-7"
            text = phrase("**{cell}** sets up a fork: threats on {lines} at once.")
            return voice.say(text, cell=number, lines=_list_of(lines, rules, voice))
        case WinsAfter(reply, then):
            # NOTE: {answers} is a cell, such as "**7**"; {next} is another; {count} is moves
            return voice.say(
                "If the reply is {answers}, then **{next}** wins in {count}.",
                answers=_any_of([reply], rules, voice),
                next=number_of(then.cell, rules),
                count=then.moves,
            )
        case OpensLines(fades, lines):
            # NOTE: in fading; {answers} is a cell, such as "**9**": its mark goes next
            return voice.say(
                "After **{cell}**, the other side's mark on {answers} must fade, which unblocks "
                "{lines}.",
                cell=number,
                answers=_any_of([fades], rules, voice),
                lines=_list_of(lines, rules, voice),
            )
        case Blocks(lines):
            text = phrase("**{cell}** blocks {lines}.")
            return voice.say(text, cell=number, lines=_list_of(lines, rules, voice))
        case StopsFork(lines):
            # NOTE: a fork: two threats at once
            text = phrase("**{cell}** stops a fork: threats on {lines} at once.")
            return voice.say(text, cell=number, lines=_list_of(lines, rules, voice))
        case LeavesNoTime(lines):
            text = phrase(
                "**{cell}** threatens {lines}, so the other side has no time to make a fork."
            )
            return voice.say(text, cell=number, lines=_list_of(lines, rules, voice))
        case SetsTrap(losing, safe) if len(safe) < len(losing):
            # NOTE: {answers} is such as "**1**", or "**1** or **3**": the other side's
            text = phrase("**{cell}** sets a trap: every reply except {answers} loses.")
            return voice.say(text, cell=number, answers=_any_of(safe, rules, voice))
        case SetsTrap(losing):
            # NOTE: {answers} is such as "**1**", or "**1** or **3**"
            text = phrase("**{cell}** sets a trap: replying {answers} loses.")
            return voice.say(text, cell=number, answers=_any_of(losing, rules, voice))
        case SpareCells(mover, own, other):
            counts = voice.separated((f"{sign(mover)} {own}", f"{sign(mover.other)} {other}"))
            # NOTE: in misère: cells that each side can play without a line, as "❌ 2, ⭕ 1"
            return voice.say("Safe cells after **{cell}**: {counts}.", cell=number, counts=counts)
        case _:
            return voice.say(_IDEAS[reason], cell=number)


def _then(then: Next, rules: Rules, voice: Voice) -> str:
    """What comes after a forced reply."""
    cell = number_of(then.cell, rules)
    if not then.threats:
        # NOTE: after "**4** forces the reply **7**."; {count} is a number of moves
        return voice.say("Then **{next}** wins in {count}.", next=cell, count=then.moves)
    if len(then.threats) == 2:
        # NOTE: after "**4** forces the reply **7**."
        return voice.say("Then **{next}** makes two threats.", next=cell)
    lines = _list_of(then.threats, rules, voice)
    # NOTE: after "**4** forces the reply **7**."; {lines} is such as "1-4-7, 3-5-7 and 7-8-9"
    return voice.say("Then **{next}** threatens {lines} at once.", next=cell, lines=lines)


def _list_of(lines: Sequence[Line], rules: Rules, voice: Voice) -> str:
    return voice.listed([cells_of(line, rules) for line in lines])


def _any_of(cells: Sequence[Cell], rules: Rules, voice: Voice) -> str:
    return voice.either([f"**{number_of(cell, rules)}**" for cell in cells])


def verdict(move: GradedMove, voice: Voice) -> str:
    """How good a move was, and why, or what it changed and, on a second line, what was better."""
    rules = move.board.rules
    best = _any_of(move.best, rules, voice)
    match move.grade:
        case Grade.BEST:
            reason = why(move.cell, move.reasons, rules, voice)
            # NOTE: {reason} is a sentence, such as "**5** completes 1-5-9."
            return voice.say("Best move. {reason}", reason=reason)
        case Grade.FINE if move.after.result is Result.LOSS:
            return voice.say(
                "Fine. The game was lost anyway, but {best} would have lasted longer.", best=best
            )
        case Grade.FINE if move.before.plies == 1:
            return voice.say("Fine. It still wins, but {best} would have won at once.", best=best)
        case Grade.FINE:
            return voice.say("Fine. It still wins, but {best} would have been quicker.", best=best)
        case Grade.MISTAKE:
            mistake = voice.say("Mistake!")
            turned = voice.together((mistake, change(move, voice)))
            return f"{turned}\n{better(move, voice)}"


def change(mistake: GradedMove, voice: Voice) -> str:
    """What a mistake changed."""
    mover = mistake.board.turn
    before = winner_or_draw(mistake.before.result, mover, voice)
    after = winner_or_draw(mistake.after.result, mover, voice)
    # NOTE: {before} and {after} are draw or "win for ❌"; "**{before}** → **{after}**" always fits
    return voice.say("It turned a **{before}** into a **{after}**.", before=before, after=after)


def winner_or_draw(result: Result, side: Mark, voice: Voice) -> str:
    """How a game ends with this result for one side: which mark wins, or that it is a draw."""
    if result is Result.DRAW:
        return result_name(result, voice)
    winner = side if result is Result.WIN else side.other
    # NOTE: how a game ends; fills {before} and {after}, and says what a square means
    return voice.say("win for {mark}", mark=sign(winner))


def better(mistake: GradedMove, voice: Voice) -> str:
    """Which cells would have held, and why the first of the best is best."""
    rules = mistake.board.rules
    cell = mistake.best[0]
    reason = why(cell, mistake.reasons, rules, voice)
    begins_with_cell = reason.startswith(f"**{number_of(cell, rules)}**")
    if len(mistake.held) == 1 and begins_with_cell:
        # NOTE: {reason} is a sentence that begins with the better cell: "**7** blocks 3-5-7."
        return voice.say("Better: {reason}", reason=reason)
    cells = _any_of(mistake.held, rules, voice)
    # NOTE: {cells} is such as "**2**", or "**2** or **4**"
    named = voice.say("Better: {cells}.", cells=cells)
    if mistake.reasons == Reasons(main=Idea.KEEPS_THE_DRAW):
        return named  # as each of them does
    return voice.together((named, reason))


def refutation(
    mistake: GradedMove, after: Analysis, voice: Voice, *, hidden: Set[Cell] = frozenset()
) -> str:
    """The reply to a mistake, or only how the game ends if nobody may know the reply.

    after   analyses the board after the mistake
    hidden  cells that somebody is still looking for: no reply on one of them is told
    """
    result_after = mistake.after.result
    variation = after.principal_variation
    if hidden.isdisjoint(variation[:1]):
        return leads_to(mistake.board, mistake.cell, result_after, variation, voice)
    cell = number_of(mistake.cell, mistake.board.rules)
    if result_after is Result.LOSS:
        # NOTE: who plays {cell} loses
        return voice.say("**{cell}** loses.", cell=cell)
    # NOTE: {cell} leads to a draw where another cell wins
    return voice.say("**{cell}** only draws.", cell=cell)


def leads_to(
    board: Board, played: Cell, result: Result, variation: Sequence[Cell], voice: Voice
) -> str:
    """What a move that does not win leads to; `variation` is how the game goes on after it."""
    cell = number_of(played, board.rules)
    named = result_name(result, voice)
    if not variation:
        # NOTE: {result} is draw or loss; "**{cell}** → {result}" always fits
        return voice.say("**{cell}** is an instant {result}.", cell=cell, result=named)
    reply = number_of(variation[0], board.rules)
    # NOTE: {result} is draw or loss; "**{cell}** → {result}" always fits
    return voice.say(
        "**{cell}** leads to a {result}: {mark} plays **{reply}**.",
        cell=cell,
        result=named,
        mark=sign(board.turn.other),
        reply=reply,
    )


def result_name(result: Result, voice: Voice) -> str:
    """A result in one word."""
    return voice.say(_RESULTS[result])
