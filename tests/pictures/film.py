"""Films the page for the README: somebody taps, the bot answers, and the tree says what is best.

The game has a fixed seed and clock. Each frame is taken when the page shows what it
should, never after a time.
"""

from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from tests.pictures.studio import launching
from tests.support.page import page
from tests.support.windows import board, button, say

_SEED = 7  # of a game that X may win, draw or lose with its fourth move
_OPENING, _LAST = ("5", "1", "4"), "6"
_WIDTH, _HEIGHT, _SCALE = 480, 608, 1.25  # CSS pixels, few enough for a phone, and their size
_RISES = 3  # frames in which the values rise
_POINTER = """(at, {x, y}) => {
    const dot = document.body.appendChild(document.createElement("div"));
    dot.id = "pointer";
    dot.style = `position: fixed; left: ${x - 14}px; top: ${y - 14}px; width: 28px; height: 28px;
        background: #f0b23299; border: 2px solid #f0b232; border-radius: 50%; z-index: 9;
        pointer-events: none;`;
}"""


async def film(theme: str, to: Path) -> None:
    """Film the page, light or dark, as an animated GIF."""
    shots = [(Image.open(BytesIO(png)).convert("RGB"), lasts) async for png, lasts in _shots(theme)]
    width, height = shots[0][0].size
    strip = Image.new("RGB", (width, height * len(shots)))
    for number, (picture, _) in enumerate(shots):
        strip.paste(picture, (0, height * number))
    # One palette for all frames, so that nothing flickers; a small one keeps the film below 200 KB.
    palette = strip.quantize(112)
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture, _ in shots]
    durations = [lasts for _, lasts in shots]
    rest = {"append_images": frames[1:], "duration": durations}
    frames[0].save(to, save_all=True, loop=0, optimize=True, **rest)


async def _shots(theme: str) -> AsyncIterator[tuple[bytes, int]]:
    """Each frame as a PNG, and how many milliseconds it lasts."""
    with launching(every_script=True) as options:  # no font of ours has the ☰
        async with page(_SEED) as here, async_playwright() as playwright:
            browser = await playwright.chromium.launch(**options)
            window = await _opened(browser, here.address, theme)
            chat, explore = (window.get_by_role("link", name=room) for room in ("Chat", "Explore"))
            await say(window, "/ttt start level:normal")
            await expect(board(window)).to_be_visible()
            await window.evaluate("document.activeElement.blur()")
            for cell in _OPENING:
                pressed = button(board(window), cell)
                yield await _tapped(window, pressed), 450
                await expect(pressed).to_have_count(0)
                yield await _shot(window), 650
            yield await _tapped(window, explore), 450
            await window.get_by_label("Show what each cell is worth").check()
            await expect(window.locator("#cells .sign")).to_have_count(3)
            yield await _shot(window), 1300
            slider, says = window.get_by_role("slider", name="Step"), window.locator(".says")
            steps = int(await slider.get_attribute("max") or 0)
            for number in range(_RISES + 1):
                await slider.fill(str(round(steps * number / _RISES)))
                await says.evaluate("(says) => says.scrollIntoView()")
                yield await _shot(window), 1200 if number == _RISES else 550
            yield await _tapped(window, chat), 450
            yield await _tapped(window, button(board(window), _LAST)), 500
            await expect(window.locator(".message").last).to_contain_text("wins")
            yield await _shot(window), 1800
            await browser.close()


async def _opened(browser: Browser, address: str, theme: str) -> Page:
    context = await browser.new_context(
        viewport={"width": _WIDTH, "height": _HEIGHT},
        device_scale_factor=_SCALE,
        color_scheme="light" if theme == "light" else "dark",
        locale="en-US",
        timezone_id="America/New_York",  # where it is evening when the simulated Discord starts
    )
    window = await context.new_page()
    await window.goto(address)
    await window.locator("#where:not(:empty)").wait_for(state="attached")
    return window


async def _shot(window: Page) -> bytes:
    await window.evaluate("document.activeElement.blur()")
    return await window.screenshot(animations="disabled")


async def _tapped(window: Page, at: Locator) -> bytes:
    """A frame with a dot where somebody taps; then they have."""
    await expect(at).to_be_visible()
    box = await at.bounding_box()
    assert box
    await at.evaluate(
        _POINTER, {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    )
    shot = await _shot(window)
    await window.evaluate('document.querySelector("#pointer").remove()')
    await at.click()
    await window.mouse.move(0, 0)
    return shot
