"""The operator's commands: about people and servers, backup while the bot runs; and copy."""

import asyncio
from argparse import Namespace
from collections.abc import Awaitable, Callable
from time import time
from typing import TypeAlias

import aiohttp
import discord

from bot.database.address import BadAddress, read_address
from bot.database.copies import CopyFailed, back_up, copy
from bot.database.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable
from bot.database.store import Store
from bot.interactions.refused_by_discord import Meaning, meaning, why
from bot.people import personal_rows
from bot.people import transactions as people_transactions
from bot.people.privacy_card import export_file
from bot.running import transactions as upkeep
from bot.running.failures import LOGGED_OUT, BadSetting, Failed
from bot.running.housekeeping import leave
from bot.running.settings import Settings

_Command: TypeAlias = Callable[[Store, Namespace], Awaitable[None]]

_COMMANDS: dict[tuple[str, str], _Command] = {}

_UNKNOWN = "Nothing is kept about {}: check the ID."
_SOON = "A bot that is running knows within a minute."


def run(options: Namespace) -> None:
    """Run a command of `bot.__main__`. Raises BadSetting or Failed."""
    try:
        if options.command == "backup":
            back_up(Settings.read().database_url, options.file)
            print(f"All games are in {options.file}.")
        elif options.command == "copy":
            source = _without_password("--from", options.source)
            target = options.target and _without_password("--to", options.target)
            copied = asyncio.run(copy(source, target or Settings.read().database_url))
            counts = ", ".join(f"{count} {name}" for name, count in copied.items())
            print(f"Copied {counts}.")
        else:
            asyncio.run(_run_in_store(options))
    except (CopyFailed, CannotOpenStore) as error:
        raise Failed(str(error)) from error
    except (StoreUnavailable, OutcomeUnknown) as error:
        raise Failed(f"The database cannot be used: {error}.") from error
    except BrokenPipeError:  # nobody reads our output any more, which is no failure
        raise
    except OSError as error:
        raise Failed(f"This machine refuses what the command needs: {why(error)}.") from error


def _without_password(option: str, url: str) -> str:
    """A database address from the command line. Raises BadSetting."""
    try:
        address = read_address(url)
    except BadAddress as error:
        raise BadSetting(f"{option} {error}") from None
    if address.has_password:  # every user sees it in the list of processes, and the shell stores it
        raise BadSetting(
            f"{option} holds a password, which other users can see: put the address into "
            f"DATABASE_URL or DATABASE_URL_FILE, and leave {option} out."
        )
    return url


async def _run_in_store(options: Namespace) -> None:
    async with Store.open(Settings.read().database_url, migrates=False) as store:
        await _COMMANDS[options.command, options.action](store, options)


def _command(*abouts: str, action: str) -> Callable[[_Command], _Command]:
    """Register what carries out an action about people, servers, or both."""

    def register(function: _Command) -> _Command:
        _COMMANDS.update(((about, action), function) for about in abouts)
        return function

    return register


@_command("users", action="show")
async def _show_user(store: Store, options: Namespace) -> None:
    facts, games = await _personal_data(store, options.id)
    print(export_file(options.id, facts, games).data.decode(), end="")


@_command("users", action="delete")
async def _delete_user(store: Store, options: Namespace) -> None:
    _, games = await _personal_data(store, options.id)
    played = "1 game" if len(games) == 1 else f"{len(games)} games"
    question = f"Delete everything that is kept about {options.id}, with {played}?"
    if not _agrees(question):
        raise Failed("Nothing was deleted.")
    while await store.run(people_transactions.delete_person, options.id, int(time())):
        pass
    print(f"Deleted what was kept about {options.id}, as /ttt privacy does.")


async def _personal_data(
    store: Store, user_id: int
) -> tuple[list[tuple[str, personal_rows.Row]], list[personal_rows.Row]]:
    """What is kept about a person: facts, each with its table's name, and games. Raises Failed."""
    facts = await store.run(personal_rows.facts, user_id)
    games: list[personal_rows.Row] = []
    last = 0
    while part := await store.run(personal_rows.games, user_id, last):
        games += part
        last = part[-1]["id"]
    if not facts and not games:
        raise Failed(_UNKNOWN.format(user_id))
    return facts, games


def _agrees(question: str) -> bool:
    """Ask the operator. The end of the input is a no."""
    try:
        return input(f"{question} [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError:
        return False


@_command("servers", action="leave")
async def _leave_server(_: Store, options: Namespace) -> None:
    token = Settings.read().discord_token
    if token is None:
        raise BadSetting("To leave a server the bot needs DISCORD_TOKEN.")
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(token.get_secret_value())
            was_there = await leave(client, options.id)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            if meaning(error) is Meaning.LOGGED_OUT:
                raise BadSetting(LOGGED_OUT) from None
            raise Failed(f"Discord did not let the bot leave {options.id}: {why(error)}") from error
    if was_there:
        print(f"Left {options.id}.")
    else:
        print(f"The bot is not in {options.id}.")


@_command("users", "servers", action="ban")
async def _ban(store: Store, options: Namespace) -> None:
    is_server = options.command == "servers"
    is_known = await store.run(upkeep.knows, options.id, is_server=is_server)
    await store.run(people_transactions.ban, options.id, is_server=is_server)
    soon = _SOON
    if is_server:
        soon = "The bot leaves it within a minute after somebody uses it there."
    print(f"Banned {options.id}. {soon}")
    if not is_known:
        print(_UNKNOWN.format(options.id))


@_command("users", "servers", action="unban")
async def _unban(store: Store, options: Namespace) -> None:
    if await store.run(people_transactions.unban, options.id):
        print(f"Lifted the ban of {options.id}. {_SOON}")
    else:
        print(f"{options.id} was not banned.")
