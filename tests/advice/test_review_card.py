"""A review, page by page, compared with a minimax that shares nothing with the engine."""

from dataclasses import replace
from itertools import chain
from random import Random

import pytest

from bot.advice import review_card
from bot.messages import custom_id, payload
from bot.messages.content import Card, Style
from bot.messages.looks import EMOJI, tile_look
from bot.messages.texts import ENGLISH
from bot.messages.tiles import NAMES
from bot.play.seats import Bot, Person
from bot.play.session import Ending, Session, Termination
from engine.analysis import analyse
from engine.board import GAMES, Board, Mark
from engine.review import Grade, review
from tests.messages.rare import ENDS, a_try
from tests.support.boards import some_moves
from tests.support.cards import session, words
from tests.support.payloads import parts
from tests.support.plain_minimax import plain_scores

GAME = (1, 5, 9, 3, 7, 4, 8)  # O's 3 loses; everything else is best


READ = "As text"
ANN, EVE = 1, 3  # Ann plays X against the bot, Eve did not play


def page(
    game: Session,
    ply: int | None = None,
    viewer: int = EVE,
    cell: int | None = None,
    *,
    is_told: bool = False,
    is_here: bool = True,
) -> Card:
    """A page of its review; `cell` is tried in place of the move there."""
    moves = review(game.moves, first=game.first, rules=game.rules)
    shown = review_card.Page.of(game, moves, viewer, ply)
    tried = None
    if cell is not None:
        tried = a_try(shown.move.board, cell)
    shown = replace(shown, is_told=is_told, tried=tried, is_here=is_here)
    return review_card.review_page(shown, ENGLISH)


def labels(card: Card) -> list[list[str]]:
    return [[button.label for button in row] for row in card.rows]


def disabled(card: Card) -> list[str]:
    return [button.label for button in chain(*card.rows) if button.disabled]


def targets(card: Card) -> dict[str, int]:
    """The page each button leads to, but for Share and As text."""
    found = {
        button.label: custom_id.parse_custom_id(button.custom_id)
        for button in chain(*card.rows[:-1], card.rows[-1][:-2])
    }
    return {label: press.about[1] for label, press in found.items()}


def test_it_opens_at_the_first_mistake_and_says_what_it_changed_and_what_was_better():
    assert words(page(session(*GAME))) == (
        "**Move 4 of 7** · ⭕ I played **3**\n"
        "Mistake! It turned a **draw** into a **win for ❌**.\n"
        "Better: **2**, **4**, **6** or **8**. "
        "**2** threatens 2-5-8, so the other side has no time to make a fork.\n"
        "# ❌ 🟰 ⭕ ←\n"
        "# 🟰 ⭕ 🟰\n"
        "# 7️⃣ 🟰 ❌\n"
        "⬜⬜⬜🟢🟩🟩🟩\n"
        "-# 🟩 win for ❌ · ⬜ draw\n"
        "-# Mistakes: <@1> 0, me 1"
    )


OWN = session(1, 5, 2, 3, 9, 7)  # Ann blocks nothing with 9
SENTENCE = "**Your one mistake: move 5, cell 9**\n"
STRIP = "⬜⬜⬜⬜🔘🔳\n-# ⬜ draw · 🔳 win for ⭕"


def test_it_opens_at_ones_own_mistake_and_lets_one_look_for_a_better_cell_before_it_tells():
    asked = page(OWN, viewer=ANN)
    assert words(asked) == (
        f"{SENTENCE}It turned a **draw** into a **win for ⭕**.\nWhat keeps the draw?\n"
        "# ❌ ❌ ⭕\n"
        "# 4️⃣ ⭕ 6️⃣\n"
        "# 7️⃣ 8️⃣ 🔽\n"
        f"{STRIP}"
    )
    assert labels(asked) == [
        ["X", "X", "O"],
        ["4", "O", "6"],
        ["7", "8", "9", READ],
        ["Back", "Next", "Show answer"],
    ], "as the board is laid out, and nothing that would tell everyone the answer"
    pressed = [custom_id.parse_custom_id(button.custom_id) for button in chain(*asked.rows)]
    assert pressed[:9] == [("try", (7, 4, cell)) for cell in range(1, 10)]
    assert pressed[-1] == ("show", (7, 4))
    assert disabled(asked) == ["9"]
    told = page(OWN, 4, ANN, is_told=True)
    assert (
        f"{SENTENCE}It turned a **draw** into a **win for ⭕**.\n"
        "Better: **7** blocks 3-5-7.\n# ❌" in words(told)
    )
    assert "# 4️⃣ ⭕ 6️⃣\n# 🟰 8️⃣ ❌ ←" in words(told)
    assert labels(told) == [["Back", "Next", "Share", READ]]


def test_a_cell_that_holds_no_better_asks_again_and_does_not_name_one_that_holds():
    tried = page(OWN, 4, ANN, 4)
    assert f"{SENTENCE}**4** loses.\nWhat keeps the draw?\n" in words(tried)
    assert "# 🔽 ⭕ 6️⃣\n# 7️⃣ 8️⃣ 🔽\n" in words(tried)
    assert labels(tried) == labels(page(OWN, 4, ANN)), "no button slides below the finger"
    assert disabled(tried) == ["4", "9"]
    misere = session(4, 9, 1, 3, 6, 5, 8, 2, 7, game="misere")
    assert "**7** is an instant loss.\nWhat " in words(page(misere, 4, ANN, 7))


def test_while_a_review_asks_for_a_cell_it_names_none_that_holds():
    rng, told, forms = Random(1), set(), ("loses.", "only draws.", "leads to")
    for game in 12 * ["3x3", "misere", "fading"]:
        played = session(*some_moves(game, 6, rng), game=game)
        for ply, move in enumerate(review(played.moves, rules=played.rules)):
            if move.grade is not Grade.MISTAKE or move.board.turn is Mark.O:
                continue
            for cell in set(move.board.free_cells) - {move.cell, *move.held}:
                [_, answered, *_] = words(page(played, ply, ANN, cell)).split("\n")
                assert not any(f"**{held}**" in answered for held in move.held)
                told |= {form for form in forms if form in answered}
    assert told == {*forms}


def test_a_cell_that_holds_is_celebrated_and_leads_on_to_a_rematch_with_the_bot():
    found = page(OWN, 4, ANN, 7)
    assert words(found).startswith(
        "### Got it! 7 keeps the draw 🎉\n"
        "**7** blocks 3-5-7.\n"
        "-# Instead of 9, on move 5\n"
        "# ❌ ❌ ⭕\n# 4️⃣ ⭕ 6️⃣\n# ❌ 8️⃣ 9️⃣ ←"
    )
    assert labels(found) == [["Rematch", "Share", READ]]
    assert [button.custom_id for button in chain(*found.rows) if button.style is Style.BLUE] == [
        "ttt:rematch:7"
    ]
    assert found.spoken.text.startswith(
        "Got it! 7 keeps the draw\n7 blocks 3-5-7.\nInstead of 9, on move 5\nThe board before"
    )
    assert [button.label for button in chain(*found.spoken.rows)] == ["Rematch", "Share"]


def test_a_cell_that_holds_leads_on_to_the_next_mistake_while_there_is_one():
    found = page(session(4, 3, 5, 8, 7, 1, 9, 2), 2, ANN, 1)
    assert words(found).startswith("### Got it! 1 wins 🎉\n")
    assert labels(found) == [["Next mistake", READ]]
    assert found.rows[0][0].style is Style.BLUE


def test_a_cell_that_holds_leads_through_the_game_where_no_rematch_with_the_bot_can_follow():
    with_a_friend = replace(OWN, seats={Mark.X: Person(ANN), Mark.O: Person(2)})
    assert labels(page(with_a_friend, 4, ANN, 7)) == [["Back", "Next", "Share", READ]]
    assert labels(page(OWN, 4, ANN, 7, is_here=False)) == [["Back", "Next", READ]]


def test_who_finds_a_cell_of_which_no_more_is_to_say_hears_once_that_it_keeps_the_draw():
    game = replace(session(2, 9, 1, 6, 7, 3), seats={Mark.X: Bot("perfect"), Mark.O: Person(ANN)})
    assert words(page(game, 1, ANN, 5)).startswith(
        "### Got it! 5 keeps the draw 🎉\n-# Instead of 9, on move 2\n# "
    )


def test_nobody_is_celebrated_for_a_cell_in_place_of_a_move_that_was_no_mistake_of_theirs():
    """A press may name any move of a game whose message it is on."""
    for viewer, ply, cell in ((EVE, 4, 7), (ANN, 2, 4)):
        assert "Got it!" not in words(page(OWN, ply, viewer, cell))


def test_where_a_win_was_missed_a_slower_win_is_right_too():
    game = session(5, 6, 1, 2, 8, 9, 3, 7, 4)
    assert "It turned a **win for ❌** into a **draw**.\nWhat wins?" in words(page(game, 4, ANN))
    found = words(page(game, 4, ANN, 3))
    assert (
        "### Got it! 3 wins 🎉\nFine. It still wins, but **9** would have won at once.\n"
        "-# Instead of 8, on move 5\n# ❌ ⭕ ❌ ←\n# 🔼 ❌ ⭕\n# 🔼 8️⃣ 🔼"
    ) in found


def test_only_ones_own_mistakes_are_asked_counted_and_stepped_through():
    game = session(4, 3, 5, 8, 7, 1, 9, 2)
    mistakes = [ply for ply in range(8) if "Mistake!" in words(page(game, ply))]
    own = [ply for ply in mistakes if ply % 2 == 0]
    assert len(own) > 1
    assert len(own) < len(mistakes)
    assert words(page(game, viewer=ANN)).startswith(
        f"**Mistake 1 of {len(own)}: move {own[0] + 1}, cell "
    )
    for ply in range(8):
        shown = page(game, ply, ANN)
        assert ("What " in words(shown)) == ("Show answer" in chain(*labels(shown))) == (ply in own)
        assert "What " not in words(page(game, ply))
        following = [at for at in own if at > ply]
        told = page(game, ply, ANN, is_told=True)
        assert targets(told).get("Next mistake") == (following[0] if following else None)


def test_who_made_no_mistake_begins_at_the_first_move_and_steps_through_the_others():
    card = page(session(*GAME), viewer=ANN)
    assert words(card).startswith("**Move 1 of 7** · ❌ You played **1**\n")
    assert words(card).endswith("-# Mistakes: you 0, me 1")
    assert labels(card) == [["Next", "Next mistake"], ["Share", READ]]
    assert targets(card)["Next mistake"] == 3


def test_the_squares_are_those_of_the_person_who_looks():
    game = replace(OWN, seats={Mark.X: Bot("perfect"), Mark.O: Person(ANN)})
    assert "⚪⬜⬜⬜🟩🟩\n-# 🟩 win for ⭕ · ⬜ draw" in words(page(game, 0, ANN))
    assert "⬜⬜⬜⬜🔳🔘\n-# ⬜ draw · 🔳 win for ⭕" in words(page(game, 5))


def test_words_and_squares_name_the_same_winner_whoever_looks():
    for viewer in (ANN, EVE):
        lost = page(OWN, 4, viewer, is_told=True)
        assert "It turned a **draw** into a **win for ⭕**." in words(lost)
        assert "\n-# ⬜ draw · 🔳 win for ⭕" in words(lost)
        assert lost.spoken.text.endswith("Who wins, move by move:\ndraw, draw, draw, draw, O, O")
        won = page(session(*GAME), 3, viewer)
        assert "It turned a **draw** into a **win for ❌**." in words(won)
        assert "\n-# 🟩 win for ❌ · ⬜ draw" in words(won)


def test_a_long_game_shows_the_squares_around_the_move_and_fits_into_a_message_of_tiles():
    game = session(*ENDS["fading"]["drawn by its length"], game="fading")
    look = tile_look({f"{name}_1234": 10**19 for name in NAMES} | dict.fromkeys(NAMES, 10**19))
    for ply, squares in ((0, 25), (50, 25), (98, 25)):
        text = payload.render(page(game, ply).texts[2], EMOJI)
        [strip, *_] = text.splitlines()
        assert sum(sign in "🟩⬜🔳🟢⚪🔘" for sign in strip) == squares
        assert (strip.startswith("… "), strip.endswith(" …")) == (ply > 0, ply < 98)
        assert len(words(page(game, ply), look)) < 4000


def test_a_game_that_o_began_is_judged_from_its_own_side():
    game = replace(session(5, 1, 9, 3, 2, 8, 7, 6, 4), first=Mark.O)
    assert "⭕ I played **5**" in words(page(game, 0))
    assert "❌ <@1> played **1**" in words(page(game, 1))


def test_a_game_without_mistakes_says_so_first_and_opens_at_its_first_move():
    told = words(page(session(1, 5, 9, 2, 8, 7, 3, 6, 4)))
    assert told.startswith("**Not a single mistake** 🔎\n**Move 1 of 9** · ❌ <@1> played **1**\n")
    assert "Mistakes:" not in told


def test_who_lost_before_the_first_move_is_told_that_they_did_nothing_wrong():
    moves = (2, 7, 5, 8)
    while not (board := Board.after(moves, rules=GAMES["fading"])).outcome:
        moves = (*moves, analyse(board).recommended)
    game = session(*moves, o=Person(2), game="fading")
    blameless = "**You did nothing wrong: ❌ had a win from the first move** 🔎"
    assert words(page(game, 0, 2)).startswith(blameless)
    assert words(page(game, 0, ANN)).startswith("**Not a single mistake** 🔎")


@pytest.mark.parametrize(
    ("moves", "winner", "told"),
    [
        ((1, 5, 9), Mark.O, "<@1> resigned · **Resigning turned a draw into a win for ⭕** 🏳️"),
        ((1, 5, 9), Mark.X, "Bot resigned · **Resigning turned a draw into a win for ❌** 🏳️"),
        ((1, 2), Mark.O, "<@1> resigned · **Resigning turned a win for ❌ into a win for ⭕** 🏳️"),
        (
            (1, 2, 4),
            Mark.O,
            "<@1> resigned · **Resigning turned a win for ❌ into a win for ⭕** 🏳️",
        ),
        ((1, 2), Mark.X, None),  # who resigned was losing
        ((1, 2, 4), Mark.X, None),
    ],
)
def test_resigning_a_game_that_was_not_lost_is_told_as_a_mistake(
    moves: tuple[int, ...], winner: Mark, told: str | None
):
    game = session(*moves, ending=Ending(Termination.RESIGNATION, winner))
    shown = words(page(game, 0, ANN))
    shared = words(review_card.share_card(game, review(game.moves), EVE, ENGLISH))
    assert ("Resigning" in shown) == ("Resigning" in shared) == (told is not None)
    if told:
        assert shared.startswith(f"{told}\n-# ❌ <@1>")
        assert shown.startswith(f"{told}\n**Move 1") or shown.endswith(
            f"-# Mistakes: you 0, me 1\n-# {told}"
        )
    assert "Not a single mistake" not in shown + shared


@pytest.mark.parametrize(
    ("ply", "buttons"),
    [
        (0, {"Next": 1, "Next mistake": 3}),
        (2, {"Back": 1, "Next": 3, "Next mistake": 3}),
        (3, {"Back": 2, "Next": 4}),
        (6, {"Back": 5}),
        (99, {"Back": 5}),
    ],
)
def test_its_buttons_lead_to_the_pages_there_are_and_none_is_dead(
    ply: int, buttons: dict[str, int]
):
    card = page(session(*GAME), ply)
    assert targets(card) == buttons
    assert not any(button.disabled for row in card.rows for button in row)
    assert [button.label for button in card.rows[-1][-2:]] == ["Share", READ]


@pytest.mark.parametrize("ply", range(1, 8))
def test_on_5x5_all_free_cells_fit_into_a_message_and_all_ways_on_into_words(ply: int):
    """Whatever was a mistake, so that cells are offered."""
    game = session(13, 1, 25, 2, 24, 3, 21, 10, 5, game="5x5")
    moves = tuple(
        replace(move, grade=Grade.MISTAKE) for move in review(game.moves, rules=game.rules)
    )
    viewer = ANN if ply % 2 == 0 else 2
    game = replace(game, seats={Mark.X: Person(ANN), Mark.O: Person(2)})
    card = review_card.review_page(review_card.Page.of(game, moves, viewer, ply), ENGLISH)
    sent = payload.message(card)
    assert list(map(len, card.rows)) == [5, 5, 5, 5, 5, 3]
    assert len(parts(sent)) <= 40
    spoken = [button.label for row in card.spoken.rows for button in row]
    assert spoken[-3:] == ["Back", "Next", "Show answer"]
    assert len(spoken) == min(25, 25 - ply - 1 + 3)


def test_a_best_move_has_its_own_reason_and_no_other():
    told = words(page(session(2, 8, 9, 1, 3, 6, 5), 0))
    assert "# 1️⃣ ❌ 3️⃣ ←\n# 4️⃣ 5️⃣ 6️⃣\n# 7️⃣ 8️⃣ 9️⃣" in told
    assert "❌ <@1> played **2**\nBest move. **2** keeps the draw.\n#" in told


def test_where_several_cells_keep_the_draw_it_is_not_said_of_one_of_them():
    told = words(page(session(8, 1, 2), 1))
    assert "**win for ❌**.\nBetter: **2**, **5**, **7** or **9**.\n# " in told


def test_a_slower_win_is_fine_and_the_quicker_one_is_shown():
    card = page(session(1, 2, 4, 3, 5, 6, 9), 4)
    assert "❌ <@1> played **5**\nFine. It still wins, but **7** would have won at once." in words(
        card
    )
    assert "# ❌ ⭕ ⭕\n# ❌ ❌ 6️⃣ ←\n# 🔼 8️⃣ 9️⃣" in words(card)


def test_the_mark_that_a_move_makes_fade_is_still_on_the_board():
    game = session(2, 7, 5, 8, 9, 1, 3, 6, 7, 5, 4, 2, 1, game="fading")
    assert "⏳" in words(page(game, 8))


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
            if not kept:
                before = _end(best, board.turn)
                after = _end(value, board.turn)
                assert f"turned a **{before}** into a **{after}**" in told
            board, judged = board.play(cell), judged + 1
        assert judged == len(moves)


def _end(value: int, mover: Mark) -> str:
    """How a game ends that is worth this to the side that moved."""
    if value == 0:
        return "draw"
    winner = mover if value > 0 else mover.other
    return {Mark.X: "win for ❌", Mark.O: "win for ⭕"}[winner]


def test_a_shared_review_says_what_decided_the_game_and_shows_all_of_it():
    def told(game: Session) -> str:
        return words(review_card.share_card(game, review(game.moves), EVE, ENGLISH))

    _, _, opened = words(page(session(*GAME))).partition(" · ")
    assert told(session(*GAME)) == (
        "**Move 4 of 7 decided it** 🔎\n"
        f"-# ❌ <@1> · ⭕ **Bot** · perfect\n{opened}\n-# Shared by <@3>"
    )
    assert told(session(1, 5, 9, 2, 8, 7, 3, 6, 4)) == (
        "**Not a single mistake** 🔎\n-# ❌ <@1> · ⭕ **Bot** · perfect\n⬜⬜⬜⬜⬜⬜⬜⬜⬜\n"
        "-# Shared by <@3>"
    )


def test_a_shared_review_has_the_marks_of_its_game():
    game = replace(session(*GAME), look="sun and moon")
    sent = str(
        payload.message(
            review_card.share_card(game, review(game.moves, first=game.first), EVE, ENGLISH)
        )
    )
    assert "🌞" in sent
    assert "❌" not in sent
