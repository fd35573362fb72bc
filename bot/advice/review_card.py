"""Reviews: a page for each move of a finished game, with how good it was and what it changed. Private.

A review opens at the first mistake of the person who looks, and lets them find a better cell before it tells.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bot.messages.custom_id import custom_id_of
from bot.messages.looks import fading, sign
from bot.messages.reply import ADVICE, Button, Card, Grid, Rows, Spoken, Style
from bot.messages.spoken import read_button, said, usable
from bot.messages.verdicts import result, verdict, why
from bot.messages.voice import Voice
from bot.play.names import called, headline, played
from bot.play.seats import Bot, Person, UserId
from bot.play.session import Session
from engine.board import Cell, Mark, number_of
from engine.review import Grade, GradedMove
from engine.score import Result


@dataclass(frozen=True)
class _Page:
    """One move of a review, as one person sees it.

    moves    of the whole game
    own      the mark of the person who looks, or None if they did not play
    ply      how many moves were made before this one
    is_told  they are told the better cells, even if the mistake was theirs
    """

    session: Session
    moves: Sequence[GradedMove]
    own: Mark | None
    voice: Voice
    ply: int = 0
    is_told: bool = True

    @property
    def move(self) -> GradedMove:
        return self.moves[self.ply]

    @property
    def asks(self) -> bool:
        """Whether they may look for a better cell, and are not told yet."""
        return not self.is_told and self.own is self.move.board.turn and self.move.grade is Grade.MISTAKE

    @property
    def side(self) -> Mark:
        """Whose game is told: that of the person who looks or, if they did not play, of who went first."""
        return self.own or self.session.first

    @property
    def curve(self) -> list[Result]:
        """What the game was worth to that side after each move."""
        return [
            move.after.result if move.board.turn is self.side else move.after.result.reversed
            for move in self.moves
        ]

    def mistakes(self, side: Mark | None) -> list[int]:
        """How many moves were made before each mistake of one side; of both, where none is named."""
        return [
            ply
            for ply, move in enumerate(self.moves)
            if move.grade is Grade.MISTAKE and side in {None, move.board.turn}
        ]


def page(
    session: Session,
    moves: Sequence[GradedMove],
    viewer: UserId,
    voice: Voice,
    ply: int | None = None,
    *,
    is_told: bool = False,
) -> Card:
    """The page of the move at `ply`, or of the last move, for the person who looks.

    ply       None for the first page: their first mistake, or the first move
    is_told   they are told the better cells, even if the mistake was theirs
    """
    own = next((mark for mark, seat in session.seats.items() if seat == Person(viewer)), None)
    first = _Page(session, moves, own, voice, is_told=is_told)
    if ply is None:
        ply = next(iter(first.mistakes(own)), 0)
    shown = replace(first, ply=min(ply, len(moves) - 1))
    return Card(
        accent=ADVICE,
        texts=(_introduction(shown), Grid(shown.move.board, _signs(shown)), _told(shown), _curve(shown)),
        rows=_ways_on(shown),
        private=True,
        look=session.look,
        in_words=lambda *_: _in_words(shown),
    )


def _in_words(shown: _Page) -> Spoken:
    voice = shown.voice
    worth = voice.separated(result(each, voice) for each in shown.curve)
    curve = voice.say("Move by move for {mark}:\n{curve}", mark=shown.side.value, curve=worth)
    before = (_told(shown), _introduction(shown), voice.say("The board before it:"))
    return said(before, shown.move.board, voice, usable((), chain(*_ways_on(shown))), after=(curve,))


def shared(session: Session, moves: Sequence[GradedMove], by: UserId, voice: Voice) -> Card:
    """Shows everyone how a game went, and the move that decided it: the last mistake of either side."""
    shown = _Page(session, moves, None, voice, len(moves) - 1)
    texts: tuple[str | Grid, ...] = (_outline(shown),)
    if mistakes := shown.mistakes(None):
        shown = replace(shown, ply=mistakes[-1])
        told = (voice.say("The move that decided it:"), _played(shown), verdict(shown.move, voice))
        texts = (_introduction(shown), Grid(shown.move.board, _signs(shown)), "\n".join(told))
    curve = f"{_curve(shown)}\n-# " + voice.say("Shared by <@{player}>", player=by)
    review = Button(voice.say("Review"), custom_id_of("review", session.id))
    return Card(accent=ADVICE, texts=(*texts, curve), rows=((review,),), is_new=True, look=session.look)


def _introduction(shown: _Page) -> str:
    """Which move it is, of which game, and how many mistakes there were in all."""
    voice, count = shown.voice, len(shown.moves)
    place = voice.say("**Review** · move **{number}** of {count} 🔎", number=shown.ply + 1, count=count)
    return f"{place}\n{_outline(shown)}"


def _outline(shown: _Page) -> str:
    """Who played, and how many mistakes they made."""
    voice, first = shown.voice, shown.side
    if not shown.mistakes(None):
        summary = voice.say("Not a single mistake in it. Well played!")
    else:
        summary = voice.say(
            "Mistakes: {first} {first_count}, {second} {second_count}",
            first=_name(shown, first),
            first_count=len(shown.mistakes(first)),
            second=_name(shown, first.other),
            second_count=len(shown.mistakes(first.other)),
        )
    return f"{headline(shown.session, voice)}\n-# {summary}"


def _name(shown: _Page, mark: Mark) -> str:
    if mark is shown.own:
        # NOTE: in "Mistakes: you 2, me 1"
        return shown.voice.say("you")
    if isinstance(shown.session.seats[mark], Bot) and not shown.session.is_demo:
        return shown.voice.say_in("the bot, in Mistakes: you 2, me 1", "me")
    return called(shown.session, mark, shown.voice)


def _signs(shown: _Page) -> dict[Cell, str]:
    """The grade on the cell that was played and, once they are told, a tick on the better cells.

    Also the mark that the move makes fade.
    """
    move = shown.move
    better = {Grade.BEST: (), Grade.FINE: move.best, Grade.MISTAKE: move.held}[move.grade]
    ticks = {} if shown.asks else dict.fromkeys(better, sign(Grade.BEST))
    return fading(move.board) | ticks | {move.cell: sign(move.grade)}


def _told(shown: _Page) -> str:
    move, voice = shown.move, shown.voice
    if shown.asks:
        # NOTE: {before} and {after} are win, draw or loss; "**{before}** → **{after}**" always fits
        question = voice.say(
            "That turned a **{before}** into a **{after}**. Can you find a better cell?",
            before=result(move.before.result, voice),
            after=result(move.after.result, voice),
        )
        return f"{_played(shown)}\n{question}"
    told = f"{_played(shown)}\n{verdict(move, voice)}"
    if move.grade is Grade.BEST:
        return told
    return f"{told}\n-# {why(move.best[0], move.reason, move.board.rules, voice)}"


def _played(shown: _Page) -> str:
    """Who played which cell, and how good that was."""
    move, mark = shown.move, shown.move.board.turn
    if mark is shown.own:
        number = number_of(move.cell, shown.session.rules)
        told = shown.voice.say("{mark} You played **{cell}**", mark=sign(mark, "mark"), cell=number)
    else:
        told = played(shown.session, mark, move.cell, shown.voice)
    return f"{told} {sign(move.grade)}"


def _curve(shown: _Page) -> str:
    """The curve as a row of signs, with this move in brackets."""
    signs = [sign(worth) for worth in shown.curve]
    signs[shown.ply] = f"[{signs[shown.ply]}]"
    # NOTE: a row of signs or words follows, one for each move: won, drawn or lost
    return shown.voice.say("Move by move for {mark}:\n{curve}", mark=sign(shown.side), curve="".join(signs))


def _ways_on(shown: _Page) -> Rows:
    voice, ply = shown.voice, shown.ply
    steps = (
        _button(shown, voice.say("Previous"), "earlier", ply - 1 if ply else None),
        _button(shown, voice.say("Next"), "later", ply + 1 if ply + 1 < len(shown.moves) else None),
    )
    this = custom_id_of("earlier" if shown.asks else "show", shown.session.id, ply)
    # NOTE: a button: show this to everyone in the channel
    share = Button(voice.say("Share"), custom_id_of("share", shown.session.id))
    read = read_button(this, voice)
    if shown.asks:
        # NOTE: a button: show the better cells
        show = _button(shown, voice.say("Show me"), "show", ply, Style.BLUE)
        return (steps, (show, _next_mistake(shown, Style.NEUTRAL)), (read, share))
    return ((*steps, read), (_next_mistake(shown, Style.BLUE), share))


def _next_mistake(shown: _Page, style: Style) -> Button:
    """To the next mistake of the person who looks; to anyone's, if they did not play or made none."""
    own = shown.mistakes(shown.own) if shown.own else []
    following = next((ply for ply in own or shown.mistakes(None) if ply > shown.ply), None)
    label = shown.voice.say("My next mistake") if own else shown.voice.say("Next mistake")
    return _button(shown, label, "mistake", following, style)


def _button(shown: _Page, label: str, name: str, ply: int | None, style: Style = Style.NEUTRAL) -> Button:
    """A button to the page of `ply`; disabled if there is no such page."""
    custom_id = custom_id_of(name, shown.session.id, ply or 0)
    if ply is None:
        return Button(label, custom_id, disabled=True)
    return Button(label, custom_id, style)
