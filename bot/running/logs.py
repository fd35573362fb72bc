"""The log: its format, and the secrets it hides."""

import json
import logging
import re
import sys
from datetime import UTC, datetime

from bot.interactions.refused_by_discord import Meaning, meaning, why

_HIDDEN = "[hidden]"
_NOISE = (  # what discord.py says at every start
    "Guilds intent seems to be disabled",
    "voice will NOT be supported",
    "logging in using static token",
)

# Anyone who has an interaction's token can answer in our name for 15 minutes. It is part of the
# address of each answer, and of the events that Discord sends.
_INTERACTION_TOKENS = (
    re.compile(r"(?<=/)((?:interactions|webhooks)/[0-9]+/)[^/\s\"'?]+"),
    re.compile(r"([\"']token[\"']: ?[\"'])[^\"']+"),
)


class _Redacting(logging.Formatter):
    """Hides every secret in a line of the log, tracebacks included."""

    def __init__(self, secret: str | None) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        return self._hide(super().format(record))

    def _hide(self, text: str) -> str:
        if self._secret:
            text = text.replace(self._secret, _HIDDEN)
        for token in _INTERACTION_TOKENS:
            text = token.sub(rf"\1{_HIDDEN}", text)
        return text


class _Json(_Redacting):
    """Writes each line as a JSON object, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": self._hide(record.getMessage()),
        }
        if record.exc_info:
            entry["exception"] = self._hide(self.formatException(record.exc_info))
        return json.dumps(entry)


def _in_a_line(record: logging.LogRecord) -> bool:
    """Leave out discord.py's tracebacks about a Discord that is away. Always true, as a filter."""
    if record.exc_info and record.name.startswith("discord."):
        error = record.exc_info[1]
        if error and meaning(error) is Meaning.PASSING:
            record.msg = f"{record.getMessage()}: {why(error)}"
            record.args = None
            record.exc_info = None
            record.exc_text = None
    return True


def configure(level: str, secret: str | None, *, as_json: bool = False) -> None:
    """Log to standard error from `level` up. Hides interaction tokens, and `secret`, the bot's.

    Debug messages of libraries stay off at every level, because they contain whole events.
    """
    handler = logging.StreamHandler(sys.stderr)
    formatter = _Json if as_json else _Redacting
    handler.setFormatter(formatter(secret))
    handler.addFilter(lambda record: not any(noise in str(record.msg) for noise in _NOISE))
    handler.addFilter(_in_a_line)
    root = logging.getLogger()
    bot = logging.getLogger("bot")
    root.addHandler(handler)
    bot.setLevel(level)
    root.setLevel(max(logging.INFO, bot.level))
    logging.getLogger("alembic").setLevel(logging.WARNING)


def end(sentence: str) -> None:
    """Log why the process ends; where there is no log, write it to standard error."""
    handlers = logging.getLogger().handlers
    if any(isinstance(handler.formatter, _Redacting) for handler in handlers):
        logging.getLogger("bot").critical(sentence)
    else:
        print(sentence, file=sys.stderr)
