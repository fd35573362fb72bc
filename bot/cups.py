"""Cups on Discord: the answers to `/ttt cup` and to the buttons of its card."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.interactions import Component
from bot.rendering import boards, cups, notices
from bot.rendering.custom_id import Verb
from bot.rendering.reply import Card, Post, Reply
from bot.rendering.voice import voice_of
from bot.sessions.seats import Person, UserId
from bot.sessions.session import Session
from bot.storage import cup_transactions
from bot.storage.cup_transactions import Step
from bot.storage.store import Store

_TRANSACTIONS = {
    Verb.CUP_JOIN: cup_transactions.join,
    Verb.CUP_LEAVE: cup_transactions.leave,
    Verb.CUP_START: cup_transactions.start,
    Verb.CUP_CANCEL: cup_transactions.cancel,
    Verb.CUP_PLAY: cup_transactions.play,
    Verb.CUP_LOOK: cup_transactions.look,
}


async def press(store: Store, rng: Random, component: Component, verb: Verb, cup_id: int) -> Reply:
    """Do what a button of a cup says.

    A refused press on a card that is out of date redraws it. Raises a refusal if nothing is to be redrawn.
    """
    step = await store.run(_TRANSACTIONS[verb], component.request, cup_id, rng)
    to = component.to
    if step.game:
        return _game(step, step.game, component.request.user_id)
    card = shown(step)
    if step.refused is None:
        is_cancelled = verb is Verb.CUP_CANCEL  # the host knows
        return replace(card, then=_boards(step)) if is_cancelled else card
    is_current = set(component.offered) <= {button.custom_id for button in card.controls}
    if step.before == step.after and is_current:
        raise step.refused
    return replace(card, then=(*card.then, notices.refused(step.refused, to.voice)))


def shown(step: Step) -> Card:
    """The card of a cup, followed by what else this step has changed."""
    card = cups.cup(step.after, voice_of(step.after.language))
    return replace(card, then=(*_boards(step), *news(step)))


def redrawn(step: Step) -> tuple[Card, ...]:
    """The card of a cup and the boards of its games, as far as a step has changed them."""
    boards_of_games = _boards(step)
    if step.before == step.after:
        return boards_of_games
    return (*boards_of_games, cups.cup(step.after, voice_of(step.after.language)))


def _boards(step: Step) -> tuple[Card, ...]:
    return tuple(boards.board(game, voice_of(game.language)) for game in step.ended)


def news(step: Step) -> tuple[Post, ...]:
    """What a step tells the players, if anything."""
    told = cups.news(step.before, step.after, voice_of(step.after.language))
    return (told,) if told else ()


def _game(step: Step, game: Session, player: UserId) -> Card:
    """The game of a pair on a new message. When it begins, the one who came first is told."""
    voice = voice_of(game.language)
    then: tuple[Card | Post, ...] = (*redrawn(step), *news(step))
    if step.has_begun:
        [other] = (
            seat.user_id
            for seat in game.seats.values()
            if isinstance(seat, Person) and seat.user_id != player
        )
        then = (cups.begun(other, voice), *then)
    return replace(boards.board(game, voice), is_new=True, then=then)
