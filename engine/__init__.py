"""Tic-tac-toe itself: rules, exact scores and opponents. Standard library only."""

import sys

OLDEST_PYTHON = (3, 11)

if sys.version_info < OLDEST_PYTHON:
    sys.exit(f"This needs Python 3.11 or newer; this one is {sys.version.split()[0]}.")
