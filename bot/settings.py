"""Every line of .env.example: name, type, default, complaint."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]


class BadSetting(Exception):
    """A setting that cannot be used; the message is one line that says what to do."""


class Settings(BaseSettings):
    """What an operator decides, read from the environment and then from a file `.env` beside it.

    discord_token   what the bot logs in with; without one there is the playground
    database_url    where games are kept
    log_level       how much the log tells
    """

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", frozen=True)

    discord_token: SecretStr | None = None
    database_url: str = "sqlite:///ttt.db"
    log_level: LogLevel = "INFO"

    @classmethod
    def read(cls) -> Settings:
        """The settings as they stand. Raises BadSetting at the first that cannot be used."""
        try:
            return cls()
        except ValidationError as error:
            first = error.errors()[0]
            raise BadSetting(str(first["ctx"]["error"])) from None  # the cause would show what was set
        except UnicodeDecodeError:
            raise BadSetting("The file .env is not UTF-8 text: save it as that.") from None
        except OSError as error:
            raise BadSetting(f"The file .env cannot be read: {error.strerror}.") from None

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
        if not named or named.drivername != "sqlite" or named.host or named.query or not named.database:
            raise ValueError(
                "DATABASE_URL is not one we know: write sqlite:/// and a path, as in sqlite:///ttt.db."
            )
        return url

    @field_validator("log_level", mode="before")
    @classmethod
    def _is_a_level(cls, level: str) -> str:
        if level.upper() not in get_args(LogLevel):
            raise ValueError(f"LOG_LEVEL is not one we know: use one of {', '.join(get_args(LogLevel))}.")
        return level.upper()
