"""Promises of the README that no other test checks."""

import doctest
from pathlib import Path

import pytest

from bot.settings import Settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("text", "examples"), [("README.md", 16), ("engine/README.md", 72)])
def test_the_code_examples_print_what_they_say(text: str, examples: int):
    assert doctest.testfile(str(ROOT / text), module_relative=False) == (0, examples)


def test_every_setting_is_in_the_table_with_its_default_and_in_the_example():
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    for name, field in Settings.model_fields.items():
        default = f"`{field.default}`" if field.default else "none"
        assert f"| `{name.upper()}` | {default} |" in README
        assert f"{name.upper()}=" in example


def test_every_file_and_folder_is_in_the_layout():
    paths = [*(ROOT / "engine").glob("*.py"), *(ROOT / "bot").iterdir()]
    names = {path.name for path in paths} - {"__init__.py", "__pycache__"}
    for name in names:
        assert f"── {name}" in README, name
