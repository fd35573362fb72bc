"""No secret reaches the log, at any level."""

import json
import logging
from collections.abc import Callable

import aiohttp
import pytest

from bot.running import logs
from tests.support.refusals import discord_refuses

BOT_TOKEN = "MTk4.bot-token.very-secret"
LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR"]
INTERACTION_TOKEN = "aW50ZXJhY3Rpb246c2VjcmV0"


@pytest.fixture
def configure(capsys: pytest.CaptureFixture[str]):
    """Configures the log at a level, and returns a function that reads it."""

    def at(level: str, *, as_json: bool = False) -> Callable[[], str]:
        logs.configure(level, BOT_TOKEN, as_json=as_json)
        return lambda: capsys.readouterr().err

    return at


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "line",
    [
        f"logging in with {BOT_TOKEN}",
        (
            f"POST https://discord.com/api/v10/interactions/123/{INTERACTION_TOKEN}/callback "
            "responded with 429"
        ),
        (
            "PATCH https://discord.com/api/v10/webhooks/123/"
            f"{INTERACTION_TOKEN}/messages/@original failed"
        ),
        f"https://discord.com/api/v10/webhooks/123/{INTERACTION_TOKEN}?wait=true",
        f"{{'id': '1', 'token': '{INTERACTION_TOKEN}', 'type': 2}}",
        f'{{"token":"{INTERACTION_TOKEN}"}}',
    ],
)
def test_tokens_are_hidden_wherever_they_stand(configure, level: str, line: str, as_json: bool):
    log = configure(level, as_json=as_json)
    logging.getLogger("bot").error("%s", line)
    try:
        raise ValueError(line)
    except ValueError:
        logging.getLogger("discord.http").exception("a traceback")
    written = log()
    assert "[hidden]" in written
    assert BOT_TOKEN not in written
    assert INTERACTION_TOKEN not in written


@pytest.mark.parametrize("level", LEVELS)
def test_libraries_never_debug(configure, level: str):
    log = configure(level)
    logging.getLogger("discord.gateway").debug("For Shard ID 0: WebSocket Event: {...}")
    assert log() == ""


def test_what_discord_py_says_at_every_start_is_left_out(configure):
    log = configure("DEBUG")
    logging.getLogger("discord.state").warning(
        "Guilds intent seems to be disabled. This may cause ..."
    )
    logging.getLogger("discord.client").info("logging in using static token")
    logging.getLogger("discord.client").warning(
        "%s is not installed, voice will NOT be supported", "PyNaCl"
    )
    assert log() == ""


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (aiohttp.ClientConnectionError("no route to Discord"), "no route to Discord"),
        (discord_refuses(503), "503  (error code: 0)"),
        (TimeoutError(), "TimeoutError"),
    ],
)
def test_a_try_to_reconnect_is_one_line(configure, error: Exception, said: str):
    log = configure("INFO")
    logging.getLogger("discord.shard").error(
        "Attempting a reconnect for shard ID %s in %.2fs", 0, 7.51, exc_info=error
    )
    [line] = log().splitlines()
    assert line.endswith(f"Attempting a reconnect for shard ID 0 in 7.51s: {said}")


def test_a_fault_in_discord_py_keeps_its_traceback(configure):
    log = configure("INFO")
    logging.getLogger("discord.client").error("Ignoring exception in %s", "x", exc_info=KeyError())
    assert "KeyError" in log()


def test_the_level_decides_what_the_bot_tells(configure):
    log = configure("WARNING")
    logging.getLogger("bot.running.client").info("quiet")
    logging.getLogger("bot.running.client").warning("loud")
    assert "loud" in (written := log())
    assert "quiet" not in written


def test_json_has_one_object_a_line_with_all_there_is_to_know(configure):
    log = configure("INFO", as_json=True)
    logging.getLogger("bot.running.client").info('Playing in %d "servers"\nand more', 3)
    try:
        raise ValueError("why")
    except ValueError:
        logging.getLogger("bot").exception("It failed")
    first, second = map(json.loads, log().splitlines())
    assert first.pop("time").endswith("+00:00")
    assert first == {
        "level": "INFO",
        "logger": "bot.running.client",
        "message": 'Playing in 3 "servers"\nand more',
    }
    assert second["exception"].endswith("ValueError: why")
