"""A session as a message: headline, grid, status, and the buttons to play on."""

from __future__ import annotations

from bot.rendering import custom_id
from bot.rendering.catalogue import say, say_count
from bot.rendering.custom_id import CellPress, Verb, VerbPress
from bot.rendering.reply import Button, Card, Style
from bot.sessions.seats import Person, Seat
from bot.sessions.session import Ending, Reason, Session
from engine.board import Board, Cell, Mark

SYMBOLS = {Mark.X: "❌", Mark.O: "⭕"}
_WINNING = "✅"
_FREE_AFTER_THE_END = "🔸"

_LIVE = 0x5865F2
_PERSON_WON = 0x57F287
_BOT_WON = 0xDD2E44
_DRAWN = 0x80848E

_STYLES = {Mark.X: Style.RED, Mark.O: Style.BLUE}


def board(session: Session, note: str = "") -> Card:
    """The session as it stands; `note` is a small line about how it came to be shown."""
    if session.ending:
        return Card(
            accent=_ending_accent(session, session.ending),
            texts=(_headline(session), _grid(session), _result(session, session.ending)),
        )
    return Card(
        accent=_LIVE,
        texts=(_headline(session), _grid(session), _status(session, note)),
        rows=_cell_buttons(session),
        controls=(Button(say("Resign"), custom_id.write(VerbPress(Verb.RESIGN, session.id))),),
    )


def board_moved_on(session: Session, pressed: int | None) -> Card:
    """For somebody who pressed a button of an earlier board, on the message `pressed`.

    Where the game is shown on that very message, it is drawn anew; any other becomes a pointer.
    """
    if session.message_id == pressed:
        return board(session, say("That board had moved on; this is the game as it stands."))
    if session.message_id is None:
        way = say("This game goes on further down. `/ttt board` shows it.")
    else:
        way = say("This game goes on [on a later board]({link}).", link=link(session))
    return Card(accent=_DRAWN, texts=(_headline(session), way))


def link(session: Session) -> str:
    """The address of the session's current board, for a session whose message is known."""
    server = session.guild_id if session.guild_id is not None else "@me"
    return f"https://discord.com/channels/{server}/{session.channel_id}/{session.message_id}"


def _headline(session: Session) -> str:
    players = say(
        "{x_mark} {x_player} vs {o_mark} {o_player}",
        x_mark=SYMBOLS[Mark.X],
        x_player=_introduction(session.seats[Mark.X]),
        o_mark=SYMBOLS[Mark.O],
        o_player=_introduction(session.seats[Mark.O]),
    )
    return f"{players}\n-# " + say("3×3 · three in a row")


def _grid(session: Session) -> str:
    """Three lines of three emoji; an arrow ends the row of the last move while the game goes on."""
    board = session.board
    columns = board.rules.columns
    last = session.moves[-1] if session.moves and not session.ending else None
    lines = []
    for row in range(board.rules.rows):
        cells = board.rules.cells[row * columns : (row + 1) * columns]
        arrow = " ←" if last in cells else ""
        lines.append("# " + " ".join(_emoji(board, cell, session.ending) for cell in cells) + arrow)
    return "\n".join(lines)


def _emoji(board: Board, cell: Cell, ending: Ending | None) -> str:
    if board.outcome and any(cell in line for line in board.outcome.lines):
        return _WINNING
    if mark := board.mark_on(cell):
        return SYMBOLS[mark]
    return _FREE_AFTER_THE_END if ending else _keycap(cell)


def _keycap(digit: int) -> str:
    return f"{digit}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"


def _status(session: Session, note: str) -> str:
    lines = []
    if session.moves:
        mover = session.board.turn.other
        lines.append(
            say(
                "{mark} {player} played **{cell}**",
                mark=SYMBOLS[mover],
                player=name(session.seats[mover]),
                cell=session.moves[-1],
            )
        )
    lines.append(
        say("**Your turn, {player}** {mark}", player=name(session.to_move), mark=SYMBOLS[session.board.turn])
    )
    if not session.moves:
        lines.append("-# " + say("Tap a number, or type `/ttt move`"))
    if note:
        lines.append(f"-# {note}")
    return "\n".join(lines)


def _result(session: Session, ending: Ending) -> str:
    count = say_count("{count} move", "{count} moves", len(session.moves))
    if ending.winner is None:
        return say("🤝 **Draw**\nThe board is full, no line · {count}", count=count)
    winner = session.seats[ending.winner]
    names = {"winner": name(winner), "mark": SYMBOLS[ending.winner]}
    if ending.reason is Reason.RESIGNATION:
        loser = session.seats[ending.winner.other]
        return say(
            "🏳️ **{loser} resigned**\n{winner} wins with {mark} · {count}",
            loser=name(loser),
            count=count,
            **names,
        )
    lines = _lines_in_words(session.board)
    if isinstance(winner, Person):
        return say("🏆 **{winner} wins** with {mark}\n{lines} · {count}", lines=lines, count=count, **names)
    return say("🏁 **{winner} wins** with {mark}\n{lines} · {count}", lines=lines, count=count, **names)


def _lines_in_words(board: Board) -> str:
    """The winning lines by their numbers and by name; one move may complete two."""
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
    return say("Lines {first}, and {second}", first=told[0], second=told[1])


def _cell_buttons(session: Session) -> tuple[tuple[Button, ...], ...]:
    columns = session.board.rules.columns
    buttons = [_cell_button(session, cell) for cell in session.board.rules.cells]
    return tuple(tuple(buttons[start : start + columns]) for start in range(0, len(buttons), columns))


def _cell_button(session: Session, cell: Cell) -> Button:
    press = CellPress(session.id, len(session.moves), cell)
    if mark := session.board.mark_on(cell):
        return Button(mark.value, custom_id.write(press), _STYLES[mark], disabled=True)
    return Button(str(cell), custom_id.write(press))


def _ending_accent(session: Session, ending: Ending) -> int:
    if ending.winner is None:
        return _DRAWN
    return _PERSON_WON if isinstance(session.seats[ending.winner], Person) else _BOT_WON


def _introduction(seat: Seat) -> str:
    if isinstance(seat, Person):
        return name(seat)
    return say("**{bot}** ({level})", bot=name(seat), level=seat.level)


def name(seat: Seat) -> str:
    """A person as a mention, which Discord draws as their name; whether it notifies is not decided here."""
    return f"<@{seat.user_id}>" if isinstance(seat, Person) else say("Bot")
