"""Asks a file everything, and collects what is wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.board import Board, Cell, every_board
from engine.check import functions, moves
from engine.check.asking import Answer, Asking, Call, CannotLoad
from engine.check.boards import Fault, Form, rows_of
from engine.check.causes import guess

_ORDER = (
    *functions.ANSWERS,
    moves.NO_MOVE,
    moves.CHANGES,
    moves.GIVES_AWAY,
    *functions.LIMITS,
    moves.SLOWER,
)
"""In which faults are worth fixing."""

_TRIES = 10  # on a board on which it chooses by chance
_QUICK = 3  # free cells; these boards cost little, and are asked about twice
_OPEN = 7  # free cells, from which on a slow program may need more time than it has


@dataclass(frozen=True)
class Check:
    """What was found.

    form           how the file is written
    wrong          on how many boards each function or kind of move is wrong, in the order in which
                   it is worth fixing them. What is right is not in it
    first          the first of these faults, on the board nearest to the end; None if all is right
    refusal        the first fault of what `result` must refuse, which is seldom the first of all
    cause          a guess what the first fault comes from, or empty
    unfinished     how many boards there were to move on
    answered       on how many of them there is an answer
    chance         on how many boards it chose by chance
    tried          on how many of these it was asked as often as it takes
    first_seconds  of CPU, for the first move; None if that did not come
    seconds        that everything was allowed to take
    gave_up        whether boards were left unasked because so many had no answer
    """

    form: Form
    wrong: Mapping[str, int]
    first: Fault | None
    refusal: Fault | None
    cause: str
    unfinished: int
    answered: int
    chance: int
    tried: int
    first_seconds: float | None
    seconds: float
    gave_up: bool

    @property
    def is_sound(self) -> bool:
        """Whether all was seen to be right, but for how soon it wins or loses."""
        return self.answered == self.unfinished and set(self.wrong) <= {moves.SLOWER}


async def check(file: Path, seconds: float, tell: Callable[[int], None]) -> Check:
    """Ask the file about every board, for so many seconds at most.

    tell  is called now and then with the number of questions that are left

    Raises CannotLoad.
    """
    asking = Asking(file, seconds)
    try:
        form = _form(await asking.load())
        calls = _calls(form)
        by_chance = await _ask(asking, calls, tell)
    finally:
        await asking.close()
    return _verdict(calls, asking, by_chance)


@dataclass(frozen=True)
class _Calls:
    """What to ask about each board.

    form          how the file is written
    of_functions  calls of the course's functions; none if the file has only `move`
    of_moves      on each unfinished board the call of the function that moves
    """

    form: Form
    of_functions: Mapping[Board, Sequence[Call]]
    of_moves: Mapping[Board, Call]

    @property
    def first_move(self) -> Call:
        return self.of_moves[Board()]


def _calls(form: Form) -> _Calls:
    of_functions = {}
    of_moves = {}
    for board in reversed(every_board()):  # those nearest to the end first
        if form is Form.COURSE:
            of_functions[board] = list(functions.calls(board))
        if not board.outcome:
            of_moves[board] = Call(form.value, rows_of(board))
    return _Calls(form, of_functions, of_moves)


async def _ask(asking: Asking, calls: _Calls, tell: Callable[[int], None]) -> Collection[Call]:
    """Ask everything, and again where the file chooses by chance; returns those calls."""
    batches = list(calls.of_functions.values())
    for board, call in calls.of_moves.items():
        if call == calls.first_move:
            continue
        batch = [call]
        if len(board.free_cells) <= _QUICK:
            batch.append(call)
        batches.append(batch)
    await asking.ask(batches, first=calls.first_move, tell=tell)
    by_chance = _by_chance(calls.of_moves.values(), asking.answers)
    again = []
    for call in by_chance:
        tries_left = _TRIES - len(asking.answers[call])
        again.append([call] * tries_left)
    await asking.ask(again, tell=tell)
    return by_chance


def _verdict(calls: _Calls, asking: Asking, by_chance: Collection[Call]) -> Check:
    """What the answers show."""
    answers = asking.answers
    moves_on = {}
    returned = {}
    played = {}
    orders = {}
    for board, call in calls.of_moves.items():
        moves_on[board] = _in_time(board, answers[call])
        orders[board] = _order(board, answers)
        if moves_on[board]:
            returned[board] = [answer.value for answer in moves_on[board]]
            played[board] = _cells(board, moves_on[board], calls.form)
    faults = _of_functions(calls.of_functions, answers) | _of_moves(moves_on, calls.form)
    by_worth = {what: faults[what] for what in _ORDER if faults.get(what)}
    first = None
    cause = ""
    if by_worth:
        alike = next(iter(by_worth.values()))
        first = next(iter(alike.values()))
        cause = guess(first, alike, returned, played, orders)
    refusal = None
    refusals = list(faults.get(functions.REFUSES, {}).values())
    if refusals:
        refusal = refusals[0]
    return Check(
        form=calls.form,
        wrong={what: len(boards) for what, boards in by_worth.items()},
        first=first,
        refusal=refusal,
        cause=cause,
        unfinished=len(moves_on),
        answered=sum(1 for in_time in moves_on.values() if in_time),
        chance=len(by_chance),
        tried=sum(len(answers[call]) == _TRIES for call in by_chance),
        first_seconds=_cpu_seconds(answers[calls.first_move]),
        seconds=asking.seconds,
        gave_up=asking.gave_up,
    )


def _cpu_seconds(answers: Sequence[Answer]) -> float | None:
    """What the first answer took that is a value; None if none is."""
    for answer in answers:
        if not answer.trouble:
            return answer.seconds
    return None


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
    calls: Collection[Call], answers: Mapping[Call, Sequence[Answer]]
) -> Collection[Call]:
    """Those of the boards on which it chooses by chance.

    A random number that comes from elsewhere than from Python's own source is not seen. But then
    there are boards that it does not answer alike each time, and it may be so on all of them.
    """
    by_chance = []
    for call in calls:
        if any(answer.chance for answer in answers[call]):
            by_chance.append(call)
        elif len({str(answer.value) for answer in answers[call]}) > 1:
            return calls
    return by_chance


def _in_time(board: Board, answers: Sequence[Answer]) -> list[Answer]:
    """The answers that count: an open board may be hard for a slow program, and late no fault."""
    is_open = len(board.free_cells) >= _OPEN
    return [answer for answer in answers if not (is_open and answer.late)]


def _cells(board: Board, answers: Sequence[Answer], form: Form) -> list[Cell]:
    """The free cells that were chosen on a board, each once."""
    chosen = {form.cell(answer.value) for answer in answers}
    return [cell for cell in board.free_cells if cell in chosen]


def _order(board: Board, answers: Mapping[Call, Sequence[Answer]]) -> list[Cell]:
    """The order in which the file goes through the cells: that of its `actions`, if it has them."""
    call = Call("actions", rows_of(board))
    for answer in answers.get(call, ()):
        if isinstance(answer.value, list):
            cells = [Form.COURSE.cell(action) for action in answer.value]
            return [cell for cell in cells if cell in board.free_cells]
    return list(board.free_cells)


def _of_functions(
    about: Mapping[Board, Sequence[Call]], answers: Mapping[Call, Sequence[Answer]]
) -> dict[str, dict[Board, Fault]]:
    """The faults of each function, by board."""
    faults: defaultdict[str, dict[Board, Fault]] = defaultdict(dict)
    for board, calls in about.items():
        for call in calls:
            for answer in answers[call]:
                fault = functions.fault(board, call, answer)
                if fault:
                    faults[fault.what].setdefault(board, fault)
    return faults


def _of_moves(given: Mapping[Board, Sequence[Answer]], form: Form) -> dict[str, dict[Board, Fault]]:
    """The faults of each kind, by board, on which only the worst counts."""
    faults: defaultdict[str, dict[Board, Fault]] = defaultdict(dict)
    for board, answers in given.items():
        faults_here = [moves.fault(board, answer, form) for answer in answers]
        wrong = [fault for fault in faults_here if fault]
        if wrong:
            worst = min(wrong, key=lambda fault: moves.KINDS.index(fault.what))
            faults[worst.what][board] = worst
    return faults
