"""Shows what people ask for: to everyone in the language it keeps, or to one person as they read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.interactions import Callback
from bot.rendering import boards, challenges, hints, people, puzzles, reviews, spoken, spoken_advice
from bot.rendering.links import Links
from bot.rendering.reply import Card, Post, Reply, Spoken
from bot.rendering.voice import voice_of
from bot.sessions.challenge import Challenge
from bot.sessions.daily_puzzle import DailyPuzzle
from bot.sessions.records import Kept
from bot.sessions.seats import UserId
from bot.sessions.session import Session
from engine.analysis import Analysis
from engine.puzzles import Puzzle
from engine.review import GradedMove


def shown(either: Session | Challenge) -> Card | Post:
    """The current board of a session, or the current state of a challenge."""
    voice = voice_of(either.language)
    return boards.board(either, voice) if isinstance(either, Session) else challenges.challenge(either, voice)


def shown_to(to: Callback, either: Session | Challenge, *, is_new: bool = False) -> Card | Post | Spoken:
    """The same for the person who asked: in words alone, if they listen to Discord and it is a game.

    Demo games are for watching, and are always drawn.

    is_new  on a new message, even after a press
    """
    drawn = shown(either)
    if is_new:
        drawn = replace(drawn, is_new=True)
    if to.reader is None or isinstance(either, Challenge) or either.is_demo:
        return drawn
    told = spoken.board(either, to.reader, to.voice, private=not to.alone)
    return told if to.alone or isinstance(drawn, Post) else replace(told, drawn=drawn)


def given_up(
    to: Callback, resigned: Session | Challenge, offer: Challenge | None, *, is_new: bool = False
) -> Card | Post | Spoken:
    """The board at its end, for someone who has resigned.

    offer  the open game that anyone may join again, on a message below: a board never turns back into a post
    """
    reply = shown_to(to, resigned, is_new=is_new)
    left_by = resigned.ending.left_by if isinstance(resigned, Session) and resigned.ending else None
    if offer is None or left_by is None or isinstance(resigned, Challenge):
        return reply
    post = challenges.challenge(offer, voice_of(offer.language), resigned.seats[left_by])
    then = (replace(post, is_new=True),)
    match reply:
        case Card():
            return replace(reply, then=then)
        case Spoken(drawn=Card() as drawn):
            return replace(reply, drawn=replace(drawn, then=then))
    return reply


def already_playing(to: Callback, session: Session) -> Card | Spoken:
    """For someone who wanted to start another game in this channel."""
    if to.reader:
        return spoken.board(session, to.reader, to.voice, boards.on_already(to.voice), private=not to.alone)
    return boards.already_playing(session, voice_of(session.language))


def hint(to: Callback, session: Session, analysis: Analysis) -> Reply:
    """The hint for the side to move."""
    if to.reader:
        return spoken_advice.hint(session, analysis, to.voice)
    return hints.hint(session, analysis, to.voice)


def review(
    to: Callback,
    session: Session,
    moves: Sequence[GradedMove],
    viewer: UserId,
    ply: int | None = None,
    *,
    is_told: bool = False,
) -> Reply:
    """A page of a review; see `bot.rendering.reviews.opened`."""
    if to.reader:
        return spoken_advice.review(session, moves, viewer, to.voice, ply, is_told=is_told)
    return reviews.page(session, moves, viewer, to.voice, ply, is_told=is_told)


def puzzle_question(to: Callback, game: str, puzzle: Puzzle, day: int = 0) -> Reply:
    """The puzzle of a day, or one for practice."""
    draw = partial(puzzles.question, game, puzzle, to.voice, day=day)
    return spoken_advice.puzzle(draw(), puzzle.board, to.voice) if to.reader else draw()


def puzzle_answer(
    to: Callback,
    game: str,
    puzzle: Puzzle,
    day: int,
    move: GradedMove,
    after: Analysis,
    daily: DailyPuzzle | None,
) -> Reply:
    """What follows an answer to a puzzle; see `bot.rendering.puzzles.answer`."""
    draw = partial(puzzles.answer, game, puzzle, day, move, after, to.voice, daily=daily)
    return spoken_advice.puzzle_answer(draw(), puzzle.board, to.voice) if to.reader else draw()


def text_first(to: Callback, kept: Kept, links: Links) -> Reply:
    """After a person chose between words and pictures: what they chose, on the page where they did."""
    if not to.reader:
        return people.privacy(kept, to.voice, links)
    return spoken_advice.text_first(to.voice) if kept.text_first else spoken_advice.pictures_first(to.voice)
