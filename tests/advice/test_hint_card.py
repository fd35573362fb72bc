"""A hint says what to play, what that leads to and why, and shows what each cell is worth."""

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from bot.advice import hint_card
from bot.messages.boards import in_rows
from bot.messages.content import Card, Grid
from bot.messages.texts import ENGLISH
from bot.play.session import Session
from engine.analysis import analyse
from engine.board import GAMES, LONGEST_GAME, Board, Mark
from tests.support.cards import breakable, session
from tests.support.plain_minimax import plain_scores

NOTE = "-# Counts as a game with hints"
WIN_OR_DRAW = "-# ▲\xa0win · =\xa0draw\n"
WIN_OR_LOSS = "-# ▲\xa0win · ▼\xa0loss\n"
DRAW_OR_LOSS = "-# =\xa0draw · ▼\xa0loss\n"


def hint(session: Session) -> Card:
    return hint_card.hint(session, analyse(session.board), ENGLISH)


def heard(session: Session) -> str:
    card = hint(session)
    assert card.spoken
    return card.spoken.text


def test_a_hint_reads_as_a_stranger_needs_it():
    card = hint(session(1, 5, 9, 3))
    headline, grid, below = card.texts
    assert breakable(str(headline)) == (
        "### Play 7: it wins in 2 💡\n**7** blocks 3-5-7 and threatens 7-8-9 and 1-4-7 at once."
    )
    assert isinstance(grid, Grid)
    signs = [[grid.signs.get(cell) for cell in row] for row in in_rows(grid.board)]
    assert signs == [
        [None, "{loss_2}", None],
        ["{loss_4}", None, "{loss_6}"],
        ["{win_7}", "{loss_8}", None],
    ]
    assert below == f"{WIN_OR_LOSS}{NOTE}"
    assert card.rows == ()
    assert [(button.label, button.custom_id) for button in card.controls] == [
        ("Play 7", "ttt:playbest:7:4:7"),
        ("Take back", "ttt:takeback:7:4:4"),
        ("As text", "ttt:hint:7:spoken"),
    ]


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        (
            (),
            "### Play 1: it keeps the draw 💡\nSo does every other cell.\n"
            "**1** sets a trap: every reply except **5** loses.",
        ),
        ((5,), "### Play 1: it keeps the draw 💡\n**2**, **4**, **6** and **8** would lose."),
        ((1, 4, 2, 5), "### Play 3: it wins at once 💡\n**3** completes 1-2-3."),
        (
            (1, 2),
            (
                "### Play 4: it wins in 3 💡\n"
                "**4** forces the reply **7**. Then **5** makes two threats."
            ),
        ),
        (
            (1, 2, 4, 7),
            "### Play 5: it wins in 2 💡\n"
            "**5** makes two threats, 4-5-6 and 1-5-9, and only one can be stopped.",
        ),
        (
            (1, 5),
            "### Play 6: it keeps the draw 💡\nSo does every other cell.\n"
            "**6** sets a trap: replying **4** or **7** loses.",
        ),
        ((1,), "### Play 5: it keeps the draw 💡\nOnly **5** keeps the draw."),
        ((1, 2, 5), "### Every cell loses; 9 lasts longest\n**9** blocks 1-5-9."),
        ((1, 5, 9, 3, 7), "### Every cell loses; try 4\n**4** blocks 1-4-7."),
    ],
)
def test_the_answer_comes_first_and_the_reason_does_not_repeat_it(
    moves: tuple[int, ...], told: str
):
    assert breakable(str(hint(session(*moves)).texts[0])) == told


def test_near_the_longest_game_no_hint_promises_more_than_its_length_allows():
    promised = 0
    for seed in range(40):
        live = session(*long_game(Random(seed)), game="fading")
        left = LONGEST_GAME - len(live.moves)
        headline = str(hint(live).texts[0]).split("\n")[0]
        if "wins in" in headline:
            promised += 1
            assert 2 * int(headline.split("wins in ")[1].split()[0]) - 1 <= left, live.moves
        if "loses" in headline:
            assert (analyse(live.board).score.plies or 0) <= left, live.moves
    assert promised


def long_game(rng: Random) -> list[int]:
    """So many random moves of fading that few are left, none of which ends the game."""
    while True:
        board = Board(rules=GAMES["fading"])
        for _ in range(rng.randrange(LONGEST_GAME - 8, LONGEST_GAME - 1)):
            after = [board.play(cell) for cell in board.free_cells]
            going_on = [each for each in after if not each.outcome]
            if not going_on:
                break
            board = rng.choice(going_on)
        else:
            return list(board.moves)


def test_every_hint_says_more_than_what_to_play():
    rng = Random(1)
    for game in 15 * list(GAMES):
        live = session(*rng.sample(GAMES[game].cells, rng.randrange(7)), game=game)
        if not live.ending:
            told = hint(live).texts[0]
            assert isinstance(told, str)
            assert len(told.split("\n")) > 1, live.board.notation


def test_the_only_cell_left_is_not_compared_with_others():
    last = session(7, 2, 8, 3, 1, 4, 6, 5, game="misere")
    assert hint(last).texts[0] == "### Only 9 is left, and it loses"


def test_in_words_the_quicker_win_and_the_slower_loss_come_first():
    assert "win: 7 in 1 move, 5, 6 and 9 in 2 moves, 8 in 3 moves" in heard(session(1, 2, 4, 3))
    lost = replace(session(3, 1, 6), first=Mark.O)
    assert "loss: 9 in 2 moves, 2, 4, 5, 7 and 8 in 1 move" in heard(lost)


def test_on_larger_boards_other_cells_as_good_are_named_and_in_words_all_cells_are():
    larger = session(13, 1, game="5x5")
    card = hint(larger)
    assert card.texts[0] == (
        "### Play 24: it wins in 4 💡\nIf the reply is **42**, then **23** wins in 3."
    )
    too_far = "### Play 33: it wins 💡\nThe win takes more than 4 moves."
    assert hint(session(22, 5, 25, 6, game="5x5")).texts[0] == too_far
    assert isinstance(card.texts[1], Grid)
    assert card.texts[1].signs[9] == "{win_24}"
    assert card.texts[2] == f"Best: **24** and **42**\n{WIN_OR_DRAW}{NOTE}"
    assert "53 and 54 in more than 4 moves\ndraw: 13, 15, 31, 51 and 55\n" in heard(larger)
    assert "54 and 55 in more than 3 moves" in heard(session(1, 2, 13, game="5x5"))


@pytest.mark.parametrize(
    ("moves", "game", "named"),
    [
        (
            (8, 13),
            "5x5",
            f"Best: **22**, **12**, **14**, **24**, **32** and 3 more\n{DRAW_OR_LOSS}",
        ),
        (
            (10, 1),
            "5x5",
            f"Best: **45**, **23**, **33**, **34**, **42**, **43** and **44**\n{WIN_OR_DRAW}",
        ),
        (
            (13, 2),
            "5x5",
            f"Best: **22**, **14**, **23**, **24**, **32** and 4 more\n{WIN_OR_DRAW}",
        ),
        (
            (9, 10, 1, 2, 3, 8, 4, 7),
            "4x4",
            f"Best: **22**, **21**, **41** and **42**\n{DRAW_OR_LOSS}",
        ),
        ((), "4x4", ""),  # it says that all cells are equal
        ((1, 16, 2, 15, 3), "4x4", DRAW_OR_LOSS),  # it says that 14 is best
    ],
)
def test_equal_cells_are_named_as_far_as_a_line_has_room_and_the_others_counted(
    moves: tuple[int, ...], game: str, named: str
):
    assert hint(session(*moves, game=game)).texts[2] == f"{named}{NOTE}"


@pytest.mark.parametrize(
    ("moves", "worths"),
    [
        (
            (),
            "So does every other cell.\n1 sets a trap: every reply except 5 loses.\n"
            "Counts as a game with hints\nRow 1: 1,",
        ),
        ((1, 4, 2, 5), "win: 3 in 1 move\ndraw: 6\nloss: 7, 8 and 9 in 1 move\n"),
        (
            (1, 2),
            (
                "If you both play perfectly from here:\nwin: 4, 5 and 7 in 3 moves\n"
                "draw: 3, 6, 8 and 9\n"
            ),
        ),
    ],
)
def test_in_words_cells_are_listed_by_result_the_better_first(moves: tuple[int, ...], worths: str):
    assert worths in heard(session(*moves))


def test_in_words_what_a_hint_offers_comes_before_the_cells():
    offered = _offered_in_words(session(13, 2, 7, 4, game="5x5"))
    assert offered[1:3] == ["Take back", "11"]
    assert offered[-1] == "Hint"
    assert len(offered) == 23


def test_in_words_a_hint_on_an_empty_5x5_board_has_a_button_for_each_cell():
    offered = _offered_in_words(session(game="5x5"))
    best = offered[0].removeprefix("Play ")
    assert sorted([best, *offered[1:]]) == [
        f"{row}{column}" for row in range(1, 6) for column in range(1, 6)
    ]


def _offered_in_words(shown: Session) -> list[str]:
    heard = hint(shown).spoken
    assert heard
    return [button.label for row in heard.rows for button in row]


@pytest.mark.parametrize("plies", [2, 4])
def test_the_sign_on_every_cell_is_what_an_independent_minimax_says(plies: int):
    for moves in list(permutations(range(1, 10), plies))[:: 9 * plies]:
        grid = hint(session(*moves)).texts[1]
        assert isinstance(grid, Grid)
        for cell, value in plain_scores(Board.after(moves)).items():
            assert (
                grid.signs[cell]
                == f"{{{'win' if value > 0 else 'loss' if value < 0 else 'draw'}_{cell}}}"
            )


def test_what_was_played_from_a_hint_is_told_even_after_later_moves():
    later = replace(session(1, 5, 2, 3, 7, 4), taken_back=2)
    assert hint_card.last_pair(later, 6, ENGLISH) == "You played 2. I played 3."
    won = session(1, 4, 2, 5, 3)
    assert hint_card.last_pair(won, 4, ENGLISH) == "You played 3."
    assert hint_card.after_use(won, "You played 3.", ENGLISH).controls == ()
