"""Promises of the README and the guides that no other test checks."""

import doctest
import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from discord.app_commands import Parameter

from bot.play.results import POINTS
from bot.running.command_tree import ttt
from bot.running.settings import Settings
from engine.board import GAMES, Board
from engine.opponents import LEVELS
from tests.test_architecture import ROOMS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PLAYING = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
OPERATING = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
_WITH_GUIDES = ("docs", ".github", "engine", "tests")
GUIDES = [
    ROOT / "README.md",
    *(path for room in _WITH_GUIDES for path in (ROOT / room).rglob("*.md")),
]


def test_the_readme_is_short():
    assert len(README.splitlines()) <= 130
    assert len(README.split()) <= 1_000


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_in_the_checkout_leads_to_a_file_and_to_a_heading_of_it(path: Path):
    text = re.sub(
        r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    for link in re.findall(r"(?:\]\(|src(?:set)?=\")(?!https?://)([^)\s\"]+)", text):
        name, _, heading = link.partition("#")
        target = path.parent / name if name else path
        assert target.exists(), link
        if heading:
            assert heading in headings(target), link


def headings(path: Path) -> set[str]:
    """The headings of a guide, as GitHub names them in addresses."""
    found = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in found}


def test_the_code_examples_of_the_essay_print_what_they_say():
    assert doctest.testfile(str(ROOT / "engine" / "README.md"), module_relative=False) == (0, 76)


def test_every_setting_is_in_the_table_with_its_default_and_in_the_example():
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    for name, field in Settings.model_fields.items():
        default = f"`{field.default}`" if field.default else "none"
        assert f"| `{name.upper()}` | {default} |" in OPERATING
        assert f"{name.upper()}=" in example


def test_the_architecture_shows_the_rooms_in_their_order():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert re.findall(r"── (\w+)/", page) == [room.removeprefix("bot.") for room in ROOMS[1:-1]]


@pytest.mark.parametrize(("text", "links"), [("docs/playing.md", 2), ("engine/README.md", 2)])
def test_the_positions_that_the_page_should_show_are_positions(text: str, links: int):
    found = re.findall(r"`#explore&(\S+)`", (ROOT / text).read_text(encoding="utf-8"))
    assert len(found) == links
    for address in map(parse_qs, found):
        [game], [position] = address["game"], address["position"]
        assert Board.parse(position, rules=GAMES[game])


def test_the_guide_for_players_has_every_command_with_its_options_in_their_order():
    listed = re.findall(r"^\| `/ttt ([^`]+)` \|", PLAYING, re.MULTILINE)
    assert listed == [
        " ".join([command.name, *map(as_written, command.parameters)]) for command in ttt.commands
    ]


def test_the_guide_for_players_has_every_level_in_its_order_and_what_it_is_worth():
    assert re.findall(r"^- \*(\w+)\* ", PLAYING, re.MULTILINE) == list(LEVELS)
    first, second, *_, last_but_one, last = LEVELS
    points = {level: points.win for level, points in POINTS.items()}
    assert (
        f"a win is worth {points[first]} point against {first}, {points[second]} against {second}, "
        f"and so on to {points[last]} against {last}; "
        f"a draw 1, or 2 against {last_but_one} and {last}."
    ) in " ".join(PLAYING.split())


@pytest.mark.parametrize(("guide", "times"), [("README.md", 1), ("docs/verification.md", 2)])
def test_a_guide_counts_the_levels(guide: str, times: int):
    text = (ROOT / guide).read_text(encoding="utf-8").lower()
    number = {5: "five", 6: "six", 7: "seven", 8: "eight"}[len(LEVELS)]
    assert re.findall(r"(\w+) levels", text) == [number] * times


def as_written(option: Parameter) -> str:
    return option.display_name if option.required else f"[{option.display_name}]"


@pytest.mark.parametrize(
    "text", [README, PLAYING, OPERATING], ids=["README", "playing", "operating"]
)
def test_a_guide_names_only_commands_and_options_that_there_are(text: str):
    options = {
        command.name: {each.display_name for each in command.parameters} for command in ttt.commands
    }
    for command, typed in re.findall(r"`/ttt (\w+)([^`]*)`", text):
        assert command in options
        assert set(re.findall(r"(\w+):", typed)) <= options[command]
