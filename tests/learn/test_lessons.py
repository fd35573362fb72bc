"""The lessons: the engine computed what they say, and the lines of Python they show are right."""

import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.learn import lesson_words
from bot.learn.explore_frames import signs
from bot.learn.tools import lessons, minimax_page, programs, short_minimax
from bot.learn.tools.bugs import bugs
from bot.messages.texts import ENGLISH
from bot.playground import page_words
from engine import trees
from engine.board import GAMES, Board, Mark
from engine.exact_scores import best_cells, score_cells
from engine.minimax import score_board
from engine.opponents import OPPONENTS, minimax_name
from engine.trees import Saving
from tests.support.boards import unfinished
from tests.support.tracing import traced

ESSAY = (minimax_page.ROOT / "engine" / "README.md").read_text(encoding="utf-8")

kept_value = cache(short_minimax.value)


def for_x(board: Board) -> int:
    """What the engine says a board is worth to X, as the lessons write it."""
    return score_board(board).number() * (1 if board.turn is Mark.X else -1)


def test_the_lines_that_are_shown_find_what_the_engine_says_on_every_board(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(short_minimax, "value", kept_value)
    for board in unfinished():
        assert short_minimax.value(signs(board)) == for_x(board)


def test_those_that_skip_find_the_same():
    for board in Random(1).sample(
        [board for board in unfinished() if len(board.free_cells) < 7], 150
    ):
        assert short_minimax.value_with_skips(signs(board)) == for_x(board)


def test_a_table_gives_the_value_from_the_empty_board_and_best_a_cell_that_the_engine_calls_best(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(short_minimax, "table", {})
    monkeypatch.setattr(short_minimax, "value", kept_value)
    for board in unfinished():
        marks = 9 - len(board.free_cells)
        found = short_minimax.value_from_table(signs(board))
        value = for_x(board)
        assert abs(found) == max(0, abs(value) - marks)
        assert found * value >= 0
        assert short_minimax.best(signs(board)) in best_cells(board)


def printed(program: str) -> list[str]:
    """What a program prints. What it prints comes last, after all that it defines.

    Its `value` keeps what it finds of a board, and which boards it visits for it, and visits them
    no more: from the empty board that would be 549,946 times.
    """
    defined: dict[str, Any] = {"__name__": "__main__"}
    defines, prints = re.split(r"^(?=print\(|if __name__)", program, maxsplit=1, flags=re.MULTILINE)
    exec(defines, defined)  # noqa: S102 - it is ours
    if "value" in defined:
        written = defined["value"]
        visited = defined.get("visited", [])
        known: dict[tuple[str, int], tuple[int, list[str]]] = {}

        def value(board: str, moves: int = 0) -> int:
            if (board, moves) in known:
                found, boards = known[board, moves]
                visited.extend(boards)
                return found
            before = len(visited)
            found = written(board, moves)
            known[board, moves] = found, visited[before:]
            return found

        defined["value"] = value
    with redirect_stdout(StringIO()) as out:
        exec(prints, defined)  # noqa: S102 - as above
    return out.getvalue().splitlines()


PROGRAMS = [
    programs.ends,
    programs.highest,
    programs.lowest,
    programs.skips,
    programs.savings,
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_program_of_a_lesson_runs_as_it_is_and_prints_what_it_says(
    program: Callable[[], str],
):
    said = re.findall(r"^print\(.+\)  # (.+)$", program(), re.MULTILINE)
    assert printed(program()) == said
    assert len(said) > 1


@pytest.mark.parametrize(
    ("program", "name", "visits"),
    [
        pytest.param(
            *(programs.lowest, "value", lessons.NODES["plain"]), marks=pytest.mark.proof
        ),  # so does the program with gaps
        (programs.skips, "value_with_skips", lessons.NODES["alpha-beta"]),
    ],
)
def test_a_program_visits_as_many_boards_as_the_lessons_say(
    program: Callable[[], str], name: str, visits: int
):
    defined: dict[str, Any] = {}
    exec(program().partition("\nprint(")[0], defined)  # noqa: S102 - it is ours
    visited: list[str] = []
    written = defined[name]

    def counted(board: str, *more: int) -> int:
        visited.append(board)
        value: int = written(board, *more)
        return value

    defined[name] = counted
    assert counted("." * 9) == 0
    assert len(visited) == visits


WRITTEN = {
    1: """
    if is_over(board):
        return value_of_end(board, moves)
    values = [value(play(board, cell), moves + 1) for cell in free_cells(board)]
    return max(values) if turn(board) == "X" else min(values)
""",
    2: """
    values = {cell: value_from_table(play(board, cell)) for cell in free_cells(board)}
    highest = max(values.values()) if turn(board) == "X" else min(values.values())
    return [cell for cell in values if values[cell] == highest][0]
""",
    3: """
    if board in table:
        return table[board]
    if is_over(board):
        table[board] = value_of_end(board, 9 - board.count("."))
        return table[board]
    values = [value_from_table(play(board, cell)) for cell in free_cells(board)]
    table[board] = max(values) if turn(board) == "X" else min(values)
    return table[board]
""",
}
"""What a learner may write into the gaps."""


def filled(gaps: int) -> str:
    """The program in which the first gaps are filled."""
    program = programs.unwritten()
    for gap in range(1, gaps + 1):
        program, found = re.subn(
            rf"\n    raise NotImplementedError\(.gap {gap}: .+\)\n", WRITTEN[gap], program
        )
        assert found == 1
    return program


def test_the_program_with_gaps_names_the_next_and_prints_its_numbers_when_they_are_filled():
    for gaps, function in enumerate(("value", "best", "value_from_table")):
        defined: dict[str, Any] = {}
        exec(filled(gaps), defined)  # noqa: S102 - it is ours
        with pytest.raises(NotImplementedError, match=f"gap {gaps + 1}"):
            defined[function]("." * 9)
    said = re.findall(r"^    print\(.+\)  # (.+)$", filled(3), re.MULTILINE)
    assert printed(filled(3)) == said == ["0", "549946", "-8", "3", "0", "5478"]


@pytest.mark.proof  # tests/engine/test_check.py has another right program
def test_the_checker_finds_nothing_wrong_with_the_program_when_its_gaps_are_filled(tmp_path: Path):
    file = tmp_path / "mine.py"
    file.write_text(filled(3), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "engine.check", str(file)],
        check=False,
        capture_output=True,
        text=True,
        cwd=minimax_page.ROOT,
    )
    assert run.returncode == 0, run.stdout
    assert "throws away a win or a draw                 never" in run.stdout


def test_the_table_of_lesson_5_grows_to_5478_boards_without_the_line_that_mirrors():
    line = "    board = least_image(board)  # without this line, the table grows to 5478 boards\n"
    assert line in programs.savings()
    defined: dict[str, Any] = {}
    exec(programs.savings().replace(line, ""), defined)  # noqa: S102 - it is ours
    assert len(defined["table"]) == lessons.NODES["memory"]


@pytest.mark.parametrize(
    ("notation", "first"), [(lessons.ENDS, "X"), (lessons.HIGHEST, "O"), ("XOX/.OX/OX. O", "X")]
)
@pytest.mark.parametrize(
    ("lines", "savings", "program"),
    [
        (short_minimax.value, lessons.PLAIN, programs.lowest()),
        (short_minimax.value_with_skips, lessons.ALPHA_BETA, programs.skips()),
    ],
)
def test_python_takes_the_steps_that_are_shown_and_runs_the_line_that_is_lit(
    lines: Callable[[str], int],
    savings: frozenset[Saving],
    program: str,
    notation: str,
    first: str,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(short_minimax, "FIRST", first)
    shown = lessons.walk_data(lines, notation, savings, program)
    board = Board.parse(notation)
    taken = [step for step in traced(lines, signs(board)) if is_shown(step, board)]
    assert shown["steps"] == taken


def is_shown(step: dict[str, Any], board: Board) -> bool:
    return step["kind"] != "look" or len(board.free_cells) - len(step["path"]) > 1


def test_each_kind_of_step_lights_lines_of_its_own():
    walked = lessons.lessons_data()["skips"]
    lines = [line.strip() for line in walked["code"].splitlines()]
    lit: dict[str, set[str]] = {}
    for step in walked["steps"]:
        lit.setdefault(step["kind"], set()).add(lines[step["line"]])
    assert lit == {
        "look": {lines[0]},
        "rise": {"return alpha", "return beta"},
        "end": {"return value_of_end(board, moves)"},
        "skip": {"break"},
        "limit": {"alpha = max(alpha, found)", "beta = min(beta, found)"},
    }


def test_lesson_1_lights_the_line_that_gives_an_end_its_value():
    told = lessons.lessons_data()["ends"]
    lines = [line.strip() for line in told["code"].splitlines()]
    lit = set()
    for end in told["ends"]:
        lit.add(lines[end["runs"]])
        moves = len(end["moves"])
        returned = lines[end["runs"]].removeprefix("return ")
        assert eval(returned, {"moves": moves}) == end["value"]  # noqa: S307 - it is ours
        assert short_minimax.value_of_end(end["signs"], moves) == end["value"]
    assert lit == {"return 10 - moves", "return moves - 10", "return 0"}
    assert len(told["ends"]) == 6


def test_lesson_4_looks_at_10_of_the_14_boards_of_lesson_3():
    told = lessons.lessons_data()
    third = {tuple(step["path"]) for step in told["lowest"]["steps"]}
    fourth = {tuple(step["path"]) for step in told["skips"]["steps"]}
    assert fourth < third
    assert (len(fourth), len(third)) == (10, 14)


def test_only_x_has_a_choice_on_the_board_of_the_second_lesson():
    board = Board.parse(lessons.HIGHEST)
    assert {cell: for_x_after(board, cell) for cell in board.free_cells} == {5: -8, 7: 0}
    assert all(len(board.play(cell).free_cells) == 1 for cell in board.free_cells)


def for_x_after(board: Board, cell: int) -> int:
    return score_cells(board)[cell].number()


def test_the_counts_of_the_ideas_are_those_of_the_essays_example_and_of_the_engines_trees():
    """What plain minimax takes is counted in tests/engine/test_trees.py."""
    ideas = [lessons.NODES[idea] for idea in ("alpha-beta", "symmetry", "memory")]
    example = "\n".join(map(str, ideas))
    assert f"root(Board(), frozenset(savings), most=600_000).nodes)\n{example}\n" in ESSAY
    every_idea = frozenset(Saving) - {Saving.BOUND}
    assert trees.root(Board(), every_idea, 100_000).nodes == lessons.NODES["all"]


@pytest.mark.parametrize("bug", list(bugs()))
def test_each_bot_plays_what_is_shown_and_only_one_of_its_moves_is_a_mistake(bug: dict[str, Any]):
    defined: dict[str, Any] = {}
    exec(bug["code"], defined)  # noqa: S102 - it is ours
    mistakes = []
    for number, move in enumerate(bug["moves"], 1):
        board = minimax_page.board_of(move["signs"])
        assert board.turn is Mark.X
        assert defined["best"](move["signs"]) == move["cell"]
        if move["cell"] not in best_cells(board):
            mistakes.append(number)
    assert mistakes == [bug["wrong"]]


def test_what_the_bots_missed_wins():
    first, second, third = (
        minimax_page.board_of(bug["moves"][bug["wrong"] - 1]["signs"]) for bug in bugs()
    )
    assert first.play(6).outcome
    assert second.play(7).play(9).outcome
    assert third.play(5).outcome
    assert [bug["cell"] for bug in bugs()] == [6, 9, 5]


def test_a_bot_that_looks_two_ahead_may_walk_into_the_trap_and_both_sides_play_well_from_there():
    board, (first, *rest) = Board.parse(lessons.SHORT_SIGHT), lessons.TRAPPED
    assert first in OPPONENTS[minimax_name(2)](board)
    assert score_cells(board)[first].result.value < 0
    at = board.play(first)
    for cell in rest:
        assert cell in best_cells(at)
        at = at.play(cell)
    assert at.outcome
    seen = lessons.scores_by_depth()["seen"]
    assert [sum(value < 0 for value in believed.values()) for believed in seen] == [0, 0, 0, 2]


def test_in_fading_7585_of_73450_positions_have_no_end_as_the_essay_says():
    told = lessons.going_round()
    assert (told["positions"], told["endless"]) == (73_450, 7_585)


def test_the_moves_that_go_round_come_back_and_nobody_could_force_an_end_on_the_way():
    start = board = Board.after(lessons.OPENING, rules=GAMES["fading"])
    for cell in lessons.ROUND:
        assert cell in best_cells(board)
        assert score_cells(board)[cell].result.value == 0
        board = board.play(cell)
    assert board.notation == start.notation


def test_a_table_has_one_board_for_all_that_look_the_same():
    for game in lessons.PLAYED:
        assert len(minimax_page.written_tables()[game]["boards"]) == 627


def test_the_file_of_what_the_lessons_show_is_what_the_command_writes():
    assert minimax_page.LESSONS.read_text(encoding="utf-8") == (
        minimax_page.compact(lessons.lessons_data()) + "\n"
    ), "lessons.json is stale: run python -m bot.learn.tools.minimax_page"


def test_the_page_of_one_file_is_what_the_command_writes_and_is_small():
    """Its tables, which take seconds to compute, are compared with the engine in tests/browser."""
    assert minimax_page.FILE.read_text(encoding="utf-8") == minimax_page.page(
        minimax_page.written_tables()
    ), "docs/minimax.html is stale: run python -m bot.learn.tools.minimax_page"
    assert minimax_page.size() < 500_000


def test_the_lessons_have_other_names_for_their_texts_than_the_playground_in_which_they_are_shown():
    of_page = [*page_words._WORDS, *page_words._EXPLORE, *lesson_words.words(ENGLISH)]
    assert len(set(of_page)) == len(of_page)


def test_every_board_of_3x3_that_the_essay_prints_is_alive():
    assert re.findall(r'data-living="([XO.]{9})"', minimax_page.essay()) == [
        "XO..OXOX.",
        "XOOX.....",
        "X.OOO.X.X",
        "O...X....",
    ]
