"""Promises of the README that no other test checks."""

import doctest
import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from bot.running.settings import Settings
from engine.board import GAMES, Board
from tests.test_architecture import ROOMS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("text", "examples"), [("README.md", 15), ("engine/README.md", 76)])
def test_the_code_examples_print_what_they_say(text: str, examples: int):
    assert doctest.testfile(str(ROOT / text), module_relative=False) == (0, examples)


def test_every_setting_is_in_the_table_with_its_default_and_in_the_example():
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    for name, field in Settings.model_fields.items():
        default = f"`{field.default}`" if field.default else "none"
        assert f"| `{name.upper()}` | {default} |" in README
        assert f"{name.upper()}=" in example


def test_the_architecture_shows_the_rooms_in_their_order():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert re.findall(r"── (\w+)/", page) == [room.removeprefix("bot.") for room in ROOMS[1:-1]]


@pytest.mark.parametrize(("text", "links"), [("docs/playing.md", 2), ("engine/README.md", 2)])
def test_the_positions_that_the_page_should_show_are_positions(text: str, links: int):
    found = re.findall(r"`#(position=\S+)`", (ROOT / text).read_text(encoding="utf-8"))
    assert len(found) == links
    for address in map(parse_qs, found):
        [game] = address.get("game", ["3x3"])
        assert Board.parse(address["position"][0], rules=GAMES[game])


def test_the_guide_for_players_names_only_commands_there_are_and_leaves_out_none():
    guide = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    listed = {command.split()[0] for command in re.findall(r"^\| `/ttt ([^`]+)` \|", README, re.MULTILINE)}
    named = set(re.findall(r"`/ttt (\w+)", guide))
    assert named <= listed
    assert listed - named == {"draw", "hint"}  # buttons do the same
