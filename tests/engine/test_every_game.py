"""Opponents, analyses and reviews on every game: they mean the same wherever they are asked."""

import pickle
from functools import cache
from random import Random

import pytest

from engine.analysis import (
    Blocks,
    Completes,
    ForcesReply,
    Idea,
    OpensLines,
    PreparesFork,
    SetsTrap,
    Threatens,
    WinsAfter,
    analyse,
)
from engine.board import GAMES, Board, Mark
from engine.exact_scores import best_cells, score_board, score_cells, scores_seen_to
from engine.opponents import LEVELS, OPPONENTS, Sight, human_like, policy_of
from engine.review import Grade, grade, review
from engine.score import Result, Score
from tests.support import referees

NEW = [game for game in GAMES if game != "3x3"]

analysed = cache(analyse)


@cache
def some_boards(game: str, count: int = 12) -> list[Board]:
    """Boards with something to play, from random games; on 5x5 none of the first plies."""
    rng, found = Random(game), []
    while len(found) < count:
        moves: list[int] = []
        for _ in range(
            rng.randrange(6 if game == "5x5" else 0, 14 if len(GAMES[game].cells) > 9 else 8)
        ):
            free = set(GAMES[game].cells) - referees.standing(game, moves).keys()
            moves.append(rng.choice(sorted(free)))
            if referees.ending(game, moves):
                break
        else:
            found.append(Board.after(moves, rules=GAMES[game]))
    return found


@pytest.mark.parametrize("game", NEW)
@pytest.mark.parametrize("name", OPPONENTS)
def test_every_opponent_plays_free_cells_with_probabilities_that_add_up_to_one(
    name: str, game: str
):
    for board in some_boards(game):
        policy = policy_of(board, name)
        assert sum(policy.values()) == 1
        assert set(policy) <= set(board.free_cells)
        assert pickle.loads(pickle.dumps(policy)) == policy  # noqa: S301 - our own, from this line


@pytest.mark.parametrize("game", NEW)
def test_perfect_plays_only_cells_that_keep_the_score(game: str):
    for board in some_boards(game, 40):
        assert set(policy_of(board, "perfect")) <= set(best_cells(board))


@pytest.mark.parametrize("game", NEW)
def test_full_minimax_plays_every_best_cell_alike(game: str):
    for board in some_boards(game):
        assert set(policy_of(board, "full minimax")) == set(best_cells(board))


@pytest.mark.parametrize("game", [game for game in NEW if game != "misere"])
def test_who_sees_wins_and_blocks_takes_a_win_else_blocks(game: str):
    told = set()
    for board in some_boards(game, 40):
        mine, theirs = (
            set(board.threats(mark).values()) for mark in (board.turn, board.turn.other)
        )
        if mine or theirs:
            assert set(human_like(board, Sight(100, 100, 0))) == (mine or theirs)
            told.add(bool(mine))
    assert told == {True, False}


def test_in_misere_who_sees_lines_avoids_their_own_and_leaves_the_others_theirs():
    only_theirs_is_left = Board.parse("XOX/OOX/X.. O", rules=GAMES["misere"])
    for board in (*some_boards("misere", 40), only_theirs_is_left):
        mine, theirs = (
            set(board.threats(mark).values()) for mark in (board.turn, board.turn.other)
        )
        free = set(board.free_cells)
        careful = free - mine - theirs or free - mine or free
        assert set(human_like(board, Sight(100, 100, 0))) == careful
        assert set(human_like(board, Sight(100, 0, 0))) == (free - mine or free)


@pytest.mark.parametrize("game", NEW)
def test_an_analysis_agrees_with_the_scores_and_goes_on_as_perfect_does(game: str):
    for board in some_boards(game):
        analysis = analysed(board)
        assert analysis.score == max(analysis.cells.values()) == score_board(board)
        assert analysis.cells == score_cells(board)
        assert analysis.best == best_cells(board)
        assert analysis.reasons.in_order
        after = board
        for cell in analysis.principal_variation:
            assert cell in LEVELS["perfect"](after)
            after = after.play(cell)
        if analysis.score.plies and analysis.score.result is not Result.DRAW:
            assert len(analysis.principal_variation) == analysis.score.plies
            assert after.outcome
        assert pickle.loads(pickle.dumps(analysis)) == analysis  # noqa: S301 - our own, from this line


@pytest.mark.parametrize("game", NEW)
def test_reasons_about_lines_name_lines_that_are_there(game: str):
    for board in some_boards(game, 40):
        found = analysed(board)
        after = board.play(found.recommended)
        other = board.turn.other
        for reason in found.reasons.in_order:
            match reason:
                case Completes(lines):
                    assert after.outcome.lines == lines
                case Threatens(lines):
                    assert len({after.threats(board.turn)[line] for line in lines}) > 1
                case Blocks(lines):
                    assert all(board.threats(other)[line] == found.recommended for line in lines)
                case PreparesFork(lines):
                    passed = Board(after.x, after.o, board.turn, board.rules)
                    assert any(
                        {*lines} == {*passed.play(at).threats(board.turn)}
                        for at in passed.free_cells
                    )
                case OpensLines(fades, lines):
                    assert lines
                    assert fades == after.fading_cell(after.turn)
                    replied = [after.play(reply) for reply in after.free_cells]
                    assert all(each.threats(board.turn).keys() >= {*lines} for each in replied)
                case SetsTrap(losing, safe):
                    ends = score_cells(after)
                    assert all(ends[reply].result is Result.LOSS for reply in losing)
                    assert all(ends[reply].result is Result.DRAW for reply in safe)
                    if game in {"4x4", "5x5"}:  # where it must show soon, and not to everyone
                        soon = scores_seen_to(after, 4).values()
                        assert Result.LOSS in {score.result for score in soon}
                        assert not after.threats(board.turn)


@pytest.mark.parametrize("game", NEW)
def test_the_line_that_a_forced_win_is_told_with_is_forced_and_ends_as_told(game: str):
    told = set()
    for board in some_boards(game, 60):
        analysis = analysed(board)
        assert analysis.reasons.in_order
        cell, *rest = analysis.principal_variation
        after = board.play(cell)
        for reason in analysis.reasons.in_order:
            if isinstance(reason, ForcesReply):
                last_at_all = {reply for reply, end in score_cells(after).items() if end.plies != 2}
                assert last_at_all <= {reason.reply}
            if isinstance(reason, ForcesReply | WinsAfter) and reason.then:
                told.add(type(reason))
                best = reason.then.cell
                assert [reason.reply, best] == rest[:2]
                reached = after.play(rest[0])
                assert score_board(reached) == score_cells(reached)[best]
                assert score_board(reached).moves == reason.then.moves
                threats = reached.play(best).threats(board.turn)
                is_fork = len(set(threats.values())) > 1
                assert reason.then.threats == (tuple(threats) if is_fork else ())
            if reason is Idea.OUTLASTS:
                told.add(reason)
                for each in rest[:-1]:
                    after = after.play(each)
                assert {*score_cells(after).values()} == {Score(Result.LOSS, 1)}
                assert after.turn is not board.turn
    lines = {ForcesReply, WinsAfter}
    assert told >= {"5x5": {ForcesReply}, "fading": lines, "misere": {Idea.OUTLASTS}}.get(
        game, set()
    )


@pytest.mark.parametrize("game", NEW)
def test_a_move_that_gives_the_result_away_is_a_mistake_and_a_best_one_is_best(game: str):
    for board in some_boards(game):
        scores = score_cells(board)
        for cell in board.free_cells[:4]:
            graded = grade(board, cell)
            assert (graded.grade is Grade.BEST) == (scores[cell] >= max(scores.values()))
            assert (graded.grade is Grade.MISTAKE) == (cell not in graded.held)


def test_a_review_follows_the_rules_of_its_game():
    graded = review([5, 1, 9], rules=GAMES["misere"])
    assert [move.board.rules for move in graded] == [GAMES["misere"]] * 3
    assert graded[0].grade is Grade.BEST


@pytest.mark.parametrize("game", GAMES)
def test_with_the_marks_exchanged_all_scores_and_policies_stay(game: str):
    for board in some_boards(game):
        if board.moves:
            other = Board.after(board.moves, first=Mark.O, rules=board.rules)
        else:
            other = Board(board.o, board.x, board.turn.other, board.rules)
        assert score_cells(other) == score_cells(board)
        assert all(policy_of(other, name) == policy_of(board, name) for name in LEVELS)
