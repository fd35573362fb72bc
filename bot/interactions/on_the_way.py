"""Requests on their way to Discord, which may reach it in another order than they are sent."""

import asyncio
from collections.abc import Hashable, Iterator
from contextlib import contextmanager


class OnTheWay:
    """Requests that Discord has not confirmed yet, by what they draw."""

    def __init__(self) -> None:
        self._requests: dict[Hashable, list[asyncio.Future[None]]] = {}

    def drawing(self, what: Hashable) -> set[asyncio.Future[None]]:
        """What is on its way to draw this. Each is done once it is confirmed or lost."""
        return set(self._requests.get(what, ()))

    @contextmanager
    def note(self, *draws: Hashable) -> Iterator[None]:
        """Note that the block sends a request that draws these; None stands for nothing."""
        request = asyncio.get_running_loop().create_future()
        drawn = [what for what in draws if what is not None]
        for what in drawn:
            self._requests.setdefault(what, []).append(request)
        try:
            yield
        finally:
            request.set_result(None)
            for what in drawn:
                self._requests[what].remove(request)
                if not self._requests[what]:
                    del self._requests[what]
