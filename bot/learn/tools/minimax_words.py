"""The texts of the page of one file, by JavaScript's names."""

from bot.learn import lesson_words
from bot.learn.explore_frames import no_position
from bot.learn.tools.lessons import PLAYED
from bot.messages import games
from bot.messages.texts import Voice, phrase
from bot.play.names import level
from engine.opponents import LEVELS

_PAGE = {
    "title": phrase("Tic-tac-toe, and how a computer plays it"),
    "skip_to_content": phrase("Skip to the game"),
    "lead": phrase(
        "This page plays tic-tac-toe with you, and shows you in five minutes how a computer "
        "finds the best move. It works offline, and nothing leaves your device."
    ),
    # NOTE: a heading: play against the bot
    "start_play": phrase("Play me"),
    "start_watch": phrase("Watch two bots"),
    # NOTE: below "Watch two bots": their levels
    "start_watch_more": phrase("Easy against perfect"),
    "start_learn": phrase("Learn minimax"),
    "start_learn_more": phrase("Five lessons, one idea each"),
    "start_read": phrase("Read the essay"),
    "start_read_more": phrase("In English: how this bot's engine works"),
    "menu": phrase("On this page"),
    # NOTE: a short link to the lessons
    "menu_learn": phrase("Learn"),
    # NOTE: a short link to the essay
    "menu_read": phrase("Read"),
    "theme": phrase("Switch to light or dark"),
    "language": phrase("Language"),
    # NOTE: the address of the page names a game such as "5x5", which only the bot plays
    "no_game": phrase("This page has no {game}."),
}

_PLAY = {
    "game": phrase("Game"),
    "you": phrase("You"),
    "new": phrase("New game"),
    "back": phrase("Take back"),
    # NOTE: a button: let the bot make its next move
    "next": phrase("Next move"),
    # NOTE: a box to tick
    "worth": phrase("Show what each cell is worth"),
    # NOTE: a box to tick, or the name of a list of bots
    "odds": phrase("Show what the bot would play"),
    # NOTE: “{level}” is the bot at this level, not a person
    "odds_of": phrase(
        "Percentages show how likely “{level}” would be to play each cell. They're rounded, so they"
        " may not add up to exactly 100."
    ),
    # NOTE: follows that; "it" is the level
    "odds_of_perfect": phrase(
        "Among equally good cells, it picks the ones that trip people up most often."
    ),
    "your_turn": phrase("Your turn: you play {mark}."),
    "turn": phrase("{mark} to move"),
    # NOTE: Play and Next move are buttons
    "bot_turn": phrase("{mark} to move. Press Play or Next move."),
    "bot_played": phrase("I played {cell}."),
    # NOTE: {line}: such as 1-5-9
    "wins": phrase("{mark} wins: {line}."),
    # NOTE: {line}: such as 1-5-9
    "you_wins": phrase("You win: {line}. 🎉"),
    "i_wins": phrase("I win: {line}."),
    # NOTE: in misère, where a line loses
    "loses": phrase("{loser} has three in a row and loses. {mark} wins."),
    # NOTE: in misère, where a line loses
    "you_loses": phrase("I have three in a row and lose. You win. 🎉"),
    "i_loses": phrase("You have three in a row and lose. I win."),
    "drawn": phrase("A draw."),
    # NOTE: praise for a draw: a win against it is not possible
    "drawn_perfect": phrase("A draw. Nobody does better against the perfect bot."),
    # NOTE: move {number} of the game let the win go
    "had_win": phrase("You had a win until move {number}."),
    # NOTE: move {number} of the game let the draw go
    "had_draw": phrase("You had a draw until move {number}."),
    # NOTE: a button, below "You had a draw until move 4.": go back there and play better; {number}:
    # which move, not a count
    "fix": phrase("Fix move {number}"),
    # NOTE: a button: another game, with the bot one level lower
    "easier": phrase("Easier"),
    # NOTE: a button: another game, with the bot one level higher
    "harder": phrase("Harder"),
    # NOTE: {number}: which move of the game, not a count
    "fix_win": phrase("Move {number}: which cell keeps the win?"),
    # NOTE: {number}: which move of the game, not a count
    "fix_draw": phrase("Move {number}: which cell keeps the draw?"),
    # NOTE: the reader was asked which cell keeps the win or the draw
    "fix_wrong": phrase("Not {cell}. Try again."),
    "fix_won": phrase("Yes, {cell} keeps the win!"),
    "fix_drawn": phrase("Yes, {cell} keeps the draw!"),
    # NOTE: the name of the board that plays, for people who listen
    "board": phrase("Board"),
    # NOTE: for people who listen: a cell that is free, such as "5, free"
    "free": phrase("{cell}, free"),
    "taken": phrase("{cell}: {mark}"),
    # NOTE: what a cell is worth
    "draw": phrase("draw"),
    # NOTE: what a cell is worth: whoever plays it wins with so many moves; {count}: 1 to 5
    "win_in": phrase("wins in {count}"),
    # NOTE: what a cell is worth: whoever plays it loses; {count}: 1 to 5
    "loss_in": phrase("loses in {count}"),
    "key": phrase(
        "▲ wins · = draws · ▼ loses, if both sides play perfectly from here. The number counts only"
        " the moves of the side whose turn it is."
    ),
}

_ESSAY = {
    "read": phrase("The essay"),
    "read_lead": phrase(
        "How the engine of this bot works, from the first idea to the last trick. It's in "
        "English, and its boards are live: press a cell to play on."
    ),
    "living": phrase("A board from the essay: press a cell to play on"),
    "living_reset": phrase("Back to the essay's board"),
    "footer": phrase(
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
