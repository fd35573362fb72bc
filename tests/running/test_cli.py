"""The command line: what each command prints, and its exit code."""

import json
import sys
from io import StringIO
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.database.sqlite import sole_owner
from bot.database.store import Store
from bot.running import transactions as upkeep
from bot.running.settings import Settings

Printed = pytest.CaptureFixture[str]

GUIDE = Path(__file__).parents[2] / "docs" / "playing.md"


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder and an environment without settings, to run commands in."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def refused(printed: Printed, *arguments: str) -> tuple[int, str]:
    """The exit code of a command, and the only line that it prints."""
    exit_code = main(arguments)
    out, err = printed.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return exit_code, err.rstrip("\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["backup"], "required: FILE"),
        (["backup", "a.db", "b.db"], "unrecognized arguments: b.db"),
        (["copy"], "required: --from"),
        (["run", "--from", "sqlite:///a.db"], "unrecognized arguments: --from"),
        (["fly"], "invalid choice: 'fly'"),
    ],
)
def test_what_is_not_a_command_is_refused_with_how_to_write_it(
    capsys: Printed, arguments: list[str], said: str
):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    printed = capsys.readouterr().err
    assert ended.value.code == 2
    assert printed.startswith("usage: python -m bot")
    assert said in printed


@pytest.mark.parametrize(
    "arguments", [["--discord"], ["run", "--discord"], ["--discord", "run"], ["sync"]]
)
def test_discord_can_be_insisted_on_before_and_after_the_command(
    capsys: Printed, arguments: list[str]
):
    exit_code, line = refused(capsys, *arguments)
    assert exit_code == 2
    assert line.endswith(
        " CRITICAL bot: DISCORD_TOKEN is missing:"
        f" set it in the environment or in the file {Path.cwd() / '.env'} (see .env.example)."
    )


def test_a_bad_setting_is_one_line_and_exit_code_2(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
):
    sentence = "LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR."
    Path(".env").write_text("LOG_LEVEL=LOUD\n")
    assert refused(capsys) == (2, sentence)
    monkeypatch.setenv("LOG_FORMAT", "json")
    exit_code, line = refused(capsys)
    told = json.loads(line)
    assert (exit_code, told["level"], told["message"]) == (2, "CRITICAL", sentence)


@pytest.fixture
def on_discord(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment with which the bot would go to Discord, and logs only what ends it."""
    monkeypatch.setenv("DISCORD_TOKEN", "t0ken")
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    return monkeypatch


def test_a_second_process_on_a_file_is_refused_with_exit_code_1_in_the_only_line_of_its_log(
    capsys: Printed, on_discord: pytest.MonkeyPatch
):
    with sole_owner("sqlite:///ttt.db"):
        exit_code, line = refused(capsys)
    assert exit_code == 1
    assert line.endswith(
        " CRITICAL bot: Cannot use the database sqlite:///ttt.db: another process of the bot is "
        "using it; stop that one first. Nothing in it was changed."
    )


def test_a_database_in_a_folder_that_does_not_exist_is_a_bad_setting(
    capsys: Printed, on_discord: pytest.MonkeyPatch
):
    on_discord.setenv("DATABASE_URL", "sqlite:///nowhere/ttt.db")
    exit_code, line = refused(capsys)
    assert exit_code == 2  # starting it again does not help
    folder = Path.cwd() / "nowhere"
    assert f"sqlite:///nowhere/ttt.db: its folder {folder} does not exist; create" in line


# Unlike permissions, this stops root, too.
TOO_LONG = 300 * "x"


@pytest.mark.parametrize(
    "command",
    [
        "--discord",
        "users show 1",
        "backup copy.db",
        f"copy --from sqlite:///{TOO_LONG} --to postgresql://host/db",
    ],
)
def test_a_database_at_a_path_that_cannot_be_looked_at_is_one_line_that_names_it(
    capsys: Printed, on_discord: pytest.MonkeyPatch, command: str
):
    on_discord.setenv("DATABASE_URL", f"sqlite:///{TOO_LONG}")
    exit_code, line = refused(capsys, *command.split())
    assert exit_code == 1
    assert "This machine refuses what " in line
    assert "File name too long: '" in line
    assert line.endswith(f"{TOO_LONG}'.")


def test_a_backup_to_a_path_that_cannot_be_looked_at_is_one_line_that_names_it(
    capsys: Printed, note: None
):
    exit_code, line = refused(capsys, "backup", TOO_LONG)
    assert exit_code == 1
    assert line.endswith(f"File name too long: '{TOO_LONG}'.")


def test_the_conversation_in_the_guide_is_what_the_playground_prints(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
):
    block = GUIDE.read_text(encoding="utf-8").split("```console\n$ printf '")[1].split("```")[0]
    typed, printed = block.split("' | python -m bot\n", 1)
    monkeypatch.setattr(sys, "stdin", StringIO(typed.replace("\\n", "\n")))
    assert main([]) == 0
    assert capsys.readouterr() == (printed, "")
    assert not list(Path.cwd().iterdir()), "the playground keeps nothing"


def test_a_line_of_the_file_of_settings_that_is_not_read_is_told_before_one_plays_here(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
):
    settings = Path(".env")
    settings.write_text("DISCORD_BOT_TOKEN=abc\n")
    settings.chmod(0o600)
    monkeypatch.setattr(sys, "stdin", StringIO())
    assert main(["--no-page"]) == 0
    said = capsys.readouterr().err
    assert said.startswith("Not read in .env: line 1. A setting is NAME=value")


def test_without_what_the_playground_needs_one_line_says_what_to_install(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "simcord", None)
    assert refused(capsys) == (
        2,
        'Without DISCORD_TOKEN the bot plays here, and for that needs: pip install ".[playground]"',
    )


def test_a_playground_on_too_old_an_sqlite_is_one_line(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr(sys, "stdin", StringIO())
    exit_code, line = refused(capsys, "--no-page")
    assert exit_code == 1
    assert "it needs SQLite 3.35 or later" in line


def test_a_backup_that_cannot_be_made_is_one_line(capsys: Printed):
    assert refused(capsys, "backup", "copy.db") == (
        1,
        f"There is no database {Path.cwd() / 'ttt.db'} to back up: type this in the bot's folder.",
    )


@pytest.mark.parametrize("option", ["--from", "--to"])
@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("src.db", "is not the address of a database: write sqlite:/// and a path"),
        (
            "postgresql://u:hunter2@hunter2@h/x",
            "is not the address of a database: write sqlite:/// and a path",
        ),
        (
            "postgresql://u:hunter2@h/x",
            "holds a password, which other users can see: put the address into",
        ),
        ("postgresql://h/x?user=u&password=hunter2", "holds a password, which other users can see"),
    ],
)
def test_a_bad_address_is_one_line_that_names_its_option_and_repeats_nothing(
    capsys: Printed, option: str, url: str, said: str
):
    other = ["--to", "postgresql://h/x"] if option == "--from" else ["--from", "sqlite:///ttt.db"]
    exit_code, line = refused(capsys, "copy", option, url, *other)
    assert exit_code == 2
    assert line.startswith(f"{option} {said}")
    assert "hunter2" not in line


@pytest.fixture
async def note() -> None:
    """A database in the folder that holds one note."""
    async with Store.open("sqlite:///ttt.db") as store:
        await store.run(upkeep.write_note, "a", "b")


def test_a_copy_says_what_it_copied(
    capsys: Printed, note: None, empty_postgres: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("DATABASE_URL", empty_postgres)
    assert main(["copy", "--from", "sqlite:///ttt.db"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Copied ")
    assert ", 1 notes" in printed
