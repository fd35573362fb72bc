"""What the engine says about a move, in words."""

import pytest

from bot.rendering.verdicts import listed, verdict, why
from engine.analysis import Idea, Reason, analyse
from engine.board import Board
from engine.review import grade


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ([1, 4, 2, 5], "**3** wins at once: 1-2-3."),
        ([2, 5, 3, 6, 4, 8, 7, 9], "**1** wins at once: 1-2-3 and 1-4-7."),
        ([1, 5, 2], "**3** blocks 1-2-3."),
        ([1, 5, 9, 3], "**7** makes two threats at once, 7-8-9 and 1-4-7: only one can be stopped."),
        ([1, 2], "**4** wins by force, whatever the answer."),
        ([1, 2, 3], "**5** stops a fork: a threat on 1-5-9 and 3-5-7 at once."),
        ([1, 5, 9], "**2** threatens 2-5-8, which leaves no time for a fork."),
        ([1], "**5** is the only cell that keeps the draw."),
        ([5, 1], "**9** keeps the draw, and is a trap for whoever answers **2**, **4**, **6** and **8**."),
        ([5], "**1** keeps the draw."),
        ([1, 5, 9, 3, 7], "Every cell loses against perfect play; **4** at least blocks 1-4-7."),
        ([1, 2, 5], "Every cell loses against perfect play; **9** at least blocks 1-5-9."),
    ],
)
def test_every_reason_has_its_sentence(moves: list[int], words: str):
    analysis = analyse(Board.after(moves))
    assert analysis.reason
    assert why(analysis.play[0], analysis.reason) == words


def test_no_reason_is_without_words():
    lines = ((1, 2, 3), (3, 6, 9))
    assert all("**5**" in why(5, Reason(idea, lines)) for idea in Idea)


@pytest.mark.parametrize(
    ("moves", "cell", "words"),
    [
        ([1], 5, "Best: **5** is the only cell that keeps the draw."),
        ([1, 5, 9], 8, "Best: **8** threatens 2-5-8, which leaves no time for a fork."),
        ([1, 2], 4, "Best: **4** wins by force, whatever the answer."),
        ([1], 2, "A mistake: it turned a **draw** into a **loss**. What held it: **5**."),
        ([1, 2], 3, "A mistake: it turned a **win** into a **draw**. What held it: **4**, **5** and **7**."),
        ([1, 4, 2, 5], 9, "A mistake: it turned a **win** into a **loss**. What held it: **3**."),
        ([1, 2, 4, 3], 5, "Fine: it still wins, though **7** would win at once."),
        ([1, 2, 5], 3, "Fine: every cell loses, though **9** would resist longer."),
        ([1, 2, 4, 3], 8, "Fine: it still wins, though **7** would win at once."),
    ],
)
def test_every_grade_says_what_it_changed(moves: list[int], cell: int, words: str):
    assert verdict(grade(Board.after(moves), cell)) == words


def test_a_list_reads_like_one():
    assert [listed(list(cells)) for cells in ("", "4", "46", "246")] == ["", "4", "4 and 6", "2, 4 and 6"]
