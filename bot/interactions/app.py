"""The app: what every handler works with."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.database.store import Store
from bot.interactions.clock import Clock
from bot.interactions.sending import Sender
from bot.interactions.thinking import Thinking
from bot.interactions.views import Views
from bot.messages.content import NO_LINKS, Links


@dataclass(frozen=True)
class App:
    """What every handler works with.

    links       the operator's own pages
    defaults    the values that the operator has chosen for settings that a server has not changed,
                by name
    demo_games  what plays the demo games that go on by themselves, by channel
    """

    store: Store
    thinking: Thinking
    sender: Sender
    views: Views
    clock: Clock
    rng: Random
    links: Links = NO_LINKS
    defaults: Mapping[str, Any] = field(default_factory=dict)
    demo_games: dict[int, asyncio.Task[None]] = field(default_factory=dict)
