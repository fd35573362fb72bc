"""The engine's verdict on a move, in words."""

import pytest

from bot.rendering.verdicts import verdict, why
from bot.rendering.voice import ENGLISH
from engine.analysis import Idea, Reason, analyse
from engine.board import Board
from engine.review import grade
from tests.support.boards import unfinished
from tests.support.plain_minimax import plain_scores


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ([1, 4, 2, 5], "**3** wins at once: 1-2-3."),
        ([2, 5, 3, 6, 4, 8, 7, 9], "**1** wins at once: 1-2-3 and 1-4-7."),
        ([1, 5, 2], "**3** blocks 1-2-3."),
        ([1, 5, 9, 3], "**7** makes two threats at once, 7-8-9 and 1-4-7: only one can be stopped."),
        ([1, 2], "**4** wins by force, whatever the answer."),
        ([1, 2, 3], "**5** stops a fork: the other side could have threatened 1-5-9 and 3-5-7 at once."),
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
    assert why(analysis.principal_variation[0], analysis.reason, ENGLISH) == words


def test_no_reason_is_without_words():
    lines = ((1, 2, 3), (3, 6, 9))
    assert all("**5**" in why(5, Reason(idea, lines), ENGLISH) for idea in Idea)


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
    assert verdict(grade(Board.after(moves), cell), ENGLISH) == words


def test_what_held_names_every_cell_that_kept_the_result_not_only_the_best():
    slow = [board for board in unfinished() if _has_a_slower_win(board)]
    assert slow
    for board in slow[:50]:
        scores = plain_scores(board)
        lost = next(cell for cell in scores if scores[cell] <= 0)
        told = verdict(grade(board, lost), ENGLISH).partition("What held it: ")[2]
        assert all(f"**{cell}**" in told for cell in scores if scores[cell] > 0)


def _has_a_slower_win(board: Board) -> bool:
    values = plain_scores(board).values()
    return len({value for value in values if value > 0}) > 1 and min(values) <= 0
