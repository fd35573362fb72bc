"""A session never searches: it looks up, or takes what has been thought."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from bot.interactions import questions
from bot.interactions.questions import NotThought, Question, Thoughts
from bot.play import actions
from bot.play.seats import Bot, FullTerms, Person
from bot.play.session import Session
from engine.analysis import analyse
from engine.board import Board, Mark
from engine.opponents import policy_of
from tests.support.requests import request

ANN = 1
GAME = Session(7, None, 10, "3x3", {Mark.X: Person(ANN), Mark.O: Bot("perfect")}, Mark.X)


@pytest.fixture
def _nothing_is_looked_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(questions, "is_looked_up", lambda _: False)


def test_a_board_of_nine_cells_is_looked_up_and_needs_no_thoughts():
    assert actions.play(GAME, ANN, 1, Random(1)).moves == (1, 5)
    assert Thoughts().analysis(Board()) == analyse(Board())
    Thoughts().must_have_analysed(Board())


@pytest.mark.usefixtures("_nothing_is_looked_up")
def test_a_move_on_a_board_nobody_has_thought_about_asks_how_the_bot_plays_there():
    with pytest.raises(NotThought) as asked:
        actions.play(GAME, ANN, 1, Random(1))
    assert asked.value.question == Question(policy_of, Board.after([1]), ("perfect",))
    assert asked.value.question.find_answer() == {5: Fraction(1)}


@pytest.mark.usefixtures("_nothing_is_looked_up")
def test_the_bot_plays_as_it_was_thought_and_only_on_that_board():
    known = Thoughts({Question(policy_of, Board.after([1]), ("perfect",)): {9: Fraction(1)}})
    assert actions.play(GAME, ANN, 1, Random(1), known).moves == (1, 9)
    assert actions.play_on_version(GAME, ANN, 0, 1, Random(1), known).moves == (1, 9)
    with pytest.raises(NotThought):
        actions.play(GAME, ANN, 2, Random(1), known)
    other_level = replace(GAME, seats={Mark.X: Person(ANN), Mark.O: Bot("easy")})
    with pytest.raises(NotThought):
        actions.play(other_level, ANN, 1, Random(1), known)


@pytest.mark.usefixtures("_nothing_is_looked_up")
def test_a_move_that_ends_the_game_needs_no_thoughts():
    assert actions.play(replace(GAME, moves=(1, 4, 2, 5)), ANN, 3, Random(1)).ending


@pytest.mark.usefixtures("_nothing_is_looked_up")
def test_a_board_has_to_be_analysed_before_there_is_anything_to_say_about_it():
    for ask in (Thoughts().analysis, Thoughts().must_have_analysed):
        with pytest.raises(NotThought) as asked:
            ask(Board())
        assert asked.value.question == Question(analyse, Board())
    known = Thoughts({Question(analyse, Board()): analyse(Board())})
    known.must_have_analysed(Board())
    assert known.analysis(Board()) == analyse(Board())


def test_what_is_left_to_chance_is_drawn_alike_each_time_a_transaction_runs_and_fairly_over_many():
    left = FullTerms("3x3", "random", "random", 600)
    drawn: Counter[tuple[bool, Mark]] = Counter()
    for seed in range(400):
        asked = request(seed=seed)
        seats, first = left.deal(ANN, Bot("easy"), asked.rng)
        after_thinking = replace(asked, thoughts=Thoughts({Question(analyse, Board()): None}))
        assert left.deal(ANN, Bot("easy"), after_thinking.rng) == (seats, first)
        drawn[seats[Mark.X] == Person(ANN), first] += 1
    assert len(drawn) == 4
    assert min(drawn.values()) > 70
