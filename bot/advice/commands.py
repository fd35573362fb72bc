"""What the engine says of a game: /ttt hint and review, their buttons and the message menu."""

from dataclasses import replace

from discord import Message

from bot.advice import hint_card, review_card, transactions
from bot.advice.find_the_cell import Try
from bot.interactions.handlers import button, command, command_text, id_among, menu_command
from bot.interactions.interaction import Answer, Interaction
from bot.interactions.questions import Question
from bot.messages.content import Place
from bot.messages.custom_id import custom_id_of
from bot.messages.texts import Refusal, voice_of
from bot.play import answers
from bot.play import transactions as play_transactions
from bot.play.actions import SHOWS_NO_GAME, BoardMovedOn, moves_to_grade
from bot.play.card import OUT_OF_DATE, public_board
from bot.play.session import Session, Termination
from engine.analysis import Analysis, analyse
from engine.board import Board, Cell
from engine.review import grade


@command(
    command_text("See your best move against me (only you can see it)"),
    place=Place.PRIVATE,
    in_words=True,
)
async def hint(interaction: Interaction) -> Answer:
    """Give you a hint in your session here, which then counts as assisted."""
    return await _hint(interaction)


@button("hint", of=Session, place=Place.PRIVATE, in_words=True)
async def press_hint(interaction: Interaction, session_id: int) -> Answer:
    """Give a hint, pressed below the board, which stays, or below an earlier hint."""
    hint = await _hint(interaction, session_id)
    cell = custom_id_of("cell", session_id, "")
    is_below_board = any(custom_id.startswith(cell) for custom_id in interaction.offered)
    if is_below_board:
        return replace(hint, place=Place.ASIDE)
    return hint


async def _hint(interaction: Interaction, session_id: int | None = None) -> Answer:
    session = await interaction.run(transactions.to_hint, session_id)
    analysis = await interaction.ask(Question(analyse, session.board))
    # Counted only now: if the search takes too long, there is no hint.
    counted = await interaction.run(transactions.hint, session)
    return Answer(hint_card.hint(counted, analysis, interaction.voice))


@button("playbest", of=Session, place=Place.PRIVATE, in_words=True)
async def play_best(interaction: Interaction, session_id: int, version: int, cell: int) -> Answer:
    """Play the cell of a hint for this version of the board."""
    voice = interaction.voice
    try:
        after = await interaction.run(play_transactions.press_cell, session_id, version, cell)
    except BoardMovedOn as moved_on:
        return _show_current(interaction, moved_on)
    if interaction.listens:
        return answers.board_answer(after)
    played = hint_card.last_pair(after, version, voice)
    return Answer(hint_card.after_use(after, played, voice), shows=after)


@button("takeback", of=Session, place=Place.PRIVATE, in_words=True)
async def take_back(interaction: Interaction, session_id: int, version: int, ply: int) -> Answer:
    """Take back the last pair of moves, pressed on a hint or in words about this version.

    ply  how many moves that one had: if all that has changed is that two of them are gone, this is
         the second press of a double one
    """
    voice = interaction.voice
    try:
        after = await interaction.run(play_transactions.take_back, session_id, version)
    except BoardMovedOn as moved_on:
        after = moved_on.session
        moves_gone = ply - len(after.moves)
        if after.version != version + 2 or moves_gone != 2:
            return _show_current(interaction, moved_on)
    if interaction.listens:
        return Answer(replace(public_board(after), note=hint_card.TAKEN_BACK), shows=after)
    return Answer(hint_card.after_use(after, voice.say(hint_card.TAKEN_BACK), voice), shows=after)


def _show_current(interaction: Interaction, moved_on: BoardMovedOn) -> Answer:
    """Says that a hint was for an older board, and shows the game: perhaps it was never redrawn."""
    if interaction.listens:
        raise moved_on
    voice = interaction.voice
    session = moved_on.session
    return Answer(hint_card.after_use(session, voice.say(OUT_OF_DATE), voice), shows=session)


@command(
    command_text("Find the mistakes in your last game (only you can see it)"),
    place=Place.PRIVATE,
    in_words=True,
)
async def review(interaction: Interaction) -> Answer:
    """Go through your last finished session here, move by move."""
    return await _review(interaction)


async def review_message(interaction: Interaction, _: Message) -> Answer:
    """Go through the session that a message shows, from the menu of that message.

    Its buttons say which. That is a claim, as it is in a press: the session must be of this
    channel.
    """
    session_id = id_among(interaction.offered, Session)
    if session_id is None:
        raise Refusal(SHOWS_NO_GAME)
    return await _review(interaction, session_id)


menu = menu_command(
    command_text("Review this game"), review_message, place=Place.PRIVATE, in_words=True
)


@button("review", of=Session, place=Place.PRIVATE, in_words=True)
async def open_review(interaction: Interaction, session_id: int) -> Answer:
    """Go through the session of a board."""
    return await _review(interaction, session_id)


@button("earlier", "later", "mistake", "fix", of=Session, place=Place.PRIVATE, in_words=True)
async def turn_page(interaction: Interaction, session_id: int, ply: int) -> Answer:
    """Go to the move after so many others."""
    return await _review(interaction, session_id, ply)


@button("show", of=Session, place=Place.PRIVATE, in_words=True)
async def show_solution(interaction: Interaction, session_id: int, ply: int) -> Answer:
    """Tell the better cells in place of the move after so many others."""
    return await _review(interaction, session_id, ply, is_told=True)


@button("try", of=Session, place=Place.PRIVATE, in_words=True)
async def try_instead(interaction: Interaction, session_id: int, ply: int, cell: int) -> Answer:
    """Tell whether a cell holds, in place of the move after so many others."""
    return await _review(interaction, session_id, ply, cell)


async def _review(
    interaction: Interaction,
    session_id: int | None = None,
    ply: int | None = None,
    cell: int | None = None,
    *,
    is_told: bool = False,
) -> Answer:
    session = await interaction.run(transactions.review, session_id)
    moves = await interaction.app.thinking.review(moves_to_grade(session))
    page = review_card.Page.of(session, moves, interaction.user_id, ply)
    tried = None
    if cell is not None:
        tried = await try_cell(interaction, page.move.board, cell)
    page = replace(
        page,
        is_told=is_told,
        tried=tried,
        at_end=_analysis_at_end(session),
        is_here=session.channel_id == interaction.channel_id,
    )
    return Answer(review_card.review_page(page, interaction.voice))


async def try_cell(interaction: Interaction, board: Board, cell: Cell) -> Try:
    """What it leads to if a cell is played. Raises engine.board.IllegalMove."""
    after = await interaction.ask(Question(analyse, board.play(cell)))
    move = await interaction.ask(Question(grade, board, (cell,)))
    return Try(move, after)


def _analysis_at_end(session: Session) -> Analysis | None:
    """Of the board on which somebody resigned whose turn it was, where that needs no search."""
    ending = session.ending
    assert ending, "a game that is reviewed is over"
    if ending.termination is not Termination.RESIGNATION:
        return None
    if session.board.turn is ending.winner:
        return None
    question = Question(analyse, session.board)
    if not question.is_looked_up:
        return None
    return question.find()


@button("share", of=Session, place=Place.NEW)
async def share_review(interaction: Interaction, session_id: int) -> Answer:
    """Show everyone how a session went."""
    interaction.must_post()
    session = await interaction.run(transactions.to_share, session_id)
    moves = await interaction.app.thinking.review(moves_to_grade(session))
    voice = voice_of(session.language)
    return Answer(review_card.share_card(session, moves, interaction.user_id, voice))
