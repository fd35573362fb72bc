"""Whatever three people do, in any order, every interaction is answered exactly once."""

from random import Random

import pytest
from sqlalchemy import select

from bot.storage.tables.games import seats, sessions
from tests.support.server import Server

COMMANDS = [
    ("start", {}),
    ("start", {"level": "perfect", "first": "them"}),
    ("move", {}),
    ("move", {}),
    ("board", {}),
    ("hint", {}),
    ("resign", {}),
    ("draw", {}),
    ("claim", {}),
    ("stop", {}),
    ("watch", {}),
    ("stats", {}),
    ("top", {}),
    ("review", {}),
    ("puzzle", {}),
    ("privacy", {}),
    ("help", {}),
]
VERBS = [
    *("accept", "decline", "cancel", "resign", "hint", "claim", "rematch", "easier", "harder", "review"),
    *("resignnow", "stopnow"),
    *("block", "unblock"),
]
OTHERS = ["unblockall", "practise:3x3", "close", "open", "delete", "deletenow", "top:3x3:0"]


def anything(rng: Random) -> str:
    """A button that is there, was there, or never existed."""
    number = rng.randint(1, 8)
    return rng.choice(
        [
            f"ttt:cell:{number}:{rng.randint(0, 5)}:{rng.randint(1, 9)}",
            f"ttt:{rng.choice(VERBS)}:{number}",
            f"ttt:{rng.choice(OTHERS)}",
            f"ttt:{rng.choice(['next', 'play', 'draw', 'later'])}:{number}:{rng.randint(0, 3)}",
            f"ttt:puzzle:3x3:{rng.randint(0, 1023)}:{rng.randint(0, 1023)}:0:{rng.randint(1, 9)}",
        ]
    )


@pytest.mark.parametrize("seed", range(4))
async def test_no_handler_stays_silent_and_none_answers_twice(server: Server, seed: int):
    rng, people = Random(seed), [server.ann, server.bob, server.eve, server.mod]
    await server.ann.slash(server.general, "ttt start")
    answered = len(server.answers())
    for step in range(80):
        who, other = rng.sample(people, 2)
        if rng.random() < 0.5:
            result = await server.send_press(who, anything(rng))
        elif rng.random() < 0.3:
            result = await who.slash(server.general, "ttt start", opponent=other, first="me")
        else:
            name, options = rng.choice(COMMANDS)
            options = {"cell": rng.randint(1, 9)} if name == "move" else options
            result = await who.slash(server.general, f"ttt {name}", **options)
        answered += 1
        assert result.acknowledged, step
        assert len(server.answers()) == answered
        if step % 20 == 19:
            await server.env.advance_time(rng.choice([30, 400]))
            await server.restart(server.store)

    def consistent(connection) -> bool:
        live = {row.session_id for row in connection.execute(select(seats).where(seats.c.live))}
        running = {
            row.id for row in connection.execute(select(sessions).where(sessions.c.ended_at.is_(None)))
        }
        return live == running

    assert await server.store.run(consistent)
