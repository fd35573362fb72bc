"""/ttt games: a person's own games, wherever they play, and what one can do from there."""

from bot.advice.commands import open_review
from bot.interactions.handlers import button, command, command_text
from bot.interactions.interaction import Answer, Interaction
from bot.messages.content import Place
from bot.messages.texts import UNKNOWN_BUTTON, Refusal
from bot.people import own_games_card, transactions
from bot.play import transactions as play_transactions
from bot.play.actions import SessionOver
from bot.play.card import resign_question

_LONGEST_ID = 18  # digits


@command(
    command_text("Your games in all channels (only you can see it)"),
    place=Place.PRIVATE,
    in_words=True,
)
@button("games", place=Place.PRIVATE, in_words=True)
async def games(interaction: Interaction) -> Answer:
    """Show a person what they have on in all channels, and what they finished last."""
    return await _as_things_stand(interaction)


async def _as_things_stand(interaction: Interaction) -> Answer:
    own = await interaction.run(transactions.own_games)
    return Answer(own_games_card.own_games(own, interaction.voice))


@button("pastgames", place=Place.PRIVATE, in_words=True)
async def past_games(interaction: Interaction) -> Answer:
    """Show a person their games; people who listen hear only what they finished last."""
    own = await interaction.run(transactions.own_games)
    return Answer(own_games_card.past_games(own, interaction.voice))


@button("pastolder", place=Place.PRIVATE, in_words=True)
async def older_games(interaction: Interaction, session_id: int) -> Answer:
    """Show a person their games, with the page of finished ones before this one."""
    own = await interaction.run(transactions.own_games, older_than=session_id)
    return Answer(own_games_card.past_games(own, interaction.voice))


@button("pastnewer", place=Place.PRIVATE, in_words=True)
async def newer_games(interaction: Interaction, session_id: int) -> Answer:
    """Show a person their games, with the page of finished ones after this one."""
    own = await interaction.run(transactions.own_games, newer_than=session_id)
    return Answer(own_games_card.past_games(own, interaction.voice))


@button("pastreview", place=Place.ASIDE, in_words=True)
async def review(interaction: Interaction) -> Answer:
    """Open the review of the game that was chosen; the list stays."""
    return await open_review(interaction, _chosen_game(interaction))


@button("giveupwhich", place=Place.PRIVATE, in_words=True)
async def choose_to_resign(interaction: Interaction) -> Answer:
    """Ask whether to resign the game that was chosen."""
    return await ask_to_resign(interaction, _chosen_game(interaction))


@button("giveup", place=Place.PRIVATE, in_words=True)
async def ask_to_resign(interaction: Interaction, session_id: int) -> Answer:
    """Ask whether to resign a game, wherever it is played; if it is over, show how things stand."""
    session = await interaction.run(play_transactions.session_in_reach, session_id)
    if session.ending:
        return await _as_things_stand(interaction)
    voice = interaction.voice
    return Answer(resign_question(session, interaction.user_id, voice, in_list=True))


@button("giveupnow", place=Place.PRIVATE, in_words=True)
async def resign(interaction: Interaction, session_id: int) -> Answer:
    """Resign a game after the question."""
    try:
        resigned, own = await interaction.run(transactions.resign, session_id)
    except SessionOver:
        return await _as_things_stand(interaction)
    return Answer(own_games_card.own_games(own, interaction.voice, resigned), changed=(resigned,))


@button("gamesatonce", place=Place.PRIVATE, in_words=True)
async def tell_at_once(interaction: Interaction) -> Answer:
    """From now on tell this person at once that it is their turn."""
    return await _tell(interaction, at_once=True)


@button("gamesathalf", place=Place.PRIVATE, in_words=True)
async def tell_at_half_time(interaction: Interaction) -> Answer:
    """Tell this person only when half of their time is gone."""
    return await _tell(interaction, at_once=False)


async def _tell(interaction: Interaction, *, at_once: bool) -> Answer:
    own = await interaction.run(transactions.choose_when_told, at_once=at_once)
    return Answer(own_games_card.own_games(own, interaction.voice))


def _chosen_game(interaction: Interaction) -> int:
    """The id of the session that was chosen in a menu. Anyone can send anything."""
    chosen = interaction.chosen
    if not chosen.isdecimal() or len(chosen) > _LONGEST_ID:
        raise Refusal(UNKNOWN_BUTTON)
    return int(chosen)
