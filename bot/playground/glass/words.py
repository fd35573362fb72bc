"""The glass's own texts, in one language."""

from __future__ import annotations

from bot.rendering.games import name
from bot.rendering.names import level
from bot.rendering.voice import Voice
from engine.games import GAMES
from engine.opponents import OPPONENTS


def words(voice: Voice) -> dict[str, dict[str, str]]:
    """Every text by the name that the glass's files use. Placeholders that are left are filled in there.

    games, opponents, savings   what people choose from, by the names that requests use
    ideas                       what each saving does
    """
    return {
        "words": {**_of_the_position(voice), **_of_the_tree(voice)},
        "games": {game: name(game, voice) for game in GAMES},
        "opponents": {opponent: level(opponent, voice) for opponent in OPPONENTS},
        "savings": {
            # NOTE: a way to search less: remember boards that were searched
            "memory": voice.say("Memory"),
            "symmetry": voice.say("Symmetry"),
            "alpha-beta": voice.say("Alpha-beta"),
            # NOTE: a way to search less: a limit to what a side can still reach
            "bound": voice.say("Bound"),
        },
        "ideas": {
            "memory": voice.say("What I know of a board is remembered."),
            "symmetry": voice.say("Boards that are equal when turned or mirrored are one."),
            "alpha-beta": voice.say("Once a move is bad enough, its other answers are skipped."),
            "bound": voice.say("When neither side can force a line, it's a draw."),
        },
    }


def _of_the_position(voice: Voice) -> dict[str, str]:
    return {
        # NOTE: a heading: see how the bot thinks
        "title": voice.say("See it think"),
        "about": voice.say("What I know about a position. Press a cell to try a move."),
        "game": voice.say("Game"),
        # NOTE: how the marks stand on the board, as in chess
        "position": voice.say("Position"),
        "notation": voice.say("Its rows, with a dot for a free cell, then whose turn it is."),
        # NOTE: a button: show the position that was typed
        "show": voice.say("Show"),
        # NOTE: a button: take the last move back
        "back": voice.say("Take back"),
        "mine": voice.say("My game"),
        "example": voice.say("Example"),
        "empty": voice.say("Empty board"),
        "thinking": voice.say("Thinking…"),
        # NOTE: the moves that follow if both play well
        "expected": voice.say("Expected:"),
        # NOTE: before a choice of opponent: the cells are shaded by how likely it is to play there
        "odds": voice.say("Shaded by the odds of"),
        # NOTE: a choice of opponent: no shades
        "none": voice.say("nobody"),
        "curve": voice.say("Your game so far"),
        "x_wins": voice.say("{mark} wins", mark="X"),
        # NOTE: a result, beside "X wins"
        "draw": voice.say("Draw"),
        "o_wins": voice.say("{mark} wins", mark="O"),
    }


def _of_the_tree(voice: Voice) -> dict[str, str]:
    return {
        "tree": voice.say("The tree"),
        "rising": voice.say(
            "Minimax tries every move, then every answer, until the game ends. There it has a value for"
            " {mark}: {most} minus the moves of both sides for a win, the same below zero for a"
            " loss, 0 for a draw. From there values rise: {mark} takes the highest, the other side the"
            " lowest.",
            mark="{mark}",
            most="{most}",
        ),
        "unfold": voice.say("Press a node to unfold it, or use the arrow keys."),
        "savings": voice.say("Ideas that save work"),
        # NOTE: of the tree of moves
        "nodes": voice.say("Nodes"),
        "needed": voice.say("How many nodes it takes"),
        # NOTE: minimax without any of the ideas that save work
        "plain": voice.say("Plain"),
        "all": voice.say("All together"),
        "more": voice.say("more than {count}", count="{count}"),
        "too_many": voice.say("That's too many nodes to search. Turn on more ideas, or play a few moves."),
    }
