"""What the value of a setting may be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr

from bot.rendering.voice import locales
from bot.sessions.seats import LEVEL_NAMES
from bot.storage.database.address import BadAddress, read_address
from engine.games import GAMES


def _is_a_token(token: SecretStr) -> SecretStr:
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


def _is_an_address(url: str) -> str:
    try:
        read_address(url)
    except BadAddress as error:
        raise ValueError(f"DATABASE_URL {error}") from None
    return url


def _none_if_auto(count: str | None) -> str | None:
    return None if count and count.lower() == "auto" else count


def _one_of(names: Iterable[str]) -> AfterValidator:
    """Accept one of these names, in upper or lower case, and give it as it stands here."""
    known = {name.lower(): name for name in names}
    return AfterValidator(lambda typed: known[typed.lower()] if typed.lower() in known else _unknown())


def _unknown() -> str:
    raise ValueError  # _MUST_BE has the words


Token = Annotated[SecretStr, AfterValidator(_is_a_token)]
DatabaseUrl = Annotated[str, AfterValidator(_is_an_address)]
Count = Annotated[int, Field(ge=1, le=100_000)]
ShardCount = Annotated[Count | None, BeforeValidator(_none_if_auto)]
Switch = Annotated[Literal["on", "off"], BeforeValidator(str.lower)]
LogLevel = Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)]
LogFormat = Annotated[Literal["text", "json"], BeforeValidator(str.lower)]
Language = Annotated[str, _one_of(locales())]
Game = Annotated[str, _one_of(GAMES)]
Level = Annotated[str, _one_of(LEVEL_NAMES)]
Minutes = Annotated[int, Field(ge=1, le=1440)]
Port = Annotated[int, Field(ge=1, le=65_535)]
Days = Annotated[int, Field(ge=1, le=100_000)]
Page = Annotated[str, Field(max_length=200, pattern=r"^https://[!-'*-;=?-~]+$")]  # safe in Markdown
