"""The time: this machine's, and that of an interaction, which Discord writes into its id."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

EPOCH = 1_420_070_400  # the start of 2015, where Discord's ids begin to count


@dataclass(frozen=True)
class Clock:
    """Tells the time of this machine, and sleeps by it. In a simulated Discord both are its own.

    now    seconds since 1970, UTC
    sleep  waits so many seconds
    """

    now: Callable[[], float] = time.time
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


def made_at(interaction_id: int) -> float:
    """When an interaction was made, by Discord's clock: seconds since 1970, UTC."""
    return (interaction_id >> 22) / 1000 + EPOCH
