"""People: /ttt help, stats, top and privacy, and the buttons for one's own data."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from discord import Member, User, app_commands

from bot.challenges.card import shown
from bot.database.store import AT_ONCE
from bot.interactions.handlers import (
    GAME_CHOICES,
    button,
    command,
    in_parts,
    known_game,
    say,
)
from bot.interactions.interaction import Interaction
from bot.messages.reply import Place, Reply
from bot.messages.texts import UNKNOWN_BUTTON, Refusal
from bot.people import card, personal_rows, privacy_card, transactions
from bot.play.answers import public_voice
from engine.board import GAMES

_MOST = 5_000  # games in a file, which is then about 2 MB; Discord takes 10 MB


@command(say("How to play, and what else I can do"), name="help", answers=Place.PRIVATE)
async def explain(command: Interaction) -> Reply:
    """Explain the bot to the person who asked."""
    return privacy_card.welcome(command.to.voice, command.app.links)


@command(
    say("Your wins, draws and losses, or someone else's"),
    user=say("Whose results (leave empty for yours)"),
    game=say("Only this game (leave empty for all)"),
)
@app_commands.choices(game=GAME_CHOICES)
async def stats(
    command: Interaction, user: User | Member | None = None, game: str | None = None
) -> Reply:
    """Show a person's results to everyone, and how the person who asks stands against them."""
    asker = command.request.user_id
    person = user.id if user else asker
    found = await command.app.store.run(transactions.stats, person, known_game(game), asker)
    return card.stats(found, await public_voice(command))


@command(
    say("This server's leaderboard"),
    game=say("Which game"),
    against=say("Games between people (the default), or games with me"),
)
@app_commands.choices(game=GAME_CHOICES)
async def top(
    command: Interaction, game: str | None = None, against: Literal["people", "bot"] = "people"
) -> Reply:
    """Show the first page of the server's leaderboard to everyone."""
    return await _leaderboard(command, known_game(game), 0, against_bot=against == "bot")


@button("top")
async def turn_to(press: Interaction, game: str, page: int) -> Reply:
    """Show a page of the leaderboard of games between people."""
    return await _leaderboard(press, game, page, against_bot=False)


@button("topbot")
async def turn_to_games_with_the_bot(press: Interaction, game: str, page: int) -> Reply:
    """Show a page of the leaderboard of games with the bot."""
    return await _leaderboard(press, game, page, against_bot=True)


async def _leaderboard(
    asked: Interaction, game: str | None, page: int, *, against_bot: bool
) -> Reply:
    if game is not None and game not in GAMES:
        raise Refusal(UNKNOWN_BUTTON)
    found = await asked.run(transactions.leaderboard, page, game, against_bot=against_bot)
    return card.leaderboard(found, await public_voice(asked))


@command(say("See or delete your data, or turn challenges off"), answers=Place.PRIVATE)
@button("keep", answers=Place.PRIVATE, own=True)
async def privacy(asked: Interaction) -> Reply:
    """Show a person what is kept about them and what they can do. The button deletes nothing."""
    kept = await asked.app.store.run(transactions.kept, asked.request.user_id)
    return privacy_card.privacy(kept, asked.to.voice, asked.app.links)


@button("open", answers=Place.PRIVATE, own=True)
async def take_challenges(press: Interaction) -> Reply:
    """Take challenges again."""
    return await _choose(press, "takes_challenges", chosen=True)


@button("close", answers=Place.PRIVATE, own=True)
async def take_no_challenges(press: Interaction) -> Reply:
    """Take no more challenges."""
    return await _choose(press, "takes_challenges", chosen=False)


@button("textfirst", answers=Place.PRIVATE)
async def put_text_first(press: Interaction) -> Reply:
    """From now on answer in words where only this person sees it."""
    shown = await _choose(press, "text_first", chosen=True)
    return privacy_card.after_text_first(press.to.voice, wants=True) if press.to.reader else shown


@button("picturesfirst", answers=Place.PRIVATE)
async def put_pictures_first(press: Interaction) -> Reply:
    """Draw boards for this person again."""
    shown = await _choose(press, "text_first", chosen=False)
    return privacy_card.after_text_first(press.to.voice, wants=False) if press.to.reader else shown


async def _choose(press: Interaction, name: str, *, chosen: bool) -> Reply:
    user_id = press.request.user_id
    kept = await press.app.store.run(transactions.choose, user_id, name, chosen=chosen)
    return privacy_card.privacy(kept, press.to.voice, press.app.links)


@button("unblockall", answers=Place.PRIVATE, own=True)
async def unblock_everyone(press: Interaction) -> Reply:
    """Take challenges from everyone who was blocked."""
    kept = await press.app.store.run(transactions.unblock_everyone, press.request.user_id)
    return privacy_card.privacy(kept, press.to.voice, press.app.links)


@button("export", answers=Place.PRIVATE, own=True)
async def export(press: Interaction, after: int) -> Reply:
    """A file with a person's games, or a part of it, with a button for the next part.

    after  the id of the last game in the part before; 0 for the first part, which has all other
           data too
    """
    run, user_id = press.app.store.run, press.request.user_id
    facts = [] if after else await run(personal_rows.facts, user_id)
    played: list[Mapping[str, Any]] = []
    last, has_more = after, True

    async def read_on() -> bool:
        nonlocal last, has_more
        read = await run(personal_rows.games, user_id, last)
        played.extend(read)
        has_more = len(read) == AT_ONCE
        last = read[-1]["id"] if has_more else last
        return has_more and len(played) < _MOST

    await in_parts(press, read_on)
    file = await asyncio.to_thread(privacy_card.export_file, user_id, facts, played)
    return privacy_card.export(file, last if has_more else None, press.to.voice)


@button("delete", answers=Place.PRIVATE, own=True)
async def ask_to_delete(press: Interaction) -> Reply:
    """Ask whether to delete everything."""
    return privacy_card.deletion(press.to.voice)


@button("deletenow", answers=Place.PRIVATE, own=True)
async def delete(press: Interaction) -> Reply:
    """Delete everything, or as much as there is time for: another press continues with the rest."""
    ended = await press.run(transactions.ended_by_deletion)
    has_more = await in_parts(press, lambda: press.run(transactions.delete))
    deleted = privacy_card.after_deletion(press.to.voice, has_more=has_more)
    return replace(deleted, changed=tuple(shown(each) for each in ended))
