"""What others notice when one person floods the bot: `python -m tests.benchmarks.flood`.

A real process on a Discord on loopback. Many people press a button now and then; one person presses
a thousand times at once, again and again. It prints how many of the others got no answer within
Discord's three seconds, and how busy the machine was.
"""

import asyncio
import os
import tempfile
from pathlib import Path

from tests.support import loopback

_OTHERS = 200  # people
_PACE = 100  # presses of all of them in a second
_AT_ONCE = 1000  # presses of the one
_FLOODS = 3
_BETWEEN = 5.0  # seconds
_PATIENCE = 3.0  # seconds that Discord waits

_PRESS = {"custom_id": "ttt:keep", "component_type": 2}  # shows what is kept about the person


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with loopback.open_loopback() as discord:
            process = await discord.start(cwd=Path(folder), TILES="off")
            others = asyncio.create_task(_others(discord))
            for _ in range(_FLOODS):
                await asyncio.sleep(_BETWEEN)
                for _ in range(_AT_ONCE):
                    await discord.send(3, _PRESS, loopback.message("ttt:keep"))
            answered = await others
            await loopback.stopped(process)
    load = os.getloadavg()[0]
    print(f"{_FLOODS} floods of {_AT_ONCE} presses. The others pressed {len(answered)} times;")
    print(f"{answered.count(False)} got no answer. The machine's load was {load:.1f}.")


async def _others(discord: loopback.Loopback) -> list[bool]:
    """Press at an even pace during all floods; returns whether each was answered in time."""
    waiting: list[asyncio.Task[bool]] = []
    for number in range(int(_PACE * _BETWEEN * (_FLOODS + 1))):
        person = 1 + number % _OTHERS
        token = await discord.send(3, _PRESS, loopback.message("ttt:keep"), person)
        waiting.append(asyncio.create_task(_is_answered(discord, token)))
        await asyncio.sleep(1 / _PACE)
    return await asyncio.gather(*waiting)


async def _is_answered(discord: loopback.Loopback, token: str) -> bool:
    await asyncio.sleep(_PATIENCE)
    return token in discord.answered_tokens


if __name__ == "__main__":
    asyncio.run(main())
