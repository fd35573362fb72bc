"""Transactions about a game: one plain function each.

A function takes a `Transaction`, which knows the interaction that it serves; the store begins and
commits it. The function loads the session, lets the rules decide, and writes what changed. If it
raises a refusal, the store rolls back. If it loses a race, it violates a constraint; the store then
runs it again, and it finds what the winner wrote. A function that changes anything does so `once`
for an interaction; a press that comes again finds its own move on the board.

If the bot has to move on a board that needs a search, a transaction raises MustAsk, and is run
again for an interaction that has `known` since how the bot plays there.
"""

from dataclasses import replace
from random import Random

from bot.database.transaction import AnyTransaction, Transaction
from bot.interactions.interaction import Interaction
from bot.interactions.questions import Known, must_know
from bot.messages.texts import Refusal
from bot.play import actions
from bot.play.actions import (
    NO_GAME_HERE,
    NOT_YOUR_GAME,
    NOTHING_TO_STOP,
    REMATCH_TAKEN,
    SEVERAL_GAMES_HERE,
    AlreadyPlaying,
)
from bot.play.interaction_rows import once
from bot.play.rows import (
    free_seats,
    insert_session,
    live_session,
    load_session,
    next_session_id,
    rematch_of,
    save_session,
    two_sessions_in,
    write_progress,
)
from bot.play.seats import Bot, Deal, FullTerms, Person, Terms, UserId
from bot.play.session import NO_GAMES, Session
from bot.play.settings import FIRST_WITH_BOT
from bot.play.settings_rows import is_told_at_once, settings_of
from engine.board import GAMES, Board, Cell, Mark, cell_of

_STILL_LOOKS = 120  # seconds after a move in which its player still looks at the board


def session_of_button(transaction: Transaction[Interaction], session_id: int) -> Session:
    """The session a button names. Anyone can send any number, so it must belong to this channel."""
    interaction = transaction.interaction
    session = load_session(transaction, session_id, interaction.at)
    if session is None or session.channel_id != interaction.channel_id:
        raise Refusal(NO_GAME_HERE)
    return session


def session_in_reach(transaction: Transaction[Interaction], session_id: int) -> Session:
    """The session a button names: of this channel, or of any other that the person plays it in."""
    interaction = transaction.interaction
    session = load_session(transaction, session_id, interaction.at)
    if session and Person(interaction.user_id) in session.seats.values():
        return session
    return session_of_button(transaction, session_id)


def own_session(transaction: Transaction[Interaction]) -> Session:
    """The person's live session in this channel."""
    interaction = transaction.interaction
    session = live_session(transaction, interaction.channel_id, interaction.user_id, interaction.at)
    if not session:
        raise Refusal(NO_GAME_HERE)
    return session


def session_meant(transaction: Transaction[Interaction], session_id: int | None) -> Session:
    """The session a button names; without one, the person's own here."""
    if session_id is None:
        return own_session(transaction)
    return session_of_button(transaction, session_id)


def session_to_stop(transaction: Transaction[Interaction], player: UserId | None = None) -> Session:
    """The game of `player` here; without one the only game that people play here."""
    interaction = transaction.interaction
    if player is not None:
        session = live_session(transaction, interaction.channel_id, player, interaction.at)
    else:
        sessions = two_sessions_in(transaction, interaction.channel_id, interaction.at)
        if len(sessions) > 1:
            raise Refusal(SEVERAL_GAMES_HERE)
        session = sessions[0] if sessions else None
    if session is None:
        raise Refusal(NOTHING_TO_STOP)
    return session


def start_against_bot(
    transaction: Transaction[Interaction],
    bot: Bot | None,
    terms: Terms,
    finished: Session | None = None,
) -> Session:
    """Start a session against the bot for the person who asks. If the bot goes first, it has moved.

    bot       at the level that they chose; None for the server's
    finished  the session this one is the rematch of

    The server's settings complete what `terms` leaves open.

    Raises AlreadyPlaying or MustAsk.
    """
    interaction = transaction.interaction
    must_have_no_game(transaction)
    settings = settings_of(transaction)
    full = settings.complete(terms, FIRST_WITH_BOT)
    bot = settings.bot(bot)
    if full.first != "me":
        # Asked before the draw: drawn again after a search, the person would go first more often.
        must_know(bot.level, Board(rules=GAMES[full.game]), interaction.known)
    deal = full.deal(interaction.user_id, bot, interaction.app.rng)
    language = settings.language_of(terms, interaction.language)
    session = new_session(transaction, full, deal, language, finished)
    begun = actions.with_bots_move(session, interaction.app.rng, interaction.known)
    return insert_session(transaction, begun)


start = once(start_against_bot)
"""Start a session against the bot, once for an interaction; see `start_against_bot`."""


def new_session(
    transaction: Transaction[Interaction],
    terms: FullTerms,
    deal: Deal,
    language: str,
    finished: Session | None = None,
) -> Session:
    """A session that is dealt like this, in the channel of the interaction, not yet written.

    finished  the session this one is the rematch of
    """
    interaction = transaction.interaction
    time = None
    if all(isinstance(seat, Person) for seat in deal.seats.values()):
        time = terms.time
    tally = NO_GAMES
    finished_id = None
    if finished and finished.ending:
        finished_id = finished.id
        if finished.seats == deal.seats:
            tally = finished.tally.after(finished.ending)
    return Session(
        id=next_session_id(transaction),
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        game=terms.game,
        seats=deal.seats,
        first=deal.first,
        time=time,
        turn_since=interaction.at,
        tally=tally,
        rematch_of=finished_id,
        language=language,
        look=terms.look,
    )


def must_have_no_game(transaction: Transaction[Interaction]) -> None:
    """Raises AlreadyPlaying. The person's abandoned game here ends, so they can begin another."""
    interaction = transaction.interaction
    live = free_seats(transaction, interaction.channel_id, interaction.at, interaction.user_id)
    if live:
        raise AlreadyPlaying(live[0])


def must_have_no_rematch(transaction: Transaction[Interaction], session_id: int) -> None:
    """A game has one rematch."""
    rematch = rematch_of(transaction, session_id, transaction.interaction.at)
    if rematch is None:
        return
    if rematch.ending:
        raise Refusal(REMATCH_TAKEN)
    raise AlreadyPlaying(rematch)


@once
def move(transaction: Transaction[Interaction], number: int) -> Session:
    """Play the cell with this number in the person's own game here, and let the bot reply."""
    interaction = transaction.interaction
    session = own_session(transaction)
    cell = cell_of(number, session.rules)
    after = actions.play(session, interaction.user_id, cell, interaction.app.rng, interaction.known)
    return _save_move(transaction, session, after)


def press_cell(
    transaction: Transaction[Interaction], session_id: int, version: int, cell: Cell
) -> Session:
    """Play `cell` in the session of a button, pressed on this version of its board."""
    interaction = transaction.interaction
    session = session_of_button(transaction, session_id)
    after = actions.play_on_version(
        session, interaction.user_id, version, cell, interaction.app.rng, interaction.known
    )
    return _save_move(transaction, session, after)


def _save_move(transaction: Transaction[Interaction], before: Session, after: Session) -> Session:
    """Write a move; the session then says whether the other player has to be told of it.

    Only what makes a move says so, and only once: a second press makes none.
    """
    has_moved = after.moves != before.moves
    must_tell = has_moved and _must_tell(transaction, before, after)
    if after.must_tell != must_tell:
        after = replace(after, must_tell=must_tell)
    return save_session(transaction, before, after)


def _must_tell(transaction: Transaction[Interaction], before: Session, after: Session) -> bool:
    """Whether the player whose turn it is wants to know at once, and may not see it by themselves.

    A player who moved within the last two minutes still looks; before the first move, the one who
    started the game then. If only the person who has moved sees our answers, nobody can be told
    after one.
    """
    interaction = transaction.interaction
    awaited = after.to_move
    if after.ending or interaction.is_alone or not isinstance(awaited, Person):
        return False
    if awaited.user_id == interaction.user_id or interaction.at < before.turn_since + _STILL_LOOKS:
        return False
    return is_told_at_once(transaction, awaited.user_id)


@once
def take_back(transaction: Transaction[Interaction], session_id: int, version: int) -> Session:
    """Take back the person's last move and the bot's reply, from this version of the board."""
    session = session_of_button(transaction, session_id)
    after = actions.take_back(session, transaction.interaction.user_id, version)
    return save_session(transaction, session, after)


@once
def offer_draw(
    transaction: Transaction[Interaction], session_id: int | None = None, ply: int | None = None
) -> Session:
    """Offer or accept a draw in the session of a button, or in the person's own game here."""
    session = session_meant(transaction, session_id)
    after = actions.offer_draw(session, transaction.interaction.user_id, ply)
    return save_session(transaction, session, after)


@once
def claim(transaction: Transaction[Interaction], session_id: int | None = None) -> Session:
    """Win the session of a button, or the person's own here, because the opponent's time is up."""
    interaction = transaction.interaction
    session = session_meant(transaction, session_id)
    after = actions.claim(session, interaction.user_id, interaction.at)
    return save_session(transaction, session, after)


@once
def stop(transaction: Transaction[Interaction], session_id: int) -> Session:
    """End the session of a button without a result."""
    session = session_of_button(transaction, session_id)
    return save_session(transaction, session, actions.stop(session))


def bring_board(transaction: Transaction[Interaction]) -> Session:
    """The person's live game here, to be shown on a new message. Twice is as once."""
    session = own_session(transaction)
    return save_session(transaction, session, session)


@once
def watch(
    transaction: Transaction[Interaction], x: Bot | None, o: Bot | None, game: str | None = None
) -> Session:
    """Open a demo game, X first, on an empty board.

    The server's settings decide what is left open.
    """
    settings = settings_of(transaction)
    full = settings.complete(Terms(game=game), FIRST_WITH_BOT)
    language = settings.language_of(Terms(), transaction.interaction.language)
    deal = Deal({Mark.X: settings.bot(x), Mark.O: settings.bot(o)}, first=Mark.X)
    session = new_session(transaction, full, deal, language)
    return insert_session(transaction, session)


def demo_game(transaction: Transaction[Interaction], session_id: int) -> Session:
    """The demo game a button names."""
    session = session_of_button(transaction, session_id)
    if not session.is_demo:
        raise Refusal(NOT_YOUR_GAME)
    return session


def play_on(
    transaction: AnyTransaction, session_id: int, now: int, rng: Random, known: Known | None = None
) -> Session:
    """Play the next move of a demo game."""
    session = load_session(transaction, session_id, now)
    if session is None:
        raise Refusal(NO_GAME_HERE)
    after = actions.with_bots_move(session, rng, known)
    return write_progress(transaction, session, after, now)
