"""Explore in a real browser: worths, the curve, the tree, and positions in the address."""

from collections import Counter

import pytest
from playwright.async_api import Locator, expect
from playwright.async_api import Page as Window

from tests.browser.conftest import DESKTOP, PHONE, Opening
from tests.support.windows import play, say

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def worths(window: Window) -> Locator:
    """What the cells of the board show of their worth."""
    return window.locator("#cells .sign")


async def test_the_tutorials_example_tells_its_values_in_its_cells_its_tree_and_its_list(
    window: Opening,
):
    async with window("explore") as alice:
        await expect(worths(alice)).to_have_text(["=", "▼", "▼"])
        await expect(alice.locator(".walk .node")).to_have_count(14)
        chips = await alice.locator(".walk .chip").all_text_contents()
        assert Counter(chips) == {"= 0": 6, "▲ 7": 4, "▼ −8": 4}
        await expect(alice.locator(".walk .risen")).to_have_count(8)
        await alice.get_by_text("The tree as a list").click()
        told = alice.locator("#tree").get_by_role("listitem")
        await expect(told).to_have_count(14)
        await expect(told.first).to_contain_text("XO. / .OX / OX.: 0")
        await expect(told.filter(has_text="X 4: −8").last).to_contain_text("O 9: 0")
        nodes = alice.locator(".idea .nodes")
        await expect(nodes).to_have_text(["14", "14", "10", "12", "10"])


async def test_a_board_of_the_tree_that_is_pressed_is_the_position(window: Opening):
    async with window("explore") as alice:
        await alice.locator('.walk [data-path="3-4"]').click()
        await expect(alice.locator("#status")).to_have_text("X to move")
        assert alice.url.endswith("#explore&game=3x3&position=XOX/OOX/OX.+X")


async def test_a_large_tree_shows_its_top_and_each_of_its_boards_unfolds_by_keyboard_too(
    window: Opening,
):
    async with window("explore&game=3x3&position=.../.../...+X") as alice:
        # Its moves, and the answers to the first of the best.
        await expect(alice.locator(".walk .node")).to_have_count(1 + 9 + 8)
        await expect(alice.locator(".idea .nodes").first).to_have_text("549,946")
        await alice.get_by_role("button", name="X 5: +56K").press("Enter")
        await expect(alice.locator('.walk [data-path^="5-"]')).to_have_count(8)
        await expect(alice.locator('.walk [data-path^="1-"]')).to_have_count(0)
        await expect(alice.get_by_role("button", name="O 1: +")).to_be_focused()
        await alice.keyboard.press("Enter")
        await expect(alice.locator(".walk .node")).to_have_count(1 + 9 + 8 + 7)
        wider = "(place) => place.scrollWidth > place.offsetWidth"
        assert not await alice.locator(".scrolls").evaluate(wider), "nine stand side by side"


async def test_a_position_in_the_address_is_shown_tried_and_shared_and_one_that_is_none_is_refused(
    window: Opening,
):
    async with window("explore&game=fading&position=.../.../...+X") as alice:
        await expect(alice.locator("#tree")).to_contain_text("never end")
        await alice.get_by_role("button", name="2: win in 7 moves").click()
        await expect(alice.locator("#status")).to_have_text("O to move")
        assert alice.url.endswith("position=.X./.../...+O+2")
        await alice.get_by_role("button", name="Take back").click()
        await expect(alice.locator("#status")).to_have_text("X to move")
        await alice.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await alice.get_by_text("Share this position").click()
        await alice.get_by_role("button", name="Copy link").click()
        await expect(alice.get_by_text("Copied")).to_be_visible()
        assert await alice.evaluate("navigator.clipboard.readText()") == alice.url
        await alice.get_by_label("Position").fill("XX")
        await alice.get_by_role("button", name="Show", exact=True).click()
        await expect(alice.locator("#problem")).to_contain_text("“XX” isn't a Fading position")


async def test_a_large_board_has_the_top_of_its_tree_and_tells_how_large_that_is(window: Opening):
    async with window("explore&game=4x4&position=..../..../..../....+X") as alice:
        await expect(alice.locator("#tree")).to_contain_text("up to 2 × 10¹³ games")
        await expect(alice.locator(".walk .node")).to_have_count(1 + 16 + 15)
        await expect(alice.get_by_role("button", name="X 22: +…")).to_be_visible()


_BURST = """() => [...document.querySelectorAll("#cells button")].filter((cell) => {
    const box = (name) => cell.querySelector(name).getBoundingClientRect();
    const [whole, number, sign] = [cell.getBoundingClientRect(), box(".number"), box(".sign")];
    return sign.bottom > whole.bottom || sign.right > whole.right || number.bottom > sign.top + 4;
}).map((cell) => cell.ariaLabel)"""


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
async def test_what_large_boards_are_worth_stays_in_its_cells_beside_their_numbers(
    window: Opening, width: int
):
    position = "explore&game=5x5&position=XXX../OOO../...../...../.....+X"
    async with window(position, width) as alice:
        await expect(worths(alice)).not_to_have_count(0)
        assert await alice.evaluate(_BURST) == []


async def test_the_bars_of_ideas_stand_below_one_another_in_a_wide_window(window: Opening):
    async with window("explore", 1920) as alice:
        await expect(alice.locator(".idea").last).to_be_visible()
        bars = [await bar.bounding_box() for bar in await alice.locator(".idea .bar").all()]
        places = {(box["x"], box["width"] > 60) for box in bars if box}
        assert len(places) == 1
        assert places.pop()[1]


async def test_explore_follows_the_game_in_front_of_you_and_its_curve_leads_to_each_move(
    window: Opening,
):
    async with window("explore") as alice:
        covered = alice.get_by_text("Hidden, so it doesn't spoil your game.")
        await say(alice, "/ttt start level:perfect first:me")
        await play(alice, "5")
        curve = alice.get_by_role("slider", name="alice – ")
        await expect(curve).to_have_value("2")
        await expect(covered).to_be_visible()
        await expect(worths(alice)).to_have_count(0)
        await expect(alice.locator(".walk .chip", has_text="?").first).to_be_visible()
        await expect(alice.locator(".walk .risen")).to_have_count(0)
        await curve.press("Home")
        await expect(alice.locator("#cells svg")).to_have_count(0)
        await curve.press("ArrowRight")
        await expect(alice.locator("#cells svg")).to_have_count(1)
        await expect(curve).to_be_focused()
        await expect(curve).to_have_attribute("aria-valuetext", "X 5")
        await covered.get_by_role("button", name="Show").click()
        await expect(covered).to_be_hidden()
        await expect(curve).to_have_attribute("aria-valuetext", "X 5: Draw")
        await expect(alice.locator(".walk .risen").first).to_be_visible()
        await alice.locator(".point").first.click()
        await expect(curve).to_have_value("0")
        await alice.get_by_role("button", name="Board from the chat").click()
        await expect(curve).to_have_value("2")


async def test_what_cells_are_worth_is_shown_when_nobody_plays_and_covered_in_each_new_game(
    window: Opening,
):
    async with window("explore") as alice:
        covered = alice.locator("#covered")
        await expect(alice.locator("#cells .best")).to_have_attribute("aria-label", "3: draw")
        await alice.get_by_label("Show what the bot would play").select_option("normal")
        await expect(alice.get_by_role("button", name="4: loss in 1 move, 17%")).to_be_visible()
        await alice.get_by_role("button", name="Empty board").click()
        await expect(alice.locator("#reason")).to_contain_text("Every free cell keeps the draw.")
        await expect(worths(alice)).to_have_text(["="] * 9)
        for _ in range(2):
            await say(alice, "/ttt start")
            await expect(alice.locator("#cells")).not_to_contain_text("=")
            await covered.get_by_role("button", name="Show").click()
            await expect(worths(alice)).to_have_text(["="] * 9)
            await say(alice, "/ttt resign")
            await expect(covered).to_be_hidden()


async def test_on_a_phone_one_room_is_open_at_a_time(window: Opening):
    async with window(width=PHONE) as alice:
        await expect(alice.locator("#explore")).to_be_hidden()
        await alice.get_by_role("link", name="Explore").click()
        await expect(alice.locator("#chat")).to_be_hidden()
        await expect(alice.get_by_role("group", name="The tree").first).to_be_visible()
        assert await alice.evaluate("document.documentElement.scrollWidth") <= PHONE
        await alice.get_by_role("link", name="Chat").click()
        await expect(alice.locator("#explore")).to_be_hidden()
