"""Every command with its defaults, every button that then appears, and every clock that runs out.

A way is a walk through them as people take it: little is chosen that has a default, and where a
clock can decide, it does. Each step says what it changes in the channel, wherever that stands.
Before it, the same is done while the store fails. The last tests hold that no command, button,
setting or deadline is missing from the list.
"""

import re
import threading
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from sqlalchemy import insert

from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import LIFETIME, PAUSE
from bot.cups.cup import COMING
from bot.database.store import Store
from bot.database.tables import counts, metadata, standings
from bot.database.transaction import AnyTransaction, Transaction
from bot.interactions.handlers import BUTTONS
from bot.messages.custom_id import CustomId
from bot.people.own_games import PAST_PAGE
from bot.people.transactions import PAGE
from bot.play import rows, transactions
from bot.play.seats import LEVEL_NAMES, Terms
from bot.play.session import ABANDONED_AFTER, SECONDS_A_DAY, Session
from bot.play.settings import DEFAULTS
from bot.servers.card import Setting
from engine import minimax
from engine.puzzles import fill_tables
from tests.support.commands import every_command, every_menu
from tests.support.requests import request
from tests.support.server import Server, text
from tests.support.walk import (
    ANN,
    BOB,
    EVE,
    MENU,
    MOD,
    REVIEW,
    Walk,
    chooses,
    does,
    hears,
    passes,
    posts,
    redraws,
    taps_until,
)


@pytest.fixture(autouse=True)
def _whatever_changes_in_a_session_is_saved(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails if a field has changed that no changing column shows: it would silently be lost."""
    write = rows._write_changes
    lost: set[str] = set()

    def write_and_compare(
        transaction: AnyTransaction, before: Session, after: Session, *args: Any, **kwargs: Any
    ) -> Session:
        written = write(transaction, before, after, *args, **kwargs)
        for field in fields(Session):
            value = getattr(written, field.name)
            if not field.compare or value == getattr(before, field.name):
                continue
            changed = replace(before, **{field.name: value})
            if rows.changing_columns(changed) == rows.changing_columns(before):
                lost.add(field.name)
        return written

    monkeypatch.setattr(rows, "_write_changes", write_and_compare)
    yield
    assert not lost


MINUTE, HOUR = 60, 3600
JOINING, CUP_TIME = 10 * MINUTE, 2 * MINUTE  # of /ttt cup


TIME = DEFAULTS.time
CHALLENGED = (does(ANN, "start", "challenges you!", opponent=BOB),)
PLAYING = (*CHALLENGED, does(BOB, CustomId("accept"), "Your turn"))
JOINED = (
    does(MOD, "cup", "Nobody has joined yet"),
    does(ANN, CustomId("cupjoin"), "1 of 16 players"),
    does(BOB, CustomId("cupjoin"), "2 of 16 players"),
)
DRAWN = (*JOINED, passes(JOINING + MINUTE, "Up next in the cup"))
IN_A_CUP = (
    *DRAWN,
    does(ANN, CustomId("cupplay"), "@ann is here"),
    does(BOB, CustomId("cupplay"), "Your turn"),
)

WAYS = {
    "a game with the bot by buttons": (
        does(ANN, "start", "Your turn"),
        does(ANN, CustomId("cell"), "I played"),
        hears(ANN, CustomId("hint"), "Counts as a game with hints"),
        redraws(ANN, CustomId("playbest"), "You played", "I played"),
        redraws(ANN, CustomId("takeback"), "I took back your last move and mine."),
        posts(ANN, "start", "Finish it, or resign to start another."),
        hears(ANN, CustomId("resign"), "### Resign? 🏳️\nI win, and the game counts."),
        posts(ANN, CustomId("resignnow"), "resigned", "ended further down"),
        hears(ANN, CustomId("review"), "**Move 1 of 2**"),
        posts(ANN, CustomId("share"), "Resigning turned a win for ❌ into", "Shared by @ann"),
        does(ANN, CustomId("easier"), "Bot** · easy"),
        does(ANN, "move", "I played", cell=8),
        taps_until(ANN, CustomId("cell"), "Harder"),
        does(ANN, CustomId("harder"), "Bot** · normal"),
        does(ANN, "resign", "Game stopped"),
        does(ANN, CustomId("rematch"), "Your turn"),
    ),
    "a game with the bot by commands": (
        does(ANN, "start", "Your turn"),
        posts(ANN, "move", "I played", "moved down the channel", cell=5),
        does(ANN, "start", "You already have a game here"),
        posts(ANN, "board", "Your turn", "moved down the channel"),
        does(ANN, "hint", "Counts as a game with hints"),
        does(ANN, "draw", "I always play to the end"),
        does(ANN, "claim", "There's no clock when you play me"),
        does(ANN, "resign", "resigned"),
        does(ANN, "review", "**Move 1 of 2**"),
        does(ANN, "stats", "1 game"),
        does(ANN, "top", "Leaderboard"),
        does(ANN, "privacy", "Your data"),
        does(ANN, "help", "How to play"),
        hears(ANN, CustomId("today"), "Daily puzzle #"),
        posts(ANN, CustomId("start"), "Your turn"),
    ),
    "a game with the bot that nobody comes back to": (
        does(ANN, "start", "Your turn"),
        passes(ABANDONED_AFTER + MINUTE),
        does(ANN, CustomId("cell"), "Game closed"),
    ),
    "games in many channels": (
        does(ANN, "games", "Nothing on right now."),
        does(ANN, "start", "Your turn"),
        hears(ANN, "games", "**Your turn**\n**1.** Bot · normal · [3×3]("),
        does(ANN, "resign", "Game stopped"),
        redraws(ANN, CustomId("games"), "Nothing on right now."),
        does(ANN, "start", "challenges you!", opponent=BOB),
        hears(BOB, "games", "**Challenges**\n@ann challenges you"),
        passes(LIFETIME + MINUTE, "Challenge expired."),
        redraws(BOB, CustomId("games"), "Nothing on right now."),
    ),
    "games that are resigned from the list": (
        *PLAYING,
        hears(BOB, "games", "@ann · [3×3]("),
        chooses(BOB, CustomId("giveupwhich"), "12", "### Resign? 🏳️\nIt won't count for anyone."),
        redraws(
            BOB,
            CustomId("giveupnow"),
            "You resigned your game with @ann.\nNothing on right now.",
            "@bob left before making a move",
        ),
        does(EVE, "start", "Your turn"),
        does(EVE, CustomId("cell"), "I played"),
        does(EVE, "privacy", "Your data"),
        does(EVE, CustomId("textfirst"), "You get text instead of pictures."),
        hears(EVE, "games", "1. Bot, normal, 3×3, closes"),
        hears(EVE, CustomId("giveup"), "Resign?\nI win, and the game counts."),
        does(EVE, CustomId("giveupnow"), "You resigned your game with Bot.", "resigned"),
    ),
    "finished games, and reviews of them": (
        hears(EVE, "games", "Nothing on right now.", "**Finished**\n**1.** 🔳 loss · Bot · normal"),
        redraws(EVE, CustomId("pastolder"), "Newer"),
        redraws(EVE, CustomId("pastnewer"), "Older"),
        chooses(EVE, CustomId("pastreview"), "11", "**Move 1 of 2**"),
        does(EVE, "privacy", "Your data"),
        does(EVE, CustomId("textfirst"), "You get text instead of pictures."),
        hears(EVE, "games", "Nothing on right now."),
        hears(EVE, CustomId("pastgames"), "Finished\n1. loss, Bot, normal"),
    ),
    "told at once that it is their turn": (
        *PLAYING,
        hears(ANN, "games", "once half your time is gone."),
        does(ANN, CustomId("gamesatonce"), "your turn, I mention you in the channel at once."),
        hears(BOB, "games", "once half your time is gone."),
        does(BOB, CustomId("gamesatonce"), "your turn, I mention you in the channel at once."),
        passes(2 * MINUTE),
        does("to move", CustomId("cell"), "has moved"),
        passes(2 * MINUTE),
        does(
            "to move",
            CustomId("cell"),
            "has moved.** The game goes on.",
            "has moved. [Go to the board]",
        ),
        does(BOB, CustomId("gamesathalf"), "once half your time is gone."),
    ),
    "other games": (
        does(ANN, "start", "5×5: four in a row wins", game="5x5"),
        does(BOB, "watch", "Fading: only your last three marks stay", game="fading"),
        hears(BOB, "puzzle", "Misère", game="misere"),
    ),
    "a review": (
        does(ANN, "start", "Your turn"),
        taps_until(ANN, CustomId("cell"), "Rematch"),
        hears(ANN, REVIEW, "What wins?"),
        hears(ANN, CustomId("fix"), "What wins?"),
        does(ANN, CustomId("try"), "Got it!"),
        does(ANN, CustomId("earlier"), "Next mistake"),
        does(ANN, CustomId("mistake"), "What wins?"),
        does(ANN, CustomId("show"), "Better: "),
        does(ANN, CustomId("later"), "I played"),
    ),
    "in words": (
        does(ANN, "start", "Your turn"),
        does(ANN, CustomId("read"), "Row"),
        does(ANN, CustomId("cell"), "Row"),
        does(ANN, CustomId("hint"), "Counts as a game with hints\nRow"),
        does(ANN, CustomId("playbest"), "Row"),
        does(ANN, "board", "Row", text=True),
        does(ANN, CustomId("textfirst"), "From now on you'll get text"),
        does(ANN, CustomId("picturesfirst"), "You'll get pictures again"),
    ),
    "a challenge that is accepted, with both reminders and a claim": (
        *PLAYING,
        passes(TIME // 2 + MINUTE, "it's your move"),
        passes(TIME // 2, "is out of time"),
        redraws("waiting", CustomId("claim"), "ran out of time", "This game is over"),
        does(ANN, CustomId("rematch"), "wants a rematch"),
        passes(LIFETIME + PAUSE, "Challenge expired."),
        does(ANN, CustomId("rematch"), "wants a rematch"),
        does(BOB, CustomId("rematch"), "Your turn"),
    ),
    "a challenge that lapses": (
        *CHALLENGED,
        passes(LIFETIME + MINUTE // 2, "Challenge expired."),
        does(ANN, "start", "Give @bob", opponent=BOB),
        passes(PAUSE),
        does(ANN, MENU, "challenges you"),
    ),
    "challenges that are not accepted": (
        *CHALLENGED,
        redraws(ANN, CustomId("cancel"), "Challenge canceled."),
        passes(PAUSE + 1),
        *CHALLENGED,
        does(BOB, CustomId("decline"), "Challenge declined.", "You declined."),
        redraws(BOB, CustomId("block"), "Blocked."),
        redraws(BOB, CustomId("unblock"), "Unblocked."),
        passes(PAUSE + 1),
        *CHALLENGED,
        does(BOB, CustomId("decline"), "Challenge declined.", "You declined."),
        redraws(BOB, CustomId("block"), "Blocked."),
        does(BOB, "privacy", "You've blocked 1 person."),
        does(BOB, CustomId("unblockall"), "Others **can** challenge you."),
        does(BOB, CustomId("close"), "Nobody can challenge you."),
        passes(PAUSE + 1),
        does(ANN, "start", "isn't taking challenges", opponent=BOB),
        does(BOB, CustomId("open"), "Others **can** challenge you."),
        *CHALLENGED,
        does(ANN, "resign", "Challenge canceled."),
    ),
    "an open game that someone joins": (
        does(ANN, "start", "Who's in?", open=True),
        does(EVE, CustomId("join"), "Your turn"),
        does(ANN, CustomId("draw"), "offers a draw"),
        does(EVE, CustomId("draw"), "Draw agreed"),
        does(EVE, CustomId("fading"), "wants a rematch", "Fading: only your last three marks stay"),
    ),
    "an open game that nobody joins": (
        does(ANN, "start", "Who's in?", open=True),
        passes(LIFETIME + MINUTE // 2, "Nobody joined"),
        does(ANN, "start", "Who's in?", open=True),
        redraws(ANN, CustomId("cancel"), "Challenge canceled."),
    ),
    "a game with a friend that nobody comes back to": (
        *PLAYING,
        passes(TIME, "it's your move", "is out of time"),
        passes(ABANDONED_AFTER + MINUTE),
        does("to move", CustomId("cell"), "Game closed"),
        does(ANN, "board", "You don't have a game here."),
    ),
    "a demo game to the end": (
        does(ANN, "watch", "Next up"),
        passes(2, "Next up"),
        does(BOB, CustomId("play")),
        passes(12, "Review"),
    ),
    "the puzzle of the day, and others": (
        does(ANN, "puzzle", "Daily puzzle #"),
        taps_until(ANN, CustomId("puzzle"), "Got it!"),
        does(ANN, CustomId("sharepuzzle"), "Daily puzzle #", "@ann · "),
        does(BOB, CustomId("puzzle"), "Daily puzzle #"),
        passes(SECONDS_A_DAY),
        taps_until(BOB, CustomId("puzzle"), "Got it!"),
        does(BOB, CustomId("practise"), "Practice puzzle"),
        taps_until(BOB, CustomId("puzzle"), "Another puzzle"),
    ),
    "the daily puzzle of a server": (
        does(MOD, "daily", "I can post the daily puzzle"),
        does(MOD, CustomId("dailyhere"), "I post the daily puzzle in <#"),
        passes(MINUTE, "Daily puzzle #"),
        does(EVE, CustomId("puzzle"), "Daily puzzle #"),
        passes(SECONDS_A_DAY + HOUR, "Daily puzzle #"),
        does(MOD, CustomId("dailyoff"), "I can post the daily puzzle"),
        passes(SECONDS_A_DAY + HOUR),
    ),
    "a server's settings": (
        does(MOD, "settings", "Server settings"),
        chooses(MOD, Setting.GAME, "misere", "Misère"),
        chooses(MOD, Setting.LEVEL, "easy", "Level: easy"),
        chooses(MOD, Setting.TIME, "60", "1 minute per move"),
        chooses(MOD, Setting.LOOK, "emoji", "Board: ❌ ⭕"),
        chooses(MOD, Setting.LANGUAGE, "de", "Language: Deutsch"),
        does(ANN, "watch", "Als Nächstes"),
        chooses(MOD, Setting.LANGUAGE, "automatic", "Language: automatic"),
        does(ANN, "start", "Your turn"),
        does(MOD, CustomId("reset"), "Reset the leaderboard?"),
        does(MOD, CustomId("settings"), "Server settings"),
        does(MOD, CustomId("reset"), "Reset the leaderboard?"),
        does(MOD, CustomId("resetagain"), "Are you sure?"),
        does(MOD, CustomId("resetnow"), "The leaderboard is empty."),
    ),
    "a moderator stops a game": (
        does(ANN, "start", "Your turn"),
        hears(BOB, "stop", "Only moderators"),
        hears(MOD, "stop", "Stop this game?", "❌ @ann\n"),
        posts(
            MOD,
            CustomId("stopnow"),
            "Stopped by @mod",
            "It doesn't count",
            "ended further down",
        ),
        hears(MOD, "stop", "no such game here"),
    ),
    "one's own data": (
        does(ANN, "start", "Your turn"),
        does(ANN, "privacy", "Your data"),
        does(ANN, CustomId("export"), "Here's what I keep about you."),
        does(ANN, CustomId("delete"), "Delete all your data?"),
        does(ANN, CustomId("keep"), "Your data"),
        does(ANN, CustomId("delete"), "Delete all your data?"),
        does(ANN, CustomId("deletenow"), "All gone."),
    ),
    "the pages of the leaderboards": (
        does(ANN, "top", "Leaderboard"),
        does(ANN, CustomId("top"), "Previous"),
        does(ANN, "top", "Leaderboard", against="bot"),
        does(ANN, CustomId("topbot"), "Leaderboard: games with me"),
    ),
    "results against many levels": (
        posts(ANN, "stats", "### @mod: 10 wins 🏅", "\nhard **3-0-0**", user=MOD),
        hears(BOB, CustomId("levels"), "### @mod 📊", "\neasy **1-0-0**\nnormal **2-0-0**"),
    ),
    "a cup, each round by the clock": (
        *IN_A_CUP,
        passes(CUP_TIME + MINUTE, "ran out of time", "wins the cup! 🏆"),
        does(EVE, "cup", "You need the Manage Events permission"),
    ),
    "a cup to which nobody comes": (
        *DRAWN,
        passes(COMING + MINUTE, "Nobody showed up for the final, so a coin flip decided"),
    ),
    "a cup to which one comes": (
        *DRAWN,
        does(ANN, CustomId("cupplay"), "@ann is here"),
        passes(COMING + MINUTE, "didn't show up for the final"),
    ),
    "a cup that too few people join": (
        does(MOD, "cup", "Nobody has joined yet"),
        does(ANN, CustomId("cupjoin"), "1 of 16 players"),
        passes(JOINING + MINUTE, "It needs at least 2 players."),
    ),
    "a cup by hand": (
        *JOINED,
        does(EVE, CustomId("cupjoin"), "3 of 16 players"),
        does(EVE, CustomId("cupleave"), "2 of 16 players"),
        redraws(
            MOD, CustomId("cupstart"), "Your cup is under way.", "Up next in the cup", "**Final**"
        ),
        does(EVE, CustomId("cuplook")),  # the card shows how things stand already
        hears(MOD, "cup", "Your cup is under way."),
        redraws(MOD, CustomId("cupcancel"), "Your cup is over.", "This cup was canceled."),
    ),
}


ALONE = {
    "start": "Your turn",
    **dict.fromkeys(
        ("move", "board", "resign", "hint", "draw", "claim"), "You don't have a game here."
    ),
    "review": "Nothing to review here yet.",
    "watch": "Next up",
    "puzzle": "Daily puzzle #",
    "stats": "No games yet.",
    "top": "Every server has its own leaderboard.",
    "games": "Nothing on right now.",
    "privacy": "Your data",
    "help": "How to play",
    "settings": "I only have settings in servers that added me.",
    "daily": "I only post daily puzzles in servers that added me.",
    "cup": "There's no cup here.",
    "stop": "Only moderators can stop games.",
}
"""What each command answers in direct messages where nothing has happened yet."""

CLOCKS = {
    "challenges.expires_at": "a challenge that lapses",
    "pauses.until": "a challenge that lapses",
    "sessions.remind_at": "a challenge that is accepted, with both reminders and a claim",
    "sessions.turn_since": "a challenge that is accepted, with both reminders and a claim",
    "sessions.closes_at": "a game with a friend that nobody comes back to",
    "cups.closes_at": "a cup, each round by the clock",
    "cup_pairs.due_at": "a cup to which nobody comes",
    "daily_channels.due_at": "the daily puzzle of a server",
    "daily_puzzles.day": "the puzzle of the day, and others",
}
"""The way on which the time in each column runs out."""

BEHIND_THE_SCENES = {
    "sessions.started_at",
    "sessions.ended_at",
    "seats.ended_at",
    "cups.ended_at",
    "meetings.day",
    "people.seen_on",
    "server_settings.used_on",
}
"""Times that no channel sees run out: `tests/database` and the rooms' transactions look at them."""


class Failure(OSError, RuntimeError):
    """What no handler knows, whatever errors it knows."""


def _crowd(transaction: AnyTransaction, guild_id: int) -> None:
    """More people with points than a page of a leaderboard shows."""
    for user_id in range(1, PAGE + 2):
        row = {
            "guild_id": guild_id,
            "game": DEFAULTS.game,
            "user_id": user_id,
            "points": 3,
            "won": 1,
        }
        row |= {"drawn": 0, "lost": 0}
        for against_bot in (False, True):
            transaction.connection.execute(
                insert(standings).values(row | {"against_bot": against_bot})
            )


def _wins(transaction: AnyTransaction, user_id: int) -> None:
    """Wins of a person against more levels than their results show at once."""
    for won, level in enumerate(LEVEL_NAMES[:4], start=1):
        row = {"user_id": user_id, "game": DEFAULTS.game, "against": level, "assisted": False}
        transaction.connection.execute(
            insert(counts).values(row | {"won": won, "drawn": 0, "lost": 0})
        )


def _past(transaction: AnyTransaction, user_id: int, channel_id: int, guild_id: int) -> None:
    """More finished games of a person than a page of them shows."""
    for _ in range(PAST_PAGE + 1):
        for step, given in (
            (transactions.start, (None, Terms())),
            (transactions.move, (5,)),
            (challenge_transactions.resign, ()),
        ):
            asked = request(user_id, channel_id, guild=guild_id)
            step(Transaction(transaction.connection, asked), *given)


async def prepare(server: Server) -> None:
    """Let the server be as the ways find it."""
    server.add_bot_as_member()
    await server.env.advance_time(61)  # the first sweep
    await server.store.run(_crowd, server.ann.guild.id)
    await server.store.run(_wins, server.mod.id)
    await server.store.run(_past, server.eve.id, server.lounge.id, server.ann.guild.id)


@pytest.fixture
def never_waits(store: Store) -> Iterator[None]:
    """The event loop's thread neither meets the database nor searches, and no statement walks
    through a table.
    """
    threads, statements = set(), set()

    def note(statement: str) -> None:
        threads.add(threading.current_thread())
        statements.add(statement)

    direct = store._database._engine.raw_connection().driver_connection
    direct.set_trace_callback(note)
    fill_tables()
    searched = minimax._score.cache_info().misses
    yield
    assert threads
    assert threading.main_thread() not in threads
    assert minimax._score.cache_info().misses == searched
    direct.set_trace_callback(None)
    for statement in statements:
        if statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE")):
            for *_, step in direct.execute(f"EXPLAIN QUERY PLAN {statement}"):
                walked = re.match(r"SCAN (?!CONSTANT|pragma_)(\w+)|.* USING AUTOMATIC", step)
                # The operator sets few bans; what a subquery has found is no table.
                if walked and walked[1] != "bans" and f") AS {walked[1]}" not in statement:
                    pytest.fail(f"{step}: {statement}")


@pytest.mark.usefixtures("_days_pass_quickly", "never_waits")
@pytest.mark.parametrize("way", WAYS)
async def test_each_step_of_a_default_way_leads_on_and_is_answered_once_if_the_store_fails(
    server: Server, way: str
):
    await prepare(server)
    walk = Walk(server)
    for step in WAYS[way]:
        if step.who is None:
            await walk.take(step)
        else:
            failure = Failure("a secret of the machine room")
            await walk.take_after(failure, step, "Something broke on my end")


@pytest.mark.parametrize("command", ALONE)
async def test_each_command_alone_in_direct_messages_says_what_to_do(server: Server, command: str):
    options = {"cell": 5} if command == "move" else {}
    assert ALONE[command] in text(await server.ann.user.slash(f"ttt {command}", **options))


def test_no_command_menu_button_or_setting_is_missing_from_the_list():
    listed = [step.what for way in WAYS.values() for step in way]
    commands = {command.name for command in every_command()}
    menus = {menu.name for menu in every_menu()}
    assert {what for what in listed if isinstance(what, str)} == commands | menus
    assert ALONE.keys() == commands
    assert {what.name for what in listed if isinstance(what, CustomId)} == set(BUTTONS) - {"set"}
    assert {what for what in listed if isinstance(what, Setting)} == set(Setting)


def test_no_clock_is_missing_from_the_list():
    times = {
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.columns
        if column.name.endswith(("_at", "_since", "_on")) or column.name in {"until", "day"}
    }
    assert times == CLOCKS.keys() | BEHIND_THE_SCENES
    for way in CLOCKS.values():
        assert any(step.who is None for step in WAYS[way])
