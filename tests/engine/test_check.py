"""The checker of somebody's own minimax: what it finds in small programs, and what it cannot check.

A solver that is not the engine's says on which boards a program is wrong.
"""

import os
import re
import signal
import subprocess
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from types import ModuleType
from urllib.parse import parse_qs

import pytest

from bot.learn.tools.lessons import NODES
from engine.board import Board, Mark
from engine.check import checking, functions, moves
from engine.check.__main__ import _seconds, main
from engine.check.asking import Call, Response
from engine.check.boards import Fault, rows_of
from engine.check.causes import (
    EMPTY_LINE,
    FROM_0,
    IN_PLACE,
    LAST_IMPROVEMENT,
    NO_DEPTH,
    ONE_PLY,
    REVERSED_DEPTH,
    Moved,
    guess,
)
from engine.check.checking import Asked, Check
from engine.check.report import lines, link
from engine.exact_scores import best_cells
from engine.opponents import OPPONENTS
from tests.support.boards import reachable, unfinished
from tests.support.plain_minimax import cells_of, has_won, plain_scores
from tests.support.processes import CLEAN

LEARNERS = Path(__file__).parent / "learners"


@cache
def sound() -> Check:
    """What is found of a right program."""
    return Check(
        functions=Asked(5478, 5478),
        moves=Asked(4520, 4520),
        seen={*functions.PARTS, *functions.LIMITS},
        wrong={},
        fault=None,
        refusal=None,
        remembers=False,
        cause="",
        differing=0,
        again=Asked(0, 0),
        first_move_seconds=5.0,
        seconds=120.0,
        gave_up=False,
    )


@dataclass(frozen=True)
class Run:
    """What the command has printed, and its exit code."""

    code: int
    out: str

    @property
    def board(self) -> Board:
        """The board that is drawn."""
        address = re.search(r"#explore&(\S+)", self.out)
        assert address
        [position] = parse_qs(address[1])["position"]
        return Board.parse(position)

    @property
    def words(self) -> str:
        """The text in one line, without the boards beside it."""
        return " ".join(
            re.sub(r"^      [XO.] [XO.] [XO.]", "", self.out, flags=re.MULTILINE).split()
        )


@cache
def checked(file: Path, seconds: float = 300, one_in: int = 1) -> Run:
    """What the command says, in this process; only one in so many boards is asked about."""
    printed = TextIOWrapper(BytesIO(), "utf-8")
    said = StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(printed), redirect_stderr(said):
        patch.setattr(sys, "argv", ["engine.check", str(file), "--seconds", str(seconds)])
        patch.setattr(checking, "every_board", lambda: reachable()[::one_in])
        try:
            code = main()
        except SystemExit as ended:
            code = ended.code
    printed.seek(0)
    return Run(code, printed.read() + said.getvalue())


def checked_on_few(file: Path) -> Run:
    return checked(file, one_in=50)


def loaded(name: str) -> ModuleType:
    spec = spec_from_file_location(name, LEARNERS / f"{name}.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


OF_LIBRARIES = """
from decimal import Decimal
from fractions import Fraction

class Truth:
    def __init__(self, value): self.value = value
    def __bool__(self): return self.value

class Array:  # as numpy's of a single number
    def __init__(self, value): self.value = value
    def __iter__(self): raise TypeError("iteration over a 0-d array")
    def tolist(self): return self.value

exactly, over, chosen = utility, terminal, minimax

def utility(board): return Fraction(exactly(board))
def terminal(board): return Truth(over(board))
def minimax(board): return chosen(board) and [Array(Decimal(each)) for each in chosen(board)]
"""


def test_a_right_program_is_blamed_for_nothing_whatever_it_prints_and_with_values_of_libraries(
    tmp_path: Path,
):
    file = tmp_path / "learned.py"
    file.write_text((LEARNERS / "right.py").read_text(encoding="utf-8") + OF_LIBRARIES)
    run = checked_on_few(file)
    assert run.code == 0
    assert "It passes" in run.out
    assert len(re.findall(r"  right$", run.out, re.MULTILINE)) == 8
    assert len(re.findall(r"  never$", run.out, re.MULTILINE)) == 4
    assert "thinking" not in run.out


@pytest.mark.proof
def test_a_right_program_is_right_on_all_boards():
    run = checked(LEARNERS / "right.py")
    assert run.code == 0
    assert "The moves, on all 4,520 boards" in run.out
    assert len(re.findall(r"  never$", run.out, re.MULTILINE)) == 4


@pytest.mark.proof
def test_an_empty_line_that_counts_is_found_on_the_fullest_board_there_is(tmp_path: Path):
    program = loaded("empty_line")
    wrong = [board for board in reachable() if program.winner(given(board)) != winner(board)]
    file = tmp_path / "tictactoe.py"
    file.write_bytes((LEARNERS / "empty_line.py").read_bytes())
    run = checked(file)
    assert run.code == 1
    assert f"winner wrong on {len(wrong):,} boards" in run.words
    assert winner(run.board)
    assert run.board in wrong
    assert len(run.board.free_cells) == min(len(board.free_cells) for board in wrong)
    assert EMPTY_LINE in run.words
    shown = re.sub(r"\S+(?=docs/minimax.html#)", "", run.out)
    assert re.sub(r"took \S+ seconds", "took 0.09 seconds", shown) == sample()


def sample() -> str:
    """The report that the guide shows."""
    guide = (LEARNERS.parents[2] / "docs" / "check.md").read_text(encoding="utf-8")
    return guide.split("```\n")[-2]


def given(board: Board) -> list[list[str | None]]:
    signs = [None if sign == "." else sign for sign in cells_of(board)]
    return [signs[start : start + 3] for start in (0, 3, 6)]


def winner(board: Board) -> str | None:
    return next((mark for mark in "XO" if has_won(cells_of(board), mark)), None)


def test_a_result_that_is_thrown_away_is_found_on_the_fullest_board_there_is():
    program = loaded("last_improvement")
    asked = [board for board in reachable()[::50] if not board.outcome]
    wrong = [board for board in asked if loss(board, program.move(rows_of(board)))]
    run = checked_on_few(LEARNERS / "last_improvement.py")
    assert run.code == 1
    assert f"throws away a win or a draw {len(wrong):,} boards" in run.words
    assert run.board in wrong
    assert len(run.board.free_cells) == min(len(board.free_cells) for board in wrong)
    assert f"It plays {program.move(rows_of(run.board))}, then " in run.words
    assert LAST_IMPROVEMENT in run.words


def loss(board: Board, cell: int) -> bool:
    """Whether a move throws away a win or a draw."""
    scores = plain_scores(board)
    best = max(scores.values())
    return sign(scores[cell]) != sign(best)


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


@pytest.mark.proof
def test_of_a_program_that_chooses_by_chance_every_cell_that_it_may_choose_counts():
    run = checked(LEARNERS / "one_ply.py")
    assert run.code == 1
    choices = sum(len(board.free_cells) > 1 for board in unfinished())
    assert f"asked ten times, because it may all {choices:,} boards" in run.words
    differing = re.search(r"differently when asked again ([\d,]+) boards", run.words)
    assert differing
    assert 2000 < int(differing[1].replace(",", "")) < choices
    may_lose = [board for board in unfinished() if not wins_at_once(board)]
    may_lose = [board for board in may_lose if any(loss(board, at) for at in board.free_cells)]
    assert len(run.board.free_cells) == min(len(board.free_cells) for board in may_lose)
    assert ONE_PLY in run.words


def wins_at_once(board: Board) -> bool:
    return max(plain_scores(board).values()) == 9


FREE = "free = [n for n, sign in enumerate(board.replace('/', ''), 1) if sign == '.']"
FIRST_AND_LATER = f"""
asked = set()
def move(board):
    asked.add(board)
    {FREE}
    return free[0] if len(asked) == 1 else free[-1]
"""
IN_TURN = f"""
times = 0
def move(board):
    global times
    times += 1
    {FREE}
    return free[times % len(free)]
"""
# Chance decides, too, on how many boards it plays no cell.
BY_CHANCE = f"""
import random
def move(board):
    {FREE}
    return random.choice(4 * free + [0])
"""
ALONE = "Asked only this, it answers differently: it depends on what was asked before."
AGAIN = "answers differently when asked again"


@pytest.mark.parametrize(
    ("text", "says", "does_not_say"),
    [(FIRST_AND_LATER, ALONE, AGAIN), (IN_TURN, AGAIN, ALONE), (BY_CHANCE, AGAIN, ALONE)],
)
def test_what_a_program_remembers_is_told_and_chance_changes_nothing_in_its_report(
    text: str, says: str, does_not_say: str, tmp_path: Path
):
    file = tmp_path / "learned.py"
    file.write_text(text, encoding="utf-8")
    run = checked_on_few(file)
    assert says in run.words
    assert does_not_say not in run.words
    assert "chance" not in run.words
    if text == BY_CHANCE:
        assert checked.__wrapped__(file, one_in=50) == run


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        (Response(value=5, seconds=2.0, chance=True), False),
        (Response("no answer in 10 seconds", late=True), False),
        (Response(value=6), True),
        (Response("IndexError"), True),
    ],
)
def test_responses_differ_by_what_was_done_and_not_by_how_long_it_took(
    other: Response, differs: bool
):
    assert checking._differ([Response(value=5), other, Response(value=5)]) is differs


def test_of_a_program_that_ends_its_process_it_is_said_how_much_was_asked(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    ends = "\nplays = minimax\ndef minimax(board): return plays(board) or os._exit(3)\n"
    file = tmp_path / "learned.py"
    file.write_text((LEARNERS / "right.py").read_text(encoding="utf-8") + ends)
    run = checked_on_few(file)
    assert run.code == 1
    assert re.search(r"The functions, on \d+ of 110 boards", run.words)
    assert "It breaks: the whole process ends." in run.words
    assert not caplog.records  # asyncio's, of an unknown child process


def test_of_what_was_not_answered_nothing_is_known():
    little = replace(sound(), functions=Asked(5478, 5), seen={"winner"}, moves=Asked(4520, 0))
    report = "\n".join(lines(replace(little, first_move_seconds=None, gave_up=True)))
    assert "The functions, on 5 of 5,478 boards" in report
    assert len(re.findall(r"  right$", report, re.MULTILINE)) == 1
    assert len(re.findall(r"  unknown$", report, re.MULTILINE)) == 7 + 4
    assert "never" not in report
    assert "because on several it gave no answer" in report


_ON_FEW = """
import runpy
from engine.check import checking
few = checking.every_board()[::200]
checking.every_board = lambda: few
runpy.run_module("engine.check", run_name="__main__")
"""


def test_whoever_stops_reading_is_not_told_of_a_fault(tmp_path: Path):
    file = tmp_path / "learned.py"
    file.write_text("def move(board): ...\n", encoding="utf-8")
    command = [sys.executable, "-c", _ON_FEW, str(file)]
    ours = subprocess.PIPE
    with subprocess.Popen(command, env=CLEAN, stdout=ours, stderr=ours) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


@pytest.mark.parametrize("text", ["0", "-5", "nan", "inf", "ten"])
def test_seconds_that_are_no_time_are_refused(text: str):
    with pytest.raises(ArgumentTypeError, match=f"{text} is no number of seconds"):
        _seconds(text)


SOME_FUNCTIONS = "def player(board): ...\ndef minimax(board): ...\n"


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("def move(board:\n    ...\n", 2, r"SyntaxError: .* \(line 1: def move\(board:\)"),
        (
            "name = input()\n",
            2,
            r"EOFError: .* \(line 1: name = input\(\)\)\. It asks for input as it is loaded: put "
            r"that part below `if __name__ == '__main__':`\.",
        ),
        (SOME_FUNCTIONS, 2, r"no move\(board\), which takes .* it lacks actions, result, winner, "),
        (
            "print(1)\nraise SystemExit\n",
            2,
            r"SystemExit \(line 2: raise SystemExit\)\. It ends as it is loaded: put that part",
        ),
        (
            "def at(board):\n    return board[99]\ndef move(board): return at(board)\n",
            1,
            r"\(line 2: return board\[99\]\)",
        ),
    ],
)
def test_what_is_no_program_has_a_sentence_and_an_exit_code(
    text: str, code: int, says: str, tmp_path: Path
):
    file = tmp_path / "learned.py"
    file.write_text(text, encoding="utf-8")
    run = checked_on_few(file)
    assert run.code == code
    assert re.search(says, run.words)
    assert "Run only code that you trust" in run.out


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("import time\ntime.sleep(3600)\n", 2, "loading it takes more than 2 seconds: put"),
        (
            "import time\ndef move(board): time.sleep(3600)\n",
            1,
            "It breaks: no answer in 0.7 seconds.",
        ),
    ],
)
def test_what_never_ends_is_given_up(text: str, code: int, says: str, tmp_path: Path):
    file = tmp_path / "endless.py"
    file.write_text(text, encoding="utf-8")
    run = checked(file, seconds=8, one_in=50)
    assert run.code == code
    assert says in run.words
    assert "because it is slow" not in run.words
    assert "--seconds" not in run.words


def test_a_file_that_is_missing_has_a_sentence_too(tmp_path: Path):
    run = checked(tmp_path / "lost.py")
    assert run.code == 2
    assert "there is no file" in run.words


@pytest.fixture
def heeds_interrupts() -> Iterator[None]:
    """The command is started with Ctrl+C in force, even if a shell ignores it for us.

    A shell does so for what it runs in the background, and processes inherit that.
    """
    ours = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, ours)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.usefixtures("heeds_interrupts")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_whatever_stops_the_command_its_processes_end_in_the_middle_of_a_move(
    number: signal.Signals, tmp_path: Path
):
    """The program opens a pipe, which ends when the last process that holds it does."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    file = tmp_path / "endless.py"
    text = f"pipe = open({str(pipe)!r}, 'wb', 0)\ndef move(board):\n    pipe.write(b'!')\n"
    file.write_text(f"{text}    while True: ...\n", encoding="utf-8")
    command = [sys.executable, "-m", "engine.check", str(file), "--seconds", "600"]
    with subprocess.Popen(command, env=CLEAN, stdout=subprocess.DEVNULL) as process:
        with pipe.open("rb", 0) as held:
            assert held.read(1) == b"!"
            process.send_signal(number)
            while held.read(1):
                pass
        assert process.wait() == (130 if number is signal.SIGINT else -number)


OPEN = "XXO/OOX/X.."
FULL = "XXO/OOX/XOX"


@pytest.mark.parametrize(
    ("call", "response", "says"),
    [
        (Call("player", "X../.../..."), Response(value="X"), "but it is the turn of O"),
        (Call("actions", OPEN), Response(value=[[2, 1]]), "It leaves out (2, 2)"),
        (Call("actions", OPEN), Response(value=[[0, 0], [2, 1], [2, 2]]), "It lists (0, 0)"),
        (
            Call("actions", OPEN),
            Response(value=[[2, 1], [2, 2], [9, 9], ["a", 1]]),
            "lists ('a', 1)",
        ),
        (Call("actions", OPEN), Response(value=3), "It returns 3, which are no pairs"),
        (Call("result", "X../.../...", (0, 0)), Response(value=[]), "(0, 0), which is taken"),
        (Call("result", ".../.../..X", (2, 2)), Response(value=[]), "(2, 2), which is taken"),
        (Call("result", "X../.../...", (3, 3)), Response(value=[]), "(3, 3), which is off the"),
        (
            Call("result", "X../.../...", (-3, -2)),
            Response(value=[]),
            "so this is (0, 1). Test that",
        ),
        (Call("result", "X../.../...", (0, 0)), Response("too late", late=True), "It breaks"),
        (Call("result", "X../.../...", (0, 1)), Response(value=[]), "returns another board"),
        (Call("winner", FULL), Response(value="O"), "nobody has three in a row: it must be None"),
        (
            Call("terminal", "XX./OO./..."),
            Response(value=True),
            "the turn of X: it must be False",
        ),
        (Call("utility", "XXX/OO./..."), Response(value=-1), "X has the top row: it must be 1"),
        (Call("minimax", "XXX/OO./..."), Response(value=[2, 2]), "it must be None"),
        (Call("winner", "XX./OO./..."), Response("TypeError"), "It breaks: TypeError."),
    ],
)
def test_a_wrong_response_has_a_sentence(call: Call, response: Response, says: str):
    turn = Mark.X if call.board.count("X") == call.board.count("O") else Mark.O
    board = Board.parse(f"{call.board} {turn.value}")
    [what] = [what for what, asked in functions.calls(board) if asked == call]
    fault = functions.fault(what, board, call, response)
    assert fault
    assert says in " ".join(fault.says)


def test_what_the_moves_do_not_depend_on_hides_no_worse_fault():
    after = checking._ORDER.index(moves.GIVES_AWAY)
    for what in functions.LIMITS:
        assert after < checking._ORDER.index(what) < checking._ORDER.index(moves.SLOWER)


def test_a_board_that_was_changed_is_a_fault_with_a_cause():
    board = Board()
    response = Response(value=[["X", None, None], [None] * 3, [None] * 3], changed=True)
    fault = functions.fault("result", board, Call("result", rows_of(board), (0, 0)), response)
    broken = moved_to(board, 1, changed=True)
    for found in (fault, broken):
        assert found
        assert guess(found, [board], {}) == IN_PLACE


@cache
def moved_to(
    board: Board, value: object, *, changed: bool = False, name: str = "move"
) -> Fault | None:
    """What is wrong if a file returns this."""
    return moves.fault(board, Call(name, rows_of(board)), Response(value=value, changed=changed))


def how_it_moved(played: dict[Board, list[int]]) -> dict[Board, Moved]:
    """What the guess looks at, of a file that goes through the cells in reading order."""
    return {board: Moved(board.free_cells, cells, cells) for board, cells in played.items()}


@pytest.mark.parametrize(
    ("played", "cell", "what", "punished", "better"),
    [
        (
            [1, 4, 2, 5],
            9,
            moves.GIVES_AWAY,
            "O wins with 6: the middle row",
            "3, which wins at once",
        ),
        ([1, 5, 9], 3, moves.GIVES_AWAY, "X wins in 2 moves, the first of them 7", "holds a draw"),
        ([5, 2], 8, moves.GIVES_AWAY, "plays 8, then O holds a draw with 1", "wins in 3 moves"),
        ([1, 2, 4, 3], 5, moves.SLOWER, "plays 5, which wins in 2 moves", "7, which wins at once"),
    ],
)
def test_a_wrong_move_is_shown_with_what_punishes_it_and_what_is_better(
    played: list[int], cell: int, what: str, punished: str, better: str
):
    fault = moved_to(Board.after(played), cell)
    assert fault
    assert fault.what == what
    assert punished in fault.says[0]
    assert better in fault.says[1]


def test_on_every_board_a_cell_of_the_highest_value_is_right_and_none_of_another():
    for board in unfinished():
        scores = plain_scores(board)
        best = max(scores.values())
        one_of_each = {value: cell for cell, value in scores.items()}
        for value, cell in one_of_each.items():
            fault = moved_to(board, cell)
            if value == best:
                assert fault is None
            else:
                assert fault
                assert fault.what == (
                    moves.SLOWER if sign(value) == sign(best) else moves.GIVES_AWAY
                )


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        ("minimax depth 1", ONE_PLY),
        ("minimax depth 2", ""),
        ("minimax depth 3", ""),
        ("minimax depth 4", ""),
        ("rule of thumb", ""),
    ],
)
def test_who_looks_further_than_one_ply_gets_no_guess(player: str, expected: str):
    played = {board: sorted(OPPONENTS[player](board)) for board in unfinished()}
    wrong = [board for board, cells in played.items() if any(loss(board, cell) for cell in cells)]
    fault = Fault(moves.GIVES_AWAY, wrong[0], Call("move", rows_of(wrong[0])), ())
    assert guess(fault, wrong, how_it_moved(played)) == expected


@pytest.mark.parametrize("elsewhere", [0, -1])
def test_who_takes_a_win_and_else_its_first_or_last_cell_looks_one_ply_ahead(elsewhere: int):
    played = {}
    for board in unfinished():
        wins = [cell for cell, value in plain_scores(board).items() if value == 9]
        played[board] = wins[:1] or [board.free_cells[elsewhere]]
    assert guess_about(played) == ONE_PLY


@pytest.mark.parametrize(
    ("position", "is_guessed"), [("XX./OO./... X", True), (OPEN + " O", False)]
)
def test_a_line_that_is_wrong_only_beside_empty_lines_is_told_so(position: str, is_guessed: bool):
    wrong = [Board.parse("X../.../... O"), Board.parse(position)]
    fault = Fault("winner", wrong[0], Call("winner", rows_of(wrong[0])), ())
    assert (guess(fault, wrong, {}) == EMPTY_LINE) == is_guessed


@dataclass(frozen=True)
class Minimax:
    """A minimax with or without a fault.

    ends   what a win of X and a win of O are worth to X, after so many plies
    picks  what X and O make of the values of the boards after their moves
    """

    ends: tuple[Callable[[int], int], Callable[[int], int]]
    picks: tuple[Callable[[Iterable[int]], int], Callable[[Iterable[int]], int]] = (max, min)

    def played(self) -> dict[Board, list[int]]:
        """On each board the first cell that is worth most to the side to move."""
        played = {}
        for board in unfinished():
            cells = cells_of(board)
            mark = board.turn.value
            values = {
                at: worth(self, cells[: at - 1] + mark + cells[at:]) for at in board.free_cells
            }
            best = max(values.values()) if board.turn is Mark.X else min(values.values())
            played[board] = [next(at for at in values if values[at] == best)]
        return played


@cache
def worth(player: Minimax, cells: str) -> int:
    """What a board is worth to X, if the player is to be believed."""
    plies = 9 - cells.count(".")
    for end, mark in zip(player.ends, "XO", strict=True):
        if has_won(cells, mark):
            return end(plies)
    if plies == 9:
        return 0
    turn = plies % 2
    free = [at for at in range(9) if cells[at] == "."]
    after = [cells[:at] + "XO"[turn] + cells[at + 1 :] for at in free]
    return player.picks[turn](worth(player, each) for each in after)


def guess_about(played: dict[Board, list[int]]) -> str:
    """The guess about the fault that is shown of one who plays so."""
    by_kind: dict[str, dict[Board, Fault]] = {kind: {} for kind in moves.KINDS}
    for board in reversed(reachable()):
        if not board.outcome:
            [cell] = played[board]
            fault = moved_to(board, cell)
            if fault:
                by_kind[fault.what][board] = fault
    wrong = next(faults for faults in by_kind.values() if faults)
    return guess(next(iter(wrong.values())), wrong, how_it_moved(played))


def soon(plies: int) -> int:
    return 10 - plies


def late(plies: int) -> int:
    return 10 + plies


def flat(plies: int) -> int:
    return 10


def of_o(end: Callable[[int], int]) -> Callable[[int], int]:
    return lambda plies: -end(plies)


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        (Minimax((flat, of_o(flat))), NO_DEPTH),
        (Minimax((flat, of_o(soon))), NO_DEPTH),
        (Minimax((late, of_o(late))), REVERSED_DEPTH),
        (Minimax((soon, of_o(late))), REVERSED_DEPTH),
        (Minimax((soon, of_o(soon)), picks=(min, max)), ""),
        (Minimax((soon, of_o(soon)), picks=(max, max)), ""),
    ],
    ids=["no depth", "none for X", "reversed", "reversed for O", "swapped", "max for both"],
)
def test_a_cause_is_guessed_only_if_nearly_all_boards_speak_for_it(player: Minimax, expected: str):
    assert guess_about(player.played()) == expected


def test_who_wins_too_late_on_one_board_only_gets_no_guess():
    played = {board: list(best_cells(board)[:1]) for board in unfinished()}
    played[Board.after([1, 2, 4, 3])] = [5]
    assert guess_about(played) == ""


@pytest.mark.parametrize("start", [-2, 0])
def test_who_keeps_no_value_is_told_so_though_the_search_stops_at_a_win(start: int):
    played = {}
    for board in unfinished():
        kept = board.free_cells[0]
        for cell, value in plain_scores(board).items():
            if sign(value) > start:
                kept = cell
            if sign(value) == 1:
                break
        played[board] = [kept]
    assert guess_about(played) == LAST_IMPROVEMENT


def test_a_cell_by_its_number_in_the_courses_form_is_told_what_a_move_is_there():
    board = Board.after([1, 5, 9])
    fault = moved_to(board, 3, name="minimax")
    assert fault
    assert fault.says[1] == "A move is a row and a column, each from 0 to 2, such as (0, 2)."
    from_0 = {each: Moved(each.free_cells, [each.free_cells[0] - 1], []) for each in unfinished()}
    assert guess(fault, [board], from_0) == ""


def test_who_counts_from_0_is_told_so(tmp_path: Path):
    file = tmp_path / "learned.py"
    text = "def move(board):\n    return board.replace('/', '').index('.')\n"
    file.write_text(text, encoding="utf-8")
    run = checked_on_few(file)
    assert run.code == 1
    assert "It returns 0, which is no free cell. A move is a number from 1 to 9." in run.words
    assert FROM_0 in run.words


@pytest.mark.parametrize("returned", [10, (0, 1)])
def test_who_just_returns_no_cell_is_not_told_to_count_from_1(returned: object):
    fault = moved_to(Board(), returned)
    everywhere = {board: Moved(board.free_cells, [returned], []) for board in unfinished()}
    assert fault
    assert fault.what == moves.NO_MOVE
    assert guess(fault, [Board()], everywhere) == ""


def test_what_result_accepts_is_said_once_whatever_is_shown_first():
    board = Board()
    call = Call("result", rows_of(board), (-3, -3))
    refusal = functions.fault(functions.REFUSES, board, call, Response())
    other = Fault("winner", board, Call("winner", rows_of(board)), ("It returns 'X'.",))
    for first in (refusal, other):
        check = replace(sound(), wrong={functions.REFUSES: 4520}, fault=first, refusal=refusal)
        report = "\n".join(lines(check))
        assert report.count("It accepts (-3, -3), which is off the board.") == 1


def test_the_savings_of_lesson_5_are_those_of_the_page():
    report = "\n".join(lines(sound()))
    assert f"looks at {NODES['plain']:,} boards" in report
    assert f" {NODES['all']} are enough" in report


def test_a_slow_program_is_told_how_many_boards_were_not_asked():
    slow = replace(sound(), moves=Asked(4520, 4511))
    report = "\n".join(lines(slow))
    assert "The moves, on 4,511 of 4,520 boards" in report
    assert "because it is slow. --seconds 300 gives it more time." in report
    assert "--seconds 600" in "\n".join(lines(replace(slow, seconds=300.0)))


def test_a_program_that_throws_nothing_away_passes_though_it_wins_late_and_is_told_so_first():
    for passes in (sound(), replace(sound(), wrong={moves.SLOWER: 1})):
        assert passes.is_sound
        assert next(lines(passes)).startswith("It passes: ")
    for fails in (
        replace(sound(), functions=Asked(5478, 5477)),
        replace(sound(), moves=Asked(4520, 4519)),
        replace(sound(), wrong={"winner": 1}),
    ):
        assert not fails.is_sound
        assert "It passes" not in "\n".join(lines(fails))


def test_a_link_names_a_board_as_the_page_does():
    address = link(Board.after([1, 2, 6, 5, 8, 7]))
    assert address.endswith("/docs/minimax.html#explore&game=3x3&position=XO./.OX/OX.+X")
