"""What the bot knows about a board when it has to play on it.

Small boards are looked up. Larger ones are searched, which may take a second, so a transaction never does it:
it is handed what has been thought, and where that is not enough it raises NotThought. Then the search runs
elsewhere (`bot.thinking`), and after it the transaction runs once more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from bot.sessions.seats import Bot
from engine.analysis import Analysis, analyse
from engine.board import Board
from engine.opponents import policy_of
from engine.policy import Policy
from engine.tables import is_looked_up

T = TypeVar("T")


@dataclass(frozen=True)
class Question(Generic[T]):
    """A question to the engine, as a value that another process can answer.

    ask    a public function of the engine, which takes the board first
    more   what else it takes
    """

    ask: Callable[..., T]
    board: Board
    more: tuple[Any, ...] = ()

    @property
    def is_looked_up(self) -> bool:
        """Whether the answer stands in a table, so that there is nothing to wait for."""
        return is_looked_up(self.board.rules)

    def answer(self) -> T:
        """The answer, which takes a search if it is not looked up."""
        return self.ask(self.board, *self.more)


class NotThought(Exception):
    """Nobody has thought about this board yet: `question` needs an answer first. Nothing has changed."""

    def __init__(self, question: Question[Any]) -> None:
        super().__init__(f"{question.ask.__name__} of {question.board.notation}")
        self.question = question


@dataclass(frozen=True)
class Thoughts:
    """What has been thought so far, for one request."""

    answers: Mapping[Question[Any], Any] = field(default_factory=dict)

    def policy(self, bot: Bot, board: Board) -> Policy:
        """How `bot` plays on `board`. Raises NotThought."""
        return self._known(Question(policy_of, board, (bot.level,)))

    def analysis(self, board: Board) -> Analysis:
        """What there is to say about `board`. Raises NotThought."""
        return self._known(Question(analyse, board))

    def must_have_analysed(self, board: Board) -> None:
        """Do nothing, if `analysis` can answer. Raises NotThought."""
        question = Question(analyse, board)
        if not question.is_looked_up:
            self._known(question)

    def _known(self, question: Question[T]) -> T:
        if question.is_looked_up:
            return question.answer()
        if question not in self.answers:
            raise NotThought(question)
        answer: T = self.answers[question]
        return answer


NO_THOUGHTS = Thoughts()
"""Enough for every board that is looked up."""
