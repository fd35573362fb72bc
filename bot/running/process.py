"""A process on Discord from start to stop, alone or with a leased range of the shards."""

import asyncio
import contextlib
import gc
import logging
import platform
import signal
import time
from collections.abc import Coroutine, Iterator
from email.utils import parsedate_to_datetime
from random import Random

import aiohttp
import discord

from bot.database.errors import (
    CannotOpenStore,
    OutcomeUnknown,
    StoreUnavailable,
    WrongDatabase,
)
from bot.database.schema import newest
from bot.database.sqlite import sole_owner
from bot.database.store import Store
from bot.interactions import discord_internals
from bot.interactions.refused_by_discord import UNREACHABLE, Meaning, is_blocked, meaning, why
from bot.messages.tiles import NAMES
from bot.running import health, logs
from bot.running import transactions as upkeep
from bot.running.client import Client, WaitToIdentify
from bot.running.command_tree import Commands
from bot.running.failures import LOGGED_OUT, BadSetting, Failed
from bot.running.settings import ENV_FILE, Settings
from bot.running.tile_upload import emoji_ids, upload
from bot.running.version import version
from engine.puzzles import fill_tables

_logger = logging.getLogger(__name__)

# Seconds by which this machine's clock may differ from Discord's, and by which it is said to.
_CLOCK_WRONG, _CLOCK_OFF = 10, 2
_PAUSE = 1.0  # seconds before a shard asks again for its turn, if the database does not answer
_BLOCKED_WAIT = 600.0  # seconds before a process ends whose address Discord blocks


async def run_on_discord(settings: Settings) -> None:
    """Play on Discord until SIGTERM or SIGINT. Raises BadSetting or Failed."""
    with _explaining_errors():
        token = _set_up(settings)
        _log_start(settings)
        stopping = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            # On Windows Ctrl-C cancels asyncio.run instead.
            with contextlib.suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(number, stopping.set)

        # Everything below is closed in reverse, however this ends.
        async with contextlib.AsyncExitStack() as opened:
            opened.enter_context(sole_owner(settings.database_url))
            store = await opened.enter_async_context(Store.open(settings.database_url))
            wait_to_identify = None
            if settings.database.is_server:
                wait_to_identify = waiting_in_turn(store)
            client = Client(store, Random(), settings, wait_to_identify=wait_to_identify)
            await opened.enter_async_context(client)
            pages = health.serve(settings.health_host, settings.health_port, client, store)
            await opened.enter_async_context(pages)

            fill_tables()  # so that no press waits for it
            gc.freeze()  # these objects stay for good, so never search them for garbage

            async def play() -> None:
                await check_clock()
                if settings.database.is_server:
                    await serve_leased(client, token, settings.database_url, settings.processes)
                else:
                    await client.start(token)

            try:
                await _play_until(stopping, play(), client)
            except (discord.HTTPException, discord.GatewayNotFound) as error:
                if not is_blocked(error):
                    raise
                # Whatever starts the process again does so at once.
                _logger.warning(
                    "Discord blocks this address, and each try prolongs that: stop other bots on "
                    "it. This one ends in ten minutes, to be started again: %s",
                    why(error),
                )
                try:
                    await asyncio.wait_for(stopping.wait(), _BLOCKED_WAIT)
                except TimeoutError:
                    raise error from None
    _logger.info("Stopped")


async def check_clock() -> None:
    """Compare this machine's clock with Discord's, which dates each answer to the second.

    Raises BadSetting if they are too far apart, and aiohttp.ClientError or OSError.
    """
    asked = time.time()
    date = await discord_internals.date()
    answered = time.time()
    try:
        dated = parsedate_to_datetime(date).timestamp()
    except ValueError:
        _logger.warning("Discord's answer has no date, so this machine's clock is not checked")
        return
    # Discord answered in between, and within the second of this date.
    ahead = asked - (dated + 1)
    behind = dated - answered
    if max(ahead, behind) <= _CLOCK_OFF:
        return
    how = f"{ahead:.0f} seconds ahead of"
    if behind > ahead:
        how = f"{behind:.0f} seconds behind"
    sentence = (
        f"This machine's clock is {how} Discord's. Let it follow a time server: on Linux with "
        "timedatectl set-ntp true."
    )
    if max(ahead, behind) > _CLOCK_WRONG:
        raise BadSetting(f"{sentence} Games would end too early or too late.")
    _logger.warning(sentence)


async def sync(settings: Settings) -> None:
    """Upload our commands to Discord, whether or not they changed, and the tiles that it lacks.

    Raises BadSetting or Failed.
    """
    with _explaining_errors():
        token = _set_up(settings)
        async with discord.Client(intents=discord.Intents.none()) as client:
            commands = Commands(client)
            await client.login(token)
            await commands.upload()
            try:
                if settings.tiles == "on":
                    await upload(client, await emoji_ids(client), NAMES)
            except discord.HTTPException as error:
                raise Failed(
                    f"Discord has the commands, but takes no tiles: {why(error)}"
                ) from error


def _set_up(settings: Settings) -> str:
    """Configure the log and return the token. Raises BadSetting or InternalsMoved."""
    token = None
    if settings.discord_token:
        token = settings.discord_token.get_secret_value()
    logs.configure(settings.log_level, token, as_json=settings.log_format == "json")
    for warning in settings.warnings():
        _logger.warning(warning)
    if not token:
        raise BadSetting(
            "DISCORD_TOKEN is missing: set it in the environment or in the file "
            f"{ENV_FILE.resolve()} (see .env.example)."
        )
    discord_internals.verify()
    return token


@contextlib.contextmanager
def _explaining_errors() -> Iterator[None]:
    """Turn errors of the block into a sentence for the operator. Raises BadSetting or Failed."""
    try:
        yield
    except WrongDatabase as error:
        raise BadSetting(str(error)) from error
    except (CannotOpenStore, discord_internals.InternalsMoved) as error:
        raise Failed(str(error)) from error
    except (StoreUnavailable, OutcomeUnknown) as error:
        raise Failed(f"The database cannot be used: {error}.") from error
    except (discord.DiscordException, *UNREACHABLE) as error:
        if meaning(error) is Meaning.LOGGED_OUT:
            raise BadSetting(LOGGED_OUT) from None
        if is_blocked(error):
            sentence = "Discord blocks this address for now"
        elif isinstance(error, aiohttp.ClientError | TimeoutError | ConnectionError):
            sentence = "Discord cannot be reached, check the network"
        elif isinstance(error, OSError):
            sentence = "This machine refuses what the bot needs"
        elif meaning(error) is Meaning.PASSING:
            sentence = "Discord itself fails for now"
        else:
            sentence = "Discord refused what the bot needs"
        raise Failed(f"{sentence}: {why(error)}.") from error


async def _play_until(
    stopping: asyncio.Event, playing: Coroutine[None, None, None], client: Client
) -> None:
    """Run `playing` to its end, or stop it cleanly when `stopping` is set."""
    connection = asyncio.create_task(playing)
    stop = asyncio.create_task(stopping.wait())
    try:
        await asyncio.wait({connection, stop}, return_when=asyncio.FIRST_COMPLETED)
        if not connection.done():
            await client.finish()
    finally:
        stop.cancel()
        connection.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await connection


async def serve_leased(client: Client, token: str, url: str, processes: int) -> None:
    """Wait for a free range of shards and serve it. `processes` share all shards.

    Raises Failed if this process loses its range: another one may serve it by now.
    """
    from bot.database.leases import Sharding, hold_lease  # noqa: PLC0415 - an extra that a bot on SQLite does without

    await client.login(token)
    advised, _, _ = await client.http.get_bot_gateway()
    client.is_standby = True
    async with hold_lease(url, Sharding(client.shard_count or advised, processes)) as lease:
        client.serve(lease.shards, lease.sharding.shards)
        first = lease.shards[0]
        last = lease.shards[-1]
        _logger.info("Serving shards %d to %d of %d", first, last, client.shard_count)
        await _play_until(lease.lost, client.connect(), client)
        if lease.lost.is_set():
            raise Failed(
                "The lease of our shards is lost: the database went, or others serve them."
            )


def waiting_in_turn(store: Store) -> WaitToIdentify:
    """Lets the shards of a bucket identify one by one, over all processes that share the store."""

    async def wait(bucket: int) -> None:
        while True:
            try:
                seconds = await store.run(upkeep.wait_to_identify, bucket)
            except (StoreUnavailable, OutcomeUnknown):
                seconds = _PAUSE
            if not seconds:
                return
            await asyncio.sleep(seconds)

    return wait


def _log_start(settings: Settings) -> None:
    """Log the versions and the settings; of secrets only the names."""
    _logger.info(
        "ttt-bot %s, schema %s, Python %s, discord.py %s",
        version(),
        newest(),
        platform.python_version(),
        discord.__version__,
    )
    _logger.info("Settings that differ from the defaults: %s", ", ".join(settings.set_by_operator))
    where = settings.database.printable
    # In full: started in the wrong folder, the bot would make a new file.
    if settings.database.file:
        file = settings.database.file.resolve()
        where = f"{file}"
        if not file.exists():
            where = f"{file}, a new file"
    _logger.info("Games are kept in %s", where)
    shard_count = settings.shard_count or "as many as Discord advises"
    _logger.info("Shards: %s; processes that share them: %d", shard_count, settings.processes)
