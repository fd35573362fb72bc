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
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.database.schema import newest
from bot.messages.tiles import NAMES, tiles
from bot.running.process import _log_start, check_clock, run_on_discord
from bot.running.settings import Settings
from bot.running.version import version
from tests.support import payloads
from tests.support.held import Held, Search, held_searches
from tests.support.loopback import CUT, ROOT, TOKEN, Fault, Loopback, ended, message, stopped
from tests.support.processes import Process
from tests.support.stores import new_sqlite
from tests.support.waiting import LONG


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


async def start(discord: Loopback, cwd: Path, *, new: bool = False, **environment: str) -> Process:
    """Start the bot in a folder without tiles, and wait until it is connected.

    new  whether it makes its database itself, which takes a quarter of a second; otherwise it finds
         one
    """
    if not (new or (cwd / "ttt.db").exists()):
        new_sqlite(cwd)
    return await discord.start(cwd=cwd, **({"TILES": "off"} | environment))


async def test_the_log_of_a_first_start_says_what_runs_and_another_start_uploads_no_commands(
    discord: Loopback, tmp_path: Path
):
    port = free_port()
    settings = {"HEALTH_PORT": str(port), "SHARD_COUNT": "1", "TILES": "on"}
    process = await start(discord, tmp_path, new=True, **settings)
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

    file = tmp_path / ".env"
    file.write_text("LOG_FORMAT=json\n")
    file.chmod(0o644)
    log = await stopped(await start(discord, tmp_path))
    told = [json.loads(line)["message"] for line in log.splitlines()]
    assert "Everyone on this machine can read .env, with a secret in it: chmod 600 it" in told
    assert f"Games are kept in {tmp_path / 'ttt.db'}" in told
    assert discord.syncs == 1


def test_the_first_lines_of_the_log_hold_no_password(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    environment = {
        "DISCORD_TOKEN": "hunter2",
        "DATABASE_URL": "postgresql://ttt:hunter2@host/games",
    }
    _log_start(Settings.read(environment, Path("/nowhere")))
    assert "Games are kept in postgresql://host/games" in caplog.messages
    assert "hunter2" not in caplog.text


async def test_the_engines_tables_are_filled_before_memory_is_frozen_and_the_bot_connects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    done = []

    async def connect(*_: object) -> None:
        done.append("connected")

    async def at_once() -> None:
        """Find that the clock is right."""

    monkeypatch.setattr("bot.running.process.fill_tables", lambda: done.append("filled"))
    monkeypatch.setattr("gc.freeze", lambda: done.append("frozen"))
    monkeypatch.setattr("bot.running.process.check_clock", at_once)
    monkeypatch.setattr("bot.running.process.Client.start", connect)
    # It would stay for other tests.
    monkeypatch.setattr("bot.running.logs.configure", lambda *_, **__: None)
    await run_on_discord(
        Settings(discord_token=TOKEN, database_url=f"sqlite:///{tmp_path / 'ttt.db'}")
    )
    assert done == ["filled", "frozen", "connected"]


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.proof)]
)
async def test_a_stop_lets_an_answer_and_a_search_under_way_end_but_takes_no_more(
    discord: Loopback, tmp_path: Path, number: signal.Signals
):
    async with held_searches() as held:
        process = await start_that_thinks(discord, tmp_path, held)
        helped, searching, search = await two_at_work(discord, held)
        process.send_signal(number)
        await asyncio.wait_for(discord.disconnected.wait(), LONG)
        discord.hold_answers.set()
        await search.end()
        await asyncio.gather(helped, searching)
        code, log = await ended(process)  # and so has everyone who could write to the log
        assert (code, "Traceback" in log) == (0, False)
        assert len(discord.answers) == 2
        assert "I played **1**" in str(discord.answers)


async def test_a_stop_gives_up_an_answer_and_a_search_that_take_too_long(
    discord: Loopback, tmp_path: Path
):
    async with held_searches() as held:
        process = await start_that_thinks(discord, tmp_path, held, stop_wait=0.0)
        helped, searching, search = await two_at_work(discord, held)
        process.send_signal(signal.SIGTERM)
        await search.ended()
        assert (await ended(process))[0] == 0
        helped.cancel()
        searching.cancel()


Answer = asyncio.Task[dict[str, Any]]


async def two_at_work(discord: Loopback, held: Held) -> tuple[Answer, Answer, Search]:
    """An answer that Discord does not take yet, another for which the bot searches, and this
    search.
    """
    discord.hold_answers.clear()
    helped = asyncio.create_task(discord.command("help", person=1))
    await discord.being_answered.wait()
    searching = asyncio.create_task(discord.command("start", first="them"))
    return helped, searching, await held.begun()


async def test_after_kill_9_in_the_midst_of_a_search_no_process_is_left_and_old_buttons_play(
    discord: Loopback, tmp_path: Path
):
    async with held_searches() as held:
        process = await start_that_thinks(discord, tmp_path, held)
        begun = asyncio.create_task(discord.command("start", first="them", mark="O"))
        await held.answer()
        assert "I played **1**" in str(await begun)
        pressed = asyncio.create_task(discord.press("ttt:cell:1:1:5"))
        search = await held.begun()
        process.kill()
        await search.ended()
        assert (await ended(process))[0] == -9  # and so has everyone who could write to the log
        pressed.cancel()
    discord.prepared = ""
    process = await start(discord, tmp_path)
    board = str(await discord.press("ttt:cell:1:1:9"))
    assert "'label': 'X', 'custom_id': 'ttt:cell:1:3:1'" in board
    assert "'label': 'O', 'custom_id': 'ttt:cell:1:3:9'" in board
    assert "Your turn" in board
    await stopped(process)


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
    ],
    ids=["cut", "op 7", "op 9"],
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


async def test_a_blocked_address_is_said_in_a_sentence_and_not_asked_again_at_once(
    discord: Loopback, tmp_path: Path
):
    discord.blocks = 403
    discord.times["bot.running.process._BLOCKED_WAIT"] = 0.0
    code, log = await ended(await discord.run(cwd=tmp_path))
    assert code == 1
    [waits, last] = log.splitlines()[-2:]
    assert "ends in ten minutes, to be started again: 403, with a page" in waits
    assert last.endswith(
        "Discord blocks this address for now: 403, with a page in place of an answer."
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


async def test_sync_tells_the_commands_and_uploads_missing_tiles_even_while_the_bot_runs(
    discord: Loopback, tmp_path: Path
):
    opens_activity = {"name": "launch", "type": 4, "handler": 2}
    discord.commands = [payloads.registered(opens_activity, 9)]
    process = await start(discord, tmp_path)
    assert (await ended(await discord.run("sync", cwd=tmp_path, TILES="off")))[0] == 0
    assert (discord.syncs, discord.emoji) == (2, {})
    assert {command["name"] for command in discord.commands} >= {"launch", "ttt"}
    assert "Uploaded the commands to Discord" in await stopped(process)

    discord.emoji = {"1": tiles()[0].emoji_name}
    code, log = await ended(await discord.run("sync", cwd=tmp_path))
    assert (code, "tiles" in log) == (0, False)
    assert len(discord.emoji) == len(NAMES)
    discord.emoji.popitem()
    discord.refuses_emoji = 403
    code, log = await ended(await discord.run("sync", cwd=tmp_path))
    assert code == 1
    assert (
        log.splitlines()[-1]
        .partition(" bot: ")[2]
        .startswith("Discord has the commands, but takes no tiles: 403 Forbidden")
    )


async def test_people_are_answered_while_tiles_are_uploaded_and_the_next_start_goes_on(
    discord: Loopback, tmp_path: Path
):
    discord.takes_emoji.clear()
    process = await start(discord, tmp_path, TILES="on")
    assert "Your turn" in str(await discord.command("start"))
    assert not discord.emoji
    await stopped(process)
    discord.takes_emoji.set()
    process = await start(discord, tmp_path, TILES="on")
    async with asyncio.timeout(LONG):
        while len(discord.emoji) < len(NAMES):
            discord.took_emoji.clear()
            await discord.took_emoji.wait()
    await stopped(process)


async def test_a_discord_that_cannot_be_reached_ends_the_log_with_a_line_that_says_so(
    discord: Loopback, tmp_path: Path
):
    discord.url = "http://127.0.0.1:9"
    await ends_as_unreachable(await discord.run(cwd=tmp_path))


@pytest.mark.parametrize("command", ["run", "sync"])
async def test_a_network_that_takes_every_request_and_answers_none_is_said_not_to_reach_discord(
    discord: Loopback, tmp_path: Path, command: str
):
    discord.prepared = (
        "import aiohttp.client; aiohttp.client.DEFAULT_TIMEOUT = aiohttp.ClientTimeout(total=0.01)"
    )
    with socket.create_server(("127.0.0.1", 0)) as silent:
        discord.url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        await ends_as_unreachable(await discord.run(command, cwd=tmp_path))


async def ends_as_unreachable(process: Process) -> None:
    code, log = await ended(process)
    assert code == 1
    assert " CRITICAL bot: Discord cannot be reached, check the network: " in log.splitlines()[-1]
    assert "Traceback" not in log


@pytest.mark.parametrize(
    ("at_first", "then"),
    [
        pytest.param([Fault(503)], [Fault(503)] * 5, marks=pytest.mark.proof),
        pytest.param([Fault(CUT)], [Fault(404, 10062)], marks=pytest.mark.proof),
        ([Fault(503, after=True), Fault(400, 40060)], [Fault(429, 0)]),
    ],
    ids=[
        "Discord fails once; it is down",
        "the connection breaks; Discord waited long enough",
        "Discord fails after it took effect; it wants us to slow down",
    ],
)
async def test_an_answer_is_sent_again_and_if_it_never_arrives_the_move_counts_all_the_same(
    discord: Loopback, tmp_path: Path, at_first: list[Fault], then: list[Fault]
):
    process = await start(discord, tmp_path)
    await discord.command("start", level="perfect")
    discord.faults = list(at_first)
    assert "I played **5**" in str(await discord.press("ttt:cell:1:0:1"))
    assert "# ❌" in str(await discord.command("board"))
    assert not discord.faults

    discord.faults = list(then)
    await discord.send(
        3, {"custom_id": "ttt:cell:1:2:9", "component_type": 2}, message("ttt:cell:1:2:9")
    )
    while discord.faults == then:
        discord.being_answered.clear()
        await asyncio.wait_for(discord.being_answered.wait(), LONG)
    await stopped(process)
    discord.faults.clear()
    process = await start(discord, tmp_path)
    assert "ttt:cell:1:4:" in str(await discord.command("board"))
    await stopped(process)


async def test_what_a_dropped_connection_missed_is_answered_and_after_a_lost_session_buttons_play(
    discord: Loopback, tmp_path: Path
):
    process = await start(discord, tmp_path)
    await discord.command("start", level="perfect")
    await discord.drop()
    assert "I played **5**" in str(await discord.press("ttt:cell:1:0:1"))
    assert (discord.identified, discord.resumed) == (1, 1)
    discord.resumes_at = "ws://127.0.0.1:9"  # where nobody listens, which costs only the session
    for lose_session, cell in ((discord.end_session, "2:9"), (discord.drop, "4:3")):
        await lose_session()
        await asyncio.wait_for(discord.connected.wait(), LONG)
        assert "# ❌" in str(await discord.press(f"ttt:cell:1:{cell}"))
    assert (discord.identified, discord.resumed) == (3, 1)
    await stopped(process)
    assert not discord.emoji, "no tile was uploaded"


@pytest.mark.parametrize(
    ("ahead", "how"), [(-5, "[45] seconds ahead of"), (5, "[45] seconds behind")]
)
async def test_a_clock_that_differs_by_seconds_from_discords_is_said_to_and_how_to_set_it(
    discord: Loopback,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    ahead: int,
    how: str,
):
    discord.ahead = ahead
    monkeypatch.setattr("discord.http.Route.BASE", f"{discord.url}/api")
    await check_clock()
    [said] = caplog.messages
    assert re.match(f"This machine's clock is {how} Discord's. Let it follow a time server", said)


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
async def test_it_plays_without_any_of_the_extras_and_the_token_from_a_file_stands_nowhere_else(
    discord: Loopback, tmp_path: Path, level: str
):
    """With what `pip install .` installs: nothing for PostgreSQL, the playground or faster JSON."""
    extras = "asyncpg", "greenlet", "orjson", "simcord"
    discord.prepared = f"import sys; sys.modules |= dict.fromkeys({extras})"
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


async def test_a_backup_made_while_people_play_can_be_put_back(discord: Loopback, tmp_path: Path):
    process = await start(discord, tmp_path)
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
    process = await start(discord, tmp_path)
    assert "I played **5**" in str(await discord.command("board"))
    assert "# ❌" in str(await discord.press("ttt:cell:1:2:9"))
    await stopped(process)


def restoring() -> str:
    """The line with which docs/operating.md restores the backup copy.db."""
    guide = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    [line] = re.findall(r"^cp -p copy\.db .*$", guide, re.MULTILINE)
    return line
