"""Start here: settings -> store -> client (or playground) -> run."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import io
import logging
import os
import signal
import sys
from contextlib import AbstractAsyncContextManager
from importlib.util import find_spec
from pathlib import Path
from random import Random

import aiohttp
import discord

from bot import health, logs, shards
from bot.client import Client
from bot.failures import BadSetting
from bot.health import CannotListen
from bot.settings import Settings
from bot.shards import LeaseLost
from bot.storage.backup import BackupFailed, back_up
from bot.storage.copy import CopyFailed, copy
from bot.storage.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable
from bot.storage.lock import sole_owner
from bot.storage.store import Store

_log = logging.getLogger(__name__)

_OK = 0
_FAILED = 1
_BAD_SETTING = 2
_INTERRUPTED = 130  # as shells have it for Ctrl-C

_GARBAGE = 20_000  # objects between two searches for it; with Python's 700 they cost a twentieth of all
_ENOUGH = 1000  # actions within seconds that somebody alone with the bot may do

_AUTHENTICATION_FAILED = 4004  # the gateway's way to say that the token has been reset
_BAD_TOKEN = "Discord does not accept DISCORD_TOKEN: get a new one from your application's Bot page."  # noqa: S105


def main() -> int:
    """Run what the command line asks for; the exit code is 0, 1 for a failure, 2 for a bad setting."""
    arguments = _arguments()
    try:
        settings = Settings.read()
        if arguments.command == "backup":
            return _back_up(settings.database_url, arguments.file)
        if arguments.command == "copy":
            return _copy(arguments.source, arguments.target or settings.database_url)
        if settings.discord_token is None and not arguments.discord and arguments.command == "run":
            return _playground()
        token = _token(settings)
        logs.configure(settings.log_level, token, as_json=settings.log_format == "json")
        for warning in settings.warnings():
            _log.warning(warning)
        asyncio.run(_sync(token) if arguments.command == "sync" else _serve(settings, token))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BadSetting as error:
        return _complain(str(error), _BAD_SETTING)
    except discord.LoginFailure:
        return _complain(_BAD_TOKEN, _BAD_SETTING)
    except (CannotOpenStore, CannotListen, LeaseLost) as error:
        return _complain(str(error), _FAILED)
    except (StoreUnavailable, OutcomeUnknown) as error:
        return _complain(f"The database cannot be used: {error.__cause__ or 'it does not answer'}.", _FAILED)
    except discord.ConnectionClosed as error:
        if error.code == _AUTHENTICATION_FAILED:
            return _complain(_BAD_TOKEN, _BAD_SETTING)
        return _complain(f"Discord has ended the connection: {error}", _FAILED)
    except discord.HTTPException as error:
        return _complain(f"Discord does not do what the bot asks at its start: {error}", _FAILED)
    except (aiohttp.ClientError, discord.GatewayNotFound) as error:
        return _complain(f"Discord cannot be reached: {error}", _FAILED)
    return _OK


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="A tic-tac-toe bot for Discord. Without DISCORD_TOKEN it plays with you here.",
    )
    parser.add_argument("--discord", action="store_true", help="insist on Discord: without a token, fail")
    parser.add_argument(
        "command",
        nargs="?",
        choices=("run", "sync", "backup", "copy"),
        default="run",
        help="run the bot (the default), tell Discord its commands once more, copy the games to a file,"
        " or move them to PostgreSQL",
    )
    parser.add_argument("file", nargs="?", type=Path, help="the new file that a backup is written to")
    parser.add_argument("--from", dest="source", metavar="URL", help="the database that a copy is made of")
    parser.add_argument(
        "--to", dest="target", metavar="URL", help="the empty one that takes it (DATABASE_URL unless named)"
    )
    arguments = parser.parse_args()
    if (arguments.command == "backup") != (arguments.file is not None):
        parser.error("a backup needs the name of a new file, and nothing else does")
    if (arguments.command == "copy") != (arguments.source is not None):
        parser.error("a copy needs --from with the database to copy, and nothing else does")
    return arguments


def _back_up(database_url: str, target: Path) -> int:
    """Copy the database, whether or not a bot uses it."""
    try:
        back_up(database_url, target)
    except BackupFailed as error:
        return _complain(str(error), _FAILED)
    print(f"All games are in {target}.")
    return _OK


def _copy(source: str, target: str) -> int:
    """Move everything to PostgreSQL, while no bot runs."""
    try:
        copied = asyncio.run(copy(source, target))
    except CopyFailed as error:
        return _complain(str(error), _FAILED)
    print("Copied " + ", ".join(f"{count} {name}" for name, count in copied.items()) + ".")
    return _OK


def _token(settings: Settings) -> str:
    if settings.discord_token is None:
        raise BadSetting(
            "DISCORD_TOKEN is missing: set it in the environment or in the file .env (see .env.example)."
        )
    return settings.discord_token.get_secret_value()


async def _serve(settings: Settings, token: str) -> None:
    """Play on Discord until SIGTERM or SIGINT."""
    stopping = _stop_signal()
    with sole_owner(settings.database_url):
        async with (
            Store.open(settings.database_url) as store,
            Client(store, Random(), shard_count=settings.shard_count) as client,
            _health(settings, client, store),
        ):
            gc.freeze()  # what is there now stays; to search it for garbage again and again takes time
            gc.set_threshold(_GARBAGE)
            if settings.database.is_server:
                url, processes = settings.database_url, settings.processes
                playing = shards.serve(client, token, store, url, processes)
            else:
                playing = client.start(token)
            connection = asyncio.create_task(playing)
            stop = asyncio.create_task(stopping.wait())
            await asyncio.wait({connection, stop}, return_when=asyncio.FIRST_COMPLETED)
            stop.cancel()
            if not connection.done():
                await client.finish()
                connection.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await connection


def _health(settings: Settings, client: Client, store: Store) -> AbstractAsyncContextManager[None]:
    if settings.health_port is None:
        return contextlib.nullcontext()
    return health.serve(settings.health_host, settings.health_port, client, store)


def _stop_signal() -> asyncio.Event:
    """Set when the operating system asks us to stop."""
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # on Windows Ctrl-C cancels asyncio.run instead
            asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    return stopping


async def _sync(token: str) -> None:
    """Tell Discord our commands: a client whose store remembers nothing does so when it logs in."""
    async with Store.open("sqlite:///:memory:") as store, Client(store, Random()) as client:
        await client.login(token)


def _playground() -> int:
    try:
        asyncio.run(_play_here())
    except BrokenPipeError:  # whoever read our output has gone, so the rest goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return _OK


async def _play_here() -> None:
    """Play in a simulated Discord, on games that are kept in memory."""
    if not find_spec("simcord"):
        raise BadSetting(
            "Without DISCORD_TOKEN the bot plays here, and for that needs: pip install '.[playground]'"
        )
    import simcord  # noqa: PLC0415 - an extra that a bot on Discord does without

    from bot.playground import terminal  # noqa: PLC0415

    logs.configure("WARNING", secret=None)  # the terminal is for the conversation
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    source = sys.stdin or io.StringIO()  # nothing, where standard input is closed
    async with (
        Store.open("sqlite:///:memory:") as store,
        Client(store, Random(), actions=_ENOUGH) as client,
        simcord.run(client, shard_count=1, check_errors=False) as env,
    ):
        await terminal.talk(env, source)


def _complain(sentence: str, exit_code: int) -> int:
    print(sentence.splitlines()[0], file=sys.stderr)
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
