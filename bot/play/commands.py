"""Playing a game: /ttt move, board, draw, claim and stop, and the buttons of a board."""

from discord import Member, User, app_commands
from discord.app_commands import Choice, Range, locale_str

from bot.interactions.handlers import (
    autocompletion,
    button,
    command,
    command_text,
)
from bot.interactions.interaction import Answer, Interaction
from bot.interactions.reader_rows import wants_text_first
from bot.messages.content import Place
from bot.messages.games import TITLES
from bot.messages.texts import Refusal, voice_of
from bot.play import transactions
from bot.play.actions import NOT_FOR_YOU
from bot.play.answers import after_move, board_answer
from bot.play.card import after_stop, stop_question
from bot.play.posts import goes_on
from bot.play.seats import Bot
from bot.play.session import Session
from bot.play.spoken_board import spoken_board
from engine.board import GAMES, number_of
from engine.opponents import OPPONENTS

_LARGEST_NUMBER = max(number_of(rules.cells[-1], rules) for rules in GAMES.values())  # of a cell

GAME_CHOICES = [Choice(name=title, value=game) for game, title in TITLES.items()]
"""The choices of the option `game`."""


def known_game(name: str | None) -> str | None:
    """A game that we have, or None if it was left open. Discord's list may be out of date."""
    if name is not None and name not in TITLES:
        raise app_commands.AppCommandError(f"there is no game {name!r}")
    return name


def level_choice(level: str) -> Choice[str]:
    """The choice of a level, a name of `engine.opponents.OPPONENTS`."""
    return Choice(name=locale_str(level, level=level), value=level)


def known_level(level: str | None) -> Bot | None:
    """The bot at a level we have; None if it was left open. Discord's list may be out of date."""
    if level is None:
        return None
    if level not in OPPONENTS:
        raise app_commands.AppCommandError(f"there is no level {level!r}")
    return Bot(level)


@command(
    command_text("Make your move"), in_words=True, cell=command_text("The number of a free cell")
)
async def move(interaction: Interaction, cell: Range[int, 1, _LARGEST_NUMBER]) -> Answer:
    """Play a cell in your session here, and show the board at the bottom of the channel."""
    session = await interaction.run(transactions.move, cell)
    return after_move(session)


@move.autocomplete("cell")
@autocompletion
async def offer_free_cells(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """The free cells of your game here that begin with the typed digits."""
    session = await interaction.run(transactions.own_session)
    choices = []
    for cell in session.board.free_cells:
        number = number_of(cell, session.rules)
        if str(number).startswith(typed):
            choices.append(Choice(name=str(number), value=number))
    return choices


@button("cell", of=Session, in_words=True)
async def press_cell(interaction: Interaction, session_id: int, version: int, cell: int) -> Answer:
    """Play a cell, pressed on this version of the board."""
    session = await interaction.run(transactions.press_cell, session_id, version, cell)
    return after_move(session)


@command(
    command_text("Bring your game to the bottom of the channel"),
    name="board",
    in_words=True,
    text=command_text("As text, for screen readers (only you can see it)"),
)
async def show_board(interaction: Interaction, *, text: bool = False) -> Answer:
    """Show your session in this channel again."""
    if text:
        session = await interaction.run(transactions.own_session)
        return await _spoken_board(interaction, session)
    session = await interaction.run(transactions.bring_board)
    return board_answer(session)


@button("read", of=Session, place=Place.ASIDE)
async def read_aloud(interaction: Interaction, session_id: int) -> Answer:
    """Say what is on a board."""
    session = await interaction.run(transactions.session_of_button, session_id)
    return await _spoken_board(interaction, session)


async def _spoken_board(interaction: Interaction, session: Session) -> Answer:
    user_id = interaction.user_id
    wants_text = await interaction.run(wants_text_first, user_id)
    words = spoken_board(session, user_id, interaction.voice, offers_more=not wants_text)
    return Answer(words)


@command(command_text("Offer a draw, or accept your opponent's"), name="draw", in_words=True)
async def offer_draw(interaction: Interaction) -> Answer:
    """Offer your opponent in this channel a draw, or accept theirs."""
    session = await interaction.run(transactions.offer_draw)
    return board_answer(session)


@button("draw", of=Session, in_words=True)
async def press_draw(interaction: Interaction, session_id: int, ply: int) -> Answer:
    """Offer a draw, or accept one, with the button of a board that shows so many moves."""
    session = await interaction.run(transactions.offer_draw, session_id, ply)
    return board_answer(session)


@command(command_text("Claim the win when your opponent's time is up"), in_words=True)
async def claim(interaction: Interaction) -> Answer:
    """Claim the win in your session here because your opponent's time is up."""
    session = await interaction.run(transactions.claim)
    return board_answer(session)


@button("claim", of=Session, in_words=True)
async def press_claim(interaction: Interaction, session_id: int) -> Answer:
    """Claim the win with the button of a board, or of the post that says that time is up.

    That post has no other button. If the time is no longer up, it tells everyone so.
    """
    try:
        session = await interaction.run(transactions.claim, session_id)
    except Refusal:
        session = await interaction.run(transactions.session_of_button, session_id)
        is_on_post = list(interaction.offered) == [interaction.what]
        if is_on_post and not session.ending and not session.is_late:
            return Answer(goes_on(voice_of(session.language)))
        raise
    return board_answer(session)


@command(
    command_text("Moderators: end a game that's stuck"),
    place=Place.PRIVATE,
    player=command_text("Whose game, if there's more than one here"),
)
async def stop(interaction: Interaction, player: User | Member | None = None) -> Answer:
    """Ask a moderator whether to end a session in this channel without a result."""
    _must_moderate(interaction)
    player_id = player.id if player else None
    session = await interaction.run(transactions.session_to_stop, player_id)
    return Answer(stop_question(session, interaction.voice))


def _must_moderate(interaction: Interaction) -> None:
    if not interaction.may.manage_channels:
        raise Refusal(NOT_FOR_YOU)


@button("stopnow", place=Place.NEW)
async def stop_after_question(interaction: Interaction, session_id: int) -> Answer:
    """End a session without a result."""
    _must_moderate(interaction)
    stopped = await interaction.run(transactions.stop, session_id)
    board = after_stop(stopped, interaction.user_id, voice_of(stopped.language))
    return Answer(board, shows=stopped)
