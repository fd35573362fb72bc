"""`python -m bot` on Discord: the real process against a Discord on loopback."""

import asyncio
import importlib.metadata
import json
import logging
import platform
import re
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path

import aiohttp
import pytest

from bot.database.schema import newest
from bot.messages.tiles import NAMES
from bot.running.process import _log_start, run_on_discord
from bot.running.settings import Settings
from bot.running.version import version
from engine import minimax
from engine.opponents import perfect
from tests.support import payloads
from tests.support.held import Held, held_searches
from tests.support.loopback import CUT, ROOT, TOKEN, Fault, Loopback, ended, message, stopped
from tests.support.processes import Process
from tests.support.stores import new_sqlite
from tests.support.waiting import LONG


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


async def start(discord: Loopback, cwd: Path, *, new: bool = False, **environment: str) -> Process:
    """Start the bot in a folder, and wait until it is connected.

    new  whether it makes its database itself, which takes a quarter of a second; otherwise it finds
         one
    """
    if not (new or (cwd / "ttt.db").exists()):
        new_sqlite(cwd)
    return await discord.start(cwd=cwd, **environment)


async def test_sigterm_ends_it_with_0_and_a_start_that_changes_nothing_tells_no_commands(
    discord: Loopback, tmp_path: Path
):
    for new in (True, False):
        log = await stopped(await start(discord, tmp_path, new=new))
        assert (f"Games are kept in {tmp_path / 'ttt.db'}, a new file" in log) == new
    assert discord.syncs == 1


async def test_the_log_says_first_what_runs_and_where_health_is_served_and_last_that_it_stopped(
    discord: Loopback, tmp_path: Path
):
    port, discord.fills_tables = free_port(), True
    process = await start(discord, tmp_path, new=True, HEALTH_PORT=str(port), SHARD_COUNT="1")
    await discord.command("start")
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        for page, words in (("healthz", "ok"), ("readyz", "ok"), ("metrics", "ttt_connected 1.0")):
            async with session.get(f"/{page}") as response:
                assert response.status == 200
                assert words in await response.text()
    told = [line.partition(" INFO ")[2] for line in (await stopped(process)).splitlines()]
    python, library = platform.python_version(), importlib.metadata.version("discord.py")
    assert told[:5] == [
        (
            f"bot.running.process: ttt-bot {version()}, schema {newest()}, Python {python}, "
            f"discord.py {library}"
        ),
        "bot.running.process: Settings that differ from the defaults: "
        "DISCORD_TOKEN, SHARD_COUNT, HEALTH_PORT",
        f"bot.running.process: Games are kept in {tmp_path / 'ttt.db'}, a new file",
        "bot.running.process: Shards: 1; processes that share them: 1",
        f"bot.running.health: Health pages: http://127.0.0.1:{port}/",
    ]
    assert "bot.running.command_tree: Uploaded the commands to Discord" in told
    assert told[-1] == "bot.running.process: Stopped"


def test_the_first_lines_of_the_log_hold_no_password(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    environment = {
        "DISCORD_TOKEN": "hunter2",
        "DATABASE_URL": "postgresql://ttt:hunter2@host/games",
    }
    _log_start(Settings.read(environment, Path("/nowhere")))
    assert "Games are kept in postgresql://host/games" in caplog.messages
    assert "hunter2" not in caplog.text


async def test_the_engines_tables_are_full_before_memory_is_frozen_and_the_bot_connects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    scores_known = []

    async def connect(*_: object) -> None:
        scores_known.append(minimax._score.cache_info().currsize)

    async def at_once() -> None:
        """Find that the clock is right."""

    for table in (minimax._score, perfect.__wrapped__):
        table.cache_clear()
    monkeypatch.setattr(
        "gc.freeze", lambda: scores_known.append(minimax._score.cache_info().currsize)
    )
    monkeypatch.setattr("bot.running.process.check_clock", at_once)
    monkeypatch.setattr("bot.running.process.Client.start", connect)
    # It would stay for other tests.
    monkeypatch.setattr("bot.running.logs.configure", lambda *_, **__: None)
    await run_on_discord(
        Settings(discord_token=TOKEN, database_url=f"sqlite:///{tmp_path / 'ttt.db'}")
    )
    assert scores_known == [2 * 5478] * 2  # 3x3 and misère


async def test_sigterm_lets_a_running_handler_answer_but_takes_no_more(
    discord: Loopback, tmp_path: Path
):
    discord.times["bot.running.client._STOP_WAIT"] = LONG
    process = await start(discord, tmp_path)
    discord.hold_answers.clear()
    command = asyncio.create_task(discord.command("start"))
    await discord.being_answered.wait()
    process.send_signal(signal.SIGTERM)
    await asyncio.wait_for(discord.disconnected.wait(), LONG)
    discord.hold_answers.set()
    assert "Your turn" in str(await command)
    assert (await ended(process))[0] == 0


async def test_sigterm_waits_for_an_answer_only_so_long(discord: Loopback, tmp_path: Path):
    discord.times["bot.running.client._STOP_WAIT"] = 0.1
    process = await start(discord, tmp_path)
    discord.hold_answers.clear()
    command = asyncio.create_task(discord.command("start"))
    await discord.being_answered.wait()
    process.send_signal(signal.SIGTERM)
    assert (await ended(process))[0] == 0
    command.cancel()


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.proof)]
)
async def test_a_stop_in_the_midst_of_a_search_lets_it_end_and_leaves_no_process(
    discord: Loopback, tmp_path: Path, number: signal.Signals
):
    async with held_searches() as held:
        process = await start_that_thinks(discord, tmp_path, held)
        command = asyncio.create_task(discord.command("start", first="them"))
        search = await held.begun()
        process.send_signal(number)
        await asyncio.wait_for(discord.disconnected.wait(), LONG)
        await search.end()
        assert "I played **1**" in str(await command)
        code, log = await ended(process)  # and so has everyone who could write to the log
        assert (code, "Traceback" in log) == (0, False)


async def test_a_stop_gives_up_a_search_that_takes_too_long(discord: Loopback, tmp_path: Path):
    async with held_searches() as held:
        process = await start_that_thinks(discord, tmp_path, held, stop_wait=0.0)
        command = asyncio.create_task(discord.command("start", first="them"))
        search = await held.begun()
        process.send_signal(signal.SIGTERM)
        await search.ended()
        assert (await ended(process))[0] == 0
        command.cancel()


async def test_kill_9_in_the_midst_of_a_search_leaves_no_process_and_the_next_start_is_free(
    discord: Loopback, tmp_path: Path
):
    async with held_searches() as held:
        process = await start_that_thinks(discord, tmp_path, held)
        command = asyncio.create_task(discord.command("start", first="them"))
        search = await held.begun()
        process.kill()
        await search.ended()
        assert (await ended(process))[0] == -9  # and so has everyone who could write to the log
        command.cancel()
        await stopped(await start(discord, tmp_path))


async def start_that_thinks(
    discord: Loopback, tmp_path: Path, held: Held, stop_wait: float = LONG
) -> Process:
    """Start a bot that has to search on every board, for as long as `held` says."""
    discord.times["bot.running.client._STOP_WAIT"] = stop_wait
    discord.prepared = (
        "from bot.interactions import questions\n"
        "from tests.support import slow\n"
        "questions.is_looked_up = lambda _: False\n"
        "questions.policy_of = slow.policy_held_by_the_environment\n"
    )
    return await start(discord, tmp_path, LEVEL=held.level)


async def test_after_kill_9_old_buttons_still_play_and_no_move_is_lost(
    discord: Loopback, tmp_path: Path
):
    process = await start(discord, tmp_path)
    await discord.command("start", level="perfect")
    assert "I played **5**" in str(await discord.press("ttt:cell:1:0:1"))
    process.kill()
    assert (await ended(process))[0] == -9
    process = await start(discord, tmp_path)
    board = str(await discord.press("ttt:cell:1:2:9"))
    assert "'label': 'X', 'custom_id': 'ttt:cell:1:4:9'" in board  # drawn with emoji or tiles
    assert "Your turn" in board
    await stopped(process)


@pytest.mark.parametrize("command", ["run", "servers leave 5"])
async def test_a_wrong_token_ends_the_log_with_a_line_that_says_what_to_do(
    discord: Loopback, tmp_path: Path, command: str
):
    new_sqlite(tmp_path)
    process = await discord.run(*command.split(), cwd=tmp_path, DISCORD_TOKEN="wrong")
    code, log = await ended(process)
    assert code == 2
    said = "Discord does not accept DISCORD_TOKEN: get a new one from your application's Bot page."
    assert log.splitlines()[-1].endswith(said)
    assert "Traceback" not in log


@pytest.mark.parametrize(
    "connection_ends",
    [
        Loopback.drop,
        Loopback.ask_to_reconnect,
        Loopback.end_session,
        lambda discord: discord.end_session(may_resume=True),
    ],
    ids=["cut", "op 7", "op 9", "op 9, may resume"],
)
async def test_a_token_that_is_reset_while_it_runs_ends_it_whichever_way_the_connection_ends(
    discord: Loopback, tmp_path: Path, connection_ends: Callable[[Loopback], Awaitable[None]]
):
    process = await start(discord, tmp_path)
    discord.token = "another"
    await connection_ends(discord)
    code, log = await ended(process)
    assert code == 2
    assert " CRITICAL bot: Discord does not accept DISCORD_TOKEN: " in log.splitlines()[-1]
    assert "Traceback" not in log


@pytest.mark.parametrize("status", [403, 429])
async def test_a_blocked_address_is_said_in_a_sentence_and_not_asked_again_at_once(
    discord: Loopback, tmp_path: Path, status: int
):
    discord.blocks = status
    discord.times["bot.running.process._BLOCKED_WAIT"] = 0.0
    code, log = await ended(await discord.run(cwd=tmp_path))
    assert code == 1
    [waits, last] = log.splitlines()[-2:]
    assert f"ends in ten minutes, to be started again: {status}, with a page" in waits
    assert last.endswith(
        f"Discord blocks this address for now: {status}, with a page in place of an answer."
    )
    assert "DOCTYPE" not in log


async def test_a_process_that_waits_because_its_address_is_blocked_can_be_stopped(
    discord: Loopback, tmp_path: Path
):
    discord.blocks = 429
    process = await discord.run(cwd=tmp_path)
    assert process.stderr
    async for line in process.stderr:
        if b"ends in ten minutes" in line:
            break
    process.send_signal(signal.SIGTERM)
    assert (await ended(process))[0] == 0


async def test_a_discord_that_fails_is_not_said_to_refuse_the_bot(
    discord: Loopback, tmp_path: Path
):
    discord.blocks = 503
    code, log = await ended(await discord.run(cwd=tmp_path))
    assert code == 1
    said = "Discord itself fails for now: 503, with a page in place of an answer."
    assert log.splitlines()[-1].endswith(f" CRITICAL bot: {said}")


async def test_sync_tells_the_commands_once_more_even_while_the_bot_runs(
    discord: Loopback, tmp_path: Path
):
    opens_activity = {"name": "launch", "type": 4, "handler": 2}
    discord.commands = [payloads.registered(opens_activity, 9)]
    process = await start(discord, tmp_path)
    code, _ = await ended(await discord.run("sync", cwd=tmp_path))
    assert code == 0
    assert discord.syncs == 2
    assert {command["name"] for command in discord.commands} >= {"launch", "ttt"}
    assert "Uploaded the commands to Discord" in await stopped(process)


async def test_sync_uploads_the_tiles_that_discord_lacks(discord: Loopback, tmp_path: Path):
    for _ in range(2):
        code, log = await ended(await discord.run("sync", cwd=tmp_path))
        assert code == 0
        assert len(discord.emoji) == len(NAMES)
    assert "tiles" not in log
    discord.emoji.popitem()
    discord.refuses_emoji = 403
    code, log = await ended(await discord.run("sync", cwd=tmp_path))
    assert code == 1
    assert (
        log.splitlines()[-1]
        .partition(" bot: ")[2]
        .startswith("Discord has the commands, but takes no tiles: 403 Forbidden")
    )
    assert (await ended(await discord.run("sync", cwd=tmp_path, TILES="off")))[0] == 0


async def test_people_are_answered_while_tiles_are_uploaded_and_the_next_start_goes_on(
    discord: Loopback, tmp_path: Path
):
    discord.takes_emoji.clear()
    process = await start(discord, tmp_path)
    assert "Your turn" in str(await discord.command("start"))
    assert not discord.emoji
    await stopped(process)
    discord.takes_emoji.set()
    process = await start(discord, tmp_path)
    async with asyncio.timeout(LONG):
        for person in count():
            await discord.command("start", person)
            if len(discord.emoji) == len(NAMES):
                break
    await stopped(process)


async def test_a_discord_that_cannot_be_reached_ends_the_log_with_a_line_that_says_so(
    discord: Loopback, tmp_path: Path
):
    discord.url = "http://127.0.0.1:9"
    code, log = await ended(await discord.run(cwd=tmp_path))
    assert code == 1
    assert " CRITICAL bot: Discord cannot be reached, check the network: " in log.splitlines()[-1]
    assert "Traceback" not in log


@pytest.mark.parametrize(
    "faults",
    [
        pytest.param([Fault(503)], marks=pytest.mark.proof),
        pytest.param([Fault(CUT)], marks=pytest.mark.proof),
        [Fault(503, after=True), Fault(400, 40060)],
    ],
    ids=["Discord fails once", "the connection breaks", "Discord fails after it took effect"],
)
async def test_an_answer_that_fails_on_the_way_is_sent_again_and_the_move_counts_once(
    discord: Loopback, tmp_path: Path, faults: list[Fault]
):
    process = await start(discord, tmp_path, TILES="off")
    await discord.command("start", level="perfect")
    discord.faults = list(faults)
    assert "I played **5**" in str(await discord.press("ttt:cell:1:0:1"))
    assert "# ❌" in str(await discord.command("board"))
    assert not discord.faults
    await stopped(process)


@pytest.mark.parametrize(
    "faults",
    [
        pytest.param([Fault(503)] * 5, marks=pytest.mark.proof),
        [Fault(429, 0)],
        pytest.param([Fault(404, 10062)], marks=pytest.mark.proof),
    ],
    ids=["Discord is down", "Discord wants us to slow down", "Discord waited long enough"],
)
async def test_an_answer_that_never_arrives_loses_no_move_and_nobody_waits_longer_than_discord(
    discord: Loopback, tmp_path: Path, faults: list[Fault]
):
    process = await start(discord, tmp_path, TILES="off")
    await discord.command("start", level="perfect")
    discord.faults = list(faults)
    await discord.send(
        3, {"custom_id": "ttt:cell:1:0:1", "component_type": 2}, message("ttt:cell:1:0:1")
    )
    while discord.faults == faults:
        await asyncio.wait_for(discord.being_answered.wait(), LONG)
        discord.being_answered.clear()
    await stopped(process)
    discord.faults.clear()
    process = await start(discord, tmp_path)
    assert "I played **5**" in str(await discord.command("board"))
    await stopped(process)


async def test_what_a_dropped_connection_missed_is_answered_and_after_a_lost_session_buttons_play(
    discord: Loopback, tmp_path: Path
):
    process = await start(discord, tmp_path, TILES="off")
    await discord.command("start", level="perfect")
    await discord.drop()
    assert "I played **5**" in str(await discord.press("ttt:cell:1:0:1"))
    assert (discord.identified, discord.resumed) == (1, 1)
    await discord.end_session()
    await asyncio.wait_for(discord.connected.wait(), LONG)
    assert "# ❌" in str(await discord.press("ttt:cell:1:2:9"))
    assert discord.identified == 2
    await stopped(process)
    assert not discord.emoji, "no tile was uploaded"


async def test_a_dead_address_to_resume_at_only_costs_the_session(
    discord: Loopback, tmp_path: Path
):
    discord.resumes_at = "ws://127.0.0.1:9"
    process = await start(discord, tmp_path)
    await discord.command("start")
    await discord.drop()
    await asyncio.wait_for(discord.connected.wait(), LONG)
    assert "I played" in str(await discord.press("ttt:cell:1:0:1"))
    assert (discord.identified, discord.resumed) == (2, 0)
    await stopped(process)


@pytest.mark.parametrize(
    ("ahead", "how"), [(-5, "[45] seconds ahead of"), (5, "[45] seconds behind")]
)
async def test_a_clock_that_differs_by_seconds_from_discords_is_said_to_and_how_to_set_it(
    discord: Loopback, tmp_path: Path, ahead: int, how: str
):
    discord.ahead = ahead
    log = await stopped(await start(discord, tmp_path))
    assert re.search(f"This machine's clock is {how} Discord's. Let it follow a time server", log)


async def test_with_a_clock_that_is_far_from_discords_it_ends_with_a_sentence_and_code_2(
    discord: Loopback, tmp_path: Path
):
    discord.ahead = -3600
    code, log = await ended(await discord.run("--discord", cwd=tmp_path))
    assert code == 2
    last = log.splitlines()[-1]
    assert "timedatectl set-ntp true. Games would end too early or too late." in last
    assert "Traceback" not in log
    assert not discord.identified


@pytest.mark.parametrize("level", ["DEBUG", pytest.param("INFO", marks=pytest.mark.proof)])
async def test_the_token_may_come_from_a_file_and_no_token_stands_anywhere_else(
    discord: Loopback, tmp_path: Path, level: str
):
    secret = tmp_path / "secret"
    secret.write_text(TOKEN + "\n")
    secret.chmod(0o600)
    process = await start(
        discord,
        tmp_path,
        python=sys.executable,
        DISCORD_TOKEN_FILE=str(secret),
        LOG_LEVEL=level,
    )
    assert TOKEN.encode() not in Path(f"/proc/{process.pid}/environ").read_bytes()
    assert TOKEN.encode() not in Path(f"/proc/{process.pid}/cmdline").read_bytes()
    await discord.command("start")
    await discord.press("ttt:resign:1")
    log = await stopped(process)
    assert log
    for word in (TOKEN, *discord.tokens, "alembic", "chmod"):
        assert word not in log


async def test_a_log_in_json_warns_about_a_secret_that_everyone_can_read(
    discord: Loopback, tmp_path: Path
):
    settings = tmp_path / ".env"
    settings.write_text("LOG_FORMAT=json\n")
    settings.chmod(0o644)
    log = await stopped(await start(discord, tmp_path))
    assert "Everyone on this machine can read .env, with a secret in it: chmod 600 it" in log
    assert all(json.loads(line)["level"] for line in log.splitlines())


async def test_a_backup_made_while_people_play_can_be_put_back(discord: Loopback, tmp_path: Path):
    process = await start(discord, tmp_path, TILES="off")
    await discord.command("start", level="perfect")
    await discord.press("ttt:cell:1:0:1")
    copying = await discord.run("backup", "copy.db", cwd=tmp_path)
    printed, log = await asyncio.wait_for(copying.communicate(), LONG)
    assert (printed, log, copying.returncode) == (b"All games are in copy.db.\n", b"", 0)
    await discord.press("ttt:cell:1:2:9")
    await stopped(process)

    before = {path: path.read_bytes() for path in tmp_path.glob("ttt.db*")}
    misspelt = await asyncio.create_subprocess_shell(
        restoring().replace("copy", "cpoy"), cwd=tmp_path
    )
    assert await misspelt.wait()
    assert {path: path.read_bytes() for path in tmp_path.glob("ttt.db*")} == before
    typed = await asyncio.create_subprocess_shell(restoring(), cwd=tmp_path)
    assert await typed.wait() == 0
    process = await start(discord, tmp_path, TILES="off")
    assert "I played **5**" in str(await discord.command("board"))
    assert "# ❌" in str(await discord.press("ttt:cell:1:2:9"))
    await stopped(process)


def restoring() -> str:
    """The line with which docs/operating.md restores the backup copy.db."""
    guide = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    [line] = re.findall(r"^cp -p copy\.db .*$", guide, re.MULTILINE)
    return line
