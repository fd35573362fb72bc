"""What people do in a window of the page."""

from playwright.async_api import Locator, expect
from playwright.async_api import Page as Window


async def say(window: Window, line: str) -> None:
    """Type a line and press Enter."""
    await window.fill("#line", line)
    await window.press("#line", "Enter")


def newest(window: Window) -> Locator:
    return window.locator(".message").last


def board(window: Window) -> Locator:
    """The newest message with cells."""
    return window.locator('.message:has([data-press*=":cell:"])').last


def button(where: Locator, label: str) -> Locator:
    return where.get_by_role("button", name=label, exact=True)


async def play(window: Window, label: str) -> None:
    """Press a cell of the newest board with the mouse, and wait until it shows the move."""
    cell = button(board(window), label)
    await cell.click()
    await expect(cell).to_have_count(0)


def free_cells(window: Window) -> Locator:
    """The buttons of the free cells of the newest board."""
    return board(window).locator('[data-press*=":cell:"].neutral')


def offers(window: Window) -> Locator:
    """What is offered to go on with the line."""
    return window.locator("#offers li")
