"""What all tables share: their metadata, and the types of columns."""

from __future__ import annotations

from sqlalchemy import BigInteger, Integer, MetaData, String

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

snowflake = BigInteger  # Discord's ids: 64 bits
timestamp = BigInteger  # whole seconds since 1970, UTC
mark = String(1)  # X or O
game = String(20)  # a name of engine.games.GAMES
language = String(10)  # one of Discord's locales
look = String(20)  # a name of bot.rendering.looks
counted = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts only INTEGER up, also of 64 bits
