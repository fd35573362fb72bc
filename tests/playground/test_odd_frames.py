"""Frames that no page of ours sends: whatever comes, the socket answers in one line and goes on."""

import json
import logging
from collections.abc import AsyncIterator, Sequence
from typing import Any, get_args

import aiohttp
import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from bot.playground.page_socket import Action
from bot.playground.simulated_discord import Here
from tests.support.page import LONG, Page, page, visitor

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXT = st.one_of(
    st.text(max_size=20), st.sampled_from(["alice", "bob", "general", "dm", "/ttt start", "de"])
)
LINES = ["/ttt start", "/ttt start bob", "5", "hint", "/ttt puzzle", "/ttt move cell:", "/ttt"]
POSITIONS = [".../.../... X", "XO./.OX/OX. X", "XXX/OO./... O", "X", "", "..../..../..../.... X"]
CELLS = st.lists(st.integers(0, 26), max_size=6)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "message": st.one_of(
        st.just("{message}"), st.integers(-1, 2**64).map(str), st.text(max_size=8)
    ),
    "custom_id": st.sampled_from(
        ["{custom_id}", "{custom_id}", "ttt:hint:1", "ttt", "", "ttt:cell:1:5"]
    ),
    "person": st.sampled_from(["alice", "bob", "carol", "eve", ""]),
    "place": st.sampled_from(["general", "lounge", "dm", "cellar", ""]),
    "command": st.sampled_from(["Challenge to tic-tac-toe", "Review this game", "Dance"]),
    "line": st.one_of(TEXT, st.sampled_from(LINES)),
    "locale": TEXT,
    "values": st.lists(TEXT, max_size=3),
    "seconds": st.integers(-1, 90),
    "id": st.integers(0, 9),
    "game": st.sampled_from(["3x3", "4x4", "misere", "fading", "chess"]),
    "position": st.one_of(
        st.sampled_from(POSITIONS), st.text("XO./ 1,", max_size=20), st.text(max_size=20)
    ),
    "moves": CELLS,
    "first": st.sampled_from("XO"),
    "opponent": st.sampled_from(["hard", "random", "me", ""]),
    "path": CELLS,
}
"""Likely and wrong values for the fields of all frames."""

any_json = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=10)),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


def frames(models: Sequence[type[BaseModel]], tag: str) -> st.SearchStrategy[str]:
    """Frames: right keys with likely or wrong values, a key more or less, any JSON, any text."""
    kinds = [
        {
            name: st.just(get_args(field.annotation)[0]) if name == tag else FIELDS[name]
            for name, field in model.model_fields.items()
        }
        for model in models
    ]
    right = st.one_of(map(st.fixed_dictionaries, kinds))
    names = st.sampled_from(sorted({"as", *(name for kind in kinds for name in kind)}))
    wrong = st.builds(lambda frame, key, value: frame | {key: value}, right, names, any_json)
    short = st.builds(lambda frame, n: dict(list(frame.items())[:n]), right, st.integers(0, 2))
    return st.one_of(
        st.one_of(right, right, wrong, short, any_json).map(json.dumps), st.text(max_size=30)
    )


with_its_log = settings(
    max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here() -> AsyncIterator[Page]:
    async with page() as one:
        yield one


async def reads(socket: aiohttp.ClientWebSocketResponse, kind: str) -> dict[str, Any]:
    """The next frame of a kind. Every refusal on the way is one line."""
    while True:
        frame: dict[str, Any] = await socket.receive_json(timeout=LONG)
        if frame["is"] == "refused":
            assert frame["text"]
            assert frame["text"].isprintable()
            assert len(frame["text"]) < 500
        if frame["is"] == kind:
            return frame


@with_its_log
@given(
    at=st.builds(
        Here, st.sampled_from(["alice", "bob", "carol"]), st.sampled_from(["general", "lounge"])
    ),
    sent=st.lists(frames(get_args(Action), "do"), min_size=8, max_size=16),
)
async def test_the_page_goes_on_after_any_frame(
    here: Page, at: Here, sent: list[str], caplog: pytest.LogCaptureFixture
):
    caplog.clear()
    await here.world.slash(at, "ttt privacy", {})
    known = here.world.messages(at)[-1]
    message, custom_id = str(known.id), known.buttons[0]["custom_id"]
    async with visitor(here, at.person, at.place) as page:
        socket = page.socket
        for frame in sent:
            await socket.send_str(
                frame.replace("{message}", message).replace("{custom_id}", custom_id)
            )
        await socket.send_json({"do": "suggest", "line": "/the end"})
        while (await reads(socket, "suggestions"))["line"] != "/the end":
            pass
        await socket.send_json({"do": "look", "id": 99, "game": "3x3", "position": POSITIONS[0]})
        while (await reads(socket, "done"))["id"] != 99:
            pass
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
