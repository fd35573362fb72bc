"""Games as lines of text, and the review of a file of them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import GAMES, Mark
from engine.notation import BadNotation, PlayedGame, read_games

GUIDE = Path(__file__).parents[2] / "docs" / "notation.md"

remarks = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=20)
games = st.sampled_from(list(GAMES)).flatmap(
    lambda game: st.builds(
        PlayedGame,
        st.just(game),
        st.sampled_from(list(Mark)),
        st.lists(st.sampled_from(GAMES[game].cells), max_size=25).map(tuple),
        remarks,
    )
)


@given(st.lists(games, max_size=3))
@hypothesis.settings(max_examples=30)
def test_what_is_written_is_read_again(played: list[PlayedGame]):
    lines = ["# a remark", "", *(game.line for game in played)]
    assert list(read_games(lines)) == played


def test_cells_have_the_numbers_that_people_see_on_the_board(tmp_path: Path):
    """Row and column on larger boards: the sixth cell of 4x4 is in row 2, column 2."""
    assert PlayedGame("4x4", Mark.X, (6, 16, 1)).line == "4x4 X: 22 44 11"
    assert [played.moves for played in read_games(["5x5 O: 55 21"])] == [(25, 6)]
    report = reviewed(tmp_path, "4x4 X: 24 33 32 13 23 43 41 12 11\n").stdout
    played = re.findall(r"^ *\d\. [XO] +(\d+)", report, re.MULTILINE)
    assert " ".join(played) == "24 33 32 13 23 43 41 12 11"
    better = re.findall(r"\d+", "".join(re.findall(r"better: ([\d, ]+)", report)))
    assert better == ["14", "14"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("5 1 9", "line 2 is not a game such as '3x3 X: 5 1 9'"),
        ("3x3 Z: 5", "line 2 is not a game"),
        ("3x3 X: five", "line 2 is not a game"),
        ("chess X: 5", "line 2: chess is not one of 3x3, "),
        ("3x3 X: 5 10", "line 2: 10 is no cell of 3x3"),
        ("4x4 X: 22 6", "line 2: 6 is no cell of 4x4"),
    ],
)
def test_a_line_that_is_no_game_is_refused_with_its_number(line: str, said: str):
    with pytest.raises(BadNotation, match=re.escape(said)):
        list(read_games(["# fine", line]))


def reviewed(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    (folder / "game.txt").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "engine.review", folder / "game.txt"]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=GUIDE.parents[1]
    )


def test_the_guides_example_prints_what_it_says(tmp_path: Path):
    found = re.search(r"\$ echo '(.+)' > .*\n((?:.*\n)+?)```", GUIDE.read_text(encoding="utf-8"))
    assert found
    assert reviewed(tmp_path, found[1]).stdout == found[2]


def test_whoever_stops_reading_is_not_told_of_a_fault(tmp_path: Path):
    (tmp_path / "game.txt").write_text("3x3 X: 5 1 9\n", encoding="utf-8")
    command = [sys.executable, "-m", "engine.review", tmp_path / "game.txt"]
    read, write = os.pipe()
    os.close(read)
    where = {"cwd": GUIDE.parents[1], "env": os.environ | {"PYTHONUNBUFFERED": ""}}
    run = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, check=False, **where)
    os.close(write)
    assert (run.stderr, run.returncode) == (b"", 0)


def test_a_file_with_an_illegal_move_is_refused_in_one_line(tmp_path: Path):
    refused = reviewed(tmp_path, "3x3 X: 5 5\n")
    assert refused.returncode == 2
    assert refused.stderr.endswith("game.txt: cell 5 on .../.X./... O: it is taken\n")
