"""The environment for processes of the tests: ours, without variables that would change how the bot runs."""

import os

from bot.running.settings import Settings

_OURS = {name.upper() for name in Settings.model_fields} | {"PYTHONPATH", "PYTHONUNBUFFERED", "VIRTUAL_ENV"}

CLEAN = {name: value for name, value in os.environ.items() if name.upper() not in _OURS}
