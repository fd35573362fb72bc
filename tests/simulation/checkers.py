"""What must hold in every world: all that the bot sends comes here, and goes to who checks it.

history   what people did, and were told
answers   each interaction is answered once and in time, whether or not it comes again
privacy   who reads what, in whose language, who is notified and named
games     each board that people see is stored, and each change was asked for
expected  what has to be sent is
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.simulation import database, seams
from tests.simulation.answers import Answers
from tests.simulation.discord import Answer, Interaction, clock
from tests.simulation.expected import Expected
from tests.simulation.games import Games
from tests.simulation.history import History, Told, Violation, verb_of
from tests.simulation.privacy import Privacy
from tests.simulation.way import Request

if TYPE_CHECKING:
    from tests.simulation.world import World

_ANSWERED = 60  # seconds after which nothing of an answer goes on


class Checkers:
    """Everything that is checked in one world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.history = History(world)
        self.answers = Answers(self.history)
        self.privacy = Privacy(self.history)
        self.games = Games(self.history)
        self.expected = Expected(self.history)

    def made(self, made: Interaction) -> None:
        """Somebody has done something."""
        self.history.note(made)

    def sent(self, request: Request) -> None:
        """The bot has sent a request, which may not arrive."""
        made = self._world.discord.asked(request.path)
        if request.path.endswith("/callback"):
            self._answered(made, request)
        elif made and request.method == "POST":
            self.answers.followed(made, request)
            self.privacy.said(made.channel, request.body, made)
            self.games.shown(made.channel, request.body)
        elif made:
            self.answers.redrawn(request)
            self.games.shown(made.channel, request.body)
        elif request.method == "POST" and request.path.startswith("/channels/"):
            channel = int(request.path.split("/")[2])
            self.answers.posted(channel, request)
            self.privacy.said(channel, request.body)
        self.expected.sent(request)

    def _answered(self, made: Interaction, request: Request) -> None:
        told = Told(self.history.now, self._world.process, request)
        self.history.told[made.id].append(told)
        self.answers.answered(made, told)
        self.privacy.answered(made, told)
        reader = ""
        if told.is_private(made):
            reader = self._world.discord.locales[made.user]
        self.games.shown(made.channel, told.data, of_review=verb_of(made) == "share", reader=reader)

    def taken(self, request: Request, answer: Answer) -> None:
        """Discord has answered a request."""
        self.answers.taken(request, answer)
        if answer.status < 300:
            self.expected.taken(request, answer)

    def look(self) -> None:
        """Some time has passed."""
        self.expected.look()
        if self.games.has_seen_much:
            self.games.look()

    def check_rest(self) -> None:
        """After a while of rest nothing waits that the bot does by itself."""
        world, history = self._world, self.history
        now = clock(history.now)
        if overdue := database.overdue(world.file, now, world.retention):
            raise Violation(f"the bot does not do what is due: {overdue}")
        delivered = [at for each in history.deliveries.values() for at, _ in each]
        last = max(history.posted_at, *delivered, world.down_until)
        left = seams.left_in_memory(world.process.serves, now)
        if left and last <= history.now - _ANSWERED:
            raise Violation(f"the bot still holds in memory: {left}")
        self.expected.check_rest(database.stored(world.file))
        self.privacy.check_rest()

    def check_all(self) -> None:
        """Look at everything once more, at the end."""
        self.games.look()
        self.answers.check_all()
        self.games.check_all()
