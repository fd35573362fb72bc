"""Thinking: one worker process, asked one question after another, with an end to all patience."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator

import pytest
from prometheus_client import REGISTRY

from bot.interactions import questions
from bot.interactions import thinking as module
from bot.interactions.questions import Question, Thoughts
from bot.interactions.thinking import NoTimeToThink, Thinking
from bot.interactions.worker import SearchFailed
from bot.play.actions import moves_to_grade
from bot.play.seats import Bot, Person
from bot.play.session import Session
from engine.analysis import analyse
from engine.board import Board, Mark
from engine.opponents import policy_of
from engine.review import review
from tests.support import held as searches
from tests.support import slow
from tests.support.held import Held, held_searches
from tests.support.slow import LARGE
from tests.support.waiting import LONG

HALF_A_MINUTE, AN_HOUR = 30.0, 3600.0  # seconds
GAME = Session(
    7, None, 10, "3x3", {Mark.X: Person(1), Mark.O: Bot("perfect")}, Mark.X, (1, 5, 9, 3)
)


@pytest.fixture
async def thinking() -> AsyncIterator[Thinking]:
    thinking = Thinking()
    yield thinking
    await thinking.close()


@pytest.fixture
async def held() -> AsyncIterator[Held]:
    async with held_searches() as held:
        yield held


@pytest.fixture
def _nothing_is_looked_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(questions, "is_looked_up", lambda _: False)


searches_everything = pytest.mark.usefixtures("_nothing_is_looked_up")


def ask(thinking: Thinking, question: Question[str]) -> asyncio.Task[str]:
    return asyncio.create_task(
        thinking.search(question, asyncio.get_running_loop().time() + module._PATIENCE)
    )


def let_pass(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Put the clock of this loop forward."""
    loop, now = asyncio.get_running_loop(), asyncio.get_running_loop().time
    monkeypatch.setattr(loop, "time", lambda: now() + seconds)


def worker(thinking: Thinking) -> int:
    """The number of the worker process."""
    assert thinking._worker._process
    return thinking._worker._process.pid


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


async def test_what_is_looked_up_is_answered_without_a_worker(thinking: Thinking):
    async def attempt(known: Thoughts) -> object:
        return known.policy("perfect", Board.after([1]))

    assert await thinking.think_through(attempt) == policy_of(Board.after([1]), "perfect")
    assert await thinking.review(moves_to_grade(GAME)) == review(GAME.moves)
    assert await thinking.grade(moves_to_grade(GAME)[-1]) == review(GAME.moves)[-1]
    assert thinking._worker._process is None


@searches_everything
async def test_what_is_searched_is_answered_as_it_would_be_here(thinking: Thinking):

    async def attempt(known: Thoughts) -> object:
        return known.policy("normal", GAME.board), known.analysis(GAME.board)

    policy, analysis = await thinking.think_through(attempt)
    assert policy == policy_of(GAME.board, "normal")
    assert analysis == analyse(GAME.board)
    assert await thinking.review(moves_to_grade(GAME)) == review(GAME.moves)
    assert await thinking.grade(moves_to_grade(GAME)[-1]) == review(GAME.moves)[-1]
    assert worker(thinking)


@searches_everything
async def test_an_attempt_runs_again_with_all_that_was_thought_for_it_before(thinking: Thinking):
    known: list[int] = []

    async def attempt(thoughts: Thoughts) -> str:
        known.append(len(thoughts.answers))
        for cell in (1, 2, 3):
            thoughts.analysis(Board.after([cell]))
        return "done"

    assert await thinking.think_through(attempt) == "done"
    assert known == [0, 1, 2, 3]


@searches_everything
async def test_all_that_an_attempt_asks_has_to_be_found_in_the_time_for_one_search(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
):
    async def attempt(thoughts: Thoughts) -> None:
        thoughts.analysis(Board.after([1]))
        let_pass(monkeypatch, module._PATIENCE + 1)
        thoughts.analysis(Board.after([2]))

    with pytest.raises(NoTimeToThink):
        await thinking.think_through(attempt)


async def test_all_who_ask_the_same_wait_for_the_same_search(thinking: Thinking, held: Held):
    tasks = [ask(thinking, held.question("a")) for _ in range(3)]
    await held.answer("four")
    assert await asyncio.gather(*tasks) == ["four"] * 3
    assert held.nothing_else


async def test_answers_are_kept_the_newest_so_many_of_them(
    thinking: Thinking, held: Held, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "_MOST_ANSWERS", 2)

    async def search(name: str) -> None:
        task = ask(thinking, held.question(name))
        await held.answer(name)
        assert await task == name

    for name in "ab":
        await search(name)
    assert await ask(thinking, held.question("a")) == "a"  # so that b is the oldest
    await search("c")
    assert await ask(thinking, held.question("a")) == "a"
    assert await ask(thinking, held.question("c")) == "c"
    assert held.nothing_else
    await search("b")


async def test_moves_go_before_explanations(
    thinking: Thinking, held: Held, monkeypatch: pytest.MonkeyPatch
):
    searches.install(monkeypatch)
    first = ask(thinking, held.question("under way"))
    under_way = await held.begun()
    explanation = ask(thinking, held.question("an explanation"))
    move = ask(thinking, Question(slow.policy_of, LARGE, (held.level,)))
    await asyncio.sleep(0)  # both are asked
    await under_way.end()
    assert [await held.answer() for _ in range(2)] == [LARGE.notation, "an explanation"]
    await asyncio.gather(first, explanation, move)


async def test_a_question_too_many_is_refused_at_once_and_the_others_are_answered(
    thinking: Thinking, held: Held, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "_MOST_SEARCHES", 2)
    before = REGISTRY.get_sample_value("ttt_searches_late_total")
    tasks = [ask(thinking, held.question(name)) for name in "ab"]
    search = await held.begun()
    with pytest.raises(NoTimeToThink):
        await ask(thinking, held.question("c"))
    same = ask(thinking, held.question("b"))  # that one takes no place of its own
    await search.end()
    await held.answer()
    assert await asyncio.gather(*tasks, same) == ["found"] * 3
    assert REGISTRY.get_sample_value("ttt_searches_late_total") == before + 1


async def test_a_search_that_takes_too_long_is_given_up_with_its_process_and_the_next_has_a_new_one(
    thinking: Thinking, held: Held, monkeypatch: pytest.MonkeyPatch
):
    before = REGISTRY.get_sample_value("ttt_workers_lost_total")
    late = ask(thinking, held.question("a"))
    search, process = await held.begun(), worker(thinking)
    let_pass(monkeypatch, LONG)
    with pytest.raises(NoTimeToThink):
        await late
    await search.ended()
    task = ask(thinking, held.question("b"))
    await held.answer()
    assert await task == "found"
    assert worker(thinking) != process
    assert is_gone(process)
    assert REGISTRY.get_sample_value("ttt_workers_lost_total") == before


async def test_a_search_given_up_while_its_process_starts_lets_that_process_start(
    thinking: Thinking, held: Held, monkeypatch: pytest.MonkeyPatch
):
    start, started = asyncio.create_subprocess_exec, asyncio.Queue[asyncio.subprocess.Process]()

    async def note(*program: str, **more: object) -> asyncio.subprocess.Process:
        process = await start(*program, **more)
        started.put_nowait(process)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", note)
    first = ask(thinking, held.question("a"))
    process = await started.get()
    first.cancel()
    await asyncio.wait({first})
    let_pass(monkeypatch, HALF_A_MINUTE)  # a slow machine may take that long
    second = ask(thinking, held.question("b"))
    assert [await held.answer() for _ in range(2)] == ["a", "b"]
    assert await second == "found"
    assert worker(thinking) == process.pid
    assert started.empty()


async def test_a_worker_whose_start_hangs_is_given_up_after_a_while_and_the_next_one_answers(
    thinking: Thinking,
    held: Held,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    start, started = asyncio.create_subprocess_exec, asyncio.Queue[asyncio.subprocess.Process]()

    async def hang(*_: str, **pipes: object) -> asyncio.subprocess.Process:
        process = await start("cat", **pipes)
        started.put_nowait(process)
        return process

    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "create_subprocess_exec", hang)
        first = ask(thinking, held.question("a"))
        process = await started.get()
    first.cancel()  # this person's patience has ended, long before the bot's
    await asyncio.wait({first})
    let_pass(monkeypatch, AN_HOUR)
    second = ask(thinking, held.question("b"))
    assert await held.answer() == "b"
    assert await second == "found"
    assert is_gone(process.pid)
    assert "did not start" in caplog.text


async def test_a_search_is_given_up_when_the_last_who_waited_has_gone(
    thinking: Thinking, held: Held
):
    first, second = (ask(thinking, held.question("a")) for _ in range(2))
    search = await held.begun()
    queued = ask(thinking, held.question("b"))
    await asyncio.sleep(0)  # it is asked
    process = worker(thinking)
    first.cancel()
    queued.cancel()
    await asyncio.wait({first, queued})
    assert not is_gone(process)
    second.cancel()
    await asyncio.wait({second})
    await search.ended()
    task = ask(thinking, held.question("c"))
    assert await held.answer() == "c"  # and not b, for which nobody waits
    assert await task == "found"
    assert is_gone(process)


async def test_a_worker_that_is_killed_in_the_midst_of_a_search_is_replaced_and_the_search_answered(
    thinking: Thinking, held: Held, caplog: pytest.LogCaptureFixture
):
    before = REGISTRY.get_sample_value("ttt_workers_lost_total")
    task = ask(thinking, held.question("a"))
    search = await held.begun()
    os.kill(worker(thinking), signal.SIGKILL)
    await search.ended()
    await held.answer("at last")
    assert await task == "at last"
    assert REGISTRY.get_sample_value("ttt_workers_lost_total") == before + 1
    assert "lost" in caplog.text


async def test_a_search_that_ends_two_workers_is_not_tried_again(thinking: Thinking, held: Held):
    task, other = ask(thinking, held.question("a")), ask(thinking, held.question("b"))
    for _ in range(2):
        search = await held.begun()
        os.kill(worker(thinking), signal.SIGKILL)
        await search.ended()
    with pytest.raises(NoTimeToThink):
        await task
    await held.answer()
    assert await other == "found"


async def test_a_worker_that_died_while_it_had_nothing_to_do_is_replaced(
    thinking: Thinking, held: Held
):
    for _ in range(2):
        task = ask(thinking, held.question(str(os.urandom(4))))
        await held.answer()
        assert await task == "found"
        os.kill(worker(thinking), signal.SIGKILL)


async def test_a_search_gives_the_core_to_others_again_and_again(thinking: Thinking):
    assert await ask(thinking, Question(slow.rests, LARGE)) > 100  # it computes for 300 ms


async def test_a_search_that_raises_fails_for_who_asked_and_the_worker_goes_on(
    thinking: Thinking, held: Held
):
    with pytest.raises(SearchFailed, match="boom"):
        await ask(thinking, Question(slow.fail, LARGE))
    process = worker(thinking)
    task = ask(thinking, held.question("a"))
    await held.answer()
    assert await task == "found"
    assert worker(thinking) == process


async def test_where_no_process_can_be_started_the_question_fails(
    thinking: Thinking, held: Held, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(OSError, match="nowhere"):
        await ask(thinking, held.question("a"))


async def test_a_close_ends_the_search_under_way_and_its_process_and_answers_nobody_after_it(
    thinking: Thinking, held: Held
):
    tasks = [ask(thinking, held.question(name)) for name in "ab"]
    search = await held.begun()
    process = worker(thinking)
    await thinking.close()
    assert is_gone(process)
    await search.ended()
    for task in tasks:
        with pytest.raises(NoTimeToThink):
            await task
    with pytest.raises(NoTimeToThink):
        await ask(thinking, held.question("c"))
    await thinking.close()


@searches_everything
async def test_a_review_that_takes_too_long_is_finished_for_the_next_try(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as patch:
        patch.setattr(module, "_PATIENCE", 0)
        with pytest.raises(NoTimeToThink):
            await thinking.review(moves_to_grade(GAME))
    await asyncio.wait(thinking._reviews, timeout=LONG)
    assert [question.board for question in thinking._answers] == [
        GAME.board_after(ply) for ply in range(4)
    ]
    monkeypatch.setattr(module, "_MOST_SEARCHES", 0)
    assert await thinking.review(moves_to_grade(GAME)) == review(GAME.moves)


@searches_everything
async def test_a_close_ends_a_review_that_nobody_waits_for(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "_PATIENCE", 0)
    with pytest.raises(NoTimeToThink):
        await thinking.review(moves_to_grade(GAME))
    [grading] = thinking._reviews
    await thinking.close()
    await asyncio.wait({grading}, timeout=LONG)
    assert grading.cancelled()


@searches_everything
async def test_a_demo_game_goes_without_a_verdict_where_finding_one_takes_too_long(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "_MOST_SEARCHES", 0)
    assert await thinking.grade(moves_to_grade(GAME)[-1]) is None


async def test_signals_to_all_processes_leave_the_worker_to_its_bot(
    thinking: Thinking, held: Held, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.WARNING)
    task = ask(thinking, held.question("a"))
    search = await held.begun()
    for number in (signal.SIGTERM, signal.SIGINT):
        os.kill(worker(thinking), number)
    await search.end()
    assert await task == "found"
    assert not caplog.text
