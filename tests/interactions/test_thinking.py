"""Thinking: one worker process, asked one question after another, with an end to all patience."""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator, Iterator

import pytest
from prometheus_client import REGISTRY

from bot.interactions import questions
from bot.interactions import thinking as module
from bot.interactions.questions import Known, MustAsk, Question
from bot.interactions.thinking import NoTimeToThink, Thinking
from bot.interactions.worker import Worker
from bot.play.actions import moves_to_grade
from bot.play.seats import Bot, Person
from bot.play.session import Session
from engine.analysis import analyse
from engine.board import Board, Mark
from engine.opponents import Policy, policy_of
from engine.review import review
from tests.support import slow
from tests.support.held import Held, held_searches
from tests.support.slow import LARGE
from tests.support.waiting import LONG

GAME = Session(
    7, None, 10, "3x3", {Mark.X: Person(1), Mark.O: Bot("perfect")}, Mark.X, (1, 5, 9, 3)
)
POLICY = Question(policy_of, GAME.board, ("normal",))


@pytest.fixture(scope="module")
def kept() -> Iterator[Worker]:
    """The worker of all tests that do not end it: a start of one costs more than such a test."""
    worker = Worker()
    yield worker
    worker.end()


@pytest.fixture
def thinking(kept: Worker) -> Iterator[Thinking]:
    thinking = Thinking()
    thinking._worker = kept
    yield thinking
    thinking._worker = None
    thinking.close()


@pytest.fixture
def alone() -> Iterator[Thinking]:
    """One that starts a worker of its own."""
    thinking = Thinking()
    yield thinking
    thinking.close()


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
        thinking.search(question, asyncio.get_running_loop().time() + module._LONGEST_THOUGHT)
    )


def let_pass(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Put the clock of this loop forward."""
    loop, now = asyncio.get_running_loop(), asyncio.get_running_loop().time
    monkeypatch.setattr(loop, "time", lambda: now() + seconds)


def worker(thinking: Thinking) -> int:
    """The number of the worker process."""
    assert thinking._worker
    [process] = thinking._worker._pool._processes
    return process


async def test_what_is_looked_up_is_answered_without_a_worker(alone: Thinking):
    assert await alone.find(POLICY) == POLICY.find()
    assert await alone.review(moves_to_grade(GAME)) == review(GAME.moves)
    assert await alone.grade(moves_to_grade(GAME)[-1]) == review(GAME.moves)[-1]
    assert alone._worker is None


@searches_everything
async def test_what_is_searched_is_answered_as_it_would_be_here(thinking: Thinking):
    assert await thinking.find(POLICY) == POLICY.find()
    analysis = Question(analyse, GAME.board)
    assert await thinking.find(analysis) == analysis.find()
    assert await thinking.review(moves_to_grade(GAME)) == review(GAME.moves)
    assert await thinking.grade(moves_to_grade(GAME)[-1]) == review(GAME.moves)[-1]
    assert worker(thinking)


class Boards:
    """A transaction that meets one board after another, and stays on the last."""

    def __init__(self, *cells: int) -> None:
        self.left = [Question(policy_of, Board.after([cell]), ("easy",)) for cell in cells]
        self.met: list[Question[Policy]] = []

    async def attempt(self, known: Known | None) -> Policy:
        now = self.left[0]
        if len(self.left) > 1:
            del self.left[0]
        self.met.append(now)
        if known is None or known.question != now:
            raise MustAsk(now)
        return known.policy


async def test_what_has_to_ask_first_runs_again_with_the_answer_for_the_board_it_then_meets(
    thinking: Thinking,
):
    boards = Boards(1, 2, 3)
    last = boards.left[-1]
    assert await thinking.ask_first(boards.attempt) == last.find()
    assert len(boards.met) == 4


async def test_a_board_that_changes_during_each_search_is_refused_after_three_repeats(
    thinking: Thinking,
):
    boards = Boards(1, 2, 3, 4, 5, 6)
    with pytest.raises(NoTimeToThink):
        await thinking.ask_first(boards.attempt)
    assert len(boards.met) == 4


@searches_everything
async def test_all_searches_of_an_interaction_have_the_time_for_one(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
):
    boards = Boards(1, 2)

    async def attempt(known: Known | None) -> Policy:
        if known:
            let_pass(monkeypatch, module._LONGEST_THOUGHT + 1)
        return await boards.attempt(known)

    with pytest.raises(NoTimeToThink):
        await thinking.ask_first(attempt)
    assert len(boards.met) == 2


async def test_all_who_ask_the_same_wait_for_the_same_search(thinking: Thinking, held: Held):
    tasks = [ask(thinking, held.question("a")) for _ in range(3)]
    await held.answer("four")
    assert await asyncio.gather(*tasks) == ["four"] * 3
    assert held.nothing_else


async def test_an_answer_that_comes_too_late_is_there_for_the_next_try(
    thinking: Thinking, held: Held, monkeypatch: pytest.MonkeyPatch
):
    task = ask(thinking, held.question("a"))
    search = await held.begun()
    with monkeypatch.context() as patch:
        let_pass(patch, LONG)
        with pytest.raises(NoTimeToThink):
            await task
    again = ask(thinking, held.question("a"))
    await search.end("four")
    assert await again == "four"
    assert held.nothing_else


async def test_answers_are_kept_the_newest_so_many_of_them(
    thinking: Thinking, held: Held, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "_MOST_KEPT", 2)

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


async def test_a_worker_that_is_killed_in_the_midst_of_a_search_is_replaced_and_the_search_answered(
    alone: Thinking, held: Held, caplog: pytest.LogCaptureFixture
):
    before = REGISTRY.get_sample_value("ttt_workers_lost_total")
    task = ask(alone, held.question("a"))
    search = await held.begun()
    os.kill(worker(alone), signal.SIGKILL)
    await search.ended()
    await held.answer("at last")
    assert await task == "at last"
    assert REGISTRY.get_sample_value("ttt_workers_lost_total") == before + 1
    assert "lost" in caplog.text


async def test_a_search_that_ends_two_workers_is_not_tried_again(alone: Thinking, held: Held):
    task = ask(alone, held.question("a"))
    for _ in range(2):
        search = await held.begun()
        os.kill(worker(alone), signal.SIGKILL)
        await search.ended()
    with pytest.raises(NoTimeToThink):
        await task
    other = ask(alone, held.question("b"))
    assert await held.answer() == "b"
    assert await other == "found"


async def test_a_worker_that_died_while_it_had_nothing_to_do_is_replaced(
    alone: Thinking, held: Held
):
    for _ in range(2):
        task = ask(alone, held.question(str(os.urandom(4))))
        await held.answer()
        assert await task == "found"
        os.kill(worker(alone), signal.SIGKILL)


async def test_a_search_that_raises_fails_for_who_asked_and_the_worker_goes_on(
    thinking: Thinking, held: Held
):
    for _ in range(2):  # what went wrong is not kept
        with pytest.raises(RuntimeError, match="boom"):
            await ask(thinking, Question(slow.fail, LARGE))
    process = worker(thinking)
    task = ask(thinking, held.question("a"))
    await held.answer()
    assert await task == "found"
    assert worker(thinking) == process


async def test_a_close_ends_the_search_under_way_and_answers_nobody_after_it(
    alone: Thinking, held: Held
):
    tasks = [ask(alone, held.question(name)) for name in "ab"]
    search = await held.begun()
    alone.close()
    await search.ended()  # and so has its process
    for task in tasks:
        with pytest.raises(NoTimeToThink):
            await task
    with pytest.raises(NoTimeToThink):
        await ask(alone, held.question("c"))
    alone.close()


@searches_everything
async def test_a_review_that_takes_too_long_is_finished_for_the_next_try(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as patch:
        patch.setattr(module, "_LONGEST_THOUGHT", 0)
        with pytest.raises(NoTimeToThink):
            await thinking.review(moves_to_grade(GAME))
    await asyncio.wait(thinking._reviews, timeout=LONG)
    assert [question.board for question in thinking._searches] == [
        GAME.board_after(ply) for ply in range(4)
    ]
    monkeypatch.setattr(module, "_MOST_SEARCHES", 0)
    assert await thinking.review(moves_to_grade(GAME)) == review(GAME.moves)


@searches_everything
async def test_a_close_ends_a_review_that_nobody_waits_for(
    alone: Thinking, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "_LONGEST_THOUGHT", 0)
    with pytest.raises(NoTimeToThink):
        await alone.review(moves_to_grade(GAME))
    [grading] = alone._reviews
    alone.close()
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
