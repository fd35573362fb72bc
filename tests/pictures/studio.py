"""A Chromium that photographs messages as the playground's page draws them."""

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from playwright.sync_api import Browser, Page, Route, ViewportSize, sync_playwright

from bot.messages.texts import Voice
from bot.playground.page_words import words
from tests.pictures import chromium

MARGIN = 16  # CSS pixels around each message

HERE = Path(__file__).parent
_BOT = HERE.parents[1] / "bot"
_FOLDERS = {
    "learn/page": _BOT / "learn" / "page",
    "playground/page": _BOT / "playground" / "page",
    "tiles": _BOT / "messages" / "tile_images",
    "pictures": HERE,
}
_PLACE = "http://pictures/"  # where the browser thinks it is; every request is answered here

# Which fonts the system has, and how it draws them, moves every line of text. So these count; those
# of the system are asked only for what these lack, and only if that is wanted.
_FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir><cachedir>{cache}</cachedir>
  {system}
  <match target="font"><edit name="hinting" mode="assign"><bool>false</bool></edit></match>
</fontconfig>
"""
_SYSTEM = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>'


@contextmanager
def studio(*, every_script: bool = False) -> Iterator[Browser]:
    """A Chromium that draws messages the same on every machine, while the block runs.

    every_script  whether it also draws, with fonts of this machine, what our own fonts lack, such
                  as Thai

    Raises chromium.NoChromium.
    """
    path = chromium.find()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        fonts, settings = files("simcord.preview") / "static" / "fonts", Path(folder) / "fonts.conf"
        system = _SYSTEM if every_script else ""
        settings.write_text(
            _FONTS.format(fonts=fonts, cache=Path(folder) / "cache", system=system),
            encoding="utf-8",
        )
        browser = playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", "--hide-scrollbars"],  # in most containers there is no sandbox
            env=os.environ | {"FONTCONFIG_FILE": str(settings), "LANG": "C.UTF-8"},
        )
        yield browser
        browser.close()


@contextmanager
def drawn(
    browser: Browser,
    samples: Sequence[tuple[str, Sequence[Any]]],
    world: Mapping[str, Any],
    *,
    voice: Voice,
    theme: str,
    width: int,
    columns: int = 1,
    scale: float = 1,
    zone: str = "UTC",
) -> Iterator[Page]:
    """A page with these chats of some messages, each with its name, while the block runs.

    world    what the messages only refer to: `people` by id, `reader`, and `now`
    voice    of the texts around the messages
    width    of a chat, in CSS pixels
    columns  how many chats stand side by side
    scale    how many pixels a CSS pixel has, each way
    zone     the time zone of their times
    """
    data = {"samples": samples, "world": world, "theme": theme}
    data |= {"words": words(voice), "locale": voice.locale}
    sheet = Template((HERE / "sheet.html").read_text(encoding="utf-8")).substitute(
        data=json.dumps(data).replace("</", "<\\/"), width=width, columns=columns, margin=MARGIN
    )
    window = ViewportSize(width=columns * (width + MARGIN) + MARGIN, height=800)
    context = browser.new_context(viewport=window, device_scale_factor=scale, timezone_id=zone)
    page = context.new_page()
    page.route("**/*", lambda route: _answer(route, sheet))
    page.goto(_PLACE)
    page.locator("body[data-faults]").wait_for()
    yield page
    context.close()


def _answer(route: Route, sheet: str) -> None:
    """Answer a request of the page with a file of ours."""
    folder, _, name = route.request.url.removeprefix(_PLACE).rpartition("/")
    if not name:
        route.fulfill(body=sheet, content_type="text/html")
    elif folder in _FOLDERS:
        route.fulfill(path=_FOLDERS[folder] / name)
    else:
        route.abort()
