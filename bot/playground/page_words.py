"""The texts of the page, by JavaScript's names. Explore asks for its own (`bot.learn.explore`)."""

from bot.learn import lesson_words
from bot.messages.texts import Voice, say

_WORDS = {
    "title": say("Tic-tac-toe playground"),
    "about": say(
        "A simulated Discord on your own machine: nothing leaves it, and nothing is kept."
    ),
    # NOTE: a button for people who use a keyboard: where one types
    "skip": say("Go to the message box"),
    # NOTE: the three rooms of the page: links beside each other in a narrow bar
    "rooms": say("Rooms"),
    # NOTE: a room of the page, where one plays by messages
    "to_chat": say("Chat"),
    # NOTE: a room of the page, with lessons
    "to_learn": say("Learn"),
    # NOTE: a room of the page, where one tries positions and sees what each cell is worth
    "to_explore": say("Explore"),
    # NOTE: a button on phones, which opens all of these
    "menu": say("Channels, people and settings"),
    # NOTE: a heading above Discord channels
    "places": say("Channels"),
    "direct": say("Direct messages"),
    # NOTE: a heading above the names of people one can be
    "people": say("Playing as"),
    # NOTE: a button beside a person's name, which opens a menu
    "more": say("More about {person}"),
    # NOTE: in that menu: be this person in another window of the browser
    "window": say("Open in another window"),
    # NOTE: a button on a message, which opens a menu
    "more_actions": say("More actions"),
    # NOTE: a heading above buttons such as "5 minutes"; the time is a simulated one
    "time": say("Let time pass"),
    # NOTE: {time} is such as "Jan 1, 12:01 AM"
    "simulated": say("Simulated time: {time}"),
    # NOTE: after the name of a person who may stop games and change the bot's settings
    "moderator": say("moderator"),
    "settings": say("Settings"),
    # NOTE: one list sets both; boards in channels are in the language of the server
    "language": say("Your language and the server's"),
    # NOTE: a box to tick: a light page instead of a dark one
    "light": say("Light colors"),
    "messages": say("Messages"),
    "older": say("Show older messages"),
    "newest": say("Jump to the newest message"),
    # NOTE: the first thing that people read on the page
    "welcome": say("I play tic-tac-toe on Discord, and I can show you how I think."),
    # NOTE: the name of four buttons on the page, such as "Play me"
    "starts": say("Four things to do here"),
    "start_play": say("Play me"),
    # NOTE: a button
    "start_puzzle": say("Solve a puzzle"),
    "start_watch": say("Watch two bots"),
    "start_learn": say("Learn minimax"),
    "start_learn_more": say("Five lessons, one idea each"),
    # NOTE: below four buttons
    "more_commands": say("Or type / to see everything I can do."),
    # NOTE: in the empty line where one types
    "type": say("Type / for a command"),
    # NOTE: the name of a list: what one can type next
    "suggestions": say("Suggestions"),
    # NOTE: a button: send the line one has typed
    "send": say("Send"),
    "lost": say(
        "Connection lost. Trying again… If you've stopped the playground, start it again and "
        "open its new address."
    ),
    # NOTE: the bot's name
    "bot": say("Tic-tac-toe"),
    # NOTE: what Discord puts beside the name of a bot
    "app": say("APP"),
    # NOTE: after a person's name, as on Discord: "alice used /ttt start"
    "used": say("used {command}"),
    # NOTE: below a private answer, as on Discord
    "private": say("Only you can see this"),
    # NOTE: a button beside it
    "dismiss": say("Dismiss message"),
}


def words(voice: Voice) -> dict[str, str]:
    """Every text of the page by the name that its files use. `{}` in one is filled in there."""
    return voice.templates(_WORDS) | lesson_words.words(voice)
