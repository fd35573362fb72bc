"""A Chromium found on this machine."""

import shutil

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


class NoChromium(Exception):
    """There is none on this machine; the message is one sentence that says what to do."""

    def __init__(self) -> None:
        super().__init__(
            f"Pictures need a Chromium on the PATH, by one of these names: {', '.join(_NAMES)}."
        )


def find() -> str:
    """The path of a Chromium. Raises NoChromium."""
    for name in _NAMES:
        if path := shutil.which(name):
            return path
    raise NoChromium
