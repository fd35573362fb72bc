"""How often the bot answers: each interaction once and in time, whether or not it comes again."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import Any

from tests.simulation import messages
from tests.simulation.discord import EPHEMERAL, Answer, Interaction, clock
from tests.simulation.history import History, Told, Violation, button_of, verb_of
from tests.simulation.messages import MOVE_BY, REMINDER, STAMP, read_board
from tests.simulation.way import Request

_AT_ONCE = 10  # seconds
_LATELY, _MOST_ALIKE = 300, 5  # seconds, and how often a message may be redrawn as it is


class Answers:
    """What is checked of how often the bot answers."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._posts: dict[tuple[int, str], list[tuple[float, Request, int]]] = defaultdict(list)
        self._redrawn: dict[tuple[str, str], list[tuple[float, Request]]] = defaultdict(list)

    # What is checked of each message

    def answered(self, made: Interaction, told: Told) -> None:
        """The bot has answered an interaction."""
        if messages.BROKEN.search(told.content):
            raise Violation(f"{made} met an error that nobody expected")
        for notice, what in (
            (messages.UNKNOWN, "nobody knew whether something was saved"),
            (messages.GIVEN_UP, "something was given up"),
            (messages.NO_TIME, "there was no time to think"),
        ):
            if notice.search(told.content):
                self._history.world.trouble(what)
        shown, button = read_board(told.data), button_of(made)
        if shown and shown.ply and button and shown.ply > (button.ply or shown.ply) + 2:
            self._history.world.sometimes("a press met a board that others had changed")

    def followed(self, made: Interaction, request: Request) -> None:
        """The bot has sent a message that follows its answer."""
        taken = [
            each
            for each in self._history.told[made.id]
            if each.request.outcome and each.request.outcome.status < 300
        ]
        if not taken:
            raise Violation(f"a message follows {made}, which was not answered")
        if any(_words(each.data) == _words(request.body) for each in taken):
            raise Violation(f"{made} was answered twice")
        self._check_told_once(made.channel, request, made.id)

    def posted(self, channel: int, request: Request) -> None:
        """The bot has posted something by itself."""
        self._history.posted_at = self._history.now
        self._check_told_once(channel, request)
        if REMINDER.search(request.body.get("content") or ""):
            self._history.world.sometimes("somebody was reminded")

    def redrawn(self, request: Request) -> None:
        """The bot has redrawn a message: not as it is, again and again."""
        now = self._history.now
        same = self._redrawn[request.path, json.dumps(request.body, sort_keys=True)]
        lately = [at for at, each in same if at > now - _LATELY and not each.has_failed]
        if len(lately) > _MOST_ALIKE:
            raise Violation(f"{request.path} was redrawn as it is {len(lately)} times")
        same.append((now, request))

    def taken(self, request: Request, answer: Answer) -> None:
        """Discord has answered a request."""
        match answer.body:
            case {"code": 10062}:
                self._history.world.sometimes("an answer came too late")
            case {"code": 40060}:
                self._history.world.sometimes("Discord refused a second answer")
            case {"code": 50035}:
                raise Violation(f"Discord takes no such message: {request.body}")

    def _check_told_once(self, channel: int, request: Request, number: int = 0) -> None:
        """A channel is told the same once: for good if about one time, else in ten seconds.

        Below two interactions it may stand twice: a game of the same two may begin with each.
        """
        content = request.body.get("content") or ""
        if not content or request.body.get("flags", 0) & EPHEMERAL or "nonce" in request.body:
            return
        since = 0.0 if STAMP.search(content) else self._history.now - _AT_ONCE
        before = self._posts[channel, content]
        for at, each, below in before:
            is_another = below and number and below != number
            if at > since and not each.has_failed and not is_another:
                raise Violation(f"channel {channel} was told twice: {content}")
        before.append((self._history.now, request, number))

    # What is checked at the end

    def check_all(self) -> None:
        """Each interaction was answered in time, unless the process died; none in two ways."""
        for made in self._history.made:
            by_process: dict[int, list[float]] = defaultdict(list)
            for at, process in self._history.deliveries[made.id]:
                by_process[process.number].append(at)
            for number, deliveries in by_process.items():
                told = [
                    each for each in self._history.told[made.id] if each.process.number == number
                ]
                self._check_number(made, number, deliveries, told)
                self._check_copies(made, deliveries, told)
            self._check_again(made)

    def _check_number(
        self, made: Interaction, number: int, deliveries: list[float], told: list[Told]
    ) -> None:
        """A process has answered what was delivered to it early enough, and to none before it.

        What was delivered before may have counted; then it gets no answer.
        """
        _, first = self._history.deliveries[made.id][0]
        if told or first.number != number:
            return
        died = self._history.deaths.get(number, self._history.now)
        is_calm = number in self._history.calm_stops
        due = [at for at in deliveries if is_calm or at + self._history.patience(at) < died]
        if due:
            raise Violation(f"{made} was delivered at {due}, and not answered")

    def _check_copies(self, made: Interaction, deliveries: list[float], told: list[Told]) -> None:
        """What came several times was answered no more often nor in more ways, and in time."""
        # Others may be tried again.
        whole = sum(not each.request.has_failed for each in told)
        if whole > len(deliveries):
            raise Violation(f"{made} came {len(deliveries)} times and was answered {whole} times")
        ways = {json.dumps(each.request.body, sort_keys=True) for each in told}
        if len(ways) > len(deliveries):
            raise Violation(f"{made} was answered in {len(ways)} ways")
        # A copy may wait for the first one, or be all that is answered.
        for each in told[:1]:
            in_time = [at for at in deliveries if each.at <= at + self._history.patience(at)]
            if not in_time:
                raise Violation(f"{made} was answered after {each.at - deliveries[0]:.1f} seconds")

    def _check_again(self, made: Interaction) -> None:
        """What came after it had counted got no answer, or for the cell of a board the same."""
        history = self._history
        answers = [told for told in self._different(made) if not told.is_undecided]
        counted_at = history.counted_at.get(made.id)
        # *Resign* and *Hint* read before they write: if the game has ended since, they show that.
        if counted_at is not None and verb_of(made) not in {"resign", "hint"}:
            before = [at for at, _ in history.deliveries[made.id] if at < counted_at]
            if len(answers) > len(before):
                raise Violation(f"{made} had counted, and was answered again: {answers[-1].data}")
        if verb_of(made) not in {"cell", "playbest"} or made.user in history.gone:
            return
        done: Told | None = None
        for told in answers:
            if done is None:
                if not told.is_notice:
                    done = told
            elif told.refuses or self._differ(made, done, told):
                raise Violation(f"{made} came again: first {done.data}, then {told.data}")

    def _different(self, made: Interaction) -> list[Told]:
        """The answers to an interaction, without tries that follow a first one."""
        by_words: dict[str, Told] = {}
        for told in self._history.told[made.id]:
            by_words.setdefault(json.dumps(told.data), told)
        return [*by_words.values()]

    def _differ(self, made: Interaction, one: Told, other: Told) -> bool:
        """Whether two answers of a process show one board in different words.

        An offer of a draw or the end of the time for a move may change those, and a standstill the
        deadline.
        """
        first, second = read_board(one.data), read_board(other.data)
        if first is None or first != second or one.process is not other.process:
            return False
        if any(draw.channel == made.channel for draw in self._history.by_verb["draw"]):
            return False
        words, others = json.dumps(one.data), json.dumps(other.data)
        up = MOVE_BY.search(words)
        if up and clock(other.at) >= int(up[1]):
            return False
        return re.sub(r"<t:\d+", "<t:", words) != re.sub(r"<t:\d+", "<t:", others)


def _words(body: dict[str, Any]) -> tuple[Any, Any]:
    return body.get("content") or "", body.get("components") or []
