"""The tree of a position as minimax walks it, step by step: what it looks at, knows and skips.

It is drawn like the trees of the lessons, whose steps Python itself takes (`lessons.steps`).
"""

from collections.abc import Generator, Iterator
from typing import Any, TypeAlias

from bot.learn import explore_frames
from bot.messages.texts import Voice, say
from engine.board import Board, Cell, Mark, number_of
from engine.trees import Branch, Fate, Saving, Span

Step: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[Cell, ...]


def root(top: Branch, board: Board, move: str = "") -> explore_frames.Frame:
    """The tree itself, as nodes within nodes; `move` leads to its root."""
    return {
        "cell": top.node.cell,
        "move": move,
        "position": board.notation,
        "signs": explore_frames.signs(board),
        "turn": board.turn.value,
        "line": explore_frames.line(board),
        "fate": top.node.fate.value,
        "children": [
            root(child, board.play(cell), explore_frames.move(board.turn, cell, board))
            for child in top.below
            if (cell := child.node.cell)
        ],
    }


def steps(top: Branch, board: Board, savings: frozenset[Saving], voice: Voice) -> list[Step]:
    """What happens at which node, in the order in which the search does it.

    look    a board is looked at for the first time
    end     it is an end, and has a value
    known   it is worth what another board is worth, or the bound says that it is a draw
    limit   with alpha-beta, alpha or beta has come closer, on a board with a choice
    skip    the other moves are skipped
    rise    a board has the value of the best move

    A step is {"kind", "path", "value", "worth", "alpha", "beta", "text"}: `value` is for X, or None
    if it is not known, and `worth` the same as people write it. Alpha and beta are None without
    alpha-beta.
    """
    walk = _Walk(board, voice, skips=Saving.ALPHA_BETA in savings)
    return list(walk.visit(top, (), board))


class _Walk:
    """A walk from `root`, told by `voice`. Values and windows are for X."""

    def __init__(self, root: Board, voice: Voice, *, skips: bool) -> None:
        self._voice = voice
        self._is_for_x = root.turn is Mark.X
        self._most = len(root.rules.cells) + 1
        self._skips = skips

    def visit(self, branch: Branch, path: Path, board: Board, move: str = "") -> Iterator[Step]:
        """The steps at a node, to which `move` leads, and below it."""
        node, voice, window = branch.node, self._voice, self._for_x(branch.node.window)
        worth = explore_frames.value(self._for_x(node.span), self._most)
        about = {"move": move, "mark": board.turn.value, "value": worth}
        match node.fate:
            case Fate.SEARCHED:
                yield self._step("look", path, window, self._looks(about, window))
                window = yield from self._below(branch, path, board, window)
                yield self._step("rise", path, window, self._rises(branch, board, about), node.span)
            case Fate.ENDED:
                # NOTE: {move} is such as "X 4", {result} "X wins" or "Draw", {value} a number
                result = explore_frames.ended(board, voice)
                text = voice.say("{move} ends the game. {result}: {value}.", result=result, **about)
                yield self._step("end", path, window, text, node.span)
            case Fate.REMEMBERED:
                # NOTE: {move} is such as "X 4", {value} a number
                text = voice.say("{move} leads to a board we've seen before: {value}.", **about)
                yield self._step("known", path, window, text, node.span)
            case Fate.MIRRORED:
                assert node.twin, "it mirrors a sibling"
                twin = number_of(node.twin, board.rules)
                # NOTE: {move} is such as "X 4", {twin} a cell such as "2", {value} a number
                text = voice.say(
                    "{move} leads to the mirror image of {twin}: {value}.", twin=twin, **about
                )
                yield self._step("known", path, window, text, node.span)
            case Fate.HELD:
                # NOTE: {move} is such as "X 4"
                text = voice.say(
                    "After {move}, neither side can force a line. That's a draw: 0.", **about
                )
                yield self._step("known", path, window, text, node.span)

    def _below(
        self, branch: Branch, path: Path, board: Board, window: Span
    ) -> Generator[Step, None, Span]:
        """The steps at the children of a node. Returns the window after them."""
        for child in branch.below:
            cell = child.node.cell
            assert cell, "only the root has no move"
            move = explore_frames.move(board.turn, cell, board)
            if child.node.fate is Fate.SKIPPED:
                yield self._step(
                    "skip", path, window, explore_frames.skipped(window, board.turn, self._voice)
                )
                break  # those that follow are skipped too
            yield from self.visit(child, (*path, cell), board.play(cell), move)
            worth, narrowed = self._for_x(child.node.span), window
            if self._skips and board.turn is Mark.X:  # X is sure of that
                narrowed = Span(max(window.low, worth.low), window.high)
            elif self._skips:  # O can hold X to it
                narrowed = Span(window.low, min(window.high, worth.high))
            if narrowed != window and len(branch.below) > 1:
                yield self._step("limit", path, narrowed, self._limits(narrowed, move, board.turn))
            window = narrowed
        return window

    def _looks(self, about: dict[str, str], window: Span) -> str:
        if not about["move"]:
            return self._voice.say("{mark} to move. What is each cell worth?", **about)
        # NOTE: {move} is such as "X 4", {mark} the other side
        told = [self._voice.say("What if {move}? Then it's {mark}'s turn.", **about)]
        if self._skips and window.low > -self._most:
            alpha = explore_frames.minus(window.low)
            # NOTE: {alpha} is a number
            told.append(
                self._voice.say("X is sure of {alpha} elsewhere: α = {alpha}.", alpha=alpha)
            )
        if self._skips and window.high < self._most:
            beta = explore_frames.minus(window.high)
            # NOTE: {beta} is a number
            told.append(self._voice.say("O can hold X to {beta} elsewhere: β = {beta}.", beta=beta))
        return self._voice.together(told)

    def _limits(self, window: Span, move: str, turn: Mark) -> str:
        if turn is Mark.X:
            # NOTE: {move} is such as "X 4", {value} a number
            sentence, value = say("With {move}, X is sure of {value}: α = {value}."), window.low
        else:
            # NOTE: {move} is such as "O 4", {value} a number
            sentence = say("{move} gives {value}, so O can hold X to {value} here: β = {value}.")
            value = window.high
        return self._voice.say(sentence, move=move, value=explore_frames.minus(value))

    def _rises(self, branch: Branch, board: Board, about: dict[str, str]) -> str:
        worths = [
            explore_frames.value(self._for_x(child.node.span), self._most) for child in branch.below
        ]
        if branch.below[-1].node.fate is Fate.SKIPPED:
            # NOTE: {value} is such as "≤ −8"
            return self._voice.say(
                "So this board is worth {value}. That is all we need to know.", **about
            )
        if len(worths) == 1:
            return self._voice.say(
                "There is only one move, so this board is worth {value} too.", **about
            )
        if board.turn is Mark.X:
            # NOTE: {values} is a list of numbers, such as "0, −8 and −8"
            sentence = say("X chooses between {values}, and takes the highest: {value}.")
        else:
            # NOTE: {values} is a list of numbers, such as "7 and 0"
            sentence = say("O chooses between {values}, and takes the lowest: {value}.")
        return self._voice.say(sentence, values=self._voice.listed(worths), **about)

    def _step(
        self, kind: str, path: Path, window: Span, text: str, span: Span | None = None
    ) -> Step:
        worth = self._for_x(span)
        return {
            "kind": kind,
            "path": path,
            "value": None if span is None else worth.low if worth.low > -self._most else worth.high,
            "worth": explore_frames.value(worth, self._most),
            "alpha": window.low if self._skips else None,
            "beta": window.high if self._skips else None,
            "text": text,
        }

    def _for_x(self, span: Span | None) -> Span:
        """A span of the search, for X; everything if nothing is known."""
        known = span or Span(-self._most, self._most)
        return known if self._is_for_x else known.reversed
