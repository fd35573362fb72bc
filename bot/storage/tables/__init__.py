"""The tables, and the constraints that decide every race.

If two requests conflict, one of them violates a constraint and is refused. There is never an interaction that
counts twice, a person with two live sessions or two open challenges in one channel, a session with two
rematches, or a channel with two live cups.

Each import of a table imports this file first, so `columns.metadata` always knows all of them.
"""

from bot.storage.tables import bans, challenges, cups, games, interactions, people, program, servers

__all__ = ["bans", "challenges", "cups", "games", "interactions", "people", "program", "servers"]
