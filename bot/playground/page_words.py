"""The texts of the page, by JavaScript's names."""

from bot.learn import lesson_words
from bot.learn.explore_frames import who_wins
from bot.messages.texts import Voice, say
from engine.board import Mark

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
_EXPLORE = {
    "explore_about": say("What I know about a position. Press a cell to try a move."),
    "game": say("Game"),
    # NOTE: how the marks stand on the board, as in chess
    "position": say("Position"),
    "notation": say("Its rows, with a dot for a free cell, then whose turn it is."),
    # NOTE: a button: show the position that was typed, or what is covered
    "show": say("Show"),
    # NOTE: a button: take the last move back
    "back": say("Take back"),
    # NOTE: a button: show the board of the chat again
    "mine": say("Board from the chat"),
    "example": say("Example"),
    "empty": say("Empty board"),
    "thinking": say("Thinking…"),
    # NOTE: beside it is a button, Show: it shows what each cell is worth
    "covered": say("Covered, so that your game isn't spoiled."),
    # NOTE: what the signs in cells mean
    "key": say("With perfect play: ▲ wins · = draws · ▼ loses"),
    # NOTE: the moves that follow if both play well
    "expected": say("Best play:"),
    # NOTE: a box to tick, or the name of a list of bots
    "odds": say("Show what the bot would play"),
    # NOTE: the first choice in that list: show no bot's
    "none": say("off"),
    # NOTE: {level} is the name of an opponent, such as "normal"
    "odds_key": say("The bars show how likely “{level}” is to play each cell."),
    "curve": say("The game so far"),
    # NOTE: a result, beside "X wins"
    "draw": say("Draw"),
    "share": say("Share this position"),
    # NOTE: the address of a page
    "link": say("Link"),
    # NOTE: a button
    "copy": say("Copy link"),
    "tree": say("The tree"),
    "rising": say(
        "Minimax tries every move, then every answer, until the game ends. There, each board has a"
        " value for X: {most} minus the number of moves if X wins, the negative of that if O wins,"
        " and 0 for a draw. The values then move up: X takes the highest, O the lowest."
    ),
    "savings": say("Ideas that save work"),
    # NOTE: below bars of a chart
    "scale": say("How many nodes it takes, on a logarithmic scale"),
    "unfold": say("+42 would be 42 boards further down. Press such a number to see them."),
    # NOTE: minimax without any of the ideas that save work
    "idea_plain": say("Plain"),
    # NOTE: ways to search less, by the names of the lessons, with those of textbooks
    "idea_symmetry": say("Mirror (symmetry)"),
    "idea_alpha-beta": say("Skip (alpha-beta)"),
    "idea_memory": say("Remember (memory)"),
    # NOTE: all ways to search less at once
    "idea_all": say("All together"),
    "about_symmetry": say("Boards that match when turned or mirrored count as one."),
    "about_alpha-beta": say("Once one answer makes a move bad enough, the others are skipped."),
    "about_memory": say("I remember what I know about a board."),
}


def words(voice: Voice) -> dict[str, str]:
    """Every text of the page by the name that its files use. `{}` in one is filled in there."""
    ends = {"x_wins": who_wins(Mark.X, voice), "o_wins": who_wins(Mark.O, voice)}
    return voice.templates({**_WORDS, **_EXPLORE}) | ends | lesson_words.words(voice)
