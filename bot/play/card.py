"""Sessions as messages: headline, grid, whose turn it is or how the game ended, and buttons.

For people who listen to Discord, the same in words alone: first what is new, last what they can do.
Below that, what the bot asks about a game that is on: whether to end it for good, and reminders to
go on.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain

from bot.messages import games, subjects
from bot.messages.custom_id import custom_id_of
from bot.messages.in_words import (
    plain,
    read_button,
    rows,
    text_first_button,
    usable,
)
from bot.messages.looks import EMPTY, cell_buttons, fading, sign, signs
from bot.messages.move_verdicts import verdict
from bot.messages.reply import ADVICE, Button, Card, Grid, Post, Rows, Spoken, Style
from bot.messages.texts import Voice, say, voice_of
from bot.play import actions, names
from bot.play.seats import NOBODY, Bot, Person, Seat, UserId
from bot.play.session import NO_GAMES, Ending, Session, Termination
from engine.board import LONGEST_GAME, Line, Mark, Rules, has_margins, number_of, numbers_of
from engine.review import GradedMove

OUT_OF_DATE = say("That board was out of date. Here's the game now.")
"""Why a board is shown after a press on an earlier one."""

_HALF_A_DAY = 12 * 3600
_BLUE, _GREY, _GREEN = 0x5865F2, 0x80848E, 0x57F287

_NOBODY_WON: Mapping[Termination, str] = {
    Termination.ABANDONED: say(
        "### Game closed 💤\nNobody came back, so it doesn't count · {count}"
    ),
    Termination.STOPPED: say("### Game stopped ⏹️\nIt doesn't count · {count}"),
    Termination.AGREEMENT: say("### Draw agreed 🤝\nGood game, both of you · {count}"),
    Termination.NO_LINE: say("### It's a draw! 🤝\nFull board, no winner · {count}"),
}
_LONGEST = say("### It's a draw! 🤝\nThat's as long as a game can get, and nobody won · {count}")
_REPEATED = say("### It's a draw! 🤝\nThe same position came up three times · {count}")
_LEFT = say("### Game stopped ⏹️\n{player} left before making a move, so it doesn't count · {count}")

_ROWS = say("top row"), say("middle row"), say("bottom row")  # where there are three
_COLUMNS = say("left column"), say("middle column"), say("right column")


def shown(session: Session) -> Card:
    """The current board of a session, in the language that it keeps."""
    return board(session, voice_of(session.language))


def board(
    session: Session, voice: Voice, note: str = "", last_move: GradedMove | None = None
) -> Card:
    """The current board of a session.

    note       a small line that says why it is shown
    last_move  how good the last move of a demo game was, if known
    """
    position, ending = session.board, session.ending
    if ending is None:
        accent = _BLUE
        grid = Grid(position, fading(position), session.moves[-1] if session.moves else None)
        told = list(_status(session, last_move, voice))
        cells, controls = buttons(session, voice)
    else:
        winner = session.seats[ending.winner] if ending.winner else None
        accent = _GREEN if isinstance(winner, Person) else _GREY
        state = "lost" if session.rules.misere else "line"
        line = signs(position, chain(*position.outcome.lines), state) if position.outcome else {}
        grid = Grid(position, dict.fromkeys(position.free_cells, EMPTY) | line)
        told = [_result(session, ending, voice)]
        cells, controls = ways_on(session, voice), ()
    if note:
        told.append(f"-# {note}")
    return Card(
        accent=accent,
        texts=(_introduction(session, voice), grid, "\n".join(told)),
        rows=cells,
        controls=controls,
        shows=session,
        look=session.look,
    )


def stopped(session: Session, by: UserId, voice: Voice) -> Card:
    """A session that a moderator has ended."""
    return board(session, voice, voice.say("Stopped by <@{player}>", player=by))


def already_playing(session: Session, voice: Voice) -> Card:
    """The board of a session, for a person who wanted to start another game."""
    note = say("You already have a game here. Finish it, or resign to start another.")
    shown = board(session, voice, voice.say(note))
    if session.bot:
        shown = replace(shown, controls=(_resign(session, voice), *shown.controls))
    return replace(shown, note=note)


def board_moved_on(session: Session, pressed: int | None, voice: Voice) -> Card:
    """The answer to a press on an earlier board, on the message `pressed`.

    If that message shows the game, it is redrawn; any other message becomes a pointer.
    """
    if session.message_id != pressed:
        return pointer(session, voice)
    is_watched = session.is_demo and not session.ending
    return board(session, voice, "" if is_watched else voice.say(OUT_OF_DATE))


@subjects.pointer.register
def pointer(session: Session, voice: Voice) -> Card:
    """What replaces an earlier board: a line that says where the game is now."""
    if session.message_id is not None and session.ending:
        way = voice.say("This game is over: [go to the board]({link})", link=session.link)
    elif session.message_id is not None:
        way = voice.say(
            "This game has moved down the channel: [go to the board]({link})", link=session.link
        )
    elif session.ending:
        way = voice.say("This game ended further down the channel.")
    else:
        way = voice.say("This game has moved down the channel. `/ttt board` shows it.")
    return Card(accent=_GREY, texts=(_introduction(session, voice), way), look=session.look)


def _introduction(session: Session, voice: Voice) -> str:
    """Who plays, and until the result holds it, the score of the two."""
    headline = names.headline(session, voice)
    if session.tally == NO_GAMES or session.ending:
        return headline
    return f"{headline}\n-# {names.tally(session.tally, voice)}"


def _status(session: Session, last_move: GradedMove | None, voice: Voice) -> Iterator[str]:
    """Whose turn it is, what was played last, and what to know about that."""
    turn, ply = session.board.turn, len(session.moves)
    player = names.called(session, turn, voice)
    played = names.played(session, turn.other, session.moves[-1], voice) if ply else None
    if session.is_demo:
        yield voice.say("**Next up: {player}** {mark}", player=player, mark=sign(turn))
        if played:
            yield played
        if last_move:
            yield verdict(last_move, voice)
    else:
        yield voice.say("**Your turn, {player}** {mark}", player=player, mark=sign(turn))
        yield from _offer(session, voice)
        if played:
            yield f"-# {played}"
    if not ply and session.first is Mark.O:
        yield "-# " + voice.say("{mark} goes first", mark=sign(Mark.O))
    if (cell := session.board.fading(turn)) is not None:
        yield "-# " + voice.say(
            "{sign} {mark} on **{cell}** fades with this move; the cell is taken until then",
            sign=sign(turn, "fading"),
            mark=sign(turn),
            cell=number_of(cell, session.rules),
        )
    if ply < 2 and not session.is_demo:  # even if the bot went first
        # NOTE: an order to the reader: "tap" is a verb, not a hint
        yield "-# " + voice.say("Tap a number to play, or use `/ttt move`")
        if has_margins(session.rules):
            yield "-# " + voice.say("Row, then column: 23 is row 2, column 3")
    yield from _clock(session, voice)


def _offer(session: Session, voice: Voice) -> list[str]:
    """The line about an offered draw, if there is one."""
    if not session.offered_by:
        return []
    told = voice.say(
        "{player} offers a draw. {other} can accept it, or just play on. 🤝",
        player=names.called(session, session.offered_by, voice),
        other=names.called(session, session.offered_by.other, voice),
    )
    return [told]


def _clock(session: Session, voice: Voice) -> list[str]:
    """The line about the time for a move, if there is a clock."""
    if session.time is None:
        return []
    if session.is_late:
        told = voice.say(
            "{player}'s time is up. {other} can claim the win, or wait. ⌛",
            player=names.called(session, session.board.turn, voice),
            other=names.called(session, session.board.turn.other, voice),
        )
        return [told]
    # NOTE: Discord shows a time, and then, in the reader's language, "in 5 minutes"
    told = say("Move by <t:{at}:{style}> (<t:{at}:R>)")
    return ["-# " + voice.say(told, at=session.deadline, style=_style(session))]


def _style(session: Session) -> str:
    """How Discord shows its deadline: for longer times the hour alone says too little."""
    assert session.time is not None, "it has a clock"
    return "t" if session.time < _HALF_A_DAY else "f"


def _result(session: Session, ending: Ending, voice: Voice) -> str:
    """How the game ended, and the score of the two if this was not their first game."""
    count = voice.say_count("{count} move", "{count} moves", len(session.moves))
    if session.assisted:
        # NOTE: {count} is such as "7 moves"
        count = voice.say("{count} · hints used", count=count)
    if ending.winner:
        told = f"{_won(session, ending.termination, ending.winner, voice)} · {count}"
    elif ending.left_by:
        told = voice.say(_LEFT, player=names.called(session, ending.left_by, voice), count=count)
    else:
        text = _NOBODY_WON[ending.termination]
        if ending.termination is Termination.NO_LINE and session.board.free_cells:
            text = _LONGEST if len(session.moves) == LONGEST_GAME else _REPEATED
        told = voice.say(text, count=count)
    if session.tally == NO_GAMES:
        return told
    return f"{told}\n{names.tally(session.tally.after(ending), voice)}"


def _won(session: Session, how: Termination, winner: Mark, voice: Voice) -> str:
    """Who won, and on the next line, how."""
    loser, rules = names.called(session, winner.other, voice), session.rules
    if isinstance(session.seats[winner], Person):
        told = voice.say("### {winner} wins! 🏆", winner=names.called(session, winner, voice))
    elif session.is_demo:
        called = names.called(session, winner, voice)  # as the other may be too
        told = voice.say("### {winner} wins! 🏁", winner=f"{called} {sign(winner)}")
    else:
        told = voice.say("### I win this one! 🏁")
    if how is Termination.RESIGNATION:
        return f"{told}\n" + voice.say("{loser} resigned", loser=loser)
    if how is Termination.TIME:
        # NOTE: a part of a line: "… ran out of time · 7 moves"
        return f"{told}\n" + voice.say("{loser} ran out of time", loser=loser)
    assert session.board.outcome, "a line ended it"
    lines = voice.listed([_line(rules, line, voice) for line in session.board.outcome.lines])
    if rules.misere and isinstance(session.seats[winner.other], Bot) and not session.is_demo:
        lines = voice.say("I made {lines}, which loses here", lines=lines)
    elif rules.misere:
        lines = voice.say("{loser} made {lines}, which loses here", loser=loser, lines=lines)
    return f"{told}\n{lines}"


def _line(rules: Rules, line: Line, voice: Voice) -> str:
    """A line that ended the game, by number and name."""
    (row, column), step = divmod(line[0] - 1, rules.columns), line[1] - line[0]
    if step == 1:
        name = (
            voice.say(_ROWS[row])
            if rules.rows == len(_ROWS)
            else voice.say("row {row}", row=row + 1)
        )
    elif step != rules.columns:
        name = voice.say("diagonal")
    elif rules.columns == len(_COLUMNS):
        name = voice.say(_COLUMNS[column])
    else:
        name = voice.say("column {column}", column=column + 1)
    return voice.say("**{cells}** ({name})", cells=numbers_of(line, rules), name=name)


def buttons(session: Session, voice: Voice) -> tuple[Rows, tuple[Button, ...]]:
    """The cells of a game that is on, and the controls below them.

    A game with the bot keeps nobody waiting, so its board has no Resign: `/ttt resign` gives it up,
    and so does a button for a person who wants to start another game, or who gets the board in
    words.
    """
    ply = len(session.moves)
    if session.is_demo:
        # NOTE: a button: the next move, or the next page
        following = _button(session, voice.say("Next"), "next", ply)
        # NOTE: a button: the bot plays against itself to the end
        to_the_end = _button(session, voice.say("Play it out"), "play", ply)
        return (), (following, to_the_end, _read(session, voice))
    if session.bot:
        # NOTE: a button: see your best move
        others = [_button(session, voice.say("Hint"), "hint")]
    else:
        # NOTE: a button, at most 20 characters
        draw = _button(session, voice.say("Offer draw"), "draw", ply)
        if session.offered_by:
            # NOTE: a button, at most 20 characters
            draw = draw._replace(label=voice.say("Accept draw"), style=Style.BLUE)
        others = [draw] if session.offered_by or not session.is_late else []
        others += [_claim(session, voice)] if session.is_late else []
        others.append(_resign(session, voice))
    cells = cell_buttons(session.board, custom_id_of("cell", session.id, session.version))
    return cells, (*others, _read(session, voice))


def _resign(session: Session, voice: Voice) -> Button:
    # NOTE: a button: give up the game
    return _button(session, voice.say("Resign"), "resign")


def take_back(session: Session, voice: Voice) -> tuple[Button, ...]:
    """The button to take back the last pair of moves, where there is one."""
    if not session.can_take_back:
        return ()
    # NOTE: a button: undo my last move and your answer
    label = voice.say("Take back")
    return (_button(session, label, "takeback", session.version, len(session.moves)),)


def ways_on(session: Session, voice: Voice) -> Rows:
    """The buttons at the end: play again, perhaps fading or at another level; review; in words."""
    if session.is_deleted:
        return ()
    above: list[Button] = []
    below: list[Button] = []
    bot = session.bot
    if not session.is_demo and NOBODY not in session.seats.values():
        # NOTE: a button: play the same again
        above.append(_button(session, voice.say("Rematch"), "rematch")._replace(style=Style.BLUE))
        if session.may_fade:
            # NOTE: a button after a draw on 3x3: play again, but only your last three marks stay
            above.append(_button(session, voice.say("Try Fading"), "fading"))
        if bot and bot.harder(-1) != bot:
            # NOTE: a button: another game, with the bot one level lower
            below.append(_button(session, voice.say("Easier"), "easier"))
        if bot and bot.harder(1) != bot:
            # NOTE: a button: another game, with the bot one level higher
            below.append(_button(session, voice.say("Harder"), "harder"))
    if session.moves:
        # NOTE: a button: see the mistakes in this game
        above.append(_button(session, voice.say("Review"), "review"))
        below.append(_read(session, voice))
    if len(above) > 2 and len(below) == 1:
        below.insert(0, above.pop())  # that one never stands alone
    found = [above, below] if len(above) + len(below) > 3 else [above + below]
    return tuple(tuple(row) for row in found if row)


def _read(session: Session, voice: Voice) -> Button:
    return read_button(custom_id_of("read", session.id), voice)


def _claim(session: Session, voice: Voice) -> Button:
    # NOTE: a button: you win, because your opponent's time is up
    return _button(session, voice.say("Claim win"), "claim")._replace(style=Style.BLUE)


def _button(session: Session, label: str, name: str, *ply: int) -> Button:
    return Button(label, custom_id_of(name, session.id, *ply))


@subjects.in_words.register
def _in_words(session: Session, reader: UserId, voice: Voice, note: str) -> Spoken | None:
    if session.is_demo:
        return None
    return in_words(session, reader, voice, voice.say(note) if note else "")


def in_words(
    session: Session, reader: UserId, voice: Voice, note: str = "", *, offers_more: bool = False
) -> Spoken:
    """The board of a session in words alone, for the person who reads it, who need not play in it.

    note         why it is shown
    offers_more  whether it has a button to get words first from now on
    """
    own = next((mark for mark, seat in session.seats.items() if seat == Person(reader)), None)
    told = [_news(session, own, voice), *_so_far(session, own, voice), *rows(session.board, voice)]
    cells: list[Button] = []
    if session.ending:
        actions = [*chain(*ways_on(session, voice))]
        if own and NOBODY not in session.seats.values():
            told.append(voice.say("Press {button} to play again.", button=voice.say("Rematch")))
    else:
        told += _what_next(session, own, voice)
        actions = _actions(session, own, voice)
        if session.board.turn is own:
            cells += chain(*buttons(session, voice)[0])
    if offers_more:
        actions.append(text_first_button(voice))
    if note:
        told.append(note)
    return Spoken("\n".join(told), usable(cells, actions))


def _actions(session: Session, own: Mark | None, voice: Voice) -> list[Button]:
    """What somebody who listens can do in a game that is on, beside playing a cell."""
    again = _button(session, voice.say("Refresh"), "read")
    if own is None:
        return [again]
    _, controls = buttons(session, voice)
    actions = [*take_back(session, voice), *controls]
    if session.bot:
        actions.append(_resign(session, voice))
    if session.offered_by is own:
        actions = [each for each in actions if each.label != voice.say("Accept draw")]
    if session.board.turn is not own:
        actions.append(again)
    return actions


def _news(session: Session, own: Mark | None, voice: Voice) -> str:
    """How the game ended; or whose turn it is, and what was played last."""
    if session.ending:
        return plain(_result(session, session.ending, voice), voice)
    turn, last = session.board.turn, session.board.turn.other
    if turn is own:
        told = voice.say("Your turn.")
    else:
        told = voice.say("It's {player}'s turn.", player=names.called(session, turn, voice))
    if not session.moves:
        return told
    cell = number_of(session.moves[-1], session.rules)
    if last is own:
        played = voice.say("You played {cell}.", cell=cell)
    elif isinstance(session.seats[last], Bot) and not session.is_demo:
        played = voice.say("I played {cell}.", cell=cell)
    else:
        player = _capital(names.called(session, last, voice))
        played = voice.say("{player} played {cell}.", player=player, cell=cell)
    return voice.together((told, played))


def _capital(name: str) -> str:
    """A name that begins a sentence, such as *someone*."""
    return name[:1].upper() + name[1:]


def _so_far(session: Session, own: Mark | None, voice: Voice) -> Iterator[str]:
    """Who plays which mark, at which game, and all moves in their order."""
    if own is None:
        yield plain(names.headline(session, voice), voice)
    else:
        other, marks = session.seats[own.other], {"mark": own.value, "other": own.other.value}
        if isinstance(other, Bot):
            level = names.level(other.level, voice)
            yield voice.say("You're {mark}. I'm {other}. Level: {level}.", level=level, **marks)
        else:
            player = _capital(names.name(other, voice))
            yield voice.say("You're {mark}. {player} is {other}.", player=player, **marks)
        yield from (plain(title, voice) for title in games.unless_usual(session.game, voice))
    if not session.moves:
        yield voice.say("No moves yet.")
        return
    marks_in_turn = (session.first.value, session.first.other.value)
    cells = [number_of(cell, session.rules) for cell in session.moves]
    moves = voice.separated(f"{marks_in_turn[ply % 2]} {cell}" for ply, cell in enumerate(cells))
    # NOTE: {moves} is such as "X 1, O 5, X 2"
    yield voice.say("Moves: {moves}.", moves=moves)


def _what_next(session: Session, own: Mark | None, voice: Voice) -> Iterator[str]:
    """The free cells, what is about to change, and what the reader can do."""
    position, rules = session.board, session.rules
    free = voice.separated(str(number_of(cell, rules)) for cell in position.free_cells)
    # NOTE: the numbers of the free cells
    yield voice.say("Free: {cells}.", cells=free)
    if (cell := position.fading(position.turn)) is not None:
        yield voice.say(
            "The {mark} on {cell} fades with this move; the cell is taken until then.",
            mark=position.turn.value,
            cell=number_of(cell, rules),
        )
    for line in (*_offer(session, voice), *_clock(session, voice)):
        yield plain(line, voice)
    if position.turn is own:
        yield voice.say("Press the number of a free cell, or type /ttt move.")
    else:
        yield voice.say("Press {button} to hear the game again.", button=voice.say("Refresh"))


def ask_to_end(session: Session, voice: Voice, *, resigning: UserId | None = None) -> Card:
    """The question to a person who would lose the game by resigning, or who may stop it.

    resigning  who would lose; None for a moderator, after whom it counts for nobody
    """
    if resigning is not None:
        other = session.seats[actions.mark_of(session, resigning).other]
        if isinstance(other, Bot):
            told = voice.say("### Resign? 🏳️\nI win, and the game counts.")
        else:
            winner = names.name(other, voice)
            told = voice.say("### Resign? 🏳️\n{other} wins, and the game counts.", other=winner)
        label, name = voice.say("Resign"), "resignnow"
    else:
        told = voice.say(
            "### Stop this game? ⏹️\n{players}\nIt won't count for anyone.",
            players=names.headline(session, voice),
        )
        label, name = voice.say("Stop the game"), "stopnow"
    sure = Button(label, custom_id_of(name, session.id), Style.RED)
    return Card(
        accent=ADVICE,
        texts=(told,),
        rows=((sure,),),
        look=session.look,
        private=True,
        heard=Spoken(plain(told, voice), ((sure,),)),
    )


def reminder(session: Session, voice: Voice) -> Post:
    """The reminder of a clock: whose move it is while time is left, then who may claim the win.

    It notifies only that person. Once the win is claimed on it, it becomes the final board (see
    `after_reminder`).
    """
    if session.is_late and session.link:
        text = say("{player}, {other} is out of time [in this game]({link})! Claim your win. ⌛")
    elif session.is_late:
        text = say("{player}, {other} is out of time! Claim your win. ⌛")
    elif session.link:
        text = say(
            "{player}, it's your move [in this game]({link})! You have until <t:{at}:{style}>. ⏰"
        )
    else:
        text = say(
            "{player}, it's your move! You have until <t:{at}:{style}>. "
            "`/ttt board` shows the game. ⏰"
        )
    player, other = session.to_move, session.seats[session.board.turn.other]
    if session.is_late:
        player, other = other, player
    assert isinstance(player, Person), "only people have a clock"
    told = voice.say(
        text,
        player=names.name(player, voice),
        other=names.name(other, voice),
        link=session.link,
        at=session.deadline,
        style=_style(session),
    )
    claim = (_claim(session, voice),) if session.is_late else ()
    return Post(told, claim, notify=(player.user_id,))


@subjects.mended.register
def after_reminder(session: Session, then: Session, voice: Voice) -> Card | Post | None:
    """What a reminder becomes: the way to a game that ended, or that its player has moved.

    then  the session when it was sent

    None while it holds.
    """
    if session.ending:
        return pointer(session, voice)
    if session.version == then.version:
        return None
    if then.is_late:
        return goes_on(then.to_move, voice)
    told = voice.say(
        "**{player} has moved.** The game goes on.", player=names.name(then.to_move, voice)
    )
    return Post(told)


def goes_on(late: Seat, voice: Voice) -> Post:
    """What the post that time is up becomes once the one who was late has moved."""
    told = voice.say(
        "**{player} has moved after all.** The game goes on. ⏳", player=names.name(late, voice)
    )
    return Post(told)
