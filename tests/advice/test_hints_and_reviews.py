"""Hints and reviews, which only the person who asks can see, and what a press shows the channel."""

from typing import Any

import discord
import pytest
import simcord
from simcord import InteractionResult

from bot.messages.custom_id import custom_id_of
from bot.play.actions import take_back
from bot.play.rows import load_session, write_progress
from engine.board import GAMES, Board
from engine.puzzles import Puzzle, of_the_day
from tests.support import payloads
from tests.support.server import Server, buttons, labels, refused, text
from tests.support.walk import (
    ANN,
    BOB,
    FRIENDS,
    REVIEW,
    does,
    hears,
    posts,
    redraws,
    restarts,
    walk,
    walks,
)

HINTED = (
    posts(ANN, "start", "Your turn", level="perfect"),
    redraws(ANN, "1", "I played **5**"),
    hears(ANN, "Hint", "### Play 6"),
)
LOST = (
    posts(ANN, "start", "Your turn", level="perfect"),
    *(posts(ANN, "move", "I played", cell=cell) for cell in (1, 2)),
    posts(ANN, "move", "I win this one!", cell=9),
)

test_advice = walks(
    {
        "its cell can be played from it, and the board changes where it stands": (
            *HINTED,
            redraws(ANN, "Play 6", "You played 6. I played", "Your turn"),
            redraws(
                ANN,
                "Take back",
                "I took back your last move and mine.\nHint\nTake back",
                "I played **5**",
            ),
            redraws(
                ANN, "Take back", "I took back your last move and mine.\nHint", "1\n2\n3\n4\n5"
            ),
            redraws(ANN, "Hint", "### Play 1"),
            redraws(ANN, "Play 1", "You played 1. I played 5."),
            posts(ANN, "resign", "Counts as a game with hints"),
        ),
        "after a restart the board is redrawn where it stands": (
            *HINTED,
            restarts(),
            does(ANN, "Play 6", "Your turn", "You played 6. I played"),
            redraws(ANN, "Take back", "I took back your last move and mine.", "I played **5**"),
        ),
        "where the game has gone on, a hint says so and offers what it can, and the board stays": (
            *HINTED,
            redraws(ANN, "9", "Your turn"),
            redraws(ANN, "Play 6", "Here's the game now.\nHint\nTake back"),
            redraws(
                ANN,
                "Take back",
                "I took back your last move and mine.\nHint\nTake back",
                "I played **5**",
            ),
        ),
        "in words, its cell is played and taken back, and everyone else sees the board": (
            *HINTED,
            hears(ANN, "As text", "Play 6: it keeps the draw"),
            hears(ANN, "Play 6", "Your turn. I played", "**Your turn"),
            hears(ANN, "Take back", "I took back your last move and mine.", "I played **5**"),
            hears(ANN, "Take back", "No moves yet.", "1\n2\n3\n4\n5\n6\n7\n8\n9\nHint"),
        ),
        "a review opens from the menu of a message with the game, for anyone": (
            *LOST,
            hears(BOB, REVIEW, "Move 5 of 6", "turned a **draw** into a **win for"),
        ),
        "who resigns a won game on the other's turn is not told what the other could have played": (
            *FRIENDS,
            posts(ANN, "move", "Your turn, @bob", cell=1),
            posts(BOB, "move", "Your turn, @ann", cell=2),
            posts(ANN, "move", "Your turn, @bob", cell=4),
            posts(ANN, "resign", "resigned"),
            hears(ANN, "review", "into a win for ⭕** 🏳️\nNext"),
        ),
        "a game that is on is not reviewed from its menu": (
            posts(ANN, "start", "Your turn"),
            hears(BOB, REVIEW, "isn't over yet"),
        ),
        "a message without a game is not reviewed from its menu": (
            posts(ANN, "start", "challenges you", opponent=BOB),
            hears(BOB, REVIEW, "isn't one of my games"),
        ),
    }
)


async def test_a_hint_that_is_delivered_twice_or_pressed_too_late_plays_once(server: Server):
    board = await server.ann.slash(server.general, "ttt start", level="perfect")
    await server.ann.click(board.response.message, label="1")
    hint = await server.ann.click(board.response.message, label="Hint")
    play = server.ann, "ttt:playbest:1:2:2"
    for told in await server.send_presses(play, play, message=hint.response.message):
        assert text(told) == "You played 2. I played 3."
    played = await server.store.run(load_session, 1, 0)
    assert (played.moves, played.message_id) == ((1, 5, 2, 3), board.response.id)
    await server.ann.click(hint.response.message, label="Take back")
    [late] = await server.send_presses(play, message=hint.response.message)
    assert "Here's the game now" in text(late)
    assert await server.moves() == (1, 5)


async def test_moves_taken_back_by_a_press_the_bot_did_not_live_to_answer_are_gone_from_the_board(
    server: Server,
):
    board = await server.ann.slash(server.general, "ttt start", level="perfect")
    await server.ann.click(board.response.message, label="1")
    hint = await server.ann.click(board.response.message, label="Hint")
    session = await server.store.run(load_session, 1, 0)
    after = take_back(session, server.ann.id, 2)
    await server.store.run(write_progress, session, after, session.turn_since)
    assert "I played **5**" in text(board)
    again = await server.ann.click(hint.response.message, label="Take back")
    assert "I took back your last move and mine." in text(again)
    assert "I played" not in text(board)


async def test_a_hint_that_is_pressed_after_the_end_leaves_the_final_board_where_it_is(
    server: Server,
):
    board = await server.ann.slash(server.general, "ttt start", level="perfect")
    await server.ann.click(board.response.message, label="1")
    hint = await server.ann.click(board.response.message, label="Hint")
    question = await server.send_press(server.ann, "ttt:resign:1", board.response.message)
    for cell in ("4", "8"):
        await server.ann.click(board.response.message, label=cell)
    assert "I win this one!" in text(board)
    for late, label in ((hint, "Play 6"), (question, "Resign")):
        told = await server.ann.click(late.response.message, label=label)
        assert told.response.id == late.response.id
        assert "[go to the board]" in text(told)
        assert "I win this one!" in text(board), (
            "and no pointer to a message that only one person sees"
        )


async def test_a_hint_pressed_after_an_end_in_words_leaves_the_final_board_to_everyone(
    server: Server,
):
    board = await server.ann.slash(server.general, "ttt start", level="perfect")
    await server.ann.click(board.response.message, label="1")
    hint = await server.ann.click(board.response.message, label="Hint")
    heard = await server.ann.click(board.response.message, label="As text")
    for cell in ("4", "8"):
        heard = await server.ann.click(heard.response.message, label=cell)
    assert "I win this one!" in text(board)
    late = await server.ann.click(hint.response.message, label="Play 6")
    assert "I win this one!" in text(board), "and no pointer to a message that only one person sees"
    assert "[go to the board]" in text(late)
    assert not labels(late)


async def test_where_every_answer_is_private_a_hint_leaves_the_board_to_play_on(server: Server):
    board = await server.ann.slash(server.general, "ttt start", level="perfect")
    server.env.backend.get_message(server.general.id, board.response.id).flags |= 64
    hint = await server.ann.click(board.response.message, label="Hint")
    assert hint.response.id != board.response.id
    assert "Your turn" in text(board)


async def test_a_review_of_a_larger_game_thinks_before_it_answers_a_try(server: Server):
    """Its scores are searched, so that the handler runs again once they are there."""
    await server.ann.slash(server.general, "ttt start", game="4x4", level="easy", first="me")
    for number in (11, 44):
        await server.ann.slash(server.general, "ttt move", cell=number)
    await server.ann.slash(server.general, "ttt resign")
    session = await server.store.run(load_session, 1, 0)
    [free, *_] = session.board_after(2).free_cells
    shown = await server.ann.slash(server.general, "ttt review")
    tried = await server.send_press(
        server.ann, custom_id_of("try", 1, 2, free), shown.response.message
    )
    assert "Move 3 of " in text(tried)
    taken = custom_id_of("try", 1, 2, session.moves[0])
    assert refused(await server.send_press(server.ann, taken, shown.response.message), "is taken")


async def test_a_message_that_only_claims_to_show_a_game_is_not_reviewed(server: Server):
    await walk(server, *LOST)
    button = {"type": 2, "style": 2, "label": "Review", "custom_id": "ttt:review:1"}
    said = await server.bob.send(server.lounge, "Look!")
    backend = server.env.backend
    sent = simcord.backend.serializers.message_payload(
        backend, backend.get_message(server.lounge.id, said.id)
    )
    for offered, words in (([], "isn't one of my games"), ([button], "don't have a game here")):
        target = dict(sent) | {"components": [{"type": 1, "components": offered}]}
        data = payloads.menu(REVIEW, str(said.id), {"messages": {str(said.id): target}})
        record = server._emit(server.bob, server.lounge, 2, data, {})
        await server.env.settle()
        assert refused(InteractionResult(server.env, record), words)


SEND = discord.Permissions(view_channel=True, send_messages=True).value


def today(server: Server) -> Puzzle:
    return of_the_day(Board(), int(server.env.now().timestamp()) // 86400)


async def share(
    server: Server, shown: InteractionResult, permissions: int = SEND, **changes: Any
) -> InteractionResult:
    [custom_id] = [button for button, part in buttons(shown).items() if part["label"] == "Share"]
    member = {"user": {"id": str(server.ann.id)}, "permissions": str(permissions)}
    [shared] = await server.send_presses(
        (server.ann, custom_id), message=shown.response.message, member=member, **changes
    )
    return shared


async def told_review(server: Server) -> InteractionResult:
    """A review that has told what was better: only then can it be shared."""
    await walk(server, *LOST)
    asked = await server.ann.slash(server.general, "ttt review")
    return await server.ann.click(asked.response.message, label="Show answer")


async def test_someone_who_may_not_post_in_a_channel_shares_nothing_there(server: Server):
    shown = await told_review(server)
    assert refused(await share(server, shown, permissions=0), "You can't post in this channel")


async def try_puzzle_of(server: Server, days_ago: int, *, right: bool, game: str = "3x3") -> Any:
    asked = await server.ann.slash(server.general, "ttt puzzle")
    day = int(server.env.now().timestamp()) // 86400 - days_ago
    puzzle = of_the_day(Board(rules=GAMES[game]), day)
    cell = puzzle.solution
    if not right:
        cell = next(each for each in puzzle.board.free_cells if each != puzzle.solution)
    press = custom_id_of("puzzle", game, *puzzle.numbers, day, cell)
    return await server.send_press(server.ann, press, asked.response.message)


async def test_a_puzzle_that_was_asked_before_midnight_counts_after_it(server: Server):
    late = await try_puzzle_of(server, 1, right=True)
    assert "1 try" in text(late)
    assert "Share" in labels(late)
    assert "2 days in a row" in text(await try_puzzle_of(server, 0, right=True))


@pytest.mark.parametrize(("days_ago", "game"), [(2, "3x3"), (1, "3x3"), (0, "misere")])
async def test_a_puzzle_that_does_not_count_says_so_and_names_no_answer(
    server: Server, days_ago: int, game: str
):
    await try_puzzle_of(server, 0, right=False)
    wrong = await try_puzzle_of(server, days_ago, right=False, game=game)
    assert "Try again!" in text(wrong)
    assert "Better" not in text(wrong)
    solved = await try_puzzle_of(server, days_ago, right=True, game=game)
    assert "Got it!" in text(solved)
    assert "It doesn't count" in text(solved)
    assert "Share" not in labels(solved)
    assert "in a row" not in text(await try_puzzle_of(server, 0, right=True))


async def test_where_the_server_plays_another_game_its_puzzle_counts_and_is_shared(server: Server):
    server.set_defaults(game="misere")
    day = int(server.env.now().timestamp()) // 86400
    puzzle = of_the_day(Board(rules=GAMES["misere"]), day)
    asked = await server.ann.slash(server.general, "ttt puzzle")
    solved = await server.ann.click(asked.response.message, label=str(puzzle.solution))
    shared = await share(server, solved)
    assert "Misère" in text(shared)
    theirs = await server.bob.click(shared.response.message, label="Solve it")
    assert "Misère" in text(theirs)


async def test_in_a_thread_the_right_to_post_in_threads_decides_who_shares(server: Server):
    shown = await told_review(server)
    in_threads = discord.Permissions(view_channel=True, send_messages_in_threads=True).value
    thread = {"id": str(server.general.id), "type": 11}
    shared = await share(server, shown, permissions=in_threads, channel=thread)
    assert not shared.ephemeral
