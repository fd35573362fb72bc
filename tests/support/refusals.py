"""What a test expects to be refused, and what Discord refuses in a test."""

import re
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.messages.texts import Refusal


def discord_refuses(status: int, code: int = 0) -> discord.HTTPException:
    """What discord.py raises when Discord, or what stands before it, answers that."""
    answered: Any = Mock(status=status, reason="")
    return discord.HTTPException(answered, {"code": code, "message": ""})


def refuses(why: str | type[Exception]) -> pytest.RaisesExc[Any]:
    """Expect a refusal in these words, or an error of this kind."""
    if isinstance(why, str):
        return pytest.raises(Refusal, match=re.escape(why))
    return pytest.raises(why)
