"""What is kept about a person, and what they can do about it. For their eyes only."""

from __future__ import annotations

from bot.rendering.catalogue import say, say_count
from bot.rendering.custom_id import Verb, VerbPress
from bot.rendering.reply import ADVICE, Button, Card, Style
from bot.sessions.records import Kept


def privacy(kept: Kept) -> Card:
    """What is kept, and the buttons to change it."""
    games = say_count(
        "{count} counted game", "{count} counted games", kept.stats.total.games + kept.stats.assisted.games
    )
    door = say("Others may challenge you.") if kept.takes_challenges else say("Nobody can challenge you.")
    told = say(
        "🔒 **What is kept about you**\n"
        "Under your Discord id: your games, with moves, hints, times and places; {games}, your streaks and "
        "places in tables; for a day or two, challenges and whom you met. No name, and no message.\n"
        "{door}",
        games=games,
        door=door,
    )
    switch = (
        _button(say("Take no challenges"), Verb.CLOSE_DOOR)
        if kept.takes_challenges
        else _button(say("Take challenges"), Verb.OPEN_DOOR)
    )
    return Card(
        accent=ADVICE,
        texts=(told,),
        controls=(switch, _button(say("Delete my data"), Verb.DELETE)),
        private=True,
    )


def deletion() -> Card:
    """The question before everything is deleted."""
    told = say(
        "🔒 **Delete everything?**\n"
        "This deletes your results, streaks and rankings, and your games with me in direct messages. "
        "Your current games end without a result, and in all other games “somebody” takes your place. "
        "Others may challenge you again.\n"
        "A note of who you've met stays for two days, so that deleting isn't a way round the limits. "
        "This cannot be undone."
    )
    return Card(
        accent=ADVICE,
        texts=(told,),
        controls=(
            _button(say("Delete everything"), Verb.DELETE_NOW, Style.RED),
            _button(say("Keep it"), Verb.KEEP),
        ),
        private=True,
    )


def deleted() -> Card:
    """After it has been done."""
    told = say("🔒 **Deleted.** Whenever you play again, it begins anew.")
    return Card(accent=ADVICE, texts=(told,), private=True)


def welcome() -> Card:
    """The whole bot in ten lines."""
    lines = (
        say("❔ **Tic-tac-toe in ten lines**"),
        say("`/ttt start` a game with the bot: tap a number, or `/ttt move`"),
        say("`/ttt start level:` easy, normal, hard, expert or perfect"),
        say("`/ttt start opponent:` a game with a friend, who has to accept"),
        say("`/ttt board` your game once more · `/ttt resign` · `/ttt draw`"),
        say("`/ttt claim` the win once a friend's time is up"),
        say("`/ttt hint` what each cell is worth · `/ttt review` your last game"),
        say("`/ttt watch` the bot play itself · `/ttt puzzle` one right cell"),
        say("`/ttt stats` your results · `/ttt top` this server's table"),
        say("`/ttt privacy` what is kept about you, and no more challenges"),
    )
    return Card(accent=ADVICE, texts=("\n".join(lines),), private=True)


def _button(label: str, verb: Verb, style: Style = Style.NEUTRAL) -> Button:
    return Button(label, VerbPress(verb, 0).custom_id, style)
