"""The page's rooms in a real browser: which is open, the one position, small screens and paper."""

import re

import pytest
from playwright.async_api import Locator, expect
from playwright.async_api import Page as Window

from bot.messages.texts import voice_of
from tests.browser.conftest import PHONE, Opening
from tests.support.windows import board, button, newest, play, say

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

HALF = {"width": 640, "height": 400}  # CSS pixels of a laptop at 200 %


def room(window: Window, name: str) -> Locator:
    """The link to a room."""
    return window.locator("#rooms").get_by_role("link", name=name)


async def shown_in_explore(window: Window) -> str:
    """What the link to Explore names: the position, or nothing while it is that of the chat."""
    return await room(window, "Explore").get_attribute("href") or ""


async def test_a_first_visit_says_what_this_is_and_offers_four_starts(window: Opening):
    async with window() as alice:
        await expect(alice.locator("#empty")).to_contain_text("I play tic-tac-toe on Discord")
        for place, start, answer in (
            ("#general", "Play me", "Your turn, @alice"),
            ("#lounge", "Solve a puzzle", "Daily puzzle #"),
            ("Direct messages", "Watch two bots", "perfect"),
        ):
            await alice.get_by_role("button", name=place).click()
            await alice.locator("#starts").get_by_role("button", name=start).click()
            await expect(newest(alice)).to_contain_text(answer)
            await expect(alice.locator("#starts")).to_be_hidden()
        await alice.get_by_role("button", name="bob", exact=True).click()
        await alice.locator("#starts").get_by_role("link", name="Learn minimax").focus()
        await alice.keyboard.press("Enter")
        await expect(alice.locator("#learn")).to_be_focused()
        await expect(alice.locator("#chat")).to_be_hidden()


async def test_the_chat_and_explore_move_one_position(window: Opening):
    async with window("alice/general") as alice:
        await say(alice, "/ttt start level:perfect first:me")
        for cell in ("1", "2", "9"):
            await play(alice, cell)
        await room(alice, "Explore").click()
        status, cells = alice.locator("#status"), alice.locator("#cells")
        try_a_move = alice.get_by_text("Press a cell to try a move.")
        await expect(status).to_have_text("O wins")
        await expect(try_a_move).to_be_hidden()
        await button(newest(alice), "Fix move 5").click()
        await expect(newest(alice)).to_contain_text("move 5, cell 9")
        await expect(status).to_have_text("O to move")
        await expect(try_a_move).to_be_visible()
        await expect(cells.locator('[aria-label$=": X"]')).to_have_count(3)
        await button(newest(alice), "Back").click()
        await expect(cells.locator('[aria-label$=": X"]')).to_have_count(2)
        assert await shown_in_explore(alice) == "#explore"
        await expect(alice.locator("#link")).to_have_value(
            re.compile(r"#explore&game=3x3&position=\S+$")
        )
        await cells.get_by_role("button").first.click()
        await expect(cells.locator('[aria-label$=": X"]')).to_have_count(3)
        assert alice.url.endswith(await shown_in_explore(alice))
        assert "position=X" in alice.url
        await alice.reload()
        await expect(cells.locator('[aria-label$=": X"]')).to_have_count(3)
        await button(newest(alice), "Next").click()
        await expect(status).to_have_text("O to move")
        await expect(alice).to_have_url(re.compile("#explore$"))


async def test_the_address_keeps_the_room_and_the_window_its_person(window: Opening):
    async with window("bob/lounge", PHONE) as bob:
        await expect(bob.locator("#open-places")).to_contain_text("bob")
        await expect(bob).to_have_title("bob · Tic-tac-toe playground")
        await room(bob, "Learn").click()
        await bob.reload()
        await expect(bob.locator("#learn")).to_be_visible()
        await expect(bob.locator("#where")).to_have_text("#lounge")  # else there is no chat to open
        await bob.keyboard.press("/")
        await expect(bob.locator("#line")).to_be_focused()
        await bob.go_back()
        await expect(bob.locator("#chat")).to_be_hidden()
        await bob.locator("#open-places").click()
        more = bob.get_by_role("button", name="More about alice")
        challenge = bob.get_by_role("button", name="Challenge to tic-tac-toe")
        for close in (more.click, bob.locator("#side h2").first.click):
            await more.click()
            await expect(challenge).to_be_focused()
            await close()
            await expect(challenge).to_be_hidden()
        await more.click()
        await bob.keyboard.press("Escape")
        await expect(challenge).to_be_hidden()
        await expect(more).to_be_focused()
        await bob.keyboard.press("Enter")
        await bob.keyboard.press("Enter")
        await expect(newest(bob)).to_contain_text("@alice, @bob challenges you!")
        await expect(bob.locator("#side")).to_be_hidden()
        await bob.locator("#open-places").click()
        await bob.get_by_role("button", name="carol · moderator").click()
        await expect(bob.locator("#chat")).to_be_visible()
        await expect(bob.locator("#open-places")).to_contain_text("carol")
        assert bob.url.endswith("#carol/lounge")


async def test_learn_has_the_lessons_in_the_language_of_the_page(window: Opening):
    async with window("lesson-3-2") as alice:
        lessons, third = alice.locator(".lesson:has(input)"), alice.locator("#lesson-3")
        await expect(lessons).to_have_count(7)
        await expect(third).to_be_in_viewport()
        await expect(third.get_by_role("slider")).to_have_value("2")
        await third.get_by_role("button", name="Step").click()
        assert alice.url.endswith("#lesson-3-3")
        await alice.evaluate("location.hash = '#lesson-4-6'")
        await expect(alice.locator("#lesson-4").get_by_role("slider")).to_have_value("6")
        await expect(alice.locator("#lesson-4 .control")).to_be_in_viewport()
        for number, position in ((3, "XO./.OX/OX. X"), (7, ".X./OX./XOO X 5,9,2,8,7,4")):
            await room(alice, "Learn").click()
            lesson = alice.locator(f"#lesson-{number}")
            await lesson.get_by_role("link", name="Explore this lesson's board").press("Enter")
            await expect(alice.locator("#explore [name=position]")).to_have_value(position)
        await expect(alice.locator("#game")).to_have_value("fading")
        await room(alice, "Learn").click()
        await expect(alice.locator("#learn")).to_be_visible()
        await alice.locator("#open-places").click()
        await alice.locator("#language").select_option("de")
        await expect(alice.locator("html")).to_have_attribute("lang", "de")
        await alice.locator("#open-places").click()
        title = voice_of("de").say("The end has a value")
        await expect(alice.get_by_role("heading", name=title)).to_be_visible()
        await alice.locator(".ending button").click()
        await expect(board(alice)).to_be_visible()
        assert alice.url.endswith("#alice/general")


async def test_explore_stands_beside_the_chat_if_there_is_room_and_200_percent_leave_messages_half(
    window: Opening,
):
    async with window("explore") as alice:
        await say(alice, "/ttt start")
        await expect(board(alice)).to_be_visible()
        await expect(alice.locator("#cells")).to_be_visible()
        await alice.set_viewport_size(HALF)
        await expect(alice.locator("#chat")).to_be_hidden()
        await room(alice, "Chat").click()
        await expect(board(alice)).to_be_visible()
        await expect(alice.locator("#explore")).to_be_hidden()
        assert (await box(alice, "#log"))["height"] > HALF["height"] / 2
        assert (await box(alice, "#composer"))["bottom"] <= HALF["height"]
        for name in ("Learn", "Explore", "Chat"):
            await room(alice, name).click()
            await expect(room(alice, name)).to_have_attribute("aria-current", "page")
            assert await alice.evaluate("document.documentElement.scrollWidth") <= HALF["width"]


async def box(window: Window, name: str) -> dict[str, float]:
    found: dict[str, float] = await window.locator(name).evaluate(
        "(element) => element.getBoundingClientRect().toJSON()"
    )
    return found


async def test_explore_speaks_the_new_language_though_somebody_acts_as_it_changes(window: Opening):
    async with window("explore") as alice:
        await expect(alice.get_by_role("button", name="Empty board")).to_be_visible()
        await alice.evaluate(
            """() => new MutationObserver(() => {
                document.querySelector("#explore [name=empty]").click();
            }).observe(document.documentElement, { attributeFilter: ["lang"] })"""
        )
        await alice.locator("#language").select_option("de")
        await expect(alice.get_by_role("button", name="Leeres Brett")).to_be_visible()


async def test_an_address_that_is_none_opens_the_page_all_the_same(window: Opening):
    async with window("100%") as alice:
        await expect(alice.locator("#me")).not_to_be_empty()


async def test_on_a_phone_no_title_is_cut_in_any_language(window: Opening):
    async with window("carol/dm", PHONE) as carol:
        for language in ("de", "fi", "ja", "ru"):
            await carol.locator("#open-places").click()
            await carol.locator("#language").select_option(language)
            await expect(carol.locator("html")).to_have_attribute("lang", language)
            assert (await box(carol, "#bar"))["bottom"] <= (await box(carol, "#side"))["top"]
            await carol.locator("#open-places").click()
            where, clock = await box(carol, "#where"), await box(carol, "#clock")
            assert where["right"] <= clock["left"]
            assert where["height"] < 30  # pixels: one line
            assert (await box(carol, "#rooms"))["right"] <= PHONE
            assert (await box(carol, "#rooms"))["height"] < 45


async def test_paper_has_the_whole_conversation_and_nothing_to_press_around_it(window: Opening):
    async with window() as alice:
        for line in ("/ttt help", "/ttt privacy", "/ttt stats"):
            await say(alice, line)
        await expect(alice.locator(".message")).to_have_count(3)
        await alice.emulate_media(media="print")
        for name in ("#bar", "#side", "#composer"):
            await expect(alice.locator(name)).to_be_hidden()
        for message in await alice.locator(".message").all():
            assert await message.evaluate(
                "(element) => element.checkVisibility({ contentVisibilityAuto: true })"
            )
        assert (await box(alice, "#log"))["height"] >= (await box(alice, "#messages"))["height"]
        light = await alice.evaluate("getComputedStyle(document.body).color")
        assert light == "rgb(46, 47, 52)"
