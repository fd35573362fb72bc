"""When too many interactions come at once, some are turned away and the others are answered."""

import pytest

from tests.support.server import Server


async def test_of_too_many_at_once_the_last_are_turned_away_and_the_next_is_answered(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await server.ann.slash(server.general, "ttt start")
    monkeypatch.setattr("bot.admission.MAX_AT_WORK", 3)
    before = len(server.answers())
    await server.send_presses(*[(server.bob, "ttt:cell:1:0:5")] * 10)
    assert len(server.answers()) == before + 3
    assert server.client.admission.turned_away == 7
    await server.send_press(server.ann, "ttt:cell:1:0:5")
    assert (await server.moves())[0] == 5
