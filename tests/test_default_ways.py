"""Each way can be walked, and no command, button, setting or deadline is missing from the list."""

import pytest

from bot.database.tables import metadata
from bot.interactions.handlers import BUTTONS
from bot.messages.custom_id import CustomId
from bot.servers.card import Setting
from tests.support.commands import every_command, every_menu
from tests.support.recording import walked
from tests.support.server import Server, text
from tests.support.ways import ALONE, WAYS

CLOCKS = {
    "challenges.expires_at": "a challenge that lapses",
    "pauses.until": "a challenge that lapses",
    "sessions.remind_at": "a challenge that is accepted, with both reminders and a claim",
    "sessions.turn_since": "a challenge that is accepted, with both reminders and a claim",
    "sessions.closes_at": "a game with a friend that nobody comes back to",
    "cups.closes_at": "a cup, each round by the clock",
    "cup_pairs.due_at": "a cup to which nobody comes",
    "daily_channels.due_at": "the daily puzzle of a server",
    "daily_puzzles.day": "the puzzle of the day, and others",
}
"""The way on which the time in each column runs out."""

BEHIND_THE_SCENES = {
    "sessions.started_at",
    "sessions.ended_at",
    "seats.ended_at",
    "cups.ended_at",
    "meetings.day",
    "daily_solvers.day",
    "people.seen_on",
    "server_settings.used_on",
}
"""Times that no channel sees run out: `tests/database` and the rooms' transactions look at them."""

_ADD = "add a step with it to a way in tests/support/ways.py"


@pytest.mark.parametrize("way", WAYS)
def test_each_step_of_a_default_way_leads_on_and_is_answered_once_if_the_store_fails(way: str):
    walked(way)


async def test_each_command_alone_in_direct_messages_says_what_to_do(server: Server):
    for command, answer in ALONE.items():
        someone = server.env.create_user(command)
        options = {"cell": 5} if command == "move" else {}
        assert answer in text(await someone.slash(f"ttt {command}", **options)), command


def test_no_command_menu_button_or_setting_is_missing_from_the_list():
    listed = [step.what for way in WAYS.values() for step in way]
    commands = {command.name for command in every_command()}
    menus = {menu.name for menu in every_menu()}
    named = {what for what in listed if isinstance(what, str) and not what.isdigit()}
    pressed = {what.name for what in listed if isinstance(what, CustomId)}
    chosen = {what for what in listed if isinstance(what, Setting)}
    assert ALONE.keys() == commands, "say in ALONE (tests/support/ways.py) what it answers"
    assert named == commands | menus, _ADD
    assert pressed == set(BUTTONS) - {"set"}, _ADD
    assert chosen == set(Setting), _ADD


def test_no_clock_is_missing_from_the_list():
    times = {
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.columns
        if column.name.endswith(("_at", "_since", "_on")) or column.name in {"until", "day"}
    }
    assert times == CLOCKS.keys() | BEHIND_THE_SCENES
    for way in CLOCKS.values():
        assert any(step.who is None for step in WAYS[way])
