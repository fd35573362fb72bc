"""The changelog is written from files with names and sentences as docs/changes/README.md asks for them."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHANGES = ROOT / "docs" / "changes"
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]


def problems(folder: Path) -> list[str]:
    """What is wrong with the files in a folder, one sentence each."""
    readers = "|".join(group["directory"] for group in CONFIG["type"])
    found = []
    for path in sorted(folder.iterdir()):
        text = path.read_text(encoding="utf-8")
        if path.name == "README.md":
            continue
        if not re.fullmatch(rf"\+[a-z0-9-]+\.({readers})\.md", path.name):
            found.append(f"{path.name}: the name is not +WORD.({readers}).md")
        if not re.fullmatch(r"[A-Z`*/][^\n]*[.!]\n", text):
            found.append(f"{path.name}: write whole sentences on a single line")
    return found


def test_every_change_file_is_well_formed():
    assert problems(CHANGES) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("hints.player.md", "Hints say more.\n"),
        ("+hints.user.md", "Hints say more.\n"),
        ("+hints.player.txt", "Hints say more.\n"),
        ("+hints.player.md", "hints say more"),
        ("+hints.player.md", "- Hints\n- Reviews\n"),
        ("+hints.player.md", ""),
    ],
)
def test_a_change_file_with_a_wrong_name_or_text_is_noticed(tmp_path: Path, name: str, text: str):
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert len(problems(tmp_path)) == 1


def test_the_changelog_has_notes_for_the_version_of_this_tree_or_the_one_it_becomes():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"## {version.removesuffix('.dev0')} (" in (ROOT / CONFIG["filename"]).read_text(encoding="utf-8")
