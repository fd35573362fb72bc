"""The operator's commands: users, servers, games and stats. They work while the bot is running."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import UTC, datetime
from time import time
from typing import TypeAlias

import aiohttp
import discord

from bot.failures import BadSetting, Failed
from bot.housekeeping import leave
from bot.rendering import people
from bot.sessions.session import SECONDS_A_DAY
from bot.settings import Settings
from bot.storage import personal_data, record_transactions, survey_transactions
from bot.storage.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable, reason
from bot.storage.store import Store

_WITHIN_A_MINUTE = "A bot that is running knows within a minute."


def run(options: Namespace) -> None:
    """Run a command of `bot.__main__`. Raises BadSetting or Failed."""
    try:
        asyncio.run(_run(options, Settings.read()))
    except CannotOpenStore as error:
        raise Failed(str(error)) from error
    except (StoreUnavailable, OutcomeUnknown) as error:
        raise Failed(f"The database cannot be used: {reason(error)}.") from error


async def _run(options: Namespace, settings: Settings) -> None:
    async with Store.visit(settings.database_url) as store:
        await _COMMANDS[options.about, options.action](store, settings, options)


async def _users(store: Store, _: Settings, options: Namespace) -> None:
    found = await store.read(lambda connection: survey_transactions.busiest_people(connection, options.most))
    rows = [(row.id, row.games, _day(row.seen_on), "banned" if row.is_banned else "") for row in found]
    _print_table(("user", "games", "last game", ""), rows)


async def _show_user(store: Store, _: Settings, options: Namespace) -> None:
    facts, games = await _kept(store, options.id)
    print(people.export_file(options.id, facts, games).content.decode(), end="")


async def _delete_user(store: Store, _: Settings, options: Namespace) -> None:
    games = (await _kept(store, options.id))[1]
    played = f"{len(games)} game{'s' * (len(games) != 1)}"
    if not options.yes and not _agrees(f"Delete everything that is kept about {options.id}, with {played}?"):
        raise Failed("Nothing was deleted.")
    while await store.run(record_transactions.delete_person, options.id, int(time())):
        pass
    print(f"Deleted what was kept about {options.id}, as /ttt privacy does.")


async def _kept(
    store: Store, user_id: int
) -> tuple[list[tuple[str, personal_data.Row]], list[personal_data.Row]]:
    """What is kept about a person: facts, each with the name of its table, and games. Raises Failed."""
    facts = await store.run(personal_data.facts, user_id)
    games: list[personal_data.Row] = []
    while part := await store.run(personal_data.games, user_id, games[-1]["id"] if games else 0):
        games += part
    if not facts and not games:
        raise Failed(_unknown(user_id))
    return facts, games


def _agrees(question: str) -> bool:
    """Ask the operator. The end of the input is a no."""
    try:
        return input(f"{question} [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError:
        return False


def _unknown(number: int) -> str:
    return f"Nothing is kept about {number}: check the ID."


async def _servers(store: Store, _: Settings, options: Namespace) -> None:
    found = await store.read(lambda connection: survey_transactions.servers(connection, options.most))
    rows = []
    for row in found:
        last = _day(row.last_at // SECONDS_A_DAY) if row.games else "never"
        rows.append((row.id, row.games, last, "banned" if row.is_banned else ""))
    _print_table(("server", "games", "last game", ""), rows)


async def _leave_server(_: Store, settings: Settings, options: Namespace) -> None:
    if settings.discord_token is None:
        raise BadSetting("To leave a server the bot needs DISCORD_TOKEN.")
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(settings.discord_token.get_secret_value())
            was_there = await leave(client, options.id)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            raise Failed(f"Discord did not let the bot leave {options.id}: {error}") from error
    print(f"Left {options.id}." if was_there else f"The bot is not in {options.id}.")


async def _ban(store: Store, _: Settings, options: Namespace) -> None:
    is_server = options.about == "servers"
    knows = survey_transactions.knows_server if is_server else survey_transactions.knows_person
    is_known = await store.run(knows, options.id)
    await store.run(record_transactions.ban, options.id, is_server=is_server)
    soon = "A bot that is running leaves it within a minute." if is_server else _WITHIN_A_MINUTE
    print(f"Banned {options.id}. {soon}")
    if not is_known:
        print(_unknown(options.id))


async def _banned(store: Store, _: Settings, options: Namespace) -> None:
    bans = await store.run(record_transactions.load_bans)
    if options.about == "servers":
        ids, none = bans.servers, "No server is banned."
    else:
        ids, none = bans.people, "Nobody is banned."
    print("\n".join(map(str, sorted(ids))) or none)


async def _unban(store: Store, _: Settings, options: Namespace) -> None:
    was_banned = await store.run(record_transactions.unban, options.id)
    told = f"Lifted the ban of {options.id}. {_WITHIN_A_MINUTE}"
    print(told if was_banned else f"{options.id} was not banned.")


async def _games(store: Store, _: Settings, options: Namespace) -> None:
    games = await store.read(
        lambda connection: survey_transactions.last_games(
            connection, options.most, is_live=options.live, guild_id=options.server, user_id=options.user
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


async def _stats(store: Store, _: Settings, __: Namespace) -> None:
    found = await store.read(lambda connection: survey_transactions.survey(connection, int(time())))
    _print_table(("figure", ""), found.items())


_Command: TypeAlias = Callable[[Store, Settings, Namespace], Awaitable[None]]
_COMMANDS: Mapping[tuple[str, str | None], _Command] = {
    ("users", None): _users,
    ("users", "show"): _show_user,
    ("users", "delete"): _delete_user,
    ("servers", None): _servers,
    ("servers", "leave"): _leave_server,
    ("games", None): _games,
    ("stats", None): _stats,
    **{(about, "ban"): _ban for about in ("users", "servers")},
    **{(about, "unban"): _unban for about in ("users", "servers")},
    **{(about, "banned"): _banned for about in ("users", "servers")},
}


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
