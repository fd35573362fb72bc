"""What a page is told, and what it makes its person do."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.playground.world import Here
from tests.support.languages import spoken
from tests.support.page import Page, page, visitor

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here() -> AsyncIterator[Page]:
    async with page() as one:
        yield one


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
        assert (board["by"], board["command"], board["private"]) == ("alice", "ttt start", False)
        assert "<:cell_1:" in str(board["components"])
        await alice.does(do="type", line="5")
        assert "X" in str(await alice.reads_messages())
        while not (position := await alice.reads("position"))["board"]["moves"]:
            pass
        assert position["board"]["game"] == "3x3"
        assert position["board"]["moves"][0] == 5


async def test_two_see_the_same_and_only_the_one_who_asked_sees_a_private_answer(here: Page):
    async with visitor(here, "alice", "lounge") as alice, visitor(here, "bob", "lounge") as bob:
        await alice.does(do="type", line="/ttt start bob first:me")
        [challenge] = await bob.reads_messages()
        accept = challenge["components"][0]["components"][0]
        await bob.does(do="press", message=challenge["id"], custom_id=accept["custom_id"])
        [board, *_] = await alice.reads_messages()
        while "Your turn" not in str(board):
            [board, *_] = await alice.reads_messages()
        await alice.does(do="type", line="/ttt help")
        [help_] = await alice.reads_messages()
        assert help_["private"]
        assert help_["id"] not in {str(message.id) for message in here.world.messages(Here("bob", "lounge"))}
        await alice.does(do="dismiss", message=help_["id"])
        while not (gone := (await alice.reads("messages"))["gone"]):
            pass
        assert gone == [help_["id"]]


async def test_what_cannot_be_done_is_refused_in_words(here: Page):
    async with visitor(here, "carol", "lounge") as carol:
        for line, said in (("fly", "Type /ttt start"), ("/fly", "no command /fly"), ("99", "no button")):
            await carol.does(do="type", line=line)
            assert said in (await carol.reads("refused"))["text"]
        await carol.does(do="press", message="1", custom_id="ttt:hint:1")
        assert (await carol.reads("refused"))["text"] == "Discord wouldn't allow that here."


async def test_only_the_newest_messages_come_at_once_and_older_ones_when_asked(here: Page):
    for _ in range(60):
        await here.world.slash(Here("carol", "dm"), "ttt help", {})
    async with visitor(here, "carol", "dm") as carol:
        first = await carol.reads("messages")
        assert (len(first["messages"]), first["more"]) == (50, True)
        await carol.does(do="older")
        while len(older := await carol.reads_messages()) != 10:
            pass
        assert max(int(each["id"]) for each in older) < min(int(each["id"]) for each in first["messages"])


async def test_one_can_be_someone_else_and_elsewhere(here: Page):
    async with visitor(here) as one:
        await one.does(do="go", person="bob", place="dm")
        while (place := await one.reads("place"))["place"] != "dm":
            pass
        assert (place["person"], place["menus"]) == ("bob", [])
        assert (await one.reads("messages"))["all"]


async def test_a_language_is_that_of_the_page_the_answers_and_the_server(here: Page, tmp_path: Path):
    german = {"Send": "Senden", "### How to play 👋": "### So geht's 👋"}
    with spoken("de", german, tmp_path):
        async with visitor(here, "carol", "lounge") as carol:
            assert "de" in (await carol.reads("place"))["locales"]
            await carol.does(do="language", locale="de")
            assert (await carol.reads("words"))["words"]["send"] == "Senden"
        assert here.world.locale("carol") == "de"
        assert here.world.locale("bob") == "en-US"
        here.world.set_locale("carol", "en-US")


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("hello", []),
        ("/ttt sta", ["/ttt start", "/ttt stats"]),
        ("/re", ["/ttt resign", "/ttt review"]),
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
        assert all(offer["about"] for offer in offers)


async def test_the_bot_is_asked_for_values_that_only_it_knows(here: Page):
    async with visitor(here, "bob", "dm") as bob:
        await bob.does(do="type", line="/ttt start")
        await bob.reads_messages()
        await bob.does(do="suggest", line="/ttt move cell:")
        offers = (await bob.reads("suggestions"))["offers"]
        assert [offer["label"] for offer in offers] == list("123456789")
        assert offers[4]["line"] == "/ttt move cell:5"
