"""Sessions as messages: headline, grid, status, and buttons."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from bot.rendering.custom_id import CellPress, Verb, VerbPress
from bot.rendering.grids import cell_buttons, fading, grid, in_line
from bot.rendering.looks import Look
from bot.rendering.reply import Button, Card, Style
from bot.rendering.verdicts import verdict
from bot.rendering.voice import Voice
from bot.sessions.endings import NO_GAMES, Ending, Tally, Termination
from bot.sessions.seats import NOBODY, Bot, Person, Seat, UserId
from bot.sessions.session import Session
from engine.board import Board, Mark
from engine.review import GradedMove
from engine.rules import Cell

_HALF_A_DAY = 12 * 3600

_LIVE = 0x5865F2
_PERSON_WON = 0x57F287
_BOT_WON = 0xDD2E44
_DRAWN = 0x80848E


def board(
    session: Session, voice: Voice, look: Look, note: str = "", last_move: GradedMove | None = None
) -> Card:
    """The current board of a session.

    note       a small line that says why it is shown
    last_move  how good the last move of a demo game was, if known
    """
    if session.ending:
        return Card(
            accent=_ending_accent(session, session.ending),
            texts=(
                _introduction(session, voice, look),
                _grid(session, look),
                _result(session, session.ending, note, voice, look),
            ),
            rows=_ways_on(session, voice),
            shows=session,
        )
    if session.is_demo:
        return Card(
            accent=_LIVE,
            texts=(
                _introduction(session, voice, look),
                _grid(session, look),
                _progress(session, last_move, voice, look),
            ),
            controls=(
                _control(session, voice.say("Next"), Verb.NEXT, len(session.moves)),
                _control(session, voice.say("Play it out"), Verb.PLAY_ON, len(session.moves)),
            ),
            shows=session,
        )
    return Card(
        accent=_LIVE,
        texts=(
            _introduction(session, voice, look),
            _grid(session, look),
            _status(session, note, voice, look),
        ),
        rows=cell_buttons(session.board, lambda cell: CellPress(session.id, len(session.moves), cell), look),
        controls=_controls(session, voice),
        shows=session,
    )


def already_playing(session: Session, voice: Voice, look: Look) -> Card:
    """For someone who wanted to start another game in this channel."""
    return board(
        session,
        voice,
        look,
        voice.say("You already have a game here. Finish it, or resign to start another."),
    )


def stopped(session: Session, by: UserId, voice: Voice, look: Look) -> Card:
    """A session that a moderator has ended, on a new message."""
    note = voice.say("Stopped by <@{player}>", player=by)
    return replace(board(session, voice, look, note), is_new=True)


def board_moved_on(session: Session, pressed: int | None, voice: Voice, look: Look) -> Card:
    """The answer to a press on an earlier board, on the message `pressed`.

    If that message shows the game, it is redrawn; any other message becomes a pointer.
    """
    if session.message_id == pressed:
        return board(session, voice, look, voice.say("That board was out of date. Here's the game now."))
    return pointer(session, voice, look)


def pointer(session: Session, voice: Voice, look: Look) -> Card:
    """What replaces an earlier board: a line that says where the game is now."""
    if session.message_id is not None:
        way = voice.say("This game has moved down the channel: [go to the board]({link})", link=link(session))
    elif session.ending:
        way = voice.say("This game ended further down the channel.")
    else:
        way = voice.say("This game has moved down the channel. `/ttt board` shows it.")
    return Card(accent=_DRAWN, texts=(_introduction(session, voice, look), way))


def link(session: Session) -> str:
    """The address of the current board of a session whose message is known."""
    server = session.guild_id if session.guild_id is not None else "@me"
    return f"https://discord.com/channels/{server}/{session.channel_id}/{session.message_id}"


def _introduction(session: Session, voice: Voice, look: Look) -> str:
    if session.tally == NO_GAMES or session.ending:  # after the end it is part of the result
        return headline(session, voice, look)
    return f"{headline(session, voice, look)}\n-# {tally(session.tally, voice, look)}"


def headline(session: Session, voice: Voice, look: Look) -> str:
    """Who plays which mark."""
    return voice.say(
        "{x_mark} {x_player} vs {o_mark} {o_player}",
        x_mark=look.sign(Mark.X),
        x_player=_player(session.seats[Mark.X], voice),
        o_mark=look.sign(Mark.O),
        o_player=_player(session.seats[Mark.O], voice),
    )


def _grid(session: Session, look: Look) -> str:
    """The grid, with the last move and the mark that fades next, or after the end with the winning line."""
    board = session.board
    if not session.ending:
        return grid(board, fading(board, look), look, pointed=session.moves[-1] if session.moves else None)
    signs = dict.fromkeys(board.free_cells, look.empty)
    won = board.outcome.lines if board.outcome else ()
    return grid(board, signs | in_line(board, chain(*won), look), look)


def _status(session: Session, note: str, voice: Voice, look: Look) -> str:
    lines = [_last_move(session, voice, look)] if session.moves else []
    lines.append(
        voice.say(
            "**Your turn, {player}** {mark}",
            player=name(session.to_move, voice),
            mark=look.sign(session.board.turn),
        )
    )
    if session.offered_by:
        lines.append(_offer(session, session.offered_by, voice))
    if not session.moves and session.first is Mark.O:
        lines.append("-# " + voice.say("{mark} goes first", mark=look.sign(Mark.O)))
    if len(session.moves) < 2:  # even if the bot went first
        lines.append("-# " + voice.say("Tap a number to play, or use `/ttt move`"))
    if session.time is not None:
        style = "t" if session.time < _HALF_A_DAY else "f"  # for longer times the hour alone says too little
        lines.append(
            "-# " + voice.say("Move by <t:{at}:{style}> (<t:{at}:R>)", at=session.deadline, style=style)
        )
    if note:
        lines.append(f"-# {note}")
    return "\n".join(lines)


def _offer(session: Session, mark: Mark, voice: Voice) -> str:
    return voice.say(
        "{player} offers a draw. {other} can accept it, or just play on. 🤝",
        player=called(session, mark, voice),
        other=called(session, mark.other, voice),
    )


def _progress(session: Session, last_move: GradedMove | None, voice: Voice, look: Look) -> str:
    """The state of a demo game: the last move, what it was worth, and who is next."""
    turn = session.board.turn
    lines = [_last_move(session, voice, look)] if session.moves else []
    if last_move:
        lines.append(verdict(last_move, voice))
    lines.append(
        voice.say("**Next up: {player}** {mark}", player=called(session, turn, voice), mark=look.sign(turn))
    )
    return "\n".join(lines)


def _last_move(session: Session, voice: Voice, look: Look) -> str:
    return played(session, session.board.turn.other, session.moves[-1], voice, look)


def played(session: Session, mark: Mark, cell: Cell, voice: Voice, look: Look) -> str:
    """Who played which cell. In a game with a person the bot says *I*."""
    if isinstance(session.seats[mark], Bot) and not session.is_demo:
        return voice.say("{mark} I played **{cell}**", mark=look.sign(mark), cell=cell)
    player = called(session, mark, voice)
    return voice.say("{mark} {player} played **{cell}**", mark=look.sign(mark), player=player, cell=cell)


def _result(session: Session, ending: Ending, note: str, voice: Voice, look: Look) -> str:
    """How the game ended, and the score of the two if this was not their first game."""
    lines = [_end(session, ending, voice)]
    if session.tally != NO_GAMES:
        lines.append(tally(session.tally.after(ending), voice, look))
    if note:
        lines.append(f"-# {note}")
    return "\n".join(lines)


def _end(session: Session, ending: Ending, voice: Voice) -> str:
    count = voice.say_count("{count} move", "{count} moves", len(session.moves))
    if session.assisted:
        count = voice.say("{count} · hints used", count=count)
    match ending.termination:
        case Termination.ABANDONED:
            return voice.say(
                "### Game closed 💤\nNobody came back, so it doesn't count · {count}", count=count
            )
        case Termination.STOPPED:
            return voice.say("### Game stopped ⏹️\nIt doesn't count · {count}", count=count)
        case Termination.AGREEMENT:
            return voice.say("### Draw agreed 🤝\nGood game, both of you · {count}", count=count)
        case Termination.FULL_BOARD:
            return voice.say("### It's a draw! 🤝\nFull board, no winner · {count}", count=count)
    assert ending.winner, "a game ends without a winner only in the ways above"
    how = _how_it_was_won(session, ending.termination, ending.winner, voice)
    return f"{_winner(session, ending.winner, voice)}\n{how} · {count}"


def _winner(session: Session, mark: Mark, voice: Voice) -> str:
    if isinstance(session.seats[mark], Person):
        return voice.say("### {winner} wins! 🏆", winner=called(session, mark, voice))
    if session.is_demo:
        return voice.say("### {winner} wins! 🏁", winner=called(session, mark, voice))
    return voice.say("### I win this one! 🏁")


def _how_it_was_won(session: Session, termination: Termination, mark: Mark, voice: Voice) -> str:
    loser = called(session, mark.other, voice)
    if termination is Termination.RESIGNATION:
        return voice.say("{loser} resigned", loser=loser)
    if termination is Termination.TIME:
        return voice.say("{loser} ran out of time", loser=loser)
    return _lines_in_words(session.board, voice)


def tally(standing: Tally, voice: Voice, look: Look) -> str:
    """The score of the two players, as `❌ 2 – 1 ⭕ · 1 draw`: in a rematch everyone keeps their mark."""
    won = f"{look.sign(Mark.X)} {standing.x} – {standing.o} {look.sign(Mark.O)}"
    if not standing.drawn:
        return won
    return f"{won} · " + voice.say_count("{count} draw", "{count} draws", standing.drawn)


def _lines_in_words(board: Board, voice: Voice) -> str:
    """The winning lines by number and name. One move may complete several."""
    names: dict[tuple[Cell, ...], str] = {
        (1, 2, 3): voice.say("top row"),
        (4, 5, 6): voice.say("middle row"),
        (7, 8, 9): voice.say("bottom row"),
        (1, 4, 7): voice.say("left column"),
        (2, 5, 8): voice.say("middle column"),
        (3, 6, 9): voice.say("right column"),
        (1, 5, 9): voice.say("diagonal"),
        (3, 5, 7): voice.say("diagonal"),
    }
    lines = board.outcome.lines if board.outcome else ()
    told = [
        voice.say("**{cells}** ({name})", cells="-".join(map(str, line)), name=names[line]) for line in lines
    ]
    return voice.listed(told)


def _control(session: Session, label: str, verb: Verb, ply: int | None = None) -> Button:
    return Button(label, VerbPress(verb, session.id, ply).custom_id)


def _controls(session: Session, voice: Voice) -> tuple[Button, ...]:
    resign = _control(session, voice.say("Resign"), Verb.RESIGN)
    if _bot(session):
        return (_control(session, voice.say("Hint"), Verb.HINT), resign)
    draw = _control(session, voice.say("Offer draw"), Verb.DRAW, len(session.moves))
    if session.offered_by:
        draw = draw._replace(label=voice.say("Accept draw"), style=Style.BLUE)
    return (
        draw,
        _control(session, voice.say("Claim win"), Verb.CLAIM),
        resign,
    )


def _ways_on(session: Session, voice: Voice) -> tuple[tuple[Button, ...], ...]:
    """The buttons after the end: rematch, review, and against a level an easier or a harder one."""
    review = (_control(session, voice.say("Review"), Verb.REVIEW),) if session.moves else ()
    if session.is_demo or NOBODY in session.seats.values():
        return (review,) if review else ()
    rematch = Button(voice.say("Rematch"), VerbPress(Verb.REMATCH, session.id).custom_id, Style.BLUE)
    bot = _bot(session)
    easier = (_control(session, voice.say("Easier"), Verb.EASIER),) if bot and bot.harder(-1) != bot else ()
    harder = (_control(session, voice.say("Harder"), Verb.HARDER),) if bot and bot.harder(1) != bot else ()
    levels = (*easier, *harder)
    if len(levels) < 2:  # a lone button gets no row of its own
        return ((rematch, *review, *levels),)
    return ((rematch, *review), levels)


def _bot(session: Session) -> Bot | None:
    """The bot's seat in a game with a person."""
    return next((seat for seat in session.seats.values() if isinstance(seat, Bot)), None)


def _ending_accent(session: Session, ending: Ending) -> int:
    if ending.winner is None:
        return _DRAWN
    return _PERSON_WON if isinstance(session.seats[ending.winner], Person) else _BOT_WON


def _player(seat: Seat, voice: Voice) -> str:
    if isinstance(seat, Person):
        return name(seat, voice)
    return voice.say("**{bot}** ({level})", bot=name(seat, voice), level=voice.say(seat.level))


def called(session: Session, mark: Mark, voice: Voice) -> str:
    """The name of the side with `mark`; in a demo game with its level, to tell the two apart."""
    seat = session.seats[mark]
    if session.is_demo and isinstance(seat, Bot):
        return voice.say("{bot} ({level})", bot=name(seat, voice), level=voice.say(seat.level))
    return name(seat, voice)


def name(seat: Seat, voice: Voice) -> str:
    """A person as a mention, which Discord shows as their name. Whether it notifies is decided elsewhere."""
    if isinstance(seat, Bot):
        return voice.say("Bot")
    return f"<@{seat.user_id}>" if seat != NOBODY else voice.say("someone")
