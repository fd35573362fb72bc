"""Every game by its own rules, beside a referee that shares nothing with the engine."""

import pickle
import re
from random import Random

import pytest

from engine.board import Board, CellTaken, GameOver, Mark, Outcome
from engine.games import GAMES
from engine.rules import Rules
from engine.scoring import score_cells
from tests.support import referees

ROUND = [1, 3, 2, 4, 6, 7, 9, 8]
"""Eight fading moves after which the next eight may be the same: no line comes, and the game goes round."""


def random_game(game: str, rng: Random) -> list[int]:
    """The moves of a game played at random to its end, as the referee sees it."""
    moves: list[int] = []
    while referees.ending(game, moves) is None:
        held = referees.standing(game, moves)
        moves.append(rng.choice([cell for cell in GAMES[game].cells if cell not in held]))
    return moves


@pytest.mark.parametrize("game", GAMES)
def test_every_board_of_a_game_is_as_the_referee_says(game: str):
    rng = Random(game)
    for _ in range(300 if len(GAMES[game].cells) == 9 else 60):
        moves = random_game(game, rng)
        for ply in range(len(moves) + 1):
            board, held = Board.after(moves[:ply], rules=GAMES[game]), referees.standing(game, moves[:ply])
            assert {
                cell: board.mark_on(cell).value for cell in board.rules.cells if board.mark_on(cell)
            } == held
            assert set(board.free_cells) == set(board.rules.cells) - set(held)
            assert ends(board) == referees.ending(game, moves[:ply])
            assert board.turn.value == "XO"[ply % 2]


def ends(board: Board) -> str | None:
    if not board.outcome:
        return None
    return board.outcome.winner.value if board.outcome.winner else "draw"


@pytest.mark.parametrize("game", GAMES)
def test_a_notation_is_read_as_the_board_that_wrote_it(game: str):
    rng = Random(game)
    for _ in range(20):
        moves, first = random_game(game, rng), rng.choice(list(Mark))
        for ply in range(min(len(moves), 6)):
            board = Board.after(moves[:ply], first=first, rules=GAMES[game])
            assert Board.parse(board.notation, rules=GAMES[game]) == board


@pytest.mark.parametrize("game", GAMES)
def test_threats_are_the_cells_that_would_complete_a_line(game: str):
    rng = Random(game)
    for _ in range(100):
        moves = random_game(game, rng)
        ply = rng.randrange(len(moves))
        board = Board.after(moves[:ply], rules=GAMES[game])
        completing = {cell for cell in board.free_cells if (over := board.play(cell).outcome) and over.lines}
        assert set(board.threats(board.turn).values()) == completing


@pytest.mark.parametrize("game", GAMES)
def test_boards_and_rules_can_be_sent_to_another_process(game: str):
    board = Board.after([1, 2, 5, 9, 7, 4, 3], rules=GAMES[game])
    sent = pickle.loads(pickle.dumps(board))  # noqa: S301 - our own, from the line above
    assert (sent, hash(sent), sent.rules) == (board, hash(board), GAMES[game])


def test_in_misere_the_side_that_completes_a_line_has_lost_by_it():
    board = Board.after([1, 4, 2, 5, 3], rules=GAMES["misere"])
    assert board.outcome == Outcome(Mark.O, ((1, 2, 3),))


def test_fading_keeps_three_marks_a_side_and_the_oldest_goes_as_the_new_one_stands():
    board = Board.after([1, 2, 5, 9, 7, 3], rules=GAMES["fading"])
    assert board.standing == (1, 2, 5, 9, 7, 3)
    assert (board.fading(Mark.X), board.fading(Mark.O)) == (1, 2)
    with pytest.raises(CellTaken):
        board.play(1)
    after = board.play(4)
    assert (after.mark_on(1), after.mark_on(4), after.fading(Mark.O), after.fading(Mark.X)) == (
        None,
        Mark.X,
        2,
        5,
    )
    assert after.notation == ".OO/XX./X.O O 2,5,9,7,3,4"


def test_a_mark_that_goes_makes_no_line():
    board = Board.after([1, 4, 2, 5, 7, 9], rules=GAMES["fading"])
    assert not board.play(3).outcome
    assert (1, 2, 3) not in board.threats(Mark.X)


def test_a_fading_position_that_comes_for_the_third_time_is_a_draw():
    before = Board.after((ROUND * 3)[:21], rules=GAMES["fading"])
    assert before.outcome is None
    after = before.play((ROUND * 3)[21])
    assert after.outcome == Outcome()
    with pytest.raises(GameOver):
        after.play(after.free_cells[0])


def test_the_same_marks_put_there_in_another_order_are_another_position():
    before = Board.after((ROUND * 3)[:20], rules=GAMES["fading"])
    other = next(
        cell for cell in before.free_cells if cell != (ROUND * 3)[20] and not before.play(cell).outcome
    )
    assert before.play(other).play((ROUND * 3)[21]).outcome is None


def test_a_fading_game_without_a_winner_ends_with_its_99th_move():
    rng, board = Random(1), Board(rules=GAMES["fading"])
    while len(board.moves) < 98:
        goes_on = [cell for cell in board.free_cells if not board.play(cell).outcome]
        board = board.play(rng.choice(goes_on))
    lineless = set(board.free_cells) - set(board.threats(board.turn).values())
    assert lineless
    assert {board.play(cell).outcome for cell in lineless} == {Outcome()}


def test_a_fading_board_read_from_its_notation_has_no_past():
    assert Board.parse("XOX/.O./.XO X 1,2,3,5,8,9", rules=GAMES["fading"]).standing == (1, 2, 3, 5, 8, 9)


@pytest.mark.parametrize(
    "notation",
    ["XOX/.O./.XO X", "XOX/.O./.XO X 1,2,3,5,8", "XOX/.O./.XO O 1,2,3,5,8,9", "XOX/.O./.XO X 1,1,3,5,8,9"],
)
def test_a_fading_notation_without_its_order_is_refused(notation: str):
    with pytest.raises(ValueError, match=r"board|taken"):
        Board.parse(notation, rules=GAMES["fading"])


@pytest.mark.parametrize("stay", [2, 5])
def test_rules_under_which_no_line_stands_or_no_cell_is_free_are_refused(stay: int):
    with pytest.raises(ValueError, match="marks a side"):
        Rules(marks_stay=stay)


@pytest.mark.parametrize("game", GAMES)
def test_the_bot_can_show_every_game_and_has_solved_it(game: str):
    rules = GAMES[game]
    assert re.fullmatch("[a-z0-9]{1,20}", game)
    assert rules.rows == rules.columns <= 5
    assert set(score_cells(Board(rules=rules))) == set(rules.cells)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(3, 3, 2),
        Rules(5, 5, 5),
        Rules(6, 6, 4),
        Rules(4, 4, 4, misere=True),
        Rules(4, 4, 4, marks_stay=4),
        Rules(misere=True, marks_stay=3),
    ],
)
def test_rules_that_no_solver_plays_have_no_scores(rules: Rules):
    with pytest.raises(ValueError, match="solve"):
        score_cells(Board(rules=rules))
