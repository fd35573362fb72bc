"""Hints: the best cell, why, and each free cell's worth. Only the person who asked sees them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from bot.messages.custom_id import custom_id_of
from bot.messages.in_words import read_button, said, usable
from bot.messages.looks import fading, worth
from bot.messages.move_verdicts import blocks, leads_to, result, spare, why
from bot.messages.reply import ADVICE, Button, Card, Grid, Style
from bot.messages.texts import Voice, say
from bot.play.card import buttons, shown, take_back
from bot.play.session import Session
from engine.analysis import Analysis, Idea
from engine.board import LONGEST_GAME, Board, Cell, Rules, has_margins, number_of
from engine.score import Result, Score
from engine.solver_scores import HORIZON

_BESIDE = re.compile("([▲=▼]) ")  # a sign and the word that it stands for

TAKEN_BACK = say("I took back your last move and mine.")
"""What has become of the last pair of moves."""

_MOST_NAMED = 7  # cells that fit on a line of a phone
_FEWER_NAMED = 5  # that fit there beside how many more there are


def hint(session: Session, analysis: Analysis, voice: Voice) -> Card:
    """The hint for the side to move in a live session, from the analysis of its board."""
    board = session.board
    analysis = analysis.within(LONGEST_GAME - len(session.moves))
    cells = analysis.cells
    best, rules = analysis.principal_variation[0], board.rules
    told = [_answer(best, analysis, rules, voice), *_reason(board, analysis, voice)]
    # NOTE: what the signs beside the numbers of cells mean
    legend = voice.say("With perfect play: ▲ wins · = draws · ▼ loses")
    legend = _BESIDE.sub("\\1\N{NO-BREAK SPACE}", legend)
    # NOTE: such a game does not count for leaderboards
    counts = voice.say("Counts as a game with hints")
    below = [f"-# {legend}", f"-# {counts}"]
    if has_margins(rules) and 1 < len(analysis.best) < len(cells):
        best_first = sorted(analysis.best, key=best.__ne__)
        # NOTE: {cells} is such as "24, 42 and 12": all equally good
        below.insert(0, voice.say("Best: {cells}", cells=_named(best_first, rules, voice)))
    signs = {cell: worth(score.result, number_of(cell, rules)) for cell, score in cells.items()}
    # NOTE: a button: play this cell. "Play" is a verb, not a game
    play = Button(
        voice.say("Play {cell}", cell=number_of(best, rules)),
        custom_id_of("playbest", session.id, session.version, best),
        Style.BLUE,
    )
    ways = (play, *take_back(session, voice))

    free, controls = buttons(session, voice)
    others = [each for each in chain(*free) if each.label != str(number_of(best, rules))]
    facts = list(told)
    if not analysis.all_draw:
        facts += _worths(cells, rules, voice)
    return Card(
        accent=ADVICE,
        texts=("\n".join(told), Grid(board, fading(board) | signs), "\n".join(below)),
        controls=(*ways, read_button(custom_id_of("hint", session.id), voice)),
        look=session.look,
        private=True,
        heard=said((*facts, counts), board, voice, usable(ways, others, controls)),
    )


def _worths(cells: Mapping[Cell, Score], rules: Rules, voice: Voice) -> Iterator[str]:
    """What each cell leads to, in words: wins, then draws, then losses."""
    yield voice.say("If you both play perfectly from here:")
    for end in Result:
        alike = {cell: score for cell, score in cells.items() if score.result is end}
        if alike:
            named = _cells(end, alike, rules, voice)
            yield voice.say("{result}: {cells}", result=result(end, voice), cells=named)


def _answer(best: Cell, analysis: Analysis, rules: Rules, voice: Voice) -> str:
    """What to play, and what that leads to."""
    score, number = analysis.cells[best], number_of(best, rules)
    if score.result is Result.DRAW:
        # NOTE: "Play" is an order to the reader, not a game: put your mark on {cell}
        return voice.say("### Play {cell}: it keeps the draw 💡", cell=number)
    if score.result is Result.LOSS and len(analysis.cells) == 1:
        return voice.say("### Only {cell} is left, and it loses", cell=number)
    if score.result is Result.LOSS and analysis.best == (best,):
        return voice.say("### Every cell loses; {cell} lasts longest", cell=number)
    if score.result is Result.LOSS:
        return voice.say("### Every cell loses; try {cell}", cell=number)
    if score.plies == 1:
        # NOTE: "Play" is an order to the reader, not a game
        return voice.say("### Play {cell}: it wins at once 💡", cell=number)
    if score.moves is None:  # so late that the plies were not counted
        # NOTE: "Play" is an order to the reader, not a game
        return voice.say("### Play {cell}: it wins 💡", cell=number)
    # NOTE: in {count} moves. "Play" is an order to the reader, not a game
    return voice.say("### Play {cell}: it wins in {count} 💡", cell=number, count=score.moves)


def _reason(board: Board, analysis: Analysis, voice: Voice) -> Iterator[str]:
    """Why the best cell is best, where the answer has not said it."""
    (best, *answers), reason, cells = analysis.principal_variation, analysis.reason, analysis.cells
    assert reason, "a live session has a cell to play"
    if len(cells) > 1 and analysis.all_draw:
        # NOTE: after "Play 5: it keeps the draw"
        yield voice.say("So does every other cell.")
    match reason.idea:
        case Idea.KEEPS_THE_DRAW:
            if worse := [cell for cell in cells if cells[cell].result is Result.LOSS]:
                # NOTE: {cells} is a cell or more, such as "**2**, **4** or **6**"
                yield voice.say("{cells} would lose.", cells=_named(worse, board.rules, voice))
            if reason.spare:
                yield spare(best, reason, board.rules, voice)
        case Idea.RESISTS_LONGEST | Idea.LOSES_ANYWAY | Idea.HOLDS_OUT if reason.lines:
            yield blocks(best, reason.lines, board.rules, voice)
        case Idea.RESISTS_LONGEST | Idea.LOSES_ANYWAY | Idea.HOLDS_OUT:
            if len(cells) > 1:
                yield leads_to(board, best, Result.LOSS, answers, voice)
        case Idea.FORCES_A_WIN if analysis.score.plies is None:
            if reason.blocked:
                yield blocks(best, reason.blocked, board.rules, voice)
            count = Score(Result.WIN, HORIZON).moves or 0
            moves = voice.say_count("{count} move", "{count} moves", count)
            # NOTE: {moves} is such as "4 moves"
            yield voice.say("The win takes more than {moves}.", moves=moves)
        case _:
            yield why(best, reason, board.rules, voice)


def _named(cells: Sequence[Cell], rules: Rules, voice: Voice) -> str:
    """Cells, as far as a line has room for them."""
    numbers = [f"**{number_of(cell, rules)}**" for cell in cells]
    if (left_out := len(numbers) - _FEWER_NAMED) > _MOST_NAMED - _FEWER_NAMED:
        # NOTE: ends a list of cells, as in "24, 42 and 3 more"
        numbers[_FEWER_NAMED:] = [voice.say_count("{count} more", "{count} more", left_out)]
    return voice.listed(numbers)


def _cells(end: Result, cells: Mapping[Cell, Score], rules: Rules, voice: Voice) -> str:
    """The cells that lead to one result, best first; wins and losses with the winner's moves."""
    shown = {cell: f"**{number_of(cell, rules)}**" for cell in cells}
    if end is Result.DRAW:
        return voice.listed(list(shown.values()))
    groups = []
    for score in sorted(set(cells.values()), reverse=True):
        alike = voice.listed([shown[cell] for cell in cells if cells[cell] == score])
        if score.moves is not None:
            # NOTE: {moves} is such as "2 moves". If its form does not fit, say "{cells} ({moves})"
            text, count = say("{cells} in {moves}"), score.moves
        else:  # so late that the plies were not counted
            # NOTE: {moves} is such as "8 moves"
            text = say("{cells} in more than {moves}")
            count = Score(end, HORIZON if end is Result.WIN else HORIZON - 1).moves or 0
        # NOTE: stands alone at the end of a game, and fills {moves} elsewhere
        moves = voice.say_count("{count} move", "{count} moves", count)
        groups.append(voice.say(text, cells=alike, moves=moves))
    return voice.separated(groups)


def played(session: Session, version: int, voice: Voice) -> str:
    """What was played on a version of the board: by the person, and by the bot."""
    ply = session.ply_of(version)
    texts = say("You played {cell}."), say("I played {cell}.")
    cells = (number_of(cell, session.rules) for cell in session.moves[ply : ply + 2])
    return voice.together(
        voice.say(text, cell=cell) for text, cell in zip(texts, cells, strict=False)
    )


def acted(session: Session, told: str, voice: Voice) -> Card:
    """What becomes of a hint when its person has acted on it: everyone sees the board change."""
    # NOTE: a button: see your best move
    again = Button(voice.say("Hint"), custom_id_of("hint", session.id))
    return Card(
        accent=ADVICE,
        texts=(told,),
        controls=() if session.ending else (again, *take_back(session, voice)),
        look=session.look,
        private=True,
        for_all=shown(session),
    )
