"""The rules of a session and of its end, without a store and without Discord."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from bot.people.records import Count, Form, Stats
from bot.play import actions
from bot.play.actions import (
    DRAW_ALREADY_OFFERED,
    HINT_AGAINST_PERSON,
    NO_CLOCK,
    NO_DRAW_WITH_BOT,
    NOT_OVER_YET,
    NOT_YOUR_GAME,
    NOT_YOUR_TURN,
    NOTHING_TO_REVIEW,
    NOTHING_TO_TAKE_BACK,
    TIME_NOT_UP,
    YOUR_OWN_TIME,
    BoardMovedOn,
    SessionOver,
    rematch_terms,
    to_review,
)
from bot.play.results import PEOPLE, POINTS, result_for
from bot.play.seats import Bot, FullTerms, Person, Seat
from bot.play.session import Ending, Session, Tally, Termination
from engine.board import GAMES, CellTaken, Mark, OffTheBoard
from engine.opponents import LEVELS
from engine.score import Result
from tests.support.refusals import refuses

ANN, BOB, EVE = 1, 2, 3
BEGUN, A_DAY = 1000, 24 * 3600  # seconds


def session(*moves: int, o: Seat, x: Seat = Person(ANN)) -> Session:  # noqa: B008
    return Session(1, None, 10, "3x3", {Mark.X: x, Mark.O: o}, Mark.X, moves)


def against_bot(*moves: int, level: str = "perfect") -> Session:
    return session(*moves, o=Bot(level))


def between_friends(*moves: int) -> Session:
    return session(*moves, o=Person(BOB))


def over(session: Session) -> Session:
    return actions.resign(session, ANN)


def play(session: Session, player: int, cell: int) -> Session:
    return actions.play(session, player, cell, Random(1))


def press(session: Session, player: int, ply: int, cell: int) -> Session:
    return actions.play_on_version(session, player, ply, cell, Random(1))


def bot_first(*moves: int) -> Session:
    return replace(against_bot(*moves), first=Mark.O)


def take_back(session: Session, player: int) -> Session:
    return actions.take_back(session, player, session.version)


def taken(session: Session) -> Session:
    return take_back(session, ANN)


REFUSED = {
    "a stranger moves": (NOT_YOUR_GAME, lambda: play(against_bot(), EVE, 1)),
    "a move out of turn": (NOT_YOUR_TURN, lambda: play(between_friends(), BOB, 1)),
    "a move out of turn, with a clock": (NOT_YOUR_TURN, lambda: play(with_clock(), BOB, 1)),
    "a taken cell": (CellTaken, lambda: play(against_bot(1, 5), ANN, 5)),
    "a cell that is not there": (OffTheBoard, lambda: play(against_bot(), ANN, 77)),
    "a move after the end": (SessionOver, lambda: play(over(between_friends()), ANN, 1)),
    "a stranger resigns": (NOT_YOUR_GAME, lambda: actions.resign(between_friends(), EVE)),
    "to resign after the end": (SessionOver, lambda: actions.resign(over(between_friends()), BOB)),
    "a press on the empty board": (BoardMovedOn, lambda: press(against_bot(1, 5), ANN, 0, 9)),
    "a press on an earlier board": (BoardMovedOn, lambda: press(against_bot(1, 5), ANN, 1, 9)),
    "a press on a later board": (BoardMovedOn, lambda: press(against_bot(1, 5), ANN, 3, 9)),
    "a press where the other side played": (
        BoardMovedOn,
        lambda: press(against_bot(1, 5), ANN, 1, 5),
    ),
    "a stranger presses an earlier board": (
        NOT_YOUR_GAME,
        lambda: press(against_bot(1, 5), EVE, 0, 1),
    ),
    "a stranger presses this board": (NOT_YOUR_GAME, lambda: press(against_bot(1, 5), EVE, 2, 1)),
    "a press after the end": (SessionOver, lambda: press(over(against_bot(1, 5)), ANN, 2, 9)),
    "to resign a demo game": (NOT_YOUR_GAME, lambda: actions.resign(show(), ANN)),
    "a hint in a demo game": (NOT_YOUR_GAME, lambda: actions.with_hint(show(), ANN)),
    "a hint to a stranger": (NOT_YOUR_GAME, lambda: actions.with_hint(against_bot(), EVE)),
    "a hint against a person": (
        HINT_AGAINST_PERSON,
        lambda: actions.with_hint(between_friends(), BOB),
    ),
    "a hint after the end": (SessionOver, lambda: actions.with_hint(over(against_bot()), ANN)),
    "a hint after that": (
        HINT_AGAINST_PERSON,
        lambda: actions.with_hint(over(between_friends()), BOB),
    ),
    "to take back against a person": (
        NOTHING_TO_TAKE_BACK,
        lambda: take_back(between_friends(1, 5), ANN),
    ),
    "to take back before a move": (NOTHING_TO_TAKE_BACK, lambda: take_back(against_bot(), ANN)),
    "to take back the bot's first move": (
        NOTHING_TO_TAKE_BACK,
        lambda: take_back(bot_first(5), ANN),
    ),
    "to take back in a demo game": (NOT_YOUR_GAME, lambda: take_back(show(), ANN)),
    "a stranger takes back": (NOT_YOUR_GAME, lambda: take_back(against_bot(1, 5), EVE)),
    "to take back after the end": (SessionOver, lambda: take_back(over(against_bot(1, 5)), ANN)),
    "to take back on an earlier board": (
        BoardMovedOn,
        lambda: actions.take_back(against_bot(1, 5, 2, 3), ANN, 2),
    ),
    "a press for a move taken back": (
        BoardMovedOn,
        lambda: press(taken(against_bot(1, 5, 2, 3)), ANN, 2, 2),
    ),
    "a press on a board taken back": (
        BoardMovedOn,
        lambda: press(taken(against_bot(1, 5, 2, 3)), ANN, 4, 7),
    ),
    "a press for a move taken back and made again": (
        BoardMovedOn,
        lambda: press(replace(against_bot(1, 5, 2, 3), taken_back=2), ANN, 2, 2),
    ),
    "a review before the end": (NOT_OVER_YET, lambda: to_review(against_bot(1, 5))),
    "a review without a move": (NOTHING_TO_REVIEW, lambda: to_review(over(against_bot()))),
    "a claim before time is up": (
        TIME_NOT_UP,
        lambda: actions.claim(with_clock(5), ANN, BEGUN + 599),
    ),
    "a claim of the side to move": (
        YOUR_OWN_TIME,
        lambda: actions.claim(with_clock(5), BOB, BEGUN + 9999),
    ),
    "a claim without a clock": (NO_CLOCK, lambda: actions.claim(against_bot(), ANN, BEGUN)),
    "a stranger claims": (NOT_YOUR_GAME, lambda: actions.claim(with_clock(5), EVE, BEGUN + 600)),
    "a claim after the end": (
        SessionOver,
        lambda: actions.claim(over(with_clock(5, 1)), BOB, BEGUN + 600),
    ),
    "a second offer": (
        DRAW_ALREADY_OFFERED,
        lambda: actions.offer_draw(actions.offer_draw(between_friends(5), ANN), ANN),
    ),
    "a draw with the bot": (NO_DRAW_WITH_BOT, lambda: actions.offer_draw(against_bot(), ANN)),
    "a stranger offers": (NOT_YOUR_GAME, lambda: actions.offer_draw(between_friends(5), EVE)),
    "an offer after the end": (
        SessionOver,
        lambda: actions.offer_draw(over(between_friends(5)), BOB),
    ),
    "an offer on an earlier board": (
        BoardMovedOn,
        lambda: actions.offer_draw(between_friends(5), ANN, 0),
    ),
    "to stop what is over": (SessionOver, lambda: actions.stop(actions.stop(between_friends(5)))),
    "a rematch before the end": (NOT_OVER_YET, lambda: rematch_terms(with_clock(5), ANN)),
    "a rematch for a stranger": (NOT_YOUR_GAME, lambda: rematch_terms(over(with_clock(5)), EVE)),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_a_session_refuses(what: str):
    refusal, attempt = REFUSED[what]
    with refuses(refusal):
        attempt()


@pytest.mark.parametrize(
    ("session", "cell", "moves", "ending"),
    [
        (against_bot(), 1, (1, 5), None),  # the only answer to a corner that holds the draw
        (between_friends(), 1, (1,), None),  # nobody answers for the other
        (against_bot(1, 4, 2, 5), 3, (1, 4, 2, 5, 3), Ending(Termination.LINE, Mark.X)),
        (against_bot(1, 5, 2, 3), 9, (1, 5, 2, 3, 9, 7), Ending(Termination.LINE, Mark.O)),
        (
            between_friends(1, 2, 3, 5, 4, 6, 8, 7),
            9,
            (1, 2, 3, 5, 4, 6, 8, 7, 9),
            Ending(Termination.NO_LINE),
        ),
    ],
)
def test_a_move_and_the_bots_answer_come_together_unless_the_move_ends_the_game(
    session: Session, cell: int, moves: tuple[int, ...], ending: Ending | None
):
    after = play(session, ANN, cell)
    assert (after.moves, after.ending) == (moves, ending)
    if ending:
        assert actions.with_bots_move(after, Random(1)) is after


def test_a_press_on_the_board_that_stands_plays_once_however_late_it_comes_again():
    assert press(against_bot(1, 5), ANN, 2, 9).moves[:3] == (1, 5, 9)
    later = against_bot(1, 5, 2, 3)
    assert press(later, ANN, 0, 1) is later
    for before, ply, cell in ((against_bot(), 0, 1), (against_bot(1, 4, 2, 5), 4, 3)):
        once = press(before, ANN, ply, cell)
        assert press(once, ANN, ply, cell) is once


def test_a_finished_game_can_be_reviewed():
    finished = over(against_bot(1, 5))
    assert to_review(finished) is finished


@pytest.mark.parametrize(
    ("moves", "first", "loses"),
    [
        ((), Mark.X, ()),
        ((1,), Mark.X, (ANN,)),
        ((), Mark.O, ()),
        ((1,), Mark.O, (BOB,)),
        ((1, 5), Mark.O, (ANN, BOB)),
    ],
)
def test_who_has_not_moved_yet_loses_nothing_by_resigning(
    moves: tuple[int, ...], first: Mark, loses: tuple[int, ...]
):
    session = replace(between_friends(*moves), first=first)
    for player in (ANN, BOB):
        assert actions.loses_by_resigning(session, player) is (player in loses)
        assert actions.resign(session, player).ending.termination.counts is (player in loses)


def test_terms_seat_the_player_where_they_asked():
    seats, first = FullTerms("3x3", "O", "them", 600).deal(ANN, Bot("easy"), Random(1))
    assert seats == {Mark.O: Person(ANN), Mark.X: Bot("easy")}
    assert first is Mark.X


def test_chance_deals_every_seat_and_either_beginner():
    rng = Random(1)
    dealt = [
        FullTerms("3x3", "random", "random", 600).deal(ANN, Bot("easy"), rng) for _ in range(100)
    ]
    assert {(seats[Mark.X] == Person(ANN), first) for seats, first in dealt} == {
        (mine, first) for mine in (True, False) for first in Mark
    }


def show(*moves: int) -> Session:
    return session(*moves, x=Bot("perfect"), o=Bot("rule of thumb"))


def test_a_demo_game_is_played_move_by_move_each_by_its_own_side():
    session = show()
    while not session.ending:
        after = actions.with_bots_move(session, Random(1))
        assert len(after.moves) == len(session.moves) + 1
        session = after
    assert session.moves[1] == 5  # the rule of thumb takes the centre when perfect has a corner
    assert actions.with_bots_move(session, Random(1)) is session


def test_a_hint_marks_the_game_and_changes_nothing_else():
    session = against_bot(1, 5)
    hinted = actions.with_hint(session, ANN)
    assert (hinted.assisted, hinted.moves) == (True, session.moves)
    assert actions.play(hinted, ANN, 9, Random(1)).assisted


@pytest.mark.parametrize(
    ("game", "moves"),
    [*((game, (1, 5, 2, 7)) for game in GAMES), ("fading", (1, 2, 3, 4, 6, 7, 9, 8))],
)
def test_a_pair_of_moves_is_taken_back_with_all_that_it_changed(game: str, moves: tuple[int, ...]):
    before, after = (replace(against_bot(*cells), game=game) for cells in (moves[:-2], moves))
    back = taken(after)
    assert back.board == replace(back).board == before.board
    assert back == replace(before, taken_back=2, assisted=True)


def with_clock(*moves: int) -> Session:
    return replace(between_friends(*moves), time=600, turn_since=BEGUN)


def test_when_time_is_up_the_win_can_be_claimed_or_the_other_side_may_still_move():
    session = with_clock(5)
    assert actions.claim(session, ANN, BEGUN + 600).ending == Ending(Termination.TIME, Mark.X)
    assert play(session.at(BEGUN + 600), BOB, 1).moves == (5, 1)


def test_a_finished_game_is_never_closed_again():
    finished = over(with_clock(5))
    assert finished.at(BEGUN + 10 * A_DAY) is finished


def test_a_draw_is_offered_by_one_and_accepted_by_the_other_until_the_next_move():
    for ply in (None, 1):
        offered = actions.offer_draw(between_friends(5), ANN, ply)
        assert (offered.offered_by, offered.ending) == (Mark.X, None)
    agreed = actions.offer_draw(offered, BOB)
    assert (agreed.ending, agreed.offered_by) == (Ending(Termination.AGREEMENT), None)
    assert play(offered, BOB, 1).offered_by is None


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
    agreed = actions.offer_draw(actions.offer_draw(between_friends(5), ANN), BOB)
    assert [result_for(agreed, mark) for mark in Mark] == [Result.DRAW, Result.DRAW]
    assert result_for(actions.stop(between_friends(5)), Mark.X) is None
    assert result_for(between_friends(5), Mark.X) is None


def test_a_level_is_beaten_if_it_is_one_of_the_five_and_was_won_against():
    counts = {
        "easy": Count(won=1),
        "hard": Count(won=3, lost=9),
        "expert": Count(drawn=5),
        "full minimax": Count(won=1),
        PEOPLE: Count(9),
    }
    stats = Stats(ANN, None, counts, {}, Count(won=3), Form())
    assert stats.levels_beaten == 2
    assert stats.total == Count(17, 5, 9)
    assert Stats(ANN, None, {}, {}, Count(), Form()).levels_beaten == 0


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
    assert list(POINTS) == [PEOPLE, *LEVELS]
    wins, draws = map(list, zip(*(POINTS[level] for level in LEVELS), strict=True))
    assert wins == sorted(wins)
    assert draws == [1] * (len(LEVELS) - 2) + [2, 2]  # as the leaderboard says


def test_points_that_were_won_keep_their_meaning_whatever_levels_come():
    since_the_first = {
        PEOPLE: (3, 1),
        "easy": (1, 1),
        "normal": (2, 1),
        "hard": (3, 1),
        "expert": (4, 2),
        "perfect": (5, 2),
    }
    assert since_the_first.items() <= POINTS.items()


def test_a_board_has_an_address_once_its_message_is_known():
    session = against_bot(1, 5)
    assert replace(session, message_id=None).link is None
    assert str(replace(session, message_id=77).link).endswith("/77")
