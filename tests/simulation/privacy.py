"""What people see of each other: who reads what, in whose language, who is notified and named."""

from __future__ import annotations

import json
from typing import Any

import bot.running.command_tree  # noqa: F401 - loads every button
from bot.interactions.handlers import BUTTONS
from tests.simulation import database, messages
from tests.simulation.discord import (
    A_DAY,
    LEAVER,
    Interaction,
    direct,
    is_direct,
    pinged,
)
from tests.simulation.history import History, Told, Violation, verb_of
from tests.simulation.messages import read_board

_FOR_ALL = {"fix", "hint", "levels", "puzzle", "read", "review", "takeback"}
"""The buttons of public messages whose answers are private. A board in words, which has *Take
back*, is public where its reader is alone.
"""
_SECRET = {"resignnow", "stopnow"} | {
    name for name, button in BUTTONS.items() if button.place.is_private and name not in _FOR_ALL
}
"""The verbs of buttons that no public message may have."""
_STAYS_FOR_GOOD = {"blocks.blocked_id"}
"""Where a person still is who had everything deleted: what others have set."""
_STAYS = _STAYS_FOR_GOOD | {
    *("meetings.lower_id", "meetings.higher_id", "pauses.challenger_id"),
    *("challenges.challenger_id", "challenges.challenged_id"),
}
"""The same for two days, so that a deletion is no way around the limits."""


class Privacy:
    """What is checked of what people see of each other."""

    def __init__(self, history: History) -> None:
        self._history = history

    # What is checked of each message

    def answered(self, made: Interaction, told: Told) -> None:
        """The bot has answered an interaction."""
        self.said(made.channel, told.data, made)
        self._check_secrets(made, told.data, is_private=told.is_private(made))
        is_asked_again = "deletenow" in messages.verbs(told.data)
        if verb_of(made) == "deletenow" and not told.is_notice and not is_asked_again:
            self._history.deleted = self._history.deleted or self._history.now
            self._history.world.sometimes("somebody deleted their data")

    def said(self, channel: int, body: dict[str, Any], after: Interaction | None = None) -> None:
        """The bot says something in a channel, perhaps after an interaction.

        It speaks one language. Nobody is notified uninvited, or of what they did outside cups, or
        named once they are gone.
        """
        if len(messages.languages(body)) > 1:
            raise Violation(f"a message mixes {messages.languages(body)}: {body}")
        if "<@0>" in json.dumps(body):
            raise Violation(f"somebody is named who has had everything deleted: {body}")
        by = after.user if after and not verb_of(after).startswith("cup") else None
        for user in pinged(body):
            is_involved = self._history.takes_part(user, channel)
            if user == by or not (is_involved or self._history.is_asked(user, channel)):
                raise Violation(f"{user} was notified in channel {channel} uninvited: {body}")

    def _check_secrets(self, made: Interaction, body: dict[str, Any], *, is_private: bool) -> None:
        """Secrets are private, and what is private is in its reader's language."""
        if messages.verbs(body) & _SECRET and not is_private and not is_direct(made.channel):
            raise Violation(f"everyone sees what only {made.user} may see: {body}")
        is_theirs = body.get("content") or messages.buttons(body)
        # What all see may stand on a private message, too, if a copy was answered there first.
        of_all = messages.verbs(body) & {"play", "cupjoin", "cuplook"} or verb_of(made) == "cancel"
        is_public = read_board(body) or of_all
        if is_private and is_theirs and not is_public:
            languages = messages.languages(body)
            theirs = self._history.world.discord.locales[made.user]
            if not languages <= {theirs}:
                raise Violation(f"{made} was answered in {languages}, not in {theirs}: {body}")

    # What is checked at rest

    def check_rest(self) -> None:
        """Who had everything deleted is nowhere but where the privacy page says."""
        history, file = self._history, self._history.world.file
        if history.deleted is None or history.came_back:
            return
        is_new = history.now - history.deleted < 3 * A_DAY
        if found := database.where(file, LEAVER) - (_STAYS if is_new else _STAYS_FOR_GOOD):
            raise Violation(f"{LEAVER} had everything deleted, and is still in {found}")
        for game in database.stored(file).games.values():
            if game.channel == direct(LEAVER) and {*game.seats.values()} != {None}:
                raise Violation(f"{LEAVER} had everything deleted, but not this game: {game}")
        history.world.sometimes("somebody who had left was nowhere")
