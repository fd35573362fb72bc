"""The tree that minimax walks, to be looked at node by node.

Plain minimax visits a node for every way to play on. With savings it visits fewer, and finds the
same value for the root:

- Memory. What a board is worth does not depend on how it came about. So what is known of it is
  kept. With alpha-beta that may be only a limit; if it is not enough, the board is searched again.
- Symmetry. Boards that are the same when turned or mirrored are worth the same, so one of them is
  enough: by itself, of those that the moves on one board lead to; with memory, of all.
- Alpha-beta. As soon as a move cannot be better than an earlier one, the search leaves it. All that
  is known of it then is a limit, which may equal the worth of the earlier one; the essay shows a
  tree of it.
- The bound of Erdős and Selfridge. When neither side can force a line any more, the game is drawn.

The engine itself does not walk this tree: it looks up and solves (`engine.exact_scores`). This
search is as plain as it can be, so that its counts show what each idea saves by itself.

A value is what tutorials write: 10 - plies for a win on nine cells, its negative for a loss, 0 for
a draw. On a board of n cells it is n + 1 - plies. Plies are counted from the root, so values rise
unchanged: each node has the value of the child that its side prefers.

Sources: Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975; for the bound see
`engine.solver`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from engine.board import Board, Cell, Mark, Rules, image_of

_KEPT = 1 << 16  # sets of cells; 3x3 has 512


class Saving(Enum):
    """A way to visit fewer nodes."""

    MEMORY = "memory"
    SYMMETRY = "symmetry"
    ALPHA_BETA = "alpha-beta"
    BOUND = "bound"


class Position(NamedTuple):
    """The bitboards of the side to move and of the other side; which is X does not matter."""

    own: int
    other: int

    def after(self, cell: Cell) -> Position:
        """The position after the side to move has played a free cell."""
        return Position(self.other, self.own | 1 << cell)


def savings_of(rules: Rules) -> tuple[Saving, ...]:
    """The savings a game allows. The bound is about forcing lines, and in misère nobody wants one.

    Raises ValueError if marks fade, since that tree has no end, and for boards that are not square.
    """
    if rules.mark_limit or rules.rows != rules.columns:
        raise ValueError("trees are drawn on square boards on which marks stay")
    if rules.misere:
        return tuple(saving for saving in Saving if saving is not Saving.BOUND)
    return tuple(Saving)


def least_image(position: Position, rules: Rules) -> Position:
    """The least image of a position: all that are equal when turned or mirrored share it."""
    own_images = _images(position.own, rules)
    other_images = _images(position.other, rules)
    own, other = min(zip(own_images, other_images, strict=True))
    return Position(own, other)


@lru_cache(maxsize=_KEPT)
def _images(held: int, rules: Rules) -> tuple[int, ...]:
    """A set of cells, turned and mirrored in every way."""
    return tuple(image_of(held, image) for image in rules.images)


def potentials(position: Position, rules: Rules) -> tuple[int, int]:
    """The potentials of the side to move and the other: the weight of the lines still open to it.

    A line is open to a side if the other has no mark in it. It weighs 1, doubled by each mark, so 2
    to the power of its length when it is complete.
    """
    own = _potential(position.own, position.other, rules)
    other = _potential(position.other, position.own, rules)
    return own, other


def _potential(own: int, other: int, rules: Rules) -> int:
    return sum(1 << (line & own).bit_count() for line in rules.line_bits if not line & other)


def is_held(position: Position, rules: Rules) -> bool:
    """Whether the bound shows that neither side can force a line.

    A side whose potential is smaller than that of a complete line forces none if the other side is
    to move. With the move, it must be less than half of that.
    """
    own, other = potentials(position, rules)
    complete_line = 1 << rules.in_a_row
    return 2 * own < complete_line and other < complete_line


class Fate(Enum):
    """What became of a node."""

    SEARCHED = "searched"  # its children were visited
    ENDED = "ended"  # the game is over
    HELD = "held"  # the bound shows that neither side can force a line
    REMEMBERED = "remembered"  # the same board came before
    MIRRORED = "mirrored"  # it is a sibling, turned or mirrored
    SKIPPED = "skipped"  # alpha-beta knew enough without it
    UNREACHED = "unreached"  # the search used up its nodes before


class Span(NamedTuple):
    """What is known of a value: at least `low`, at most `high`; if they are equal, it is exact."""

    low: int
    high: int

    @property
    def reversed(self) -> Span:
        """What is known of the value for the other side, which is its negative."""
        return Span(-self.high, -self.low)


class Node(NamedTuple):
    """A node of the tree.

    cell     the move that leads to it; None for the root
    span     its value, for the side to move at the root; None if nothing is known
    nodes    how many nodes were visited to find it, itself included
    twin     the move that leads to the sibling it mirrors
    window   what is sure once its value is known, for the choice that it is part of: the side to
             move at the root has `low` (alpha), and the other side can keep it down to `high`
             (beta). None for the root, and without alpha-beta
    """

    cell: Cell | None
    fate: Fate
    span: Span | None = None
    nodes: int = 0
    twin: Cell | None = None
    window: Span | None = None

    def for_x(self, root: Mark) -> Node:
        """The node with its values for X; so far they are for `root`, the side to move there."""
        if root is Mark.X:
            return self
        return self.reversed

    @property
    def reversed(self) -> Node:
        """The node with its values for the other side."""
        span = self.span
        if span:
            span = span.reversed
        window = self.window
        if window:
            window = window.reversed
        return self._replace(span=span, window=window)


class Branch(NamedTuple):
    """A node with everything below it that the search has met, in the order in which it came."""

    node: Node
    below: tuple[Branch, ...]


class _UsedUp(Exception):
    """The search has visited as many nodes as it may."""


def root(board: Board, savings: frozenset[Saving], most: int) -> Node:
    """The root of the tree, after the whole search. Remembered and mirrored nodes are not visited.

    most   the search gives up after so many nodes; then the root is unreached

    Raises ValueError for savings the game does not allow.
    """
    search = _Search(board, savings, most)
    try:
        fate, span = search.visit(search.root, search.everything)
    except _UsedUp:
        return Node(None, Fate.UNREACHED, nodes=search.nodes)
    return Node(None, fate, span, search.nodes)


def children(
    board: Board, savings: frozenset[Saving], path: tuple[Cell, ...], most: int
) -> tuple[Node, ...]:
    """The children of the node at `path`, as the search from `board` meets them; none at an end.

    most   the search gives up after so many nodes; the children that it has not finished are
           unreached

    Raises IllegalMove for a path that cannot be played, and ValueError for savings the game does
    not allow.
    """
    at = board
    for cell in path:
        at = at.play(cell)
    search = _Search(board, savings, most)
    if at.outcome:
        return ()
    nodes: list[Node] = []
    with suppress(_UsedUp):
        nodes.extend(search.children_at(path))
    left = at.free_cells[len(nodes) :]
    nodes += [Node(cell, Fate.UNREACHED) for cell in left]
    return tuple(nodes)


def branch(board: Board, savings: frozenset[Saving], most: int) -> Branch | None:
    """The whole tree; None if the search visits more than `most` nodes.

    Raises ValueError for savings the game does not allow.
    """

    def grown(node: Node, path: tuple[Cell, ...]) -> Branch:
        if node.fate is not Fate.SEARCHED:
            return Branch(node, ())
        below = []
        for child in children(board, savings, path, most):
            assert child.cell, "only the root has no cell"
            below.append(grown(child, (*path, child.cell)))
        return Branch(node, tuple(below))

    top = root(board, savings, most)
    if top.fate is Fate.UNREACHED:
        return None
    return grown(top, ())


class _Search:
    """One walk through the tree. Here a value is for the side to move: its sign turns at each step.

    Methods raise _UsedUp when they have visited `most` nodes.
    """

    def __init__(self, board: Board, savings: frozenset[Saving], most: int) -> None:
        foreign = savings - set(savings_of(board.rules))
        if foreign:
            names = ", ".join(saving.value for saving in foreign)
            raise ValueError(f"this game does not allow {names}")
        self.nodes = 0
        self._most = most
        own, other = board.sides
        self.root = Position(own, other)
        self._rules = board.rules
        self._marks = (board.x | board.o).bit_count()
        self._beyond = len(board.rules.cells) + 1  # more than any value: a win in no plies
        self.everything = Span(-self._beyond, self._beyond)
        self._remembers = Saving.MEMORY in savings
        self._mirrors = Saving.SYMMETRY in savings
        self._skips = Saving.ALPHA_BETA in savings
        self._bounds = Saving.BOUND in savings
        self._memory: dict[Position, Span] = {}

    def children_at(self, path: tuple[Cell, ...]) -> Iterator[Node]:
        """The children of a node. What the search meets before them, it visits before them.

        That fills the memory and narrows the window. Without these two it would change nothing.
        """
        position = self.root
        window = self.everything
        for cell in path:
            if self._remembers or self._skips:
                for node in self._children(position, window, until=cell):
                    if node.window:
                        window = node.window
            position = position.after(cell)
            window = window.reversed
        is_for_the_other_side = len(path) % 2 == 1
        for node in self._children(position, window):
            if is_for_the_other_side:
                yield node.reversed
            else:
                yield node

    def visit(self, position: Position, window: Span) -> tuple[Fate, Span]:
        """What becomes of a node, and what is known of its value after the visit.

        Alpha-beta: a value outside the window need not be exact, since a side has something better
        elsewhere.
        """
        if self.nodes == self._most:
            raise _UsedUp
        self.nodes += 1
        taken = position.own | position.other
        if _has_line(position.other, self._rules):  # only the side that has just moved can have one
            plies = taken.bit_count() - self._marks
            value = self._beyond - plies
            if not self._rules.misere:
                value = -value
            return Fate.ENDED, Span(value, value)
        if taken == self._rules.full:
            return Fate.ENDED, Span(0, 0)
        if self._bounds and is_held(position, self._rules):
            return Fate.HELD, Span(0, 0)
        low = -self._beyond
        high = -self._beyond
        for node in self._children(position, window):
            if node.span is None:  # skipped, so it may be anything
                return Fate.SEARCHED, Span(low, self._beyond)
            low = max(low, node.span.low)
            high = max(high, node.span.high)
        return Fate.SEARCHED, Span(low, high)

    def _children(
        self, position: Position, window: Span, until: Cell | None = None
    ) -> Iterator[Node]:
        """The children of a position in reading order, those before the cell `until`."""
        siblings: dict[Position, Node] = {}
        taken = position.own | position.other
        for cell in self._rules.cells:
            if cell == until:
                return
            if taken >> cell & 1:
                continue
            if window.low >= window.high:  # a tie is enough
                yield Node(cell, Fate.SKIPPED, window=window)
                continue
            after = position.after(cell)
            key = after
            if self._mirrors:
                key = least_image(after, self._rules)
            twin = siblings.get(key)
            remembered = self._memory.get(key)
            if twin:
                node = Node(cell, Fate.MIRRORED, twin.span, 0, twin.cell)
            elif remembered and _is_enough(remembered.reversed, window):
                node = Node(cell, Fate.REMEMBERED, remembered.reversed)
            else:
                before = self.nodes
                fate, span = self.visit(after, window.reversed)
                if self._remembers:
                    self._memory[key] = span
                node = Node(cell, fate, span.reversed, self.nodes - before)
            siblings.setdefault(key, node)
            if self._skips:
                if node.span and node.span.low > window.low:  # only what is better still matters
                    window = Span(node.span.low, window.high)
                node = node._replace(window=window)
            yield node


def _is_enough(span: Span, window: Span) -> bool:
    """Whether a search in this window needs to know no more of a value."""
    is_exact = span.low == span.high
    return is_exact or span.low >= window.high or span.high <= window.low


@lru_cache(maxsize=_KEPT)
def _has_line(held: int, rules: Rules) -> bool:
    return any(held & line == line for line in rules.line_bits)
