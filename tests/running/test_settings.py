"""Settings as an operator writes them: what is read and refused, and the words of each refusal."""

import re
import sys
from pathlib import Path

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.settings import DEFAULTS, ServerSettings
from bot.running.failures import BadSetting
from bot.running.settings import Settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"
SERVER = "postgresql://ttt:hunter2@host/ttt"

NO_TOKEN = (
    "DISCORD_TOKEN is empty: paste your bot's token there, or remove the line for the playground."
)
NOT_A_TOKEN = (
    "DISCORD_TOKEN is not a token: paste the one from your application's Bot page, nothing else."
)
NOT_AN_ADDRESS = (
    "DATABASE_URL is not the address of a database: write sqlite:/// and a path, as in sqlite:///ttt.db,"
    " or postgresql://user:password@host/database; in its password write %2F for /, %40 for @, %3A "
    "for :, %23 for #, %3F for ?, %25 for %, %5B for [ and %5D for ]."
)
PROCESSES = "PROCESSES must be a whole number from 1 to 100000; remove the line for one process."
SHARD_COUNT = "SHARD_COUNT must be a whole number from 1 to 100000, or auto."
HEALTH_PORT = (
    "HEALTH_PORT must be a whole number from 1 to 65535; remove the line to serve no health pages."
)


def read(folder: Path, **environment: str) -> Settings:
    return Settings.read(environment, folder / ".env")


def complaint(folder: Path, **environment: str) -> str:
    """The message that refuses these settings."""
    with pytest.raises(BadSetting) as refused:
        read(folder, **environment)
    return str(refused.value)


def warnings(folder: Path, **environment: str) -> list[str]:
    return list(read(folder, **environment).warnings(folder / ".env"))


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"DISCORD_TOKEN": ""}, NO_TOKEN),
        ({"DISCORD_TOKEN": "  "}, NO_TOKEN),
        ({"DISCORD_TOKEN": "''"}, NO_TOKEN),
        ({"DISCORD_TOKEN": "Bot hunter2"}, NOT_A_TOKEN),
        ({"DISCORD_TOKEN": "${TOKEN}"}, NOT_A_TOKEN),
        ({"DISCORD_TOKEN": "\"hunter2'"}, NOT_A_TOKEN),
        ({"DISCORD_TOKEN": "hünter2"}, NOT_A_TOKEN),
        ({"DISCORD_TOKEN": "\udcff"}, NOT_A_TOKEN),
        ({"DATABASE_URL": ""}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "ttt.db"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "sqlite://"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "sqlite:///"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "sqlite:////"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "sqlite://ttt.db"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "sqlite://user@host:port/"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "sqlite:///ttt.db?timeout=abc"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "mongodb://user:hunter2@host/db"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "postgresql://ttt:hunter2@host"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "postgresql://ttt:hunter2/x@host/db"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "postgresql://ttt:hunter2#x@host/db"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "postgresql://ttt:hunter2@x@host/db"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "postgresql://ttt:hunter2[x@host/db"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "postgresql://ttt:hunter2?x@host/db"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "postgresql://ttt:5/hunter2@host/db"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "postgresql://ttt@host:hunter2/db"}, NOT_AN_ADDRESS),
        ({"DATABASE_URL": "postgresql://ttt@host/db?hunter2"}, NOT_AN_ADDRESS),
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR."),
        ({"LOG_FORMAT": "xml"}, "LOG_FORMAT must be text or json."),
        ({"TILES": "maybe"}, "TILES must be on or off."),
        ({"HEALTH_PORT": "http"}, HEALTH_PORT),
        ({"HEALTH_PORT": "0"}, HEALTH_PORT),
        ({"HEALTH_PORT": "65536"}, HEALTH_PORT),
        ({"SHARD_COUNT": "many"}, SHARD_COUNT),
        ({"SHARD_COUNT": "-1"}, SHARD_COUNT),
        ({"PROCESSES": "0"}, PROCESSES),
        ({"PROCESSES": "1.5"}, PROCESSES),
        ({"PROCESSES": "9" * 5000}, PROCESSES),
        (
            {"PROCESSES": "2"},
            "PROCESSES above 1 needs PostgreSQL: set DATABASE_URL, or remove the line.",
        ),
        (
            {"PROCESSES": "3", "SHARD_COUNT": "2", "DATABASE_URL": SERVER},
            "SHARD_COUNT is below PROCESSES: each process needs a shard.",
        ),
        (
            {"DISCORD_TOKEN": "hunter2", "DATABASE_URL": "sqlite:///:memory:"},
            "DATABASE_URL is in memory, so a stop would lose every game: name a file, as in sqlite:///ttt.db.",
        ),
        (
            {"DISCORD_TOKEN": "hunter2", "DISCORD_TOKEN_FILE": "x"},
            "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: remove one of them.",
        ),
        (
            {"DATABASE_URL": SERVER, "DATABASE_URL_FILE": "x"},
            "DATABASE_URL and DATABASE_URL_FILE are both set: remove one of them.",
        ),
        (
            {"DISCORD_TOKEN_FILE": "/nowhere"},
            "DISCORD_TOKEN_FILE /nowhere cannot be read: No such file or directory.",
        ),
        ({"DISCORD_TOKEN_FILE": "/"}, "DISCORD_TOKEN_FILE / cannot be read: Is a directory."),
        (
            {"DATABASE_URL_FILE": "/nowhere"},
            "DATABASE_URL_FILE /nowhere cannot be read: No such file or directory.",
        ),
    ],
)
def test_a_bad_setting_is_one_sentence_that_says_what_to_write(
    tmp_path: Path, environment: dict[str, str], sentence: str
):
    assert complaint(tmp_path, **environment) == sentence


@pytest.mark.parametrize("name", Settings.model_fields)
@given(
    value=st.text(st.characters(exclude_characters="\0\n", exclude_categories=["Cs"]), max_size=20)
)
@hypothesis.settings(max_examples=20)
def test_whatever_a_setting_is_set_to_it_is_read_or_refused_in_one_line(name: str, value: str):
    said = ""
    try:
        Settings.read({name.upper(): value}, Path("/nowhere"))
    except BadSetting as refused:
        said = str(refused)
    assert "\n" not in said


@pytest.mark.parametrize(
    ("held", "said"),
    [
        (b"", "is empty"),
        (b"  \n", "is empty"),
        (b"hunter2 hunter2", "is not a token"),
        (b"\xff", "is not UTF-8 text: save it as UTF-8."),
    ],
)
def test_a_file_without_a_token_is_named_and_what_it_holds_is_not(
    tmp_path: Path, held: bytes, said: str
):
    secret = tmp_path / "secret"
    secret.write_bytes(held)
    refused = complaint(tmp_path, DISCORD_TOKEN_FILE=str(secret))
    assert refused.startswith(
        (f"In the file {secret}: DISCORD_TOKEN", f"DISCORD_TOKEN_FILE {secret}")
    )
    assert said in refused
    assert "hunter2" not in refused


def test_a_secret_may_come_from_a_file_and_is_checked_like_any_other(tmp_path: Path):
    token, address = tmp_path / "token", tmp_path / "address"
    token.write_text("abc.def\n")
    address.write_text(SERVER + "\n")
    settings = read(tmp_path, DISCORD_TOKEN_FILE=str(token), DATABASE_URL_FILE=str(address))
    assert settings.discord_token
    assert settings.discord_token.get_secret_value() == "abc.def"
    assert settings.database_url == SERVER
    address.write_text("postgresql://ttt:hunter2@host")
    assert (
        complaint(tmp_path, DATABASE_URL_FILE=str(address))
        == f"In the file {address}: {NOT_AN_ADDRESS}"
    )


@pytest.mark.parametrize("name", ["discord_token", "database_url"])
@pytest.mark.parametrize(
    "around",
    ["{}\n", "\ufeff{}", '"{}"', "' {} '", "{name}={}", '{name}="{}"\r\n', "export {name} = '{}'"],
)
def test_what_an_editor_or_a_shell_leaves_around_a_secret_is_no_part_of_it_wherever_it_stands(
    tmp_path: Path, name: str, around: str
):
    secret = {"discord_token": "ab.c-d_e", "database_url": "postgresql://ttt:pa${x}$s@host/ttt"}[
        name
    ]
    written = around.format(secret, name=name.upper())
    meant = Settings.model_validate({name: secret})
    assert read(tmp_path, **{name.upper(): written}) == meant
    file = tmp_path / "secret"
    file.write_text(written, encoding="utf-8", newline="")
    from_file = read(tmp_path, **{f"{name.upper()}_FILE": str(file)})
    assert getattr(from_file, name) == getattr(meant, name)
    (tmp_path / ".env").write_text(f"\ufeff{name.upper()}={written}", encoding="utf-8", newline="")
    assert read(tmp_path) == meant


def test_no_secret_is_in_the_representation_of_the_settings(tmp_path: Path):
    assert "hunter2" not in repr(read(tmp_path, DISCORD_TOKEN="hunter2", DATABASE_URL=SERVER))


def test_the_environment_comes_before_the_file_and_capitals_do_not_matter(tmp_path: Path):
    (tmp_path / ".env").write_text("\ufeffexport LOG_LEVEL=debug # all\r\nlog_format='json'\r\n")
    settings = read(tmp_path)
    assert (settings.log_level, settings.log_format) == ("DEBUG", "json")
    assert read(tmp_path, log_level="error").log_level == "ERROR"


def test_an_empty_value_is_the_default(tmp_path: Path):
    names = {name.upper() for name in Settings.model_fields} - {"DISCORD_TOKEN", "DATABASE_URL"}
    assert read(tmp_path, **dict.fromkeys(names, "")) == Settings()
    assert Settings().set_by_operator == []


def test_the_number_of_shards_may_be_left_to_discord(tmp_path: Path):
    assert read(tmp_path, SHARD_COUNT="Auto").shard_count is None
    assert read(tmp_path, SHARD_COUNT="4").shard_count == 4


def test_settings_that_differ_from_their_defaults_are_named(tmp_path: Path):
    (tmp_path / "token").write_text("hunter2")
    settings = read(
        tmp_path, HEALTH_PORT="9090", LOG_LEVEL="info", DISCORD_TOKEN_FILE=str(tmp_path / "token")
    )
    assert settings.set_by_operator == ["DISCORD_TOKEN_FILE", "HEALTH_PORT"]


def test_the_example_of_settings_can_be_used_as_it_is_but_for_the_token(tmp_path: Path):
    (tmp_path / ".env").write_text(EXAMPLE.read_text(encoding="utf-8"))
    assert complaint(tmp_path) == NO_TOKEN
    every_line = re.sub(
        r"^#(?=[A-Z_]+=)", "", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    (tmp_path / ".env").write_text(every_line)
    assert "both set" in complaint(tmp_path), "each line is a setting"


def test_what_is_no_file_of_text_is_refused_in_place_of_the_file_of_settings(tmp_path: Path):
    file = tmp_path / ".env"
    file.write_bytes(b"LOG_LEVEL=\xff\n")
    assert complaint(tmp_path) == f"The file {file} is not UTF-8 text: save it as UTF-8."
    file.unlink()
    file.mkdir()
    assert complaint(tmp_path) == f"The file {file} cannot be read: Is a directory."
    file.rmdir()
    file.symlink_to(300 * "x")  # unlike permissions, this stops root, too
    assert complaint(tmp_path) == f"The file {file} cannot be read: File name too long."


def test_lines_that_are_no_settings_are_one_warning_which_names_nothing_that_may_be_a_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    file = tmp_path / ".env"
    file.write_text(
        "# Mine\nLOG_LEVEL=INFO\n\n\nDISCORD_BOT_TOKEN=a\nDISCORD_TOKEN: hunter2\nhunter2=\n"
        "log_level=DEBUG\n"
    )
    file.chmod(0o600)
    assert warnings(tmp_path) == [
        f"Not read in {file}: line 5, line 6, line 7. "
        "A setting is NAME=value, with a name from .env.example"
    ]
    assert read(tmp_path).log_level == "DEBUG"
    assert caplog.text == ""


def test_a_secret_that_everyone_can_read_is_warned_about_except_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    secret = tmp_path / "secret"
    secret.write_text("abc")
    secret.chmod(0o644)
    [warning] = warnings(tmp_path, DISCORD_TOKEN_FILE=str(secret))
    assert (
        warning == f"Everyone on this machine can read {secret}, with a secret in it: chmod 600 it"
    )
    with monkeypatch.context() as on_windows:
        on_windows.setattr(sys, "platform", "win32")
        assert warnings(tmp_path, DISCORD_TOKEN_FILE=str(secret)) == []
    secret.chmod(0o600)
    assert warnings(tmp_path, DISCORD_TOKEN_FILE=str(secret)) == []


def test_what_servers_get_until_they_choose_otherwise_is_the_operators(tmp_path: Path):
    chosen = {
        "DEFAULT_LANGUAGE": "DE",
        "DEFAULT_GAME": "Fading",
        "DEFAULT_LEVEL": "hard",
        "DEFAULT_MINUTES": "3",
    }
    servers = ServerSettings(**read(tmp_path, **chosen).server_settings)
    assert (servers.language, servers.game, servers.level, servers.time) == (
        "de",
        "fading",
        "hard",
        180,
    )
    assert ServerSettings(**read(tmp_path).server_settings) == DEFAULTS


@pytest.mark.parametrize(
    ("name", "value", "known"),
    [
        ("DEFAULT_LANGUAGE", "klingon", "one of en-US"),
        ("DEFAULT_GAME", "chess", "one of 3x3"),
        ("DEFAULT_LEVEL", "random", "one of easy"),
        ("DEFAULT_MINUTES", "0", "a whole number from 1 to 1440"),
    ],
)
def test_a_default_that_does_not_exist_is_refused_with_those_that_do(
    tmp_path: Path, name: str, value: str, known: str
):
    assert complaint(tmp_path, **{name: value}).startswith(f"{name} must be {known}")
