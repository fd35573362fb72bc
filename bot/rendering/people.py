"""What is kept about a person, and what they can do about it. For their eyes only."""

from __future__ import annotations

from bot.rendering.custom_id import Verb, VerbPress
from bot.rendering.reply import ADVICE, Button, Card, Style
from bot.rendering.voice import Voice
from bot.sessions.challenge import Challenge
from bot.sessions.records import Kept
from bot.sessions.seats import LEVEL_NAMES


def privacy(kept: Kept, voice: Voice) -> Card:
    """What is kept, and the buttons to change it."""
    games = voice.say_count("{count} counted game", "{count} counted games", kept.counted)
    door = (
        voice.say("Others may challenge you.")
        if kept.takes_challenges
        else voice.say("Nobody can challenge you.")
    )
    told = voice.say(
        "🔒 **What is kept about you**\n"
        "Linked to your Discord ID: your games, with moves, hints, times and channels; {games}, your streaks "
        "and rankings; who you've blocked; and for two days, your challenges and who you've met. "
        "No names and no messages.\n"
        "{door}",
        games=games,
        door=door,
    )
    if kept.blocked:
        blocked = voice.say_count(
            "You've blocked {count} person.", "You've blocked {count} people.", kept.blocked
        )
        told = f"{told} {blocked}"
    return Card(accent=ADVICE, texts=(told,), controls=_choices(kept, voice), private=True)


def _choices(kept: Kept, voice: Voice) -> tuple[Button, ...]:
    switch = (
        _button(voice.say("Take no challenges"), Verb.CLOSE_DOOR)
        if kept.takes_challenges
        else _button(voice.say("Take challenges"), Verb.OPEN_DOOR)
    )
    unblock = (_button(voice.say("Unblock everyone"), Verb.UNBLOCK_EVERYONE),) if kept.blocked else ()
    return (switch, *unblock, _button(voice.say("Delete my data"), Verb.DELETE))


def blocked(asked: Challenge, voice: Voice) -> Card:
    """To the person who has blocked a challenger."""
    told = voice.say(
        "🔒 **Blocked.** <@{player}> can't challenge you any more, and won't be told. "
        "`/ttt privacy` unblocks everyone.",
        player=asked.challenger,
    )
    undo = Button(voice.say("Undo"), VerbPress(Verb.UNBLOCK, asked.id).custom_id)
    return Card(accent=ADVICE, texts=(told,), controls=(undo,), private=True)


def unblocked(asked: Challenge, voice: Voice) -> Card:
    """To the person who has thought better of it."""
    told = voice.say("🔓 **Unblocked.** <@{player}> can challenge you again.", player=asked.challenger)
    return Card(accent=ADVICE, texts=(told,), private=True)


def deletion(voice: Voice) -> Card:
    """The question before everything is deleted."""
    told = voice.say(
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
            _button(voice.say("Delete everything"), Verb.DELETE_NOW, Style.RED),
            _button(voice.say("Keep it"), Verb.KEEP),
        ),
        private=True,
    )


def deletion_goes_on(voice: Voice) -> Card:
    """After a part of it, for a person with more games than can be deleted while Discord waits."""
    told = voice.say("🔒 **Not everything yet.** You have a lot of games. Press again to delete the rest.")
    more = _button(voice.say("Delete the rest"), Verb.DELETE_NOW, Style.RED)
    return Card(accent=ADVICE, texts=(told,), controls=(more,), private=True)


def deleted(voice: Voice) -> Card:
    """After it has been done."""
    told = voice.say("🔒 **Deleted.** Whenever you play again, it begins anew.")
    return Card(accent=ADVICE, texts=(told,), private=True)


def welcome(voice: Voice) -> Card:
    """The whole bot in ten lines."""
    lines = (
        voice.say("❔ **Tic-tac-toe in ten lines**"),
        voice.say("`/ttt start` a game with the bot: tap a number, or `/ttt move`"),
        voice.say("`/ttt start level:` {levels}", levels=", ".join(map(voice.say, LEVEL_NAMES))),
        voice.say("`/ttt start opponent:` a game with a friend, who has to accept"),
        voice.say("`/ttt board` your game once more · `/ttt resign` · `/ttt draw`"),
        voice.say("`/ttt claim` the win once a friend's time is up"),
        voice.say("`/ttt hint` what each cell is worth · `/ttt review` your last game"),
        voice.say("`/ttt watch` the bot play itself · `/ttt puzzle` one right cell"),
        voice.say("`/ttt stats` your results · `/ttt top` this server's table"),
        voice.say("`/ttt privacy` what is kept about you, and no more challenges"),
    )
    return Card(accent=ADVICE, texts=("\n".join(lines),), private=True)


def _button(label: str, verb: Verb, style: Style = Style.NEUTRAL) -> Button:
    return Button(label, VerbPress(verb, 0).custom_id, style)
