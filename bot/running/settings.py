"""Every setting of .env.example: type, default, where it is read, and the words for a bad value."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Annotated, Any

from dotenv.parser import Binding, parse_stream
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)

from bot.database.address import BadAddress, DatabaseAddress, read_address
from bot.messages.texts import locales
from bot.play.seats import LEVEL_NAMES
from bot.play.settings import AUTOMATIC, DEFAULTS
from bot.running.failures import BadSetting
from engine.board import GAMES

ENV_FILE = Path(".env")

_SECRETS = ("discord_token", "database_url")  # may come from their own files, and must not be empty

_MUST_BE = {
    "shard_count": "a whole number from 1 to 100000, or auto",
    "processes": "a whole number from 1 to 100000; remove the line for one process",
    "tiles": "on or off",
    "default_language": (
        f"one of {', '.join(locales())}; remove the line for each server's own on Discord"
    ),
    "default_game": f"one of {', '.join(GAMES)}",
    "default_level": f"one of {', '.join(LEVEL_NAMES)}",
    "default_minutes": "a whole number from 1 to 1440",
    "log_level": "DEBUG, INFO, WARNING or ERROR",
    "log_format": "text or json",
    "health_port": "a whole number from 1 to 65535; remove the line to serve no health pages",
    "retention_days": "a whole number from 1 to 100000; remove the line to keep finished games",
    "privacy_url": "a web address that begins with https://",
    "terms_url": "a web address that begins with https://",
    "support_url": "a web address that begins with https://",
}


def _token(secret: SecretStr) -> SecretStr:
    token = secret.get_secret_value()
    if not token:
        raise ValueError(
            "DISCORD_TOKEN is empty: paste your bot's token there, or remove the line for "
            "the playground."
        )
    if not re.fullmatch(r"[A-Za-z0-9._-]+", token):
        raise ValueError(
            "DISCORD_TOKEN is not a token: paste the one from your application's Bot page, "
            "nothing else."
        )
    return secret


def _address(url: str) -> str:
    try:
        read_address(url)
    except BadAddress as error:
        raise ValueError(f"DATABASE_URL {error}") from None
    return url


def _one_of(names: Iterable[str]) -> AfterValidator:
    """Accept one of these names, in upper or lower case, and give it as it stands here."""
    by_lower_case = {name.lower(): name for name in names}

    def find(name: str) -> str:
        if name.lower() not in by_lower_case:
            raise ValueError  # _MUST_BE has the words
        return by_lower_case[name.lower()]

    return AfterValidator(find)


_Count = Annotated[int, Field(ge=1, le=100_000)]
# Safe in Markdown.
_Page = Annotated[str, Field(max_length=200, pattern=r"^https://[!-'*-;=?-~]+$")]


class Settings(BaseModel):
    """What the operator can set.

    discord_token        what the bot logs in with; without it, the bot plays in the terminal
    discord_token_file   a file that holds the token instead
    database_url         where games are kept: a SQLite file, or a PostgreSQL database
    database_url_file    a file that holds the address instead, with its password
    shard_count          how many shards Discord's events are split into; None: as many as Discord
                         advises
    processes            how many processes share the shards, on one PostgreSQL server
    tiles                whether boards are drawn with emoji of our own, uploaded to the application
    default_language     that of public messages in servers that have not chosen one; None: the
                         server's own on Discord
    default_game         what is played in servers that have not chosen another game
    default_level        how well the bot plays there
    default_minutes      how long a move may take there between two people
    log_level            how much the log says
    log_format           text for people, or json for programs
    health_port          the port of /healthz, /readyz and /metrics; None: they are off
    health_host          their address; by default only this machine can reach it
    retention_days       how long finished games are kept; None: for good
    privacy_url          the page with your privacy policy, which people can open from the bot
    terms_url            the page with your terms of service
    support_url          where people can reach you, such as the invitation to a server
    """

    model_config = ConfigDict(frozen=True)

    discord_token: Annotated[SecretStr, AfterValidator(_token)] | None = None
    discord_token_file: Path | None = None
    database_url: Annotated[str, AfterValidator(_address)] = Field(
        default="sqlite:///ttt.db", repr=False
    )
    database_url_file: Path | None = None
    shard_count: Annotated[
        _Count | None,
        BeforeValidator(lambda given: None if str(given).lower() == "auto" else given),
    ] = None
    processes: _Count = 1
    tiles: Annotated[str, _one_of(("on", "off"))] = "on"
    default_language: Annotated[str, _one_of(locales())] | None = None
    default_game: Annotated[str, _one_of(GAMES)] = DEFAULTS.game
    default_level: Annotated[str, _one_of(LEVEL_NAMES)] = DEFAULTS.level
    default_minutes: Annotated[int, Field(ge=1, le=1440)] = DEFAULTS.time // 60
    log_level: Annotated[str, _one_of(("DEBUG", "INFO", "WARNING", "ERROR"))] = "INFO"
    log_format: Annotated[str, _one_of(("text", "json"))] = "text"
    health_port: Annotated[int, Field(ge=1, le=65_535)] | None = None
    health_host: str = "127.0.0.1"
    retention_days: _Count | None = None
    privacy_url: _Page | None = None
    terms_url: _Page | None = None
    support_url: _Page | None = None

    @classmethod
    def read(
        cls, environment: Mapping[str, str] = os.environ, env_file: Path = ENV_FILE
    ) -> Settings:
        """Read the settings from the environment and the file `.env`; the environment comes first.

        An empty value counts as missing, except for a secret. Raises BadSetting for the first bad
        setting.
        """
        lines = {part.key: part.value or "" for part in _parse(env_file) if part.key}
        given = {name.upper(): value for name, value in (*lines.items(), *environment.items())}
        ours = {
            name: _plain(name, given[name.upper()])
            for name in cls.model_fields
            if name.upper() in given
        }
        values = {name: value for name, value in ours.items() if value or name in _SECRETS}
        from_files = {
            name: _read_secret(name, values) for name in _SECRETS if f"{name}_file" in values
        }
        try:
            return cls.model_validate(values | from_files)
        except ValidationError as error:
            raise BadSetting(_sentence(error, values)) from None  # the cause would show the value

    @model_validator(mode="after")
    def _go_together(self) -> Settings:
        if self.discord_token and self.database.is_in_memory:
            raise ValueError(
                "DATABASE_URL is in memory, so a stop would lose every game: name a file, as in "
                "sqlite:///ttt.db."
            )
        if self.processes > 1 and not self.database.is_server:
            raise ValueError(
                "PROCESSES above 1 needs PostgreSQL: set DATABASE_URL, or remove the line."
            )
        if self.shard_count is not None and self.shard_count < self.processes:
            raise ValueError("SHARD_COUNT is below PROCESSES: each process needs a shard.")
        return self

    @property
    def server_settings(self) -> Mapping[str, Any]:
        """The defaults of servers that have changed nothing, by the names of their settings."""
        return {
            "language": self.default_language or AUTOMATIC,
            "game": self.default_game,
            "level": self.default_level,
            "time": self.default_minutes * 60,
        }

    @property
    def database(self) -> DatabaseAddress:
        return read_address(self.database_url)

    @property
    def set_by_operator(self) -> list[str]:
        """The names of the settings that differ from their defaults, as the operator wrote them."""
        changed = self.model_dump(exclude_defaults=True)
        return [name.upper() for name in changed if f"{name}_file" not in changed]

    def warnings(self, env_file: Path = ENV_FILE) -> Iterator[str]:
        """One sentence for each probable mistake that does not keep the bot from starting."""
        if sys.platform != "win32":  # where files have no such permissions, and chmod is missing
            for file in (env_file, self.discord_token_file, self.database_url_file):
                if file and file.is_file() and file.stat().st_mode & stat.S_IROTH:
                    yield (
                        f"Everyone on this machine can read {file}, with a secret in it: "
                        "chmod 600 it"
                    )
        unknown = [
            f"line {_first_line(part)}"
            for part in _parse(env_file)
            if part.error or (part.key and part.key.lower() not in Settings.model_fields)
        ]
        if unknown:  # by number, because a name may be part of a secret
            yield (
                f"Not read in {env_file}: {', '.join(unknown)}. A setting is NAME=value, with a "
                "name from .env.example"
            )


def _parse(env_file: Path) -> list[Binding]:
    """What a file `.env` consists of; nothing if there is no file. Raises BadSetting."""
    with suppress(OSError):  # reading it says so in a sentence
        if not env_file.exists():
            return []
    return list(parse_stream(StringIO(_text(env_file, f"The file {env_file}"))))


def _first_line(part: Binding) -> int:
    """The number of its line in the file, not of the empty lines before it."""
    text = part.original.string
    before = text[: len(text) - len(text.lstrip())]
    return part.original.line + before.count("\n")


def _text(file: Path, called: str) -> str:
    """The text of a file. Raises BadSetting, in a sentence that begins with what it is `called`."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadSetting(f"{called} is not UTF-8 text: save it as UTF-8.") from None
    except OSError as error:
        raise BadSetting(f"{called} cannot be read: {error.strerror}.") from None


def _plain(name: str, written: str) -> str:
    """A value without what a shell, an editor or haste leaves around it: `NAME="value"`."""
    in_front = rf"\ufeff?\s*((export\s+)?{name.upper()}\s*=)?"
    value = re.sub(f"^{in_front}", "", written).strip()
    for quote in "\"'":
        if len(value) > 1 and value[0] == value[-1] == quote:
            return value[1:-1].strip()
    return value


def _read_secret(name: str, values: Mapping[str, str]) -> str:
    """A secret from the file that its setting names. Raises BadSetting."""
    setting = name.upper()
    path = values[f"{name}_file"]
    if name in values:
        raise BadSetting(f"{setting} and {setting}_FILE are both set: remove one of them.")
    return _plain(name, _text(Path(path), f"{setting}_FILE {path}"))


def _sentence(error: ValidationError, values: Mapping[str, str]) -> str:
    """What to write for the first bad setting. Never holds the bad value, which may be a secret."""
    first = error.errors(include_input=False, include_url=False)[0]
    name = ""  # where several settings do not go together
    if first["loc"]:
        name = str(first["loc"][0])
    if name in _MUST_BE:
        return f"{name.upper()} must be {_MUST_BE[name]}."
    said = str(first["ctx"]["error"])  # what is not worded there comes from a validator of ours
    if f"{name}_file" in values:
        file = values[f"{name}_file"]
        return f"In the file {file}: {said}"
    return said
