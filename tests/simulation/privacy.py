"""What people see of each other: who reads what, in whose language, who is notified and named."""

from __future__ import annotations

import json
from math import inf
from typing import Any

from tests.simulation import database, messages
from tests.simulation.discord import (
    A_DAY,
    EPHEMERAL,
    LEAVER,
    Interaction,
    direct,
    is_direct,
    pinged,
)
from tests.simulation.history import History, Told, Violation, button_of, verb_of
from tests.simulation.messages import read_board

_SECRET = {
    *("block", "close", "delete", "deletenow", "export", "keep", "open", "unblock", "unblockall"),
    *("picturesfirst", "textfirst", "reset", "resetagain", "resetnow", "set", "settings"),
    *("cupcancel", "cupstart", "dailyhere", "dailyoff", "resignnow", "stopnow"),
    *("playbest", "practise", "today", "try"),
    *("games", "gamesatonce", "gamesathalf", "giveup", "giveupnow", "giveupwhich", "pastreview"),
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
        self._makers: dict[int, Interaction] = {}  # what each challenge was made by, by its number
        self._blocked: dict[tuple[int, int], float] = {}  # who has blocked whom, and when

    # What is checked of each message

    def answered(self, made: Interaction, told: Told) -> None:
        """The bot has answered an interaction."""
        is_private = bool(told.data.get("flags", 0) & EPHEMERAL)
        if told.request.body["type"] == _UPDATE and made.on:
            is_private = made.on.to is not None
        self.said(made.channel, told.data, made)
        self._check_secrets(made, told.data, is_private=is_private)
        self._check_export(made, told.request.body)
        self._check_blocks(made, told)
        for button in messages.buttons(told.data):
            if button.verb in {"accept", "join"}:
                self._makers.setdefault(button.number, made)
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
        is_board = read_board(body) or "play" in messages.verbs(body)
        if is_private and is_theirs and not is_board:
            languages = messages.languages(body)
            theirs = self._history.world.discord.locales[made.user]
            if not languages <= {theirs}:
                raise Violation(f"{made} was answered in {languages}, not in {theirs}: {body}")

    def _check_export(self, made: Interaction, body: dict[str, Any]) -> None:
        """An export holds only its person's games."""
        games = [line for line in body.get("file", "").splitlines() if not line.startswith("#")]
        if wrong := [line for line in games if f"_id={made.user}," not in f"{line},"]:
            raise Violation(f"{made} exports games of others: {wrong}")
        if games:
            self._history.world.sometimes("somebody exported their games")

    # Blocks

    def unblock(self, made: Interaction) -> None:
        """From the press to the answer, nobody knows whether others are still blocked."""
        if verb_of(made) in {"unblock", "unblockall", "deletenow"}:
            self._blocked = {pair: at for pair, at in self._blocked.items() if pair[0] != made.user}

    def _check_blocks(self, made: Interaction, told: Told) -> None:
        """Nobody gets into a game of somebody who has blocked them."""
        self.unblock(made)
        verb, button = verb_of(made), button_of(made)
        if button is None or verb not in {"block", "join"}:
            return
        maker = self._makers[button.number].user
        if verb == "block" and not told.is_notice:
            self._blocked.setdefault((made.user, maker), self._history.now)
            self._history.world.sometimes("somebody blocked somebody")
        is_in = verb == "join" and not told.is_notice and read_board(told.data) is not None
        if is_in and self._blocked.get((maker, made.user), inf) < made.at:
            raise Violation(f"{made} got in, although {maker} has blocked them: {told.data}")

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


_UPDATE = 7  # the type of an answer that redraws the message
