"""The engine's verdict on a move, in words."""

import pytest

from bot.messages.move_verdicts import refutation, verdict, why
from bot.messages.texts import ENGLISH
from engine.analysis import Idea, Reasons, analyse
from engine.board import GAMES, TIC_TAC_TOE, Board
from engine.review import grade
from tests.support.boards import unfinished
from tests.support.cards import breakable
from tests.support.plain_minimax import plain_scores

SENTENCES = [
    ("3x3", [1, 4, 2, 5], "**3** completes 1-2-3."),
    ("3x3", [2, 5, 3, 6, 4, 8, 7, 9], "**1** completes 1-2-3 and 1-4-7."),
    ("3x3", [1, 5, 2], "**3** blocks 1-2-3."),
    ("3x3", [1, 2, 4, 7], "**5** makes two threats, 4-5-6 and 1-5-9, and only one can be stopped."),
    ("3x3", [1, 5, 9, 3], "**7** blocks 3-5-7 and threatens 7-8-9 and 1-4-7 at once."),
    ("3x3", [1, 2], "**4** forces the reply **7**. Then **5** makes two threats."),
    (
        "3x3",
        [2, 1, 6, 4],
        "**7** blocks 1-4-7. **7** sets up a fork: threats on 3-6-9 and 3-5-7 at once.",
    ),
    ("fading", [1, 7], "**3** forces the reply **2**. Then **9** wins in 3."),
    ("fading", [], "If the reply is **7**, then **5** wins in 6."),
    (
        "fading",
        [7, 9, 8, 5, 6, 2],
        "After **3**, the other side's mark on **9** must fade, which unblocks 3-6-9.",
    ),
    ("misere", [1], "After **2**, the other side runs out of safe cells first."),
    ("5x5", [22, 5, 25, 6], "**33** forces a win."),
    ("3x3", [1, 2, 3], "**5** stops a fork: threats on 1-5-9 and 3-5-7 at once."),
    ("3x3", [1, 5, 9], "**2** threatens 2-5-8, so the other side has no time to make a fork."),
    ("3x3", [1], "Only **5** keeps the draw."),
    (
        "misere",
        [1, 2, 6, 5, 8, 7],
        "Only **4** keeps the draw. Safe cells after **4**: {X} 2, {O} 1.",
    ),
    ("misere", [1, 3, 9, 5], "**2** keeps the draw. Safe cells after **2**: {X} 4, {O} 3."),
    ("3x3", [5, 1], "**9** sets a trap: every reply except **3** or **7** loses."),
    ("3x3", [5], "**1** keeps the draw."),
    ("3x3", [1, 5, 9, 3, 7], "Every move loses here, but **4** at least blocks 1-4-7."),
    ("3x3", [1, 2, 5], "Every move loses here, but **9** at least blocks 1-5-9."),
    ("4x4", [1, 16, 2, 15, 3], "**14** blocks 11-12-13-14."),
    ("4x4", [9, 11, 4, 1, 2, 16], "**22** blocks 11-22-33-44."),
    ("5x5", [7, 1, 13, 2, 19, 3], "**55** completes 22-33-44-55."),
    (
        "5x5",
        [14, 8, 4, 22, 13, 6, 17, 15],
        "**24** threatens 14-24-34-44, 15-24-33-42 and 24-33-42-51 at once.",
    ),
    ("5x5", [15, 22], "**25** sets a trap: every reply except **15**, **45** or **55** loses."),
    ("5x5", [13, 1, 7], "Every move loses in the end, but **12** lasts a long time."),
    ("misere", [5, 1], "Only **9** keeps the draw."),
    ("misere", [5, 9, 3, 1, 2, 8, 4], "After **6**, every move makes a line."),
]


ON_FIVE_BY_FIVE = {
    "OO.../.OX../XO.../..XXO/XO..X X": (
        "**42** blocks 12-22-32-42 and 22-32-42-52. **42** forces the reply **41**. "
        "Then **33** threatens 13-23-33-43, 23-33-43-53 and 24-33-42-51 at once."
    ),
    # X could make that fork before; and a fork that the reply simply stops is none.
    "....O/....O/..XO./..OXX/...X. X": (
        "**52** blocks 25-34-43-52. If the reply is **55**, then **42** wins in 3."
    ),
    "....O/O.X../X..../.X.../....O X": "If the reply is **33**, then **44** wins in 2.",
    "...../...../...O./...X./..... X": "If the reply is **22**, then **42** wins in 3.",
    "XX.../.X.../.O.../OOO../..X.. X": (
        "Every move loses here, but **44** at least blocks 41-42-43-44."
    ),
}


@pytest.mark.parametrize(("position", "words"), ON_FIVE_BY_FIVE.items())
def test_a_block_is_said_first_three_threats_are_three_and_a_fork_is_new(position: str, words: str):
    board = Board.parse(position, rules=GAMES["5x5"])
    analysis = analyse(board)
    assert analysis.reasons.in_order
    cell = analysis.principal_variation[0]
    assert breakable(why(cell, analysis.reasons, board.rules, ENGLISH)) == words


@pytest.mark.parametrize(("game", "moves", "words"), SENTENCES)
def test_every_reason_has_its_sentence_in_the_numbers_that_people_see(
    game: str, moves: list[int], words: str
):
    board = Board.after(moves, rules=GAMES[game])
    analysis = analyse(board)
    assert analysis.reasons.in_order
    said = why(analysis.principal_variation[0], analysis.reasons, board.rules, ENGLISH)
    assert breakable(said).removesuffix(" They can't all be stopped.") == words


def test_no_reason_is_without_words():
    told = {why(5, Reasons(main=idea), TIC_TAC_TOE, ENGLISH) for idea in Idea}
    assert len(told) == len(Idea)


@pytest.mark.parametrize(
    ("game", "moves", "cell", "words"),
    [
        ("3x3", [1], 5, "Best move. Only **5** keeps the draw."),
        (
            "3x3",
            [1, 5, 9],
            8,
            "Best move. **8** threatens 2-5-8, so the other side has no time to make a fork.",
        ),
        (
            "3x3",
            [1, 2],
            4,
            "Best move. **4** forces the reply **7**. Then **5** makes two threats.",
        ),
        (
            "3x3",
            [1],
            2,
            "Mistake! It turned a **draw** into a **win for {X}**.\n"
            "Better: **5**. Only **5** keeps the draw.",
        ),
        (
            "3x3",
            [1, 2],
            3,
            "Mistake! It turned a **win for {X}** into a **draw**.\n"
            "Better: **4**, **5** or **7**. **4** forces the reply **7**. "
            "Then **5** makes two threats.",
        ),
        (
            "3x3",
            [1, 4, 2, 5],
            9,
            "Mistake! It turned a **win for {X}** into a **win for {O}**.\n"
            "Better: **3** completes 1-2-3.",
        ),
        ("3x3", [1, 2, 4, 3], 5, "Fine. It still wins, but **7** would have won at once."),
        (
            "3x3",
            [1, 2, 5],
            3,
            "Fine. The game was lost anyway, but **9** would have lasted longer.",
        ),
        (
            "4x4",
            [1, 16, 2, 15, 3],
            5,
            "Mistake! It turned a **draw** into a **win for {X}**.\n"
            "Better: **14** blocks 11-12-13-14.",
        ),
        ("5x5", [13, 1], 2, "Fine. It still wins, but **24** or **42** would have been quicker."),
    ],
)
def test_every_grade_says_what_it_changed(game: str, moves: list[int], cell: int, words: str):
    move = grade(Board.after(moves, rules=GAMES[game]), cell)
    assert breakable(verdict(move, ENGLISH)) == words


@pytest.mark.parametrize(
    ("moves", "cell", "words"),
    [
        ([1, 4, 2, 5], 9, "**9** leads to a loss: {O} plays **6**."),
        ([1], 2, "**2** leads to a loss: {X} plays **4**."),
    ],
)
def test_a_mistake_is_answered_by_the_other_side(moves: list[int], cell: int, words: str):
    move = grade(Board.after(moves), cell)
    after = analyse(move.board.play(cell))
    assert breakable(refutation(move, after, ENGLISH)) == words


def test_what_held_names_every_cell_that_kept_the_result_not_only_the_best():
    slow = [board for board in unfinished() if _has_a_slower_win(board)]
    assert slow
    for board in slow[:50]:
        scores = plain_scores(board)
        lost = next(cell for cell in scores if scores[cell] <= 0)
        told = verdict(grade(board, lost), ENGLISH).partition("Better: ")[2]
        assert all(f"**{cell}**" in told for cell in scores if scores[cell] > 0)


def _has_a_slower_win(board: Board) -> bool:
    values = plain_scores(board).values()
    return len({value for value in values if value > 0}) > 1 and min(values) <= 0
