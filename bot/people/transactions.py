"""Transactions about records, about a person's data, and about bans."""

from collections.abc import Collection
from dataclasses import replace

from sqlalchemy import func, or_, select

from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import Challenge
from bot.challenges.rows import challenges_with, count_blocked, delete_challenges, unblock_all
from bot.cups.rows import live_cups_of
from bot.database.prepared_statements import Prepared, prepared_upsert
from bot.database.store import AT_ONCE
from bot.database.tables import bans, challenges, counts, people
from bot.database.transaction import AnyTransaction, Transaction
from bot.interactions.interaction import Interaction
from bot.messages.texts import Refusal
from bot.people.bans import Bans
from bot.people.own_games import (
    PAST_PAGE,
    OwnGames,
    PastGames,
    most_urgent_first,
    to_answer_first,
)
from bot.people.personal_rows import count_games, forget_person, leave_games
from bot.people.records import (
    NO_SERVER_HERE,
    TOO_MUCH_TO_DELETE,
    Leaderboard,
    PersonalData,
    Stats,
)
from bot.people.rows import (
    load_head_to_head,
    load_standing,
    load_standings,
    load_stats,
    on_leaderboard,
)
from bot.play import actions
from bot.play.rows import finished_after, finished_before, live_sessions
from bot.play.seats import UserId
from bot.play.session import Session
from bot.play.settings_rows import is_told_at_once, settings_of

MOST_DELETED = 20_000  # games that one transaction deletes while people wait, on either store
PAGE = 10  # people on a page of a server's leaderboard
_PAGES = 100_000
_CUPS = 20  # that a person has joined, of which those are shown that they are still in

_BANS = Prepared(select(bans))


def stats(
    transaction: AnyTransaction,
    user_id: UserId,
    game: str | None = None,
    asker: UserId | None = None,
) -> Stats:
    """A person's results in a game, by default in all of them.

    asker  another person, who is also told how they have done against this one
    """
    theirs = load_stats(transaction, user_id, game)
    if asker is None or asker == user_id:
        return theirs
    count = load_head_to_head(transaction, asker, user_id, game)
    if not count.games:
        return replace(theirs, asker=asker)
    return replace(theirs, asker=asker, head_to_head=count)


def leaderboard(
    transaction: Transaction[Interaction],
    page: int,
    game: str | None = None,
    *,
    against_bot: bool = False,
) -> Leaderboard:
    """A page of the leaderboard of the interaction's server; it tells the person their own place.

    page         counted from 0; beyond the end it is the first
    game         the game; by default the server's
    against_bot  whether it is that of games with the bot, not of those between people
    """
    interaction = transaction.interaction
    if interaction.guild_id is None:
        raise Refusal(NO_SERVER_HERE)
    game = game or settings_of(transaction).game
    where = on_leaderboard(interaction.guild_id, game, against_bot=against_bot)
    if page >= _PAGES:
        page = 0  # a forged button
    # One more row shows whether there is a next page.
    rows = load_standings(transaction, where, page * PAGE, PAGE + 1)
    if page and not rows:
        return leaderboard(transaction, 0, game, against_bot=against_bot)
    on_page = rows[:PAGE]
    has_more = len(rows) > PAGE
    own = None
    if all(standing.user_id != interaction.user_id for standing in on_page):
        own = load_standing(transaction, where, interaction.user_id)
    return Leaderboard(game, on_page, page, has_more, own, against_bot)


def own_games(
    transaction: Transaction[Interaction],
    *,
    older_than: int | None = None,
    newer_than: int | None = None,
) -> OwnGames:
    """What a person has on, in all channels, and a page of what they have finished.

    older_than, newer_than  the id of the finished session before or after which the page lies; by
                            default it is the first
    """
    interaction = transaction.interaction
    player = interaction.user_id
    live = live_sessions(transaction, player, interaction.at)
    waiting = challenges_with(transaction, player, interaction.at)
    joined = live_cups_of(transaction, player, _CUPS)
    return OwnGames(
        player,
        most_urgent_first(live, player),
        to_answer_first(waiting, player),
        tuple([cup for cup in joined if not cup.is_out(player)]),
        _past_games(transaction, older_than, newer_than),
        is_told_at_once(transaction, player),
    )


def resign(transaction: Transaction[Interaction], session_id: int) -> tuple[Session, OwnGames]:
    """Resign a session from the list of a person's games; returns it, and what is on then."""
    resigned = challenge_transactions.resign(transaction, session_id, from_list=True)
    assert isinstance(resigned, Session), "a game was named"
    return resigned, own_games(transaction)


def choose_when_told(transaction: Transaction[Interaction], *, at_once: bool) -> OwnGames:
    """Choose whether a person is told at once that it is their turn; returns what they have on."""
    _save_choice(transaction, transaction.interaction.user_id, "told_at_once", chosen=at_once)
    return own_games(transaction)


def _past_games(
    transaction: Transaction[Interaction], older_than: int | None, newer_than: int | None
) -> PastGames:
    interaction = transaction.interaction
    # One more game shows whether there is another page in that direction.
    most = PAST_PAGE + 1
    player = interaction.user_id
    if newer_than is not None:
        newer = finished_after(transaction, player, interaction.at, most, newer_than)
        on_page = newer[:PAST_PAGE]
        on_page.reverse()
        if on_page:
            return PastGames(tuple(on_page), has_newer=len(newer) == most, has_older=True)
    older = finished_before(transaction, player, interaction.at, most, older_than)
    if not older and older_than is not None:
        return _past_games(transaction, None, None)  # they are no longer kept
    return PastGames(
        tuple(older[:PAST_PAGE]),
        has_newer=older_than is not None,
        has_older=len(older) == most,
    )


def personal_data(transaction: AnyTransaction, user_id: UserId) -> PersonalData:
    """What is kept about a person."""
    settings = select(people.c.takes_challenges, people.c.text_first)
    chosen = transaction.connection.execute(
        settings.where(people.c.user_id == user_id)
    ).one_or_none()
    takes_challenges = True
    text_first = False
    if chosen is not None:
        takes_challenges = chosen.takes_challenges
        text_first = chosen.text_first
    games = func.sum(counts.c.won + counts.c.drawn + counts.c.lost)
    counted = transaction.connection.scalar(select(games).where(counts.c.user_id == user_id))
    blocked = count_blocked(transaction, user_id)
    ban_id = transaction.connection.scalar(select(bans.c.id).where(bans.c.id == user_id))
    return PersonalData(
        games=int(counted or 0),
        takes_challenges=takes_challenges,
        blocked_people=blocked,
        is_banned=ban_id is not None,
        text_first=text_first,
    )


def choose(
    transaction: AnyTransaction, user_id: UserId, name: str, *, chosen: bool
) -> PersonalData:
    """Change a person's choice, by the name of its column in `people`. A repeat changes nothing."""
    _save_choice(transaction, user_id, name, chosen=chosen)
    return personal_data(transaction, user_id)


def _save_choice(transaction: AnyTransaction, user_id: UserId, name: str, *, chosen: bool) -> None:
    choice = prepared_upsert(people, ("user_id", name), lambda new: {name: new[name]})
    choice.execute(transaction, **{"user_id": user_id, name: chosen})


def unblock_everyone(transaction: AnyTransaction, user_id: UserId) -> PersonalData:
    """Remove all blocks that a person has set. Doing so twice changes nothing."""
    unblock_all(transaction, user_id)
    return personal_data(transaction, user_id)


def delete(transaction: Transaction[Interaction]) -> tuple[Session | Challenge, ...]:
    """Delete a person's data; returns their live sessions and open challenges, as it leaves them.

    Their live games end without a result. All games stay without the person's id, except that games
    in direct messages with the bot are deleted. Deleting twice changes nothing. Raises Refusal if
    there is so much that others would have to wait.
    """
    interaction = transaction.interaction
    player = interaction.user_id
    if count_games(transaction, player, MOST_DELETED + 1) > MOST_DELETED:
        raise Refusal(TOO_MUCH_TO_DELETE)
    ended: list[Session | Challenge] = []
    for session in live_sessions(transaction, player, interaction.at):
        ended.append(actions.after_deletion(session, player))
    for challenge in challenges_with(transaction, player, interaction.at):
        ended.append(challenge.after_deletion(player))
    direct = set()
    if interaction.guild_id is None:
        direct.add(interaction.channel_id)
    while delete_person(transaction, player, interaction.at, direct):
        pass
    return tuple(ended)


def delete_person(
    transaction: AnyTransaction, user_id: UserId, now: int, direct: Collection[int] = ()
) -> bool:
    """Delete part of a person's data, as `delete` does; returns whether there may be more.

    direct  direct-message channels known to be theirs
    """
    if leave_games(transaction, user_id, direct, now):
        return True
    theirs = or_(challenges.c.challenger_id == user_id, challenges.c.challenged_id == user_id)
    if delete_challenges(transaction, theirs) == AT_ONCE:
        return True
    forget_person(transaction, user_id)
    return False


def load_bans(transaction: AnyTransaction) -> Bans:
    """Everyone whom the operator has banned."""
    people_ids = set()
    server_ids = set()
    for row in _BANS.execute(transaction):
        if row.is_server:
            server_ids.add(row.id)
        else:
            people_ids.add(row.id)
    return Bans(frozenset(people_ids), frozenset(server_ids))


def ban(transaction: AnyTransaction, number: int, *, is_server: bool) -> None:
    """Ban a person or a server. Doing so twice changes nothing."""
    unban(transaction, number)
    transaction.connection.execute(bans.insert().values(id=number, is_server=is_server))


def unban(transaction: AnyTransaction, number: int) -> bool:
    """Lift the ban of a person or a server; returns whether there was one."""
    lift = bans.delete().where(bans.c.id == number)
    deleted = transaction.connection.execute(lift).rowcount
    return deleted > 0
