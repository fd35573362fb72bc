"""Grids of boards of every size."""

from bot.rendering.custom_id import Verb, custom_id_of
from bot.rendering.looks import EMOJI, cell_buttons, draw, tile_look
from bot.rendering.reply import Grid
from bot.rendering.tiles import NAMES
from engine.board import Board
from engine.games import GAMES


def test_emoji_number_the_rows_and_columns_of_a_larger_board_in_its_margins():
    board = Board.after([1, 16], rules=GAMES["4x4"])
    assert draw(Grid(board, pointed=16), EMOJI).splitlines() == [
        "## 🔢 1️⃣ 2️⃣ 3️⃣ 4️⃣",
        "## 1️⃣ ❌ 🔸 🔸 🔸",
        "## 2️⃣ 🔸 🔸 🔸 🔸",
        "## 3️⃣ 🔸 🔸 🔸 🔸",
        "## 4️⃣ 🔸 🔸 🔸 ⭕ ←",
    ]


def test_tiles_show_the_number_of_every_free_cell_and_need_no_margins():
    look = tile_look(dict.fromkeys(NAMES, 1))
    rows = draw(Grid(Board(rules=GAMES["5x5"])), look).splitlines()
    assert [row.split()[1] for row in rows] == [f"<:cell_{number}:1>" for number in (11, 21, 31, 41, 51)]
    assert rows[0].split()[0] == "##"


def test_buttons_of_a_larger_board_show_row_and_column_and_keep_the_cell_of_the_engine():
    rows = cell_buttons(Board.after([7], rules=GAMES["5x5"]), custom_id_of(Verb.CELL, 1, 0))
    assert [[button.label for button in row] for row in rows[:2]] == [
        ["11", "12", "13", "14", "15"],
        ["21", "X", "23", "24", "25"],
    ]
    assert rows[4][4].custom_id == "ttt:cell:1:0:25"
