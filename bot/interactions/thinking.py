"""Thinking: a search may take half a second here, without stopping the event loop or the store.

Look-ups are answered at once. One worker process searches everything else, one question after
another: moves before explanations, and each question only once, however many people wait for its
answer.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from prometheus_client import Counter, Histogram

from bot.interactions.questions import NO_THOUGHTS, NotThought, Question, Thoughts
from bot.interactions.worker import Worker, WorkerLost
from bot.messages.texts import Refusal, say
from engine.opponents import policy_of
from engine.review import GradedMove

T = TypeVar("T")

_logger = logging.getLogger(__name__)

_SEARCH_SECONDS = Histogram(
    "ttt_search_seconds",
    "Searches of the worker process, from start to end.",
    buckets=(0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5),
)
_SEARCHES_LATE = Counter(
    "ttt_searches_late", "Requests refused because a search would have taken too long."
)
_WORKERS_LOST = Counter("ttt_workers_lost", "Worker processes that ended during a search.")

_PATIENCE = 1.5  # seconds for all searches of a request; the commit and the answer need the rest
_LONGEST_REVIEW = 20.0  # seconds for all searches of a review, whether or not someone still waits
_MOST_SEARCHES = 32  # searches that run or wait
_MOST_ANSWERS = 1024  # answers


class NoTimeToThink(Refusal):
    """The bot would have had to search for too long, or too many others wait for it to."""

    says = say(
        "**I ran out of time to think.** Nothing has changed, so try again in a few seconds. ⏳"
    )


@dataclass(eq=False)
class _Search:
    """A question that someone waits for. When nobody waits any more, it is cancelled."""

    question: Question[Any]
    answer: asyncio.Future[Any]
    waiting: int = 0


class Thinking:
    """Answers questions to the engine, and repeats work that needed an answer."""

    def __init__(self) -> None:
        self._worker = Worker()
        self._searches: dict[Question[Any], _Search] = {}  # oldest first
        self._current: _Search | None = None
        self._working: asyncio.Task[None] | None = None
        self._answers: dict[Question[Any], Any] = {}  # oldest first
        self._reviews: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def think_through(
        self, attempt: Callable[[Thoughts], Awaitable[T]], began: float | None = None
    ) -> T:
        """Run `attempt`; whenever it raises NotThought, find the answer and run it again.

        began  when somebody began to wait for it, in loop time; None: when it first has to think

        Each run gets all answers found so far. Raises NoTimeToThink, and everything else that
        `attempt` raises.
        """
        thoughts = NO_THOUGHTS
        while True:
            try:
                return await attempt(thoughts)
            except NotThought as missing:
                question = missing.question
            assert question not in thoughts.answers, "an attempt must use the answers it gets"
            if began is None:
                began = _now()
            thoughts = thoughts.with_answer(question, await self.answer_to(question, began))

    async def answer_to(self, question: Question[T], began: float | None = None) -> T:
        """The answer to a question, at once if it is looked up. Raises NoTimeToThink.

        began  when somebody began to wait for it, in loop time; None: now
        """
        if question.is_looked_up:
            return question.find_answer()
        if began is None:
            began = _now()
        return await self.search(question, began + _PATIENCE)

    async def review(self, questions: Sequence[Question[GradedMove]]) -> tuple[GradedMove, ...]:
        """Grade all moves of a game, by a question for each.

        Raises NoTimeToThink after _PATIENCE seconds. The search still goes on for up to
        _LONGEST_REVIEW, so that a later try finds its answers.
        """
        grading = asyncio.create_task(self._grade_all(questions))
        self._reviews.add(grading)
        grading.add_done_callback(self._end_review)
        done, _ = await asyncio.wait({grading}, timeout=_PATIENCE)
        if not done:
            raise NoTimeToThink
        return grading.result()

    async def _grade_all(self, questions: Sequence[Question[GradedMove]]) -> tuple[GradedMove, ...]:
        deadline = _now() + _LONGEST_REVIEW
        graded = []
        for question in questions:
            if question.is_looked_up:
                graded.append(question.find_answer())
            else:
                graded.append(await self.search(question, deadline))
        return tuple(graded)

    def _end_review(self, grading: asyncio.Task[tuple[GradedMove, ...]]) -> None:
        self._reviews.discard(grading)
        if not grading.cancelled():
            grading.exception()  # or asyncio would log it, if nobody waits any more

    async def grade(self, question: Question[GradedMove]) -> GradedMove | None:
        """The answer to a question for the grade of a move; None if the search takes too long."""
        try:
            return await self.answer_to(question)
        except NoTimeToThink:
            return None

    async def close(self) -> None:
        """Stop answering, and end the worker."""
        self._closed = True
        for grading in self._reviews:
            grading.cancel()
        if self._working:
            self._working.cancel()
            await asyncio.wait({self._working})
        for search in self._searches.values():
            search.answer.set_exception(NoTimeToThink())
        self._searches.clear()
        await self._worker.end()

    async def search(self, question: Question[T], deadline: float) -> T:
        """The worker's answer to a question. Cancelling it stops the search if nobody else waits.

        Raises NoTimeToThink at `deadline` (loop time) or if the worker is lost twice, SearchFailed,
        or OSError if no process can be started.
        """
        answer: T
        if question in self._answers:
            answer = self._answers.pop(question)
            self._answers[question] = answer  # it is the newest again
            return answer
        search = self._searches.get(question) or self._begin(question)
        search.waiting += 1
        try:
            done, _ = await asyncio.wait({search.answer}, timeout=deadline - _now())
        finally:
            search.waiting -= 1
            if not search.waiting and not search.answer.done():
                self._cancel(search)
        if not done:
            _SEARCHES_LATE.inc()
            raise NoTimeToThink
        answer = search.answer.result()
        return answer

    def _begin(self, question: Question[Any]) -> _Search:
        """Line a search up. Raises NoTimeToThink if there are too many."""
        if self._closed or len(self._searches) >= _MOST_SEARCHES:
            _SEARCHES_LATE.inc()
            raise NoTimeToThink
        search = _Search(question, asyncio.get_running_loop().create_future())
        self._searches[question] = search
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return search

    def _cancel(self, search: _Search) -> None:
        """Drop a search for which nobody waits any more."""
        search.answer.cancel()
        del self._searches[search.question]
        if self._current is search:
            self._worker.kill()

    async def _work(self) -> None:
        """Search until nobody waits, moves first. Then this task ends, so an idle bot has none."""
        while self._searches:
            search = self._next()
            self._current = search
            answer = None
            failure = None
            try:
                with _SEARCH_SECONDS.time():
                    answer = await self._ask_worker(search)
            except Exception as error:  # noqa: BLE001 - it is raised to those who wait
                failure = error
            else:
                self._remember(search.question, answer)
            if not search.answer.done():
                del self._searches[search.question]
                if failure is None:
                    search.answer.set_result(answer)
                else:
                    search.answer.set_exception(failure)
            self._current = None

    def _next(self) -> _Search:
        """The oldest search for a move, or if there is none, the oldest of all."""
        for search in self._searches.values():
            if search.question.ask is policy_of:
                return search
        return next(iter(self._searches.values()))

    def _remember(self, question: Question[Any], answer: Any) -> None:
        self._answers[question] = answer
        if len(self._answers) > _MOST_ANSWERS:
            oldest = next(iter(self._answers))
            del self._answers[oldest]

    async def _ask_worker(self, search: _Search) -> Any:
        """The worker's answer. If the worker is lost, a new one gets the question, but no third."""
        for then in ("starting another one", "giving up this search"):
            try:
                return await self._worker.ask(search.question)
            except WorkerLost:
                if search.answer.done():  # nobody waits any more, so we killed it ourselves
                    raise
            _WORKERS_LOST.inc()
            _logger.warning("The worker process was lost during a search; %s", then)
        raise NoTimeToThink


def _now() -> float:
    return asyncio.get_running_loop().time()
