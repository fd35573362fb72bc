"""What the end of a game tells beyond its result: firsts, wins in a row, and what was let go."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.challenges import transactions as challenge_transactions
from bot.database.store import Store
from bot.database.tables import sessions
from bot.people import personal_rows
from bot.people import transactions as people_transactions
from bot.people.privacy_card import export_file
from bot.play import actions, transactions
from bot.play.news import Kind, News, Successes, news_against_bot, news_of_code, news_of_streak
from bot.play.rows import load_session, write_progress
from bot.play.seats import Bot, Person, Terms
from bot.play.session import Ending, Session, Termination
from engine.board import Mark
from engine.review import Grade, review
from engine.score import Result
from tests.support.cards import session
from tests.support.requests import ANN, BOB, GUILD, NOW, request
from tests.support.stores import on_both_stores

EVERY = [News(kind) for kind in Kind] + [News(Kind.STREAK, 12), News(Kind.HAD_DRAW, 99)]


@pytest.mark.parametrize("news", EVERY)
def test_a_code_stands_for_its_news_and_fits_into_its_column(news: News):
    assert news_of_code(news.code) == news
    assert len(news.code) <= sessions.c.news.type.length


ONE_WIN, ONE_DRAW = Successes(won=1, drawn=0), Successes(won=0, drawn=1)
MANY = Successes(won=5, drawn=5)


@pytest.mark.parametrize(
    ("result", "in_game", "in_all", "streak", "told"),
    [
        (Result.WIN, ONE_WIN, ONE_WIN, 1, News(Kind.FIRST_WIN)),
        (Result.WIN, ONE_WIN, Successes(1, 7), 9, News(Kind.FIRST_WIN)),  # rarer than a streak
        (Result.WIN, ONE_WIN, MANY, 9, News(Kind.FIRST_WIN_IN_GAME)),
        (Result.WIN, MANY, MANY, 3, News(Kind.STREAK, 3)),
        (Result.WIN, MANY, MANY, 2, None),
        (Result.DRAW, ONE_DRAW, ONE_DRAW, 0, News(Kind.FIRST_DRAW)),
        (Result.DRAW, ONE_DRAW, MANY, 0, News(Kind.FIRST_DRAW_IN_GAME)),
        (Result.DRAW, Successes(1, 1), Successes(1, 1), 0, None),  # a win was more than that
        (Result.DRAW, MANY, MANY, 0, None),
    ],
)
def test_against_the_bot_a_first_is_told_or_else_many_wins_in_a_row(
    result: Result, in_game: Successes, in_all: Successes, streak: int, told: News | None
):
    assert news_against_bot(result, in_game, in_all, streak) == told


def test_wins_in_a_row_are_told_from_the_third():
    assert [news_of_streak(wins) for wins in (0, 1, 2)] == [None, None, None]
    assert [news_of_streak(wins) for wins in (3, 4)] == [News(Kind.STREAK, 3), News(Kind.STREAK, 4)]


# What was let go


def at_random(game: str, rng: Random, own: Mark = Mark.X, **others: Any) -> Session:
    """A game in which Ann and the bot play anything, with X first."""
    seats = {own: Person(ANN), own.other: Bot("random")}
    played = replace(session(game=game), seats=seats, **others)
    played = actions.with_bots_move(played, rng)
    while not played.ending:
        played = actions.play(played, ANN, rng.choice(played.board.free_cells), rng)
    return played


def last_that_lost(played: Session, own: Mark) -> News | None:
    """The last move of one side that a review calls a mistake which lost, if there is one."""
    graded = review(played.moves, rules=played.rules)
    for ply in reversed(range(len(graded))):
        move = graded[ply]
        lost = move.grade is Grade.MISTAKE and move.after.result is Result.LOSS
        if lost and move.board.turn is own:
            had = Kind.HAD_WIN if move.before.result is Result.WIN else Kind.HAD_DRAW
            return News(had, ply + 1)
    return None


@pytest.mark.parametrize("own", Mark)
@pytest.mark.parametrize("game", ["3x3", "misere", "fading"])
def test_who_loses_to_the_bot_hears_which_move_let_the_win_or_the_draw_go(game: str, own: Mark):
    rng, told = Random(2), set()
    for _ in range(40):
        played = at_random(game, rng, own)
        if played.ending.winner is own.other:
            assert played.news == last_that_lost(played, own)
            told.add(played.news and played.news.kind)
        else:
            assert played.news is None
    assert told >= {Kind.HAD_WIN, Kind.HAD_DRAW}
    assert (None in told) == (game == "fading" and own is Mark.O), "X wins fading from the start"


def test_after_a_hint_nothing_is_told_of_what_was_let_go():
    rng = Random(1)
    games = [at_random("3x3", rng, assisted=True) for _ in range(40)]
    assert Mark.O in {played.ending.winner for played in games}
    assert {played.news for played in games} == {None}


def test_nobody_has_let_anything_go_where_the_bot_plays_itself():
    rng = Random(1)
    winners = set()
    for _ in range(20):
        seats = {Mark.X: Bot("random"), Mark.O: Bot("random")}
        demo = replace(session(), seats=seats)
        while not demo.ending:
            demo = actions.with_bots_move(demo, rng)
        winners.add(demo.ending.winner)
        assert demo.news is None
    assert winners >= {Mark.X, Mark.O}


def test_where_it_would_take_a_search_nothing_is_told():
    lost = session(16, 1, 15, 2, 12, 3, 11, 5, 10, 9, game="4x4")  # O threatens two lines
    assert actions.resign(lost, ANN).news is None


def test_who_resigns_hears_what_was_let_go_unless_it_was_not_lost_yet():
    def resigned(*moves: int) -> Session:
        return actions.resign(session(*moves), ANN)

    assert resigned(1, 5, 2, 3, 9, 6).news == News(Kind.HAD_DRAW, 5), "7 would have lost"
    assert resigned(1, 5, 2, 3).news is None
    assert resigned(1, 9).news is None, "it was won"
    assert actions.resign(session(1, 5, 2, 3, 9, o=Person(BOB)), ANN).news is None


# What is kept


async def ended(
    store: Store,
    winner: Mark | None,
    level: str = "hard",
    game: str = "3x3",
    *,
    assisted: bool = False,
) -> Session:
    """A game that Ann played as X against the bot."""
    terms = Terms("X", "me", game=game)
    begun = await store.serve(request(ANN), transactions.start, Bot(level), terms)
    how = Termination.LINE if winner else Termination.NO_LINE
    over = replace(begun, ending=Ending(how, winner), assisted=assisted)
    return await store.run(write_progress, begun, over, NOW)


async def news_of(store: Store, *games: dict[str, Any]) -> list[News | None]:
    return [(await ended(store, **game)).news for game in games]


WON, DRAWN, LOST = {"winner": Mark.X}, {"winner": None}, {"winner": Mark.O}


@on_both_stores
async def test_the_first_win_at_a_level_and_then_at_each_game_is_kept_with_the_session(
    store: Store,
):
    with_hints = WON | {"level": "normal", "assisted": True}
    assert await news_of(
        store, WON, WON | {"game": "4x4"}, with_hints, WON | {"level": "easy"}
    ) == [
        News(Kind.FIRST_WIN, 1),
        News(Kind.FIRST_WIN_IN_GAME),
        None,
        News(Kind.FIRST_WIN, 2),
    ]
    kept = await ended(store, **LOST)
    assert (await store.run(load_session, kept.id, NOW)).news is None
    first = await store.run(load_session, 1, NOW)
    assert first.news == News(Kind.FIRST_WIN, 1)


async def test_a_first_draw_is_told_only_where_nothing_was_won(store: Store):
    assert await news_of(store, DRAWN, DRAWN, DRAWN | {"game": "misere"}) == [
        News(Kind.FIRST_DRAW),
        None,
        News(Kind.FIRST_DRAW_IN_GAME),
    ]
    assert await news_of(store, DRAWN | {"level": "normal"}, LOST | {"level": "normal"}) == [
        News(Kind.FIRST_DRAW),
        None,
    ]
    assert await news_of(store, WON | {"level": "easy"}, DRAWN | {"level": "easy"}) == [
        News(Kind.FIRST_WIN, 1),
        None,
    ]


async def test_wins_in_a_row_count_over_all_levels_and_hints_neither_end_nor_lengthen_them(
    store: Store,
):
    await news_of(store, WON, WON | {"level": "easy"})
    assert await news_of(store, WON, WON | {"assisted": True}, LOST | {"assisted": True}, WON) == [
        News(Kind.STREAK, 3),
        None,
        None,
        News(Kind.STREAK, 4),
    ]
    assert await news_of(store, LOST, WON) == [None, None]


async def test_between_two_people_only_the_winners_wins_in_a_row_are_told(store: Store):
    async def resigned(by: int) -> News | None:
        terms = Terms("X", "me")
        asked = await store.serve(request(ANN), challenge_transactions.challenge, BOB, terms)
        begun = (await store.serve(request(BOB), challenge_transactions.accept, asked.id)).session
        for mover, cell in ((ANN, 1), (BOB, 5)):
            await store.serve(request(mover), transactions.move, cell)
        over = await store.serve(request(by), challenge_transactions.resign, begun.id)
        return over.news

    assert [await resigned(ANN) for _ in range(3)] == [None, None, News(Kind.STREAK, 3)]
    assert [await resigned(BOB) for _ in range(2)] == [None, None]


async def test_what_the_loser_had_is_kept(store: Store):
    begun = await store.serve(
        request(ANN), transactions.start, Bot("perfect"), Terms("X", "me", game="3x3")
    )
    for cell in (1, 2):
        await store.serve(request(ANN), transactions.move, cell)
    over = await store.serve(request(ANN), transactions.move, 9)
    assert over.news == News(Kind.HAD_DRAW, 5)
    assert await store.run(load_session, begun.id, NOW) == over


async def test_a_person_who_has_everything_deleted_takes_their_news_along(store: Store):
    in_server = replace(request(ANN), guild_id=GUILD)
    begun = await store.serve(in_server, transactions.start, Bot("hard"), Terms("X", "me"))
    over = replace(begun, ending=Ending(Termination.LINE, Mark.X))
    assert (await store.run(write_progress, begun, over, NOW)).news
    exported = await store.run(personal_rows.games, ANN, 0)
    assert b"news=first win 1" in export_file(ANN, (), exported).data
    await store.serve(request(ANN), people_transactions.delete)
    assert (await store.run(load_session, begun.id, NOW)).news is None
