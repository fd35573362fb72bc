"""During a rolling upgrade the version before runs beside this one, on the same PostgreSQL database.

Its statements are written here as it sends them.
"""

from random import Random

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from bot.sessions.challenge import State
from bot.sessions.challenge_refusals import ChallengeGone
from bot.sessions.records import PEOPLE, Count
from bot.sessions.seats import Bot, Terms
from bot.storage import challenge_transactions, record_transactions, transactions
from bot.storage.errors import StoreUnavailable
from bot.storage.request import Request
from bot.storage.store import Store
from bot.storage.tables.people import counts
from tests.support.requests import NOW, request

ANN, BOB, EVE = 1, 2, 3
HERE, GUILD = 10, 77
A_DAY = 24 * 3600

ADD_TO_COUNTS = (
    "UPDATE counts SET won=(counts.won + :won), drawn=(counts.drawn + :drawn), lost=(counts.lost + :lost)"
    " WHERE counts.user_id = :of_user_id AND counts.against = :of_against AND counts.assisted = :of_assisted"
)
NEW_COUNTS = (
    "INSERT INTO counts (user_id, against, assisted, won, drawn, lost)"
    " VALUES (:of_user_id, :of_against, :of_assisted, :won, :drawn, :lost)"
)
ADD_TO_STANDINGS = (
    "UPDATE standings SET points=(standings.points + :points), won=(standings.won + :won),"
    " drawn=(standings.drawn + :drawn), lost=(standings.lost + :lost)"
    " WHERE standings.guild_id = :of_guild_id AND standings.user_id = :of_user_id"
)
NEW_STANDINGS = (
    "INSERT INTO standings (guild_id, user_id, points, won, drawn, lost)"
    " VALUES (:of_guild_id, :of_user_id, :points, :won, :drawn, :lost)"
)
ADD_TO_MEETINGS = (
    "UPDATE meetings SET games=(meetings.games + :games) WHERE meetings.guild_id = :of_guild_id"
    " AND meetings.lower_id = :of_lower_id AND meetings.higher_id = :of_higher_id AND meetings.day = :of_day"
)
NEW_MEETINGS = (
    "INSERT INTO meetings (guild_id, lower_id, higher_id, day, games)"
    " VALUES (:of_guild_id, :of_lower_id, :of_higher_id, :of_day, :games)"
)


@pytest.fixture
def database() -> str:
    """SQLite's file belongs to one process, and so to one version."""
    return "postgres"


def here(user: int, at: int = NOW) -> Request:
    return Request(**(request(user, HERE, at=at).__dict__ | {"guild_id": GUILD}))


async def won(store: Store, winner: int = ANN, loser: int = BOB) -> None:
    """A game between two people that this version counts."""
    asked = await store.run(challenge_transactions.challenge, here(winner), loser, Terms())
    await store.run(challenge_transactions.accept, here(loser), asked.id, Random(1))
    await store.run(transactions.move, here(winner), 1, Random(1))
    await store.run(transactions.move, here(loser), 5, Random(1))
    await store.run(transactions.resign, here(loser))


def won_as_before(connection: Connection) -> None:
    """The same, as the version before counts it."""
    day = {"of_guild_id": GUILD, "of_lower_id": ANN, "of_higher_id": BOB, "of_day": NOW // A_DAY, "games": 1}
    _put(connection, ADD_TO_MEETINGS, NEW_MEETINGS, day)
    for person, win in ((ANN, 1), (BOB, 0)):
        result = {"of_user_id": person, "won": win, "drawn": 0, "lost": 1 - win}
        counted = {"of_against": PEOPLE, "of_assisted": False}
        _put(connection, ADD_TO_COUNTS, NEW_COUNTS, result | counted)
        _put(connection, ADD_TO_STANDINGS, NEW_STANDINGS, result | {"of_guild_id": GUILD, "points": 3 * win})


def _put(connection: Connection, change: str, new: str, values: dict[str, object]) -> None:
    if not connection.execute(text(change), values).rowcount:
        connection.execute(text(new), values)


@pytest.mark.parametrize("first", [won, won_as_before])
async def test_what_either_version_counts_both_read(store: Store, first: object):
    async def play(how: object) -> None:
        await (won(store) if how is won else store.run(won_as_before))

    await play(first)
    await play(won_as_before if first is won else won)
    assert (await store.run(record_transactions.stats, ANN)).counts == {PEOPLE: Count(won=2)}
    board = await store.run(record_transactions.leaderboard, here(ANN), 0)
    assert [(standing.user_id, standing.points) for standing in board.standings] == [(ANN, 6), (BOB, 0)]
    for table, found in (
        ("counts", [(ANN, 2, 0), (BOB, 0, 2)]),
        ("standings", [(ANN, 2, 0), (BOB, 0, 2)]),
    ):
        as_before = text(f"SELECT user_id, won, lost FROM {table} ORDER BY user_id")  # noqa: S608 - ours alone
        rows = await store.run(lambda connection, query=as_before: connection.execute(query).all())
        assert list(map(tuple, rows)) == found


async def test_games_of_the_same_two_that_either_version_counts_share_one_limit(store: Store):
    for _ in range(2):
        await store.run(won_as_before)
        await won(store)
    board = await store.run(record_transactions.leaderboard, here(ANN), 0)
    assert board.standings[0].points == 9, "the version before has written two games itself, and this one one"


async def test_the_version_before_sees_nothing_of_other_games(store: Store):
    def another_game(connection: Connection) -> None:
        row = {"user_id": ANN, "game": "5x5", "against": "easy", "assisted": False, "won": 7, "drawn": 0}
        connection.execute(counts.insert().values(**row, lost=0))

    await store.run(another_game)
    await store.run(won_as_before)
    games = text("SELECT sum(won) FROM counts")
    assert await store.run(lambda connection: connection.execute(games).scalar_one()) == 1
    assert (await store.run(record_transactions.stats, ANN, "5x5")).counts == {"easy": Count(won=7)}


async def test_a_session_and_a_challenge_that_the_version_before_opens_are_of_3x3(store: Store):
    def open_as_before(connection: Connection) -> None:
        session = text(
            "INSERT INTO sessions (channel_id, guild_id, first, started_at, time, tally_x, tally_o,"
            " tally_drawn, rematch_of, is_demo, turn_since, closes_at, remind_at) VALUES"
            " (10, 77, 'X', :now, NULL, 0, 0, 0, NULL, false, :now, :closes_at, NULL) RETURNING id"
        )
        session_id = connection.execute(session, {"now": NOW, "closes_at": NOW + A_DAY}).scalar_one()
        seat = text(
            "INSERT INTO seats (session_id, mark, user_id, level, channel_id, live)"
            " VALUES (:session_id, :mark, :user_id, :level, 10, true)"
        )
        for mark, person, level in (("X", EVE, None), ("O", None, "easy")):
            given = {"session_id": session_id, "mark": mark, "user_id": person, "level": level}
            connection.execute(seat, given)
        challenge = text(
            "INSERT INTO challenges (channel_id, challenger_id, challenged_id, mark, first, time, rematch_of,"
            " expires_at, state) VALUES (10, 1, 2, 'X', 'me', 600, NULL, :now, 'open')"
        )
        connection.execute(challenge, {"now": NOW + 300})

    await store.run(open_as_before)
    opened = await store.run(transactions.look, here(EVE))
    assert (opened.game, opened.look) == ("3x3", "tiles")
    accepted = await store.run(challenge_transactions.accept, here(BOB), 1, Random(1))
    assert accepted.game == "3x3"
    assert (
        await store.run(transactions.start, request(EVE, 20), Bot("easy"), Terms(), Random(1))
    ).game == "3x3"


LOCK_SESSION = "SELECT sessions.id FROM sessions WHERE sessions.id = :id FOR NO KEY UPDATE"
READ_SESSION = (
    "SELECT sessions.id, sessions.ended_at, sessions.turn_since, x.user_id AS x_user_id, moves.cell"
    " FROM sessions JOIN seats AS x ON x.session_id = sessions.id AND x.mark = 'X'"
    " JOIN seats AS o ON o.session_id = sessions.id AND o.mark = 'O'"
    " LEFT OUTER JOIN moves ON moves.session_id = sessions.id WHERE sessions.id = :id ORDER BY moves.ply"
)
NEW_MOVE = "INSERT INTO moves (session_id, ply, cell) VALUES (:session_id, :ply, :cell)"


def press_as_before(connection: Connection, session_id: int, cells: list[int]) -> None:
    """Moves as the version before makes them: it reads all that were made, then adds its own."""
    connection.execute(text(LOCK_SESSION), {"id": session_id})
    played = [row.cell for row in connection.execute(text(READ_SESSION), {"id": session_id})]
    ply = len([cell for cell in played if cell is not None])
    rows = [{"session_id": session_id, "ply": ply + n, "cell": cell} for n, cell in enumerate(cells)]
    connection.execute(text(NEW_MOVE), rows)
    clock = text("UPDATE sessions SET turn_since=:now, closes_at=:closes_at WHERE sessions.id = :id")
    connection.execute(clock, {"now": NOW, "closes_at": NOW + A_DAY, "id": session_id})


async def test_both_versions_move_in_one_game(store: Store):
    begun = await store.run(transactions.start, here(ANN), Bot("perfect"), Terms(), Random(1))
    await store.run(press_as_before, begun.id, [1, 5])
    played = await store.run(transactions.press, here(ANN), begun.id, 2, 9, Random(1))
    assert played.moves[:3] == (1, 5, 9)
    await store.run(press_as_before, begun.id, [next(iter(played.board.free_cells))])
    assert len((await store.run(transactions.look, here(ANN))).moves) == 5


async def test_a_move_that_the_version_before_makes_too_late_is_refused_by_the_database(store: Store):
    begun = await store.run(transactions.start, here(ANN), Bot("perfect"), Terms(), Random(1))
    await store.run(transactions.press, here(ANN), begun.id, 0, 1, Random(1))
    late = {"session_id": begun.id, "ply": 1, "cell": 7}
    with pytest.raises(StoreUnavailable) as refused:
        await store.run(lambda connection: connection.execute(text(NEW_MOVE), late) and None)
    assert isinstance(refused.value.__cause__, IntegrityError)


async def test_the_version_before_deletes_sessions_with_their_moves(store: Store):
    begun = await store.run(transactions.start, here(ANN), Bot("perfect"), Terms(first="them"), Random(1))

    def delete_as_before(connection: Connection) -> None:
        for part in ("interactions WHERE session_id", "moves WHERE session_id", "seats WHERE session_id"):
            connection.execute(text(f"DELETE FROM {part} IN ({begun.id})"))  # noqa: S608 - ours alone
        connection.execute(text(f"DELETE FROM sessions WHERE id IN ({begun.id})"))  # noqa: S608 - ours alone

    await store.run(delete_as_before)
    assert await store.run(lambda connection: connection.execute(text("SELECT cell FROM moves")).all()) == []


async def test_the_version_before_can_cancel_a_game_that_anyone_may_join(store: Store):
    asked = await store.run(challenge_transactions.challenge_anyone, here(ANN), Terms())
    cancel = text(
        "UPDATE challenges SET state='cancelled' WHERE challenges.id = :id AND challenges.state = 'open'"
    )
    await store.run(lambda connection: connection.execute(cancel, {"id": asked.id}) and None)
    with pytest.raises(ChallengeGone) as refused:
        await store.run(challenge_transactions.join, here(BOB), asked.id, Random(1))
    assert refused.value.challenge.state is State.CANCELLED
