"""The buttons of `/ttt privacy`: a person's own data and settings."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.exporting import export
from bot.interactions import Component
from bot.rendering import people, spoken
from bot.rendering.boards import shown
from bot.rendering.custom_id import Press, Verb
from bot.rendering.links import Links
from bot.rendering.reply import Reply
from bot.storage import record_transactions
from bot.storage.store import Store

_DELETION = 1.0  # seconds; the last part may take the store two more, and Discord waits for three


async def press(store: Store, links: Links, component: Component, pressed: Press) -> Reply:
    """Do what a button says, about the person who presses it."""
    user_id, voice = component.request.user_id, component.to.voice
    match pressed:
        case Press(Verb.CLOSE_DOOR | Verb.OPEN_DOOR as verb):
            takes = verb is Verb.OPEN_DOOR
            kept = await store.run(record_transactions.take_challenges, user_id, takes=takes)
        case Press(Verb.TEXT_FIRST | Verb.PICTURES_FIRST as verb):
            wants = verb is Verb.TEXT_FIRST
            kept = await store.run(record_transactions.put_text_first, user_id, wants=wants)
            if component.to.reader:
                return spoken.text_first(voice) if kept.text_first else spoken.pictures_first(voice)
        case Press(Verb.UNBLOCK_EVERYONE):
            kept = await store.run(record_transactions.unblock_everyone, user_id)
        case Press(Verb.EXPORT, (int(after),)):
            return await export(store, user_id, after, voice)
        case Press(Verb.DELETE):
            return people.deletion(voice)
        case Press(Verb.DELETE_NOW):
            return await _delete(store, component)
        case _:
            kept = await store.run(record_transactions.kept, user_id)
    return people.privacy(kept, voice, links)


async def _delete(store: Store, component: Component) -> Reply:
    """Delete part after part while there is time. Another press continues with the rest."""
    request, to = component.request, component.to
    now = asyncio.get_running_loop().time
    deadline = now() + _DELETION
    ended = await store.run(record_transactions.ended_by_deletion, request)
    then = tuple(shown(each) for each in ended)
    while await store.run(record_transactions.delete, request):
        if now() >= deadline:
            return replace(people.deletion_goes_on(to.voice), then=then)
    return replace(people.deleted(to.voice), then=then)
