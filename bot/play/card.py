"""Sessions as messages: who plays, grid, whose turn it is or how the game ended, and buttons.

For people who listen to Discord, the same in words alone: first what is new, last what they can do.
Below that, what the bot asks about a game that is on: whether to end it for good, and reminders to
go on.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain

from bot.messages import games
from bot.messages.custom_id import custom_id_of
from bot.messages.in_words import (
    plain,
    read_button,
    rows,
    spoken_reply,
    text_first_button,
    usable,
)
from bot.messages.looks import EMPTY, cell_buttons, cells_of, fading, sign, signs
from bot.messages.move_verdicts import verdict
from bot.messages.reply import Accent, Button, Card, Grid, Post, Rows, Spoken, Style
from bot.messages.texts import Voice, say, voice_of
from bot.play import actions, names
from bot.play.news import Kind, News
from bot.play.seats import LEVEL_NAMES, NOBODY, Bot, Person, UserId
from bot.play.session import NO_GAMES, Ending, Session, Termination
from engine.board import LONGEST_GAME, Line, Mark, Rules, has_margins, number_of
from engine.review import GradedMove

OUT_OF_DATE = say("That board was out of date. Here's the game now.")
"""Why a board is shown after a press on an earlier one."""

_HALF_A_DAY = 12 * 3600

_NOBODY_WON: Mapping[Termination, str] = {
    Termination.ABANDONED: say("### Game closed 💤\nNobody came back, so it doesn't count"),
    Termination.STOPPED: say("### Game stopped ⏹️\nIt doesn't count"),
    Termination.AGREEMENT: say("### Draw agreed 🤝\nGood game, both of you"),
    Termination.NO_LINE: say("### It's a draw! 🤝"),
}
_LONGEST = say("### It's a draw! 🤝\nThat's as long as a game can get, and nobody won")
_REPEATED = say("### It's a draw! 🤝\nThe same position came up three times")
_LEFT = say("### Game stopped ⏹️\n{player} left before making a move, so it doesn't count")

_NEWS: Mapping[Kind, str] = {
    # NOTE: {level} is such as "hard"
    Kind.FIRST_WIN: say("Your first win against {level} 🎉"),
    # NOTE: {level} is such as "perfect"
    Kind.FIRST_DRAW: say("Your first draw against {level} 🎉"),
    # NOTE: {level} is such as "hard", and {game} such as "4×4" or "Fading"
    Kind.FIRST_WIN_IN_GAME: say("Your first win against {level} at {game} 🎉"),
    # NOTE: {level} is such as "perfect", and {game} such as "4×4" or "Fading"
    Kind.FIRST_DRAW_IN_GAME: say("Your first draw against {level} at {game} 🎉"),
    # NOTE: move {number} of the game let the win go
    Kind.HAD_WIN: say("You had a win until move {number}."),
    # NOTE: move {number} of the game let the draw go
    Kind.HAD_DRAW: say("You had a draw until move {number}."),
}

_ROWS = say("top row"), say("middle row"), say("bottom row")  # where there are three
_COLUMNS = say("left column"), say("middle column"), say("right column")


def public_board(session: Session) -> Card:
    """The current board of a session, in the language that it keeps."""
    return board_card(session, voice_of(session.language))


def board_card(
    session: Session, voice: Voice, note: str = "", last_move: GradedMove | None = None
) -> Card:
    """The current board of a session.

    note       a small line that says why it is shown
    last_move  how good the last move of a demo game was, if known
    """
    if session.ending is None:
        accent = Accent.GAME
        grid = _live_grid(session)
        lines = list(_status(session, last_move, voice))
        cells, controls = live_buttons(session, voice)
    else:
        accent = _final_accent(session, session.ending)
        grid = _final_grid(session)
        lines = [_result(session, session.ending, voice)]
        cells = end_buttons(session, voice)
        controls = ()
    if note:
        lines.append(f"-# {note}")
    return Card(
        accent=accent,
        texts=(_introduction(session, voice), grid, "\n".join(lines)),
        rows=cells,
        controls=controls,
        look=session.look,
    )


def _live_grid(session: Session) -> Grid:
    """The last move, and the mark that goes next where marks fade."""
    last_cell = session.moves[-1] if session.moves else None
    return Grid(session.board, fading(session.board), last_cell)


def _final_grid(session: Session) -> Grid:
    """The lines that ended the game, and no numbers any more."""
    position = session.board
    by_cell = dict.fromkeys(position.free_cells, EMPTY)
    if position.outcome:
        state = "lost" if session.rules.misere else "line"
        for line in position.outcome.lines:
            by_cell |= signs(position, line, state)
    return Grid(position, by_cell)


def _final_accent(session: Session, ending: Ending) -> Accent:
    if ending.winner and isinstance(session.seats[ending.winner], Person):
        return Accent.WON
    return Accent.QUIET


def after_stop(session: Session, by: UserId, voice: Voice) -> Card:
    """A session that a moderator has ended."""
    return board_card(session, voice, voice.say("Stopped by <@{player}>", player=by))


def already_playing(session: Session, voice: Voice) -> Card:
    """The board of a session, for a person who wanted to start another game."""
    note = say(
        "You already have a game here. Finish it, or resign to start another. `/ttt games` lists "
        "all of yours."
    )
    card = replace(board_card(session, voice, voice.say(note)), note=note)
    if session.bot:
        return replace(card, controls=(_resign(session, voice), *card.controls))
    return card


def board_moved_on(session: Session, voice: Voice) -> Card:
    """The current board, for somebody who has pressed an earlier one."""
    return board_card(session, voice, voice.say(OUT_OF_DATE))


def public_pointer(session: Session) -> Card:
    """What replaces an earlier board, in the language that the session keeps."""
    return pointer(session, voice_of(session.language))


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
    return Card(accent=Accent.QUIET, texts=(_introduction(session, voice), way), look=session.look)


def _introduction(session: Session, voice: Voice) -> str:
    """Who plays, and until the result holds it, the score of the two."""
    legend = names.legend(session, voice)
    if session.tally == NO_GAMES or session.ending:
        return legend
    return f"{legend}\n-# {names.tally(session.tally, voice)}"


def _status(session: Session, last_move: GradedMove | None, voice: Voice) -> Iterator[str]:
    """Whose turn it is, what was played last, and what to know about that."""
    turn = session.board.turn
    player = names.side_name(session, turn, voice)
    played = _last_move(session, voice)
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
    if not session.moves and session.first is Mark.O:
        yield "-# " + voice.say("{mark} goes first", mark=sign(Mark.O))
    cell = session.board.fading(turn)
    if cell is not None and not session.is_demo:
        # NOTE: to the player whose turn it is, in fading: this mark of yours disappears then
        text = say("Your {mark} on **{cell}** goes when you move.")
        fades = voice.say(text, mark=sign(turn), cell=number_of(cell, session.rules))
        yield f"-# {fades}"
    if len(session.moves) < 2 and not session.is_demo:  # even if the bot went first
        # NOTE: an order to the reader: "tap" is a verb, not a hint
        yield "-# " + voice.say("Tap a number to play")
        if has_margins(session.rules):
            yield "-# " + voice.say("Row, then column: 23 is row 2, column 3")
    yield from _clock(session, voice)


def _last_move(session: Session, voice: Voice) -> str:
    """What was played last; "" before the first move."""
    if not session.moves:
        return ""
    mover = session.board.turn.other
    return names.move_made(session, mover, session.moves[-1], voice)


def _offer(session: Session, voice: Voice) -> list[str]:
    """The line about an offered draw, if there is one."""
    if not session.offered_by:
        return []
    player = names.side_name(session, session.offered_by, voice)
    other = names.side_name(session, session.offered_by.other, voice)
    text = say("{player} offers a draw. {other} can accept it until the next move. 🤝")
    return [voice.say(text, player=player, other=other)]


def _clock(session: Session, voice: Voice) -> list[str]:
    """The line about the time for a move, if there is a clock."""
    if session.time is None:
        return []
    if session.is_late:
        turn = session.board.turn
        player = names.side_name(session, turn, voice)
        other = names.side_name(session, turn.other, voice)
        text = say("{player}'s time is up. {other} can claim the win, or wait. ⌛")
        return [voice.say(text, player=player, other=other)]
    # NOTE: Discord shows a time, and then, in the reader's language, "in 5 minutes"
    text = say("Move by <t:{at}:{style}> (<t:{at}:R>)")
    line = voice.say(text, at=session.deadline, style=_style(session))
    return [f"-# {line}"]


def _style(session: Session) -> str:
    """How Discord shows its deadline: for longer times the hour alone says too little."""
    assert session.time is not None, "it has a clock"
    return "t" if session.time < _HALF_A_DAY else "f"


def _result(session: Session, ending: Ending, voice: Voice) -> str:
    """How the game ended, what is new in that, and the score of the two after earlier games."""
    if ending.winner:
        headline = _winner(session, ending.winner, voice)
        how = _how_won(session, ending.termination, ending.winner, voice)
        result = f"{headline}\n{how}"
    elif ending.left_by:
        leaver = names.side_name(session, ending.left_by, voice)
        result = voice.say(_LEFT, player=leaver)
    else:
        result = voice.say(_nobody_won(session, ending.termination))
    if session.news:
        result = f"{result}\n{_news_line(session, session.news, voice)}"
    elif session.assisted and ending.termination.counts:
        result = f"{result}\n-# {counts_with_hints(voice)}"
    elif _is_draw_against_perfect(session):
        assert session.bot, "it is against the bot"
        # NOTE: after a draw; {level} is "perfect"
        praise = voice.say(
            "Nobody beats {level}. Well played!", level=names.level(session.bot.level, voice)
        )
        result = f"{result}\n{praise}"
    if session.tally == NO_GAMES:
        return result
    return f"{result}\n{names.tally(session.tally.after(ending), voice)}"


def _news_line(session: Session, news: News, voice: Voice) -> str:
    """The news of a game: to the person who played the bot, or about the winner of two people."""
    if news.kind is not Kind.STREAK:
        assert session.bot, "all other news is of a game with the bot"
        level = names.level(session.bot.level, voice)
        game = games.name(session.game, voice)
        told = voice.say(_NEWS[news.kind], level=level, game=game, number=news.number)
        if news.kind is Kind.FIRST_WIN and news.number:
            return f"{told}\n-# {names.levels_beaten(news.number, voice)}"
        return told
    # NOTE: games that somebody has won in a row, three or more
    streak = voice.say_count("{count} win in a row 🔥", "{count} wins in a row 🔥", news.number)
    if session.bot:
        return streak
    ending = session.ending
    assert ending, "only a game that has ended has news"
    assert ending.winner, "wins in a row are those of its winner"
    winner = names.side_name(session, ending.winner, voice)
    # NOTE: {streak} is such as "3 wins in a row 🔥"
    return voice.say("{winner}: {streak}", winner=winner, streak=streak)


def counts_with_hints(voice: Voice) -> str:
    # NOTE: such a game does not count for leaderboards
    return voice.say("Counts as a game with hints")


def _is_draw_against_perfect(session: Session) -> bool:
    """Whether a person has got the most that there is; in fading, X can win from the start."""
    if session.bot is None or session.is_demo or session.rules.mark_limit:
        return False
    if session.bot.level != LEVEL_NAMES[-1]:
        return False
    return session.ending is not None and session.ending.termination is Termination.NO_LINE


def _nobody_won(session: Session, termination: Termination) -> str:
    """The English text for a draw, or for an end without a result."""
    if termination is not Termination.NO_LINE or not session.board.free_cells:
        return _NOBODY_WON[termination]
    if len(session.moves) == LONGEST_GAME:
        return _LONGEST
    return _REPEATED


def _winner(session: Session, winner: Mark, voice: Voice) -> str:
    name = names.side_name(session, winner, voice)
    if isinstance(session.seats[winner], Person):
        return voice.say("### {winner} wins! 🏆", winner=name)
    if session.is_demo:  # the other may be called the same
        with_mark = f"{name} {sign(winner)}"
        return voice.say("### {winner} wins! 🏁", winner=with_mark)
    return voice.say("### I win this one! 🏁")


def _how_won(session: Session, how: Termination, winner: Mark, voice: Voice) -> str:
    loser = names.side_name(session, winner.other, voice)
    if how is Termination.RESIGNATION:
        return voice.say("{loser} resigned", loser=loser)
    if how is Termination.TIME:
        return voice.say("{loser} ran out of time", loser=loser)
    assert session.board.outcome, "a line ended it"
    each = [_line(session.rules, line, voice) for line in session.board.outcome.lines]
    lines = voice.listed(each)
    if not session.rules.misere:
        return lines
    if isinstance(session.seats[winner.other], Bot) and not session.is_demo:
        return voice.say("I made {lines}, which loses here", lines=lines)
    return voice.say("{loser} made {lines}, which loses here", loser=loser, lines=lines)


def _line(rules: Rules, line: Line, voice: Voice) -> str:
    """A line that ended the game, by number and name."""
    cells = cells_of(line, rules)
    return voice.say("**{cells}** ({name})", cells=cells, name=_line_name(rules, line, voice))


def _line_name(rules: Rules, line: Line, voice: Voice) -> str:
    row, column = divmod(line[0] - 1, rules.columns)
    step = line[1] - line[0]
    if step == 1 and rules.rows == len(_ROWS):
        return voice.say(_ROWS[row])
    if step == 1:
        return voice.say("row {row}", row=row + 1)
    if step != rules.columns:
        return voice.say("diagonal")
    if rules.columns == len(_COLUMNS):
        return voice.say(_COLUMNS[column])
    return voice.say("column {column}", column=column + 1)


def live_buttons(session: Session, voice: Voice) -> tuple[Rows, tuple[Button, ...]]:
    """The cells of a game that is on, and the controls below them.

    A game with the bot keeps nobody waiting, so its board has no Resign: `/ttt resign` gives it up,
    and so does a button for a person who wants to start another game, or who gets the board in
    words.
    """
    if session.is_demo:
        return (), _demo_controls(session, voice)
    if session.bot:
        # NOTE: a button: see your best move
        controls = [_button(session, voice.say("Hint"), "hint")]
    else:
        controls = _controls_of_two(session, voice)
    controls.append(_read_button(session, voice))
    cells = cell_buttons(session.board, custom_id_of("cell", session.id, session.version))
    return cells, tuple(controls)


def _demo_controls(session: Session, voice: Voice) -> tuple[Button, ...]:
    # NOTE: a button: the bot goes on playing against itself, if it has stopped
    play_on = _button(session, voice.say("Play on"), "play")
    return (play_on, _read_button(session, voice))


def _controls_of_two(session: Session, voice: Voice) -> list[Button]:
    """What two people can do beside playing a cell."""
    ply = len(session.moves)
    controls = []
    if session.offered_by:
        # NOTE: a button, at most 20 characters
        accept = _button(session, voice.say("Accept draw"), "draw", ply)
        controls.append(accept._replace(style=Style.BLUE))
    elif not session.is_late:
        # NOTE: a button, at most 20 characters
        controls.append(_button(session, voice.say("Offer draw"), "draw", ply))
    if session.is_late:
        controls.append(_claim(session, voice))
    controls.append(_resign(session, voice))
    return controls


def _resign(session: Session, voice: Voice) -> Button:
    # NOTE: a button: give up the game
    return _button(session, voice.say("Resign"), "resign")


def take_back_button(session: Session, voice: Voice) -> tuple[Button, ...]:
    """The button to take back the last pair of moves, where there is one."""
    if not session.can_take_back:
        return ()
    # NOTE: a button: undo my last move and your answer
    label = voice.say("Take back")
    return (_button(session, label, "takeback", session.version, len(session.moves)),)


def end_buttons(session: Session, voice: Voice) -> Rows:
    """The buttons at the end: play again, perhaps fading or at another level; review; in words."""
    if session.is_deleted:
        return ()
    above = _rematches(session, voice)
    below: list[Button] = []
    if session.moves:
        below = [_review(session, voice), _read_button(session, voice)]
    if len(above) > 1 and below:
        return tuple(above), tuple(below)
    if above or below:
        return (tuple(above + below),)
    return ()


def _rematches(session: Session, voice: Voice) -> list[Button]:
    """The buttons to play again, and after a draw to play fading; none if nobody is there to."""
    if session.is_demo or NOBODY in session.seats.values():
        return []
    buttons = [rematch_button(session, voice)]
    if session.may_fade:
        # NOTE: a button after a draw on 3x3: play again, but only your last three marks stay
        buttons.append(_button(session, voice.say("Try Fading"), "fading"))
    if session.bot:
        _add_level(buttons, session, session.bot, voice)
    return buttons


def _add_level(buttons: list[Button], session: Session, bot: Bot, voice: Voice) -> None:
    """Add the level that fits: a lower one after a loss, else a higher one if there is one.

    After a first win the higher one stands first, in place of the usual rematch.
    """
    ending = session.ending
    if not ending or not ending.termination.counts:
        return
    has_won = ending.winner is not None and session.seats[ending.winner] != bot
    has_lost = ending.winner is not None and not has_won
    if not has_lost and bot.harder(1) != bot:
        # NOTE: a button: another game, with the bot one level higher
        harder = _button(session, voice.say("Harder"), "harder")
        if session.news and session.news.kind in {Kind.FIRST_WIN, Kind.FIRST_WIN_IN_GAME}:
            buttons[0] = buttons[0]._replace(style=Style.NEUTRAL)
            buttons.insert(0, harder._replace(style=Style.BLUE))
        else:
            buttons.append(harder)
    elif not has_won and bot.harder(-1) != bot:
        # NOTE: a button: another game, with the bot one level lower
        buttons.append(_button(session, voice.say("Easier"), "easier"))


def rematch_button(session: Session, voice: Voice) -> Button:
    # NOTE: a button: play the same again
    rematch = _button(session, voice.say("Rematch"), "rematch")
    return rematch._replace(style=Style.BLUE)


def _review(session: Session, voice: Voice) -> Button:
    if session.news and session.news.is_of_a_loss:
        number = session.news.number
        # NOTE: a button, below "You had a draw until move 4.": find what would have been better
        fix = voice.say("Fix move {number}", number=number)
        return _button(session, fix, "fix", number - 1)
    # NOTE: a button: see the mistakes in this game
    return _button(session, voice.say("Review"), "review")


def _read_button(session: Session, voice: Voice) -> Button:
    return read_button(custom_id_of("read", session.id), voice)


def _claim(session: Session, voice: Voice) -> Button:
    # NOTE: a button: you win, because your opponent's time is up
    label = voice.say("Claim win")
    return Button(label, custom_id_of("claim", session.id), Style.BLUE)


def _button(session: Session, label: str, name: str, *about: int) -> Button:
    return Button(label, custom_id_of(name, session.id, *about))


def spoken_board(
    session: Session, reader: UserId, voice: Voice, note: str = "", *, offers_more: bool = False
) -> Spoken:
    """The board of a session in words alone, for the person who reads it, who need not play in it.

    note         why it is shown
    offers_more  whether it has a button to get words first from now on
    """
    own = session.mark_of(reader)
    lines = [_news(session, own, voice)]
    lines += _so_far(session, own, voice)
    lines += rows(session.board, voice)
    cells: list[Button] = []
    others: list[Button] = []
    if session.ending:
        others += chain.from_iterable(end_buttons(session, voice))
        if own and NOBODY not in session.seats.values():
            lines.append(voice.say("Press {button} to play again.", button=voice.say("Rematch")))
    else:
        lines += _what_next(session, own, voice)
        others += _other_actions(session, own, voice)
        if session.board.turn is own:
            rows_of_cells, _ = live_buttons(session, voice)
            cells += chain.from_iterable(rows_of_cells)
    if offers_more:
        others.append(text_first_button(voice))
    if note:
        lines.append(plain(note, voice))
    return Spoken("\n".join(lines), usable(cells, others))


def _other_actions(session: Session, own: Mark | None, voice: Voice) -> list[Button]:
    """What somebody who listens can do in a game that is on, beside playing a cell."""
    again = _button(session, voice.say("Refresh"), "read")
    if own is None:
        return [again]
    _, controls = live_buttons(session, voice)
    others = list(take_back_button(session, voice) + controls)
    if session.bot:
        others.append(_resign(session, voice))
    if session.offered_by is own:
        accept = voice.say("Accept draw")
        others = [button for button in others if button.label != accept]
    if session.board.turn is not own:
        others.append(again)
    return others


def _news(session: Session, own: Mark | None, voice: Voice) -> str:
    """How the game ended; or whose turn it is, and what was played last."""
    if session.ending:
        return plain(_result(session, session.ending, voice), voice)
    turn = session.board.turn
    if turn is own:
        whose_turn = voice.say("Your turn.")
    else:
        player = names.side_name(session, turn, voice)
        whose_turn = voice.say("It's {player}'s turn.", player=player)
    if not session.moves:
        return whose_turn
    return voice.together((whose_turn, _played_in_words(session, own, voice)))


def _played_in_words(session: Session, own: Mark | None, voice: Voice) -> str:
    cell = number_of(session.moves[-1], session.rules)
    mover = session.board.turn.other
    if mover is own:
        return voice.say("You played {cell}.", cell=cell)
    if isinstance(session.seats[mover], Bot) and not session.is_demo:
        return voice.say("I played {cell}.", cell=cell)
    player = _capital(names.side_name(session, mover, voice))
    return voice.say("{player} played {cell}.", player=player, cell=cell)


def _capital(name: str) -> str:
    """A name that begins a sentence, such as *someone*."""
    return name[:1].upper() + name[1:]


def _so_far(session: Session, own: Mark | None, voice: Voice) -> Iterator[str]:
    """Who plays which mark, at which game, and all moves in their order."""
    if own is None:
        yield plain(names.legend(session, voice), voice)
    else:
        yield _marks(session, own, voice)
        if not games.is_usual(session.game):
            yield plain(games.title(session.game, voice), voice)
    if not session.moves:
        yield voice.say("No moves yet.")
        return
    moves = []
    mark = session.first
    for cell in session.moves:
        moves.append(f"{mark.value} {number_of(cell, session.rules)}")
        mark = mark.other
    # NOTE: {moves} is such as "X 1, O 5, X 2"
    yield voice.say("Moves: {moves}.", moves=voice.separated(moves))


def _marks(session: Session, own: Mark, voice: Voice) -> str:
    """Who plays which mark, as its player with the mark `own` hears it."""
    other = session.seats[own.other]
    letters = {"mark": own.value, "other": own.other.value}
    if isinstance(other, Bot):
        level = names.level(other.level, voice)
        return voice.say("You're {mark}. I'm {other}. Level: {level}.", level=level, **letters)
    player = _capital(names.name(other, voice))
    return voice.say("You're {mark}. {player} is {other}.", player=player, **letters)


def _what_next(session: Session, own: Mark | None, voice: Voice) -> Iterator[str]:
    """The free cells, what is about to change, and what the reader can do."""
    position = session.board
    rules = session.rules
    free = [str(number_of(cell, rules)) for cell in position.free_cells]
    # NOTE: the numbers of the free cells
    yield voice.say("Free: {cells}.", cells=voice.separated(free))
    fading_cell = position.fading(position.turn)
    if fading_cell is not None:
        yield voice.say(
            "The {mark} on {cell} fades with this move; the cell is taken until then.",
            mark=position.turn.value,
            cell=number_of(fading_cell, rules),
        )
    for line in _offer(session, voice) + _clock(session, voice):
        yield plain(line, voice)
    if position.turn is own:
        yield voice.say("Press the number of a free cell, or type /ttt move.")
    else:
        yield voice.say("Press {button} to hear the game again.", button=voice.say("Refresh"))


def ask_to_resign(session: Session, player: UserId, voice: Voice, *, in_list: bool = False) -> Card:
    """The question to a person whether to resign a game that is on, and what that means.

    in_list  whether it is asked in the list of their games, and not below the board
    """
    loses = actions.loses_by_resigning(session, player)
    winner = session.seats[actions.mark_of(session, player).other]
    if not loses:
        question = voice.say("### Resign? 🏳️\nIt won't count for anyone.")
    elif isinstance(winner, Bot):
        question = voice.say("### Resign? 🏳️\nI win, and the game counts.")
    else:
        name = names.name(winner, voice)
        question = voice.say("### Resign? 🏳️\n{other} wins, and the game counts.", other=name)
    if not in_list:
        sure = _button(session, voice.say("Resign"), "resignnow")
        return _question(session, question, sure, voice)
    players = names.legend(session, voice)
    sure = _button(session, voice.say("Resign"), "giveupnow")._replace(style=Style.RED)
    # NOTE: a button that leads back to a list
    back = Button(voice.say("Back"), custom_id_of("games"))
    return Card(
        accent=Accent.FINAL if loses else Accent.QUIET,
        texts=(question, players, Grid(session.board)),
        rows=((sure, back),),
        look=session.look,
        is_private=True,
        spoken=spoken_reply([question, players], session.board, voice, ((sure, back),)),
    )


def ask_to_stop(session: Session, voice: Voice) -> Card:
    """The question to a moderator, after whom a game counts for nobody."""
    question = voice.say(
        "### Stop this game? ⏹️\n{players}\nIt won't count for anyone.",
        players=names.legend(session, voice),
    )
    stop = _button(session, voice.say("Stop the game"), "stopnow")
    return _question(session, question, stop, voice)


def _question(session: Session, question: str, sure: Button, voice: Voice) -> Card:
    row = (sure._replace(style=Style.RED),)
    return Card(
        accent=Accent.FINAL,
        texts=(question,),
        rows=(row,),
        look=session.look,
        is_private=True,
        spoken=Spoken(plain(question, voice), (row,)),
    )


def reminder(session: Session, voice: Voice) -> Post:
    """The reminder of a clock: whose move it is while time is left, then who may claim the win.

    It notifies only that person. Once the win is claimed on it, it becomes the final board (see
    `after_reminder`).
    """
    if session.is_late:
        return _time_is_up(session, voice)
    return _half_time(session, voice)


def turn_post(session: Session, voice: Voice) -> Post:
    """Tells only the player whose turn it is, at once. It stays true when they have moved."""
    if session.link:
        text = say("{player}, {other} has moved. [Go to the board]({link})")
    else:
        text = say("{player}, {other} has moved. `/ttt board` shows the game.")
    awaited = session.to_move
    assert isinstance(awaited, Person), "only people are told"
    told = voice.say(
        text,
        player=names.name(awaited, voice),
        other=names.name(session.seats[session.board.turn.other], voice),
        link=session.link,
    )
    return Post(told, notify=(awaited.user_id,))


def _time_is_up(session: Session, voice: Voice) -> Post:
    if session.link:
        text = say("{player}, {other} is out of time [in this game]({link})! Claim your win. ⌛")
    else:
        text = say("{player}, {other} is out of time! Claim your win. ⌛")
    waiting = session.seats[session.board.turn.other]
    assert isinstance(waiting, Person), "only people have a clock"
    player = names.name(waiting, voice)
    late = names.name(session.to_move, voice)
    post = voice.say(text, player=player, other=late, link=session.link)
    return Post(post, (_claim(session, voice),), notify=(waiting.user_id,))


def _half_time(session: Session, voice: Voice) -> Post:
    if session.link:
        text = say(
            "{player}, it's your move [in this game]({link})! You have until <t:{at}:{style}>. ⏰"
        )
    else:
        text = say(
            "{player}, it's your move! You have until <t:{at}:{style}>. "
            "`/ttt board` shows the game. ⏰"
        )
    mover = session.to_move
    assert isinstance(mover, Person), "only people have a clock"
    post = voice.say(
        text,
        player=names.name(mover, voice),
        link=session.link,
        at=session.deadline,
        style=_style(session),
    )
    return Post(post, notify=(mover.user_id,))


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
        return goes_on(voice)
    player = names.name(then.to_move, voice)
    return Post(voice.say("**{player} has moved.** The game goes on.", player=player))


def goes_on(voice: Voice) -> Post:
    """What the post that time is up becomes once the one who was late has moved.

    It names nobody: by then it may be the other's turn, or theirs once more.
    """
    return Post(voice.say("**The late move came after all.** The game goes on. ⏳"))
