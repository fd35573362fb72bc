"""What must hold in every world.

The checkers see what goes in and out, and what is stored, and judge for themselves. `history` notes
what happened; `answers`, `games`, `points` and `operators` say what may be sent, played, won and
told to the operator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.simulation import database, points, seams
from tests.simulation.answers import Answers
from tests.simulation.discord import A_DAY, LEAVER, Interaction, clock, direct
from tests.simulation.expected import Expected
from tests.simulation.games import Games
from tests.simulation.history import History, Violation

if TYPE_CHECKING:
    from tests.simulation.world import World

_ANSWERED = 60  # seconds after which nothing of an answer goes on


class Checkers:
    """Everything that is checked in one world.

    history  what people did and were told
    games    what becomes of games
    answers  what the bot may send
    expected what it has to send
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.history = History(world)
        self.games = Games(self.history)
        self.answers = Answers(self.history, self.games)
        self.expected = Expected(self.history)

    def made(self, made: Interaction) -> None:
        """Somebody has done something."""
        self.answers.unblock(made)
        self.history.note(made)

    def all_is_done(self) -> None:
        """After a while of rest nothing waits that the bot does by itself."""
        world, history, now = self._world, self.history, clock(self.history.now)
        if overdue := database.overdue(world.file, now, world.retention):
            raise Violation(f"the bot does not do what is due: {overdue}")
        delivered = [at for each in history.deliveries.values() for at, _ in each]
        last = max(history.posted_at, *delivered, world.down_until)
        if last <= history.now - _ANSWERED and (
            left := seams.left_in_memory(world.process.serves, now)
        ):
            raise Violation(f"the bot still holds in memory: {left}")
        self.expected.check_rest(database.stored(world.file))
        if history.deleted is not None and not history.came_back:
            is_new = history.now - history.deleted < 3 * A_DAY
            stays = database.STAYS if is_new else database.STAYS_FOR_GOOD
            if found := database.where(world.file, LEAVER) - stays:
                raise Violation(f"{LEAVER} had everything deleted, and is still in {found}")
            for game in database.stored(world.file).games.values():
                if game.channel == direct(LEAVER) and {*game.seats.values()} != {None}:
                    raise Violation(
                        f"{LEAVER} had everything deleted, but not game {game.id}: {game}"
                    )

    def end(self) -> None:
        """Look at everything once more."""
        now = self.games.look()
        now = now._replace(games=self.games.forgotten | now.games)
        self.answers.check_all()
        self.games.check_all(now)
        points.check_counts(self.history, now, self.games.forgotten)
        points.check_standings(self.history, now)
        points.check_tries(self.history, now)
        points.check_cups(self.history, now)
