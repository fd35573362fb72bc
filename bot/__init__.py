"""A Discord bot that plays tic-tac-toe. Start reading in `__main__`."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - pip says it only where it installs something
    sys.exit(f"The bot needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
