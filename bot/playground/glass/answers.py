"""The answers to a glass, in parts, each as soon as it is found (see `protocol.py`)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

from bot.playground.glass import facts, nodes
from bot.playground.glass.positions import Refused, board_of, game_so_far
from bot.playground.glass.protocol import Count, Look, Odds, Request, Unfold, Words
from bot.playground.glass.words import words
from bot.playground.not_understood import quoted
from bot.rendering.voice import voice_of
from bot.sessions.thoughts import Question
from engine import trees
from engine.analysis import analyse
from engine.board import Board, IllegalMove
from engine.opponents import OPPONENTS, policy_of
from engine.savings import Saving, savings_of
from engine.scoring import score, score_cells

Frame: TypeAlias = dict[str, Any]
Ask: TypeAlias = Callable[[Question[Any]], Awaitable[Any]]

_MOST_NODES = 600_000  # on nine cells, which is more than plain minimax needs
_MOST_ON_LARGER = 30_000  # about half a second


async def answers(request: Request, ask: Ask) -> AsyncIterator[Frame]:
    """The parts of an answer. `ask` searches. Raises Refused, and whatever `ask` raises."""
    match request:
        case Words():
            yield {"is": "words", **words(voice_of(request.locale))}
        case Look():
            async for part in _look(request, ask):
                yield part
        case Odds():
            yield await _odds(request, ask)
        case Unfold():
            yield await _unfold(request, ask)
        case Count():
            async for part in _counts(request, ask):
                yield part


async def _look(request: Look, ask: Ask) -> AsyncIterator[Frame]:
    """The board, what it is worth, and what the game was worth so far."""
    voice = voice_of(request.locale)
    boards = game_so_far(request)
    board = boards[-1]
    yield facts.board(board, request.game, voice)
    yield facts.worth(await ask(Question(analyse, board)), board, voice)
    for ply, (cell, after) in enumerate(zip(request.moves or (), boards[1:], strict=True), start=1):
        yield facts.point(ply, cell, after, await ask(Question(score, after)), voice)


async def _odds(request: Odds, ask: Ask) -> Frame:
    voice = voice_of(request.locale)
    if request.opponent not in OPPONENTS:
        raise Refused(voice.say("There's no opponent called {name}.", name=quoted(request.opponent)))
    policy = await ask(Question(policy_of, board_of(request), (request.opponent,)))
    return facts.odds(policy, request.opponent)


async def _unfold(request: Unfold, ask: Ask) -> Frame:
    """The children of a node; of a fading game, as the table knows them."""
    board, path, voice = board_of(request), tuple(request.path), voice_of(request.locale)
    try:
        boards = [board]
        for cell in path:
            boards.append(boards[-1].play(cell))
    except IllegalMove:
        raise Refused(voice.say("There's no such node in this tree.")) from None
    if board.rules.marks_stay:
        node = nodes.of_the_table(boards, await ask(Question(score_cells, boards[-1])), voice)
    else:
        more = (_savings(request, board), path, _most(board))
        node = nodes.of_the_tree(boards, await ask(Question(trees.children, board, more)), voice)
    return {**node, "path": path}


async def _counts(request: Count, ask: Ask) -> AsyncIterator[Frame]:
    """How many nodes the chosen tree has, and then others: plain, each saving by itself, all together."""
    board = board_of(request)
    chosen = _savings(request, board)
    allowed = savings_of(board.rules)
    others = [frozenset[Saving](), *(frozenset({saving}) for saving in allowed), frozenset(allowed)]
    for savings in dict.fromkeys([chosen, *others]):
        root = await ask(Question(trees.root, board, (savings, _most(board))))
        yield nodes.count(root, board, savings, _most(board))


def _savings(request: Unfold | Count, board: Board) -> frozenset[Saving]:
    """The savings that a request names. Raises Refused for those that the game does not allow."""
    voice = voice_of(request.locale)
    if board.rules.marks_stay:
        raise Refused(facts.without_end(voice))
    savings = frozenset(request.savings)
    if not savings <= set(savings_of(board.rules)):
        raise Refused(voice.say("The bound says nothing where a line loses."))
    return savings


def _most(board: Board) -> int:
    return _MOST_NODES if len(board.rules.cells) == 9 else _MOST_ON_LARGER
