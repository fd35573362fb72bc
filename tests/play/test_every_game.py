"""Every game from its start to each end through real transactions, with a restart on the way."""

from pathlib import Path

import pytest

from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import Challenge
from bot.database.store import Store
from bot.people import transactions as record_transactions
from bot.people.records import Count
from bot.play import transactions
from bot.play.actions import SessionOver
from bot.play.results import PEOPLE
from bot.play.seats import Person, Terms
from bot.play.session import Ending, Session, Termination
from engine.board import GAMES, Mark, number_of
from tests.messages.rare import ENDS
from tests.support import referees
from tests.support.requests import ANN, BOB, request
from tests.support.stores import new_sqlite


async def friends(store: Store, game: str) -> Session:
    """A game of Ann, who has X and goes first, and Bob."""
    terms = Terms("X", "me", 600, game)
    asked = await store.serve(request(ANN), challenge_transactions.challenge, BOB, terms)
    return (await store.serve(request(BOB), challenge_transactions.accept, asked.id)).session


async def by_number(store: Store, session: Session, who: int, cell: int) -> Session:
    number = number_of(cell, session.rules)
    return await store.serve(request(who), transactions.move, number)


async def by_button(store: Store, session: Session, who: int, cell: int) -> Session:
    asked, ply = request(who, message=9), len(session.moves)
    return await store.serve(asked, transactions.press_cell, session.id, ply, cell)


WAYS = by_number, by_button
GAME_ENDS = [
    (game, moves, WAYS[place % 2])
    for game, ends in ENDS.items()
    for place, moves in enumerate(ends.values())
]


@pytest.mark.parametrize(
    ("game", "moves", "play"), GAME_ENDS, ids=lambda it: getattr(it, "__name__", None)
)
async def test_friends_play_each_game_to_each_of_its_ends(
    memory_path: Path, game: str, moves, play
):
    url, half = new_sqlite(memory_path), len(moves) // 2
    async with Store.open(url) as store:
        session = await friends(store, game)
        for ply, cell in enumerate(moves[:half]):
            session = await play(store, session, (ANN, BOB)[ply % 2], cell)
    async with Store.open(url) as store:
        for ply, cell in enumerate(moves[half:], start=half):
            assert not session.ending
            session = await play(store, session, (ANN, BOB)[ply % 2], cell)
        assert (session.game, session.moves) == (game, moves)
        assert session.ending == ending_by_referee(game, moves)
        with pytest.raises(SessionOver):
            await store.serve(request(ANN), transactions.press_cell, session.id, len(moves), 1)
        assert await results(store, game) == {PEOPLE: count_of_ann(session)}
        assert await results(store, "3x3") == {}
        assert await results(store, None) == {PEOPLE: count_of_ann(session)}


def ending_by_referee(game: str, moves) -> Ending:
    end = referees.ending(game, moves)
    assert end
    return Ending(Termination.NO_LINE) if end == "draw" else Ending(Termination.LINE, Mark(end))


async def results(store: Store, game: str | None) -> dict[str, Count]:
    return (await store.run(record_transactions.stats, ANN, game)).counts


def count_of_ann(session: Session) -> Count:
    winner = session.ending.winner
    if winner is None:
        return Count(drawn=1)
    return Count(won=1) if session.seats[winner] == Person(ANN) else Count(lost=1)


@pytest.mark.parametrize("game", GAMES)
async def test_a_rematch_is_the_same_game(store: Store, game: str):
    session = await friends(store, game)
    await store.serve(request(ANN), transactions.press_cell, session.id, 0, 5)
    await store.serve(request(BOB), challenge_transactions.resign, session.id)
    asked = await store.serve(request(BOB), challenge_transactions.rematch, session.id)
    assert isinstance(asked, Challenge)
    again = (await store.serve(request(ANN), challenge_transactions.accept, asked.id)).session
    assert (again.game, again.first, again.seats) == (game, Mark.O, session.seats)
