"""Reviews: a page for each move of a finished game, with how good it was and what it changed. Private.

A review opens at the first mistake of the person who looks, and lets them find a better cell before it tells.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rendering.custom_id import Verb, custom_id_of
from bot.rendering.grids import fading
from bot.rendering.looks import sign
from bot.rendering.names import called, headline, played
from bot.rendering.read_button import read_button
from bot.rendering.reply import ADVICE, Button, Card, Grid, Style
from bot.rendering.review_page import Page, curve, mark_of, mistakes, side
from bot.rendering.verdicts import result, verdict, why
from bot.rendering.voice import Voice
from bot.sessions.seats import Bot, UserId
from bot.sessions.session import Session
from engine.board import Mark
from engine.numbers import number_of
from engine.review import Grade, GradedMove
from engine.rules import Cell


def page(
    session: Session,
    moves: Sequence[GradedMove],
    viewer: UserId,
    voice: Voice,
    ply: int | None = None,
    *,
    is_told: bool = False,
) -> Card:
    """The page of a move for the person who looks; see `opened`."""
    return drawn(opened(session, moves, viewer, voice, ply, is_told=is_told))


def opened(
    session: Session,
    moves: Sequence[GradedMove],
    viewer: UserId,
    voice: Voice,
    ply: int | None = None,
    *,
    is_told: bool = False,
) -> Page:
    """The page of the move at `ply`, or of the last move, for the person who looks.

    ply       None for the first page: their first mistake, or the first move
    is_told   they are told the better cells, even if the mistake was theirs
    """
    own = mark_of(session, viewer)
    if ply is None:
        ply = next(iter(mistakes(moves, own)), 0)
    ply = min(ply, len(moves) - 1)
    asks = not is_told and ply in mistakes(moves, own) and own is not None
    return Page(session, moves, own, ply, asks, voice)


def drawn(shown: Page) -> Card:
    """The page as a card."""
    texts = (
        _introduction(shown),
        Grid(shown.move.board, _signs(shown)),
        _told(shown),
        _curve(shown),
    )
    return Card(accent=ADVICE, texts=texts, rows=_ways_on(shown), private=True, look=shown.session.look)


def shared(session: Session, moves: Sequence[GradedMove], by: UserId, voice: Voice) -> Card:
    """Shows everyone how a game went, and the move that decided it: the last mistake of either side."""
    last = next(reversed(mistakes(moves, None)), None)
    ply = len(moves) - 1 if last is None else last
    shown = Page(session, moves, own=None, ply=ply, asks=False, voice=voice)
    curve = f"{_curve(shown)}\n-# " + voice.say("Shared by <@{player}>", player=by)
    if last is None:
        texts: tuple[str | Grid, ...] = (_outline(shown), curve)
    else:
        decided = voice.say("The move that decided it:")
        told = f"{decided}\n{_played(shown)} {sign(shown.move.grade)}"
        board = Grid(shown.move.board, _signs(shown))
        texts = (_introduction(shown), board, f"{told}\n{verdict(shown.move, voice)}", curve)
    review = Button(voice.say("Review"), custom_id_of(Verb.REVIEW, session.id))
    return Card(accent=ADVICE, texts=texts, rows=((review,),), is_new=True)


def _introduction(shown: Page) -> str:
    """Which move it is, of which game, and how many mistakes there were in all."""
    voice, count = shown.voice, len(shown.moves)
    place = voice.say("**Review** · move **{number}** of {count} 🔎", number=shown.ply + 1, count=count)
    return f"{place}\n{_outline(shown)}"


def _outline(shown: Page) -> str:
    """Who played, and how many mistakes they made."""
    return f"{headline(shown.session, shown.voice)}\n-# {_summary(shown)}"


def _summary(shown: Page) -> str:
    if not mistakes(shown.moves, None):
        return shown.voice.say("Not a single mistake in it. Well played!")
    first = shown.own or shown.session.first
    return shown.voice.say(
        "Mistakes: {first} {first_count}, {second} {second_count}",
        first=_name(shown, first),
        first_count=len(mistakes(shown.moves, first)),
        second=_name(shown, first.other),
        second_count=len(mistakes(shown.moves, first.other)),
    )


def _name(shown: Page, mark: Mark) -> str:
    if mark is shown.own:
        # NOTE: in "Mistakes: you 2, me 1"
        return shown.voice.say("you")
    if _is_me(shown, mark):
        return shown.voice.say_in("the bot, in Mistakes: you 2, me 1", "me")
    return called(shown.session, mark, shown.voice)


def _is_me(shown: Page, mark: Mark) -> bool:
    return isinstance(shown.session.seats[mark], Bot) and not shown.session.is_demo


def _signs(shown: Page) -> dict[Cell, str]:
    """The grade on the cell that was played and, once they are told, a tick on the better cells.

    Also the mark that the move makes fade.
    """
    move = shown.move
    better = {Grade.BEST: (), Grade.FINE: move.best, Grade.MISTAKE: move.held}[move.grade]
    ticks = {} if shown.asks else dict.fromkeys(better, sign(Grade.BEST))
    return fading(move.board) | ticks | {move.cell: sign(move.grade)}


def _told(shown: Page) -> str:
    move, voice = shown.move, shown.voice
    line = f"{_played(shown)} {sign(move.grade)}"
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


def _played(shown: Page) -> str:
    mark, cell = shown.move.board.turn, shown.move.cell
    if mark is shown.own:
        number = number_of(cell, shown.session.rules)
        return shown.voice.say("{mark} You played **{cell}**", mark=sign(mark, "mark"), cell=number)
    return played(shown.session, mark, cell, shown.voice)


def _curve(shown: Page) -> str:
    """The curve as a row of signs, with this move in brackets."""
    signs = [sign(worth) for worth in curve(shown)]
    signs[shown.ply] = f"[{signs[shown.ply]}]"
    mark = sign(side(shown))
    # NOTE: a row of signs or words follows, one for each move: won, drawn or lost
    return shown.voice.say("Move by move for {mark}:\n{curve}", mark=mark, curve="".join(signs))


def _ways_on(shown: Page) -> tuple[tuple[Button, ...], ...]:
    voice, ply = shown.voice, shown.ply
    steps = (
        _button(shown, voice.say("Previous"), Verb.EARLIER, ply - 1 if ply else None),
        _button(shown, voice.say("Next"), Verb.LATER, ply + 1 if ply + 1 < len(shown.moves) else None),
    )
    this = custom_id_of(Verb.EARLIER if shown.asks else Verb.SHOW, shown.session.id, ply)
    # NOTE: a button: show this to everyone in the channel
    share = Button(voice.say("Share"), custom_id_of(Verb.SHARE, shown.session.id))
    read = read_button(this, voice)
    if shown.asks:
        # NOTE: a button: show the better cells
        show = _button(shown, voice.say("Show me"), Verb.SHOW, ply, Style.BLUE)
        return (steps, (show, _next_mistake(shown, Style.NEUTRAL)), (read, share))
    return ((*steps, read), (_next_mistake(shown, Style.BLUE), share))


def _next_mistake(shown: Page, style: Style) -> Button:
    """To the next mistake of the person who looks; to anyone's, if they did not play or made none."""
    own = mistakes(shown.moves, shown.own) if shown.own else []
    following = [ply for ply in own or mistakes(shown.moves, None) if ply > shown.ply]
    label = shown.voice.say("My next mistake") if own else shown.voice.say("Next mistake")
    if not following:
        return _button(shown, label, Verb.MISTAKE, None)
    return _button(shown, label, Verb.MISTAKE, following[0], style)


def _button(shown: Page, label: str, verb: Verb, ply: int | None, style: Style = Style.NEUTRAL) -> Button:
    """A button to the page of `ply`; disabled if there is no such page."""
    return Button(label, custom_id_of(verb, shown.session.id, ply or 0), style, disabled=ply is None)
