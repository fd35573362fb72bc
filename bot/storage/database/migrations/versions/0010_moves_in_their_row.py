"""The moves of a session in its row, one character each: a game is one row, read and locked as one.

On PostgreSQL, where the version before may run on beside this one, it finds a view under the name of the
table, which it reads and writes as it did the table. That goes one version later. Nobody can play while the
games are carried over.
"""

from itertools import groupby
from operator import itemgetter

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_CELLS = "123456789abcdefghijklmnopqrstuvwxyz"
_AT_ONCE = 10_000


def upgrade() -> None:
    op.add_column("sessions", sa.Column("moves", sa.Text(), server_default="", nullable=False))
    if op.get_bind().dialect.name == "postgresql":
        _carry_over_on_postgres()
    else:
        _carry_over_on_sqlite()


def _carry_over_on_postgres() -> None:
    op.execute(
        f"UPDATE sessions SET moves = played.cells FROM (SELECT session_id,"
        f" string_agg(substr('{_CELLS}', cell, 1), '' ORDER BY ply) AS cells FROM moves GROUP BY session_id)"
        f" AS played WHERE played.session_id = sessions.id"
    )
    op.drop_table("moves")
    op.execute(
        "CREATE VIEW moves AS SELECT sessions.id AS session_id, ply,"
        f" strpos('{_CELLS}', substr(sessions.moves, ply + 1, 1)) AS cell"
        " FROM sessions CROSS JOIN LATERAL generate_series(0, length(sessions.moves) - 1) AS ply"
    )
    op.execute(
        "CREATE FUNCTION move_as_before() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" UPDATE sessions SET moves = moves || substr('{_CELLS}', NEW.cell, 1)"
        " WHERE id = NEW.session_id AND length(moves) = NEW.ply;"
        " IF NOT FOUND THEN RAISE unique_violation USING MESSAGE = 'another move was faster'; END IF;"
        " RETURN NEW; END $$"
    )
    op.execute(  # a session's moves go with its row
        "CREATE FUNCTION keep_moves() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$"
    )
    for event, function in (("INSERT", "move_as_before"), ("DELETE", "keep_moves")):
        op.execute(
            f"CREATE TRIGGER {function} INSTEAD OF {event} ON moves"
            f" FOR EACH ROW EXECUTE FUNCTION {function}()"
        )


def _carry_over_on_sqlite() -> None:
    connection = op.get_bind()
    write = sa.text("UPDATE sessions SET moves = :cells WHERE id = :id")
    played = connection.execute(sa.text("SELECT session_id, cell FROM moves ORDER BY session_id, ply")).all()
    games = [
        {"id": session_id, "cells": "".join(_CELLS[cell - 1] for _, cell in rows)}
        for session_id, rows in groupby(played, key=itemgetter(0))
    ]
    for start in range(0, len(games), _AT_ONCE):
        connection.execute(write, games[start : start + _AT_ONCE])
    op.drop_table("moves")
