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
from engine.board import Cell, Mark, number_of
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
        return [self._worth_after(move) for move in self.moves]

    def _worth_after(self, move: GradedMove) -> Result:
        if move.board.turn is self.side:
            return move.after.result
        return move.after.result.reversed

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
        if value is Result.LOSS:
            return None
        return value

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
    seats_taken = [mark for mark, seat in session.seats.items() if seat == Person(viewer)]
    own = next(iter(seats_taken), None)
    first = _Page(session, moves, own, voice, is_told=is_told, tried=tried, at_end=at_end)
    if ply is None:
        ply = next(iter(first.mistakes(own)), 0)
    shown = replace(first, ply=min(ply, len(moves) - 1))
    above = [_headline(shown)]
    above += _verdict(shown)
    top = "\n".join(above)
    below = [_strip(shown)]
    below += _foot(shown)
    read = read_button(_way_here(shown), voice)
    *rows, last_row = _ways_on(shown)
    return Card(
        accent=ADVICE,
        texts=(top, _grid(shown), "\n-# ".join(below)),
        rows=(*rows, (*last_row, read)),
        look=session.look,
        private=True,
        heard=_heard(shown, top),
    )


def _way_here(shown: _Page) -> str:
    """The custom_id of the press that led to this page."""
    session_id = shown.session.id
    if shown.tried:
        return custom_id_of("try", session_id, shown.ply, shown.tried.move.cell)
    if shown.asks:
        return custom_id_of("earlier", session_id, shown.ply)
    return custom_id_of("show", session_id, shown.ply)


def _heard(shown: _Page, top: str) -> Spoken:
    """A page in words alone."""
    voice = shown.voice
    results = voice.separated(result(each, voice) for each in shown.curve)
    curve = voice.say("Move by move for {mark}:\n{curve}", mark=shown.side.value, curve=results)
    before = [top]
    before += _foot(shown)
    before.append(voice.say("The board before the move:"))
    buttons = list(chain.from_iterable(_ways_on(shown)))
    return said(before, shown.move.board, voice, usable(buttons[-_IN_WORDS:]), after=(curve,))


def shared(session: Session, moves: Sequence[GradedMove], by: UserId, voice: Voice) -> Card:
    """Shows everyone how a game went, and the move that decided it: either side's last mistake."""
    game = _Page(session, moves, None, voice, len(moves))
    players = headline(session, voice).replace("\n", " · ", 1)
    texts: list[str | Grid] = []
    mistakes = game.mistakes(None)
    if mistakes and not game.given_up:
        game = replace(game, ply=mistakes[-1])
        decided = voice.say(
            "**Move {number} of {count} decided it** 🔎", number=game.ply + 1, count=len(moves)
        )
        lines = (decided, players, _played(game), verdict(game.move, voice))
        texts += ("\n".join(lines), _grid(game))
    else:
        texts.append(f"{_summary(game)}\n{players}")
    small = [_strip(game)]
    small += _mistakes(game)
    small.append(voice.say("Shared by <@{player}>", player=by))
    texts.append("\n-# ".join(small))
    review = Button(voice.say("Review"), custom_id_of("review", session.id))
    return Card(accent=ADVICE, texts=tuple(texts), rows=((review,),), look=session.look)


def _headline(shown: _Page) -> str:
    """Which of their mistakes this is, or which move it is and who played it."""
    voice = shown.voice
    number = shown.ply + 1
    if not shown.is_own_mistake:
        # NOTE: {played} is such as "❌ You played **5**"
        told = voice.say(
            "**Move {number} of {count}** · {played}",
            number=number,
            count=len(shown.moves),
            played=_played(shown),
        )
        if not shown.mistakes(None):
            return f"{_summary(shown)}\n{told}"
        return told
    own = shown.mistakes(shown.own)
    cell = number_of(shown.move.cell, shown.session.rules)
    if len(own) == 1:
        return voice.say("**Your one mistake: move {move}, cell {cell}**", move=number, cell=cell)
    return voice.say(
        "**Mistake {number} of {count}: move {move}, cell {cell}**",
        number=own.index(shown.ply) + 1,
        count=len(own),
        move=number,
        cell=cell,
    )


def _summary(shown: _Page) -> str:
    """That nobody made a mistake, unless resigning was one."""
    if not shown.given_up:
        return shown.voice.say(_FLAWLESS)
    voice = shown.voice
    ending = shown.session.ending
    assert ending, "somebody resigned"
    assert ending.winner, "the other side won"
    loser = called(shown.session, ending.winner.other, voice)
    # NOTE: {before} is the word for a win or a draw
    turned = say("**Resigning turned a {before} into a loss** 🏳️")
    turned = voice.say(turned, before=result(shown.given_up, voice))
    summary = f"{voice.say('{loser} resigned', loser=loser)} · {turned}"
    if shown.given_up is Result.WIN and shown.at_end:
        cell = number_of(shown.at_end.best[0], shown.session.rules)
        missed = voice.say("**{cell}** would have won.", cell=cell)
        return voice.together((summary, missed))
    return summary


def _played(shown: _Page) -> str:
    move = shown.move
    mark = move.board.turn
    if mark is shown.own:
        cell = number_of(move.cell, shown.session.rules)
        text = shown.voice.say("You played **{cell}**", cell=cell)
    else:
        text = played(shown.session, mark, move.cell, shown.voice)
    return f"{sign(mark, 'mark')} {text}"


def _verdict(shown: _Page) -> Iterator[str]:
    """What a move changed and what was better; or what they tried, and whether that holds."""
    move = shown.move
    voice = shown.voice
    tried = shown.tried
    if tried and tried.holds:
        yield verdict(tried.move, voice)
    elif shown.asks:
        if tried:
            yield refuted(tried.move, tried.after, voice, hidden=set(move.held))
        else:
            yield changed(move, voice)
        if move.before.result is Result.WIN:
            # NOTE: which cell wins?
            yield voice.say("What wins?")
        else:
            # NOTE: which cell keeps the draw?
            yield voice.say("What keeps the draw?")
    else:
        if shown.is_own_mistake:
            yield voice.together((changed(move, voice), better(move, voice)))
        else:
            yield verdict(move, voice)
        if move.grade is not Grade.BEST:
            yield f"-# {why(move.best[0], move.reason, move.board.rules, voice)}"


def _foot(shown: _Page) -> list[str]:
    """Both sides' mistakes, unless the headline tells of them, and whether resigning was one."""
    lines = _mistakes(shown)
    if shown.given_up and shown.mistakes(None):
        lines.append(_summary(shown))
    return lines


def _mistakes(shown: _Page) -> list[str]:
    """How many mistakes each side made, unless the headline counts one's own or reports none."""
    if not shown.mistakes(None) or shown.is_own_mistake:
        return []
    first = shown.side
    second = first.other
    counts = shown.voice.say(
        "Mistakes: {first} {first_count}, {second} {second_count}",
        first=_name(shown, first),
        first_count=len(shown.mistakes(first)),
        second=_name(shown, second),
        second_count=len(shown.mistakes(second)),
    )
    return [counts]


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
    board = shown.move.board
    signs = fading(board)
    for cell, end in _worths(shown).items():
        signs[cell] = worth(end, number_of(cell, board.rules))
    if shown.asks:
        return Grid(board, signs)
    played_cell = shown.move.cell
    signs[played_cell] = sign(board.turn, "last")
    return Grid(board, signs, pointed=played_cell)


def _worths(shown: _Page) -> dict[Cell, Result]:
    """The cells that show what they are worth."""
    move = shown.move
    if shown.asks:
        wrong = {move.cell: move.after.result}
        if shown.tried:
            wrong[shown.tried.move.cell] = shown.tried.move.after.result
        return wrong
    match move.grade:
        case Grade.BEST:
            better_cells: Sequence[Cell] = ()
        case Grade.FINE:
            better_cells = move.best
        case Grade.MISTAKE:
            better_cells = move.held
    return dict.fromkeys(better_cells, move.before.result)


def _strip(shown: _Page) -> str:
    """What the game was worth after each move, as squares with this one ringed, and what they mean.

    Those of a whole game without a mistake are all alike, and need no words.
    """
    voice = shown.voice
    curve = shown.curve
    squares = [square(each, here=ply == shown.ply) for ply, each in enumerate(curve)]
    start = max(0, min(shown.ply - _SQUARES // 2, len(curve) - _SQUARES))
    end = start + _SQUARES
    strip = "".join(squares[start:end])
    if start > 0:
        strip = f"… {strip}"
    if end < len(curve):
        strip = f"{strip} …"
    if shown.ply == len(curve):
        return strip
    meanings = [f"{square(each)} {result(each, voice)}" for each in Result if each in curve]
    legend = " · ".join(meanings)
    if not shown.own:
        # NOTE: {legend} says what squares mean for {mark}, such as "🟩 win · ⬜ draw"
        legend = voice.say("For {mark}: {legend}", mark=sign(shown.side), legend=legend)
    return f"{strip}\n-# {legend}"


def _ways_on(shown: _Page) -> Rows:
    """The cells to try, the ways to other moves, and what shows the game to everyone.

    A press on the next mistake leads to that of the person who looks; to anyone's, if they did not
    play or made none.
    """
    voice = shown.voice
    session_id = shown.session.id
    ply = shown.ply
    # NOTE: a button: show this to everyone in the channel
    share = Button(voice.say("Share"), custom_id_of("share", session_id))
    steps = []
    if ply > 0:
        # NOTE: a button: the page before
        steps.append(Button(voice.say("Back"), custom_id_of("earlier", session_id, ply - 1)))
    if ply + 1 < len(shown.moves):
        steps.append(Button(voice.say("Next"), custom_id_of("later", session_id, ply + 1)))
    if shown.asks:
        steps.append(share)
        return (*_tries(shown), tuple(steps))
    mistakes = shown.mistakes(shown.own) or shown.mistakes(None)
    later_mistakes = [mistake for mistake in mistakes if mistake > ply]
    if later_mistakes:
        next_mistake = custom_id_of("mistake", session_id, later_mistakes[0])
        steps.append(Button(voice.say("Next mistake"), next_mistake, Style.BLUE))
        return (tuple(steps), (share,))
    steps.append(share)
    return (tuple(steps),)


def _tries(shown: _Page) -> Rows:
    """A button for each cell to try in place of the mistake, and one that tells the better ones."""
    voice = shown.voice
    session_id = shown.session.id
    tried_cell = None
    if shown.tried:
        tried_cell = shown.tried.move.cell
    board = shown.move.board
    buttons = []
    for cell in board.free_cells:
        if cell == shown.move.cell:
            continue
        number = str(number_of(cell, board.rules))
        custom_id = custom_id_of("try", session_id, shown.ply, cell)
        buttons.append(Button(number, custom_id, disabled=cell == tried_cell))
    # NOTE: a button: tell the better cells
    label = voice.say("Show answer")
    buttons.append(Button(label, custom_id_of("show", session_id, shown.ply)))
    return balanced(buttons)
