"""The engine's verdicts on moves, in words."""

from collections.abc import Mapping, Sequence, Set

from bot.messages.looks import cells_of, sign
from bot.messages.texts import Voice, say
from engine.analysis import Analysis, Idea, Next, Reason
from engine.board import Board, Cell, Line, Mark, Rules, number_of
from engine.review import Grade, GradedMove
from engine.score import Result

_WHY: Mapping[Idea, str] = {
    # NOTE: {lines} is such as "1-5-9", or "1-5-9 and 3-5-7"
    Idea.WINS_AT_ONCE: say("**{cell}** completes {lines}."),
    Idea.MAKES_TWO_THREATS: say(
        "**{cell}** makes two threats, {lines}, and only one can be stopped."
    ),
    # NOTE: {answers} is a cell, such as "**7**", that the other side must play at once
    Idea.FORCES_AN_ANSWER: say("**{cell}** forces the reply {answers}."),
    # NOTE: a fork: two threats at once. {lines} is such as "1-5-9 and 3-5-7"
    Idea.PREPARES_A_FORK: say("**{cell}** sets up a fork: threats on {lines} at once."),
    Idea.FORCES_A_WIN: say("**{cell}** forces a win."),
    # NOTE: in fading; {answers} is a cell, such as "**9**", whose mark the next move removes
    Idea.OPENS_A_LINE: say(
        "After **{cell}**, the other side's mark on {answers} must fade, which unblocks {lines}."
    ),
    # NOTE: in misère, where a line loses
    Idea.LEAVES_ONLY_LINES: say("After **{cell}**, every move makes a line."),
    Idea.BLOCKS: say("**{cell}** blocks {lines}."),
    # NOTE: in misère: in the end, every cell that the other side can play makes a line
    Idea.OUTLASTS: say("After **{cell}**, the other side runs out of safe cells first."),
    # NOTE: a fork: two threats at once
    Idea.STOPS_A_FORK: say("**{cell}** stops a fork: threats on {lines} at once."),
    Idea.LEAVES_NO_TIME: say(
        "**{cell}** threatens {lines}, so the other side has no time to make a fork."
    ),
    # NOTE: keeps the game drawn if both play well
    Idea.ONLY_DRAW: say("Only **{cell}** keeps the draw."),
    # NOTE: {answers} is such as "**1**", or "**1** or **3**"
    Idea.SETS_A_TRAP: say("**{cell}** sets a trap: replying {answers} loses."),
    Idea.KEEPS_THE_DRAW: say("**{cell}** keeps the draw."),
    Idea.RESISTS_LONGEST: say("Every move loses here, but **{cell}** lasts longest."),
    Idea.LOSES_ANYWAY: say("Every move loses here."),
    Idea.HOLDS_OUT: say("Every move loses in the end, but **{cell}** lasts a long time."),
}
# NOTE: {lines} is such as "14-24-34-44, 15-24-33-42 and 24-33-42-51"
_MORE_THREATS = say("**{cell}** threatens {lines} at once. They can't all be stopped.")
# NOTE: {answers} is such as "**1**", or "**1** or **3**": the other side's
_TRAP_WITH_FEW_WAYS_OUT = say("**{cell}** sets a trap: every reply except {answers} loses.")
# NOTE: {blocked} is a line of the other side's, such as "3-5-7"; {lines}: "1-4-7 and 7-8-9"
_BLOCKS_AND_THREATENS = say("**{cell}** blocks {blocked} and threatens {lines} at once.")
# NOTE: {answers} is a cell, such as "**7**"; {next} is another one; {count} is a number of moves
_WINS_AFTER = say("If the reply is {answers}, then **{next}** wins in {count}.")
# NOTE: after "**4** forces the reply **7**."
_THEN_TWO_THREATS = say("Then **{next}** makes two threats.")
# NOTE: after "**4** forces the reply **7**."; {lines} is such as "1-4-7, 3-5-7 and 7-8-9"
_THEN_MORE_THREATS = say("Then **{next}** threatens {lines} at once.")
# NOTE: after "**4** forces the reply **7**."; {count} is a number of moves
_THEN_A_WIN = say("Then **{next}** wins in {count}.")
# NOTE: in misère: how many cells each side can still play without making a line, as "❌ 2, ⭕ 1"
_SPARE = say("Safe cells after **{cell}**: {counts}.")
_RESISTS_WITH_A_BLOCK = say("Every move loses here, but **{cell}** at least blocks {lines}.")

_RESULTS: Mapping[Result, str] = {
    # NOTE: a result, as in "win: 5 in 1 move"; fills {result}, {before} and {after} as it is
    Result.WIN: say("win"),
    # NOTE: a result, as "win" is
    Result.DRAW: say("draw"),
    # NOTE: a result, as "win" is
    Result.LOSS: say("loss"),
}


def why(cell: Cell, reason: Reason, rules: Rules, voice: Voice) -> str:
    """Why `cell` is best on a board with these rules, in one sentence or two."""
    text = _text(reason)
    sentences = []
    if reason.blocked and text is not _BLOCKS_AND_THREATENS:
        sentences.append(blocks(cell, reason.blocked, rules, voice))
    sentences.append(voice.say(text, **_facts(text, cell, reason, rules, voice)))
    if reason.idea is Idea.FORCES_AN_ANSWER and reason.then:
        sentences.append(_then(reason.then, rules, voice))
    if reason.spare:
        sentences.append(spare(cell, reason, rules, voice))
    return voice.together(sentences)


def _text(reason: Reason) -> str:
    """The English text that says a reason."""
    match reason.idea:
        case Idea.MAKES_TWO_THREATS if reason.blocked:
            return _BLOCKS_AND_THREATENS
        case Idea.MAKES_TWO_THREATS if len(reason.lines) > 2:
            return _MORE_THREATS
        case Idea.SETS_A_TRAP if len(reason.safe) < len(reason.cells):
            return _TRAP_WITH_FEW_WAYS_OUT
        case Idea.RESISTS_LONGEST | Idea.LOSES_ANYWAY | Idea.HOLDS_OUT if reason.lines:
            return _RESISTS_WITH_A_BLOCK
        case Idea.FORCES_A_WIN if reason.then:
            return _WINS_AFTER
    return _WHY[reason.idea]


def _facts(text: str, cell: Cell, reason: Reason, rules: Rules, voice: Voice) -> dict[str, object]:
    """What fills the placeholders of a reason's text."""
    answers = reason.safe if text is _TRAP_WITH_FEW_WAYS_OUT else reason.cells
    facts: dict[str, object] = {
        "cell": number_of(cell, rules),
        "lines": _list_of(reason.lines, rules, voice),
        "blocked": _list_of(reason.blocked, rules, voice),
        "answers": _any_of(answers, rules, voice),
    }
    if reason.then:
        facts["next"] = number_of(reason.then.cell, rules)
        facts["count"] = reason.then.moves
    return facts


def _list_of(lines: Sequence[Line], rules: Rules, voice: Voice) -> str:
    return voice.listed([cells_of(line, rules) for line in lines])


def spare(cell: Cell, reason: Reason, rules: Rules, voice: Voice) -> str:
    """How many cells each side can still play without making a line."""
    counts = voice.separated(f"{sign(mark)} {count}" for mark, count in reason.spare)
    return voice.say(_SPARE, cell=number_of(cell, rules), counts=counts)


def blocks(cell: Cell, lines: Sequence[Line], rules: Rules, voice: Voice) -> str:
    """Which lines of the other side a move blocks."""
    blocked = _list_of(lines, rules, voice)
    return voice.say(_WHY[Idea.BLOCKS], cell=number_of(cell, rules), lines=blocked)


def _then(then: Next, rules: Rules, voice: Voice) -> str:
    """What comes after a forced reply."""
    cell = number_of(then.cell, rules)
    if not then.threats:
        return voice.say(_THEN_A_WIN, next=cell, count=then.moves)
    if len(then.threats) == 2:
        return voice.say(_THEN_TWO_THREATS, next=cell)
    lines = _list_of(then.threats, rules, voice)
    return voice.say(_THEN_MORE_THREATS, next=cell, lines=lines)


def _any_of(cells: Sequence[Cell], rules: Rules, voice: Voice) -> str:
    return voice.either([f"**{number_of(cell, rules)}**" for cell in cells])


def verdict(move: GradedMove, voice: Voice) -> str:
    """How good a move was, and why, or what it changed and, on a second line, what was better."""
    rules = move.board.rules
    best = _any_of(move.best, rules, voice)
    match move.grade:
        case Grade.BEST:
            reason = why(move.cell, move.reason, rules, voice)
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
    before = outcome(mistake.before.result, mover, voice)
    after = outcome(mistake.after.result, mover, voice)
    # NOTE: {before} and {after} are draw or "win for ❌"; "**{before}** → **{after}**" always fits
    return voice.say("It turned a **{before}** into a **{after}**.", before=before, after=after)


def outcome(end: Result, side: Mark, voice: Voice) -> str:
    """How a game ends that is worth this to one side, by the name of the winner."""
    if end is Result.DRAW:
        return result(end, voice)
    winner = side if end is Result.WIN else side.other
    # NOTE: how a game ends; fills {before} and {after}, and says what a square means
    return voice.say("win for {mark}", mark=sign(winner))


def better(mistake: GradedMove, voice: Voice) -> str:
    """Which cells would have held, and why the first of the best is best."""
    rules = mistake.board.rules
    cell = mistake.best[0]
    reason = why(cell, mistake.reason, rules, voice)
    begins_with_cell = reason.startswith(f"**{number_of(cell, rules)}**")
    if len(mistake.held) == 1 and begins_with_cell:
        # NOTE: {reason} is a sentence that begins with the better cell: "**7** blocks 3-5-7."
        return voice.say("Better: {reason}", reason=reason)
    cells = _any_of(mistake.held, rules, voice)
    # NOTE: {cells} is such as "**2**", or "**2** or **4**"
    named = voice.say("Better: {cells}.", cells=cells)
    if only_keeps_the_draw(mistake.reason):
        return named  # as each of them does
    return voice.together((named, reason))


def only_keeps_the_draw(reason: Reason) -> bool:
    """Whether a reason says no more than that."""
    return reason.idea is Idea.KEEPS_THE_DRAW and not reason.blocked and not reason.spare


def refutation(
    mistake: GradedMove, after: Analysis, voice: Voice, *, hidden: Set[Cell] = frozenset()
) -> str:
    """How the other side answers a mistake, or only how the game ends if nobody may know the reply.

    after   analyses the board after the mistake
    hidden  cells that somebody is still looking for: no reply on one of them is told
    """
    result_after = mistake.after.result
    answers = after.principal_variation
    if hidden.isdisjoint(answers[:1]):
        return leads_to(mistake.board, mistake.cell, result_after, answers, voice)
    cell = number_of(mistake.cell, mistake.board.rules)
    if result_after is Result.LOSS:
        # NOTE: who plays {cell} loses
        return voice.say("**{cell}** loses.", cell=cell)
    # NOTE: {cell} leads to a draw where another cell wins
    return voice.say("**{cell}** only draws.", cell=cell)


def leads_to(
    board: Board, played: Cell, ends: Result, answers: Sequence[Cell], voice: Voice
) -> str:
    """What a move that does not win leads to; `answers` is how the game goes on after it."""
    cell = number_of(played, board.rules)
    end = result(ends, voice)
    if not answers:
        # NOTE: {result} is draw or loss; "**{cell}** → {result}" always fits
        return voice.say("**{cell}** is an instant {result}.", cell=cell, result=end)
    reply = number_of(answers[0], board.rules)
    # NOTE: {result} is draw or loss; "**{cell}** → {result}" always fits
    return voice.say(
        "**{cell}** leads to a {result}: {mark} plays **{reply}**.",
        cell=cell,
        result=end,
        mark=sign(board.turn.other),
        reply=reply,
    )


def result(ending: Result, voice: Voice) -> str:
    """A result in one word."""
    return voice.say(_RESULTS[ending])
