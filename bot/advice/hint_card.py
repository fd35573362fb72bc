"""Hints: the best cell, why, and each free cell's result. Only the person who asked sees them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from bot.messages.boards import with_results
from bot.messages.content import Accent, Button, Card, Grid, Spoken, Style
from bot.messages.custom_id import custom_id_of
from bot.messages.in_words import read_button, spoken_content, usable
from bot.messages.move_verdicts import leads_to, result_name, say_reason, why
from bot.messages.texts import Voice, phrase
from bot.play.buttons import live_buttons, take_back_button
from bot.play.card import counts_with_hints
from bot.play.session import Session
from engine.analysis import Analysis, Idea
from engine.board import LONGEST_GAME, Board, Cell, Rules, has_margins, number_of
from engine.score import Result, Score
from engine.solver_scores import HORIZON

_SHAPES = {Result.WIN: "▲", Result.DRAW: "=", Result.LOSS: "▼"}
"""What stands beside the number of a cell with such a result."""

TAKEN_BACK = phrase("I took back your last move and mine.")
"""What has become of the last pair of moves."""

_MOST_NAMED = 7  # cells that fit on a line of a phone
_FEWER_NAMED = 5  # that fit there beside how many more there are


def hint(session: Session, analysis: Analysis, voice: Voice) -> Card:
    """The hint for the side to move in a live session, from the analysis of its board."""
    board = session.board
    analysis = analysis.within(LONGEST_GAME - len(session.moves))
    advice = [_headline(analysis, board.rules, voice)]
    advice += _reason(board, analysis, voice)
    below = [*_legend(analysis, voice), f"-# {counts_with_hints(voice)}"]
    recommended = analysis.recommended
    if has_margins(board.rules) and 1 < len(analysis.best) < len(analysis.cells):
        best_first = [recommended]
        best_first += [cell for cell in analysis.best if cell != recommended]
        named = _list_of_cells(best_first, board.rules, voice)
        # NOTE: {cells} is such as "24, 42 and 12": all equally good
        below.insert(0, voice.say("Best: {cells}", cells=named))
    results = {cell: score.result for cell, score in analysis.cells.items()}
    # NOTE: a button: play this cell. "Play" is a verb, not a game
    label = voice.say("Play {cell}", cell=number_of(recommended, board.rules))
    play = custom_id_of("playbest", session.id, session.version, recommended)
    controls = [Button(label, play, Style.BLUE)]
    controls += take_back_button(session, voice)
    read = read_button(custom_id_of("hint", session.id), voice)
    return Card(
        accent=Accent.ADVICE,
        texts=("\n".join(advice), Grid(board, with_results(board, results)), "\n".join(below)),
        controls=(*controls, read),
        look=session.look,
        is_private=True,
        spoken=_spoken(session, analysis, advice, controls, voice),
    )


def _legend(analysis: Analysis, voice: Voice) -> list[str]:
    """A small line that says what the signs beside the numbers mean; none if all are the same."""
    results = {score.result for score in analysis.cells.values()}
    if len(results) == 1:
        return []
    meanings = []
    for end in Result:
        if end in results:
            meanings.append(f"{_SHAPES[end]}\N{NO-BREAK SPACE}{result_name(end, voice)}")
    return ["-# " + " · ".join(meanings)]


def _spoken(
    session: Session,
    analysis: Analysis,
    advice: Sequence[str],
    controls: Sequence[Button],
    voice: Voice,
) -> Spoken:
    """The hint for people who listen."""
    sentences = list(advice)
    if not analysis.all_draw:
        sentences += _results_by_cell(analysis.cells, session.rules, voice)
    sentences.append(counts_with_hints(voice))
    # The buttons of the board follow, but for the best cell, which has one already.
    live = live_buttons(session, voice)
    best = str(number_of(analysis.recommended, session.rules))
    other_cells = [button for button in chain.from_iterable(live.cells) if button.label != best]
    return spoken_content(
        sentences, session.board, voice, usable(controls, other_cells, live.controls)
    )


def _results_by_cell(cells: Mapping[Cell, Score], rules: Rules, voice: Voice) -> Iterator[str]:
    """What each cell leads to, in words: wins, then draws, then losses."""
    yield voice.say("If you both play perfectly from here:")
    for end in Result:
        alike = {cell: score for cell, score in cells.items() if score.result is end}
        if alike:
            named = _cells(end, alike, rules, voice)
            yield voice.say("{result}: {cells}", result=result_name(end, voice), cells=named)


def _headline(analysis: Analysis, rules: Rules, voice: Voice) -> str:
    """What to play, and what that leads to."""
    best = analysis.recommended
    score = analysis.cells[best]
    number = number_of(best, rules)
    if score.result is Result.DRAW:
        # NOTE: "Play" is an order to the reader, not a game: put your mark on {cell}
        return voice.say("### Play {cell}: it keeps the draw 💡", cell=number)
    if score.result is Result.LOSS:
        if len(analysis.cells) == 1:
            return voice.say("### Only {cell} is left, and it loses", cell=number)
        if analysis.best == (best,):
            return voice.say("### Every cell loses; {cell} lasts longest", cell=number)
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
    """Why the best cell is best, where the headline has not said it."""
    best = analysis.recommended
    variation = analysis.principal_variation[1:]
    cells = analysis.cells
    if len(cells) > 1 and analysis.all_draw:
        # NOTE: after "Play 5: it keeps the draw"
        yield voice.say("So does every other cell.")
    reasons = analysis.reasons
    match reasons.main:
        case Idea.KEEPS_THE_DRAW:
            worse = [cell for cell in cells if cells[cell].result is Result.LOSS]
            if worse:
                # NOTE: {cells} is a cell or more, such as "**2**, **4** or **6**"
                yield voice.say(
                    "{cells} would lose.", cells=_list_of_cells(worse, board.rules, voice)
                )
            if reasons.spare:
                yield say_reason(best, reasons.spare, board.rules, voice)
        case Idea.RESISTS_LONGEST | Idea.LOSES_ANYWAY | Idea.HOLDS_OUT:
            if reasons.block:
                yield say_reason(best, reasons.block, board.rules, voice)
            elif len(cells) > 1:
                yield leads_to(board, best, Result.LOSS, variation, voice)
        case Idea.FORCES_A_WIN if analysis.score.plies is None:
            if reasons.block:
                yield say_reason(best, reasons.block, board.rules, voice)
            counted = _most_counted(Result.WIN)
            moves = voice.say_count("{count} move", "{count} moves", counted)
            # NOTE: {moves} is such as "4 moves"
            yield voice.say("The win takes more than {moves}.", moves=moves)
        case _:
            yield why(best, reasons, board.rules, voice)


def _list_of_cells(cells: Sequence[Cell], rules: Rules, voice: Voice) -> str:
    """Cells, as far as a line has room for them."""
    numbers = [f"**{number_of(cell, rules)}**" for cell in cells]
    if len(numbers) > _MOST_NAMED:
        left_out = len(numbers) - _FEWER_NAMED
        numbers = numbers[:_FEWER_NAMED]
        # NOTE: ends a list of cells, as in "24, 42 and 3 more"
        numbers.append(voice.say_count("{count} more", "{count} more", left_out))
    return voice.listed(numbers)


def _cells(end: Result, cells: Mapping[Cell, Score], rules: Rules, voice: Voice) -> str:
    """The cells that lead to one result, best first; wins and losses with the winner's moves."""
    numbers = {cell: f"**{number_of(cell, rules)}**" for cell in cells}
    if end is Result.DRAW:
        return voice.listed(list(numbers.values()))
    groups = []
    for score in sorted(set(cells.values()), reverse=True):
        alike = voice.listed([numbers[cell] for cell in cells if cells[cell] == score])
        if score.moves is not None:
            # NOTE: {moves} is such as "2 moves". If its form does not fit, say "{cells} ({moves})"
            text = phrase("{cells} in {moves}")
            count = score.moves
        else:  # so late that the plies were not counted
            # NOTE: {moves} is such as "8 moves"
            text = phrase("{cells} in more than {moves}")
            count = _most_counted(end)
        # NOTE: fills {moves}, as in "4 and 6 in 3 moves"
        moves = voice.say_count("{count} move", "{count} moves", count)
        groups.append(voice.say(text, cells=alike, moves=moves))
    return voice.separated(groups)


def _most_counted(end: Result) -> int:
    """The winner's moves until the latest win or loss whose plies are still counted."""
    plies = HORIZON
    if end is Result.LOSS:
        plies = HORIZON - 1  # the winner is the other side, and moves last
    moves = Score(end, plies).moves
    assert moves is not None, "a win or a loss comes in some moves"
    return moves


def last_pair(session: Session, version: int, voice: Voice) -> str:
    """What was played on a version of the board: by the person, and by the bot."""
    sentences = (phrase("You played {cell}."), phrase("I played {cell}."))
    ply = session.ply_of(version)
    played_since = session.moves[ply : ply + 2]
    said = []
    for sentence, cell in zip(sentences, played_since, strict=False):
        number = number_of(cell, session.rules)
        said.append(voice.say(sentence, cell=number))
    return voice.together(said)


def after_use(session: Session, text: str, voice: Voice) -> Card:
    """What becomes of a hint when its person has acted on it: everyone sees the board change."""
    controls: list[Button] = []
    if not session.ending:
        # NOTE: a button: see your best move
        label = voice.say("Hint")
        controls.append(Button(label, custom_id_of("hint", session.id)))
        controls += take_back_button(session, voice)
    return Card(
        accent=Accent.ADVICE,
        texts=(text,),
        controls=tuple(controls),
        look=session.look,
        is_private=True,
    )
