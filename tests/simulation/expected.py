"""What messages show, and what is missing: earlier messages lead to newer ones, which are true.

Whatever goes wrong may keep a message from being redrawn, so one is stale only if nothing went
wrong around the moment at which it became so.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.simulation import messages
from tests.simulation.database import Stored
from tests.simulation.discord import Answer, Message
from tests.simulation.games import is_at
from tests.simulation.history import History, Violation, verb_of
from tests.simulation.messages import read_board
from tests.simulation.process import Process
from tests.simulation.way import Request

_SOON = 10.0  # seconds until what is due is sent, if nothing goes wrong that long before and after
_FRESH = 13 * 60  # seconds in which the bot may redraw a message
_STAGES = {"cupjoin": "joining", "cupplay": "running"}
"""The stage of a cup, by a button of its card that there is at no other."""


class _Drawn(NamedTuple):
    """A message that everyone sees, as a request drew it.

    number    of the request
    by_token  whether an interaction's token drew it; a process that edits a message as a member may
              not know the token
    """

    at: float
    message: int
    process: Process
    number: int
    by_token: bool


class _Stale(NamedTuple):
    """A message whose subject is shown by another one since a time."""

    at: float
    kind: str


class Expected:
    """What is checked of the messages that show games, challenges and cups."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._last: dict[tuple[str, int], _Drawn] = {}
        self._stale: dict[int, _Stale] = {}  # by the message
        self._redraws: dict[int, int] = {}  # the number of the last that was sent, by the message

    def sent(self, request: Request) -> None:
        """The bot has sent a request. Whether it arrives is luck."""
        made = self._history.world.discord.asked(request.path)
        if made is None or request.method != "PATCH":
            return
        which = request.path.split("/")[-1]
        if which == "@original":
            message = made.message or 0
        else:
            message = int(which)
        self._redraws[message] = request.number
        if stale := self._stale.pop(message, None):
            self._history.world.sometimes(f"an earlier message of a {stale.kind} was redrawn")

    def look(self) -> None:
        """What was stale some time ago has been redrawn, if nothing has gone wrong."""
        now = self._history.now
        for message, stale in list(self._stale.items()):
            if stale.at + _SOON >= now:
                continue
            del self._stale[message]
            if self._history.is_calm(stale.at - _SOON, now):
                raise Violation(f"an earlier message of a {stale.kind} leads nowhere: {message}")

    def taken(self, request: Request, answer: Answer) -> None:
        """Discord has taken a request, which may have drawn a message."""
        world = self._history.world
        made = world.discord.asked(request.path)
        if made and request.path.endswith("/callback"):
            if verb_of(made) == "share":
                return  # it shows a board of the past, not the game
            number = made.message
        elif made or request.path.startswith("/channels/"):
            number = int(answer.body["id"])
        else:
            return
        message = world.discord.messages.get(number or 0)
        if message and message.to is None:
            self._drawn(message, request)

    def _drawn(self, message: Message, request: Request) -> None:
        """Of two messages that show the same, that whose request was sent first is stale.

        A press that turns a post of the bot's into a card makes nothing stale: the bot cannot tell
        that the card was not there before, and in doubt a board stays a board.
        """
        about = _about(message)
        if about is None:
            return
        process = self._history.world.process
        by_token = not request.path.startswith("/channels/")
        drawn = _Drawn(self._history.now, message.id, process, request.number, by_token)
        last = self._last.get(about, drawn)
        earlier, newest = sorted([last, drawn], key=lambda each: each.number)
        self._last[about] = newest
        self._stale.pop(newest.message, None)
        is_other = earlier.message != newest.message
        is_post = self._history.world.discord.messages[newest.message].made_by is None
        is_on_the_way = self._redraws.get(earlier.message, 0) > earlier.number
        if is_other and not is_post and not is_on_the_way and self._can_redraw(earlier):
            kind, _ = about
            self._stale[earlier.message] = _Stale(self._history.now, kind)

    def _can_redraw(self, drawn: _Drawn) -> bool:
        """Whether the bot may redraw a message, and knows that."""
        world = self._history.world
        message = world.discord.messages[drawn.message]
        made = world.discord.interactions.get(message.answers or 0)
        return (
            made is not None
            and drawn.by_token
            and drawn.process is world.process
            and self._history.now < made.at + _FRESH
            and self._history.is_calm(drawn.at - _SOON, self._history.now)
        )

    def check_rest(self, now: Stored) -> None:
        """The last message that shows something shows it as it is stored, if it can be redrawn."""
        world = self._history.world
        for (kind, number), drawn in self._last.items():
            message = world.discord.messages[drawn.message]
            if not self._can_redraw(drawn) or self._history.gone:
                continue
            if not _is_current(kind, number, message, now):
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


def _is_current(kind: str, number: int, message: Message, now: Stored) -> bool:
    """Whether a message shows something as it is stored."""
    verbs = messages.verbs(message.body)
    if kind == "challenge":
        return not verbs & {"accept", "join"} or number in now.open_challenges
    if kind == "cup":
        stages = {stage for verb, stage in _STAGES.items() if verb in verbs}
        stage = now.cups[number]
        return stages <= {stage} and bool(stages) == (stage in _STAGES.values())
    game, board = now.games.get(number), read_board(message.body)
    if game is None or board is None or game.reason == "abandoned":
        return True
    if board.ply is None:
        return game.ended_at is not None
    return game.ended_at is None and is_at(board, game, len(game.moves))
