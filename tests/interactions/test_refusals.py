"""Every refusal has words, and they name its facts."""

from dataclasses import replace
from string import Formatter

import pytest

from bot.challenges import card as challenges
from bot.challenges.challenge import CHALLENGED_LATELY, Challenge, ChallengeGone, State
from bot.interactions.error_answers import explain
from bot.messages.content import Notice
from bot.messages.texts import ENGLISH, Refusal
from bot.play.actions import NOT_YOUR_TURN, AlreadyPlaying, BoardMovedOn, SessionRefusal
from bot.play.seats import Bot, Person, Terms
from bot.play.session import Session
from bot.play.settings import DEFAULTS, FIRST_WITH_PERSON
from engine.board import Board, CellTaken, GameOver, Mark, OffTheBoard
from tests.messages import samples

SESSION = Session(7, None, 10, "3x3", {Mark.X: Person(1), Mark.O: Bot("easy")}, Mark.X, (1,))
CHALLENGE = Challenge(8, 10, 1, 2, DEFAULTS.complete(Terms(), FIRST_WITH_PERSON), 1000)


TIMED = replace(SESSION, guild_id=5, message_id=6, time=600)
ANYONES = replace(CHALLENGE, challenged=None)


def said(error: Exception) -> str:
    """What the person who used a command is told about an error."""
    told = explain(error, samples.asked_in(ENGLISH)).content
    assert isinstance(told, Notice)
    return told.text


@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        (SessionRefusal(TIMED, NOT_YOUR_TURN), "That was Bot's turn.**"),
        (AlreadyPlaying(SESSION), "here.** While it's on, `/ttt board` shows it"),
        (AlreadyPlaying(TIMED), "here:** [go to the board](https://discord.com/channels/5/10/6)"),
        (ChallengeGone(replace(CHALLENGE, state=State.LAPSED)), "<@2> didn't answer <@1> in time"),
        (ChallengeGone(replace(ANYONES, state=State.LAPSED)), "Nobody joined <@1> in time"),
        (
            Refusal(CHALLENGED_LATELY, player=2, at=9),
            "Give <@2> a break.** You can challenge them again after <t:9:f>",
        ),
    ],
)
def test_a_refusal_says_what_its_facts_are(refusal: Refusal, words: str):
    assert words in said(refusal)


def test_every_refusal_is_raised_with_the_facts_that_its_words_name():
    """But for two answered as their message is. In a session `{player}` is whose turn it is."""
    for name, kind, says, facts in samples.raised():
        known = facts | {"player"} if kind is SessionRefusal else facts
        assert {field for _, field, _, _ in Formatter().parse(says) if field} <= known, name
        assert says.startswith("**"), name
    assert {kind for kind in samples.kinds() if not samples.refusal(kind).says} == {
        BoardMovedOn,
        ChallengeGone,
    }


def test_an_illegal_move_is_told_which_cells_there_are():
    assert "from 1 to 9" in said(OffTheBoard(Board(), 10))
    assert "Cell 5 is taken.** Try 2, 3, 4, 6, 7, 8 or 9." in said(
        CellTaken(Board.after([1, 5]), 5)
    )


def test_what_should_never_come_before_a_person_is_answered_as_an_unknown_error():
    assert "Something broke on my end" in said(GameOver(Board.after([1, 4, 2, 5, 3]), 9))


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(1, "1 minute"), (90, "90 minutes"), (60, "1 hour"), (120, "2 hours"), (1440, "1 day")],
)
def test_a_time_for_a_move_is_said_in_the_largest_unit(minutes: int, words: str):
    asked = replace(CHALLENGE, terms=replace(CHALLENGE.terms, time=minutes * 60))
    assert f"-# {words} per move · " in challenges.challenge_post(asked, ENGLISH).text
