"""A session as a message: headline, grid, status, and the buttons to play on."""

from __future__ import annotations

from itertools import chain

from bot.rendering.catalogue import say, say_count
from bot.rendering.custom_id import CellPress, Verb, VerbPress
from bot.rendering.grids import SYMBOLS, cell_buttons, grid
from bot.rendering.reply import Button, Card, Style
from bot.rendering.verdicts import verdict
from bot.sessions.endings import NO_GAMES, Ending, Tally, Termination
from bot.sessions.seats import NOBODY, Bot, Person, Seat
from bot.sessions.session import Session
from engine.board import Board, Mark
from engine.review import GradedMove
from engine.rules import Cell

_WINNING = "✅"
_FREE_AFTER_THE_END = "🔸"

_HALF_A_DAY = 12 * 3600

_LIVE = 0x5865F2
_PERSON_WON = 0x57F287
_BOT_WON = 0xDD2E44
_DRAWN = 0x80848E


def board(session: Session, note: str = "", last_move: GradedMove | None = None) -> Card:
    """The session as it stands.

    note       a small line about how it came to be shown
    last_move  how good the last move of a demo game was, where that is known
    """
    if session.ending:
        return Card(
            accent=_ending_accent(session, session.ending),
            texts=(_introduction(session), _grid(session), _result(session, session.ending)),
            rows=_ways_on(session),
            shows=session,
        )
    if session.is_demo:
        return Card(
            accent=_LIVE,
            texts=(_introduction(session), _grid(session), _progress(session, last_move)),
            controls=(
                _control(session, say("Next"), Verb.NEXT, len(session.moves)),
                _control(session, say("Play on"), Verb.PLAY_ON, len(session.moves)),
            ),
            shows=session,
        )
    return Card(
        accent=_LIVE,
        texts=(_introduction(session), _grid(session), _status(session, note)),
        rows=cell_buttons(session.board, lambda cell: CellPress(session.id, len(session.moves), cell)),
        controls=_controls(session),
        shows=session,
    )


def board_moved_on(session: Session, pressed: int | None) -> Card:
    """For somebody who pressed a button of an earlier board, on the message `pressed`.

    Where the game is shown on that very message, it is drawn anew; any other becomes a pointer.
    """
    if session.message_id == pressed:
        return board(session, say("That board had moved on; this is the game as it stands."))
    return pointer(session)


def pointer(session: Session) -> Card:
    """What takes the place of an earlier board: where the game is now."""
    if session.message_id is not None:
        way = say("This game goes on [on a later board]({link}).", link=link(session))
    elif session.ending:
        way = say("This game ended further down.")
    else:
        way = say("This game goes on further down. `/ttt board` shows it.")
    return Card(accent=_DRAWN, texts=(_introduction(session), way))


def link(session: Session) -> str:
    """The address of the session's current board, for a session whose message is known."""
    server = session.guild_id if session.guild_id is not None else "@me"
    return f"https://discord.com/channels/{server}/{session.channel_id}/{session.message_id}"


def _introduction(session: Session) -> str:
    rules = say("3×3 · three in a row")
    if session.tally == NO_GAMES or session.ending:  # after the end the result has it
        return f"{headline(session)}\n-# {rules}"
    return f"{headline(session)}\n-# {rules} · {tally(session, session.tally)}"


def headline(session: Session) -> str:
    """Who plays which mark."""
    return say(
        "{x_mark} {x_player} vs {o_mark} {o_player}",
        x_mark=SYMBOLS[Mark.X],
        x_player=_player(session.seats[Mark.X]),
        o_mark=SYMBOLS[Mark.O],
        o_player=_player(session.seats[Mark.O]),
    )


def _grid(session: Session) -> str:
    """The grid with an arrow at the last move, and after the end with the winning cells ticked."""
    board = session.board
    if not session.ending:
        return grid(board, {}, pointed=session.moves[-1] if session.moves else None)
    signs = dict.fromkeys(board.free_cells, _FREE_AFTER_THE_END)
    won = board.outcome.lines if board.outcome else ()
    return grid(board, signs | dict.fromkeys(chain(*won), _WINNING))


def _status(session: Session, note: str) -> str:
    lines = [_last_move(session)] if session.moves else []
    lines.append(
        say("**Your turn, {player}** {mark}", player=name(session.to_move), mark=SYMBOLS[session.board.turn])
    )
    if session.offered_by:
        offering = called(session, session.offered_by)
        lines.append(say("🤝 {player} offers a draw, until the next move", player=offering))
    if not session.moves:
        lines.append("-# " + say("Tap a number, or type `/ttt move`"))
    if session.time is not None:
        style = "t" if session.time < _HALF_A_DAY else "f"  # beyond that the hour alone says too little
        lines.append("-# " + say("Move by <t:{at}:{style}> (<t:{at}:R>)", at=session.deadline, style=style))
    if note:
        lines.append(f"-# {note}")
    return "\n".join(lines)


def _progress(session: Session, last_move: GradedMove | None) -> str:
    """Where a demo game stands: the last move and what it was worth, and who is next."""
    turn = session.board.turn
    lines = [_last_move(session)] if session.moves else []
    if last_move:
        lines.append(verdict(last_move))
    lines.append(say("**Next: {player}** {mark}", player=called(session, turn), mark=SYMBOLS[turn]))
    return "\n".join(lines)


def _last_move(session: Session) -> str:
    mover = session.board.turn.other
    return say(
        "{mark} {player} played **{cell}**",
        mark=SYMBOLS[mover],
        player=called(session, mover),
        cell=session.moves[-1],
    )


def _result(session: Session, ending: Ending) -> str:
    """How it ended, and how the two stand now if this was not their first game."""
    if session.tally == NO_GAMES:
        return _end(session, ending)
    return f"{_end(session, ending)}\n{tally(session, session.tally.after(ending))}"


def _end(session: Session, ending: Ending) -> str:
    count = say_count("{count} move", "{count} moves", len(session.moves))
    if session.assisted:
        count = say("{count} · with hints", count=count)
    match ending.termination:
        case Termination.ABANDONED:
            return say("⌛ **Closed without a result**\nNobody came back · {count}", count=count)
        case Termination.STOPPED:
            return say("⛔ **Stopped**\nIt ends without a result · {count}", count=count)
        case Termination.AGREEMENT:
            return say("🤝 **Draw**\nBoth agreed to it · {count}", count=count)
        case Termination.FULL_BOARD:
            return say("🤝 **Draw**\nThe board is full, no line · {count}", count=count)
    assert ending.winner, "a game ends without a winner only in the ways above"
    return _win(session, ending.termination, ending.winner, count)


def _win(session: Session, termination: Termination, mark: Mark, count: str) -> str:
    names = {
        "winner": called(session, mark),
        "loser": called(session, mark.other),
        "mark": SYMBOLS[mark],
        "count": count,
    }
    if termination is Termination.RESIGNATION:
        return say("🏳️ **{loser} resigned**\n{winner} wins with {mark} · {count}", **names)
    if termination is Termination.TIME:
        return say("⌛ **{loser} ran out of time**\n{winner} wins with {mark} · {count}", **names)
    lines = _lines_in_words(session.board)
    if isinstance(session.seats[mark], Person):
        return say("🏆 **{winner} wins** with {mark}\n{lines} · {count}", lines=lines, **names)
    return say("🏁 **{winner} wins** with {mark}\n{lines} · {count}", lines=lines, **names)


def tally(session: Session, standing: Tally) -> str:
    """How the two of a session stand, as `Ann 2 – 1 Bob, 1 draw`."""
    won = say(
        "{x_player} {x} – {o} {o_player}",
        x_player=called(session, Mark.X),
        o_player=called(session, Mark.O),
        x=standing.x,
        o=standing.o,
    )
    if not standing.drawn:
        return won
    drawn = say_count("{count} draw", "{count} draws", standing.drawn)
    return say("{won}, {drawn}", won=won, drawn=drawn)


def _lines_in_words(board: Board) -> str:
    """The winning lines by their numbers and by name; one move may complete several."""
    names: dict[tuple[Cell, ...], str] = {
        (1, 2, 3): say("top row"),
        (4, 5, 6): say("middle row"),
        (7, 8, 9): say("bottom row"),
        (1, 4, 7): say("left column"),
        (2, 5, 8): say("middle column"),
        (3, 6, 9): say("right column"),
        (1, 5, 9): say("diagonal"),
        (3, 5, 7): say("diagonal"),
    }
    lines = board.outcome.lines if board.outcome else ()
    told = [say("**{cells}**, {name}", cells="-".join(map(str, line)), name=names[line]) for line in lines]
    if len(told) == 1:
        return say("Line {line}", line=told[0])
    return say("Lines {first}, and {last}", first="; ".join(told[:-1]), last=told[-1])


def _control(session: Session, label: str, verb: Verb, ply: int | None = None) -> Button:
    return Button(label, VerbPress(verb, session.id, ply).custom_id)


def _controls(session: Session) -> tuple[Button, ...]:
    resign = _control(session, say("Resign"), Verb.RESIGN)
    if _bot(session):
        return (_control(session, say("Hint"), Verb.HINT), resign)
    draw = say("Accept draw") if session.offered_by else say("Offer draw")
    return (
        _control(session, draw, Verb.DRAW, len(session.moves)),
        _control(session, say("Claim win"), Verb.CLAIM),
        resign,
    )


def _ways_on(session: Session) -> tuple[tuple[Button, ...], ...]:
    """What can be done after the end: once more, look back, and against a level, an easier or harder one."""
    review = (_control(session, say("Review"), Verb.REVIEW),) if session.moves else ()
    if session.is_demo or NOBODY in session.seats.values():
        return (review,) if review else ()
    rematch = Button(say("Rematch"), VerbPress(Verb.REMATCH, session.id).custom_id, Style.BLUE)
    bot = _bot(session)
    easier = (_control(session, say("Easier"), Verb.EASIER),) if bot and bot.harder(-1) != bot else ()
    harder = (_control(session, say("Harder"), Verb.HARDER),) if bot and bot.harder(1) != bot else ()
    levels = (*easier, *harder)
    return ((rematch, *review), levels) if levels else ((rematch, *review),)


def _bot(session: Session) -> Bot | None:
    """The bot's seat in a game with a person."""
    return next((seat for seat in session.seats.values() if isinstance(seat, Bot)), None)


def _ending_accent(session: Session, ending: Ending) -> int:
    if ending.winner is None:
        return _DRAWN
    return _PERSON_WON if isinstance(session.seats[ending.winner], Person) else _BOT_WON


def _player(seat: Seat) -> str:
    if isinstance(seat, Person):
        return name(seat)
    return say("**{bot}** ({level})", bot=name(seat), level=seat.level)


def called(session: Session, mark: Mark) -> str:
    """Whoever holds `mark`; where the bot holds both, with the level that tells them apart."""
    seat = session.seats[mark]
    if session.is_demo and isinstance(seat, Bot):
        return say("{bot} ({level})", bot=name(seat), level=seat.level)
    return name(seat)


def name(seat: Seat) -> str:
    """A person as a mention, which Discord draws as their name; whether it notifies is not decided here."""
    if isinstance(seat, Bot):
        return say("Bot")
    return f"<@{seat.user_id}>" if seat != NOBODY else say("somebody")
