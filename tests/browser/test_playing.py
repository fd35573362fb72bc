"""The page in a real browser: a game by mouse, by keyboard, and between two people."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.browser.conftest import PHONE, Opening, new_window
from tests.support.page import Page
from tests.support.windows import board, button, free_cells, newest, offers, play, say

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_whole_game_by_mouse(window: Opening):
    async with window() as alice:
        await alice.fill("#line", "/ttt st")
        for offer in ("/ttt start", "level", "perfect"):
            await offers(alice).filter(has_text=re.compile(f"^{offer} ")).click()
        await alice.get_by_role("button", name="Send").click()
        await expect(newest(alice)).to_contain_text("Your turn, @alice")
        while await free_cells(alice).count():
            await play(alice, await free_cells(alice).first.inner_text())
        await expect(button(newest(alice), "Rematch")).to_be_visible()


async def test_a_whole_game_by_keyboard_alone(window: Opening):
    async with window(width=PHONE) as alice:
        press = alice.keyboard.press
        await press("Tab")
        await press("Enter")  # the first thing one reaches leads to the line
        await alice.keyboard.type("/ttt sta")
        await offers(alice).first.wait_for()
        await press("Enter")  # completes the command
        await alice.keyboard.type("level:perfect")
        await press("Escape")
        await press("Enter")
        await expect(newest(alice)).to_contain_text("Your turn, @alice")
        await press("Shift+Tab")
        for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft"):
            await press(key)
        await expect(button(newest(alice), "1")).to_be_focused()
        await press("Enter")
        await expect(alice.locator(":focus")).to_have_text("X")
        await expect(alice.locator("#news")).to_contain_text("I played")
        while await free_cells(alice).count():
            cell = await free_cells(alice).first.inner_text()
            while await alice.locator(":focus").inner_text() != cell:
                await press("Tab")
            await press("Space")
            await expect(button(newest(alice), cell)).to_have_count(0)
        await expect(newest(alice)).to_be_focused()
        for name in ("More actions", "Rematch"):
            await press("Tab")
            await expect(button(newest(alice), name)).to_be_focused()


async def test_enter_takes_the_offer_that_goes_on_as_typed_not_the_first_of_an_earlier_line(
    window: Opening,
):
    async with window() as alice:
        line = alice.locator("#line")
        await line.press_sequentially("/ttt st")
        await expect(offers(alice).first).to_contain_text("/ttt start")
        await line.press_sequentially("at")
        await line.press("Enter")
        await expect(line).to_have_value("/ttt stats ")


async def test_a_finished_game_is_reviewed_from_the_menu_of_its_message(window: Opening):
    async with window() as alice:
        await say(alice, "/ttt start level:perfect")
        for cell in ("1", "2", "9"):
            await play(alice, cell)
        review = alice.get_by_role("button", name="Review this game")
        for start in (
            newest(alice).click(button="right"),
            button(newest(alice), "More actions").click(),
        ):
            await start
            await expect(review).to_be_focused()
            await alice.locator("#where").click()
            await expect(review).to_be_hidden()
        await button(newest(alice), "More actions").press("Enter")
        await review.press("Enter")
        await expect(newest(alice)).to_contain_text("Your one mistake: move 5, cell 9")
        await button(newest(alice), "7").click()
        await expect(newest(alice)).to_contain_text(
            "7 blocks 3\N{NON-BREAKING HYPHEN}5\N{NON-BREAKING HYPHEN}7."
        )


async def test_two_people_play_in_two_windows(window: Opening):
    async with window() as alice, window("bob/general", PHONE) as bob:
        await say(alice, "/ttt start opponent:bob first:me")
        await button(newest(bob), "Accept").click()
        await play(alice, "5")
        await expect(button(board(bob), "5: X")).to_have_count(1)
        await play(bob, "1")
        await expect(board(alice)).to_contain_text("Your turn, @alice")
        for person, cell in ((alice, "3"), (bob, "2"), (alice, "7")):
            await play(person, cell)
        for person in (alice, bob):
            await expect(person.locator(".message", has_text="@alice wins")).to_be_visible()


async def test_on_a_phone_no_button_is_broken_into_two_lines_or_leaves_the_screen(window: Opening):
    async with window(width=PHONE) as alice:
        for line, named in (("/ttt start", "Hint"), ("/ttt board text:True", "Prefer text")):
            await say(alice, line)
            await expect(button(newest(alice), named)).to_be_visible()
            assert await newest(alice).locator(".row").evaluate_all(_BROKEN) == [], line


async def test_for_fingers_the_menu_of_a_message_has_no_box_across_the_text_below_it(
    browser: Browser, here: Page
):
    async with new_window(browser, PHONE, "dark", has_touch=True, is_mobile=True) as alice:
        await alice.goto(f"{here.address}#alice/general")
        await say(alice, "/ttt settings")
        more = button(newest(alice), "More actions")
        await expect(more).to_have_css("height", "40px")  # taller than its header
        await expect(more).to_have_css("border-bottom-color", "rgba(0, 0, 0, 0)")
        sign = await more.locator("svg").bounding_box()
        text = await newest(alice).locator(".text").bounding_box()
        assert sign
        assert text
        assert sign["y"] + sign["height"] <= text["y"]


_BROKEN = """(rows) => rows.flatMap((row) => [...row.querySelectorAll(".button")]
    .filter((each) => {
        const { height, right } = each.getBoundingClientRect();
        return height > 44 || right > innerWidth;
    })
    .map((each) => each.textContent))"""
