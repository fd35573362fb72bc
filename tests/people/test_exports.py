"""The file with everything that is kept about a person, as they get it."""

import pytest
from sqlalchemy import BigInteger

from bot.database.tables import metadata
from bot.people import personal_rows
from bot.people.privacy_card import export_file
from tests.support.server import Server, buttons


def games_in(server: Server, handed) -> list[str]:
    """The games in the file that came with an answer."""
    [file] = server.env.backend.get_message(server.general.id, handed.response.id).attachments
    lines = server.env.backend.cdn.get(file["url"]).decode().splitlines()
    return [line for line in lines if not line.startswith("#")]


async def test_too_many_games_for_one_file_come_in_parts_that_only_their_person_sees(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    for _ in range(5):
        await server.ann.slash(server.general, "ttt start")
        await server.ann.slash(server.general, "ttt resign")
    monkeypatch.setattr(personal_rows, "PAGE", 4)
    shown = await server.ann.slash(server.general, "ttt privacy")
    first = await server.ann.click(shown.response.message, label="Export")
    rest = await server.ann.click(first.response.message, label="Next part")
    assert (len(games_in(server, first)), len(games_in(server, rest))) == (4, 1)
    assert first.ephemeral
    assert rest.ephemeral
    assert not buttons(rest)


@pytest.mark.parametrize(
    ("game", "moves", "line"),
    [
        ("3x3", (5, 1, 9), "3x3 O: 5 1 9 ; id=7"),
        ("4x4", (6, 16, 1), "4x4 O: 22 44 11 ; id=7"),
        ("fading", (), "fading O: ; id=7"),
    ],
)
def test_a_game_is_a_line_with_the_numbers_that_people_see_on_the_board(
    game: str, moves: tuple[int, ...], line: str
):
    """Row and column on larger boards: the sixth cell of 4x4 is in row 2, column 2."""
    row = {"id": 7, "game": game, "first": "O", "moves": moves}
    assert export_file(1, [], [row]).data.decode().splitlines()[1:] == [line]


def test_every_time_and_every_day_of_an_export_is_a_date():
    """Whatever a column of time is called: people cannot read seconds since 1970."""
    at, day = 1_795_356_845, 1_795_356_845 // 86_400
    times = {
        column.name
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, BigInteger)
        and not (column.name.endswith("id") or column.foreign_keys)
    }
    assert {"turn_since", "until", "ended_at"} <= times
    shown = export_file(1, [("table", dict.fromkeys(times, at) | {"day": day, "seen_on": day})], [])
    said = dict(
        each.split("=") for each in shown.data.decode().splitlines()[1].split(": ")[1].split(", ")
    )
    assert {said.pop("day"), said.pop("seen_on")} == {"2026-11-22"}
    assert set(said.values()) == {"2026-11-22T14:14:05Z"}
    unknown = export_file(1, [("people", {"seen_on": 0})], []).data.decode()
    assert unknown.endswith("# people: seen_on=unknown\n")
