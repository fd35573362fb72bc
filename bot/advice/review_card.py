"""Reviews: a page for each move of a finished game: how good it was, what it changed. Private.

A review opens at the first mistake of the person who looks, and lets them find a better cell before
it tells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bot.messages.custom_id import custom_id_of
from bot.messages.in_words import balanced_rows, read_button, spoken_reply, usable
from bot.messages.looks import fading, sign, square, worth
from bot.messages.move_verdicts import better, change, refutation, result, verdict, why
from bot.messages.reply import Accent, Button, Card, Grid, Rows, Spoken, Style
from bot.messages.texts import Voice, say
from bot.play.names import legend, move_made, side_name
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

    moves      of the whole game
    own        the mark of the person who looks, or None if they did not play
    ply        how many moves were made before this one; all of them, if the page is about the whole
               game
    is_told    they are told the better cells, even if the mistake was theirs
    at_end     analyses the board on which somebody resigned, if it was their turn
    tried      what they tried in its place
    may_share  they are where it was played, and can show everyone there how it went
    """

    session: Session
    moves: Sequence[GradedMove]
    own: Mark | None
    voice: Voice
    ply: int = 0
    is_told: bool = True
    tried: Try | None = None
    at_end: Analysis | None = None
    may_share: bool = True

    @property
    def move(self) -> GradedMove:
        return self.moves[self.ply]

    @property
    def is_own_mistake(self) -> bool:
        if self.own is None:
            return False
        return self.ply in self.mistakes(self.own)

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
        plies = []
        for ply, move in enumerate(self.moves):
            is_of_side = side is None or side is move.board.turn
            if is_of_side and move.grade is Grade.MISTAKE:
                plies.append(ply)
        return plies


def review_page(
    session: Session,
    moves: Sequence[GradedMove],
    viewer: UserId,
    voice: Voice,
    ply: int | None = None,
    *,
    is_told: bool = False,
    tried: Try | None = None,
    at_end: Analysis | None = None,
    may_share: bool = True,
) -> Card:
    """The page of the move at `ply`, or of the last move, for the person who looks.

    ply        None for the first page: their first mistake, or the first move
    is_told    they are told the better cells, even if the mistake was theirs
    tried      what they tried in place of their mistake
    at_end     analyses the board on which somebody resigned, if it was their turn
    may_share  they are where it was played
    """
    own = _mark_of(viewer, session)
    first = _Page(
        session,
        moves,
        own,
        voice,
        is_told=is_told,
        tried=tried,
        at_end=at_end,
        may_share=may_share,
    )
    if ply is None:
        ply = next(iter(first.mistakes(own)), 0)
    page = replace(first, ply=min(ply, len(moves) - 1))
    above = [_headline(page)]
    above += _verdict(page)
    top = "\n".join(above)
    below = [_strip(page)]
    below += _foot(page)
    read = read_button(_way_here(page), voice)
    *rows, last_row = _ways_on(page)
    rows.append((*last_row, read))
    return Card(
        accent=Accent.ADVICE,
        texts=(top, _grid(page), "\n-# ".join(below)),
        rows=tuple(rows),
        look=session.look,
        is_private=True,
        spoken=_spoken(page, top),
    )


def _mark_of(viewer: UserId, session: Session) -> Mark | None:
    """The mark of the person who looks, or None if they did not play."""
    for mark, seat in session.seats.items():
        if seat == Person(viewer):
            return mark
    return None


def _way_here(page: _Page) -> str:
    """The custom_id of the press that led to this page."""
    session_id = page.session.id
    if page.tried:
        return custom_id_of("try", session_id, page.ply, page.tried.move.cell)
    if page.asks:
        return custom_id_of("earlier", session_id, page.ply)
    return custom_id_of("show", session_id, page.ply)


def _spoken(page: _Page, top: str) -> Spoken:
    """A page in words alone."""
    voice = page.voice
    results = voice.separated(result(each, voice) for each in page.curve)
    curve = voice.say("Move by move for {mark}:\n{curve}", mark=page.side.value, curve=results)
    before = [top]
    before += _foot(page)
    before.append(voice.say("The board before the move:"))
    buttons = list(chain.from_iterable(_ways_on(page)))
    last_buttons = usable(buttons[-_IN_WORDS:])
    return spoken_reply(before, page.move.board, voice, last_buttons, after=(curve,))


def share_card(session: Session, moves: Sequence[GradedMove], by: UserId, voice: Voice) -> Card:
    """Shows everyone how a game went, and the move that decided it: either side's last mistake."""
    game = _Page(session, moves, None, voice, len(moves))
    players = legend(session, voice).replace("\n-# ", " · ", 1)
    texts: list[str | Grid] = []
    mistakes = game.mistakes(None)
    if mistakes and not game.given_up:
        game = replace(game, ply=mistakes[-1])
        decided = voice.say(
            "**Move {number} of {count} decided it** 🔎", number=game.ply + 1, count=len(moves)
        )
        lines = (decided, players, _last_move(game), verdict(game.move, voice))
        texts += ("\n".join(lines), _grid(game))
    else:
        texts.append(f"{_summary(game)}\n{players}")
    small = [_strip(game)]
    small += _mistakes(game)
    small.append(voice.say("Shared by <@{player}>", player=by))
    texts.append("\n-# ".join(small))
    review = Button(voice.say("Review"), custom_id_of("review", session.id))
    return Card(accent=Accent.ADVICE, texts=tuple(texts), rows=((review,),), look=session.look)


def _headline(page: _Page) -> str:
    """Which of their mistakes this is, or which move it is and who played it."""
    voice = page.voice
    number = page.ply + 1
    if not page.is_own_mistake:
        # NOTE: {played} is such as "❌ You played **5**"
        place = voice.say(
            "**Move {number} of {count}** · {played}",
            number=number,
            count=len(page.moves),
            played=_last_move(page),
        )
        if not page.mistakes(None):
            return f"{_summary(page)}\n{place}"
        return place
    own = page.mistakes(page.own)
    cell = number_of(page.move.cell, page.session.rules)
    if len(own) == 1:
        return voice.say("**Your one mistake: move {move}, cell {cell}**", move=number, cell=cell)
    return voice.say(
        "**Mistake {number} of {count}: move {move}, cell {cell}**",
        number=own.index(page.ply) + 1,
        count=len(own),
        move=number,
        cell=cell,
    )


def _summary(page: _Page) -> str:
    """That nobody made a mistake, unless resigning was one."""
    if not page.given_up:
        return page.voice.say(_FLAWLESS)
    voice = page.voice
    ending = page.session.ending
    assert ending, "somebody resigned"
    assert ending.winner, "the other side won"
    loser = side_name(page.session, ending.winner.other, voice)
    # NOTE: {before} is the word for a win or a draw
    turned = say("**Resigning turned a {before} into a loss** 🏳️")
    turned = voice.say(turned, before=result(page.given_up, voice))
    summary = f"{voice.say('{loser} resigned', loser=loser)} · {turned}"
    if page.given_up is Result.WIN and page.at_end:
        cell = number_of(page.at_end.best[0], page.session.rules)
        missed = voice.say("**{cell}** would have won.", cell=cell)
        return voice.together((summary, missed))
    return summary


def _last_move(page: _Page) -> str:
    move = page.move
    mark = move.board.turn
    if mark is page.own:
        cell = number_of(move.cell, page.session.rules)
        text = page.voice.say("You played **{cell}**", cell=cell)
    else:
        text = move_made(page.session, mark, move.cell, page.voice)
    return f"{sign(mark, 'mark')} {text}"


def _verdict(page: _Page) -> Iterator[str]:
    """What a move changed and what was better; or what they tried, and whether that holds."""
    move = page.move
    voice = page.voice
    tried = page.tried
    if tried and tried.holds:
        yield verdict(tried.move, voice)
    elif page.asks:
        if tried:
            yield refutation(tried.move, tried.after, voice, hidden=set(move.held))
        else:
            yield change(move, voice)
        if move.before.result is Result.WIN:
            # NOTE: which cell wins?
            yield voice.say("What wins?")
        else:
            # NOTE: which cell keeps the draw?
            yield voice.say("What keeps the draw?")
    else:
        if page.is_own_mistake:
            sentences = (change(move, voice), better(move, voice))
            yield voice.together(sentences)
        else:
            yield verdict(move, voice)
        if move.grade is not Grade.BEST:
            reason = why(move.best[0], move.reason, move.board.rules, voice)
            yield f"-# {reason}"


def _foot(page: _Page) -> list[str]:
    """Both sides' mistakes, unless the headline tells of them, and whether resigning was one."""
    lines = _mistakes(page)
    if page.given_up and page.mistakes(None):
        lines.append(_summary(page))
    return lines


def _mistakes(page: _Page) -> list[str]:
    """How many mistakes each side made, unless the headline counts one's own or reports none."""
    if not page.mistakes(None) or page.is_own_mistake:
        return []
    first = page.side
    second = first.other
    counts = page.voice.say(
        "Mistakes: {first} {first_count}, {second} {second_count}",
        first=_name(page, first),
        first_count=len(page.mistakes(first)),
        second=_name(page, second),
        second_count=len(page.mistakes(second)),
    )
    return [counts]


def _name(page: _Page, mark: Mark) -> str:
    if mark is page.own:
        # NOTE: in "Mistakes: you 2, me 1"
        return page.voice.say("you")
    is_bot = isinstance(page.session.seats[mark], Bot)
    if is_bot and not page.session.is_demo:
        return page.voice.say_in("the bot, in Mistakes: you 2, me 1", "me")
    return side_name(page.session, mark, page.voice)


def _grid(page: _Page) -> Grid:
    """The board with the move, the mark that it makes fade, and what the better cells are worth.

    While somebody looks for a better cell, the move is not made: its cell and the one that was
    tried in vain show what they are worth.
    """
    board = page.move.board
    signs = fading(board)
    for cell, end in _worths(page).items():
        signs[cell] = worth(end, number_of(cell, board.rules))
    if page.asks:
        return Grid(board, signs)
    played_cell = page.move.cell
    signs[played_cell] = sign(board.turn, "last")
    return Grid(board, signs, last_cell=played_cell)


def _worths(page: _Page) -> dict[Cell, Result]:
    """The cells that show what they are worth."""
    move = page.move
    if page.asks:
        wrong = {move.cell: move.after.result}
        if page.tried:
            tried = page.tried.move
            wrong[tried.cell] = tried.after.result
        return wrong
    match move.grade:
        case Grade.BEST:
            better_cells: Sequence[Cell] = ()
        case Grade.FINE:
            better_cells = move.best
        case Grade.MISTAKE:
            better_cells = move.held
    return dict.fromkeys(better_cells, move.before.result)


def _strip(page: _Page) -> str:
    """What the game was worth after each move, as squares with this one ringed, and what they mean.

    Those of a whole game without a mistake are all alike, and need no words.
    """
    voice = page.voice
    curve = page.curve
    squares = [square(value, here=ply == page.ply) for ply, value in enumerate(curve)]
    last_start = len(curve) - _SQUARES
    start = max(0, min(page.ply - _SQUARES // 2, last_start))
    end = start + _SQUARES
    strip = "".join(squares[start:end])
    if start > 0:
        strip = f"… {strip}"
    if end < len(curve):
        strip = f"{strip} …"
    if page.ply == len(curve):
        return strip
    results = [each for each in Result if each in curve]
    legend = " · ".join(f"{square(each)} {result(each, voice)}" for each in results)
    if not page.own:
        # NOTE: {legend} says what squares mean for {mark}, such as "🟩 win · ⬜ draw"
        legend = voice.say("For {mark}: {legend}", mark=sign(page.side), legend=legend)
    return f"{strip}\n-# {legend}"


def _ways_on(page: _Page) -> Rows:
    """The cells to try, the ways to other moves, and what shows the game to everyone.

    A press on the next mistake leads to that of the person who looks; to anyone's, if they did not
    play or made none.
    """
    voice = page.voice
    session_id = page.session.id
    ply = page.ply
    share = []
    if page.may_share:
        # NOTE: a button: show this to everyone in the channel
        share.append(Button(voice.say("Share"), custom_id_of("share", session_id)))
    steps = []
    if ply > 0:
        # NOTE: a button: the page before
        back = voice.say("Back")
        steps.append(Button(back, custom_id_of("earlier", session_id, ply - 1)))
    if ply + 1 < len(page.moves):
        forward = voice.say("Next")
        steps.append(Button(forward, custom_id_of("later", session_id, ply + 1)))
    if page.asks:
        steps += share
        return (*_tries(page), tuple(steps))
    mistakes = page.mistakes(page.own) or page.mistakes(None)
    later_mistakes = [mistake for mistake in mistakes if mistake > ply]
    if later_mistakes:
        next_mistake = custom_id_of("mistake", session_id, later_mistakes[0])
        steps.append(Button(voice.say("Next mistake"), next_mistake, Style.BLUE))
        if share:
            return (tuple(steps), tuple(share))
        return (tuple(steps),)
    steps += share
    return (tuple(steps),)


def _tries(page: _Page) -> Rows:
    """A button for each cell to try in place of the mistake, and one that tells the better ones."""
    voice = page.voice
    session_id = page.session.id
    tried_cell = None
    if page.tried:
        tried_cell = page.tried.move.cell
    board = page.move.board
    buttons = []
    for cell in board.free_cells:
        if cell == page.move.cell:
            continue
        number = str(number_of(cell, board.rules))
        custom_id = custom_id_of("try", session_id, page.ply, cell)
        buttons.append(Button(number, custom_id, disabled=cell == tried_cell))
    # NOTE: a button: tell the better cells
    label = voice.say("Show answer")
    buttons.append(Button(label, custom_id_of("show", session_id, page.ply)))
    return balanced_rows(buttons)
