"""However much one person asks for at once, everybody else is answered."""

from collections.abc import AsyncIterator

import pytest
import simcord
from simcord import MemberActor

from bot.database.store import Store
from bot.interactions.limits import OF_EACH
from tests.support.server import Server, open_server, refused

OTHERS = 50


@pytest.fixture
async def server(store: Store) -> AsyncIterator[Server]:
    async with open_server(store, limits=OF_EACH) as server:
        await server.ann.slash(server.general, "ttt start")
        yield server


def crowd(server: Server, people: int) -> list[MemberActor]:
    return [
        server.ann.guild.add_member(server.env.create_user(f"person{number}"))
        for number in range(people)
    ]


def unanswered(results: list[simcord.InteractionResult]) -> int:
    return sum(not result.acknowledged for result in results)


async def test_three_hundred_presses_of_one_person_leave_no_other_press_unanswered(server: Server):
    others = crowd(server, OTHERS)
    flood = [(server.ann, "ttt:cell:1:0:5")] * 300
    theirs = [(other, "ttt:read:1") for other in others]
    results = await server.send_presses(*flood, *theirs)
    assert unanswered(results[300:]) == 0
    answered = [result for result in results[:300] if result.acknowledged]
    assert len(answered) == 5 + 1
    assert refused(answered[-1], "Slow down a little!")
    assert server.client.admission.turned_away == 0


async def test_three_hundred_lists_asked_for_at_once_leave_no_press_unanswered(server: Server):
    others = crowd(server, OTHERS)
    for _ in range(300):
        server.send_typing(server.ann, "move", "cell")
    results = await server.send_presses(*[(other, "ttt:read:1") for other in others])
    assert unanswered(results) == 0


async def test_thirty_people_who_press_fifteen_times_a_second_leave_no_other_press_unanswered(
    server: Server,
):
    fast, others = crowd(server, 30), crowd(server, 30)
    for _ in range(2):  # seconds
        flood = [(person, "ttt:cell:1:0:5") for person in fast for _ in range(15)]
        theirs = [(other, "ttt:read:1") for other in others]
        results = await server.send_presses(*flood, *theirs)
        assert unanswered(results[len(flood) :]) == 0
        await server.env.advance_time(1)
    assert server.client.admission.turned_away == 0
