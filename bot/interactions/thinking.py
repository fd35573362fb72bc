"""Thinking: a search may take half a second here, without stopping the event loop or the store.

Look-ups are answered at once. One worker process searches everything else, one question after
another, and each only once, however many people wait for it. A review asks about a move
when the one before is graded, so that it never keeps other questions waiting for long.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, TypeVar

from prometheus_client import Counter, Histogram

from bot.interactions.questions import Known, MustAsk, Question
from bot.interactions.worker import Worker
from bot.messages.texts import Refusal, phrase
from engine.review import GradedMove

T = TypeVar("T")

_logger = logging.getLogger(__name__)

_SEARCH_SECONDS = Histogram(
    "ttt_search_seconds",
    "Searches of the worker process, from question to answer.",
    buckets=(0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5),
)
_SEARCHES_LATE = Counter(
    "ttt_searches_late", "Requests refused because a search would have taken too long."
)
_WORKERS_LOST = Counter("ttt_workers_lost", "Worker processes that ended during a search.")

_LONGEST_THOUGHT = 1.5  # seconds for a request; the commit and the answer need the rest
_LONGEST_REVIEW = 20.0  # seconds for all searches of a review, whether or not someone still waits
_MOST_REPEATS = 3  # of a transaction that has to ask first
_MOST_SEARCHES = 32  # that run or wait
_MOST_KEPT = 1024  # searches, with what they have found


class NoTimeToThink(Refusal):
    """The bot would have had to search for too long, or too many others wait for it to."""

    says = phrase(
        "**I ran out of time to think.** Nothing has changed, so try again in a few seconds. ⏳"
    )


class Thinking:
    """Answers questions to the engine, and repeats what has to ask first."""

    def __init__(self) -> None:
        self._worker: Worker | None = None
        # Done or under way, longest unused first.
        self._searches: dict[Question[Any], asyncio.Future[Any]] = {}
        self._reviews: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def ask_first(
        self, attempt: Callable[[Known | None], Awaitable[T]], began: float | None = None
    ) -> T:
        """Run a transaction in which the bot may have to move, where needed with its policy.

        began  when somebody began to wait for it, in loop time; None: now

        If somebody changes the board during the search, it asks again, up to _MOST_REPEATS times.
        Raises NoTimeToThink, and everything else that `attempt` raises.
        """
        if began is None:
            began = _now()
        known = None
        for _ in range(_MOST_REPEATS):
            try:
                return await attempt(known)
            except MustAsk as unknown:
                question = unknown.question
            known = Known(question, await self.find(question, began))
        try:
            return await attempt(known)
        except MustAsk:
            raise NoTimeToThink from None

    async def find(self, question: Question[T], began: float | None = None) -> T:
        """What the engine finds, at once if it is looked up. Raises NoTimeToThink.

        began  when somebody began to wait for it, in loop time; None: now
        """
        if question.is_looked_up:
            return question.find()
        if began is None:
            began = _now()
        return await self.search(question, began + _LONGEST_THOUGHT)

    async def review(self, questions: Sequence[Question[GradedMove]]) -> tuple[GradedMove, ...]:
        """Grade all moves of a game, by a question for each.

        Raises NoTimeToThink after _LONGEST_THOUGHT seconds. The search still goes on for up to
        _LONGEST_REVIEW, so that a later try finds it done.
        """
        grading = asyncio.create_task(self._grade_all(questions))
        self._reviews.add(grading)
        grading.add_done_callback(self._end_review)
        done, _ = await asyncio.wait({grading}, timeout=_LONGEST_THOUGHT)
        if not done:
            raise NoTimeToThink
        return grading.result()

    async def _grade_all(self, questions: Sequence[Question[GradedMove]]) -> tuple[GradedMove, ...]:
        deadline = _now() + _LONGEST_REVIEW
        graded = []
        for question in questions:
            if question.is_looked_up:
                graded.append(question.find())
            else:
                graded.append(await self.search(question, deadline))
        return tuple(graded)

    def _end_review(self, grading: asyncio.Task[tuple[GradedMove, ...]]) -> None:
        self._reviews.discard(grading)
        if not grading.cancelled():
            grading.exception()  # or asyncio would log it, if nobody waits any more

    async def grade(self, question: Question[GradedMove]) -> GradedMove | None:
        """The grade of a move; None if the search takes too long."""
        try:
            return await self.find(question)
        except NoTimeToThink:
            return None

    def close(self) -> None:
        """Stop answering, and end the worker."""
        self._closed = True
        for grading in self._reviews:
            grading.cancel()
        if self._worker:
            self._worker.end()  # and with it whatever still waits for a search

    async def search(self, question: Question[T], deadline: float) -> T:
        """What the worker finds for a question.

        Raises NoTimeToThink at `deadline` (loop time), if too many questions wait or the worker is
        lost twice, and whatever the search raises. A search that nobody waits for any more still
        goes on, so that a later try finds it done.
        """
        for _ in range(2):
            if self._closed:
                raise NoTimeToThink
            if self._worker is None:
                self._worker = Worker()
            worker = self._worker
            try:
                search = self._search_for(worker, question)
                await asyncio.wait({search}, timeout=deadline - _now())
                if search.done() and not search.cancelled():
                    return search.result()
            except BrokenProcessPool:
                if worker is self._worker:  # else another search has seen it first
                    _WORKERS_LOST.inc()
                    _logger.warning("The worker process was lost; the next search starts another")
                    worker.end()
                    self._worker = None
            else:
                _SEARCHES_LATE.inc()
                raise NoTimeToThink
        raise NoTimeToThink

    def _search_for(self, worker: Worker, question: Question[T]) -> asyncio.Future[T]:
        """The search of the worker, or one that we remember. Raises NoTimeToThink if many wait."""
        search = self._searches.pop(question, None)
        if search is None:
            waiting = sum(not each.done() for each in self._searches.values())
            if waiting >= _MOST_SEARCHES:
                _SEARCHES_LATE.inc()
                raise NoTimeToThink
            search = asyncio.wrap_future(worker.ask(question))
            search.add_done_callback(partial(self._note_end, question, _now()))
        self._searches[question] = search  # the newest
        if len(self._searches) > _MOST_KEPT:
            oldest = next(iter(self._searches))
            del self._searches[oldest]
        return search

    def _note_end(self, question: Question[Any], asked: float, search: asyncio.Future[Any]) -> None:
        if search.cancelled() or search.exception():
            self._searches.pop(question, None)  # a later try asks again
        else:
            _SEARCH_SECONDS.observe(_now() - asked)


def _now() -> float:
    return asyncio.get_running_loop().time()
