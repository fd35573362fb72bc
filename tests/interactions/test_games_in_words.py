"""Games played and read in words alone, by people who listen to Discord."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from simcord import InteractionResult

from bot.messages.custom_id import CustomId
from bot.play import transactions
from tests.support.requests import request
from tests.support.server import Server, buttons, labels, refused, text
from tests.support.walk import ANN, BOB, COUNTING, FRIENDS, hears, posts, redraws, walks


def cell_to_play(told: str) -> str:
    """What a player who only hears the text does: the centre or else the first free cell."""
    free = re.search(r"^Free: (.+)\.$", told, re.MULTILINE)[1].split(", ")
    return "5" if "5" in free else free[0]


async def play_to_the_end(who: Any, heard: InteractionResult) -> Iterator[str]:
    """Play by what is heard alone; returns everything that was."""
    told = [text(heard)]
    while "Your turn" in told[-1]:
        heard = await who.click(heard.response.message, label=cell_to_play(told[-1]))
        told.append(text(heard))
    return told


async def test_a_whole_game_is_played_from_messages_in_words_alone(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    heard = await server.ann.click(started.response.message, label="As text")
    assert refused(heard, "Your turn.", "You're X. I'm O. Level: perfect.", "No moves yet.")
    told = await play_to_the_end(server.ann, heard)
    assert re.match("I win this one!|It's a draw!", told[-1])
    assert "Press Rematch to play again." in told[-1]
    assert all(re.search(r"^Row 3: ", each, re.MULTILINE) for each in told)
    assert not re.search("[❌⭕*#]", "".join(told))


async def test_everyone_else_sees_its_board_change_where_it_stands(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    heard = await server.ann.click(started.response.message, label="As text")
    again = await server.ann.click(heard.response.message, label="1")
    assert again.ephemeral
    assert again.response.id != heard.response.id, "a new message is said aloud"
    assert "❌ 2️⃣ 3️⃣" in text(started)
    assert "I played **5**" in text(started)
    assert server.general.last_message.id == started.response.id
    session = await server.store.serve(
        request(server.ann.id, server.general.id), transactions.own_session
    )
    assert session.message_id is None, "the private message is not where the board is"


async def test_it_stays_a_board_if_the_other_taps_just_before_it_is_redrawn(server: Server):
    board = (await server.play_friends()).response.message
    await server.ann.click(board, label="1")
    heard = await server.bob.click(board, label="As text")
    seen = [each for each, shown in buttons(server.message(board)).items() if shown["label"] == "3"]
    await server.bob.click(heard.response.message, label="2")
    late = await server.send_press(server.ann, seen[0], board)
    assert "That board was out of date." in text(late)
    assert f"Your turn, <@{server.ann.id}>" in text(server.message(board))


async def test_after_a_restart_they_see_it_on_one_new_message(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    heard = await server.ann.click(started.response.message, label="As text")
    await server.restart(server.store)
    again = await server.ann.click(heard.response.message, label="1")
    shown = server.general.last_message
    assert shown.id not in {started.response.id, heard.response.id, again.response.id}
    await server.ann.click(again.response.message, label="2")
    assert server.general.last_message.id not in {
        started.response.id,
        heard.response.id,
        again.response.id,
    }


async def test_in_direct_messages_the_words_are_the_board(server: Server):
    started = await server.ann.user.slash("ttt start", level="perfect")
    heard = await server.ann.user.click(started.response.message, label="As text")
    again = await server.ann.user.click(heard.response.message, label="1")
    assert not again.ephemeral
    assert text(again).startswith("Your turn. I played 5.\nYou're X.")


HEARD = (posts(ANN, "start", "Your turn", level="perfect"), hears(ANN, "As text", "Your turn."))
MORE = "Offer draw\nResign"

test_in_words = walks(
    {
        "one of two friends plays while the other plays by eye": (
            *FRIENDS,
            hears(ANN, "As text", f"{MORE}\nPrefer text"),
            hears(ANN, "5", "It's @bob's turn. You played 5.", f"{MORE}\nRefresh"),
            redraws(BOB, "1", "Your turn, @ann"),
            hears(ANN, "As text", "Your turn. @bob played 1."),
        ),
        "the command tells the board and leaves it where it is": (
            posts(ANN, "start", "Your turn", level="perfect"),
            hears(ANN, "board", "Your turn.\n", "Row 1: 1, 2, 3.", text=True),
        ),
        "a drawn hint, review and puzzle can be read": (
            posts(ANN, "start", "Your turn", level="perfect"),
            hears(ANN, "Hint", "### Play 1: it keeps the draw"),
            hears(ANN, "As text", "Play 1: it keeps the draw"),
            hears(ANN, "Play 1", "Your turn. I played 5."),
            hears(ANN, "Hint", "Play "),
            hears(ANN, "As text", "Play "),
            hears(ANN, "Take back", "Your turn.", "No moves yet."),
            posts(ANN, "move", "I played", cell=1),
            posts(ANN, "resign", "resigned"),
            hears(ANN, "review", "**Move 1 of 2**"),
            hears(
                ANN, "As text", "Move 1 of 2, You played 1\nBest move.", "move by move:\ndraw, draw"
            ),
            hears(ANN, "Next", "I played 5", "The board before the move:\nRow 1: X, 2, 3."),
            hears(ANN, "puzzle", "### Practice puzzle 🧩", which="another"),
            hears(ANN, "As text", "Practice puzzle\n", "to play and", "\nRow 1: "),
            hears(ANN, CustomId("puzzle"), "\nRow 1: "),
        ),
        "giving up is asked, and its answer told": (
            *HEARD,
            hears(ANN, "1", "I played 5."),
            hears(ANN, "Resign", "Resign?\nI win, and the game counts."),
            hears(ANN, "Resign", "I win this one!", "### I win this one! 🏁"),
        ),
        "a rematch that both friends ask for is told to the one, and drawn for the other": (
            *COUNTING,
            posts(BOB, "resign", "resigned"),
            hears(ANN, "As text", "Press Rematch to play again."),
            posts(BOB, "Rematch", "wants a rematch"),
            hears(
                ANN,
                "Rematch",
                "It's @bob's turn.",
                "**Your turn, @bob** ⭕",
                "Game on!",
            ),
        ),
        "everything comes that only one person sees once text comes first": (
            *HEARD,
            hears(ANN, "Prefer text", "From now on you'll get text"),
            hears(ANN, "hint", "Play 1: it keeps the draw"),
            hears(ANN, "puzzle", "to play and", "\nRow 1: "),
            posts(ANN, "board", "❌ @ann"),
        ),
    }
)


async def test_a_press_on_what_was_heard_before_tells_the_game_as_it_is_now(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    heard = await server.ann.click(started.response.message, label="As text")
    await server.ann.click(started.response.message, label="1")
    late = await server.ann.click(heard.response.message, label="9")
    assert refused(
        late, "Your turn. I played 5.", "That board was out of date. Here's the game now."
    )
    await server.ann.slash(server.general, "ttt resign")
    late = await server.ann.click(heard.response.message, label="9")
    assert refused(late, "I win this one!")


async def test_in_direct_messages_what_a_late_press_is_told_is_the_board(server: Server):
    """Nobody else is there to see it, and a message only they see would go with the next start."""
    started = await server.ann.user.slash("ttt start", level="perfect")
    heard = await server.ann.user.click(started.response.message, label="As text")
    await server.ann.user.click(heard.response.message, label="1")
    late = await server.ann.user.click(heard.response.message, label="9")
    assert "That board was out of date." in text(late)
    assert not late.ephemeral
    await server.ann.user.slash("ttt resign")
    late = await server.ann.user.click(heard.response.message, label="9")
    assert text(late).startswith("I win this one!")
    assert not late.ephemeral


async def test_with_text_first_a_game_in_direct_messages_is_in_words(server: Server):
    started = await server.ann.slash(server.general, "ttt start")
    heard = await server.ann.click(started.response.message, label="As text")
    await server.ann.click(heard.response.message, label="Prefer text")
    alone = await server.ann.user.slash("ttt start", level="perfect")
    assert text(alone).startswith("Your turn.")
    assert text(await server.ann.user.slash("ttt start")).endswith("lists all of yours.")
    moved = await server.ann.user.slash("ttt move", cell=1)
    assert text(moved).startswith("Your turn. I played 5.")
    assert "moved down the channel" in text(alone)
    assert "Prefer text" not in labels(
        await server.ann.click(started.response.message, label="As text")
    )


async def test_with_text_first_the_buttons_of_help_answer_in_words(server: Server):
    shown = await server.ann.user.slash("ttt privacy")
    await server.ann.user.click(shown.response.message, label="Prefer text")
    asked = await server.ann.user.slash("ttt help")
    for label, words in (("Play me", "Your turn."), ("Daily puzzle", "Daily puzzle")):
        answer = await server.ann.user.click(asked.response.message, label=label)
        assert text(answer).startswith(words)
        assert "Row 1: " in text(answer)


@pytest.mark.parametrize(("game", "free"), [("5x5", "Free: 11, 12,"), ("fading", "Free: 1, 2,")])
async def test_larger_boards_and_fading_marks_are_played_by_ear(
    server: Server, game: str, free: str
):
    started = await server.ann.user.slash("ttt start", level="easy", game=game, first="me")
    heard = await server.ann.user.click(started.response.message, label="As text")
    assert free in text(heard)
    told = await play_to_the_end(server.ann.user, heard)
    assert re.search(r" wins!|^I win|^It's a draw", told[-1])


async def test_the_puzzle_of_the_day_is_solved_by_ear_the_news_first(server: Server):
    asked = await server.ann.slash(server.general, "ttt puzzle")
    heard = await server.ann.click(asked.response.message, label="As text")
    assert refused(heard, "Daily puzzle #", "to play and", "\nRow 1: ")
    told = []
    for cell in filter(str.isdigit, labels(heard)):
        heard = await server.ann.click(heard.response.message, label=cell)
        told.append(text(heard))
        if told[-1].startswith("Got it!"):
            break
    assert all(re.match("Not quite\n.+\nTry again!\n", each) for each in told[:-1])
    assert re.match(r"Got it! .+\n.+\n\d (try|tries)\nDaily puzzle #\d+\n", told[-1])
    assert labels(heard)[:2] == ["Share", "Another puzzle"]
