"""What a glass and the server say to each other: JSON through a WebSocket of its own.

A glass asks about a position in the engine's notation, and `ask` says what. `id` is a number of its choice:

    {"ask": "words", "id": 1, "locale": "de"}               the glass's own texts (`words.py`)
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

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.playground.not_understood import read_frame
from engine.savings import Saving

LONGEST_FRAME = 2048  # bytes that a glass may send at once

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


def read(frame: str) -> Request:
    """What a glass asks for. Raises NotUnderstood."""
    return read_frame(frame, _REQUESTS)
