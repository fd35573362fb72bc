"""The command line. `python -m bot` runs the bot on Discord (running) or here (playground).

Each command imports what it needs when it runs, so that --help answers at once.
"""

from __future__ import annotations

import gc
import os
import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from bot.running.failures import BadSetting, Failed
from bot.running.version import version

_OK = 0
_FAILED = 1
_BAD_SETTING = 2  # the code argparse uses for a bad option
_INTERRUPTED = 130  # the code shells use for Ctrl-C

# Objects; with CPython's 700, collection took 5 % of the CPU, of a start 10 %.
GC_THRESHOLD = 20_000
_LAST_PORT = 65_535
_LARGEST_ID = 2**63 - 1  # Discord's ids reach it in 2084
_NO_LIBRARY = (
    "The library {library} is not installed for this Python. In the bot's folder, first type "
    ". .venv/bin/activate (on Windows, type .venv\\Scripts\\python for python). Without a virtual "
    'environment, type: pip install ".[playground]"'
)

_OF_THE_OPERATOR: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "users": (
        "do something about a person",
        {
            "show": "print everything that is kept about a person",
            "delete": "delete everything that is kept about a person",
            "ban": "shut a person out",
            "unban": "let a person in again",
        },
    ),
    "servers": (
        "do something about a server",
        {
            "leave": "let the bot leave a server",
            "ban": "shut a server out; a bot that is running leaves it",
            "unban": "let a server in again",
        },
    ),
}
"""What the operator's commands are about, and each of their actions with what it does."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, by default the one on the command line.

    Returns the exit code: 0, 1 for a failure, 2 for a bad setting, 130 after Ctrl-C.
    """
    options = _parser().parse_args(arguments)
    try:
        _run(options)
        if sys.stdout:  # it is None if it is closed
            sys.stdout.flush()
    except BrokenPipeError:  # nobody reads our output any more, so discard the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return _INTERRUPTED
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library in {"bot", "engine"}:
            raise
        print(_NO_LIBRARY.format(library=library), file=sys.stderr)
        return _FAILED
    except (BadSetting, Failed) as error:
        from bot.running import logs

        logs.end(str(error).splitlines()[0])
        if isinstance(error, BadSetting):
            return _BAD_SETTING
        return _FAILED
    return _OK


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m bot",
        description="A tic-tac-toe bot for Discord. Without a token you play it here.",
        epilog=(
            "Settings come from the environment or from a file .env in this folder; see "
            ".env.example."
        ),
    )
    parser.add_argument("--version", action="version", version=f"ttt-bot {version()}")
    surface = parser.add_mutually_exclusive_group()
    insist = "play on Discord; without a token this fails"
    surface.add_argument("--discord", action="store_true", help=insist)
    surface.add_argument(
        "--page", action="store_true", help="play here, only on the page in your browser"
    )
    surface.add_argument("--no-page", action="store_true", help="play here, only in this terminal")
    port = _whole(0, _LAST_PORT, f"is no port: it must be a whole number up to {_LAST_PORT}")
    parser.add_argument(
        "--port", type=port, default=0, help="the port of the page (default: any free one)"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")

    run = commands.add_parser("run", help="run the bot (what happens without a command)")
    run.add_argument("--discord", action="store_true", default=SUPPRESS, help=insist)
    commands.add_parser("sync", help="upload the slash commands once more, and missing tiles")
    backup = commands.add_parser("backup", help="copy a SQLite database, even while the bot runs")
    backup.add_argument(
        "file", type=Path, metavar="FILE", help="the file to write, which must be new"
    )
    copy = commands.add_parser(
        "copy", help="copy all games from SQLite to PostgreSQL; stop the bot first"
    )
    source = "the SQLite database, as in sqlite:///ttt.db"
    copy.add_argument("--from", dest="source", required=True, metavar="URL", help=source)
    target = (
        "an empty PostgreSQL database (default: DATABASE_URL, the place for an address with a "
        "password)"
    )
    copy.add_argument("--to", dest="target", metavar="URL", help=target)

    number = _whole(
        1, _LARGEST_ID, f"is not an ID: Discord's are whole numbers from 1 to {_LARGEST_ID}"
    )
    for about, (purpose, actions) in _OF_THE_OPERATOR.items():
        operating = commands.add_parser(about, help=purpose)
        each = operating.add_subparsers(
            title="actions", metavar="ACTION", dest="action", required=True
        )
        for action, does in actions.items():
            acting = each.add_parser(action, help=does)
            acting.add_argument("id", type=number, metavar="ID", help="Discord's number")
    return parser


def _whole(least: int, most: int, refusal: str) -> Callable[[str], int]:
    """Reads whole numbers from `least` to `most`. `refusal` follows any other text in its error."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and least <= int(text) <= most):
            raise ArgumentTypeError(f"{text!r} {refusal}")
        return int(text)

    return read


def _run(options: Namespace) -> None:
    if options.command not in {None, "run", "sync"}:
        from bot.running import operator_commands

        operator_commands.run(options)
        return
    from bot.running import logs
    from bot.running.settings import Settings

    try:
        settings = Settings.read()
    except BadSetting:  # it goes to the log, if that is in JSON
        if os.environ.get("LOG_FORMAT") == "json":
            logs.configure("INFO", None, as_json=True)
        raise
    plays_here = options.page or options.no_page
    plays_on_discord = options.discord or (settings.discord_token and not plays_here)
    if options.command == "sync" or plays_on_discord:
        import asyncio

        from bot.running import process

        if options.command == "sync":
            asyncio.run(process.sync(settings))
        else:
            asyncio.run(process.run_on_discord(settings))
    elif find_spec("simcord"):
        from bot.playground import start

        for warning in settings.warnings():
            print(warning, file=sys.stderr)
        start.run_playground(page=options.page, no_page=options.no_page, port=options.port)
    else:
        raise BadSetting(
            "Without DISCORD_TOKEN the bot plays here, and for that needs: "
            'pip install ".[playground]"'
        )


if __name__ == "__main__":
    gc.set_threshold(GC_THRESHOLD)
    sys.exit(main())
