"""Hints and reviews, which only the person who asks can see."""

from tests.support.server import Server, text


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
