"""The operator's commands: users, servers, games, stats and backup while the bot runs; and copy."""

import asyncio
from argparse import Namespace
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from time import time
from typing import TypeAlias

import aiohttp
import discord

from bot.database.address import BadAddress, read_address
from bot.database.copies import CopyFailed, back_up, copy
from bot.database.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable, reason
from bot.database.store import Store
from bot.people import personal_rows
from bot.people import transactions as people_transactions
from bot.people.privacy_card import export_file
from bot.play.session import SECONDS_A_DAY
from bot.running import operator_transactions
from bot.running.failures import BadSetting, Failed
from bot.running.housekeeping import leave
from bot.running.settings import Settings

_Command: TypeAlias = Callable[[Store, Namespace], Awaitable[None]]

_COMMANDS: dict[tuple[str, str | None], _Command] = {}

_UNKNOWN = "Nothing is kept about {}: check the ID."
_SOON = "A bot that is running knows a minute after somebody uses it, or in ten minutes."


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
            print("Copied " + ", ".join(f"{count} {name}" for name, count in copied.items()) + ".")
        else:
            asyncio.run(_run_in_store(options))
    except (CopyFailed, CannotOpenStore) as error:
        raise Failed(str(error)) from error
    except (StoreUnavailable, OutcomeUnknown) as error:
        raise Failed(f"The database cannot be used: {reason(error)}.") from error


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
        await _COMMANDS[options.command, getattr(options, "action", None)](store, options)


def _command(*abouts: str, action: str | None = None) -> Callable[[_Command], _Command]:
    """Register what carries out an action, or what lists if there is no action."""

    def register(function: _Command) -> _Command:
        _COMMANDS.update(((about, action), function) for about in abouts)
        return function

    return register


@_command("users")
async def _users(store: Store, options: Namespace) -> None:
    found = await store.read(
        lambda connection: operator_transactions.busiest_people(connection, options.most)
    )
    rows = [
        (row.id, row.games, _day(row.seen_on), "banned" if row.is_banned else "") for row in found
    ]
    _print_table(("user", "games", "last game", ""), rows)


@_command("users", action="show")
async def _show_user(store: Store, options: Namespace) -> None:
    facts, games = await _kept(store, options.id)
    print(export_file(options.id, facts, games).content.decode(), end="")


@_command("users", action="delete")
async def _delete_user(store: Store, options: Namespace) -> None:
    games = (await _kept(store, options.id))[1]
    played = f"{len(games)} game{'s' * (len(games) != 1)}"
    if not options.yes and not _agrees(
        f"Delete everything that is kept about {options.id}, with {played}?"
    ):
        raise Failed("Nothing was deleted.")
    while await store.run(people_transactions.delete_person, options.id, int(time())):
        pass
    print(f"Deleted what was kept about {options.id}, as /ttt privacy does.")


async def _kept(
    store: Store, user_id: int
) -> tuple[list[tuple[str, personal_rows.Row]], list[personal_rows.Row]]:
    """What is kept about a person: facts, each with its table's name, and games. Raises Failed."""
    facts = await store.run(personal_rows.facts, user_id)
    games: list[personal_rows.Row] = []
    while part := await store.run(personal_rows.games, user_id, games[-1]["id"] if games else 0):
        games += part
    if not facts and not games:
        raise Failed(_UNKNOWN.format(user_id))
    return facts, games


def _agrees(question: str) -> bool:
    """Ask the operator. The end of the input is a no."""
    try:
        return input(f"{question} [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError:
        return False


@_command("servers")
async def _servers(store: Store, options: Namespace) -> None:
    found = await store.read(
        lambda connection: operator_transactions.servers(connection, options.most)
    )
    rows = []
    for row in found:
        last = _day(row.last_at // SECONDS_A_DAY) if row.games else "never"
        rows.append((row.id, row.games, last, "banned" if row.is_banned else ""))
    _print_table(("server", "games", "last game", ""), rows)


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
            raise Failed(f"Discord did not let the bot leave {options.id}: {error}") from error
    print(f"Left {options.id}." if was_there else f"The bot is not in {options.id}.")


@_command("users", "servers", action="ban")
async def _ban(store: Store, options: Namespace) -> None:
    is_server = options.command == "servers"
    is_known = await store.run(operator_transactions.knows, options.id, is_server=is_server)
    await store.run(people_transactions.ban, options.id, is_server=is_server)
    soon = "A bot that is running leaves it within ten minutes." if is_server else _SOON
    print(f"Banned {options.id}. {soon}")
    if not is_known:
        print(_UNKNOWN.format(options.id))


@_command("users", "servers", action="banned")
async def _banned(store: Store, options: Namespace) -> None:
    bans = await store.run(people_transactions.load_bans)
    if options.command == "servers":
        ids, none = bans.servers, "No server is banned."
    else:
        ids, none = bans.people, "Nobody is banned."
    print("\n".join(map(str, sorted(ids))) or none)


@_command("users", "servers", action="unban")
async def _unban(store: Store, options: Namespace) -> None:
    was_banned = await store.run(people_transactions.unban, options.id)
    told = f"Lifted the ban of {options.id}. {_SOON}"
    print(told if was_banned else f"{options.id} was not banned.")


@_command("games")
async def _games(store: Store, options: Namespace) -> None:
    games = await store.read(
        lambda connection: operator_transactions.last_games(
            connection,
            options.most,
            is_live=options.live,
            guild_id=options.server,
            user_id=options.user,
        )
    )
    rows = [
        (
            game.game,
            game.id,
            game.x_level or game.x_id,
            game.o_level or game.o_id,
            game.guild_id or "none",
            datetime.fromtimestamp(game.started_at, UTC).strftime("%Y-%m-%d %H:%M"),
            len(game.moves),
            game.end_reason or "on",
        )
        for game in games
    ]
    _print_table(("game", "id", "X", "O", "server", "began (UTC)", "moves", "end"), rows)


@_command("stats")
async def _stats(store: Store, _: Namespace) -> None:
    found = await store.read(
        lambda connection: operator_transactions.survey(connection, int(time()))
    )
    _print_table(("figure", ""), found.items())


def _print_table(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    """Print rows in columns; the first is a text, the others end in line."""
    shown = [head, *(tuple(map(str, row)) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    for first, *others in shown:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        print("  ".join((first.ljust(widths[0]), *cells)).rstrip())


def _day(day: int | None) -> str:
    """A day since 1970 as a date; 0 and None are unknown."""
    return datetime.fromtimestamp(day * SECONDS_A_DAY, UTC).date().isoformat() if day else "unknown"
