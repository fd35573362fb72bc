"""The choices of command options, listed for translators: games, levels, marks, who goes first and so on.

An option holds the English word; a voice translates it.
"""

from __future__ import annotations

from bot.rendering.games import TITLES
from bot.texts import say, say_in

CHOICES = (
    *TITLES.values(),
    # NOTE: in "Bot (easy)", "Level: easy" and alone
    say_in("a level", "easy"),
    # NOTE: in "Bot (normal)", "Level: normal" and alone
    say_in("a level", "normal"),
    # NOTE: in "Bot (hard)", "Level: hard" and alone
    say_in("a level", "hard"),
    # NOTE: in "Bot (expert)", "Level: expert" and alone
    say_in("a level", "expert"),
    # NOTE: in "Bot (perfect)", "Level: perfect" and alone
    say_in("a level", "perfect"),
    # NOTE: in "Bot (random)": a level that plays any free cell
    say_in("a level", "random"),
    # NOTE: a level that wins or blocks if it can, and else prefers the centre and the corners
    say_in("a level", "rule of thumb"),
    # NOTE: a level named after the algorithm
    say_in("a level", "minimax"),
    # NOTE: minimax that looks ahead to the end of the game
    say_in("a level", "full minimax"),
    # NOTE: a choice for "Your mark" and "Who goes first": chance decides
    say("random"),
    # NOTE: a choice for "Who goes first": the person who asks
    say("me"),
    # NOTE: a choice for "Who goes first": the opponent
    say("them"),
    # NOTE: a choice: today's puzzle
    say("today"),
    # NOTE: a choice: another puzzle, for practice
    say("another"),
    # NOTE: a choice: the ranking of games between people
    say("people"),
    # NOTE: a choice: the ranking of games with the bot
    say("bot"),
)
