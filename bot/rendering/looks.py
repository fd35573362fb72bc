"""Looks: the signs that boards are drawn with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from bot.sessions.seats import DEFAULT_LOOK
from engine.board import Mark
from engine.review import Grade
from engine.score import Result


class State(Enum):
    """The state of a mark on the board."""

    PLAIN = "plain"
    LAST = "last"  # the last move
    LINE = "line"  # it is in a line that ended the game
    FADING = "fading"  # the next mark to go, in a game whose marks fade


@dataclass(frozen=True, eq=False)
class Look:
    """The signs of one style of board. Looks are compared by identity.

    name     of the style
    marks    the sign of each mark in each state; a missing state has the sign of State.PLAIN
    number   the sign of a free cell, by the number shown for it
    free     a free cell of a larger board, whose numbers then stand in the margins; or "" if `number` has a
             sign for each of them
    corner   where those margins meet
    empty    a cell that is still free after the end
    arrow    marks the row of the last move, or "" if the sign itself shows it
    results  what a cell is worth, or how a game ended for one side
    grades   how good a move was
    """

    name: str
    marks: Mapping[tuple[Mark, State], str]
    number: Callable[[int], str]
    free: str
    corner: str
    empty: str
    arrow: str
    results: Mapping[Result, str]
    grades: Mapping[Grade, str]

    def sign(self, mark: Mark, state: State = State.PLAIN) -> str:
        """The sign of a mark in a state."""
        return self.marks.get((mark, state)) or self.marks[mark, State.PLAIN]


def _keycap(digit: int) -> str:
    return f"{digit}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"


EMOJI = Look(
    name="emoji",
    marks={
        (Mark.X, State.PLAIN): "❌",
        (Mark.O, State.PLAIN): "⭕",
        (Mark.X, State.LINE): "❎",
        (Mark.O, State.LINE): "🟢",
        (Mark.X, State.FADING): "⏳",
        (Mark.O, State.FADING): "⏳",
    },
    number=_keycap,
    free="🔸",
    corner="🔢",
    empty="▫️",
    arrow="←",
    results={Result.WIN: "✅", Result.DRAW: "🤝", Result.LOSS: "🔻"},
    grades={Grade.BEST: "✅", Grade.FINE: "🆗", Grade.MISTAKE: "⚠️"},
)
"""Emoji that every Discord has. There are keycaps only up to 9, so larger boards have numbered margins."""


LETTERS = Look(
    name="letters",
    marks={(mark, State.PLAIN): mark.value for mark in Mark},
    number=str,
    free="",
    corner="",
    empty="",
    arrow="",
    results=dict.fromkeys(Result, ""),
    grades=dict.fromkeys(Grade, ""),
)
"""Letters for marks and no other signs, for messages in words alone."""

NO_SIGNS = replace(LETTERS, name="no signs", marks={(mark, State.PLAIN): "" for mark in Mark})
"""The same for texts that name who played, so that a mark's letter would only be in the way."""

PAIRS: Mapping[str, Look] = {
    name: replace(EMOJI, name=name, marks={**EMOJI.marks, (Mark.X, State.PLAIN): x, (Mark.O, State.PLAIN): o})
    for name, x, o in (
        ("cat and dog", "🐱", "🐶"),
        ("fox and panda", "🦊", "🐼"),
        ("frog and monkey", "🐸", "🐵"),
        ("crab and octopus", "🦀", "🐙"),
        ("banana and apple", "🍌", "🍎"),
        ("pizza and burger", "🍕", "🍔"),
        ("sun and moon", "🌞", "🌙"),
        ("fire and water", "🔥", "💧"),
        ("flower and cactus", "🌻", "🌵"),
        ("rocket and saucer", "🚀", "🛸"),
        ("pumpkin and ghost", "🎃", "👻"),
        ("santa and snowman", "🎅", "⛄"),
        ("crown and gem", "👑", "💎"),
        ("monster and robot", "👾", "🤖"),
    )
}
"""Pairs of other emoji that differ in shape and colour. Lines and the last move are shown as in EMOJI."""

LOOKS: Mapping[str, Look | None] = {DEFAULT_LOOK: None, EMOJI.name: EMOJI, **PAIRS}
"""The looks that a server can choose, by name; None for what the bot draws with, its tiles if it has them."""


def kept(name: str, ours: Look) -> Look:
    """The look that a game keeps by its name. `ours` is what the bot draws with."""
    return ours if name == DEFAULT_LOOK else in_text(name)


def in_text(name: str) -> Look:
    """The same where no tiles are shown, as in notifications."""
    return LOOKS.get(name) or EMOJI  # another version may have looks that this one has not


def tile_look(emoji_ids: Mapping[str, int]) -> Look:
    """A look of tiles, out of the emoji of each by its name; results and grades are as in EMOJI.

    The last move is marked where it stands, and boards of every size have their numbers.
    """
    tiles = {name: f"<:{name}:{emoji_id}>" for name, emoji_id in emoji_ids.items()}
    return Look(
        name="tiles",
        marks={
            (mark, state): tiles[f"{mark.value}_{suffix}"] for mark in Mark for state, suffix in _SUFFIXES
        },
        number=lambda number: tiles[f"cell_{number}"],
        free="",
        corner="",
        empty=tiles["empty"],
        arrow="",
        results=EMOJI.results,
        grades=EMOJI.grades,
    )


_SUFFIXES = ((State.PLAIN, "mark"), (State.LAST, "last"), (State.LINE, "line"), (State.FADING, "fading"))
