"""The tiles: what Discord takes, and that people can read them whatever their card and their eyes."""

import re
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.messages.tiles import NAMES, Tile, tiles
from tests.pictures.tiles import CARDS, SHEET, draw, sheet

READ = [name for name in NAMES if name != "empty"]  # an empty tile says nothing, so it may be faint

# What the red, green and blue of linear light become for those who lack one kind of cone: Machado, Oliveira
# and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity 1.
EYES = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def picture(tile: Tile) -> Image.Image:
    return Image.open(BytesIO(tile.picture)).convert("RGBA")


def main_colours(name: str) -> list[tuple[int, int, int]]:
    """The colours that fill the most of a tile: its ground and its mark first."""
    colours = draw(name).convert("RGB").getcolors(1 << 20)
    assert colours
    return [colour for _, colour in sorted(colours, reverse=True)[:3]]


def linear(colour: tuple[int, int, int]) -> tuple[float, ...]:
    """Red, green and blue as light, from 0 to 1."""
    return tuple(c / 255 / 12.92 if c < 11 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """From 1 to 21, as in the Web Content Accessibility Guidelines."""
    a, b = (0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other)))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


@pytest.mark.parametrize("tile", tiles(), ids=lambda tile: tile.name)
def test_a_picture_is_what_its_source_draws(tile: Tile):
    """If this fails, `python -m tests.pictures.tiles` draws them again."""
    assert apart(on_white(picture(tile)), on_white(draw(tile.name))) < 2


def test_the_sheet_shows_them_all_as_they_are_now():
    assert apart(Image.open(SHEET).convert("RGB"), sheet()) < 2


def on_white(tile: Image.Image) -> Image.Image:
    ground = Image.new("RGBA", tile.size, "white")
    ground.alpha_composite(tile)
    return ground


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures differ on average, from 0 to 255; a file has fewer colours than its source."""
    assert one.size == other.size
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def test_discord_takes_every_picture_and_every_name():
    for tile in tiles():
        assert len(tile.picture) < 4096, "all of them together are uploaded at a first start"
        assert re.fullmatch(r"\w{2,32}", tile.emoji_name)
    assert len({tile.emoji_name for tile in tiles()}) == len(NAMES) <= 50


def test_another_picture_has_another_name():
    assert Tile("X_mark", b"one").emoji_name != Tile("X_mark", b"another").emoji_name


@pytest.mark.parametrize("name", READ)
def test_a_number_or_a_mark_stands_out_from_its_own_ground_whatever_the_card(name: str):
    assert any(contrast(one, other) >= 4.5 for one, other in combinations(main_colours(name), 2))


@pytest.mark.parametrize("eyes", EYES)
def test_x_and_o_differ_in_colour_for_colour_blind_eyes(eyes: str):
    def seen(name: str) -> list[float]:
        light = linear(main_colours(name)[0])
        return [sum(part * c for part, c in zip(row, light, strict=True)) for row in EYES[eyes]]

    difference = sum((a - b) ** 2 for a, b in zip(seen("X_mark"), seen("O_mark"), strict=True)) ** 0.5
    assert difference > 0.2, "red and green of the same lightness come to less than 0.1"


@pytest.mark.parametrize("card", CARDS)
def test_the_tiles_of_marks_differ_in_shape_without_any_colour(card: str):
    """As seen in shades of grey, at the size of a line of text."""

    def seen(name: str) -> Image.Image:
        ground = Image.new("RGBA", (128, 128), card)
        ground.alpha_composite(draw(name))
        return ground.convert("L").resize((22, 22))

    for one, other in combinations([name for name in NAMES if not name.startswith("cell")], 2):
        different = ImageChops.difference(seen(one), seen(other)).histogram()
        assert sum(different[64:]) >= 22, f"{one} and {other}: fewer pixels than one side has"
