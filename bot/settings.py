"""Every line of .env.example: name, type, default, complaint."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args
from urllib.parse import urlsplit

from pydantic import SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.storage.store import is_postgres

T = TypeVar("T")

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
LogFormat = Literal["text", "json"]

_ENV_FILE = Path(".env")


class BadSetting(Exception):
    """A setting that cannot be used; the message is one line that says what to do."""


class Settings(BaseSettings):
    """What an operator decides, read from the environment and then from a file `.env` beside it.

    discord_token        what the bot logs in with; without one there is the playground
    discord_token_file   a file that holds it instead, as containers have their secrets
    database_url         where games are kept: a SQLite file, or a PostgreSQL server
    database_url_file    a file that holds it instead, with the password that is in it
    shard_count          into how many shards Discord's events are dealt; as many as it advises without one
    processes            how many processes share them, on one PostgreSQL server
    log_level            how much the log tells
    log_format           for people to read, or for programs
    health_port          where /healthz, /readyz and /metrics are; nowhere without one
    health_host          who may ask for them: this machine, unless it says otherwise
    """

    model_config = SettingsConfigDict(env_file=_ENV_FILE, extra="ignore", frozen=True)

    discord_token: SecretStr | None = None
    discord_token_file: Path | None = None
    database_url: str = "sqlite:///ttt.db"
    database_url_file: Path | None = None
    shard_count: int | None = None
    processes: int = 1
    log_level: LogLevel = "INFO"
    log_format: LogFormat = "text"
    health_port: int | None = None
    health_host: str = "127.0.0.1"

    @classmethod
    def read(cls) -> Settings:
        """The settings as they stand. Raises BadSetting at the first that cannot be used."""
        try:
            return cls().with_secrets_from_files().with_processes_that_can_be()
        except ValidationError as error:
            first = error.errors()[0]
            raise BadSetting(str(first["ctx"]["error"])) from None  # the cause would show what was set
        except UnicodeDecodeError:
            raise BadSetting("The file .env is not UTF-8 text: save it as that.") from None
        except OSError as error:
            raise BadSetting(f"The file .env cannot be read: {error.strerror}.") from None

    def with_processes_that_can_be(self) -> Settings:
        """The same, if so many processes can share its database. Raises BadSetting."""
        if self.processes > 1 and not is_postgres(self.database_url):
            raise BadSetting("PROCESSES above 1 need PostgreSQL: set DATABASE_URL, or remove the line.")
        if self.shard_count is not None and self.shard_count < self.processes:
            raise BadSetting("SHARD_COUNT is below PROCESSES: each process needs a shard.")
        return self

    def with_secrets_from_files(self) -> Settings:
        """The same, what stands in files read from them. Raises BadSetting."""
        found: dict[str, Any] = {}
        if self.discord_token_file:
            token = SecretStr(self._read("discord_token", self.discord_token_file))
            found["discord_token"] = _checked(self.discord_token_file, self._looks_like_a_token, token)
        if self.database_url_file:
            url = self._read("database_url", self.database_url_file).strip()
            found["database_url"] = _checked(self.database_url_file, self._is_a_database_we_know, url)
        return self.model_copy(update=found)

    def _read(self, name: str, path: Path) -> str:
        setting = name.upper()
        if name in self.model_fields_set:
            raise BadSetting(f"{setting} and {setting}_FILE are both set: remove one of them.")
        try:
            return path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise BadSetting(f"{setting}_FILE {path} is not UTF-8 text: put the secret there.") from None
        except OSError as error:
            raise BadSetting(f"{setting}_FILE {path} cannot be read: {error.strerror}.") from None

    def open_secrets(self) -> list[Path]:
        """The files with a secret in them that anybody on this machine may read."""
        named = (_ENV_FILE, self.discord_token_file, self.database_url_file)
        files = [path for path in named if path and path.is_file()]
        return [path for path in files if path.stat().st_mode & stat.S_IROTH]

    @field_validator("discord_token")
    @classmethod
    def _looks_like_a_token(cls, token: SecretStr | None) -> SecretStr | None:
        if token is None:
            return None
        secret = token.get_secret_value().strip()
        if not secret:
            raise ValueError(
                "DISCORD_TOKEN is empty: paste your bot's token there, or remove the line for the playground."
            )
        if not (secret.isascii() and secret.isprintable()) or " " in secret:
            raise ValueError(
                "DISCORD_TOKEN is not a token: paste the one from your application's Bot page, nothing else."
            )
        return SecretStr(secret)

    @field_validator("database_url")
    @classmethod
    def _is_a_database_we_know(cls, url: str) -> str:
        try:
            named = make_url(url)
        except (ArgumentError, ValueError):
            named = None
        if not named or not (_is_a_file(named) or _is_a_server(named)):
            raise ValueError(
                "DATABASE_URL is not one we know: write sqlite:/// and a path, as in sqlite:///ttt.db,"
                " or postgresql://user:password@host/database."
            )
        if _is_a_server(named) and not _is_read_alike(url, named):
            raise ValueError(
                "DATABASE_URL cannot be read for certain: in its password write %2F for /, %40 for @,"
                " %3A for :, %23 for #, %3F for ?, %5B for [ and %5D for ]."
            )
        return url

    @field_validator("discord_token_file", "database_url_file", mode="before")
    @classmethod
    def _names_a_file(cls, path: str) -> str | None:
        return path or None

    @field_validator("health_host", mode="before")
    @classmethod
    def _is_an_address(cls, host: str) -> str:
        return host or cls.model_fields["health_host"].default  # an empty one would mean every address

    @field_validator("health_port", mode="before")
    @classmethod
    def _is_a_port(cls, port: str) -> int | None:
        if not port:
            return None
        if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
            raise ValueError("HEALTH_PORT is not a port: write a number from 1 to 65535, or remove the line.")
        return int(port)

    @field_validator("shard_count", mode="before")
    @classmethod
    def _is_a_count_of_shards(cls, count: str | None) -> int | None:
        return None if not count or count.lower() == "auto" else _counted("SHARD_COUNT", count, "auto")

    @field_validator("processes", mode="before")
    @classmethod
    def _is_a_count_of_processes(cls, count: str | int) -> int:
        return _counted("PROCESSES", str(count or 1), "1")

    @field_validator("log_level", "log_format", mode="before")
    @classmethod
    def _is_one_of_ours(cls, given: str, setting: ValidationInfo) -> str:
        known = LogLevel if setting.field_name == "log_level" else LogFormat
        for name in get_args(known):
            if name.lower() == given.lower():
                return str(name)
        asked = str(setting.field_name).upper()
        raise ValueError(f"{asked} is not one we know: use one of {', '.join(get_args(known))}.")


def _checked(path: Path, check: Callable[[T], Any], held: T) -> Any:
    """What a file holds, if it can be used. Raises BadSetting."""
    try:
        return check(held)
    except ValueError as error:
        raise BadSetting(f"In the file {path}: {error}") from None


def _counted(setting: str, count: str, usual: str) -> int:
    if not (count.isascii() and count.isdigit() and 0 < int(count) <= 100_000):
        raise ValueError(f"{setting} is not a count: write a number, or {usual}.")
    return int(count)


def _is_a_file(url: URL) -> bool:
    return url.drivername == "sqlite" and not url.host and not url.query and bool(url.database)


def _is_a_server(url: URL) -> bool:
    return url.drivername in {"postgresql", "postgres"} and bool(url.database)


def _is_read_alike(url: str, named: URL) -> bool:
    """Whether the driver, which reads an address its own way, finds in it what SQLAlchemy does."""
    try:
        read = urlsplit(url)
        found = (read.hostname, read.port, read.path.removeprefix("/"), read.fragment)
    except ValueError:
        return False
    return found == (named.host and named.host.lower(), named.port, named.database, "")
