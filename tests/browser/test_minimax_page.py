"""The page of one file in a real browser: opened from disk, offline, played, taught and read."""

import json
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from random import Random
from threading import Thread
from typing import Any
from urllib.parse import unquote_plus

import pytest
from playwright.async_api import Browser, Locator, expect
from playwright.async_api import Page as Window

from bot.learn.tools import programs
from bot.learn.tools.lessons import PLAYED
from bot.learn.tools.minimax_page import FILE, board_of
from bot.messages.texts import locales, voice_of
from engine.board import GAMES, Board, Cell, Mark, Rules
from engine.exact_scores import best_cells, score_board, score_cells
from engine.opponents import LEVELS
from tests.browser.conftest import (
    DESKTOP,
    PHONE,
    Opening,
    in_light_and_dark,
    look_for_faults,
    new_window,
)
from tests.support.boards import unfinished

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LESSONS = 7


@pytest.fixture
def opened(browser: Browser) -> Opening:
    """Opens the file in a window that asks for nothing else."""

    @asynccontextmanager
    async def window(
        fragment: str = "",
        *,
        width: int = DESKTOP,
        theme: str = "dark",
        address: str = FILE.as_uri(),
        locale: str = "en-US",
    ) -> AsyncIterator[Window]:
        offline = address.startswith("file:")
        options = {"offline": offline, "reduced_motion": "reduce", "locale": locale}
        async with new_window(browser, width, theme, **options) as one:
            requests = list[str]()
            one.on("request", lambda request: requests.append(request.url))
            await one.goto(address + fragment)
            yield one
        asked = {url.partition("#")[0] for url in requests if not url.startswith("data:")}
        assert asked == {address}

    return window


def cells(window: Window) -> Locator:
    return window.locator("#play button.cell")


def status(window: Window) -> Locator:
    return window.locator("#play .status")


async def play_it_out(window: Window) -> None:
    while await cells(window).count():
        before = await cells(window).count()
        await cells(window).first.click()
        await expect(cells(window)).not_to_have_count(before)


async def test_from_disk_and_offline_it_plays_to_the_end_at_two_levels(opened: Opening):
    async with opened() as window:
        await expect(status(window)).to_have_text("Your turn: you play X.")
        await window.get_by_label("O", exact=True).select_option("perfect")
        await play_it_out(window)
        await expect(status(window)).to_contain_text(re.compile(r"I win: \d-\d-\d|A draw"))
        await window.get_by_label("X", exact=True).select_option("easy")
        await window.get_by_label("O", exact=True).select_option("you")
        await expect(status(window)).to_contain_text("Your turn: you play O.")
        await play_it_out(window)
        await expect(status(window)).to_contain_text(re.compile(r"(You|I) win: \d-\d-\d|A draw"))
        # There is a better way back where you have let something go.
        await window.get_by_role("button", name=re.compile("Take back|Fix move")).click()
        await expect(cells(window)).not_to_have_count(0)


async def test_two_bots_play_by_themselves_and_paused_ones_a_move_for_each_press(opened: Opening):
    async with opened(width=PHONE) as window:
        await window.get_by_label("Show what each cell is worth").first.check()
        await window.clock.install()
        watch = window.get_by_role("link", name="Watch two bots")
        await watch.click()
        await expect(window.locator("#play .cell .sign")).to_have_count(0)  # nothing is uncovered
        await window.clock.run_for(60_000)
        await expect(status(window)).to_contain_text(re.compile("O wins|A draw"))
        await watch.click()
        pause = window.locator("#play").get_by_role("button", name="Pause")
        await expect(pause).to_be_focused()
        await pause.click()
        await window.clock.run_for(60_000)
        following, moves = window.get_by_role("button", name="Next move"), 0
        while await following.is_visible():
            await following.click()
            moves += 1
            await expect(window.locator("#play .cell .one-tile")).to_have_count(moves)
        await expect(status(window)).to_contain_text(re.compile("O wins|A draw"))


async def test_a_game_ends_in_the_words_of_the_two_and_in_misere_a_line_loses(opened: Opening):
    async with opened() as window:
        # The bot takes the first cell that it may take.
        await window.evaluate("Math.random = () => 0")
        for game, level, cells, told in (
            ("3x3", "easy", (5, 3, 7), "You win: 3-5-7."),
            ("3x3", "easy", (5, 9, 7), "I win: 1-2-3."),
            ("misere", "easy", (5, 3, 7), "You have three in a row and lose. I win."),
            ("misere", "easy", (5, 9, 7), "I have three in a row and lose. You win."),
            ("misere", "you", (1, 4, 2, 5, 3), "X has three in a row and loses. O wins."),
        ):
            await window.get_by_label("O", exact=True).select_option(level)
            await window.locator("#play").get_by_label("Game").select_option(game)
            await window.locator("#play").get_by_role("button", name="New game").click()
            for cell in cells:
                await window.locator(f'#play button[data-cell="{cell}"]').click()
            await expect(status(window)).to_contain_text(told)


async def test_a_lost_game_shows_what_was_let_go_and_leads_back_to_fix_it(opened: Opening):
    async with opened(width=PHONE) as window:
        await window.evaluate("Math.random = () => 0")
        place, strip = window.locator("#play"), window.locator("#play .strip span")
        fix = place.get_by_role("button", name="Fix move 5")
        await place.get_by_label("Show what each cell is worth").check()
        for cell in (5, 9, 7):
            await place.locator(f'button[data-cell="{cell}"]').click()
        await expect(strip).to_have_text(["=", "=", "=", "▲", "▼", "▼"])
        await expect(place.locator(".strip .here")).to_have_text("▼")
        await expect(place.get_by_text("You had a win until move 5.")).to_be_visible()
        await expect(place.get_by_role("button", name="New game")).to_have_class("main")
        await expect(place.get_by_role("button", name="Take back")).to_be_hidden()
        await fix.press("Enter")
        await expect(status(window)).to_have_text("Move 5: which cell keeps the win?")
        await expect(cells(window).first).to_be_focused()
        await expect(strip).to_have_count(0)
        await expect(place.locator(".cell .sign")).to_have_text(["▼"])  # the one that was played
        await place.get_by_role("button", name="8, free", exact=True).click()
        await expect(place.get_by_text("Not 8. Try again.")).to_be_visible()
        await expect(place.locator(".cell .sign")).to_have_count(2)
        await place.get_by_role("button", name="3, free", exact=True).click()
        await expect(place.get_by_text("Yes, 3 keeps the win!")).to_be_visible()
        await expect(status(window)).to_have_text("I played 4. Your turn: you play X.")
        await place.locator('button[data-cell="7"]').click()
        await expect(status(window)).to_have_text("You win: 3-5-7. 🎉")
        await expect(strip).to_have_text(["=", "=", "=", "▲", "▲", "▲", "▲"])
        await expect(fix).to_be_hidden()
        await place.get_by_role("button", name="Harder").click()
        await expect(window.get_by_label("O", exact=True)).to_have_value("hard")
        await expect(cells(window)).to_have_count(9)
        await expect(cells(window).first).to_be_focused()


async def test_a_draw_against_perfect_is_praised_and_nothing_is_harder(opened: Opening):
    async with opened() as window:
        place = window.locator("#play")
        await window.get_by_label("O", exact=True).select_option("perfect")
        await place.get_by_label("Show what each cell is worth").check()
        while await cells(window).count():
            await place.locator("button.cell.draw").first.click()
        await expect(status(window)).to_contain_text("Nobody does better against the perfect bot.")
        await expect(place.get_by_role("button", name="Harder")).to_be_hidden()


_JUDGED = """(games) => {
    const { tables } = JSON.parse(document.getElementById("told").textContent);
    return games.map(([game, first, mark, boards]) =>
        module_lookup.judged(tables[game], boards, mark, first));
}"""


async def test_what_a_game_was_worth_and_the_move_that_let_it_go_are_the_engines(opened: Opening):
    rng, games, expected = Random(1), list[Any](), list[Any]()
    for _ in range(100):
        game, first, mark = rng.choice(PLAYED), rng.choice(list(Mark)), rng.choice(list(Mark))
        boards, moves = [Board(turn=first, rules=GAMES[game])], list[Cell]()
        while not boards[-1].outcome:
            moves.append(rng.choice(boards[-1].free_cells))
            boards.append(boards[-1].play(moves[-1]))
        worths = []
        for board in boards:
            result = score_board(board).result
            worths.append(result.value if board.turn is mark else -result.value)
        let_go = None
        for number, cell in enumerate(moves, 1):
            if boards[number - 1].turn is mark and worths[number - 1] > worths[-1]:
                let_go = {"number": number, "cell": cell, "had": worths[number - 1]}
        signs = ["".join(str(board).split()) for board in boards]
        games.append([game, first.value, mark.value, signs])
        expected.append({"worths": worths, "letGo": let_go})
    async with opened() as window:
        assert await window.evaluate(_JUDGED, games) == expected
    assert sum(each["letGo"] is not None for each in expected) > 20


async def test_worth_and_odds_are_covered_until_asked_for(opened: Opening):
    async with opened() as window:
        board = window.locator("#play .cells")
        await window.get_by_label("O", exact=True).select_option("you")
        for cell in (1, 2, 6, 5, 8, 7):
            await window.locator(f'#play button[data-cell="{cell}"]').click()
        await expect(board.get_by_role("button", name="3, free", exact=True)).to_be_visible()
        await window.locator("#play").get_by_label("Show what each cell is worth").check()
        await expect(board.get_by_role("button", name="3, free, draw", exact=True)).to_be_visible()
        await expect(
            board.get_by_role("button", name="4, free, loses in 1", exact=True)
        ).to_be_visible()
        await window.get_by_label("Show what the bot would play").check()
        await expect(
            board.get_by_role("button", name="3, free, draw, 67%", exact=True)
        ).to_be_visible()


async def test_an_address_opens_a_board_with_what_each_cell_is_worth(opened: Opening):
    async with opened("#explore&game=3x3&position=XO./.OX/OX.+X") as window:
        await expect(cells(window)).to_have_count(3)
        shown = window.locator("#play .cells")
        await expect(shown.get_by_role("button", name="3, free, draw", exact=True)).to_be_visible()
        await expect(status(window)).to_have_text("X to move")
        await cells(window).first.click()
        await expect(status(window)).to_have_text("O to move")
        await window.evaluate("location.hash = '#explore&position=XO./XOX/OX.+O'")
        await expect(cells(window)).to_have_count(2)


async def test_a_board_on_which_o_went_first_is_shown_and_played_as_well(opened: Opening):
    async with opened("#explore&game=3x3&position=OXO/O.X/.OX+X") as window:
        shown = window.locator("#play .cells")
        await expect(
            shown.get_by_role("button", name="5, free, loses in 1", exact=True)
        ).to_be_visible()
        await expect(status(window)).to_have_text("X to move")
        await shown.get_by_role("button", name="7, free, draw", exact=True).click()
        await expect(status(window)).to_have_text("O to move")
        await shown.get_by_role("button", name="5, free, draw", exact=True).click()
        await expect(status(window)).to_have_text("A draw.")
        await window.evaluate("location.hash = '#explore&position=.../.../...+O'")
        await expect(status(window)).to_have_text("O to move")


async def test_the_board_of_each_lesson_but_the_fading_one_opens_in_the_board_that_plays(
    opened: Opening,
):
    async with opened() as window:
        for number, free in ((1, 3), (2, 2), (3, 3), (4, 3), (5, 9), (6, 6)):
            link = window.locator(f"#lesson-{number}").get_by_role(
                "link", name="Explore this lesson's board"
            )
            await link.press("Enter")
            await expect(cells(window)).to_have_count(free)
            await expect(cells(window).first).to_be_focused()
            await expect(cells(window).first).to_be_in_viewport()
        await cells(window).first.press("Enter")
        await expect(cells(window)).to_have_count(5)
        await link.press("Enter")  # once more, though the address is the same
        await expect(cells(window)).to_have_count(6)
        await expect(window.locator("#lesson-7").get_by_role("link")).to_have_count(0)


async def test_a_lessons_board_names_its_lesson_and_links_back_to_it(opened: Opening):
    async with opened() as window:
        lesson = window.locator("#lesson-2")
        await lesson.get_by_role("link", name="Explore this lesson's board").click()
        back = window.locator("#from").get_by_role("link")
        await expect(back).to_be_in_viewport()
        await expect(back).to_have_text("← Lesson 2 of 5 · X's turn: take the highest")
        await back.click()
        await expect(lesson.locator("h3")).to_be_in_viewport()
        await window.get_by_role("button", name="Try it anyway").click()
        await expect(back).to_have_count(0)


@pytest.mark.parametrize(
    "position", ["XO./.OX/OX.+", "XXX/.../...+O", "XO./.OX/OX+X", "XO./.OX", "?", "...........+X"]
)
async def test_an_address_without_a_board_of_3x3_opens_an_empty_one_and_says_so(
    opened: Opening, position: str
):
    async with opened(f"#explore&game=3x3&position={position}") as window:
        await expect(cells(window)).to_have_count(9)
        await expect(status(window)).to_have_text("Your turn: you play X.")
        said = f"“{unquote_plus(position)}” isn't a 3×3 position. Example: XO./.OX/OX. X"
        await expect(window.get_by_text(said)).to_be_in_viewport()


async def test_an_address_of_a_game_that_the_page_does_not_have_says_so(opened: Opening):
    async with opened("#explore&game=5x5&position=.....") as window:
        await expect(window.get_by_text("This page has no 5x5.")).to_be_in_viewport()
        await expect(status(window)).to_have_text("Your turn: you play X.")


_LOOK = """([game, boards]) => {
    const table = JSON.parse(document.getElementById("told").textContent).tables[game];
    return JSON.stringify(boards.map((signs) => module_lookup.look(table, signs)));
}"""


@pytest.mark.parametrize("game", PLAYED)
async def test_every_value_and_every_levels_odds_are_the_engines_on_every_board(
    opened: Opening, game: str
):
    """Of boards that look alike when turned or mirrored, the engine is asked for the odds on one.

    A hundred boards are asked about as they are, to see that it plays all of them alike.
    """
    boards = [board for board in unfinished() if game == "3x3" or not lines(board.x, board.o)]
    assert len(boards) == 4520
    asked = set(Random(1).sample(boards, 100))
    async with opened() as window:
        signs = ["".join(str(board).split()) for board in boards]
        found: list[dict[str, dict[str, Any]]] = json.loads(
            await window.evaluate(_LOOK, [game, signs])
        )
    for plain, seen in zip(boards, found, strict=True):
        board = type(plain)(plain.x, plain.o, plain.turn, GAMES[game])
        scores = score_cells(board)
        assert {int(cell): known["value"] for cell, known in seen.items()} == {
            cell: score.number() for cell, score in scores.items()
        }
        assert {
            int(cell): (known["result"], known["moves"] or None) for cell, known in seen.items()
        } == {cell: (score.result.name.lower(), score.moves) for cell, score in scores.items()}
        image = board.rules.images[0] if plain in asked else least_image(board)
        expected = odds("".join(str(board).split()[cell - 1] for cell in image), board.rules)
        for cell, chances in zip(image, expected, strict=True):
            if str(cell) in seen:
                assert seen[str(cell)]["odds"] == pytest.approx(chances)


def least_image(board: Board) -> Sequence[Cell]:
    """The cells of a board in the order in which its signs come first."""
    signs = str(board).split()
    return min(board.rules.images, key=lambda image: [signs[cell - 1] for cell in image])


@cache
def odds(signs: str, rules: Rules) -> list[dict[str, float]]:
    """How likely each level is to play each cell of a board of these signs."""
    board = Board.parse(board_of(signs).notation, rules=rules)
    policies = {name: level(board) for name, level in LEVELS.items()}
    return [
        {name: float(policy.get(cell, 0)) for name, policy in policies.items()}
        for cell in rules.cells
    ]


def lines(x: int, o: int) -> bool:
    """Whether a side has a line."""
    return any(held & line == line for held in (x, o) for line in GAMES["misere"].line_bits)


_FAULTS_OF_PICTURES = """async (spacing) => {
    document.documentElement.style.letterSpacing = spacing;
    const found = [];
    for (const lesson of document.querySelectorAll(".lesson:has(input)")) {
        const slider = lesson.querySelector("input"), picture = lesson.querySelector("figure svg");
        for (let step = 0; step <= +slider.max; step++) {
            slider.value = step;
            slider.dispatchEvent(new Event("input"));
            await null; // until the texts have been moved
            const frame = picture.getBoundingClientRect();
            for (const part of picture.querySelectorAll("*")) {
                const { width, left, right, top, bottom } = part.getBoundingClientRect();
                if (width && (left < frame.left - 1 || right > frame.right + 1
                    || top < frame.top - 1 || bottom > frame.bottom + 1))
                    found.push(["cut off", lesson.id, step, part.tagName, part.textContent]);
            }
            if (spacing !== "0em") continue; // what is drawn for one font need not fit any
            const drawn = [...picture.querySelectorAll("text")];
            for (const text of drawn)
                if (parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a < 10.9)
                    found.push(["too small", lesson.id, step, text.textContent]);
            const texts = drawn.map((text) => [text.textContent, text.getBoundingClientRect()]);
            for (const [n, [text, one]] of texts.entries())
                for (const [below, other] of texts.slice(n + 1)) {
                    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
                    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
                    if (wide > 1 && high > 2)
                        found.push(["one over the other", lesson.id, step, text, below]);
                }
        }
    }
    return found;
}"""


@pytest.mark.parametrize(
    "locale",
    [
        locale if locale in {"en-US", "de", "ru"} else pytest.param(locale, marks=pytest.mark.proof)
        for locale in locales()
    ],
)
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
async def test_no_text_in_a_picture_is_small_cut_off_or_over_another_however_wide_the_fonts_are(
    opened: Opening, width: int, locale: str
):
    async with opened(width=width, locale=locale) as window:
        for spacing in ("-0.05em", "0em", "0.12em"):  # as in a narrow font, this, and a wide one
            assert await window.evaluate(_FAULTS_OF_PICTURES, spacing) == [], spacing


_PARTS = """() => [...document.querySelectorAll(".lesson:has(input)")].map((lesson) =>
    ["h3", "figure", ".told p:not(.kicker)", ".question", ".says", ".control"].map((name) => {
        const { left, top } = lesson.querySelector(name).getBoundingClientRect();
        return [name, left, top];
    }))"""


@pytest.mark.parametrize("height", [844, 500])
async def test_on_a_phone_the_parts_of_each_lesson_stand_below_one_another_the_picture_on_top(
    opened: Opening, height: int
):
    async with opened(width=PHONE) as window:
        await window.set_viewport_size({"width": PHONE, "height": height})
        for lesson in await window.evaluate(_PARTS):
            shown = [part for part in lesson if part[2]]  # a question may still be to come
            assert len({left for name, left, _ in shown if name != "figure"}) == 1
            parts = {name: top for name, _, top in shown}
            first, second = ("figure", "p") if height == 844 else ("p", "figure")
            parts["p"] = parts.pop(".told p:not(.kicker)")
            assert parts["h3"] < parts[first] < parts[second] < parts[".says"] < parts[".control"]


async def test_on_a_phone_all_that_unfolds_or_leads_on_from_a_lesson_starts_at_one_edge(
    opened: Opening,
):
    async with opened(width=PHONE) as window:
        ways_on = window.locator(".lesson > .shown > *:not(.stepped), .lesson > .lines")
        left = "(all) => all.map((one) => one.getBoundingClientRect().left)"
        edges = await ways_on.evaluate_all(left)
        assert len(edges) > 10
        assert len(set(edges)) == 1


async def test_lesson_1_shows_every_end_from_the_start_faint_until_it_is_looked_at(
    opened: Opening,
):
    async with opened("#lesson-1") as window:
        lesson = window.locator("#lesson-1")
        for seen in range(7):
            await expect(lesson.locator(".end")).to_have_count(6)
            await expect(lesson.locator(".end.dim")).to_have_count(6 - seen)
            await lesson.get_by_role("button", name="Step").click(force=True)


@pytest.mark.parametrize("height", [844, 664])
async def test_on_a_phone_step_stays_where_it_is_and_what_is_new_is_in_sight(
    opened: Opening, height: int
):
    async with opened(width=PHONE) as window:
        await window.set_viewport_size({"width": PHONE, "height": height})
        for number in (1, 2, 3, 4):
            lesson = window.locator(f"#lesson-{number}")
            step = lesson.get_by_role("button", name="Step")
            await step.evaluate("(one) => one.scrollIntoView({ block: 'end' })")
            await window.evaluate("scrollBy(0, 60)")
            start = await step.bounding_box()
            assert start
            at = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
            if number < 3 and height == 844:  # else the question is above the picture
                await answer_in_sight(lesson, start["y"])
            while await step.is_enabled():
                await window.mouse.click(*at)
                if await step.get_attribute("aria-disabled") == "true":
                    await answer_in_sight(lesson, start["y"])
                    continue
                await expect(lesson.locator(".says")).to_be_in_viewport(ratio=1)
                await stays(step, start["y"])


async def answer_in_sight(lesson: Locator, top: float) -> None:
    """Answer the question: the reply is in sight, and Step stays at that height."""
    await lesson.locator(".answers button").last.evaluate("(one) => one.click()")
    await expect(lesson.locator(".reply")).to_be_in_viewport(ratio=1)
    await stays(lesson.get_by_role("button", name="Step"), top)


async def stays(button: Locator, top: float) -> None:
    box = await button.bounding_box()
    assert box
    assert box["y"] == pytest.approx(top, abs=2)


async def test_a_value_in_a_sentence_is_drawn_as_in_the_picture_and_a_cell_is_a_plain_number(
    opened: Opening,
):
    async with opened("#lesson-3-17") as window:
        second, third = window.locator("#lesson-2"), window.locator("#lesson-3")
        ask = second.locator(".question p").first
        await expect(ask).to_contain_text("X can play cell 5, which leads to −8, or cell 7")
        await expect(ask.locator(".value")).to_have_text(["−8", "0"])
        says = third.locator(".says")
        await expect(says).to_contain_text("X chooses between 0, −8, and −8")
        await expect(says.locator(".value")).to_have_text(["0", "−8", "−8", "0"])
        await expect(third.get_by_role("img").first).to_have_accessible_name(
            re.compile("takes the highest: 0. So X's best move is 3.")
        )


async def test_every_lesson_is_stepped_through_with_the_keyboard_alone(opened: Opening):
    async with opened("#lesson-3-7", width=PHONE) as window:
        says = window.locator("#lesson-3 .says")
        await expect(says).to_be_in_viewport()
        await expect(says).to_contain_text("What if X plays 4?")
        await window.locator("#lesson-3").get_by_role("button", name="Step").click()
        assert window.url.endswith("#lesson-3-8")
        for number in range(1, LESSONS + 1):
            lesson = window.locator(f"#lesson-{number}")
            slider, says = lesson.get_by_role("slider"), lesson.locator(".says")
            last = int(await slider.get_attribute("max") or 0)
            assert last >= 4
            await slider.press("Home")
            told, right = [await says.inner_text()], list[int]()
            for step in range(last + 1):
                await expect(slider).to_have_attribute("aria-valuetext", f"Step {step} of {last}")
                told.append(await says.inner_text())
                if number == 5:  # each idea shows how much it saves when its step comes
                    await expect(lesson.locator(".bar rect")).to_have_count(min(step + 1, 5))
                if not right and await lesson.locator(".question").is_visible():
                    for answer in await lesson.locator(".answers button").all():
                        await answer.press("Enter")
                        await expect(lesson.locator(".reply")).to_be_visible()
                        right.append(await lesson.locator(".reply.right").count())
                    await slider.focus()
                await window.keyboard.press("ArrowRight")
            assert all(len(sentence) > 10 for sentence in told)
            assert len(set(told)) > last / 2
            assert sum(right) == 1, "each question has one right answer"
            await lesson.get_by_role("button", name="Back to the start").press("Enter")
            await expect(slider).to_have_attribute("aria-valuetext", f"Step 0 of {last}")


async def test_a_link_to_a_step_leads_there_in_an_open_page(opened: Opening):
    async with opened("#learn") as window:
        third = window.locator("#lesson-3")
        await window.evaluate("location.hash = '#lesson-3-6'")
        await expect(third.get_by_role("slider")).to_have_value("6")
        await expect(third.locator(".control")).to_be_in_viewport()


async def test_the_tree_skips_what_it_says_and_play_and_step_wait_for_an_answer(opened: Opening):
    async with opened("#lesson-4-0") as window:
        lesson = window.locator("#lesson-4")
        play = lesson.locator(".control").get_by_role("button", name="Play")
        first, step = (
            lesson.locator(".answers button").first,
            lesson.get_by_role("button", name="Step"),
        )
        await window.clock.install()
        await expect(lesson.locator(".question")).to_be_hidden()
        await play.click()
        await window.clock.run_for(120_000)
        for button in (play, step):
            await expect(button).to_be_disabled()
            await button.press("Enter")
            await expect(first).to_be_focused()
        await expect(lesson.locator(".cut")).to_have_count(0)
        await first.click()
        await expect(step).to_be_enabled()
        await lesson.get_by_role("button", name="Play").click()  # there is only one
        await expect(lesson.get_by_role("button", name="Pause")).to_be_focused()
        await window.clock.run_for(120_000)
        await expect(step).to_be_disabled()
        await play.click()  # once more, from the start, without a stop
        await window.clock.run_for(120_000)
        await expect(step).to_be_disabled()
        await lesson.get_by_role("slider").press("Home")
        while await lesson.locator(".cut").count() == 0:
            await step.click()
        await expect(lesson.locator(".question")).to_be_hidden()
        await expect(lesson.locator(".cut")).to_have_count(1)
        await expect(lesson.locator(".code .runs")).to_have_text("            break")
        await expect(lesson.locator(".says")).to_contain_text("So X won't go this way")
        await lesson.get_by_role("slider").press("End")
        await expect(lesson.locator(".cut")).to_have_count(2)
        await expect(lesson.locator(".says")).to_contain_text("from 10 boards instead of 14")
        await lesson.get_by_text("The tree as a list").click()
        await expect(lesson.locator("details li").first).to_contain_text("X 4: ≤ −8")


_ENDGAMES = """() => module_endgames.endgames().map((signs) => {
    const { value, children } = module_endgames.endgame(signs);
    return [signs, value, ...children.map((child) => child.value)];
})"""


async def test_the_boards_to_practise_on_are_all_that_ask_both_sides_and_have_one_best_move(
    opened: Opening,
):
    expected = {}
    for board in unfinished():
        if len(board.free_cells) != 3:
            continue
        worth = [score.number() for score in score_cells(board).values()]
        asked = [cell for cell in board.free_cells if asks_o(board.play(cell))]
        if worth.count(max(worth)) == 1 and len(asked) > 1:
            expected["".join(str(board).split())] = [max(worth), *worth]
    async with opened() as window:
        found = await window.evaluate(_ENDGAMES)
    assert {signs: worth for signs, *worth in found} == expected
    assert len(found) == 548


def asks_o(board: Board) -> bool:
    """Whether O's moves lead to different values."""
    return len({score.number() for score in score_cells(board).values()}) > 1


_PRACTISE = """(numbers) => {
    const boards = module_endgames.endgames(), place = document.querySelector("#practice");
    const above = ({ dataset }) => dataset.path.split("-").slice(0, -1).join("-");
    const worth = ({ ariaLabel }) => Number(ariaLabel.split(": ")[1].replace("−", "-"));
    return numbers.map((number) => {
        Math.random = () => (number + 0.5) / boards.length;
        place.querySelector(".control button").click();
        for (let last; last = [...place.querySelectorAll("[role=button]")].at(-1); ) {
            const side = above(last) ? -1 : 1; // at the top X chooses, else O
            const choices = [...place.querySelectorAll("[role=button]")]
                .filter((choice) => above(choice) === above(last))
                .sort((one, next) => side * (worth(next) - worth(one)));
            choices[0].dispatchEvent(new Event("click", { bubbles: true }));
        }
        const [root, score] = ['[data-path=""] .chip', ".control span"]
            .map((name) => place.querySelector(name).textContent);
        const reached = Number(root.split(" ")[1].replace("−", "-"));
        return [module_endgames.endgame(boards[number]).value, reached, score];
    });
}"""


@pytest.mark.parametrize(
    "numbers", [range(0, 548, 50), pytest.param(range(548), marks=pytest.mark.proof)]
)
async def test_whoever_presses_the_best_numbers_ends_at_the_value_of_the_board(
    opened: Opening, numbers: range
):
    async with opened() as window:
        found = await window.evaluate(_PRACTISE, list(numbers))
    assert [reached for _, reached, _ in found] == [value for value, *_ in found]
    assert [score for *_, score in found] == [
        f"In a row without a slip: {count + 1}" for count in range(len(numbers))
    ]


async def test_be_minimax_is_done_with_the_keyboard_and_says_why_a_number_is_wrong(
    opened: Opening,
):
    async with opened(width=PHONE) as window:
        place = window.locator("#practice")
        says, numbers = place.locator(".says"), place.locator("[role=button]")
        await expect(says).to_have_text(
            "X has played 3: the board in the frame. Now O chooses. Of the values below "
            "it, press the one that O takes."
        )
        for number in await numbers.all():
            box = await number.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 42, "large enough for a finger"
        await numbers.first.focus()
        for name, answer in (
            ("X 3, O 5: 7", "O wouldn't take 7: another answer is worse for X. Try again."),
            ("X 3, O 9: 0", "Yes: 0 rises. X has played 5: the board in the frame."),
            ("X 5, O 9: 0", "Yes: 0 rises. X has played 9: the board in the frame."),
            ("X 9, O 3: 7", "Yes: 7 rises. X chooses at the top."),
            ("X 3: 0", "X wouldn't take 0: another move is worth more. Try again."),
            ("X 9: 7", "Yes: this board is worth 7, and X plays 9."),
        ):
            button = place.get_by_role("button", name=name, exact=True)
            while not await button.evaluate("(one) => one === document.activeElement"):
                await window.keyboard.press("Tab")
            await window.keyboard.press("Enter")
            await expect(says).to_contain_text(answer)
            await expect(says).to_be_in_viewport()
        await expect(place.get_by_text("Slips: 2")).to_be_visible()
        again = place.get_by_role("button", name="Another board")
        await expect(again).to_be_focused()
        await window.keyboard.press("Enter")
        await expect(numbers.first).to_be_focused()
        await expect(place.get_by_text("Slips: 2")).to_have_count(0)


@pytest.mark.parametrize(
    ("place", "program"), [("#lesson-5", programs.savings()), ("#write", programs.unwritten())]
)
async def test_one_press_copies_a_program_or_selects_it_if_the_browser_forbids_that(
    opened: Opening, place: str, program: str
):
    async with opened() as window:
        shown = window.locator(place)
        copy, says = (
            shown.get_by_role("button", name="Copy the program"),
            shown.get_by_role("status"),
        )
        await window.evaluate(_TAKE_CLIPBOARD)
        await copy.press("Enter")
        await expect(says).to_have_text("Copied")
        assert await window.evaluate("copied") == program
        await window.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        await copy.press("Enter")
        await expect(says).to_contain_text("selected")
        selected = await window.evaluate("getSelection().toString()")
        assert selected.strip() == program.strip()


_TAKE_CLIPBOARD = """() => {
    window.copied = null;
    const clipboard = { writeText: async (text) => { copied = text; } };
    Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
}"""


RIGHT = {
    "line": "marks",
    "win": "quick",
    "deeper": "next",
    "x": "highest",
    "o": "lowest",
    "best": "best",
}
"""What belongs in the six gaps of Build the bot, and below, each way to be wrong in one."""
WRONG = [
    {"line": "cells"},
    {"win": "flat"},
    {"win": "slow"},
    {"deeper": "same"},
    {"x": "lowest"},
    {"o": "highest"},
    {"best": "near"},
]
_MOVES = """([all, boards]) => all.map((chosen) => {
    const { move } = module_own_bot.bot(chosen);
    return boards.map(move);
})"""


async def test_a_bot_that_somebody_builds_is_judged_on_all_boards_as_the_engine_judges(
    opened: Opening,
):
    boards = {"".join(str(board).split()): board for board in unfinished()}
    built = [RIGHT, *(RIGHT | wrong for wrong in WRONG)]
    async with opened() as window:
        moves = await window.evaluate(_MOVES, [built, list(boards)])
        found = await window.evaluate("(all) => all.map(module_own_bot.check)", built)
    for chosen, played, judged in zip(built, moves, found, strict=True):
        thrown, slow = set(), set()
        for (signs, board), cell in zip(boards.items(), played, strict=True):
            worth = score_cells(board)
            best = max(worth.values())
            if worth[cell].result is not best.result:
                thrown.add((signs, cell))
            elif worth[cell] < best:
                slow.add((signs, cell))
        for kind, expected in (("thrown", thrown), ("slow", slow)):
            assert {(one["signs"], one["cell"]) for one in judged[kind]} == expected, chosen
            free = [one["signs"].count(".") for one in judged[kind]]
            assert free == sorted(free), "the fullest comes first"
            for one in judged[kind]:
                assert one["better"] in best_cells(boards[one["signs"]])
        assert bool(thrown or slow) == (chosen != RIGHT)
        assert judged["boards"] == 4520


@pytest.mark.proof
async def test_only_the_right_choices_make_a_bot_without_a_fault(opened: Opening):
    async with opened() as window:
        choices = await window.evaluate("module_own_bot.CHOICES")
        built = [dict(zip(choices, chosen, strict=True)) for chosen in product(*choices.values())]
        clean = await window.evaluate(
            """(all) => all.filter((chosen) => {
                const { thrown, slow } = module_own_bot.check(chosen);
                return !thrown.length && !slow.length;
            })""",
            built,
        )
    assert (len(built), clean) == (96, [RIGHT])


async def test_build_the_bot_tells_what_is_open_and_wrong_and_the_bot_can_be_played(
    opened: Opening,
):
    async with opened(width=PHONE) as window:
        place = window.locator("#build")
        says, choices = place.locator(".says"), place.get_by_role("combobox")
        tries = place.get_by_role("button", name="Try it on all boards")
        await tries.press("Enter")
        await expect(choices.first).to_be_focused()
        await expect(says).to_have_text("Choose something for each of the six gaps.")
        for choice, right in zip(await choices.all(), RIGHT.values(), strict=True):
            await choice.select_option(right)
        await choices.nth(3).select_option("lowest")
        await tries.press("Enter")
        await expect(says).to_contain_text("It throws away a win or a draw on 494 of 4,520 boards.")
        await expect(place.get_by_role("group", name="XOX / OOX / ...")).to_be_in_viewport()
        await choices.nth(3).select_option("highest")
        await expect(place.locator("figure svg")).to_have_count(0)
        await tries.press("Enter")
        await expect(says).to_contain_text("Right on all 4,520 boards!")
        await place.get_by_role("button", name="Play your bot").press("Enter")
        await place.get_by_role("button", name="1", exact=True).press("Enter")
        await expect(says).to_have_text("Your bot played 5. It's your turn.")
        while await place.locator("[role=button]").count():
            await place.locator("[role=button]").first.press("Enter")
        await expect(says).to_have_text(re.compile("Your bot wins|A draw"))
        await expect(place.get_by_role("button", name="Play your bot")).to_be_focused()


async def test_the_lessons_end_in_a_program_with_three_gaps_and_what_it_must_print(
    opened: Opening,
):
    async with opened() as window:
        place = window.locator("#write")
        await expect(place.locator(".code .runs")).to_have_count(3)
        numbers = [text.partition(", ")[0] for text in await place.locator("li").all_inner_texts()]
        assert numbers == ["0", "549,946", "−8", "3", "0", "5,478"]
        await expect(place.locator(".command")).to_have_text("python -m engine.check FILE")


async def test_the_right_answer_about_a_wrong_bot_shows_its_wrong_line(opened: Opening):
    async with opened(width=PHONE) as window:
        for number, (right, line) in enumerate(
            [
                ("B", "        if board[a - 1] == board[b - 1] == board[c - 1]:"),
                ("A", "    return free_cells(board)[0]"),
                ("C", "            chosen = cell"),
            ]
        ):
            bot = window.locator(".bug").nth(number)
            await expect(bot.locator(".code")).to_be_hidden()
            await bot.get_by_role("button", name=right, exact=True).press("Enter")
            await expect(bot.locator(".reply.right")).to_be_visible()
            await expect(bot.locator(".code .runs")).to_have_text(line)
        await expect(
            window.get_by_role("img", name="Board B: .OX / ... / .OX. X plays 1.")
        ).to_have_count(1)


_SPEAK_EACH = """() => [...document.getElementById("language").options].map(({ value }) => {
    const choice = document.getElementById("language");
    choice.value = value;
    choice.dispatchEvent(new Event("change"));
    const told = ["welcome", "lessons"].map((id) => {
        const said = document.getElementById(id).cloneNode(true);
        said.querySelectorAll(".code").forEach((code) => code.remove());
        return said.textContent;
    }).join();
    const title = document.querySelector("#lesson-1 h3").textContent;
    const isWide = document.documentElement.scrollWidth > innerWidth;
    return [value, document.documentElement.lang, title, /[{}]|undefined/.test(told) || isWide];
})"""


async def test_the_file_speaks_the_browsers_language_and_every_other(opened: Opening):
    async with opened(locale="de-CH", width=PHONE) as window:
        await expect(window.locator("html")).to_have_attribute("lang", "de")
        titles = {locale: voice_of(locale).say("The end has a value") for locale in locales()}
        found = await window.evaluate(_SPEAK_EACH)
        assert sorted(found) == sorted(
            [locale, locale, title, False] for locale, title in titles.items()
        )
        await window.get_by_role(
            "button", name=voice_of(found[-1][0]).say("Switch to light or dark")
        ).click()
        await window.reload()  # the choices are kept
        await expect(window.locator("html")).to_have_attribute("lang", found[-1][0])
        await expect(window.locator("html")).to_have_attribute("data-theme", "light")


@pytest.mark.parametrize(
    ("asked", "spoken"), [("es-MX", "es-419"), ("zh-HK", "zh-TW"), ("nb-NO", "no"), ("sw", "en-US")]
)
async def test_a_language_that_the_file_lacks_is_the_nearest_that_it_has(
    opened: Opening, asked: str, spoken: str
):
    async with opened(locale=asked) as window:
        await expect(window.locator("html")).to_have_attribute("lang", spoken)


async def test_a_web_server_shows_it_too_and_boards_of_the_essay_are_alive(opened: Opening):
    handler = partial(Quiet, directory=str(FILE.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/{FILE.name}"
        async with opened(address=address) as window:
            living = window.locator(".living").first
            await living.get_by_role("button", name="3, free").click()
            await expect(living.locator(".one-tile")).to_have_count(7)
            await living.get_by_role("button", name="Back to").click()
            await expect(living.locator(".one-tile")).to_have_count(6)
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """A plain web server that says nothing."""

    def log_message(self, *_: object) -> None:
        pass


@in_light_and_dark
async def test_axe_finds_nothing_and_nothing_is_wider_than_the_window(
    opened: Opening, width: int, theme: str
):
    async with opened(width=width, theme=theme) as window:
        await look_for_faults(window)
        for slider in await window.get_by_role("slider").all():
            await slider.press("End")
        await window.locator("details").evaluate_all(
            "all => all.forEach((each) => each.open = true)"
        )
        for box in await window.get_by_role("checkbox").all():
            await box.check()
        for answer in await window.locator(".answers button:visible").all():
            await answer.click()
        await look_for_faults(window)
        assert await window.evaluate("document.documentElement.scrollWidth") <= width
        narrow = max(width // 2, 320)  # as if zoomed to 200 %, or on the smallest phone
        await window.set_viewport_size({"width": narrow, "height": 422})
        assert await window.evaluate("document.documentElement.scrollWidth") <= narrow


async def test_on_paper_there_are_lessons_and_essay_dark_on_white_and_nothing_to_press(
    opened: Opening,
):
    async with opened() as window:
        await window.emulate_media(media="print")
        await expect(window.locator("#lesson-3 svg.walk")).to_be_visible()
        await expect(window.locator("#essay h3").first).to_be_visible()
        await expect(window.locator(".control:visible")).to_have_count(0)
        for place in ("#essay p", "#lesson-1 .code"):
            await expect(window.locator(place).first).to_have_css("color", "rgb(29, 30, 35)")
        await expect(window.locator("#lesson-1 .code")).to_have_css(
            "background-color", "rgb(255, 255, 255)"
        )
