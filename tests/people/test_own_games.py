"""A person's own games: in what order they come, and what is said of each."""

from dataclasses import replace
from random import Random

from bot.challenges.challenge import Challenge
from bot.cups.cup import Cup, Way
from bot.messages.content import Card
from bot.messages.texts import ENGLISH
from bot.people import own_games_card as card
from bot.people.own_games import (
    OwnGames,
    PastGames,
    most_urgent_first,
    to_answer_first,
)
from bot.play.card import resign_question
from bot.play.seats import Bot, Person, Seat, Terms
from bot.play.session import Ending, Session, Termination
from bot.play.settings import DEFAULTS
from engine.board import Mark
from tests.support.cards import words
from tests.support.requests import A_DAY, ANN, BOB, EVE, GUILD, HERE, NOW

TIME = 600
FRIEND = Person(BOB)
HALF_TIME = "-# When it's your turn, I mention you once half your time is gone."


def game(number: int, *moves: int, other: Seat = FRIEND, time: int | None = TIME) -> Session:
    """A game of ann, who has X and goes first. After an even number of moves it is her turn."""
    seats = {Mark.X: Person(ANN), Mark.O: other}
    return Session(
        number, GUILD, HERE, "3x3", seats, Mark.X, moves, message_id=66, time=time, turn_since=NOW
    )


def own(*on: Session) -> OwnGames:
    return OwnGames(ANN, most_urgent_first(on, ANN))


def lines(told: Card) -> list[str]:
    return words(told).splitlines()


def test_first_come_games_in_which_it_is_their_turn_then_those_with_the_least_time_left():
    with_bot = game(1, 1, 5, other=Bot("easy"), time=None)
    theirs, theirs_sooner = game(2, 1), replace(game(3, 1), turn_since=NOW - 100)
    mine, mine_sooner = game(4, 1, 5), replace(game(5, 1, 5), turn_since=NOW - 100)
    on = most_urgent_first([with_bot, theirs, theirs_sooner, mine, mine_sooner], ANN)
    assert [session.id for session in on] == [5, 4, 1, 3, 2]


def test_whose_turn_it_is_depends_on_who_asks():
    session = game(1, 1)
    assert "Their turn" in words(card.own_games(own(session), ENGLISH))
    assert "Your turn" in words(card.own_games(OwnGames(BOB, (session,)), ENGLISH))


def test_a_line_names_the_opponent_the_game_the_time_left_and_the_way_to_the_board():
    way = f"https://discord.com/channels/{GUILD}/{HERE}/66"
    misere = replace(game(1, 1, other=Person(EVE)), game="misere")
    assert lines(card.own_games(own(game(2, 1, 5), misere), ENGLISH)) == [
        "### Your turn in 1 game 🎮",
        "**Your turn**",
        f"**1.** <@{BOB}> · [3×3]({way}) · due <t:{NOW + TIME}:R>",
        "**Their turn**",
        f"**2.** <@{EVE}> · [Misère]({way}) · due <t:{NOW + TIME}:R>",
        HALF_TIME,
    ]


def test_of_a_game_with_the_bot_the_line_says_the_level_and_when_it_closes():
    session = game(1, 1, 5, other=Bot("hard"), time=None)
    told = words(card.own_games(own(session), ENGLISH))
    assert f"Bot · hard · [3×3]({session.link}) · closes <t:{session.closes_at}:R>" in told


def test_time_that_is_up_is_the_loss_of_one_and_the_win_of_the_other():
    mine, theirs = (replace(each, is_late=True) for each in (game(1, 1, 5), game(2, 1)))
    told = lines(card.own_games(own(theirs, mine), ENGLISH))
    assert told[0] == "### Your turn in 2 games 🎮", "a win to claim waits for her too"
    assert set(told[2:4]) == {
        f"**1.** <@{BOB}> · [3×3]({theirs.link}) · 🏆 you can claim the win",
        f"**2.** <@{BOB}> · [3×3]({mine.link}) · ⚠️ your time is up",
    }


def test_a_board_whose_message_is_not_known_is_reached_by_its_channel():
    in_server = replace(game(1, 1, 5), message_id=None)
    in_direct_messages = replace(in_server, guild_id=None)
    assert in_server.nearest_link == f"https://discord.com/channels/{GUILD}/{HERE}"
    assert in_direct_messages.nearest_link == f"https://discord.com/channels/@me/{HERE}"


def test_of_more_games_than_fit_the_rest_is_counted():
    told = card.own_games(own(*[game(number, 1, 5) for number in range(12)]), ENGLISH)
    assert lines(told)[-3].startswith("**10.**")
    assert lines(told)[-2] == "-# And 2 more games"
    assert told.spoken
    assert "\n5. " in told.spoken.text
    assert "And 7 more games" in told.spoken.text


def test_who_has_nothing_on_is_shown_two_ways_to_begin():
    told = card.own_games(own(), ENGLISH)
    assert "Nothing on right now." in words(told)
    assert [button.label for button in told.controls] == ["Play me", "Daily puzzle"]


def test_challenges_to_answer_come_first_each_with_its_channel():
    terms = DEFAULTS.complete(Terms(), "random")
    sent = Challenge(1, HERE, ANN, BOB, terms, NOW + 300)
    received = Challenge(2, HERE, BOB, ANN, terms, NOW + 200)
    anyone = Challenge(3, HERE, ANN, None, terms, NOW + 100)
    waiting = to_answer_first([sent, received, anyone], ANN)
    assert lines(card.own_games(OwnGames(ANN, waiting=waiting), ENGLISH)) == [
        "### Your games 🎮",
        "**Challenges**",
        f"<@{BOB}> challenges you · <#{HERE}> · expires <t:{NOW + 200}:R>",
        f"Your open game · <#{HERE}> · expires <t:{NOW + 100}:R>",
        f"You challenged <@{BOB}> · <#{HERE}> · expires <t:{NOW + 300}:R>",
    ]


def test_of_more_challenges_or_cups_than_fit_the_rest_is_counted():
    terms = DEFAULTS.complete(Terms(), "random")
    waiting = [Challenge(number, HERE, BOB, ANN, terms, NOW + number) for number in range(6)]
    cups = [Cup(number, GUILD, HERE, EVE, "3x3", 60, "en-US", NOW + 600) for number in range(3)]
    for listed, rest in (
        (OwnGames(ANN, waiting=tuple(waiting)), "-# And 2 more challenges"),
        (OwnGames(ANN, cups=tuple(cups)), "-# And 1 more cup"),
    ):
        assert lines(card.own_games(listed, ENGLISH))[-1] == rest


def test_a_cup_says_when_it_starts_then_whom_one_plays_and_by_when_then_that_one_waits():
    joining = Cup(1, GUILD, HERE, EVE, "3x3", 60, "en-US", NOW + 600, players=(ANN, BOB, EVE, 9))
    running = joining.start(EVE, NOW, Random(1))
    pair = running.pair_of(ANN)
    assert pair
    playing = running.begin(pair, 7)
    won = running.with_pair(pair.with_winner(pair.players.index(ANN), Way.GAME))
    told = lines(card.own_games(OwnGames(ANN, cups=(joining, running)), ENGLISH))
    told += lines(card.own_games(OwnGames(ANN, cups=(playing, won)), ENGLISH))
    other = pair.opponent_of(ANN)
    way = f"[3×3](https://discord.com/channels/{GUILD}/{HERE})"
    assert [line for line in told if line.startswith("[3×3]")] == [
        f"{way} · starts <t:{NOW + 600}:R>",
        f"{way} · you play <@{other}> · due <t:{pair.due_at}:R>",
        f"{way} · you play <@{other}>",
        f"{way} · waiting for the next round",
    ]


def ended(number: int, termination: Termination, winner: Mark | None = None) -> Session:
    ending = Ending(termination, winner)
    return replace(game(number, 1, 5), ending=ending, ended_at=NOW + A_DAY)


def test_finished_games_are_numbered_after_those_that_are_on_and_so_is_their_menu():
    lost = replace(ended(3, Termination.TIME, Mark.O), game="misere")
    past = PastGames((lost, ended(2, Termination.STOPPED)))
    told = card.own_games(replace(own(game(1, 1, 5)), past=past), ENGLISH)
    assert lines(told)[-3:] == [
        "**Finished**",
        f"**2.** 🔳 loss · <@{BOB}> · Misère · <t:{NOW + A_DAY}:R>",
        f"**3.** no result · <@{BOB}> · <t:{NOW + A_DAY}:R>",
    ]
    [menu, _] = told.selects
    assert [(option.label, option.value) for option in menu.options] == [
        ("2. loss · Misère", "3"),
        ("3. no result · 3×3", "2"),
    ]


def test_other_pages_are_offered_only_where_there_are_some():
    sessions = (ended(9, Termination.TIME, Mark.O), ended(7, Termination.STOPPED))
    for has_newer, has_older, offered in (
        (False, False, []),
        (False, True, ["ttt:pastolder:7"]),
        (True, True, ["ttt:pastnewer:9", "ttt:pastolder:7"]),
    ):
        past = PastGames(sessions, has_newer, has_older)
        told = card.own_games(OwnGames(ANN, past=past), ENGLISH)
        assert [button.custom_id for button in told.controls[2:]] == offered


def test_in_words_finished_games_are_on_a_message_of_their_own_with_a_button_for_each():
    past = PastGames((ended(9, Termination.TIME, Mark.X), ended(7, Termination.STOPPED)))
    listed = OwnGames(ANN, past=past)
    on, finished = card.own_games(listed, ENGLISH).spoken, card.past_games(listed, ENGLISH).spoken
    assert on
    assert "win" not in on.text
    assert finished
    assert finished.text.splitlines()[1] == f"1. win, <@{BOB}>, <t:{NOW + A_DAY}:R>"
    assert [button.custom_id for row in finished.rows for button in row] == [
        "ttt:games",
        "ttt:review:9",
        "ttt:review:7",
    ]


def test_a_game_to_resign_is_chosen_by_its_number():
    listed = own(replace(game(4, 1), game="misere"), game(5, 1, 5))
    [menu] = card.own_games(listed, ENGLISH).selects
    assert [(option.label, option.value) for option in menu.options] == [
        ("1. 3×3", "5"),
        ("2. Misère", "4"),
    ]
    heard = card.own_games(listed, ENGLISH).spoken
    assert heard
    assert [button.custom_id for row in heard.rows for button in row] == [
        "ttt:games",
        "ttt:gamesatonce",
        "ttt:giveup:5",
        "ttt:giveup:4",
    ]


def test_before_somebody_resigns_they_see_the_board_and_what_it_costs_them():
    asked = resign_question(game(1, 1, 5), ANN, ENGLISH, in_list=True)
    assert f"<@{BOB}> wins, and the game counts." in words(asked)
    assert [button.custom_id for row in asked.rows for button in row] == [
        "ttt:giveupnow:1",
        "ttt:games",
    ]
    free = resign_question(game(1), ANN, ENGLISH, in_list=True)
    assert "It won't count for anyone." in words(free)


def test_after_they_have_resigned_the_list_says_so():
    over = ended(3, Termination.RESIGNATION, Mark.O)
    told = card.own_games(own(), ENGLISH, over)
    assert f"You resigned your game with <@{BOB}>." in words(told)


def test_when_they_are_told_can_be_changed_while_they_play_a_friend():
    for listed, said, names in (
        (own(game(1, 1)), "once half your time is gone.", ["ttt:games", "ttt:gamesatonce"]),
        (
            replace(own(game(1, 1)), told_at_once=True),
            "your turn, I mention you in the channel at once.",
            ["ttt:games", "ttt:gamesathalf"],
        ),
    ):
        told = card.own_games(listed, ENGLISH)
        assert said in words(told)
        assert [button.custom_id for button in told.controls] == names
    alone = card.own_games(own(game(1, 1, 5, other=Bot("easy"), time=None)), ENGLISH)
    assert "When it's your turn" not in words(alone)


def test_in_words_each_line_holds_the_address_of_its_board():
    heard = card.own_games(own(game(1, 1, 5)), ENGLISH).spoken
    assert heard
    assert heard.text.splitlines() == [
        "Your turn in 1 game",
        "Your turn",
        f"1. <@{BOB}>, 3×3, due <t:{NOW + TIME}:R>, https://discord.com/channels/{GUILD}/{HERE}/66",
        HALF_TIME.removeprefix("-# "),
    ]
