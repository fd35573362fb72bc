"""What is kept about a person, and what they can do about it. For their eyes only."""

from __future__ import annotations

from bot.rendering.catalogue import say, say_count
from bot.rendering.custom_id import Verb, VerbPress
from bot.rendering.reply import ADVICE, Button, Card, Style
from bot.sessions.challenge import Challenge
from bot.sessions.records import Kept
from bot.sessions.seats import LEVEL_NAMES


def privacy(kept: Kept) -> Card:
    """What is kept, and the buttons to change it."""
    games = say_count("{count} counted game", "{count} counted games", kept.counted)
    door = say("Others may challenge you.") if kept.takes_challenges else say("Nobody can challenge you.")
    told = say(
        "🔒 **What is kept about you**\n"
        "Linked to your Discord ID: your games, with moves, hints, times and channels; {games}, your streaks "
        "and rankings; who you've blocked; and for two days, your challenges and who you've met. "
        "No names and no messages.\n"
        "{door}",
        games=games,
        door=door,
    )
    if kept.blocked:
        blocked = say_count("You've blocked {count} person.", "You've blocked {count} people.", kept.blocked)
        told = f"{told} {blocked}"
    return Card(accent=ADVICE, texts=(told,), controls=_choices(kept), private=True)


def _choices(kept: Kept) -> tuple[Button, ...]:
    switch = (
        _button(say("Take no challenges"), Verb.CLOSE_DOOR)
        if kept.takes_challenges
        else _button(say("Take challenges"), Verb.OPEN_DOOR)
    )
    unblock = (_button(say("Unblock everyone"), Verb.UNBLOCK_EVERYONE),) if kept.blocked else ()
    return (switch, *unblock, _button(say("Delete my data"), Verb.DELETE))


def blocked(asked: Challenge) -> Card:
    """To the person who has blocked a challenger."""
    told = say(
        "🔒 **Blocked.** <@{player}> can't challenge you any more, and won't be told. "
        "`/ttt privacy` unblocks everyone.",
        player=asked.challenger,
    )
    undo = Button(say("Undo"), VerbPress(Verb.UNBLOCK, asked.id).custom_id)
    return Card(accent=ADVICE, texts=(told,), controls=(undo,), private=True)


def unblocked(asked: Challenge) -> Card:
    """To the person who has thought better of it."""
    told = say("🔓 **Unblocked.** <@{player}> can challenge you again.", player=asked.challenger)
    return Card(accent=ADVICE, texts=(told,), private=True)


def deletion() -> Card:
    """The question before everything is deleted."""
    told = say(
        "🔒 **Delete everything?**\n"
        "This deletes your results, streaks, rankings and blocks, and your games with me in direct messages. "
        "Your current games end without a result, and in all other games “somebody” takes your place. "
        "Others may challenge you again.\n"
        "Two things stay: a note of who you've met and challenged, for two days, so that deleting isn't a "
        "way round the limits; and any block that someone else has set. This cannot be undone."
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


def deletion_goes_on() -> Card:
    """After a part of it, for a person with more games than can be deleted while Discord waits."""
    told = say("🔒 **Not everything yet.** You have a lot of games. Press again to delete the rest.")
    more = _button(say("Delete the rest"), Verb.DELETE_NOW, Style.RED)
    return Card(accent=ADVICE, texts=(told,), controls=(more,), private=True)


def deleted() -> Card:
    """After it has been done."""
    told = say("🔒 **Deleted.** Whenever you play again, it begins anew.")
    return Card(accent=ADVICE, texts=(told,), private=True)


def welcome() -> Card:
    """The whole bot in ten lines."""
    lines = (
        say("❔ **Tic-tac-toe in ten lines**"),
        say("`/ttt start` a game with the bot: tap a number, or `/ttt move`"),
        say("`/ttt start level:` {levels}", levels=", ".join(LEVEL_NAMES)),
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
