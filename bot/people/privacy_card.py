"""What is kept about a person, and what they can do about it; they alone read this."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from bot.messages.content import NO_LINKS, Accent, Button, Card, File, Links, Notice, Spoken, Style
from bot.messages.custom_id import custom_id_of
from bot.messages.in_words import text_first_button
from bot.messages.texts import Voice
from bot.people.records import PersonalData
from bot.play.session import SECONDS_A_DAY
from engine.board import GAMES, number_of

_TIMES = ("_at", "_since", "until")  # how the names of columns with seconds since 1970 end
_DAYS = {"day", "seen_on"}  # columns with days since 1970
_IN_THE_GAME = {"game", "first", "moves"}  # what the line of a game says anyway


def privacy(data: PersonalData, voice: Voice, links: Links = NO_LINKS) -> Card:
    """What is kept, and the buttons to change it."""
    # NOTE: fills "your results ({games})"
    games_count = voice.say_count("{count} game", "{count} games", data.games)
    if data.takes_challenges:
        door = voice.say("Others **can** challenge you.")
        # NOTE: a button: nobody can challenge me any more
        buttons = [_button(voice.say("Turn off challenges"), "close")]
    else:
        door = voice.say("Nobody can challenge you.")
        # NOTE: a button: everyone can challenge me again
        buttons = [_button(voice.say("Turn on challenges"), "open")]
    # NOTE: {games} is such as "11 games"; blocks: whom they have blocked
    kept = voice.say(
        "### Your data 🔒\n"
        "Kept under your Discord ID:\n"
        "- your games: moves, hints, times, channels\n"
        "- your results ({games}), streaks and points\n"
        "- your settings and blocks, and the day you last played\n"
        "- for two days: your challenges, and who you played",
        games=games_count,
    )
    never = voice.say(
        "I never keep your name or messages. After a year without a game I delete everything."
    )
    text = door
    if data.blocked_people:
        blocked = voice.say_count(
            "You've blocked {count} person.", "You've blocked {count} people.", data.blocked_people
        )
        text = voice.together((text, blocked))
        # NOTE: a button: everyone I have blocked
        buttons.append(_button(voice.say("Unblock everyone"), "unblockall"))
    if data.text_first:
        text = voice.together((text, voice.say("You get text instead of pictures.")))
        # NOTE: a button: show me drawn boards again, not words
        buttons.append(_button(voice.say("Prefer pictures"), "picturesfirst"))
    else:
        buttons.append(text_first_button(voice))
    if data.is_banned:
        banned = voice.say(
            "**The bot's operator has blocked you.** Deleting your data won't change that."
        )
        text = f"{text}\n{banned}"
    # NOTE: a button: hand me a file with all my data
    export_label = voice.say("Export")
    export_data = Button(export_label, custom_id_of("export", 0))
    # NOTE: a button: my data
    delete = _button(voice.say("Delete"), "delete")
    text = with_links(text, links, voice)
    # A phone shows two of the longer buttons in a row.
    first = tuple(buttons[:2])
    others = tuple(buttons[2:])
    rows = (first, (*others, export_data, delete))
    return Card(accent=Accent.QUIET, texts=(kept, never, text), rows=rows, is_private=True)


def export(file: File, next_part: int | None, voice: Voice) -> Notice:
    """A person's data as a file.

    next_part  what a press on the button below says, to get the rest; None if this is all
    """
    if next_part is None:
        return Notice(voice.say("**Here's what I keep about you.** Each line is a game. 📄"), file)
    text = voice.say("**Here's part of what I keep about you.** You've played a lot! 📄")
    # NOTE: a button: the next part of the file with my data
    more = Button(voice.say("Next part"), custom_id_of("export", next_part))
    return Notice(text, file, (more,))


def export_file(
    user_id: int, facts: Iterable[tuple[str, Mapping[str, Any]]], games: Iterable[Mapping[str, Any]]
) -> File:
    """A person's data: a remark for each fact, then a line for each game.

    docs/notation.md explains the file to them, so it is in English.

    facts  rows, each with the name of its table
    games  rows of sessions with their seats; `moves` holds cells
    """
    lines = [f"# Kept by the tic-tac-toe bot about {user_id}. docs/notation.md explains this file."]
    lines += [f"# {table}: {_facts(row)}" for table, row in facts]
    for row in games:
        rules = GAMES[row["game"]]
        played = "".join(f" {number_of(cell, rules)}" for cell in row["moves"])
        other_facts = {name: value for name, value in row.items() if name not in _IN_THE_GAME}
        lines.append(f"{row['game']} {row['first']}:{played} ; {_facts(other_facts)}")
    lines.append("")  # the last line ends like the others
    return File("my-games.txt", "\n".join(lines).encode())


def _facts(row: Mapping[str, Any]) -> str:
    """What a row's columns with a value say."""
    facts = [f"{name}={_fact(name, value)}" for name, value in row.items() if value is not None]
    return ", ".join(facts)


def _fact(name: str, value: object) -> str:
    """A value of a column: times and days as dates, switches as yes or no."""
    if value is True:
        return "yes"
    if value is False:
        return "no"
    if isinstance(value, int) and name.endswith(_TIMES):
        return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, int) and name in _DAYS:
        if value == 0:
            return "unknown"
        return datetime.fromtimestamp(value * SECONDS_A_DAY, UTC).date().isoformat()
    return str(value)


def after_text_first(voice: Voice, *, wants: bool) -> Spoken:
    """After a person chose to get words first, or drawn boards again."""
    if wants:
        text = voice.say(
            "From now on you'll get text instead of pictures: games in direct messages, hints, "
            "reviews and puzzles. /ttt privacy turns that off."
        )
        undo = _button(voice.say("Prefer pictures"), "picturesfirst")
    else:
        text = voice.say(
            "You'll get pictures again. For text, press {button} below a board.",
            button=voice.say("As text"),
        )
        undo = text_first_button(voice)
    return Spoken(text, ((undo,),))


def deletion(voice: Voice) -> Card:
    """The question before everything is deleted."""
    text = voice.say(
        "### Delete all your data? 🔒\n"
        "- Your results, streaks, points and blocks are deleted, and so are our games in DMs\n"
        "- Your current games end without a result\n"
        "- In all your other games you become “someone”\n"
        "- Others can challenge you again\n"
        "**You can't undo this.**\n"
        "-# Not deleted: blocks other people have put on you; and, for two days, who you played "
        "and challenged and any wait for leaving open games, so nobody gets around the limits by "
        "deleting."
    )
    delete = _button(voice.say("Delete everything"), "deletenow", Style.RED)
    keep = _button(voice.say("Keep my data"), "keep")
    return _card(text, (delete, keep), accent=Accent.FINAL)


def after_deletion(voice: Voice) -> Card:
    """After everything is deleted."""
    return _card(voice.say("**All gone.** Come back any time for a fresh start. 👋"))


def with_links(text: str, links: Links, voice: Voice) -> str:
    """A text with a small line below it that leads to the operator's pages, if there are any."""
    named = []
    if links.privacy:
        # NOTE: the names of three web pages: the privacy policy, the terms of service, and a place
        # to ask
        named.append(_link(voice.say("Privacy policy"), links.privacy))
    if links.terms:
        named.append(_link(voice.say("Terms"), links.terms))
    if links.support:
        named.append(_link(voice.say("Support"), links.support))
    if not named:
        return text
    return f"{text}\n-# {' · '.join(named)}"


def _link(name: str, address: str) -> str:
    return f"[{name}](<{address}>)"


def _card(text: str, *rows: tuple[Button, ...], accent: Accent = Accent.QUIET) -> Card:
    return Card(accent=accent, texts=(text,), rows=rows, is_private=True)


def _button(label: str, name: str, style: Style = Style.NEUTRAL) -> Button:
    return Button(label, custom_id_of(name), style)
