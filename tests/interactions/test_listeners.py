"""Whoever listens to Discord gets words, whatever they press of all there is."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from bot.interactions.handlers import BUTTONS
from bot.messages.custom_id import CustomId, parse_custom_id, spoken_custom_id
from tests.support.server import Server
from tests.support.walk import Step, Walk
from tests.support.ways import WAYS, prepare

_DRAWN = 1 << 15  # Discord's flag of a message that is made of components


def may_be_said(step: Step) -> bool:
    """Whether a button is pressed that may be answered in words."""
    return isinstance(step.what, CustomId) and BUTTONS[step.what.name].in_words


def as_far_as_it_is_said(way: Sequence[Step]) -> Sequence[Step]:
    """The steps of a way up to the last such press."""
    last = max((place for place, step in enumerate(way) if may_be_said(step)), default=-1)
    return way[: last + 1]


HEARD = {
    name: as_far_as_it_is_said(way) for name, way in WAYS.items() if any(map(may_be_said, way))
}


class Listener(Walk):
    """A walk of somebody who presses every button for words, and is not told what to see."""

    async def take(self, step: Step) -> None:
        """Take a step. Fails if what could be said is drawn."""
        before = self._seen() if step.until else {}
        await self._do(step)
        while step.until and not self._shows(step, before):
            await self._press(step)

    async def _click(self, who: Any, message: Any, part: Mapping[str, Any]) -> Any:
        press = parse_custom_id(part["custom_id"])
        if press is None or not BUTTONS[press.name].in_words:
            return await super()._click(who, message, part)
        pressed = await self._server.send_press(who, spoken_custom_id(part["custom_id"]), message)
        answered = self._server.answers()[-1]["data"]
        assert not answered.get("flags", 0) & _DRAWN, press
        return pressed


@pytest.mark.usefixtures("_days_pass_quickly")
@pytest.mark.parametrize("way", HEARD)
async def test_what_shows_a_board_is_said_to_those_who_press_for_words(server: Server, way: str):
    await prepare(server)
    walk = Listener(server)
    for step in HEARD[way]:
        await walk.take(step)
