"""The changelog is written from files with names and sentences as docs/changes/README.md asks for them."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHANGES = ROOT / "docs" / "changes"
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]


def test_every_change_file_is_well_formed():
    readers = "|".join(group["directory"] for group in CONFIG["type"])
    for path in {*CHANGES.iterdir()} - {CHANGES / "README.md"}:
        assert re.fullmatch(rf"\+[a-z0-9-]+\.({readers})\.md", path.name)
        text = path.read_text(encoding="utf-8")
        assert re.fullmatch(r"[A-Z`*/][^\n]*[.!]\n", text), f"{path.name}: whole sentences on a single line"


def test_the_changelog_has_notes_for_the_version_of_this_tree_or_the_one_it_becomes():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"## {version.removesuffix('.dev0')} (" in (ROOT / CONFIG["filename"]).read_text(encoding="utf-8")
