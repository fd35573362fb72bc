"""What a board is worth, and why its best move is best.

The reasons are facts, as data. Whatever shows them finds the words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from engine.board import Board, Cell, Line, Mark
from engine.exact_scores import (
    best_cells,
    is_looked_up,
    score_board,
    score_cells,
    scores_seen_to,
)
from engine.opponents import perfect
from engine.score import Result, Score

_LOOK_AHEAD = 9  # plies of a principal variation on a larger board; a counted win is nearer


class Idea(Enum):
    """A reason that is complete in itself."""

    FORCES_A_WIN = "forces a win"  # so late that no line of play can be told
    LEAVES_ONLY_LINES = "leaves only lines"  # misère: every reply completes one
    OUTLASTS = "outlasts"  # misère: the other side is the first that has to complete a line
    ONLY_DRAW = "is the only draw"
    KEEPS_THE_DRAW = "keeps the draw"
    RESISTS_LONGEST = "resists longest"  # every move loses, the others sooner
    LOSES_ANYWAY = "loses anyway"  # as another move does, as late
    # Every move loses, and this one so late that the plies were not counted.
    HOLDS_OUT = "holds out"


@dataclass(frozen=True)
class Completes:
    """It wins at once, with these lines."""

    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Blocks:
    """It stops these lines of the other side."""

    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Threatens:
    """It wins because it threatens these lines at once, two or more: no reply stops them all."""

    lines: tuple[Line, ...]


@dataclass(frozen=True)
class PreparesFork:
    """The next move can threaten these lines at once, which it could not before."""

    lines: tuple[Line, ...]


@dataclass(frozen=True)
class OpensLines:
    """In fading: every reply makes the other side's mark on `cell` fade, which opens these lines.

    The next move completes one.
    """

    cell: Cell
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Next:
    """The best move after the reply to a move that forces a win.

    moves    how many the winner makes until the end, this one included
    threats  the lines that it threatens at once, if that is how it wins; two or more
    """

    cell: Cell
    moves: int
    threats: tuple[Line, ...] = ()


@dataclass(frozen=True)
class ForcesReply:
    """It wins by a threat that only one reply stops.

    then  the best move after it; None if the end is beyond the horizon, or comes before as a draw
    """

    reply: Cell
    then: Next | None


@dataclass(frozen=True)
class WinsAfter:
    """It wins without a threat. `reply` lasts longest, and `then` is the best move after it."""

    reply: Cell
    then: Next


@dataclass(frozen=True)
class StopsFork:
    """After it, the other side can no longer threaten these lines at once."""

    lines: tuple[Line, ...]


@dataclass(frozen=True)
class LeavesNoTime:
    """The other side could make a fork, but must stop these lines first."""

    lines: tuple[Line, ...]


@dataclass(frozen=True)
class SetsTrap:
    """It keeps the draw, and the other side may well go wrong.

    losing  the replies that lose
    safe    the replies that hold
    """

    losing: tuple[Cell, ...]
    safe: tuple[Cell, ...]


@dataclass(frozen=True)
class SpareCells:
    """In misère: how many cells each side can still play without making a line.

    The side that moved has more of them, and some worse move would have lost that lead.
    """

    mover: Mark
    own: int
    other: int


Reason: TypeAlias = (
    Idea
    | Completes
    | Blocks
    | Threatens
    | PreparesFork
    | OpensLines
    | ForcesReply
    | WinsAfter
    | StopsFork
    | LeavesNoTime
    | SetsTrap
    | SpareCells
)
"""Something that a best move achieves, or why nothing better can be done."""


@dataclass(frozen=True)
class Reasons:
    """Why a move is best.

    block  the threat it blocks, whatever else it does
    main   what it does for its result; None if it draws by the block
    spare  the spare cells that decide, in misère
    """

    block: Blocks | None = None
    main: Reason | None = None
    spare: SpareCells | None = None

    @property
    def in_order(self) -> tuple[Reason, ...]:
        """Those that there are, in the order in which to tell them."""
        return tuple(reason for reason in (self.block, self.main, self.spare) if reason)


NO_REASONS = Reasons()


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
    reasons  why that move is best; none on a finished board, which has no cells
    """

    score: Score
    cells: Mapping[Cell, Score]
    best: tuple[Cell, ...]
    principal_variation: tuple[Cell, ...]
    reasons: Reasons

    @property
    def recommended(self) -> Cell:
        """The move to make on an unfinished board: of the best cells the one with the reasons."""
        return self.principal_variation[0]

    @property
    def all_draw(self) -> bool:
        """Whether every free cell keeps the draw."""
        return {score.result for score in self.cells.values()} == {Result.DRAW}

    def within(self, plies: int) -> Analysis:
        """The analysis if any game that lasts longer than so many plies were a draw."""
        cells = dict(self.cells)
        for cell, score in self.cells.items():
            if score.result is not Result.DRAW and score.plies is not None and score.plies > plies:
                cells[cell] = Score(Result.DRAW, plies)
        if cells == self.cells:
            return self
        highest = max(cells.values())
        best = tuple(cell for cell, score in cells.items() if score == highest)
        if highest == self.score:
            return replace(self, cells=cells, best=best)
        return Analysis(highest, cells, best, best[:1], Reasons(main=Idea.KEEPS_THE_DRAW))


def analyse(board: Board) -> Analysis:
    """The scores of `board` and of each move, and why the best move is best.

    A look-up if `is_looked_up` says so, otherwise a search. Raises ValueError for rules that are
    not in `engine.board.GAMES`.
    """
    cells = score_cells(board)
    score = score_board(board)
    plies = _LOOK_AHEAD
    if is_looked_up(board.rules) and score.plies is not None:
        plies = score.plies

    variation = []
    after = board
    for _ in range(plies):
        policy = perfect(after)
        if not policy:
            break
        cell = min(policy)
        variation.append(cell)
        after = after.play(cell)

    reasons = NO_REASONS
    if variation:
        reasons = why_best(board, variation[0])
    return Analysis(score, cells, best_cells(board), tuple(variation), reasons)


def why_best(board: Board, cell: Cell) -> Reasons:
    """Why `cell` is best, for one of the best cells of an unfinished board."""
    block: Blocks | None = None
    main: Reason | None = None
    spare: SpareCells | None = None
    own = board.turn
    other = own.other
    cells = score_cells(board)
    score = cells[cell]
    after = board.play(cell)
    threats = after.threats(own)
    wins_at_once = score == Score(Result.WIN, 1)

    # Whatever else it does, it may block, unless it wins at once. In misère nobody has to.
    blocked = _lines_through(board.threats(other), cell)
    if blocked and not board.rules.misere and not wins_at_once:
        block = Blocks(blocked)

    # Every move loses.
    if score.result is Result.LOSS:
        others = [cells[each] for each in cells if each != cell]
        if score.plies is None:
            main = Idea.HOLDS_OUT
        elif others and max(others) < score:
            main = Idea.RESISTS_LONGEST
        else:
            main = Idea.LOSES_ANYWAY

    # It wins, in misère by what the other side has to do.
    elif score.result is Result.WIN and board.rules.misere:
        if score.plies == 2:
            main = Idea.LEAVES_ONLY_LINES
        else:
            main = Idea.OUTLASTS
            spare = _spare_cells(board, cell)

    # It wins: now, next time, by a fork that it prepares, or because it leaves no choice.
    elif score.result is Result.WIN:
        fades = after.fading_cell(other)
        if wins_at_once:
            main = Completes(_lines_through(board.threats(own), cell))
        elif score.plies == 3 and _is_fork(threats):
            main = Threatens(tuple(threats))
        elif score.plies == 3 and fades:
            main = OpensLines(fades, _opened_lines(after, fades))
        elif score.plies == 5 and not threats and (fork := _prepared_fork(board, after)):
            main = PreparesFork(fork)
        elif threats:
            reply = min(threats.values())
            main = ForcesReply(reply, _next(after, reply, score.plies))
        else:
            main = _slow_win(after, score.plies)

    # It draws, and nothing had to be blocked.
    elif not block:
        draws = [each for each in cells if cells[each].result is Result.DRAW]
        fork = ()
        if len(draws) < len(cells):
            fork = _fork(board, other)
        if fork and not _fork(after, other):
            main = StopsFork(fork)
        elif fork and threats:
            main = LeavesNoTime(tuple(threats))
        elif draws == [cell]:
            main = Idea.ONLY_DRAW
            spare = _spare_cells(board, cell)
        elif len(draws) > len(perfect(board)) and (trap := _trap(board, cell)):
            main = trap
        else:
            main = Idea.KEEPS_THE_DRAW
            spare = _spare_cells(board, cell)

    return Reasons(block, main, spare)


def _slow_win(after: Board, plies: int | None) -> Reason:
    """How a move wins that threatens nothing yet: the best move after the reply, if that is near.

    plies  until the end, the move included; None if they were not counted
    """
    if plies is None:
        return Idea.FORCES_A_WIN
    reply = min(perfect(after))
    then = _next(after, reply, plies)
    if not then:
        return Idea.FORCES_A_WIN
    return WinsAfter(reply, then)


def _next(after: Board, reply: Cell, plies: int | None) -> Next | None:
    """The best move after a reply to a move that wins in so many plies, that move included.

    None if the plies were not counted, or if the game ends before, as a draw by repetition or by
    its length.
    """
    board = after.play(reply)
    if plies is None or board.outcome:
        return None
    cell = min(perfect(board))
    moves = Score(Result.WIN, plies - 2).moves
    assert moves, "a win takes a move"
    threats = board.play(cell).threats(board.turn)
    if moves == 2 and _is_fork(threats):
        return Next(cell, moves, tuple(threats))
    return Next(cell, moves)


def _opened_lines(board: Board, leaves: Cell) -> tuple[Line, ...]:
    """The lines of the side that has moved which lack only the cell that the next move `leaves`."""
    mover = board.turn.other
    opened = []
    for line in board.rules.lines:
        others = {board.mark_on(cell) for cell in line if cell != leaves}
        if leaves in line and others == {mover}:
            opened.append(line)
    return tuple(opened)


def _prepared_fork(board: Board, after: Board) -> tuple[Line, ...]:
    """The lines of the first fork that the move makes possible; empty if there is none.

    It counts only if perfect play makes it after one of the replies that last longest.
    """
    own = board.turn
    before = set(_forks(board, own))
    fork = next((fork for fork in _forks(after, own) if fork not in before), ())
    if not fork:
        return ()
    for reply in perfect(after):
        reached = after.play(reply)
        for cell in perfect(reached):
            threats = reached.play(cell).threats(own)
            if threats.keys() >= set(fork):
                return fork
    return ()


def _trap(board: Board, cell: Cell) -> SetsTrap | None:
    """The trap that a cell sets, if `perfect` plays it and a loss after it is near enough to see.

    On a larger board it must show soon, with no threat that tells everyone.
    """
    if cell not in perfect(board):
        return None
    after = board.play(cell)
    if not is_looked_up(board.rules):
        if after.threats(board.turn):
            return None
        soon = scores_seen_to(after, 4).values()
        if all(score.result is not Result.LOSS for score in soon):
            return None
    replies = score_cells(after)
    losing = tuple(reply for reply in replies if replies[reply].result is Result.LOSS)
    if not losing:
        return None
    safe = tuple(reply for reply in replies if reply not in losing)
    return SetsTrap(losing, safe)


def _spare_cells(board: Board, cell: Cell) -> SpareCells | None:
    """The spare cells after a move in misère.

    None if they tell nothing: if they are not more, or not more than after every worse move.
    """
    if not board.rules.misere:
        return None
    cells = score_cells(board)
    result = cells[cell].result
    worse = [other for other in cells if cells[other].result is not result]
    lead = _lead(board, cell)
    if lead <= 0 or all(_lead(board, other) >= lead for other in worse):
        return None
    after = board.play(cell)
    own = _without_a_line(after, board.turn)
    other = _without_a_line(after, board.turn.other)
    return SpareCells(board.turn, own, other)


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
