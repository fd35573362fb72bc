"""Each reason is true of its board; the tests check it by playing the moves."""

import itertools
from dataclasses import replace
from functools import cache
from typing import get_args

import pytest

from engine.analysis import (
    NO_REASONS,
    Blocks,
    Completes,
    ForcesReply,
    Idea,
    LeavesNoTime,
    OpensLines,
    PreparesFork,
    Reason,
    Reasons,
    SetsTrap,
    SpareCells,
    StopsFork,
    Threatens,
    WinsAfter,
    analyse,
    why_best,
)
from engine.board import GAMES, LONGEST_GAME, Board, Line, Mark, Rules
from engine.opponents import LEVELS
from engine.score import Result, Score
from tests.support.boards import unfinished, winning
from tests.support.plain_minimax import as_number, plain_scores

analysed = cache(analyse)


def forks(board: Board, mark: Mark) -> set[int]:
    """The cells where `mark` would threaten to win in two places."""
    to_move = Board(board.x, board.o, mark)
    after = {cell: to_move.play(cell) for cell in board.free_cells}
    return {cell for cell, next_board in after.items() if len(winning(next_board, mark)) > 1}


def made_by_forks(board: Board, mark: Mark) -> list[set[Line]]:
    """The lines that each such cell would threaten."""
    to_move = Board(board.x, board.o, mark)
    return [{*to_move.play(cell).threats(mark)} for cell in forks(board, mark)]


def held(board: Board, mark: Mark) -> set[int]:
    return {cell for cell in range(1, 10) if board.mark_on(cell) is mark}


def check(board: Board, move: int, reasons: Reasons, value: int, scores: dict[int, int]) -> None:
    """Whether the reasons for `move` hold on `board`."""
    other = board.turn.other
    blocks = reasons.block is not None
    wins_at_once = isinstance(reasons.main, Completes)
    assert blocks == (move in winning(board, other) and not wins_at_once)
    if blocks and value == 0:
        assert reasons == Reasons(reasons.block)
    for reason in reasons.in_order:
        check_one(board, move, reason, value, scores)


def check_one(board: Board, move: int, reason: Reason, value: int, scores: dict[int, int]) -> None:
    own, other = board.turn, board.turn.other
    after = board.play(move)
    match reason:
        case Completes(lines):
            assert after.outcome
            assert after.outcome.lines == lines
        case Threatens(lines):
            assert value == 7
            assert len(winning(after, own)) > 1
            assert len(lines) > 1
            for line in lines:
                assert len(set(line) & held(after, own)) == 2
                assert set(line) & set(after.free_cells)
        case ForcesReply(reply, then):
            assert value == 5
            assert {reply} == winning(after, own)
            assert then
            following = after.play(reply).play(then.cell)
            assert len(winning(following, own)) > 1
            assert set(then.threats) == set(following.threats(own))
        case PreparesFork(lines):
            assert value == 5
            assert not winning(after, own)
            assert {*lines} in made_by_forks(after, own)
            assert {*lines} not in made_by_forks(board, own)
        case Blocks(lines):
            assert lines
            assert all(move in line and set(line) - {move} <= held(board, other) for line in lines)
        case StopsFork(lines):
            assert value == 0
            assert min(scores.values()) < 0
            assert min(forks(board, other)) not in forks(after, other)
            assert not forks(after, other)
            assert any(move in line for line in lines)
            fork = min(forks(board, other))
            assert all(len(set(line) & (held(board, other) | {fork})) == 2 for line in lines)
            assert len(lines) > 1
        case LeavesNoTime(lines):
            assert value == 0
            assert min(scores.values()) < 0
            assert forks(after, other)
            assert winning(after, own)
            assert all(len(set(line) & held(after, own)) == 2 for line in lines)
        case Idea.ONLY_DRAW:
            assert [cell for cell, worth in scores.items() if worth == 0] == [move]
            assert value == 0
        case SetsTrap(losing):
            assert value == 0
            replies = plain_scores(after)
            assert losing == tuple(reply for reply in replies if replies[reply] < 0)
            assert losing
            assert len(LEVELS["perfect"](board)) < sum(worth == 0 for worth in scores.values())
        case Idea.KEEPS_THE_DRAW:
            assert value == 0
            assert not winning(board, other)
            assert sum(worth == 0 for worth in scores.values()) > 1
        case Idea.RESISTS_LONGEST | Idea.LOSES_ANYWAY:
            assert value < 0
            others = [worth for cell, worth in scores.items() if cell != move]
            lasts_longest = bool(others) and max(others) < value
            assert lasts_longest == (reason is Idea.RESISTS_LONGEST)
        case _:
            pytest.fail(f"{reason} is no reason on 3x3")


def test_every_reason_on_every_board_is_true():
    told: set[object] = set()
    for board in unfinished():
        analysis, scores = analysed(board), plain_scores(board)
        value = max(scores.values())
        assert as_number(analysis.score) == value
        assert {cell: as_number(scored) for cell, scored in analysis.cells.items()} == scores
        assert analysis.best == tuple(cell for cell in scores if scores[cell] == value)
        assert analysis.reasons.in_order
        check(board, analysis.recommended, analysis.reasons, as_number(analysis.score), scores)
        told |= {kind_of(reason) for reason in analysis.reasons.in_order}
    facts = {*get_args(Reason)} - {Idea, OpensLines, WinsAfter, SpareCells}
    ideas = {Idea.ONLY_DRAW, Idea.KEEPS_THE_DRAW, Idea.RESISTS_LONGEST, Idea.LOSES_ANYWAY}
    assert told == facts | ideas


def kind_of(reason: Reason) -> object:
    return reason if isinstance(reason, Idea) else type(reason)


def test_of_the_cells_that_draw_only_the_best_traps_are_called_traps():
    board = Board.after([5, 1])
    assert set(LEVELS["perfect"](board)) == {9}
    for cell in board.free_cells:
        is_trap = isinstance(why_best(board, cell).main, SetsTrap)
        assert is_trap == (cell == 9)


def test_every_count_of_safe_cells_in_misere_is_true_and_some_worse_move_loses_the_lead():
    counted = 0
    for usual in unfinished():
        board = replace(usual, rules=GAMES["misere"])
        analysis = analyse(board)
        spare = analysis.reasons.spare
        if not spare:
            continue
        counted += 1
        cell = analysis.recommended
        assert spare.mover is board.turn
        assert spare.own == safe(board.play(cell), board.turn)
        assert spare.other == safe(board.play(cell), board.turn.other)
        assert spare.own > spare.other
        best = analysis.cells[cell]
        leads = [
            safe(board.play(worse), board.turn) - safe(board.play(worse), board.turn.other)
            for worse, score in analysis.cells.items()
            if score.result is not best.result
        ]
        assert min(leads) < spare.own - spare.other
    assert counted > 500


def safe(board: Board, mark: Mark) -> int:
    """How many free cells do not complete a line of this mark."""
    theirs = held(board, mark)
    return sum(
        not any({*line} <= theirs | {cell} for line in board.rules.lines)
        for cell in board.free_cells
    )


@pytest.mark.parametrize("moves", [[1, 4, 2, 5, 8, 9], [5, 1], [1, 2, 4, 3], [2, 7, 5, 8, 9, 1]])
def test_within_so_many_plies_a_win_or_loss_that_takes_longer_is_a_draw(moves: list[int]):
    board = Board.after(moves, rules=GAMES["fading"])
    analysis = analyse(board)
    longest = max(score.plies or 0 for score in analysis.cells.values())
    assert analysis.within(longest) is analysis
    for plies in range(1, longest):
        cut = analysis.within(plies)
        for cell, score in analysis.cells.items():
            takes_longer = score.result is not Result.DRAW and (score.plies or 0) > plies
            assert cut.cells[cell] == (Score(Result.DRAW, plies) if takes_longer else score)
        assert cut.score == max(cut.cells.values())
        assert cut.best == tuple(cell for cell in cut.cells if cut.cells[cell] == cut.score)
        assert cut.principal_variation[0] in cut.best
        if cut.score == analysis.score:
            assert cut.reasons == analysis.reasons
        else:
            assert cut.reasons == Reasons(main=Idea.KEEPS_THE_DRAW)
            assert cut.principal_variation == cut.best[:1]


def test_every_expected_line_is_perfect_play_to_the_end_the_score_foretells():
    for board in unfinished():
        analysis = analysed(board)
        assert len(analysis.principal_variation) == analysis.score.plies
        after = board
        for cell in analysis.principal_variation:
            assert cell in LEVELS["perfect"](after)
            after = after.play(cell)
        assert after.outcome
        ends = {board.turn: Result.WIN, board.turn.other: Result.LOSS, None: Result.DRAW}
        assert ends[after.outcome.winner] is analysis.score.result


def test_it_is_the_same_whichever_mark_began():
    for moves in itertools.permutations(range(1, 10), 3):
        with_x, with_o = analyse(Board.after(moves)), analyse(Board.after(moves, first=Mark.O))
        assert with_x == with_o


def test_a_finished_board_has_a_score_and_nothing_to_play():
    analysis = analyse(Board.after([1, 4, 2, 5, 3]))
    assert analysis.score == Score(Result.LOSS, 0)
    assert (analysis.best, analysis.principal_variation, analysis.reasons) == ((), (), NO_REASONS)
    assert analysis.cells == {}


def test_rules_that_are_no_game_are_refused():
    with pytest.raises(ValueError, match="four in a row"):
        analyse(Board(rules=Rules(5, 5, 3)))


def test_two_moves_before_the_longest_game_ends_the_reason_for_a_slow_win_is_found():
    moves = (
        "32519867421539782643918562341895637149825374681593"
        "26485973216597823165748936521743985264179836217"
    )
    board = Board.after(map(int, moves), rules=GAMES["fading"])
    assert len(moves) == LONGEST_GAME - 2
    for reason in analyse(board).reasons.in_order:
        assert not isinstance(reason, WinsAfter)
        assert not isinstance(reason, ForcesReply) or reason.then is None


def test_within_so_many_plies_what_loses_later_draws_and_is_as_good_as_a_draw():
    draw = Score(Result.DRAW, 40)
    late = Score(Result.LOSS, 41)
    cells = {1: draw, 2: late, 3: Score(Result.LOSS, 5)}
    told = replace(analyse(Board()), score=draw, cells=cells, best=(1,))
    assert told.within(41) is told
    within = told.within(40)
    assert within.cells == cells | {2: draw}
    assert within.best == (1, 2)
