"""A process that handles a stream of interactions that its rivals receive too.

    python rival.py DATABASE_URL FIRST LAST

Interaction n always has the same person, channel and cell, whichever process handles it. Each line
is an interaction that the store has acknowledged: n, 1 if it was a command or else 0, and the moves
of its session. In a channel whose board the process has just seen, it presses that board; elsewhere
it uses the command.
"""

import asyncio
import sys
from collections.abc import Iterator
from random import Random

from bot.database.errors import OutcomeUnknown, StoreUnavailable
from bot.database.store import Store
from bot.interactions.interaction import CameAgain, Interaction
from bot.messages.texts import Refusal
from bot.play import transactions
from bot.play.session import Session
from engine.board import IllegalMove
from tests.support.requests import request

IN_FLIGHT = 4
CHANNELS = range(100, 400)
FIRST_INTERACTION = 10**18


def interaction(number: int) -> tuple[Interaction, int]:
    """The person, channel and cell of interaction `number`."""
    chance = Random(number)
    channel, player, cell = chance.choice(CHANNELS), chance.choice((1, 2)), chance.randint(1, 9)
    return request(player, channel, interaction=FIRST_INTERACTION + number, at=0), cell


async def carry_out(url: str, first: int, last: int) -> None:
    numbers = iter(range(first, last))
    seen: dict[int, Session] = {}
    async with Store.open(url) as store:
        await asyncio.gather(*(one_after_the_other(store, numbers, seen) for _ in range(IN_FLIGHT)))


async def one_after_the_other(
    store: Store, numbers: Iterator[int], seen: dict[int, Session]
) -> None:
    for number in numbers:
        asked, cell = interaction(number)
        known = seen.pop(asked.channel_id, None)
        try:
            session = await play(store, asked, cell, Random(number), known)
        except (CameAgain, Refusal, IllegalMove):
            continue
        except (StoreUnavailable, OutcomeUnknown):
            continue  # like a person whose press failed; the store knows whether it counted
        seen[asked.channel_id] = session
        print(number, int(known is None), *session.moves, flush=True)


async def play(
    store: Store, asked: Interaction, cell: int, rng: Random, known: Session | None
) -> Session:
    if known is None:
        return await store.serve(asked, transactions.move, cell)
    press = transactions.press_cell
    return await store.serve(asked, press, known.id, len(known.moves), cell)


if __name__ == "__main__":
    asyncio.run(carry_out(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
