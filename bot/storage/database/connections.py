"""Connections to a PostgreSQL server, kept open from one transaction to the next."""

from __future__ import annotations

import asyncio

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


class Connections:
    """At most `most` connections of an engine that keeps none itself.

    SQLAlchemy's own pool hands one out and takes it back at a quarter of the cost of a move.
    """

    def __init__(self, engine: AsyncEngine, most: int) -> None:
        self._engine = engine
        self._free = asyncio.Semaphore(most)
        self._idle: list[AsyncConnection] = []

    async def take(self) -> AsyncConnection:
        """A connection for the caller alone, who gives it back."""
        await self._free.acquire()
        try:
            return self._idle.pop() if self._idle else await self._engine.connect()
        except BaseException:
            self._free.release()
            raise

    async def give_back(self, connection: AsyncConnection) -> None:
        """Keep the connection for the next caller, or close it if `invalidate` says that it is lost."""
        self._free.release()
        if connection.invalidated:
            await connection.close()
        else:
            self._idle.append(connection)

    @property
    def any_idle(self) -> bool:
        """Whether one is open that nobody uses, and that may have been lost unnoticed."""
        return bool(self._idle)

    async def close(self) -> None:
        """Close all that nobody uses."""
        while self._idle:
            await self._idle.pop().close()
