"""A position: who holds which cell, who may play where, and who has won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from engine.rules import TIC_TAC_TOE, Cell, Line, Rules, bits

_TIMES_TO_DRAW = 3  # that a position comes, where marks go
_LONGEST_GAME = 99  # moves, where marks go: no other game is so long


class Mark(Enum):
    """What a player puts on a cell."""

    X = "X"
    O = "O"  # noqa: E741 - the mark's name

    @property
    def other(self) -> Mark:
        return Mark.O if self is Mark.X else Mark.X


class IllegalMove(ValueError):
    """A move the rules turn down; `board` is the board it was tried on."""

    def __init__(self, board: Board, cell: Cell, fact: str) -> None:
        super().__init__(f"cell {cell} on {board.notation}: {fact}")
        self.board = board
        self.cell = cell


class CellTaken(IllegalMove):
    """The cell holds a mark already."""

    def __init__(self, board: Board, cell: Cell) -> None:
        super().__init__(board, cell, "it is taken")


class OffTheBoard(IllegalMove):
    """The board has no such cell."""

    def __init__(self, board: Board, cell: Cell) -> None:
        super().__init__(board, cell, f"the cells go from 1 to {board.rules.cells[-1]}")


class GameOver(IllegalMove):
    """The board is won or full; nobody may move."""

    def __init__(self, board: Board, cell: Cell) -> None:
        super().__init__(board, cell, "the game is over")


@dataclass(frozen=True)
class Outcome:
    """How a finished board ended: a winner and the lines that decided it, or a draw.

    One move may complete two lines. In misère they are the loser's.
    """

    winner: Mark | None = None
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A position. Immutable: a move gives the next board and leaves this one as it was.

    x, o    bitboards of the cells each mark holds (see `bits`)
    turn    whose move it is; either mark may have started
    moves   the game so far, where marks go: it decides which goes next, and what comes for the third time.
            Empty where marks stay, since there it does not matter how a position came about
    """

    x: int = 0
    o: int = 0
    turn: Mark = field(default=Mark.X, hash=False)  # two integers tell boards apart well enough, and quickly
    rules: Rules = field(default=TIC_TAC_TOE, hash=False)
    moves: tuple[Cell, ...] = ()

    @classmethod
    def after(cls, moves: Iterable[Cell], *, first: Mark = Mark.X, rules: Rules = TIC_TAC_TOE) -> Board:
        """The board after `moves`, played in turn from the empty board, `first` beginning.

        Raises IllegalMove at the first move the rules turn down.
        """
        return _after(tuple(moves), first, rules)

    @classmethod
    def parse(cls, notation: str, *, rules: Rules = TIC_TAC_TOE) -> Board:
        """The board that a notation stands for (see `notation`).

        Raises ValueError for text that is no notation, and for a board that play could not reach because one
        side has moved too often.
        """
        board = _parsed_order(notation, rules) if rules.marks_stay else _parsed_rows(notation, rules)
        if board.notation != notation:
            raise ValueError(f"{notation!r} is no {rules.rows}x{rules.columns} board")
        return board

    @property
    def notation(self) -> str:
        """The board in one word for its rows, a free cell as a dot, and one for whose turn it is.

        `X.O/.X./... O` has X on 1 and 5, O on 3, and O to move. Where marks go, a third word tells in which
        order those on the board were put there, the oldest first: `X.O/.X./... O 5,3,1`. It does not tell of
        marks that have gone.
        """
        rows = str(self).replace(" ", "").replace("\n", "/")
        order = ",".join(map(str, self.standing))
        return f"{rows} {self.turn.value} {order}".rstrip()

    @property
    def standing(self) -> tuple[Cell, ...]:
        """Where marks go: the cells of those on the board, the oldest first. Empty where marks stay."""
        return self.moves[-2 * self.rules.marks_stay :] if self.rules.marks_stay else ()

    def fading(self, mark: Mark) -> Cell | None:
        """The cell whose mark goes when `mark` moves next; None while it has few, and where marks stay."""
        if not self.rules.marks_stay:
            return None
        age = 2 * self.rules.marks_stay - (mark is not self.turn)
        return self.moves[-age] if len(self.moves) >= age else None

    def play(self, cell: Cell) -> Board:
        """The board after the side to move has taken `cell`.

        Raises OffTheBoard, GameOver or CellTaken.
        """
        if cell not in self.rules.cells:
            raise OffTheBoard(self, cell)
        if self.outcome:
            raise GameOver(self, cell)
        bit = 1 << cell
        if bit & (self.x | self.o):
            raise CellTaken(self, cell)
        stays = ~(1 << oldest) if (oldest := self.fading(self.turn)) else -1
        moves = (*self.moves, cell) if self.rules.marks_stay else ()
        if self.turn is Mark.X:
            return Board(self.x & stays | bit, self.o, Mark.O, self.rules, moves)
        return Board(self.x, self.o & stays | bit, Mark.X, self.rules, moves)

    def mark_on(self, cell: Cell) -> Mark | None:
        """Who holds `cell`, or None while it is free."""
        if self.x >> cell & 1:
            return Mark.X
        return Mark.O if self.o >> cell & 1 else None

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """The cells nobody holds, in reading order; a finished board may still have some."""
        taken = self.x | self.o
        return tuple(cell for cell in self.rules.cells if not taken >> cell & 1)

    def threats(self, mark: Mark) -> Mapping[Line, Cell]:
        """The lines `mark` would complete if it moved now, and the free cell that each of them lacks."""
        held, taken = (self.x if mark is Mark.X else self.o), self.x | self.o
        if oldest := self.fading(mark):
            held &= ~(1 << oldest)
        found = {}
        for line, need in zip(self.rules.lines, self.rules.line_bits, strict=True):
            missing = need & ~held
            if missing.bit_count() == 1 and not missing & taken:
                found[line] = missing.bit_length() - 1
        return found

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return _outcome(self.x, self.o, self.rules) or (Outcome() if self._goes_round else None)

    @property
    def _goes_round(self) -> bool:
        """Whether this position has come often enough, or the game has lasted long enough, to be a draw."""
        if len(self.moves) >= _LONGEST_GAME:
            return True
        window = 2 * (self.rules.marks_stay or 0)
        ends = range(len(self.moves), window - 1, -2) if window else ()  # where the same side was to move
        return sum(self.moves[end - window : end] == self.standing for end in ends) >= _TIMES_TO_DRAW

    def __str__(self) -> str:
        """The rows as text, a free cell as a dot: `X . O` and so on."""
        signs = [mark.value if (mark := self.mark_on(cell)) else "." for cell in self.rules.cells]
        width = self.rules.columns
        return "\n".join(" ".join(signs[start : start + width]) for start in range(0, len(signs), width))


@lru_cache(maxsize=1 << 12)  # a game asks for the board it has just shown, and for the one after that
def _after(moves: tuple[Cell, ...], first: Mark, rules: Rules) -> Board:
    return _after(moves[:-1], first, rules).play(moves[-1]) if moves else Board(turn=first, rules=rules)


@lru_cache(maxsize=1 << 14)  # a board is asked at every move tried on it; all of 3x3 fit
def _outcome(x: int, o: int, rules: Rules) -> Outcome | None:
    for mark, held in ((Mark.X, x), (Mark.O, o)):
        won = tuple(
            line for line, need in zip(rules.lines, rules.line_bits, strict=True) if held & need == need
        )
        if won:
            return Outcome(mark.other if rules.misere else mark, won)
    return Outcome() if x | o == rules.full else None


def _parsed_rows(notation: str, rules: Rules) -> Board:
    """The board whose rows stand in a notation, if play could reach it."""
    rows, _, turn = notation.partition(" ")
    x, o = (
        bits(cell for cell, sign in enumerate(rows.replace("/", ""), start=1) if sign == mark.value)
        for mark in Mark
    )
    waiting = x.bit_count() - o.bit_count() if turn == Mark.O.value else o.bit_count() - x.bit_count()
    if waiting not in {0, 1}:
        raise ValueError(f"{notation!r} is no board: one side has moved too often")
    return Board(x, o, Mark(turn), rules)


def _parsed_order(notation: str, rules: Rules) -> Board:
    """The board on which the marks in a notation were put in the order that it tells."""
    _, turn, *order = notation.split(" ")
    moves = [int(cell) for cell in order[0].split(",")] if order else []
    last = Mark(turn).other
    return Board.after(moves, first=last if len(moves) % 2 else last.other, rules=rules)
