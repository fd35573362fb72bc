"""What each line that is typed does; none brings a traceback, and none of them an answer in Python."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.opponents import LEVELS
from tests.support.playground import conversation, talk, world


async def test_options_come_by_name_or_in_order():
    by_name = await conversation("/ttt start first:them level:perfect mark:O")
    in_order = await conversation("/ttt start perfect O them")
    assert by_name == in_order
    assert "Bot (perfect) vs ⭕ @alice" in by_name[0]


async def test_upper_and_lower_case_are_the_same():
    plain = await conversation("/ttt start level:hard mark:O", "click resign", "in #lounge", "as bob", "help")
    other = await conversation(
        "/TTT Start LEVEL:Hard mark:o", "CLICK Resign", "In GENERAL", "in LOUNGE", "As @Bob", "HELP", "Quit"
    )
    assert plain == other


async def test_a_bare_number_taps_and_a_bare_label_presses():
    shown = await conversation("/ttt start perfect", "1", "resign", "resign", "review")
    assert "❌  2  3" in shown[1]
    assert "Resign?" in shown[2]
    assert "@alice resigned" in shown[3]
    assert "Review" in shown[4]


@pytest.mark.parametrize(
    "between", [[], ["board"], ["read"], ["hint"], ["puzzle"], ["in #lounge", "start", "1", "in #general"]]
)
async def test_resign_typed_twice_resigns_whatever_was_shown_in_between(between: list[str]):
    shown = await conversation("start", "5", "resign", *between, "resign")
    assert any("@alice resigned" in text for text in shown)
    assert sum("Resign?" in text for text in shown) == 1


async def test_an_old_question_is_not_what_a_word_answers_in_the_next_game():
    shown = await conversation("start", "5", "resign", "/ttt resign", "start", "5", "resign", "resign")
    assert sum("@alice resigned" in text for text in shown) == 2


async def test_a_number_is_a_cell_of_the_newest_board_and_of_no_other():
    shown: list[str] = []
    async with world() as here:
        alice = talk(here, shown)
        for line in ("start perfect", "5", "puzzle"):
            await alice.take(line)
        cells = {"game": cells_of(shown[1]), "puzzle": cells_of(shown[2])}
        [absent, *_] = sorted(cells["game"] - cells["puzzle"])
        await alice.take(absent)
        pressable = ", ".join([*sorted(cells["puzzle"]), "Read"])
        assert shown[3] == (
            f'There\'s no button "{absent}" here now. You can press: {pressable}. '
            "To play in a game further up, bring it down with /ttt board."
        )
        for line in ("board", absent):
            await alice.take(line)
        assert "I played" in shown[-1]
        assert absent not in cells_of(shown[-1])


def cells_of(shown: str) -> set[str]:
    """The cells that can be pressed on what is shown."""
    return set(re.findall(r"\[(\d)\]", shown.splitlines()[-1]))


async def test_a_command_needs_neither_slash_nor_ttt():
    assert await conversation("start perfect", "move 1") == await conversation(
        "/ttt start perfect", "/ttt move 1"
    )
    assert await conversation("/help") == await conversation("/ttt help")


async def test_a_click_passes_over_newer_games_of_others():
    shown = await conversation(
        "/ttt start", "as bob", "/ttt start carol first:me", "as carol", "click accept", "as alice", "click 5"
    )
    assert "@alice vs" in shown[-1]
    assert "Your turn, @alice" in shown[-1]


async def test_where_only_others_can_act_a_click_shows_what_the_bot_says_to_that():
    shown = await conversation("/ttt start", "as bob", "click 1")
    assert "someone else's game" in shown[1]
    assert "(only you see this)" in shown[1]


async def test_help_tells_what_every_command_does():
    async with world() as here:
        shown: list[str] = []
        await talk(here, shown).take("help")
        lines = shown[0].splitlines()
        for command in here.commands:
            [line] = [line for line in lines if line.startswith(f"/{command.path} ")]
            assert line.endswith(command.description)
    for word in ("click", "as", "in", "dm", "menu", "wait", "help", "quit"):
        assert any(line.split()[0] == word for line in lines)


@pytest.mark.parametrize("line", ["help start", "help /ttt start", "? ttt start"])
async def test_help_with_a_command_tells_what_it_can_be_told(line: str):
    [shown] = await conversation(line)
    assert "level:" in shown
    assert ", ".join(LEVELS) in shown
    assert "a number from 1 to 1440" in shown


@pytest.mark.parametrize("goodbye", ["quit", "exit", " QUIT "])
async def test_nothing_is_done_after_a_goodbye(goodbye: str):
    assert await conversation(goodbye, "/ttt start") == []


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("hello", "Type /ttt start to play"),
        ("click", "Type it like this: click 5"),
        ("wait soon", "wait takes seconds, minutes or hours, up to a day"),
        ("wait 86401", "wait takes seconds, minutes or hours, up to a day"),
        ("wait 99999999", "wait takes seconds"),
        ("help me", "There's no command me."),
        ("menu", "Type it like this: menu Challenge to tic-tac-toe bob"),
        ("click 5", "There's no button here yet."),
        ("5", "There's no button here yet."),
        ("/foo", "There's no command /foo. Try /ttt start"),
        ("/", "There's no command /. Try /ttt start"),
        ("/ttt", "There's no command /ttt. Try /ttt start"),
        ("/ttt move", "/ttt move needs cell: a number from 1 to 55."),
        ("/ttt move five", '"five" doesn\'t fit: cell can be a number from 1 to 55.'),
        ("/ttt move cell:five", "cell can be a number from 1 to 55."),
        ("/ttt move 56", "cell can be a number from 1 to 55."),
        ("/ttt move -1", "cell can be a number from 1 to 55."),
        ("/ttt move 1 2", '"2" doesn\'t fit'),
        ("/ttt start speed:9", "It takes opponent, game, level, mark"),
        ("/ttt start game:chess", "game can be 3x3, 4x4, 5x5, misere or fading."),
        ("/ttt start m", '"m" could be misere, minimax or me.'),
        ("/ttt start level:e", '"e" could be easy or expert.'),
        ("/ttt watch x:minimax", '"minimax" could be minimax depth 1, minimax depth 2,'),
        ("/ttt start opponent:dave", "opponent can be alice, bob or carol."),
        ("/ttt start opponent:", "opponent can be alice, bob or carol."),
        ("menu Dance bob", "Challenge to tic-tac-toe"),
        ("menu Challenge to tic-tac-toe dave", "alice, bob or carol"),
        ("/ttt start godlike", '"godlike" doesn\'t fit. It takes opponent, game, level, mark'),
        ("/ttt start level:impossible", "level can be " + ", ".join(LEVELS)),
        ("/ttt move cell:5 cell:6", "cell is there twice"),
        ("/ttt resign now", "/ttt resign takes nothing more"),
        ("as dave", "There's no dave here. Try alice, bob or carol."),
        ("in #attic", "Try #general or #lounge."),
    ],
)
async def test_what_makes_no_sense_is_answered_with_a_hint(line: str, hint: str):
    [shown] = await conversation(line)
    assert hint in shown
    assert "Option '" not in shown
    assert "['" not in shown


async def test_a_refusal_lists_the_buttons_of_the_newest_message_alone():
    shown = await conversation("start perfect", "privacy", "fly me")
    assert shown[-1] == "Type /ttt start to play, a number to tap that cell, or help."
    shown = await conversation("start perfect", "privacy", "click fly")
    assert shown[-1] == (
        'There\'s no button "fly" here now. You can press: Challenges off, Text first, Export, Delete.'
    )


async def test_what_a_terminal_would_obey_is_not_repeated():
    [shown] = await conversation("as \x1b[31m" + "a" * 1000)
    assert "\x1b" not in shown
    assert len(shown) < 100


async def test_an_empty_line_says_nothing():
    assert await conversation("", "   ") == []


async def test_a_choice_of_several_words_is_typed_as_it_stands():
    shown = await conversation(
        "/ttt watch rule of thumb o:full minimax", '/ttt start mark:O level:"rule of thumb"'
    )
    assert "❌ Bot (rule of thumb) vs ⭕ Bot (full minimax)" in shown[0]
    assert "❌ Bot (rule of thumb) vs ⭕ @alice" in shown[1]


async def test_a_demo_game_plays_on_while_time_goes_by():
    shown = await conversation("/ttt watch", "click play it out", "wait 9", "wait 0", "click review")
    assert 6 <= len(shown) <= 12
    assert "[Next] [Play it out]" in shown[-3]
    assert "[Review]" in shown[-2]
    assert "Review · move" in shown[-1]


async def test_a_thousand_words_are_a_hint_and_no_crash():
    [shown] = await conversation("/ttt start" + " rule of" * 2000)
    assert "doesn't fit" in shown


@pytest.mark.parametrize("time", ["301", "301s", "6m", "6 M", "1h"])
async def test_a_challenge_lapses_when_one_waits_for_it(time: str):
    shown = await conversation("/ttt start bob", f"wait {time}")
    assert "Challenge expired" in shown[-1]


async def test_what_a_newer_board_overtook_is_not_shown_again():
    shown = await conversation("/ttt start perfect", "/ttt move 1", "/ttt board")
    assert len(shown) == 3
    assert not any("further down" in text for text in shown)


async def test_friends_play_it_through():
    shown = await conversation(
        "/ttt start bob first:me", "as bob", "click accept", "click 5", "as alice", "click 5", "/ttt move 1"
    )
    assert "@bob, @alice wants to play tic-tac-toe!" in shown[0]
    assert "Expires in 5 minutes" in shown[0]
    assert "Your turn, @alice ❌" in shown[1]
    assert "@alice, @bob accepted. You go first!" in shown[2]
    assert "It's @alice's turn." in shown[3]
    assert "Your turn, @bob ⭕" in shown[4]
    assert "It's @bob's turn." in shown[5]


async def test_the_menu_of_a_name_challenges_too():
    [shown] = await conversation("menu Challenge to tic-tac-toe bob")
    assert "@bob, @alice wants to play" in shown


words = st.sampled_from(
    ["/ttt", "start", "move", "board", "resign", "click", "as", "in", "dm", "menu", "bob", "5", "cell:5", ":"]
)


@settings(max_examples=15)
@given(st.lists(st.lists(words | st.text(max_size=8), max_size=4).map(" ".join), max_size=8))
async def test_no_line_is_answered_by_a_traceback(lines: list[str]):
    shown = await conversation(*lines)
    assert not any("Discord wouldn't allow" in text for text in shown)


async def test_a_list_on_a_message_is_chosen_from_by_the_words_it_shows():
    shown = await conversation("as carol", "settings", "choose hard", "choose Board: 🌞 🌙", "start")
    assert "[Level: normal ▾]" in shown[0]
    assert "[Level: hard ▾]" in shown[1]
    assert "🌞 @carol vs 🌙 Bot (hard)" in shown[3]


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("fading", "[Fading: only your last three marks stay ▾]"),
        ("misère", "[Misère: three in a row loses ▾]"),
        ("3x3", "[3×3: three in a row wins ▾]"),
        ("LEVEL: h", "[Level: hard ▾]"),
        ("30", "[30 minutes per move ▾]"),
        ("de", "[Sprache: Deutsch ▾]"),
        ("espanol", "[Idioma: Español ▾]"),
    ],
)
async def test_a_choice_is_typed_by_its_beginning_or_its_short_name(typed: str, chosen: str):
    shown = await conversation("as carol", "settings", f"choose {typed}")
    assert chosen in shown[-1] or chosen.partition(": ")[2] in shown[-1]


@pytest.mark.parametrize("line", ["choose chess", "choose"])
async def test_what_cannot_be_chosen_is_answered_with_what_can(line: str):
    shown = await conversation("as carol", "settings", line)
    assert "Level: easy, normal, hard, expert, perfect" in shown[-1]
    assert "3×3: three in a row wins, 4×4: four in a row wins" in shown[-1]
    assert "Deutsch" in shown[-1]


async def test_a_beginning_that_fits_several_choices_is_answered_with_those():
    shown = await conversation("as carol", "settings", "choose 1")
    assert shown[-1].startswith('"1" could be 1 minute per move, 10 minutes per move,')


async def test_where_nothing_can_be_chosen_choose_says_so():
    assert await conversation("choose hard") == ["There's no list to choose from here."]


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("misère", "Misère: three in a row loses"),
        ("game:Misère", "Misère: three in a row loses"),
        ("mis", "Misère: three in a row loses"),
        ("4×4", "4×4: four in a row wins"),
        ("game:5×5", "5×5: four in a row wins"),
        ("fad", "Fading: only your last three marks stay"),
        ("perf", "Bot (perfect)"),
        ("level:full", "Bot (full minimax)"),
        ("mark:o", "⭕ @alice"),
        ("opponent:bo", "@bob, @alice wants to play"),
    ],
)
async def test_a_name_may_leave_out_its_end_and_its_accents(typed: str, title: str):
    [shown] = await conversation(f"start {typed}")
    assert title in shown


async def test_a_switch_is_on_where_it_is_named():
    shown = await conversation("start", "board text", "in #lounge", "start open")
    assert "Row 1: 1, 2, 3." in shown[1]
    assert "Join" in shown[2]


async def test_an_export_shows_its_file():
    shown = await conversation("start perfect", "1", "privacy", "export")
    assert "my-games.txt" in shown[-1]
    assert "# Kept by the tic-tac-toe bot" in shown[-1]
    assert "\n    3x3 X: 1 " in shown[-1]


async def test_start_is_the_first_command_of_all():
    [shown] = await conversation("help")
    assert shown.splitlines()[1].startswith("/ttt start")


@pytest.mark.parametrize("game", ["3x3", "5x5"])
async def test_the_bots_last_move_has_an_arrow_beside_its_row(game: str):
    shown = await conversation(f"start {game}", "1" if game == "3x3" else "33")
    rows = [line for line in shown[-1].splitlines() if "⭕" in line and "@" not in line]
    assert rows[0].endswith(" ←")


async def test_larger_boards_have_their_numbers_in_the_cells():
    [shown] = await conversation("start 5x5")
    assert "│ 51 52 53 54 55" in shown
