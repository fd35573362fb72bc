"""The games in people's words: what is not plain 3x3 says what it is."""

from dataclasses import replace

import pytest

from bot.rendering import boards, challenges, games
from bot.rendering.looks import EMOJI
from bot.rendering.samples import challenge
from bot.rendering.voice import ENGLISH
from engine.games import GAMES
from tests.support.cards import session, words


def test_every_game_has_a_name_and_a_rule_in_one_line():
    assert list(games.TITLES) == list(GAMES)
    for game in GAMES:
        assert games.TITLES[game].startswith(f"{games.name(game, ENGLISH)}: ")
        assert len(games.TITLES[game]) <= 60


@pytest.mark.parametrize("game", GAMES)
def test_a_board_says_which_game_it_is_and_what_wins_unless_it_is_3x3(game: str):
    second = words(boards.board(session(game=game), ENGLISH, EMOJI)).splitlines()[1]
    assert second == ("# 1️⃣ 2️⃣ 3️⃣" if game == "3x3" else f"-# {games.TITLES[game]}")


@pytest.mark.parametrize("game", GAMES)
def test_so_does_a_challenge(game: str):
    asked = replace(challenge(), terms=replace(challenge().terms, game=game))
    assert (games.TITLES[game] in challenges.challenge(asked, ENGLISH).text) == (game != "3x3")
