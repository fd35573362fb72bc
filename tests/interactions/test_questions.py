"""A session never searches: it looks up, or takes what the engine has answered."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from bot.database.store import Store
from bot.interactions import questions
from bot.interactions.questions import Known, MustAsk, Question
from bot.play import actions, transactions
from bot.play.seats import Bot, Person, Terms
from bot.play.session import Session
from engine.board import Board, Mark
from engine.opponents import policy_of
from tests.support.requests import request

ANN = 1
GAME = Session(7, None, 10, "3x3", {Mark.X: Person(ANN), Mark.O: Bot("perfect")}, Mark.X)


@pytest.fixture
def _nothing_is_looked_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(questions, "is_looked_up", lambda _: False)


def test_a_board_of_nine_cells_is_looked_up():
    assert actions.play(GAME, ANN, 1, Random(1)).moves == (1, 5)


@pytest.mark.usefixtures("_nothing_is_looked_up")
def test_a_move_on_a_larger_board_asks_first_how_the_bot_plays_there():
    with pytest.raises(MustAsk) as asked:
        actions.play(GAME, ANN, 1, Random(1))
    assert asked.value.question == Question(policy_of, Board.after([1]), ("perfect",))
    assert asked.value.question.find() == {5: Fraction(1)}


@pytest.mark.usefixtures("_nothing_is_looked_up")
def test_the_bot_plays_as_was_found_and_only_on_that_board():
    known = Known(Question(policy_of, Board.after([1]), ("perfect",)), {9: Fraction(1)})
    assert actions.play(GAME, ANN, 1, Random(1), known).moves == (1, 9)
    assert actions.play_on_version(GAME, ANN, 0, 1, Random(1), known).moves == (1, 9)
    with pytest.raises(MustAsk):
        actions.play(GAME, ANN, 2, Random(1), known)
    other_level = replace(GAME, seats={Mark.X: Person(ANN), Mark.O: Bot("easy")})
    with pytest.raises(MustAsk):
        actions.play(other_level, ANN, 1, Random(1), known)


@pytest.mark.usefixtures("_nothing_is_looked_up")
def test_a_move_that_ends_the_game_asks_nothing():
    assert actions.play(replace(GAME, moves=(1, 4, 2, 5)), ANN, 3, Random(1)).ending


@pytest.mark.usefixtures("_nothing_is_looked_up")
async def test_what_is_left_to_chance_is_drawn_fairly_where_the_bot_may_have_to_ask(store: Store):
    terms = Terms("random", "random", game="3x3")
    rng = Random(1)
    drawn: Counter[tuple[bool, Mark]] = Counter()
    for channel in range(100):
        asked = request(ANN, channel)
        asked.app.rng = rng
        try:
            begun = await store.serve(asked, transactions.start, Bot("easy"), terms)
        except MustAsk as unknown:
            known = Known(unknown.question, unknown.question.find())
            knowing = replace(asked, known=known)
            begun = await store.serve(knowing, transactions.start, Bot("easy"), terms)
        drawn[begun.seats[Mark.X] == Person(ANN), begun.first] += 1
    assert len(drawn) == 4
    assert min(drawn.values()) > 15
