"""Sessions as messages: headline, grid, status, and buttons."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from bot.rendering import names, results
from bot.rendering.board_buttons import controls, of_demo, ways_on
from bot.rendering.custom_id import Verb, custom_id_of
from bot.rendering.grids import cell_buttons, fading, in_line
from bot.rendering.looks import EMPTY, sign
from bot.rendering.reply import Card, Grid
from bot.rendering.verdicts import verdict
from bot.rendering.voice import Voice
from bot.sessions.seats import UserId
from bot.sessions.session import NO_GAMES, Ending, Session
from engine.board import Mark
from engine.numbers import has_margins, number_of
from engine.review import GradedMove

_HALF_A_DAY = 12 * 3600

_LIVE = 0x5865F2


def board(session: Session, voice: Voice, note: str = "", last_move: GradedMove | None = None) -> Card:
    """The current board of a session.

    note       a small line that says why it is shown
    last_move  how good the last move of a demo game was, if known
    """
    if session.ending:
        return _ended(session, session.ending, note, voice)
    if session.is_demo:
        return _demo(session, last_move, voice)
    return Card(
        accent=_LIVE,
        texts=(
            _introduction(session, voice),
            _grid(session),
            _status(session, note, voice),
        ),
        rows=cell_buttons(session.board, custom_id_of(Verb.CELL, session.id, len(session.moves))),
        controls=controls(session, voice),
        shows=session,
        look=session.look,
    )


def _demo(session: Session, last_move: GradedMove | None, voice: Voice) -> Card:
    return Card(
        accent=_LIVE,
        texts=(
            _introduction(session, voice),
            _grid(session),
            _progress(session, last_move, voice),
        ),
        controls=of_demo(session, voice),
        shows=session,
        look=session.look,
    )


def _ended(session: Session, ending: Ending, note: str, voice: Voice) -> Card:
    return Card(
        accent=results.accent(session, ending),
        texts=(
            _introduction(session, voice),
            _grid(session),
            results.result(session, ending, note, voice),
        ),
        rows=ways_on(session, voice),
        shows=session,
        look=session.look,
    )


def already_playing(session: Session, voice: Voice) -> Card:
    """For someone who wanted to start another game in this channel."""
    return board(
        session,
        voice,
        on_already(voice),
    )


def on_already(voice: Voice) -> str:
    """Why someone sees a board who wanted to start another game."""
    return voice.say("You already have a game here. Finish it, or resign to start another.")


def stopped(session: Session, by: UserId, voice: Voice) -> Card:
    """A session that a moderator has ended, on a new message."""
    note = voice.say("Stopped by <@{player}>", player=by)
    return replace(board(session, voice, note), is_new=True)


def board_moved_on(session: Session, pressed: int | None, voice: Voice) -> Card:
    """The answer to a press on an earlier board, on the message `pressed`.

    If that message shows the game, it is redrawn; any other message becomes a pointer.
    """
    if session.message_id == pressed:
        return board(session, voice, out_of_date(voice))
    return pointer(session, voice)


def out_of_date(voice: Voice) -> str:
    """Why a board is shown after a press on an earlier one."""
    return voice.say("That board was out of date. Here's the game now.")


def pointer(session: Session, voice: Voice) -> Card:
    """What replaces an earlier board: a line that says where the game is now."""
    if session.message_id is not None:
        way = voice.say("This game has moved down the channel: [go to the board]({link})", link=session.link)
    elif session.ending:
        way = voice.say("This game ended further down the channel.")
    else:
        way = voice.say("This game has moved down the channel. `/ttt board` shows it.")
    return Card(accent=results.DRAWN, texts=(_introduction(session, voice), way), look=session.look)


def _introduction(session: Session, voice: Voice) -> str:
    if session.tally == NO_GAMES or session.ending:  # after the end it is part of the result
        return names.headline(session, voice)
    return f"{names.headline(session, voice)}\n-# {names.tally(session.tally, voice)}"


def _grid(session: Session) -> Grid:
    """The grid, with the last move and the mark that fades next, or after the end with the winning line."""
    board = session.board
    if not session.ending:
        return Grid(board, fading(board), session.moves[-1] if session.moves else None)
    signs = dict.fromkeys(board.free_cells, EMPTY)
    won = board.outcome.lines if board.outcome else ()
    return Grid(board, signs | in_line(board, chain(*won)))


def _status(session: Session, note: str, voice: Voice) -> str:
    lines = [_last_move(session, voice)] if session.moves else []
    lines.append(
        voice.say(
            "**Your turn, {player}** {mark}",
            player=names.name(session.to_move, voice),
            mark=sign(session.board.turn),
        )
    )
    lines += offer(session, voice)
    if not session.moves and session.first is Mark.O:
        lines.append("-# " + voice.say("{mark} goes first", mark=sign(Mark.O)))
    lines += _fading_in_words(session, voice)
    if len(session.moves) < 2:  # even if the bot went first
        lines.append("-# " + voice.say("Tap a number to play, or use `/ttt move`"))
        if has_margins(session.rules):
            lines.append("-# " + voice.say("Row, then column: 23 is row 2, column 3"))
    lines += clock(session, voice)
    if note:
        lines.append(f"-# {note}")
    return "\n".join(lines)


def offer(session: Session, voice: Voice) -> list[str]:
    """The line about an offered draw, if there is one."""
    if not session.offered_by:
        return []
    told = voice.say(
        "{player} offers a draw. {other} can accept it, or just play on. 🤝",
        player=names.called(session, session.offered_by, voice),
        other=names.called(session, session.offered_by.other, voice),
    )
    return [told]


def clock(session: Session, voice: Voice) -> list[str]:
    """The line about the time for a move, if there is a clock."""
    if session.time is None:
        return []
    style = "t" if session.time < _HALF_A_DAY else "f"  # for longer times the hour alone says too little
    # NOTE: Discord shows a time, and then, in the reader's language, "in 5 minutes"
    return ["-# " + voice.say("Move by <t:{at}:{style}> (<t:{at}:R>)", at=session.deadline, style=style)]


def _progress(session: Session, last_move: GradedMove | None, voice: Voice) -> str:
    """The state of a demo game: the last move, what it was worth, and who is next."""
    turn = session.board.turn
    lines = [_last_move(session, voice)] if session.moves else []
    if last_move:
        lines.append(verdict(last_move, voice))
    lines.append(
        voice.say("**Next up: {player}** {mark}", player=names.called(session, turn, voice), mark=sign(turn))
    )
    lines += _fading_in_words(session, voice)
    return "\n".join(lines)


def _fading_in_words(session: Session, voice: Voice) -> list[str]:
    """Which mark goes with the next move, in a game whose marks fade."""
    turn = session.board.turn
    cell = session.board.fading(turn)
    if cell is None:
        return []
    return [
        "-# "
        + voice.say(
            "{sign} {mark} on **{cell}** fades with this move, and is taken until then",
            sign=sign(turn, "fading"),
            mark=sign(turn),
            cell=number_of(cell, session.rules),
        )
    ]


def _last_move(session: Session, voice: Voice) -> str:
    return names.played(session, session.board.turn.other, session.moves[-1], voice)
