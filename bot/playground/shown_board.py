"""The board that a message shows, for Explore beside the chat.

That of a game, of a page of its review, or of a puzzle once its answer has been told.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

from simcord.components import walk_components

from bot.database.store import Store
from bot.interactions.handlers import id_among
from bot.messages.custom_id import is_spoken, parse_custom_id
from bot.messages.texts import Voice
from bot.play.names import side_name
from bot.play.rows import load_session
from bot.play.seats import Person
from bot.play.session import Session
from bot.playground.simulated_discord import Message, World
from engine.board import GAMES
from engine.puzzles import board_of

Board: TypeAlias = dict[str, Any]  # as the page gets it (page_socket.py)


async def board_on(message: Message, world: World, store: Store, voice: Voice) -> Board | None:
    """The board that a message shows; None if it shows none."""
    offered = [part.get("custom_id", "") for part in walk_components(message.components)]
    if board := solved_board(offered):
        return board
    session_id = id_among(offered, Session)
    if session_id is None:
        return None
    now = int(world.now.timestamp())
    session = await store.run(load_session, session_id, now)
    if session is None:
        return None
    return _after(session, reviewed_ply(offered), world, voice)


def _after(session: Session, ply: int | None, world: World, voice: Voice) -> Board:
    """The board of a session after the move at `ply`, or after all of them."""
    count = len(session.moves)
    if ply is not None:
        count = ply + 1
    names = {Person(number): name for name, number in world.people.items()}
    players = {}
    for mark, seat in session.seats.items():
        players[mark.value] = side_name(session, mark, voice)
        if isinstance(seat, Person) and seat in names:
            players[mark.value] = names[seat]
    return {
        "game": session.game,
        "position": session.board_after(count).notation,
        "first": session.first.value,
        "moves": list(session.moves[:count]),
        "later": list(session.moves[count:]),
        "players": players,
        "live": not session.ending and not session.is_demo,
    }


_BESIDE = {"earlier": 1, "later": -1, "show": 0, "try": 0}
"""How far a review's page is from the move that its buttons lead to, by their names."""


def reviewed_ply(offered: Iterable[str]) -> int | None:
    """How many moves were made before the one that a review's page is about; None if it is none.

    offered  the custom_ids of its buttons
    """
    for each in offered:
        custom_id = parse_custom_id(each)
        if custom_id is None or custom_id.name not in _BESIDE or len(custom_id.about) < 2:
            continue
        ply = int(custom_id.about[1])
        if is_spoken(each):
            return ply
        return ply + _BESIDE[custom_id.name]
    return None


def solved_board(offered: Iterable[str]) -> Board | None:
    """The board of a puzzle whose answer is told; None for any other message.

    offered  the custom_ids of its buttons: one leads to another puzzle
    """
    about = {}
    for custom_id in map(parse_custom_id, offered):
        if custom_id:
            about[custom_id.name] = custom_id.about
    if "puzzle" not in about or "practise" not in about:
        return None
    game, x, o, *_ = about["puzzle"]
    board = board_of(GAMES[str(game)], int(x), int(o))
    if board is None:
        return None
    return {"game": game, "position": board.notation}
