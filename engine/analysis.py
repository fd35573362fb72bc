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

_LOOK_AHEAD = 9  # plies of a principal variation on a larger board; a counted win is nearer


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
class Next:
    """The best move after the answer to a move that forces a win.

    moves    how many the winner makes until the end, this one included
    threats  the lines that it threatens at once, if that is how it wins; two or more
    """

    cell: Cell
    moves: int
    threats: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Reason:
    """Why a move is best.

    lines    the lines that the move completes, threatens, blocks or opens; for a fork, the lines
             that would be threatened at once; for a loss, the lines that it at least blocks
    cells    for a trap, the answers that lose; for a forced win, the answer that is forced or lasts
             longest; for a line that opens, the cell that the mark leaves
    safe     for a trap, the answers that hold
    blocked  for a win, the lines of the other side that the move blocks as well
    then     for a forced win, the best move after that answer; None if the end is beyond the
             horizon
    spare    in misère, how many cells each side can play after the move without making a line,
             first the side that moved: it has more of them, which some worse move loses
    """

    idea: Idea
    lines: tuple[Line, ...] = ()
    cells: tuple[Cell, ...] = ()
    safe: tuple[Cell, ...] = ()
    blocked: tuple[Line, ...] = ()
    then: Next | None = None
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
    def recommended(self) -> Cell:
        """The move to make on an unfinished board: of the best cells the one with the reason."""
        return self.principal_variation[0]

    @property
    def all_draw(self) -> bool:
        """Whether every free cell keeps the draw."""
        return {score.result for score in self.cells.values()} == {Result.DRAW}

    def within(self, plies: int) -> Analysis:
        """The analysis if any game that lasts longer than so many plies were a draw."""
        cells = {cell: _drawn_after(plies, score) for cell, score in self.cells.items()}
        if cells == self.cells:
            return self
        value = max(cells.values())
        best = tuple(cell for cell, score in cells.items() if score == value)
        if value == self.score:
            return replace(self, cells=cells, best=best)
        return Analysis(value, cells, best, best[:1], Reason(Idea.KEEPS_THE_DRAW))


def _drawn_after(plies: int, score: Score) -> Score:
    if score.result is Result.DRAW or score.plies is None or score.plies <= plies:
        return score
    return Score(Result.DRAW, plies)


def analyse(board: Board) -> Analysis:
    """The worth of `board` and of each move, and why the best move is best.

    A look-up if `is_looked_up` says so, otherwise a search. Raises ValueError for rules that are
    not in `engine.board.GAMES`.
    """
    cells = score_cells(board)
    value = score(board)
    best = tuple(cell for cell in cells if cells[cell] >= value)
    plies = _LOOK_AHEAD
    if is_looked_up(board.rules) and value.plies is not None:
        plies = value.plies
    variation = _principal_variation(board, plies)
    reason = None
    if variation:
        reason = why_best(board, variation[0])
    return Analysis(value, cells, best, variation, reason)


def _principal_variation(board: Board, plies: int) -> tuple[Cell, ...]:
    variation = []
    for _ in range(plies):
        policy = perfect(board)
        if not policy:
            break
        cell = min(policy)
        variation.append(cell)
        board = board.play(cell)
    return tuple(variation)


def why_best(board: Board, cell: Cell) -> Reason:
    """Why `cell` is best, for one of the best cells of an unfinished board."""
    worth = score(board)
    if worth.result is Result.WIN:
        return _why_it_wins(board, cell, worth.plies)
    if worth.result is Result.LOSS:
        return _why_it_loses(board, cell, worth)
    blocked = _blocked_lines(board, cell)
    if blocked:
        return Reason(Idea.BLOCKS, blocked)
    return _why_it_draws(board, cell)


def _blocked_lines(board: Board, cell: Cell) -> tuple[Line, ...]:
    """The lines that `cell` takes from the other side. In misère nobody wants one."""
    if board.rules.misere:
        return ()
    return _lines_through(board.threats(board.turn.other), cell)


def _why_it_wins(board: Board, cell: Cell, plies: int | None) -> Reason:
    if plies == 1:
        return Reason(Idea.WINS_AT_ONCE, _lines_through(board.threats(board.turn), cell))
    if plies == 2:  # by the other side's line, in misère
        return Reason(Idea.LEAVES_ONLY_LINES)
    reason = _why_it_wins_later(board, cell, plies)
    return replace(reason, blocked=_blocked_lines(board, cell))


def _why_it_wins_later(board: Board, cell: Cell, plies: int | None) -> Reason:
    if board.rules.misere:
        return Reason(Idea.OUTLASTS, spare=_spare(board, cell))
    after = board.play(cell)
    threats = after.threats(board.turn)
    if plies == 3 and _is_fork(threats):
        return Reason(Idea.MAKES_TWO_THREATS, tuple(threats))
    leaves = after.fading(after.turn)
    if plies == 3 and leaves:
        return Reason(Idea.OPENS_A_LINE, _opened_lines(after, leaves), (leaves,))
    if plies == 5 and not threats:
        fork = _new_fork(board, after)
        if fork and _comes(after, fork):
            return Reason(Idea.PREPARES_A_FORK, fork)
    forced = set(threats.values())
    idea = Idea.FORCES_A_WIN
    if forced:
        idea = Idea.FORCES_AN_ANSWER
    if plies is None:
        return Reason(idea, cells=tuple(forced))
    answer = min(forced or perfect(after))
    then = _next(after.play(answer), plies - 2)
    return Reason(idea, cells=(answer,), then=then)


def _opened_lines(board: Board, leaves: Cell) -> tuple[Line, ...]:
    """The lines of the side that has moved which lack only the cell that the next move `leaves`."""
    mover = board.turn.other
    opened = []
    for line in board.rules.lines:
        others = {board.mark_on(cell) for cell in line if cell != leaves}
        if leaves in line and others == {mover}:
            opened.append(line)
    return tuple(opened)


def _next(board: Board, plies: int) -> Next | None:
    """The best move on a board that is won in so many plies.

    None if the game ends before, as a draw by repetition or by its length.
    """
    if board.outcome:
        return None
    cell = min(perfect(board))
    moves = Score(Result.WIN, plies).moves
    assert moves, "a win takes a move"
    threats = board.play(cell).threats(board.turn)
    if plies == 3 and _is_fork(threats):
        return Next(cell, moves, tuple(threats))
    return Next(cell, moves)


def _why_it_loses(board: Board, cell: Cell, worth: Score) -> Reason:
    blocked = _blocked_lines(board, cell)
    if worth.plies is None:
        return Reason(Idea.HOLDS_OUT, blocked)
    cells = score_cells(board)
    others = [cells[other] for other in cells if other != cell]
    if others and max(others) < worth:
        return Reason(Idea.RESISTS_LONGEST, blocked)
    return Reason(Idea.LOSES_ANYWAY, blocked)


def _why_it_draws(board: Board, cell: Cell) -> Reason:
    """Why `cell` keeps the draw when nothing has to be blocked."""
    after = board.play(cell)
    cells = score_cells(board)
    draws = [other for other in cells if cells[other].result is Result.DRAW]
    if len(draws) < len(cells):
        reason = _how_it_meets_a_fork(board, after)
        if reason:
            return reason
    if draws == [cell]:
        return Reason(Idea.ONLY_DRAW, spare=_spare(board, cell))
    if len(perfect(board)) < len(draws) and _may_set_a_trap(board, cell):
        answers = score_cells(after)
        losing = tuple(answer for answer in answers if answers[answer].result is Result.LOSS)
        safe = tuple(answer for answer in answers if answer not in losing)
        if losing:
            return Reason(Idea.SETS_A_TRAP, cells=losing, safe=safe)
    return Reason(Idea.KEEPS_THE_DRAW, spare=_spare(board, cell))


def _how_it_meets_a_fork(board: Board, after: Board) -> Reason | None:
    """How the move to `after` meets a fork of the other side, if there is one and it does."""
    fork = _fork(board, board.turn.other)
    if not fork:
        return None
    if not _fork(after, board.turn.other):
        return Reason(Idea.STOPS_A_FORK, fork)
    threats = after.threats(board.turn)
    if threats:
        return Reason(Idea.LEAVES_NO_TIME, tuple(threats))
    return None


def _may_set_a_trap(board: Board, cell: Cell) -> bool:
    """Whether `perfect` plays the cell, and a loss after it is near enough to be seen on a board.

    On a larger board it must show soon, with no threat that tells everyone.
    """
    if cell not in perfect(board):
        return False
    if is_looked_up(board.rules):
        return True
    after = board.play(cell)
    if after.threats(board.turn):
        return False
    seen = seen_cells(after, 4).values()
    return any(score.result is Result.LOSS for score in seen)


def _spare(board: Board, cell: Cell) -> tuple[tuple[Mark, int], ...]:
    """In misère, the cells that each side can play after the move without making a line.

    Empty if that tells nothing: if they are not more, or not more than after every worse move.
    """
    if not board.rules.misere:
        return ()
    cells = score_cells(board)
    result = cells[cell].result
    worse = [other for other in cells if cells[other].result is not result]
    lead = _lead(board, cell)
    if lead <= 0 or all(_lead(board, other) >= lead for other in worse):
        return ()
    after = board.play(cell)
    marks = (after.turn.other, after.turn)
    return tuple((mark, _without_a_line(after, mark)) for mark in marks)


def _lead(board: Board, cell: Cell) -> int:
    """How many more such cells a move leaves its side than the other."""
    after = board.play(cell)
    return _without_a_line(after, after.turn.other) - _without_a_line(after, after.turn)


def _without_a_line(board: Board, mark: Mark) -> int:
    completing = board.threats(mark).values()
    return len(set(board.free_cells).difference(completing))


def _lines_through(threats: Mapping[Line, Cell], cell: Cell) -> tuple[Line, ...]:
    return tuple(line for line, missing in threats.items() if missing == cell)


def _is_fork(threats: Mapping[Line, Cell]) -> bool:
    """Whether no single cell stops all these threats."""
    return len(set(threats.values())) > 1


def _forks(board: Board, mark: Mark) -> Iterator[tuple[Line, ...]]:
    """The lines that `mark` could threaten at once if it were to move, for each such cell.

    None in misère, where nobody wants lines, or if marks fade, since the next move may undo them.
    """
    if board.rules.misere or board.rules.mark_limit:
        return
    passed = Board(board.x, board.o, mark, board.rules)
    for cell in board.free_cells:
        threats = passed.play(cell).threats(mark)
        if _is_fork(threats):
            yield tuple(threats)


def _fork(board: Board, mark: Mark) -> tuple[Line, ...]:
    """The lines that `mark` could threaten at once if it were to move, at the lowest such cell."""
    return next(_forks(board, mark), ())


def _new_fork(board: Board, after: Board) -> tuple[Line, ...]:
    """The first fork of the side that moved which it could not make before."""
    before = set(_forks(board, board.turn))
    for fork in _forks(after, board.turn):
        if fork not in before:
            return fork
    return ()


def _comes(board: Board, fork: tuple[Line, ...]) -> bool:
    """Whether this fork wins after a reply that lasts longest, or is simply stopped by all."""
    own = board.turn.other
    for answer in perfect(board):
        reached = board.play(answer)
        for cell in perfect(reached):
            threats = reached.play(cell).threats(own)
            if threats.keys() >= set(fork):
                return True
    return False
