"""Games played and read in words alone, by people who listen to Discord."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from simcord import InteractionResult

from bot.storage import transactions
from tests.support.requests import request
from tests.support.server import Server, labels, refused, text


def cell_to_play(told: str) -> str:
    """What a player who only hears the text does: the centre or else the first cell that is free."""
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
    heard = await server.ann.click(started.response.message, label="Read")
    assert refused(heard, "Your turn.", "You're X. I'm O, at level perfect.", "No moves yet.")
    told = await play_to_the_end(server.ann, heard)
    assert re.match("I win this one!|It's a draw!", told[-1])
    assert "Press Rematch to play again." in told[-1]
    assert all(re.search(r"^Row 3: ", each, re.MULTILINE) for each in told)
    assert not re.search("[❌⭕*#]", "".join(told))


async def test_everyone_else_sees_its_board_change_where_it_stands(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    heard = await server.ann.click(started.response.message, label="Read")
    again = await server.ann.click(heard.response.message, label="1")
    assert again.ephemeral
    assert again.response.id != heard.response.id, "a new message is said aloud"
    assert "❌ 2️⃣ 3️⃣" in text(started)
    assert "I played **5**" in text(started)
    assert server.general.last_message.id == started.response.id
    session = await server.store.run(transactions.own_session, request(server.ann.id, server.general.id))
    assert session.message_id is None, "the private message is not where the board is"


async def test_after_a_restart_they_see_it_on_one_new_message(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    heard = await server.ann.click(started.response.message, label="Read")
    await server.restart(server.store)
    again = await server.ann.click(heard.response.message, label="1")
    shown = server.general.last_message
    assert shown.id not in {started.response.id, heard.response.id, again.response.id}
    await server.ann.click(again.response.message, label="2")
    assert server.general.last_message.id not in {started.response.id, heard.response.id, again.response.id}


async def test_in_direct_messages_the_words_are_the_board(server: Server):
    started = await server.ann.user.slash("ttt start", level="perfect")
    heard = await server.ann.user.click(started.response.message, label="Read")
    again = await server.ann.user.click(heard.response.message, label="1")
    assert not again.ephemeral
    assert text(again).startswith("Your turn. I played 5.\nYou're X.")


async def test_two_friends_play_one_by_ear_and_one_by_eye(server: Server):
    await server.ann.slash(server.general, "ttt start", opponent=server.bob, mark="X", first="me")
    board = await server.bob.click(server.general.last_message, label="Accept")
    heard = await server.ann.click(board.response.message, label="Read")
    assert labels(heard)[-5:] == ["Offer draw", "Claim win", "Resign", "Read", "Text first"]
    heard = await server.ann.click(heard.response.message, label="5")
    assert text(heard).startswith(f"It's <@{server.bob.id}>'s turn. You played 5.")
    assert labels(heard) == ["Offer draw", "Claim win", "Resign", "Read"]
    await server.bob.click(board.response.message, label="1")
    heard = await server.ann.click(heard.response.message, label="Read")
    assert text(heard).startswith(f"Your turn. <@{server.bob.id}> played 1.")


async def test_a_press_on_what_was_heard_before_tells_the_game_as_it_is_now(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    heard = await server.ann.click(started.response.message, label="Read")
    await server.ann.click(started.response.message, label="1")
    late = await server.ann.click(heard.response.message, label="9")
    assert refused(late, "Your turn. I played 5.", "That board was out of date. Here's the game now.")
    await server.ann.slash(server.general, "ttt resign")
    late = await server.ann.click(heard.response.message, label="9")
    assert refused(late, "I win this one!")


async def test_the_command_tells_the_board_in_words_and_leaves_it_where_it_is(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    heard = await server.ann.slash(server.general, "ttt board", text=True)
    assert refused(heard, "Your turn.", "Row 1: 1, 2, 3.")
    assert server.general.last_message.id == started.response.id


async def test_a_drawn_hint_review_and_puzzle_can_be_read(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    hint = await server.ann.click(started.response.message, label="Hint")
    assert text(await server.ann.click(hint.response.message, label="Read")).startswith("Hint: play ")
    await server.ann.slash(server.general, "ttt move", cell=1)
    await server.ann.slash(server.general, "ttt resign")
    review = await server.ann.slash(server.general, "ttt review")
    heard = await server.ann.click(review.response.message, label="Read")
    assert refused(
        heard, "You played 1\nBest move.", "Review, move 1 of 2", "Move by move for X:\ndraw, draw"
    )
    heard = await server.ann.click(heard.response.message, label="Next")
    assert refused(heard, "I played 5", "The board before it:\nRow 1: X, 2, 3.")
    puzzle = await server.ann.slash(server.general, "ttt puzzle", which="another")
    heard = await server.ann.click(puzzle.response.message, label="Read")
    assert refused(heard, "Puzzle\n", "to play and", "Where do you play?\nRow 1: ")
    heard = await server.ann.click(heard.response.message, label=labels(heard)[0])
    assert re.match("Got it!|Not quite", text(heard))


async def test_giving_up_asks_in_words_too(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    heard = await server.ann.click(started.response.message, label="Read")
    heard = await server.ann.click(heard.response.message, label="1")
    asked = await server.ann.click(heard.response.message, label="Resign")
    assert refused(asked, "Resign?\nI win, and the game counts.")
    ended = await server.ann.click(asked.response.message, label="Resign")
    assert refused(ended, "I win this one!")
    assert "### I win this one! 🏁" in text(started)


async def test_with_text_first_everything_that_only_one_person_sees_is_in_words(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    heard = await server.ann.click(started.response.message, label="Read")
    assert refused(await server.ann.click(heard.response.message, label="Text first"), "Text comes first now")
    assert refused(await server.ann.click(started.response.message, label="Hint"), "Hint: play ")
    assert refused(await server.ann.slash(server.general, "ttt puzzle"), "Where do you play?\nRow 1: ")
    board = await server.ann.slash(server.general, "ttt board")
    assert "❌" in text(board), "others see it too"
    alone = await server.ann.user.slash("ttt start", level="perfect")
    assert text(alone).startswith("Your turn.")
    assert text(await server.ann.user.slash("ttt start")).endswith("or resign to start another.")
    moved = await server.ann.user.slash("ttt move", cell=1)
    assert text(moved).startswith("Your turn. I played 5.")
    assert "Text first" not in labels(await server.ann.click(board.response.message, label="Read"))


@pytest.mark.parametrize("game", ["5x5", "fading"])
async def test_larger_boards_and_fading_marks_are_played_by_ear(server: Server, game: str):
    started = await server.ann.user.slash("ttt start", level="easy", game=game)
    heard = await server.ann.user.click(started.response.message, label="Read")
    told = await play_to_the_end(server.ann.user, heard)
    assert re.search(r" wins!|^I win|^It's a draw", told[-1])


async def test_the_puzzle_of_the_day_is_solved_by_ear_the_news_first(server: Server):
    asked = await server.ann.slash(server.general, "ttt puzzle")
    heard = await server.ann.click(asked.response.message, label="Read")
    assert refused(heard, "Puzzle of the day", "Where do you play?\nRow 1: ")
    told = []
    for cell in filter(str.isdigit, labels(heard)):
        heard = await server.ann.click(heard.response.message, label=cell)
        told.append(text(heard))
        if told[-1].startswith("Got it!"):
            break
    assert all(re.match("Not quite\n.+\nTry again!\n", each) for each in told[:-1])
    assert re.match(r"Got it!\n.+\nPuzzle #\d+ in ", told[-1])
    assert labels(heard)[:2] == ["Share", "Another puzzle"]
