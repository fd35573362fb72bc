"""An interaction with a wrong date in its id harms at most the person who sent it."""

from datetime import timedelta

import discord
import pytest

from tests.support.server import Server, text


def misdated(server: Server, seconds: float) -> dict[str, str]:
    """The changes that date an interaction so many seconds ahead."""
    return {"id": str(discord.utils.time_snowflake(server.env.now() + timedelta(seconds=seconds)))}


TWO_DAYS = 2 * 24 * 3600.0


@pytest.fixture
async def busy(server: Server) -> Server:
    """A server where ann plays bob with ten minutes a move and eve has challenged the moderator."""
    await server.ann.slash(server.general, "ttt start", opponent=server.bob, first="me")
    await server.bob.click(server.general.last_message, label="Accept")
    await server.eve.slash(server.lounge, "ttt start", opponent=server.mod)
    return server


async def test_a_game_started_two_days_ahead_ends_no_other_game_and_no_challenge(busy: Server):
    challenge = busy.lounge.last_message
    await busy.send_command(busy.mod, "start", **misdated(busy, TWO_DAYS))
    assert await busy.moves() == ()
    assert "Your turn" in text(await busy.mod.click(challenge, label="Accept"))


async def test_a_command_two_days_ahead_changes_nothing_about_the_next_sweeps(busy: Server):
    await busy.send_command(busy.mod, "help", **misdated(busy, TWO_DAYS))
    await busy.env.advance_time(590)
    assert "still had time" in text(await busy.bob.slash(busy.general, "ttt claim"))
    await busy.env.advance_time(20)
    assert "ran out of time" in text(await busy.bob.slash(busy.general, "ttt claim"))


async def test_a_claim_dated_after_the_deadline_wins_nothing_before_it(busy: Server):
    await busy.send_command(busy.bob, "claim", **misdated(busy, 900.0))
    assert await busy.moves() == ()


@pytest.mark.parametrize("has_just_started", [False, True])
async def test_an_interaction_two_seconds_ahead_makes_nobody_else_look_late(
    busy: Server, has_just_started: bool
):
    if has_just_started:
        await busy.restart(busy.store)
    await busy.send_command(busy.mod, "help", **misdated(busy, 2.0))
    before = len(busy.answers())
    await busy.send_presses(*[(busy.bob, "ttt:cell:1:0:5")] * 60)
    assert len(busy.answers()) == before + 60
    assert busy.client.admission.turned_away == 0
