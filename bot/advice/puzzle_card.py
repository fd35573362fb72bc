"""Puzzles, the verdict on a try, and the puzzle of the day for a whole server."""

from dataclasses import dataclass
from itertools import chain

from bot.advice.daily_puzzle import DailyChannel, DailyPost, DailyRecord, Solvers, puzzle_number
from bot.advice.find_the_cell import Try, grid_with, praise
from bot.messages import games
from bot.messages.boards import cell_buttons, fading_sign, with_results
from bot.messages.content import Accent, Button, Card, Grid, Rows, Style
from bot.messages.custom_id import custom_id_of
from bot.messages.in_words import read_button, spoken_content, usable, with_read
from bot.messages.looks import EMPTY, sign, square
from bot.messages.move_verdicts import better, refutation
from bot.messages.texts import Voice
from bot.play.seats import UserId
from bot.play.session import SECONDS_A_DAY
from engine.board import NO_CELL, Board, Cell, Mark
from engine.puzzles import Puzzle
from engine.score import Result

_MOST_SQUARES = 4  # for wrong tries, in a line to share that fits on a phone


@dataclass(frozen=True)
class _Task:
    """A puzzle as one person is asked it.

    day  the puzzle's day, counted since 1970; 0 for practice
    """

    game: str
    puzzle: Puzzle
    day: int
    voice: Voice

    @property
    def board(self) -> Board:
        return self.puzzle.board


def question(game: str, puzzle: Puzzle, voice: Voice, day: int = 0) -> Card:
    """The puzzle of a day, counted since 1970, or one for practice, with a button for each cell."""
    task = _Task(game, puzzle, day, voice)
    grid = Grid(task.board, fading_sign(task.board))
    return _card(task, grid, rows=_cells(task))


def feedback(
    game: str,
    puzzle: Puzzle,
    day: int,
    tried: Try,
    voice: Voice,
    daily: DailyRecord | None = None,
) -> Card:
    """Whether a cell is right, and why the right one is best.

    The puzzle of the day does not tell the right cell, not even as the other side's reply: one may
    try again until one finds it.

    daily  how the person has done with the puzzle of the day; None if it does not count
    """
    task = _Task(game, puzzle, day, voice)
    move = tried.move

    # It is right. The puzzle of the day can be shared.
    if tried.holds:
        verdict = "\n".join(praise(move, voice))
        read = _read_button(task, move.cell)
        controls: tuple[Button, ...] = (_another(task, Style.BLUE), read)
        if day and daily is None:
            # NOTE: the answer to a puzzle of the day was right, but no tries or days are counted
            reason = voice.say(
                "It doesn't count: this puzzle is too old, or you tried another one first."
            )
            verdict += f"\n-# {reason}"
        if daily and daily.solved:
            verdict += f"\n**{tries_line(daily, voice)}**"
            if daily.streak > 1:
                verdict += f"\n-# {_days_in_a_row(daily, voice)}"
            # NOTE: a button: show this to everyone in the channel
            share = Button(voice.say("Share"), custom_id_of("sharepuzzle", day), Style.BLUE)
            controls = (share, _another(task, Style.NEUTRAL), read)
        return _card(task, grid_with(move, {}), verdict, controls=controls)

    # It is wrong. The puzzle of the day can be tried again, of others the right cell is told.
    results = {move.cell: move.after.result}
    # NOTE: the answer to a puzzle was wrong
    not_quite = voice.say("### Not quite")
    if day and not (daily and daily.solved):
        reply = refutation(move, tried.after, voice, hidden={puzzle.solution})
        verdict = "\n".join((not_quite, reply, voice.say("Try again!")))
        grid = Grid(task.board, with_results(task.board, results))
        return _card(task, grid, verdict, rows=_cells(task, move.cell))
    reply = refutation(move, tried.after, voice)
    verdict = "\n".join((not_quite, reply, better(move, voice)))
    results[puzzle.solution] = puzzle.score.result
    grid = Grid(task.board, with_results(task.board, results))
    controls = (_another(task, Style.BLUE), _read_button(task, move.cell))
    return _card(task, grid, verdict, controls=controls)


def _card(
    task: _Task,
    grid: Grid,
    verdict: str = "",
    *,
    rows: Rows = (),
    controls: tuple[Button, ...] = (),
) -> Card:
    """A puzzle. To people who listen it says first what is new."""
    headline = _headline(task)
    texts: tuple[str | Grid, ...] = (headline, grid)
    spoken: tuple[str, ...] = (headline,)
    if verdict:
        texts = (headline, grid, verdict)
        spoken = (verdict, headline)
    buttons_in_words = usable(chain.from_iterable(rows), controls)
    return Card(
        accent=Accent.ADVICE,
        texts=texts,
        rows=rows,
        controls=controls,
        is_private=True,
        spoken=spoken_content(spoken, task.board, task.voice, buttons_in_words),
    )


def _cells(task: _Task, tried: Cell = NO_CELL) -> Rows:
    """The buttons of the cells; the one that was tried just now is disabled."""
    x, o = task.puzzle.numbers
    press = custom_id_of("puzzle", task.game, x, o, task.day)
    return with_read(cell_buttons(task.board, press, {tried}), _read_button(task, NO_CELL))


def _read_button(task: _Task, cell: Cell) -> Button:
    return read_button(_press_on(task, cell), task.voice)


def _press_on(task: _Task, cell: Cell) -> str:
    """The custom_id of a press on a cell; with NO_CELL it shows the puzzle again."""
    x, o = task.puzzle.numbers
    return custom_id_of("puzzle", task.game, x, o, task.day, cell)


def _another(task: _Task, style: Style) -> Button:
    return Button(task.voice.say("Another puzzle"), custom_id_of("practise", task.game), style)


def tries_line(daily: DailyRecord, voice: Voice) -> str:
    """With how many tries the puzzle of the day was solved. It gives no cell away."""
    wrong = daily.tries - 1
    squares = square(Result.LOSS) * min(wrong, _MOST_SQUARES)
    if wrong > _MOST_SQUARES:
        squares += "…"
    # NOTE: a puzzle was solved with the first try, or with so many
    tries = voice.say_count("{count} try", "{count} tries", daily.tries)
    return f"{tries} {squares}{square(Result.WIN)}"


def _days_in_a_row(daily: DailyRecord, voice: Voice) -> str:
    return voice.say_count("{count} day in a row", "{count} days in a row", daily.streak)


def share_card(puzzle: Puzzle, daily: DailyRecord, by: UserId, voice: Voice) -> Card:
    """Shows everyone how a person solved the puzzle of the day, and lets them try it."""
    task = _Task(daily.game, puzzle, daily.day, voice)
    text = f"{_title(task)}\n<@{by}> · {tries_line(daily, voice)}"
    if daily.streak > 1:
        text += f"\n-# {_days_in_a_row(daily, voice)} 🔥"
    return Card(accent=Accent.ADVICE, texts=(text,), rows=((_solve(task),),))


def daily_post(post: DailyPost, puzzle: Puzzle, voice: Voice) -> Card:
    """The puzzle of a day, for everyone to try alone, and how many solved the one before."""
    task = _Task(post.game, puzzle, post.day, voice)
    signs = dict.fromkeys(task.board.free_cells, EMPTY) | fading_sign(task.board)
    texts: list[str | Grid] = [_headline(task), Grid(task.board, signs)]
    if post.yesterday.count:
        texts.append(f"-# {_solved_yesterday(post.yesterday, voice)}")
    return Card(accent=Accent.ADVICE, texts=tuple(texts), rows=((_solve(task),),))


def _solved_yesterday(solvers: Solvers, voice: Voice) -> str:
    # NOTE: {count} people of this server solved yesterday's puzzle
    solved = voice.say_count(
        "Yesterday: {count} person solved it here",
        "Yesterday: {count} solved it here",
        solvers.count,
    )
    if solvers.count == 1 or not solvers.in_one_try:
        return solved
    # NOTE: after "Yesterday: 5 solved it here": how many of these people needed one try
    in_one_try = voice.say_count("{count} in one try", "{count} in one try", solvers.in_one_try)
    return voice.separated((solved, in_one_try))


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
        text = voice.say(
            "I can post the daily puzzle in this channel, every day at <t:{at}:t>.", at=midnight
        )
        buttons: tuple[Button, ...] = (on,)
    elif channel.is_refused:
        text = voice.say(
            "I couldn't post in <#{channel}>, so the daily puzzle is off. Let me see that "
            "channel and send messages there, or choose another one.",
            channel=channel.channel_id,
        )
        buttons = (on, off)
    else:
        text = voice.say(
            "I post the daily puzzle in <#{channel}>, every day at <t:{at}:t>.",
            channel=channel.channel_id,
            at=midnight,
        )
        buttons = (on, off)
        if channel.channel_id == here:
            buttons = (off,)
    headline = voice.say("### Daily puzzle 🧩")
    text = f"{headline}\n{text}"
    return Card(accent=Accent.QUIET, texts=(text,), controls=buttons, is_private=True)


def _solve(task: _Task) -> Button:
    """To try a puzzle that everyone sees."""
    # NOTE: a button: try this puzzle
    label = task.voice.say("Solve it")
    return Button(label, _press_on(task, NO_CELL), Style.BLUE)


def _headline(task: _Task) -> str:
    """Which puzzle it is, what is to be found, and how hard that is."""
    voice = task.voice
    puzzle = task.puzzle
    mark = sign(puzzle.board.turn)
    if puzzle.score.result is Result.WIN:
        # NOTE: {moves} is a number from 2 to 9
        aim = voice.say("{mark} to play and win in {moves}", mark=mark, moves=puzzle.score.moves)
    else:
        aim = voice.say("{mark} to play and keep the draw", mark=mark)
    lines = [f"{_title(task)}\n{aim}", _difficulty(puzzle, voice)]
    if puzzle.board.standing:  # nobody has seen the marks come
        lines.append(_oldest_first(puzzle.board, voice))
    return "\n-# ".join(lines)


def _title(task: _Task) -> str:
    """The name of the puzzle, the same wherever it is shown, and of its game if that is unusual."""
    voice = task.voice
    if task.day:
        # NOTE: the puzzle of the day, by its number; everyone gets the same one
        lines = [voice.say("### Daily puzzle #{number} 🧩", number=puzzle_number(task.day))]
    else:
        # NOTE: a puzzle that does not count
        lines = [voice.say("### Practice puzzle 🧩")]
    if not games.is_usual(task.game):
        lines.append(games.title(task.game, voice))
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
    x_cells = voice.separated(map(str, board.standing[0::2]))
    o_cells = voice.separated(map(str, board.standing[1::2]))
    # NOTE: {x} and {o} are such as "9, 1, 3": cells in the order in which their marks go
    return voice.say(
        "Oldest first: {x_mark} {x} · {o_mark} {o}",
        x_mark=sign(Mark.X),
        x=x_cells,
        o_mark=sign(Mark.O),
        o=o_cells,
    )
