"""A review, page by page, compared with a minimax that shares nothing with the engine."""

from dataclasses import replace
from random import Random

import pytest

from bot.advice import review_card as reviews
from bot.messages import custom_id, payload
from bot.messages.custom_id import custom_id_of
from bot.messages.reply import Card
from bot.messages.voice import ENGLISH
from bot.play.seats import Bot, Person
from bot.play.session import Session
from engine.board import Board, Mark
from engine.review import review
from tests.support.cards import session, words
from tests.support.plain_minimax import plain_scores

GAME = (1, 5, 9, 3, 7, 4, 8)  # O's 3 loses; everything else is best


ANN, EVE = 1, 3  # Ann plays X against the bot, Eve did not play


def page(game: Session, ply: int | None = None, viewer: int = EVE, *, is_told: bool = False) -> Card:
    moves = review(game.moves, first=game.first)
    return reviews.page(game, moves, viewer, ENGLISH, ply, is_told=is_told)


def targets(card: Card) -> dict[str, int | None]:
    """The page each button leads to, or None if it is disabled; Read and Share stand among them."""
    found = {button.label: button for row in card.rows for button in row}
    assert not found.pop("In words").disabled
    assert not found.pop("Share").disabled
    pressed = {button.label: (custom_id.read(button.custom_id), button.disabled) for button in found.values()}
    return {label: None if disabled else press.about[1] for label, (press, disabled) in pressed.items()}


def test_it_sums_up_the_game_opens_at_the_first_mistake_and_says_what_it_changed():
    card = page(session(*GAME))
    assert words(card) == (
        "**Review** · move **4** of 7 🔎\n"
        "❌ <@1> vs ⭕ **Bot** (perfect)\n"
        "-# Mistakes: <@1> 0, me 1\n"
        "# ❌ ✅ ⚠️\n"
        "# ✅ ⭕ ✅\n"
        "# 7️⃣ ✅ ❌\n"
        "⭕ I played **3** ⚠️\n"
        "Mistake! That turned a **draw** into a **loss**. Better: **2**, **4**, **6** or **8**.\n"
        "-# **2** threatens 2-5-8, so there's no time for a fork.\n"
        "Move by move for ❌:\n🤝🤝🤝[✅]✅✅✅"
    )


OWN = session(1, 5, 2, 3, 9, 7)  # Ann blocks nothing with 9


def test_it_opens_at_ones_own_first_mistake_and_asks_before_it_tells():
    asked = page(OWN, viewer=ANN)
    assert words(asked) == (
        "**Review** · move **5** of 6 🔎\n"
        "❌ <@1> vs ⭕ **Bot** (perfect)\n"
        "-# Mistakes: you 1, me 0\n"
        "# ❌ ❌ ⭕\n"
        "# 4️⃣ ⭕ 6️⃣\n"
        "# 7️⃣ 8️⃣ ⚠️\n"
        "❌ You played **9** ⚠️\n"
        "That turned a **draw** into a **loss**. Can you find a better cell?\n"
        "Move by move for ❌:\n🤝🤝🤝🤝[🔻]🔻"
    )
    assert targets(asked) == {"Previous": 3, "Next": 5, "Show me": 4, "My next mistake": None}
    assert [len(row) for row in asked.rows] == [2, 2, 2]
    told = page(OWN, 4, ANN, is_told=True)
    assert "# 4️⃣ ⭕ 6️⃣\n# ✅ 8️⃣ ⚠️" in words(told)
    assert "Better: **7**.\n-# **7** blocks 3-5-7." in words(told)
    assert targets(told) == {"Previous": 3, "Next": 5, "My next mistake": None}


def test_only_ones_own_mistakes_are_asked_and_stepped_through():
    game = session(1, 2, 3, 5, 8, 4, 6, 7, 9)
    mistakes = [ply for ply in range(9) if "Mistake!" in words(page(game, ply))]
    own = [ply for ply in mistakes if ply % 2 == 0]
    assert own
    assert len(own) < len(mistakes)
    assert f"move **{own[0] + 1}** of 9" in words(page(game, viewer=ANN))
    for ply in range(9):
        assert ("Can you find" in words(page(game, ply, ANN))) == (ply in own)
        assert "Can you find" not in words(page(game, ply))
        following = [at for at in own if at > ply]
        assert targets(page(game, ply, ANN))["My next mistake"] == (following[0] if following else None)


def test_who_made_no_mistake_begins_at_the_first_move_and_steps_through_the_others():
    card = page(session(*GAME), viewer=ANN)
    assert "move **1** of 7" in words(card)
    assert "Mistakes: you 0, me 1" in words(card)
    assert targets(card)["Next mistake"] == 3


def test_the_curve_is_that_of_the_person_who_looks():
    game = replace(OWN, seats={Mark.X: Bot("perfect"), Mark.O: Person(ANN)})
    assert words(page(game, 0, ANN)).endswith("Move by move for ⭕:\n[🤝]🤝🤝🤝✅✅")
    assert words(page(game, 5)).endswith("Move by move for ❌:\n🤝🤝🤝🤝🔻[🔻]")


def test_a_game_that_o_began_is_judged_from_its_own_side():
    game = replace(session(5, 1, 9, 3, 2, 8, 7, 6, 4), first=Mark.O)
    assert "⭕ I played **5**" in words(page(game, 0))
    assert "❌ <@1> played **1**" in words(page(game, 1))


def test_a_game_without_mistakes_opens_at_its_first_move():
    told = words(page(session(1, 5, 9, 2, 8, 7, 3, 6, 4)))
    assert "move **1** of 9" in told
    assert "-# Not a single mistake in it. Well played!" in told


@pytest.mark.parametrize(
    ("ply", "buttons"),
    [
        (0, {"Previous": None, "Next": 1, "Next mistake": 3}),
        (2, {"Previous": 1, "Next": 3, "Next mistake": 3}),
        (3, {"Previous": 2, "Next": 4, "Next mistake": None}),
        (6, {"Previous": 5, "Next": None, "Next mistake": None}),
        (99, {"Previous": 5, "Next": None, "Next mistake": None}),
    ],
)
def test_its_buttons_lead_to_the_pages_there_are(ply: int, buttons: dict[str, int | None]):
    card = page(session(*GAME), ply)
    assert targets(card) == buttons
    assert len({button.custom_id for row in card.rows for button in row}) == 5
    assert custom_id_of("later", 7, 3) == "ttt:later:7:3"


def test_a_best_move_has_its_own_tick_and_its_own_reason_and_no_other():
    told = words(page(session(2, 8, 9, 1, 3, 6, 5), 0))
    assert "# 1️⃣ ✅ 3️⃣\n# 4️⃣ 5️⃣ 6️⃣\n# 7️⃣ 8️⃣ 9️⃣" in told
    assert "❌ <@1> played **2** ✅\nBest move. **2** keeps the draw.\nMove by move" in told


def test_a_slower_win_is_fine_and_the_quicker_one_is_ticked():
    card = page(session(1, 2, 4, 3, 5, 6, 9), 4)
    assert "❌ <@1> played **5** 🆗\nFine. It still wins, but **7** won on the spot." in words(card)
    assert "# ❌ ⭕ ⭕\n# ❌ 🆗 6️⃣\n# ✅ 8️⃣ 9️⃣" in words(card)


def test_whole_games_are_judged_right_move_by_move():
    rng = Random(1)
    for _ in range(30):
        board, moves = Board(), []
        while not board.outcome:
            moves.append(rng.choice(board.free_cells))
            board = board.play(moves[-1])
        board, judged = Board(), 0
        for ply, cell in enumerate(moves):
            scores, told = plain_scores(board), words(page(session(*moves), ply))
            best, value = max(scores.values()), scores[cell]
            kept = (best > 0) - (best < 0) == (value > 0) - (value < 0)
            assert ("Best move." in told) == (value == best)
            assert ("Fine." in told) == (kept and value != best)
            assert ("Mistake!" in told) == (not kept)
            ends = {True: "win", False: "loss"}
            if not kept:
                before = ends[best > 0] if best else "draw"
                after = ends[value > 0] if value else "draw"
                assert f"turned a **{before}** into a **{after}**" in told
            board, judged = board.play(cell), judged + 1
        assert judged == len(moves)


def test_a_shared_review_has_the_marks_of_its_game():
    game = replace(session(*GAME), look="sun and moon")
    sent = str(payload.message(reviews.shared(game, review(game.moves, first=game.first), EVE, ENGLISH)))
    assert "🌞" in sent
    assert "❌" not in sent
