"""What the card of a cup says about its rounds, and its news about coin flips."""

import re
from dataclasses import replace

from bot.cups import card as cups
from bot.cups.cup import MOST_DRAWS, Cup, Pair, Stage, Way
from bot.messages.texts import ENGLISH
from tests.messages import samples
from tests.messages.gallery import gallery


def said(cup: Cup) -> list[str]:
    return cups.cup_card(cup, ENGLISH).texts


def test_a_cup_that_is_won_tells_the_podium_then_the_last_rounds_and_small_who_went_out_before():
    headline, podium, rounds, before = gallery()["a cup, won"].texts
    final, *semi_finals = rounds.split("\n")
    champion, second = re.fullmatch(r"\*\*Final\*\* · (\S+) beat (\S+)", final).groups()
    assert headline == f"## {champion} wins the cup! 🥇\n-# 3×3 · 16 players · 2 minutes per move"
    assert semi_finals[0].startswith("**Semi-finals** · ")
    thirds = [re.search(r"\S+ beat (\S+)$", pair)[1] for pair in semi_finals]
    assert podium == f"🥈 {second}\n🥉 {', '.join(thirds)}"
    quarter_finals, first_round = before.split("\n")
    assert re.fullmatch("-# Quarter-finals · Out: (<@\\d+>(, )?){4}", quarter_finals)
    assert re.fullmatch("-# First round · Out: (<@\\d+>(, )?){8}", first_round)


def test_a_deadline_is_told_once_for_a_round_and_again_only_where_another_holds():
    waiting, here, drawn = (
        Pair(0, 0, (1, 2), 900),
        Pair(0, 1, (3, 4), 900, came=(True, False)),
        Pair(0, 2, (5, 6), 960, draws=1),
    )
    playing, over, bye = (
        Pair(0, 3, (7, 8), None, session_id=7),
        Pair(0, 4, (9, 10), None, winner=1, way=Way.GAME),
        Pair(0, 5, (11, None), None, winner=0, way=Way.BYE),
    )
    pairs = (waiting, here, drawn, playing, over, bye, replace(bye, place=6, players=(12, None)))
    _, told, below = said(samples.cup(12, Stage.RUNNING, pairs))
    assert told == (
        "**First round** · press **Play** by <t:900:t> (<t:900:R>)\n"
        "<@1> – <@2>\n"
        "<@3> – <@4> · *<@3> is here*\n"
        "<@5> – <@6> · *drawn once* · *by <t:960:t>*\n"
        "<@7> – <@8> · *playing*\n"
        "<@10> beat <@9>\n"
        "Byes: <@11>, <@12>"
    )
    assert below == "-# After a second draw a coin flip decides."


def test_of_three_players_one_comes_second_and_one_third():
    bye, semi_final = Pair(0, 0, (1, None), 0, winner=0, way=Way.BYE), Pair(0, 1, (2, 3), 0)
    won = (
        replace(semi_final, winner=1, way=Way.GAME),
        Pair(1, 0, (1, 3), 0, winner=0, way=Way.ABSENCE),
    )
    assert said(samples.cup(3, Stage.OVER, (bye, *won)))[1:] == (
        "🥈 <@3>\n🥉 <@2>",
        (
            "**Final** · <@1> advances: <@3> didn't show up\n**Semi-finals** · <@3> beat <@2>\n"
            "Byes: <@1>"
        ),
    )


def test_a_coin_flip_says_why_and_is_told_once():
    drawn = Pair(0, 0, (1, 2), None, draws=MOST_DRAWS, winner=0, way=Way.COIN)
    missed = Pair(0, 1, (3, 4), None, winner=1, way=Way.COIN)
    cup = samples.cup(4, Stage.RUNNING, (drawn, missed))
    assert said(cup)[1] == (
        "-# Semi-finals · <@1> won the coin flip against <@2> after two draws"
        " · <@4> won the coin flip against <@3>: neither showed up"
    )
    before = replace(cup, pairs=(drawn, replace(missed, winner=None, way=None)))
    assert cups.news(before, cup, ENGLISH).text == (
        "Decided by a coin flip 🪙\n**<@4>** advances over <@3>: neither showed up"
    )
    assert cups.news(cup, cup, ENGLISH) is None
