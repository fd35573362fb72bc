"""Start here: `python -m bot` reads the command line (cli), which runs the bot on Discord (service) or
here (playground).
"""

from __future__ import annotations

import sys

from bot.cli import main

if __name__ == "__main__":
    sys.exit(main())
