"""Draws the tiles, a sheet of all of them, and the bot's avatar: `python -m tests.pictures.tiles`.

A tile is read by its shape as well as by its colour, on a dark card and on a light one. What
matters stands on a ground of the tile's own with a contrast of at least 4.5 to 1. What fades, and
the arrow of a cell that loses, stand on the card itself, whichever it is, with 3 to 1. A dashed
frame means that a mark fades; a losing cell has a thin faint one, so that the others come first.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bot.messages.tiles import NAMES

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "bot" / "messages" / "tile_images"
SHEET = ROOT / "docs" / "pictures" / "tiles.png"
AVATAR = ROOT / "docs" / "pictures" / "avatar.png"
PAGE_AVATAR = ROOT / "bot" / "playground" / "page" / "avatar.png"
ICON = ROOT / "bot" / "learn" / "page" / "icon.png"

SIZE = 128  # pixels a side, as Discord advises
_FINE = 8  # drawn so many times larger, then shrunk: edges come out smooth

WHITE, GREY, GREEN, GOLD = "#ffffff", "#676a73", "#15803d", "#fbc21a"
FILLS = {"X": "#c9252f", "O": "#4f5be0"}
_EITHER = {"X": "#e8575f", "O": "#7480f0", "": "#80848e"}  # seen on either card
_SILVER, _EDGE = "#8f939d", "#4e5058"
_THIN, _QUIET, _QUIETER, _CLEAR = (
    "#80848eb0",
    "#80848e66",
    "#80848e4d",
    "#00000000",
)  # see-through, so faint on either card

CARDS = ("#393a41", "#ffffff")  # what tiles stand on: dark, light
_COLOURS = 64  # in the file of a tile: smooth edges, and a few hundred bytes
_GAP = 14  # pixels between the tiles of the sheet
_COLUMNS = 17
_SMALL = 22  # pixels of an emoji in a line of text
_GAME = (("O_mark", "empty", "X_mark"), ("empty", "X_mark", "O_mark"), ("X_mark", "empty", "empty"))
_NIGHT = "#23252d"  # what the avatar's board stands on

Draw = ImageDraw.ImageDraw


@cache
def draw(name: str) -> Image.Image:
    """The tile of that name, SIZE by SIZE pixels, clear around its rounded corners."""
    return _large(name).reduce(_FINE)


def avatars() -> dict[Path, Image.Image]:
    """A small board as the bot's avatar and as a page's icon, by the files they are kept in."""
    avatar = Image.new("RGBA", (SIZE * _FINE, SIZE * _FINE))
    _square(ImageDraw.Draw(avatar), 0, _NIGHT)
    # Discord cuts an avatar to a circle, which goes around the board.
    _game(avatar, SIZE / 4, SIZE / 8)
    icon = Image.new("RGBA", avatar.size)
    _game(icon, SIZE * 5 / 16, 0)  # at 16 pixels a cell has 5 a side, enough to tell an X from an O
    return {
        AVATAR: avatar,
        PAGE_AVATAR: avatar.reduce(_FINE),
        ICON: icon.reduce(2 * _FINE),
    }


def sheet() -> Image.Image:
    """All tiles on a dark and a light card, at half their files' size and as small as in a text."""
    large = SIZE // 2
    step, rows = large + _GAP, -(-len(NAMES) // _COLUMNS)
    width, height = 2 * _GAP + _COLUMNS * (step + _SMALL + _GAP), rows * step + _GAP
    image = Image.new("RGB", (width, height * len(CARDS)))
    for number, card in enumerate(CARDS):
        half = Image.new("RGB", (width, height), card)
        for place, name in enumerate(NAMES):
            row, column = divmod(place, _COLUMNS)
            x, y = _GAP + column * (step + _SMALL + _GAP), _GAP + row * step
            for size, left in ((large, x), (_SMALL, x + large + _GAP // 2)):
                tile = draw(name).resize((size, size), Image.Resampling.LANCZOS)
                half.paste(tile, (left, y + (large - size) // 2), tile)
        image.paste(half, (0, number * height))
    return image


def _game(image: Image.Image, pitch: float, margin: float) -> None:
    """Put a won game on a picture, one cell each `pitch`, and so far from its upper left corner."""
    side = round(pitch * _FINE * 15 / 16)
    for row, names in enumerate(_GAME):
        for column, name in enumerate(names):
            left, top = (
                round((margin + (at + 0.5) * pitch) * _FINE - side / 2) for at in (column, row)
            )
            image.alpha_composite(
                _large(name).resize((side, side), Image.Resampling.LANCZOS), (left, top)
            )


def _large(name: str) -> Image.Image:
    image = Image.new("RGBA", (SIZE * _FINE, SIZE * _FINE))
    kind, _, state = name.partition("_")
    _DRAWN[kind if kind in _DRAWN else state](ImageDraw.Draw(image), kind, state)
    return image


def _free(canvas: Draw, _: str, number: str) -> None:
    """A faint square. The number of a cell that can be taken is small, on a ground of its own."""
    _square(canvas, 0, _QUIETER if number else _QUIET)
    if number:
        middle = (SIZE / 2, SIZE / 2)
        size = 54 if len(number) == 1 else 60
        _plate(canvas, number, middle, size)
        _number(canvas, number, middle, size)


def _worth(canvas: Draw, kind: str, number: str) -> None:
    """The number, and in the corner the sign of what the cell leads to. A losing cell is hollow."""
    is_short = len(number) == 1
    if kind == "loss":
        _thin_frame(canvas)
        middle, plate, size = ((50, 46), 60, 60) if is_short else ((56, 44), 56, 62)
        _plate(canvas, number, middle, plate)
    else:
        _square(canvas, 0, GREEN if kind == "win" else GREY)
        middle, size = ((54, 52), 78) if is_short else ((64, 49), 68)
    _number(canvas, number, middle, size)
    _result(canvas, kind, (98, 99), 28, _EITHER[""] if kind == "loss" else WHITE)


def _strip(canvas: Draw, kind: str, result: str) -> None:
    """A small square with the sign of a result. The one to look at is ringed."""
    inset = 14
    if kind == "here":
        for at, colour in ((0, _EDGE), (4, WHITE), (13, _CLEAR)):
            _square(canvas, at, colour)
        inset = 23
    if result == "loss":
        _thin_frame(canvas, inset)
    else:
        _square(canvas, inset, GREEN if result == "win" else GREY)
    colour = _EITHER[""] if result == "loss" else WHITE
    _result(canvas, result, (SIZE / 2, SIZE / 2), SIZE / 2 - inset, colour)


def _mark(canvas: Draw, kind: str, _: str) -> None:
    _square(canvas, 0, FILLS[kind])
    _sign(canvas, kind, WHITE)


def _last(canvas: Draw, kind: str, _: str) -> None:
    """A thin white ring inside the edge."""
    for inset, colour in ((0, FILLS[kind]), (7, WHITE), (14, FILLS[kind])):
        _square(canvas, inset, colour)
    _sign(canvas, kind, WHITE)


def _line(canvas: Draw, kind: str, _: str) -> None:
    """A broad golden frame around the edge."""
    _square(canvas, 0, GOLD)
    _square(canvas, 13, FILLS[kind])
    _sign(canvas, kind, WHITE)


def _lost(canvas: Draw, kind: str, _: str) -> None:
    """A grey frame, cracked."""
    _square(canvas, 0, _SILVER)
    _square(canvas, 13, FILLS[kind])
    _sign(canvas, kind, WHITE)
    for crack in (
        [(96, -4), (84, 22), (104, 34), (92, 44)],
        [(30, SIZE + 4), (42, 108), (24, 96), (36, 84)],
    ):
        canvas.line([(x * _FINE, y * _FINE) for x, y in crack], _CLEAR, 7 * _FINE, joint="curve")


def _fading(canvas: Draw, kind: str, _: str) -> None:
    """Hollow: only the mark and a dashed frame are left."""
    _dashed(canvas, _EITHER[kind])
    _sign(canvas, kind, _EITHER[kind])


_DRAWN: dict[str, Callable[[Draw, str, str], None]] = {
    **dict.fromkeys(("empty", "cell"), _free),
    **dict.fromkeys(("win", "draw", "loss"), _worth),
    **dict.fromkeys(("square", "here"), _strip),
    "mark": _mark,
    "last": _last,
    "line": _line,
    "lost": _lost,
    "fading": _fading,
}


def _square(canvas: Draw, inset: float, colour: str) -> None:
    box = _scaled(inset, inset, SIZE - inset, SIZE - inset)
    canvas.rounded_rectangle(box, radius=(26 - inset * 0.8) * _FINE, fill=colour)


def _thin_frame(canvas: Draw, inset: float = 0) -> None:
    _square(canvas, inset, _THIN)
    _square(canvas, inset + 6, _CLEAR)


def _dashed(canvas: Draw, colour: str) -> None:
    """A frame with three gaps in every side."""
    _square(canvas, 0, colour)
    _square(canvas, 8, _CLEAR)
    part = SIZE / 32
    for start in (6.5, 14.5, 22.5):
        near, far = start * part, (start + 3) * part
        for edge in (0, SIZE - 8):
            canvas.rectangle(_scaled(near, edge, far, edge + 8), fill=_CLEAR)
            canvas.rectangle(_scaled(edge, near, edge + 8, far), fill=_CLEAR)


def _result(
    canvas: Draw, result: str, middle: tuple[float, float], size: float, colour: str
) -> None:
    """An arrow up for a win, down for a loss, and two bars for a draw, `size` pixels wide."""
    x, y = middle
    if result == "draw":
        for bar in (y - 0.28 * size, y + 0.28 * size):
            box = _scaled(x - size / 2, bar - 0.15 * size, x + size / 2, bar + 0.15 * size)
            canvas.rounded_rectangle(box, radius=0.1 * size * _FINE, fill=colour)
        return
    tip = 0.4 * size if result == "loss" else -0.4 * size
    corners = [(x - size / 2, y - tip), (x + size / 2, y - tip), (x, y + tip)]
    drawn = [(x * _FINE, y * _FINE) for x, y in corners]
    canvas.polygon(drawn, fill=colour)
    canvas.line([*drawn, *drawn[:2]], colour, 5 * _FINE, joint="curve")  # rounds its corners


def _sign(canvas: Draw, kind: str, colour: str) -> None:
    """An X or an O."""
    middle, reach, pen = SIZE / 2, 32, 17
    if kind == "O":
        out = reach + pen / 2
        canvas.ellipse(
            _scaled(middle - out, middle - out, middle + out, middle + out),
            outline=colour,
            width=pen * _FINE,
        )
        return
    for slope in (1, -1):
        ends = [(middle + end * reach, middle + end * slope * reach) for end in (-1, 1)]
        canvas.line([(x * _FINE, y * _FINE) for x, y in ends], fill=colour, width=pen * _FINE)
        for x, y in ends:
            canvas.ellipse(_scaled(x - pen / 2, y - pen / 2, x + pen / 2, y + pen / 2), fill=colour)


def _plate(canvas: Draw, number: str, middle: tuple[float, float], size: float) -> None:
    """The small ground of a number that is `size` pixels high, or a little more."""
    (x, y), high = middle, 0.56 * size
    wide = high if len(number) == 1 else 0.8 * size
    canvas.rounded_rectangle(
        _scaled(x - wide, y - high, x + wide, y + high), radius=0.3 * size * _FINE, fill=GREY
    )


def _number(canvas: Draw, number: str, middle: tuple[float, float], size: float) -> None:
    """Pillow's own font, made bolder by an outline: half as much for two digits, with room between.

    A 5 is then no 6 at 22 pixels.
    """
    font = ImageFont.load_default(size=size * _FINE)
    pen, room = (2 if len(number) == 1 else 1) * _FINE, 0.08 * size * _FINE
    boxes = [canvas.textbbox((0, 0), digit, font=font) for digit in number]
    x = (
        middle[0] * _FINE
        - (sum(right - left for left, _, right, _ in boxes) + room * (len(number) - 1)) / 2
    )
    for digit, (left, top, right, bottom) in zip(number, boxes, strict=True):
        y = middle[1] * _FINE - (top + bottom) / 2
        canvas.text(
            (x - left, y), digit, font=font, fill=WHITE, stroke_width=pen, stroke_fill=WHITE
        )
        x += right - left + room


def _scaled(*box: float) -> tuple[float, ...]:
    return tuple(side * _FINE for side in box)


def main() -> None:
    for folder in (IMAGES, SHEET.parent):
        folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        draw(name).quantize(_COLOURS, Image.Quantize.FASTOCTREE).save(
            IMAGES / f"{name}.png", optimize=True
        )
    sheet().quantize(256).save(SHEET, optimize=True)
    for file, picture in avatars().items():
        picture.quantize(_COLOURS, Image.Quantize.FASTOCTREE).save(file, optimize=True)


if __name__ == "__main__":
    main()
