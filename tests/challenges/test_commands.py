"""Games with a friend or with anyone who joins: the challenge, its answers, and the turns."""

import discord
import pytest
from sqlalchemy import select, update

from bot.challenges.challenge import PAUSE
from bot.database.store import Store
from bot.database.tables import challenges
from tests.support.server import Server, labels, open_server, refused, text
from tests.support.walk import (
    ANN,
    BOB,
    EVE,
    hears,
    passes,
    posts,
    redraws,
    restarts,
    walks,
)


async def pause_ends(server: Server) -> None:
    """Let time pass until a challenge that was not accepted may be repeated."""
    with server.env.time_context():
        await server.env.advance_time(PAUSE)


async def test_a_challenge_is_public_and_mentions_only_the_challenged(server: Server):
    result = await server.challenge()
    assert not result.ephemeral
    assert result.response.content.startswith(
        f"<@{server.bob.id}>, **<@{server.ann.id}> challenges you!** ⚔️\n"
        "3×3 · you're O · first move: coin flip\n"
        f"-# 10 minutes per move · expires <t:"
    )
    assert labels(result) == ["Accept", "Decline", "Cancel"]
    [answer] = server.answers()
    assert answer["data"]["allowed_mentions"] == {"parse": [], "users": [server.bob.id]}


async def test_the_board_notifies_the_challenger_and_nobody_is_notified_after_that(server: Server):
    board = await server.play_friends()
    await server.ann.click(board.response.message, label="1")
    await server.bob.slash(server.general, "ttt move", cell=5)
    await server.ann.slash(server.general, "ttt resign")
    _, first, *later = server.answers()
    assert first["data"]["allowed_mentions"] == {"parse": [], "users": [server.ann.id]}
    for answer in later:
        assert not answer["data"]["allowed_mentions"].get("users")
        assert answer["data"]["allowed_mentions"]["parse"] == []


async def test_the_clock_forgets_a_challenge_a_day_after_its_end(store: Store):
    async with open_server(store, keeps_house=True) as server:
        await server.challenge()
        for age in (24 * 3600 - 7200, 24 * 3600 + 1):
            ended = update(challenges).values(expires_at=int(server.env.now().timestamp()) - age)
            await store.run(
                lambda transaction, change=ended: transaction.connection.execute(change).rowcount
            )
            with server.env.time_context():
                await server.env.advance_time(3600)
            kept = await store.run(
                lambda transaction: list(transaction.connection.scalars(select(challenges.c.state)))
            )
            assert kept == ["lapsed"] * (age < 24 * 3600)


test_a_game_with_a_friend = walks(
    {
        "the terms that the challenger chose": (
            posts(ANN, "start", "you're X · you go first", opponent=BOB, mark="O", first="them"),
        ),
        "terms left to chance": (
            posts(
                ANN,
                "start",
                "\n3×3 · random marks · @ann goes first",
                opponent=BOB,
                mark="random",
                first="me",
            ),
        ),
        "a challenge that lapses says so when it is pressed": (
            posts(ANN, "start", "challenges you", opponent=BOB),
            restarts(),
            passes(300),
            redraws(BOB, "Accept", "Challenge expired."),
            passes(PAUSE),
            posts(ANN, "start", "challenges you", opponent=BOB),
        ),
        "a challenge that was taken back says so when it is pressed": (
            posts(ANN, "start", "challenges you", opponent=BOB),
            restarts(),
            redraws(ANN, "Cancel", "Challenge canceled."),
        ),
        "a challenge that was accepted says so, even after a restart": (
            posts(ANN, "start", "challenges you", opponent=BOB),
            restarts(),
            posts(BOB, "Accept", "Your turn", "Game on!"),
        ),
    }
)


async def test_who_cannot_be_challenged_is_said(server: Server):
    def start(opponent):
        return server.ann.slash(server.general, "ttt start", opponent=opponent)

    robot = server.ann.guild.add_member(server.env.create_user("robot", bot=True))
    assert refused(await start(server.ann), "yourself")
    assert refused(await start(robot), "That bot doesn't play")
    assert refused(await start(server.env.create_user("stranger")), "aren't in this server")
    in_dm = await server.ann.user.slash("ttt start", opponent=server.bob.user)
    assert refused(in_dm, "just you and me")


@pytest.mark.parametrize("kind", [1, 3])  # a private channel of two, and a group
async def test_in_private_channels_where_the_app_is_only_theirs_everything_works(
    server: Server, kind: int
):
    private = {
        "guild_id": None,
        "context": 2,
        "authorizing_integration_owners": {"1": str(server.ann.id)},
        "channel": {"id": str(server.general.id), "type": kind},
    }
    against_bot = await server.send_command(server.eve, "start", **private)
    assert f"-# ❌ <@{server.eve.id}>\n-# ⭕ **Bot**" in text(against_bot)
    asked = await server.send_command(server.ann, "start", opponent=server.bob, **private)
    assert "challenges you" in text(asked)
    [board] = await server.send_presses(
        (server.bob, "ttt:accept:1"), message=asked.response, **private
    )
    assert f"⭕ <@{server.bob.id}>" in text(board)
    for refusal in await server.send_presses(
        (server.eve, "ttt:cell:2:0:1"),
        (server.eve, "ttt:accept:1"),
        message=board.response,
        **private,
    ):
        assert refusal.ephemeral


async def test_where_the_app_may_only_answer_privately_a_challenge_is_refused(server: Server):
    theirs = {"authorizing_integration_owners": {"1": str(server.ann.id)}}
    members = {
        str(server.bob.id): {"roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}
    }
    external_apps = 1 << 50

    both = {
        "authorizing_integration_owners": {"0": str(server.ann.guild.id), "1": str(server.ann.id)}
    }

    async def start(permissions: int, owners: dict[str, object] = theirs):
        member = {
            "user": {
                "id": str(server.ann.id),
                "username": "ann",
                "discriminator": "0",
                "avatar": None,
            },
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": str(permissions),
        }
        return await server.send_command(
            server.ann, "start", opponent=server.bob, members=members, member=member, **owners
        )

    assert refused(await start(0), "Nobody else can see my messages")
    open_to_anyone = [{"name": "open", "type": 5, "value": True}]
    opened = await server.send_command(server.ann, "start", options=open_to_anyone, **theirs)
    assert refused(opened, "Nobody else can see my messages")
    assert "challenges you" in text(await start(external_apps))
    await server.ann.slash(server.general, "ttt resign")
    await pause_ends(server)
    assert "challenges you" in text(await start(0, both))


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ({"communication_disabled_until": "2099-01-01T00:00:00+00:00"}, "is in timeout"),
        ({"permissions": "0"}, "can't see this channel"),
        ({"communication_disabled_until": "2020-01-01T00:00:00+00:00"}, "challenges you"),
        ({"permissions": str(discord.Permissions(view_channel=True).value)}, "challenges you"),
    ],
)
async def test_who_cannot_answer_here_is_not_challenged(
    server: Server, fact: dict[str, str], said: str
):
    known = {"roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}
    asked = await server.send_command(
        server.ann, "start", opponent=server.bob, members={str(server.bob.id): known | fact}
    )
    assert said in text(asked)
    assert asked.ephemeral == (said != "challenges you")


async def opened(server: Server, **options: str):
    return await server.ann.slash(server.general, "ttt start", open=True, **options)


async def test_an_open_game_is_public_and_notifies_nobody(server: Server):
    asked = await opened(server, mark="O")
    assert not asked.ephemeral
    assert asked.response.content.startswith(
        f"**<@{server.ann.id}> wants a game. Who's\N{NO-BREAK SPACE}in?**\n"
        f"3×3 · <@{server.ann.id}> plays O · first move: coin flip\n"
        f"-# 10 minutes per move · expires <t:"
    )
    assert labels(asked) == ["Join", "Cancel"]
    [answer] = server.answers()
    assert answer["data"]["allowed_mentions"] == {"parse": [], "users": []}


async def test_the_first_to_join_an_open_game_gets_the_board_and_the_next_is_told_who_plays(
    server: Server,
):
    asked = await opened(server, first="me")
    assert refused(await server.ann.click(asked.response.message, label="Join"), "your own game")
    board, late = await server.send_presses((server.bob, "ttt:join:1"), (server.eve, "ttt:join:1"))
    assert f"-# ❌ <@{server.ann.id}>\n-# ⭕ <@{server.bob.id}>" in text(board)
    assert "Game on!" in text(late)
    assert late.response.id == asked.response.id


JOINED = (
    posts(ANN, "start", "Who's in?", open=True, first="me"),
    posts(BOB, "Join", "-# ❌ @ann\n-# ⭕ @bob"),
)
LEFT = "@bob left before making a move"

test_who_leaves_before_moving_is_named_and_the_host_opens_another_game = walks(
    {
        "by button": (
            *JOINED,
            redraws(BOB, "Resign", f"{LEFT}, so it doesn't count"),
            posts(ANN, "start", "Who's in?", open=True, first="me"),
            hears(BOB, "Join", "You left a game before making a move", "<t:"),
            posts(EVE, "Join", "-# ❌ @ann\n-# ⭕ @eve"),
        ),
        "by command, which closes the board too": (
            *JOINED,
            posts(BOB, "resign", LEFT, "ended further down"),
        ),
    }
)
