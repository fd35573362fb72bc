"""Every setting of .env.example: its name, type and default, and the error for a bad value."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from bot.env_file import doubtful_lines, misspelt, read_env_file
from bot.failures import BadSetting
from bot.rendering.voice import locales
from bot.sessions.seats import LEVEL_NAMES
from bot.sessions.settings import AUTOMATIC, DEFAULTS, ServerSettings
from bot.setting_types import (
    Count,
    DatabaseUrl,
    Days,
    Game,
    Language,
    Level,
    LogFormat,
    LogLevel,
    Minutes,
    Page,
    Port,
    ShardCount,
    Switch,
    Token,
)
from bot.storage.database.address import DatabaseAddress, read_address
from engine.games import GAMES

ENV_FILE = Path(".env")

_SECRETS = ("discord_token", "database_url")  # may come from their own files, and must not be empty

_MUST_BE = {
    "shard_count": "a whole number from 1 to 100000, or auto",
    "processes": "a whole number from 1 to 100000; remove the line for one process",
    "tiles": "on or off",
    "default_language": f"one of {', '.join(locales())}; remove the line for each server's own on Discord",
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

_SIMILAR = 0.85  # from 0 to 1; a name in .env this similar to a setting is a misspelling
_VERY_SIMILAR = 0.95  # higher in the environment, where most names belong to other programs
_PLAIN_NAME = re.compile(r"[A-Z][A-Z0-9_]*")  # never print any other name: it may be part of a secret


class Settings(BaseModel):
    """What the operator can set.

    discord_token        what the bot logs in with; without it, the bot plays in the terminal
    discord_token_file   a file that holds the token instead
    database_url         where games are kept: a SQLite file, or a PostgreSQL database
    database_url_file    a file that holds the address instead, with its password
    shard_count          how many shards Discord's events are split into; None: as many as Discord advises
    processes            how many processes share the shards, on one PostgreSQL server
    tiles                whether boards are drawn with emoji of our own, uploaded to the application
    default_language     of public messages in servers that have not chosen one; None: theirs on Discord
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

    discord_token: Token | None = None
    discord_token_file: Path | None = None
    database_url: DatabaseUrl = Field("sqlite:///ttt.db", repr=False)
    database_url_file: Path | None = None
    shard_count: ShardCount = None
    processes: Count = 1
    tiles: Switch = "on"
    default_language: Language | None = None
    default_game: Game = DEFAULTS.game
    default_level: Level = DEFAULTS.level
    default_minutes: Minutes = DEFAULTS.time // 60
    log_level: LogLevel = "INFO"
    log_format: LogFormat = "text"
    health_port: Port | None = None
    health_host: str = "127.0.0.1"
    retention_days: Days | None = None
    privacy_url: Page | None = None
    terms_url: Page | None = None
    support_url: Page | None = None

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ, env_file: Path = ENV_FILE) -> Settings:
        """Read the settings from the environment and the file `.env`; the environment takes precedence.

        An empty value counts as missing, except for a secret. Raises BadSetting for the first bad setting.
        """
        lines = read_env_file(env_file)
        given = {name.upper(): value for name, value in (lines | dict(environment)).items()}
        for name, setting in misspelt(lines, cls._names(), given, _SIMILAR):
            raise BadSetting(f"{name} in {env_file} is not a setting: did you mean {setting}?")
        ours = {name: given[name.upper()] for name in cls.model_fields if name.upper() in given}
        values = {name: value for name, value in ours.items() if value or name in _SECRETS}
        try:
            return cls.model_validate(values | _secrets_in_files(values))
        except ValidationError as error:
            raise BadSetting(_sentence(error, values)) from None  # the cause would show the value

    @classmethod
    def _names(cls) -> set[str]:
        return {name.upper() for name in cls.model_fields}

    @property
    def server_settings(self) -> ServerSettings:
        """The settings of servers that have changed none."""
        return replace(
            DEFAULTS,
            language=self.default_language or AUTOMATIC,
            game=self.default_game,
            level=self.default_level,
            time=self.default_minutes * 60,
        )

    @property
    def database(self) -> DatabaseAddress:
        return read_address(self.database_url)

    @property
    def changed(self) -> list[str]:
        """The names of the settings that differ from their defaults, as the operator wrote them."""
        changed = self.model_dump(exclude_defaults=True)
        return [name.upper() for name in changed if f"{name}_file" not in changed]

    def warnings(self, environment: Mapping[str, str] = os.environ, env_file: Path = ENV_FILE) -> list[str]:
        """One sentence for each probable mistake that does not keep the bot from starting."""
        lines = read_env_file(env_file)
        return [
            *self._readable_secrets(env_file),
            *doubtful_lines(env_file, self._names()),
            *self._unknown_names(lines, env_file),
            *self._misspelt_names(lines, environment),
        ]

    def _readable_secrets(self, env_file: Path) -> Iterator[str]:
        for file in (env_file, self.discord_token_file, self.database_url_file):
            if file and file.is_file() and file.stat().st_mode & stat.S_IROTH:
                yield f"Everyone on this machine can read {file}, with a secret in it: chmod 600 it"

    def _unknown_names(self, lines: Iterable[str], env_file: Path) -> Iterator[str]:
        for name in lines:
            if name.upper() not in self._names():
                shown = name if _PLAIN_NAME.fullmatch(name) else "A line"
                yield f"{shown} in {env_file} is not a setting of the bot"

    def _misspelt_names(self, lines: Iterable[str], environment: Mapping[str, str]) -> Iterator[str]:
        given = {name.upper() for name in (*lines, *environment)}
        for name, setting in misspelt(environment, self._names(), given, _VERY_SIMILAR):
            yield f"{name} in the environment is not a setting: did you mean {setting}?"

    @model_validator(mode="after")
    def _go_together(self) -> Settings:
        if self.discord_token and self.database.is_in_memory:
            raise ValueError(
                "DATABASE_URL is in memory, so a stop would lose every game: name a file, as in sqlite:///ttt.db."
            )
        if self.processes > 1 and not self.database.is_server:
            raise ValueError("PROCESSES above 1 needs PostgreSQL: set DATABASE_URL, or remove the line.")
        if self.shard_count is not None and self.shard_count < self.processes:
            raise ValueError("SHARD_COUNT is below PROCESSES: each process needs a shard.")
        return self


def _secrets_in_files(values: Mapping[str, str]) -> dict[str, str]:
    """The secrets that come from files, by setting. Raises BadSetting."""
    return {name: _secret(name, values) for name in _SECRETS if f"{name}_file" in values}


def _secret(name: str, values: Mapping[str, str]) -> str:
    setting, path = name.upper(), values[f"{name}_file"]
    if name in values:
        raise BadSetting(f"{setting} and {setting}_FILE are both set: remove one of them.")
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except UnicodeDecodeError:
        raise BadSetting(f"{setting}_FILE {path} is not UTF-8 text: write only the secret there.") from None
    except OSError as error:
        raise BadSetting(f"{setting}_FILE {path} cannot be read: {error.strerror}.") from None


def _sentence(error: ValidationError, values: Mapping[str, str]) -> str:
    """What to write for the first bad setting. Never contains the bad value, which may be a secret."""
    first = error.errors(include_input=False, include_url=False)[0]
    name = str(first["loc"][0]) if first["loc"] else ""
    if name in _MUST_BE:
        return f"{name.upper()} must be {_MUST_BE[name]}."
    source = f"In the file {values[f'{name}_file']}: " if f"{name}_file" in values else ""
    return f"{source}{first['ctx']['error']}"
