"""The file .env."""

from __future__ import annotations

from pathlib import Path

from dotenv import dotenv_values

from bot.failures import BadSetting


def read_env_file(path: Path) -> dict[str, str]:
    """The values in a file `.env` by their names, as written; none if there is no file. Raises BadSetting."""
    if path.is_dir():
        raise BadSetting(
            f"{path} is a folder, not a file: remove it. Docker makes one when the file to mount is missing."
        )
    try:
        lines = dotenv_values(path, encoding="utf-8")
    except UnicodeDecodeError:
        raise BadSetting(f"The file {path} is not UTF-8 text: save it as UTF-8.") from None
    except OSError as error:
        raise BadSetting(f"The file {path} cannot be read: {error.strerror}.") from None
    return {name: value for name, value in lines.items() if value is not None}
