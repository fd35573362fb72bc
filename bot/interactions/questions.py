"""What the bot knows about a board when it has to play on it.

Small boards are looked up. Larger boards are searched, which may take half a second, so a
transaction never searches. It is given the answers found so far; if it needs another one, it raises
NotThought. The search then runs in `bot.interactions.thinking`, and the transaction runs again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from engine.analysis import Analysis, analyse
from engine.board import Board
from engine.exact_scores import is_looked_up
from engine.opponents import Policy, policy_of

T = TypeVar("T")


@dataclass(frozen=True)
class Question(Generic[T]):
    """A question to the engine, as a value that another process can answer.

    ask    a public function of the engine; the board is its first argument
    more   its other arguments
    """

    ask: Callable[..., T]
    board: Board
    more: tuple[Any, ...] = ()

    @property
    def is_looked_up(self) -> bool:
        """Whether the answer is in a table, so that it needs no search."""
        return is_looked_up(self.board.rules)

    def find_answer(self) -> T:
        """The answer. This searches unless it is looked up."""
        return self.ask(self.board, *self.more)


class NotThought(Exception):
    """`question` needs an answer first. Nothing has changed."""

    def __init__(self, question: Question[Any]) -> None:
        super().__init__(f"{question.ask.__name__} of {question.board.notation}")
        self.question = question


@dataclass(frozen=True)
class Thoughts:
    """The answers found so far for one request."""

    answers: Mapping[Question[Any], Any] = field(default_factory=dict)

    def with_answer(self, question: Question[T], answer: T) -> Thoughts:
        """These thoughts and one more answer."""
        return Thoughts({**self.answers, question: answer})

    def policy(self, level: str, board: Board) -> Policy:
        """How the bot plays on `board` at a level. Raises NotThought."""
        return self.answer_to(Question(policy_of, board, (level,)))

    def analysis(self, board: Board) -> Analysis:
        """The analysis of `board`. Raises NotThought."""
        return self.answer_to(Question(analyse, board))

    def must_have_analysed(self, board: Board) -> None:
        """Check that `analysis` can answer. Raises NotThought."""
        question = Question(analyse, board)
        if not question.is_looked_up:
            self.answer_to(question)

    def answer_to(self, question: Question[T]) -> T:
        """The answer, if it is looked up or known. Raises NotThought."""
        if question.is_looked_up:
            return question.find_answer()
        if question not in self.answers:
            raise NotThought(question)
        answer: T = self.answers[question]
        return answer


NO_THOUGHTS = Thoughts()
"""Enough for every board that is looked up."""
