"""A Chromium found on this machine, which photographs a page."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from importlib.resources import files
from pathlib import Path

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

# Which fonts the system has, and how it draws them, moves every line of text. So these count, and no others.
_FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir><cachedir>{cache}</cachedir>
  <match target="font"><edit name="hinting" mode="assign"><bool>false</bool></edit></match>
</fontconfig>
"""


class NoChromium(Exception):
    """There is none on this machine; the message is one sentence that says what to do."""

    def __init__(self) -> None:
        super().__init__(f"Pictures need a Chromium on the PATH, by one of these names: {', '.join(_NAMES)}.")


def find() -> str:
    """The path of a Chromium. Raises NoChromium."""
    for name in _NAMES:
        if path := shutil.which(name):
            return path
    raise NoChromium


def photograph(page: str, picture: Path, width: int, height: int) -> str:
    """Write what a window of that size, in CSS pixels, shows of the page to `picture`, a PNG.

    Returns the page's HTML after its scripts have run.
    """
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        (here / "page.html").write_text(page, encoding="utf-8")
        fonts = files("simcord.preview") / "static" / "fonts"
        (here / "fonts.conf").write_text(_FONTS.format(fonts=fonts, cache=here / "cache"), encoding="utf-8")
        done = subprocess.run(
            [
                find(),
                "--headless",
                "--no-sandbox",  # as root, and in most containers, there is none; the page is our own
                "--hide-scrollbars",
                "--disable-gpu",
                f"--user-data-dir={here / 'profile'}",
                f"--window-size={width},{height}",
                f"--screenshot={picture.resolve()}",
                "--dump-dom",
                (here / "page.html").as_uri(),
            ],
            env=os.environ | {"FONTCONFIG_FILE": str(here / "fonts.conf"), "LANG": "C.UTF-8"},
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        )
    return done.stdout
