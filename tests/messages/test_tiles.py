"""The tiles: what Discord takes, and that people can read them whatever their card and eyes.

Also the stripes beside cards.
"""

import re
from heapq import nlargest
from io import BytesIO
from itertools import combinations, groupby, pairwise

import pytest
from PIL import Image, ImageChops, ImageColor, ImageStat

from bot.messages.content import Accent
from bot.messages.tiles import CELLS, NAMES, Tile, tiles
from tests.pictures.tiles import AVATAR, CARDS, ICON, SHEET, avatars, draw, sheet

# What the red, green and blue of linear light become for those who lack one kind of cone: Machado,
# Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
# (2009), severity 1.
EYES = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


PICTURES = {tile.name: Image.open(BytesIO(tile.picture)).convert("RGBA") for tile in tiles()}


def main_colours(name: str, card: str = CARDS[0]) -> list[tuple[int, int, int]]:
    """The two colours that fill most of a tile's middle on a card: a ground, and what is on it."""
    middle = PICTURES[name].crop((36, 30, 88, 78))
    colours = on_card(middle, card).getcolors(middle.width * middle.height)
    assert colours
    return [colour for _, colour in nlargest(2, colours)]


def on_card(tile: Image.Image, card: str) -> Image.Image:
    ground = Image.new("RGBA", tile.size, card)
    ground.alpha_composite(tile)
    return ground.convert("RGB")


def linear(colour: tuple[int, int, int]) -> tuple[float, ...]:
    """Red, green and blue as light, from 0 to 1."""
    return tuple(c / 255 / 12.92 if c < 11 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """From 1 to 21, as in the Web Content Accessibility Guidelines."""
    a, b = (0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other)))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def test_a_picture_is_what_its_source_draws():
    """If this fails, `python -m tests.pictures.tiles` draws them again."""
    for name, picture in PICTURES.items():
        assert apart(on_card(picture, "white"), on_card(draw(name), "white")) < 2, name


def test_the_sheet_shows_them_all_as_they_are_now():
    assert apart(Image.open(SHEET).convert("RGB"), sheet()) < 2


def test_the_avatar_and_the_icon_are_as_their_source_draws_them():
    pictures = avatars()
    assert pictures[AVATAR].size == (1024, 1024), "as Discord's directory of apps asks for"
    for file, drawn in pictures.items():
        picture = Image.open(file).convert("RGBA")
        for card in CARDS:
            assert apart(on_card(picture, card), on_card(drawn, card)) < 2, file


@pytest.mark.parametrize("card", CARDS)
def test_x_and_o_can_be_told_apart_without_any_colour_in_an_icon_of_16_pixels(card: str):
    """An X is brightest in its middle, an O is dark there."""
    icon = on_card(Image.open(ICON).convert("RGBA"), card).convert("L").resize((16, 16))
    for mark, row, column in ("O00", "X02", "X11", "O12", "X20"):
        x, y = 5 * int(column) + 2, 5 * int(row) + 2
        beside = [
            icon.getpixel(place) for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        ]
        middle = icon.getpixel((x, y))
        assert middle > max(beside) + 20 if mark == "X" else middle < min(beside) - 20, (
            mark,
            row,
            column,
        )


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures differ on average, 0 to 255; files have fewer colours than sources."""
    assert one.size == other.size
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def test_discord_takes_every_picture_and_every_name():
    for tile in tiles():
        assert len(tile.picture) < 3072, "all of them together are uploaded at a first start"
        assert re.fullmatch(r"\w{2,32}", tile.emoji_name)
    assert len({tile.emoji_name for tile in tiles()}) == len(NAMES)
    assert len(NAMES) <= 200, "an application has room for 2,000, and no old one is deleted"


def test_another_picture_has_another_name():
    assert Tile("X_mark", b"one").emoji_name != Tile("X_mark", b"another").emoji_name


@pytest.mark.parametrize("card", CARDS)
def test_what_a_tile_says_stands_out_whatever_the_card(card: str):
    """What fades, and a square that says that a move loses, stand on the card itself."""
    for name in set(NAMES) - {"empty"}:
        least = 3 if name.endswith(("fading", "_loss")) else 4.5
        assert contrast(*main_colours(name, card)) >= least, name


def test_a_dashed_frame_means_only_that_a_mark_fades():
    dashed = {name for name in NAMES if gaps_in_the_upper_edge(name) > 1}
    assert dashed == {"X_fading", "O_fading"}, "one gap is a crack, in a line that lost"


def gaps_in_the_upper_edge(name: str) -> int:
    """How often the upper edge of what is drawn ends between its corners."""
    alpha = PICTURES[name].getchannel("A")
    box = alpha.getbbox()
    assert box
    left, top, right, _ = box
    edge = [alpha.getpixel((x, top + 3)) != 0 for x in range(left + 20, right - 20)]
    return sum(drawn and not goes_on for drawn, goes_on in pairwise(edge))


def test_the_number_of_a_losing_cell_touches_neither_its_frame_nor_its_arrow():
    for cell in CELLS:
        alpha = PICTURES[f"loss_{cell}"].crop((40, 7, 100, 121)).getchannel("A")
        rows = [alpha.crop((0, y, alpha.width, y + 1)).getbbox() is not None for y in range(114)]
        parts = [is_drawn for is_drawn, _ in groupby(rows)]
        assert parts == [False, True, False, True, False], f"{cell}: a number above an arrow"


@pytest.mark.parametrize("eyes", EYES)
def test_x_and_o_differ_in_colour_for_colour_blind_eyes(eyes: str):
    x, o = (main_colours(name)[0] for name in ("X_mark", "O_mark"))
    assert difference(x, o, eyes) > 0.2, "red and green of the same lightness come to less than 0.1"


@pytest.mark.parametrize("eyes", EYES)
def test_stripes_that_mean_different_things_differ_as_much(eyes: str):
    for one, other in combinations(Accent, 2):
        colours = [ImageColor.getrgb(f"#{accent.value:06x}")[:3] for accent in (one, other)]
        assert difference(*colours, eyes) > 0.2, f"{one} and {other}"


def difference(one: tuple[int, int, int], other: tuple[int, int, int], eyes: str) -> float:
    """How far two colours are apart for these eyes, in light: from 0 to the square root of 3."""

    def seen(colour: tuple[int, int, int]) -> list[float]:
        light = linear(colour)
        return [sum(part * c for part, c in zip(row, light, strict=True)) for row in EYES[eyes]]

    return sum((a - b) ** 2 for a, b in zip(seen(one), seen(other), strict=True)) ** 0.5


@pytest.mark.parametrize("card", CARDS)
def test_tiles_differ_in_shape_without_any_colour(card: str):
    """As seen in shades of grey, those with a number in a board, others in a line of text too.

    Two digits of the same kind differ there by half as much: a 3 is no 5.
    """
    of_no_number = [name for name in NAMES if name[-1].isalpha()]
    of_a_number = [[name for name in NAMES if name.endswith(f"_{number}")] for number in CELLS]
    of_a_kind = [
        [name for name in NAMES if re.fullmatch(rf"{kind}_\d\d", name)]
        for kind in ("cell", "win", "draw", "loss")
    ]
    for size, least, names in (
        (22, 22, of_no_number),
        *((33, 33, names) for names in of_a_number),
        *((22, 11, names) for names in of_a_kind),
    ):
        shades = {
            name: on_card(PICTURES[name], card).convert("L").resize((size, size)) for name in names
        }
        for one, other in combinations(names, 2):
            different = ImageChops.difference(shades[one], shades[other]).histogram()
            assert sum(different[40:]) >= least, f"{one} and {other}"
