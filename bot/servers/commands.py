"""Servers: /ttt settings, and the buttons and menus of its card.

Each press changes one thing, and the card shows it at once.
"""

from bot.interactions.handlers import button, command, command_text
from bot.interactions.interaction import Answer, Interaction
from bot.messages.content import Place
from bot.messages.texts import UNKNOWN_BUTTON, Refusal
from bot.play.settings_rows import settings_of
from bot.servers import card, transactions
from bot.servers.card import Setting


@command(command_text("Managers: set up how I play in this server"), place=Place.PRIVATE)
@button("settings", place=Place.PRIVATE)
async def settings(interaction: Interaction) -> Answer:
    """Show a server's settings to a person who may change them. The button leads back to them."""
    interaction.must_manage()
    return Answer(card.card(await interaction.run(settings_of), interaction.voice))


@button("set", place=Place.PRIVATE)
async def choose(interaction: Interaction, name: str) -> Answer:
    """Change a setting to what was chosen in its menu, or turn the page of the languages."""
    if interaction.chosen in card.PAGES:
        interaction.must_manage()
        current = await interaction.run(settings_of)
        return Answer(card.card(current, interaction.voice, page=interaction.chosen))
    try:
        setting = Setting(name)
        value = card.value(setting, interaction.chosen)
    except ValueError:
        raise Refusal(UNKNOWN_BUTTON) from None
    guild_id = interaction.must_manage()
    changed = await interaction.run(transactions.change, guild_id, setting.value, value)
    return Answer(card.card(changed, interaction.voice, saved=setting))


@button("reset", place=Place.PRIVATE)
async def ask_to_reset(interaction: Interaction) -> Answer:
    """Ask whether to empty the leaderboard."""
    interaction.must_manage()
    return Answer(card.reset(interaction.voice, None))


@button("resetagain", place=Place.PRIVATE)
async def ask_again_to_reset(interaction: Interaction) -> Answer:
    """Ask once more, and say how many people lose their points."""
    guild_id = interaction.must_manage()
    people = await interaction.run(transactions.count_standings, guild_id)
    return Answer(card.reset(interaction.voice, people))


@button("resetnow", place=Place.PRIVATE)
async def reset(interaction: Interaction) -> Answer:
    """Empty the leaderboard."""
    guild_id = interaction.must_manage()
    await interaction.run(transactions.delete_standings, guild_id)
    return Answer(card.after_reset(interaction.voice))
