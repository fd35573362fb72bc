"""The operator, who uses commands while people play, and must be told the truth."""

from __future__ import annotations

import sqlite3
from argparse import Namespace
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from unittest import mock

from sqlalchemy import NullPool, create_engine

from bot.database import copies
from bot.running import operator_commands
from bot.running.failures import Failed
from tests.simulation import database
from tests.simulation.discord import LEAVER, PEOPLE, clock
from tests.simulation.history import Violation

if TYPE_CHECKING:
    from tests.simulation.world import World

_BANNED = 105  # a person


class Operator:
    """Who hosts the bot of a world."""

    def __init__(self, world: World, rng: Random) -> None:
        self._world = world
        self._rng = rng

    def act(self) -> None:
        """Use a command."""
        match self._rng.choice(("backup", "ban", "ban", "delete")):
            case "backup":
                self._back_up()
            case "ban":
                self._ban()
            case "delete":
                self._delete(self._rng.choice([*PEOPLE, LEAVER]))

    @property
    def _now(self) -> float:
        return clock(self._world.timeline.now)

    def _back_up(self) -> None:
        """Make a backup: it holds what the database holds."""
        file = self._world.file
        copy = file.with_name("backup.db")
        copy.unlink(missing_ok=True)
        copies.back_up(f"sqlite:///{file}", copy)
        if database.dump(copy) != database.dump(file):
            raise Violation("a backup holds something else than the database")
        self._world.sometimes("the operator made a backup")

    def _ban(self) -> None:
        """Shut somebody out, or let them in again."""
        history = self._world.checkers.history
        action = "unban" if history.banned else "ban"
        _printed(self._world.file, self._now, "users", action, _BANNED)
        history.banned = None if history.banned else (_BANNED, history.now)
        self._world.sometimes(f"the operator used {action}")

    def _delete(self, user: int) -> None:
        """Look at what is kept about a person, and delete it."""
        file, checkers = self._world.file, self._world.checkers
        games = [game for game in checkers.games.look().games.values() if user in game.people]
        try:
            shown = _printed(file, self._now, "users", "show", user)
        except Failed:
            if found := database.where(file, user) - database.STAYS_FOR_GOOD:
                raise Violation(
                    f"the operator is told nothing of {user}, who is in {found}"
                ) from None
            return
        if sum(not line.startswith("#") for line in shown.splitlines()) != len(games):
            raise Violation(f"the operator is shown other games of {user} than {games}: {shown}")
        _printed(file, self._now, "users", "delete", user)
        checkers.history.erased[user] = checkers.history.now
        if found := database.where(file, user) - database.STAYS - {"bans.id"}:
            raise Violation(f"the operator deleted what is kept of {user}, who is still in {found}")
        if any(game.ended_at is None for game in games):
            self._world.sometimes("the operator deleted somebody who was playing")


def _printed(file: Path, now: float, about: str, action: str, user: int) -> str:
    """What an operator's command prints, which runs in a process of its own. Raises Failed."""

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(file)
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)

    class OperatorsStore:
        async def run(self, transaction: Callable[..., Any], *args: Any, **more: Any) -> Any:
            with engine.begin() as connection:
                return transaction(connection, *args, **more)

        read = run

    options = Namespace(command=about, id=user, yes=True)
    with (
        mock.patch.object(operator_commands, "time", return_value=now),
        redirect_stdout(StringIO()) as printed,
        suppress(StopIteration),
    ):
        operator_commands._COMMANDS[about, action](OperatorsStore(), options).send(None)
    return printed.getvalue()


def chosen_settings(rng: Random) -> dict[str, Any]:
    """Settings that an operator may start the bot with."""
    return {name: rng.choice(values) for name, values in _CHOICES.items()}


_CHOICES: dict[str, tuple[Any, ...]] = {
    "default_language": (None, None, "de", "ja", "pt-BR"),
    "default_game": ("3x3", "misere", "fading", "4x4"),
    "default_level": ("easy", "normal", "perfect"),
    "default_minutes": (1, 10, 60),
    "tiles": ("on", "off"),
    "privacy_url": (None, "https://example.org/privacy"),
    "terms_url": (None, "https://example.org/terms"),
    "support_url": (None, "https://example.org/support"),
}
