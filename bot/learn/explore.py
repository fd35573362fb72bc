"""Explore: the room of the page that shows what the engine knows. It asks, and is answered.

The page asks about a position in the engine's notation, and `ask` says what. `id` is a number that
it chooses:

    {"ask": "words", "id": 1, "locale": "de"}               Explore's own texts (`words`)
    {"ask": "look", "id": 2, "locale": "de", "game": "3x3", "position": "XO./.OX/OX. X"}
                                                            what the position is worth, and why
    {"ask": "curve", "id": 8, "locale": "de", "game": "3x3", "moves": [1, 2, 6, 5, 8, 7],
     "first": "X"}                                          what a game was worth after each move
    {"ask": "odds", "id": 6, "locale": "de", "game": "3x3", "position": "XO./.OX/OX. X",
     "opponent": "hard"}                                    what an opponent would play
    {"ask": "tree", "id": 3, "locale": "de", "game": "3x3", "position": "XO./.OX/OX. X",
     "path": [3]}                                           its tree, from where these cells lead to
    {"ask": "counts", "id": 4, "locale": "de", "game": "3x3", "position": "XO./.OX/OX. X"}
                                                            how many nodes it has, with each idea
    {"ask": "stop", "id": 5}                                nothing more

It is answered in parts, as they are found, with the `id` of the request. Cells are counted from
1 along the rows; `numbers` says how people call them:

    {"is": "words", "id": 1, "words": {…}, "games": {"3x3": "3×3", …},
     "opponents": {"hard": "schwer", …}, "savings": {"memory": "…", …}, "ideas": {"memory": "…", …}}
    {"is": "board", "id": 2, "position": "XO./.OX/OX. X", "game": "3x3", "columns": 3,
     "signs": "XO..OXOX.", "numbers": [1, 2, …], "status": "X to move", "over": false,
     "line": [], "fading": null, "after": {"3": "XOX/.OX/OX. O", …}, "treeless": null,
     "uncounted": null, "example": "XO./.OX/OX. X"}
            after: the position after each free cell; treeless: why no tree is drawn; uncounted: why
            its nodes are not counted; example: a board of this game with a small tree
    {"is": "worth", "id": 2, "cells": {"4": {"result": "loss", "word": "loss",
     "moves": 1, "soon": "in 1 move"}, …}, "best": [3], "equal": null,
     "line": ["X 3", …], "reason": "**3** blocks 3-5-7."}
            soon: counts the winner's moves, or is empty; best: none if all are the same;
            equal: a sentence if all are draws; reason: null if the game is over
    {"is": "odds", "id": 6, "opponent": "hard", "cells": {"3": 0.93, …}}
    {"is": "game", "id": 8, "positions": [".../.../... X", …]}
            one more than moves
    {"is": "point", "id": 8, "ply": 1, "worth": 0, "move": "X 1", "result": "Draw"}
            one for each position; worth 1: X wins
    {"is": "tree", "id": 3, "path": [3], "node": {…}}       see `tree.branch`
    {"is": "count", "id": 4, "idea": "memory", "nodes": 12} one for each idea, and for none: "plain"
    {"is": "refused", "id": 3, "text": "…"}                 why there is no answer, in one sentence
    {"is": "done", "id": 3}                                 every part has been sent

`look` and `stop` end everything that was asked before. Where no tree is drawn, or its nodes are not
counted, `tree` and `counts` are refused.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from itertools import accumulate
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.interactions.questions import Question
from bot.learn import explore_frames, explore_words, tree
from bot.learn.explore_frames import Frame
from bot.messages.games import name
from bot.messages.texts import Voice, voice_of
from engine import trees
from engine.analysis import analyse
from engine.board import GAMES, Board, IllegalMove, Mark, Rules
from engine.exact_scores import score
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


class _Request(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[int, Field(ge=0, le=2**53)]
    locale: Text = "en-US"

    @property
    def voice(self) -> Voice:
        return voice_of(self.locale)


class Plain(_Request):
    ask: Literal["words", "stop"]


class _Position(_Request):
    game: Text
    position: Text


class Look(_Position):
    ask: Literal["look"]


class Curve(_Request):
    ask: Literal["curve"]
    game: Text
    moves: Annotated[list[Cell], Field(max_length=99)]
    first: Literal["X", "O"]


class Odds(_Position):
    ask: Literal["odds"]
    opponent: Text


class Tree(_Position):
    ask: Literal["tree"]
    path: Annotated[list[Cell], Field(max_length=25)] = []


class Counts(_Position):
    ask: Literal["counts"]


Request: TypeAlias = Plain | Look | Odds | Tree | Counts | Curve

REQUESTS: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="ask")])

Ask: TypeAlias = Callable[[Question[Any]], Awaitable[Any]]


class NoAnswer(Exception):
    """A request has no answer. The message is one sentence that says why."""


async def answers(request: Request, ask: Ask) -> AsyncIterator[Frame]:
    """The parts of an answer, each as soon as it is found. `ask` searches.

    Raises NoAnswer, and whatever `ask` raises.
    """
    match request:
        case Plain(ask="words"):
            yield {"is": "words", **explore_words.words(request.voice)}
        case Look():
            board = _board_of(request)
            example = {"example": explore_words.EXAMPLES[request.game]}
            yield explore_frames.position(board, request.game, request.voice) | example
            analysis = await ask(Question(analyse, board))
            yield explore_frames.worth(analysis, board, request.voice)
        case Curve():
            async for part in _curve(request, ask):
                yield part
        case Odds():
            yield await _odds(request, ask)
        case Tree():
            yield await _tree(request, ask)
        case Counts():
            async for part in _counts(request, ask):
                yield part


async def _curve(request: Curve, ask: Ask) -> AsyncIterator[Frame]:
    """The positions of a game at once, then what each was worth."""
    rules = _rules_of(request)
    start = Board(turn=Mark(request.first), rules=rules)
    try:
        boards = list(accumulate(request.moves, Board.play, initial=start))
    except IllegalMove:
        raise NoAnswer(_not_a_game(request)) from None
    yield {"is": "game", "positions": [board.notation for board in boards]}
    moves = [None, *request.moves]
    for ply, board in enumerate(boards):
        worth = await ask(Question(score, board))
        yield explore_frames.point(ply, moves[ply], board, worth, request.voice)


async def _odds(request: Odds, ask: Ask) -> Frame:
    """How likely an opponent is to play each cell."""
    if request.opponent not in OPPONENTS:
        sentence = request.voice.say("There's no opponent called {name}.", name=request.opponent)
        raise NoAnswer(sentence)
    board = _board_of(request)
    policy = await ask(Question(policy_of, board, (request.opponent,)))
    return explore_frames.odds(policy, request.opponent)


async def _tree(request: Tree, ask: Ask) -> Frame:
    """The node that a path leads to, with what is below it."""
    board = _board_of(request)
    if reason := explore_frames.why_no_tree(board, request.voice):
        raise NoAnswer(reason)
    try:
        list(accumulate(request.path, Board.play, initial=board))
    except IllegalMove:
        raise NoAnswer(_not_a_game(request)) from None
    node = await ask(Question(tree.branch, board, (tuple(request.path),)))
    return {"is": "tree", "path": request.path, "node": node}


async def _counts(request: Counts, ask: Ask) -> AsyncIterator[Frame]:
    """How many nodes minimax visits, plainly and with each idea."""
    board = _board_of(request)
    for why in (explore_frames.why_no_tree, explore_frames.why_not_counted):
        if reason := why(board, request.voice):
            raise NoAnswer(reason)
    below = await ask(Question(tree.nodes_below, board))
    yield {"is": "count", "idea": "plain", "nodes": below + 1}
    for idea, savings in _IDEAS.items():
        top = await ask(Question(trees.root, board, (savings, _MOST_NODES)))
        yield {"is": "count", "idea": idea, "nodes": top.nodes}


def _not_a_game(request: Curve | Tree) -> str:
    return request.voice.say(
        "These moves don't make a valid game of {game}.", game=name(request.game, request.voice)
    )


def _rules_of(request: Curve | _Position) -> Rules:
    """The rules of the game that a request names. Raises NoAnswer."""
    if request.game not in GAMES:
        raise NoAnswer(request.voice.say("There's no game called {game}.", game=request.game))
    return GAMES[request.game]


def _board_of(request: _Position) -> Board:
    """The board that a request is about. Raises NoAnswer.

    People paste positions. So small letters and more spaces are read too, and a position may leave
    out whose turn it is, if its marks tell.
    """
    rules = _rules_of(request)
    notation = " ".join(request.position.upper().split())
    for reading in (notation, f"{notation} X", f"{notation} O"):
        with suppress(ValueError):
            return Board.parse(reading, rules=rules)
    raise NoAnswer(explore_words.no_position(request.position, request.game, request.voice))
