"""Presses on the card of /ttt settings: each changes one thing, and the card shows it at once."""

from __future__ import annotations

import asyncio

from bot.interactions import Component
from bot.rendering import daily, notices, settings
from bot.rendering.custom_id import Press, Verb
from bot.rendering.reply import Reply
from bot.rendering.settings import Setting
from bot.rendering.voice import Voice
from bot.sessions.daily_puzzle import IMayNotPost
from bot.sessions.settings import server_to_manage
from bot.storage import puzzle_transactions, record_rows, settings_rows, settings_transactions
from bot.storage.store import Store

_DELETION = 1.0  # seconds; the last part may take the store two more, and Discord waits for three


async def manage(store: Store, component: Component, press: Press) -> Reply:
    """Do what a press on the card, or on that of /ttt daily, says.

    Raises NoSettingsHere, OnlyManagers or IMayNotPost.
    """
    guild_id = server_to_manage(component.to.home, manages=component.manages)
    request, voice = component.request, component.to.voice
    match press:
        case Press(Verb.SET, (name, _)):
            try:
                setting = Setting(name)
                value = settings.value(setting, component.chosen or "")
            except ValueError:
                return notices.unknown_button(voice)
            change = (setting.value, value)
        case Press(Verb.WATCHING_ON | Verb.WATCHING_OFF as verb):
            change = ("allows_watching", verb is Verb.WATCHING_ON)
        case Press(Verb.DAILY_HERE | Verb.DAILY_OFF as verb):
            return await _post_daily(store, component, guild_id, is_on=verb is Verb.DAILY_HERE)
        case Press(Verb.RESET):
            return settings.reset(voice)
        case Press(Verb.RESET_AGAIN):
            people = await store.run(record_rows.count_standings, guild_id)
            return settings.reset_for_good(people, voice)
        case Press(Verb.RESET_NOW):
            return await _reset(store, guild_id, voice)
        case _:
            return settings.card(await store.run(settings_rows.settings_of, request), voice)
    return settings.card(await store.run(settings_transactions.change, request, guild_id, *change), voice)


async def _post_daily(store: Store, component: Component, guild_id: int, *, is_on: bool) -> Reply:
    """Have the puzzle of the day posted in this channel, or no more. Raises IMayNotPost."""
    request, channel = component.request, None
    if not is_on:
        await store.run(puzzle_transactions.turn_off, guild_id)
    elif request.may_write:
        channel = await store.run(puzzle_transactions.post_here, request, guild_id)
    else:
        raise IMayNotPost
    return daily.card(channel, request.channel_id, request.at, component.to.voice)


async def _reset(store: Store, guild_id: int, voice: Voice) -> Reply:
    """Delete part after part while there is time. Another press continues with the rest."""
    now = asyncio.get_running_loop().time
    deadline = now() + _DELETION
    while await store.run(record_rows.delete_standings, guild_id):
        if now() >= deadline:
            return settings.reset_goes_on(voice)
    return settings.was_reset(voice)
