"""Alpha-beta as textbooks have it: nothing but the rules, the window and what is kept. It shares no
line with the solver, whose answers are compared with it; on an empty 5x5 board it would not end in
a day.
"""

from collections.abc import Sequence

from tests.support import referees


class AlphaBeta:
    """Values for the side to move, 1 for a win, 0 for a draw and -1 for a loss."""

    def __init__(self, size: int, in_a_row: int) -> None:
        self._kept = {}
        self._lines = [sum(1 << cell for cell in line) for line in referees.lines(size, in_a_row)]
        self._through = {
            cell: [line for line in self._lines if line >> cell & 1]
            for cell in range(1, size * size + 1)
        }

    def value_after(self, moves: Sequence[int]) -> int:
        own, other = (
            sum(1 << cell for cell in moves[start::2])
            for start in (len(moves) % 2, 1 - len(moves) % 2)
        )
        return self.value(own, other, -1, 1)

    def value(self, own: int, other: int, alpha: int, beta: int) -> int:
        """Fail-hard, with what was found for the same window kept."""
        free = [cell for cell in self._through if not (own | other) >> cell & 1]
        if not free:
            return 0
        if (own, other, alpha, beta) in self._kept:
            return self._kept[own, other, alpha, beta]
        after = {cell: own | 1 << cell for cell in free}
        if any(after[cell] & line == line for cell in free for line in self._through[cell]):
            return 1
        best = alpha
        for cell in free:
            best = max(best, -self.value(other, after[cell], -beta, -best))
            if best >= beta:
                break
        self._kept[own, other, alpha, beta] = best
        return best
