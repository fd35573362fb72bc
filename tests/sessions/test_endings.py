"""Clocks, draws, rematches and results, without a store and without Discord."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from bot.sessions import actions
from bot.sessions.actions import (
    BoardMovedOn,
    DrawAlreadyOffered,
    NoClock,
    NoDrawWithBot,
    NotOverYet,
    NotYourGame,
    SessionOver,
    TimeNotUp,
    YourOwnTime,
    rematch_terms,
)
from bot.sessions.records import (
    PEOPLE,
    POINTS_AGAINST,
    Count,
    Form,
    Stats,
    counted_against,
    points_against,
    result_for,
)
from bot.sessions.seats import Bot, Terms
from bot.sessions.session import ABANDONED_AFTER, DEMO_GAME_CLOSES_AFTER, Ending, Session, Tally, Termination
from engine.board import Mark
from engine.opponents import LEVELS
from engine.score import Result
from tests.sessions.test_session import ANN, BOB, EVE, against_bot, between_friends

BEGUN = 1000


def with_clock(*moves: int) -> Session:
    return replace(between_friends(*moves), time=600, turn_since=BEGUN)


def test_the_win_can_be_claimed_from_the_moment_time_is_up_and_not_before():
    session = with_clock(5)
    with pytest.raises(TimeNotUp):
        actions.claim(session, ANN, BEGUN + 599)
    assert actions.claim(session, ANN, BEGUN + 600).ending == Ending(Termination.TIME, Mark.X)


def test_the_side_to_move_cannot_claim_and_may_still_move():
    session = with_clock(5)
    with pytest.raises(YourOwnTime):
        actions.claim(session, BOB, BEGUN + 10_000)
    assert actions.play(session, BOB, 1, Random(1)).moves == (5, 1)


def test_nothing_is_claimed_without_a_clock_by_a_stranger_or_after_the_end():
    with pytest.raises(NoClock):
        actions.claim(against_bot(), ANN, BEGUN)
    with pytest.raises(NotYourGame):
        actions.claim(with_clock(5), EVE, BEGUN + 600)
    with pytest.raises(SessionOver):
        actions.claim(actions.resign(with_clock(5), BOB), ANN, BEGUN + 600)


def test_a_game_nobody_comes_back_to_is_closed_a_day_after_its_time_is_up():
    clocked, free = with_clock(5), replace(against_bot(), turn_since=BEGUN)
    assert clocked.at(BEGUN + 600 + ABANDONED_AFTER - 1) is clocked
    assert clocked.at(BEGUN + 600 + ABANDONED_AFTER).ending == Ending(Termination.ABANDONED)
    assert free.at(BEGUN + ABANDONED_AFTER - 1) is free
    assert free.at(BEGUN + ABANDONED_AFTER).ending == Ending(Termination.ABANDONED)


def test_a_demo_game_is_closed_ten_minutes_after_its_last_move():
    demo = replace(against_bot(), seats=dict.fromkeys(Mark, Bot("easy")), turn_since=BEGUN)
    assert demo.at(BEGUN + DEMO_GAME_CLOSES_AFTER - 1) is demo
    assert demo.at(BEGUN + DEMO_GAME_CLOSES_AFTER).ending == Ending(Termination.ABANDONED)
    assert DEMO_GAME_CLOSES_AFTER == 600


def test_a_finished_game_is_never_closed_again():
    over = actions.resign(with_clock(5), BOB)
    assert over.at(BEGUN + 10 * ABANDONED_AFTER) is over


def test_a_draw_is_offered_by_one_and_accepted_by_the_other():
    offered = actions.draw(between_friends(5), ANN)
    assert (offered.offered_by, offered.ending) == (Mark.X, None)
    agreed = actions.draw(offered, BOB)
    assert (agreed.ending, agreed.offered_by) == (Ending(Termination.AGREEMENT), None)


def test_an_offer_stands_until_the_next_move():
    offered = actions.draw(between_friends(5), ANN)
    assert actions.play(offered, BOB, 1, Random(1)).offered_by is None


def test_an_offer_is_made_once_and_only_to_a_person_on_the_board_that_stands():
    with pytest.raises(DrawAlreadyOffered):
        actions.draw(actions.draw(between_friends(5), ANN), ANN)
    with pytest.raises(NoDrawWithBot):
        actions.draw(against_bot(), ANN)
    with pytest.raises(NotYourGame):
        actions.draw(between_friends(5), EVE)
    with pytest.raises(SessionOver):
        actions.draw(actions.resign(between_friends(5), ANN), BOB)
    with pytest.raises(BoardMovedOn):
        actions.draw(between_friends(5), ANN, 0)
    assert actions.draw(between_friends(5), ANN, 1).offered_by is Mark.X


def test_a_stopped_game_has_no_result():
    stopped = actions.stop(between_friends(5))
    assert stopped.ending == Ending(Termination.STOPPED)
    with pytest.raises(SessionOver):
        actions.stop(stopped)


def test_in_a_rematch_the_other_one_begins_with_the_same_marks():
    over = actions.resign(with_clock(5), BOB)
    assert rematch_terms(over, ANN) == Terms("X", "them", 600, "3x3", "en-US")
    assert rematch_terms(over, BOB) == Terms("O", "me", 600, "3x3", "en-US")
    assert rematch_terms(actions.resign(against_bot(), ANN), ANN) == Terms("X", "them", None, "3x3", "en-US")
    with pytest.raises(NotOverYet):
        rematch_terms(with_clock(5), ANN)
    with pytest.raises(NotYourGame):
        rematch_terms(over, EVE)


def test_a_tally_counts_results_and_nothing_else():
    tally = Tally(1, 2, 3)
    assert tally.after(Ending(Termination.LINE, Mark.X)) == Tally(2, 2, 3)
    assert tally.after(Ending(Termination.TIME, Mark.O)) == Tally(1, 3, 3)
    assert tally.after(Ending(Termination.AGREEMENT)) == Tally(1, 2, 4)
    for reason in (Termination.ABANDONED, Termination.STOPPED):
        assert tally.after(Ending(reason)) is tally


def test_a_result_is_what_it_was_for_that_mark():
    won = actions.resign(between_friends(5, 1), BOB)
    assert [result_for(won, mark) for mark in Mark] == [Result.WIN, Result.LOSS]
    agreed = actions.draw(actions.draw(between_friends(5), ANN), BOB)
    assert [result_for(agreed, mark) for mark in Mark] == [Result.DRAW, Result.DRAW]
    assert result_for(actions.stop(between_friends(5)), Mark.X) is None
    assert result_for(between_friends(5), Mark.X) is None


def test_a_result_counts_against_the_level_or_against_people():
    assert counted_against(against_bot(level="hard"), Mark.X) == "hard"
    assert counted_against(between_friends(), Mark.X) == PEOPLE


def test_the_strongest_level_beaten_is_one_of_the_five_and_was_won_against():
    counts = {"easy": Count(won=1), "expert": Count(drawn=5), "full minimax": Count(won=1), PEOPLE: Count(9)}
    stats = Stats(ANN, None, counts, {}, Count(won=3), Form())
    assert stats.strongest_beaten == "easy"
    assert stats.total == Count(14, 5, 0)
    assert Stats(ANN, None, {}, {}, Count(), Form()).strongest_beaten is None


@pytest.mark.parametrize(
    ("level", "levels", "then"),
    [
        *((lower, 1, higher) for lower, higher in pairwise(LEVELS)),
        *((higher, -1, lower) for lower, higher in pairwise(LEVELS)),
        (next(iter(LEVELS)), -1, next(iter(LEVELS))),
        ("perfect", 1, "perfect"),
        ("random", 1, "random"),
    ],
)
def test_the_bot_goes_up_and_down_its_levels_and_stays_within(level: str, levels: int, then: str):
    assert Bot(level).harder(levels) == Bot(then)


def test_every_level_has_its_points_and_a_stronger_one_never_fewer():
    assert list(POINTS_AGAINST) == list(LEVELS)
    points = [[points_against(level, result) for result in Result] for level in LEVELS]
    wins, draws, losses = map(list, zip(*points, strict=True))
    assert wins == sorted(wins)
    assert draws == [1] * (len(LEVELS) - 2) + [2, 2]  # as the leaderboard says
    assert set(losses) == {0}


def test_points_that_were_won_keep_their_meaning_whatever_levels_come():
    since_the_first = {"easy": (1, 1), "normal": (2, 1), "hard": (3, 1), "expert": (4, 2), "perfect": (5, 2)}
    assert since_the_first.items() <= POINTS_AGAINST.items()
