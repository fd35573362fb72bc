"""Explore: the room of the page that shows what the engine knows. It asks, and is answered in parts.

The page asks about a position in the engine's notation, and `ask` says what. `id` is a number of its choice:

    {"ask": "words", "id": 1, "locale": "de"}               the own texts of Explore (`words`)
    {"ask": "look", "id": 2, "locale": "de", "game": "3x3", "position": "XO./.OX/OX. X",
     "moves": [1, 2, 6, 5, 8, 7], "first": "X"}             what the position is worth, and why; `moves` and
                                                            `first`, of the game so far, may be left out
    {"ask": "odds", "id": 6, "locale": "de", "game": "3x3", "position": "XO./.OX/OX. X", "opponent": "hard"}
                                                            what an opponent would play
    {"ask": "unfold", "id": 3, "locale": "de", "game": "3x3", "position": "XO./.OX/OX. X",
     "savings": ["memory"], "path": [4]}                    the children of a node of its tree
    {"ask": "count", "id": 4, "locale": "de", "game": "3x3", "position": "XO./.OX/OX. X",
     "savings": ["memory"]}                                 how many nodes that tree and others have
    {"ask": "stop", "id": 5}                                nothing more

The server answers in parts, as they are found, with the `id` of the request. Cells are counted from 1 along
the rows; `numbers` says how people call them:

    {"is": "words", "id": 1, "words": {…}, "games": {"3x3": "3×3", …}, "opponents": {"hard": "schwer", …},
     "savings": {"memory": "…", …}, "ideas": {"memory": "…", …}}
    {"is": "board", "id": 2, "position": "XO./.OX/OX. X", "game": "3x3", "columns": 3, "signs": "XO..OXOX.",
     "numbers": [1, 2, …], "status": "X to move", "turn": "X", "over": false, "line": [], "fading": null,
     "savings": ["memory", …], "endless": null}             endless: why the game has no tree
    {"is": "worth", "id": 2, "cells": {"4": {"result": "loss", "word": "loss",
     "soon": "in 1 move", "after": "XO./XOX/OX. O"}, …},
     "best": [3], "line": ["X 3", …], "reason": "**3** blocks 3-5-7."}
                                                            soon: counts the winner's moves, or is empty;
                                                            reason: null if the game is over
    {"is": "odds", "id": 6, "opponent": "hard", "cells": {"3": 0.93, …}}
    {"is": "curve", "id": 2, "ply": 1, "worth": 0, "text": "X 1: Draw"}      one for each move; 1: X wins
    {"is": "node", "id": 3, "path": [4], "takes": [3], "children": [{"cell": 3, "move": "O 3",
     "signs": "XOO.OXOX.", "value": "−8", "sign": -1, "fate": "ended", "note": "O wins", "nodes": 1,
     "opens": false}, …]}                                   takes: the children whose value rises, all of
                                                            them worth the same; none if that is not known
    {"is": "count", "id": 4, "savings": ["memory"], "nodes": 12, "more": false, "held": false, "value": "0"}
                                                            more: the search gave up after so many nodes;
                                                            held: the bound needs no children
    {"is": "refused", "id": 3, "text": "…"}                 why there is no answer, in one sentence
    {"is": "done", "id": 3}                                 every part has been sent

`look` and `stop` end everything that was asked before, and `count` ends other counts. In fading, whose tree
has no end, `unfold` tells what the table says, and `count` is refused.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias

from aiohttp import WSMsgType, web
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.interactions.thinking import NoTimeToThink, Thinking
from bot.interactions.thoughts import Question
from bot.interactions.worker import SearchFailed, WorkerLost
from bot.messages.games import name
from bot.messages.voice import voice_of
from bot.playground import facts
from bot.playground.not_understood import NotUnderstood, quoted, read_frame
from engine import trees
from engine.analysis import analyse
from engine.board import GAMES, Board, IllegalMove, Mark
from engine.opponents import OPPONENTS, policy_of
from engine.scoring import score, score_cells
from engine.trees import Saving, savings_of

_logger = logging.getLogger(__name__)

LONGEST_FRAME = 2048  # bytes that a page may send at once
_MOST_OPEN = 64  # requests that a page may have open
_PATIENCE = 20.0  # seconds for one search
_MOST_NODES = 600_000  # on nine cells, which is more than plain minimax needs
_MOST_ON_LARGER = 30_000  # about half a second

_EXAMPLES = {
    "3x3": "XO./.OX/OX. X",
    "4x4": "X.../.O../..../.... X",
    "5x5": "...../.O.../..X../...../..... X",
    "misere": "XO./.OX/OX. X",
    "fading": "XO./.../... X 1,2",
}

Text = Annotated[str, Field(max_length=200)]
Cell = Annotated[int, Field(ge=1, le=25)]


class _Request(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[int, Field(ge=0, le=2**53)]
    locale: Text = "en-US"


class Words(_Request):
    ask: Literal["words"]


class Stop(_Request):
    ask: Literal["stop"]


class _Position(_Request):
    game: Text
    position: Text


class Look(_Position):
    ask: Literal["look"]
    moves: Annotated[list[Cell], Field(max_length=99)] | None = None
    first: Literal["X", "O"] = "X"


class Odds(_Position):
    ask: Literal["odds"]
    opponent: Text


class Unfold(_Position):
    ask: Literal["unfold"]
    savings: Annotated[list[Saving], Field(max_length=4)] = []
    path: Annotated[list[Cell], Field(max_length=99)] = []


class Count(_Position):
    ask: Literal["count"]
    savings: Annotated[list[Saving], Field(max_length=4)] = []


About: TypeAlias = Look | Odds | Unfold | Count
Request: TypeAlias = Words | About | Stop

_REQUESTS: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="ask")])

Ask: TypeAlias = Callable[[Question[Any]], Awaitable[Any]]


class Explorer:
    """One page on which someone explores, and its requests that have no complete answer yet."""

    def __init__(self, socket: web.WebSocketResponse, thinking: Thinking) -> None:
        self._socket = socket
        self._thinking = thinking
        self._open: dict[asyncio.Task[None], Request] = {}

    async def go_on(self) -> None:
        """Answer until the page goes; then nothing is searched for it any more."""
        try:
            async for message in self._socket:
                if message.type is WSMsgType.TEXT:
                    await self._take(message.data)
        finally:
            await self._stop(Request)

    async def _take(self, frame: str) -> None:
        try:
            request = read_frame(frame, _REQUESTS)
        except NotUnderstood as error:
            await self._refuse(None, str(error))
            return
        if isinstance(request, Look | Stop):
            await self._stop(Request)
        if isinstance(request, Count):
            await self._stop(Count)
        if len(self._open) >= _MOST_OPEN:
            await self._refuse(request.id, voice_of(request.locale).say("That's too much at once."))
            return
        task = asyncio.create_task(self._answer(request))
        self._open[task] = request
        task.add_done_callback(self._open.pop)

    async def _stop(self, kind: type[Request] | UnionType) -> None:
        """End the requests of a kind that are still being answered."""
        ended = [task for task, request in self._open.items() if isinstance(request, kind)]
        for task in ended:
            task.cancel()
        if ended:
            await asyncio.wait(ended)

    async def _answer(self, request: Request) -> None:
        voice = voice_of(request.locale)
        with suppress(ConnectionError):  # the page has gone
            try:
                async for part in answers(request, self._search):
                    await self._socket.send_json({**part, "id": request.id})
                await self._socket.send_json({"is": "done", "id": request.id})
            except NotUnderstood as refusal:
                await self._refuse(request.id, str(refusal))
            except NoTimeToThink:
                await self._refuse(request.id, voice.say("That takes too long to search."))
            except (WorkerLost, SearchFailed, OSError):
                _logger.exception("A search for Explore failed")
                await self._refuse(request.id, voice.say("The search failed. Please try again."))

    async def _search(self, question: Question[Any]) -> Any:
        return await self._thinking.search(question, asyncio.get_running_loop().time() + _PATIENCE)

    async def _refuse(self, number: int | None, text: str) -> None:
        await self._socket.send_json({"is": "refused", "id": number, "text": text})


async def answers(request: Request, ask: Ask) -> AsyncIterator[facts.Frame]:
    """The parts of an answer, each as soon as it is found. `ask` searches.

    Raises NotUnderstood if there is no answer, and whatever `ask` raises.
    """
    match request:
        case Words():
            yield {"is": "words", **facts.words(voice_of(request.locale))}
        case Look():
            async for part in _look(request, ask):
                yield part
        case Odds():
            if request.opponent not in OPPONENTS:
                fact = voice_of(request.locale).say(
                    "There's no opponent called {name}.", name=quoted(request.opponent)
                )
                raise NotUnderstood(fact)
            policy = await ask(Question(policy_of, _board_of(request), (request.opponent,)))
            yield facts.odds(policy, request.opponent)
        case Unfold():
            yield await _unfold(request, ask)
        case Count():
            board = _board_of(request)
            chosen, allowed = _savings(request, board), savings_of(board.rules)
            others = [frozenset[Saving](), *(frozenset({saving}) for saving in allowed), frozenset(allowed)]
            for savings in dict.fromkeys([chosen, *others]):  # plain, each saving by itself, all together
                root = await ask(Question(trees.root, board, (savings, _most(board))))
                yield facts.count(root, board, savings, _most(board))


async def _look(request: Look, ask: Ask) -> AsyncIterator[facts.Frame]:
    """The board, what it is worth, and what the game was worth so far."""
    voice, board = voice_of(request.locale), _board_of(request)
    boards = [Board(turn=Mark(request.first), rules=board.rules)] if request.moves else [board]
    with suppress(ValueError):
        for cell in request.moves or ():
            boards.append(boards[-1].play(cell))
    if boards[-1].notation != board.notation or len(boards) != len(request.moves or ()) + 1:
        raise NotUnderstood(voice.say("These moves don't lead to this position."))
    yield facts.board(boards[-1], request.game, voice)
    yield facts.worth(await ask(Question(analyse, boards[-1])), boards[-1], voice)
    for ply, (cell, after) in enumerate(zip(request.moves or (), boards[1:], strict=True), start=1):
        yield facts.point(ply, cell, after, await ask(Question(score, after)), voice)


async def _unfold(request: Unfold, ask: Ask) -> facts.Frame:
    """The children of a node; of a fading game, as the table knows them."""
    board, path, voice = _board_of(request), tuple(request.path), voice_of(request.locale)
    try:
        boards = [board]
        for cell in path:
            boards.append(boards[-1].play(cell))
    except IllegalMove:
        raise NotUnderstood(voice.say("There's no such node in this tree.")) from None
    if board.rules.mark_limit:
        node = facts.fading_children(boards, await ask(Question(score_cells, boards[-1])), voice)
    else:
        more = (_savings(request, board), path, _most(board))
        node = facts.children(boards, await ask(Question(trees.children, board, more)), voice)
    return {**node, "path": path}


def _savings(request: Unfold | Count, board: Board) -> frozenset[Saving]:
    """The savings that a request names. Raises NotUnderstood for those that the game does not allow."""
    voice = voice_of(request.locale)
    if board.rules.mark_limit:
        raise NotUnderstood(facts.without_end(voice))
    savings = frozenset(request.savings)
    if not savings <= set(savings_of(board.rules)):
        raise NotUnderstood(voice.say("The bound says nothing where a line loses."))
    return savings


def _most(board: Board) -> int:
    """How many nodes a tree may have."""
    return _MOST_NODES if len(board.rules.cells) == 9 else _MOST_ON_LARGER


def _board_of(request: About) -> Board:
    """The board that a request is about. Raises NotUnderstood.

    People paste positions. So small letters and more spaces are read too, and a position may leave out whose
    turn it is, if its marks tell.
    """
    voice = voice_of(request.locale)
    if request.game not in GAMES:
        raise NotUnderstood(voice.say("There's no game called {game}.", game=quoted(request.game)))
    notation = " ".join(request.position.upper().split())
    for reading in (notation, f"{notation} X", f"{notation} O"):
        with suppress(ValueError):
            return Board.parse(reading, rules=GAMES[request.game])
    raise NotUnderstood(
        voice.say(
            "{position} is no position of {game}. One looks like this: {example}",
            position=quoted(request.position),
            game=name(request.game, voice),
            example=_EXAMPLES[request.game],
        )
    )
