"""Start here: `python -m bot` reads the command line (cli), which runs the bot on Discord (service) or
here (playground).
"""

from __future__ import annotations

import gc
import sys

from bot.cli import main

GC_THRESHOLD = 20_000  # objects; with CPython's 700, collection took 5 % of the CPU, of a start 10 %

if __name__ == "__main__":
    gc.set_threshold(GC_THRESHOLD)
    sys.exit(main())
