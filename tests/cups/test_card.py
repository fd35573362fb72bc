"""What the card of a cup says about its rounds, and its news about coin flips."""

from dataclasses import replace

from bot.cups import card as cups
from bot.cups.cup import DRAWS, Pair, Stage, Way
from bot.messages.voice import ENGLISH
from tests.messages import samples
from tests.messages.gallery import gallery


def test_rounds_are_named_from_the_final_backwards():
    headings = [text.split("\n")[0] for text in gallery()["a cup, won"].texts]
    assert headings[2:] == ["**First round**", "**Quarter-finals**", "**Semi-finals**", "**Final**"]


def test_a_coin_flip_says_why_and_is_told_once():
    drawn = Pair(0, 0, (1, 2), None, drawn=DRAWS, winner=0, way=Way.COIN)
    missed = Pair(0, 1, (3, 4), None, winner=1, way=Way.COIN)
    cup = samples.cup(4, Stage.RUNNING, (drawn, missed))
    assert cups.cup(cup, ENGLISH).texts[-1].split("\n")[1:] == [
        "✅ **<@1>** beat <@2> in a coin flip",
        "✅ **<@4>** beat <@3> by a coin flip: nobody came",
    ]
    before = replace(cup, pairs=(drawn, replace(missed, winner=None, way=None)))
    assert cups.news(before, cup, ENGLISH).text == (
        "Decided by a coin flip: 🪙\n**<@4>** beat <@3>: nobody came"
    )
    assert cups.news(cup, cup, ENGLISH) is None
