"""The glass in a real browser: the tree of the tutorial's example, the keyboard, positions in the address."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, async_playwright, expect
from playwright.async_api import Page as Tab

from tests.pictures import chromium
from tests.support.page import Page, page

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here() -> AsyncIterator[Page]:
    async with page() as one:
        yield one


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    try:
        program = chromium.find()
    except chromium.NoChromium as missing:
        pytest.skip(str(missing))
    async with async_playwright() as playwright:
        one = await playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield one
        await one.close()


@pytest_asyncio.fixture(loop_scope="module")
async def tab(browser: Browser) -> AsyncIterator[Tab]:
    one = await browser.new_page(viewport={"width": 1280, "height": 900})
    yield one
    await one.close()


def node(tab: Tab, *moves: str) -> Locator:
    """A node of the tree by the moves that lead to it."""
    found = tab.get_by_role("treeitem").first
    for move in moves:
        found = found.locator("> ul > li").filter(has=tab.locator("> .node > .move", has_text=move))
    return found


async def value(tab: Tab, *moves: str) -> str:
    return await node(tab, *moves).locator("> .node > .value").inner_text()


async def test_the_tutorials_example_is_the_first_thing_to_see_unfolded_to_its_ends(here: Page, tab: Tab):
    await tab.goto(here.address)
    await expect(tab.get_by_role("treeitem")).to_have_count(14)
    assert [await value(tab), await value(tab, "X 3")] == ["0", "0"]
    assert [await value(tab, "X 4"), await value(tab, "X 9")] == ["−8", "−8"]
    assert await value(tab, "X 4", "O 3") == "−8"
    assert await value(tab, "X 3", "O 4", "X 9") == "7"
    await expect(tab.locator("#cells button").first).to_have_accessible_name("3: draw in 3 moves, 67%")


async def test_alpha_beta_skips_nodes_and_the_count_says_so(here: Page, tab: Tab):
    await tab.goto(here.address)
    await tab.get_by_label("Alpha-beta").check()
    await expect(tab.locator("#tree tr.shown")).to_have_text("Alpha-beta10")
    await expect(node(tab, "X 4", "O 9").locator(".note")).to_have_text("Skipped: it can't change the result")
    assert await value(tab, "X 4") == "≤ −8"


async def test_the_tree_is_walked_folded_and_unfolded_by_keyboard_alone(here: Page, tab: Tab):
    await tab.goto(here.address)
    await expect(tab.get_by_role("treeitem")).to_have_count(14)
    await node(tab).focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowRight"):
        await tab.keyboard.press(key)
    await expect(node(tab, "X 3", "O 4", "X 9")).to_be_focused()
    for _ in range(4):  # out of it, fold O 4, out of it, fold X 3
        await tab.keyboard.press("ArrowLeft")
    await expect(node(tab, "X 3")).to_be_focused()
    await expect(tab.get_by_role("treeitem")).to_have_count(10)
    await tab.keyboard.press("Enter")
    await expect(node(tab, "X 3", "O 9")).to_be_visible()


async def test_a_position_in_the_address_is_shown_and_a_press_on_a_cell_tries_it(here: Page, tab: Tab):
    await tab.goto(f"{here.address}#position=.../.../...+X&game=fading")
    await expect(tab.locator("#tree")).to_contain_text("never end")
    await tab.get_by_role("button", name="2: win in 13 moves").click()
    await expect(tab.locator("#status")).to_have_text("O to move")
    await expect(tab.get_by_label("Position")).to_have_value(".X./.../... O 2")
    await tab.get_by_role("button", name="Take back").click()
    await expect(tab.locator("#status")).to_have_text("X to move")


async def test_the_glass_follows_the_game_in_front_of_you(here: Page, tab: Tab):
    await tab.goto(here.address)
    await tab.locator("#line").fill("/ttt start game:4x4 level:perfect")
    await tab.keyboard.press("Enter")
    await expect(tab.get_by_label("Position")).to_have_value("..../..../..../.... X")
    await expect(tab.get_by_role("button", name="11: draw")).to_be_visible()
