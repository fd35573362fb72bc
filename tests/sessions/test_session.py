"""The rules of a session, without a store and without Discord."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sessions import actions
from bot.sessions.actions import (
    BoardMovedOn,
    HintAgainstPerson,
    NothingToReview,
    NotOverYet,
    NotYourGame,
    NotYourTurn,
    SessionOver,
    to_review,
)
from bot.sessions.refusals import Refusal
from bot.sessions.seats import Bot, FullTerms, Person
from bot.sessions.session import Ending, Session, Termination
from engine.board import CellTaken, IllegalMove, Mark, OffTheBoard
from engine.games import GAMES

ANN, BOB, EVE = 1, 2, 3


def against_bot(*moves: int, level: str = "perfect") -> Session:
    seats = {Mark.X: Person(ANN), Mark.O: Bot(level)}
    return Session(id=1, guild_id=None, channel_id=10, game="3x3", seats=seats, first=Mark.X, moves=moves)


def between_friends(*moves: int) -> Session:
    return Session(
        id=1,
        guild_id=None,
        channel_id=10,
        game="3x3",
        seats={Mark.X: Person(ANN), Mark.O: Person(BOB)},
        first=Mark.X,
        moves=moves,
    )


def test_a_move_and_the_bots_answer_come_together():
    after = actions.play(against_bot(), ANN, 1, Random(1))
    assert after.moves == (1, 5)  # the only answer to a corner that holds the draw
    assert after.to_move == Person(ANN)


def test_between_friends_nobody_answers_for_the_other():
    assert actions.play(between_friends(), ANN, 1, Random(1)).moves == (1,)


def test_a_stranger_cannot_move():
    with pytest.raises(NotYourGame):
        actions.play(against_bot(), EVE, 1, Random(1))


def test_nobody_moves_out_of_turn():
    with pytest.raises(NotYourTurn):
        actions.play(between_friends(), BOB, 1, Random(1))


def test_a_taken_cell_is_refused():
    with pytest.raises(CellTaken):
        actions.play(against_bot(1, 5), ANN, 5, Random(1))


def test_a_cell_that_is_not_there_is_refused():
    with pytest.raises(OffTheBoard):
        actions.play(against_bot(), ANN, 77, Random(1))


def test_a_line_ends_the_game_before_the_bot_can_answer():
    after = actions.play(against_bot(1, 4, 2, 5), ANN, 3, Random(1))
    assert after.moves == (1, 4, 2, 5, 3)
    assert after.ending == Ending(Termination.LINE, Mark.X)


def test_the_bots_answer_may_end_the_game():
    after = actions.play(against_bot(1, 5, 2, 3), ANN, 9, Random(1))
    assert after.moves[-1] == 7
    assert after.ending == Ending(Termination.LINE, Mark.O)


def test_a_full_board_is_a_draw():
    after = actions.play(between_friends(1, 2, 3, 5, 4, 6, 8, 7), ANN, 9, Random(1))
    assert after.ending == Ending(Termination.NO_LINE, None)


def test_who_resigns_loses_on_either_sides_turn():
    for moves in ((1, 5), (1, 5, 2)):
        assert actions.loses_by_resigning(between_friends(*moves), ANN)
        assert actions.loses_by_resigning(between_friends(*moves), BOB)
        assert actions.resign(between_friends(*moves), BOB).ending == Ending(Termination.RESIGNATION, Mark.X)
        assert actions.resign(between_friends(*moves), ANN).ending == Ending(Termination.RESIGNATION, Mark.O)


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


def test_a_stranger_cannot_resign():
    with pytest.raises(NotYourGame):
        actions.resign(between_friends(), EVE)


def test_nothing_more_happens_once_the_game_is_over():
    over = actions.resign(between_friends(), ANN)
    with pytest.raises(SessionOver):
        actions.play(over, ANN, 1, Random(1))
    with pytest.raises(SessionOver):
        actions.resign(over, BOB)
    assert actions.with_answer(over, Random(1)) is over


def test_a_press_on_the_board_that_stands_plays():
    assert actions.press(against_bot(1, 5), ANN, 2, 9, Random(1)).moves[:3] == (1, 5, 9)


def test_a_second_tap_on_the_same_cell_changes_nothing():
    once = actions.press(against_bot(), ANN, 0, 1, Random(1))
    assert actions.press(once, ANN, 0, 1, Random(1)) is once


def test_a_second_tap_on_the_winning_cell_changes_nothing():
    won = actions.press(against_bot(1, 4, 2, 5), ANN, 4, 3, Random(1))
    assert actions.press(won, ANN, 4, 3, Random(1)) is won


@pytest.mark.parametrize("ply", [0, 1, 3, 99])
def test_a_press_on_any_other_board_is_not_played(ply: int):
    with pytest.raises(BoardMovedOn):
        actions.press(against_bot(1, 5), ANN, ply, 9, Random(1))


def test_pressing_where_the_other_side_has_played_is_no_second_tap():
    with pytest.raises(BoardMovedOn):
        actions.press(against_bot(1, 5), ANN, 1, 5, Random(1))


def test_a_strangers_press_is_refused_as_that_whatever_board_it_was():
    for ply in (0, 2):
        with pytest.raises(NotYourGame):
            actions.press(against_bot(1, 5), EVE, ply, 1, Random(1))


def test_a_press_after_the_end_says_so():
    with pytest.raises(SessionOver):
        actions.press(actions.resign(against_bot(1, 5), ANN), ANN, 2, 9, Random(1))


def test_terms_seat_the_player_where_they_asked():
    seats, first = FullTerms("3x3", "O", "them", 600).deal(ANN, Bot("easy"), Random(1))
    assert seats == {Mark.O: Person(ANN), Mark.X: Bot("easy")}
    assert first is Mark.X


def test_chance_deals_every_seat_and_either_beginner():
    rng = Random(1)
    dealt = [FullTerms("3x3", "random", "random", 600).deal(ANN, Bot("easy"), rng) for _ in range(100)]
    assert {(seats[Mark.X] == Person(ANN), first) for seats, first in dealt} == {
        (mine, first) for mine in (True, False) for first in Mark
    }


requests = st.lists(
    st.tuples(
        st.sampled_from(["play", "press", "resign"]), st.sampled_from([ANN, BOB, EVE]), st.integers(-1, 11)
    ),
    max_size=40,
)


@given(requests, st.sampled_from(["easy", "perfect", None]), st.integers(0, 2**32))
def test_whatever_is_asked_a_session_stays_lawful(
    asked: list[tuple[str, int, int]], level: str | None, seed: int
):
    rng = Random(seed)
    session = against_bot(level=level) if level else between_friends()
    for verb, player, number in asked:
        before = session
        try:
            match verb:
                case "play":
                    session = actions.play(session, player, number, rng)
                case "press":
                    session = actions.press(session, player, len(session.moves) - number % 3, number, rng)
                case _:
                    session = actions.resign(session, player)
        except (Refusal, IllegalMove):
            assert session is before
        assert player != EVE or session is before
        assert session.moves[: len(before.moves)] == before.moves
        assert len(session.moves) - len(before.moves) <= 2
        assert len(set(session.moves)) == len(session.moves)
        assert before.ending is None or session is before
        assert (session.board.outcome is not None) <= (session.ending is not None)
        if level and not session.ending:
            assert session.to_move == Person(ANN)


def show(*moves: int) -> Session:
    seats = {Mark.X: Bot("perfect"), Mark.O: Bot("rule of thumb")}
    return Session(id=1, guild_id=None, channel_id=10, game="3x3", seats=seats, first=Mark.X, moves=moves)


def test_a_demo_game_is_played_move_by_move_each_by_its_own_side():
    session = show()
    for ply in range(7):
        if session.ending:
            break
        session = actions.next_move(session, ply, Random(1))
        assert len(session.moves) == ply + 1
    assert session.moves[1] == 5  # the rule of thumb takes the centre when perfect has a corner


def test_a_press_on_an_earlier_board_of_a_demo_game_moves_nothing():
    session = show(1, 5)
    for seen in (0, 1, 3, None):
        assert actions.next_move(session, seen, Random(1)) is session


def test_a_demo_game_that_is_over_stays_as_it_is():
    over = actions.next_move(show(1, 4, 2, 5), 4, Random(1))
    assert over.ending == Ending(Termination.LINE, Mark.X)
    assert actions.next_move(over, 5, Random(1)) is over


def test_nobody_moves_for_a_person_and_no_person_in_a_demo_game():
    for session in (against_bot(), between_friends()):
        assert not session.is_demo
        with pytest.raises(NotYourGame):
            actions.next_move(session, 0, Random(1))
    for attempt in (actions.resign, actions.with_hint):
        with pytest.raises(NotYourGame):
            attempt(show(), ANN)


def test_a_hint_marks_the_game_and_changes_nothing_else():
    session = against_bot(1, 5)
    hinted = actions.with_hint(session, ANN)
    assert (hinted.assisted, hinted.moves) == (True, session.moves)
    assert actions.play(hinted, ANN, 9, Random(1)).assisted


def test_a_hint_is_refused_to_strangers_against_people_and_after_the_end():
    with pytest.raises(NotYourGame):
        actions.with_hint(against_bot(), EVE)
    with pytest.raises(HintAgainstPerson):
        actions.with_hint(between_friends(), BOB)
    with pytest.raises(SessionOver):
        actions.with_hint(actions.resign(against_bot(), ANN), ANN)
    with pytest.raises(HintAgainstPerson):
        actions.with_hint(actions.resign(between_friends(), ANN), BOB)


def test_only_a_finished_game_with_a_move_can_be_reviewed():
    with pytest.raises(NotOverYet):
        to_review(against_bot(1, 5))
    with pytest.raises(NothingToReview):
        to_review(actions.resign(against_bot(), ANN))
    over = actions.resign(against_bot(1, 5), ANN)
    assert to_review(over) is over


@pytest.mark.parametrize("game", GAMES)
def test_a_session_after_a_move_has_the_board_of_its_moves(game):
    session = replace(between_friends(), game=game)
    for ply, cell in enumerate((1, 5, 2, 7)):
        session = actions.play(session, (ANN, BOB)[ply % 2], cell, Random(1))
        assert session.board == replace(session).board


def test_a_session_with_another_field_is_a_copy_that_leaves_the_first_as_it_was():
    before = between_friends(1)
    after = before.but(message_id=7)
    assert after == replace(before, message_id=7)
    assert before.message_id is None
    with pytest.raises(AssertionError, match="mesage_id"):
        before.but(mesage_id=7)
