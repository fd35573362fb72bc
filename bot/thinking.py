"""Thinking is a step of its own: here a search may take a second, while the event loop and the store go on.

What the engine looks up is answered at once. All else is searched by one worker process, one question after
another: moves before explanations, and each question once, however many people wait for its answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from bot import metrics
from bot.sessions.refusals import NoTimeToThink
from bot.sessions.session import Session
from bot.sessions.thoughts import NotThought, Question, Thoughts
from bot.worker import Worker, WorkerLost
from engine.opponents import policy_of
from engine.review import GradedMove, grade

T = TypeVar("T")

_log = logging.getLogger(__name__)

_PATIENCE = 1.5  # seconds for all that a request has to think about; a commit and the answer need the rest
_MOST = 32  # searches that are under way or wait
_KEPT = 1024  # answers


@dataclass(eq=False)
class _Search:
    """A question that somebody waits for; without anybody left, it is given up."""

    question: Question[Any]
    answer: asyncio.Future[Any]
    waiting: int = 0

    @property
    def explains(self) -> bool:
        """Whether it can wait for those who wait for a move."""
        return self.question.ask is not policy_of


class Thinking:
    """Answers questions to the engine, and runs again what has come upon one."""

    def __init__(self) -> None:
        self._worker = Worker()
        self._searches: dict[Question[Any], _Search] = {}  # in the order in which they were asked
        self._under_way: _Search | None = None
        self._working: asyncio.Task[None] | None = None
        self._answers: dict[Question[Any], Any] = {}  # the newest last
        self._closed = False

    async def thought_through(self, attempt: Callable[[Thoughts], Awaitable[T]]) -> T:
        """What `attempt` returns, which may be run more than once: again whenever it raises NotThought.

        Each run is given all that was thought for those before it. Raises NoTimeToThink, and what `attempt`
        raises.
        """
        answers: dict[Question[Any], Any] = {}
        deadline = None
        while True:
            try:
                return await attempt(Thoughts(answers))
            except NotThought as missing:
                question = missing.question
            assert question not in answers, "what was thought must reach whoever asked for it"
            deadline = deadline or _deadline()
            answers[question] = await self._ask(question, deadline)

    async def review(self, session: Session) -> tuple[GradedMove, ...]:
        """How good each move of a session was. Raises NoTimeToThink.

        What was found by then is kept, so that the next try comes further.
        """
        deadline = _deadline()
        asked = (Question(grade, session.board_after(ply), (cell,)) for ply, cell in enumerate(session.moves))
        return tuple([await self._ask(question, deadline) for question in asked])

    async def last_move(self, session: Session) -> GradedMove | None:
        """How good the last move was; None if there is none, the game is over, or finding out takes long."""
        if not session.moves or session.ending:
            return None
        before = session.board_after(len(session.moves) - 1)
        try:
            return await self._ask(Question(grade, before, (session.moves[-1],)), _deadline())
        except NoTimeToThink:
            return None

    async def close(self) -> None:
        """Answer nobody any more, and end the worker."""
        self._closed = True
        if self._working:
            self._working.cancel()
            await asyncio.wait({self._working})
        for search in self._searches.values():
            search.answer.set_exception(NoTimeToThink())
        self._searches.clear()
        await self._worker.end()

    async def _ask(self, question: Question[T], deadline: float) -> T:
        """The answer to a question, by a time of the event loop. Raises NoTimeToThink or SearchFailed."""
        if question.is_looked_up:
            return question.answer()
        if question in self._answers:
            return self._kept(question)
        search = self._searches.get(question) or self._new_search(question)
        search.waiting += 1
        try:
            done, _ = await asyncio.wait({search.answer}, timeout=deadline - _now())
        finally:
            search.waiting -= 1
            self._give_up_unless_awaited(search)
        if not done:
            metrics.SEARCHES_LATE.inc()
            raise NoTimeToThink
        answer: T = search.answer.result()
        return answer

    def _new_search(self, question: Question[Any]) -> _Search:
        if self._closed or len(self._searches) >= _MOST:
            metrics.SEARCHES_LATE.inc()
            raise NoTimeToThink
        search = _Search(question, asyncio.get_running_loop().create_future())
        self._searches[question] = search
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return search

    def _give_up_unless_awaited(self, search: _Search) -> None:
        if search.waiting or search.answer.done():
            return
        search.answer.cancel()
        del self._searches[search.question]
        if self._under_way is search:
            self._worker.kill()

    async def _work(self) -> None:
        """Search until nobody waits. The task ends then, so that an idle bot has none."""
        while self._searches:
            search = min(self._searches.values(), key=lambda search: search.explains)
            self._under_way = search
            with metrics.SEARCH_SECONDS.time():
                await self._search(search)
            self._under_way = None

    async def _search(self, search: _Search) -> None:
        try:
            answer = await self._answer(search)
        except Exception as error:  # noqa: BLE001 - whatever it was, those who wait must hear of it
            if not search.answer.done():
                del self._searches[search.question]
                search.answer.set_exception(error)
        else:
            self._keep(search.question, answer)
            if not search.answer.done():
                del self._searches[search.question]
                search.answer.set_result(answer)

    async def _answer(self, search: _Search) -> Any:
        """What the worker says; if it is lost, what the next one says."""
        try:
            return await self._worker.ask(search.question)
        except WorkerLost:
            if search.answer.done():  # nobody waits any more: we have ended it ourselves
                raise
        metrics.WORKERS_LOST.inc()
        _log.warning("The worker process was lost in the midst of a search; another one starts")
        return await self._worker.ask(search.question)

    def _keep(self, question: Question[Any], answer: Any) -> None:
        self._answers[question] = answer
        if len(self._answers) > _KEPT:
            del self._answers[next(iter(self._answers))]

    def _kept(self, question: Question[T]) -> T:
        """An answer we have, which counts as new again."""
        answer: T = self._answers.pop(question)
        self._answers[question] = answer
        return answer


def _deadline() -> float:
    return _now() + _PATIENCE


def _now() -> float:
    return asyncio.get_running_loop().time()
