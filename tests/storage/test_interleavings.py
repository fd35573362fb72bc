"""In any order of requests, every session ends once, and every result counts once."""

import asyncio
import contextlib
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot.sessions.refusals import Refusal
from bot.sessions.seats import Bot, Terms
from bot.sessions.session import Session
from bot.storage import challenge_transactions, record_transactions, transactions, upkeep
from bot.storage.request import Request
from bot.storage.store import Store
from engine.board import IllegalMove
from tests.support.invariants import Endings, check
from tests.support.requests import NOW, request
from tests.support.stores import new_sqlite

PEOPLE = st.sampled_from([1, 2, 3])
CHANNELS = st.sampled_from([10, 20])
NUMBERS = st.integers(1, 6)  # ids of sessions and challenges, existing or not
GUILD = 77


class Server(RuleBasedStateMachine):
    """Three people in two channels do anything at any time, and now and then the program restarts."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._url = new_sqlite(Path(self._folder.name))
        self._loop = asyncio.new_event_loop()
        self._rng = Random(1)
        self._now = NOW
        self._ended: Endings = {}
        self._seen: dict[int, list[Session]] = {}

    @initialize()
    def open(self) -> None:
        self._context = Store.open(self._url)
        self._store = self._loop.run_until_complete(self._context.__aenter__())

    def teardown(self) -> None:
        self._loop.run_until_complete(self._context.__aexit__(None, None, None))
        self._loop.close()
        self._folder.cleanup()

    def do(self, user: int, channel: int, transaction: Any, *args: Any, **more: Any) -> None:
        """Deliver one interaction twice. A refusal is an answer too."""
        asked = request(user, channel, at=self._now)
        asked = Request(**(asked.__dict__ | {"guild_id": GUILD, "may_write": True}))
        for _ in range(2):
            with contextlib.suppress(Refusal, IllegalMove):
                done = self._loop.run_until_complete(self._store.run(transaction, asked, *args, **more))
                if isinstance(done, Session):
                    self._seen.setdefault(done.id, []).append(done)

    @rule(user=PEOPLE, channel=CHANNELS, level=st.sampled_from(["easy", "perfect", "random"]))
    def start(self, user: int, channel: int, level: str) -> None:
        self.do(user, channel, transactions.start, Bot(level), Terms(first="random"), self._rng)

    @rule(user=PEOPLE, other=PEOPLE, channel=CHANNELS)
    def challenge(self, user: int, other: int, channel: int) -> None:
        if user != other:
            self.do(user, channel, challenge_transactions.challenge, other, Terms("X", "me", 600))

    @rule(user=PEOPLE, channel=CHANNELS, number=NUMBERS)
    def accept(self, user: int, channel: int, number: int) -> None:
        self.do(user, channel, challenge_transactions.accept, number, self._rng)

    @rule(user=PEOPLE, other=PEOPLE, channel=CHANNELS, number=NUMBERS)
    def play(self, user: int, other: int, channel: int, number: int) -> None:
        if user != other:
            self.challenge(user, other, channel)
            for challenge in range(1, 60):
                self.do(other, channel, challenge_transactions.accept, challenge, self._rng)
        self.move(user, channel, number)

    @rule(user=PEOPLE, channel=CHANNELS, cell=st.integers(1, 9))
    def move(self, user: int, channel: int, cell: int) -> None:
        self.do(user, channel, transactions.move, cell, self._rng)

    @rule(user=PEOPLE, channel=CHANNELS, number=NUMBERS, ply=st.integers(0, 8), cell=st.integers(1, 9))
    def press(self, user: int, channel: int, number: int, ply: int, cell: int) -> None:
        seen = [session for session in self._seen.get(number, []) if len(session.moves) == ply]
        known = self._rng.choice([None, *seen])
        self.do(user, channel, transactions.press, number, ply, cell, self._rng, known=known)

    @rule(user=PEOPLE, channel=CHANNELS)
    def play_to_the_end(self, user: int, channel: int) -> None:
        for cell in range(1, 10):
            for other in (user, 1, 2, 3):
                self.do(other, channel, transactions.move, cell, self._rng)

    @rule(user=PEOPLE, channel=CHANNELS, what=st.sampled_from(["resign", "draw", "claim", "hint"]))
    def command(self, user: int, channel: int, what: str) -> None:
        self.do(user, channel, getattr(transactions, what))

    @rule(user=PEOPLE, channel=CHANNELS, number=NUMBERS)
    def stop(self, user: int, channel: int, number: int) -> None:
        self.do(user, channel, transactions.stop, number)

    @rule(channel=CHANNELS, first=PEOPLE, second=PEOPLE)
    def agree(self, channel: int, first: int, second: int) -> None:
        for user in (first, second):
            self.do(user, channel, transactions.draw)

    @rule(user=PEOPLE, channel=CHANNELS, number=NUMBERS, harder=st.sampled_from([-1, 0, 0, 1]))
    def rematch(self, user: int, channel: int, number: int, harder: int) -> None:
        self.do(user, channel, challenge_transactions.rematch, number, self._rng, harder=harder)

    @rule(user=PEOPLE)
    def delete(self, user: int) -> None:
        self.do(user, 10, record_transactions.delete)

    @rule(seconds=st.sampled_from([1, 300, 601, 3600, 90_000]))
    def pass_time(self, seconds: int) -> None:
        self._now += seconds

    @rule()
    def sweep(self) -> None:
        self._loop.run_until_complete(self._store.run(upkeep.sweep, self._now))

    @rule()
    def restart(self) -> None:
        self._loop.run_until_complete(self._context.__aexit__(None, None, None))
        self.open()

    @invariant()
    def every_session_ends_once_and_every_result_is_counted_once(self) -> None:
        self._loop.run_until_complete(self._store.run(check, self._ended))


Server.TestCase.settings = settings(
    max_examples=10, stateful_step_count=40, suppress_health_check=list(HealthCheck)
)
TestInterleavings = Server.TestCase
