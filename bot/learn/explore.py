"""Explore: the room of the page that shows what the engine knows. It asks, and is answered.

The page asks one of the questions below, each with an `id` of its own, and is answered in parts
(`explore_frames`), each as soon as it is found. Cells are counted from 1 along the rows; a position
is written in the engine's notation.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from itertools import accumulate
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from bot.interactions.questions import Question
from bot.learn import explore_frames, tree
from bot.learn.explore_frames import Frame
from bot.messages.games import name
from bot.messages.texts import Voice
from engine import trees
from engine.analysis import analyse
from engine.board import GAMES, Board, IllegalMove, Mark, Rules
from engine.exact_scores import score_board
from engine.opponents import OPPONENTS, policy_of
from engine.trees import Saving

_MOST_NODES = 100_000  # more than any idea leaves on nine cells
_IDEAS = {
    "all": frozenset({Saving.SYMMETRY, Saving.ALPHA_BETA, Saving.MEMORY}),
    "memory": frozenset({Saving.MEMORY}),
    "alpha-beta": frozenset({Saving.ALPHA_BETA}),
    "symmetry": frozenset({Saving.SYMMETRY}),
}
"""Ways to visit fewer nodes, those that take the shortest time first."""

Text = Annotated[str, Field(max_length=200)]
Cell = Annotated[int, Field(ge=1, le=25)]


class _Asked(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[int, Field(ge=1, le=2**53)]


class Stop(_Asked):
    """Nothing more: this ends everything that was asked before."""

    do: Literal["stop"]


class _Position(_Asked):
    game: Text
    position: Text


class Look(_Position):
    """What is a position worth, and why? This ends everything that was asked before."""

    do: Literal["look"]


class Curve(_Asked):
    """What was a game worth after each move?"""

    do: Literal["curve"]
    game: Text
    moves: Annotated[list[Cell], Field(max_length=99)]
    first: Literal["X", "O"]


class Odds(_Position):
    """How likely is an opponent to play each cell?"""

    do: Literal["odds"]
    opponent: Text


class Tree(_Position):
    """What does its tree look like, from the board that a path of cells leads to?"""

    do: Literal["tree"]
    path: Annotated[list[Cell], Field(max_length=25)] = []


class Counts(_Position):
    """How many nodes has its tree, plainly and with each idea that saves work?"""

    do: Literal["counts"]


Asked: TypeAlias = Stop | Look | Odds | Tree | Counts | Curve

Ask: TypeAlias = Callable[[Question[Any]], Awaitable[Any]]


class NoAnswer(Exception):
    """A question has no answer. The message is one sentence that says why."""


async def answers(asked: Asked, voice: Voice, ask: Ask) -> AsyncIterator[Frame]:
    """The parts of an answer, each as soon as it is found; none to Stop. `ask` searches.

    Raises NoAnswer, and whatever `ask` raises.
    """
    match asked:
        case Look():
            board = _board_of(asked, voice)
            yield explore_frames.position(board, asked.game, voice)
            analysis = await ask(Question(analyse, board))
            yield explore_frames.worth(analysis, board, voice)
        case Curve():
            async for part in _curve(asked, voice, ask):
                yield part
        case Odds():
            yield await _odds(asked, voice, ask)
        case Tree():
            yield await _tree(asked, voice, ask)
        case Counts():
            async for part in _counts(asked, voice, ask):
                yield part


async def _curve(asked: Curve, voice: Voice, ask: Ask) -> AsyncIterator[Frame]:
    """The positions of a game at once, then what each was worth."""
    rules = _rules_of(asked, voice)
    start = Board(turn=Mark(asked.first), rules=rules)
    try:
        boards = list(accumulate(asked.moves, Board.play, initial=start))
    except IllegalMove:
        raise NoAnswer(_not_a_game(asked, voice)) from None
    yield {"is": "game", "positions": [board.notation for board in boards]}
    moves = [None, *asked.moves]
    for ply, board in enumerate(boards):
        score = await ask(Question(score_board, board))
        yield explore_frames.point(ply, moves[ply], board, score, voice)


async def _odds(asked: Odds, voice: Voice, ask: Ask) -> Frame:
    """How likely an opponent is to play each cell."""
    if asked.opponent not in OPPONENTS:
        sentence = voice.say("There's no opponent called {name}.", name=asked.opponent)
        raise NoAnswer(sentence)
    board = _board_of(asked, voice)
    policy = await ask(Question(policy_of, board, (asked.opponent,)))
    return explore_frames.odds(policy, asked.opponent)


async def _tree(asked: Tree, voice: Voice, ask: Ask) -> Frame:
    """The node that a path leads to, with what is below it."""
    board = _board_of(asked, voice)
    if reason := explore_frames.why_no_tree(board, voice):
        raise NoAnswer(reason)
    try:
        list(accumulate(asked.path, Board.play, initial=board))
    except IllegalMove:
        raise NoAnswer(_not_a_game(asked, voice)) from None
    node = await ask(Question(tree.branch, board, (tuple(asked.path),)))
    return {"is": "tree", "path": asked.path, "node": node}


async def _counts(asked: Counts, voice: Voice, ask: Ask) -> AsyncIterator[Frame]:
    """How many nodes minimax visits, plainly and with each idea."""
    board = _board_of(asked, voice)
    for why in (explore_frames.why_no_tree, explore_frames.why_not_counted):
        if reason := why(board, voice):
            raise NoAnswer(reason)
    below = await ask(Question(tree.nodes_below, board))
    yield {"is": "count", "idea": "plain", "nodes": below + 1}
    for idea, savings in _IDEAS.items():
        top = await ask(Question(trees.root, board, (savings, _MOST_NODES)))
        yield {"is": "count", "idea": idea, "nodes": top.nodes}


def _not_a_game(asked: Curve | Tree, voice: Voice) -> str:
    return voice.say("These moves don't make a valid game of {game}.", game=name(asked.game, voice))


def _rules_of(asked: Curve | _Position, voice: Voice) -> Rules:
    """The rules of the game that a question names. Raises NoAnswer."""
    if asked.game not in GAMES:
        raise NoAnswer(voice.say("There's no game called {game}.", game=asked.game))
    return GAMES[asked.game]


def _board_of(asked: _Position, voice: Voice) -> Board:
    """The board that a question is about. Raises NoAnswer.

    People paste positions. So small letters and more spaces are read too, and a position may leave
    out whose turn it is, if its marks tell.
    """
    rules = _rules_of(asked, voice)
    notation = " ".join(asked.position.upper().split())
    for reading in (notation, f"{notation} X", f"{notation} O"):
        with suppress(ValueError):
            return Board.parse(reading, rules=rules)
    raise NoAnswer(explore_frames.no_position(asked.position, asked.game, voice))
