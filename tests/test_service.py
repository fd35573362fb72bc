"""`python -m bot` as a service: the real process against a Discord on loopback."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.loopback import TOKEN, Loopback, open_loopback


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    async with open_loopback() as discord:
        yield discord


async def ended(process: asyncio.subprocess.Process) -> tuple[int | None, str]:
    """The exit code and the log of a process that ends by itself."""
    _, log = await asyncio.wait_for(process.communicate(), 20)
    return process.returncode, log.decode()


async def start(discord: Loopback, cwd: Path, **environment: str) -> asyncio.subprocess.Process:
    process = await discord.run("--discord", cwd=cwd, **environment)
    connected, died = asyncio.create_task(discord.connected.wait()), asyncio.create_task(process.wait())
    await asyncio.wait({connected, died}, timeout=20, return_when=asyncio.FIRST_COMPLETED)
    assert not died.done(), (await ended(process))[1]
    assert connected.done()
    died.cancel()
    return process


async def test_sigterm_ends_it_with_0_and_a_start_that_changes_nothing_tells_no_commands(
    discord: Loopback, tmp_path: Path
):
    for _ in range(2):
        process = await start(discord, tmp_path)
        process.send_signal(signal.SIGTERM)
        code, log = await ended(process)
        assert code == 0
        assert "Traceback" not in log
    assert discord.syncs == 1


async def test_sigterm_lets_a_running_handler_answer_but_takes_no_more(discord: Loopback, tmp_path: Path):
    process = await start(discord, tmp_path)
    discord.hold_answers.clear()
    command = asyncio.create_task(discord.command("start"))
    await discord.being_answered.wait()
    process.send_signal(signal.SIGTERM)
    await asyncio.wait_for(discord.disconnected.wait(), 2)
    discord.hold_answers.set()
    assert "vs" in str(await command)
    assert (await ended(process))[0] == 0


async def test_sigterm_waits_for_an_answer_only_so_long(discord: Loopback, tmp_path: Path):
    process = await start(discord, tmp_path)
    discord.hold_answers.clear()
    command = asyncio.create_task(discord.command("start"))
    await discord.being_answered.wait()
    process.send_signal(signal.SIGTERM)
    assert (await ended(process))[0] == 0
    command.cancel()


async def test_after_kill_9_old_buttons_still_play_and_no_move_is_lost(discord: Loopback, tmp_path: Path):
    process = await start(discord, tmp_path)
    await discord.command("start", level="perfect")
    assert "Bot played **5**" in str(await discord.press("ttt:1:cell:1:0:1"))
    process.kill()
    assert (await ended(process))[0] == -9
    process = await start(discord, tmp_path)
    board = str(await discord.press("ttt:1:cell:1:2:9"))
    assert "# ❌ " in board
    assert "Your turn" in board
    process.send_signal(signal.SIGTERM)
    await ended(process)


@pytest.mark.parametrize("level", ["DEBUG", "INFO"])
async def test_no_token_is_in_the_log(discord: Loopback, tmp_path: Path, level: str):
    process = await start(discord, tmp_path, LOG_LEVEL=level)
    await discord.command("start")
    await discord.press("ttt:1:resign:1")
    process.send_signal(signal.SIGTERM)
    code, log = await ended(process)
    assert code == 0
    assert log
    assert "alembic" not in log
    for token in (TOKEN, *discord.tokens):
        assert token not in log


async def test_a_wrong_token_is_one_line_that_says_what_to_do(discord: Loopback, tmp_path: Path):
    code, log = await ended(await discord.run(cwd=tmp_path, DISCORD_TOKEN="wrong"))
    assert code == 2
    assert log == "Discord does not accept DISCORD_TOKEN: get a new one from your application's Bot page.\n"


async def test_sync_tells_the_commands_once_more_even_while_the_bot_runs(discord: Loopback, tmp_path: Path):
    process = await start(discord, tmp_path)
    code, _ = await ended(await discord.run("sync", cwd=tmp_path))
    assert code == 0
    assert discord.syncs == 2
    process.send_signal(signal.SIGTERM)
    await ended(process)


async def test_a_discord_that_cannot_be_reached_is_one_line(discord: Loopback, tmp_path: Path):
    discord.url = "http://127.0.0.1:9"
    code, log = await ended(await discord.run(cwd=tmp_path))
    assert code == 1
    assert log.startswith("Discord cannot be reached")
    assert log.count("\n") == 1
