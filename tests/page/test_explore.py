"""Explore in a real browser: the tree of the tutorial's example, the keyboard, positions in the address."""

import pytest
from playwright.async_api import Locator, expect
from playwright.async_api import Page as Window

from tests.page.conftest import PHONE, Opening
from tests.support.windows import say

pytestmark = pytest.mark.asyncio(loop_scope="session")

NODES = 14  # of the tutorial's example


def node(window: Window, *moves: str) -> Locator:
    """A node of the tree by the moves that lead to it."""
    found = window.get_by_role("treeitem").first
    for move in moves:
        found = found.locator("> ul > li").filter(has=window.locator("> .node > .move", has_text=move))
    return found


async def value(window: Window, *moves: str) -> str:
    return await node(window, *moves).locator("> .node > .value").inner_text()


async def test_the_tutorials_example_is_the_first_thing_to_see_and_the_keyboard_walks_it(window: Opening):
    async with window("explore") as alice:
        nodes = alice.get_by_role("treeitem")
        await expect(nodes).to_have_count(NODES)
        assert [await value(alice), await value(alice, "X 3")] == ["0", "0"]
        assert [await value(alice, "X 4"), await value(alice, "X 9")] == ["−8", "−8"]
        assert await value(alice, "X 4", "O 3") == "−8"
        assert await value(alice, "X 3", "O 4", "X 9") == "7"
        await node(alice).focus()
        for key in ("ArrowRight", "ArrowDown", "ArrowRight"):
            await alice.keyboard.press(key)
        await expect(node(alice, "X 3", "O 4", "X 9")).to_be_focused()
        for _ in range(4):  # out of it, fold O 4, out of it, fold X 3
            await alice.keyboard.press("ArrowLeft")
        await expect(node(alice, "X 3")).to_be_focused()
        await expect(nodes).to_have_count(NODES - 4)
        await alice.keyboard.press("Enter")
        await expect(node(alice, "X 3", "O 9")).to_be_visible()


@pytest.mark.browser
async def test_alpha_beta_skips_nodes_and_the_count_says_so(window: Opening):
    async with window("explore") as alice:
        await alice.get_by_label("Alpha-beta").check()
        await expect(alice.locator("#tree tr.shown")).to_have_text("Alpha-beta10")
        skipped = node(alice, "X 4", "O 9").locator(".note")
        await expect(skipped).to_have_text("Skipped: it can't change the result")
        assert await value(alice, "X 4") == "≤ −8"


@pytest.mark.browser
async def test_a_position_in_the_address_is_shown_and_a_press_on_a_cell_tries_it(window: Opening):
    async with window("explore&game=fading&position=.../.../...+X") as alice:
        await expect(alice.locator("#tree")).to_contain_text("never end")
        await alice.get_by_role("button", name="2: win in 7 moves").click()
        await expect(alice.locator("#status")).to_have_text("O to move")
        await expect(alice.get_by_label("Position")).to_have_value(".X./.../... O 2")
        await alice.get_by_role("button", name="Take back").click()
        await expect(alice.locator("#status")).to_have_text("X to move")


@pytest.mark.browser
async def test_a_position_that_is_none_is_refused_with_a_sentence(window: Opening):
    async with window("explore") as alice:
        await alice.get_by_label("Position").fill("XX")
        await alice.get_by_role("button", name="Show").click()
        await expect(alice.locator("#problem")).to_contain_text("XX is no position of 3×3.")


@pytest.mark.browser
async def test_explore_follows_the_game_in_front_of_you(window: Opening):
    async with window("explore") as alice:
        await say(alice, "/ttt start game:4x4 level:perfect")
        await expect(alice.get_by_label("Position")).to_have_value("..../..../..../.... X")
        await alice.locator("#cells").get_by_role("button", name="11: draw").click()
        await expect(alice.locator("#status")).to_have_text("O to move")
        await alice.get_by_role("button", name="My game").click()
        await expect(alice.locator("#status")).to_have_text("X to move")


@pytest.mark.browser
async def test_on_a_phone_one_room_is_open_at_a_time(window: Opening):
    async with window(width=PHONE) as alice:
        await expect(alice.locator("#explore")).to_be_hidden()
        await alice.get_by_role("link", name="Explore").click()
        await expect(alice.locator("#chat")).to_be_hidden()
        await expect(alice.get_by_role("treeitem")).to_have_count(NODES)
        assert await alice.evaluate("document.documentElement.scrollWidth") <= PHONE
        await alice.get_by_role("link", name="Chat").click()
        await expect(alice.locator("#explore")).to_be_hidden()
