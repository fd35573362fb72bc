"""Reviews: a page for each move of a finished game, with how good it was and what it changed. Private."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rendering.boards import headline, played
from bot.rendering.custom_id import Verb, VerbPress
from bot.rendering.grids import grid
from bot.rendering.looks import Look
from bot.rendering.reply import ADVICE, Button, Card, Style
from bot.rendering.verdicts import verdict, why
from bot.rendering.voice import Voice
from bot.sessions.session import Session
from engine.review import Grade, GradedMove
from engine.rules import Cell


def page(
    session: Session, moves: Sequence[GradedMove], voice: Voice, look: Look, ply: int | None = None
) -> Card:
    """The page of the move at `ply`, or of the last move; without `ply`, of the first mistake."""
    mistakes = [at for at, move in enumerate(moves) if move.grade is Grade.MISTAKE]
    if ply is None:
        ply = mistakes[0] if mistakes else 0
    ply = min(ply, len(moves) - 1)
    move = moves[ply]
    place = voice.say("**Review** · move **{number}** of {count} 🔎", number=ply + 1, count=len(moves))
    moment = voice.say("Before this move:")
    return Card(
        accent=ADVICE,
        texts=(
            f"{place}\n{headline(session, voice, look)}\n-# {moment}",
            grid(move.board, _signs(move, look), look),
            _told(session, move, voice, look),
        ),
        controls=_controls(session, ply, len(moves), [at for at in mistakes if at > ply], voice),
        private=True,
    )


def _signs(move: GradedMove, look: Look) -> dict[Cell, str]:
    """The grade on the cell that was played, and if it was not best, a tick on the best cells."""
    better = {Grade.BEST: (), Grade.FINE: move.best, Grade.MISTAKE: move.held}[move.grade]
    return dict.fromkeys(better, look.grades[Grade.BEST]) | {move.cell: look.grades[move.grade]}


def _told(session: Session, move: GradedMove, voice: Voice, look: Look) -> str:
    line = f"{played(session, move.board.turn, move.cell, voice, look)} {look.grades[move.grade]}"
    told = f"{line}\n{verdict(move, voice)}"
    if move.grade is Grade.BEST:
        return told
    return f"{told}\n-# {why(move.best[0], move.reason, voice)}"


def _controls(
    session: Session, ply: int, count: int, mistakes: list[int], voice: Voice
) -> tuple[Button, ...]:
    return (
        _button(session, voice.say("Previous"), Verb.EARLIER, ply - 1 if ply else None),
        _button(session, voice.say("Next"), Verb.LATER, ply + 1 if ply + 1 < count else None),
        _button(
            session, voice.say("Next mistake"), Verb.MISTAKE, mistakes[0] if mistakes else None, Style.BLUE
        ),
    )


def _button(
    session: Session, label: str, verb: Verb, ply: int | None, style: Style = Style.NEUTRAL
) -> Button:
    """A button to the page of `ply`; disabled if there is no such page."""
    return Button(label, VerbPress(verb, session.id, ply).custom_id, style, disabled=ply is None)
