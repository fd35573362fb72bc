"""Asks a file everything, and collects what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.board import Board, Cell, every_board
from engine.check import functions, moves
from engine.check.asking import Asking, Call, CannotLoad, Response
from engine.check.boards import Fault, Form, rows_of
from engine.check.causes import Moved, guess

_ORDER = (
    *functions.PARTS,
    moves.NO_MOVE,
    moves.CHANGES,
    moves.GIVES_AWAY,
    *functions.LIMITS,
    moves.SLOWER,
)
"""In which faults are worth fixing."""

_TRIES = 10  # on a board on which it may move differently
_QUICK = 3  # free cells; these boards cost little, and are asked about twice
_OPEN = 7  # free cells, from which on a slow program may need more time than it has


@dataclass(frozen=True)
class Asked:
    """On how many boards there was something to ask, and on how many of them it has answered."""

    boards: int
    answered: int

    @property
    def is_all(self) -> bool:
        return self.answered == self.boards


@dataclass(frozen=True)
class Check:
    """What was found.

    functions           about the course's functions; on no board if the file has only `move`
    moves               about its moves
    seen                the functions, by their rows of the report, about which it has answered at
                        all
    wrong               on how many boards each function or kind of move is wrong, in the order in
                        which it is worth fixing them. What was not seen to be wrong is not in it
    fault               the fault to fix first, on the board nearest to the end; None if there is
                        none
    refusal             the first fault of what `result` must refuse, which is seldom the first of
                        all
    remembers           whether it answers the call of `fault` differently if it was asked nothing
                        before
    cause               a guess what `fault` comes from, or empty
    differing           on how many boards it has moved differently when asked again
    again               where it may do so, and was asked as often as it takes
    first_move_seconds  the CPU time of the first move; None if that did not come
    seconds             the time that everything was allowed to take
    gave_up             whether boards were left unasked because so many had no answer
    """

    functions: Asked
    moves: Asked
    seen: Collection[str]
    wrong: Mapping[str, int]
    fault: Fault | None
    refusal: Fault | None
    remembers: bool
    cause: str
    differing: int
    again: Asked
    first_move_seconds: float | None
    seconds: float
    gave_up: bool

    @property
    def is_sound(self) -> bool:
        """Whether all was seen to be right, but for how soon it wins or loses."""
        has_seen_all = self.functions.is_all and self.moves.is_all
        return has_seen_all and set(self.wrong) <= {moves.SLOWER}


async def check(file: Path, seconds: float, tell: Callable[[int], None]) -> Check:
    """Ask the file about every board, for so many seconds at most.

    tell  is called now and then with the number of questions that are left

    Raises CannotLoad.
    """
    asking = Asking(file, seconds)
    responses = asking.responses
    try:
        # Its functions say how it is written, and so what to ask.
        questions = _questions(_form(await asking.load()))
        first_move = questions.moves[Board()]

        # Ask everything once, and for a move twice where that costs little.
        batches = [[call for _, call in calls] for calls in questions.functions.values()]
        for board, call in questions.moves.items():
            if len(board.free_cells) <= _QUICK:
                batches.append([call, call])
            elif call != first_move:
                batches.append([call])
        await asking.ask(batches, first=first_move, tell=tell)

        # Where it draws a random number, all that it may play counts, so ask again. A number that
        # does not come from Python's own source is not seen, and no memory is. But then some moves
        # differ that draw none, and any may.
        moving = questions.moves.values()
        again = [call for call in moving if any(each.chance for each in responses[call])]
        others = set(moving).difference(again)
        if any(_differ(responses[call]) for call in others):
            again = list(moving)
        await asking.ask([[call] * (_TRIES - len(responses[call])) for call in again], tell=tell)

        # Judge the responses. Of the first fault, say whether it comes from what was asked before,
        # or guess a cause.
        verdict = _judge(questions, responses)
        first = verdict.first
        remembers = False
        cause = ""
        if first:
            given = responses[first.call]
            if first.call not in again and not any(response.late for response in given):
                alone = await asking.ask_alone(first.call)
                remembers = alone is not None and alone not in given
            if not remembers:
                cause = guess(first, verdict.faults[first.what], verdict.moved)
    finally:
        await asking.close()
    in_time = [response.seconds for response in responses[first_move] if not response.trouble]
    return Check(
        functions=Asked(len(questions.functions), verdict.answered),
        moves=Asked(len(questions.moves), len(verdict.moved)),
        seen=verdict.seen,
        wrong={what: len(by_board) for what, by_board in verdict.faults.items() if by_board},
        fault=first,
        refusal=next(iter(verdict.faults[functions.REFUSES].values()), None),
        remembers=remembers,
        cause=cause,
        differing=sum(_differ(responses[call]) for call in again),
        again=Asked(len(again), sum(len(responses[call]) == _TRIES for call in again)),
        first_move_seconds=next(iter(in_time), None),
        seconds=seconds,
        gave_up=asking.gave_up,
    )


def _form(names: Collection[str]) -> Form:
    """How a file with these functions is written. Raises CannotLoad if it has neither form."""
    missing = [name for name in functions.COURSE if name not in names]
    if not missing:
        return Form.COURSE
    if Form.ALONE.value in names:
        return Form.ALONE
    raise CannotLoad(
        "it has no move(board), which takes rows such as 'XO./.OX/OX.' and returns a cell from 1 "
        f"to 9; and of the course's seven functions it lacks {', '.join(missing)}"
    )


@dataclass(frozen=True)
class _Questions:
    """What a file is asked. The boards nearest to the end come first: a fault is easiest to see.

    functions  of each board, the calls of the course's functions, each with its row of the report;
               of no board if the file has only `move`
    moves      of each unfinished board, the call that makes a move there
    """

    form: Form
    functions: Mapping[Board, Sequence[tuple[str, Call]]]
    moves: Mapping[Board, Call]


def _questions(form: Form) -> _Questions:
    boards = every_board()[::-1]
    about: dict[Board, list[tuple[str, Call]]] = {}
    if form is Form.COURSE:
        about = {board: list(functions.calls(board)) for board in boards}
    moving = {board: Call(form.value, rows_of(board)) for board in boards if not board.outcome}
    return _Questions(form, about, moving)


def _differ(responses: Sequence[Response]) -> bool:
    """Whether a call was answered in different ways; that one was late does not count."""
    in_time = [response for response in responses if not response.late]
    return any(response != in_time[0] for response in in_time)


@dataclass(frozen=True)
class _Verdict:
    """What the responses come to.

    faults    of each function or kind of move, in the order in which they are worth fixing
    answered  on how many boards all functions have answered
    seen      the functions that have answered at all, by their rows of the report
    moved     how it has moved
    """

    faults: Mapping[str, Mapping[Board, Fault]]
    answered: int
    seen: Collection[str]
    moved: Mapping[Board, Moved]

    @property
    def first(self) -> Fault | None:
        """The fault to fix first, on the board nearest to the end."""
        for by_board in self.faults.values():
            for fault in by_board.values():
                return fault
        return None


def _judge(questions: _Questions, responses: Mapping[Call, Sequence[Response]]) -> _Verdict:
    faults: dict[str, dict[Board, Fault]] = {what: {} for what in _ORDER}

    # The functions.
    seen = set()
    answered = 0
    for board, calls in questions.functions.items():
        answered += all(responses[call] for _, call in calls)
        for what, call in calls:
            for response in responses[call]:
                seen.add(what)
                fault = functions.fault(what, board, call, response)
                if fault:
                    faults[what].setdefault(board, fault)

    # The moves. An open board may be hard for a slow program, and late is no fault there.
    moved: dict[Board, Moved] = {}
    for board, call in questions.moves.items():
        is_open = len(board.free_cells) >= _OPEN
        given = [response for response in responses[call] if not (is_open and response.late)]
        if not given:
            continue
        returned = [response.value for response in given]
        chosen = {questions.form.cell(value) for value in returned}
        played = [cell for cell in board.free_cells if cell in chosen]
        moved[board] = Moved(_order(board, responses), returned, played)
        faults_here = [moves.fault(board, call, response) for response in given]
        wrong = [fault for fault in faults_here if fault]
        if wrong:
            worst = min(wrong, key=lambda fault: moves.KINDS.index(fault.what))
            faults[worst.what][board] = worst

    return _Verdict(faults, answered, seen, moved)


def _order(board: Board, responses: Mapping[Call, Sequence[Response]]) -> list[Cell]:
    """The order in which the file goes through the cells: that of its `actions`, if it has them."""
    call = Call("actions", rows_of(board))
    for response in responses.get(call, ()):
        if isinstance(response.value, list):
            cells = [Form.COURSE.cell(action) for action in response.value]
            return [cell for cell in cells if cell in board.free_cells]
    return list(board.free_cells)
