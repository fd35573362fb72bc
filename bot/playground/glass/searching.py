"""Searches for glasses: in a worker process of their own, so that they never delay the bot's moves."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

from bot.sessions.thoughts import Question
from bot.worker import SearchFailed, Worker, WorkerLost

T = TypeVar("T")

_LONGEST = 20.0  # seconds for one question
_MOST_KEPT = 512  # answers


class TooLong(Exception):
    """The search took longer than anyone waits."""


class NoAnswer(Exception):
    """The search failed; its cause says why."""


class Searching:
    """One worker for all glasses. It starts at the first question, and answers one after another."""

    def __init__(self) -> None:
        self._worker = Worker()
        self._turn = asyncio.Lock()
        self._answers: dict[Question[Any], Any] = {}  # oldest first

    async def ask(self, question: Question[T]) -> T:
        """The answer to a question. Cancelling this stops the search. Raises TooLong or NoAnswer."""
        async with self._turn:
            if question not in self._answers:
                self._keep(question, await self._search(question))
            answer: T = self._answers[question]
            return answer

    async def close(self) -> None:
        """End the worker."""
        await self._worker.end()

    async def _search(self, question: Question[T]) -> T:
        is_answered = False
        try:
            async with asyncio.timeout(_LONGEST):
                answer = await self._worker.ask(question)
            is_answered = True
        except TimeoutError as error:
            raise TooLong from error
        except (WorkerLost, SearchFailed, OSError) as error:
            raise NoAnswer from error
        finally:
            if not is_answered:  # it may still be searching, although nobody waits any more
                await self._worker.end()
        return answer

    def _keep(self, question: Question[Any], answer: Any) -> None:
        self._answers[question] = answer
        if len(self._answers) > _MOST_KEPT:
            del self._answers[next(iter(self._answers))]
