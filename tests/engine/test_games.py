"""Every game by its own rules and numbers, beside a referee that shares nothing with the engine."""

import pickle
import re
from functools import cache
from random import Random

import pytest

from engine.board import (
    GAMES,
    NO_CELL,
    Board,
    CellTaken,
    GameOver,
    Mark,
    OffTheBoard,
    Outcome,
    Rules,
    cell_of,
    number_of,
)
from engine.exact_scores import score_cells
from tests.support import referees
from tests.support.boards import canonical, reachable

ROUND = [1, 3, 2, 4, 6, 7, 9, 8]
"""Eight fading moves that may be repeated: no line comes, and the game goes round."""


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
    for _ in range(150 if len(GAMES[game].cells) == 9 else 60):
        moves = random_game(game, rng)
        for ply in range(len(moves) + 1):
            board, held = (
                Board.after(moves[:ply], rules=GAMES[game]),
                referees.standing(game, moves[:ply]),
            )
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
        completing = {
            cell for cell in board.free_cells if (over := board.play(cell).outcome) and over.lines
        }
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
    assert (board.fading_cell(Mark.X), board.fading_cell(Mark.O)) == (1, 2)
    with pytest.raises(CellTaken):
        board.play(1)
    after = board.play(4)
    assert (after.mark_on(1), after.mark_on(4)) == (None, Mark.X)
    assert (after.fading_cell(Mark.O), after.fading_cell(Mark.X)) == (2, 5)
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
        cell
        for cell in before.free_cells
        if cell != (ROUND * 3)[20] and not before.play(cell).outcome
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
    assert Board.parse("XOX/.O./.XO X 1,2,3,5,8,9", rules=GAMES["fading"]).standing == (
        1,
        2,
        3,
        5,
        8,
        9,
    )


@pytest.mark.parametrize(
    "notation",
    [
        "XOX/.O./.XO X",
        "XOX/.O./.XO X 1,2,3,5,8",
        "XOX/.O./.XO O 1,2,3,5,8,9",
        "XOX/.O./.XO X 1,1,3,5,8,9",
    ],
)
def test_a_fading_notation_without_its_order_is_refused(notation: str):
    with pytest.raises(ValueError, match=r"board|taken"):
        Board.parse(notation, rules=GAMES["fading"])


@pytest.mark.parametrize("stay", [2, 5])
def test_rules_under_which_no_line_stands_or_no_cell_is_free_are_refused(stay: int):
    with pytest.raises(ValueError, match="marks a side"):
        Rules(mark_limit=stay)


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
        Rules(4, 4, 4, mark_limit=4),
        Rules(misere=True, mark_limit=3),
    ],
)
def test_rules_that_no_solver_plays_have_no_scores(rules: Rules):
    with pytest.raises(ValueError, match="solve"):
        score_cells(Board(rules=rules))


@cache
def count_games(board: Board) -> tuple[int, int]:
    """How many games go on from `board`, and how many boards plain minimax visits on the way."""
    if board.outcome:
        return 1, 1
    below = [count_games(board.play(cell)) for cell in board.free_cells]
    return sum(games for games, _ in below), 1 + sum(visited for _, visited in below)


def test_the_reachable_boards_are_5478_of_which_4520_are_unfinished_and_765_differ_up_to_symmetry():
    boards = reachable()
    assert len(set(boards)) == len(boards) == 5478
    assert sum(board.outcome is None for board in boards) == 4520
    assert len({canonical(board) for board in boards}) == 765


def test_the_boards_come_in_the_order_of_their_marks():
    marks = [(board.x | board.o).bit_count() for board in reachable()]
    assert marks == sorted(marks)


def test_of_the_finished_boards_626_are_won_by_x_316_by_o_and_16_are_draws():
    outcomes = [board.outcome for board in reachable()]
    winners = [outcome.winner for outcome in outcomes if outcome]
    assert [winners.count(Mark.X), winners.count(Mark.O), winners.count(None)] == [626, 316, 16]


def test_there_are_255168_games_and_plain_minimax_visits_549946_boards():
    assert count_games(Board()) == (255_168, 549_946)


def test_a_taken_cell_is_refused_and_named():
    board = Board.after([5])
    with pytest.raises(CellTaken, match=r"cell 5 on \.\.\./\.X\./\.\.\. O: it is taken") as refused:
        board.play(5)
    assert (refused.value.cell, refused.value.board) == (5, board)


@pytest.mark.parametrize("cell", [0, 10, -1, 77])
def test_a_cell_off_the_board_is_refused_even_when_the_game_is_over(cell: int):
    for moves in ([], [1, 4, 2, 5, 3]):
        with pytest.raises(OffTheBoard):
            Board.after(moves).play(cell)


def test_nobody_moves_once_the_game_is_over():
    won = Board.after([1, 4, 2, 5, 3])
    with pytest.raises(GameOver):
        won.play(9)


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        (Rules(3, 3, 3), 8),
        (Rules(3, 4, 3), 14),
        (Rules(4, 4, 4), 10),
        (Rules(4, 5, 4), 17),
        (Rules(5, 5, 4), 28),
    ],
)
def test_larger_boards_have_as_many_lines_as_the_literature_says(rules: Rules, lines: int):
    assert len(rules.lines) == lines == len(set(rules.lines))


@pytest.mark.parametrize("size", [(3, 3, 4), (0, 3, 3), (3, 3, 0)])
def test_rules_without_a_line_that_fits_are_refused(size: tuple[int, int, int]):
    with pytest.raises(ValueError, match="in a row"):
        Rules(*size)


def test_a_notation_holds_the_rows_and_whose_turn_it_is():
    assert Board.after([1, 3, 5]).notation == "X.O/.X./... O"
    assert Board.after([1], first=Mark.O).notation == "O../.../... X"


@pytest.mark.parametrize(
    "notation",
    [
        "",
        "X.O/.X./...",
        "X.O/.X./... Z",
        "X.O/.X./.... O",
        "X.O.X.... O",
        "x.o/.x./... O",
        "X.O/.X./... X",
        "XXX/.../... O",
    ],
)
def test_a_text_that_is_no_board_of_a_game_is_refused(notation: str):
    with pytest.raises(ValueError, match=r"board|Mark"):
        Board.parse(notation)


def test_a_board_reads_as_its_rows():
    assert str(Board.after([5, 1, 9])) == "O . .\n. X .\n. . X"


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_is_found_again_by_its_number(game: str):
    rules = GAMES[game]
    assert [cell_of(number_of(cell, rules), rules) for cell in rules.cells] == list(rules.cells)


def test_nine_cells_are_numbered_along_the_rows():
    assert [number_of(cell, GAMES["misere"]) for cell in range(1, 10)] == list(range(1, 10))


@pytest.mark.parametrize("number", [0, 1, 10, 15, 20, 45, 51, -11])
def test_a_number_that_a_board_does_not_have_is_no_cell(number: int):
    rules = GAMES["4x4"]
    assert cell_of(number, rules) == NO_CELL
    with pytest.raises(OffTheBoard):
        Board(rules=rules).play(cell_of(number, rules))
