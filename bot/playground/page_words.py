"""The texts of the page, by JavaScript's names."""

from bot.learn import lesson_words
from bot.learn.explore_frames import who_wins
from bot.messages.texts import Voice, phrase
from engine.board import Mark

_WORDS = {
    "title": phrase("Tic-tac-toe playground"),
    "about": phrase(
        "A simulated Discord on your own machine: nothing leaves it, and nothing is kept."
    ),
    # NOTE: a button for people who use a keyboard: where one types
    "skip": phrase("Go to the message box"),
    # NOTE: the three rooms of the page: links beside each other in a narrow bar
    "rooms": phrase("Rooms"),
    # NOTE: a room of the page, where one plays by messages
    "to_chat": phrase("Chat"),
    # NOTE: a room of the page, with lessons; a name, not an order to the reader
    "to_learn": phrase("Learn"),
    # NOTE: a room of the page, where one tries positions and sees what each cell is worth; a name,
    # not an order to the reader
    "to_explore": phrase("Explore"),
    # NOTE: a button on phones, which opens all of these
    "menu": phrase("Channels, people and settings"),
    # NOTE: a heading above Discord channels
    "places": phrase("Channels"),
    "direct": phrase("Direct messages"),
    # NOTE: a heading above the names of people one can be
    "people": phrase("Playing as"),
    # NOTE: a button beside a person's name, which opens a menu
    "more": phrase("More about {person}"),
    # NOTE: in that menu: be this person in another window of the browser
    "window": phrase("Open in another window"),
    # NOTE: a button on a message, which opens a menu
    "more_actions": phrase("More actions"),
    # NOTE: a heading above buttons such as "5 minutes"; the time is a simulated one
    "time": phrase("Let time pass"),
    # NOTE: {time} is such as "Jan 1, 12:01 AM"
    "simulated": phrase("Simulated time: {time}"),
    # NOTE: after the name of a person who may stop games and change the bot's settings
    "moderator": phrase("moderator"),
    "settings": phrase("Settings"),
    # NOTE: one list sets both; boards in channels are in the language of the server
    "language": phrase("Your language and the server's"),
    # NOTE: a box to tick: a light page instead of a dark one
    "light": phrase("Light colors"),
    "messages": phrase("Messages"),
    "older": phrase("Show older messages"),
    "newest": phrase("Jump to the newest message"),
    # NOTE: the first thing that people read on the page
    "welcome": phrase("I play tic-tac-toe on Discord, and I can show you how I think."),
    # NOTE: the name of four buttons on the page, such as "Play me"
    "starts": phrase("Four things to do here"),
    "start_play": phrase("Play me"),
    # NOTE: a button
    "start_puzzle": phrase("Solve a puzzle"),
    "start_watch": phrase("Watch two bots"),
    "start_learn": phrase("Learn minimax"),
    "start_learn_more": phrase("Five lessons, one idea each"),
    # NOTE: below four buttons
    "more_commands": phrase("Or type / to see everything I can do."),
    # NOTE: in the empty line where one types
    "type": phrase("Type / for a command"),
    # NOTE: the name of a list: what one can type next
    "suggestions": phrase("Suggestions"),
    # NOTE: a button: send the line one has typed
    "send": phrase("Send"),
    "lost": phrase(
        "Connection lost. Trying again… If you've stopped the playground, start it again and "
        "open its new address."
    ),
    # NOTE: the bot's name
    "bot": phrase("Tic-tac-toe"),
    # NOTE: what Discord puts beside the name of a bot
    "app": phrase("APP"),
    # NOTE: after a person's name, as on Discord: "alice used /ttt start"
    "used": phrase("used {command}"),
    # NOTE: below a private answer, as on Discord
    "private": phrase("Only you can see this"),
    # NOTE: a button beside it
    "dismiss": phrase("Dismiss message"),
}
_EXPLORE = {
    # NOTE: position: as in chess
    "explore_about": phrase("What I know about a position. Press a cell to try a move."),
    "game": phrase("Game"),
    # NOTE: how the marks stand on the board, as in chess
    "position": phrase("Position"),
    "notation": phrase("Its rows, with a dot for a free cell, then whose turn it is."),
    # NOTE: a button: show the position that was typed, or what is covered
    "show": phrase("Show"),
    # NOTE: a button: take the last move back
    "back": phrase("Take back"),
    # NOTE: a button: show the board of the chat again
    "mine": phrase("Board from the chat"),
    "example": phrase("Example"),
    "empty": phrase("Empty board"),
    "thinking": phrase("Thinking…"),
    # NOTE: what each cell is worth, while the reader plays; beside it is a button, Show
    "covered": phrase("Hidden, so it doesn't spoil your game."),
    # NOTE: what the signs in cells mean
    "key": phrase("With perfect play: ▲ wins · = draws · ▼ loses"),
    # NOTE: the moves that follow if both play well
    "expected": phrase("Best play:"),
    # NOTE: a box to tick, or the name of a list of bots
    "odds": phrase("Show what the bot would play"),
    # NOTE: the first choice in that list: show no bot's
    "none": phrase("off"),
    # NOTE: “{level}” is the bot at this level, not a person
    "odds_key": phrase("The bars show how likely “{level}” is to play each cell."),
    "curve": phrase("The game so far"),
    # NOTE: a result, beside "X wins"
    "draw": phrase("Draw"),
    # NOTE: position: how the marks stand on the board, as in chess, not a place
    "share": phrase("Share this position"),
    # NOTE: the address of a page
    "link": phrase("Link"),
    # NOTE: a button
    "copy": phrase("Copy link"),
    "tree": phrase("The tree"),
    "rising": phrase(
        "Minimax tries every move, then every answer, until the game ends. There, each board has a"
        " value for X: {most} minus the number of moves if X wins, the negative of that if O wins,"
        " and 0 for a draw. The values then move up: X takes the highest, O the lowest."
    ),
    "savings": phrase("Ideas that save work"),
    # NOTE: below bars of a chart
    "scale": phrase("How many nodes it takes, on a logarithmic scale"),
    # NOTE: below a picture of a tree, in which numbers such as +42 stand for boards not drawn
    "unfold": phrase(
        "+42 stands for 42 more boards further down. Press such a number to see them."
    ),
    # NOTE: minimax without any of the ideas that save work
    "idea_plain": phrase("Plain"),
    # NOTE: a way to search less: a name, not an order to the reader; in brackets that of textbooks
    "idea_symmetry": phrase("Mirror (symmetry)"),
    # NOTE: a way to search less: a name, not an order to the reader; in brackets that of textbooks
    "idea_alpha-beta": phrase("Skip (alpha-beta)"),
    # NOTE: a way to search less: a name, not an order to the reader; in brackets that of textbooks
    "idea_memory": phrase("Remember (memory)"),
    # NOTE: all ways to search less at once
    "idea_all": phrase("All together"),
    "about_symmetry": phrase("Boards that match when turned or mirrored count as one."),
    "about_alpha-beta": phrase("Once one answer makes a move bad enough, the others are skipped."),
    "about_memory": phrase("I remember what I know about a board."),
}


def words(voice: Voice) -> dict[str, str]:
    """Every text of the page by the name that its files use. `{}` in one is filled in there."""
    ends = {"x_wins": who_wins(Mark.X, voice), "o_wins": who_wins(Mark.O, voice)}
    return voice.templates({**_WORDS, **_EXPLORE}) | ends | lesson_words.words(voice)
