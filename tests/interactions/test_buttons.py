"""Presses on buttons, even old, repeated or forged ones."""

import pytest

from bot.interactions.handlers import may_come_from
from bot.messages import custom_id
from bot.play import transactions
from tests.support.requests import request
from tests.support.server import Server, buttons, refused, text
from tests.support.walk import ANN, hears, posts, redraws, walks

TAPPED = (
    posts(ANN, "start", "Your turn", level="perfect"),
    redraws(ANN, "1", "# ❌ 2️⃣ 3️⃣\n# 4️⃣ ⭕ 6️⃣ ←"),
)
ASKED = (
    *TAPPED,
    posts(ANN, "start", "lists all of yours.\n2"),
    hears(ANN, "Resign", "### Resign? 🏳️\nI win, and the game counts."),
)

test_resign_below_a_board_asks_once_for_nobody_else_to_see = walks(
    {
        "and the board can be played on": (*ASKED, redraws(ANN, "9", "Your turn")),
        "and an answer after the end turns the question into the way to the final board": (
            *ASKED,
            posts(ANN, "resign", "resigned"),
            redraws(ANN, "Resign", "This game is over: [go to the board]"),
        ),
    }
)


async def test_where_every_answer_is_private_the_question_leaves_the_board_to_play_on(
    server: Server,
):
    board = await server.ann.slash(server.general, "ttt start", level="perfect")
    shown = server.env.backend.get_message(server.general.id, board.response.id)
    await server.ann.click(board.response.message, label="1")
    shown.flags |= 64
    question = await server.send_press(server.ann, "ttt:resign:1", board.response.message)
    assert question.response.id != board.response.id
    assert "Your turn" in text(board)
    ended = await server.ann.click(question.response.message, label="Resign")
    assert "resigned" in text(ended)
    assert "ended further down" in text(board)


async def test_a_taken_cell_that_is_pressed_says_so_to_nobody_else_and_plays_nothing(
    server: Server,
):
    board = await server.ann.slash(server.general, "ttt start", level="perfect")
    await server.ann.click(board.response.message, label="1")
    assert refused(
        await server.ann.click(board.response.message, label="O"), "Cell 5 is taken", "Try 2"
    )
    assert await server.moves() == (1, 5)
    puzzle = await server.ann.slash(server.general, "ttt puzzle")
    taken = next(custom_id for custom_id, part in buttons(puzzle).items() if part["label"] == "O")
    assert refused(await server.ann.click(puzzle.response.message, custom_id=taken), "is taken")


async def test_an_earlier_board_that_is_pressed_turns_into_a_pointer_and_plays_nothing(
    server: Server,
):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    await server.restart(server.store)  # which forgets how to redraw that board unasked
    moved = await server.ann.slash(server.general, "ttt move", cell=1)
    result = await server.ann.click(started.response.message, label="9")
    assert result.response.id == started.response.id
    assert f"/{moved.response.id})" in text(result)
    assert not buttons(result)
    assert await server.moves() == (1, 5)
    assert "# ❌ " in text(await server.ann.click(moved.response.message, label="9"))


async def test_a_pointer_links_to_the_board_once_a_press_has_told_where_it_is(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    await server.restart(server.store)
    shown = await server.ann.slash(server.general, "ttt board")
    await server.ann.click(shown.response.message, label="1")
    result = await server.ann.click(started.response.message, label="9")
    place = f"{server.ann.guild.id}/{server.general.id}/{shown.response.id}"
    assert f"https://discord.com/channels/{place}" in text(result)


@pytest.mark.parametrize("label", ["1", "Hint"])
async def test_a_tap_after_the_end_turns_an_earlier_board_into_the_way_to_the_final_one(
    server: Server, label: str
):
    started = await server.ann.slash(server.general, "ttt start")
    await server.restart(server.store)  # which forgets how to redraw that board unasked
    ended = await server.ann.slash(server.general, "ttt resign")
    result = await server.ann.click(started.response.message, label=label)
    assert result.response.id == started.response.id
    assert f"/{ended.response.id})" in text(result)
    assert not buttons(result)
    assert "Game stopped" in text(ended)
    assert buttons(ended)


async def test_a_tap_after_the_end_shows_it_if_nobody_knows_where_the_final_board_is(
    server: Server,
):
    started = await server.ann.slash(server.general, "ttt start")
    await server.restart(server.store)
    await server.ann.slash(server.general, "ttt resign")
    await server.restart(server.store)
    assert "Game stopped" in text(await server.ann.click(started.response.message, label="1"))


async def test_an_outdated_tap_leaves_the_only_board_where_it_is(server: Server):
    board = await server.ann.slash(server.general, "ttt start", level="perfect")
    hint = await server.ann.click(board.response.message, label="Hint")
    play = next(custom_id for custom_id in buttons(hint) if custom_id.startswith("ttt:playbest:"))
    await server.ann.click(hint.response.message, custom_id=play)
    [tapped] = await server.send_presses(
        (server.ann, "ttt:cell:1:0:9"), message=board.response.message
    )
    assert "moved down" not in text(tapped)
    assert buttons(tapped)


MADE_UP = [
    ("ttt:cell:1:0:99", "No such cell"),
    ("ttt:cell:1:0:0", "No such cell"),
    ("ttt:cell:2:0:1", "don't have a game here"),
    ("ttt:cell:999999999999999999:99:99", "don't have a game here"),
    ("ttt:resign:9223372036854775807", "don't have a game here"),
    ("ttt:hint:2", "don't have a game here"),
    ("ttt:review:2", "don't have a game here"),
    ("ttt:review:1", "isn't over yet"),
    ("ttt:later:1:3", "isn't over yet"),
    ("ttt:try:1:0:1", "isn't over yet"),
    ("ttt:fading:1", "isn't over yet"),
    ("ttt:playbest:1:0:99", "No such cell"),
    ("ttt:playbest:2:0:1", "don't have a game here"),
    ("ttt:playbest:1:0", "no longer works"),
    ("ttt:takeback:1:0:0", "nothing to take back"),
    ("ttt:takeback:2:0:0", "don't have a game here"),
    ("ttt:takeback:1:0", "no longer works"),
    ("ttt:play:1", "someone else's game"),
    ("ttt:cell:1:0", "no longer works"),
    ("ttt:cell:1:0:1:1", "no longer works"),
    ("ttt:cell:3x3:0:1", "no longer works"),
    ("ttt:cell:1:0:999999999999999999", "No such cell"),
    ("ttt:cell:1:0:9223372036854775807", "No such cell"),
    ("ttt:cell:1:0:9223372036854775808", "no longer works"),  # more than a store holds
    ("ttt:play:1:0", "no longer works"),
    ("ttt:review:1:2:3", "no longer works"),
    ("ttt:cell:1:0:-1", "no longer works"),
    ("ttt:cell:1:0:१", "no longer works"),
    ("ttt:cell:1'; DROP TABLE moves; --:0:1", "no longer works"),
    ("ttt:practise:chess", "no longer works"),
    ("ttt:levels:1:chess", "no longer works"),
    ("yes", "no longer works"),
    ("\n", "no longer works"),
]
OF_OLDER_VERSIONS = """
    ttt:1:cell:1:0:5 ttt:1:hint:1 ttt:1:read:1:spoken ttt:1:accept:1 ttt:1:cupplay:1
    ttt:1:puzzle:34:528:0:3 ttt:2:puzzle:3x3:34:528:0:3 ttt:2:top:3x3:1 ttt:3:set:level:0
"""


async def test_a_made_up_button_or_one_of_an_older_version_is_refused_and_changes_nothing(
    server: Server,
):
    await server.ann.slash(server.general, "ttt start")
    older = [(claim, "no longer works.** </ttt board") for claim in OF_OLDER_VERSIONS.split()]
    for claim, words in MADE_UP + older:
        assert refused(await server.send_press(server.ann, claim), words), claim
        assert await server.moves() == (), claim


BOARD = ("ttt:cell:7:4:1", "ttt:cell:7:4:2", "ttt:draw:7:4", "ttt:resign:7")
CHALLENGE = ("ttt:accept:7", "ttt:decline:7", "ttt:cancel:7")


@pytest.mark.parametrize(
    ("pressed", "offered", "may"),
    [
        ("ttt:cell:7:4:1", BOARD, True),
        ("ttt:resign:7", BOARD, True),
        ("ttt:cell:7:2:9", BOARD, True),  # the board has been redrawn since
        ("ttt:hint:7", BOARD, True),
        ("ttt:resignnow:7", BOARD, False),
        ("ttt:stopnow:7", BOARD, False),
        ("ttt:stopnow:7", ("ttt:stopnow:7",), True),
        ("ttt:stopnow:8", ("ttt:stopnow:7",), False),
        ("ttt:cell:8:4:1", BOARD, False),
        ("ttt:resign:8", BOARD, False),
        ("ttt:accept:7", BOARD, False),  # challenge 7, not session 7
        ("ttt:top:3x3:7", BOARD, False),
        ("ttt:deletenow", BOARD, False),
        ("ttt:puzzle:3x3:34:528:0:3", BOARD, False),
        ("ttt:puzzle:3x3:34:528:0:3", ("ttt:puzzle:3x3:34:528:0:3",), True),
        ("ttt:practise:3x3", ("ttt:practise:3x3:spoken",), True),
        ("ttt:cupplay:7", ("ttt:cuplook:7",), True),  # the cup's card has been redrawn since
        ("ttt:cupplay:8", ("ttt:cuplook:7",), False),
        ("ttt:cupplay:7", BOARD, False),
        ("ttt:resign", ("ttt:deletenow",), False),
        ("ttt:top:3x3:1", ("ttt:top:3x3:1",), True),
        ("ttt:top:3x3:1", ("ttt:top:5x5:1",), False),
        ("ttt:accept:7", CHALLENGE, True),
        ("ttt:accept:8", CHALLENGE, False),
        ("ttt:resign:7", CHALLENGE, False),
        ("ttt:cell:7:4:1", (), False),
        ("ttt:cell:7:4:1", ("another app's", "ttt:top:3x3:0"), False),
    ],
)
def test_a_press_may_come_from_a_message_with_that_button_or_one_of_its_session(
    pressed: str, offered: tuple[str, ...], may: bool
):
    press = custom_id.parse_custom_id(pressed)
    assert press
    assert may_come_from(press, offered) is may


async def test_a_forged_button_of_another_game_is_refused_and_redraws_nothing(server: Server):
    await server.bob.slash(server.general, "ttt start")
    theirs = await server.ann.slash(server.general, "ttt start")
    before = text(theirs)
    for forged in ("ttt:cell:1:0:5", "ttt:resign:1", "ttt:top:3x3:0", "ttt:accept:1"):
        [result] = await server.send_presses(
            (server.bob, forged), message=theirs.response.message, forged=True
        )
        assert refused(result, "no longer works")
    assert text(theirs) == before
    bobs = request(server.bob.id, server.general.id)
    assert (await server.store.serve(bobs, transactions.own_session)).moves == ()


async def test_a_press_that_crosses_a_redraw_of_its_board_is_answered_with_the_board(
    server: Server,
):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    await server.ann.click(started.response.message, label="1")
    crossing = (server.ann, "ttt:cell:1:0:9")
    [result] = await server.send_presses(crossing, message=started.response.message, forged=True)
    assert result.response.id == started.response.id
    assert "out of date" in text(result)
