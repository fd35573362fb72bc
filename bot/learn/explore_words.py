"""The texts of Explore, by JavaScript's names."""

from bot.messages.games import name
from bot.messages.texts import Voice, say
from bot.play.names import level
from engine.board import GAMES, Mark
from engine.opponents import OPPONENTS

EXAMPLES = {
    "3x3": "XO./.OX/OX. X",
    "4x4": "OXXX/OO../.XXO/XOXO O",
    "5x5": "OOXXX/XXOOX/XOO.O/O.OXO/X.XOX X",
    "misere": "XO./.OX/OX. X",
    "fading": "XO./.../... X 1,2",
}
"""A position of each game, as people write it."""

_SAVINGS = {
    # NOTE: minimax without any of the ideas that save work
    "plain": say("Plain"),
    # NOTE: ways to search less, by the names of the lessons, with those of textbooks
    "symmetry": say("Mirror (symmetry)"),
    "alpha-beta": say("Skip (alpha-beta)"),
    "memory": say("Remember (memory)"),
    # NOTE: all ways to search less at once
    "all": say("All together"),
}
_IDEAS = {
    "symmetry": say("Boards that match when turned or mirrored count as one."),
    "alpha-beta": say("Once one answer makes a move bad enough, the others are skipped."),
    "memory": say("I remember what I know about a board."),
}
_WORDS = {
    "title": say("Explore"),
    "about": say("What I know about a position. Press a cell to try a move."),
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
    # NOTE: after that: the link has been copied
    "copied": say("Copied"),
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
}


def words(voice: Voice) -> dict[str, dict[str, str]]:
    """Every text by the name that the files of Explore use. Their placeholders are filled in there.

    games, opponents, savings   what people choose from, by the names that requests use
    ideas                       what the savings do
    """
    ends = {"x_wins": who_wins(Mark.X, voice), "o_wins": who_wins(Mark.O, voice)}
    return {
        "words": voice.templates(_WORDS) | ends,
        "games": {game: name(game, voice) for game in GAMES},
        "opponents": {opponent: level(opponent, voice) for opponent in OPPONENTS},
        "savings": voice.templates(_SAVINGS),
        "ideas": voice.templates(_IDEAS),
    }


def who_wins(winner: Mark | None, voice: Voice) -> str:
    """How a game ends; without a winner it is a draw."""
    if winner is None:
        return voice.say("Draw")
    return voice.say("{mark} wins", mark=winner.value)


def no_position(written: str, game: str, voice: Voice) -> str:
    """What is said where no position of this game is written."""
    return voice.say(
        "“{position}” isn't a {game} position. Example: {example}",
        position=written,
        game=name(game, voice),
        example=EXAMPLES[game],
    )
