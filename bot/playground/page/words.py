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
        "skip": voice.say("To the message box"),
        "menu": voice.say("Channels, people and settings"),
        "places": voice.say("Channels"),
        "direct": voice.say("Direct messages"),
        # NOTE: above the names of people, of whom one is chosen
        "people": voice.say("Playing as"),
        "more": voice.say("More about {person}", person="{person}"),
        "window": voice.say("Open in another window"),
        # NOTE: a heading: buttons such as "+5 min" follow
        "time": voice.say("Let time pass"),
        "settings": voice.say("Settings"),
        "language": voice.say("Language"),
        "light": voice.say("Light colors"),
        "messages": voice.say("Messages"),
        "older": voice.say("Show older messages"),
        "newest": voice.say("To the newest message"),
        "empty": voice.say("Nothing here yet. Type /ttt start to play."),
        "type": voice.say("Type / for a command"),
        "suggestions": voice.say("Suggestions"),
        "send": voice.say("Send"),
        "lost": voice.say("The connection is lost. Trying again…"),
        # NOTE: the name of the bot
        "bot": voice.say("Tic-tac-toe"),
        # NOTE: what Discord shows beside the name of a bot
        "app": voice.say("APP"),
        # NOTE: after a name: "Ann used /ttt start"
        "used": voice.say("used {command}", command="{command}"),
        "private": voice.say("Only you can see this"),
        "dismiss": voice.say("Dismiss message"),
    }
