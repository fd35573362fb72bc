"""A press need not read a session that this process knows, whatever has happened to it since."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from itertools import product

import pytest

from bot.advice import transactions as advice_transactions
from bot.challenges import transactions as challenge_transactions
from bot.database.store import Store
from bot.interactions.request import Request
from bot.messages.texts import Refusal
from bot.people import transactions as record_transactions
from bot.play import rows as session_rows
from bot.play import transactions
from bot.play.rows import put_clocks_back
from bot.play.seats import Bot, Terms
from bot.play.session import Session
from bot.running import transactions as upkeep
from engine.board import IllegalMove
from tests.support.requests import A_DAY, ANN, BOB, EVE, NOW, request
from tests.support.stores import on_both_stores

pytestmark = on_both_stores

TERMS = Terms("X", "me", 600)


@dataclass(frozen=True)
class Game:
    """Ann and Bob's game in a channel of its own: Ann has played cell 1, and Bob is to move."""

    store: Store
    channel: int
    session: Session

    def by(self, user: int, message: int | None = None, at: int = NOW) -> Request:
        return request(user, self.channel, message=message, at=at)

    async def do(self, transaction: Callable[..., Session], user: int, *args: object) -> Session:
        return await self.store.run(transaction, self.by(user), *args)


async def begun(store: Store, channel: int, message: int | None = None) -> Game:
    asked = await store.run(challenge_transactions.challenge, request(ANN, channel), BOB, TERMS)
    accepted = await store.run(challenge_transactions.accept, request(BOB, channel), asked.id)
    pressed = request(ANN, channel, message=message)
    return Game(
        store, channel, await store.run(transactions.press_cell, pressed, accepted.id, 0, 1)
    )


Step = Callable[[Game], Awaitable[object]]


def does(transaction: Callable[..., Session], user: int, *args: object) -> Step:
    return lambda game: game.do(transaction, user, *args)


def upkeep_does(work: Callable[..., object], *args: object) -> Step:
    return lambda game: game.store.run(work, *args)


async def presses_another_message(game: Game) -> None:
    pressed = game.by(ANN, message=8)
    with pytest.raises(Refusal):
        await game.store.run(transactions.press_cell, pressed, game.session.id, 0, 5)


async def stops(game: Game) -> None:
    await game.do(transactions.stop, EVE, game.session.id)


MOVES, OFFERS = does(transactions.move, BOB, 5), does(transactions.offer_draw, ANN)
MEANWHILE: dict[str, list[Step]] = {
    "nothing": [],
    "a move": [MOVES],
    "the same move": [does(transactions.move, BOB, 2)],
    "two moves": [MOVES, does(transactions.move, ANN, 9)],
    "a new message": [does(transactions.bring_board, ANN)],
    "a press of another message": [presses_another_message],
    "an offer": [OFFERS],
    "an agreement": [OFFERS, does(transactions.offer_draw, BOB)],
    "a resignation": [does(challenge_transactions.resign, BOB)],
    "a stop": [stops],
    "a later clock": [upkeep_does(put_clocks_back, 300)],
    "an abandoned game": [upkeep_does(upkeep.sweep, NOW + 2 * A_DAY)],
    "deleted players": [does(record_transactions.delete, who) for who in (ANN, BOB)],
}
# Who, ply, cell.
PRESSES = [(BOB, 1, 2), (BOB, 1, 1), (BOB, 2, 5), (ANN, 1, 2), (ANN, 0, 1), (EVE, 1, 2)]


async def told(game: Game, press: tuple[int, int, int], known: Session | None) -> object:
    """What a press leads to, without what differs from one game to another."""
    who, ply, cell = press
    try:
        asked = game.by(who, message=7)
        session = await game.store.run(
            transactions.press_cell, asked, game.session.id, ply, cell, last_shown=known
        )
    except (Refusal, IllegalMove) as refused:
        about = getattr(refused, "session", None)
        return type(refused), about and replace(about, id=0, channel_id=0)
    return replace(session, id=0, channel_id=0)


@pytest.mark.parametrize("meanwhile", MEANWHILE)
async def test_what_is_known_of_a_session_never_changes_what_a_press_does(
    store: Store, meanwhile: str
):
    for number, (press, message) in enumerate(product(PRESSES, (None, 7))):
        knowing = await begun(store, 2 * number, message)
        reading = await begun(store, 2 * number + 1, message)
        for game in (knowing, reading):
            for step in MEANWHILE[meanwhile]:
                await step(game)
        does = [
            await told(knowing, press, known=knowing.session),
            await told(reading, press, known=None),
        ]
        assert does[0] == does[1], press
        looks = [await kept(knowing), await kept(reading)]
        assert looks[0] == looks[1], press


async def kept(game: Game) -> object:
    """What the store keeps of a game."""
    session = await game.store.run(session_rows.load_session, game.session.id, NOW)
    return session and replace(session, id=0, channel_id=0)


async def test_a_session_that_is_known_and_has_not_changed_is_not_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    game = await begun(store, 10)

    def load_session(*_: object) -> Session:
        raise AssertionError("it was read")

    monkeypatch.setattr(transactions, "load_session", load_session)
    session = await game.do(transactions.press_cell, BOB, game.session.id, 1, 5, game.session)
    assert session.moves == (1, 5)


async def test_what_is_known_of_another_channels_session_moves_nothing_here(store: Store):
    there = await begun(store, 20)
    with pytest.raises(Refusal):
        await store.run(
            transactions.press_cell,
            request(BOB, 10),
            there.session.id,
            1,
            5,
            last_shown=there.session,
        )


async def test_a_hint_that_the_process_did_not_see_counts(store: Store):
    begun = await store.run(transactions.start, request(ANN), Bot("random"), Terms("X", "me"))
    await store.run(advice_transactions.hint, request(ANN))
    session = await store.run(
        transactions.press_cell, request(ANN), begun.id, 0, 5, last_shown=begun
    )
    assert session.assisted
