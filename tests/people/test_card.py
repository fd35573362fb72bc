"""Records and the privacy page, in words and signs."""

from dataclasses import replace

import pytest

from bot.messages.content import Card, Links
from bot.messages.custom_id import parse_custom_id
from bot.messages.texts import ENGLISH
from bot.people import card as records
from bot.people import help_card
from bot.people import privacy_card as people
from bot.people.records import Count, Form, Leaderboard, PersonalData, Standing, Stats
from bot.play.posts import reminder
from bot.play.results import PEOPLE
from bot.play.seats import Person
from bot.play.session import Session
from engine.board import Mark
from engine.opponents import LEVELS
from engine.score import Result
from tests.support.cards import words

SOME = Stats(
    1,
    None,
    {
        "hard": Count(1, 1, 3),
        PEOPLE: Count(10, 0, 1),
        "minimax depth 2": Count(lost=1),
        "minimax depth 9": Count(drawn=1),
    },
    {"3x3": Count(11, 2, 5)},
    Count(won=4),
    Form(2, 7, (Result.LOSS, Result.DRAW, Result.WIN)),
)


def test_stats_are_in_the_order_of_strength_with_people_first_hints_last_and_minimax_in_one_line():
    assert words(records.stats_card(SOME, ENGLISH)) == (
        "### <@1>: 2 wins in a row 🔥\n"
        f"-# Record: 7 · 1 of {len(LEVELS)} levels beaten\n"
        "🔳⬜🟩\n"
        "15 won, 2 drawn, 5 lost\n"
        "people **10-0-1**\n"
        "hard **1-1-3**\n"
        "minimax **0-1-1**\n"
        "with hints **4-0-0**"
    )


def test_results_against_a_level_that_has_been_renamed_are_listed_last_by_its_old_name():
    old = Stats(1, None, {"fierce": Count(1, 2, 3)}, {}, Count(), Form())
    assert "fierce **1-2-3**" in words(records.stats_card(old, ENGLISH))
    both = Stats(1, None, {"fierce": Count(1), "hard": Count(1)}, {}, Count(), Form())
    assert words(records.stats_card(both, ENGLISH)).index("hard") < words(
        records.stats_card(both, ENGLISH)
    ).index("fierce")


def test_results_in_several_games_are_told_by_game():
    both = replace(SOME, by_game={"fading": Count(1, 0, 1), "3x3": Count(10, 2, 4)})
    told = words(records.stats_card(both, ENGLISH))
    assert "5 lost\n-# 3×3 10-2-4 · Fading 1-0-1\npeople" in told


def test_results_in_one_game_say_which_and_leave_out_the_form_over_all_games():
    told = words(records.stats_card(replace(SOME, game="misere"), ENGLISH))
    assert told.startswith(
        "### <@1>: 15 wins 🏅\n"
        "-# Misère: three in a row loses\n"
        f"-# 1 of {len(LEVELS)} levels beaten\n"
        "15 won, 2 drawn, 5 lost\npeople"
    )


def test_head_to_head_names_both_and_tells_draws_only_where_there_are_any():
    met = replace(SOME, asker=2, head_to_head=Count(3, 1, 2))
    assert "\nHead to head: <@2> 3 – 2 <@1> · 1 draw\n" in words(records.stats_card(met, ENGLISH))
    met = replace(SOME, asker=2, head_to_head=Count(3, 0, 2))
    assert "\nHead to head: <@2> 3 – 2 <@1>\n" in words(records.stats_card(met, ENGLISH))
    assert "Head to head" not in words(records.stats_card(SOME, ENGLISH))


@pytest.mark.parametrize(
    ("count", "form", "told"),
    [
        (Count(won=9), Form(streak=3, best=3), "### <@1>: 3 wins in a row 🔥\n9 won"),
        (
            Count(won=9),
            Form(streak=3, best=5),
            "### <@1>: 3 wins in a row 🔥\n-# Record: 5\n9 won",
        ),
        (Count(won=9), Form(best=5), "### <@1>: 9 wins 🏅\n-# Most wins in a row: 5\n9 won"),
        (Count(won=9, lost=1), Form(best=1), "### <@1>: 9 wins 🏅\n9 won"),
        (Count(won=1, lost=8), Form(), "### <@1>: 1 win 🏅\n1 won"),
        (Count(drawn=2, lost=8), Form(), "### <@1>: 2 draws 🤝\n0 won, 2 drawn"),
        (Count(lost=1), Form(), "### <@1> 📊\n0 won, 0 drawn, 1 lost\n"),
    ],
)
def test_the_headline_is_the_best_that_is_so_and_never_a_loss(count: Count, form: Form, told: str):
    stats = Stats(1, None, {PEOPLE: count}, {}, Count(), form)
    assert words(records.stats_card(stats, ENGLISH)).startswith(told)


MANY = Stats(
    1,
    None,
    {
        PEOPLE: Count(won=1),
        "easy": Count(won=2),
        "normal": Count(won=1),
        "hard": Count(2, 2, 2),
        "perfect": Count(drawn=9),
    },
    {"3x3": Count(19)},
    Count(won=4),
    Form(),
)


def test_of_many_levels_the_three_played_most_are_told_in_the_order_of_strength():
    card = records.stats_card(MANY, ENGLISH)
    assert words(card).endswith(
        "10 won, 11 drawn, 2 lost\n"
        "people **1-0-0**\neasy **2-0-0**\nhard **2-2-2**\nperfect **0-9-0**"
    )
    assert [(button.label, button.custom_id) for button in card.controls] == [
        ("All levels", "ttt:levels:1:all")
    ]


def test_all_levels_are_told_to_the_reader_alone_with_the_games_with_hints():
    card = records.all_levels(MANY, ENGLISH)
    assert card.is_private
    assert words(card) == (
        "### <@1> 📊\n"
        "10 won, 11 drawn, 2 lost\n"
        "people **1-0-0**\n"
        "easy **2-0-0**\n"
        "normal **1-0-0**\n"
        "hard **2-2-2**\n"
        "perfect **0-9-0**\n"
        "with hints **4-0-0**"
    )
    assert card.controls == ()


def test_a_button_for_all_levels_keeps_the_game_that_was_asked_for():
    in_one = replace(MANY, user_id=1_556_074_443_980_800_011, game="misere")
    [button] = records.stats_card(in_one, ENGLISH).controls
    assert parse_custom_id(button.custom_id) == ("levels", (1_556_074_443_980_800_011, "misere"))
    assert words(records.all_levels(in_one, ENGLISH)).split("\n")[1] == (
        "-# Misère: three in a row loses"
    )


def test_where_no_level_is_left_out_there_is_no_button():
    few = replace(MANY, counts={PEOPLE: Count(1), "easy": Count(1), "hard": Count(1)})
    assert records.stats_card(few, ENGLISH).controls == ()
    assert "with hints" in words(records.stats_card(few, ENGLISH))


def test_a_table_has_buttons_only_where_there_are_other_pages():
    standing = Standing(3, 1, 1, Count(0, 1, 0))
    alone = records.leaderboard_card(Leaderboard("3x3", (standing,), 0, more=False), ENGLISH)
    assert "🥉 <@1> **1** · 0-1-0" in words(alone)
    assert alone.controls == ()
    for page, more, offered in (
        (0, True, ["Next"]),
        (1, True, ["Previous", "Next"]),
        (1, False, ["Previous"]),
    ):
        shown = records.leaderboard_card(Leaderboard("3x3", (standing,), page, more), ENGLISH)
        assert [button.label for button in shown.controls] == offered


def test_help_has_space_between_its_groups():
    beginnings = [str(text).split("\n")[0] for text in help_card.how_to_play(ENGLISH).texts]
    assert beginnings == [
        "### How to play 👋",
        "**Play**",
        "**Learn**",
        "**Compete**",
        "-# Games: 3×3, 4×4, 5×5, Misère, Fading",
    ]


def labels(card: Card) -> list[list[str]]:
    return [[button.label for button in row] for row in card.rows]


def test_what_is_kept_can_be_changed_either_way():
    opened, shut = (
        people.privacy(PersonalData(22, True), ENGLISH),
        people.privacy(PersonalData(22, False), ENGLISH),
    )
    assert "(22 games)" in words(opened)
    for card, door in ((opened, "Turn off challenges"), (shut, "Turn on challenges")):
        assert labels(card) == [[door, "Prefer text"], ["Export", "Delete"]]


def test_who_is_blocked_is_counted_and_can_be_unblocked():
    card = people.privacy(PersonalData(22, True, blocked_people=2), ENGLISH)
    assert "Others **can** challenge you. You've blocked 2 people." in words(card)
    assert labels(card) == [
        ["Turn off challenges", "Unblock everyone"],
        ["Prefer text", "Export", "Delete"],
    ]


def test_the_operators_pages_are_linked_where_there_are_some():
    links = Links(privacy="https://example.org/privacy", support="https://discord.gg/example")
    line = "\n-# [Privacy policy](<https://example.org/privacy>) · [Support](<https://discord.gg/example>)"
    for with_links, without in (
        (
            people.privacy(PersonalData(22, True), ENGLISH, links),
            people.privacy(PersonalData(22, True), ENGLISH),
        ),
        (help_card.how_to_play(ENGLISH, links), help_card.how_to_play(ENGLISH)),
    ):
        assert words(with_links) == words(without) + line


@pytest.mark.parametrize("message_id", [None, 66])
def test_a_reminder_notifies_the_awaited_alone_and_then_the_one_who_may_claim(
    message_id: int | None,
):
    seats = {Mark.X: Person(1), Mark.O: Person(2)}
    session = Session(
        7, 77, 10, "3x3", seats, Mark.X, (5,), message_id=message_id, time=600, turn_since=1000
    )
    early, late = reminder(session.at(1599), ENGLISH), reminder(session.at(1600), ENGLISH)
    assert (early.notify, late.notify) == ((2,), (1,))
    assert "<@1>" not in early.text
    assert "until <t:1600:t>" in early.text
    assert ("https://discord.com/channels/77/10/66" if message_id else "`/ttt board`") in early.text
    assert late.text.startswith("<@1>, <@2> is out of time")
    assert early.buttons == ()
    assert [button.label for button in late.buttons] == ["Claim win"]
