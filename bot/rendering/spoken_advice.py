"""Hints, reviews and puzzles in words alone: the news first, then the board row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from bot.rendering import boards, hints, reviews
from bot.rendering.custom_id import Verb, custom_id_of
from bot.rendering.reply import Button, Card, Grid, Spoken
from bot.rendering.review_page import curve, side
from bot.rendering.spoken import in_words, plain, rows, text_first_button, usable
from bot.rendering.verdicts import result
from bot.rendering.voice import Voice
from bot.sessions.seats import UserId
from bot.sessions.session import Session
from engine.analysis import Analysis
from engine.board import Board
from engine.review import GradedMove


def hint(session: Session, analysis: Analysis, voice: Voice) -> Spoken:
    """The hint for the side to move, with the buttons of the board to play at once."""
    headline, _, told = hints.hint(session, analysis, voice).texts
    drawn = boards.board(session, voice)
    return _spoken([headline, told], session.board, voice, usable(drawn.rows, drawn.controls))


def review(
    session: Session,
    moves: Sequence[GradedMove],
    viewer: UserId,
    voice: Voice,
    ply: int | None = None,
    *,
    is_told: bool = False,
) -> Spoken:
    """A page of a review: how good the move was, on which board, and how the whole game went."""
    page = reviews.opened(session, moves, viewer, voice, ply, is_told=is_told)
    drawn = reviews.drawn(page)
    introduction, _, told, _ = drawn.texts
    worth = voice.separated(result(each, voice) for each in curve(page))
    told_curve = voice.say("Move by move for {mark}:\n{curve}", mark=side(page).value, curve=worth)
    before = voice.say("The board before it:")
    shown = _spoken([told, introduction, before], page.move.board, voice, usable((), chain(*drawn.rows)))
    return replace(shown, text=f"{shown.text}\n{plain(told_curve, voice)}")


def puzzle(drawn: Card, board: Board, voice: Voice) -> Spoken:
    """A puzzle, from the same drawn with letters."""
    headline, _, asked = drawn.texts
    return _spoken([headline, asked], board, voice, usable(drawn.rows, drawn.controls))


def puzzle_answer(drawn: Card, board: Board, voice: Voice) -> Spoken:
    """What follows an answer to a puzzle, from the same drawn with letters."""
    headline, _, told = drawn.texts
    return _spoken([told, headline], board, voice, usable(drawn.rows, drawn.controls))


def text_first(voice: Voice) -> Spoken:
    """After a person chose to get words first."""
    told = voice.say(
        "Text comes first now: your games in direct messages, hints, reviews and puzzles are in words. "
        "/ttt privacy turns that off."
    )
    back = Button(voice.say("Pictures first"), custom_id_of(Verb.PICTURES_FIRST))
    return Spoken(told, in_words([[back]]))


def pictures_first(voice: Voice) -> Spoken:
    """After a person chose to get drawn boards again."""
    told = voice.say(
        "Pictures come first again. {button}, below a board, still tells it in words.",
        button=voice.say("Read"),
    )
    return Spoken(told, in_words([[text_first_button(voice)]]))


def _spoken(
    texts: Iterable[str | Grid], board: Board, voice: Voice, buttons: tuple[tuple[Button, ...], ...]
) -> Spoken:
    return Spoken(
        "\n".join([*(plain(text, voice) for text in texts if isinstance(text, str)), *rows(board, voice)]),
        buttons,
    )
