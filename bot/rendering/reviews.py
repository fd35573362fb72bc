"""Reviews: a page for each move of a finished game, with how good it was and what it changed. Private.

A review opens at the first mistake of the person who looks, and lets them find a better cell before it tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rendering.custom_id import Verb, VerbPress
from bot.rendering.grids import fading, grid
from bot.rendering.looks import Look, kept
from bot.rendering.names import called, headline, played
from bot.rendering.reply import ADVICE, Button, Card, Style
from bot.rendering.verdicts import result, verdict, why
from bot.rendering.voice import Voice
from bot.sessions.numbers import number_of
from bot.sessions.seats import Bot, Person, UserId
from bot.sessions.session import Session
from engine.board import Mark
from engine.review import Grade, GradedMove
from engine.rules import Cell


@dataclass(frozen=True)
class _Page:
    """One move of a review.

    moves   of the whole game
    own     the mark of the person who looks, or None if they did not play
    ply     how many moves were made before this one
    asks    they may look for a better cell, and are not told yet
    """

    session: Session
    moves: Sequence[GradedMove]
    own: Mark | None
    ply: int
    asks: bool
    voice: Voice
    look: Look

    @property
    def move(self) -> GradedMove:
        return self.moves[self.ply]


def page(
    session: Session,
    moves: Sequence[GradedMove],
    viewer: UserId,
    voice: Voice,
    look: Look,
    ply: int | None = None,
    *,
    is_told: bool = False,
) -> Card:
    """The page of the move at `ply`, or of the last move, for the person who looks.

    ply       None for the first page: their first mistake, or the first move
    is_told   they are told the better cells, even if the mistake was theirs
    """
    own = _mark_of(session, viewer)
    if ply is None:
        ply = next(iter(_mistakes(moves, own)), 0)
    ply = min(ply, len(moves) - 1)
    asks = not is_told and ply in _mistakes(moves, own) and own is not None
    look = kept(session.look, look)
    shown = _Page(session, moves, own, ply, asks, voice, look)
    texts = (_introduction(shown), grid(shown.move.board, _signs(shown), look), _told(shown), _curve(shown))
    return Card(accent=ADVICE, texts=texts, rows=_ways_on(shown), private=True)


def _mark_of(session: Session, viewer: UserId) -> Mark | None:
    return next((mark for mark, seat in session.seats.items() if seat == Person(viewer)), None)


def _mistakes(moves: Sequence[GradedMove], side: Mark | None) -> list[int]:
    """How many moves were made before each mistake of one side; of both, where none is named."""
    return [
        ply
        for ply, move in enumerate(moves)
        if move.grade is Grade.MISTAKE and side in {None, move.board.turn}
    ]


def _introduction(shown: _Page) -> str:
    """Which move it is, of which game, and how many mistakes there were in all."""
    voice, count = shown.voice, len(shown.moves)
    place = voice.say("**Review** · move **{number}** of {count} 🔎", number=shown.ply + 1, count=count)
    return f"{place}\n{headline(shown.session, voice, shown.look)}\n-# {_summary(shown)}"


def _summary(shown: _Page) -> str:
    if not _mistakes(shown.moves, None):
        return shown.voice.say("Not a single mistake in it. Well played!")
    first = shown.own or shown.session.first
    return shown.voice.say(
        "Mistakes: {first} {first_count}, {second} {second_count}",
        first=_name(shown, first),
        first_count=len(_mistakes(shown.moves, first)),
        second=_name(shown, first.other),
        second_count=len(_mistakes(shown.moves, first.other)),
    )


def _name(shown: _Page, mark: Mark) -> str:
    if mark is shown.own:
        # NOTE: in "Mistakes: you 2, me 1"
        return shown.voice.say("you")
    if _is_me(shown, mark):
        return shown.voice.say_in("the bot, in Mistakes: you 2, me 1", "me")
    return called(shown.session, mark, shown.voice)


def _is_me(shown: _Page, mark: Mark) -> bool:
    return isinstance(shown.session.seats[mark], Bot) and not shown.session.is_demo


def _signs(shown: _Page) -> dict[Cell, str]:
    """The grade on the cell that was played and, once they are told, a tick on the better cells.

    Also the mark that the move makes fade.
    """
    move, grades = shown.move, shown.look.grades
    better = {Grade.BEST: (), Grade.FINE: move.best, Grade.MISTAKE: move.held}[move.grade]
    ticks = {} if shown.asks else dict.fromkeys(better, grades[Grade.BEST])
    return fading(move.board, shown.look) | ticks | {move.cell: grades[move.grade]}


def _told(shown: _Page) -> str:
    move, voice = shown.move, shown.voice
    line = f"{_played(shown)} {shown.look.grades[move.grade]}"
    if shown.asks:
        # NOTE: {before} and {after} are win, draw or loss; "**{before}** → **{after}**" always fits
        question = voice.say(
            "That turned a **{before}** into a **{after}**. Can you find a better cell?",
            before=result(move.before.result, voice),
            after=result(move.after.result, voice),
        )
        return f"{line}\n{question}"
    told = f"{line}\n{verdict(move, voice)}"
    if move.grade is Grade.BEST:
        return told
    return f"{told}\n-# {why(move.best[0], move.reason, move.board.rules, voice)}"


def _played(shown: _Page) -> str:
    mark, cell = shown.move.board.turn, shown.move.cell
    if mark is shown.own:
        sign, number = shown.look.sign(mark), number_of(cell, shown.session.rules)
        return shown.voice.say("{mark} You played **{cell}**", mark=sign, cell=number)
    return played(shown.session, mark, cell, shown.voice, shown.look)


def _curve(shown: _Page) -> str:
    """What the game was worth after each move, for the person who looks or else for who went first."""
    side = shown.own or shown.session.first
    signs = []
    for ply, move in enumerate(shown.moves):
        worth = move.after.result if move.board.turn is side else move.after.result.reversed
        sign = shown.look.results[worth]
        signs.append(f"[{sign}]" if ply == shown.ply else sign)
    mark, curve = shown.look.sign(side), "".join(signs)
    # NOTE: a row of signs follows, one for each move: won, drawn or lost
    return shown.voice.say("Move by move for {mark}:\n{curve}", mark=mark, curve=curve)


def _ways_on(shown: _Page) -> tuple[tuple[Button, ...], ...]:
    voice, ply = shown.voice, shown.ply
    steps = (
        _button(shown, voice.say("Previous"), Verb.EARLIER, ply - 1 if ply else None),
        _button(shown, voice.say("Next"), Verb.LATER, ply + 1 if ply + 1 < len(shown.moves) else None),
    )
    if shown.asks:
        # NOTE: a button: show the better cells
        show = _button(shown, voice.say("Show me"), Verb.SHOW, ply, Style.BLUE)
        return (steps, (show, _next_mistake(shown, Style.NEUTRAL)))
    return ((*steps, _next_mistake(shown, Style.BLUE)),)


def _next_mistake(shown: _Page, style: Style) -> Button:
    """To the next mistake of the person who looks; to anyone's, if they did not play or made none."""
    own = _mistakes(shown.moves, shown.own) if shown.own else []
    following = [ply for ply in own or _mistakes(shown.moves, None) if ply > shown.ply]
    label = shown.voice.say("My next mistake") if own else shown.voice.say("Next mistake")
    if not following:
        return _button(shown, label, Verb.MISTAKE, None)
    return _button(shown, label, Verb.MISTAKE, following[0], style)


def _button(shown: _Page, label: str, verb: Verb, ply: int | None, style: Style = Style.NEUTRAL) -> Button:
    """A button to the page of `ply`; disabled if there is no such page."""
    return Button(label, VerbPress(verb, shown.session.id, ply).custom_id, style, disabled=ply is None)
