"""The tree of a position as minimax walks it, step by step: what it looks at, knows and skips."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from bot.learn.explore_frames import Frame
from engine.board import Board, Cell, Mark
from engine.trees import Branch, Fate, Saving, Span

Path: TypeAlias = tuple[Cell, ...]
Kind: TypeAlias = Literal["look", "end", "limit", "skip", "rise"]


@dataclass(frozen=True)
class Step:
    """What happens at a node. Values are for X.

    kind    look    its board is looked at for the first time
            end     it is an end, and has a value
            limit   with alpha-beta, alpha or beta has come closer; it has a choice
            skip    the other moves are skipped
            rise    it has the value of the best move
    branch  the node, and what the search has met below it
    board   the node's
    path    the moves that lead there from the root
    window  alpha and beta; None without alpha-beta
    """

    kind: Kind
    branch: Branch
    board: Board
    path: Path
    window: Span | None

    @property
    def value(self) -> Span | None:
        """What is known of the node's value now; None if nothing is."""
        if self.kind in {"end", "rise"}:
            return self.branch.node.span
        return None


def beyond(board: Board) -> int:
    """A number that no value in a tree of this game reaches: that of a win in no plies."""
    return len(board.rules.cells) + 1


def steps(top: Branch, board: Board, savings: frozenset[Saving]) -> list[Step]:
    """What happens at which node, in the order in which the search does it.

    top   the tree of the board, as a search with these savings has met it
    """
    window = None
    if Saving.ALPHA_BETA in savings:
        window = Span(-beyond(board), beyond(board))
    return list(_visit(_for_x(top, board.turn), board, (), window))


def _for_x(branch: Branch, root: Mark) -> Branch:
    """A tree with its values for X, not for `root`, the side to move at the root."""
    below = tuple(_for_x(child, root) for child in branch.below)
    return Branch(branch.node.for_x(root), below)


def _visit(branch: Branch, board: Board, path: Path, window: Span | None) -> Iterator[Step]:
    """The steps at a node and below it."""
    look = Step("look", branch, board, path, window)
    if branch.node.fate is Fate.ENDED:
        yield replace(look, kind="end")
        return
    yield look
    for child in branch.below:
        if child.node.fate is Fate.SKIPPED:
            yield Step("skip", branch, board, path, window)
            break  # those that follow are skipped too
        cell = child.node.cell
        assert cell, "only the root has no move"
        yield from _visit(child, board.play(cell), (*path, cell), window)
        narrowed = child.node.window
        # Of a node with only one move, "rise" will say the same.
        has_choice = len(branch.below) > 1
        if narrowed != window and has_choice:
            yield Step("limit", branch, board, path, narrowed)
        window = narrowed
    yield Step("rise", branch, board, path, window)


def as_frame(step: Step) -> Frame:
    """A step as the page gets it.

    {"kind", "path", "value", "alpha", "beta"}: `value` is for X, and None if it is not known; after
    a skip it is the limit that is known of it. Alpha and beta are None until they are known.
    """
    frame: Frame = {
        "kind": step.kind,
        "path": list(step.path),
        "value": None,
        "alpha": None,
        "beta": None,
    }
    out_of_reach = beyond(step.board)
    if step.value:
        is_limit = step.value.low == -out_of_reach
        frame["value"] = step.value.high if is_limit else step.value.low
    if step.window and step.window.low > -out_of_reach:
        frame["alpha"] = step.window.low
    if step.window and step.window.high < out_of_reach:
        frame["beta"] = step.window.high
    return frame
