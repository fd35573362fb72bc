"""Facts that hold for every database, whatever people did."""

from collections import Counter
from typing import Any

from sqlalchemy import select

from bot.database.tables import counts, seats, sessions, standings
from bot.database.transaction import AnyTransaction
from bot.play.seats import NOBODY
from bot.play.session import Termination
from engine.board import Board, Mark

Endings = dict[int, tuple[Any, ...]]


def check(transaction: AnyTransaction, endings: Endings) -> None:
    """Check that every session ended once, every result counts once and no move is lost.

    `endings` holds the endings seen so far; check adds new ones.
    """
    expected: Counter[tuple[int, str]] = Counter()
    for row in transaction.connection.execute(select(sessions)):
        taken = transaction.connection.execute(
            select(seats).where(seats.c.session_id == row.id)
        ).all()
        assert {seat.live for seat in taken} == {row.ended_at is None}
        assert {seat.ended_at for seat in taken} == {row.ended_at or 0}
        cells = tuple(map(int, row.moves))
        Board.after(cells, first=Mark(row.first))
        if row.ended_at is None:
            continue
        ending = (row.ended_at, row.end_reason, row.winner, cells)
        assert endings.setdefault(row.id, ending) == ending
        if not Termination(row.end_reason).counts:
            continue
        for seat in taken:
            if seat.user_id not in {None, NOBODY.user_id}:
                how = (
                    "drawn" if row.winner is None else "won" if row.winner == seat.mark else "lost"
                )
                expected[seat.user_id, how] += 1
    counted: Counter[tuple[int, str]] = Counter()
    for row in transaction.connection.execute(select(counts)):
        for how in ("won", "drawn", "lost"):
            counted[row.user_id, how] += getattr(row, how)
    assert +counted == +expected
    for row in transaction.connection.execute(select(standings).where(~standings.c.against_bot)):
        assert row.points == 3 * row.won + row.drawn
