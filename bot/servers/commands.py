"""Servers: /ttt settings, and the buttons and menus of its card.

Each press changes one thing, and the card shows it at once.
"""

from bot.interactions.handlers import button, command, in_parts, say
from bot.interactions.interaction import Interaction
from bot.messages.reply import Place, Reply
from bot.messages.texts import UNKNOWN_BUTTON, Refusal
from bot.play.rows import settings_of
from bot.servers import card, transactions
from bot.servers.card import Setting


@command(say("Managers: set up how I play in this server"), answers=Place.PRIVATE)
@button("settings", answers=Place.PRIVATE)
async def settings(asked: Interaction) -> Reply:
    """Show a server's settings to a person who may change them. The button leads back to them."""
    asked.managed_server()
    return card.card(await asked.run(settings_of), asked.to.voice)


@button("set", answers=Place.PRIVATE)
async def choose(press: Interaction, name: str, _menu: int) -> Reply:
    """Change a setting to what was chosen in one of its menus."""
    try:
        setting = Setting(name)
        value = card.value(setting, press.chosen)
    except ValueError:
        raise Refusal(UNKNOWN_BUTTON) from None
    return await _change(press, setting.value, value)


@button("watchon", answers=Place.PRIVATE)
async def allow_watching(press: Interaction) -> Reply:
    """Let people watch demo games."""
    return await _change(press, "allows_watching", value=True)


@button("watchoff", answers=Place.PRIVATE)
async def forbid_watching(press: Interaction) -> Reply:
    """Let nobody watch demo games."""
    return await _change(press, "allows_watching", value=False)


async def _change(press: Interaction, name: str, value: str | int) -> Reply:
    changed = await press.run(transactions.change, press.managed_server(), name, value)
    return card.card(changed, press.to.voice, saved=name)


@button("reset", answers=Place.PRIVATE)
async def ask_to_reset(press: Interaction) -> Reply:
    """Ask whether to empty the leaderboard."""
    press.managed_server()
    return card.reset(press.to.voice, None)


@button("resetagain", answers=Place.PRIVATE)
async def ask_again_to_reset(press: Interaction) -> Reply:
    """Ask once more, and say how many people lose their points."""
    guild_id = press.managed_server()
    people = await press.app.store.run(transactions.count_standings, guild_id)
    return card.reset(press.to.voice, people)


@button("resetnow", answers=Place.PRIVATE)
async def reset(press: Interaction) -> Reply:
    """Empty the leaderboard, or as much as there is time for: another press does the rest."""
    guild_id, run = press.managed_server(), press.app.store.run
    has_more = await in_parts(press, lambda: run(transactions.delete_standings, guild_id))
    return card.after_reset(press.to.voice, has_more=has_more)
