"""Every game from its start to each end through real transactions, with a restart on the way."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import Challenge
from bot.database.store import Store
from bot.interactions.questions import NotThought, Thoughts
from bot.people import transactions as record_transactions
from bot.people.records import Count
from bot.play import transactions
from bot.play.actions import SessionOver
from bot.play.results import PEOPLE
from bot.play.seats import Bot, Person, Terms
from bot.play.session import Ending, Session, Termination
from engine.board import GAMES, Mark, number_of
from tests.messages.games import ENDS
from tests.support import referees
from tests.support.requests import ANN, BOB, request
from tests.support.stores import new_sqlite

T = TypeVar("T")


async def thought_through(attempt: Callable[[Thoughts], Awaitable[T]]) -> T:
    """As `bot.interactions.thinking` does it, without a process of its own."""
    answers = {}
    while True:
        try:
            return await attempt(Thoughts(answers))
        except NotThought as missing:
            answers[missing.question] = missing.question.answer()


async def friends(store: Store, game: str) -> Session:
    """A game of Ann, who has X and goes first, and Bob."""
    terms = Terms("X", "me", 600, game)
    asked = await store.run(challenge_transactions.challenge, request(ANN), BOB, terms)
    return await store.run(challenge_transactions.accept, request(BOB), asked.id, Random(1))


async def alone(store: Store, game: str, level: str = "easy") -> Session:
    """A game of Ann, who has X and goes first, against the bot."""
    asked = request(ANN)
    return await thought_through(
        lambda thoughts: store.run(
            transactions.start, asked, Bot(level), Terms("X", "me", None, game), Random(1), thoughts
        )
    )


async def by_number(store: Store, session: Session, who: int, cell: int, rng: Random) -> Session:
    asked, number = request(who), number_of(cell, session.rules)
    return await thought_through(
        lambda thoughts: store.run(transactions.move, asked, number, rng, thoughts)
    )


async def by_button(store: Store, session: Session, who: int, cell: int, rng: Random) -> Session:
    asked, ply = request(who, message=9), len(session.moves)
    return await thought_through(
        lambda thoughts: store.run(transactions.press, asked, session.id, ply, cell, rng, thoughts)
    )


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
            session = await play(store, session, (ANN, BOB)[ply % 2], cell, Random(1))
    async with Store.open(url) as store:
        for ply, cell in enumerate(moves[half:], start=half):
            assert not session.ending
            session = await play(store, session, (ANN, BOB)[ply % 2], cell, Random(1))
        assert (session.game, session.moves) == (game, moves)
        assert session.ending == ending_by_referee(game, moves)
        with pytest.raises(SessionOver):
            await store.run(transactions.press, request(ANN), session.id, len(moves), 1, Random(1))
        assert await results(store, game) == {PEOPLE: count(session, ANN)}
        assert await results(store, "3x3") == {}
        assert await results(store, None) == {PEOPLE: count(session, ANN)}


def ending_by_referee(game: str, moves) -> Ending:
    end = referees.ending(game, moves)
    assert end
    return Ending(Termination.NO_LINE) if end == "draw" else Ending(Termination.LINE, Mark(end))


async def results(store: Store, game: str | None) -> dict[str, Count]:
    return (await store.run(record_transactions.stats, ANN, game)).counts


def count(session: Session, who: int) -> Count:
    winner = session.ending.winner
    if winner is None:
        return Count(drawn=1)
    return Count(won=1) if session.seats[winner] == Person(who) else Count(lost=1)


LEVELS = "perfect", "easy", "rule of thumb", "perfect", "minimax depth 2"


@pytest.mark.parametrize(("game", "level", "play"), [*zip(GAMES, LEVELS, WAYS * 3, strict=False)])
async def test_a_person_plays_each_game_against_the_bot_to_its_end(
    memory_path: Path, game, level, play
):
    url, rng = new_sqlite(memory_path), Random(game + level)
    async with Store.open(url) as store:
        session = await alone(store, game, level)
        session = await play(store, session, ANN, rng.choice(session.board.free_cells), rng)
    async with Store.open(url) as store:
        while not session.ending:
            assert session.to_move == Person(ANN)
            session = await play(store, session, ANN, rng.choice(session.board.free_cells), rng)
        assert session.ending == ending_by_referee(game, session.moves)
        assert await results(store, game) == {level: count(session, ANN)}


@pytest.mark.parametrize("game", GAMES)
async def test_a_rematch_is_the_same_game(store: Store, game: str):
    session = await friends(store, game)
    await store.run(transactions.press, request(ANN), session.id, 0, 5, Random(1))
    await store.run(challenge_transactions.resign, request(BOB), session.id)
    asked = await store.run(challenge_transactions.rematch, request(BOB), session.id, Random(1))
    assert isinstance(asked, Challenge)
    again = await store.run(challenge_transactions.accept, request(ANN), asked.id, Random(1))
    assert (again.game, again.first, again.seats) == (game, Mark.O, session.seats)
