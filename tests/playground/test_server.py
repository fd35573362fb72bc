"""The page's server: whom it answers, what it refuses, what a page is told and makes people do."""

import asyncio
import re
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import aiohttp
import pytest
import pytest_asyncio
from simcord.components import walk_components

from bot.playground import page_socket
from bot.playground.server import serve
from bot.playground.simulated_discord import Here
from bot.running.failures import Failed
from tests.support.languages import spoken
from tests.support.page import LONG, Page, Visitor, page, visitor

VALUE = re.compile(r":\S")  # of an option; it says by itself what it means
NEEDED = re.compile(r'(?:href|src|from)(?:=| )"([^"]+\.(?:css|js))"')
MOST = 165_000  # bytes of the page without pictures, and what the lessons show

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here() -> AsyncIterator[Page]:
    async with page() as one:
        yield one


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as one:
        yield one


async def status(session: aiohttp.ClientSession, address: str, **headers: str) -> int:
    async with session.get(address, headers=headers) as answer:
        return answer.status


async def test_the_page_and_all_it_needs_come_from_here_and_are_light(
    here: Page, session: aiohttp.ClientSession
):
    async with session.get(here.address) as answer:
        policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    found = dict[str, str]()
    todo = [here.address]
    while todo:
        address = todo.pop()
        if address not in found:
            async with session.get(address) as answer:
                assert answer.status == 200, address
                found[address] = await answer.text()
            todo += [urljoin(address, needed) for needed in NEEDED.findall(found[address])]
    assert f"{here.address}learn/page/tree_picture.js" in found
    assert sum(len(text.encode()) for text in found.values()) < MOST


async def test_pictures_and_what_the_lessons_show_are_served(
    here: Page, session: aiohttp.ClientSession
):
    for path, kind in (
        ("tiles/cell_34.png", "image/png"),
        ("playground/page/avatar.png", "image/png"),
        ("learn/page/icon.png", "image/png"),
        ("learn/page/lessons.json", "application/json"),
    ):
        async with session.get(here.address + path) as answer:
            assert (answer.status, answer.content_type) == (200, kind)


async def test_nothing_else_is_served(here: Page, session: aiohttp.ClientSession):
    for path in (
        "learn/page/none.js",
        "playground/page/..%2F..%2Fserver.py",
        "tiles/none.png",
        "none",
    ):
        assert await status(session, here.address + path) == 404


async def test_without_the_secret_there_is_nothing(here: Page, session: aiohttp.ClientSession):
    for path in (
        "/",
        "/wrong/",
        "/wrong/socket",
        "/wrong/learn/page/lessons.json",
        "/wrong/playground/page/main.js",
    ):
        assert await status(session, here.origin + path, Origin=here.origin) == 404


async def test_another_origin_is_refused(here: Page, session: aiohttp.ClientSession):
    for origin in ("https://evil.example", "null", here.origin.replace("127.0.0.1", "localhost")):
        assert await status(session, here.address, Origin=origin) == 403
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await session.ws_connect(f"{here.address}socket", origin=origin)


async def test_a_socket_that_does_not_say_where_it_comes_from_is_refused(
    here: Page, session: aiohttp.ClientSession
):
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await session.ws_connect(f"{here.address}socket")


async def test_another_host_name_is_refused_with_what_to_do_where_a_port_is_forwarded(
    here: Page, session: aiohttp.ClientSession
):
    async with session.get(here.address, headers={"Host": "localhost:1"}) as answer:
        assert answer.status == 403
        port = here.origin.rpartition(":")[2]
        assert f"forward it to port {port} of your own machine" in await answer.text()
    assert await status(session, here.address.replace("127.0.0.1", "localhost")) == 200


async def test_it_listens_on_this_machine_only(here: Page):
    port = int(here.origin.rpartition(":")[2])
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.2", port)


async def test_a_second_server_on_the_same_port_is_refused_in_one_sentence(here: Page):
    port = int(here.origin.rpartition(":")[2])
    with pytest.raises(
        Failed, match=f"^Port {port} is in use: is the playground running already\\?$"
    ):
        async with serve(here.world, port):
            pass


@pytest.mark.parametrize(
    "frame",
    [
        '{"do": "wait", "seconds": "5"}',
        '{"do": "wait", "seconds": 100000}',
        '{"do": "press", "message": "one", "custom_id": "x"}',
        '{"do": "older", "as": "bob"}',
        '{"do": "go", "person": "eve", "place": "general"}',
        '{"do": "go", "person": "alice", "place": "cellar"}',
        '{"do": "language", "locale": "../x"}',
        '{"do": "menu", "command": "Dance", "person": "bob"}',
    ],
)
async def test_a_frame_with_too_much_or_something_else_in_it_is_refused(here: Page, frame: str):
    async with visitor(here) as alice:
        await alice.socket.send_str(frame)
        await alice.does(do="suggest", line="/")
        told = []
        while "suggestions" not in told:
            told.append((await alice.socket.receive_json(timeout=LONG))["is"])
        assert "refused" in told


async def test_bytes_close_the_socket(here: Page):
    async with visitor(here) as alice:
        await alice.socket.send_bytes(b"{}")
        assert await closed(alice.socket) == aiohttp.WSCloseCode.UNSUPPORTED_DATA


async def test_a_frame_that_is_too_long_closes_the_socket(here: Page):
    async with visitor(here) as alice:
        await alice.does(do="type", line="/" * page_socket.LONGEST_FRAME)
        assert await closed(alice.socket) == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


async def closed(socket: aiohttp.ClientWebSocketResponse) -> int | None:
    """The code with which the server closes a socket."""
    while not socket.closed:
        await socket.receive()
    return socket.close_code


async def test_a_new_page_is_told_where_it_is_what_it_says_and_what_is_there(here: Page):
    async with visitor(here, "bob", "lounge") as bob:
        told = [await bob.socket.receive_json() for _ in range(4)]
        assert [frame["is"] for frame in told] == ["words", "place", "messages", "position"]
        assert (told[1]["person"], told[1]["place"]) == ("bob", "lounge")
        assert told[2]["all"]


async def test_one_who_is_nowhere_is_alice_in_general(here: Page):
    async with visitor(here, "eve", "cellar") as someone:
        place = await someone.reads("place")
        assert (place["person"], place["place"]) == ("alice", "general")


async def test_a_typed_command_shows_a_board_and_its_position(here: Page):
    async with visitor(here, "alice", "dm") as alice:
        await alice.does(do="type", line="/ttt start level:perfect")
        [board] = await alice.reads_messages()
        assert (board["by"], board["command"], board["private"]) == ("alice", "/ttt start", False)
        assert "<:cell_1:" in str(board["components"])
        await alice.does(do="type", line="5")
        assert "X" in str(await alice.reads_messages())
        while not (position := await alice.reads("position"))["board"]["moves"]:
            pass
        assert position["board"]["game"] == "3x3"
        assert position["board"]["moves"][0] == 5


def press_of(message: dict[str, Any], name: str) -> str:
    """The first custom_id in a message that begins with this."""
    ids = (part.get("custom_id", "") for part in walk_components(message["components"]))
    return next(each for each in ids if each.startswith(f"ttt:{name}:"))


async def test_the_position_follows_a_game_then_the_pages_of_its_review(here: Page):
    async with visitor(here, "bob", "dm") as bob:
        assert (await bob.reads("position"))["board"] is None
        await bob.does(do="type", line="/ttt start level:perfect")
        [game] = await bob.reads_messages()
        for cell in "129":
            await bob.does(do="type", line=cell)
        while not (review := press_of(game, "fix") if "ttt:fix" in str(game) else ""):
            [game] = await bob.reads_messages()
        while len((end := (await bob.reads("position"))["board"])["moves"]) != 6:
            pass
        assert (end["game"], end["later"], end["players"]) == ("3x3", [], {"X": "bob", "O": "Bot"})
        await bob.does(do="press", message=game["id"], custom_id=review)
        [page] = await bob.reads_messages()
        shown = (await bob.reads("position"))["board"]
        assert shown["moves"] + shown["later"] == end["moves"]
        assert shown["later"]
        await bob.does(do="press", message=page["id"], custom_id=press_of(page, "later"))
        following = (await bob.reads("position"))["board"]
        assert following["moves"] == end["moves"][: len(shown["moves"]) + 1]


async def test_a_puzzle_becomes_the_position_once_its_answer_is_told(here: Page):
    async with visitor(here, "carol") as carol:
        before = (await carol.reads("position"))["board"]
        await carol.does(do="type", line="/ttt puzzle which:another")
        while not (asked := await carol.reads_messages()):
            pass
        await carol.does(do="suggest", line="/")
        told = []
        while "suggestions" not in told:
            told.append((await carol.socket.receive_json(timeout=LONG))["is"])
        assert "position" not in told
        cell = next(each for each in here.world.messages(Here("carol", "general"))[-1].buttons)
        await carol.does(do="press", message=asked[0]["id"], custom_id=cell["custom_id"])
        shown = (await carol.reads("position"))["board"]
        assert shown != before
        assert set(shown) == {"game", "position"}


async def test_two_see_the_same_and_only_the_one_who_asked_sees_a_private_answer(here: Page):
    async with visitor(here, "alice", "lounge") as alice, visitor(here, "bob", "lounge") as bob:
        await alice.does(do="type", line="/ttt start bob first:me")
        [challenge] = await bob.reads_messages()
        accept = challenge["components"][0]["components"][0]
        await bob.does(do="press", message=challenge["id"], custom_id=accept["custom_id"])
        while "Your turn" not in str(await alice.reads_messages()):
            pass
        await alice.does(do="type", line="/ttt help")
        while not (private := [each for each in await alice.reads_messages() if each["private"]]):
            pass
        [help_] = private
        assert help_["id"] not in {
            str(message.id) for message in here.world.messages(Here("bob", "lounge"))
        }
        await alice.does(do="dismiss", message=help_["id"])
        while not (gone := (await alice.reads("messages"))["gone"]):
            pass
        assert gone == [help_["id"]]


async def test_what_cannot_be_done_is_refused_in_words(here: Page):
    async with visitor(here, "carol", "lounge") as carol:
        for line, said in (
            ("/fly", "no command /fly"),
            ("99", "no button"),
        ):
            await carol.does(do="type", line=line)
            assert said in (await carol.reads("refused"))["text"]
        await carol.does(do="press", message="1", custom_id="ttt:hint:1")
        assert (await carol.reads("refused"))["text"] == "Discord wouldn't allow that here."


async def test_a_page_is_answered_while_a_day_passes_which_stops_when_it_goes(here: Page):
    world, times = here.world, [here.world.now.timestamp()]

    def note() -> None:
        times.append(world.now.timestamp())

    async with visitor(here, "carol", "lounge") as carol:
        world.listeners.append(note)
        await carol.does(do="wait", seconds=86_400)
        while (await carol.reads("messages"))["now"] < times[0] + 60:
            pass
        await carol.does(do="type", line="/ttt help")
        while "/ttt help" not in str(frame := await carol.reads("messages")):
            pass
        assert frame["now"] < times[0] + 86_400
    world.listeners.remove(note)
    left_at = world.now.timestamp()
    for _ in range(10):  # a wait that went on would take turns with these
        await world.pass_time(1)
    assert world.now.timestamp() < left_at + 900
    assert max(after - before for before, after in pairwise(times)) < 600


async def test_only_the_newest_messages_come_at_once_and_older_ones_when_asked(here: Page):
    for _ in range(60):
        await here.world.slash(Here("carol", "dm"), "ttt help", {})
    async with visitor(here, "carol", "dm") as carol:
        first = await carol.reads("messages")
        assert (len(first["messages"]), first["more"]) == (50, True)
        await carol.does(do="older")
        while len(older := await carol.reads_messages()) != 10:
            pass
        assert max(int(each["id"]) for each in older) < min(
            int(each["id"]) for each in first["messages"]
        )


async def test_one_can_be_someone_else_and_elsewhere(here: Page):
    async with visitor(here) as one:
        await one.does(do="go", person="bob", place="dm")
        while (place := await one.reads("place"))["place"] != "dm":
            pass
        assert (place["person"], place["menus"]) == ("bob", [])
        assert (await one.reads("messages"))["all"]


async def test_a_language_is_that_of_the_page_and_the_answers(here: Page, tmp_path: Path):
    german = {"Send": "Senden", "### How to play 👋": "### So geht's 👋"}
    with spoken("de", german, tmp_path):
        async with visitor(here, "carol", "lounge") as carol:
            assert "de" in (await carol.reads("place"))["locales"]
            await carol.does(do="language", locale="de")
            assert (await carol.reads("words"))["words"]["send"] == "Senden"
            await carol.does(do="type", line="/ttt help")
            while "### So geht's 👋" not in str(await carol.reads("messages")):
                pass
        assert here.world.locale("carol") == "de"
        assert here.world.locale("bob") == "en-US"
        here.world.set_locale("carol", "en-US")


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("hello", []),
        ("/ttt sta", ["/ttt start", "/ttt stats"]),
        ("/re", ["/ttt review", "/ttt resign"]),
        ("/ttt start ma", ["mark"]),
        ("/ttt start mark:X mark:", []),
        ("/ttt start level:rule o", ["rule of thumb"]),
        ("/ttt start opponent:", ["bob", "carol"]),
        ("/ttt move ", ["cell"]),
    ],
)
async def test_what_can_follow_is_offered(here: Page, line: str, offered: list[str]):
    async with visitor(here) as alice:
        await alice.does(do="suggest", line=line)
        offers = (await alice.reads("suggestions"))["offers"]
        assert [offer["label"] for offer in offers] == offered
        assert all(offer["about"] for offer in offers if not VALUE.search(offer["line"]))


async def test_what_needs_a_game_is_offered_last_until_one_is_played(here: Page):
    async with visitor(here, "carol", "lounge") as carol:
        before = await offered_after_a_slash(carol)
        await carol.does(do="type", line="/ttt start")
        while not await carol.reads_messages():
            pass
        during = await offered_after_a_slash(carol)
    assert before[:3] == ["/ttt start", "/ttt watch", "/ttt games"]
    assert "/ttt move" in before[-6:]
    assert during[:3] == ["/ttt start", "/ttt watch", "/ttt move"]


async def offered_after_a_slash(visitor: Visitor) -> list[str]:
    await visitor.does(do="suggest", line="/")
    return [offer["label"] for offer in (await visitor.reads("suggestions"))["offers"]]


async def test_the_bot_is_asked_for_values_that_only_it_knows(here: Page):
    async with visitor(here, "bob", "dm") as bob:
        await bob.does(do="type", line="/ttt start")
        await bob.reads_messages()
        await bob.does(do="suggest", line="/ttt move cell:")
        offers = (await bob.reads("suggestions"))["offers"]
        assert [offer["label"] for offer in offers] == list("123456789")
        assert offers[4]["line"] == "/ttt move cell:5"


LOOK = {"do": "look", "id": 1, "game": "3x3", "position": "XO./.OX/OX. X"}


async def test_a_question_of_explore_is_answered_in_parts(here: Page):
    async with visitor(here) as alice:
        await alice.does(**LOOK)
        assert [part["is"] for part in await parts(alice, 1)] == ["board", "worth", "done"]


async def test_typed_text_comes_back_in_a_refusal_short_and_without_control_characters(here: Page):
    async with visitor(here) as alice:
        await alice.does(**LOOK | {"position": "X\x1b[2J" * 40})
        [refused] = await parts(alice, 1)
        assert refused["text"].startswith("“X�[2JX")
        assert refused["text"].isprintable()
        assert len(refused["text"]) <= 300


async def test_another_position_ends_the_answer_about_the_one_before(here: Page):
    async with visitor(here) as alice:
        await alice.does(do="counts", id=1, game="3x3", position=".../.../... X")
        await alice.does(**LOOK | {"id": 2})
        await parts(alice, 2)
        await alice.does(do="counts", id=3, game="3x3", position="X../.../... O")
        assert {part["id"] for part in await parts(alice)} == {3}


async def test_a_search_that_fails_or_takes_too_long_is_told_and_the_next_one_works(
    here: Page, monkeypatch: pytest.MonkeyPatch
):
    async with visitor(here) as alice:
        monkeypatch.setattr("bot.playground.page_socket._LONGEST_SEARCH", 0.0)
        await alice.does(**LOOK | {"position": "XO./.../... X"})
        assert (await parts(alice, 1))[-1]["text"] == "That takes too long to search."
        monkeypatch.undo()
        monkeypatch.setattr("bot.interactions.thinking.Thinking.search", lost)
        await alice.does(**LOOK)
        assert (await parts(alice, 1))[-1]["text"] == "The search failed. Please try again."
        monkeypatch.undo()
        await alice.does(**LOOK)
        assert (await parts(alice, 1))[-1]["is"] == "done"


async def parts(visitor: Visitor, number: int | None = None) -> list[dict[str, Any]]:
    """What comes until the answer to a question ends: its parts, or those of all questions."""
    found = []
    while True:
        frame = await visitor.socket.receive_json(timeout=LONG)
        if "id" in frame and number in (None, frame["id"]):
            found.append(frame)
            if frame["is"] in ("done", "refused"):
                return found


async def lost(*_: object) -> None:
    raise OSError
