"""The file with everything that is kept about a person, as they get it."""

import pytest

from bot import exporting
from bot.storage import export_transactions
from engine.notation import PlayedGame, read_games
from tests.support.server import Server, buttons


def games_in(server: Server, handed) -> list[PlayedGame]:
    """The games in the file that came with an answer."""
    [file] = server.env.backend.get_message(server.general.id, handed.response.id).attachments
    return list(read_games(server.env.backend.cdn.get(file["url"]).decode().splitlines()))


async def test_export_hands_the_person_a_file_that_only_they_see(server: Server):
    await server.ann.slash(server.general, "ttt start", level="easy")
    await server.ann.slash(server.general, "ttt move", cell=5)
    shown = await server.ann.slash(server.general, "ttt privacy")
    handed = await server.ann.click(shown.response.message, label="Export")
    assert handed.ephemeral
    assert not buttons(handed)
    [game] = games_in(server, handed)
    assert game.moves == await server.moves()
    assert f"x_id={server.ann.id}" in game.remark


async def test_too_many_games_for_one_file_come_in_parts(server: Server, monkeypatch: pytest.MonkeyPatch):
    for _ in range(5):
        await server.ann.slash(server.general, "ttt start")
        await server.ann.slash(server.general, "ttt resign")
    monkeypatch.setattr(exporting, "_MOST", 4)
    monkeypatch.setattr(exporting, "AT_ONCE", 2)
    monkeypatch.setattr(export_transactions, "_GAMES", export_transactions._GAMES.limit(2))
    shown = await server.ann.slash(server.general, "ttt privacy")
    first = await server.ann.click(shown.response.message, label="Export")
    rest = await server.ann.click(first.response.message, label="Next part")
    assert (len(games_in(server, first)), len(games_in(server, rest))) == (4, 1)
    assert not buttons(rest)
