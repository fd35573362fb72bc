"""The ways: every command with its defaults, every button that then appears, every clock.

This is the only list of everything there is. A way is a walk through it as people take it: little
is chosen that has a default, and where a clock can decide, it does. Each step says what it changes
in the channel, and where.
"""

from sqlalchemy import insert

from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import LIFETIME, PAUSE
from bot.cups.cup import COMING
from bot.database.tables import counts, standings
from bot.database.transaction import AnyTransaction, Transaction
from bot.messages.custom_id import CustomId
from bot.people.own_games import PAST_PAGE
from bot.people.transactions import PAGE
from bot.play import transactions
from bot.play.seats import LEVEL_NAMES, Terms
from bot.play.session import ABANDONED_AFTER, SECONDS_A_DAY
from bot.play.settings import DEFAULTS
from bot.servers.card import Setting
from tests.support.requests import request
from tests.support.server import Server
from tests.support.walk import (
    ANN,
    BOB,
    EVE,
    HOUR,
    MENU,
    MINUTE,
    MOD,
    REVIEW,
    chooses,
    does,
    hears,
    passes,
    posts,
    redraws,
    taps_until,
)

JOINING, CUP_TIME = 10 * MINUTE, 2 * MINUTE  # of /ttt cup


TIME = DEFAULTS.time
CHALLENGED = (posts(ANN, "start", "challenges you!", opponent=BOB),)
PLAYING = (*CHALLENGED, posts(BOB, CustomId("accept"), "Your turn"))
JOINED = (
    posts(MOD, "cup", "Nobody has joined yet"),
    redraws(ANN, CustomId("cupjoin"), "1 of 16 players"),
    redraws(BOB, CustomId("cupjoin"), "2 of 16 players"),
)
DRAWN = (*JOINED, passes(JOINING + MINUTE, "Up next in the cup"))
IN_A_CUP = (
    *DRAWN,
    redraws(ANN, CustomId("cupplay"), "@ann is here"),
    posts(BOB, CustomId("cupplay"), "Your turn"),
)

WAYS = {
    "a game with the bot by buttons": (
        posts(ANN, "start", "**Bot** · normal", "Your turn"),
        redraws(ANN, CustomId("cell"), "I played"),
        hears(ANN, CustomId("hint"), "Counts as a game with hints"),
        redraws(ANN, CustomId("playbest"), "You played", "I played"),
        redraws(ANN, CustomId("takeback"), "I took back your last move and mine."),
        posts(ANN, "start", "Finish it, or resign to start another."),
        hears(ANN, CustomId("resign"), "### Resign? 🏳️\nI win, and the game counts."),
        posts(ANN, CustomId("resignnow"), "resigned", "ended further down"),
        hears(ANN, CustomId("review"), "**Move 1 of 2**"),
        posts(ANN, CustomId("share"), "Resigning turned a win for ❌ into", "Shared by @ann"),
        posts(ANN, CustomId("easier"), "Bot** · easy"),
        posts(ANN, "move", "I played", cell=8),
        taps_until(ANN, CustomId("cell"), "Harder"),
        posts(ANN, CustomId("harder"), "Bot** · normal"),
        posts(ANN, "resign", "Game stopped"),
        posts(ANN, CustomId("rematch"), "Your turn"),
    ),
    "a game with the bot by commands": (
        posts(ANN, "start", "Your turn"),
        posts(ANN, "move", "I played", "moved down the channel", cell=5),
        posts(ANN, "start", "You already have a game here"),
        posts(ANN, "board", "Your turn", "moved down the channel"),
        hears(ANN, "hint", "Counts as a game with hints"),
        hears(ANN, "draw", "I always play to the end"),
        hears(ANN, "claim", "There's no clock when you play me"),
        posts(ANN, "resign", "resigned"),
        hears(ANN, "review", "**Move 1 of 2**"),
        posts(ANN, "stats", "0 won, 0 drawn, 1 lost"),
        posts(ANN, "top", "Leaderboard"),
        hears(ANN, "privacy", "Your data"),
        hears(ANN, "help", "How to play"),
        hears(ANN, CustomId("today"), "Daily puzzle #"),
        posts(ANN, CustomId("start"), "Your turn"),
    ),
    "a game with the bot that nobody comes back to": (
        posts(ANN, "start", "Your turn"),
        passes(ABANDONED_AFTER + MINUTE),
        redraws(ANN, CustomId("cell"), "Game closed"),
    ),
    "games in many channels": (
        hears(ANN, "games", "Nothing on right now."),
        posts(ANN, "start", "Your turn"),
        hears(ANN, "games", "**Your turn**\n**1.** Bot · normal · [3×3]("),
        posts(ANN, "resign", "Game stopped"),
        redraws(ANN, CustomId("games"), "Nothing on right now."),
        posts(ANN, "start", "challenges you!", opponent=BOB),
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
        posts(EVE, "start", "Your turn"),
        redraws(EVE, CustomId("cell"), "I played"),
        hears(EVE, "privacy", "Your data"),
        redraws(EVE, CustomId("textfirst"), "You get text instead of pictures."),
        hears(EVE, "games", "1. Bot, normal, 3×3, closes"),
        hears(EVE, CustomId("giveup"), "Resign?\nI win, and the game counts."),
        hears(EVE, CustomId("giveupnow"), "You resigned your game with Bot.", "resigned"),
    ),
    "finished games, and reviews of them": (
        hears(EVE, "games", "Nothing on right now.", "**Finished**\n**1.** 🔳 loss · Bot · normal"),
        redraws(EVE, CustomId("pastolder"), "Newer"),
        redraws(EVE, CustomId("pastnewer"), "Older"),
        chooses(EVE, CustomId("pastreview"), "11", "**Move 1 of 2**"),
        hears(EVE, "privacy", "Your data"),
        redraws(EVE, CustomId("textfirst"), "You get text instead of pictures."),
        hears(EVE, "games", "Nothing on right now."),
        hears(EVE, CustomId("pastgames"), "Finished\n1. loss, Bot, normal"),
    ),
    "told at once that it is their turn": (
        *PLAYING,
        hears(ANN, "games", "once half your time is gone."),
        redraws(ANN, CustomId("gamesatonce"), "your turn, I mention you in the channel at once."),
        hears(BOB, "games", "once half your time is gone."),
        redraws(BOB, CustomId("gamesatonce"), "your turn, I mention you in the channel at once."),
        passes(2 * MINUTE),
        posts("to move", CustomId("cell"), "has moved"),
        passes(2 * MINUTE),
        does(
            "to move",
            CustomId("cell"),
            "has moved.** The game goes on.",
            "has moved. [Go to the board]",
        ),
        redraws(BOB, CustomId("gamesathalf"), "once half your time is gone."),
    ),
    "other games": (
        posts(ANN, "start", "5×5: four in a row wins", game="5x5"),
        posts(BOB, "watch", "Fading: only your last three marks stay", game="fading"),
        hears(BOB, "puzzle", "Misère", game="misere"),
    ),
    "a review": (
        posts(ANN, "start", "Your turn"),
        taps_until(ANN, CustomId("cell"), "Rematch"),
        hears(ANN, REVIEW, "What wins?"),
        hears(ANN, CustomId("fix"), "What wins?"),
        redraws(ANN, CustomId("try"), "Got it!"),
        redraws(ANN, CustomId("show"), "Better: "),
        redraws(ANN, CustomId("earlier"), "Next mistake"),
        redraws(ANN, CustomId("mistake"), "What wins?"),
        redraws(ANN, CustomId("later"), "I played"),
    ),
    "in words": (
        posts(ANN, "start", "Your turn"),
        hears(ANN, CustomId("read"), "Row"),
        hears(ANN, CustomId("cell"), "Row"),
        hears(ANN, CustomId("hint"), "Counts as a game with hints\nRow"),
        hears(ANN, CustomId("playbest"), "Row"),
        hears(ANN, "board", "Row", text=True),
        hears(ANN, CustomId("textfirst"), "From now on you'll get text"),
        hears(ANN, CustomId("picturesfirst"), "You'll get pictures again"),
    ),
    "a challenge that is accepted, with both reminders and a claim": (
        *PLAYING,
        passes(TIME // 2 + MINUTE, "it's your move"),
        passes(TIME // 2, "is out of time"),
        redraws("waiting", CustomId("claim"), "ran out of time", "This game is over"),
        posts(ANN, CustomId("rematch"), "wants a rematch"),
        passes(LIFETIME + PAUSE, "Challenge expired."),
        posts(ANN, CustomId("rematch"), "wants a rematch"),
        posts(BOB, CustomId("rematch"), "Your turn"),
    ),
    "a challenge that lapses": (
        *CHALLENGED,
        passes(LIFETIME + MINUTE // 2, "Challenge expired."),
        hears(ANN, "start", "Give @bob", opponent=BOB),
        passes(PAUSE),
        posts(ANN, MENU, "challenges you"),
    ),
    "challenges that are not accepted": (
        *CHALLENGED,
        redraws(ANN, CustomId("cancel"), "Challenge canceled."),
        passes(PAUSE + 1),
        *CHALLENGED,
        redraws(BOB, CustomId("decline"), "Challenge declined.", "You declined."),
        redraws(BOB, CustomId("block"), "Blocked."),
        redraws(BOB, CustomId("unblock"), "Unblocked."),
        passes(PAUSE + 1),
        *CHALLENGED,
        redraws(BOB, CustomId("decline"), "Challenge declined.", "You declined."),
        redraws(BOB, CustomId("block"), "Blocked."),
        hears(BOB, "privacy", "You've blocked 1 person."),
        redraws(BOB, CustomId("unblockall"), "Others **can** challenge you."),
        redraws(BOB, CustomId("close"), "Nobody can challenge you."),
        passes(PAUSE + 1),
        hears(ANN, "start", "isn't taking challenges", opponent=BOB),
        redraws(BOB, CustomId("open"), "Others **can** challenge you."),
        *CHALLENGED,
        posts(ANN, "resign", "Challenge canceled."),
    ),
    "an open game that someone joins": (
        posts(ANN, "start", "Who's in?", open=True),
        posts(EVE, CustomId("join"), "Your turn"),
        redraws(ANN, CustomId("draw"), "offers a draw"),
        redraws(EVE, CustomId("draw"), "Draw agreed"),
        posts(
            EVE, CustomId("fading"), "wants a rematch", "Fading: only your last three marks stay"
        ),
    ),
    "an open game that nobody joins": (
        posts(ANN, "start", "Who's in?", open=True),
        passes(LIFETIME + MINUTE // 2, "Nobody joined"),
        posts(ANN, "start", "Who's in?", open=True),
        redraws(ANN, CustomId("cancel"), "Challenge canceled."),
    ),
    "a game with a friend that nobody comes back to": (
        *PLAYING,
        passes(TIME, "it's your move", "is out of time"),
        passes(ABANDONED_AFTER + MINUTE),
        redraws("to move", CustomId("cell"), "Game closed"),
        hears(ANN, "board", "You don't have a game here."),
    ),
    "a demo game to the end": (
        posts(ANN, "watch", "Next up: Bot (normal)"),
        passes(2, "Next up"),
        does(BOB, CustomId("play")),
        passes(12, "Review"),
    ),
    "the puzzle of the day, and others": (
        hears(ANN, "puzzle", "Daily puzzle #"),
        redraws(ANN, "4", "### Not quite", "Try again!"),
        taps_until(ANN, CustomId("puzzle"), "Got it!"),
        posts(ANN, CustomId("sharepuzzle"), "Daily puzzle #", "@ann · 2 tries 🔳🟩"),
        hears(BOB, CustomId("puzzle"), "Daily puzzle #"),
        passes(SECONDS_A_DAY),
        taps_until(BOB, CustomId("puzzle"), "Got it!"),
        redraws(BOB, CustomId("practise"), "Practice puzzle"),
        taps_until(BOB, CustomId("puzzle"), "Another puzzle"),
    ),
    "the daily puzzle of a server": (
        hears(MOD, "daily", "I can post the daily puzzle"),
        redraws(MOD, CustomId("dailyhere"), "I post the daily puzzle in <#"),
        passes(MINUTE, "Daily puzzle #"),
        hears(EVE, CustomId("puzzle"), "Daily puzzle #"),
        taps_until(EVE, CustomId("puzzle"), "Got it!"),
        passes(SECONDS_A_DAY + HOUR, "Daily puzzle #", "Yesterday: 1 person solved it here"),
        redraws(MOD, CustomId("dailyoff"), "I can post the daily puzzle"),
        passes(SECONDS_A_DAY + HOUR),
    ),
    "a server's settings": (
        hears(MOD, "settings", "Server settings"),
        chooses(MOD, Setting.GAME, "misere", "Misère"),
        chooses(MOD, Setting.LEVEL, "easy", "Level: easy"),
        chooses(MOD, Setting.TIME, "60", "1 minute per move"),
        chooses(MOD, Setting.LOOK, "emoji", "Board: ❌ ⭕"),
        chooses(MOD, Setting.LANGUAGE, "de", "Language: Deutsch"),
        posts(ANN, "watch", "Als Nächstes"),
        chooses(MOD, Setting.LANGUAGE, "automatic", "Language: automatic"),
        posts(ANN, "start", "Your turn"),
        redraws(MOD, CustomId("reset"), "Reset the leaderboard?"),
        redraws(MOD, CustomId("settings"), "Server settings"),
        redraws(MOD, CustomId("reset"), "Reset the leaderboard?"),
        redraws(MOD, CustomId("resetagain"), "Are you sure?"),
        redraws(MOD, CustomId("resetnow"), "The leaderboard is empty."),
    ),
    "a moderator stops a game": (
        posts(ANN, "start", "Your turn"),
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
        posts(ANN, "start", "Your turn"),
        hears(ANN, "privacy", "Your data"),
        hears(ANN, CustomId("export"), "Here's what I keep about you."),
        redraws(ANN, CustomId("delete"), "Delete all your data?"),
        redraws(ANN, CustomId("keep"), "Your data"),
        redraws(ANN, CustomId("delete"), "Delete all your data?"),
        redraws(ANN, CustomId("deletenow"), "All gone."),
    ),
    "the pages of the leaderboards": (
        posts(ANN, "top", "Leaderboard"),
        redraws(ANN, CustomId("top"), "Previous"),
        posts(ANN, "top", "Leaderboard", against="bot"),
        redraws(ANN, CustomId("topbot"), "Leaderboard: games with me"),
    ),
    "results against many levels": (
        posts(ANN, "stats", "### @mod: 10 wins 🏅", "\nhard **3-0-0**", user=MOD),
        hears(BOB, CustomId("levels"), "### @mod 📊", "\neasy **1-0-0**\nnormal **2-0-0**"),
    ),
    "a cup, each round by the clock": (
        *IN_A_CUP,
        passes(CUP_TIME + MINUTE, "ran out of time", "wins the cup! 🏆"),
        hears(EVE, "cup", "You need the Manage Events permission"),
    ),
    "a cup to which nobody comes": (
        *DRAWN,
        passes(COMING + MINUTE, "Nobody showed up for the final, so a coin flip decided"),
    ),
    "a cup to which one comes": (
        *DRAWN,
        redraws(ANN, CustomId("cupplay"), "@ann is here"),
        passes(COMING + MINUTE, "didn't show up for the final"),
    ),
    "a cup that too few people join": (
        posts(MOD, "cup", "Nobody has joined yet"),
        redraws(ANN, CustomId("cupjoin"), "1 of 16 players"),
        passes(JOINING + MINUTE, "It needs at least 2 players."),
    ),
    "a cup by hand": (
        *JOINED,
        redraws(EVE, CustomId("cupjoin"), "3 of 16 players"),
        redraws(EVE, CustomId("cupleave"), "2 of 16 players"),
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


def _crowd(transaction: AnyTransaction, guild_id: int) -> None:
    """More people with points than a page of a leaderboard shows."""
    for user_id in range(1, PAGE + 2):
        row = {
            "guild_id": guild_id,
            "game": DEFAULTS.game,
            "user_id": user_id,
            "points": 3,
            "won": 1,
            "drawn": 0,
            "lost": 0,
        }
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
