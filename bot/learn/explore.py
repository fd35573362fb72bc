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
    {"ask": "walk", "id": 3, "locale": "de", "game": "3x3", "position": "XO./.OX/OX. X",
     "savings": ["memory"]}                                 its whole tree, step by step
    {"ask": "count", "id": 4, "locale": "de", "game": "3x3", "position": "XO./.OX/OX. X",
     "savings": ["memory"]}                                 how many nodes that tree has
    {"ask": "stop", "id": 5}                                nothing more

It is answered in parts, as they are found, with the `id` of the request. Cells are counted from
1 along the rows; `numbers` says how people call them:

    {"is": "words", "id": 1, "words": {…}, "games": {"3x3": "3×3", …},
     "opponents": {"hard": "schwer", …}, "savings": {"memory": "…", …}, "ideas": {"memory": "…", …}}
    {"is": "board", "id": 2, "position": "XO./.OX/OX. X", "game": "3x3", "columns": 3,
     "signs": "XO..OXOX.", "numbers": [1, 2, …], "status": "X to move", "over": false,
     "line": [], "fading": null, "after": {"3": "XOX/.OX/OX. O", …}, "savings": ["memory", …],
     "treeless": null, "example": "XO./.OX/OX. X"}
            after: the position after each free cell; treeless: why no tree is drawn;
            example: a board of this game with a small tree
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
    {"is": "walk", "id": 3, "most": 10, "root": {…}, "steps": [{…}, …]}
            see `walk.tree` and `walk.as_frame`; no value is as great as `most`;
            root: null, and nothing else, if the tree is too large
    {"is": "count", "id": 4, "nodes": 12, "held": null}
            held: how the bound knows without its children
    {"is": "refused", "id": 3, "text": "…"}                 why there is no answer, in one sentence
    {"is": "done", "id": 3}                                 every part has been sent

`look` and `stop` end everything that was asked before. Where no tree is drawn, `walk` and `count`
are refused.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from itertools import accumulate
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.interactions.questions import Question
from bot.learn import explore_frames, explore_words, walk, walk_words
from bot.learn.explore_frames import Frame
from bot.messages.games import name
from bot.messages.texts import Voice, voice_of
from engine import trees
from engine.analysis import analyse
from engine.board import GAMES, Board, IllegalMove, Mark, Rules
from engine.exact_scores import score
from engine.opponents import OPPONENTS, policy_of
from engine.trees import Saving, savings_of

_MOST_NODES = 600_000  # more than plain minimax needs on nine cells
_MOST_DRAWN = 40  # nodes

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
    ask: Literal["walk", "count"]
    savings: Annotated[list[Saving], Field(max_length=4)] = []


Request: TypeAlias = Plain | Look | Odds | Tree | Curve

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
        case Tree(ask="walk"):
            yield await _walk(request, ask)
        case Tree():
            yield await _count(request, ask)


async def _curve(request: Curve, ask: Ask) -> AsyncIterator[Frame]:
    """The positions of a game at once, then what each was worth."""
    rules = _rules_of(request)
    start = Board(turn=Mark(request.first), rules=rules)
    try:
        boards = list(accumulate(request.moves, Board.play, initial=start))
    except IllegalMove:
        sentence = request.voice.say(
            "These moves don't make a valid game of {game}.", game=name(request.game, request.voice)
        )
        raise NoAnswer(sentence) from None
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


async def _walk(request: Tree, ask: Ask) -> Frame:
    """The tree of a board and each step of the search in it; no tree if it is too large to draw."""
    board = _board_of(request)
    _must_have_tree(request, board)
    savings = frozenset(request.savings)
    top = await ask(Question(trees.branch, board, (savings, _MOST_DRAWN)))
    if top is None:
        return {"is": "walk", "root": None}
    steps = []
    for step in walk.steps(top, board, savings):
        sentence = walk_words.sentence(step, request.voice)
        steps.append(walk.as_frame(step) | {"text": sentence})
    root = walk.tree(top, board)
    return {"is": "walk", "most": walk.most(board), "root": root, "steps": steps}


async def _count(request: Tree, ask: Ask) -> Frame:
    """How many nodes a search with these savings visits."""
    board = _board_of(request)
    _must_have_tree(request, board)
    savings = frozenset(request.savings)
    top = await ask(Question(trees.root, board, (savings, _MOST_NODES)))
    return explore_frames.count(top, board, request.voice)


def _must_have_tree(request: Tree, board: Board) -> None:
    """Raises NoAnswer where no tree is drawn, or none with the bound."""
    reason = explore_frames.why_no_tree(board, request.voice)
    if reason is not None:
        raise NoAnswer(reason)
    # Every game allows the other savings.
    if Saving.BOUND in request.savings and Saving.BOUND not in savings_of(board.rules):
        raise NoAnswer(request.voice.say("The bound doesn't apply when a line loses."))


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
