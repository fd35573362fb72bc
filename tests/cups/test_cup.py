"""Cups: who joins, who meets whom, and who goes on."""

from dataclasses import replace
from random import Random

import pytest

from bot.cups.cup import (
    COMING,
    CUP_IS_FULL,
    CUP_IS_OVER,
    HOST_IS_GONE,
    JOINING_IS_OVER,
    MOST,
    NOT_IN_THIS_CUP,
    NOT_YOUR_CUP,
    NOTHING_TO_PLAY_YET,
    OUT_OF_THIS_CUP,
    TOO_FEW_PLAYERS,
    Cup,
    Pair,
    Stage,
    Way,
)
from bot.play.seats import NOBODY, Person
from bot.play.session import Ending, Session, Termination
from engine.board import Mark
from tests.support.refusals import refuses

HOST, CLOSES = 1, 1000


def cup(players: int = 0) -> Cup:
    everyone = tuple(range(HOST, HOST + players))
    return Cup(
        7, 77, 10, HOST, "3x3", time=120, language="en-US", closes_at=CLOSES, players=everyone
    )


def running(players: int, seed: int = 1) -> Cup:
    return cup(players).advance(CLOSES, {}, Random(seed))


def game(pair: Pair, ending: Ending | None) -> Session:
    """The game of a pair, under way or over."""
    first, second = (Person(player) for player in pair.players if player is not None)
    seats = (
        {Mark.X: first, Mark.O: second} if pair.goes_first == 0 else {Mark.X: second, Mark.O: first}
    )
    return Session(pair.session_id or 0, 77, 10, "3x3", seats, Mark.X, ending=ending)


def after_game(before: Cup, ending: Ending | None, now: int = CLOSES) -> Cup:
    """The cup after the first undecided pair has played a game."""
    playing = replace(before.undecided[0], session_id=5, came=(True, True))
    going_on = before.with_pair(playing)
    return going_on.advance(now, {5: game(playing, ending)}, Random(1))


def test_joining_twice_changes_nothing_and_leaving_makes_room():
    joined = cup().join(5)
    assert joined.join(5) is joined
    assert joined.leave(5) == cup()
    with refuses(CUP_IS_FULL):
        cup(MOST).join(99)
    assert 99 in cup(MOST).leave(3).join(99).players


def test_nobody_joins_or_leaves_after_the_draw():
    for action in (Cup.join, Cup.leave):
        with refuses(JOINING_IS_OVER):
            action(running(4), 3)


def test_nobody_joins_or_leaves_after_the_end():
    for over in (running(1), after_game(running(2), Ending(Termination.LINE, Mark.X))):
        for action in (Cup.join, Cup.leave):
            with refuses(CUP_IS_OVER):
                action(over, HOST)


def test_only_the_host_starts_early_or_cancels():
    with refuses(NOT_YOUR_CUP):
        cup(4).start(2, 0, Random(1))
    with refuses(NOT_YOUR_CUP):
        cup(4).cancel(2)
    with refuses(HOST_IS_GONE):
        replace(cup(4), host=NOBODY.user_id).cancel(2)
    with refuses(TOO_FEW_PLAYERS):
        cup(1).start(HOST, 0, Random(1))
    begun = cup(4).start(HOST, 0, Random(1))
    assert begun.stage is Stage.RUNNING
    assert begun.start(HOST, 0, Random(2)) is begun
    assert begun.cancel(HOST).stage is Stage.CANCELLED
    with refuses(CUP_IS_OVER):
        begun.cancel(HOST).cancel(HOST)


def test_a_cup_that_is_cancelled_keeps_what_is_decided_and_nothing_else():
    half = after_game(running(4), Ending(Termination.LINE, Mark.X))
    [decided] = [pair for pair in half.pairs if pair.winner is not None]
    assert half.cancel(HOST).pairs == (decided,)


@pytest.mark.parametrize(
    ("gone", "how", "goes_on"),
    [((0,), Way.DELETED, {1}), ((1,), Way.DELETED, {0}), ((0, 1), Way.COIN, {0, 1})],
)
def test_the_one_left_of_a_pair_goes_on_and_if_both_are_gone_a_coin_decides(
    gone: tuple[int, ...], how: Way, goes_on: set[int]
):
    [pair] = running(2).pairs
    players = list(pair.players)
    for at in gone:
        players[at] = NOBODY.user_id
    left = replace(pair, players=tuple(players))
    decided = [left.decided(CLOSES, {}, Random(seed)) for seed in range(20)]
    assert {each.way for each in decided} == {how}
    assert {each.winner for each in decided} == goes_on


def test_a_game_is_won_by_who_played_the_mark_that_won_also_after_a_draw():
    [pair] = running(2).pairs
    for draws in (0, 1):
        playing = replace(pair, session_id=5, draws=draws, came=(True, True))
        for mark, winner in ((Mark.X, draws), (Mark.O, 1 - draws)):
            games = {5: game(playing, Ending(Termination.LINE, mark))}
            assert playing.decided(CLOSES, games, Random(1)).winner == winner


def test_at_its_time_the_first_round_is_drawn_or_too_few_cancel_the_cup():
    assert cup(2).advance(CLOSES - 1, {}, Random(1)) == cup(2)
    assert running(2).stage is Stage.RUNNING
    assert running(1).stage is Stage.CANCELLED


@pytest.mark.parametrize("players", range(2, MOST + 1))
def test_everyone_is_in_one_pair_of_the_first_round_and_as_few_as_possible_have_a_bye(players: int):
    drawn = running(players)
    first_round = [pair for pair in drawn.pairs if pair.round == 0]
    assert sorted(p for pair in first_round for p in pair.players if p is not None) == list(
        drawn.players
    )
    assert len(first_round) == 2 ** (drawn.rounds - 1)
    byes = [pair for pair in first_round if pair.players[1] is None]
    assert len(byes) == 2**drawn.rounds - players
    assert all((pair.winner, pair.way) == (0, Way.BYE) for pair in byes)


def test_draws_differ():
    assert len({running(8, seed).pairs for seed in range(20)}) > 10


def test_the_winner_of_a_game_goes_on():
    for mark, index in ((Mark.X, 0), (Mark.O, 1)):
        after = after_game(running(2), Ending(Termination.LINE, mark))
        assert (after.stage, after.pairs[0].winner, after.pairs[0].way) == (
            Stage.OVER,
            index,
            Way.GAME,
        )
        assert after.champion == after.pairs[0].players[index]


def test_pairs_stay_in_the_order_of_their_rounds_and_places_whichever_are_decided_first():
    playing = running(8)
    for pair in reversed(playing.pairs):
        began = replace(pair, session_id=pair.place, came=(True, True))
        ended = game(began, Ending(Termination.LINE, Mark.X))
        playing = playing.with_pair(began).advance(CLOSES, {pair.place: ended}, Random(1))
    where = [(pair.round, pair.place) for pair in playing.pairs]
    assert where == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)]


def test_after_a_draw_the_other_side_goes_first_and_after_two_a_coin_decides():
    drawn = Ending(Termination.NO_LINE)
    once = after_game(running(2), drawn)
    assert (once.pairs[0].draws, once.pairs[0].goes_first, once.pairs[0].came) == (
        1,
        1,
        (False, False),
    )
    assert once.pairs[0].due_at == CLOSES + COMING
    won = after_game(once, Ending(Termination.LINE, Mark.X))
    assert won.pairs[0].winner == 1
    twice = after_game(once, Ending(Termination.STOPPED))
    assert (twice.stage, twice.pairs[0].way) == (Stage.OVER, Way.COIN)


def test_someone_who_did_not_come_in_time_is_out():
    drawn = running(2)
    here = drawn.come(drawn.pairs[0], drawn.pairs[0].players[0], is_other_free=True)
    assert here.advance(CLOSES + COMING - 1, {}, Random(1)) == here
    over = here.advance(CLOSES + COMING, {}, Random(1))
    assert (over.champion, over.pairs[0].way) == (drawn.pairs[0].players[0], Way.ABSENCE)
    nobody_came = drawn.advance(CLOSES + COMING, {}, Random(1))
    assert nobody_came.pairs[0].way is Way.COIN


def test_someone_who_plays_elsewhere_when_the_other_comes_has_not_come():
    drawn = running(2)
    first, second = drawn.pairs[0].players
    assert second is not None
    here = drawn.come(drawn.pairs[0], first, is_other_free=True)
    assert here.pairs[0].came == (True, False)
    assert here.come(here.pairs[0], second, is_other_free=True).pairs[0].came == (True, True)
    assert here.come(here.pairs[0], second, is_other_free=False).pairs[0].came == (False, True)


def test_one_who_waits_is_told_so_and_one_who_lost_too():
    drawn = running(4)
    with refuses(NOT_IN_THIS_CUP):
        drawn.pair_to_play(99)
    with refuses(NOTHING_TO_PLAY_YET):
        cup(4).pair_to_play(HOST)
    won = after_game(drawn, Ending(Termination.RESIGNATION, Mark.X))
    winner, loser = drawn.pairs[0].players
    assert winner is not None
    assert loser is not None
    with refuses(NOTHING_TO_PLAY_YET):
        won.pair_to_play(winner)
    with refuses(OUT_OF_THIS_CUP):
        won.pair_to_play(loser)
    with refuses(CUP_IS_OVER):
        won.cancel(HOST).pair_to_play(winner)
