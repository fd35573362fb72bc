"""A process that handles a stream of interactions that its rivals receive too.

    python rival.py DATABASE_URL FIRST SENT

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
FIRST_INTERACTION = 10**18


def channels(sent: int) -> range:
    """Those of `sent` interactions: each gets at least five of them."""
    return range(100, 100 + min(300, sent // 5))


def interaction(number: int, sent: int) -> tuple[Interaction, int]:
    """The person, channel and cell of interaction `number`, of so many that are sent."""
    chance = Random(number)
    channel = chance.choice(channels(sent))
    player, cell = chance.choice((1, 2)), chance.randint(1, 9)
    return request(player, channel, interaction=FIRST_INTERACTION + number, at=0), cell


async def carry_out(url: str, first: int, sent: int) -> None:
    numbers = iter(range(first, sent))
    seen: dict[int, Session] = {}
    async with Store.open(url) as store:
        await asyncio.gather(
            *(one_after_the_other(store, numbers, sent, seen) for _ in range(IN_FLIGHT))
        )


async def one_after_the_other(
    store: Store, numbers: Iterator[int], sent: int, seen: dict[int, Session]
) -> None:
    for number in numbers:
        asked, cell = interaction(number, sent)
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
