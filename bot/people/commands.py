"""People: /ttt help, stats, top and privacy, and the buttons for one's own data."""

import asyncio
from typing import Literal

from discord import Member, User, app_commands

from bot.interactions.handlers import button, command, command_text
from bot.interactions.interaction import Answer, Interaction
from bot.messages.content import Place
from bot.messages.texts import UNKNOWN_BUTTON, Refusal
from bot.people import card, help_card, personal_rows, privacy_card, transactions
from bot.play.answers import public_voice
from bot.play.commands import GAME_CHOICES, known_game
from engine.board import GAMES


@command(command_text("How to play, and what else I can do"), name="help", place=Place.PRIVATE)
async def show_help(interaction: Interaction) -> Answer:
    """Show the person who asked how to play, and all commands."""
    return Answer(help_card.how_to_play(interaction.voice, interaction.app.links))


@command(
    command_text("Your wins, draws and losses, or someone else's"),
    user=command_text("Whose results (leave empty for yours)"),
    game=command_text("Only this game (leave empty for all)"),
)
@app_commands.choices(game=GAME_CHOICES)
async def stats(
    interaction: Interaction, user: User | Member | None = None, game: str | None = None
) -> Answer:
    """Show a person's results to everyone, and how the person who asks stands against them."""
    asker = interaction.user_id
    person = asker
    if user:
        person = user.id
    results = await interaction.run(transactions.stats, person, known_game(game), asker)
    return Answer(card.stats_card(results, await public_voice(interaction)))


@button("levels", place=Place.PRIVATE)
async def all_levels(interaction: Interaction, player: int, game: str) -> Answer:
    """Show the person who presses someone's results against every level."""
    only_game = None
    if game != card.ALL_GAMES:
        only_game = _game_of_button(game)
    results = await interaction.run(transactions.stats, player, only_game)
    return Answer(card.all_levels(results, interaction.voice))


@command(
    command_text("This server's leaderboard"),
    game=command_text("Which game"),
    against=command_text("Games between people (the default), or games with me"),
)
@app_commands.choices(game=GAME_CHOICES)
async def top(
    interaction: Interaction, game: str | None = None, against: Literal["people", "bot"] = "people"
) -> Answer:
    """Show the first page of the server's leaderboard to everyone."""
    return await _leaderboard(interaction, known_game(game), 0, against_bot=against == "bot")


@button("top")
async def turn_to(interaction: Interaction, game: str, page: int) -> Answer:
    """Show a page of the leaderboard of games between people."""
    return await _leaderboard(interaction, _game_of_button(game), page, against_bot=False)


@button("topbot")
async def turn_to_games_with_the_bot(interaction: Interaction, game: str, page: int) -> Answer:
    """Show a page of the leaderboard of games with the bot."""
    return await _leaderboard(interaction, _game_of_button(game), page, against_bot=True)


def _game_of_button(name: str) -> str:
    """The game that a button names. Raises Refusal if there is none."""
    if name not in GAMES:
        raise Refusal(UNKNOWN_BUTTON)
    return name


async def _leaderboard(
    interaction: Interaction, game: str | None, page: int, *, against_bot: bool
) -> Answer:
    leaderboard = await interaction.run(
        transactions.leaderboard, page, game, against_bot=against_bot
    )
    return Answer(card.leaderboard_card(leaderboard, await public_voice(interaction)))


@command(
    command_text("See or delete your data, or turn challenges off"),
    place=Place.PRIVATE,
    own_data=True,
)
@button("keep", place=Place.PRIVATE, own_data=True)
async def privacy(interaction: Interaction) -> Answer:
    """Show a person what is kept about them and what they can do. The button deletes nothing."""
    data = await interaction.run(transactions.personal_data, interaction.user_id)
    return Answer(privacy_card.privacy(data, interaction.voice, interaction.app.links))


@button("open", place=Place.PRIVATE, own_data=True)
async def take_challenges(interaction: Interaction) -> Answer:
    """Take challenges again."""
    return await _save_choice(interaction, "takes_challenges", chosen=True)


@button("close", place=Place.PRIVATE, own_data=True)
async def take_no_challenges(interaction: Interaction) -> Answer:
    """Take no more challenges."""
    return await _save_choice(interaction, "takes_challenges", chosen=False)


@button("textfirst", place=Place.PRIVATE, own_data=True)
async def put_text_first(interaction: Interaction) -> Answer:
    """From now on answer in words where only this person sees it."""
    card_of_choices = await _save_choice(interaction, "text_first", chosen=True)
    if interaction.listens:
        return Answer(privacy_card.after_text_first(interaction.voice, wants=True))
    return card_of_choices


@button("picturesfirst", place=Place.PRIVATE, own_data=True)
async def put_pictures_first(interaction: Interaction) -> Answer:
    """Draw boards for this person again."""
    card_of_choices = await _save_choice(interaction, "text_first", chosen=False)
    if interaction.listens:
        return Answer(privacy_card.after_text_first(interaction.voice, wants=False))
    return card_of_choices


async def _save_choice(interaction: Interaction, name: str, *, chosen: bool) -> Answer:
    """Save one of a person's choices, by its column, and show what is kept about them."""
    user_id = interaction.user_id
    data = await interaction.run(transactions.choose, user_id, name, chosen=chosen)
    return Answer(privacy_card.privacy(data, interaction.voice, interaction.app.links))


@button("unblockall", place=Place.PRIVATE, own_data=True)
async def unblock_everyone(interaction: Interaction) -> Answer:
    """Take challenges from everyone who was blocked."""
    data = await interaction.run(transactions.unblock_everyone, interaction.user_id)
    return Answer(privacy_card.privacy(data, interaction.voice, interaction.app.links))


@button("export", place=Place.PRIVATE, own_data=True)
async def export(interaction: Interaction, after: int) -> Answer:
    """A file with a person's games, or a part of it, with a button for the next part.

    after  the id of the last game in the part before; 0 for the first part, which has all other
           data too
    """
    store = interaction.app.store
    user_id = interaction.user_id
    facts = []
    if after == 0:
        facts = await store.run(personal_rows.facts, user_id)
    games = await store.run(personal_rows.games, user_id, after)
    file = await asyncio.to_thread(privacy_card.export_file, user_id, facts, games)
    last = None
    if len(games) == personal_rows.PAGE:
        last = games[-1]["id"]
    return Answer(privacy_card.export(file, last, interaction.voice))


@button("delete", place=Place.PRIVATE, own_data=True)
async def ask_to_delete(interaction: Interaction) -> Answer:
    """Ask whether to delete everything."""
    return Answer(privacy_card.deletion(interaction.voice))


@button("deletenow", place=Place.PRIVATE, own_data=True)
async def delete(interaction: Interaction) -> Answer:
    """Delete everything."""
    ended = await interaction.run(transactions.delete)
    return Answer(privacy_card.after_deletion(interaction.voice), changed=tuple(ended))
