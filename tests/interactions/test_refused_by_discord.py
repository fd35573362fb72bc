"""What Discord's refusals and other errors mean stands in two tables, which the guide prints."""

import logging
import re
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest

import bot.running.client  # noqa: F401 - loads every room, so that the table is complete
from bot.interactions import error_answers
from bot.interactions.error_answers import EXPLANATIONS
from bot.interactions.refused_by_discord import OF_CODES, Meaning, meaning
from tests.support.refusals import discord_refuses

BOT = Path(__file__).parents[2] / "bot"
GUIDE = Path(__file__).parents[2] / "docs" / "operating.md"


@pytest.mark.parametrize("status", [403, 404, 429, 500, 503])
def test_a_status_alone_is_no_fact_about_the_world(status: int):
    assert meaning(discord_refuses(status, 0)) is Meaning.PASSING
    page: Any = discord.HTTPException(Mock(status=status, reason=""), "<!DOCTYPE html>")
    assert meaning(page) is Meaning.PASSING


@pytest.mark.parametrize(
    ("error", "means"),
    [
        (discord_refuses(403, 40333), Meaning.PASSING),
        (discord_refuses(403, 50001), Meaning.NOT_HERE),
        (discord_refuses(400, 50083), Meaning.NOT_HERE),
        (discord_refuses(404, 10004), Meaning.GONE),
        (discord_refuses(404, 10062), Meaning.NOBODY_WAITS),
        (discord_refuses(401, 50027), Meaning.NOBODY_WAITS),
        (discord_refuses(401, 0), Meaning.LOGGED_OUT),
        (discord.LoginFailure(), Meaning.LOGGED_OUT),
        (discord.ConnectionClosed(Mock(), shard_id=0, code=4004), Meaning.LOGGED_OUT),
        (discord.ConnectionClosed(Mock(), shard_id=0, code=4012), Meaning.OUR_FAULT),
        (discord_refuses(400, 50035), Meaning.OUR_FAULT),
        (discord_refuses(403, 99999), Meaning.OUR_FAULT),  # unknown to us: it should be looked at
        (aiohttp.ServerDisconnectedError(), Meaning.PASSING),
        (TimeoutError(), Meaning.PASSING),
        (LookupError(), Meaning.OUR_FAULT),
    ],
)
def test_an_error_means_what_its_code_says(error: Exception, means: Meaning):
    assert meaning(error) is means


@pytest.mark.parametrize(("status", "means"), [(401, Meaning.LOGGED_OUT), (502, Meaning.PASSING)])
def test_a_gateway_that_is_not_found_means_what_discord_answered(status: int, means: Meaning):
    error = discord.GatewayNotFound()
    error.__cause__ = discord_refuses(status, 0)
    assert meaning(error) is means


def test_nothing_else_asks_for_codes_or_statuses():
    """But for the request itself, which discord.py repeats while Discord is busy."""
    for path in BOT.rglob("*.py"):
        if path.name in {"refused_by_discord.py", "discord_internals.py"}:
            continue
        source = path.read_text(encoding="utf-8")
        asked = re.findall(r"discord\.(?:NotFound|Forbidden)|error\.(?:code|status)", source)
        assert not asked, path


def test_the_guide_prints_what_refusals_mean():
    lines = ["| it means | Discord's codes | what follows |", "| --- | --- | --- |"]
    for means in Meaning:
        name = means.name.lower().replace("_", " ")
        codes = ", ".join(str(code) for code in OF_CODES if OF_CODES[code] is means)
        if not codes:
            codes = "none of these"
        lines.append(f"| {name} | {codes} | {means.value} |")
    guide_holds(lines)


def test_the_guide_prints_what_errors_come_to():
    lines = ["| in the log | level | people read |", "| --- | --- | --- |"]
    for row in EXPLANATIONS.values():
        if row.log:
            said = row.log.replace("%s", "...")
            lines.append(f"| `{said}` | {logging.getLevelName(row.level)} | {row.words} |")
    lines.append(f"| `Error 19633af3` | ERROR | {error_answers.SOMETHING_BROKE} |")
    guide_holds(lines)


def guide_holds(lines: list[str]) -> None:
    printed = "\n".join(lines)
    assert printed in GUIDE.read_text(encoding="utf-8"), f"{GUIDE.name} needs:\n\n{printed}"
