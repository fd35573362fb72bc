"""What a player gets: a board, or why there is none. People who listen get it in words alone."""

from dataclasses import replace

from bot.interactions.error_replies import explains, refused
from bot.interactions.interaction import Interaction
from bot.interactions.reply_target import ReplyTarget
from bot.messages.reply import Notice, Reply, Spoken
from bot.messages.texts import Voice, say, voice_of
from bot.play import card as boards
from bot.play import names
from bot.play.actions import BoardMovedOn, SessionOver, SessionRefusal
from bot.play.rows import settings_of
from bot.play.seats import Terms, UserId
from bot.play.session import Session
from engine.board import CellTaken, OffTheBoard, has_margins, number_of

_MOST_NAMED = 9  # free cells


async def public_voice(interaction: Interaction) -> Voice:
    """The voice in which everyone here is told what belongs to no game."""
    settings = await interaction.run(settings_of)
    return voice_of(settings.language_of(Terms(), interaction.request.language))


def _heard_again(to: ReplyTarget, reader: UserId, session: Session, note: str = "") -> Spoken:
    """The board in place of one that was heard before. That of the others stays as it is."""
    spoken = boards.spoken_board(session, reader, to.voice, note)
    if to.is_alone:
        return replace(spoken, is_private=False, shows=session)
    return spoken


@explains(SessionRefusal, "why not, and what to do")
def refused_in_session(refusal: SessionRefusal, to: ReplyTarget) -> Reply:
    player = names.name(refusal.session.to_move, to.voice)
    return refused(refusal, to.voice, player=player)


@explains(BoardMovedOn, "the board as it is now")
def board_has_moved_on(moved_on: BoardMovedOn, to: ReplyTarget) -> Reply:
    session = moved_on.session
    if to.reader:
        return _heard_again(to, to.reader, session, to.voice.say(boards.OUT_OF_DATE))
    return boards.board_moved_on(session, to.pressed, _voice_on(to, session))


def _voice_on(to: ReplyTarget, session: Session) -> Voice:
    """The voice on the message that was pressed: the reader's where only they see it."""
    if to.is_private and not to.is_alone:
        return to.voice
    return voice_of(session.language)


@explains(SessionOver, "the board as it ended, or the way to it")
def session_is_over(over: SessionOver, to: ReplyTarget) -> Reply:
    """After a press the board, or the way to it on another message, replaces what was pressed."""
    session = over.session
    if to.reader:
        return _heard_again(to, to.reader, session)
    if to.pressed is None:
        return refused(over, to.voice)
    voice = _voice_on(to, session)
    if session.message_id not in {None, to.pressed}:
        return boards.pointer(session, voice)
    board = boards.board_card(session, voice)
    if to.is_private and not to.is_alone:
        # A hint, for instance: others see the board on another message.
        return replace(board, rows=(), controls=(), shows=None)
    return board


@explains(CellTaken, "which cells are free")
def cell_is_taken(move: CellTaken, to: ReplyTarget) -> Reply:
    board = move.board
    voice = to.voice
    taken = number_of(move.cell, board.rules)
    free = [str(number_of(cell, board.rules)) for cell in board.free_cells]
    if move.cell == board.fading(board.turn):
        text = say("**Your mark on {cell} doesn't fade until you move.** Try {free}.")
    elif len(board.free_cells) > _MOST_NAMED:
        text = say("**Cell {cell} is taken.** Try another one.")
    else:
        text = say("**Cell {cell} is taken.** Try {free}.")
    return Notice(voice.say(text, cell=taken, free=voice.either(free)))


@explains(OffTheBoard, "which cells there are")
def no_such_cell(move: OffTheBoard, to: ReplyTarget) -> Reply:
    rules = move.board.rules
    last = number_of(rules.cells[-1], rules)
    if has_margins(rules):
        text = say("**No such cell.** Type a row, then a column: 11 to {last}.")
    else:
        text = say("**No such cell.** Type a number from 1 to {last}.")
    return Notice(to.voice.say(text, last=last))
