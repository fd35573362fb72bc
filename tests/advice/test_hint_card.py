"""A hint says what each cell is worth, as a sign, a word and a number of moves, and why."""

from dataclasses import replace
from itertools import permutations

import pytest

from bot.advice import hint_card as hints
from bot.messages import payload
from bot.messages.looks import EMOJI
from bot.messages.reply import Card
from bot.messages.voice import ENGLISH
from bot.play.session import Session
from engine.analysis import analyse
from engine.board import Board, Mark
from tests.support.cards import session, words
from tests.support.plain_minimax import plain_scores


def hint(session: Session) -> Card:
    return hints.hint(session, analyse(session.board), ENGLISH)


def test_a_hint_reads_as_a_stranger_needs_it():
    card = hint(session(1, 5, 9, 3))
    assert words(card) == (
        "### Hint: play 7 💡\n"
        "-# If you both play perfectly from here:\n"
        "# ❌ 🔻 ⭕\n"
        "# 🔻 ⭕ 🔻\n"
        "# ✅ 🔻 ❌\n"
        "✅ win: **7** in 2 moves\n"
        "🔻 loss: **2**, **4**, **6** and **8** in 1 move\n"
        "**7** makes two threats, 7-8-9 and 1-4-7, and only one can be stopped.\n"
        "-# This game now counts as one with hints."
    )
    assert card.rows == ()
    assert [button.label for button in card.controls] == ["In words"]


def test_of_equal_cells_the_one_that_perfect_would_play_is_advised():
    told = words(hint(session(1, 5)))
    assert "### Hint: play 6 💡" in told
    assert "**6** keeps the draw and sets a trap: **4** or **7** loses." in told


def test_the_quicker_win_and_the_slower_loss_come_first():
    assert "✅ win: **7** in 1 move, **5**, **6** and **9** in 2 moves, **8** in 3 moves" in words(
        hint(session(1, 2, 4, 3))
    )
    lost = replace(session(3, 1, 6), first=Mark.O)
    assert "🔻 loss: **9** in 2 moves, **2**, **4**, **5**, **7** and **8** in 1 move" in words(hint(lost))


def test_on_larger_boards_cells_have_two_digits_and_a_late_end_is_not_counted():
    told = words(hint(session(13, 1, game="5x5")))
    assert "### Hint: play 24 💡" in told
    assert "## 4️⃣ ✅ ✅ ✅ ✅ ✅\n" in told
    assert "✅ win: **24** and **42** in 4 moves, **12**, **14**, **21**," in told
    assert (
        "**53** and **54** in more than 4 moves\n🤝 draw: **13**, **15**, **31**, **51** and **55**" in told
    )
    lost = words(hint(session(1, 2, 13, game="5x5")))
    assert "**54** and **55** in more than 3 moves" in lost


@pytest.mark.parametrize(
    ("moves", "worths"),
    [
        ((), "🤝 every cell keeps the draw\n"),
        ((1, 4, 2, 5), "✅ win: **3** in 1 move\n🤝 draw: **6**\n🔻 loss: **7**, **8** and **9** in 1 move"),
        ((1, 2), "✅ win: **4**, **5** and **7** in 3 moves\n🤝 draw: **3**, **6**, **8** and **9**\n"),
    ],
)
def test_cells_are_listed_by_result_the_better_first(moves: tuple[int, ...], worths: str):
    assert f"\n{worths}" in words(hint(session(*moves)))


@pytest.mark.parametrize("plies", [2, 4])
def test_the_sign_on_every_cell_is_what_an_independent_minimax_says(plies: int):
    for moves in list(permutations(range(1, 10), plies))[:: 9 * plies]:
        told = payload.drawn(hint(session(*moves)).texts[1], EMOJI)
        signs = dict(enumerate(told.replace("#", "").split(), start=1))
        for cell, value in plain_scores(Board.after(moves)).items():
            assert signs[cell] == ("✅" if value > 0 else "🔻" if value < 0 else "🤝")
