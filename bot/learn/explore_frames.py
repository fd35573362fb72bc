"""What the engine says of a position and its tree, as data and words for Explore (`explore.py`)."""

from math import factorial
from typing import Any, TypeAlias

from bot.messages.games import name
from bot.messages.move_verdicts import result, why
from bot.messages.texts import Voice, say
from bot.play.names import level
from engine.analysis import Analysis, Idea
from engine.board import GAMES, Board, Cell, Mark, number_of
from engine.opponents import OPPONENTS, Policy
from engine.score import Result, Score
from engine.trees import Fate, Node, Position, potentials, savings_of

Frame: TypeAlias = dict[str, Any]

_SMALL = 9  # cells, of which every tree can be searched
_MOST_FREE = 7  # on larger boards: their trees have at most 13,700 nodes
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def board(board: Board, game: str, voice: Voice) -> Frame:
    """The position itself."""
    free = () if board.outcome else board.free_cells
    return {
        "is": "board",
        "position": board.notation,
        "game": game,
        "columns": board.rules.columns,
        "signs": signs(board),
        "numbers": [number_of(cell, board.rules) for cell in board.rules.cells],
        "status": ended(board, voice) or voice.say("{mark} to move", mark=board.turn.value),
        "turn": board.turn.value,
        "over": bool(board.outcome),
        "line": line(board),
        "fading": board.fading(board.turn),
        "after": {str(cell): board.play(cell).notation for cell in free},
        "savings": []
        if board.rules.mark_limit
        else [saving.value for saving in savings_of(board.rules)],
        "treeless": treeless(board, voice),
    }


def worth(analysis: Analysis, board: Board, voice: Voice) -> Frame:
    """What each free cell is worth, how the game is expected to go on, and why."""
    variation, sides = analysis.principal_variation, (board.turn, board.turn.other)
    reason = analysis.reason
    if analysis.all_draw and reason and reason.idea is Idea.KEEPS_THE_DRAW:
        reason = None  # it says no more than that
    return {
        "is": "worth",
        "cells": {
            str(cell): {
                "result": score.result.name.lower(),
                "word": result(score.result, voice),
                "moves": score.moves,
                "soon": _soon(score, voice),
            }
            for cell, score in analysis.cells.items()
        },
        "best": list(analysis.best) if len(analysis.best) < len(analysis.cells) else [],
        "equal": voice.say("Every free cell keeps the draw.") if analysis.all_draw else None,
        "line": [move(sides[ply % 2], cell, board) for ply, cell in enumerate(variation)],
        "reason": reason and why(variation[0], reason, board.rules, voice),
    }


def odds(policy: Policy, opponent: str) -> Frame:
    """How likely an opponent is to play each cell."""
    return {
        "is": "odds",
        "opponent": opponent,
        "cells": {str(cell): float(p) for cell, p in policy.items()},
    }


def point(ply: int, cell: Cell | None, board: Board, score: Score, voice: Voice) -> Frame:
    """What a game was worth for X after a move; before the first there is no cell."""
    for_x = score.result if board.turn is Mark.X else score.result.reversed
    return {
        "is": "point",
        "ply": ply,
        "worth": for_x.value,
        "move": move(board.turn.other, cell, board) if cell else voice.say("Empty board"),
        "result": _who_wins(for_x, Mark.X, voice),
    }


def treeless(board: Board, voice: Voice) -> str | None:
    """Why no tree of plain minimax is drawn; None if one is."""
    if board.rules.mark_limit:
        return voice.say(
            "In fading, marks fade, so eight moves can lead back to where they began, and the tree"
            " would never end. I work backwards from the ends instead."
        )
    free = len(board.free_cells)
    if board.outcome or len(board.rules.cells) == _SMALL or free <= _MOST_FREE:
        return None
    digit, exponent = f"{factorial(free):.0e}".split("e")
    games = f"{digit} × 10{str(int(exponent)).translate(_RAISED)}"
    return voice.say(
        # NOTE: {games} is such as "2 × 10¹³"
        "Plain minimax tries every move, then every answer, until the game ends: that is up to "
        "{games} games from here, too many for any computer. I leave out almost all of them: a "
        "threat has only one answer, and once neither side can force a line, the game is a draw. "
        "Near the end, the tree is small enough to see.",
        games=games,
    )


def count(root: Node, board: Board, voice: Voice) -> Frame:
    """How many nodes a tree has, and how the bound knows its value without them."""
    return {
        "is": "count",
        "nodes": root.nodes,
        "held": _held(board, voice) if root.fate is Fate.HELD else None,
    }


def _held(board: Board, voice: Voice) -> str:
    """How the bound knows that a board is a draw."""
    own, other = potentials(Position(*board.sides), board.rules)
    whole = 2**board.rules.in_a_row
    return voice.say(
        # NOTE: {mark} and {opponent} are X and O; the others are numbers
        "A line still open to a side weighs 1, doubled for each of that side's marks. To force a"
        " line, {mark} needs {half} in all and has {own}; {opponent} needs {whole} and has {other}."
        " So it's a draw.",
        mark=board.turn.value,
        opponent=board.turn.other.value,
        half=whole // 2,
        own=own,
        whole=whole,
        other=other,
    )


def line(board: Board) -> list[Cell]:
    """The cells of the lines that ended the game."""
    return sorted({cell for line in board.outcome.lines for cell in line}) if board.outcome else []


def signs(board: Board) -> str:
    """A sign for each cell, with a dot for a free one."""
    return "".join(str(board).split())


def move(mark: Mark, cell: Cell, board: Board) -> str:
    """A move as `X 3`, with the number that people see."""
    return f"{mark.value} {number_of(cell, board.rules)}"


def ended(board: Board, voice: Voice) -> str:
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
    return (
        voice.say_count("in {count} move", "in {count} moves", score.moves) if score.moves else ""
    )


_SAVINGS = {
    "symmetry": say("Symmetry"),
    "alpha-beta": say("Alpha-beta"),
    # NOTE: a way to search less: remember boards that were searched
    "memory": say("Memory"),
    # NOTE: a way to search less: a limit to what a side can still reach
    "bound": say("Bound"),
}
_IDEAS = {
    "symmetry": say("Boards that match when turned or mirrored count as one."),
    "alpha-beta": say("Once one answer makes a move bad enough, the others are skipped."),
    "memory": say("I remember what I know about a board."),
    "bound": say("When neither side can force a line, it's a draw."),
}
_WORDS = {
    "title": say("Explore"),
    "about": say("What I know about a position. Press a cell to try a move."),
    "game": say("Game"),
    # NOTE: how the marks stand on the board, as in chess
    "position": say("Position"),
    "notation": say("Its rows, with a dot for a free cell, then whose turn it is."),
    # NOTE: a button: show the position that was typed
    "show": say("Show"),
    # NOTE: a button: take the last move back
    "back": say("Take back"),
    # NOTE: a button: show the board of the chat again
    "mine": say("Board from the chat"),
    "example": say("Example"),
    # NOTE: a button: show a board on which the game is nearly over
    "endgame": say("Try an endgame"),
    "empty": say("Empty board"),
    "thinking": say("Thinking…"),
    # NOTE: a box to tick
    "worth": say("Show what each cell is worth"),
    # NOTE: what the signs in cells mean
    "key": say("With perfect play: ▲ wins · = draws · ▼ loses"),
    # NOTE: the moves that follow if both play well
    "expected": say("Expected:"),
    # NOTE: a box to tick, or the name of a list of bots
    "odds": say("Show what the bot would play"),
    # NOTE: the first choice in that list: show no bot's
    "none": say("off"),
    # NOTE: {level} is the name of an opponent, such as "normal"
    "odds_key": say("The bars show how likely “{level}” is to play each cell."),
    "curve": say("The game so far"),
    # NOTE: a result, beside "X wins"
    "draw": say("Draw"),
    "share": say("Share this position"),
    # NOTE: the address of a page
    "link": say("Link"),
    # NOTE: a button
    "copy": say("Copy link"),
    # NOTE: after that: the link has been copied
    "copied": say("Copied"),
    "tree": say("The tree"),
    "rising": say(
        "Minimax tries every move, then every answer, until the game ends. There, each board has a"
        " value for X: {most} minus the number of moves if X wins, the negative of that if O wins,"
        " and 0 for a draw. The values then move up: X takes the highest, O the lowest."
    ),
    "savings": say("Ideas that save work"),
    # NOTE: below bars of a chart
    "scale": say("How many nodes it takes, on a logarithmic scale"),
    # NOTE: minimax without any of the ideas that save work
    "plain": say("Plain"),
    "all": say("All together"),
}


def words(voice: Voice) -> dict[str, dict[str, str]]:
    """Every text by the name that the files of Explore use. Their placeholders are filled in there.

    games, opponents, savings   what people choose from, by the names that requests use
    ideas                       what each saving does
    """
    ends = {f"{mark.value.lower()}_wins": _who_wins(Result.WIN, mark, voice) for mark in Mark}
    return {
        "words": voice.templates(_WORDS) | ends,
        "games": {game: name(game, voice) for game in GAMES},
        "opponents": {opponent: level(opponent, voice) for opponent in OPPONENTS},
        "savings": voice.templates(_SAVINGS),
        "ideas": voice.templates(_IDEAS),
    }
