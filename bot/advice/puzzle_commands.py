"""Puzzles: /ttt puzzle and daily, their buttons, and the post of each day."""

import logging
from typing import Literal

from discord import app_commands

from bot.advice import puzzle_card, transactions
from bot.advice.commands import try_cell
from bot.advice.daily_puzzle import I_MAY_NOT_POST, NO_DAILY_HERE, DailyChannel, DailyPost
from bot.interactions.app import App
from bot.interactions.handlers import button, command, command_text
from bot.interactions.interaction import Answer, Interaction
from bot.interactions.questions import Question
from bot.interactions.refused_by_discord import NEVER, meaning
from bot.interactions.routines import ToSend
from bot.interactions.thinking import NoTimeToThink
from bot.messages.content import Place
from bot.messages.texts import UNKNOWN_BUTTON, Refusal, voice_of
from bot.play.answers import public_voice
from bot.play.commands import GAME_CHOICES, known_game
from bot.play.session import SECONDS_A_DAY
from bot.play.settings_rows import settings_of
from engine import puzzles
from engine.board import GAMES, Board
from engine.puzzles import Puzzle, any_puzzle, as_puzzle, board_of

_logger = logging.getLogger(__name__)

_AT_ONCE = 100  # posts that are sent in one look
_ONCE_MORE = 60.0  # seconds after a post of which nobody knows whether it is there


@command(
    command_text("Find the one right move (only you can see it)"),
    place=Place.PRIVATE,
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


@button("today", place=Place.ASIDE, in_words=True)
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
    return Answer(puzzle_card.question(game, todays, interaction.voice, day))


@button("practise", place=Place.PRIVATE, in_words=True)
async def practise(interaction: Interaction, game: str) -> Answer:
    """Give the person any puzzle of a game."""
    if game not in GAMES:
        raise Refusal(UNKNOWN_BUTTON)
    return await _any_puzzle(interaction, game)


async def _any_puzzle(interaction: Interaction, game: str) -> Answer:
    seed = interaction.id
    empty_board = Board(rules=GAMES[game])
    puzzle = await interaction.ask(Question(any_puzzle, empty_board, (seed,)))
    return Answer(puzzle_card.question(game, puzzle, interaction.voice))


def of_the_day(game: str, day: int) -> Question[Puzzle]:
    """Asks for everyone's puzzle of a day, counted since 1970."""
    return Question(puzzles.of_the_day, Board(rules=GAMES[game]), (day,))


@button("puzzle", place=Place.PRIVATE, in_words=True)
async def press_puzzle_cell(
    interaction: Interaction, game: str, x: int, o: int, day: int, cell: int
) -> Answer:
    """Judge a try: a cell of the puzzle with two numbers (see `engine.puzzles.board_of`).

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
        return Answer(puzzle_card.question(game, puzzle, voice, day))
    tried = await try_cell(interaction, puzzle.board, cell)
    record = None
    if await _may_count(interaction, game, puzzle, day):
        record = await interaction.run(transactions.count_try, day, game, right=tried.holds)
    return Answer(puzzle_card.feedback(game, puzzle, day, tried, voice, record))


async def _may_count(interaction: Interaction, game: str, puzzle: Puzzle, day: int) -> bool:
    """Whether a puzzle is the one of a day, and that day is today or yesterday.

    Midnight UTC is an afternoon in the Americas, so many are asked before it and try after it.
    """
    today = interaction.at // SECONDS_A_DAY
    if day not in {today, today - 1}:
        return False
    return puzzle == await interaction.ask(of_the_day(game, day))


@button("sharepuzzle", place=Place.NEW)
async def share_puzzle(interaction: Interaction, day: int) -> Answer:
    """Show everyone how the person solved the puzzle of a day."""
    interaction.must_post()
    person = interaction.user_id
    record = await interaction.run(transactions.daily_record_of, person, day)
    puzzle = await interaction.ask(of_the_day(record.game, day))
    return Answer(puzzle_card.share_card(puzzle, record, person, await public_voice(interaction)))


@command(command_text("Managers: post the daily puzzle in this channel"), place=Place.PRIVATE)
async def daily(interaction: Interaction) -> Answer:
    """Show whether the puzzle of the day is posted, to a person who may change that."""
    if interaction.home is None:
        raise Refusal(NO_DAILY_HERE)
    guild_id = interaction.must_manage()
    channel = await interaction.run(transactions.daily_channel, guild_id)
    return _daily_card(interaction, channel)


@button("dailyhere", place=Place.PRIVATE)
async def post_daily_here(interaction: Interaction) -> Answer:
    """Have the puzzle of the day posted in this channel."""
    guild_id = interaction.must_manage()
    if not interaction.may_write:
        raise Refusal(I_MAY_NOT_POST)
    channel = await interaction.run(transactions.post_here, guild_id)
    return _daily_card(interaction, channel)


@button("dailyoff", place=Place.PRIVATE)
async def turn_daily_off(interaction: Interaction) -> Answer:
    """Stop posting the puzzle of the day in this server."""
    await interaction.run(transactions.turn_off, interaction.must_manage())
    return _daily_card(interaction, None)


def _daily_card(interaction: Interaction, channel: DailyChannel | None) -> Answer:
    here = interaction.channel_id
    return Answer(puzzle_card.daily_card(channel, here, interaction.at, interaction.voice))


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
    card = puzzle_card.daily_post(post, puzzle, voice_of(post.language))
    sent = await app.sender.post(post.channel_id, card, nonce=post.nonce)
    if not isinstance(sent, Exception):
        return True
    if meaning(sent) in NEVER:
        await app.store.run(transactions.record_refusal, post)
        return True
    return False
