"""The choices of command options, listed for translators: games, levels, marks, who goes first, which puzzle.

An option holds the English word; a voice translates it.
"""

from __future__ import annotations

from bot.rendering.games import TITLES
from bot.rendering.voice import say

CHOICES = (
    *TITLES.values(),
    say("easy"),
    say("normal"),
    say("hard"),
    say("expert"),
    say("perfect"),
    say("random"),
    say("rule of thumb"),
    say("minimax"),
    say("full minimax"),
    say("me"),
    say("them"),
    say("today"),
    say("another"),
)
