"""Asks a file everything, and collects what is wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.board import Board, Cell
from engine.check import functions, moves
from engine.check.asking import Answer, Asking, CannotLoad, Question
from engine.check.boards import Fault, Form, every_board, rows_of
from engine.check.causes import guess

_ORDER = (
    *functions.ANSWERS,
    moves.BREAKS,
    moves.GIVES_AWAY,
    *functions.LIMITS,
    moves.SLOWER,
)
"""In which faults are worth mending."""

_TRIES = 10  # on a board on which it chooses by chance
_QUICK = 3  # free cells; these boards cost little, and are asked about twice
_OPEN = 7  # free cells, from which on a slow program may need more time than it has


@dataclass(frozen=True)
class Check:
    """What was found.

    form           how the file is written
    wrong          on how many boards each function or kind of move is wrong, in the order in which
                   it is worth mending them. What is right is not in it
    first          the first of these faults, on the board nearest to the end; None if all is right
    cause          a guess what it comes from, or empty
    unfinished     how many boards there were to move on
    answered       on how many of them there is an answer
    played         the cells that were chosen, on each board on which any was
    chance         on how many boards it chose by chance
    tried          on how many of these it was asked as often as it takes
    first_seconds  of CPU, for the first move; None if that did not come
    """

    form: Form
    wrong: Mapping[str, int]
    first: Fault | None
    cause: str
    unfinished: int
    answered: int
    played: Mapping[Board, Sequence[Cell]]
    chance: int
    tried: int
    first_seconds: float | None

    @property
    def is_sound(self) -> bool:
        """Whether all was seen to be right, but for how soon it wins or loses."""
        return self.answered == self.unfinished and set(self.wrong) <= {moves.SLOWER}


async def check(file: Path, seconds: float, tell: Callable[[int], None]) -> Check:
    """Ask the file about every board, for so many seconds at most.

    tell  is called now and then with the number of questions that are left

    Raises CannotLoad.
    """
    boards = every_board()
    asking = Asking(file, seconds)
    answers = asking.answers
    try:
        form = _form(await asking.load())
        about_functions: dict[Board, list[Question]] = {}
        if form is Form.COURSE:
            about_functions = {board: list(functions.questions(board)) for board in boards}
        about_moves = {
            board: Question(form.value, rows_of(board)) for board in boards if not board.outcome
        }
        first = about_moves[Board()]
        batches = list(about_functions.values())
        for board, question in about_moves.items():
            if question != first:
                times = 2 if len(board.free_cells) <= _QUICK else 1
                batches.append([question] * times)
        await asking.ask(batches, first=first, tell=tell)
        by_chance = _by_chance(about_moves.values(), answers)
        again = [[each] * (_TRIES - len(answers[each])) for each in by_chance]
        await asking.ask(again, tell=tell)
    finally:
        await asking.close()

    given = {board: _in_time(board, answers[each]) for board, each in about_moves.items()}
    played = {board: _cells(board, each, form) for board, each in given.items()}
    orders = {board: _order(board, answers) for board in given}
    found = _of_functions(about_functions, answers) | _of_moves(given, form)
    faults = {what: found[what] for what in _ORDER if found.get(what)}
    first_faults = next(iter(faults.values()), {})
    first_fault = next(iter(first_faults.values()), None)
    return Check(
        form=form,
        wrong={what: len(of_what) for what, of_what in faults.items()},
        first=first_fault,
        cause=guess(first_fault, first_faults, played, orders) if first_fault else "",
        unfinished=len(given),
        answered=sum(1 for each in given.values() if each),
        played={board: cells for board, cells in played.items() if cells},
        chance=len(by_chance),
        tried=sum(len(answers[each]) == _TRIES for each in by_chance),
        first_seconds=next((each.seconds for each in answers[first] if not each.trouble), None),
    )


def _form(names: set[str]) -> Form:
    """How a file with these functions is written. Raises CannotLoad if it has neither form."""
    missing = [name for name in functions.COURSE if name not in names]
    if not missing:
        return Form.COURSE
    if Form.ALONE.value in names:
        return Form.ALONE
    if len(missing) < len(functions.COURSE):
        raise CannotLoad(f"of the course's functions it lacks {', '.join(missing)}")
    raise CannotLoad(
        f"it has neither the course's functions ({', '.join(functions.COURSE)}) nor move(board), "
        "which takes rows such as 'XO./.OX/OX.' and returns a cell from 1 to 9"
    )


def _by_chance(
    asked: Collection[Question], answers: Mapping[Question, Sequence[Answer]]
) -> Collection[Question]:
    """Those of the boards on which it chooses by chance.

    A random number that comes from elsewhere than from Python's own source is not seen. But then
    there are boards that it does not answer alike each time, and it may be so on all of them.
    """
    drawn = [each for each in asked if any(answer.chance for answer in answers[each])]
    for question in set(asked) - set(drawn):
        if len({str(answer.value) for answer in answers[question]}) > 1:
            return asked
    return drawn


def _in_time(board: Board, answers: Sequence[Answer]) -> list[Answer]:
    """The answers that count: an open board may be hard for a slow program, and late no fault."""
    is_open = len(board.free_cells) >= _OPEN
    return [answer for answer in answers if not (is_open and answer.late)]


def _cells(board: Board, answers: Sequence[Answer], form: Form) -> list[Cell]:
    """The free cells that were chosen on a board, each once."""
    chosen = {form.cell(answer.value) for answer in answers}
    return [cell for cell in board.free_cells if cell in chosen]


def _order(board: Board, answers: Mapping[Question, Sequence[Answer]]) -> list[Cell]:
    """The order in which the file goes through the cells: that of its `actions`, if it has them."""
    for answer in answers.get(Question("actions", rows_of(board)), ()):
        if isinstance(answer.value, list):
            cells = [Form.COURSE.cell(action) for action in answer.value]
            return [cell for cell in cells if cell in board.free_cells]
    return list(board.free_cells)


def _of_functions(
    about: Mapping[Board, Sequence[Question]], answers: Mapping[Question, Sequence[Answer]]
) -> dict[str, dict[Board, Fault]]:
    """The faults of each function, by board."""
    faults: defaultdict[str, dict[Board, Fault]] = defaultdict(dict)
    for board, questions in about.items():
        for question in questions:
            for answer in answers[question]:
                fault = functions.fault(board, question, answer)
                if fault:
                    faults[fault.what].setdefault(board, fault)
    return faults


def _of_moves(given: Mapping[Board, Sequence[Answer]], form: Form) -> dict[str, dict[Board, Fault]]:
    """The faults of each kind, by board, on which only the worst counts."""
    faults: defaultdict[str, dict[Board, Fault]] = defaultdict(dict)
    for board, answers in given.items():
        found = [moves.fault(board, answer, form) for answer in answers]
        wrong = [fault for fault in found if fault]
        if wrong:
            worst = min(wrong, key=lambda fault: moves.KINDS.index(fault.what))
            faults[worst.what][board] = worst
    return faults
