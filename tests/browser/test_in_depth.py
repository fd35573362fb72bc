"""The page in a real browser, in depth: reloads, lost connections, sizes, and who is kept out."""

import asyncio
from itertools import pairwise

import pytest
from playwright.async_api import Locator, expect
from playwright.async_api import Page as Window

from bot.playground.simulated_discord import Here
from tests.browser.conftest import (
    DESKTOP,
    PATIENCE,
    PHONE,
    Opening,
    in_light_and_dark,
    look_for_faults,
)
from tests.support.page import Page
from tests.support.windows import board, button, free_cells, newest, offers, play, say

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def play_it_out(window: Window) -> None:
    """Take the first free cell until the game ends."""
    while await free_cells(window).count():
        await play(window, await free_cells(window).first.inner_text())


def private(window: Window) -> Locator:
    return window.locator(".message:has(.private)").last


async def test_a_hint_and_a_review_are_private_and_someone_who_listens_is_told_what_is_new(
    window: Opening,
):
    async with window() as alice, window("bob/general") as bob:
        await say(alice, "/ttt start level:perfect")
        await play(alice, "2")
        await button(board(alice), "Hint").click()
        await expect(private(alice)).to_contain_text("Counts as a game with hints")
        await alice.get_by_role("button", name="Dismiss message").click()
        await expect(private(alice)).to_have_count(0)
        await play_it_out(alice)
        await button(newest(alice), "Review").click()
        await expect(button(private(alice), "As text")).to_be_visible()
        await expect(bob.locator(".message")).to_have_count(1)
        await say(bob, "/ttt start opponent:alice")
        await expect(alice.locator("#news")).to_contain_text("@alice, @bob challenges you!")
        await say(alice, "fly")
        await expect(alice.get_by_role("alert")).to_contain_text("no button “fly”")


async def test_a_reload_shows_the_same_place_and_a_slash_starts_a_command_wherever_the_focus_is(
    window: Opening,
):
    async with window("bob/lounge") as bob:
        await say(bob, "/ttt start")
        await play(bob, "5")
        await bob.keyboard.press("/")
        await expect(offers(bob)).not_to_have_count(0)
        await expect(bob.locator("#line")).to_have_value("/")
        await bob.reload()
        await expect(board(bob)).to_contain_text("Your turn, @bob")
        assert bob.url.endswith("#bob/lounge")
        await play_it_out(bob)


async def test_a_lost_connection_comes_back_with_what_happened_and_what_could_not_be_sent_stays(
    window: Opening, here: Page
):
    # A browser says in its console that it could not connect, as often as the page tries.
    async with window(allowed="ERR_INTERNET_DISCONNECTED") as alice:
        await say(alice, "/ttt start")
        await expect(board(alice)).to_contain_text("Your turn")
        # In this order: offline, Chromium may hold back the close itself.
        await alice.evaluate("sockets.forEach((socket) => socket.close())")
        await alice.context.set_offline(True)
        await expect(alice.locator("#lost")).to_be_visible()
        await say(alice, "/ttt stats")
        await button(board(alice), "5").focus()
        await here.world.slash(Here("bob", "general"), "ttt start", {})
        await alice.context.set_offline(False)
        await expect(alice.locator("#lost")).to_be_hidden()
        await expect(alice.locator(".message")).to_have_count(2)
        await expect(button(alice.locator(".message").first, "5")).to_be_focused()
        await expect(alice.locator("#line")).to_have_value("/ttt stats")


_AT_THE_END = """async () => {
    const log = document.querySelector("#log");
    while (log.scrollHeight - log.scrollTop - log.clientHeight >= 2)
        await new Promise(requestAnimationFrame);
}"""


async def is_at_its_end(window: Window) -> None:
    """Wait until nothing of the messages is below what is shown."""
    async with asyncio.timeout(PATIENCE / 1000):
        await window.evaluate(_AT_THE_END)


async def test_a_page_opens_at_its_end_and_stays_there_while_it_changes_its_size(window: Opening):
    async with window() as alice:
        for line in ("/ttt help", "/ttt start", "/ttt privacy", "/ttt stats", "/ttt hint"):
            await say(alice, line)
        await expect(alice.locator(".message")).to_have_count(5)
        for width in (DESKTOP, 800, PHONE):
            await alice.set_viewport_size({"width": width, "height": 844})
            await alice.reload()
            await expect(alice.locator(".message")).to_have_count(5)
            await is_at_its_end(alice)
            for height in (600, 500, 844):
                await alice.set_viewport_size({"width": width, "height": height})
                await is_at_its_end(alice)
            await expect(alice.locator("#newest")).to_be_hidden()


async def test_who_reads_further_up_stays_there_and_nothing_lies_on_an_error(window: Opening):
    async with window(width=PHONE) as alice:
        for line in ("/ttt help", "/ttt start", "/ttt privacy"):
            await say(alice, line)
        await expect(alice.locator(".message")).to_have_count(3)
        await alice.locator("#log").evaluate("(log) => log.scrollTop = 0")
        await expect(alice.locator("#newest")).to_be_visible()
        await alice.set_viewport_size({"width": PHONE, "height": 600})
        await alice.evaluate(
            "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
        )
        assert await alice.locator("#log").evaluate("(log) => log.scrollTop") == 0
        await say(alice, "/ttt start level:impossible")
        await expect(alice.get_by_role("alert")).to_contain_text("level can be easy")
        await expect(alice.locator("#line")).to_have_value("/ttt start level:impossible")
        for width in (PHONE, DESKTOP):
            await alice.set_viewport_size({"width": width, "height": 844})
            boxes = [
                await alice.locator(name).bounding_box()
                for name in ("#log", "#newest", "#refused", "#composer")
            ]
            for upper, lower in pairwise(boxes):
                assert upper
                assert lower
                assert upper["y"] + upper["height"] <= lower["y"]
        await alice.fill("#line", "")
        await alice.press("#line", "/")
        await expect(alice.get_by_role("alert")).to_be_hidden()
        for answer in (
            say(alice, "/ttt stats"),
            say(alice, "5"),
            button(board(alice), "Hint").click(),
        ):
            await alice.locator("#log").evaluate("(log) => log.scrollTop = 0")
            await expect(alice.locator("#newest")).to_be_visible()
            await answer
            await expect(alice.locator("#newest")).to_be_hidden()
            await is_at_its_end(alice)


NOTE_THE_TIMES = """() => {
    window.times = [];
    const time = document.getElementById("simulated");
    const note = () => times.push(time.textContent);
    new MutationObserver(note).observe(time, { childList: true });
}"""
"""Notes each time that the page says, however shortly: a few minutes pass in an instant."""


async def test_time_can_be_moved_on_in_sight_and_deadlines_come(window: Opening):
    async with window() as alice:
        await say(alice, "/ttt start opponent:bob")
        challenge = alice.locator(".message").first
        await expect(challenge).to_contain_text("in 5 minutes")
        await alice.get_by_role("button", name="1 minute", exact=True).click()
        await expect(challenge).to_contain_text("in 4 minutes")
        await alice.evaluate(NOTE_THE_TIMES)
        await alice.get_by_role("button", name="5 minutes").click()
        await expect(challenge).not_to_contain_text("Accept")
        await expect(alice.locator("#clock .icon")).to_have_count(0)
        assert any("→" in time for time in await alice.evaluate("times"))


@in_light_and_dark
async def test_axe_finds_nothing_that_keeps_people_out(window: Opening, width: int, theme: str):
    async with window(width=width, theme=theme) as alice:
        await look_for_faults(alice)
        await say(alice, "/ttt start level:perfect")
        await play(alice, "5")
        await button(board(alice), "Hint").click()
        await expect(private(alice)).to_be_visible()
        await say(alice, "/ttt stats")
        await say(alice, "fly")
        await expect(alice.get_by_role("alert")).to_be_visible()
        await look_for_faults(alice)
        await alice.fill("#line", "/ttt start ")
        await expect(offers(alice)).not_to_have_count(0)
        await look_for_faults(alice)
        if width == PHONE:
            await alice.get_by_role("button", name="Channels, people and settings").click()
            await look_for_faults(alice)
        for room, part in (("Learn", ".lesson"), ("Explore", "#cells button")):
            await alice.locator("#rooms").get_by_role("link", name=room).click()
            await expect(alice.locator(part).first).to_be_visible()
            await look_for_faults(alice)
        await alice.locator("#covered").get_by_role("button", name="Show").click()
        await expect(alice.locator("#expected")).not_to_be_empty()
        await look_for_faults(alice)


async def test_nothing_is_wider_than_the_window(window: Opening):
    async with window() as alice:
        for line in ("/ttt help", "/ttt stats", "/ttt start opponent:bob", "/ttt watch"):
            await say(alice, line)
        await expect(alice.locator(".message")).to_have_count(4)
        await say(alice, "/ttt start game:5x5 level:easy")
        await expect(free_cells(alice)).to_have_count(25)
        await play(alice, "33")
        for width in (DESKTOP, PHONE):
            await alice.set_viewport_size({"width": width, "height": 844})
            assert await alice.evaluate("document.documentElement.scrollWidth") <= width
            assert await alice.evaluate("document.querySelector('#log').scrollWidth") <= width


async def test_a_file_can_be_saved(window: Opening):
    async with window("carol/dm") as carol:
        await say(carol, "/ttt start")
        await play(carol, "5")
        await say(carol, "/ttt privacy")
        await carol.get_by_role("button", name="Export").click()
        async with carol.expect_download() as download:
            await carol.get_by_role("link", name="my-games.txt").click()
        assert (await (await download.value).path()).read_text(encoding="utf-8")


async def test_a_board_that_another_person_moves_keeps_the_focus_where_it_is(
    window: Opening, here: Page
):
    async with window() as alice:
        await say(alice, "/ttt start opponent:bob first:me")
        await expect(button(alice.locator(".message").first, "Accept")).to_be_visible()
        await here.world.press(*_pressed(here, "bob", "Accept"))
        await play(alice, "5")
        await button(board(alice), "9").focus()
        await here.world.press(*_pressed(here, "bob", "1"))
        await expect(button(board(alice), "1: O")).to_have_count(1)
        await expect(button(board(alice), "9")).to_be_focused()


def _pressed(here: Page, person: str, label: str) -> tuple[Here, int, str]:
    """What World.press needs for the newest button with that label."""
    there = Here(person, "general")
    for message in reversed(here.world.messages(there)):
        for pressed in message.buttons:
            if pressed["label"] == label:
                return there, message.id, pressed["custom_id"]
    raise AssertionError(f"there is no button {label}")
