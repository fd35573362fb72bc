"""What the card of a cup says about its rounds, and what is announced about coin flips."""

import re
from dataclasses import replace

from bot.cups import card as cups
from bot.cups.cup import MOST_DRAWS, Cup, Pair, Stage, Way
from bot.messages.content import Grid
from bot.messages.texts import ENGLISH
from bot.play.seats import NOBODY
from tests.messages import samples
from tests.messages.rare import rare


def said(cup: Cup) -> tuple[str | Grid, ...]:
    return cups.cup_card(cup, ENGLISH).texts


def test_a_cup_that_is_won_tells_the_podium_then_the_last_rounds_and_small_who_went_out_before():
    headline, podium, rounds, before = dict(rare(ENGLISH))["a cup, won"].texts
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
        "**First round** · **Play** by <t:900:t>\n"
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
        ("**Final** · <@1> over <@3> 💤\n**Semi-finals** · <@3> beat <@2>\nByes: <@1>"),
        "-# 💤 didn't show up",
    )


def test_a_round_that_is_over_says_in_a_line_who_is_out_and_the_last_line_explains_the_signs():
    gone = NOBODY.user_id
    first = (
        Pair(0, 0, (1, 2), None, winner=0, way=Way.GAME),
        Pair(0, 1, (3, 4), None, winner=1, way=Way.COIN),
        Pair(0, 2, (5, 6), None, winner=0, way=Way.ABSENCE),
        Pair(0, 3, (7, gone), None, winner=0, way=Way.DELETED),
    )
    waiting = (Pair(1, 0, (1, 4), 900), Pair(1, 1, (5, 7), 900, draws=1))
    assert said(samples.cup(8, Stage.RUNNING, (*first, *waiting)))[2] == (
        "-# After a second draw a coin flip decides.\n"
        "-# Quarter-finals · Out: <@2>, <@3> 🪙, <@6> 💤, a deleted player\n"
        "-# 🪙 coin flip · 💤 didn't show up"
    )
    by_games = [replace(pair, way=Way.GAME) for pair in first]
    *_, last = said(samples.cup(8, Stage.RUNNING, (*by_games, waiting[0])))
    assert last == "-# Quarter-finals · Out: <@2>, <@3>, <@6>, a deleted player"


def test_a_pair_whose_round_goes_on_says_with_a_sign_how_it_was_decided():
    pairs = (
        Pair(0, 0, (1, 2), None, winner=0, way=Way.COIN),
        Pair(0, 1, (3, 4), None, winner=1, way=Way.GAME),
        Pair(0, 2, (5, 6), None, session_id=7),
    )
    assert said(samples.cup(6, Stage.RUNNING, pairs))[1:] == (
        "**Quarter-finals** · <@1> over <@2> 🪙\n<@4> beat <@3>\n<@5> – <@6> · *playing*",
        "-# 🪙 coin flip",
    )


def test_coin_flips_are_told_once_below_their_reasons():
    drawn = Pair(0, 0, (1, 2), None, draws=MOST_DRAWS, winner=0, way=Way.COIN)
    missed = Pair(0, 1, (3, 4), None, winner=1, way=Way.COIN)
    also_missed = Pair(0, 2, (5, 6), None, draws=1, winner=0, way=Way.COIN)
    came = Pair(0, 3, (7, 8), None, winner=0, way=Way.ABSENCE)
    after = samples.cup(8, Stage.RUNNING, (drawn, missed, also_missed, came))
    undecided = [replace(pair, winner=None, way=None) for pair in after.pairs]
    before = replace(after, pairs=tuple(undecided))
    told = cups.announcement(before, after, ENGLISH)
    assert told
    assert told.text == (
        "Neither came, so a coin decided 🪙\n"
        "**<@4>** over <@3>\n"
        "**<@5>** over <@6>\n"
        "Drawn twice, so a coin decided 🪙\n"
        "**<@1>** over <@2>"
    )
    assert cups.announcement(after, after, ENGLISH) is None
