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
from tests.simulation.games import is_at
from tests.simulation.history import History, Violation, verb_of
from tests.simulation.messages import read_board
from tests.simulation.process import Process
from tests.simulation.way import Request

_SOON = 10.0  # seconds until what is due is sent, if nothing goes wrong that long before and after
_FRESH = 13 * 60  # seconds in which the bot may redraw a message
_STAGES = {"cupjoin": "joining", "cupplay": "running"}
"""The stage of a cup, by a button of its card that there is at no other."""


class _Owed(NamedTuple):
    """A request that is due at a time; `redraws` is the message that it is to redraw, if any."""

    at: float
    what: str
    is_it: Callable[[Request], bool]
    redraws: int | None = None


class _Drawn(NamedTuple):
    """A message that everyone sees, as it shows something; `number` is that of the request."""

    at: float
    message: int
    process: Process
    number: int


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
            self._history.world.sometimes(each.what)

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
        made = world.discord.asked(request.path)
        if made and request.path.endswith("/callback"):
            if verb_of(made) == "share":
                return  # it shows a board of the past, not the game
            drawn = made.message
            self._owe_start(made, request.body.get("data") or {})
        elif made or request.path.startswith("/channels/"):
            drawn = int(answer.body["id"])
        else:
            return
        message = world.discord.messages.get(drawn or 0)
        about = message and message.to is None and _about(message)
        if message is None or not about:
            return
        drawn = _Drawn(self._history.now, message.id, world.process, request.number)
        last = self._last.get(about, drawn)
        earlier, newest = sorted([last, drawn], key=lambda each: each.number)
        self._last[about] = newest
        self._owed = [each for each in self._owed if each.redraws != newest.message]
        if earlier.message != newest.message and self._can_redraw(earlier):
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
        """Another message shows the same, as it is now, so the earlier one should lead there."""
        discord = self._history.world.discord

        def is_it(request: Request) -> bool:
            made = discord.asked(request.path)
            if made is None or request.method != "PATCH":
                return False
            which = request.path.split("/")[-1]
            redrawn = made.message if which == "@original" else int(which)
            return redrawn == earlier.message

        self._owe(f"an earlier message of a {about[0]} was redrawn", is_it, earlier.message)

    def _owe_start(self, made: Interaction, data: dict[str, Any]) -> None:
        """Who challenged somebody is told that the game begins."""
        board = read_board(data)
        if verb_of(made) not in {"accept", "join"} or board is None or self._history.gone:
            return

        def is_it(request: Request) -> bool:
            if request.method != "POST" or not request.path.endswith(made.token):
                return False
            says_so = messages.STARTS.search(request.body.get("content") or "")
            return says_so is not None and any(pinged(request.body))

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
        discord = self._history.world.discord

        def is_it(request: Request) -> bool:
            made = discord.asked(request.path)
            if request.method != "POST" or request.path.endswith("/callback"):
                return False
            where = made.channel if made else int(request.path.split("/")[2])
            return where == channel and people <= {*pinged(request.body)}

        self._owe(what, is_it)

    def _owe(self, what: str, is_it: Callable[[Request], bool], redraws: int | None = None) -> None:
        self._owed.append(_Owed(self._history.now, what, is_it, redraws))

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
            self._history.world.sometimes(f"a {kind} was shown as it stands at rest")


def _about(message: Message) -> tuple[str, int] | None:
    """What a message shows: a game, a challenge or a cup, and its number."""
    body = message.body
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
    verbs = messages.verbs(message.body)
    if kind == "challenge":
        return not verbs & {"accept", "join"} or number in now.open_challenges
    if kind == "cup":
        stages = {stage for verb, stage in _STAGES.items() if verb in verbs}
        stage = cups[number].stage
        return stages <= {stage} and bool(stages) == (stage in _STAGES.values())
    game, board = now.games.get(number), read_board(message.body)
    if game is None or board is None or game.reason == "abandoned":
        return True
    if board.ply is None:
        return game.ended_at is not None
    return game.ended_at is None and is_at(board, game, len(game.moves))


def _news(before: Cup | None, now: Cup) -> Iterator[tuple[str, set[int]]]:
    """What players of a cup are told after a step of it, and who is notified."""
    for place, pair in now.pairs.items():
        earlier = before.pairs.get(place) if before else None
        if earlier and earlier.winner is not None and earlier.winner != pair.winner:
            raise Violation(f"a pair was decided twice: {earlier}, now {pair}")
        is_new = earlier is None or earlier.drawn != pair.drawn
        if is_new and pair.winner is None and 0 not in pair.players:
            yield "players of a cup were told that they play", {*pair.players}
    if before and before.stage != now.stage == "over" and now.champion:
        yield "the winner of a cup was told", {now.champion}
