"""Draws the tiles, and one sheet that shows all of them: `python -m tests.pictures.tiles`.

A tile is read by its shape as well as by its colour, on a dark card and on a light one: what matters is white
on a ground of the tile's own, or the other way round, with a contrast of at least 4.5 to 1.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bot.messages.tiles import NAMES

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "bot" / "messages" / "tile_images"
SHEET = ROOT / "docs" / "pictures" / "tiles.png"

SIZE = 128  # pixels a side, as Discord advises
_FINE = 8  # drawn so many times larger, then shrunk: edges come out smooth

WHITE, GREY, GOLD = "#ffffff", "#676a73", "#fbc21a"
FILLS = {"X": "#c9252f", "O": "#4f5be0"}
PALE = {"X": "#ffecec", "O": "#ebedff"}
_QUIET = "#80848e66"  # see-through, so that it is faint on either card

CARDS = ("#393a41", "#ffffff")  # what tiles stand on: dark, light
_COLOURS = 64  # in the file of a tile: smooth edges, and a few hundred bytes
_GAP = 14  # pixels between the tiles of the sheet
_COLUMNS = 9
_SMALL = 22  # pixels of an emoji in a line of text

Draw = ImageDraw.ImageDraw


@cache
def draw(name: str) -> Image.Image:
    """The tile of that name, SIZE by SIZE pixels, clear around its rounded corners."""
    image = Image.new("RGBA", (SIZE * _FINE, SIZE * _FINE))
    canvas = ImageDraw.Draw(image)
    kind, _, state = name.partition("_")
    if kind == "empty":
        _square(canvas, 0, _QUIET)
    elif kind == "cell":
        _square(canvas, 0, GREY)
        _number(canvas, state)
    else:
        _STATES[state](canvas, kind)
    return image.reduce(_FINE)


def sheet() -> Image.Image:
    """All tiles, on a dark card and on a light one, as large as their files and as small as in a text."""
    step, rows = SIZE + _GAP, -(-len(NAMES) // _COLUMNS)
    width, height = _COLUMNS * step + _GAP, rows * step + _SMALL + 2 * _GAP
    image = Image.new("RGB", (width, height * len(CARDS)))
    for number, card in enumerate(CARDS):
        half = Image.new("RGB", (width, height), card)
        for place, name in enumerate(NAMES):
            tile, small = draw(name), draw(name).resize((_SMALL, _SMALL), Image.Resampling.LANCZOS)
            row, column = divmod(place, _COLUMNS)
            half.paste(tile, (_GAP + column * step, _GAP + row * step), tile)
            half.paste(small, (_GAP + place * (width - _GAP) // len(NAMES), _GAP + rows * step), small)
        image.paste(half, (0, number * height))
    return image


def _mark(canvas: Draw, kind: str) -> None:
    _square(canvas, 0, FILLS[kind])
    _sign(canvas, kind, WHITE)


def _last(canvas: Draw, kind: str) -> None:
    """A thin white ring inside the edge."""
    _square(canvas, 0, FILLS[kind])
    _square(canvas, 9, WHITE)
    _square(canvas, 17, FILLS[kind])
    _sign(canvas, kind, WHITE, reach=26)


def _line(canvas: Draw, kind: str) -> None:
    """A broad golden frame around the edge."""
    _square(canvas, 0, GOLD)
    _square(canvas, 16, FILLS[kind])
    _sign(canvas, kind, WHITE, reach=26)


def _fading(canvas: Draw, kind: str) -> None:
    """The other way round: a coloured mark on a pale ground, in a broken frame."""
    _square(canvas, 0, FILLS[kind])
    _square(canvas, 7, PALE[kind])
    for start in (26, 58, 90):  # three gaps in every side
        for box in ((start, 0, start + 12, 7), (start, SIZE - 7, start + 12, SIZE)):
            canvas.rectangle(_scaled(*box), fill=PALE[kind])
            canvas.rectangle(_scaled(box[1], box[0], box[3], box[2]), fill=PALE[kind])
    _sign(canvas, kind, FILLS[kind])


_STATES: dict[str, Callable[[Draw, str], None]] = {
    "mark": _mark,
    "last": _last,
    "line": _line,
    "fading": _fading,
}


def _square(canvas: Draw, inset: int, colour: str) -> None:
    box = _scaled(inset, inset, SIZE - inset, SIZE - inset)
    canvas.rounded_rectangle(box, radius=(26 - inset * 0.8) * _FINE, fill=colour)


def _sign(canvas: Draw, kind: str, colour: str, *, reach: int = 32) -> None:
    """An X or an O that reaches so many pixels from the middle."""
    middle, pen = SIZE / 2, 17
    if kind == "O":
        out = reach + pen / 2
        canvas.ellipse(
            _scaled(middle - out, middle - out, middle + out, middle + out), outline=colour, width=pen * _FINE
        )
        return
    for slope in (1, -1):
        ends = [(middle + end * reach, middle + end * slope * reach) for end in (-1, 1)]
        canvas.line([(x * _FINE, y * _FINE) for x, y in ends], fill=colour, width=pen * _FINE)
        for x, y in ends:
            canvas.ellipse(_scaled(x - pen / 2, y - pen / 2, x + pen / 2, y + pen / 2), fill=colour)


def _number(canvas: Draw, number: str) -> None:
    """Pillow's own font, made bolder by an outline, with some room between two digits."""
    font = ImageFont.load_default(size=(92 if len(number) == 1 else 74) * _FINE)
    middle, pen, room = SIZE * _FINE / 2, 2 * _FINE, 7 * _FINE
    boxes = [canvas.textbbox((0, 0), digit, font=font) for digit in number]
    x = middle - (sum(right - left for left, _, right, _ in boxes) + room * (len(number) - 1)) / 2
    for digit, (left, top, right, bottom) in zip(number, boxes, strict=True):
        y = middle - (top + bottom) / 2
        canvas.text((x - left, y), digit, font=font, fill=WHITE, stroke_width=pen, stroke_fill=WHITE)
        x += right - left + room


def _scaled(*box: float) -> tuple[float, ...]:
    return tuple(side * _FINE for side in box)


def main() -> None:
    for folder in (IMAGES, SHEET.parent):
        folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        draw(name).quantize(_COLOURS, Image.Quantize.FASTOCTREE).save(IMAGES / f"{name}.png", optimize=True)
    sheet().quantize(256).save(SHEET, optimize=True)


if __name__ == "__main__":
    main()
