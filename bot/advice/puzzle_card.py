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
from engine.board import NO_CELL, Board, Cell, Mark, number_of
from engine.puzzles import Puzzle
from engine.review import GradedMove
from engine.score import Result

_MOST_SQUARES = 4  # for wrong answers, in a line to share that fits on a phone
_NOON = 12 * 3600  # seconds into a day, UTC: a time with the same date nearly everywhere


def question(game: str, puzzle: Puzzle, voice: Voice, day: int = 0) -> Card:
    """The puzzle of a day, counted since 1970, or one for practice, with a button for each cell."""
    board = puzzle.board
    headline = _headline(game, puzzle, day, voice)
    task = voice.say("Where would you play?")
    return _card(
        puzzle,
        texts=(headline, Grid(board, fading(board)), task),
        heard=(headline, task),
        voice=voice,
        rows=_cells(game, puzzle, day, voice),
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
    if move.cell == puzzle.answer:
        return _right(game, puzzle, day, move, voice, daily)
    if daily and not daily.solved:
        return _try_again(game, puzzle, day, move, after, voice)
    reason = why(puzzle.answer, move.reason, puzzle.board.rules, voice)
    verdict = _not_quite(refuted(move, after, voice), reason, voice)
    controls = (_another(game, Style.BLUE, voice), _read(game, puzzle, day, move.cell, voice))
    return _judged(game, puzzle, day, move, verdict, controls, voice)


def _right(
    game: str, puzzle: Puzzle, day: int, move: GradedMove, voice: Voice, daily: DailyPuzzle | None
) -> Card:
    """The answer was right; the puzzle of the day can be shared."""
    reason = why(move.cell, move.reason, puzzle.board.rules, voice)
    # NOTE: the answer to a puzzle was right
    verdict = voice.say("### Got it! 🎉\n{reason}", reason=reason)
    read = _read(game, puzzle, day, move.cell, voice)
    if daily is None or not daily.solved:
        another = _another(game, Style.BLUE, voice)
        return _judged(game, puzzle, day, move, verdict, (another, read), voice)
    verdict += f"\n**{solved(daily, voice)}**"
    if daily.streak > 1:
        days = voice.say_count("{count} day in a row", "{count} days in a row", daily.streak)
        verdict += f"\n-# {days}"
    # NOTE: a button: show this to everyone in the channel
    share = Button(voice.say("Share"), custom_id_of("sharepuzzle", day), Style.BLUE)
    another = _another(game, Style.NEUTRAL, voice)
    return _judged(game, puzzle, day, move, verdict, (share, another, read), voice)


def _try_again(
    game: str, puzzle: Puzzle, day: int, move: GradedMove, after: Analysis, voice: Voice
) -> Card:
    """The answer was wrong. The cells stay, so that the person can look for the right one."""
    board = puzzle.board
    headline = _headline(game, puzzle, day, voice)
    reply = refuted(move, after, voice, hidden={puzzle.answer})
    verdict = _not_quite(reply, voice.say("Try again!"), voice)
    signs = fading(board)
    signs[move.cell] = worth(move.after.result, number_of(move.cell, board.rules))
    return _card(
        puzzle,
        texts=(headline, Grid(board, signs), verdict),
        heard=(verdict, headline),
        voice=voice,
        rows=_cells(game, puzzle, day, voice, move.cell),
    )


def _judged(
    game: str,
    puzzle: Puzzle,
    day: int,
    move: GradedMove,
    verdict: str,
    controls: tuple[Button, ...],
    voice: Voice,
) -> Card:
    """An answered puzzle: what the right cell and the one that was played are worth."""
    board = puzzle.board
    headline = _headline(game, puzzle, day, voice)
    signs = {
        puzzle.answer: worth(puzzle.score.result, number_of(puzzle.answer, board.rules)),
        move.cell: worth(move.after.result, number_of(move.cell, board.rules)),
    }
    return _card(
        puzzle,
        texts=(headline, Grid(board, signs), verdict),
        heard=(verdict, headline),
        voice=voice,
        controls=controls,
    )


def _card(
    puzzle: Puzzle,
    *,
    texts: tuple[str | Grid, ...],
    heard: tuple[str, ...],
    voice: Voice,
    rows: Rows = (),
    controls: tuple[Button, ...] = (),
) -> Card:
    """A card that says its texts in another order to people who listen: what is new comes first."""
    buttons_in_words = usable(chain.from_iterable(rows), controls)
    return Card(
        accent=ADVICE,
        texts=texts,
        rows=rows,
        controls=controls,
        private=True,
        heard=said(heard, puzzle.board, voice, buttons_in_words),
    )


def _cells(game: str, puzzle: Puzzle, day: int, voice: Voice, tried: Cell = NO_CELL) -> Rows:
    """The buttons of the cells; the one that was tried just now is disabled."""
    tried_number = str(number_of(tried, puzzle.board.rules))
    rows = []
    x, o = puzzle.numbers
    for row in cell_buttons(puzzle.board, custom_id_of("puzzle", game, x, o, day)):
        buttons = [button._replace(disabled=button.label == tried_number) for button in row]
        rows.append(tuple(buttons))
    return with_read(tuple(rows), _read(game, puzzle, day, NO_CELL, voice))


def _press_on(game: str, puzzle: Puzzle, day: int, cell: Cell) -> str:
    """The custom_id of a press on a cell; with NO_CELL it shows the puzzle again."""
    x, o = puzzle.numbers
    return custom_id_of("puzzle", game, x, o, day, cell)


def _another(game: str, style: Style, voice: Voice) -> Button:
    return Button(voice.say("Another puzzle"), custom_id_of("practise", game), style)


def _read(game: str, puzzle: Puzzle, day: int, cell: Cell, voice: Voice) -> Button:
    return read_button(_press_on(game, puzzle, day, cell), voice)


def _not_quite(reply: str, then: str, voice: Voice) -> str:
    """Why a move is wrong, and what is said after that."""
    # NOTE: the answer to a puzzle was wrong
    return "\n".join((voice.say("### Not quite"), reply, then))


def solved(daily: DailyPuzzle, voice: Voice) -> str:
    """How the puzzle of the day was solved, in a line to share that gives no cell away."""
    wrong = daily.tries - 1
    squares = square(Result.LOSS) * min(wrong, _MOST_SQUARES)
    if wrong > _MOST_SQUARES:
        squares += "…"
    number = voice.say("Puzzle #{number}", number=daily.number)
    # NOTE: a puzzle was solved with the first try, or with so many
    tries = voice.say_count("{count} try", "{count} tries", daily.tries)
    return f"{number} · {tries} {squares}{square(Result.WIN)}"


def shared(puzzle: Puzzle, daily: DailyPuzzle, by: UserId, voice: Voice) -> Card:
    """Shows everyone how a person solved the puzzle of the day, and lets them try it."""
    person = f"<@{by}>"
    if daily.streak > 1:
        person += f" · 🔥 {daily.streak}"
    lines = [f"{person}\n{solved(daily, voice)}"]
    lines += games.unless_usual(daily.game, voice)
    solve = _solve(daily.game, puzzle, daily.day, voice)
    return Card(accent=ADVICE, texts=("\n-# ".join(lines),), rows=((solve,),))


def daily_post(game: str, puzzle: Puzzle, day: int, voice: Voice) -> Card:
    """The puzzle of a day, for everyone to try alone."""
    board = puzzle.board
    headline = _headline(game, puzzle, day, voice)
    signs = dict.fromkeys(board.free_cells, EMPTY) | fading(board)
    solve = _solve(game, puzzle, day, voice)
    return Card(accent=ADVICE, texts=(headline, Grid(board, signs)), rows=((solve,),))


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
        buttons = (on, off)
        if channel.channel_id == here:
            buttons = (off,)
    headline = voice.say("### Daily puzzle 🧩")
    return Card(accent=ADVICE, texts=(f"{headline}\n{told}",), controls=buttons, private=True)


def _solve(game: str, puzzle: Puzzle, day: int, voice: Voice) -> Button:
    """To try a puzzle that everyone sees."""
    # NOTE: a button: try this puzzle
    label = voice.say("Solve it")
    return Button(label, _press_on(game, puzzle, day, NO_CELL), Style.BLUE)


def _headline(game: str, puzzle: Puzzle, day: int, voice: Voice) -> str:
    """Which puzzle it is, what is to be found, and how hard that is."""
    if day:
        noon = day * SECONDS_A_DAY + _NOON
        title = [voice.say("**Daily puzzle** · <t:{at}:d> 🧩", at=noon)]
    else:
        title = [voice.say("**Puzzle** 🧩")]
    title += games.unless_usual(game, voice)
    mark = sign(puzzle.board.turn)
    if puzzle.score.result is Result.WIN:
        # NOTE: {moves} is a number from 2 to 9
        task = voice.say("{mark} to play and win in {moves}", mark=mark, moves=puzzle.score.moves)
    else:
        task = voice.say("{mark} to play and keep the draw", mark=mark)
    lines = ["\n-# ".join(title) + "\n" + task, _difficulty(puzzle, voice)]
    if puzzle.board.standing:  # nobody has seen the marks come
        lines.append(_oldest_first(puzzle.board, voice))
    return "\n-# ".join(lines)


def _difficulty(puzzle: Puzzle, voice: Voice) -> str:
    """How hard it is, by how many plies one has to look ahead."""
    if puzzle.depth and puzzle.depth <= 2:  # a block
        # NOTE: how hard a puzzle is
        return voice.say("Easy")
    if puzzle.depth and puzzle.depth <= 4:  # a fork
        # NOTE: how hard a puzzle is
        return voice.say("Medium")
    # More, perhaps too far to be counted.
    # NOTE: how hard a puzzle is
    return voice.say("Hard")


def _oldest_first(board: Board, voice: Voice) -> str:
    """In which order the marks on the board go, in a game whose marks fade."""
    x_cells = [str(number) for number in board.standing[0::2]]
    o_cells = [str(number) for number in board.standing[1::2]]
    # NOTE: {x} and {o} are such as "9, 1, 3": cells in the order in which their marks go
    return voice.say(
        "Oldest first: {x_mark} {x} · {o_mark} {o}",
        x_mark=sign(Mark.X),
        x=voice.separated(x_cells),
        o_mark=sign(Mark.O),
        o=voice.separated(o_cells),
    )
