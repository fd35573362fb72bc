"""What a player gets: a board, or why there is none. People who listen get it in words alone."""

from dataclasses import replace

from bot.interactions.app import App
from bot.interactions.error_answers import explains, refused
from bot.interactions.interaction import Answer, Interaction
from bot.interactions.views import DRAWINGS, Drawing
from bot.messages.content import Card, Notice, Post, Spoken
from bot.messages.texts import Voice, phrase, voice_of
from bot.play import names
from bot.play.actions import BoardMovedOn, SessionOver, SessionRefusal
from bot.play.card import (
    OUT_OF_DATE,
    board_card,
    board_moved_on,
    pointer,
    public_board,
    public_pointer,
)
from bot.play.posts import after_reminder, turn_post
from bot.play.rows import load_session
from bot.play.seats import Terms, UserId
from bot.play.session import Session
from bot.play.settings_rows import settings_of
from bot.play.spoken_board import spoken_board
from engine.board import CellTaken, OffTheBoard, has_margins, number_of

_MOST_NAMED = 9  # free cells


def _spoken(session: Session, reader: UserId, voice: Voice, note: str) -> Spoken | None:
    """The board in place of a drawn one; None if it is only to watch."""
    if session.is_demo:
        return None
    return spoken_board(session, reader, voice, note)


def _after_reminder(session: Session, told: Session) -> Card | Post | None:
    return after_reminder(session, told, voice_of(session.language))


DRAWINGS[Session] = Drawing(
    load=load_session,
    newest=public_board,
    older=public_pointer,
    post=_after_reminder,
    spoken=_spoken,
    message_of=lambda session: session.message_id,
)


def board_answer(session: Session) -> Answer:
    """The current board of a session, for everyone."""
    return Answer(public_board(session), shows=session)


def after_move(session: Session) -> Answer:
    """The board after a move, with a post to the other player if they have to be told of it."""
    if not session.must_tell:
        return board_answer(session)
    told = replace(session, must_tell=False)
    post = Answer(turn_post(told, voice_of(told.language)), about=told)
    return replace(board_answer(told), then=(post,))


def on_its_message(app: App, session: Session) -> Session:
    """The session with the message that shows it: of a new one only the views know the id."""
    if session.message_id is not None:
        return session
    return replace(session, message_id=app.views.message_of(session))


async def public_voice(interaction: Interaction) -> Voice:
    """The voice in which everyone here is told what belongs to no game."""
    settings = await interaction.run(settings_of)
    return voice_of(settings.language_of(Terms(), interaction.language))


def _heard_again(interaction: Interaction, session: Session, note: str = "") -> Answer:
    """The board in place of one that was heard before.

    It shows the session only to somebody who is alone: elsewhere the others see its board on
    another message, and nothing has changed there.
    """
    spoken = spoken_board(session, interaction.user_id, interaction.voice, note)
    if interaction.is_alone:
        return Answer(replace(spoken, is_private=False), shows=session)
    return Answer(spoken)


@explains(SessionRefusal, "why not, and what to do")
def refused_in_session(refusal: SessionRefusal, interaction: Interaction) -> Answer:
    player = names.name(refusal.session.to_move, interaction.voice)
    return Answer(refused(refusal, interaction.voice, player=player))


@explains(BoardMovedOn, "the board as it is now")
def board_has_moved_on(moved_on: BoardMovedOn, interaction: Interaction) -> Answer:
    """If the message that was pressed shows the game, it is redrawn; any other leads there."""
    session = on_its_message(interaction.app, moved_on.session)
    if interaction.listens:
        return _heard_again(interaction, session, OUT_OF_DATE)
    voice = _voice_on(interaction, session)
    if session.message_id != interaction.pressed:
        return Answer(pointer(session, voice))
    return Answer(board_moved_on(session, voice), shows=session)


def _voice_on(interaction: Interaction, session: Session) -> Voice:
    """The voice on the message that was pressed: the reader's where only they see it."""
    if interaction.on_private and not interaction.is_alone:
        return interaction.voice
    return voice_of(session.language)


@explains(SessionOver, "the board as it ended, or the way to it")
def session_is_over(over: SessionOver, interaction: Interaction) -> Answer:
    """After a press the board, or the way to it on another message, replaces what was pressed."""
    session = on_its_message(interaction.app, over.session)
    if interaction.listens:
        return _heard_again(interaction, session)
    if interaction.pressed is None:
        return Answer(refused(over, interaction.voice))
    voice = _voice_on(interaction, session)
    if session.message_id not in {None, interaction.pressed}:
        return Answer(pointer(session, voice))
    board = board_card(session, voice)
    if interaction.on_private and not interaction.is_alone:
        # A hint, for instance: others see the board on another message.
        return Answer(replace(board, rows=(), controls=()))
    return Answer(board, shows=session)


@explains(CellTaken, "which cells are free")
def cell_is_taken(move: CellTaken, interaction: Interaction) -> Answer:
    board = move.board
    voice = interaction.voice
    taken = number_of(move.cell, board.rules)
    free = [str(number_of(cell, board.rules)) for cell in board.free_cells]
    if move.cell == board.fading_cell(board.turn):
        text = phrase("**Your mark on {cell} doesn't fade until you move.** Try {free}.")
    elif len(board.free_cells) > _MOST_NAMED:
        text = phrase("**Cell {cell} is taken.** Try another one.")
    else:
        text = phrase("**Cell {cell} is taken.** Try {free}.")
    return Answer(Notice(voice.say(text, cell=taken, free=voice.either(free))))


@explains(OffTheBoard, "which cells there are")
def no_such_cell(move: OffTheBoard, interaction: Interaction) -> Answer:
    rules = move.board.rules
    last = number_of(rules.cells[-1], rules)
    if has_margins(rules):
        text = phrase("**No such cell.** Type a row, then a column: 11 to {last}.")
    else:
        text = phrase("**No such cell.** Type a number from 1 to {last}.")
    return Answer(Notice(interaction.voice.say(text, last=last)))
