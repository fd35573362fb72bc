"""Cups: /ttt cup, the buttons of its card, and what follows a step of a cup."""

from dataclasses import replace

from discord import app_commands
from discord.app_commands import Range

from bot.cups import card, transactions
from bot.cups.transactions import Step
from bot.interactions.explanations import refused
from bot.interactions.handlers import GAME_CHOICES, button, command, known_game, say
from bot.interactions.interactions import Interaction
from bot.messages.reply import Card, Post, Reply
from bot.messages.voice import voice_of
from bot.play import card as boards
from bot.play.seats import Person

_TIME, _LONGEST_TIME = 2, 60  # minutes for a move
_JOINING, _LONGEST_JOINING = 10, 24 * 60  # minutes


@command(
    say("Open a knock-out cup, or show the one in this channel"),
    game=say("What to play"),
    time=say("Minutes per move (default: {minutes})", minutes=_TIME),
    joining=say("Minutes until the first round (default: {minutes})", minutes=_JOINING),
)
@app_commands.choices(game=GAME_CHOICES)
async def cup(
    command: Interaction,
    game: str | None = None,
    time: Range[int, 1, _LONGEST_TIME] = _TIME,
    joining: Range[int, 1, _LONGEST_JOINING] = _JOINING,
) -> Reply:
    """Open a cup in this channel, or show the one that is live here."""
    step = await command.run(
        transactions.open_cup,
        known_game(game),
        time * 60,
        joining * 60,
        command.app.rng,
        may_open=command.may.manage_events,
    )
    return _shown(step)


_STEPS = {
    "cupjoin": transactions.join,
    "cupleave": transactions.leave,
    "cupstart": transactions.start,
    "cuplook": transactions.look,
}


@button(*_STEPS, of="cup")
async def step(press: Interaction, cup_id: int) -> Reply:
    """Take part, or no more; draw the first round early; bring the card up to date."""
    return _after(press, await press.run(_STEPS[press.button.name], cup_id, press.app.rng))


@button("cupcancel", of="cup")
async def cancel(press: Interaction, cup_id: int) -> Reply:
    """End the cup without a winner. The host knows, so nobody is told."""
    step = await press.run(transactions.cancel, cup_id, press.app.rng)
    shown = _after(press, step)
    return shown if step.refused else replace(shown, then=_boards(step))


@button("cupplay", of="cup")
async def play(press: Interaction, cup_id: int) -> Reply:
    """Go to the player's game of this round. When it begins, the one who came first is told."""
    step = await press.run(transactions.play, cup_id, press.app.rng)
    game = step.game
    if not game:
        return _after(press, step)
    then: tuple[Card | Post, ...] = (*redrawn(step), *news(step))
    if step.has_begun:
        players = (seat.user_id for seat in game.seats.values() if isinstance(seat, Person))
        [other] = (player for player in players if player != press.request.user_id)
        then = (card.begun(other, voice_of(game.language)), *then)
    return replace(boards.shown(game), is_new=True, then=then)


def _after(press: Interaction, step: Step) -> Card:
    """The card after a press. A refused press on a card that is out of date redraws it.

    Raises a refusal if nothing is to be redrawn.
    """
    shown = _shown(step)
    if step.refused is None:
        return shown
    is_current = set(press.offered) <= {button.custom_id for button in shown.controls}
    if step.before == step.after and is_current:
        raise step.refused
    return replace(shown, then=(*shown.then, refused(step.refused, press.to.voice)))


def _shown(step: Step) -> Card:
    """The card of a cup, followed by what else this step has changed."""
    shown = card.cup(step.after, voice_of(step.after.language))
    return replace(shown, then=(*_boards(step), *news(step)))


def redrawn(step: Step) -> tuple[Card, ...]:
    """The card of a cup and the boards of its games, as far as a step has changed them."""
    if step.before == step.after:
        return _boards(step)
    return (*_boards(step), card.cup(step.after, voice_of(step.after.language)))


def news(step: Step) -> tuple[Post, ...]:
    """What a step tells the players, if anything."""
    told = card.news(step.before, step.after, voice_of(step.after.language))
    return (told,) if told else ()


def _boards(step: Step) -> tuple[Card, ...]:
    return tuple(map(boards.shown, step.ended))
