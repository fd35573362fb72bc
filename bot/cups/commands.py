"""Cups: /ttt cup, the buttons of its card, and what follows a step of a cup, by the clock too."""

from collections.abc import Sequence
from dataclasses import replace

from discord import HTTPException, app_commands
from discord.app_commands import Range

from bot.cups import card, rows, transactions
from bot.cups.cup import Cup
from bot.cups.transactions import Step
from bot.interactions.error_replies import refused
from bot.interactions.handlers import GAME_CHOICES, button, command, command_text, known_game
from bot.interactions.interaction import App, Interaction
from bot.interactions.routines import ToSend
from bot.messages.reply import Card, Notice, Place, Post, Reply
from bot.messages.texts import voice_of
from bot.play import card as boards
from bot.play.seats import Person
from bot.play.session import Session

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
) -> Reply:
    """Open a cup in this channel, or show the one that is live here."""
    step = await interaction.run(
        transactions.open_cup,
        known_game(game),
        time * 60,
        joining * 60,
        may_open=interaction.may.manage_events,
    )
    cup_card = _cup_card(step)
    if step.after.host != interaction.request.user_id:
        return cup_card
    for_host = card.for_host(step.after, interaction.to.voice)
    if not for_host.controls:
        return cup_card
    return replace(cup_card, then=(for_host, *cup_card.then))


@button("cupjoin", of="cup")
async def join(interaction: Interaction, cup_id: int) -> Reply:
    """Join a cup."""
    step = await interaction.run(transactions.join, cup_id)
    return _after(interaction, step)


@button("cupleave", of="cup")
async def leave(interaction: Interaction, cup_id: int) -> Reply:
    """Leave a cup before its first round."""
    step = await interaction.run(transactions.leave, cup_id)
    return _after(interaction, step)


@button("cuplook", of="cup")
async def look(interaction: Interaction, cup_id: int) -> Reply:
    """Bring the card up to date."""
    step = await interaction.run(transactions.look, cup_id)
    return _after(interaction, step)


@button("cupstart", of="cup", answers=Place.PRIVATE)
async def start(interaction: Interaction, cup_id: int) -> Reply:
    """Begin the first round early, and tell the players."""
    step = await _on_card(interaction, cup_id).run(transactions.start, cup_id)
    return _after_host(interaction, step, _news(step))


@button("cupcancel", of="cup", answers=Place.PRIVATE)
async def cancel(interaction: Interaction, cup_id: int) -> Reply:
    """End a cup without a winner, and tell nobody else."""
    step = await _on_card(interaction, cup_id).run(transactions.cancel, cup_id)
    if step.refusal:
        # What was due has happened all the same, and its players are told.
        return _after_host(interaction, step, _news(step))
    return _after_host(interaction, step, ())


def _on_card(interaction: Interaction, cup_id: int) -> Interaction:
    """The host's press on a private message, as if it were made on the card that everyone sees."""
    answer = interaction.app.replies.earlier.in_reach(Cup, cup_id)
    if answer is None:
        return interaction.on_message(None)
    return interaction.on_message(answer.message_id)


def _after_host(interaction: Interaction, step: Step, news: Sequence[Post]) -> Reply:
    """The host's message after a press on it, while everyone sees the card change.

    Raises a refusal if nothing has changed.
    """
    then: list[Post | Notice] = list(news)
    if step.refusal:
        if step.before == step.after:
            raise step.refusal
        then.append(refused(step.refusal, interaction.to.voice))
    cup = step.after
    return replace(
        card.for_host(cup, interaction.to.voice),
        for_all=card.cup_card(cup, voice_of(cup.language)),
        changed=_ended_boards(step),
        then=tuple(then),
    )


@button("cupplay", of="cup")
async def go_to_game(interaction: Interaction, cup_id: int) -> Reply:
    """Go to the player's game of this round. When it begins, the one who came first is told."""
    step = await interaction.run(transactions.come, cup_id)
    game = step.game
    if not game:
        return _after(interaction, step)
    then = list(_news(step))
    if step.has_begun:
        players = [seat.user_id for seat in game.seats.values() if isinstance(seat, Person)]
        players.remove(interaction.request.user_id)
        begun = card.start_news(players[0], voice_of(game.language))
        then.insert(0, begun)
    board = boards.public_board(game)
    return replace(board, place=Place.NEW, changed=_changed_cards(step), then=tuple(then))


def _after(interaction: Interaction, step: Step) -> Card:
    """The card after a press. A refused press on a card that is out of date redraws it.

    Raises a refusal if nothing is to be redrawn.
    """
    cup_card = _cup_card(step)
    if step.refusal is None:
        return cup_card
    current_ids = {button.custom_id for button in cup_card.controls}
    is_current = current_ids.issuperset(interaction.offered)
    if step.before == step.after and is_current:
        raise step.refusal
    refusal = refused(step.refusal, interaction.to.voice)
    return replace(cup_card, then=(*cup_card.then, refusal))


def _cup_card(step: Step) -> Card:
    """The card of a cup, followed by what else this step has changed."""
    cup_card = card.cup_card(step.after, voice_of(step.after.language))
    return replace(cup_card, changed=_ended_boards(step), then=_news(step))


def _ended_boards(step: Step) -> tuple[Card, ...]:
    """The boards of the games that their clocks have ended."""
    return tuple([boards.public_board(game) for game in step.ended_games])


def _changed_cards(step: Step) -> tuple[Card, ...]:
    """The card of a cup and the boards of its games, as far as a step has changed them."""
    ended = _ended_boards(step)
    if step.before == step.after:
        return ended
    return (*ended, card.cup_card(step.after, voice_of(step.after.language)))


def _news(step: Step) -> tuple[Post, ...]:
    """What a step tells the players, if anything."""
    news = card.news(step.before, step.after, voice_of(step.after.language))
    if news is None:
        return ()
    return (news,)


async def advance_due(app: App, now: int) -> ToSend:
    """Do what is due in cups; yield what shows it on their messages and what tells players."""
    for cup_id in await app.store.run(rows.due_cups, now):
        step = await app.store.run(transactions.advance, cup_id, now, app.rng)
        if step is None:
            continue
        cup = step.after
        for changed in _changed_cards(step):
            yield _redraw(app, cup, changed)
        for news in _news(step):
            yield _tell_players(app, cup, news)


async def _redraw(app: App, cup: Cup, changed: Card) -> None:
    """Redraw the card of a cup or a board of its games: by the last answer, or as a member."""
    assert isinstance(changed.shows, Session | Cup), "it is one of the two"
    is_redrawn = await app.replies.redraw_last(changed)
    if not is_redrawn and cup.may_write and changed.shows.message_id:
        await app.replies.sender.edit(cup.channel_id, changed.shows.message_id, changed)


async def _tell_players(app: App, cup: Cup, news: Post) -> None:
    """Tell the players of a cup: as a member, or by the answer that drew its card last."""
    if cup.may_write:
        sent = await app.replies.sender.post(cup.channel_id, news)
        if not isinstance(sent, HTTPException):
            return
    last = app.replies.earlier.answer_showing(cup)
    if last:
        await app.replies.add(last, news)
