"""What the engine says: /ttt hint, review, puzzle and daily, their buttons and the message menu."""

import logging
from dataclasses import replace
from typing import Literal

from discord import Message, app_commands

from bot.advice import hint_card as hints
from bot.advice import puzzle_card as puzzles
from bot.advice import review_card as reviews
from bot.advice import transactions
from bot.advice.daily_puzzle import I_MAY_NOT_POST, NO_DAILY_HERE, DailyChannel, DailyPost
from bot.advice.find_the_cell import Try
from bot.interactions.app import App
from bot.interactions.handlers import (
    GAME_CHOICES,
    button,
    command,
    command_text,
    id_among,
    known_game,
    menu_command,
)
from bot.interactions.interaction import Answer, Interaction
from bot.interactions.questions import Question
from bot.interactions.refused_by_discord import NEVER, meaning
from bot.interactions.routines import ToSend
from bot.interactions.thinking import NoTimeToThink
from bot.messages.custom_id import custom_id_of
from bot.messages.reply import Place
from bot.messages.texts import UNKNOWN_BUTTON, Refusal, voice_of
from bot.play import answers
from bot.play import transactions as play_transactions
from bot.play.actions import SHOWS_NO_GAME, BoardMovedOn, moves_to_grade
from bot.play.answers import public_voice
from bot.play.card import OUT_OF_DATE, public_board
from bot.play.session import SECONDS_A_DAY, Session, Termination
from bot.play.settings_rows import settings_of
from engine import puzzles as engine_puzzles
from engine.analysis import Analysis, analyse
from engine.board import GAMES, Board, Cell
from engine.puzzles import Puzzle, any_puzzle, as_puzzle, board_of
from engine.review import grade

_logger = logging.getLogger(__name__)

_AT_ONCE = 100  # posts that are sent in one look
_ONCE_MORE = 60.0  # seconds after a post of which nobody knows whether it is there


@command(
    command_text("See your best move against me (only you can see it)"),
    answers=Place.PRIVATE,
    in_words=True,
)
async def hint(interaction: Interaction) -> Answer:
    """Give you a hint in your session here, which then counts as assisted."""
    return await _hint(interaction)


@button("hint", of=Session, answers=Place.PRIVATE, in_words=True)
async def press_hint(interaction: Interaction, session_id: int) -> Answer:
    """Give a hint, pressed below the board, which stays, or below an earlier hint."""
    hint = await _hint(interaction, session_id)
    cell = custom_id_of("cell", session_id, "")
    is_below_board = any(custom_id.startswith(cell) for custom_id in interaction.offered)
    if is_below_board:
        return replace(hint, place=Place.ASIDE)
    return hint


async def _hint(interaction: Interaction, session_id: int | None = None) -> Answer:
    session = await interaction.run(transactions.to_hint, session_id)
    analysis = await interaction.ask(Question(analyse, session.board))
    # Counted only now: if the search takes too long, there is no hint.
    counted = await interaction.run(transactions.hint, session)
    return Answer(hints.hint(counted, analysis, interaction.voice))


@button("playbest", of=Session, answers=Place.PRIVATE, in_words=True)
async def play_best(interaction: Interaction, session_id: int, version: int, cell: int) -> Answer:
    """Play the cell of a hint for this version of the board."""
    voice = interaction.voice
    try:
        after = await interaction.run(play_transactions.press_cell, session_id, version, cell)
    except BoardMovedOn as moved_on:
        return _show_current(interaction, moved_on)
    if interaction.listens:
        return answers.board_of(after)
    played = hints.last_pair(after, version, voice)
    return Answer(hints.after_use(after, played, voice), shows=after)


@button("takeback", of=Session, answers=Place.PRIVATE, in_words=True)
async def take_back(interaction: Interaction, session_id: int, version: int, ply: int) -> Answer:
    """Take back the last pair of moves, pressed on a hint or in words about this version.

    ply  how many moves that one had: if all that has changed is that two of them are gone, this is
         the second press of a double one
    """
    voice = interaction.voice
    try:
        after = await interaction.run(play_transactions.take_back, session_id, version)
    except BoardMovedOn as moved_on:
        after = moved_on.session
        moves_gone = ply - len(after.moves)
        if after.version != version + 2 or moves_gone != 2:
            return _show_current(interaction, moved_on)
    if interaction.listens:
        return Answer(replace(public_board(after), note=hints.TAKEN_BACK), shows=after)
    return Answer(hints.after_use(after, voice.say(hints.TAKEN_BACK), voice), shows=after)


def _show_current(interaction: Interaction, moved_on: BoardMovedOn) -> Answer:
    """Says that a hint was for an older board, and shows the game: perhaps it was never redrawn."""
    if interaction.listens:
        raise moved_on
    voice = interaction.voice
    session = moved_on.session
    return Answer(hints.after_use(session, voice.say(OUT_OF_DATE), voice), shows=session)


@command(
    command_text("Find the mistakes in your last game (only you can see it)"),
    answers=Place.PRIVATE,
    in_words=True,
)
async def review(interaction: Interaction) -> Answer:
    """Go through your last finished session here, move by move."""
    return await _review(interaction)


async def review_message(interaction: Interaction, _: Message) -> Answer:
    """Go through the session that a message shows, from the menu of that message.

    Its buttons say which. That is a claim, as it is in a press: the session must be of this
    channel.
    """
    session_id = id_among(interaction.offered, Session)
    if session_id is None:
        raise Refusal(SHOWS_NO_GAME)
    return await _review(interaction, session_id)


menu = menu_command(
    command_text("Review this game"), review_message, answers=Place.PRIVATE, in_words=True
)


@button("review", of=Session, answers=Place.PRIVATE, in_words=True)
async def open_review(interaction: Interaction, session_id: int) -> Answer:
    """Go through the session of a board."""
    return await _review(interaction, session_id)


@button("earlier", "later", "mistake", "fix", of=Session, answers=Place.PRIVATE, in_words=True)
async def turn_page(interaction: Interaction, session_id: int, ply: int) -> Answer:
    """Go to the move after so many others."""
    return await _review(interaction, session_id, ply)


@button("show", of=Session, answers=Place.PRIVATE, in_words=True)
async def show_answer(interaction: Interaction, session_id: int, ply: int) -> Answer:
    """Tell the better cells in place of the move after so many others."""
    return await _review(interaction, session_id, ply, is_told=True)


@button("try", of=Session, answers=Place.PRIVATE, in_words=True)
async def try_instead(interaction: Interaction, session_id: int, ply: int, cell: int) -> Answer:
    """Tell whether a cell holds, in place of the move after so many others."""
    return await _review(interaction, session_id, ply, cell)


async def _review(
    interaction: Interaction,
    session_id: int | None = None,
    ply: int | None = None,
    cell: int | None = None,
    *,
    is_told: bool = False,
) -> Answer:
    session = await interaction.run(transactions.review, session_id)
    moves = await interaction.app.thinking.review(moves_to_grade(session))
    page = reviews.Page.of(session, moves, interaction.user_id, ply)
    tried = None
    if cell is not None:
        tried = await _try(interaction, page.move.board, cell)
    page = replace(
        page,
        is_told=is_told,
        tried=tried,
        at_end=_analysis_at_end(session),
        is_here=session.channel_id == interaction.channel_id,
    )
    return Answer(reviews.review_page(page, interaction.voice))


async def _try(interaction: Interaction, board: Board, cell: Cell) -> Try:
    """What it leads to if a cell is played. Raises engine.board.IllegalMove."""
    after = await interaction.ask(Question(analyse, board.play(cell)))
    move = await interaction.ask(Question(grade, board, (cell,)))
    return Try(move, after)


def _analysis_at_end(session: Session) -> Analysis | None:
    """Of the board on which somebody resigned whose turn it was, where that needs no search."""
    ending = session.ending
    assert ending, "a game that is reviewed is over"
    if ending.termination is not Termination.RESIGNATION:
        return None
    if session.board.turn is ending.winner:
        return None
    analysis = Question(analyse, session.board)
    if not analysis.is_looked_up:
        return None
    return analysis.find()


@button("share", of=Session, answers=Place.NEW)
async def share_review(interaction: Interaction, session_id: int) -> Answer:
    """Show everyone how a session went."""
    interaction.must_post()
    session = await interaction.run(transactions.to_share, session_id)
    moves = await interaction.app.thinking.review(moves_to_grade(session))
    voice = voice_of(session.language)
    return Answer(reviews.share_card(session, moves, interaction.user_id, voice))


@command(
    command_text("Find the one right move (only you can see it)"),
    answers=Place.PRIVATE,
    in_words=True,
    which=command_text("Today's puzzle is the same for everyone"),
    game=command_text("Which game"),
)
@app_commands.choices(game=GAME_CHOICES)
async def puzzle(
    interaction: Interaction, which: Literal["today", "another"] = "today", game: str | None = None
) -> Answer:
    """Give the person a puzzle that only they see."""
    return await _puzzle(interaction, known_game(game), another=which == "another")


@button("today", answers=Place.ASIDE, in_words=True)
async def todays_puzzle(interaction: Interaction) -> Answer:
    """Give the person today's puzzle, pressed below help."""
    return await _puzzle(interaction)


async def _puzzle(
    interaction: Interaction, game: str | None = None, *, another: bool = False
) -> Answer:
    settings = await interaction.run(settings_of)
    game = game or settings.game
    if another:
        return await _any_puzzle(interaction, game)
    day = interaction.at // SECONDS_A_DAY
    todays = await interaction.ask(of_the_day(game, day))
    return Answer(puzzles.question(game, todays, interaction.voice, day))


@button("practise", answers=Place.PRIVATE, in_words=True)
async def practise(interaction: Interaction, game: str) -> Answer:
    """Give the person any puzzle of a game."""
    if game not in GAMES:
        raise Refusal(UNKNOWN_BUTTON)
    return await _any_puzzle(interaction, game)


async def _any_puzzle(interaction: Interaction, game: str) -> Answer:
    seed = interaction.id
    empty_board = Board(rules=GAMES[game])
    puzzle = await interaction.ask(Question(any_puzzle, empty_board, (seed,)))
    return Answer(puzzles.question(game, puzzle, interaction.voice))


def of_the_day(game: str, day: int) -> Question[Puzzle]:
    """Asks for everyone's puzzle of a day, counted since 1970."""
    return Question(engine_puzzles.of_the_day, Board(rules=GAMES[game]), (day,))


@button("puzzle", answers=Place.PRIVATE, in_words=True)
async def answer_puzzle(
    interaction: Interaction, game: str, x: int, o: int, day: int, cell: int
) -> Answer:
    """Judge an answer: a cell of the puzzle with two numbers (see `engine.puzzles.board_of`).

    With NO_CELL it is the puzzle again. `day` is counted since 1970; 0 for a practice puzzle.
    Raises engine.board.CellTaken.
    """
    board = None
    if game in GAMES:
        board = board_of(GAMES[game], x, o)
    if board is None:
        raise Refusal(UNKNOWN_BUTTON)
    puzzle = await interaction.ask(Question(as_puzzle, board))
    if puzzle is None:
        raise Refusal(UNKNOWN_BUTTON)
    voice = interaction.voice
    if cell not in puzzle.board.rules.cells:
        return Answer(puzzles.question(game, puzzle, voice, day))
    tried = await _try(interaction, puzzle.board, cell)
    record = None
    if await _may_count(interaction, game, puzzle, day):
        record = await interaction.run(transactions.count_answer, day, game, right=tried.holds)
    return Answer(puzzles.feedback(game, puzzle, day, tried, voice, record))


async def _may_count(interaction: Interaction, game: str, puzzle: Puzzle, day: int) -> bool:
    """Whether a puzzle is the one of a day, and that day is today or yesterday.

    Midnight UTC is an afternoon in the Americas, so many are asked before it and answer after it.
    """
    today = interaction.at // SECONDS_A_DAY
    if day not in {today, today - 1}:
        return False
    return puzzle == await interaction.ask(of_the_day(game, day))


@button("sharepuzzle", answers=Place.NEW)
async def share_puzzle(interaction: Interaction, day: int) -> Answer:
    """Show everyone how the person solved the puzzle of a day."""
    interaction.must_post()
    person = interaction.user_id
    record = await interaction.run(transactions.daily_record_of, person, day)
    puzzle = await interaction.ask(of_the_day(record.game, day))
    return Answer(puzzles.share_card(puzzle, record, person, await public_voice(interaction)))


@command(command_text("Managers: post the daily puzzle in this channel"), answers=Place.PRIVATE)
async def daily(interaction: Interaction) -> Answer:
    """Show whether the puzzle of the day is posted, to a person who may change that."""
    if interaction.home is None:
        raise Refusal(NO_DAILY_HERE)
    guild_id = interaction.must_manage()
    channel = await interaction.run(transactions.daily_channel, guild_id)
    return _daily_card(interaction, channel)


@button("dailyhere", answers=Place.PRIVATE)
async def post_daily_here(interaction: Interaction) -> Answer:
    """Have the puzzle of the day posted in this channel."""
    guild_id = interaction.must_manage()
    if not interaction.may_write:
        raise Refusal(I_MAY_NOT_POST)
    channel = await interaction.run(transactions.post_here, guild_id)
    return _daily_card(interaction, channel)


@button("dailyoff", answers=Place.PRIVATE)
async def turn_daily_off(interaction: Interaction) -> Answer:
    """Have it posted no more."""
    await interaction.run(transactions.turn_off, interaction.must_manage())
    return _daily_card(interaction, None)


def _daily_card(interaction: Interaction, channel: DailyChannel | None) -> Answer:
    here = interaction.channel_id
    return Answer(puzzles.daily_card(channel, here, interaction.at, interaction.voice))


async def post_due(app: App, now: int) -> ToSend:
    """Yield what posts the puzzle of the day in the channels of servers that want it."""
    for post in await app.store.run(transactions.claim, now, _AT_ONCE, app.defaults):
        yield _post(app, post)


async def _post(app: App, post: DailyPost) -> None:
    """Post a puzzle, and once more a minute later if nobody knows whether it is there.

    Discord knows by the nonce if it is.
    """
    if not await _try_to_post(app, post):
        await app.clock.sleep(_ONCE_MORE)
        await _try_to_post(app, post)


async def _try_to_post(app: App, post: DailyPost) -> bool:
    """Returns whether it is there, or refused for good."""
    try:
        puzzle = await app.thinking.find(of_the_day(post.game, post.day))
    except NoTimeToThink:
        _logger.info("Channel %d waits for its puzzle: the search takes too long", post.channel_id)
        return False
    card = puzzles.daily_post(post, puzzle, voice_of(post.language))
    sent = await app.sender.post(post.channel_id, card, nonce=post.nonce)
    if not isinstance(sent, Exception):
        return True
    if meaning(sent) in NEVER:
        await app.store.run(transactions.record_refusal, post)
        return True
    return False
