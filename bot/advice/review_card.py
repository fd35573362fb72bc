"""Reviews: a page for each move of a finished game: how good it was, what it changed. Private.

A review opens at the first mistake of the person who looks, and lets them find a better cell before
it tells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bot.messages.custom_id import custom_id_of
from bot.messages.in_words import balanced, read_button, said, usable
from bot.messages.looks import fading, sign, square, worth
from bot.messages.move_verdicts import better, changed, refuted, result, verdict, why
from bot.messages.reply import ADVICE, Button, Card, Grid, Rows, Spoken, Style
from bot.messages.texts import Voice, say
from bot.play.names import called, headline, played
from bot.play.seats import Bot, Person, UserId
from bot.play.session import Session, Termination
from engine.analysis import Analysis
from engine.board import Mark, number_of
from engine.review import Grade, GradedMove
from engine.score import Result

_IN_WORDS = 25  # buttons of a message in words
_SQUARES = 25  # of a strip: a game has more moves only where marks fade

_FLAWLESS = say("**Not a single mistake** 🔎")


@dataclass(frozen=True)
class Try:
    """A cell that somebody plays in place of a mistake, and the analysis of the board after it."""

    move: GradedMove
    after: Analysis

    @property
    def holds(self) -> bool:
        """Whether it leads to the best result that there was."""
        return self.move.grade is not Grade.MISTAKE


@dataclass(frozen=True)
class _Page:
    """One move of a review, as one person sees it.

    moves    of the whole game
    own      the mark of the person who looks, or None if they did not play
    ply      how many moves were made before this one; all of them, if the page is about the whole
             game
    is_told  they are told the better cells, even if the mistake was theirs
    at_end   analyses the board on which somebody resigned, if it was their turn
    tried    what they tried in its place
    """

    session: Session
    moves: Sequence[GradedMove]
    own: Mark | None
    voice: Voice
    ply: int = 0
    is_told: bool = True
    tried: Try | None = None
    at_end: Analysis | None = None

    @property
    def move(self) -> GradedMove:
        return self.moves[self.ply]

    @property
    def is_own_mistake(self) -> bool:
        return self.own is not None and self.ply in self.mistakes(self.own)

    @property
    def asks(self) -> bool:
        """Whether they may look for a better cell, and have neither found one nor been told."""
        has_found = self.tried is not None and self.tried.holds
        return self.is_own_mistake and not self.is_told and not has_found

    @property
    def side(self) -> Mark:
        """Whose game is told: the reader's, or the first player's if the reader did not play."""
        return self.own or self.session.first

    @property
    def curve(self) -> list[Result]:
        """What the game was worth to that side after each move."""
        return [
            move.after.result if move.board.turn is self.side else move.after.result.reversed
            for move in self.moves
        ]

    @property
    def given_up(self) -> Result | None:
        """What the game was worth to the side that resigned, unless that side was losing."""
        ending = self.session.ending
        if not ending or ending.termination is not Termination.RESIGNATION:
            return None
        last = self.moves[-1]
        value = last.after.result
        if last.board.turn is ending.winner:
            value = value.reversed
        return None if value is Result.LOSS else value

    def mistakes(self, side: Mark | None) -> list[int]:
        """How many moves were made before each mistake of one side; of both if none is named."""
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
    tried: Try | None = None,
    at_end: Analysis | None = None,
) -> Card:
    """The page of the move at `ply`, or of the last move, for the person who looks.

    ply       None for the first page: their first mistake, or the first move
    is_told   they are told the better cells, even if the mistake was theirs
    tried     what they tried in place of their mistake
    at_end    analyses the board on which somebody resigned, if it was their turn
    """
    own = next((mark for mark, seat in session.seats.items() if seat == Person(viewer)), None)
    first = _Page(session, moves, own, voice, is_told=is_told, tried=tried, at_end=at_end)
    if ply is None:
        ply = next(iter(first.mistakes(own)), 0)
    shown = replace(first, ply=min(ply, len(moves) - 1))
    top = "\n".join((_headline(shown), *_told(shown)))
    *rows, last = _ways_on(shown)
    about = session.id, shown.ply
    same = custom_id_of("earlier" if shown.asks else "show", *about)  # what led to this page
    if tried:
        same = custom_id_of("try", *about, tried.move.cell)

    return Card(
        accent=ADVICE,
        texts=(top, _grid(shown), "\n-# ".join((_strip(shown), *_foot(shown)))),
        rows=(*rows, (*last, read_button(same, voice))),
        look=session.look,
        private=True,
        heard=_heard(shown, top),
    )


def _heard(shown: _Page, top: str) -> Spoken:
    """A page in words alone."""
    voice = shown.voice
    worth = voice.separated(result(each, voice) for each in shown.curve)
    curve = voice.say("Move by move for {mark}:\n{curve}", mark=shown.side.value, curve=worth)
    before = (top, *_foot(shown), voice.say("The board before the move:"))
    buttons = [*chain(*_ways_on(shown))][-_IN_WORDS:]
    return said(before, shown.move.board, voice, usable(buttons), after=(curve,))


def shared(session: Session, moves: Sequence[GradedMove], by: UserId, voice: Voice) -> Card:
    """Shows everyone how a game went, and the move that decided it: either side's last mistake."""
    game = _Page(session, moves, None, voice, len(moves))
    players = headline(session, voice).replace("\n", " · ", 1)
    texts: tuple[str | Grid, ...] = (f"{_summary(game)}\n{players}",)
    if (mistakes := game.mistakes(None)) and not game.given_up:
        game = replace(game, ply=mistakes[-1])
        place = {"number": game.ply + 1, "count": len(moves)}
        decided = voice.say("**Move {number} of {count} decided it** 🔎", **place)
        told = decided, players, _played(game), verdict(game.move, voice)
        texts = ("\n".join(told), _grid(game))
    shared_by = voice.say("Shared by <@{player}>", player=by)
    small = "\n-# ".join((_strip(game), *_mistakes(game), shared_by))
    review = Button(voice.say("Review"), custom_id_of("review", session.id))
    return Card(accent=ADVICE, texts=(*texts, small), rows=((review,),), look=session.look)


def _headline(shown: _Page) -> str:
    """Which of their mistakes this is, or which move it is and who played it."""
    voice, own = shown.voice, shown.mistakes(shown.own)
    if not shown.is_own_mistake:
        place = {"number": shown.ply + 1, "count": len(shown.moves)}
        # NOTE: {played} is such as "❌ You played **5**"
        told = voice.say("**Move {number} of {count}** · {played}", played=_played(shown), **place)
        return told if shown.mistakes(None) else f"{_summary(shown)}\n{told}"
    place = {"move": shown.ply + 1, "cell": number_of(shown.move.cell, shown.session.rules)}
    if len(own) == 1:
        return voice.say("**Your one mistake: move {move}, cell {cell}**", **place)
    place |= {"number": own.index(shown.ply) + 1, "count": len(own)}
    return voice.say("**Mistake {number} of {count}: move {move}, cell {cell}**", **place)


def _summary(shown: _Page) -> str:
    """That nobody made a mistake, unless resigning was one."""
    if not shown.given_up:
        return shown.voice.say(_FLAWLESS)
    ending, voice = shown.session.ending, shown.voice
    assert ending, "somebody resigned"
    assert ending.winner, "the other side won"
    loser = called(shown.session, ending.winner.other, voice)
    # NOTE: {before} is the word for a win or a draw
    told = say("**Resigning turned a {before} into a loss** 🏳️")
    told = voice.say(told, before=result(shown.given_up, voice))
    told = f"{voice.say('{loser} resigned', loser=loser)} · {told}"
    if shown.given_up is Result.WIN and shown.at_end:
        cell = number_of(shown.at_end.best[0], shown.session.rules)
        told = voice.together((told, voice.say("**{cell}** would have won.", cell=cell)))
    return told


def _played(shown: _Page) -> str:
    move, mark = shown.move, shown.move.board.turn
    if mark is shown.own:
        told = shown.voice.say(
            "You played **{cell}**", cell=number_of(move.cell, shown.session.rules)
        )
    else:
        told = played(shown.session, mark, move.cell, shown.voice)
    return f"{sign(mark, 'mark')} {told}"


def _told(shown: _Page) -> Iterator[str]:
    """What a move changed and what was better; or what they tried, and whether that holds."""
    move, voice, tried = shown.move, shown.voice, shown.tried
    if tried and tried.holds:
        yield verdict(tried.move, voice)
    elif shown.asks:
        # NOTE: which cell wins, or keeps the draw?
        question = (
            voice.say("What wins?")
            if move.before.result is Result.WIN
            else voice.say("What keeps the draw?")
        )
        if tried:
            yield refuted(tried.move, tried.after, voice, hidden={*move.held})
        else:
            yield changed(move, voice)
        yield question
    else:
        told = (changed, better) if shown.is_own_mistake else (verdict,)
        yield voice.together(tell(move, voice) for tell in told)
        if move.grade is not Grade.BEST:
            yield f"-# {why(move.best[0], move.reason, move.board.rules, voice)}"


def _foot(shown: _Page) -> list[str]:
    """Both sides' mistakes, unless the headline tells of them, and whether resigning was one."""
    resigned = [_summary(shown)] if shown.given_up and shown.mistakes(None) else []
    return [*_mistakes(shown), *resigned]


def _mistakes(shown: _Page) -> list[str]:
    """How many mistakes each side made, unless the headline counts one's own or reports none."""
    if not shown.mistakes(None) or shown.is_own_mistake:
        return []
    first, second = shown.side, shown.side.other
    told = shown.voice.say(
        "Mistakes: {first} {first_count}, {second} {second_count}",
        first=_name(shown, first),
        first_count=len(shown.mistakes(first)),
        second=_name(shown, second),
        second_count=len(shown.mistakes(second)),
    )
    return [told]


def _name(shown: _Page, mark: Mark) -> str:
    if mark is shown.own:
        # NOTE: in "Mistakes: you 2, me 1"
        return shown.voice.say("you")
    if isinstance(shown.session.seats[mark], Bot) and not shown.session.is_demo:
        return shown.voice.say_in("the bot, in Mistakes: you 2, me 1", "me")
    return called(shown.session, mark, shown.voice)


def _grid(shown: _Page) -> Grid:
    """The board with the move, the mark that it makes fade, and what the better cells are worth.

    While somebody looks for a better cell, the move is not made: its cell and the one that was
    tried in vain show what they are worth.
    """
    move = shown.move
    if shown.asks:
        wrong = [move, shown.tried.move] if shown.tried else [move]
        told = {each.cell: each.after.result for each in wrong}
    else:
        cells = {Grade.BEST: (), Grade.FINE: move.best, Grade.MISTAKE: move.held}[move.grade]
        told = dict.fromkeys(cells, move.before.result)
    signs = fading(move.board) | {
        cell: worth(end, number_of(cell, move.board.rules)) for cell, end in told.items()
    }
    if shown.asks:
        return Grid(move.board, signs)
    return Grid(move.board, signs | {move.cell: sign(move.board.turn, "last")}, pointed=move.cell)


def _strip(shown: _Page) -> str:
    """What the game was worth after each move, as squares with this one ringed, and what they mean.

    Those of a whole game without a mistake are all alike, and need no words.
    """
    voice, curve, here = shown.voice, shown.curve, shown.ply
    start = max(0, min(here - _SQUARES // 2, len(curve) - _SQUARES))
    squares = [square(each, here=ply == here) for ply, each in enumerate(curve)][
        start : start + _SQUARES
    ]
    before, after = "… " if start else "", " …" if start + _SQUARES < len(curve) else ""
    strip = f"{before}{''.join(squares)}{after}"
    if here == len(curve):
        return strip
    means = " · ".join(f"{square(each)} {result(each, voice)}" for each in Result if each in curve)
    if not shown.own:
        # NOTE: {legend} says what squares mean for {mark}, such as "🟩 win · ⬜ draw"
        means = voice.say("For {mark}: {legend}", mark=sign(shown.side), legend=means)
    return f"{strip}\n-# {means}"


def _ways_on(shown: _Page) -> Rows:
    """The cells to try, the ways to other moves, and what shows the game to everyone.

    A press on the next mistake leads to that of the person who looks; to anyone's, if they did not
    play or made none.
    """
    voice, move, session, ply = shown.voice, shown.move, shown.session.id, shown.ply
    # NOTE: a button: show this to everyone in the channel
    share = Button(voice.say("Share"), custom_id_of("share", session))
    # NOTE: a button: the page before
    back = Button(voice.say("Back"), custom_id_of("earlier", session, ply - 1))
    following = Button(voice.say("Next"), custom_id_of("later", session, ply + 1))
    steps = [back] * (ply > 0) + [following] * (ply + 1 < len(shown.moves))
    if shown.asks:
        tries = [
            Button(
                str(number_of(cell, move.board.rules)),
                custom_id_of("try", session, ply, cell),
                disabled=shown.tried is not None and cell == shown.tried.move.cell,
            )
            for cell in move.board.free_cells
            if cell != move.cell
        ]
        # NOTE: a button: tell the better cells
        label = voice.say("Show answer")
        tries.append(Button(label, custom_id_of("show", session, ply)))
        return (*balanced(tries), (*steps, share))
    for mistake in shown.mistakes(shown.own) or shown.mistakes(None):
        if mistake > ply:
            to_mistake = custom_id_of("mistake", session, mistake)
            return ((*steps, Button(voice.say("Next mistake"), to_mistake, Style.BLUE)), (share,))
    return ((*steps, share),)
