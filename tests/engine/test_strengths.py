"""Strengths on the other games: that each level is worth its name, and what the essay publishes."""

import math
import re
from pathlib import Path
from random import Random

import pytest

from engine.board import GAMES, Board, Mark
from engine.opponents import LEVELS, OPPONENTS, pick
from engine.tools.strengths import fading_chances, interval, pairing, sampled_chances, summary

ESSAY = (Path(__file__).parents[2] / "engine" / "README.md").read_text(encoding="utf-8")
OTHERS = ["random", "rule of thumb", *(name for name in LEVELS if name != "perfect")]


@pytest.mark.parametrize(
    "rival",
    ["perfect", *(pytest.param(name, marks=pytest.mark.proof) for name in OTHERS)],
)
def test_in_misere_each_level_gains_more_than_the_one_below_against_everyone(rival: str):
    gains = [
        pairing("misere", level, rival).points + pairing("misere", rival, level).reversed.points
        for level in LEVELS
    ]
    assert gains == sorted(set(gains))


def test_the_essay_holds_the_table_of_misere_as_the_command_writes_it():
    assert summary("misere") in ESSAY


def test_in_fading_perfect_wins_every_game_in_which_it_moves_first():
    for rival in ("random", "perfect"):
        assert float(fading_chances(OPPONENTS["perfect"], OPPONENTS[rival]).win) == pytest.approx(1)


def test_chances_in_fading_are_those_of_games_played_by_its_rules():
    rng, games, points = Random(1), 300, 0.0
    for _ in range(games):
        board = Board(rules=GAMES["fading"])
        while not board.outcome:
            player = "easy" if board.turn is Mark.X else "perfect"
            board = board.play(pick(OPPONENTS[player](board), rng))
        points += {Mark.X: 1.0, None: 0.5, Mark.O: 0.0}[board.outcome.winner]
    expected = fading_chances(OPPONENTS["easy"], OPPONENTS["perfect"]).points
    assert points / games == pytest.approx(float(expected), abs=0.05)


@pytest.mark.parametrize("game", ["4x4", "5x5"])
def test_the_essay_holds_what_the_games_on_larger_boards_came_to(game: str):
    assert row_of(game, "easy")[0] == sampled_chances(game, "easy", "random", Mark.X)


def test_on_4x4_the_rule_of_thumb_holds_against_perfect_the_one_game_they_play_from_each_seat():
    for x, o in (("perfect", "rule of thumb"), ("rule of thumb", "perfect")):
        board = Board(rules=GAMES["4x4"])
        while not board.outcome:
            [cell] = OPPONENTS[x if board.turn is Mark.X else o](board)
            board = board.play(cell)
        assert board.outcome.winner is None


def row_of(game: str, name: str) -> list[str]:
    """What the essay says of an opponent on a larger board, by column."""
    rows = ESSAY.partition(f"| {game}: win / draw / loss in ")[2].splitlines()
    row = next(row for row in rows if row.startswith(f"| {name} |"))
    return row.removesuffix(" |").split(" | ")[1:]


@pytest.mark.parametrize(
    ("game", "name", "rival", "seat", "points"),
    [
        ("4x4", "perfect", "random", Mark.O, 95.6),
        ("5x5", "normal", "random", Mark.X, 92.3),
        ("5x5", "expert", "perfect", Mark.O, 13.2),
        ("5x5", "hard", "perfect", Mark.O, 0.15),
    ],
)
def test_the_interval_holds_what_thousands_of_games_of_a_referee_came_to(
    game: str, name: str, rival: str, seat: Mark, points: float
):
    column = [(rival, seat) for rival in ("random", "perfect") for seat in Mark].index(
        (rival, seat)
    )
    low, high = map(float, re.findall(r"[\d.]+", row_of(game, name)[column])[-2:])
    assert low <= points <= high


@pytest.mark.parametrize("share", [0.0015, 0.02, 0.132, 0.5, 0.923, 0.998])
def test_an_interval_holds_the_true_share_in_95_of_100_cases(share: float):
    games = 1_000
    held = sum(
        math.comb(games, won) * share**won * (1 - share) ** (games - won)
        for won in range(games + 1)
        if interval(won / games, games)[0] <= share <= interval(won / games, games)[1]
    )
    assert held == pytest.approx(0.95, abs=0.02)
