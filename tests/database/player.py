"""A process that plays until it is killed, and prints what was saved.

    python player.py DATABASE_URL FIRST_INTERACTION

Now and then it takes back its last move. Each line is what the store has acknowledged: session, how
many moves were taken back, cells.
"""

import asyncio
import sys
from dataclasses import replace
from random import Random

from bot.database.store import Store
from bot.interactions.interaction import Interaction
from bot.play import transactions
from bot.play.seats import Bot, Terms
from tests.support.requests import request


async def play(url: str, interaction: int) -> None:
    rng = Random(interaction)

    def ask() -> Interaction:
        nonlocal interaction
        interaction += 1
        return request(1, interaction, interaction=interaction, at=0)

    async with Store.open(url) as store:
        while True:
            start = ask()
            session = await store.serve(start, transactions.start, Bot("easy"), Terms())
            while not session.ending:
                cell, asked = rng.choice(session.board.free_cells), ask_in(start, ask())
                press = transactions.press_cell
                session = await store.serve(asked, press, session.id, session.version, cell)
                print(session.id, session.taken_back, *session.moves, flush=True)
                if session.can_take_back and rng.random() < 0.2:
                    back = ask_in(start, ask())
                    session = await store.serve(
                        back, transactions.take_back, session.id, session.version
                    )
                    print(session.id, session.taken_back, *session.moves, flush=True)


def ask_in(start: Interaction, asked: Interaction) -> Interaction:
    """A later request in the channel where the session was started."""
    return replace(asked, channel_id=start.channel_id)


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], int(sys.argv[2])))
