"""Playing a game: /ttt move, board, draw, claim, watch and stop, and the buttons of a board."""

from discord import Member, User, app_commands
from discord.app_commands import Choice, Range, locale_str

from bot.interactions.handlers import (
    GAME_CHOICES,
    button,
    command,
    command_text,
    completed,
    known_game,
)
from bot.interactions.interaction import Interaction
from bot.interactions.reader_rows import wants_text_first
from bot.messages.reply import Place, Reply
from bot.messages.texts import Refusal, voice_of
from bot.play import card as boards
from bot.play import transactions
from bot.play.actions import NOT_FOR_YOU
from bot.play.answers import demo_board
from bot.play.card import shown
from bot.play.seats import Bot
from bot.play.session import Session
from engine.board import GAMES, number_of
from engine.opponents import OPPONENTS

_LARGEST_NUMBER = max(number_of(rules.cells[-1], rules) for rules in GAMES.values())  # of a cell


def opponent_choice(name: str) -> Choice[str]:
    """The choice of an opponent, by its name of `engine.opponents.OPPONENTS`."""
    return Choice(name=locale_str(name, opponent=name), value=name)


def known_opponent(name: str | None) -> Bot | None:
    """The bot at a level we have; None if it was left open. Discord's list may be out of date."""
    if name is None:
        return None
    if name not in OPPONENTS:
        raise app_commands.AppCommandError(f"there is no opponent {name!r}")
    return Bot(name)


_OPPONENTS = [opponent_choice(name) for name in OPPONENTS]


@command(
    command_text("Watch me play myself"),
    x=command_text("Who goes first"),
    o=command_text("Who goes second"),
    game=command_text("Which game"),
)
@app_commands.choices(x=_OPPONENTS, o=_OPPONENTS, game=GAME_CHOICES)
async def watch(
    command: Interaction, x: str | None = None, o: str | None = None, game: str | None = None
) -> Reply:
    """Open a demo game, with buttons for the next move or all of them."""
    session = await command.run(
        transactions.watch, known_opponent(x), known_opponent(o), known_game(game)
    )
    return shown(session)


@command(
    command_text("Make your move"), in_words=True, cell=command_text("The number of a free cell")
)
async def move(command: Interaction, cell: Range[int, 1, _LARGEST_NUMBER]) -> Reply:
    """Play a cell in your session here, and show the board at the bottom of the channel."""
    return shown(await command.run(transactions.move, cell))


@move.autocomplete("cell")
@completed
async def offer_free_cells(command: Interaction, typed: str) -> list[Choice[int]]:
    """The free cells of your game here that begin with the typed digits."""
    session = await command.run(transactions.own_session)
    numbers = (number_of(cell, session.rules) for cell in session.board.free_cells)
    return [
        Choice(name=str(number), value=number)
        for number in numbers
        if str(number).startswith(typed)
    ]


@button("cell", of="session", in_words=True)
async def play(press: Interaction, session_id: int, version: int, cell: int) -> Reply:
    """Play a cell, pressed on this version of the board."""
    known = press.app.replies.earlier.as_last_shown(Session, session_id)
    return shown(await press.run(transactions.press, session_id, version, cell, known))


@button("next", "play", of="session")
async def play_demo(press: Interaction, session_id: int, ply: int) -> Reply:
    """Play the next move of a demo game; after Play the others follow by themselves."""
    session = await press.run(transactions.next_move, session_id, ply)
    return await demo_board(press.app, session)


@command(
    command_text("Bring your game to the bottom of the channel"),
    in_words=True,
    text=command_text("As text, for screen readers (only you can see it)"),
)
async def board(command: Interaction, *, text: bool = False) -> Reply:
    """Show your session in this channel again."""
    if text:
        return await _in_words(command, await command.run(transactions.own_session))
    return shown(await command.run(transactions.board))


@button("read", of="session", answers=Place.ASIDE, in_words=True)
async def read(press: Interaction, session_id: int) -> Reply:
    """Say what is on a board."""
    return await _in_words(press, await press.run(transactions.session_of_button, session_id))


async def _in_words(asked: Interaction, session: Session) -> Reply:
    user_id = asked.request.user_id
    wants_text = await asked.app.store.run(wants_text_first, user_id)
    return boards.in_words(session, user_id, asked.to.voice, offers_more=not wants_text)


@command(command_text("Offer a draw, or accept your opponent's"), in_words=True)
async def draw(command: Interaction) -> Reply:
    """Offer your opponent in this channel a draw, or accept theirs."""
    return shown(await command.run(transactions.draw))


@button("draw", of="session", in_words=True)
async def press_draw(press: Interaction, session_id: int, ply: int) -> Reply:
    """The same below the board after so many moves."""
    return shown(await press.run(transactions.draw, session_id, ply))


@command(command_text("Claim the win when your opponent's time is up"), in_words=True)
async def claim(command: Interaction) -> Reply:
    """Claim the win in your session here because your opponent's time is up."""
    return shown(await command.run(transactions.claim))


@button("claim", of="session", in_words=True)
async def press_claim(press: Interaction, session_id: int) -> Reply:
    """The same below the board, or below the post that says that time is up.

    That post has no other button. Where its time is up no more, it says so to everyone.
    """
    try:
        return shown(await press.run(transactions.claim, session_id))
    except Refusal:
        session = await press.run(transactions.session_of_button, session_id)
        is_reminder = [*press.offered] == [press.what]
        if not is_reminder or session.ending or session.is_late:
            raise
        moved = session.seats[session.board.turn.other]
        return boards.goes_on(moved, voice_of(session.language))


@command(
    command_text("Moderators: end a game that's stuck"),
    answers=Place.PRIVATE,
    player=command_text("Whose game, if there's more than one here"),
)
async def stop(command: Interaction, player: User | Member | None = None) -> Reply:
    """Ask a moderator whether to end a session in this channel without a result."""
    _must_moderate(command)
    session = await command.run(transactions.session_to_stop, player.id if player else None)
    return boards.ask_to_end(session, command.to.voice)


def _must_moderate(interaction: Interaction) -> None:
    if not interaction.may.manage_channels:
        raise Refusal(NOT_FOR_YOU)


@button("stopnow", answers=Place.NEW)
async def stop_after_question(press: Interaction, session_id: int) -> Reply:
    """End a session without a result."""
    _must_moderate(press)
    stopped = await press.run(transactions.stop, session_id)
    return boards.stopped(stopped, press.request.user_id, voice_of(stopped.language))
