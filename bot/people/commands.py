"""People: /ttt help, stats, top and privacy, and the buttons for one's own data."""

import asyncio
from dataclasses import replace
from typing import Literal

from discord import Member, User, app_commands

from bot.challenges.card import public_message
from bot.interactions.handlers import (
    GAME_CHOICES,
    button,
    command,
    command_text,
    known_game,
)
from bot.interactions.interaction import Interaction
from bot.messages.reply import Place, Reply
from bot.messages.texts import UNKNOWN_BUTTON, Refusal
from bot.people import card, help_card, personal_rows, privacy_card, transactions
from bot.play.answers import public_voice
from engine.board import GAMES


@command(command_text("How to play, and what else I can do"), name="help", answers=Place.PRIVATE)
async def show_help(interaction: Interaction) -> Reply:
    """Show the person who asked how to play, and all commands."""
    return help_card.how_to_play(interaction.to.voice, interaction.app.links)


@command(
    command_text("Your wins, draws and losses, or someone else's"),
    user=command_text("Whose results (leave empty for yours)"),
    game=command_text("Only this game (leave empty for all)"),
)
@app_commands.choices(game=GAME_CHOICES)
async def stats(
    interaction: Interaction, user: User | Member | None = None, game: str | None = None
) -> Reply:
    """Show a person's results to everyone, and how the person who asks stands against them."""
    asker = interaction.request.user_id
    person = asker
    if user:
        person = user.id
    results = await interaction.app.store.run(transactions.stats, person, known_game(game), asker)
    return card.stats_card(results, await public_voice(interaction))


@button("levels", answers=Place.PRIVATE)
async def all_levels(interaction: Interaction, player: int, game: str) -> Reply:
    """Show the person who presses someone's results against every level."""
    only_game = None
    if game != card.ALL_GAMES:
        only_game = _game_of_button(game)
    results = await interaction.app.store.run(transactions.stats, player, only_game)
    return card.all_levels(results, interaction.to.voice)


@command(
    command_text("This server's leaderboard"),
    game=command_text("Which game"),
    against=command_text("Games between people (the default), or games with me"),
)
@app_commands.choices(game=GAME_CHOICES)
async def top(
    interaction: Interaction, game: str | None = None, against: Literal["people", "bot"] = "people"
) -> Reply:
    """Show the first page of the server's leaderboard to everyone."""
    return await _leaderboard(interaction, known_game(game), 0, against_bot=against == "bot")


@button("top")
async def turn_to(interaction: Interaction, game: str, page: int) -> Reply:
    """Show a page of the leaderboard of games between people."""
    return await _leaderboard(interaction, _game_of_button(game), page, against_bot=False)


@button("topbot")
async def turn_to_games_with_the_bot(interaction: Interaction, game: str, page: int) -> Reply:
    """Show a page of the leaderboard of games with the bot."""
    return await _leaderboard(interaction, _game_of_button(game), page, against_bot=True)


def _game_of_button(name: str) -> str:
    """The game that a button names. Raises Refusal if there is none."""
    if name not in GAMES:
        raise Refusal(UNKNOWN_BUTTON)
    return name


async def _leaderboard(
    interaction: Interaction, game: str | None, page: int, *, against_bot: bool
) -> Reply:
    leaderboard = await interaction.run(
        transactions.leaderboard, page, game, against_bot=against_bot
    )
    return card.leaderboard_card(leaderboard, await public_voice(interaction))


@command(command_text("See or delete your data, or turn challenges off"), answers=Place.PRIVATE)
@button("keep", answers=Place.PRIVATE, own_data=True)
async def privacy(interaction: Interaction) -> Reply:
    """Show a person what is kept about them and what they can do. The button deletes nothing."""
    data = await interaction.app.store.run(transactions.personal_data, interaction.request.user_id)
    return privacy_card.privacy(data, interaction.to.voice, interaction.app.links)


@button("open", answers=Place.PRIVATE, own_data=True)
async def take_challenges(interaction: Interaction) -> Reply:
    """Take challenges again."""
    return await _choose(interaction, "takes_challenges", chosen=True)


@button("close", answers=Place.PRIVATE, own_data=True)
async def take_no_challenges(interaction: Interaction) -> Reply:
    """Take no more challenges."""
    return await _choose(interaction, "takes_challenges", chosen=False)


@button("textfirst", answers=Place.PRIVATE)
async def put_text_first(interaction: Interaction) -> Reply:
    """From now on answer in words where only this person sees it."""
    card_of_choices = await _choose(interaction, "text_first", chosen=True)
    if interaction.to.reader:
        return privacy_card.after_text_first(interaction.to.voice, wants=True)
    return card_of_choices


@button("picturesfirst", answers=Place.PRIVATE)
async def put_pictures_first(interaction: Interaction) -> Reply:
    """Draw boards for this person again."""
    card_of_choices = await _choose(interaction, "text_first", chosen=False)
    if interaction.to.reader:
        return privacy_card.after_text_first(interaction.to.voice, wants=False)
    return card_of_choices


async def _choose(interaction: Interaction, name: str, *, chosen: bool) -> Reply:
    user_id = interaction.request.user_id
    data = await interaction.app.store.run(transactions.choose, user_id, name, chosen=chosen)
    return privacy_card.privacy(data, interaction.to.voice, interaction.app.links)


@button("unblockall", answers=Place.PRIVATE, own_data=True)
async def unblock_everyone(interaction: Interaction) -> Reply:
    """Take challenges from everyone who was blocked."""
    data = await interaction.app.store.run(
        transactions.unblock_everyone, interaction.request.user_id
    )
    return privacy_card.privacy(data, interaction.to.voice, interaction.app.links)


@button("export", answers=Place.PRIVATE, own_data=True)
async def export(interaction: Interaction, after: int) -> Reply:
    """A file with a person's games, or a part of it, with a button for the next part.

    after  the id of the last game in the part before; 0 for the first part, which has all other
           data too
    """
    store = interaction.app.store
    user_id = interaction.request.user_id
    facts = []
    if after == 0:
        facts = await store.run(personal_rows.facts, user_id)
    games = await store.run(personal_rows.games, user_id, after)
    file = await asyncio.to_thread(privacy_card.export_file, user_id, facts, games)
    last = None
    if len(games) == personal_rows.PAGE:
        last = games[-1]["id"]
    return privacy_card.export(file, last, interaction.to.voice)


@button("delete", answers=Place.PRIVATE, own_data=True)
async def ask_to_delete(interaction: Interaction) -> Reply:
    """Ask whether to delete everything."""
    return privacy_card.deletion(interaction.to.voice)


@button("deletenow", answers=Place.PRIVATE, own_data=True)
async def delete(interaction: Interaction) -> Reply:
    """Delete everything."""
    ended = await interaction.run(transactions.delete)
    deleted = privacy_card.after_deletion(interaction.to.voice)
    changed = [public_message(game) for game in ended]
    return replace(deleted, changed=tuple(changed))
