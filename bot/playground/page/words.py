"""The page's own texts, in one language."""

from __future__ import annotations

from bot.rendering.voice import Voice


def words(voice: Voice) -> dict[str, str]:
    """Every text of the page by the name that its files use. `{}` in one is filled in there."""
    return {
        "title": voice.say("Tic-tac-toe playground"),
        "about": voice.say(
            "A simulated Discord on your own machine: nothing leaves it, and nothing is kept."
        ),
        "you": voice.say("Playing as"),
        "places": voice.say("Channels"),
        "direct": voice.say("Direct messages"),
        "messages": voice.say("Messages"),
        "type": voice.say("Message, or / for a command"),
        "send": voice.say("Send"),
        "older": voice.say("Show older messages"),
        "newest": voice.say("To the newest message"),
        "private": voice.say("Only you can see this"),
        "dismiss": voice.say("Dismiss message"),
        "lost": voice.say("The connection is lost. Trying again…"),
        "time": voice.say("Let time pass"),
        "language": voice.say("Language"),
        "theme": voice.say("Colours"),
        "empty": voice.say("Nothing here yet. Type /ttt start to play."),
    }
