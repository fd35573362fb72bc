"""Slow games of two people in three places, through the real process, which is killed meanwhile.

Whoever asks finds whose turn it is, and only who has asked to be told at once is told: once for
each move at most.
"""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support import payloads
from tests.support.loopback import Loopback, message, stopped
from tests.support.waiting import LONG

ANN, BOB = 0, 1
NAMES = {ANN: payloads.user(7, "ann"), BOB: payloads.user(8, "bob")}
SERVERS = {501: 71, 502: 72}  # channels and their servers
DIRECT = 503
CELLS = (1, 2, 3, 5)  # ann plays the first, bob the second, and so on; nobody wins
KILLED_AFTER = {2, 6}  # moves of all three games


@pytest.fixture
def database() -> str:
    return "postgres"


def place(channel: int, person: int) -> dict[str, Any]:
    """What Discord says of somebody who acts in a channel."""
    user = NAMES[person]
    if channel == DIRECT:
        where = {"id": str(channel), "type": 3, "recipients": [*NAMES.values()]}
        where |= {"owner_id": "7", "name": None, "icon": None, "last_message_id": None}
        return {
            "user": user,
            "channel": where,
            "channel_id": str(channel),
            "context": 2,
            "authorizing_integration_owners": {"1": user["id"]},
        }
    server = SERVERS[channel]
    everything = str((1 << 50) - 1)
    return {
        "member": {
            "user": user,
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": everything,
        },
        "guild_id": str(server),
        "guild": {"id": str(server), "locale": "en-US", "features": []},
        "channel": payloads.channel(channel, server, everything),
        "channel_id": str(channel),
        "context": 0,
        "authorizing_integration_owners": {"0": str(server)},
    }


async def use(discord: Loopback, person: int, channel: int, name: str, **options: Any) -> Any:
    return await discord.answer(2, payloads.command(name, options), **place(channel, person))


async def press(discord: Loopback, person: int, channel: int, custom_id: str) -> str:
    data = {"custom_id": custom_id, "component_type": 2}
    return str(await discord.answer(3, data, message(custom_id), **place(channel, person)))


async def open_game(discord: Loopback, channel: int) -> str:
    """The number of a game of ann, who goes first, with bob."""
    options = {"open": True, "first": "me", "mark": "X", "game": "3x3", "time": 60}
    asked = str(await use(discord, ANN, channel, "start", **options))
    [challenge] = re.findall(r"ttt:join:(\d+)", asked)
    board = await press(discord, BOB, channel, f"ttt:join:{challenge}")
    return re.findall(r"ttt:cell:(\d+):0:", board)[0]


async def waiting_for(discord: Loopback, person: int) -> tuple[int, int]:
    """In how many games it is somebody's turn, and in how many the other's, as their list says."""
    listed = str(await discord.command("games", person))
    yours, _, theirs = listed.partition("**Their turn**")
    return len(re.findall(r"\*\*\d+\.\*\*", yours)), len(re.findall(r"\*\*\d+\.\*\*", theirs))


async def test_two_people_with_three_slow_games_find_whose_turn_it_is_and_bob_is_told(
    discord: Loopback, tmp_path: Path, database_url: str
):
    discord.times["bot.play.transactions._STILL_LOOKS"] = 0.0  # everyone is away at once
    discord.times["bot.interactions.limits.SECONDS"] = 0.0  # and nobody is too fast
    # This Discord lets a shard identify at any time.
    discord.times["bot.running.transactions._BETWEEN_IDENTIFIES"] = 0.0
    settings = {"DATABASE_URL": database_url, "TILES": "off"}
    process = await discord.start(cwd=tmp_path, **settings)
    await press(discord, BOB, DIRECT, "ttt:gamesatonce")
    games = {channel: await open_game(discord, channel) for channel in (*SERVERS, DIRECT)}
    discord.follow_ups.clear()
    turns = dict.fromkeys(games, ANN)
    moves = 0
    lost_at_most = 0  # posts, by a kill right after a move of ann's
    for version, cell in enumerate(CELLS):
        for channel, number in games.items():
            mover = turns[channel]
            discord.followed.clear()
            pressed = f"ttt:cell:{number}:{version}:{cell}"
            assert "Your turn" in await press(discord, mover, channel, pressed)
            turns[channel] = 1 - mover
            moves += 1
            if moves in KILLED_AFTER:
                process.kill()
                await process.wait()
                if mover == ANN:
                    lost_at_most += 1
                process = await discord.start(cwd=tmp_path, **settings)
                await press(discord, mover, channel, pressed)  # nothing new happens
            elif mover == ANN:
                await asyncio.wait_for(discord.followed.wait(), LONG)
            for person in (ANN, BOB):
                theirs = list(turns.values()).count(person)
                assert await waiting_for(discord, person) == (theirs, len(games) - theirs)
    await stopped(process)
    told = [each for each in discord.follow_ups if "has moved" in str(each)]
    moves_of_ann = len(CELLS) // 2 * len(games)
    assert moves_of_ann - lost_at_most <= len(told) <= moves_of_ann
    assert {str(each["allowed_mentions"]["users"]) for each in told} == {"[8]"}
