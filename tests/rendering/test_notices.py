"""Every refusal has words, and they name its facts."""

import pytest
from discord import InteractionType

from bot.interactions import Callback
from bot.rendering import challenges, notices
from bot.rendering.voice import ENGLISH
from bot.replies import explain
from bot.sessions.actions import AlreadyPlaying, NotYourTurn
from bot.sessions.challenge import (
    Challenge,
    ChallengedLately,
)
from bot.sessions.cup import NotYourCup
from bot.sessions.seats import NOBODY, Bot, Person, Terms
from bot.sessions.session import Session
from bot.sessions.settings import DEFAULTS
from engine.board import Board, CellTaken, GameOver, Mark, OffTheBoard

SESSION = Session(7, None, 10, "3x3", {Mark.X: Person(1), Mark.O: Bot("easy")}, Mark.X, (1,))
CHALLENGE = Challenge(8, 10, 1, 2, DEFAULTS.terms_with_person(Terms()), 1000)


def test_refusals_name_the_fact():
    assert "It's Bot's turn" in notices.refused(NotYourTurn(SESSION), ENGLISH).text
    assert "`/ttt board` shows it" in notices.refused(AlreadyPlaying(SESSION), ENGLISH).text
    assert (
        "<@2> a break.** You can challenge them again <t:1000:R>"
        in notices.refused(ChallengedLately(2, 1000), ENGLISH).text
    )


def test_an_illegal_move_is_told_which_cells_there_are():
    assert "from 1 to 9" in notices.off_the_board(OffTheBoard(Board(), 10), ENGLISH).text
    taken = notices.cell_taken(CellTaken(Board.after([1, 5]), 5), ENGLISH).text
    assert "Cell 5 is taken.** Try 2, 3, 4, 6, 7, 8 or 9." in taken


def test_nobody_is_named_who_has_deleted_their_data():
    told = notices.refused(NotYourCup(NOBODY.user_id), ENGLISH)
    assert "<@0>" not in told.text


def test_what_should_never_come_before_a_person_is_answered_as_an_unknown_error():
    over = GameOver(Board.after([1, 4, 2, 5, 3]), 9)
    assert "Something broke on my side" in explain(over, Callback(1, 42, "token", InteractionType.ping)).text


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(1, "1 minute"), (90, "90 minutes"), (60, "1 hour"), (120, "2 hours"), (1440, "1 day")],
)
def test_a_time_for_a_move_is_said_in_the_largest_unit(minutes: int, words: str):
    asked = Challenge(8, 10, 1, 2, DEFAULTS.terms_with_person(Terms(time=minutes * 60)), 1000)
    assert f" · {words} per move" in challenges.challenge(asked, ENGLISH).text
