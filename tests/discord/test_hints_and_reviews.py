"""Hints and reviews, which only the person who asks can see."""

from bot.storage import transactions
from tests.support.requests import request
from tests.support.server import Server, buttons, refused, text


async def lost_game(server: Server):
    """Ann loses to perfect: 1, then 2 and 9 against 5, 3 and 7."""
    await server.ann.slash(server.general, "ttt start", level="perfect")
    for cell in (1, 2, 9):
        result = await server.ann.slash(server.general, "ttt move", cell=cell)
    return result


async def test_a_hint_is_seen_by_the_person_alone_and_leaves_the_board_as_it_is(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect", first="them")
    before = len(server.general.history())
    by_command = await server.ann.slash(server.general, "ttt hint")
    by_button = await server.ann.click(started.response.message, label="Hint")
    for result in (by_command, by_button):
        assert result.ephemeral
        assert "### Hint: play 5 💡" in text(result)
        assert "🤝 draw: **5**" in text(result)
    assert text(by_command) == text(by_button)
    assert len(server.general.history()) == before
    played = await server.ann.click(started.response.message, label="5")
    assert played.response.id == started.response.id


async def test_a_game_with_a_hint_counts_as_assisted_to_its_end(server: Server):
    await server.ann.slash(server.general, "ttt start", level="perfect")
    asked = request(server.ann.id, server.general.id)
    assert not (await server.store.run(transactions.look, asked)).assisted
    await server.ann.slash(server.general, "ttt hint")
    await server.ann.slash(server.general, "ttt move", cell=1)
    assert (await server.store.run(transactions.look, asked)).assisted
    assert "· hints used" in text(await server.ann.slash(server.general, "ttt resign"))


async def test_there_is_no_hint_against_a_person(server: Server):
    await server.ann.slash(server.general, "ttt start", opponent=server.bob, first="me")
    accepted = await server.send_press(server.bob, "ttt:accept:1")
    assert "Hint" not in [button["label"] for button in buttons(accepted).values()]
    for who in (server.ann, server.bob):
        assert refused(await who.slash(server.general, "ttt hint"), "No hints against a friend")
        assert refused(await server.send_press(who, "ttt:hint:1"), "No hints against a friend")


async def test_there_is_no_hint_without_a_game_or_in_a_strangers(server: Server):
    assert refused(await server.ann.slash(server.general, "ttt hint"), "don't have a game here")
    started = await server.ann.slash(server.general, "ttt start")
    assert refused(await server.bob.click(started.response.message, label="Hint"), "someone else's game")
    await server.restart(server.store)
    await server.ann.slash(server.general, "ttt resign")
    assert "Game stopped" in text(await server.ann.click(started.response.message, label="Hint"))
    assert refused(await server.ann.slash(server.general, "ttt hint"), "don't have a game here")


async def test_a_review_opens_for_anyone_who_presses_and_turns_its_pages_in_place(server: Server):
    ended = await lost_game(server)
    opened = await server.bob.click(ended.response.message, label="Review")
    assert opened.ephemeral
    assert "move **5** of 6" in text(opened)
    assert "turned a **draw** into a **loss**" in text(opened)
    for label, place in (("Next", 6), ("Previous", 5), ("Previous", 4), ("Next mistake", 5)):
        turned = await server.bob.click(opened.response.message, label=label)
        assert turned.response.id == opened.response.id
        assert turned.response.ephemeral
        assert f"move **{place}** of 6" in text(turned)


async def test_a_player_looks_for_a_better_cell_before_the_review_tells_it(server: Server):
    ended = await lost_game(server)
    asked = await server.ann.click(ended.response.message, label="Review")
    assert "move **5** of 6" in text(asked)
    assert "Can you find a better cell?" in text(asked)
    told = await server.ann.click(asked.response.message, label="Show me")
    assert told.response.id == asked.response.id
    assert "Better: **7**" in text(told)
    again = await server.ann.click(told.response.message, label="Previous")
    assert "move **4** of 6" in text(again)
    by_an_old_button = await server.send_press(server.ann, "ttt:mistake:1:4", message=ended.response.message)
    assert "Can you find a better cell?" in text(by_an_old_button)


async def test_review_shows_the_game_the_person_finished_last_here(server: Server):
    assert refused(await server.ann.slash(server.general, "ttt review"), "Nothing to review here")
    await lost_game(server)
    await server.ann.slash(server.lounge, "ttt start")
    await server.ann.slash(server.lounge, "ttt move", cell=5)
    await server.ann.slash(server.lounge, "ttt resign")
    assert "of 6" in text(await server.ann.slash(server.general, "ttt review"))
    assert "of 2" in text(await server.ann.slash(server.lounge, "ttt review"))
    assert refused(await server.bob.slash(server.general, "ttt review"), "Nothing to review here")


async def test_review_passes_over_the_game_that_goes_on_and_the_one_without_a_move(server: Server):
    await lost_game(server)
    await server.ann.slash(server.general, "ttt start")
    await server.ann.slash(server.general, "ttt resign")
    await server.ann.slash(server.general, "ttt start")
    result = await server.ann.slash(server.general, "ttt review")
    assert result.ephemeral
    assert "of 6" in text(result)
    assert refused(await server.send_press(server.ann, "ttt:review:2"), "Nothing to review here")
    assert refused(await server.send_press(server.ann, "ttt:review:3"), "isn't over yet")


async def test_a_hint_or_review_that_is_asked_for_again_says_the_same(server: Server):
    ended = await lost_game(server)
    first, second = await server.send_presses(
        (server.ann, "ttt:review:1"), (server.ann, "ttt:review:1"), message=ended.response.message
    )
    assert text(first) == text(second)
