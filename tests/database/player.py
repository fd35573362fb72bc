"""A process that plays until it is killed, and prints what was saved.

    python player.py DATABASE_URL FIRST_INTERACTION

Now and then it takes back its last move. Each line is what the store has acknowledged: session, how
many moves were taken back, cells.
"""

import asyncio
import sys
from random import Random

from bot.database.store import Store
from bot.interactions.request import Request
from bot.play import transactions
from bot.play.seats import Bot, Terms
from bot.play.settings import DEFAULT_LANGUAGE


async def play(url: str, interaction: int) -> None:
    rng = Random(interaction)

    def ask() -> Request:
        nonlocal interaction
        interaction += 1
        return Request(interaction, 1, interaction, None, None, 0, DEFAULT_LANGUAGE)

    async with Store.open(url) as store:
        while True:
            start = ask()
            session = await store.run(transactions.start, start, Bot("easy"), Terms())
            while not session.ending:
                cell, asked = rng.choice(session.board.free_cells), ask_in(start, ask())
                press = transactions.press_cell
                session = await store.run(press, asked, session.id, session.version, cell)
                print(session.id, session.taken_back, *session.moves, flush=True)
                if session.can_take_back and rng.random() < 0.2:
                    back = transactions.take_back, ask_in(start, ask())
                    session = await store.run(*back, session.id, session.version)
                    print(session.id, session.taken_back, *session.moves, flush=True)


def ask_in(start: Request, later: Request) -> Request:
    """A later request in the channel where the session was started."""
    return Request(later.interaction_id, 1, start.channel_id, None, None, 0, DEFAULT_LANGUAGE)


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], int(sys.argv[2])))
