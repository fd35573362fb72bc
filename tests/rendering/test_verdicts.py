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
        ([1, 5, 9], "**2** stops a fork: a threat on 1-2-3 and 3-6-9 at once."),
        ([1], "**5** keeps the draw: neither side can force more."),
        ([1, 5, 9, 3, 7], "Every cell loses against perfect play; **4** resists longest."),
    ],
)
def test_every_reason_has_its_sentence(moves: list[int], words: str):
    analysis = analyse(Board.after(moves))
    assert analysis.reason
    assert why(analysis.line[0], analysis.reason) == words


def test_no_reason_is_without_words():
    lines = ((1, 2, 3), (3, 6, 9))
    assert all("**5**" in why(5, Reason(idea, lines)) for idea in Idea)


@pytest.mark.parametrize(
    ("moves", "cell", "words"),
    [
        ([1], 5, "Best: nothing is worth more."),
        ([1], 2, "A mistake: it turned a **draw** into a **loss**. What held it: **5**."),
        ([1, 2], 3, "A mistake: it turned a **win** into a **draw**. What held it: **4**, **5** and **7**."),
        ([1, 4, 2, 5], 9, "A mistake: it turned a **win** into a **loss**. What held it: **3**."),
        ([1, 2, 4, 3], 5, "Fine: it still wins, in 3 plies; **7** would in 1."),
        ([1, 2, 5], 3, "Fine: every cell loses, though **9** resists longer."),
    ],
)
def test_every_grade_says_what_it_changed(moves: list[int], cell: int, words: str):
    assert verdict(grade(Board.after(moves), cell)) == words


def test_a_list_reads_like_one():
    assert [listed(list(cells)) for cells in ("", "4", "46", "246")] == ["", "4", "4 and 6", "2, 4 and 6"]
