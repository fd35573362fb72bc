"""/ttt stats, top, puzzle, privacy, stop and help."""

import pytest
from sqlalchemy import insert

from bot.database.tables import counts
from bot.database.transaction import AnyTransaction
from bot.people import transactions as record_transactions
from tests.support.server import Server, refused, text
from tests.support.walk import (
    ANN,
    BOB,
    COUNTING,
    EVE,
    FRIENDS,
    MOD,
    does,
    hears,
    posts,
    redraws,
    walk,
    walks,
)

ONE_WON = (*COUNTING, posts(BOB, "resign", "@ann wins!"))


LOST = (posts(ANN, "move", "I played", cell=5), posts(ANN, "resign", "resigned"))


test_people_see = walks(
    {
        "results, streaks and the strongest level beaten": (
            *(*ONE_WON, *ONE_WON, posts(ANN, "start", "Your turn", level="hard"), *LOST),
            *(posts(ANN, "start", "Your turn", level="easy"), hears(ANN, "hint", "Play 1"), *LOST),
            posts(BOB, "stats", "### @ann: 2 wins 🏅\n-# Most wins in a row: 2", user=ANN),
            posts(BOB, "stats", "2 won, 0 drawn, 2 lost", user=ANN),
            posts(BOB, "stats", "Head to head: @bob 0 – 2 @ann\n", user=ANN),
            posts(BOB, "stats", "people **2-0-0**\nhard **0-0-1**\nwith hints **0-0-1**", user=ANN),
            posts(BOB, "stats", "🟩🟩🔳\n", user=ANN),
        ),
        "no rematch with someone who is deleted": (
            *FRIENDS,
            posts(BOB, "resign", "Game stopped"),
            hears(ANN, "privacy", "Your data"),
            does(ANN, "Delete", "Delete all your data?"),
            does(ANN, "Delete everything", "All gone."),
            hears(BOB, "Rematch", "no rematch"),
            posts(BOB, "start", "challenges you", opponent=EVE),
        ),
        "of several games the one that the moderator names stopped": (
            posts(ANN, "start", "Your turn"),
            posts(BOB, "start", "Your turn"),
            hears(MOD, "stop", "Name a player"),
            hears(MOD, "stop", "@bob", player=BOB),
            posts(MOD, "Stop the game", "Game stopped"),
            hears(BOB, "board", "don't have a game here"),
            posts(ANN, "board", "Your turn"),
        ),
        "the way to a game that ended while a moderator was asked": (
            *COUNTING,
            hears(MOD, "stop", "Stop this game?"),
            posts(BOB, "resign", "resigned"),
            redraws(MOD, "Stop the game", "This game is over: [go to the board]"),
            posts(ANN, "stats", "1 won, 0 drawn, 0 lost"),
        ),
    }
)


async def test_a_long_table_has_pages_for_everyone(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(record_transactions, "PAGE", 1)
    first, second = "🥇 @ann **3** · 1-0-0", "🥈 @bob **0** · 0-0-1"
    await walk(
        server,
        *ONE_WON,
        posts(ANN, "top", first),
        posts(BOB, "top", f"{first}\n…\n{second}\n"),
        posts(EVE, "top", f"{first}\n-#"),
        redraws(EVE, "Next", second, "Previous"),
        redraws(EVE, "Previous", first, "Next"),
    )


async def test_all_levels_are_told_to_who_presses_and_of_the_game_that_was_asked_for(
    server: Server,
):
    def wins(transaction: AnyTransaction) -> None:
        won = {"user_id": server.ann.id, "assisted": False, "won": 1, "drawn": 0, "lost": 0}
        for level in ("easy", "normal", "hard", "expert"):
            transaction.connection.execute(
                insert(counts).values(won | {"game": "misere", "against": level})
            )
        transaction.connection.execute(
            insert(counts).values(won | {"game": "3x3", "against": "perfect"})
        )

    await server.store.run(wins)
    shown = await server.ann.slash(server.general, "ttt stats", game="misere")
    told = await server.bob.click(shown.response.message, label="All levels")
    assert told.ephemeral
    assert "-# Misère: three in a row loses\n" in text(told)
    assert "expert **1-0-0**" in text(told)
    assert "perfect" not in text(told)


async def test_a_made_up_puzzle_is_no_puzzle(server: Server):
    await server.ann.slash(server.general, "ttt start")
    made_up = ("0:0:0:5", "9999:9999:1:5", "34:528:0:2", "34:34:0:3", "1:2:0:3", f"{10**17}:0:0:5")
    for claim in made_up:
        for game in ("3x3", "5x5"):
            pressed = await server.send_press(server.ann, f"ttt:puzzle:{game}:{claim}")
            assert refused(pressed, "no longer works"), (game, claim)


async def test_who_has_too_many_games_to_delete_at_once_is_sent_to_the_operator(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await walk(server, *ONE_WON)
    monkeypatch.setattr(record_transactions, "MOST_DELETED", 0)
    shown = await server.ann.slash(server.general, "ttt privacy")
    asked = await server.ann.click(shown.response.message, label="Delete")
    told = await server.ann.click(asked.response.message, label="Delete everything")
    assert refused(told, "Ask the bot's operator")
    assert "1 won" in text(await server.ann.slash(server.general, "ttt stats"))


async def test_help_names_each_command_without_a_button_where_it_matters_on_one_screen_of_a_phone(
    server: Server,
):
    result = await server.ann.slash(server.general, "ttt help")
    assert result.ephemeral
    assert len(text(result).splitlines()) <= 20
    [group] = [command for command in server.client.tree.get_commands() if command.name == "ttt"]
    named = {command.name for command in group.commands if f"/ttt {command.name}" in text(result)}
    buttons_say_it = {"draw", "resign", "claim"}
    only_for_moderators = {"stop"}
    assert named == (
        {command.name for command in group.commands}
        - buttons_say_it
        - only_for_moderators
        - {"help"}
    ), "_HELP in bot/people/help_card.py names them"
