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
        # NOTE: a button for people who use a keyboard: where one types
        "skip": voice.say("Go to the message box"),
        # NOTE: a button on phones, which opens all of these
        "menu": voice.say("Channels, people and settings"),
        # NOTE: a heading above Discord channels
        "places": voice.say("Channels"),
        "direct": voice.say("Direct messages"),
        # NOTE: a heading above the names of people one can be
        "people": voice.say("Playing as"),
        # NOTE: a button beside a person's name, which opens a menu
        "more": voice.say("More about {person}", person="{person}"),
        # NOTE: in that menu: be this person in another window of the browser
        "window": voice.say("Open in another window"),
        # NOTE: a heading above buttons such as "5 minutes"; the time is a simulated one
        "time": voice.say("Let time pass"),
        "settings": voice.say("Settings"),
        "language": voice.say("Language"),
        # NOTE: a box to tick: a light page instead of a dark one
        "light": voice.say("Light colors"),
        "messages": voice.say("Messages"),
        "older": voice.say("Show older messages"),
        "newest": voice.say("Jump to the newest message"),
        "empty": voice.say("Nothing here yet. Type / to see what I can do."),
        # NOTE: a button
        "start": voice.say("Start a game"),
        # NOTE: in the empty line where one types
        "type": voice.say("Type / for a command"),
        # NOTE: the name of a list: what one can type next
        "suggestions": voice.say("Suggestions"),
        # NOTE: a button: send the line one has typed
        "send": voice.say("Send"),
        "lost": voice.say(
            "Connection lost. Trying again… If you've stopped the playground, start it again and open its new"
            " address."
        ),
        # NOTE: the bot's name
        "bot": voice.say("Tic-tac-toe"),
        # NOTE: what Discord puts beside the name of a bot
        "app": voice.say("APP"),
        # NOTE: after a person's name, as on Discord: "alice used /ttt start"
        "used": voice.say("used {command}", command="{command}"),
        # NOTE: below a private answer, as on Discord
        "private": voice.say("Only you can see this"),
        # NOTE: a button beside it
        "dismiss": voice.say("Dismiss message"),
    }
