"""Puzzles, the verdict on an answer, and the puzzle of the day for a whole server."""

from itertools import chain

from bot.advice.daily_puzzle import DailyChannel, DailyPuzzle
from bot.messages import games
from bot.messages.custom_id import custom_id_of
from bot.messages.in_words import read_button, said, usable, with_read
from bot.messages.looks import EMPTY, cell_buttons, fading, sign, square, worth
from bot.messages.move_verdicts import refuted, why
from bot.messages.reply import ADVICE, Button, Card, Grid, Rows, Style
from bot.messages.texts import Voice
from bot.play.seats import UserId
from bot.play.session import SECONDS_A_DAY
from engine.analysis import Analysis
from engine.board import NO_CELL, Cell, Mark, number_of
from engine.puzzles import Puzzle
from engine.review import GradedMove
from engine.score import Result

_MOST_SQUARES = 4  # for wrong answers, in a line to share that fits on a phone
_NOON = 12 * 3600  # seconds into a day, UTC: a time with the same date nearly everywhere


def question(game: str, puzzle: Puzzle, voice: Voice, day: int = 0) -> Card:
    """The puzzle of a day, counted since 1970, or one for practice, with a button for each cell."""
    top, asked = _headline(game, puzzle, day, voice), voice.say("Where would you play?")
    rows = _cells(game, puzzle, day, voice)
    return _card(
        puzzle, (top, Grid(puzzle.board, fading(puzzle.board)), asked), (top, asked), voice, rows
    )


def answer(
    game: str,
    puzzle: Puzzle,
    day: int,
    move: GradedMove,
    after: Analysis,
    voice: Voice,
    daily: DailyPuzzle | None = None,
) -> Card:
    """Whether `move` is right, and why the right move is best.

    The puzzle of the day does not tell the right move, not even as the other side's reply: one may
    try again until one finds it.

    after  analyses the board after `move`
    daily  how the person has done with the puzzle of the day, if it counted
    """
    board, rows = puzzle.board, Rows()
    worths = {
        cell: worth(leads_to, number_of(cell, board.rules))
        for cell, leads_to in ((puzzle.answer, puzzle.score.result), (move.cell, move.after.result))
    }
    another = Button(voice.say("Another puzzle"), custom_id_of("practise", game), Style.BLUE)
    read = _read(game, puzzle, day, move.cell, voice)
    controls: tuple[Button, ...] = (another, read)
    if move.cell == puzzle.answer:
        reason = why(move.cell, move.reason, board.rules, voice)
        # NOTE: the answer to a puzzle was right
        told = voice.say("### Got it! 🎉\n{reason}", reason=reason)
        grid = Grid(board, worths)
        if daily and daily.solved:
            told += f"\n**{solved(daily, voice)}**"
            if daily.streak > 1:
                days = voice.say_count(
                    "{count} day in a row", "{count} days in a row", daily.streak
                )
                told += f"\n-# {days}"
            # NOTE: a button: show this to everyone in the channel
            share = Button(voice.say("Share"), custom_id_of("sharepuzzle", day), Style.BLUE)
            controls = (share, another._replace(style=Style.NEUTRAL), read)
    elif daily and not daily.solved:
        reply = refuted(move, after, voice, hidden={puzzle.answer})
        told = _not_quite(reply, voice.say("Try again!"), voice)
        grid = Grid(board, fading(board) | {move.cell: worths[move.cell]})
        rows, controls = _cells(game, puzzle, day, voice, move.cell), ()
    else:
        reason = why(puzzle.answer, move.reason, board.rules, voice)
        told = _not_quite(refuted(move, after, voice), reason, voice)
        grid = Grid(board, worths)
    top = _headline(game, puzzle, day, voice)
    return _card(puzzle, (top, grid, told), (told, top), voice, rows, controls)


def _card(
    puzzle: Puzzle,
    texts: tuple[str | Grid, ...],
    heard: tuple[str, ...],
    voice: Voice,
    rows: Rows,
    controls: tuple[Button, ...] = (),
) -> Card:
    """A card that says its texts in another order to people who listen: what is new comes first."""
    return Card(
        accent=ADVICE,
        texts=texts,
        rows=rows,
        controls=controls,
        private=True,
        heard=said(heard, puzzle.board, voice, usable(chain(*rows), controls)),
    )


def _cells(game: str, puzzle: Puzzle, day: int, voice: Voice, tried: Cell = NO_CELL) -> Rows:
    """The buttons of the cells; the one that was tried just now is disabled."""
    number = str(number_of(tried, puzzle.board.rules))
    cells = tuple(
        tuple(button._replace(disabled=button.label == number) for button in row)
        for row in cell_buttons(puzzle.board, custom_id_of("puzzle", game, *puzzle.numbers, day))
    )
    return with_read(cells, _read(game, puzzle, day, NO_CELL, voice))


def _read(game: str, puzzle: Puzzle, day: int, cell: Cell, voice: Voice) -> Button:
    return read_button(custom_id_of("puzzle", game, *puzzle.numbers, day, cell), voice)


def _not_quite(reply: str, then: str, voice: Voice) -> str:
    """Why a move is wrong, and what is said after that."""
    # NOTE: the answer to a puzzle was wrong
    return "\n".join((voice.say("### Not quite"), reply, then))


def solved(daily: DailyPuzzle, voice: Voice) -> str:
    """How the puzzle of the day was solved, in a line to share that gives no cell away."""
    wrong = daily.tries - 1
    squares = square(Result.LOSS) * min(wrong, _MOST_SQUARES) + "…" * (wrong > _MOST_SQUARES)
    number = voice.say("Puzzle #{number}", number=daily.number)
    # NOTE: a puzzle was solved with the first try, or with so many
    tries = voice.say_count("{count} try", "{count} tries", daily.tries)
    return f"{number} · {tries} {squares}{square(Result.WIN)}"


def shared(puzzle: Puzzle, daily: DailyPuzzle, by: UserId, voice: Voice) -> Card:
    """Shows everyone how a person solved the puzzle of the day, and lets them try it."""
    streak = f" · 🔥 {daily.streak}" if daily.streak > 1 else ""
    lines = f"<@{by}>{streak}\n{solved(daily, voice)}", *games.unless_usual(daily.game, voice)
    tried = _solve(daily.game, puzzle, daily.day, voice)
    return Card(accent=ADVICE, texts=("\n-# ".join(lines),), rows=((tried,),))


def daily_post(game: str, puzzle: Puzzle, day: int, voice: Voice) -> Card:
    """The puzzle of a day, for everyone to try alone."""
    quiet = dict.fromkeys(puzzle.board.free_cells, EMPTY)
    grid = Grid(puzzle.board, quiet | fading(puzzle.board))
    texts = (_headline(game, puzzle, day, voice), grid)
    return Card(accent=ADVICE, texts=texts, rows=((_solve(game, puzzle, day, voice),),))


def daily_card(channel: DailyChannel | None, here: int, at: int, voice: Voice) -> Card:
    """Whether the puzzle of the day comes to a server, and the buttons to change that.

    here  the channel in which this is asked
    at    any time; seconds since 1970, UTC
    """
    midnight = (at // SECONDS_A_DAY + 1) * SECONDS_A_DAY
    # NOTE: a button: post the puzzle of the day in this channel
    on = Button(voice.say("Post it here"), custom_id_of("dailyhere"), Style.BLUE)
    # NOTE: a button: post the puzzle of the day no more
    off = Button(voice.say("Turn off"), custom_id_of("dailyoff"))
    if channel is None:
        told = voice.say(
            "I can post the daily puzzle in this channel, every day at <t:{at}:t>.", at=midnight
        )
        buttons: tuple[Button, ...] = (on,)
    elif channel.is_refused:
        told = voice.say(
            "I couldn't post in <#{channel}>, so the daily puzzle is off. Let me see that "
            "channel and send messages there, or choose another one.",
            channel=channel.channel_id,
        )
        buttons = (on, off)
    else:
        told = voice.say(
            "I post the daily puzzle in <#{channel}>, every day at <t:{at}:t>.",
            channel=channel.channel_id,
            at=midnight,
        )
        buttons = (off,) if channel.channel_id == here else (on, off)
    headline = voice.say("### Daily puzzle 🧩")
    return Card(accent=ADVICE, texts=(f"{headline}\n{told}",), controls=buttons, private=True)


def _solve(game: str, puzzle: Puzzle, day: int, voice: Voice) -> Button:
    """To try a puzzle that everyone sees."""
    # NOTE: a button: try this puzzle
    return Button(
        voice.say("Solve it"),
        custom_id_of("puzzle", game, *puzzle.numbers, day, NO_CELL),
        Style.BLUE,
    )


def _headline(game: str, puzzle: Puzzle, day: int, voice: Voice) -> str:
    """Which puzzle it is, what is to be found, and how hard that is."""
    board, score, mark = puzzle.board, puzzle.score, sign(puzzle.board.turn)
    noon = day * SECONDS_A_DAY + _NOON
    name = (
        voice.say("**Daily puzzle** · <t:{at}:d> 🧩", at=noon)
        if day
        else voice.say("**Puzzle** 🧩")
    )
    named = "\n-# ".join((name, *games.unless_usual(game, voice)))
    if score.result is Result.WIN:
        # NOTE: {moves} is a number from 2 to 9
        task = voice.say("{mark} to play and win in {moves}", mark=mark, moves=score.moves)
    else:
        task = voice.say("{mark} to play and keep the draw", mark=mark)
    if puzzle.depth and puzzle.depth <= 2:  # a block
        # NOTE: how hard a puzzle is
        difficulty = voice.say("Easy")
    elif puzzle.depth and puzzle.depth <= 4:  # a fork
        # NOTE: how hard a puzzle is
        difficulty = voice.say("Medium")
    else:  # more, perhaps too far to be counted
        # NOTE: how hard a puzzle is
        difficulty = voice.say("Hard")
    lines = [f"{named}\n{task}", difficulty]
    if board.standing:  # nobody has seen the marks come
        x, o = (voice.separated(map(str, board.standing[first::2])) for first in (0, 1))
        marks = {"x_mark": sign(Mark.X), "o_mark": sign(Mark.O)}
        # NOTE: {x} and {o} are such as "9, 1, 3": cells in the order in which their marks go
        lines.append(voice.say("Oldest first: {x_mark} {x} · {o_mark} {o}", x=x, o=o, **marks))
    return "\n-# ".join(lines)
