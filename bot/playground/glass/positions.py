"""The position that a request is about, or one sentence that says why there is none."""

from __future__ import annotations

from contextlib import suppress

from bot.playground.glass.protocol import About, Look
from bot.playground.not_understood import quoted
from bot.rendering.games import name
from bot.rendering.voice import voice_of
from engine.board import Board, Mark
from engine.games import GAMES

_EXAMPLES = {
    "3x3": "XO./.OX/OX. X",
    "4x4": "X.../.O../..../.... X",
    "5x5": "...../.O.../..X../...../..... X",
    "misere": "XO./.OX/OX. X",
    "fading": "XO./.../... X 1,2",
}


class Refused(Exception):
    """A request that cannot be answered. The message is one sentence that says why."""


def board_of(request: About) -> Board:
    """The board that a request is about. Raises Refused.

    People paste positions. So small letters and more spaces are read too, and a position may leave out whose
    turn it is, if its marks tell.
    """
    voice = voice_of(request.locale)
    rules = GAMES.get(request.game)
    if rules is None:
        raise Refused(voice.say("There's no game called {game}.", game=quoted(request.game)))
    notation = " ".join(request.position.upper().split())
    for reading in (notation, f"{notation} X", f"{notation} O"):
        with suppress(ValueError):
            return Board.parse(reading, rules=rules)
    raise Refused(
        voice.say(
            "{position} is no position of {game}. One looks like this: {example}",
            position=quoted(request.position),
            game=name(request.game, voice),
            example=_EXAMPLES[request.game],
        )
    )


def game_so_far(request: Look) -> tuple[Board, ...]:
    """The boards of the game that led to the position, from the empty one; if none was told, only the last.

    Raises Refused, also for moves that lead elsewhere.
    """
    board = board_of(request)
    if not request.moves:
        return (board,)
    boards = [Board(turn=Mark(request.first), rules=board.rules)]
    with suppress(ValueError):
        for cell in request.moves:
            boards.append(boards[-1].play(cell))
    if boards[-1].notation != board.notation or len(boards) != len(request.moves) + 1:
        raise Refused(voice_of(request.locale).say("These moves don't lead to this position."))
    return tuple(boards)
