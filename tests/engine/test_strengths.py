"""The strengths on the other games: that each level is worth its name, and what the essay publishes."""

from pathlib import Path
from random import Random

import pytest

from engine.board import Board, Mark
from engine.games import GAMES
from engine.opponents import LEVELS, OPPONENTS
from engine.strengths import _chances, _played, fading_chances, misere

ESSAY = (Path(__file__).parents[2] / "engine" / "README.md").read_text(encoding="utf-8")
OTHERS = ["rule of thumb", "easy", "normal", "hard", "expert"]


@pytest.mark.parametrize(
    "rival", ["random", "perfect", *(pytest.param(name, marks=pytest.mark.proof) for name in OTHERS)]
)
def test_in_misere_each_level_gains_more_than_the_one_below_against_everyone(rival: str):
    gains = [sum(_chances("misère", level, rival, seat).points for seat in Mark) for level in LEVELS]
    assert gains == sorted(set(gains))


def test_the_essay_holds_the_table_of_misere_as_the_command_writes_it():
    assert misere() in ESSAY


def test_in_fading_perfect_wins_every_game_in_which_it_moves_first():
    for rival in ("random", "perfect"):
        assert float(fading_chances(OPPONENTS["perfect"], OPPONENTS[rival]).win) == pytest.approx(1)


def test_chances_in_fading_are_those_of_games_played_by_its_rules():
    rng, games, points = Random(1), 300, 0.0
    for _ in range(games):
        board = Board(rules=GAMES["fading"])
        while not board.outcome:
            player = "easy" if board.turn is Mark.X else "perfect"
            board = board.play(OPPONENTS[player](board, rng))
        points += {Mark.X: 1.0, None: 0.5, Mark.O: 0.0}[board.outcome.winner]
    expected = fading_chances(OPPONENTS["easy"], OPPONENTS["perfect"]).points
    assert points / games == pytest.approx(float(expected), abs=0.05)


@pytest.mark.parametrize("game", ["4x4", "5x5"])
def test_the_essay_holds_what_the_games_on_larger_boards_came_to(game: str):
    rows = ESSAY.partition(f"| {game}: win / draw / loss in 100 games")[2].splitlines()
    easy = next(row for row in rows if row.startswith("| easy |"))
    assert easy.split(" | ")[1] == _played(game, "easy", "random", Mark.X)
