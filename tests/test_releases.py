"""Releases: what a tag builds, from one version, with actions that nobody can change under us."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from bot.running.command_tree import ttt
from tests import release

ROOT = Path(__file__).parents[1]
WORKFLOWS = {
    path.name: path.read_text("utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml")
}
RELEASE = WORKFLOWS["release.yml"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COMING = PROJECT["project"]["version"].removesuffix(".dev0")
"""The release that this tree is, or becomes."""


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_action_is_pinned_by_its_hash_beside_which_its_version_stands(name: str):
    used = re.findall(r"uses: (?!\./)(.+)", WORKFLOWS[name])
    assert used or name == "release.yml"
    for action in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_a_job_that_signs_installs_nothing_but_by_hash():
    jobs = WORKFLOWS["release.yml"].partition("\njobs:\n")[2]
    signing = [job for job in re.split(r"(?m)^  (?=\w+:\n)", jobs) if "id-token: write" in job]
    assert len(signing) == 2
    for job in signing:
        installs = re.findall(r"pip (?:install|wheel) .*", job)
        assert all("--require-hashes" in each or "--no-build" in each for each in installs)
        assert not re.search(r"npm |curl |apt-get ", job)


def test_the_notes_of_a_release_are_its_part_of_the_changelog():
    [command] = re.findall(r"(awk .+) >notes\.md", RELEASE)
    command = command.replace("${GITHUB_REF_NAME#v}", COMING)
    notes = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    changelog = (ROOT / "docs" / "changelog.md").read_text(encoding="utf-8")
    assert notes.strip(), (
        f"docs/changes/README.md says how the changelog gets its part for {COMING}"
    )
    assert f"## {COMING} (" in changelog.partition(notes)[0].splitlines()[-1]


def test_the_notes_of_a_release_link_to_files_of_its_tag():
    [mends] = re.findall(r"(sed .+) notes\.md$", RELEASE, re.MULTILINE)
    linked = subprocess.run(
        ["bash", "-c", mends.replace("sed -i", "sed") + " docs/changelog.md"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "GITHUB_REPOSITORY": "o/n", "GITHUB_REF_NAME": "v1.0.0"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    links = re.findall(r"\]\(([^)]+)\)", linked)
    assert links
    for link in links:
        file = link.partition("#")[0].removeprefix("https://github.com/o/n/blob/v1.0.0/")
        assert (ROOT / file).is_file(), link


def test_a_release_passes_every_check_first():
    jobs = re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", RELEASE.split("\njobs:\n")[1], re.MULTILINE)
    assert {name for name, _ in jobs} == {"check", "complete", "wheel", "image"}
    for name, job in jobs:
        assert name in {"check", "complete"} or "needs: [check, complete]" in job
    assert "pip install --no-deps ." in dict(jobs)["complete"], (
        "proofs start the bot in other folders"
    )
    assert "python -m tests.release --proofs\n" in dict(jobs)["complete"]
    assert "uses: ./.github/workflows/ci.yml" in dict(jobs)["check"]
    assert "pip-audit --strict " in WORKFLOWS["ci.yml"], "else a library that nobody knows passes"


def test_a_release_lacks_each_library_that_a_lock_does_not_pin_as_the_project_asks():
    asked = {"name": "ttt-bot", "dependencies": ["discord.py>=99"], "optional-dependencies": {}}
    assert [*release.unlocked(asked, "requirements.lock", ())] == [
        "requirements.lock lacks discord.py>=99: update it by the command in pyproject.toml"
    ]
    assert [*release.unlocked(PROJECT["project"], "requirements.lock", ["test", "lint"])] == []


def test_a_release_has_a_number_without_dev_and_a_day_in_the_changelog():
    assert (
        len([*release.version("1.0.0.dev0", "## 1.0.0 (unreleased)\n", ["+more.player.md"])]) == 3
    )
    assert (
        len([*release.version("1.0.0", "## 1.0.0 (2026-12-01)\n\n## 0.9.0 (2026-11-01)\n", [])])
        == 1
    )
    assert [*release.version("1.0.0", "## 1.0.0 (2026-12-01)\n\nThe first release.\n", [])] == []


# As 1.0.0 had them: docs/promises.md promises their names.
COMMANDS_OF_1 = """
board claim cup daily draw games help hint move privacy puzzle resign review settings start stats
stop top watch
"""


def test_every_command_of_the_first_release_is_still_there():
    assert {*COMMANDS_OF_1.split()} <= {command.name for command in ttt.commands}


def test_every_change_file_is_well_formed():
    changes = ROOT / "docs" / "changes"
    readers = "|".join(group["directory"] for group in PROJECT["tool"]["towncrier"]["type"])
    for path in {*changes.iterdir()} - {changes / "README.md"}:
        assert re.fullmatch(rf"\+[a-z0-9-]+\.({readers})\.md", path.name)
        text = path.read_text(encoding="utf-8")
        assert re.fullmatch(r"[A-Z`*/][^\n]*[.!]\n", text), (
            f"{path.name}: whole sentences on a single line"
        )


def test_the_hooks_of_a_commit_run_tests_that_exist():
    named = re.findall(r"tests/[\w/]+\.py", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert named
    assert [path for path in named if not (ROOT / path).is_file()] == []
