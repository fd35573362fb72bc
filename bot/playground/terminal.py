"""Talk with the bot in a terminal, or from a pipe."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import TextIO

import simcord
from prompt_toolkit import PromptSession
from prompt_toolkit.patch_stdout import patch_stdout

from bot.playground.completion import USAGE, Words
from bot.playground.drawing import draw
from bot.playground.world import Component, Hint, World
from bot.rendering.catalogue import say

Show = Callable[[str], None]

_TICK = 1.0  # seconds
_FEW = 12  # choices of an option that help lists
_LONGEST = 3600  # seconds to wait at a time
_STEPS = 60  # in which a longer wait goes by


async def talk(env: simcord.Env, source: TextIO) -> None:
    """Converse until `source` ends: at a prompt if it is a terminal, line by line otherwise."""
    world, turn = World(env), asyncio.Lock()
    print(_banner(), flush=True)
    if not source.isatty():
        await converse(world, turn, _lines(source), partial(print, flush=True), echo=True)
        return
    with patch_stdout(raw=True):  # the bot may speak while somebody types
        await converse(world, turn, _typed(world, turn), print)


async def converse(
    world: World, turn: asyncio.Lock, lines: AsyncIterator[str], show: Show, *, echo: bool = False
) -> None:
    """Do what each line says, and show what the bot makes of it; meanwhile time goes by.

    `turn` is held by whoever uses the world: the simulation does one thing at a time.
    """
    clock = asyncio.create_task(_run_time(world, turn, show))
    try:
        async for line in lines:
            if echo:
                show(f"\n{_prompt(world)}{line}")
            if line.strip() in {"quit", "exit"}:
                return
            async with turn:
                await _do(world, line.replace('"', "").split(), show)
    finally:
        clock.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await clock


async def _do(world: World, words: list[str], show: Show) -> None:
    """Carry out one line; what makes no sense is answered with a hint."""
    try:
        match words:
            case []:
                return
            case ["help" | "?"]:
                show(_help(world))
            case ["as", name]:
                world.become(name)
            case ["in", channel]:
                world.go_to(channel.removeprefix("#"))
            case ["dm"]:
                world.go_to_direct_messages()
            case ["click", *label] if label:
                await world.click(" ".join(label))
            case ["wait", seconds] if seconds.isdecimal() and int(seconds) <= _LONGEST:
                await _wait(world, int(seconds), show)
            case ["menu", *command, name] if command:
                await world.menu(" ".join(command), name)
            case [word, *rest] if word.startswith("/"):
                await world.slash([word.removeprefix("/"), *rest])
            case [verb, *_] if verb in USAGE:
                raise Hint(say("Type it like this: {usage}", usage=USAGE[verb]))
            case _:
                raise Hint(say("The bot does not read messages. Type /ttt start, or help."))
    except Hint as hint:
        show(str(hint))
    except (simcord.SetupError, simcord.BackendError) as error:
        show(say("Discord would not allow that: {reason}", reason=error))
    _tell(world, show)


async def _wait(world: World, seconds: int, show: Show) -> None:
    """Let the simulation's time go by, and show what happens on the way."""
    steps = min(seconds, _STEPS)
    for _ in range(steps):
        await world.pass_time(seconds / steps)
        _tell(world, show)


async def _run_time(world: World, turn: asyncio.Lock, show: Show) -> None:
    passed = time.perf_counter()
    while True:
        await asyncio.sleep(_TICK)
        async with turn:
            now = time.perf_counter()
            await world.pass_time(now - passed)
            passed = now
            _tell(world, show)


def _tell(world: World, show: Show) -> None:
    for message in world.news():
        show(draw(message, world.names, world.now))


async def _typed(world: World, turn: asyncio.Lock) -> AsyncIterator[str]:
    """What somebody types at the prompt, until Ctrl-C or Ctrl-D."""
    session: PromptSession[str] = PromptSession(completer=Words(world, turn), complete_while_typing=False)
    while True:
        try:
            typed = await session.prompt_async(lambda: "\n" + _prompt(world))
        except (EOFError, KeyboardInterrupt):
            return
        for line in typed.splitlines():  # a terminal hands over what is pasted as one
            yield line


async def _lines(source: TextIO) -> AsyncIterator[str]:
    """The lines of a pipe or file. A thread reads them, and is left behind if it still waits at the end."""
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed: nobody listens any more
            for line in source:
                loop.call_soon_threadsafe(lines.put_nowait, line.rstrip("\n"))
            loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, name="playground input", daemon=True).start()
    while (line := await lines.get()) is not None:
        yield line


def _prompt(world: World) -> str:
    if world.place == "dm":
        return say("{person} to the bot › ", person=world.person)
    return say("{person} in #{channel} › ", person=world.person, channel=world.place)


def _banner() -> str:
    return say(
        "This is a simulated Discord on your own machine: nothing leaves it, and nothing is kept.\n"
        "Type /ttt start to play, /ttt move 5 or click 5 to move, and help for the rest.\n"
        "To play on Discord itself, set DISCORD_TOKEN as the README says and start the bot again."
    )


def _help(world: World) -> str:
    commands = "\n".join(
        f"/{path} {' '.join(map(_usage, options))}".rstrip() for path, options in world.commands()
    )
    return (
        commands
        + "\n"
        + say(
            "click 5         press a button\n"
            "as bob          be somebody else: alice, bob or carol\n"
            "in #lounge      go to another channel: #general or #lounge\n"
            "dm              talk with the bot alone\n"
            "menu Challenge to tic-tac-toe bob   the command in the menu of bob's name\n"
            "wait 300        let 300 seconds go by, 3600 at most\n"
            "quit            leave\n"
            "To play a friend: /ttt start bob, as bob, click Accept. At a prompt, Tab completes."
        )
    )


def _usage(option: Component) -> str:
    """An option and what it takes, as in `mark:X|O|random` or `cell:1-9`; of many choices the first few."""
    if "choices" in option:
        names = [choice["name"] for choice in option["choices"]]
        return f"{option['name']}:{'|'.join(names[:_FEW] + ['…'] * (len(names) > _FEW))}"
    if "min_value" in option:
        return f"{option['name']}:{option['min_value']}-{option['max_value']}"
    return f"{option['name']}:"
