"""What messages in words alone say, beyond what every sample of the gallery must hold."""

from dataclasses import replace

import pytest

from bot.messages import in_words
from bot.messages.content import Card, Spoken
from bot.messages.texts import ENGLISH, voice_of
from bot.play.seats import NOBODY
from bot.play.spoken_board import spoken_board
from engine.board import Mark
from tests.messages import samples
from tests.messages.gallery import gallery

ANN = samples.ANN.user_id


def test_whose_turn_it_is_comes_first_and_what_one_can_do_last():
    session = samples.game(1, 5, o=samples.BOT)
    assert spoken_board(session, ANN, ENGLISH).text == (
        "Your turn. I played 5.\n"
        "You're X. I'm O. Level: perfect.\n"
        "Moves: X 1, O 5.\n"
        "Row 1: X, 2, 3.\n"
        "Row 2: 4, O, 6.\n"
        "Row 3: 7, 8, 9.\n"
        "Free: 2, 3, 4, 6, 7, 8, 9.\n"
        "Press the number of a free cell, or type /ttt move."
    )
    o_first = replace(session, first=Mark.O)
    assert "\nMoves: O 1, X 5.\n" in spoken_board(o_first, ANN, ENGLISH).text


def test_a_rematch_is_named_only_where_there_is_a_button_for_it():
    ended = samples.game(*samples.WON)
    left = replace(ended, seats={Mark.X: samples.ANN, Mark.O: NOBODY})
    for session, has_rematch in ((ended, True), (left, False)):
        told = spoken_board(session, ANN, ENGLISH)
        assert ("Press Rematch" in told.text) == has_rematch
        assert ("Rematch" in [button.label for row in told.rows for button in row]) == has_rematch


def test_an_empty_5x5_board_has_a_button_for_each_cell_and_room_for_nothing_else():
    told = spoken_board(
        replace(samples.game(o=samples.BOT), game="5x5"), ANN, ENGLISH, offers_more=True
    )
    assert [len(row) for row in told.rows] == [5] * 5
    assert told.rows[4][4].label == "55"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("### Hint: play **5** 💡\n-# A `/ttt` · B", "Hint: play 5\nA /ttt, B"),
        ("1️⃣ 👩‍💻 <@1> at <t:1:R>", "1 <@1> at <t:1:R>"),
        ("- จบแล้ว **ดี**\n", "จบแล้ว ดี"),
        ("हिन्दी में ✅", "हिन्दी में"),
        ("**draw** → **loss**. Better: **4**.", "draw, loss. Better: 4."),
        ("**7** blocks 3\N{NON-BREAKING HYPHEN}5\N{NON-BREAKING HYPHEN}7.", "7 blocks 3-5-7."),
    ],
)
def test_signs_and_markdown_are_gone_and_every_script_stays(text: str, plain: str):
    assert in_words.plain(text, ENGLISH) == plain


def test_a_pause_is_the_comma_of_the_language():
    assert in_words.plain("**振り返り** · 手 **4**", voice_of("ja")) == "振り返り、手 4"


def test_on_every_drawn_board_a_free_cell_is_named_by_its_number_and_a_taken_one_by_its_letter():
    """IOS does not say that a button is disabled."""
    buttons = [
        button
        for content in gallery().values()
        if isinstance(content, Card)
        for row in content.rows
        for button in row
        if ":cell:" in button.custom_id or ":puzzle:" in button.custom_id
    ]
    cells = [button for button in buttons if button.label.isdigit() or button.disabled]
    assert cells
    assert all(
        button.label in {mark.value for mark in Mark} or button.label.isdigit() for button in cells
    )


def test_in_words_no_taken_cell_has_a_button():
    spoken = [content for content in gallery().values() if isinstance(content, Spoken)]
    labels = {button.label for content in spoken for row in content.rows for button in row}
    assert any(label.isdigit() for label in labels)
    assert not labels & set(Mark.__members__)
