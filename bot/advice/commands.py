"""What the engine says: /ttt hint, review, puzzle and daily, their buttons and the message menu."""

from dataclasses import replace
from typing import Literal

from discord import Message, app_commands

from bot.advice import hint_card as hints
from bot.advice import puzzle_card as puzzles
from bot.advice import review_card as reviews
from bot.advice import transactions
from bot.advice.daily_puzzle import I_MAY_NOT_POST, NO_DAILY_HERE, DailyChannel
from bot.interactions.handlers import (
    GAME_CHOICES,
    Answering,
    answered,
    button,
    command,
    known_game,
    say,
    session_among,
)
from bot.interactions.interaction import Interaction
from bot.interactions.questions import Question
from bot.messages.custom_id import custom_id_of
from bot.messages.reply import Card, Place, Reply
from bot.messages.texts import UNKNOWN_BUTTON, Refusal, voice_of
from bot.play import rows
from bot.play import transactions as play_transactions
from bot.play.actions import SHOWS_NO_GAME, BoardMovedOn, moves_to_grade
from bot.play.answers import public_voice
from bot.play.card import OUT_OF_DATE, shown
from bot.play.session import SECONDS_A_DAY, Session, Termination
from engine import puzzles as engine_puzzles
from engine.analysis import Analysis, analyse
from engine.board import GAMES, Board
from engine.puzzles import Puzzle, any_puzzle, as_puzzle, board_of
from engine.review import grade


@command(
    say("See your best move against me (only you can see it)"),
    answers=Place.PRIVATE,
    in_words=True,
)
async def hint(command: Interaction) -> Reply:
    """Give you a hint in your session here, which then counts as assisted."""
    return await _hint(command)


@button("hint", of="session", answers=Place.PRIVATE, in_words=True)
async def press_hint(press: Interaction, session_id: int) -> Reply:
    """The same below the board, which stays, or below an earlier hint."""
    hint = await _hint(press, session_id)
    cells = custom_id_of("cell", session_id, "")
    is_board = any(each.startswith(cells) for each in press.offered)
    return replace(hint, place=Place.ASIDE) if is_board else hint


async def _hint(asked: Interaction, session_id: int | None = None) -> Card:
    session = await asked.run(transactions.hint, session_id)
    analysis = await asked.ask(Question(analyse, session.board))
    return hints.hint(session, analysis, asked.to.voice)


@button("playbest", of="session", answers=Place.PRIVATE, in_words=True)
async def play_best(press: Interaction, session_id: int, version: int, cell: int) -> Reply:
    """Play the cell of a hint for this version of the board."""
    voice = press.to.voice
    drawn, on_board = _board_of(press, session_id)
    try:
        after = await on_board.run(play_transactions.press, session_id, version, cell, drawn)
    except BoardMovedOn as moved_on:
        return _as_it_is(press, moved_on)
    if press.to.reader:
        return shown(after)
    return hints.acted(after, hints.played(after, version, voice), voice)


@button("takeback", of="session", answers=Place.PRIVATE, in_words=True)
async def take_back(press: Interaction, session_id: int, version: int, ply: int) -> Reply:
    """Take back the last pair of moves, pressed on a hint or in words about this version.

    ply  how many moves that one had: if all that has changed is that two of them are gone, this is
         the second press of a double one
    """
    _, on_board = _board_of(press, session_id)
    try:
        after = await on_board.run(play_transactions.take_back, session_id, version)
    except BoardMovedOn as moved_on:
        after = moved_on.session
        if (after.version, len(after.moves)) != (version + 2, ply - 2):
            return _as_it_is(press, moved_on)
    if press.to.reader:
        return replace(shown(after), note=hints.TAKEN_BACK)
    return hints.acted(after, press.to.voice.say(hints.TAKEN_BACK), press.to.voice)


def _board_of(press: Interaction, session_id: int) -> tuple[Session | None, Interaction]:
    """A session as its board shows it, if that can be redrawn; and the press as if made there."""
    drawn = press.app.replies.earlier.in_reach(Session, session_id)
    return drawn, press.on_message(drawn.message_id if drawn else None)


def _as_it_is(press: Interaction, moved_on: BoardMovedOn) -> Reply:
    """Says that a hint was for an older board, and shows the game: perhaps it was never redrawn."""
    if press.to.reader:
        raise moved_on
    return hints.acted(moved_on.session, press.to.voice.say(OUT_OF_DATE), press.to.voice)


@command(
    say("Find the mistakes in your last game (only you can see it)"),
    answers=Place.PRIVATE,
    in_words=True,
)
async def review(command: Interaction) -> Reply:
    """Go through your last finished session here, move by move."""
    return await _review(command)


async def review_message(command: Interaction, _: Message) -> Reply:
    """Go through the session that a message shows, from the menu of that message.

    Its buttons say which. That is a claim, as it is in a press: the session must be of this
    channel.
    """
    session_id = session_among(command.offered)
    if session_id is None:
        raise Refusal(SHOWS_NO_GAME)
    return await _review(command, session_id)


menu = app_commands.ContextMenu(
    name=say("Review this game"),
    callback=answered(review_message, Answering(Place.PRIVATE, in_words=True)),
)


@button("review", of="session", answers=Place.PRIVATE, in_words=True)
async def open_review(press: Interaction, session_id: int) -> Reply:
    """Go through the session of a board."""
    return await _review(press, session_id)


@button("earlier", "later", "mistake", of="session", answers=Place.PRIVATE, in_words=True)
async def turn_page(press: Interaction, session_id: int, ply: int) -> Reply:
    """Go to the move after so many others."""
    return await _review(press, session_id, ply)


@button("show", of="session", answers=Place.PRIVATE, in_words=True)
async def show_answer(press: Interaction, session_id: int, ply: int) -> Reply:
    """Tell the better cells in place of the move after so many others."""
    return await _review(press, session_id, ply, is_told=True)


@button("try", of="session", answers=Place.PRIVATE, in_words=True)
async def try_instead(press: Interaction, session_id: int, ply: int, cell: int) -> Reply:
    """Tell whether a cell holds, in place of the move after so many others."""
    return await _review(press, session_id, ply, cell)


async def _review(
    asked: Interaction,
    session_id: int | None = None,
    ply: int | None = None,
    cell: int | None = None,
    *,
    is_told: bool = False,
) -> Reply:
    session = await asked.run(transactions.review, session_id)
    moves = await asked.app.thinking.review(moves_to_grade(session))
    tried = None
    if ply is not None and cell is not None:
        board = moves[min(ply, len(moves) - 1)].board
        if cell not in board.free_cells:
            raise Refusal(UNKNOWN_BUTTON)
        after = await asked.ask(Question(analyse, board.play(cell)))
        tried = reviews.Try(await asked.ask(Question(grade, board, (cell,))), after)
    return reviews.page(
        session,
        moves,
        asked.request.user_id,
        asked.to.voice,
        ply,
        is_told=is_told,
        tried=tried,
        at_end=_analysis_at_end(session),
    )


def _analysis_at_end(session: Session) -> Analysis | None:
    """Of the board on which somebody resigned whose turn it was, where that needs no search."""
    ending = session.ending
    assert ending, "a game that is reviewed is over"
    resigned = ending.termination is Termination.RESIGNATION
    board = Question(analyse, session.board)
    if not resigned or session.board.turn is ending.winner or not board.is_looked_up:
        return None
    return board.answer()


@button("share", of="session", answers=Place.NEW)
async def share_review(press: Interaction, session_id: int) -> Reply:
    """Show everyone how a session went."""
    session = await press.run(transactions.review, session_id)
    moves = await press.app.thinking.review(moves_to_grade(session))
    return reviews.shared(session, moves, press.who_may_post, voice_of(session.language))


@command(
    say("Find the one right move (only you can see it)"),
    answers=Place.PRIVATE,
    in_words=True,
    which=say("Today's puzzle is the same for everyone"),
    game=say("Which game"),
)
@app_commands.choices(game=GAME_CHOICES)
async def puzzle(
    command: Interaction, which: Literal["today", "another"] = "today", game: str | None = None
) -> Reply:
    """Give the person a puzzle that only they see."""
    return await _puzzle(command, known_game(game), another=which == "another")


@button("today", answers=Place.ASIDE, in_words=True)
async def todays_puzzle(press: Interaction) -> Reply:
    """The same without any option, below help."""
    return await _puzzle(press)


async def _puzzle(asked: Interaction, game: str | None = None, *, another: bool = False) -> Reply:
    settings = await asked.run(rows.settings_of)
    game = game or settings.game
    if another:
        return await _any_puzzle(asked, game)
    day = asked.request.at // SECONDS_A_DAY
    todays = await asked.ask(of_the_day(game, day))
    return puzzles.question(game, todays, asked.to.voice, day)


@button("practise", answers=Place.PRIVATE, in_words=True)
async def practise(press: Interaction, game: str) -> Reply:
    """Give the person any puzzle of a game."""
    if game not in GAMES:
        raise Refusal(UNKNOWN_BUTTON)
    return await _any_puzzle(press, game)


async def _any_puzzle(asked: Interaction, game: str) -> Reply:
    seed = asked.to.interaction_id
    drawn = await asked.ask(Question(any_puzzle, Board(rules=GAMES[game]), (seed,)))
    return puzzles.question(game, drawn, asked.to.voice)


def of_the_day(game: str, day: int) -> Question[Puzzle]:
    """Asks for everyone's puzzle of a day, counted since 1970."""
    return Question(engine_puzzles.of_the_day, Board(rules=GAMES[game]), (day,))


@button("puzzle", answers=Place.PRIVATE, in_words=True)
async def answer_puzzle(
    press: Interaction, game: str, x: int, o: int, day: int, cell: int
) -> Reply:
    """Judge an answer: a cell of the puzzle with two numbers (see `engine.puzzles.board_of`).

    With NO_CELL it is the puzzle again. `day` is counted since 1970; 0 for a practice puzzle.
    Raises engine.board.CellTaken.
    """
    board = board_of(GAMES[game], x, o) if game in GAMES else None
    puzzle = await press.ask(Question(as_puzzle, board)) if board else None
    if not puzzle:
        raise Refusal(UNKNOWN_BUTTON)
    voice = press.to.voice
    if cell not in puzzle.board.rules.cells:
        return puzzles.question(game, puzzle, voice, day)
    played = puzzle.board.play(cell)
    move = await press.ask(Question(grade, puzzle.board, (cell,)))
    after = await press.ask(Question(analyse, played))
    record = None
    today = press.request.at // SECONDS_A_DAY
    if day == today and puzzle == await press.ask(of_the_day(game, day)):
        right = cell == puzzle.answer
        record = await press.run(transactions.answer, day, game, right=right)
    return puzzles.answer(game, puzzle, day, move, after, voice, record)


@button("sharepuzzle", answers=Place.NEW)
async def share_puzzle(press: Interaction, day: int) -> Reply:
    """Show everyone how the person solved the puzzle of a day."""
    person = press.who_may_post
    record = await press.app.store.run(transactions.solved, person, day)
    puzzle = await press.ask(of_the_day(record.game, day))
    return puzzles.shared(puzzle, record, person, await public_voice(press))


@command(say("Managers: post the daily puzzle in this channel"), answers=Place.PRIVATE)
async def daily(command: Interaction) -> Reply:
    """Show whether the puzzle of the day is posted, to a person who may change that."""
    if command.home is None:
        raise Refusal(NO_DAILY_HERE)
    channel = await command.app.store.run(transactions.daily_channel, command.managed_server())
    return _daily_card(command, channel)


@button("dailyhere", answers=Place.PRIVATE)
async def post_daily_here(press: Interaction) -> Reply:
    """Have the puzzle of the day posted in this channel."""
    guild_id = press.managed_server()
    if not press.request.may_write:
        raise Refusal(I_MAY_NOT_POST)
    return _daily_card(press, await press.run(transactions.post_here, guild_id))


@button("dailyoff", answers=Place.PRIVATE)
async def turn_daily_off(press: Interaction) -> Reply:
    """Have it posted no more."""
    await press.app.store.run(transactions.turn_off, press.managed_server())
    return _daily_card(press, None)


def _daily_card(asked: Interaction, channel: DailyChannel | None) -> Reply:
    return puzzles.daily_card(channel, asked.request.channel_id, asked.request.at, asked.to.voice)
