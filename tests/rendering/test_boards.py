"""How a session is shown, in words and signs."""

from dataclasses import replace

import pytest

from bot.rendering import boards, results
from bot.rendering.grids import fading
from bot.rendering.looks import EMOJI, Look, tile_look
from bot.rendering.reply import Style
from bot.rendering.tiles import NAMES
from bot.rendering.voice import ENGLISH
from bot.sessions.seats import NOBODY, Bot, Person
from bot.sessions.session import Ending, Session, Tally, Termination
from engine.board import Board, Mark
from engine.games import GAMES
from engine.review import grade
from engine.rules import bits
from tests.support.cards import session, words

BOB = 2


def test_a_fresh_board_reads_as_a_stranger_needs_it():
    assert words(boards.board(session(), ENGLISH, EMOJI)) == (
        "❌ <@1> vs ⭕ **Bot** (perfect)\n"
        "# 1️⃣ 2️⃣ 3️⃣\n"
        "# 4️⃣ 5️⃣ 6️⃣\n"
        "# 7️⃣ 8️⃣ 9️⃣\n"
        "**Your turn, <@1>** ❌\n"
        "-# Tap a number to play, or use `/ttt move`"
    )


def test_a_board_in_play_says_what_was_played_last_and_points_to_its_row():
    assert words(boards.board(session(1, 5), ENGLISH, EMOJI)) == (
        "❌ <@1> vs ⭕ **Bot** (perfect)\n"
        "# ❌ 2️⃣ 3️⃣\n"
        "# 4️⃣ ⭕ 6️⃣ ←\n"
        "# 7️⃣ 8️⃣ 9️⃣\n"
        "⭕ I played **5**\n"
        "**Your turn, <@1>** ❌"
    )


def test_a_win_shows_its_line_in_the_grid_and_in_words():
    card = boards.board(session(1, 4, 2, 5, 3), ENGLISH, EMOJI)
    assert words(card).endswith(
        "# ❎ ❎ ❎\n# ⭕ ⭕ ▫️\n# ▫️ ▫️ ▫️\n### <@1> wins! 🏆\n**1-2-3** (top row) · 5 moves"
    )
    assert card.accent == 0x57F287
    assert [[button.label for button in row] for row in card.rows] == [
        ["Rematch", "Review"],
        ["Easier", "Read"],
    ]
    assert card.controls == ()


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ((1, 2, 3), "top row"),
        ((4, 5, 6), "middle row"),
        ((7, 8, 9), "bottom row"),
        ((1, 4, 7), "left column"),
        ((2, 5, 8), "middle column"),
        ((3, 6, 9), "right column"),
        ((1, 5, 9), "diagonal"),
        ((3, 5, 7), "diagonal"),
    ],
)
def test_each_line_has_its_name(line: tuple[int, ...], name: str):
    cells = "-".join(map(str, line))
    assert results._lines_in_words(Board(x=bits(line)), ENGLISH) == f"**{cells}** ({name})"


def test_more_than_two_lines_are_all_named():
    board = Board(x=bits((1, 2, 3, 4, 5, 7, 9)))
    assert results._lines_in_words(board, ENGLISH) == (
        "**1-2-3** (top row), **1-4-7** (left column), **1-5-9** (diagonal) and **3-5-7** (diagonal)"
    )


def test_two_lines_at_once_are_both_shown():
    card = boards.board(session(2, 5, 3, 6, 4, 8, 7, 9, 1), ENGLISH, EMOJI)
    assert "# ❎ ❎ ❎\n# ❎ ⭕ ⭕\n# ❎ ⭕ ⭕" in words(card)
    assert "**1-2-3** (top row) and **1-4-7** (left column) · 9 moves" in words(card)


def test_the_bots_win_is_told_apart_from_a_persons():
    card = boards.board(session(1, 5, 2, 3, 9, 7), ENGLISH, EMOJI)
    assert "### I win this one! 🏁\n**3-5-7** (diagonal) · 6 moves" in words(card)
    assert card.accent == 0xDD2E44


def test_a_draw_says_so():
    card = boards.board(session(1, 2, 3, 5, 4, 6, 8, 7, 9), ENGLISH, EMOJI)
    assert words(card).endswith("### It's a draw! 🤝\nFull board, no winner · 9 moves")
    assert card.accent == 0x80848E


def test_a_resignation_names_who_gave_up_and_who_won():
    card = boards.board(session(1, ending=Ending(Termination.RESIGNATION, Mark.O)), ENGLISH, EMOJI)
    assert words(card).endswith("### I win this one! 🏁\n<@1> resigned · 1 move")


def test_a_game_that_ended_before_any_move_has_nothing_to_review():
    card = boards.board(session(ending=Ending(Termination.RESIGNATION, Mark.O)), ENGLISH, EMOJI)
    assert [[button.label for button in row] for row in card.rows] == [["Rematch", "Easier"]]


def test_a_game_with_hints_says_so_at_its_end():
    card = boards.board(replace(session(1, 4, 2, 5, 3), assisted=True), ENGLISH, EMOJI)
    assert words(card).endswith("**1-2-3** (top row) · 5 moves · hints used")


def test_a_draw_with_hints_says_so_too():
    card = boards.board(replace(session(1, 2, 3, 5, 4, 6, 8, 7, 9), assisted=True), ENGLISH, EMOJI)
    assert words(card).endswith("9 moves · hints used")


def test_hints_are_offered_against_the_bot_and_not_against_a_person():
    assert [button.label for button in boards.board(session(1, 5), ENGLISH, EMOJI).controls] == [
        "Hint",
        "Resign",
        "Read",
    ]
    friends = boards.board(session(1, o=Person(BOB)), ENGLISH, EMOJI)
    assert [button.label for button in friends.controls] == ["Offer draw", "Claim win", "Resign", "Read"]


def show(*moves: int) -> Session:
    return replace(session(*moves), seats={Mark.X: Bot("hard"), Mark.O: Bot("rule of thumb")})


def test_a_demo_game_tells_the_two_apart_says_what_a_move_was_worth_and_has_no_cells_to_tap():
    card = boards.board(show(1, 2), ENGLISH, EMOJI, last_move=grade(Board.after([1]), 2))
    assert words(card) == (
        "❌ **Bot** (hard) vs ⭕ **Bot** (rule of thumb)\n"
        "# ❌ ⭕ 3️⃣ ←\n"
        "# 4️⃣ 5️⃣ 6️⃣\n"
        "# 7️⃣ 8️⃣ 9️⃣\n"
        "⭕ Bot (rule of thumb) played **2**\n"
        "Mistake! That turned a **draw** into a **loss**. Better: **5**.\n"
        "**Next up: Bot (hard)** ❌"
    )
    assert card.rows == ()
    assert [button.label for button in card.controls] == ["Next", "Play it out", "Read"]


def test_a_demo_game_says_why_a_move_was_best():
    assert "⭕ Bot (rule of thumb) played **5**\nBest move. Only **5** keeps" in words(
        boards.board(show(1, 5), ENGLISH, EMOJI, last_move=grade(Board.after([1]), 5))
    )


def test_a_demo_game_that_has_not_begun_says_who_is_next():
    assert words(boards.board(show(), ENGLISH, EMOJI)).endswith("# 7️⃣ 8️⃣ 9️⃣\n**Next up: Bot (hard)** ❌")


def test_the_winner_of_a_demo_game_is_named_with_its_level():
    card = boards.board(show(1, 4, 2, 5, 3), ENGLISH, EMOJI)
    assert "### Bot (hard) wins! 🏁" in words(card)


def test_a_game_of_two_shows_both_and_whose_turn_it_is():
    card = boards.board(session(1, o=Person(BOB)), ENGLISH, EMOJI)
    assert "❌ <@1> vs ⭕ <@2>" in words(card)
    assert "❌ <@1> played **1**\n**Your turn, <@2>** ⭕" in words(card)


def test_cell_buttons_differ_by_letter_and_colour_and_only_free_ones_can_be_tapped():
    card = boards.board(session(1, 5), ENGLISH, EMOJI)
    flat = [button for row in card.rows for button in row]
    assert [button.label for button in flat] == ["X", "2", "3", "4", "O", "6", "7", "8", "9"]
    assert [button.disabled for button in flat] == [
        label in "XO" for label in (button.label for button in flat)
    ]
    assert (flat[0].style, flat[4].style, flat[1].style) == (Style.RED, Style.BLUE, Style.NEUTRAL)


@pytest.mark.parametrize("line", Board().rules.lines)
def test_every_winning_line_has_its_words(line: tuple[int, ...]):
    others = [cell for cell in range(1, 10) if cell not in line]
    moves = (line[0], others[0], line[1], others[1], line[2])
    assert f"**{'-'.join(map(str, line))}** (" in words(boards.board(session(*moves), ENGLISH, EMOJI))


def test_only_a_cell_that_says_nothing_any_more_vanishes_on_a_light_background():
    live, ended = session(1, 5), session(1, 4, 2, 5, 3)
    assert not set("▫⬜▪⬛➖🟰") & set(words(boards.board(live, ENGLISH, EMOJI)))
    assert set("▫⬜▪⬛➖🟰") & set(words(boards.board(ended, ENGLISH, EMOJI))) == {"▫"}


TILES = tile_look(dict.fromkeys(NAMES, 7))


def test_tiles_mark_the_last_move_and_the_line_where_they_stand():
    live = words(boards.board(session(1, 5), ENGLISH, TILES)).replace(":7>", ":>")
    assert "# <:X_mark:> <:cell_2:> <:cell_3:>\n# <:cell_4:> <:O_last:> <:cell_6:>\n" in live
    assert "←" not in live
    won = words(boards.board(session(1, 4, 2, 5, 3), ENGLISH, TILES)).replace(":7>", ":>")
    assert "# <:X_line:> <:X_line:> <:X_line:>\n# <:O_mark:> <:O_mark:> <:empty:>\n" in won


@pytest.mark.parametrize(("look", "sign"), [(TILES, "<:X_fading:7>"), (EMOJI, "⏳")])
def test_where_marks_fade_the_next_to_go_is_marked_if_the_look_has_a_sign_for_it(look: Look, sign: str):
    board = Board.after([1, 2, 3, 5, 4, 6], rules=GAMES["fading"])
    assert fading(board, look) == {1: sign}
    assert not fading(Board.after([1, 2, 3, 5], rules=GAMES["fading"]), look)


def test_a_game_of_two_says_until_when_and_who_offers_a_draw():
    card = boards.board(
        replace(session(1, o=Person(BOB)), time=600, turn_since=1000, offered_by=Mark.X), ENGLISH, EMOJI
    )
    assert words(card).endswith(
        "**Your turn, <@2>** ⭕\n"
        "<@1> offers a draw. <@2> can accept it, or just play on. 🤝\n"
        "-# Tap a number to play, or use `/ttt move`\n"
        "-# Move by <t:1600:t> (<t:1600:R>)"
    )
    assert [button.label for button in card.controls] == ["Accept draw", "Claim win", "Resign", "Read"]


def test_how_the_two_stand_is_told_above_a_running_game_and_below_a_finished_one():
    tally = Tally(2, 1, 1)
    running = boards.board(replace(session(1, o=Person(BOB)), tally=tally), ENGLISH, EMOJI)
    assert "-# ❌ 2 – 1 ⭕ · 1 draw\n" in words(running)
    won = words(boards.board(replace(session(1, 4, 2, 5, 3, o=Person(BOB)), tally=tally), ENGLISH, EMOJI))
    assert won.endswith("\n❌ 3 – 1 ⭕ · 1 draw")
    assert "2 – 1" not in won


@pytest.mark.parametrize(
    ("ending", "words_of_it"),
    [
        (Ending(Termination.TIME, Mark.O), "### <@2> wins! 🏆\n<@1> ran out of time · 1 move"),
        (Ending(Termination.AGREEMENT), "### Draw agreed 🤝\nGood game, both of you · 1 move"),
        (Ending(Termination.ABANDONED), "### Game closed 💤\nNobody came back, so it doesn't count · 1 move"),
        (Ending(Termination.STOPPED), "### Game stopped ⏹️\nIt doesn't count · 1 move"),
    ],
)
def test_every_other_end_has_its_words_and_a_rematch(ending: Ending, words_of_it: str):
    card = boards.board(session(1, o=Person(BOB), ending=ending), ENGLISH, EMOJI)
    assert words(card).endswith(words_of_it)
    assert [[button.label for button in row] for row in card.rows] == [["Rematch", "Review", "Read"]]


def test_a_deleted_person_is_someone():
    card = boards.board(
        replace(session(1, 4, 2, 5, 3), seats={Mark.X: NOBODY, Mark.O: Person(BOB)}), ENGLISH, EMOJI
    )
    assert "❌ someone vs ⭕ <@2>" in words(card)
    assert "### someone wins! 🏆" in words(card)
    assert [[button.label for button in row] for row in card.rows] == [["Review", "Read"]]
