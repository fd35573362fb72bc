"""Sessions as messages: headline, grid, whose turn it is or how the game ended, and buttons.

For people who listen to Discord, the same in words alone: first what is new, last what they can do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain

from bot.rendering import games, names
from bot.rendering.custom_id import custom_id_of
from bot.rendering.looks import EMPTY, cell_buttons, fading, sign, signs
from bot.rendering.reply import Button, Card, Grid, Rows, Spoken, Style
from bot.rendering.spoken import MOST_ROWS, plain, read_button, rows, text_first_button, usable
from bot.rendering.verdicts import verdict
from bot.rendering.voice import Voice, voice_of
from bot.sessions.seats import NOBODY, Bot, Person, UserId
from bot.sessions.session import NO_GAMES, Ending, Session, Termination
from bot.texts import say
from engine.board import LONGEST_GAME, Line, Mark, Rules, has_margins, number_of, numbers_of
from engine.review import GradedMove

OUT_OF_DATE = say("That board was out of date. Here's the game now.")
"""Why a board is shown after a press on an earlier one."""

_HALF_A_DAY = 12 * 3600
_BLUE, _GREY, _GREEN, _RED = 0x5865F2, 0x80848E, 0x57F287, 0xDD2E44

_NOBODY_WON: Mapping[Termination, str] = {
    Termination.ABANDONED: say("### Game closed 💤\nNobody came back, so it doesn't count · {count}"),
    Termination.STOPPED: say("### Game stopped ⏹️\nIt doesn't count · {count}"),
    Termination.AGREEMENT: say("### Draw agreed 🤝\nGood game, both of you · {count}"),
    Termination.NO_LINE: say("### It's a draw! 🤝\nFull board, no winner · {count}"),
}
_LONGEST = say("### It's a draw! 🤝\nThat's the longest game there is, with no winner · {count}")
_REPEATED = say("### It's a draw! 🤝\nThe same position came up three times · {count}")

_ROWS = say("top row"), say("middle row"), say("bottom row")  # where there are three
_COLUMNS = say("left column"), say("middle column"), say("right column")


def shown(session: Session) -> Card:
    """The current board of a session, in the language that it keeps."""
    return board(session, voice_of(session.language))


def board(session: Session, voice: Voice, note: str = "", last_move: GradedMove | None = None) -> Card:
    """The current board of a session.

    note       a small line that says why it is shown
    last_move  how good the last move of a demo game was, if known
    """
    if session.ending:
        told = result(session, session.ending, voice, note)
    else:
        told = "\n".join(_status(session, "" if session.is_demo else note, last_move, voice))
    cells, controls = buttons(session, voice)
    return Card(
        accent=_accent(session),
        texts=(_introduction(session, voice), _grid(session), told),
        rows=cells,
        controls=controls,
        shows=session,
        pointer=partial(pointer, session, voice),
        look=session.look,
        in_words=None if session.is_demo else partial(in_words, session),
    )


def stopped(session: Session, by: UserId, voice: Voice) -> Card:
    """A session that a moderator has ended, on a new message."""
    return replace(board(session, voice, voice.say("Stopped by <@{player}>", player=by)), is_new=True)


def already_playing(session: Session, voice: Voice) -> Card:
    """The board of a session, for a person who wanted to start another game."""
    note = say("You already have a game here. Finish it, or resign to start another.")
    return replace(
        board(session, voice, voice.say(note)),
        in_words=lambda reader, own_voice: in_words(session, reader, own_voice, own_voice.say(note)),
    )


def board_moved_on(session: Session, pressed: int | None, voice: Voice) -> Card:
    """The answer to a press on an earlier board, on the message `pressed`.

    If that message shows the game, it is redrawn; any other message becomes a pointer.
    """
    if session.message_id == pressed:
        return board(session, voice, voice.say(OUT_OF_DATE))
    return pointer(session, voice)


def pointer(session: Session, voice: Voice) -> Card:
    """What replaces an earlier board: a line that says where the game is now."""
    if session.message_id is not None:
        way = voice.say("This game has moved down the channel: [go to the board]({link})", link=session.link)
    elif session.ending:
        way = voice.say("This game ended further down the channel.")
    else:
        way = voice.say("This game has moved down the channel. `/ttt board` shows it.")
    return Card(accent=_GREY, texts=(_introduction(session, voice), way), look=session.look)


def _introduction(session: Session, voice: Voice) -> str:
    headline = names.headline(session, voice)
    if session.tally == NO_GAMES or session.ending:  # after the end it is part of the result
        return headline
    return f"{headline}\n-# {names.tally(session.tally, voice)}"


def _grid(session: Session) -> Grid:
    """The grid, with the last move and the mark that fades next, or after the end with the winning line."""
    board = session.board
    if not session.ending:
        return Grid(board, fading(board), session.moves[-1] if session.moves else None)
    won = signs(board, chain(*board.outcome.lines), "line") if board.outcome else {}
    return Grid(board, dict.fromkeys(board.free_cells, EMPTY) | won)


def _status(session: Session, note: str, last_move: GradedMove | None, voice: Voice) -> Iterator[str]:
    """What was played last, whose turn it is, and what to know about that."""
    turn, ply = session.board.turn, len(session.moves)
    if ply:
        yield names.played(session, turn.other, session.moves[-1], voice)
    if last_move:
        yield verdict(last_move, voice)
    player = names.called(session, turn, voice)
    if session.is_demo:
        yield voice.say("**Next up: {player}** {mark}", player=player, mark=sign(turn))
    else:
        yield voice.say("**Your turn, {player}** {mark}", player=player, mark=sign(turn))
    yield from offer(session, voice)
    if not ply and session.first is Mark.O:
        yield "-# " + voice.say("{mark} goes first", mark=sign(Mark.O))
    if (cell := session.board.fading(turn)) is not None:
        yield "-# " + voice.say(
            "{sign} {mark} on **{cell}** fades with this move, and is taken until then",
            sign=sign(turn, "fading"),
            mark=sign(turn),
            cell=number_of(cell, session.rules),
        )
    if ply < 2 and not session.is_demo:  # even if the bot went first
        yield "-# " + voice.say("Tap a number to play, or use `/ttt move`")
        if has_margins(session.rules):
            yield "-# " + voice.say("Row, then column: 23 is row 2, column 3")
    yield from clock(session, voice)
    if note:
        yield f"-# {note}"


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


def _accent(session: Session) -> int:
    if session.ending is None:
        return _BLUE
    if session.ending.winner is None:
        return _GREY
    return _GREEN if isinstance(session.seats[session.ending.winner], Person) else _RED


def result(session: Session, ending: Ending, voice: Voice, note: str = "") -> str:
    """How the game ended, and the score of the two if this was not their first game."""
    count = voice.say_count("{count} move", "{count} moves", len(session.moves))
    if session.assisted:
        # NOTE: {count} is such as "7 moves"
        count = voice.say("{count} · hints used", count=count)
    lines = [
        _won(session, ending, count, voice) if ending.winner else _nobody_won(session, ending, count, voice)
    ]
    if session.tally != NO_GAMES:
        lines.append(names.tally(session.tally.after(ending), voice))
    if note:
        lines.append(f"-# {note}")
    return "\n".join(lines)


def _nobody_won(session: Session, ending: Ending, count: str, voice: Voice) -> str:
    board = session.board
    match ending.termination:
        case Termination.STOPPED if ending.left_by:
            return voice.say(
                "### Game stopped ⏹️\n{player} left before making a move, so it doesn't count · {count}",
                player=names.called(session, ending.left_by, voice),
                count=count,
            )
        case Termination.NO_LINE if board.free_cells and len(board.moves) == LONGEST_GAME:
            return voice.say(_LONGEST, count=count)
        case Termination.NO_LINE if board.free_cells:
            return voice.say(_REPEATED, count=count)
    return voice.say(_NOBODY_WON[ending.termination], count=count)


def _won(session: Session, ending: Ending, count: str, voice: Voice) -> str:
    assert ending.winner, "somebody won"
    winner = names.called(session, ending.winner, voice)
    if isinstance(session.seats[ending.winner], Person):
        told = voice.say("### {winner} wins! 🏆", winner=winner)
    elif session.is_demo:
        told = voice.say("### {winner} wins! 🏁", winner=winner)
    else:
        told = voice.say("### I win this one! 🏁")
    return f"{told}\n{_how_it_was_won(session, ending.termination, ending.winner.other, voice)} · {count}"


def _how_it_was_won(session: Session, termination: Termination, lost: Mark, voice: Voice) -> str:
    loser, board = names.called(session, lost, voice), session.board
    if termination is Termination.RESIGNATION:
        return voice.say("{loser} resigned", loser=loser)
    if termination is Termination.TIME:
        # NOTE: a part of a line: "… ran out of time · 7 moves"
        return voice.say("{loser} ran out of time", loser=loser)
    assert board.outcome, "a line ended it"
    lines = voice.listed([_line(board.rules, line, voice) for line in board.outcome.lines])
    if not board.rules.misere:
        return lines
    if isinstance(session.seats[lost], Bot) and not session.is_demo:
        return voice.say("I made {lines}, which loses here", lines=lines)
    return voice.say("{loser} made {lines}, which loses here", loser=loser, lines=lines)


def _line(rules: Rules, line: Line, voice: Voice) -> str:
    """A line that ended the game, by number and name."""
    (row, column), step = divmod(line[0] - 1, rules.columns), line[1] - line[0]
    if step == 1:
        name = voice.say(_ROWS[row]) if rules.rows == len(_ROWS) else voice.say("row {row}", row=row + 1)
    elif step != rules.columns:
        name = voice.say("diagonal")
    elif rules.columns == len(_COLUMNS):
        name = voice.say(_COLUMNS[column])
    else:
        name = voice.say("column {column}", column=column + 1)
    return voice.say("**{cells}** ({name})", cells=numbers_of(line, rules), name=name)


def buttons(session: Session, voice: Voice) -> tuple[Rows, tuple[Button, ...]]:
    """The rows of buttons of the current board, and the controls below them."""
    if session.ending:
        return _ways_on(session, voice), ()
    ply = len(session.moves)
    if session.is_demo:
        controls = (
            # NOTE: a button: the next move, or the next page
            _control(session, voice.say("Next"), "next", ply),
            # NOTE: a button: the bot plays against itself to the end
            _control(session, voice.say("Play it out"), "play", ply),
        )
        return (), (*controls, _read(session, voice))
    cells = cell_buttons(session.board, custom_id_of("cell", session.id, ply))
    return cells, (*_controls(session, voice), _read(session, voice))


def _controls(session: Session, voice: Voice) -> tuple[Button, ...]:
    # NOTE: a button: give up the game
    resign = _control(session, voice.say("Resign"), "resign")
    if _bot(session):
        # NOTE: a button: see your best move
        return (_control(session, voice.say("Hint"), "hint"), resign)
    # NOTE: a button, at most 20 characters
    draw = _control(session, voice.say("Offer draw"), "draw", len(session.moves))
    if session.offered_by:
        # NOTE: a button, at most 20 characters
        draw = draw._replace(label=voice.say("Accept draw"), style=Style.BLUE)
    # NOTE: a button: you win, because your opponent's time is up
    return (draw, _control(session, voice.say("Claim win"), "claim"), resign)


def _ways_on(session: Session, voice: Voice) -> Rows:
    """The buttons after the end: rematch, review, an easier and a harder level, and the board in words."""
    if session.is_deleted:
        return ()
    # NOTE: a button: see the mistakes in this game
    review = (_control(session, voice.say("Review"), "review"),) if session.moves else ()
    read = (_read(session, voice),) if session.moves else ()
    if session.is_demo or NOBODY in session.seats.values():
        return ((*review, *read),) if review else ()
    # NOTE: a button: play the same again
    rematch = _control(session, voice.say("Rematch"), "rematch")._replace(style=Style.BLUE)
    levels, bot = [], _bot(session)
    if bot and bot.harder(-1) != bot:
        # NOTE: a button: another game, with the bot one level lower
        levels.append(_control(session, voice.say("Easier"), "easier"))
    if bot and bot.harder(1) != bot:
        # NOTE: a button: another game, with the bot one level higher
        levels.append(_control(session, voice.say("Harder"), "harder"))
    above, below = (rematch, *review), (*levels, *read)
    return ((*above, *below),) if len(above) + len(below) <= 3 else (above, below)


def _read(session: Session, voice: Voice) -> Button:
    return read_button(custom_id_of("read", session.id), voice)


def _control(session: Session, label: str, name: str, *ply: int) -> Button:
    return Button(label, custom_id_of(name, session.id, *ply))


def _bot(session: Session) -> Bot | None:
    """The bot's seat in a game with a person."""
    return next((seat for seat in session.seats.values() if isinstance(seat, Bot)), None)


def in_words(
    session: Session, reader: UserId, voice: Voice, note: str = "", *, offers_more: bool = False
) -> Spoken:
    """The board of a session in words alone, for the person who reads it, who need not play in it.

    note         why it is shown
    offers_more  whether it has a button to get words first from now on
    """
    own = next((mark for mark, seat in session.seats.items() if seat == Person(reader)), None)
    told = [*_told(session, own, voice), note] if note else _told(session, own, voice)
    more = ((text_first_button(voice),),) if offers_more else ()
    return Spoken("\n".join(told), (*_buttons(session, own, voice), *more)[:MOST_ROWS])


def _told(session: Session, own: Mark | None, voice: Voice) -> Iterator[str]:
    """The lines of a board: what is new, who plays, all moves, the board, and what the reader can do."""
    if session.ending:
        yield plain(result(session, session.ending, voice), voice)
    else:
        turn = session.board.turn
        if turn is own:
            told = voice.say("Your turn.")
        else:
            told = voice.say("It's {player}'s turn.", player=names.called(session, turn, voice))
        yield voice.together((told, _last_move(session, own, voice))) if session.moves else told
    yield _who(session, own, voice)
    if own:
        yield from (plain(title, voice) for title in games.unless_usual(session.game, voice))
    yield _moves(session, voice)
    yield from rows(session.board, voice)
    if not session.ending:
        yield from _what_next(session, own, voice)
    elif own and NOBODY not in session.seats.values():
        yield voice.say("Press {button} to play again.", button=voice.say("Rematch"))


def _last_move(session: Session, own: Mark | None, voice: Voice) -> str:
    mark, cell = session.board.turn.other, number_of(session.moves[-1], session.rules)
    if mark is own:
        return voice.say("You played {cell}.", cell=cell)
    if isinstance(session.seats[mark], Bot) and not session.is_demo:
        return voice.say("I played {cell}.", cell=cell)
    return voice.say(
        "{player} played {cell}.", player=_capital(names.called(session, mark, voice)), cell=cell
    )


def _capital(name: str) -> str:
    """A name that begins a sentence, such as *someone*."""
    return name[:1].upper() + name[1:]


def _who(session: Session, own: Mark | None, voice: Voice) -> str:
    if own is None:
        return plain(names.headline(session, voice), voice)
    other = session.seats[own.other]
    if isinstance(other, Bot):
        return voice.say(
            "You're {mark}. I'm {other}, at level {level}.",
            mark=own.value,
            other=own.other.value,
            level=names.level(other.level, voice),
        )
    return voice.say(
        "You're {mark}. {player} is {other}.",
        mark=own.value,
        player=_capital(names.name(other, voice)),
        other=own.other.value,
    )


def _moves(session: Session, voice: Voice) -> str:
    """All moves in their order."""
    if not session.moves:
        return voice.say("No moves yet.")
    marks = (session.first, session.first.other)
    told = (
        f"{marks[ply % 2].value} {number_of(cell, session.rules)}" for ply, cell in enumerate(session.moves)
    )
    # NOTE: {moves} is such as "X 1, O 5, X 2"
    return voice.say("Moves: {moves}.", moves=voice.separated(told))


def _what_next(session: Session, own: Mark | None, voice: Voice) -> Iterator[str]:
    """The free cells, what is about to change, and what the reader can do."""
    board, rules = session.board, session.rules
    # NOTE: the numbers of the free cells
    yield voice.say(
        "Free: {cells}.", cells=voice.separated(str(number_of(cell, rules)) for cell in board.free_cells)
    )
    if (cell := board.fading(board.turn)) is not None:
        yield voice.say(
            "The {mark} on {cell} fades with this move, and is taken until then.",
            mark=board.turn.value,
            cell=number_of(cell, rules),
        )
    for line in (*offer(session, voice), *clock(session, voice)):
        yield plain(line, voice)
    if board.turn is own:
        yield voice.say("Press the number of a free cell, or type /ttt move.")
    else:
        yield voice.say("Press {button} to hear the game again.", button=voice.say("Read"))


def _buttons(session: Session, own: Mark | None, voice: Voice) -> Rows:
    """The buttons of the board that this person can use."""
    cells, controls = buttons(session, voice)
    if session.ending:
        return cells
    if own is None:
        return (controls[-1:],)
    return usable(cells if session.board.turn is own else (), controls)
