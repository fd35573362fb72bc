"""Demo games: /ttt watch has the bot play itself, a move a second, until the game ends.

What plays one is only in memory: after a restart the game stands still until somebody presses
*Play on*.
"""

import asyncio
import logging

from discord import app_commands

from bot.interactions.app import App
from bot.interactions.handlers import button, command, command_text
from bot.interactions.interaction import Answer, Interaction
from bot.interactions.routines import EXPECTED, TIMER_ERRORS
from bot.messages.content import Card
from bot.messages.texts import voice_of
from bot.play import transactions
from bot.play.actions import moves_to_grade
from bot.play.answers import board_answer
from bot.play.card import board_card
from bot.play.commands import GAME_CHOICES, known_game, known_level, level_choice
from bot.play.session import Session
from engine.opponents import OPPONENTS

_logger = logging.getLogger(__name__)

_LEVELS = [level_choice(level) for level in OPPONENTS]

_BETWEEN_MOVES = 1.0  # seconds; Discord allows five redraws in five seconds in a channel


@command(
    command_text("Watch me play myself"),
    x=command_text("Who goes first"),
    o=command_text("Who goes second"),
    game=command_text("Which game"),
)
@app_commands.choices(x=_LEVELS, o=_LEVELS, game=GAME_CHOICES)
async def watch(
    interaction: Interaction, x: str | None = None, o: str | None = None, game: str | None = None
) -> Answer:
    """Open a demo game, which plays a move a second."""
    session = await interaction.run(
        transactions.watch, known_level(x), known_level(o), known_game(game)
    )
    _play_on(interaction.app, session)
    return board_answer(session)


@button("play", of=Session)
async def play_on(interaction: Interaction, session_id: int) -> Answer:
    """Let a demo game go on that stands still, as after a restart."""
    session = await interaction.run(transactions.demo_game, session_id)
    _play_on(interaction.app, session)
    return Answer(await _board(interaction.app, session), shows=session)


def _play_on(app: App, session: Session) -> None:
    """Play a move a second until the game ends. Another demo game of this channel stands still.

    What plays here already is stopped, so that the pace never doubles.
    """
    before = app.demo_games.get(session.channel_id)
    if before:
        before.cancel()
    app.demo_games[session.channel_id] = asyncio.create_task(_play(app, session))


async def _play(app: App, session: Session) -> None:
    """If it fails, the game stands still."""
    try:
        while not session.ending:
            await app.clock.sleep(_BETWEEN_MOVES)
            session = await _with_next_move(app, session.id)
            await app.views.change(session, await _board(app, session))
    except EXPECTED as error:
        _logger.warning("The demo game of session %d stands still: %r", session.id, error)
    except Exception:
        TIMER_ERRORS.inc()
        _logger.exception("The demo game of session %d stands still", session.id)
    finally:
        if app.demo_games.get(session.channel_id) is asyncio.current_task():
            del app.demo_games[session.channel_id]


async def _with_next_move(app: App, session_id: int) -> Session:
    now = int(app.clock.now())
    return await app.thinking.ask_first(
        lambda known: app.store.run(transactions.play_on, session_id, now, app.rng, known)
    )


async def _board(app: App, session: Session) -> Card:
    """The board of a demo game, with how good its last move was if that is found in time."""
    last_move = None
    if session.moves and not session.ending:
        last_move = await app.thinking.grade(moves_to_grade(session)[-1])
    return board_card(session, voice_of(session.language), last_move=last_move)
