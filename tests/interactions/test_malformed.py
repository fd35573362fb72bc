"""If Discord sends malformed data, the process goes on and the person gets exactly one answer."""

import logging
import re
from typing import Any

import pytest
from prometheus_client import REGISTRY

from tests.support.server import LEFT_OUT, Server, refused, text

CUSTOM_ID = "ttt:cell:1:0:5"
PRESS = {"custom_id": CUSTOM_ID, "component_type": 2}
BOARD, MOVE = (
    {"id": "1", "name": "ttt", "type": 1, "options": [{"name": name, "type": 1, "options": []}]}
    for name in ("board", "move")
)


def counted() -> float:
    """How many interactions nobody could answer."""
    return REGISTRY.get_sample_value("ttt_malformed_total") or 0.0


async def send_press(server: Server, changes: dict[str, Any]):
    """Ann's press on the board of the first game in #general."""
    row = {"type": 1, "components": [{"type": 2, "custom_id": CUSTOM_ID}]}
    message = {"id": str(server.general.last_message.id), "components": [row]}
    return await server.send_malformed(server.ann, PRESS, {"message": message} | changes)


async def still_plays(server: Server) -> bool:
    """Whether the bot answers the next person."""
    return "Your turn" in text(await server.bob.slash(server.lounge, "ttt start"))


def went_wrong(result: Any, caplog: pytest.LogCaptureFixture) -> bool:
    """Whether the person got a private error message with an id that is in the log."""
    assert refused(result, "Something broke on my end")
    shown = re.search(r"error ([0-9a-f]{8})", text(result))
    assert shown
    [record] = [record for record in caplog.records if shown[1] in record.getMessage()]
    return record.exc_info is not None


NAMELESS = [
    *(
        {"id": wrong}
        for wrong in (LEFT_OUT, "nonsense", [], 0, 2**64, 10**400, float("inf"), float("nan"))
    ),
    *({"token": wrong} for wrong in (LEFT_OUT, 1)),
]


async def test_without_an_id_or_a_token_nobody_can_be_answered_and_the_log_and_a_figure_say_so(
    server: Server, caplog: pytest.LogCaptureFixture
):
    for wrong in NAMELESS:
        before = counted()
        caplog.clear()
        await server.send_malformed(server.ann, BOARD, wrong)
        assert counted() == before + 1, wrong
        [record] = [record for record in caplog.records if record.name.startswith("bot")]
        assert "without an id or a token" in record.getMessage(), wrong
        assert record.levelno == logging.WARNING, wrong
    assert not server.answers()
    assert await still_plays(server)


async def test_an_event_that_is_no_interaction_at_all_is_passed_over(server: Server):
    for event in (None, "nonsense", {}):
        before = counted()
        server.client._connection.parsers["INTERACTION_CREATE"](event)
        assert counted() == before + 1, event
    assert await still_plays(server)


ODD = [
    *({key: LEFT_OUT} for key in ("type", "data", "member")),
    *({"type": 99}, {"app_permissions": "nonsense"}),
]
ODD_PRESSES = [
    *ODD,
    *({"type": []}, {"data": "nonsense"}, {"data": {}}, {"member": {"user": {"id": "nonsense"}}}),
    *(
        {"channel": LEFT_OUT, "channel_id": LEFT_OUT},
        {"channel": "nonsense"},
        {"guild_id": "nonsense"},
    ),
    *({"message": "nonsense"}, {"message": {"id": "1", "components": 7}}),
]
ODD_COMMANDS = [
    *ODD,
    *(
        {"version": LEFT_OUT},
        {"channel": LEFT_OUT, "channel_id": LEFT_OUT},
        {"member": {}},
        {"data": {"id": "1"}},
    ),
    {"data": BOARD | {"options": 7}},
    {"data": BOARD | {"options": [{"name": "board", "type": 1, "options": 7}]}},
    {
        "data": {
            "id": "1",
            "name": "Challenge to tic-tac-toe",
            "type": 2,
            "target_id": "1",
            "resolved": 7,
        }
    },
]


async def test_a_press_that_makes_no_sense_is_answered_once_and_plays_nothing(
    server: Server, caplog: pytest.LogCaptureFixture
):
    await server.ann.slash(server.general, "ttt start")
    for changes in ODD_PRESSES:
        before = len(server.answers())
        assert went_wrong(await send_press(server, changes), caplog), changes
        assert len(server.answers()) == before + 1, changes
        assert await server.moves() == (), changes


async def test_a_command_that_makes_no_sense_is_answered_once(
    server: Server, caplog: pytest.LogCaptureFixture
):
    for sent, changes in enumerate(ODD_COMMANDS, start=1):
        result = await server.send_malformed(server.ann, BOARD, changes)
        assert went_wrong(result, caplog), changes
        assert len(server.answers()) == sent, changes
        assert len(server.env.errors) <= sent  # simcord noted the error that was answered


@pytest.mark.parametrize(
    "changes", [{"data": LEFT_OUT}, {"data": {"id": "1"}}, {"version": LEFT_OUT}], ids=repr
)
async def test_an_autocompletion_that_makes_no_sense_is_answered_with_nothing(
    server: Server, changes: dict[str, Any]
):
    await server.send_malformed(server.ann, MOVE, {"type": 4} | changes)
    assert server.answers() == [{"type": 8, "data": {"choices": []}}]


@pytest.mark.parametrize("option", ["level", "unheard of"])
async def test_an_autocompletion_of_an_option_without_choices_of_ours_is_answered_with_nothing(
    server: Server, option: str
):
    focused = {"name": option, "type": 3, "value": "n", "focused": True}
    start = {"name": "start", "type": 1, "options": [focused]}
    await server.send_malformed(server.ann, MOVE | {"options": [start]}, {"type": 4})
    assert server.answers() == [{"type": 8, "data": {"choices": []}}]


@pytest.mark.parametrize(
    "missing", ["app_permissions", "authorizing_integration_owners", "channel", "application_id"]
)
async def test_a_press_without_what_a_move_does_not_need_is_played(server: Server, missing: str):
    await server.ann.slash(server.general, "ttt start")
    assert "Your turn" in text(await send_press(server, {missing: LEFT_OUT}))
    assert (await server.moves())[0] == 5


@pytest.mark.parametrize("message", [LEFT_OUT, None, {"id": "1"}], ids=repr)
async def test_a_press_whose_message_shows_no_button_is_refused(server: Server, message: Any):
    await server.ann.slash(server.general, "ttt start")
    assert refused(await send_press(server, {"message": message}), "no longer works")
    assert await server.moves() == ()


async def test_a_command_needs_nothing_of_its_channel_but_the_id(server: Server):
    """Discord promises only a part of a channel, and discord.py fails if it misses something."""
    channel = {"id": str(server.general.id), "type": 0}
    assert "Your turn" in text(await server.send_command(server.ann, "start", channel=channel))
