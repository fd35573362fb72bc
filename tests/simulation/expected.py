"""What the bot has to send. The other checkers judge what it sends; these see what is missing.

Whatever goes wrong may keep a message from being sent, so one is missing only if nothing went wrong
around the moment at which it was due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tests.simulation import database, messages
from tests.simulation.database import Cup, Stored
from tests.simulation.discord import Answer, Interaction, Message, pinged
from tests.simulation.faults import Process, Request
from tests.simulation.games import is_at
from tests.simulation.history import History, Violation, verb_of
from tests.simulation.messages import read_board

_SOON = 10.0  # seconds until what is due is sent, if nothing goes wrong that long before and after
_FRESH = 13 * 60  # seconds in which the bot may redraw a message
_STAGES = {"cupjoin": "joining", "cupplay": "running"}
"""The stage of a cup, by a button of its card that there is at no other."""


class _Owed(NamedTuple):
    """A message that is due at a time."""

    at: float
    what: str
    is_it: Callable[[Request], bool]


class _Drawn(NamedTuple):
    """The message that everyone sees and that last showed something."""

    at: float
    message: int
    process: Process


class Expected:
    """What is checked of what the bot has to send."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._owed: list[_Owed] = []
        self._last: dict[tuple[str, int], _Drawn] = {}
        self._cups: dict[int, Cup] = {}

    def sent(self, request: Request) -> None:
        """The bot has sent a request, perhaps one that was due. Whether it arrives is luck."""
        found = [each for each in self._owed if each.is_it(request)]
        for each in found:
            self._owed.remove(each)
            self._history.sometimes(each.what)

    def look(self) -> None:
        """What was due some time ago has been sent, if nothing has gone wrong."""
        now = self._history.now
        for each in [each for each in self._owed if each.at + _SOON < now]:
            self._owed.remove(each)
            if self._history.is_calm(each.at - _SOON, now):
                raise Violation(f"this never happened after {each.at:.1f} seconds: {each.what}")

    # What follows an answer

    def taken(self, request: Request, answer: Answer) -> None:
        """Discord has taken a request, which may have drawn a message."""
        world = self._history.world
        match request.method, *request.path.strip("/").split("/"):
            case method, "interactions", number, _, "callback":
                made = world.discord.interactions[int(number)]
                if verb_of(made) == "share":
                    return  # it shows a board of the past, not the game
                drawn = made.message
                self._owe_start(made, request.body.get("data") or {})
            case method, "webhooks" | "channels", *_:
                drawn = int(answer.body["id"])
            case _:
                return
        message = world.discord.messages.get(drawn or 0)
        about = message and message.to is None and _about(message)
        if message is None or not about:
            return
        now, earlier = self._history.now, self._last.get(about)
        self._last[about] = _Drawn(now, message.id, world.process)
        if message.at == now and earlier and method == "POST" and self._can_redraw(earlier):
            self._owe_pointer(about, earlier)

    def _can_redraw(self, earlier: _Drawn) -> bool:
        """Whether the bot may redraw a message, and knows that."""
        world = self._history.world
        message = world.discord.messages[earlier.message]
        made = world.discord.interactions.get(message.answers or 0)
        return (
            made is not None
            and earlier.process is world.process
            and self._history.now < made.at + _FRESH
            and self._history.is_calm(earlier.at - _SOON, self._history.now)
        )

    def _owe_pointer(self, about: tuple[str, int], earlier: _Drawn) -> None:
        """A message below shows the same, so that the earlier one should say where that is."""
        interactions = self._history.world.discord.interactions

        def is_it(request: Request) -> bool:
            match request.method, *request.path.strip("/").split("/"):
                case "PATCH", "webhooks", _, token, _, which:
                    made = interactions[int(token.removeprefix("token-"))]
                    redrawn = made.message if which == "@original" else int(which)
                    return redrawn == earlier.message
            return False

        self._owe(f"an earlier message of a {about[0]} was redrawn", is_it)

    def _owe_start(self, made: Interaction, data: dict[str, Any]) -> None:
        """Who challenged somebody is told that the game begins."""
        board = read_board(data)
        if verb_of(made) not in {"accept", "join"} or board is None or self._history.gone:
            return

        def is_it(request: Request) -> bool:
            follows = request.path.endswith(made.token) and request.method == "POST"
            content = request.body.get("content") or "" if follows else ""
            return bool(messages.languages_of_start(content) and [*pinged(request.body)])

        self._owe("a challenger was told that their game begins", is_it)

    # What follows a step of a cup

    def cups_changed(self) -> None:
        """A commit has written something about cups."""
        now, before = database.cups(self._history.world.file), self._cups
        for number, cup in now.items():
            card = self._last.get(("cup", number))
            if not (cup.may_post or (card and self._can_redraw(card))):
                continue  # the bot cannot tell anybody
            for what, people in _news(before.get(number), cup):
                self._owe_news(cup.channel, what, people)
        self._cups = now

    def _owe_news(self, channel: int, what: str, people: set[int]) -> None:
        interactions = self._history.world.discord.interactions

        def is_it(request: Request) -> bool:
            match request.method, *request.path.strip("/").split("/"):
                case "POST", "channels", number, "messages":
                    where = int(number)
                case "POST", "webhooks", _, token:
                    where = interactions[int(token.removeprefix("token-"))].channel
                case _:
                    return False
            return where == channel and people <= {*pinged(request.body)}

        self._owe(what, is_it)

    def _owe(self, what: str, is_it: Callable[[Request], bool]) -> None:
        self._owed.append(_Owed(self._history.now, what, is_it))

    # What stands in channels at rest

    def check_rest(self, now: Stored) -> None:
        """The last message that shows something shows it as it is stored, if it can be redrawn."""
        world = self._history.world
        for (kind, number), drawn in self._last.items():
            message = world.discord.messages[drawn.message]
            if not self._can_redraw(drawn) or self._history.gone:
                continue
            if not _is_current(kind, number, message, now, database.cups(world.file)):
                raise Violation(f"this is not how {kind} {number} stands: {message}")
            self._history.sometimes(f"a {kind} was shown as it stands at rest")


def _about(message: Message) -> tuple[str, int] | None:
    """What a message shows: a game, a challenge or a cup, and its number."""
    body = {"content": message.content, "components": message.components}
    if board := read_board(body):
        return "game", board.game
    for button in messages.buttons(body):
        if button.verb in {"accept", "join"}:
            return "challenge", button.number
        if button.verb in {"cupjoin", "cuplook"}:
            return "cup", button.number
    return None


def _is_current(
    kind: str, number: int, message: Message, now: Stored, cups: dict[int, Cup]
) -> bool:
    """Whether a message shows something as it is stored."""
    body = {"content": message.content, "components": message.components}
    verbs = messages.verbs(body)
    if kind == "challenge":
        return not verbs & {"accept", "join"} or number in now.open_challenges
    if kind == "cup":
        stages = {stage for verb, stage in _STAGES.items() if verb in verbs}
        stage = cups[number].stage
        return stages <= {stage} and bool(stages) == (stage in _STAGES.values())
    game, board = now.games.get(number), read_board(body)
    if game is None or board is None or game.reason == "abandoned":
        return True
    return is_at(board, game, len(game.moves)) and (board.ply is None) == (
        game.ended_at is not None
    )


def _news(before: Cup | None, now: Cup) -> Iterator[tuple[str, set[int]]]:
    """What players of a cup are told after a step of it, and who is notified."""
    known = before.to_play if before else {}
    for place, people in now.to_play.items():
        if place not in known and 0 not in people:
            yield "players of a cup were told that they play", people
    if before is None or before.stage == now.stage:
        return
    if now.stage == "over" and now.champion:
        yield "the winner of a cup was told", {now.champion}
