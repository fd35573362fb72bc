"""What one person alone reads: help, what is kept about them, and what they can do about it."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from bot.messages import games
from bot.messages.custom_id import custom_id_of
from bot.messages.in_words import text_first_button
from bot.messages.reply import ADVICE, NO_LINKS, Button, Card, File, Links, Notice, Spoken, Style
from bot.messages.texts import Voice, say, say_in
from bot.people.records import Kept
from bot.play.session import SECONDS_A_DAY
from engine.board import Mark
from engine.notation import PlayedGame

_TIMES = ("_at", "_since", "until")  # how the names of columns with seconds since 1970 end
_DAYS = {"day", "seen_on"}  # columns with days since 1970
_IN_THE_GAME = {"game", "first", "moves"}  # what the line of a game says anyway

# NOTE: in these lists, about 22 characters after the command fit on a phone
_HELP = (
    (
        # NOTE: above commands to play a game
        say_in("commands", "Play"),
        say("`/ttt start` play me, or a friend"),
        say("`/ttt board` show your game again"),
        say("`/ttt draw` offer a friend a draw"),
        say("`/ttt resign` give up your game"),
    ),
    (
        # NOTE: above commands to learn to play well
        say_in("commands", "Learn"),
        say("`/ttt hint` best move, or take back"),
        say("`/ttt review` find your mistakes"),
        say("`/ttt puzzle` solve the daily puzzle"),
        say("`/ttt watch` see me play myself"),
    ),
    (
        # NOTE: above commands to be better than others
        say_in("commands", "Compete"),
        say("`/ttt cup` this channel's cup"),
        say("`/ttt top` this server's leaderboard"),
        say("`/ttt stats` your results"),
        say("`/ttt claim` win when time's up"),
    ),
)
"""The commands in groups, each below the name of its group."""


def privacy(kept: Kept, voice: Voice, links: Links = NO_LINKS) -> Card:
    """What is kept, and the buttons to change it."""
    counted = voice.say_count("{count} game", "{count} games", kept.counted)
    if kept.takes_challenges:
        door = voice.say("Others **can** challenge you.")
        # NOTE: a button: nobody can challenge me any more
        buttons = [_button(voice.say("Turn off challenges"), "close")]
    else:
        door = voice.say("Nobody can challenge you.")
        # NOTE: a button: everyone can challenge me again
        buttons = [_button(voice.say("Turn on challenges"), "open")]
    told = voice.say(
        "### Your data 🔒\n"
        "Kept under your Discord ID:\n"
        "- your games: moves, hints, times, channels\n"
        "- your results ({games}), streaks and points\n"
        "- your settings, who you've blocked, and the day you last played\n"
        "- for two days: your challenges, and who you played\n"
        "I never keep your name or messages. After a year without a game I delete everything.\n"
        "{door}",
        games=counted,
        door=door,
    )
    if kept.blocked:
        blocked = voice.say_count(
            "You've blocked {count} person.", "You've blocked {count} people.", kept.blocked
        )
        told = voice.together((told, blocked))
        # NOTE: a button: everyone I have blocked
        buttons.append(_button(voice.say("Unblock everyone"), "unblockall"))
    if kept.text_first:
        told = voice.together((told, voice.say("You get text instead of pictures.")))
        # NOTE: a button: show me drawn boards again, not words
        buttons.append(_button(voice.say("Prefer pictures"), "picturesfirst"))
    else:
        buttons.append(text_first_button(voice))
    if kept.is_banned:
        banned = voice.say(
            "**The bot's operator has blocked you.** Deleting your data won't change that."
        )
        told = f"{told}\n{banned}"
    buttons += [
        # NOTE: a button: hand me a file with all my data
        _button(voice.say("Export"), "export", 0),
        # NOTE: a button: my data
        _button(voice.say("Delete"), "delete"),
    ]
    return _card(told + _line(links, voice), tuple(buttons[:2]), tuple(buttons[2:]))


def export(file: File, next_part: int | None, voice: Voice) -> Notice:
    """A person's data as a file.

    next_part  what a press on the button below says, to get the rest; None if this is all
    """
    if next_part is None:
        return Notice(voice.say("**Here's what I keep about you.** Each line is a game. 📄"), file)
    told = voice.say("**Here's part of what I keep about you.** You've played a lot! 📄")
    # NOTE: a button: the next part of the file with my data
    more = _button(voice.say("Next part"), "export", next_part)
    return Notice(told, file, (more,))


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
        remark = _facts({name: value for name, value in row.items() if name not in _IN_THE_GAME})
        lines.append(PlayedGame(row["game"], Mark(row["first"]), row["moves"], remark).line)
    return File("my-games.txt", "".join(f"{line}\n" for line in lines).encode())


def _facts(row: Mapping[str, Any]) -> str:
    """What a row's columns with a value say: times and days as dates, switches as yes or no."""
    facts = []
    for name, value in row.items():
        if value is None:
            continue
        if isinstance(value, bool):
            shown = "yes" if value else "no"
        elif isinstance(value, int) and name.endswith(_TIMES):
            shown = datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        elif isinstance(value, int) and name in _DAYS:
            day = datetime.fromtimestamp(value * SECONDS_A_DAY, UTC)
            shown = day.date().isoformat() if value else "unknown"
        else:
            shown = str(value)
        facts.append(f"{name}={shown}")
    return ", ".join(facts)


def after_text_first(voice: Voice, *, wants: bool) -> Spoken:
    """After a person chose to get words first, or drawn boards again."""
    if wants:
        told = voice.say(
            "From now on you'll get text instead of pictures: games in direct messages, hints, "
            "reviews and puzzles. /ttt privacy turns that off."
        )
        return Spoken(told, ((_button(voice.say("Prefer pictures"), "picturesfirst"),),))
    told = voice.say(
        "You'll get pictures again. For text, press {button} below a board.",
        button=voice.say("As text"),
    )
    return Spoken(told, ((text_first_button(voice),),))


def deletion(voice: Voice) -> Card:
    """The question before everything is deleted."""
    told = voice.say(
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
    sure = _button(voice.say("Delete everything"), "deletenow", style=Style.RED)
    return _card(told, (sure, _button(voice.say("Keep my data"), "keep")))


def after_deletion(voice: Voice, *, has_more: bool) -> Card:
    """After everything is deleted, or as much of it as can be deleted while Discord waits."""
    if has_more:
        told = voice.say("**Not quite done.** You've played a lot! Press again to delete the rest.")
        return _card(told, (_button(voice.say("Delete the rest"), "deletenow", style=Style.RED),))
    return _card(voice.say("**All gone.** Come back any time for a fresh start. 👋"))


def welcome(voice: Voice, links: Links = NO_LINKS) -> Card:
    """/ttt help: the whole bot on one phone screen, a line for each command, two ways to begin."""
    names = voice.separated(games.name(game, voice) for game in games.TITLES)
    lines = [
        voice.say("### How to play 👋"),
        voice.say("Start a game, then tap a number, or use `/ttt move`"),
    ]
    for group, *commands in _HELP:
        lines += [f"**{voice.say_in('commands', group)}**", *map(voice.say, commands)]
    lines += [
        "-# " + voice.say("Games: {games}", games=names),
        "-# " + voice.say("`/ttt privacy` your data"),
        "-# " + voice.say("Managers: `/ttt settings`, `/ttt daily`"),
    ]
    # NOTE: a button: start a game against the bot
    play = Button(voice.say("Play me"), custom_id_of("start"), Style.BLUE)
    # NOTE: a button: show me the puzzle of the day
    puzzle = _button(voice.say("Daily puzzle"), "today")
    return _card("\n".join(lines) + _line(links, voice), (play, puzzle))


def _line(links: Links, voice: Voice) -> str:
    """The links in one small line, which begins on a new line; empty without any."""
    named = (
        # NOTE: the names of three web pages: the privacy policy, the terms of service, and a place
        # to ask
        (voice.say("Privacy policy"), links.privacy),
        (voice.say("Terms"), links.terms),
        (voice.say("Support"), links.support),
    )
    shown = " · ".join(f"[{name}](<{address}>)" for name, address in named if address)
    return f"\n-# {shown}" if shown else ""


def _card(told: str, *rows: tuple[Button, ...]) -> Card:
    return Card(accent=ADVICE, texts=(told,), rows=rows, private=True)


def _button(label: str, name: str, *about: int, style: Style = Style.NEUTRAL) -> Button:
    return Button(label, custom_id_of(name, *about), style)
