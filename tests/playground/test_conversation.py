"""What each typed line does; none brings a traceback, and none an answer in Python."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.playground.simulated_discord import START, Message
from engine.opponents import LEVELS
from tests.support.playground import conversation, talk, world

SAME = [
    ("/ttt start first:them level:perfect mark:O", "start perfect O them"),
    ("hint", "HINT"),
    ("as bob", "As @Bob"),
    ("/ttt start first:them", "/ttt start first:bot"),
    ("as carol", "as Carol"),
    ("/ttt watch x:minimax depth 2", "/ttt watch x:minimax"),
    ("in #lounge", "IN Lounge"),
    ("/ttt watch x:rule of thumb", 'WATCH X:"Rule of thumb"'),
    ("as alice", "AS alice"),
    ("/ttt start game:misere", "/ttt start Misère"),
    ("/ttt board text:True", "board text"),
    ("as bob", "as bob"),
    ("/ttt start game:4x4", "/ttt start game:4×4"),
    ("help", "/ttt"),
    ("help", "?"),
    ("quit", " EXIT "),
]
"""Lines, one after another, and how else each may be typed."""


async def test_the_same_may_be_typed_in_several_ways():
    one_way, another = zip(*SAME, strict=True)
    assert await conversation(*one_way) == await conversation(*another, "start")
    assert await conversation("", "   ", " QUIT ", "start") == []


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["start open"], "Who's in?"),
        (["/ttt start", "as bob", "1"], "someone else's game"),
        (["start perfect", "1", "privacy", "export"], "\n  3x3 X: 1 "),
        # The newest message may be someone else's.
        (["start", "as bob", "start", "as alice", "5"], "Your turn, @alice"),
        # More than a command may be a label, and a label may begin like a command of ours.
        (
            ["start", "hello"],
            "no button “hello” here now. You can press: 1, 2, 3, 4, 5, 6, 7, 8, 9, Hint, As text. "
            "Type /ttt start to play, a number to tap that cell",
        ),
        (["start", "claim win"], "no button “claim win” here now. You can press: 1, 2, 3,"),
        (["start", "as text"], "Row 1: 1, 2, 3."),
        (["as carol", "settings", "hard", "Board: 🌞 🌙", "start"], "Bot · hard"),
    ],
)
async def test_what_is_typed_leads_to_what_is_shown_last(lines: list[str], words: str):
    assert words in (await conversation(*lines))[-1]


async def test_a_taken_cell_is_told_as_taken():
    shown = await conversation("start perfect", "1", "1", "move 1", "5")
    assert shown[2].startswith("Cell 1 is taken. Try 2, 3, 4, 6, 7, 8 or 9.")
    assert shown[3] == shown[2]
    assert shown[4].startswith("Cell 5 is taken.")


async def test_a_cell_that_is_not_on_the_board_is_told_as_such():
    shown = await conversation("start 5x5", "5")
    assert shown[-1].startswith("No such cell. Type a row, then a column: 11 to 55.")


async def test_after_the_end_a_number_is_told_that_the_game_is_over():
    shown = await conversation("start perfect", "1", "2", "9", "3")
    assert "I win" in shown[-2]
    assert shown[-1] == "This game is over. Start another: /ttt start"


async def test_move_names_the_free_cells_of_this_game():
    *_, needs, wrong, absent = await conversation(
        "start perfect", "1", "/ttt move", "/ttt move five", "move 99"
    )
    assert needs == "/ttt move needs cell: 2, 3, 4, 6, 7, 8 or 9."
    assert wrong == absent == "cell can be 2, 3, 4, 6, 7, 8 or 9."


async def test_a_hint_in_words_takes_its_own_cell_too():
    shown = await conversation("start perfect O them", "hint", "as text", "1", "2", "3", "7", "9")
    assert not any("no button" in text for text in shown)


async def test_a_number_is_a_cell_of_the_newest_board_and_of_no_other():
    shown: list[str] = []
    async with world() as here:
        alice = talk(here, shown)
        for line in ("start perfect", "5", "puzzle"):
            await alice.take(line)
        game, puzzle = map(cells, here.messages(START))
        absent = min(set(game) - set(puzzle))
        await alice.take(absent)
        assert shown[-1] == (
            f"There's no button “{absent}” here now. "
            f"You can press: {', '.join(puzzle)}, As text. "
            "To play a game further up, bring it down with /ttt board."
        )
        for line in ("board", absent):
            await alice.take(line)
        assert absent not in cells(here.messages(START)[-1])


def cells(board: Message) -> list[str]:
    """The numbers that can be tapped."""
    labels = [button["label"] for button in board.buttons]
    return [label for label in labels if label.isdecimal()]


async def test_resign_typed_twice_resigns_although_the_board_was_brought_down_in_between():
    shown = await conversation("start", "5", "start", "resign", "board", "resign")
    assert sum("Resign?" in text for text in shown) == 1
    assert "@alice resigned" in shown[-1]


async def test_a_board_that_goes_on_further_down_is_not_shown_again():
    shown = await conversation("/ttt start perfect", "/ttt move 1", "/ttt board")
    assert len(shown) == 3
    assert "moved down" not in str(shown)


async def test_wait_says_what_time_it_is_and_that_nothing_happened():
    [shown] = await conversation("wait 5m")
    assert re.fullmatch(r"It's now \w+day, \d\d:\d\d\. Nothing happened\.", shown)


async def test_wait_shows_what_happens_meanwhile():
    *_, expired, now = await conversation("start bob", "wait 6m")
    assert "Challenge expired" in expired
    assert re.fullmatch(r"It's now \w+day, \d\d:\d\d\.", now)


async def test_a_demo_game_plays_on_while_time_goes_by():
    *_, end, _, review = await conversation("watch", "wait 10", "review")
    assert "[Review]" in end
    assert "Move " in review


LISTED = {
    "fading": "[Game: Fading ▾] 3×3, 4×4, 5×5, Misère, Fading",
    "level: HARD": "[Level: hard ▾] easy, normal, hard, expert, perfect",
    "Deutsch": "[Language: Deutsch ▾] automatic, Bahasa Indonesia,",
}


async def test_what_is_on_a_list_is_shown_and_chosen_by_its_words():
    _, *answers = await conversation("as carol", "settings", *LISTED)
    for (what, words), shown in zip(LISTED.items(), answers, strict=True):
        assert words in shown, what


async def test_help_tells_what_every_command_does():
    async with world() as here:
        shown: list[str] = []
        await talk(here, shown).take("help")
        lines = shown[0].splitlines()
        for command in here.commands:
            [line] = [line for line in lines if line.startswith(f"/{command.path} ")]
            assert line.endswith(command.description)
    for word in ("as", "in", "wait", "help", "quit"):
        assert any(line.split()[:1] == [word] for line in lines), word
    assert max(map(len, lines)) < 90


async def test_help_with_a_command_tells_what_it_can_be_told():
    for shown in await conversation("help start", "help /ttt start", "? ttt start"):
        assert ", ".join(LEVELS) in shown
        assert "a number from 1 to 1440" in shown


SENSELESS = [
    ("hello", "Type /ttt start to play"),
    ("as", "Type it like this: as bob"),
    ("wait soon", "wait takes seconds, minutes or hours, up to a day"),
    ("wait 86401", "wait takes seconds, minutes or hours, up to a day"),
    ("help me", "There's no command me."),
    ("5", "There's no button here yet."),
    ("hint 5", "There's no button here yet."),
    ("/foo", "There's no command /foo. Try /ttt start"),
    ("/ttt move", "/ttt move needs cell: a number from 1 to 55."),
    ("/ttt move -1", "cell can be a number from 1 to 55."),
    ("/ttt move 1 2", "cell can be a number from 1 to 55."),
    ("/ttt start speed:9", "The options are opponent, game, level, mark"),
    ("/ttt start game:chess", "game can be 3x3, 4x4, 5x5, misere or fading."),
    ("/ttt start opponent:", "opponent can be alice, bob or carol."),
    ("/ttt start godlike", "“godlike” doesn't fit. The options are opponent, game, level, mark"),
    ("/ttt start level:impossible", "level can be " + ", ".join(LEVELS)),
    ("/ttt move cell:5 cell:6", "You gave cell twice"),
    ("/ttt resign now", "/ttt resign takes nothing more"),
    ("as dave", "There's no dave here. Try alice, bob or carol."),
    ("in #attic", "Try #general or #lounge."),
    ("/ttt start" + " rule of" * 2000, "doesn't fit"),
]


async def test_what_makes_no_sense_is_answered_with_a_hint():
    answers = await conversation(*(line for line, _ in SENSELESS))
    for (line, hint), shown in zip(SENSELESS, answers, strict=True):
        assert hint in shown, line


async def test_what_a_terminal_would_obey_is_not_repeated():
    [shown] = await conversation("as \x1b[31m" + "a" * 1000)
    assert "\x1b" not in shown
    assert len(shown) < 100


WORDS = ["/ttt", "start", "move", "board", "resign", "as", "in", "dm", "menu", "bob", "5", ":"]
words = st.sampled_from(WORDS) | st.text(max_size=8)


@settings(max_examples=3)
@given(st.lists(st.lists(words, max_size=4).map(" ".join), min_size=20, max_size=40))
async def test_no_line_is_answered_by_a_traceback(lines: list[str]):
    shown = await conversation(*lines)
    assert not any("Discord wouldn't allow" in text for text in shown)
