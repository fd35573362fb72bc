"""The gallery contains every message the bot can send, and each is within Discord's limits.

The limits: https://docs.discord.com/developers/components/reference
"""

import re
from collections.abc import Callable, Mapping
from cProfile import Profile
from functools import cache
from typing import Any

import pytest

from bot.interactions.handlers import BUTTONS, may_come_from
from bot.messages import payload
from bot.messages.content import Accent, Card, Content, Notice, Post, Spoken, Style
from bot.messages.custom_id import is_spoken, parse_custom_id
from bot.messages.looks import LOOKS, NO_BREAK_HYPHEN, Look, tile_look
from bot.messages.tiles import NAMES
from bot.running import command_tree
from tests.languages.screens import faults_of, words
from tests.messages.gallery import gallery
from tests.support.payloads import parts
from tests.support.recording import recording, renderers

_ROW, _BUTTON, _TEXT = 1, 2, 10


@cache
def samples() -> Mapping[str, Content]:
    return gallery()


def each_sample(check: Callable[[Content], None]) -> Callable[[], None]:
    """Make a check of a sample a test of all: a test for each would take ten times as long."""

    def test() -> None:
        for name, content in samples().items():
            try:
                check(content)
            except AssertionError as error:
                error.add_note(f"in the sample {name!r}")
                raise

    return test


@pytest.mark.parametrize(
    "look", [*filter(None, LOOKS.values()), tile_look(dict.fromkeys(NAMES, 1))]
)
def test_a_look_has_every_sign_that_a_message_names(look: Look):
    drawn = [
        payload.render(text, look)
        for content in samples().values()
        for text in (content.texts if isinstance(content, Card) else ())
    ]
    assert not [text for text in drawn if "{" in text]


@each_sample
def test_a_message_is_within_discords_limits_and_has_no_sign_that_nobody_can_hear(content: Content):
    """Other languages: see `test_every_translation_that_people_see_fits_its_text_and_discord`."""
    assert not [*faults_of("", content)]


@each_sample
def test_a_row_has_one_to_five_buttons_each_with_a_custom_id_of_its_own(content: Content):
    sent: Any = payload.message(content)
    rows = [part["components"] for part in parts(sent) if part["type"] == _ROW]
    assert all(1 <= len(row) <= 5 for row in rows)
    assert len(rows) <= 5 or not sent.get("content")
    custom_ids = [part["custom_id"] for part in parts(sent) if part["type"] == _BUTTON]
    assert len(set(custom_ids)) == len(custom_ids)
    assert all(1 <= len(custom_id) <= 100 for custom_id in custom_ids)


@each_sample
def test_every_button_may_be_pressed_on_the_message_that_offers_it(content: Content):
    sent: Any = payload.message(content)
    offered = [part["custom_id"] for part in parts(sent) if "custom_id" in part]
    assert all(
        (press := parse_custom_id(each)) and may_come_from(press, offered) for each in offered
    )


@each_sample
def test_results_and_refusals_begin_with_a_word(content: Content):
    """A screen reader says the name of an emoji, so it comes last."""
    if isinstance(content, Card):
        texts = [text for text in content.texts if isinstance(text, str)]
        told = [line for text in texts for line in text.splitlines() if line.startswith("### ")]
    else:
        told = [content.text]
    assert all(re.match(r"(### )?(\*\*)?`?(\w|<@)", line) for line in told)


@each_sample
def test_every_button_of_a_message_in_words_answers_in_words(content: Content):
    if isinstance(content, Spoken):
        sent = parts(payload.message(content))
        assert all(is_spoken(part["custom_id"]) for part in sent if "custom_id" in part)


@each_sample
def test_the_button_that_tells_a_message_in_words_never_stands_alone(content: Content):
    rows = [part["components"] for part in parts(payload.message(content)) if part["type"] == _ROW]
    alone = [row[0].get("custom_id", "") for row in rows if len(row) == 1]
    assert isinstance(content, Spoken) or not any(map(is_spoken, alone))


@each_sample
def test_a_notice_says_the_fact_and_then_what_to_do(content: Content):
    if isinstance(content, Notice):
        fact, then = re.fullmatch(r"\*\*(.+?)\*\*(.+)", content.text).groups()
        assert len(fact.split()) >= 2
        assert len(then.split()) >= 2 or "/ttt" in then


@each_sample
def test_every_command_in_a_text_can_be_tapped(content: Content):
    assert "`/ttt" not in str(payload.message(content, payload.Appearance(command_id=7)))


def test_a_tappable_command_is_a_mention_by_the_id_of_ttt():
    text = "Start one: `/ttt start`, or see `/ttt top`"
    assert payload.tappable(text, 7) == "Start one: </ttt start:7>, or see </ttt top:7>"
    assert payload.tappable(text, None) == text


@each_sample
def test_no_text_is_empty_or_left_with_a_placeholder(content: Content):
    sent: Any = payload.message(content)
    texts = [part["content"] for part in parts(sent) if part["type"] == _TEXT]
    for text in texts or [sent["content"]]:
        assert text.strip()
        assert "{" not in text
        assert "None" not in text


def test_a_line_of_cells_never_breaks_on_a_screen_and_has_usual_hyphens_in_words():
    """A screen reader may say the name of the other hyphen."""
    drawn = []
    for name, content in samples().items():
        told = "\n".join(words(payload.message(content)))
        if isinstance(content, Spoken):
            assert NO_BREAK_HYPHEN not in told, name
        elif not re.search(" drawn, |Leaderboard", told):  # "10-0-1" counts games
            assert not re.search(r"\d-\d+-\d", told), name
            drawn += re.findall(rf"\d{NO_BREAK_HYPHEN}\d+{NO_BREAK_HYPHEN}\d", told)
    assert drawn


def test_every_renderer_of_a_message_has_a_sample():
    with Profile(builtins=False, subcalls=False) as profile:
        gallery()
    called = {entry.code for entry in profile.getstats()}
    missing = [name for name, each in renderers().items() if each.__code__ not in called]
    assert not missing, "let a way come by it (tests/support/ways.py), or draw it in rare.py"


@each_sample
def test_a_red_stripe_stands_only_beside_a_question_whose_answer_is_red(content: Content):
    if isinstance(content, Card) and content.accent is Accent.FINAL:
        buttons = [button for row in (*content.rows, content.controls) for button in row]
        assert "?" in str(content.texts[0]).split("\n")[0]
        assert any(button.style is Style.RED for button in buttons)


STRIPES = {
    Accent.FINAL: "deletion reset resign_question stop_question",
    Accent.ADVICE: "hint question feedback daily_post review_page share_card",
    Accent.PRIZE: "cup_card for_host leaderboard_card",
}
"""What draws messages with a stripe of their own."""


@pytest.mark.parametrize("accent", STRIPES)
def test_what_has_a_stripe_of_its_own(accent: Accent):
    drawn = [each for each in recording().values() if isinstance(each.content, Card)]
    beside = {each.renderer for each in drawn if each.content.accent is accent}
    assert {name.rpartition(".")[2] for name in beside} == {*STRIPES[accent].split()}


def test_only_challenges_reminders_and_what_a_cup_announces_notify_anyone():
    notify = set()
    for each in recording().values():
        if isinstance(each.content, Post | Card) and each.content.notify:
            notify.add(each.renderer)
    assert notify == {
        "bot.challenges.card.challenge_post",
        "bot.challenges.card.first_board",
        "bot.cups.card.announcement",
        "bot.cups.card.game_has_begun",
        "bot.play.posts.reminder",
        "bot.play.posts.turn_post",
    }


@each_sample
def test_every_button_has_one_handler_that_takes_what_it_holds(content: Content):
    assert command_tree, "it imports every file with handlers"
    for part in parts(payload.message(content)):
        if "custom_id" in part:
            press = parse_custom_id(part["custom_id"])
            assert press
            assert BUTTONS[press.name].kinds == tuple(map(type, press.about))
