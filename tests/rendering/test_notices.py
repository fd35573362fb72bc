"""Every refusal has words, and they name its facts."""

from dataclasses import replace

import pytest

from bot.explanations import explain
from bot.rendering import challenges
from bot.rendering.reply import Notice
from bot.rendering.voice import ENGLISH
from bot.sessions.actions import AlreadyPlaying, BoardMovedOn, NotYourTurn, TimeNotUp
from bot.sessions.challenge import (
    AlreadyChallenging,
    Challenge,
    ChallengedLately,
    ChallengeGone,
    LeftLately,
    NotYoursToAnswer,
    NotYoursToCancel,
    State,
    TooManyChallenges,
)
from bot.sessions.cup import CupIsFull, NotYourCup, TooFewPlayers
from bot.sessions.seats import NOBODY, Bot, Person, Terms
from bot.sessions.session import Session
from bot.sessions.settings import DEFAULTS
from bot.texts import Refusal
from engine.board import Board, CellTaken, GameOver, Mark, OffTheBoard
from tests.messages import samples

SESSION = Session(7, None, 10, "3x3", {Mark.X: Person(1), Mark.O: Bot("easy")}, Mark.X, (1,))
CHALLENGE = Challenge(8, 10, 1, 2, DEFAULTS.terms_with_person(Terms()), 1000)


TIMED = replace(SESSION, guild_id=5, message_id=6, time=600)
ANYONES = replace(CHALLENGE, challenged=None)


def said(error: Exception) -> str:
    """What the person who used a command is told about an error."""
    told = explain(error, samples.callback(ENGLISH))
    assert isinstance(told, Notice)
    return told.text


@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        (NotYourTurn(SESSION), "It's Bot's turn.** You're up after that"),
        (NotYourTurn(TIMED), "It's Bot's turn.** They have until <t:600:t>"),
        (TimeNotUp(TIMED), "Bot still has time**, until <t:600:t>"),
        (AlreadyPlaying(SESSION), "here.** `/ttt board` shows it"),
        (AlreadyPlaying(TIMED), "here:** [go to your board](https://discord.com/channels/5/10/6)"),
        (AlreadyChallenging(CHALLENGE), "waiting for <@2>"),
        (AlreadyChallenging(ANYONES), "waiting for someone to join"),
        (NotYoursToAnswer(CHALLENGE), "Only <@2> can answer"),
        (NotYoursToCancel(CHALLENGE), "Only <@1> can cancel this.** Is it for you? Then press **Decline**"),
        (NotYoursToCancel(ANYONES), "Only <@1> can cancel this.** Want to play? Press **Join**"),
        (ChallengeGone(replace(CHALLENGE, state=State.LAPSED)), "<@2> didn't answer <@1> in time"),
        (ChallengeGone(replace(ANYONES, state=State.LAPSED)), "Nobody joined <@1> in time"),
        (ChallengedLately(2, 1000), "Give <@2> a break.** You can challenge them again <t:1000:R>"),
        (LeftLately(1000), "You can join one again <t:1000:R>"),
        (TooManyChallenges(), "already have 3 open challenges"),
        (CupIsFull(), "16 people have joined"),
        (TooFewPlayers(), "at least 2 players"),
        (NotYourCup(1), "Only <@1> can do that"),
        (NotYourCup(NOBODY.user_id), "Nobody can do that:** the person who opened this cup has deleted"),
    ],
)
def test_a_refusal_says_what_its_facts_are(refusal: Refusal, words: str):
    assert words in said(refusal)


def test_every_refusal_has_words_but_for_two_that_are_answered_as_their_message_is():
    without = {kind for kind in samples.leaves() if "**" not in getattr(kind, "says", "")}
    assert without == {BoardMovedOn, ChallengeGone}


def test_an_illegal_move_is_told_which_cells_there_are():
    assert "from 1 to 9" in said(OffTheBoard(Board(), 10))
    assert "Cell 5 is taken.** Try 2, 3, 4, 6, 7, 8 or 9." in said(CellTaken(Board.after([1, 5]), 5))


def test_what_should_never_come_before_a_person_is_answered_as_an_unknown_error():
    assert "Something broke on my side" in said(GameOver(Board.after([1, 4, 2, 5, 3]), 9))


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(1, "1 minute"), (90, "90 minutes"), (60, "1 hour"), (120, "2 hours"), (1440, "1 day")],
)
def test_a_time_for_a_move_is_said_in_the_largest_unit(minutes: int, words: str):
    asked = Challenge(8, 10, 1, 2, DEFAULTS.terms_with_person(Terms(time=minutes * 60)), 1000)
    assert f" · {words} per move" in challenges.challenge(asked, ENGLISH).text
