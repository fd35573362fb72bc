"""The first four plies of 5x5, solved beforehand, because searching them takes too long.

The file beside this one holds the result of every position of up to four marks, up to symmetry.
`python -m engine.openings_build` writes it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from struct import Struct
from types import MappingProxyType

from engine.games import GAMES
from engine.rules import Rules
from engine.score import Result

FILE = Path(__file__).with_name("openings.bin")
MARKS = 4
"""Positions of up to so many marks are in the file."""

_RECORD = Struct("<Q")  # the least key of a position, and its result in the last two bits


@cache
def openings_of(rules: Rules) -> Mapping[int, Result]:
    """The results for the side to move, by the least keys of the positions. Only 5x5 has openings."""
    if rules != GAMES["5x5"]:
        return MappingProxyType({})
    records = (record for (record,) in _RECORD.iter_unpack(zlib.decompress(FILE.read_bytes())))
    return MappingProxyType({record >> 2: Result((record & 3) - 1) for record in records})


def as_bytes(results: Iterable[tuple[int, Result]]) -> bytes:
    """The results in the form of the file."""
    records = sorted(key << 2 | result.value + 1 for key, result in results)
    return zlib.compress(b"".join(map(_RECORD.pack, records)), level=9)
