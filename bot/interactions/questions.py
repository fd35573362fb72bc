"""Questions to the engine, and how the bot plays where it has to move.

Small boards are looked up. Larger boards are searched, which may take half a second, so a
transaction never searches. If the bot has to move on such a board, it raises MustAsk. The search
then runs in `bot.interactions.thinking`, and the transaction runs again with what was found, which
it uses only if that is still the board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.board import Board
from engine.exact_scores import is_looked_up
from engine.opponents import Policy, policy_of

T = TypeVar("T")


@dataclass(frozen=True)
class Question(Generic[T]):
    """A question to the engine, as a value that another process can work on.

    ask    a public function of the engine; the board is its first argument
    more   its other arguments
    """

    ask: Callable[..., T]
    board: Board
    more: tuple[Any, ...] = ()

    @property
    def is_looked_up(self) -> bool:
        """Whether a table has what it asks for, so that it needs no search."""
        return is_looked_up(self.board.rules)

    def find(self) -> T:
        """What the engine finds. This searches unless it is looked up."""
        return self.ask(self.board, *self.more)


@dataclass(frozen=True)
class Known:
    """How the bot plays on a board that had to be searched: the question, and what was found."""

    question: Question[Policy]
    policy: Policy


class MustAsk(Exception):
    """The bot has to move, and the engine must be asked first how. Nothing has changed."""

    def __init__(self, question: Question[Policy]) -> None:
        super().__init__(f"{question.ask.__name__} of {question.board.notation}")
        self.question = question


def must_know(level: str, board: Board, known: Known | None) -> None:
    """Raises MustAsk if the bot would have to search for how it plays on `board` at a level."""
    policy(level, board, known)


def policy(level: str, board: Board, known: Known | None = None) -> Policy:
    """How the bot plays on `board` at a level, if it is looked up or known. Raises MustAsk."""
    if not board.x | board.o:
        board = Board(rules=board.rules)  # X or O, who goes first has the same choice
    question = Question(policy_of, board, (level,))
    if question.is_looked_up:
        return question.find()
    if known is None or known.question != question:
        raise MustAsk(question)
    return known.policy
