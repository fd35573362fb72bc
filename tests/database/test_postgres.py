"""Faults that only a server has: it is away, hangs, loses connections, or is used by others too."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import make_url
from sqlalchemy.util import await_only

from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import Challenge
from bot.database.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable
from bot.database.store import Store
from bot.database.transaction import Transaction
from bot.interactions.interaction import CameAgain, Interaction
from bot.messages.texts import Refusal
from bot.people import transactions as record_transactions
from bot.play import transactions
from bot.play.actions import BoardMovedOn
from bot.play.interaction_rows import once
from bot.play.rows import load_session
from bot.play.seats import Bot, Terms
from bot.play.session import Ending, Session, Termination
from bot.running import transactions as upkeep
from engine.board import IllegalMove, Mark
from tests.support import postgres
from tests.support.hints import hinted
from tests.support.invariants import check
from tests.support.requests import NOW, request

ROOT = Path(__file__).parents[2]


@pytest.fixture
def database() -> str:
    return "postgres"


async def test_several_processes_that_start_at_once_bring_an_empty_database_up_to_date(
    postgres_server: postgres.Server,
):
    async def start(url: str) -> None:
        async with Store.open(url) as store:
            await store.serve(request(), transactions.start, Bot("easy"), Terms())

    async with postgres_server.database(empty=True) as url:
        results = await asyncio.gather(*(start(url) for _ in range(4)), return_exceptions=True)
    assert sum(result is None for result in results) == 1
    assert {type(result).__name__ for result in results} == {"NoneType", "AlreadyPlaying"}


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ttt:hunter2@127.0.0.1:9/ttt",
        "postgresql://ttt:hunter2@nowhere.invalid/ttt",
        "postgresql://127.0.0.1:9/ttt?user=ttt&password=hunter2",
    ],
)
async def test_a_server_that_cannot_be_reached_is_told_without_its_password(url: str):
    with pytest.raises(CannotOpenStore, match="the server cannot be used") as told:
        async with Store.open(url):
            pass
    assert "hunter2" not in str(told.value)


async def test_a_database_that_is_not_there_is_told(postgres_server: postgres.Server):
    url = (
        make_url(postgres_server.url).set(database="nothing").render_as_string(hide_password=False)
    )
    with pytest.raises(CannotOpenStore, match='database "nothing" does not exist'):
        async with Store.open(url):
            pass


async def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "bot.database.postgres", None)
    with pytest.raises(CannotOpenStore, match=re.escape('pip install ".[postgres]"')):
        async with Store.open("postgresql://host/ttt"):
            pass


async def test_while_the_server_restarts_people_are_told_the_truth_and_nothing_is_lost(
    own_server: postgres.Server, own_url: str, monkeypatch: pytest.MonkeyPatch
):
    async with Store.open(own_url) as store:
        begun = await store.serve(request(), transactions.start, Bot("easy"), Terms())
        await asyncio.to_thread(own_server.stop)
        with monkeypatch.context() as impatient:
            impatient.setattr("bot.database.store._ANSWER_WAIT", 0.3)
            with pytest.raises(StoreUnavailable):
                await store.serve(request(), transactions.press_cell, begun.id, 0, 5)
        waiting = asyncio.create_task(
            store.serve(request(), transactions.press_cell, begun.id, 0, 1)
        )
        await asyncio.to_thread(own_server.start)
        assert (await waiting).moves[0] == 1


async def test_a_server_that_hangs_keeps_nobody_waiting(
    own_server: postgres.Server, own_url: str, monkeypatch: pytest.MonkeyPatch
):
    async with Store.open(own_url) as store:
        begun = await store.serve(request(), transactions.start, Bot("easy"), Terms())
        monkeypatch.setattr("bot.database.store._ANSWER_WAIT", 0.3)
        processes = backends(
            await own_server.execute(
                f"SELECT pid FROM pg_stat_activity WHERE datname = '{make_url(own_url).database}'"  # noqa: S608
            )
        )
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            with pytest.raises(StoreUnavailable):
                await store.serve(request(), transactions.press_cell, begun.id, 0, 5)
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)
        monkeypatch.undo()
        assert (await store.serve(request(), transactions.own_session)).moves == ()


def backends(rows: list[Any]) -> list[int]:
    """The server's processes that are still alive."""
    return [row["pid"] for row in rows if Path(f"/proc/{row['pid']}").exists()]


class Wire:
    """A connection to a server that can lose an answer after the request took effect."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.cuts = 0  # how many commits are passed on before their connection breaks
        self.is_open = True

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.is_open:
            writer.transport.abort()
            return
        there, to_there = await asyncio.open_unix_connection(self._path)
        back = asyncio.create_task(self._pass(there, writer))
        while data := await reader.read(65_536):
            if not (self.cuts and b"COMMIT;" in data):  # which READ COMMITTED is not
                to_there.write(data)
                continue
            self.cuts -= 1
            back.cancel()
            await asyncio.wait({back})
            to_there.write(data)
            await there.read(65_536)  # it has taken effect
            writer.transport.abort()
            break
        back.cancel()
        to_there.close()
        writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)
        writer.close()


@asynccontextmanager
async def wire_to(url: str) -> AsyncIterator[tuple[Wire, str]]:
    """A wire to a server, and the server's address through it."""
    named = make_url(url)
    wire = Wire(f"{named.query['host']}/.s.PGSQL.5432")
    listening = await asyncio.start_server(wire.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    here = named.set(host="127.0.0.1", port=port).difference_update_query(["host"])
    async with listening:
        yield wire, here.render_as_string(hide_password=False) + "?sslmode=disable"


async def test_a_commit_whose_answer_is_lost_counts_once_and_is_told_as_saved(own_url: str):
    async with wire_to(own_url) as (wire, url), Store.open(url) as store:
        begun = await store.serve(request(), transactions.start, Bot("easy"), Terms())
        wire.cuts = 1
        session = await store.serve(request(), transactions.press_cell, begun.id, 0, 5)
        assert wire.cuts == 0
        assert len(session.moves) == 2
        assert await store.serve(request(), transactions.own_session) == session


async def test_moves_are_taken_back_once_though_the_answer_to_the_commit_is_lost(own_url: str):
    async with wire_to(own_url) as (wire, url), Store.open(url) as store:
        begun = await store.serve(request(), transactions.start, Bot("easy"), Terms())
        for cell in (5, 1):
            session = await store.serve(request(), transactions.own_session)
            free = cell if cell in session.board.free_cells else session.board.free_cells[0]
            session = await store.serve(request(), transactions.move, free)
        wire.cuts = 1
        with pytest.raises(OutcomeUnknown):
            await store.serve(request(), transactions.take_back, begun.id, session.version)
        assert wire.cuts == 0
        back = await store.serve(request(), transactions.own_session)
        assert (back.moves, back.taken_back) == (session.moves[:2], 2)


async def test_the_lost_answer_to_a_commit_of_several_statements_is_no_different(own_url: str):
    async with wire_to(own_url) as (wire, url), Store.open(url) as store:
        wire.cuts = 1
        with pytest.raises(OutcomeUnknown):
            await store.serve(request(1), challenge_transactions.challenge, 2, Terms())
        assert wire.cuts == 0
        session = (await store.serve(request(2), challenge_transactions.accept, 1)).session
        assert await store.serve(request(1), transactions.own_session) == session


async def test_a_commit_after_which_the_server_stays_away_has_an_unknown_outcome(
    own_url: str, monkeypatch: pytest.MonkeyPatch
):
    async with wire_to(own_url) as (wire, url), Store.open(url) as store:
        begun = await store.serve(request(), transactions.start, Bot("easy"), Terms())
        monkeypatch.setattr("bot.database.store._ANSWER_WAIT", 1.5)
        wire.cuts, wire.is_open = 1, False
        with pytest.raises(OutcomeUnknown):
            await store.serve(request(), transactions.press_cell, begun.id, 0, 5)
        wire.is_open = True
        monkeypatch.undo()
        assert len((await store.serve(request(), transactions.own_session)).moves) == 2


def anything(rng: Random, now: int) -> tuple[Any, ...]:
    """A random transaction by one of four people in one of two channels, with its arguments."""
    person, channel, number = rng.randint(1, 4), rng.choice([10, 20]), rng.randint(1, 12)
    asked = request(person, channel, at=now, guild=77, may_write=True)
    doing: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
        (transactions.start, (Bot("easy"), Terms())),
        (transactions.move, (rng.randint(1, 9),)),
        (transactions.move, (rng.randint(1, 9),)),
        (transactions.press_cell, (number, rng.randint(0, 6), rng.randint(1, 9))),
        (challenge_transactions.resign, ()),
        (transactions.offer_draw, ()),
        (hinted, ()),
        (challenge_transactions.challenge, (person % 4 + 1, Terms("X", "me", 60))),
        (challenge_transactions.accept, (number,)),
        (challenge_transactions.accept, (number,)),
        (challenge_transactions.decline, (number,)),
        (challenge_transactions.rematch, (number,)),
    ]
    transaction, arguments = rng.choice(doing)
    return asked, transaction, *arguments


async def answer(store: Store, transaction: tuple[Any, ...]) -> type:
    """The kind of answer a person gets."""
    try:
        return type(await store.serve(*transaction))
    except (CameAgain, Refusal, IllegalMove) as refused:
        return type(refused)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.proof) for seed in range(1, 10))]
)
async def test_whatever_comes_at_once_to_three_processes_counts_once(
    database_url: str, store: Store, seed: int
):
    rng, endings, accepted = Random(seed), {}, 0
    async with Store.open(database_url) as second, Store.open(database_url) as third:
        processes = [store, second, third]
        for now in range(NOW, NOW + 40 * 15, 40):
            comes = [anything(rng, now) for _ in range(10)]
            answers = await asyncio.gather(
                *(asyncio.gather(*(answer(each, one) for each in processes)) for one in comes),
                store.run(upkeep.sweep, now),
                store.run(record_transactions.stats, 1),
            )
            accepted += sum(
                bool({Session, Challenge} & set(told)) for told in answers[: len(comes)]
            )
            await store.run(check, endings)
    assert accepted >= 15


async def test_an_interaction_that_another_process_carries_out_meanwhile_has_counted_there_alone(
    database_url: str, store: Store
):
    asked = request()
    async with Store.open(database_url) as rival:

        @once
        def carry_out_too_late(transaction: Transaction[Interaction]) -> None:
            upkeep.write_note(transaction, "counted twice", "yes")
            await_only(
                rival.serve(transaction.interaction, transactions.start, Bot("easy"), Terms())
            )

        with pytest.raises(CameAgain):
            await store.serve(asked, carry_out_too_late)
    assert await store.run(upkeep.read_note, "counted twice") is None
    assert await store.serve(request(), transactions.own_session)


async def test_of_two_presses_at_once_on_one_board_the_first_counts_and_stays(
    postgres_server: postgres.Server, database_url: str, store: Store
):
    begun = await store.serve(request(), transactions.start, Bot("easy"), Terms(first="me"))
    presses = [(request(), transactions.press_cell, begun.id, 0, cell) for cell in (5, 1)]
    with pytest.raises(BoardMovedOn):  # for the second
        await at_once(postgres_server, database_url, store, *presses)
    assert (await store.serve(request(), transactions.own_session)).moves[0] == 5


async def test_of_two_sweeps_at_once_one_gives_the_clocks_their_time_back(
    postgres_server: postgres.Server, database_url: str, store: Store
):
    asked = await store.serve(
        request(1), challenge_transactions.challenge, 2, Terms("X", "me", 600)
    )
    session = (await store.serve(request(2), challenge_transactions.accept, asked.id)).session
    await store.run(upkeep.sweep, NOW)
    sweep = (None, upkeep.sweep, NOW + 1000)
    await at_once(postgres_server, database_url, store, sweep, sweep)
    later = await store.serve(request(at=NOW + 1000), transactions.own_session)
    assert later.turn_since == session.turn_since + 1000


async def test_a_game_that_ends_while_one_of_its_players_is_deleted_keeps_its_result(
    postgres_server: postgres.Server, database_url: str, store: Store
):
    asked = await store.serve(request(1), challenge_transactions.challenge, 2, Terms("X", "me"))
    begun = (await store.serve(request(2), challenge_transactions.accept, asked.id)).session
    for person, cell in ((1, 1), (2, 4), (1, 2), (2, 5), (1, 9)):
        await store.serve(request(person), transactions.move, cell)
    win = (request(2), transactions.move, 6)
    deletion = (None, record_transactions.delete_person, 1, NOW)
    await at_once(postgres_server, database_url, store, win, deletion)
    ended = await store.run(load_session, begun.id, NOW)
    assert ended.ending == Ending(Termination.LINE, Mark.O)


async def at_once(
    server: postgres.Server,
    url: str,
    store: Store,
    first: tuple[Any, ...],
    second: tuple[Any, ...],
) -> None:
    """Run two transactions of which the first has written, and commits while the second waits."""
    interaction, work, *arguments = first
    has_written, second_waits = asyncio.Event(), asyncio.Event()

    def write_slowly(transaction: Transaction[Any]) -> None:
        work(transaction, *arguments)
        has_written.set()
        await_only(second_waits.wait())

    slow = asyncio.create_task(store.serve(interaction, write_slowly))
    await has_written.wait()
    other = asyncio.create_task(store.serve(*second))
    await until_one_waits(server, url)
    second_waits.set()
    await asyncio.gather(slow, other)


async def until_one_waits(server: postgres.Server, url: str) -> None:
    """Wait until a transaction in this database waits for a lock."""
    name = make_url(url).database
    waiting = f"SELECT FROM pg_stat_activity WHERE datname = '{name}' AND wait_event_type = 'Lock'"
    while not await server.execute(waiting):
        pass


async def test_of_two_processes_one_reminds(database_url: str, store: Store):
    for channel in range(20):
        terms = Terms("X", "me", 60)
        asked = await store.serve(request(1, channel), challenge_transactions.challenge, 2, terms)
        writing = request(2, channel, may_write=True)
        await store.serve(writing, challenge_transactions.accept, asked.id)
    async with Store.open(database_url) as other:
        due = await asyncio.gather(
            *(each.run(upkeep.reminders, NOW + 31, 20) for each in (store, other))
        )
    reminded = [session.id for sessions in due for session in sessions]
    assert len(reminded) == len(set(reminded)) == 20


async def test_a_dump_can_be_put_back(own_server: postgres.Server, own_url: str, tmp_path: Path):
    async with Store.open(own_url) as store:
        session = await store.serve(request(), transactions.start, Bot("easy"), Terms())
        guide = (ROOT / "docs/processes.md").read_text(encoding="utf-8")
        [block] = re.findall(r"```sh\n(pg_dump [^`]*)```", guide)
        async with own_server.database(empty=True) as new:
            named = make_url(own_url)
            where = {
                "PGHOST": named.query["host"],
                "PGUSER": named.username,
                "PGDATABASE": named.database,
            }
            addresses = where | {"NEW_DATABASE": make_url(new).database}
            programs = {"PATH": f"{own_server.own.bin_path}:{os.environ['PATH']}"}
            for line in block.splitlines():
                typed = await asyncio.create_subprocess_shell(
                    line, cwd=tmp_path, env=addresses | programs
                )
                assert await typed.wait() == 0
            async with Store.open(new) as restored:
                assert await restored.serve(request(), transactions.own_session) == session
                begun = await restored.serve(request(9), transactions.start, Bot("easy"), Terms())
                assert begun.id == session.id + 1
