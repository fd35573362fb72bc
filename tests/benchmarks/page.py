"""How fast the page is in this machine's Chromium: `python -m tests.benchmarks.page`."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib.resources import files
from statistics import median

from playwright.async_api import Browser, Page, async_playwright

from bot.playground.simulated_discord import Here
from tests.pictures import chromium
from tests.support import page as pages
from tests.support.windows import board, free_cells, say

_TIMES = 15
_MANY = 2000  # messages

_PAINTED = """
    () => new Promise((done) => new PerformanceObserver((list) => {
        const painted = list.getEntriesByName("first-contentful-paint")[0];
        if (painted) done(painted.startTime);
    }).observe({type: "paint", buffered: true}))
"""
_PRESSED = """
    () => new Promise((done) => {
        const before = performance.now();
        new MutationObserver((_, observer) => {
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - before)));
        }).observe(document.querySelector("#messages"), {childList: true, subtree: true});
        document.querySelector(`.message:last-child [data-press*=":cell:"].neutral`).click();
    })
"""
_SCROLLED = """
    () => new Promise((done) => {
        const log = document.querySelector("#log"), frames = [];
        let last = performance.now();
        const step = () => {
            frames.push(performance.now() - last);
            last = performance.now();
            log.scrollTop -= 120;
            if (log.scrollTop > 0 && frames.length < 600) requestAnimationFrame(step);
            else done(frames.slice(1).sort((one, other) => one - other));
        };
        log.scrollTop = log.scrollHeight;
        requestAnimationFrame(step);
    })
"""


async def main() -> None:
    weight = 0
    for room in ("learn", "playground"):
        for file in (files(f"bot.{room}") / "page").iterdir():
            weight += len(file.read_bytes())
    print(f"weight without pictures       {weight / 1000:8.0f} KB")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium.find(), args=["--no-sandbox"]
        )
        async with pages.page() as here:
            print(f"first paint                   {await _first_paint(browser, here):8.0f} ms")
            print(f"a press to a drawn board      {await _press(browser, here):8.0f} ms")
            for _ in range(_MANY):
                await here.world.slash(Here("carol", "lounge"), "ttt help", {})
            full = pages.Page(f"{here.address}#carol/lounge", here.world, here.store)
            print(f"with {_MANY:,} messages there:")
            print(f"first paint                   {await _first_paint(browser, full):8.0f} ms")
            print(f"a press to a drawn board      {await _press(browser, full):8.0f} ms")
            usual, longest = await _scrolling(browser, full)
            print(
                f"a frame while scrolling       {usual:8.0f} ms, 99 of 100 below {longest:.0f} ms"
            )
        await browser.close()


async def _first_paint(browser: Browser, here: pages.Page) -> float:
    """The median, in milliseconds since the request."""

    async def one(window: Page) -> float:
        await window.goto("about:blank")
        await window.goto(here.address)
        painted: float = await window.evaluate(_PAINTED)
        return painted

    return await _median(browser, one)


async def _press(browser: Browser, here: pages.Page) -> float:
    """The median, in milliseconds between a press and the frame after which the board shows it."""

    async def one(window: Page) -> float:
        await window.goto("about:blank")
        await window.goto(here.address)
        if not await free_cells(window).count():
            await say(window, "/ttt start game:5x5 level:random")
            await board(window).wait_for()
        took: float = await window.evaluate(_PRESSED)
        return took

    return await _median(browser, one)


async def _scrolling(browser: Browser, here: pages.Page) -> tuple[float, float]:
    """The median and the 99th of 100 frames, in milliseconds, while older messages scroll by."""
    window = await browser.new_page()
    await window.goto(here.address)
    for count in range(100, 501, 50):
        await window.locator("#older").click()
        await window.locator(f".message:nth-child({count})").wait_for(state="attached")
    frames: list[float] = await window.evaluate(_SCROLLED)
    await window.close()
    return median(frames), frames[len(frames) * 99 // 100]


async def _median(browser: Browser, one: Callable[[Page], Awaitable[float]]) -> float:
    window = await browser.new_page()
    took = [await one(window) for _ in range(_TIMES)]
    await window.close()
    return median(took)


if __name__ == "__main__":
    asyncio.run(main())
