"""What each typed line does; none brings a traceback, and none an answer in Python."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.opponents import LEVELS
from tests.support.playground import conversation, talk, world


@pytest.mark.parametrize(
    ("one_way", "another"),
    [
        (["/ttt start first:them level:perfect mark:O"], ["/ttt start perfect O them"]),
        (["start perfect", "move 1"], ["/ttt start perfect", "/ttt move 1"]),
        (["/help"], ["/ttt help"]),
        (
            ["/ttt start level:hard mark:O", "click hint", "in #lounge", "as bob", "help"],
            [
                "/TTT Start LEVEL:Hard mark:o",
                "CLICK Hint",
                "In LOUNGE",
                "As @Bob",
                "HELP",
                " QUIT ",
                "help",
            ],
        ),
        ([], ["", "   ", " QUIT ", "start"]),
        ([], ["exit", "start"]),
    ],
)
async def test_the_same_may_be_typed_in_several_ways(one_way: list[str], another: list[str]):
    assert await conversation(*one_way) == await conversation(*another)


LAPSED = "Challenge expired"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["/ttt start perfect O them"], "Bot · perfect\n│ O @alice"),
        (
            ["/ttt watch rule of thumb o:full minimax"],
            "X Bot · rule of thumb\n│ O Bot · full minimax",
        ),
        (['/ttt start mark:O level:"rule of thumb"'], "X Bot · rule of thumb\n│ O @alice"),
        # A name may leave out its end and its accents.
        (["start misère"], "Misère: three in a row loses"),
        (["start game:Misère"], "Misère: three in a row loses"),
        (["start mis"], "Misère: three in a row loses"),
        (["start 4×4"], "4×4: four in a row wins"),
        (["start fad"], "Fading: only your last three marks stay"),
        (["start perf"], "Bot · perfect"),
        (["start level:full"], "Bot · full minimax"),
        (["start mark:o"], "O @alice"),
        (["start opponent:bo"], "Challenge sent to @bob."),
        # A switch is on where it is named.
        (["start", "board text"], "Row 1: 1, 2, 3."),
        (["start open"], "Your game is open to anyone."),
        # A click passes over newer games of others, unless nothing else is there.
        (
            [
                "start",
                "as bob",
                "start carol first:me",
                "as carol",
                "click accept",
                "as alice",
                "click 5",
            ],
            "Your turn, @alice",
        ),
        (["/ttt start", "as bob", "click 1"], "someone else's game"),
        (["menu Challenge to tic-tac-toe bob"], "Challenge sent to @bob."),
        (
            ["start perfect", "1", "2", "9", "menu review this game"],
            "Your one mistake: move 5, cell 9",
        ),
        (["start 5x5"], "│   51 │ 52 │ 53 │ 54 │ 55"),
        (["start perfect", "1", "privacy", "export"], "\n    3x3 X: 1 "),
        # A challenge lapses when one waits for it.
        (["/ttt start bob", "wait 200", "wait 41s", "wait 1 M"], LAPSED),
        (["/ttt start bob", "wait 1h"], LAPSED),
        # Only the newest message counts for what can be pressed.
        (
            ["start perfect", "privacy", "fly me"],
            "Type /ttt start to play, a number to tap that cell, or help.",
        ),
        (
            ["start perfect", "privacy", "click fly"],
            (
                "no button “fly” here now. You can press: Turn off challenges, Prefer text, "
                "Export, Delete."
            ),
        ),
        # A number after the end is no cell of any board, and an older hint is no board.
        (
            ["start perfect", "1", "hint", "2", "9", "3"],
            "no button “3” here now. You can press: Rematch, Review, Easier, As text.",
        ),
        (
            ["privacy", "3"],
            "no button “3” here now. You can press: Turn off challenges, Prefer text,",
        ),
        # More than a command may be a label that is nowhere here.
        (["start", "claim win"], "no button “claim win” here now. You can press: 1, 2, 3,"),
        (["claim win"], "There's no button here yet."),
        (
            ["as carol", "settings", "choose hard", "choose Board: 🌞 🌙", "start"],
            "🌞 @carol\n│ 🌙 Bot · hard",
        ),
    ],
)
async def test_what_is_typed_leads_to_what_is_shown_last(lines: list[str], words: str):
    assert words in (await conversation(*lines))[-1]


CHOICES = {
    "fading": "[Game: Fading ▾]",
    "misère": "[Game: Misère ▾]",
    "3x3": "[Game: 3×3 ▾]",
    "LEVEL: h": "[Level: hard ▾]",
    "30": "30 minutes per move ▾]",
    "de": "Deutsch ▾]",
    "espanol": "Español ▾]",
    "chess": "Level: easy, normal, hard, expert, perfect",
    "": "Game: 3×3, 4×4, 5×5, Misère, Fading",
    "1": "“1” could be 1 minute per move, 10 minutes per move,",
}


async def test_what_is_on_a_list_is_chosen_by_its_words_by_their_beginning_or_by_its_short_name():
    _, *answers = await conversation(
        "as carol", "settings", *(f"choose {what}" for what in CHOICES)
    )
    for (what, words), shown in zip(CHOICES.items(), answers, strict=True):
        assert words in shown, what


async def test_a_bare_number_taps_and_a_bare_label_presses():
    shown = await conversation("/ttt start perfect", "1", "start", "resign", "resign", "review")
    assert " X │ 2 │ 3" in shown[1]
    assert "Resign?" in shown[3]
    assert "@alice resigned" in shown[4]
    assert "Move 1 of 2" in shown[5]


@pytest.mark.parametrize(
    "between",
    [[], ["board"], ["as text"], ["hint"], ["puzzle"], ["in #lounge", "start", "1", "in #general"]],
)
async def test_resign_typed_twice_resigns_whatever_was_shown_in_between(between: list[str]):
    shown = await conversation("start", "5", "start", "resign", *between, "resign")
    assert any("@alice resigned" in text for text in shown)
    assert sum("Resign?" in text for text in shown) == 1


async def test_an_old_question_is_not_what_a_word_answers_in_the_next_game():
    game = "start", "5", "start", "resign"
    shown = await conversation(*game, "/ttt resign", *game, "resign")
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
        pressable = ", ".join([*sorted(cells["puzzle"]), "As text"])
        assert shown[3] == (
            f"There's no button “{absent}” here now. You can press: {pressable}. "
            "To play a game further up, bring it down with /ttt board."
        )
        for line in ("board", absent):
            await alice.take(line)
        assert "I played" in shown[-1]
        assert absent not in cells_of(shown[-1])


def cells_of(shown: str) -> set[str]:
    """The cells that are free on what is shown."""
    return set(re.findall(r"│ +(\d)(?= │|$)", shown, re.MULTILINE))


async def test_help_tells_what_every_command_does():
    async with world() as here:
        shown: list[str] = []
        await talk(here, shown).take("help")
        lines = shown[0].splitlines()
        assert lines[1].startswith("/ttt start")
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


SENSELESS = [
    ("hello", "Type /ttt start to play"),
    ("click", "Type it like this: click 5"),
    ("wait soon", "wait takes seconds, minutes or hours, up to a day"),
    ("wait 86401", "wait takes seconds, minutes or hours, up to a day"),
    ("wait 99999999", "wait takes seconds"),
    ("help me", "There's no command me."),
    ("menu", "Type it like this: menu Review this game"),
    ("click 5", "There's no button here yet."),
    ("5", "There's no button here yet."),
    ("/foo", "There's no command /foo. Try /ttt start"),
    ("/", "There's no command /. Try /ttt start"),
    ("/ttt", "There's no command /ttt. Try /ttt start"),
    ("/ttt move", "/ttt move needs cell: a number from 1 to 55."),
    ("/ttt move five", "“five” doesn't fit: cell can be a number from 1 to 55."),
    ("/ttt move cell:five", "cell can be a number from 1 to 55."),
    ("/ttt move 56", "cell can be a number from 1 to 55."),
    ("/ttt move -1", "cell can be a number from 1 to 55."),
    ("/ttt move 1 2", "“2” doesn't fit"),
    ("/ttt start speed:9", "The options are opponent, game, level, mark"),
    ("/ttt start game:chess", "game can be 3x3, 4x4, 5x5, misere or fading."),
    ("/ttt start m", "“m” could be misere, minimax or me."),
    ("/ttt start level:e", "“e” could be easy or expert."),
    ("/ttt watch x:minimax", "“minimax” could be minimax depth 1, minimax depth 2,"),
    ("/ttt start opponent:dave", "opponent can be alice, bob or carol."),
    ("/ttt start opponent:", "opponent can be alice, bob or carol."),
    ("menu Dance bob", "Challenge to tic-tac-toe or Review this game"),
    ("menu Review this game", "There's no button here yet."),
    ("menu Challenge to tic-tac-toe dave", "alice, bob or carol"),
    ("/ttt start godlike", "“godlike” doesn't fit. The options are opponent, game, level, mark"),
    ("/ttt start level:impossible", "level can be " + ", ".join(LEVELS)),
    ("/ttt move cell:5 cell:6", "You gave cell twice"),
    ("/ttt resign now", "/ttt resign takes nothing more"),
    ("as dave", "There's no dave here. Try alice, bob or carol."),
    ("in #attic", "Try #general or #lounge."),
    ("choose hard", "There's no list to choose from here."),
    ("/ttt start" + " rule of" * 2000, "doesn't fit"),
]


async def test_what_makes_no_sense_is_answered_with_a_hint():
    answers = await conversation(*(line for line, _ in SENSELESS))
    for (line, hint), shown in zip(SENSELESS, answers, strict=True):
        assert hint in shown, line
        assert "Option '" not in shown, line
        assert "['" not in shown, line


async def test_what_a_terminal_would_obey_is_not_repeated():
    [shown] = await conversation("as \x1b[31m" + "a" * 1000)
    assert "\x1b" not in shown
    assert len(shown) < 100


async def test_a_demo_game_plays_on_while_time_goes_by():
    shown = await conversation(
        "/ttt watch", "click play it out", "wait 9", "wait 0", "click review"
    )
    assert 6 <= len(shown) <= 12
    assert "Next · Play it out" in shown[-3]
    assert "Review" in shown[-2]
    assert "Move " in shown[-1]


async def test_what_a_newer_board_overtook_is_not_shown_again():
    shown = await conversation("/ttt start perfect", "/ttt move 1", "/ttt board")
    assert len(shown) == 3
    assert not any("further down" in text for text in shown)


words = st.sampled_from(
    [
        "/ttt",
        "start",
        "move",
        "board",
        "resign",
        "click",
        "as",
        "in",
        "dm",
        "menu",
        "bob",
        "5",
        "cell:5",
        ":",
    ]
)


@settings(max_examples=15)
@given(st.lists(st.lists(words | st.text(max_size=8), max_size=4).map(" ".join), max_size=8))
async def test_no_line_is_answered_by_a_traceback(lines: list[str]):
    shown = await conversation(*lines)
    assert not any("Discord wouldn't allow" in text for text in shown)


@pytest.mark.parametrize("game", ["3x3", "5x5"])
async def test_the_bots_last_move_has_brackets_around_it(game: str):
    shown = await conversation(f"start {game}", "1" if game == "3x3" else "33")
    assert shown[-1].count("[O]") == 1


async def test_a_button_may_be_called_as_a_way_to_be_someone_else():
    shown = await conversation("/ttt start", "as text")
    assert "Row 1: 1, 2, 3." in shown[-1]
