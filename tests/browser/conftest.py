"""A browser for every test, and windows in it."""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, async_playwright, expect
from playwright.async_api import Page as Window

from tests.pictures import chromium
from tests.support.page import Page, page
from tests.support.waiting import LONG

PATIENCE = LONG * 1000  # milliseconds
# A busy machine fails no test, and one that fails says so in a minute.
expect.set_options(timeout=60_000)
PHONE, DESKTOP = 390, 1280  # CSS pixels

in_light_and_dark = pytest.mark.parametrize(
    ("width", "theme"), [(PHONE, "light"), (DESKTOP, "dark")]
)
"""Each width and each theme once: no colour depends on the width."""


_KEEPS_SOCKETS = """
    globalThis.sockets = [];
    window.WebSocket = class extends WebSocket {
        constructor(...address) { super(...address); sockets.push(this); }
    };
"""


Opening = Callable[..., AbstractAsyncContextManager[Window]]
"""Opens a window on a part of a page: see the fixtures that return one."""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The machine's Chromium. Without one tests are skipped, or fail if CHROMIUM is `required`."""
    try:
        path = chromium.find()
    except chromium.NoChromium as error:
        (pytest.fail if os.environ.get("CHROMIUM") == "required" else pytest.skip)(str(error))
    async with async_playwright() as playwright:
        one = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield one
        await one.close()


@pytest_asyncio.fixture(loop_scope="session")
async def here() -> AsyncIterator[Page]:
    async with page() as one:
        yield one


@asynccontextmanager
async def new_window(
    browser: Browser, width: int, theme: str, *, allowed: str = "", **options: Any
) -> AsyncIterator[Window]:
    """A window that shares nothing with others, and fails a test if a script in it does.

    allowed  what a line that the script writes to the console may hold
    """
    context = await browser.new_context(
        viewport={"width": width, "height": 844},
        color_scheme="light" if theme == "light" else "dark",
        **{"locale": "en-US"} | options,
    )
    context.set_default_timeout(PATIENCE)
    one, faults = await context.new_page(), list[str]()
    one.on("pageerror", lambda error: faults.append(str(error)))
    one.on("console", lambda line: faults.append(line.text))
    yield one
    await context.close()
    assert not [fault for fault in faults if not allowed or allowed not in fault]


@pytest.fixture
def window(browser: Browser, here: Page) -> Opening:
    """Opens a window of the page."""

    @asynccontextmanager
    async def opened(
        where: str = "alice/general", width: int = DESKTOP, theme: str = "dark", allowed: str = ""
    ) -> AsyncIterator[Window]:
        async with new_window(browser, width, theme, allowed=allowed, timezone_id="UTC") as one:
            await one.context.add_init_script(_KEEPS_SOCKETS)
            await one.goto(f"{here.address}#{where}")
            await one.locator("#where:not(:empty)").wait_for(state="attached")
            yield one

    return opened


async def look_for_faults(window: Window) -> None:
    """Fail if axe finds something that keeps people out."""
    found = await Axe().run(window)
    assert not found.response["violations"], found.generate_report()
