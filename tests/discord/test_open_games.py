"""`/ttt start open:True`: a game that anyone may join."""

from tests.support.server import Server, labels, refused, text
from tests.support.walk import ANN, BOB, EVE, hears, posts, redraws, walks


async def opened(server: Server, **options: str):
    return await server.ann.slash(server.general, "ttt start", open=True, **options)


async def test_it_is_public_and_notifies_nobody(server: Server):
    asked = await opened(server, mark="O")
    assert not asked.ephemeral
    assert asked.response.content.startswith(
        f"**<@{server.ann.id}>** wants to play tic-tac-toe. Who's in?\n"
        f"<@{server.ann.id}> plays ⭕ · a coin flip decides who goes first · 10 minutes per move\n"
    )
    assert labels(asked) == ["Join", "Cancel"]
    [answer] = server.answers()
    assert answer["data"]["allowed_mentions"] == {"parse": [], "users": []}


async def test_the_first_to_join_gets_the_board_and_the_next_is_told_who_plays(server: Server):
    asked = await opened(server, first="me")
    assert refused(await server.ann.click(asked.response.message, label="Join"), "your own game")
    board, late = await server.send_presses((server.bob, "ttt:join:1"), (server.eve, "ttt:join:1"))
    assert f"❌ <@{server.ann.id}> vs ⭕ <@{server.bob.id}>" in text(board)
    assert board.response.id == asked.response.id
    assert refused(late, "Game on!", f"<@{server.bob.id}>")


async def test_where_only_private_answers_are_possible_there_is_no_open_game(server: Server):
    open_to_anyone = [{"name": "open", "type": 5, "value": True}]
    told = await server.send_command(
        server.ann, "start", options=open_to_anyone, authorizing_integration_owners={"1": str(server.ann.id)}
    )
    assert refused(told, "Nobody else can see my messages here")


JOINED = (
    posts(ANN, "start", "Who's in?", open=True, first="me"),
    redraws(BOB, "Join", "❌ @ann vs ⭕ @bob"),
)
LEFT = "@bob left before making a move"

test_who_leaves_before_moving_is_named_and_the_offer_is_up_again_below = walks(
    {
        "by button": (
            *JOINED,
            redraws(BOB, "Resign", f"{LEFT}, so it doesn't count · 0 moves", "Expires <t:", f"\n-# {LEFT}"),
            hears(BOB, "Join", "You left a game before making a move", "<t:"),
            redraws(EVE, "Join", "❌ @ann vs ⭕ @eve"),
        ),
        "by command, which closes the board too": (
            *JOINED,
            posts(BOB, "resign", f"\n-# {LEFT}", "Who's in?", "ended further down"),
        ),
    }
)


async def test_who_has_text_first_and_leaves_puts_the_offer_up_again_too(server: Server):
    asked = await opened(server, first="me")
    await server.send_press(server.bob, "ttt:textfirst", asked.response.message)
    await server.bob.click(asked.response.message, label="Join")
    await server.bob.slash(server.general, "ttt resign")
    assert "Who's in?" in server.general.last_message.content
