"""How a session is shown, in words and signs, on boards of every size."""

import re
from dataclasses import replace
from functools import partial

import pytest

from bot.messages.boards import cell_buttons, fading_sign, render_grid
from bot.messages.content import Accent, Card, Grid, Style
from bot.messages.custom_id import custom_id_of
from bot.messages.looks import EMOJI, PAIRS, Look, tile_look
from bot.messages.texts import ENGLISH
from bot.messages.tiles import NAMES
from bot.play.card import board_card
from bot.play.news import Kind, News
from bot.play.seats import NOBODY, Bot, Person
from bot.play.session import Ending, Session, Tally, Termination
from bot.play.spoken_board import spoken_board
from engine.board import GAMES, Board, Mark
from engine.opponents import LEVELS
from engine.review import grade
from tests.support.cards import session, words

friends = partial(session, o=Person(2))
WON, FULL = (1, 4, 2, 5, 3), (1, 2, 3, 5, 4, 6, 8, 7, 9)


LOST = session(1, 5, 2, 3, 9, 7)


def demo_game(*moves: int) -> Session:
    return replace(session(*moves), seats={Mark.X: Bot("hard"), Mark.O: Bot("rule of thumb")})


def board(shown: Session) -> Card:
    moves = shown.moves
    last_move = grade(Board.after(moves[:-1]), moves[-1]) if shown.is_demo and moves else None
    return board_card(shown, ENGLISH, last_move=last_move)


def labels(card: Card) -> list[list[str]]:
    return [[button.label for button in row] for row in (*card.rows, card.controls) if row]


SAID: dict[str, tuple[Session, str]] = {
    "a fresh board as a stranger needs it": (
        session(),
        "-# ❌ <@1>\n-# ⭕ **Bot** · perfect\n# 1️⃣ 2️⃣ 3️⃣\n# 4️⃣ 5️⃣ 6️⃣\n# 7️⃣ 8️⃣ 9️⃣\n"
        "**Your turn, <@1>** ❌\n-# Tap a number to play",
    ),
    "what was played last, and an arrow at its row": (
        session(1, 5),
        "-# ❌ <@1>\n-# ⭕ **Bot** · perfect\n# ❌ 2️⃣ 3️⃣\n# 4️⃣ ⭕ 6️⃣ ←\n# 7️⃣ 8️⃣ 9️⃣\n"
        "**Your turn, <@1>** ❌\n-# I played **5**",
    ),
    "two people, and whose turn it is": (
        friends(1),
        (
            "-# ❌ <@1>\n-# ⭕ <@2>\n# ❌ 2️⃣ 3️⃣ ←\n# 4️⃣ 5️⃣ 6️⃣\n# 7️⃣ 8️⃣ 9️⃣\n"
            "**Your turn, <@2>** ⭕\n-# <@1> played **1**"
        ),
    ),
    "until when a friend may move, and who offers a draw": (
        replace(friends(1), time=600, turn_since=1000, offered_by=Mark.X),
        "**Your turn, <@2>** ⭕\n<@1> offers a draw. <@2> can accept it until the next move. 🤝\n"
        "-# <@1> played **1**\n-# Tap a number to play\n"
        "-# Move by <t:1600:t> (<t:1600:R>)",
    ),
    "how the two stand, above a running game": (
        replace(friends(1), tally=Tally(2, 1, 1)),
        "-# ❌ <@1>\n-# ⭕ <@2>\n-# ❌ 2 – 1 ⭕ · 1 draw\n",
    ),
    "how the two stand, below a finished one": (
        replace(friends(*WON), tally=Tally(2, 1, 1)),
        "### <@1> wins! 🏆\n**1-2-3** (top row)\n❌ 3 – 1 ⭕ · 1 draw",
    ),
    "a win, with its line in the grid and in words": (
        session(*WON),
        "# ❎ ❎ ❎\n# ⭕ ⭕ ▫️\n# ▫️ ▫️ ▫️\n### <@1> wins! 🏆\n**1-2-3** (top row)",
    ),
    "two lines at once": (
        session(2, 5, 3, 6, 4, 8, 7, 9, 1),
        "# ❎ ❎ ❎\n# ❎ ⭕ ⭕\n# ❎ ⭕ ⭕\n### <@1> wins! 🏆\n"
        "**1-2-3** (top row) and **1-4-7** (left column)",
    ),
    "a win of the bot": (
        session(1, 5, 2, 3, 9, 7),
        "### I win this one! 🏁\n**3-5-7** (diagonal)",
    ),
    "a first win against the bot": (
        replace(session(*WON), news=News(Kind.FIRST_WIN)),
        "### <@1> wins! 🏆\n**1-2-3** (top row)\nYour first win against perfect 🎉",
    ),
    "how many levels that makes": (
        replace(session(*WON), news=News(Kind.FIRST_WIN, 3)),
        f"Your first win against perfect 🎉\n-# 3 of {len(LEVELS)} levels beaten",
    ),
    "a first win at another game": (
        replace(session(*WON), news=News(Kind.FIRST_WIN_IN_GAME)),
        "**1-2-3** (top row)\nYour first win against perfect at 3×3 🎉",
    ),
    "a first draw": (
        replace(session(*FULL), news=News(Kind.FIRST_DRAW), tally=Tally(0, 2, 0)),
        "### It's a draw! 🤝\nYour first draw against perfect 🎉\n❌ 0 – 2 ⭕ · 1 draw",
    ),
    "a first draw at another game": (
        replace(session(*FULL), news=News(Kind.FIRST_DRAW_IN_GAME)),
        "Your first draw against perfect at 3×3 🎉",
    ),
    "wins in a row against the bot": (
        replace(session(*WON), news=News(Kind.STREAK, 3)),
        "**1-2-3** (top row)\n3 wins in a row 🔥",
    ),
    "wins in a row of a friend": (
        replace(friends(*WON), news=News(Kind.STREAK, 12)),
        "**1-2-3** (top row)\n<@1>: 12 wins in a row 🔥",
    ),
    "what was let go in a win of the bot": (
        replace(LOST, news=News(Kind.HAD_DRAW, 5)),
        "### I win this one! 🏁\n**3-5-7** (diagonal)\nYou had a draw until move 5.",
    ),
    "the win that was let go": (
        replace(LOST, news=News(Kind.HAD_WIN, 3)),
        "**3-5-7** (diagonal)\nYou had a win until move 3.",
    ),
    "a draw": (session(*FULL, o=Bot("hard")), "### It's a draw! 🤝"),
    "the most that there is against perfect": (
        session(*FULL),
        "### It's a draw! 🤝\nNobody beats perfect. Well played!",
    ),
    "a win with hints": (
        replace(session(*WON), assisted=True),
        "**1-2-3** (top row)\n-# Counts as a game with hints",
    ),
    "a draw with hints": (
        replace(session(*FULL), assisted=True),
        "### It's a draw! 🤝\n-# Counts as a game with hints",
    ),
    "who has resigned against the bot": (
        session(1, ending=Ending(Termination.RESIGNATION, Mark.O)),
        "### I win this one! 🏁\n<@1> resigned",
    ),
    "whose time was up": (
        friends(1, ending=Ending(Termination.TIME, Mark.O)),
        "### <@2> wins! 🏆\n<@1> ran out of time",
    ),
    "a draw that was agreed": (
        friends(1, ending=Ending(Termination.AGREEMENT)),
        "### Draw agreed 🤝\nGood game, both of you",
    ),
    "a game nobody came back to": (
        friends(1, ending=Ending(Termination.ABANDONED)),
        "### Game closed 💤\nNobody came back, so it doesn't count",
    ),
    "a game that was stopped": (
        friends(1, ending=Ending(Termination.STOPPED)),
        "### Game stopped ⏹️\nIt doesn't count",
    ),
    "a deleted person": (
        replace(session(*WON), seats={Mark.X: NOBODY, Mark.O: Person(2)}),
        "-# ❌ someone\n-# ⭕ <@2>\n# ❎ ❎ ❎\n# ⭕ ⭕ ▫️\n# ▫️ ▫️ ▫️\n### someone wins! 🏆",
    ),
    "a demo game, both by name, and what a move was worth": (
        demo_game(1, 2),
        "-# ❌ **Bot** · hard\n-# ⭕ **Bot** · rule of thumb\n# ❌ ⭕ 3️⃣ ←\n# 4️⃣ 5️⃣ 6️⃣\n# 7️⃣ 8️⃣ 9️⃣\n"
        "**Next up: Bot (hard)** ❌\nBot (rule of thumb) played **2**\n"
        "Mistake! It turned a **draw** into a **win for ❌**.\n"
        "Better: **5**. Only **5** keeps the draw.",
    ),
    "a demo game, and why a move was best": (
        demo_game(1, 5),
        "Bot (rule of thumb) played **5**\nBest move. Only **5** keeps",
    ),
    "a demo game before its first move": (demo_game(), "# 7️⃣ 8️⃣ 9️⃣\n**Next up: Bot (hard)** ❌"),
    "a demo game, and who has won it": (demo_game(*WON), "### Bot (hard) ❌ wins! 🏁"),
}


@pytest.mark.parametrize("what", SAID)
def test_a_board_says(what: str):
    shown, said = SAID[what]
    assert said in words(board(shown))


@pytest.mark.parametrize(
    ("shown", "offered"),
    [
        (session(1, 5), ["Hint", "As text"]),
        (friends(1), ["Offer draw", "Resign", "As text"]),
        (replace(friends(1), offered_by=Mark.X), ["Accept draw", "Resign", "As text"]),
        (replace(friends(1), is_late=True), ["Claim win", "Resign", "As text"]),
        (
            replace(friends(1), is_late=True, offered_by=Mark.X),
            ["Accept draw", "Claim win", "Resign", "As text"],
        ),
        (demo_game(1, 5), ["Play on", "As text"]),
    ],
)
def test_below_a_running_game_stands_what_its_players_can_do(shown: Session, offered: list[str]):
    *rows, controls = labels(board(shown))
    assert controls == offered
    assert len(rows) == (0 if shown.is_demo else 3), "nobody taps the cells of a demo game"


@pytest.mark.parametrize(
    ("shown", "offered"),
    [
        (session(*WON, o=Bot("hard")), [["Rematch", "Harder"], ["Review", "As text"]]),
        (
            replace(session(*WON, o=Bot("hard")), news=News(Kind.FIRST_WIN)),
            [["Harder", "Rematch"], ["Review", "As text"]],
        ),
        (session(*WON), [["Rematch", "Review", "As text"]]),
        (
            replace(LOST, news=News(Kind.HAD_DRAW, 5)),
            [["Rematch", "Easier"], ["Fix move 5", "As text"]],
        ),
        (
            replace(LOST, seats=session(o=Bot("easy")).seats),
            [["Rematch", "Review", "As text"]],
        ),
        (session(1, ending=Ending(Termination.STOPPED)), [["Rematch", "Review", "As text"]]),
        (friends(*WON), [["Rematch", "Review", "As text"]]),
        (friends(*FULL), [["Rematch", "Try Fading"], ["Review", "As text"]]),
        (session(*FULL), [["Rematch", "Try Fading", "Easier"], ["Review", "As text"]]),
        (
            session(*FULL, o=Bot("hard")),
            [["Rematch", "Try Fading", "Harder"], ["Review", "As text"]],
        ),
        # It has no level.
        (session(*WON, o=Bot("rule of thumb")), [["Rematch", "Review", "As text"]]),
        (session(ending=Ending(Termination.RESIGNATION, Mark.O)), [["Rematch", "Easier"]]),
        (
            replace(session(*WON), seats={Mark.X: NOBODY, Mark.O: Person(2)}),
            [["Review", "As text"]],
        ),
    ],
)
def test_below_a_finished_game_stands_what_can_follow_it(shown: Session, offered: list[list[str]]):
    assert labels(board(shown)) == offered


def test_one_button_is_blue_after_a_first_win_the_next_level():
    for news, blue in ((None, "Rematch"), (News(Kind.FIRST_WIN), "Harder")):
        card = board(replace(session(*WON, o=Bot("hard")), news=news))
        styles = {button.label: button.style for row in card.rows for button in row}
        assert [label for label, style in styles.items() if style is Style.BLUE] == [blue]


def test_a_draw_is_the_most_only_where_it_is():
    fading = replace(session(game="fading"), ending=Ending(Termination.NO_LINE))
    for other in (fading, demo_game(*FULL), session(*FULL, o=Person(2))):
        assert "Nobody beats" not in words(board(other))


def test_who_listens_hears_the_news_without_its_emoji():
    won = replace(session(*WON), news=News(Kind.STREAK, 3))
    heard = spoken_board(won, 1, ENGLISH).text
    assert heard.startswith("<@1> wins!\n1-2-3 (top row)\n3 wins in a row\n")


def test_only_a_win_of_a_person_is_green():
    ends = (session(*WON), session(1, 5, 2, 3, 9, 7), session(*FULL))
    assert [board(shown).accent for shown in ends] == [Accent.WON, Accent.QUIET, Accent.QUIET]


ROWS = ("top row", "middle row", "bottom row")
COLUMNS = ("left column", "middle column", "right column")


def test_each_line_has_its_name():
    for line, name in zip(
        Board().rules.lines, (*ROWS, *COLUMNS, "diagonal", "diagonal"), strict=True
    ):
        first, second, *_ = (cell for cell in Board().free_cells if cell not in line)
        won = friends(line[0], first, line[1], second, line[2])
        assert f"**{'-'.join(map(str, line))}** ({name})" in words(board(won))


def test_cell_buttons_differ_by_letter_and_colour_and_none_is_faded():
    flat = [button for row in board(session(1, 5)).rows for button in row]
    assert [button.label for button in flat] == [*"X234O6789"]
    assert not [button.label for button in flat if button.disabled]
    assert (flat[0].style, flat[4].style, flat[1].style) == (Style.RED, Style.BLUE, Style.NEUTRAL)


def test_only_a_cell_that_says_nothing_any_more_vanishes_on_a_light_background():
    live, ended = (
        set("▫⬜▪⬛➖🟰") & set(words(board(session(*moves)))) for moves in ((1, 5), WON)
    )
    assert (live, ended) == (set(), {"▫"})


TILES = tile_look(dict.fromkeys(NAMES, 7))


def test_tiles_mark_the_last_move_and_the_line_where_they_stand():
    live = words(board(session(1, 5)), TILES).replace(":7>", ":>")
    assert "# <:X_mark:> <:cell_2:> <:cell_3:>\n# <:cell_4:> <:O_last:> <:cell_6:>\n" in live
    assert "←" not in live
    won = words(board(session(*WON)), TILES).replace(":7>", ":>")
    assert "# <:X_line:> <:X_line:> <:X_line:>\n# <:O_mark:> <:O_mark:> <:empty:>\n" in won
    lost = words(board(session(*WON, game="misere")), TILES).replace(":7>", ":>")
    assert "# <:X_lost:> <:X_lost:> <:X_lost:>\n# <:O_mark:> <:O_mark:> <:empty:>\n" in lost


@pytest.mark.parametrize("look", [EMOJI, *PAIRS.values()])
def test_a_line_that_loses_is_not_drawn_as_one_that_wins(look: Look):
    x = look.signs["X"]
    assert f"# {x} {x} {x}" in words(board(session(*WON, game="misere")), look)


@pytest.mark.parametrize(("look", "sign"), [(TILES, "<:X_fading:7>"), (EMOJI, "⏳")])
def test_where_marks_fade_the_next_to_go_is_marked_if_the_look_has_a_sign_for_it(
    look: Look, sign: str
):
    [(cell, faded)] = fading_sign(Board.after([1, 2, 3, 5, 4, 6], rules=GAMES["fading"])).items()
    assert (cell, look.render(faded)) == (1, sign)
    assert not fading_sign(Board.after([1, 2, 3, 5], rules=GAMES["fading"]))


def test_emoji_number_the_rows_and_columns_of_a_larger_board_in_its_margins():
    board = Board.after([1, 16], rules=GAMES["4x4"])
    assert render_grid(Grid(board, last_cell=16), EMOJI).splitlines() == [
        "## 🔢 1️⃣ 2️⃣ 3️⃣ 4️⃣",
        "## 1️⃣ ❌ 🔸 🔸 🔸",
        "## 2️⃣ 🔸 🔸 🔸 🔸",
        "## 3️⃣ 🔸 🔸 🔸 🔸",
        "## 4️⃣ 🔸 🔸 🔸 ⭕ ←",
    ]


def test_tiles_show_the_number_of_every_free_cell_and_need_no_margins():
    look = tile_look(dict.fromkeys(NAMES, 1))
    rows = render_grid(Grid(Board(rules=GAMES["5x5"])), look).splitlines()
    assert [row.split()[1] for row in rows] == [
        f"<:cell_{number}:1>" for number in (11, 21, 31, 41, 51)
    ]
    assert rows[0].split()[0] == "##"


def test_signs_stand_as_far_apart_as_rows_do():
    """Measured on the page at 390 pixels: 46 by 49 in the larger type, 43 by 44 in the smaller."""
    rows = [
        render_grid(Grid(Board(rules=GAMES[game])), TILES).split("\n")[0] for game in ("3x3", "5x5")
    ]
    assert [re.findall(">(.+?)<", row)[0] for row in rows] == ["\xa0" * 2, "\xa0" * 3]


def test_buttons_of_a_larger_board_show_row_and_column_and_keep_the_cell_of_the_engine():
    rows = cell_buttons(Board.after([7], rules=GAMES["5x5"]), custom_id_of("cell", 1, 0))
    assert [[button.label for button in row] for row in rows[:2]] == [
        ["11", "12", "13", "14", "15"],
        ["21", "X", "23", "24", "25"],
    ]
    assert rows[4][4].custom_id == "ttt:cell:1:0:25"
