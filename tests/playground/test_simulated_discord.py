"""One world for several people at once."""

import asyncio
import itertools
from pathlib import Path

import pytest
import simcord

from bot.database.transaction import AnyTransaction
from bot.messages.texts import ENGLISH
from bot.playground import typed_lines
from bot.playground.not_understood import NotUnderstood
from bot.playground.simulated_discord import DIRECT, Here
from bot.running import transactions as upkeep
from tests.support.languages import spoken
from tests.support.playground import world

ALICE, BOB = Here("alice", "general"), Here("bob", "general")


async def test_people_act_at_once_and_wait_for_each_other():
    async with world() as here:
        await asyncio.gather(
            here.slash(ALICE, "ttt start", {"level": "perfect"}),
            here.slash(BOB, "ttt start", {"level": "perfect"}),
            here.suggested_values(ALICE, "ttt move", "cell"),
            here.pass_time(1),
        )
        assert len(here.messages(ALICE)) == 2


async def test_everyone_sees_public_messages_and_only_their_own_private_ones():
    async with world() as here:
        await here.slash(ALICE, "ttt start", {})
        await here.slash(ALICE, "ttt help", {})
        [board, told] = here.messages(ALICE)
        assert told.only_for_you
        assert here.messages(BOB) == [board]
        assert here.messages(Here("bob", DIRECT)) == []


async def test_the_language_that_someone_chooses_is_the_servers_for_everyone(tmp_path: Path):
    german = {"**Your turn, {player}** {mark}": "**{player} ist am Zug** {mark}"}
    with spoken("de", german, tmp_path):
        async with world() as here:
            here.set_locale("alice", "de")
            await here.slash(BOB, "ttt start", {})
            [board] = here.messages(BOB)
    assert "ist am Zug" in str(board.texts)


@pytest.mark.parametrize("message_id", [None, 1])
async def test_nobody_presses_what_they_do_not_see(message_id: int | None):
    async with world() as here:
        await here.slash(ALICE, "ttt puzzle", {})
        [puzzle] = here.messages(ALICE)
        custom_id = puzzle.buttons[0]["custom_id"]
        with pytest.raises((simcord.SetupError, simcord.BackendError)):
            await here.press(BOB, message_id or puzzle.id, custom_id)


async def test_time_goes_by_while_nobody_does_anything(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.playground.simulated_discord._TICK", 0.0)
    async with world() as here:
        ticked, before = asyncio.Event(), here.now
        here.listeners.append(ticked.set)
        await ticked.wait()
        assert here.now > before


async def test_while_hours_pass_the_bot_looks_every_two_minutes_and_takes_none_for_downtime(
    monkeypatch: pytest.MonkeyPatch,
):
    """So hours pass in a second, and deadlines stay where they are."""
    looks: list[int] = []
    sweep = upkeep.sweep

    def counted(transaction: AnyTransaction, now: int) -> tuple[int, int]:
        looks.append(now)
        return sweep(transaction, now)

    monkeypatch.setattr(upkeep, "sweep", counted)
    async with world() as here:
        await here.wait(2 * 3600)
    between = [after - before for before, after in itertools.pairwise(looks)]
    assert len(looks) < 70
    assert max(between) < upkeep.STANDSTILL


async def test_a_person_alone_with_the_bot_can_name_others():
    async with world() as here:
        await here.slash(Here("alice", DIRECT), "ttt stats", {"user": "bob"})
        assert here.messages(Here("alice", DIRECT))


async def test_a_command_is_in_the_menu_of_the_person_whose_name_follows_it():
    async with world() as here:
        await typed_lines.choose_from_menu(here, ALICE, "Challenge to tic-tac-toe bob", ENGLISH)
        [challenge] = here.messages(BOB)
        assert f"<@{here.people['bob']}>" in challenge.text


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("Challenge to tic-tac-toe dave", "There's no dave here."),
        ("Review this game", "There's no such menu command."),  # without a message
        ("Dance bob", "Try Challenge to tic-tac-toe or Review this game."),
    ],
)
async def test_what_is_in_no_menu_is_refused(typed: str, hint: str):
    async with world() as here:
        with pytest.raises(NotUnderstood, match=hint):
            await typed_lines.choose_from_menu(here, ALICE, typed, ENGLISH)
