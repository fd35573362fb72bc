"""Where the playground is played: on a page, at a prompt, or both."""

import io
from datetime import UTC, datetime

import pytest

from bot.__main__ import main
from bot.advice.daily_puzzle import puzzle_number
from bot.play.session import SECONDS_A_DAY
from bot.playground import start
from bot.running import logs


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("source", "page", "no_page", "surfaces"),
    [
        (Terminal(), False, False, (0, True)),
        (Terminal(), True, False, (0, False)),
        (Terminal(), False, True, (None, True)),
        (io.StringIO(), False, False, (None, True)),
        (io.StringIO(), True, False, (0, False)),
        (None, False, False, (None, True)),
    ],
)
def test_a_terminal_gets_a_page_and_a_prompt_and_a_pipe_no_page(
    monkeypatch: pytest.MonkeyPatch,
    source: io.StringIO | None,
    page: bool,
    no_page: bool,
    surfaces: tuple[int | None, bool],
):
    played: list[tuple[int | None, bool]] = []

    async def note(port: int | None, *, has_prompt: bool) -> None:
        played.append((port, has_prompt))

    monkeypatch.setattr("sys.stdin", source)
    monkeypatch.setattr(start, "_play", note)
    monkeypatch.setattr(logs, "configure", lambda *_, **__: None)
    start.run_playground(page=page, no_page=no_page)
    assert played == [surfaces]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The environment of a terminal with emoji and colours."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return monkeypatch


@pytest.mark.parametrize(
    ("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb"), ("TERM", "linux")]
)
def test_who_wants_no_colours_or_sees_no_emoji_is_told_everything_in_words(
    terminal: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], variable: str, value: str
):
    terminal.setenv(variable, value)
    terminal.setattr("sys.stdin", io.StringIO("/ttt start level:perfect\n1\nhint\n"))
    start.run_playground()
    printed = capsys.readouterr().out
    assert "Row 2: 4, O, 6." in printed
    assert "If you both play perfectly from here:" in printed or "So does every other" in printed
    assert not any(emoji in printed for emoji in "❌⭕💡")


@pytest.mark.usefixtures("terminal")
def test_the_playgrounds_time_is_that_of_this_machine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("sys.stdin", io.StringIO("/ttt puzzle\n"))
    before = datetime.now(UTC)
    start.run_playground()
    days = {time.timestamp() // SECONDS_A_DAY for time in (before, datetime.now(UTC))}
    printed = capsys.readouterr().out
    assert any(f"Daily puzzle #{puzzle_number(int(day))} " in printed for day in days)


@pytest.mark.usefixtures("terminal")
def test_without_standard_input_it_ends_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("sys.stdin", None)
    start.run_playground()
    assert "A simulated Discord" in capsys.readouterr().out


@pytest.mark.usefixtures("terminal")
def test_who_asks_for_the_prompt_plays_here_even_with_a_token(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("DISCORD_TOKEN", "of.a.bot")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["--no-page"]) == 0
    assert "A simulated Discord" in capsys.readouterr().out


def test_page_and_prompt_cannot_both_be_alone(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main(["--page", "--no-page"])
    assert "not allowed with argument" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["65536", "-1", "http", "8000.5", ""])
def test_what_is_no_port_is_refused(capsys: pytest.CaptureFixture[str], port: str):
    with pytest.raises(SystemExit):
        main(["--page", f"--port={port}"])
    assert "is no port" in capsys.readouterr().err
