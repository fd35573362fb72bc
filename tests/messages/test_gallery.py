"""The gallery contains every message the bot can send, and each is within Discord's limits.

The limits: https://docs.discord.com/developers/components/reference
"""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from cProfile import Profile
from functools import cache
from types import CodeType
from typing import Any, get_args, get_type_hints

import pytest

import bot
from bot.interactions.handlers import BUTTONS, may_come_from
from bot.messages import payload
from bot.messages.custom_id import is_spoken, parse_custom_id
from bot.messages.looks import LOOKS, NO_BREAK_HYPHEN, Look, tile_look
from bot.messages.reply import Accent, Card, Notice, Post, Reply, Spoken
from bot.messages.tiles import NAMES
from bot.running import command_tree
from tests.languages.screens import faults_of, parts, words
from tests.messages.gallery import gallery
from tests.messages.games import ENDS

_ROW, _BUTTON, _TEXT = 1, 2, 10


@cache
def samples() -> Mapping[str, Reply]:
    return gallery()


def each_sample(check: Callable[[Reply], None]) -> Callable[[], None]:
    """Make a check of a sample a test of all: a test for each would take ten times as long."""

    def test() -> None:
        for name, reply in samples().items():
            try:
                check(reply)
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
        for reply in samples().values()
        for text in (reply.texts if isinstance(reply, Card) else ())
    ]
    assert not [text for text in drawn if "{" in text]


@each_sample
def test_a_message_is_within_discords_limits_and_has_no_sign_that_nobody_can_hear(reply: Reply):
    """Other languages: see `test_every_translation_that_people_see_fits_its_text_and_discord`."""
    assert not [*faults_of("", reply)]


@each_sample
def test_a_row_has_one_to_five_buttons_each_with_a_custom_id_of_its_own(reply: Reply):
    sent: Any = payload.message(reply)
    rows = [part["components"] for part in parts(sent) if part["type"] == _ROW]
    assert all(1 <= len(row) <= 5 for row in rows)
    assert len(rows) <= 5 or not sent.get("content")
    custom_ids = [part["custom_id"] for part in parts(sent) if part["type"] == _BUTTON]
    assert len(set(custom_ids)) == len(custom_ids)
    assert all(1 <= len(custom_id) <= 100 for custom_id in custom_ids)


@each_sample
def test_every_button_may_be_pressed_on_the_message_that_offers_it(reply: Reply):
    sent: Any = payload.message(reply)
    offered = [part["custom_id"] for part in parts(sent) if "custom_id" in part]
    assert all(
        (press := parse_custom_id(each)) and may_come_from(press, offered) for each in offered
    )


@each_sample
def test_results_and_refusals_begin_with_a_word(reply: Reply):
    """A screen reader says the name of an emoji, so it comes last."""
    if isinstance(reply, Card):
        texts = [text for text in reply.texts if isinstance(text, str)]
        told = [line for text in texts for line in text.splitlines() if line.startswith("### ")]
    else:
        told = [reply.text]
    assert all(re.match(r"(### )?(\*\*)?`?(\w|<@)", line) for line in told)


@each_sample
def test_every_button_of_a_message_in_words_answers_in_words(reply: Reply):
    if isinstance(reply, Spoken):
        sent = parts(payload.message(reply))
        assert all(is_spoken(part["custom_id"]) for part in sent if "custom_id" in part)


@each_sample
def test_the_button_that_tells_a_message_in_words_never_stands_alone(reply: Reply):
    rows = [part["components"] for part in parts(payload.message(reply)) if part["type"] == _ROW]
    alone = [row[0].get("custom_id", "") for row in rows if len(row) == 1]
    assert isinstance(reply, Spoken) or not any(map(is_spoken, alone))


@each_sample
def test_a_notice_says_the_fact_and_then_what_to_do(reply: Reply):
    if isinstance(reply, Notice):
        fact, then = re.fullmatch(r"\*\*(.+?)\*\*(.+)", reply.text).groups()
        assert len(fact.split()) >= 2
        assert len(then.split()) >= 2 or "/ttt" in then


@each_sample
def test_every_command_in_a_text_can_be_tapped(reply: Reply):
    assert "`/ttt" not in str(payload.message(reply, payload.Appearance(command_id=7)))


def test_a_tappable_command_is_a_mention_by_the_id_of_ttt():
    text = "Start one: `/ttt start`, or see `/ttt top`"
    assert payload.tappable(text, 7) == "Start one: </ttt start:7>, or see </ttt top:7>"
    assert payload.tappable(text, None) == text


@each_sample
def test_no_text_is_empty_or_left_with_a_placeholder(reply: Reply):
    sent: Any = payload.message(reply)
    texts = [part["content"] for part in parts(sent) if part["type"] == _TEXT]
    for text in texts or [sent["content"]]:
        assert text.strip()
        assert "{" not in text
        assert "None" not in text


def test_a_line_of_cells_never_breaks_on_a_screen_and_has_usual_hyphens_in_words():
    """A screen reader may say the name of the other hyphen."""
    drawn = []
    for name, reply in samples().items():
        told = "\n".join(words(payload.message(reply)))
        if isinstance(reply, Spoken):
            assert NO_BREAK_HYPHEN not in told, name
        elif not name.startswith(("results", "a leaderboard")):  # "10-0-1" counts games
            assert not re.search(r"\d-\d+-\d", told), name
            drawn += re.findall(rf"\d{NO_BREAK_HYPHEN}\d+{NO_BREAK_HYPHEN}\d", told)
    assert drawn


def test_every_renderer_of_a_message_has_a_sample():
    with Profile(builtins=False, subcalls=False) as profile:
        gallery()
    called = {entry.code for entry in profile.getstats()}
    known = dict(renderers())
    assert known
    assert not [name for name, code in known.items() if code not in called]


def renderers() -> Iterator[tuple[str, CodeType]]:
    """The public functions of all rooms that return a message in words of a given voice."""
    kinds = {*get_args(Reply)}
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        if (
            module.name.endswith("__main__")
            or "versions" in module.name
            or module.name.endswith(".env")
        ):
            continue
        for name, function in inspect.getmembers(
            importlib.import_module(module.name), inspect.isfunction
        ):
            if function.__module__ != module.name or name.startswith("_"):
                continue
            if "voice" not in inspect.signature(function).parameters:
                continue  # it chooses one of the others
            returned = get_type_hints(function)["return"]
            if kinds & {returned, *get_args(returned)}:
                yield f"{module.name}.{name}", function.__code__


ONLY_FOR_YOU = re.compile(
    "refused|question|in words|privacy|deletion|export|settings|reset|help|a hint|a review|puzzle"
    "|a challenger is|your games|only you see|too fast|an unknown|saved"
)
# Which is said where nobody else is.
FOR_EVERYONE = re.compile("shared|whole server|in words, under way")


def test_only_the_person_who_asks_sees_advice_questions_refusals_and_what_is_their_own():
    private = {
        name for name, reply in samples().items() if payload.message(reply).get("flags", 0) & 64
    }
    assert private == {
        name for name in samples() if ONLY_FOR_YOU.search(name) and not FOR_EVERYONE.search(name)
    }


def test_a_red_stripe_stands_beside_each_question_before_something_final():
    assert beside(Accent.FINAL) == {
        "resigning, the question",
        "resigning to a friend, the question",
        "your games, resigning, the question",
        "stopping, the question",
        "deletion, the question",
        "reset, the question",
        "reset, the second question",
    }


def test_advice_and_prizes_have_a_stripe_of_their_own():
    about_advice = re.compile(r"\b(hint|review|puzzle)\b")
    settings_of_a_server = re.compile("a daily puzzle, ")
    assert beside(Accent.ADVICE) == {
        name
        for name in cards()
        if about_advice.search(name) and not settings_of_a_server.match(name)
    }
    about_prizes = re.compile("a cup, |an? .*leaderboard")
    without_one = re.compile("a cup, (cancelled|too few players|further down)")
    assert beside(Accent.PRIZE) == {
        name for name in cards() if about_prizes.match(name) and not without_one.match(name)
    }


def cards() -> dict[str, Card]:
    return {name: reply for name, reply in samples().items() if isinstance(reply, Card)}


def beside(accent: Accent) -> set[str]:
    """The samples with such a stripe."""
    return {name for name, card in cards().items() if card.accent is accent}


def test_only_challenges_and_reminders_notify_anyone():
    def notified(reply: Reply) -> tuple[int, ...]:
        return reply.notify if isinstance(reply, Post | Card) else ()

    named = {name for name, reply in samples().items() if notified(reply)}
    assert named == {
        name
        for name in samples()
        if name.startswith(("a reminder", "a turn", "a challenge was accepted"))
    } | {
        "a challenge, open",
        "a cup, its game starts",
        "a cup, next games",
        "a cup, the champion",
        "a cup, nobody came",
        "a cup, a champion whose opponent did not come",
        "a cup, a champion by a coin flip",
        "a cup, a champion after two draws",
        "a cup, too few to start",
        "a challenge, all left to chance",
        "a challenge to a rematch",
        *(f"{game}, a challenge" for game in ENDS),
    }


def test_every_button_of_a_sample_has_one_handler_and_every_handler_stands_on_a_sample():
    assert command_tree, "it imports every file with handlers"
    pressed = set()
    for name, reply in samples().items():
        for each in [
            part["custom_id"] for part in parts(payload.message(reply)) if "custom_id" in part
        ]:
            press = parse_custom_id(each)
            assert press, (name, each)
            assert BUTTONS[press.name].kinds == tuple(map(type, press.about)), (name, each)
            pressed.add(press.name)
    assert pressed == set(BUTTONS)
