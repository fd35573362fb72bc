"""How a message of Discord's looks in a terminal, even in a narrow one."""

import re
from datetime import UTC, datetime, timedelta, timezone
from unicodedata import east_asian_width

import pytest
from prompt_toolkit.utils import get_cwidth

from bot.playground.drawing import draw, fold, in_ascii, in_columns
from bot.playground.world import Message
from tests.support.playground import conversation

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def drawn(text: str) -> str:
    return draw(Message(1, text, (), only_for_you=False), {7: "ann"}, NOW).removeprefix("│ ")


def width(cell: str) -> int:
    """Columns; fails for what some terminals draw in one column and others in two."""
    assert not re.search("[\ufe0f\u20e3]", cell)
    return sum(2 if east_asian_width(sign) == "W" else 1 for sign in cell)


async def test_every_cell_of_every_board_is_two_columns_wide_in_every_terminal():
    lines = ["/ttt start perfect", "1", "hint", "2", "hint", "9", "review", "previous", "/ttt puzzle"]
    texts = "\n".join(await conversation(*lines)).splitlines()
    cell = r"(?: \d|[^\x00-\x7f] ?)"
    rows = [row for row in texts if re.fullmatch(f"│ {cell} {cell} {cell}(?: ←)?", row)]
    assert {"🤝", "🔻", "⚠"} <= set("".join(rows))
    assert len(rows) >= 24
    for row in rows:
        cells = row.removeprefix("│ ").removesuffix(" ←")
        cut_off = 1 if cells[-1] in "▫⚠" else 0  # the space after them, at the end of a line
        assert width(cells) == 8 - cut_off, row
        assert len(in_ascii(cells)) == 8 - cut_off, row


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ("# 1️⃣ ⚠️ ❌", " 1 ⚠  ❌"),
        ("-# **@<@7>** wins", "@@ann wins"),
        ("<@8> is unknown", "@8 is unknown"),
        ("see [the board](https://discord.com/channels/1/2/3)", "see the board"),
        ("</ttt start:123> or `/ttt move`", "/ttt start or /ttt move"),
    ],
)
def test_the_signs_of_markdown_are_left_out(markdown: str, plain: str):
    assert drawn(markdown) == plain


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "in 0 seconds"),
        (1, "in 1 second"),
        (59, "in 59 seconds"),
        (60, "in 1 minute"),
        (600, "in 10 minutes"),
        (7200, "in 2 hours"),
        (86400, "in 1 day"),
        (-59, "59 seconds ago"),
        (-3600, "1 hour ago"),
    ],
)
def test_a_time_is_told_in_the_largest_unit_that_fits(seconds: int, words: str):
    assert drawn(f"<t:{int(NOW.timestamp()) + seconds}:R>") == words


def test_a_time_of_day_and_a_date_are_those_of_the_simulation():
    at = int(NOW.timestamp()) + 3661
    times = f"<t:{at}:t> <t:{at}:d> <t:{at}:f>"
    assert drawn(times) == "01:01 2026-01-01 2026-01-01 01:01"
    west = NOW.astimezone(timezone(timedelta(hours=-5)))
    message = Message(1, times, (), only_for_you=False)
    assert draw(message, {}, west) == "│ 20:01 2025-12-31 2025-12-31 20:01"


def test_tiles_are_drawn_with_signs_that_every_terminal_has():
    tiles = " ".join(
        f"<:{name}:{10**18}>" for name in ("X_mark", "O_last", "X_line", "cell_5", "cell_34", "empty")
    )
    assert draw(Message(1, tiles, (), only_for_you=False), {}, NOW) == "│ ❌ ⭕ ❎  5 34 ▫  ←"


@pytest.mark.parametrize("width", [39, 60, 79])
async def test_no_line_is_wider_than_the_terminal_and_no_word_is_lost(width: int):
    for text in await conversation(
        "/ttt start bob", "as bob", "accept", "/ttt help", "/ttt privacy", "1", "9"
    ):
        folded = fold(text, width)
        assert max(map(get_cwidth, folded.splitlines())) <= width
        assert folded.replace("│", "").split() == text.replace("│", "").split()


@pytest.mark.parametrize(
    ("text", "width", "folded"),
    [
        ("│ one two three", 9, "│ one two\n│ three"),  # the stripe goes on
        ("  [1] [Offer draw] [Resign]", 20, "  [1] [Offer draw]\n  [Resign]"),  # a button stays whole
        ("│  4 ⭕  6 ←\n\n  [1]", 80, "│  4 ⭕  6 ←\n\n  [1]"),
        ("a " + "b" * 30 + " c", 10, "a\n" + "b" * 30 + "\nc"),
    ],
)
def test_what_is_too_wide_is_folded_between_words_and_buttons(text: str, width: int, folded: str):
    assert fold(text, width) == folded


@pytest.mark.parametrize(
    ("row", "width", "columns"),
    [
        (("/ttt start", "Play it"), 60, "/ttt start  Play it"),
        (("a very long thing to type", "does it"), 60, "a very long thing to type\n            does it"),
        (("/ttt start", "Play against the bot, now"), 30, "/ttt start\n    Play against the bot, now"),
    ],
)
def test_two_columns_stand_side_by_side_where_there_is_room(row: tuple[str, str], width: int, columns: str):
    assert in_columns([("/ttt start", "Play it"), row], width).endswith(columns)
