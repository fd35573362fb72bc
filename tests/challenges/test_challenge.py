"""A challenge: who may answer it, and until when."""

from dataclasses import replace

import pytest

from bot.challenges.challenge import (
    NOT_YOURS_TO_ANSWER,
    NOT_YOURS_TO_CANCEL,
    YOURS_TO_JOIN,
    Challenge,
    ChallengeGone,
    State,
)
from bot.play.seats import Terms
from bot.play.settings import DEFAULTS, FIRST_WITH_PERSON
from tests.support.refusals import refuses

ANN, BOB, EVE = 1, 2, 3


def challenge(state: State = State.OPEN) -> Challenge:
    terms = DEFAULTS.complete(Terms(first="random"), FIRST_WITH_PERSON)
    return Challenge(7, 10, ANN, BOB, terms, expires_at=1000, state=state)


def test_only_the_challenged_person_answers():
    assert challenge().accept(BOB).state is State.ACCEPTED
    assert challenge().decline(BOB).state is State.DECLINED
    for player in (ANN, EVE):
        for answer in (Challenge.accept, Challenge.decline):
            with refuses(NOT_YOURS_TO_ANSWER):
                answer(challenge(), player)


def test_only_the_challenger_cancels():
    assert challenge().cancel(ANN).state is State.CANCELLED
    for player in (BOB, EVE):
        with refuses(NOT_YOURS_TO_CANCEL):
            challenge().cancel(player)
        with refuses(YOURS_TO_JOIN):
            replace(challenge(), challenged=None).cancel(player)


@pytest.mark.parametrize("state", [state for state in State if state is not State.OPEN])
def test_what_has_been_answered_stays_so(state: State):
    for answer in (Challenge.accept, Challenge.decline):
        with pytest.raises(ChallengeGone) as refused:
            answer(challenge(state), BOB)
        assert refused.value.challenge.state is state
    with pytest.raises(ChallengeGone):
        challenge(state).cancel(ANN)


def test_a_challenge_lapses_at_its_time_and_not_before():
    assert challenge().at(999).state is State.OPEN
    assert challenge().at(1000).state is State.LAPSED
    assert challenge(State.ACCEPTED).at(1000).state is State.ACCEPTED


@pytest.mark.parametrize("state", State)
def test_the_challenged_person_alone_blocks_the_challenger_whatever_became_of_it(state: State):
    assert challenge(state).whom_to_block(BOB) == ANN
    for player in (ANN, EVE):
        with refuses(NOT_YOURS_TO_ANSWER):
            challenge(state).whom_to_block(player)
