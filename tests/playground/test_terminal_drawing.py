"""How a message of Discord's looks in a terminal, even in a narrow one."""

import re
from collections import defaultdict
from datetime import UTC, datetime, timedelta, timezone

import pytest
from prompt_toolkit.formatted_text import AnyFormattedText, to_plain_text
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from bot.messages.looks import EMOJI, PAIRS, Look, tile_look
from bot.messages.looks import draw as drawn_in
from bot.messages.reply import Grid
from bot.messages.tiles import NAMES
from bot.playground.simulated_discord import Message
from bot.playground.terminal_drawing import BLUE, DIM, GREEN, LABEL, LINE, RED, draw
from bot.playground.terminal_screen import fold, in_ascii, in_columns
from engine.board import GAMES, Board
from tests.messages.test_tiles import contrast
from tests.support.playground import conversation

NOW = datetime(2026, 1, 1, tzinfo=UTC)
TILES = tile_look(dict.fromkeys(NAMES, 10**18))


def message(*texts: str, labels: tuple[str, ...] = ()) -> Message:
    blocks = [{"type": 10, "content": text} for text in texts]
    buttons = [{"type": 2, "label": label, "custom_id": "ttt:x"} for label in labels]
    return Message(1, "", (*blocks, *buttons), only_for_you=False)


def drawn(*texts: str, labels: tuple[str, ...] = ()) -> str:
    return to_plain_text(draw(message(*texts, labels=labels), {7: "ann"}, NOW)).removeprefix("│ ")


def styles(*texts: str) -> dict[str, set[str]]:
    """The words that each style is used for."""
    found = defaultdict(set)
    for style, text, *_ in draw(message(*texts), {7: "ann"}, NOW):
        found[style] |= set(text.split())
    return found


def tiles(*names: str) -> str:
    return " ".join(f"<:{name}:{10**18}>" for name in names)


def board(notation: str, look: Look, pointed: int | None = None) -> str:
    rows = notation.index("/")
    return drawn_in(Grid(Board.parse(notation, rules=GAMES[f"{rows}x{rows}"]), {}, pointed), look)


def test_a_board_has_lines_between_its_cells_and_says_all_without_colours():
    rows = (
        tiles("X_mark", "O_last", "cell_3"),
        tiles("X_line", "O_fading", "empty"),
        tiles("win_7", "draw_8", "loss_9"),
    )
    text = "\n".join(f"# {row}" for row in rows)
    assert drawn(text).splitlines() == [
        "  X │[O]│ 3",
        "│  ───┼───┼───",
        "│  *X*│(O)│",
        "│  ───┼───┼───",
        "│  ▲7 │=8 │▼9",
    ]
    assert drawn("# ❎ 🔼 🔽\n# 4️⃣ 🟰 🟢\n# ▫️ ▫️ ❌ ←").splitlines()[::2] == [
        " *X*│▲2 │▼3",
        "│   4 │=5 │*O*",
        "│     │   │ X  ←",
    ]


@pytest.mark.parametrize("look", [TILES, EMOJI, PAIRS["cat and dog"]], ids=lambda look: look.name)
@pytest.mark.parametrize("size", [4, 5])
def test_a_larger_board_has_its_numbers_in_its_cells(look: Look, size: int):
    rows = ["." * size] * size
    rows[1] = rows[1].replace(".", "X", 1)
    shown = drawn(board(f"{'/'.join(rows)} O", look, size + 1)).splitlines()
    free = [f"{row}{column}" for row in range(1, size + 1) for column in range(1, size + 1)]
    assert re.findall("[0-9]+", " ".join(shown)) == [number for number in free if number != "21"]
    mark = look.signs["X"] if look not in (TILES, EMOJI) else "X"
    assert re.match(rf"│  (\[X\]| {mark} ).*{look.arrow}$", shown[2])


@pytest.mark.parametrize("look", [TILES, EMOJI, PAIRS["cat and dog"]], ids=lambda look: look.name)
async def test_the_lines_of_a_board_meet_in_every_terminal(look: Look):
    boards = [
        board(notation, look, 1)
        for notation in (
            "X../.O./... X",
            "X.../.O../..../.... X",
            "X..../.O.../...../...../..... X",
        )
    ]
    for shown in (*boards, "# ⚠️ ⏳ ❌\n# 4️⃣ ❎ ▫️\n# 🔽 🟰 🔼"):
        text = drawn(shown).splitlines()
        for lines, down, crossing in ((text, "│", "┼"), ([*map(in_ascii, text)], "|", "+")):
            for rule, row in zip(lines[1::2], lines[2::2], strict=True):
                # Which some terminals draw wider than others.
                assert not re.search("[\ufe0f\u20e3]", row)
                assert columns_of(down, row) - {0} == columns_of(crossing, rule)


def columns_of(sign: str, line: str) -> set[int]:
    return {get_cwidth(line[: found.start()]) for found in re.finditer(re.escape(sign), line)}


def test_every_tile_has_a_sign_in_text_and_in_ascii():
    for name in set(NAMES) - {"empty"}:
        shown = drawn(tiles(name))
        assert "_" not in shown
        assert in_ascii(shown)


@pytest.mark.parametrize("strip", [tiles("square_win", "here_draw", "square_loss"), "🟩⚪🟥"])
def test_a_strip_says_without_colours_what_each_move_was_worth(strip: str):
    assert drawn(strip.replace(" ", "")) == "■[◧]□"
    assert in_ascii(drawn(strip.replace(" ", ""))) == "^[=]v"


def test_a_number_on_the_board_is_no_second_time_among_the_buttons():
    free = board(".../.../... X", TILES)
    assert drawn(free, labels=("5", "Offer draw", "As text")).endswith("\n  Offer draw · As text")
    assert drawn("Row 1: free.", labels=("5", "Hint")).endswith("\n  5 · Hint")


def test_what_discord_stresses_is_stressed():
    found = styles(
        "### You win!\n-# 7 moves\n**Your turn** ❌ ⭕",
        tiles("X_line", "win_5", "cell_3", "O_lost"),
    )
    assert found["bold"] == {"You", "win!", "Your", "turn"}
    assert found[DIM] == {"│", "7", "moves", "3"}
    assert (found[RED], found[BLUE]) == ({"X"}, {"O", "*O*"})
    assert (found[LINE], found[GREEN]) == ({"*X*"}, {"▲5"})


def test_the_headline_of_a_board_is_bold():
    found = styles("@ann vs the bot\nYou go first", board(".../.../... X", TILES), "And then")
    assert found["bold "] == {"@ann", "vs", "the", "bot"}
    assert found[""] >= {"You", "go", "first", "And", "then"}


def test_the_colours_can_be_read_on_a_dark_ground_and_on_a_light_one():
    for style in (RED, BLUE, GREEN):
        red, green, blue = bytes.fromhex(Style([]).get_attrs_for_style_str(style).color or "")
        for ground in ((30, 30, 30), (255, 255, 255)):
            assert contrast((red, green, blue), ground) >= 3


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ("# 1️⃣ ⚠️ ❌", "1 ⚠  X"),
        ("-# **@<@7>** wins", "@@ann wins"),
        ("<@7> – <@8> · *playing*", "@ann – @8 · playing"),
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
    assert to_plain_text(draw(message(times), {}, west)) == "│ 20:01 2025-12-31 2025-12-31 20:01"


@pytest.mark.parametrize("width", [39, 60, 79])
async def test_no_line_is_wider_than_the_terminal_and_no_word_is_lost(width: int):
    for text in await conversation(
        "/ttt start bob", "as bob", "accept", "/ttt help", "/ttt privacy", "1", "9"
    ):
        folded = [to_plain_text(line) for line in fold(text, width)]
        assert max(map(get_cwidth, folded)) <= width
        assert " ".join(folded).replace("│", "").split() == text.replace("│", "").split()


@pytest.mark.parametrize(
    ("text", "width", "folded"),
    [
        ("│ one two three", 9, ["│ one two", "│ three"]),  # the stripe goes on
        (
            [("", "  "), (LABEL, "offer draw"), (DIM, " · "), (LABEL, "resign")],
            16,
            ["  offer draw ·", "  resign"],
        ),
        (
            [("", "  "), (LABEL, "offer draw"), (DIM, " · "), (LABEL, "take back")],
            16,
            ["  offer draw ·", "  take back"],
        ),
        ("│  4 │ O │ 6\n\n  1", 80, ["│  4 │ O │ 6", "", "  1"]),
        ("a " + "b" * 30 + " c", 10, ["a", "b" * 30, "c"]),
    ],
)
def test_what_is_too_wide_is_folded_between_words_and_buttons(
    text: AnyFormattedText, width: int, folded: list[str]
):
    assert [to_plain_text(line) for line in fold(text, width)] == folded


@pytest.mark.parametrize(
    ("row", "width", "columns"),
    [
        (("/ttt start", "Play it"), 60, "/ttt start  Play it"),
        (
            ("a very long thing to type", "does it"),
            60,
            "a very long thing to type\n            does it",
        ),
        (
            ("/ttt start", "Play against the bot, now"),
            30,
            "/ttt start\n    Play against the bot, now",
        ),
    ],
)
def test_two_columns_stand_side_by_side_where_there_is_room(
    row: tuple[str, str], width: int, columns: str
):
    assert in_columns([("/ttt start", "Play it"), row], width).endswith(columns)
