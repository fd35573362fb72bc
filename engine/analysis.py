"""What a board is worth, and why its best move is best.

The reasons are facts, as data. Whatever shows them finds the words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from engine.board import Board, Cell, Line, Mark
from engine.exact_scores import is_looked_up, score, score_cells, seen_cells
from engine.opponents import perfect
from engine.score import Result, Score

_LOOK_AHEAD = 9  # plies of a principal variation whose end is not forced


class Idea(Enum):
    """What the best move achieves."""

    WINS_AT_ONCE = "wins at once"
    MAKES_TWO_THREATS = "makes two threats"  # or more
    FORCES_AN_ANSWER = "forces an answer"  # the only one that does not lose at once
    PREPARES_A_FORK = "prepares a fork"
    FORCES_A_WIN = "forces a win"
    OPENS_A_LINE = "opens a line"  # fading: with the mark that the answer makes fade
    LEAVES_ONLY_LINES = "leaves only lines"  # misère: every answer completes one
    OUTLASTS = "outlasts"  # misère: the other side is the first that has to complete a line
    BLOCKS = "blocks"
    STOPS_A_FORK = "stops a fork"
    LEAVES_NO_TIME = "leaves no time for a fork"
    ONLY_DRAW = "is the only draw"
    SETS_A_TRAP = "sets a trap"
    KEEPS_THE_DRAW = "keeps the draw"
    RESISTS_LONGEST = "resists longest"  # every move loses, the others sooner
    LOSES_ANYWAY = "loses anyway"  # as another move does, as late
    # Every move loses, and this one so late that the plies were not counted.
    HOLDS_OUT = "holds out"


@dataclass(frozen=True)
class Reason:
    """Why a move is best.

    lines    the lines that the move completes, threatens, blocks or opens; for a fork, the lines
             that would be threatened at once; for a loss, the lines that it at least blocks
    cells    for a trap, the answers that lose; for a forced win, the answer that is forced or lasts
             longest; for a line that opens, the cell that the mark leaves
    safe     for a trap, the answers that hold
    blocked  for a win, the lines of the other side that the move blocks as well
    then     for a forced win, the best move after that answer, and why it is best; None if the end
             is beyond the horizon
    moves    for such a next move, how many the winner makes until the end
    spare    in misère, how many cells each side can play after the move without making a line,
             first the side that moved: it has more of them, which some worse move loses
    """

    idea: Idea
    lines: tuple[Line, ...] = ()
    cells: tuple[Cell, ...] = ()
    safe: tuple[Cell, ...] = ()
    blocked: tuple[Line, ...] = ()
    then: tuple[Cell, Reason] | None = None
    moves: int | None = None
    spare: tuple[tuple[Mark, int], ...] = ()


@dataclass(frozen=True)
class Analysis:
    """Everything the engine says about a board, for the side to move.

    score    what the board is worth
    cells    what each free cell is worth for the side that plays it
    best     the cells of the highest score, in reading order
    principal_variation   how the game goes on if both sides play as `perfect` may, the lowest cell
                          where that leaves a choice; its first cell is the move to make. It ends
                          with the game if the end is forced or looked up, otherwise after some
                          plies
    reason   why that move is best; None on a finished board, which has no cells
    """

    score: Score
    cells: Mapping[Cell, Score]
    best: tuple[Cell, ...]
    principal_variation: tuple[Cell, ...]
    reason: Reason | None

    @property
    def all_draw(self) -> bool:
        """Whether every free cell keeps the draw."""
        return {score.result for score in self.cells.values()} == {Result.DRAW}

    def within(self, plies: int) -> Analysis:
        """The same where the game ends as a draw after so many plies, whatever is on the board."""

        def ends(score: Score) -> Score:
            is_in_time = score.result is Result.DRAW or score.plies is None or score.plies <= plies
            return score if is_in_time else Score(Result.DRAW, plies)

        cells = {cell: ends(score) for cell, score in self.cells.items()}
        if cells == self.cells:
            return self
        value = max(cells.values())
        best = tuple(cell for cell in cells if cells[cell] == value)
        if value == self.score:
            return replace(self, cells=cells, best=best)
        return Analysis(value, cells, best, best[:1], Reason(Idea.KEEPS_THE_DRAW))


def analyse(board: Board) -> Analysis:
    """The worth of `board` and of each move, and why the best move is best.

    A look-up if `is_looked_up` says so, otherwise a search. Raises ValueError for rules that are
    not in `engine.board.GAMES`.
    """
    cells, value = score_cells(board), score(board)
    best = tuple(cell for cell in cells if cells[cell] >= value)
    foreseen = value.plies is not None and (
        is_looked_up(board.rules) or value.result is not Result.DRAW
    )
    longest = value.plies if foreseen else _LOOK_AHEAD
    variation: list[Cell] = []
    after = board
    while len(variation) != longest and (policy := perfect(after)):
        variation.append(min(policy))
        after = after.play(variation[-1])
    reason = why_best(board, variation[0]) if variation else None
    return Analysis(value, cells, best, tuple(variation), reason)


def why_best(board: Board, cell: Cell) -> Reason:
    """Why `cell` is best, for one of the best cells of an unfinished board."""
    own, other = board.turn, board.turn.other
    blocked = () if board.rules.misere else _lines_through(board.threats(other), cell)
    match score(board):
        case Score(Result.WIN, 1):
            return Reason(Idea.WINS_AT_ONCE, _lines_through(board.threats(own), cell))
        case Score(Result.WIN, 3) if len(set((two := board.play(cell).threats(own)).values())) > 1:
            return Reason(Idea.MAKES_TWO_THREATS, tuple(two), blocked=blocked)
        case Score(Result.WIN, 2):  # by the other side's line, in misère
            return Reason(Idea.LEAVES_ONLY_LINES)
        case Score(Result.WIN):
            return replace(_why_it_wins(board, cell), blocked=blocked)
        case Score(Result.LOSS, None):
            return Reason(Idea.HOLDS_OUT, blocked)
        case Score(Result.LOSS) as worth:
            cells = score_cells(board)
            others = [cells[other] for other in cells if other != cell]
            is_alone = bool(others) and max(others) < worth
            return Reason(Idea.RESISTS_LONGEST if is_alone else Idea.LOSES_ANYWAY, blocked)
    if blocked:
        return Reason(Idea.BLOCKS, blocked)
    return _why_it_draws(board, cell)


def _why_it_wins(board: Board, cell: Cell) -> Reason:
    """Why `cell` forces a win that does not come soon, or not by two threats."""
    own, after, won = board.turn, board.play(cell), score(board)
    if board.rules.misere:
        return Reason(Idea.OUTLASTS, spare=_spare(board, cell))
    if won.plies == 3 and (leaves := after.fading(own.other)):
        held = {held for held in after.rules.cells if after.mark_on(held) is own}
        opened = tuple(line for line in after.rules.lines if set(line) - held == {leaves})
        return Reason(Idea.OPENS_A_LINE, opened, (leaves,))
    forced = set(after.threats(own).values())
    if not forced and won.plies == 5:
        fork = _new_fork(board, after)
        if fork and _comes(after, fork):
            return Reason(Idea.PREPARES_A_FORK, fork)
    idea = Idea.FORCES_AN_ANSWER if forced else Idea.FORCES_A_WIN
    if won.plies is None:
        return Reason(idea, cells=tuple(forced))
    answer = min(forced or perfect(after))
    return Reason(idea, cells=(answer,), then=_next(after.play(answer), won.plies - 2))


def _next(board: Board, plies: int) -> tuple[Cell, Reason] | None:
    """The best cell of a board that is won in so many plies, and why it is best.

    None if the game ends before, as a draw by repetition or by its length.
    """
    if board.outcome:
        return None
    cell = min(perfect(board))
    threats = board.play(cell).threats(board.turn)
    if plies == 3 and len(set(threats.values())) > 1:
        return cell, Reason(Idea.MAKES_TWO_THREATS, tuple(threats))
    return cell, Reason(Idea.FORCES_A_WIN, moves=Score(Result.WIN, plies).moves)


def _why_it_draws(board: Board, cell: Cell) -> Reason:
    """Why `cell` keeps the draw when nothing has to be blocked."""
    own, other = board.turn, board.turn.other
    after, cells = board.play(cell), score_cells(board)
    draws = [kept for kept in cells if cells[kept].result is Result.DRAW]
    if len(draws) < len(cells) and (fork := _fork(board, other)):
        if not _fork(after, other):
            return Reason(Idea.STOPS_A_FORK, fork)
        if threats := after.threats(own):
            return Reason(Idea.LEAVES_NO_TIME, tuple(threats))
    if draws == [cell]:
        return Reason(Idea.ONLY_DRAW, spare=_spare(board, cell))
    misleads = cell in perfect(board) and len(perfect(board)) < len(draws)
    # It must show soon, with no threat that tells everyone.
    if misleads and not is_looked_up(board.rules):
        soon = () if after.threats(own) else seen_cells(after, 4).values()
        misleads = any(seen.result is Result.LOSS for seen in soon)
    answers = score_cells(after) if misleads else {}
    if losing := tuple(answer for answer in answers if answers[answer].result is Result.LOSS):
        safe = tuple(answer for answer in answers if answer not in losing)
        return Reason(Idea.SETS_A_TRAP, cells=losing, safe=safe)
    return Reason(Idea.KEEPS_THE_DRAW, spare=_spare(board, cell))


def _spare(board: Board, cell: Cell) -> tuple[tuple[Mark, int], ...]:
    """In misère, the cells that each side can play after the move without making a line.

    Empty if that tells nothing: if they are not more, or not more than after every worse move.
    """
    if not board.rules.misere:
        return ()
    cells, lead = score_cells(board), _lead(board, cell)
    worse = [other for other in cells if cells[other].result is not cells[cell].result]
    if lead <= 0 or all(_lead(board, other) >= lead for other in worse):
        return ()
    after = board.play(cell)
    return tuple((mark, _without_a_line(after, mark)) for mark in (board.turn, board.turn.other))


def _lead(board: Board, cell: Cell) -> int:
    """How many more such cells a move leaves its side than the other."""
    after = board.play(cell)
    return _without_a_line(after, board.turn) - _without_a_line(after, board.turn.other)


def _without_a_line(board: Board, mark: Mark) -> int:
    return len({*board.free_cells} - {*board.threats(mark).values()})


def _lines_through(threats: Mapping[Line, Cell], cell: Cell) -> tuple[Line, ...]:
    return tuple(line for line, missing in threats.items() if missing == cell)


def _fork(board: Board, mark: Mark) -> tuple[Line, ...]:
    """The lines that `mark` could threaten at once if it were to move, at the lowest such cell."""
    return next(_forks(board, mark), ())


def _new_fork(board: Board, after: Board) -> tuple[Line, ...]:
    """The first fork of the side that moved which it could not make before."""
    before = set(_forks(board, board.turn))
    return next((fork for fork in _forks(after, board.turn) if fork not in before), ())


def _comes(board: Board, fork: tuple[Line, ...]) -> bool:
    """Whether this fork wins after a reply that lasts longest, or is simply stopped by all."""
    own = board.turn.other
    for answer in perfect(board):
        reached = board.play(answer)
        following = [reached.play(cell).threats(own) for cell in perfect(reached)]
        if any(threats.keys() >= {*fork} for threats in following):
            return True
    return False


def _forks(board: Board, mark: Mark) -> Iterator[tuple[Line, ...]]:
    """The lines that `mark` could threaten at once if it were to move, for each such cell.

    None in misère, where nobody wants lines, or if marks fade, since the next move may undo them.
    """
    if board.rules.misere or board.rules.mark_limit:
        return
    passed = Board(board.x, board.o, mark, board.rules)
    for cell in board.free_cells:
        threats = passed.play(cell).threats(mark)
        if len(set(threats.values())) > 1:
            yield tuple(threats)
