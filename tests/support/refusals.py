"""What a test expects to be refused."""

import re
from typing import Any

import pytest

from bot.messages.texts import Refusal


def refuses(why: str | type[Exception]) -> pytest.RaisesExc[Any]:
    """Expect a refusal in these words, or an error of this kind."""
    if isinstance(why, str):
        return pytest.raises(Refusal, match=re.escape(why))
    return pytest.raises(why)
