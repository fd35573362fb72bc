"""The choices of command options, listed for translators: games, levels, marks, who goes first and so on.

An option holds the English word; a voice translates it.
"""

from __future__ import annotations

from bot.rendering.games import TITLES
from bot.rendering.voice import say

CHOICES = (
    *TITLES.values(),
    # NOTE: a level of the bot, in "Bot (easy)" and alone; so are the next four
    say("easy"),
    say("normal"),
    say("hard"),
    say("expert"),
    say("perfect"),
    # NOTE: a level that plays any free cell; also: chance decides the mark, or who goes first
    say("random"),
    # NOTE: a level that wins or blocks if it can, and else prefers the centre and the corners
    say("rule of thumb"),
    # NOTE: a level named after the algorithm
    say("minimax"),
    # NOTE: minimax that looks ahead to the end of the game
    say("full minimax"),
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
