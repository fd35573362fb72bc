"""What the engine says of a position and of its tree, as data and words for Explore (see `explore.py`)."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from bot.messages.games import name
from bot.messages.texts import say
from bot.messages.verdicts import result, why
from bot.messages.voice import Voice
from bot.play.names import level
from engine.analysis import Analysis
from engine.board import GAMES, Board, Cell, Mark, number_of
from engine.opponents import OPPONENTS, Policy
from engine.score import Result, Score
from engine.trees import Fate, Node, Saving, Span, savings_of

Frame: TypeAlias = dict[str, Any]


def board(board: Board, game: str, voice: Voice) -> Frame:
    """The position itself."""
    outcome, endless = board.outcome, bool(board.rules.mark_limit)
    return {
        "is": "board",
        "position": board.notation,
        "game": game,
        "columns": board.rules.columns,
        "signs": _signs(board),
        "numbers": [number_of(cell, board.rules) for cell in board.rules.cells],
        "status": _ended(board, voice) or voice.say("{mark} to move", mark=board.turn.value),
        "turn": board.turn.value,
        "over": bool(outcome),
        "line": sorted({cell for line in outcome.lines for cell in line}) if outcome else [],
        "fading": board.fading(board.turn),
        "savings": [] if endless else [saving.value for saving in savings_of(board.rules)],
        "endless": without_end(voice) if endless else None,
    }


def worth(analysis: Analysis, board: Board, voice: Voice) -> Frame:
    """What each free cell is worth, how the game is expected to go on, and why."""
    variation, sides = analysis.principal_variation, (board.turn, board.turn.other)
    return {
        "is": "worth",
        "cells": {
            str(cell): {
                "result": score.result.name.lower(),
                "word": result(score.result, voice),
                "soon": _soon(score, voice),
                "after": board.play(cell).notation,
            }
            for cell, score in analysis.cells.items()
        },
        "best": list(analysis.best),
        "line": [_move(sides[ply % 2], cell, board) for ply, cell in enumerate(variation)],
        "reason": analysis.reason and why(variation[0], analysis.reason, board.rules, voice),
    }


def odds(policy: Policy, opponent: str) -> Frame:
    """How likely an opponent is to play each cell."""
    return {"is": "odds", "opponent": opponent, "cells": {str(cell): float(p) for cell, p in policy.items()}}


def point(ply: int, cell: Cell, after: Board, score: Score, voice: Voice) -> Frame:
    """What the game was worth for X after a move."""
    for_x = score.result if after.turn is Mark.X else score.result.reversed
    text = f"{_move(after.turn.other, cell, after)}: {_who_wins(for_x, Mark.X, voice)}"
    return {"is": "curve", "ply": ply, "worth": for_x.value, "text": text}


def without_end(voice: Voice) -> str:
    """Why fading has no tree."""
    return voice.say(
        "In fading, marks go again, and eight moves can lead back to where they began. So its tree would"
        " never end. I work backwards from the ends instead, and here you see what my table says."
    )


def children(boards: Sequence[Board], found: Sequence[Node], voice: Voice) -> Frame:
    """The children of the last board, which the others led to from the root."""
    at, most = boards[-1], len(boards[0].rules.cells) + 1
    told = []
    for node in found:
        if node.cell:
            after = at.play(node.cell)
            signs = {
                (number > 0) - (number < 0) for number in node.span or (-1, 1)
            }  # one: the result is known
            child = {
                "value": _value(node.span, most),
                "sign": signs.pop() if len(signs) == 1 else None,
                "fate": node.fate.value,
                "note": _note(node, after, voice),
                "nodes": node.nodes,
                "opens": node.fate in {Fate.SEARCHED, Fate.UNREACHED},
            }
            told.append(_child(at, node.cell, after) | child)
    takes = _rising(found, most, is_highest=at.turn is boards[0].turn)
    return {"is": "node", "takes": takes, "children": told}


def fading_children(boards: Sequence[Board], scores: Mapping[Cell, Score], voice: Voice) -> Frame:
    """The same for a fading game, whose table knows the scores for the side that plays a cell."""
    at, root = boards[-1], boards[0]
    before = {board.notation for board in boards}
    told = []
    for cell, score in scores.items():
        after = at.play(cell)
        goes_round = after.notation in before
        note = _soon(score, voice) if score.plies is not None else voice.say("Neither side can force an end")
        child = {
            "value": _who_wins(score.result, at.turn, voice),
            "sign": (score.result if at.turn is root.turn else score.result.reversed).value,
            "fate": "round" if goes_round else "ended" if after.outcome else "looked up",
            "note": voice.say("It came before: play goes round") if goes_round else note,
            "nodes": None,
            "opens": not goes_round and not after.outcome,
        }
        told.append(_child(at, cell, after) | child)
    takes = [cell for cell, score in scores.items() if score == max(scores.values())]
    return {"is": "node", "takes": takes, "children": told}


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


def _child(at: Board, cell: Cell, after: Board) -> Frame:
    return {"cell": cell, "move": _move(at.turn, cell, at), "signs": _signs(after)}


def _signs(board: Board) -> str:
    """A sign for each cell, with a dot for a free one."""
    return "".join(str(board).split())


def _move(mark: Mark, cell: Cell, board: Board) -> str:
    """A move as `X 3`, with the number that people see."""
    return f"{mark.value} {number_of(cell, board.rules)}"


def _ended(board: Board, voice: Voice) -> str:
    """How the game ended; nothing if it did not."""
    if not board.outcome:
        return ""
    winner = board.outcome.winner
    return _who_wins(Result.WIN if winner else Result.DRAW, winner or board.turn, voice)


def _who_wins(worth: Result, side: Mark, voice: Voice) -> str:
    """The side that wins, from the result of one side."""
    if worth is Result.DRAW:
        return voice.say("Draw")
    return voice.say("{mark} wins", mark=(side if worth is Result.WIN else side.other).value)


def _soon(score: Score, voice: Voice) -> str:
    """In how many of the winner's moves it ends; nothing for a draw or if they were not counted."""
    return voice.say_count("in {count} move", "in {count} moves", score.moves) if score.moves else ""


def _value(span: Span | None, most: int) -> str:
    """A value as people write it; `≤ −8` if no more is known, and nothing if nothing is."""
    if span is None or (span.low, span.high) == (-most, most):
        return ""
    low, high = (str(value).replace("-", "−") for value in span)
    if span.low == span.high:
        return low
    if span.low == -most:
        return f"≤ {high}"
    return f"≥ {low}" if span.high == most else f"{low} … {high}"


def _note(node: Node, after: Board, voice: Voice) -> str:
    """What became of a node, in a few words."""
    match node.fate:
        case Fate.ENDED:
            return _ended(after, voice)
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


_SAVINGS = {
    # NOTE: a way to search less: remember boards that were searched
    "memory": say("Memory"),
    "symmetry": say("Symmetry"),
    "alpha-beta": say("Alpha-beta"),
    # NOTE: a way to search less: a limit to what a side can still reach
    "bound": say("Bound"),
}
_IDEAS = {
    "memory": say("What I know of a board is remembered."),
    "symmetry": say("Boards that are equal when turned or mirrored are one."),
    "alpha-beta": say("Once a move is bad enough, its other answers are skipped."),
    "bound": say("When neither side can force a line, it's a draw."),
}
_WORDS = {
    # NOTE: a heading: see how the bot thinks
    "title": say("See it think"),
    "about": say("What I know about a position. Press a cell to try a move."),
    "game": say("Game"),
    # NOTE: how the marks stand on the board, as in chess
    "position": say("Position"),
    "notation": say("Its rows, with a dot for a free cell, then whose turn it is."),
    # NOTE: a button: show the position that was typed
    "show": say("Show"),
    # NOTE: a button: take the last move back
    "back": say("Take back"),
    "mine": say("My game"),
    "example": say("Example"),
    "empty": say("Empty board"),
    "thinking": say("Thinking…"),
    # NOTE: the moves that follow if both play well
    "expected": say("Expected:"),
    # NOTE: before a choice of opponent: the cells are shaded by how likely it is to play there
    "odds": say("Shaded by the odds of"),
    # NOTE: a choice of opponent: no shades
    "none": say("nobody"),
    "curve": say("Your game so far"),
    # NOTE: a result, beside "X wins"
    "draw": say("Draw"),
    "tree": say("The tree"),
    "rising": say(
        "Minimax tries every move, then every answer, until the game ends. There it has a value for"
        " {mark}: {most} minus the moves of both sides for a win, the same below zero for a"
        " loss, 0 for a draw. From there values rise: {mark} takes the highest, the other side the"
        " lowest."
    ),
    "unfold": say("Press a node to unfold it, or use the arrow keys."),
    "savings": say("Ideas that save work"),
    # NOTE: of the tree of moves
    "nodes": say("Nodes"),
    "needed": say("How many nodes it takes"),
    # NOTE: minimax without any of the ideas that save work
    "plain": say("Plain"),
    "all": say("All together"),
    "more": say("more than {count}"),
    "too_many": say("That's too many nodes to search. Turn on more ideas, or play a few moves."),
}
_LEFT = {name: f"{{{name}}}" for name in ("mark", "most", "count")}


def words(voice: Voice) -> dict[str, dict[str, str]]:
    """Every text by the name that the files of Explore use. Placeholders that are left are filled in there.

    games, opponents, savings   what people choose from, by the names that requests use
    ideas                       what each saving does
    """
    ends = {f"{mark.value.lower()}_wins": _who_wins(Result.WIN, mark, voice) for mark in Mark}
    return {
        "words": {key: voice.say(text, **_LEFT) for key, text in _WORDS.items()} | ends,
        "games": {game: name(game, voice) for game in GAMES},
        "opponents": {opponent: level(opponent, voice) for opponent in OPPONENTS},
        "savings": {key: voice.say(text) for key, text in _SAVINGS.items()},
        "ideas": {key: voice.say(text) for key, text in _IDEAS.items()},
    }
