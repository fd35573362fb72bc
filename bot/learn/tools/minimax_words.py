"""The texts of the page of one file, by JavaScript's names."""

from bot.learn import lesson_words
from bot.learn.explore_frames import no_position
from bot.learn.tools.lessons import PLAYED
from bot.messages import games
from bot.messages.texts import Voice, say
from bot.play.names import level
from engine.opponents import LEVELS

_PAGE = {
    "title": say("Tic-tac-toe, and how a computer plays it"),
    "skip_to_content": say("Skip to the game"),
    "lead": say(
        "This page plays tic-tac-toe with you, and shows you in five minutes how a computer "
        "finds the best move. It works offline, and nothing leaves your device."
    ),
    # NOTE: a heading: play against the bot
    "start_play": say("Play me"),
    "start_watch": say("Watch two bots"),
    # NOTE: below "Watch two bots": their levels
    "start_watch_more": say("Easy against perfect"),
    "start_learn": say("Learn minimax"),
    "start_learn_more": say("Five lessons, one idea each"),
    "start_read": say("Read the essay"),
    "start_read_more": say("In English: how this bot's engine works"),
    "menu": say("On this page"),
    # NOTE: a short link to the lessons
    "menu_learn": say("Learn"),
    # NOTE: a short link to the essay
    "menu_read": say("Read"),
    "theme": say("Switch to light or dark"),
    "language": say("Language"),
    # NOTE: the address of the page names a game such as "5x5", which only the bot plays
    "no_game": say("This page has no {game}."),
}

_PLAY = {
    "game": say("Game"),
    "you": say("You"),
    "new": say("New game"),
    "back": say("Take back"),
    # NOTE: a button: let the bot make its next move
    "next": say("Next move"),
    # NOTE: a box to tick
    "worth": say("Show what each cell is worth"),
    # NOTE: a box to tick, or the name of a list of bots
    "odds": say("Show what the bot would play"),
    "odds_of": say(
        "Percentages show how likely “{level}” would be to play each cell. They're rounded, so they"
        " may not add up to exactly 100."
    ),
    # NOTE: follows that; "it" is the level
    "odds_of_perfect": say(
        "Among equally good cells, it picks the ones that trip people up most often."
    ),
    "your_turn": say("Your turn: you play {mark}."),
    "turn": say("{mark} to move"),
    # NOTE: Play and Next move are buttons
    "bot_turn": say("{mark} to move. Press Play or Next move."),
    "bot_played": say("I played {cell}."),
    # NOTE: {line}: such as 1-5-9
    "wins": say("{mark} wins: {line}."),
    "you_wins": say("You win: {line}. 🎉"),
    "i_wins": say("I win: {line}."),
    # NOTE: in misère, where a line loses
    "loses": say("{loser} has three in a row and loses. {mark} wins."),
    "you_loses": say("I have three in a row and lose. You win. 🎉"),
    "i_loses": say("You have three in a row and lose. I win."),
    "drawn": say("A draw."),
    "drawn_perfect": say("A draw. Nobody does better against the perfect bot."),
    # NOTE: move {number} of the game let the win go
    "had_win": say("You had a win until move {number}."),
    # NOTE: move {number} of the game let the draw go
    "had_draw": say("You had a draw until move {number}."),
    # NOTE: a button, below "You had a draw until move 4.": go back there and play better
    "fix": say("Fix move {number}"),
    # NOTE: a button: another game, with the bot one level lower
    "easier": say("Easier"),
    # NOTE: a button: another game, with the bot one level higher
    "harder": say("Harder"),
    # NOTE: {number}: of a move
    "fix_win": say("Move {number}: which cell keeps the win?"),
    # NOTE: {number}: of a move
    "fix_draw": say("Move {number}: which cell keeps the draw?"),
    "fix_wrong": say("Not {cell}. Try again."),
    "fix_won": say("Yes, {cell} keeps the win!"),
    "fix_drawn": say("Yes, {cell} keeps the draw!"),
    # NOTE: the name of the board that plays, for people who listen
    "board": say("Board"),
    # NOTE: for people who listen: a cell that is free, such as "5, free"
    "free": say("{cell}, free"),
    "taken": say("{cell}: {mark}"),
    # NOTE: what a cell is worth
    "draw": say("draw"),
    # NOTE: what a cell is worth: whoever plays it wins with so many moves; {count}: 1 to 5
    "win_in": say("wins in {count}"),
    # NOTE: what a cell is worth: whoever plays it loses; {count}: 1 to 5
    "loss_in": say("loses in {count}"),
    "key": say(
        "▲ wins · = draws · ▼ loses, if both sides play perfectly from here. The number counts the"
        " winner's own moves."
    ),
}

_ESSAY = {
    "read": say("The essay"),
    "read_lead": say(
        "How the engine of this bot works, from the first idea to the last trick. It's in "
        "English, and its boards are live: press a cell to play on."
    ),
    "living": say("A board from the essay: press a cell to play on"),
    "living_reset": say("Back to the essay's board"),
    "footer": say(
        "The engine computed every score, count and table on this page. Times are of one machine."
    ),
}


def words(voice: Voice) -> dict[str, str]:
    """Every text of the page of one file: those of its lessons, of its board and of its own."""
    said = lesson_words.words(voice) | voice.templates({**_PAGE, **_PLAY, **_ESSAY})
    said["menu_play"] = voice.say_in("commands", "Play")
    said["no_position"] = no_position("{position}", "3x3", voice)  # the page fills it in
    for game in PLAYED:
        said[game] = games.title(game, voice)
    bot = voice.say("Bot")
    for name in LEVELS:
        said[name] = voice.say("{bot} ({level})", bot=bot, level=level(name, voice))
    return said
