"""The ways, walked once in a process, and all messages that are drawn on them.

While a way is walked, the store fails each person once before each of their steps; nothing may be
seen of that but one answer. What is drawn is recorded as it is drawn, by which function and of
what, so it can be drawn again in any language.
"""

import asyncio
import importlib
import inspect
import logging
import pkgutil
import re
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import cache, wraps
from typing import Any, get_args, get_type_hints

import pytest

import bot
from bot.database.store import Store
from bot.database.transaction import AnyTransaction
from bot.interactions import answering
from bot.interactions.handlers import BUTTONS, Pressable
from bot.interactions.interaction import Answer, Interaction
from bot.messages.content import Card, Content
from bot.messages.custom_id import CustomId
from bot.messages.texts import Voice
from bot.play import rows
from bot.play.session import Session
from engine import minimax
from engine.puzzles import fill_tables
from tests.support import memory
from tests.support.server import Server, open_server
from tests.support.stores import new_sqlite
from tests.support.waiting import LONG, PATIENCE
from tests.support.walk import Step, Walk
from tests.support.ways import WAYS, prepare

_SAID = {"text", "note"}  # parameters that hold words in a language already


class Failure(OSError, RuntimeError):
    """What no handler knows, whatever errors it knows."""


@dataclass(frozen=True)
class Drawn:
    """A message that was drawn on a way.

    step      whose it was: a command, a button, or the clock
    renderer  the function that drew it, such as `bot.play.card.board_card`
    draw      draws it again, in a voice
    """

    way: str
    step: str
    renderer: str
    content: Content
    draw: Callable[[Voice], Content]


@cache
def recording() -> Mapping[str, Drawn]:
    """Every message that was drawn on the ways, by a name that says where. None is there twice."""
    times = Counter[str]()
    known = set[tuple[str, str]]()
    found = {}
    for drawn in (each for way in WAYS for each in walked(way)):
        what = drawn.renderer, repr(drawn.content)
        if what in known:
            continue
        known.add(what)
        name = f"{drawn.way}: {drawn.step}"
        times[name] += 1
        if times[name] > 1:
            name += f" ({times[name]})"
        found[name] = drawn
    return found


@cache
def walked(way: str) -> tuple[Drawn, ...]:
    """What was drawn on a way. Fails if a step does not lead on as it should."""
    logging.disable()
    try:
        return asyncio.run(_walk(way))
    finally:
        logging.disable(logging.NOTSET)


async def _walk(way: str) -> tuple[Drawn, ...]:
    recorder = _Recorder(way)
    with memory.folder() as folder, pytest.MonkeyPatch.context() as patch:
        for patience in PATIENCE:
            patch.setattr(patience, LONG)
        patch.setattr("bot.running.transactions.STANDSTILL", 3 * 3600)
        recorder.listen(patch)
        async with (
            Store.open(new_sqlite(folder)) as store,
            open_server(store, keeps_house=True) as server,
        ):
            _saves_last(patch, store)
            with _saves_every_change(patch), _never_waits(store), _can_be_said(patch):
                await prepare(server)
                await _take_steps(server, way, recorder)
    return tuple(recorder.drawn)


async def _take_steps(server: Server, way: str, recorder: "_Recorder") -> None:
    walk = Walk(server)
    for step in WAYS[way]:
        recorder.step = _name(step)
        if step.who is None:
            await walk.take(step)
        else:
            failure = Failure("a secret of the machine room")
            await walk.take_after(failure, step, "Something broke on my end")


def _name(step: Step) -> str:
    if step.who is None:
        return "time passes"
    if isinstance(step.what, CustomId):
        return step.what.name
    return str(step.what)


class _Recorder:
    """Notes what is drawn on a way."""

    def __init__(self, way: str) -> None:
        self.drawn: list[Drawn] = []
        self.step = ""
        self._way = way
        self._depth = 0  # of the functions that draw, one of which calls another

    def listen(self, patch: pytest.MonkeyPatch) -> None:
        """Note what is drawn from now on, wherever in the bot a function that draws is called."""
        listening = {
            function: self._listening(name, function) for name, function in renderers().items()
        }
        for name, module in [*sys.modules.items()]:
            if name.partition(".")[0] == "bot":
                for attribute, value in [*vars(module).items()]:
                    if inspect.isfunction(value) and value in listening:
                        patch.setattr(module, attribute, listening[value])

    def _listening(self, name: str, function: Callable[..., Content | None]) -> Callable[..., Any]:
        @wraps(function)
        def draw(*args: Any, **kwargs: Any) -> Content | None:
            self._depth += 1
            try:
                content = function(*args, **kwargs)
            finally:
                self._depth -= 1
            if content and not self._depth:
                self._note(
                    name, function, content, inspect.signature(function).bind(*args, **kwargs)
                )
            return content

        return draw

    def _note(
        self,
        name: str,
        function: Callable[..., Any],
        content: Content,
        given: inspect.BoundArguments,
    ) -> None:
        if any(given.arguments.get(each) for each in _SAID):
            return

        def again(voice: Voice) -> Content:
            given.arguments["voice"] = voice
            return function(*given.args, **given.kwargs)

        self.drawn.append(Drawn(self._way, self.step, name, content, again))


@cache
def renderers() -> dict[str, Callable[..., Content | None]]:
    """The public functions of the rooms that draw a message in a given voice, by their names.

    What becomes of an error is no message of a room: refusals are found where they are raised.
    """
    kinds = {*get_args(Content)}
    found = {}
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        if not module.name.endswith(("card", "posts", "spoken_board")):
            continue
        functions = inspect.getmembers(importlib.import_module(module.name), inspect.isfunction)
        for name, function in functions:
            if function.__module__ != module.name or name.startswith("_"):
                continue
            if "voice" not in inspect.signature(function).parameters:
                continue  # it chooses one of the others
            returned = get_type_hints(function)["return"]
            if kinds & {returned, *get_args(returned)}:
                found[f"{module.name}.{name}"] = function
    return found


@contextmanager
def _saves_every_change(patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails if a field has changed that no changing column shows: it would silently be lost."""
    write = rows._write_changes
    lost: set[str] = set()

    def write_and_compare(
        transaction: AnyTransaction, before: Session, after: Session, *args: Any, **kwargs: Any
    ) -> Session:
        written = write(transaction, before, after, *args, **kwargs)
        for field in fields(Session):
            value = getattr(written, field.name)
            if not field.compare or value == getattr(before, field.name):
                continue
            changed = replace(before, **{field.name: value})
            if rows.changing_columns(changed) == rows.changing_columns(before):
                lost.add(field.name)
        return written

    patch.setattr(rows, "_write_changes", write_and_compare)
    yield
    assert not lost


def _saves_last(patch: pytest.MonkeyPatch, store: Store) -> None:
    """Fail an interaction that asks the store again after it has saved. If the store failed then,
    people would read that nothing counted.
    """
    serve = store.serve
    direct = store._database._engine.raw_connection().driver_connection
    saved = set()

    async def serve_and_note(interaction: Any, work: Callable[..., Any], *args: Any, **kwargs: Any):
        def note_changes(
            transaction: AnyTransaction, *args: Any, **kwargs: Any
        ) -> tuple[Any, bool]:
            before = direct.total_changes
            result = work(transaction, *args, **kwargs)
            return result, direct.total_changes > before

        assert interaction is None or interaction.id not in saved
        result, has_changed = await serve(interaction, note_changes, *args, **kwargs)
        if interaction and has_changed:
            saved.add(interaction.id)
        return result

    patch.setattr(store, "serve", serve_and_note)


@contextmanager
def _can_be_said(patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails if a button that may be pressed for words shows what is only drawn."""
    only_drawn: list[CustomId] = []

    def listening(button: Pressable) -> Pressable:
        async def handle(interaction: Interaction, *about: int | str) -> Answer:
            answer = await button.handler(interaction, *about)
            if isinstance(answering._in_words(answer, interaction), Card):
                only_drawn.append(interaction.custom_id)
            return answer

        return replace(button, handler=handle)

    for name, button in [*BUTTONS.items()]:
        if button.in_words:
            patch.setitem(BUTTONS, name, listening(button))
    yield
    assert not only_drawn


@contextmanager
def _never_waits(store: Store) -> Iterator[None]:
    """Fails if the event loop's thread meets the database or searches, or if a statement walks
    through a table.
    """
    threads = set()
    statements = set()

    def note(statement: str) -> None:
        threads.add(threading.current_thread())
        statements.add(statement)

    direct = store._database._engine.raw_connection().driver_connection
    direct.set_trace_callback(note)
    fill_tables()
    searched = minimax._score.cache_info().misses
    yield
    assert threads
    assert threading.main_thread() not in threads
    assert minimax._score.cache_info().misses == searched
    direct.set_trace_callback(None)
    for statement in statements:
        if statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE")):
            for *_, step in direct.execute(f"EXPLAIN QUERY PLAN {statement}"):
                walked = re.match(r"SCAN (?!CONSTANT|pragma_)(\w+)|.* USING AUTOMATIC", step)
                # The operator sets few bans; what a subquery has found is no table.
                if walked and walked[1] != "bans" and f") AS {walked[1]}" not in statement:
                    pytest.fail(f"{step}: {statement}")
