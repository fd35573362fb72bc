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

The server answers in parts, as they are found, with the `id` of the request. Cells are counted from
1 along the rows; `numbers` says how people call them:

    {"is": "words", "id": 1, "words": {…}, "games": {"3x3": "3×3", …},
     "opponents": {"hard": "schwer", …}, "savings": {"memory": "…", …}, "ideas": {"memory": "…", …}}
    {"is": "board", "id": 2, "position": "XO./.OX/OX. X", "game": "3x3", "columns": 3,
     "signs": "XO..OXOX.", "numbers": [1, 2, …], "status": "X to move", "turn": "X", "over": false,
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
            see `walk`; null and [] if the tree is too large; no value is as great as `most`
    {"is": "count", "id": 4, "nodes": 12, "held": null}
            held: how the bound knows without its children
    {"is": "refused", "id": 3, "text": "…"}                 why there is no answer, in one sentence
    {"is": "done", "id": 3}                                 every part has been sent

`look` and `stop` end everything that was asked before. Where no tree is drawn, `walk` and `count`
are refused.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from itertools import accumulate
from typing import Annotated, Any, Literal, TypeAlias

from aiohttp import WSMsgType, web
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.interactions.questions import Question
from bot.interactions.thinking import NoTimeToThink, Thinking
from bot.interactions.worker import SearchFailed
from bot.messages.games import name
from bot.messages.texts import voice_of
from bot.playground import explore_frames, explore_walk
from bot.playground.not_understood import NotUnderstood, quoted, read_frame
from engine import trees
from engine.analysis import analyse
from engine.board import GAMES, Board, IllegalMove, Mark, Rules
from engine.exact_scores import score
from engine.opponents import OPPONENTS, policy_of
from engine.trees import Saving, savings_of

_logger = logging.getLogger(__name__)

LONGEST_FRAME = 2048  # bytes that a page may send at once
_MOST_OPEN = 64  # requests that a page may have open
_PATIENCE = 20.0  # seconds for one search
_MOST_NODES = 600_000  # more than plain minimax needs on nine cells
_MOST_DRAWN = 40  # nodes

_EXAMPLES = {
    "3x3": "XO./.OX/OX. X",
    "4x4": "OXXX/OO../.XXO/XOXO O",
    "5x5": "OOXXX/XXOOX/XOO.O/O.OXO/X.XOX X",
    "misere": "XO./.OX/OX. X",
    "fading": "XO./.../... X 1,2",
}

Text = Annotated[str, Field(max_length=200)]
Cell = Annotated[int, Field(ge=1, le=25)]
Savings = Annotated[list[Saving], Field(max_length=4)]


class _Request(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[int, Field(ge=0, le=2**53)]
    locale: Text = "en-US"


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
    savings: Savings = []


Request: TypeAlias = Plain | Look | Odds | Tree | Curve

_REQUESTS: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="ask")])

Ask: TypeAlias = Callable[[Question[Any]], Awaitable[Any]]


class Explorer:
    """One page on which someone explores, and its requests that have no complete answer yet."""

    def __init__(self, socket: web.WebSocketResponse, thinking: Thinking) -> None:
        self._socket = socket
        self._thinking = thinking
        self._open: set[asyncio.Task[None]] = set()

    async def go_on(self) -> None:
        """Answer until the page goes; then nothing is searched for it any more."""
        try:
            async for message in self._socket:
                if message.type is WSMsgType.TEXT:
                    await self._take(message.data)
        finally:
            await self._stop()

    async def _take(self, frame: str) -> None:
        try:
            request = read_frame(frame, _REQUESTS)
        except NotUnderstood as error:
            await self._refuse(None, str(error))
            return
        if request.ask in {"look", "stop"}:
            await self._stop()
        if len(self._open) >= _MOST_OPEN:
            await self._refuse(request.id, voice_of(request.locale).say("That's too much at once."))
            return
        task = asyncio.create_task(self._answer(request))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _stop(self) -> None:
        """End what is still being answered."""
        ended = list(self._open)
        for task in ended:
            task.cancel()
        if ended:
            await asyncio.wait(ended)

    async def _answer(self, request: Request) -> None:
        def search(question: Question[Any]) -> Awaitable[Any]:
            return self._thinking.search(question, asyncio.get_running_loop().time() + _PATIENCE)

        voice = voice_of(request.locale)
        with suppress(ConnectionError):  # the page has gone
            try:
                async for part in answers(request, search):
                    await self._socket.send_json({**part, "id": request.id})
                await self._socket.send_json({"is": "done", "id": request.id})
            except NotUnderstood as refusal:
                await self._refuse(request.id, str(refusal))
            except NoTimeToThink:
                await self._refuse(request.id, voice.say("That takes too long to search."))
            except (SearchFailed, OSError):
                _logger.exception("A search for Explore failed")
                await self._refuse(request.id, voice.say("The search failed. Please try again."))

    async def _refuse(self, number: int | None, text: str) -> None:
        await self._socket.send_json({"is": "refused", "id": number, "text": text})


async def answers(request: Request, ask: Ask) -> AsyncIterator[explore_frames.Frame]:
    """The parts of an answer, each as soon as it is found. `ask` searches.

    Raises NotUnderstood if there is no answer, and whatever `ask` raises.
    """
    voice = voice_of(request.locale)
    match request:
        case Plain(ask="words"):
            yield {"is": "words", **explore_frames.words(voice)}
        case Look():
            board = _board_of(request)
            yield explore_frames.board(board, request.game, voice) | {
                "example": _EXAMPLES[request.game]
            }
            yield explore_frames.worth(await ask(Question(analyse, board)), board, voice)
        case Curve():
            async for part in _curve(request, ask):
                yield part
        case Odds():
            if request.opponent not in OPPONENTS:
                raise NotUnderstood(
                    voice.say("There's no opponent called {name}.", name=quoted(request.opponent))
                )
            policy = await ask(Question(policy_of, _board_of(request), (request.opponent,)))
            yield explore_frames.odds(policy, request.opponent)
        case Tree(ask="walk"):
            board, savings = _board_of(request), _savings(request)
            top = await ask(Question(trees.branch, board, (savings, _MOST_DRAWN)))
            yield {
                "is": "walk",
                "most": len(board.rules.cells) + 1,
                "root": explore_walk.root(top, board) if top else None,
                "steps": explore_walk.steps(top, board, savings, voice) if top else [],
            }
        case Tree():
            board, savings = _board_of(request), _savings(request)
            yield explore_frames.count(
                await ask(Question(trees.root, board, (savings, _MOST_NODES))),
                board,
                voice,
            )


async def _curve(request: Curve, ask: Ask) -> AsyncIterator[explore_frames.Frame]:
    """The positions of a game at once, then what each was worth."""
    voice = voice_of(request.locale)
    start = Board(turn=Mark(request.first), rules=_rules_of(request))
    try:
        boards = list(accumulate(request.moves, Board.play, initial=start))
    except IllegalMove:
        game = name(request.game, voice)
        raise NotUnderstood(
            voice.say("These moves don't make a valid game of {game}.", game=game)
        ) from None
    yield {"is": "game", "positions": [board.notation for board in boards]}
    for ply, board in enumerate(boards):
        played = request.moves[ply - 1] if ply else None
        yield explore_frames.point(ply, played, board, await ask(Question(score, board)), voice)


def _savings(request: Tree) -> frozenset[Saving]:
    """The savings that a request names.

    Raises NotUnderstood where no tree is drawn, and for savings that the game does not allow.
    """
    board, voice = _board_of(request), voice_of(request.locale)
    if reason := explore_frames.treeless(board, voice):
        raise NotUnderstood(reason)
    savings = frozenset(request.savings)
    if not savings <= set(savings_of(board.rules)):
        raise NotUnderstood(voice.say("The bound doesn't apply when a line loses."))
    return savings


def _rules_of(request: Curve | _Position) -> Rules:
    """The rules of the game that a request names. Raises NotUnderstood."""
    if request.game not in GAMES:
        voice = voice_of(request.locale)
        raise NotUnderstood(voice.say("There's no game called {game}.", game=quoted(request.game)))
    return GAMES[request.game]


def _board_of(request: _Position) -> Board:
    """The board that a request is about. Raises NotUnderstood.

    People paste positions. So small letters and more spaces are read too, and a position may leave
    out whose turn it is, if its marks tell.
    """
    voice, rules = voice_of(request.locale), _rules_of(request)
    notation = " ".join(request.position.upper().split())
    for reading in (notation, f"{notation} X", f"{notation} O"):
        with suppress(ValueError):
            return Board.parse(reading, rules=rules)
    raise NotUnderstood(
        voice.say(
            "“{position}” isn't a {game} position. Example: {example}",
            position=quoted(request.position),
            game=name(request.game, voice),
            example=_EXAMPLES[request.game],
        )
    )
