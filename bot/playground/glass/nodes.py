"""The nodes of a tree, as data and words for a glass (see `protocol.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from bot.playground.glass import facts
from bot.rendering.voice import Voice
from engine.board import Board
from engine.numbers import number_of
from engine.rules import Cell
from engine.savings import Saving
from engine.score import Score
from engine.trees import Fate, Node, Span

Frame: TypeAlias = dict[str, Any]


def of_the_tree(boards: Sequence[Board], found: Sequence[Node], voice: Voice) -> Frame:
    """The children of the last board, which the others led to from the root."""
    at, most = boards[-1], len(boards[0].rules.cells) + 1
    children = [_child(at, node, most, voice) for node in found if node.cell]
    takes = _rising(found, most, is_highest=at.turn is boards[0].turn)
    return {"is": "node", "takes": takes, "children": children}


def _rising(found: Sequence[Node], most: int, *, is_highest: bool) -> list[Cell | None]:
    """The children whose value rises: none is worth more to the side that chooses. Empty if not known.

    is_highest  whether that side takes the highest value, not the lowest
    """
    spans = {node.cell: node.span or Span(-most, most) for node in found}
    if not is_highest:
        spans = {cell: span.reversed for cell, span in spans.items()}
    return [
        cell
        for cell, span in spans.items()
        if all(span.low >= other.high for name, other in spans.items() if name != cell)
    ]


def of_the_table(boards: Sequence[Board], scores: Mapping[Cell, Score], voice: Voice) -> Frame:
    """The same for a fading game, whose table knows the scores for the side that plays a cell."""
    at = boards[-1]
    before = {board.notation for board in boards}
    children = [_looked_up(at, cell, score, boards[0], before, voice) for cell, score in scores.items()]
    takes = [cell for cell, score in scores.items() if score == max(scores.values())]
    return {"is": "node", "takes": takes, "children": children}


def count(root: Node, board: Board, savings: frozenset[Saving], most: int) -> Frame:
    """How many nodes a tree has, and what its root is worth. The search gives up after `most` nodes."""
    more = root.fate is Fate.UNREACHED
    return {
        "is": "count",
        "savings": [saving.value for saving in Saving if saving in savings],
        "nodes": most if more else root.nodes,
        "more": more,
        "held": root.fate is Fate.HELD,
        "value": _value(root.span, len(board.rules.cells) + 1),
    }


def _child(at: Board, node: Node, most: int, voice: Voice) -> Frame:
    assert node.cell, "only the root has none"
    after = at.play(node.cell)
    return {
        **_move(at, node.cell, after),
        "value": _value(node.span, most),
        "sign": _sign(node.span),
        "fate": node.fate.value,
        "note": _note(node, after, voice),
        "nodes": node.nodes,
        "opens": node.fate in {Fate.SEARCHED, Fate.UNREACHED},
    }


def _looked_up(at: Board, cell: Cell, score: Score, root: Board, before: set[str], voice: Voice) -> Frame:
    after = at.play(cell)
    goes_round = after.notation in before
    for_root = score.result if at.turn is root.turn else score.result.reversed
    return {
        **_move(at, cell, after),
        "value": facts.who_wins(score.result, at.turn, voice),
        "sign": for_root.value,
        "fate": "round" if goes_round else "ended" if after.outcome else "looked up",
        "note": voice.say("It came before: play goes round") if goes_round else _soon(score, voice),
        "nodes": None,
        "opens": not goes_round and not after.outcome,
    }


def _move(at: Board, cell: Cell, after: Board) -> Frame:
    return {"cell": cell, "move": facts.move_of(at.turn, cell, at), "signs": facts.signs(after)}


def _value(span: Span | None, most: int) -> str:
    """A value as people write it; `≤ −8` if no more is known, and nothing if nothing is."""
    if span is None or (span.low, span.high) == (-most, most):
        return ""
    if span.low == span.high:
        return _number(span.low)
    if span.low == -most:
        return f"≤ {_number(span.high)}"
    return f"≥ {_number(span.low)}" if span.high == most else f"{_number(span.low)} … {_number(span.high)}"


def _number(value: int) -> str:
    return str(value).replace("-", "−")


def _sign(span: Span | None) -> int | None:
    """1 if the side to move at the root wins, -1 if it loses, 0 for a draw; None if that is not known."""
    if span is None:
        return None
    low, high = ((number > 0) - (number < 0) for number in span)
    return low if low == high else None


def _note(node: Node, after: Board, voice: Voice) -> str:
    """What became of a node, in a few words."""
    match node.fate:
        case Fate.ENDED:
            return facts.ended(after, voice)
        case Fate.HELD:
            return voice.say("Neither side can force a line")
        case Fate.REMEMBERED:
            # NOTE: this board was searched already, in another part of the tree
            return voice.say("Seen before")
        case Fate.MIRRORED:
            assert node.twin, "it mirrors a sibling"
            return voice.say("Mirror image of {cell}", cell=number_of(node.twin, after.rules))
        case Fate.SKIPPED:
            return voice.say("Skipped: it can't change the result")
        case Fate.UNREACHED:
            return voice.say("Too many nodes")
        case Fate.SEARCHED:
            return ""


def _soon(score: Score, voice: Voice) -> str:
    """In how many of the winner's moves a fading game ends."""
    if score.plies is None:
        return voice.say("Neither side can force an end")
    return facts.soon(score, voice)
