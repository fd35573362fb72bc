"""The command line. Each command imports what it needs when it runs, so that --help answers at once."""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.failures import BadSetting, Failed
from bot.version import version

if TYPE_CHECKING:
    from bot.settings import Settings

_OK = 0
_FAILED = 1
_BAD_SETTING = 2  # the code argparse uses for a bad option
_INTERRUPTED = 130  # the code shells use for Ctrl-C

_OF_THE_OPERATOR: Mapping[str, Mapping[str, str]] = {
    "users": {
        "": "list who plays most, or do something about someone",
        "show": "print everything that is kept about a person",
        "delete": "delete everything that is kept about a person",
        "ban": "shut a person out",
        "unban": "let a person in again",
        "banned": "list the people who are banned",
    },
    "servers": {
        "": "list the servers, first where most is played, or do something about one",
        "leave": "let the bot leave a server",
        "ban": "shut a server out; a bot that is running leaves it",
        "unban": "let a server in again",
        "banned": "list the servers that are banned",
    },
    "games": {"": "list the last games, or those of a server or a person"},
    "stats": {"": "say how much is played, and how much is stored"},
}
"""What each command of the operator does: without an action, and with each."""

_LAST_PORT = 65_535
_LARGEST_ID = 2**63 - 1  # Discord's ids reach it in 2084
_PLAYGROUND = ("simcord", "prompt_toolkit")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, by default the one on the command line.

    Returns the exit code: 0, 1 for a failure, 2 for a bad setting, 130 after Ctrl-C.
    """
    options = _parser().parse_args(arguments)
    try:
        options.command(options)
        if sys.stdout:  # it is None if it is closed
            sys.stdout.flush()
    except BrokenPipeError:  # nobody reads our output any more, so discard the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BadSetting as error:
        return _complain(error, _BAD_SETTING)
    except Failed as error:
        return _complain(error, _FAILED)
    return _OK


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m bot",
        description="A tic-tac-toe bot for Discord. Without a token you play it here.",
        epilog="Settings come from the environment or from a file .env in this folder; see .env.example.",
    )
    parser.add_argument("--version", action="version", version=f"ttt-bot {version()}")
    insist = "fail if there is no token, rather than play here"
    parser.add_argument("--discord", action="store_true", help=insist)
    _describe_playground(parser)
    parser.set_defaults(command=_run)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    run = commands.add_parser("run", help="run the bot (what happens without a command)")
    run.add_argument("--discord", action="store_true", default=SUPPRESS, help=insist)
    sync = commands.add_parser("sync", help="upload the slash commands once more, and missing tiles")
    sync.set_defaults(command=_sync)
    _describe_backup(commands.add_parser("backup", help="copy a SQLite database, even while the bot runs"))
    _describe_copy(
        commands.add_parser("copy", help="copy all games from SQLite to PostgreSQL; stop the bot first")
    )
    for about, actions in _OF_THE_OPERATOR.items():
        _describe(about, actions, commands)
    return parser


def _describe(about: str, actions: Mapping[str, str], commands: Any) -> None:
    """A command of the operator: without an action it lists, and most actions need an id."""
    listing = commands.add_parser(about, help=actions[""])
    if about != "stats":
        how_many = "how many to list (default: 20)"
        listing.add_argument("--most", type=_count, default=20, metavar="N", help=how_many)
    if about == "games":
        listing.add_argument("--live", action="store_true", help="only games that are on")
        listing.add_argument("--server", type=_id, metavar="ID", help="only games in this server")
        listing.add_argument("--user", type=_id, metavar="ID", help="only games of this person")
    listing.set_defaults(command=_operate, about=about, action=None)
    if len(actions) > 1:
        each = listing.add_subparsers(title="actions", metavar="ACTION")
        for action in filter(None, actions):
            parser = each.add_parser(action, help=actions[action])
            parser.set_defaults(action=action)
            if action != "banned":
                parser.add_argument("id", type=_id, metavar="ID", help="Discord's number")
            if action == "delete":
                parser.add_argument("--yes", action="store_true", help="delete without asking first")


def _describe_playground(parser: ArgumentParser) -> None:
    surface = parser.add_mutually_exclusive_group()
    surface.add_argument("--page", action="store_true", help="play only on the page in your browser")
    surface.add_argument("--no-page", action="store_true", help="play only in this terminal")
    parser.add_argument("--port", type=_port, default=0, help="the port of the page (default: any free one)")


def _port(text: str) -> int:
    """The number of a port. Raises ArgumentTypeError."""
    if not (text.isdecimal() and 0 <= int(text) <= _LAST_PORT):
        raise ArgumentTypeError(f"{text!r} is no port: it must be a whole number up to {_LAST_PORT}")
    return int(text)


def _count(text: str) -> int:
    """How many. Raises ArgumentTypeError."""
    if not (text.isdecimal() and 0 < int(text) <= _LARGEST_ID):
        raise ArgumentTypeError(f"{text!r} is not how many: it must be a whole number from 1")
    return int(text)


def _id(text: str) -> int:
    """The id of a person or a server. Raises ArgumentTypeError."""
    if not (text.isdecimal() and 0 < int(text) <= _LARGEST_ID):
        raise ArgumentTypeError(f"{text!r} is not an ID: Discord's are whole numbers from 1 to {_LARGEST_ID}")
    return int(text)


def _describe_backup(backup: ArgumentParser) -> None:
    backup.add_argument("file", type=Path, metavar="FILE", help="the file to write, which must be new")
    backup.set_defaults(command=_backup)


def _describe_copy(copy: ArgumentParser) -> None:
    copy.add_argument(
        "--from",
        dest="source",
        required=True,
        metavar="URL",
        help="the SQLite database, as in sqlite:///ttt.db",
    )
    copy.add_argument(
        "--to",
        dest="target",
        metavar="URL",
        help="an empty PostgreSQL database (default: DATABASE_URL, the place for an address with a password)",
    )
    copy.set_defaults(command=_copy)


def _run(options: Namespace) -> None:
    settings = _settings()
    if settings.discord_token or options.discord:
        from bot import service

        service.play(settings)
        return
    if not all(map(find_spec, _PLAYGROUND)):
        raise BadSetting(
            "Without DISCORD_TOKEN the bot plays here, and for that needs: pip install '.[playground]'"
        )
    from bot.playground import start

    start.play(start.chosen(page=options.page, no_page=options.no_page, port=options.port))


def _operate(options: Namespace) -> None:
    from bot import operator_commands

    operator_commands.run(options)


def _sync(_: Namespace) -> None:
    from bot import service

    service.sync(_settings())


def _backup(options: Namespace) -> None:
    from bot.settings import Settings
    from bot.storage.database.copies import BackupFailed, back_up

    try:
        back_up(Settings.read().database_url, options.file)
    except BackupFailed as error:
        raise Failed(str(error)) from error
    print(f"All games are in {options.file}.")


def _copy(options: Namespace) -> None:
    from bot.settings import Settings

    source = _address("--from", options.source)
    target = _address("--to", options.target) if options.target else Settings.read().database_url

    import asyncio

    from bot.storage.database.copies import CopyFailed, copy
    from bot.storage.errors import CannotOpenStore

    try:
        copied = asyncio.run(copy(source, target))
    except (CopyFailed, CannotOpenStore) as error:
        raise Failed(str(error)) from error
    print("Copied " + ", ".join(f"{count} {name}" for name, count in copied.items()) + ".")


def _address(option: str, url: str) -> str:
    """A database address from the command line. Raises BadSetting."""
    from bot.storage.database.address import BadAddress, read_address

    try:
        address = read_address(url)
    except BadAddress as error:
        raise BadSetting(f"{option} {error}") from None
    if address.has_password:  # every user sees it in the list of processes, and the shell stores it
        raise BadSetting(
            f"{option} holds a password, which other users can see: put the address into DATABASE_URL"
            f" or DATABASE_URL_FILE, and leave {option} out."
        )
    return url


def _settings() -> Settings:
    """The settings of a process with a log. Raises BadSetting, which goes to the log if that is in JSON."""
    from bot import logs
    from bot.settings import Settings

    try:
        return Settings.read()
    except BadSetting:
        if os.environ.get("LOG_FORMAT") == "json":
            logs.configure("INFO", None, as_json=True)
        raise


def _complain(error: Exception, exit_code: int) -> int:
    from bot import logs

    logs.end(str(error).splitlines()[0])
    return exit_code
