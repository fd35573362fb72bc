"""Cups on Discord: the answers to `/ttt cup` and to the buttons of its card."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.interactions import Component
from bot.rendering import boards, cups
from bot.rendering.looks import Look
from bot.rendering.reply import Card, Post, Reply
from bot.rendering.verbs import Verb
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
    """Do what a button of a cup's card says. Raises a refusal."""
    step = await store.run(_TRANSACTIONS[verb], component.request, cup_id, rng)
    if step.game:
        return _game(step, step.game, component.request.user_id, component.to.look)
    return shown(step)


def shown(step: Step) -> Card:
    """The card of a cup, followed by the news of this step."""
    voice = voice_of(step.after.language)
    return replace(cups.cup(step.after, voice), then=cups.news(step.before, step.after, voice))


def _game(step: Step, game: Session, player: UserId, look: Look) -> Card:
    """The game of a pair on a new message. When it begins, the one who came first is told."""
    voice = voice_of(game.language)
    told = cups.news(step.before, step.after, voice)
    if step.has_begun:
        [other] = (
            seat.user_id
            for seat in game.seats.values()
            if isinstance(seat, Person) and seat.user_id != player
        )
        told = _both(cups.begun(other, voice), told)
    return replace(boards.board(game, voice, look), is_new=True, then=told)


def _both(first: Post, second: Post | None) -> Post:
    """Two posts as one."""
    if second is None:
        return first
    return Post(f"{first.text}\n\n{second.text}", notify=(*first.notify, *second.notify))
