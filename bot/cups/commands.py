"""Cups: /ttt cup, the buttons of its card, and what follows a step of a cup, by the clock too."""

from dataclasses import replace

from discord import HTTPException, app_commands
from discord.app_commands import Range

from bot.cups import card, rows, transactions
from bot.cups.cup import Cup
from bot.cups.transactions import Step
from bot.interactions.error_replies import refused
from bot.interactions.handlers import GAME_CHOICES, button, command, known_game, say
from bot.interactions.interaction import App, Interaction
from bot.interactions.routines import ToSend
from bot.messages.reply import Card, Notice, Place, Post, Reply
from bot.messages.texts import voice_of
from bot.play import card as boards
from bot.play.seats import Person
from bot.play.session import Session

_TIME, _LONGEST_TIME = 2, 60  # minutes for a move
_JOINING, _LONGEST_JOINING = 10, 24 * 60  # minutes


@command(
    say("Open a knockout cup, or show the one in this channel"),
    game=say("Which game"),
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
        may_open=command.may.manage_events,
    )
    shown = _shown(step)
    for_host = card.for_host(step.after, command.to.voice)
    if step.after.host != command.request.user_id or not for_host.controls:
        return shown
    return replace(shown, then=(for_host, *shown.then))


@button("cupjoin", of="cup")
async def join(press: Interaction, cup_id: int) -> Reply:
    """Join a cup."""
    return _after(press, await press.run(transactions.join, cup_id))


@button("cupleave", of="cup")
async def leave(press: Interaction, cup_id: int) -> Reply:
    """Leave a cup before its first round."""
    return _after(press, await press.run(transactions.leave, cup_id))


@button("cuplook", of="cup")
async def look(press: Interaction, cup_id: int) -> Reply:
    """Bring the card up to date."""
    return _after(press, await press.run(transactions.look, cup_id))


@button("cupstart", of="cup", answers=Place.PRIVATE)
async def start(press: Interaction, cup_id: int) -> Reply:
    """Draw the first round early, and tell the players."""
    return await _act_as_host(press, cup_id, cancels=False)


@button("cupcancel", of="cup", answers=Place.PRIVATE)
async def cancel(press: Interaction, cup_id: int) -> Reply:
    """End a cup without a winner, and tell nobody else."""
    return await _act_as_host(press, cup_id, cancels=True)


async def _act_as_host(press: Interaction, cup_id: int, *, cancels: bool) -> Reply:
    """The host presses on a private message, and everyone sees the card change."""
    drawn = press.app.replies.earlier.in_reach(Cup, cup_id)
    on_card = press.on_message(drawn.message_id if drawn else None)
    step = await on_card.run(transactions.cancel if cancels else transactions.start, cup_id)
    if step.refused and step.before == step.after:
        raise step.refused
    then: list[Post | Notice] = []
    if step.refused or not cancels:
        then += _news(step)
    if step.refused:
        then.append(refused(step.refused, press.to.voice))
    return replace(
        card.for_host(step.after, press.to.voice),
        for_all=card.cup(step.after, voice_of(step.after.language)),
        changed=tuple(boards.shown(game) for game in step.ended),
        then=tuple(then),
    )


@button("cupplay", of="cup")
async def play(press: Interaction, cup_id: int) -> Reply:
    """Go to the player's game of this round. When it begins, the one who came first is told."""
    step = await press.run(transactions.play, cup_id)
    game = step.game
    if not game:
        return _after(press, step)
    then = list(_news(step))
    if step.has_begun:
        players = (seat.user_id for seat in game.seats.values() if isinstance(seat, Person))
        [other] = (player for player in players if player != press.request.user_id)
        then.insert(0, card.begun(other, voice_of(game.language)))
    return replace(boards.shown(game), place=Place.NEW, changed=_redrawn(step), then=tuple(then))


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
    changed = tuple(boards.shown(game) for game in step.ended)
    return replace(shown, changed=changed, then=_news(step))


def _redrawn(step: Step) -> tuple[Card, ...]:
    """The card of a cup and the boards of its games, as far as a step has changed them."""
    ended = tuple(map(boards.shown, step.ended))
    if step.before == step.after:
        return ended
    return (*ended, card.cup(step.after, voice_of(step.after.language)))


def _news(step: Step) -> tuple[Post, ...]:
    """What a step tells the players, if anything."""
    told = card.news(step.before, step.after, voice_of(step.after.language))
    return (told,) if told else ()


async def advance_due(app: App, now: int) -> ToSend:
    """Do what is due in cups; yield what shows it on their messages and what tells players."""
    for cup_id in await app.store.run(rows.due_cups, now):
        if step := await app.store.run(transactions.advance, cup_id, now, app.rng):
            for shown in _redrawn(step):
                yield step.after.channel_id, _redraw(app, step.after, shown)
            for told in _news(step):
                yield step.after.channel_id, _tell_players(app, step.after, told)


async def _redraw(app: App, cup: Cup, shown: Card) -> None:
    """Redraw the card of a cup or a board of its games: by the last answer, or as a member."""
    assert isinstance(shown.shows, Session | Cup), "it is one of the two"
    is_redrawn = await app.replies.redraw_last(shown)
    if not is_redrawn and cup.may_write and shown.shows.message_id:
        await app.replies.sender.edit(cup.channel_id, shown.shows.message_id, shown)


async def _tell_players(app: App, cup: Cup, told: Post) -> None:
    """Tell the players of a cup: as a member, or by the answer that drew its card last."""
    if cup.may_write:
        sent = await app.replies.sender.post(cup.channel_id, told)
        if not isinstance(sent, HTTPException):
            return
    if last := app.replies.earlier.last_to_show(cup):
        await app.replies.add(last, told)
