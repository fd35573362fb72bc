"""Cups: /ttt cup, the buttons of its card, and what follows a step of a cup, by the clock too."""

from dataclasses import replace

from discord import HTTPException, app_commands
from discord.app_commands import Range

from bot.cups import card, rows, transactions
from bot.cups.cup import Cup
from bot.cups.transactions import Step
from bot.interactions.app import App
from bot.interactions.error_answers import refused
from bot.interactions.handlers import button, command, command_text
from bot.interactions.interaction import Answer, Interaction
from bot.interactions.routines import ToSend
from bot.interactions.views import DRAWINGS, Drawing
from bot.messages.content import Place, Post
from bot.messages.texts import voice_of
from bot.play.answers import board_answer
from bot.play.commands import GAME_CHOICES, known_game
from bot.play.seats import Person
from bot.play.session import Session

DRAWINGS[Cup] = Drawing(
    load=lambda transaction, cup_id, _now: rows.load_cup(transaction, cup_id),
    newest=card.public_card,
    older=card.public_pointer,
    message_of=lambda cup: cup.message_id,
    may_edit=lambda cup: cup.may_write,
)

_TIME = 2  # minutes for a move
_LONGEST_TIME = 60
_JOINING = 10  # minutes until the first round
_LONGEST_JOINING = 24 * 60


@command(
    command_text("Open a knockout cup, or show the one in this channel"),
    game=command_text("Which game"),
    time=command_text("Minutes per move (default: {minutes})", minutes=_TIME),
    joining=command_text("Minutes until the first round (default: {minutes})", minutes=_JOINING),
)
@app_commands.choices(game=GAME_CHOICES)
async def cup(
    interaction: Interaction,
    game: str | None = None,
    time: Range[int, 1, _LONGEST_TIME] = _TIME,
    joining: Range[int, 1, _LONGEST_JOINING] = _JOINING,
) -> Answer:
    """Open a cup in this channel, or show the one that is live here."""
    step = await interaction.run(
        transactions.open_cup,
        known_game(game),
        time * 60,
        joining * 60,
        may_open=interaction.may.manage_events,
    )
    answer = _everyone_sees(step)
    if step.after.host != interaction.user_id:
        return answer
    for_host = card.for_host(step.after, interaction.voice)
    if not for_host.controls:
        return answer
    return replace(answer, then=(Answer(for_host), *answer.then))


@button("cupjoin", of=Cup)
async def join(interaction: Interaction, cup_id: int) -> Answer:
    """Join a cup."""
    step = await interaction.run(transactions.join, cup_id)
    return _after(interaction, step)


@button("cupleave", of=Cup)
async def leave(interaction: Interaction, cup_id: int) -> Answer:
    """Leave a cup before its first round."""
    step = await interaction.run(transactions.leave, cup_id)
    return _after(interaction, step)


@button("cuplook", of=Cup)
async def look(interaction: Interaction, cup_id: int) -> Answer:
    """Bring the card up to date."""
    step = await interaction.run(transactions.look, cup_id)
    return _after(interaction, step)


@button("cupstart", of=Cup, place=Place.PRIVATE)
async def start(interaction: Interaction, cup_id: int) -> Answer:
    """Begin the first round early, and tell the players."""
    step = await interaction.run(transactions.start, cup_id)
    return _host_sees(interaction, step, _announcements(step))


@button("cupcancel", of=Cup, place=Place.PRIVATE)
async def cancel(interaction: Interaction, cup_id: int) -> Answer:
    """End a cup without a winner, and tell nobody else."""
    step = await interaction.run(transactions.cancel, cup_id)
    if step.refusal:
        # What was due has happened all the same, and its players are told.
        return _host_sees(interaction, step, _announcements(step))
    return _host_sees(interaction, step, ())


def _host_sees(interaction: Interaction, step: Step, then: tuple[Answer, ...]) -> Answer:
    """The host's message after a press on it, while everyone sees the card change.

    Raises a refusal if nothing has changed.
    """
    if step.refusal:
        if step.before == step.after:
            raise step.refusal
        then = (*then, Answer(refused(step.refusal, interaction.voice)))
    for_host = card.for_host(step.after, interaction.voice)
    return Answer(for_host, shows=step.after, changed=step.ended_sessions, then=then)


@button("cupplay", of=Cup)
async def go_to_game(interaction: Interaction, cup_id: int) -> Answer:
    """Go to the player's game of this round. When it begins, the one who came first is told."""
    step = await interaction.run(transactions.come, cup_id)
    session = step.session
    if not session:
        return _after(interaction, step)
    then = _announcements(step)
    if step.has_begun:
        players = [seat.user_id for seat in session.seats.values() if isinstance(seat, Person)]
        players.remove(interaction.user_id)
        begun = card.game_has_begun(players[0], voice_of(session.language))
        then = (Answer(begun), *then)
    return replace(board_answer(session), place=Place.NEW, changed=_changed(step), then=then)


def _after(interaction: Interaction, step: Step) -> Answer:
    """The card after a press. A refused press on what is out of date redraws it, or leads there.

    Raises a refusal if nothing is to be redrawn.
    """
    answer = _everyone_sees(step)
    if step.refusal is None:
        return answer
    cup_card = card.public_card(step.after)
    current_ids = {button.custom_id for button in cup_card.controls}
    is_current = current_ids.issuperset(interaction.offered)
    if step.before == step.after and is_current:
        raise step.refusal
    newest = step.after.message_id or interaction.app.views.message_of(step.after)
    if newest not in {None, interaction.pressed}:
        pointer = card.public_pointer(replace(step.after, message_id=newest))
        answer = Answer(pointer, changed=_changed(step), then=_announcements(step))
    refusal = Answer(refused(step.refusal, interaction.voice))
    return replace(answer, then=(*answer.then, refusal))


def _everyone_sees(step: Step) -> Answer:
    """The card of a cup, followed by what else this step has changed."""
    cup_card = card.public_card(step.after)
    return Answer(
        cup_card, shows=step.after, changed=step.ended_sessions, then=_announcements(step)
    )


def _changed(step: Step) -> tuple[Session | Cup, ...]:
    """The cup and its games, as far as a step has changed them."""
    if step.before == step.after:
        return step.ended_sessions
    return (*step.ended_sessions, step.after)


def _announcements(step: Step) -> tuple[Answer, ...]:
    """What a step tells the players, if anything."""
    announced = card.announcement(step.before, step.after, voice_of(step.after.language))
    if announced is None:
        return ()
    return (Answer(announced),)


async def advance_due(app: App, now: int) -> ToSend:
    """Do what is due in cups; yield what shows it on their messages and what tells players."""
    for cup_id in await app.store.run(rows.due_cups, now):
        step = await app.store.run(transactions.advance, cup_id, now, app.rng)
        if step is None:
            continue
        cup = step.after
        for changed in _changed(step):
            yield app.views.change(changed)
        announced = card.announcement(step.before, cup, voice_of(cup.language))
        if announced:
            yield _tell_players(app, cup, announced)


async def _tell_players(app: App, cup: Cup, announced: Post) -> None:
    """Tell the players of a cup: as a member, or by the token that drew its card last."""
    if cup.may_write:
        sent = await app.sender.post(cup.channel_id, announced)
        if not isinstance(sent, HTTPException):
            return
    token = app.views.token_of(cup)
    if token:
        await app.sender.add(token, announced)
