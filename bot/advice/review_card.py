"""Reviews: a page for each move of a finished game: how good it was, what it changed. Private.

A review opens at the first mistake of the person who looks, and lets them find a better cell before
it tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bot.advice.find_the_cell import Try, grid_with, praise
from bot.messages.boards import cell_buttons, with_results
from bot.messages.content import Accent, Button, Card, Grid, Rows, Spoken, Style
from bot.messages.custom_id import custom_id_of
from bot.messages.in_words import is_usable, read_button, spoken_content, usable, with_read
from bot.messages.looks import sign, square
from bot.messages.move_verdicts import (
    better,
    change,
    refutation,
    result_name,
    verdict,
    why,
    winner_or_draw,
)
from bot.messages.texts import Voice, phrase
from bot.play.buttons import rematch_button
from bot.play.names import legend, move_made, side_name
from bot.play.seats import Bot, UserId
from bot.play.session import Session, Termination
from engine.analysis import Analysis
from engine.board import Cell, Mark, number_of
from engine.review import Grade, GradedMove
from engine.score import Result

_IN_WORDS = 25  # buttons of a message in words
_SQUARES = 25  # of a strip: a game has more moves only where marks fade

_FLAWLESS = phrase("**Not a single mistake** 🔎")
# NOTE: to somebody who lost without a mistake; {mark} is the winner's sign
_LOST_FROM_THE_START = phrase("**You did nothing wrong: {mark} had a win from the first move** 🔎")


@dataclass(frozen=True)
class Page:
    """One move of a review, as one person sees it.

    moves      the moves of the whole game
    own        the mark of the person who looks, or None if they did not play
    ply        how many moves were made before this one; all of them, if the page is about the whole
               game
    is_told    they are told the better cells, even if the mistake was theirs
    tried      what they tried in place of their mistake
    at_end     analyses the board on which somebody resigned, if it was their turn
    is_here    they are where it was played, and can show everyone there how it went, or play again
    """

    session: Session
    moves: Sequence[GradedMove]
    own: Mark | None
    ply: int
    is_told: bool = False
    tried: Try | None = None
    at_end: Analysis | None = None
    is_here: bool = True

    @classmethod
    def of(
        cls,
        session: Session,
        moves: Sequence[GradedMove],
        viewer: UserId,
        ply: int | None = None,
    ) -> Page:
        """The page of the move at `ply`, or of the last move, for the person who looks.

        Without `ply` it is the first page: their first mistake, or the first move.
        """
        page = cls(session, moves, session.mark_of(viewer), 0)
        if ply is None:
            ply = next(iter(page.mistakes(page.own)), 0)
        return replace(page, ply=min(ply, len(moves) - 1))

    @property
    def move(self) -> GradedMove:
        return self.moves[self.ply]

    @property
    def is_own_mistake(self) -> bool:
        if self.own is None:
            return False
        return self.ply in self.mistakes(self.own)

    @property
    def found(self) -> GradedMove | None:
        """The better cell that they have found, as a move."""
        if self.tried is not None and self.tried.holds and self.is_own_mistake:
            return self.tried.move
        return None

    @property
    def asks(self) -> bool:
        """Whether they may look for a better cell, and have neither found one nor been told."""
        return self.is_own_mistake and not self.is_told and not self.found

    @property
    def side(self) -> Mark:
        """Whose game is told: the reader's, or the first player's if the reader did not play."""
        return self.own or self.session.first

    @property
    def curve(self) -> list[Result]:
        """What the game was worth to that side after each move."""
        results = []
        for move in self.moves:
            result_after = move.after.result
            if move.board.turn is not self.side:
                result_after = result_after.reversed
            results.append(result_after)
        return results

    @property
    def given_up(self) -> Result | None:
        """What the game was worth to the side that resigned, unless that side was losing."""
        ending = self.session.ending
        if not ending or ending.termination is not Termination.RESIGNATION:
            return None
        last = self.moves[-1]
        result = last.after.result
        if last.board.turn is ending.winner:
            result = result.reversed
        if result is Result.LOSS:
            return None
        return result

    def mistakes(self, side: Mark | None) -> list[int]:
        """How many moves were made before each mistake of one side; of both if none is named."""
        plies = []
        for ply, move in enumerate(self.moves):
            is_of_side = side is None or side is move.board.turn
            if is_of_side and move.grade is Grade.MISTAKE:
                plies.append(ply)
        return plies


def review_page(page: Page, voice: Voice) -> Card:
    """What a move changed and what was better, or what one tried in its place."""
    move = page.move
    number = page.ply + 1
    cell = number_of(move.cell, page.session.rules)

    # They have found a better cell.
    above: list[str] = []
    if page.found:
        above += praise(page.found, voice)
        # NOTE: what was played in the game, and on which of all its moves
        instead = voice.say("Instead of {cell}, on move {move}", cell=cell, move=number)
        above.append(f"-# {instead}")

    # It is a mistake of theirs. They are told what was better, or look for it.
    elif page.is_own_mistake:
        own = page.mistakes(page.own)
        headline = phrase("**Your one mistake: move {move}, cell {cell}**")
        if len(own) > 1:
            headline = phrase("**Mistake {number} of {count}: move {move}, cell {cell}**")
        nth = own.index(page.ply) + 1
        above.append(voice.say(headline, number=nth, count=len(own), move=number, cell=cell))
        if page.asks and page.tried:
            tried = page.tried
            above.append(refutation(tried.move, tried.after, voice, hidden=set(move.held)))
        else:
            above.append(change(move, voice))
        if not page.asks:
            above.append(better(move, voice))
        elif move.before.result is Result.WIN:
            # NOTE: which cell wins?
            above.append(voice.say("What wins?"))
        else:
            # NOTE: which cell keeps the draw?
            above.append(voice.say("What keeps the draw?"))

    # It is any other move.
    else:
        if not page.mistakes(None):
            above.append(_summary(page, voice))
        # NOTE: {played} is such as "❌ You played **5**"
        place = phrase("**Move {number} of {count}** · {played}")
        played = _last_move(page, voice)
        above.append(voice.say(place, number=number, count=len(page.moves), played=played))
        above.append(verdict(move, voice))
        if move.grade is Grade.FINE:
            above.append(f"-# {why(move.best[0], move.reasons, move.board.rules, voice)}")

    top = "\n".join(above)
    below = [_strip(page, voice)]
    below += _foot(page, voice)
    read = read_button(_way_here(page), voice)
    *rows, controls = _ways_on(page, voice)
    if page.asks:
        rows = [*with_read(tuple(rows), read), controls]
    else:
        rows.append((*controls, read))
    return Card(
        accent=Accent.ADVICE,
        texts=(top, _grid(page), "\n-# ".join(below)),
        rows=tuple(rows),
        look=page.session.look,
        is_private=True,
        spoken=_spoken(page, top, voice),
    )


def _way_here(page: Page) -> str:
    """The custom_id of the press that led to this page."""
    session_id = page.session.id
    if page.tried:
        return custom_id_of("try", session_id, page.ply, page.tried.move.cell)
    if page.asks:
        return custom_id_of("earlier", session_id, page.ply)
    return custom_id_of("show", session_id, page.ply)


def _spoken(page: Page, top: str, voice: Voice) -> Spoken:
    """A page in words alone."""
    winners = []
    for result in page.curve:
        if result is Result.DRAW:
            winners.append(result_name(result, voice))
        elif result is Result.WIN:
            winners.append(page.side.value)
        else:
            winners.append(page.side.other.value)
    # NOTE: {curve} is how the game stood after each move, such as "draw, draw, X, X"
    curve = voice.say("Who wins, move by move:\n{curve}", curve=voice.separated(winners))
    before = [top]
    before += _foot(page, voice)
    before.append(voice.say("The board before the move:"))
    buttons = [button for button in chain.from_iterable(_ways_on(page, voice)) if is_usable(button)]
    last_buttons = usable(buttons[-_IN_WORDS:])
    return spoken_content(before, page.move.board, voice, last_buttons, after=(curve,))


def share_card(session: Session, moves: Sequence[GradedMove], by: UserId, voice: Voice) -> Card:
    """Shows everyone how a game went, and the move that decided it: either side's last mistake."""
    page = Page(session, moves, None, len(moves))
    players = legend(session, voice).replace("\n-# ", " · ", 1)
    texts: list[str | Grid] = []
    mistakes = page.mistakes(None)
    if mistakes and not page.given_up:
        page = replace(page, ply=mistakes[-1])
        decided = voice.say(
            "**Move {number} of {count} decided it** 🔎", number=page.ply + 1, count=len(moves)
        )
        lines = (decided, players, _last_move(page, voice), verdict(page.move, voice))
        texts += ("\n".join(lines), _grid(page))
    else:
        texts.append(f"{_summary(page, voice)}\n{players}")
    small = [_strip(page, voice)]
    small += _mistakes(page, voice)
    small.append(voice.say("Shared by <@{player}>", player=by))
    texts.append("\n-# ".join(small))
    review = Button(voice.say("Review"), custom_id_of("review", session.id))
    return Card(accent=Accent.ADVICE, texts=tuple(texts), rows=((review,),), look=session.look)


def _summary(page: Page, voice: Voice) -> str:
    """That nobody made a mistake, unless resigning was one.

    Somebody whose game was lost from the first move is told that they did nothing wrong.
    """
    if page.own and set(page.curve) == {Result.LOSS}:
        return voice.say(_LOST_FROM_THE_START, mark=sign(page.own.other))
    if not page.given_up:
        return voice.say(_FLAWLESS)
    ending = page.session.ending
    assert ending, "somebody resigned"
    assert ending.winner, "the other side won"
    loser = side_name(page.session, ending.winner.other, voice)
    before = winner_or_draw(page.given_up, ending.winner.other, voice)
    after = winner_or_draw(Result.WIN, ending.winner, voice)
    # NOTE: {before} is draw or "win for ❌", and {after} is "win for ⭕"
    turned = phrase("**Resigning turned a {before} into a {after}** 🏳️")
    turned = voice.say(turned, before=before, after=after)
    summary = f"{voice.say('{loser} resigned', loser=loser)} · {turned}"
    if page.given_up is Result.WIN and page.at_end:
        cell = number_of(page.at_end.best[0], page.session.rules)
        missed = voice.say("**{cell}** would have won.", cell=cell)
        return f"{summary} · {missed}"
    return summary


def _last_move(page: Page, voice: Voice) -> str:
    move = page.move
    mark = move.board.turn
    if mark is page.own:
        cell = number_of(move.cell, page.session.rules)
        text = voice.say("You played **{cell}**", cell=cell)
    else:
        text = move_made(page.session, mark, move.cell, voice)
    return f"{sign(mark, 'mark')} {text}"


def _foot(page: Page, voice: Voice) -> list[str]:
    """Both sides' mistakes, unless the headline tells of them, and whether resigning was one."""
    lines = _mistakes(page, voice)
    if page.given_up and page.mistakes(None):
        lines.append(_summary(page, voice))
    return lines


def _mistakes(page: Page, voice: Voice) -> list[str]:
    """How many mistakes each side made, unless the headline counts one's own or reports none."""
    if not page.mistakes(None) or page.is_own_mistake:
        return []
    first = page.side
    second = first.other
    counts = voice.say(
        "Mistakes: {first} {first_count}, {second} {second_count}",
        first=_name(page, first, voice),
        first_count=len(page.mistakes(first)),
        second=_name(page, second, voice),
        second_count=len(page.mistakes(second)),
    )
    return [counts]


def _name(page: Page, mark: Mark, voice: Voice) -> str:
    if mark is page.own:
        # NOTE: in "Mistakes: you 2, me 1"
        return voice.say("you")
    is_bot = isinstance(page.session.seats[mark], Bot)
    if is_bot and not page.session.is_demo:
        return voice.say_in("the bot, in Mistakes: you 2, me 1", "me")
    return side_name(page.session, mark, voice)


def _grid(page: Page) -> Grid:
    """The board with the move, the mark that it makes fade, and what the better cells are worth.

    While somebody looks for a better cell, the move is not made: its cell and the one that was
    tried in vain show what they are worth. A better cell that was found is made in its place.
    """
    move = page.move
    if not page.asks:
        return grid_with(page.found or move, _results_of_better(move))
    results = {move.cell: move.after.result}
    if page.tried:
        results[page.tried.move.cell] = page.tried.move.after.result
    return Grid(move.board, with_results(move.board, results))


def _results_of_better(move: GradedMove) -> dict[Cell, Result]:
    """What the cells are worth that were better than the one played, if any were."""
    match move.grade:
        case Grade.BEST:
            better_cells: Sequence[Cell] = ()
        case Grade.FINE:
            better_cells = move.best
        case Grade.MISTAKE:
            better_cells = move.held
    return dict.fromkeys(better_cells, move.before.result)


def _strip(page: Page, voice: Voice) -> str:
    """What the game was worth after each move, as squares with this one ringed, and what they mean.

    Those of a whole game without a mistake are all alike, and need no words.
    """
    curve = page.curve
    squares = [square(result, here=ply == page.ply) for ply, result in enumerate(curve)]
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
    meanings = []
    for result in Result:
        if result in curve:
            meanings.append(f"{square(result)} {winner_or_draw(result, page.side, voice)}")
    legend = " · ".join(meanings)
    return f"{strip}\n-# {legend}"


def _ways_on(page: Page, voice: Voice) -> Rows:
    """The cells to try, the ways to other moves, and what shows the game to everyone."""
    session_id = page.session.id
    next_mistake = []
    # The reader's, or anyone's if the reader did not play or made none.
    mistakes = page.mistakes(page.own) or page.mistakes(None)
    later = [ply for ply in mistakes if ply > page.ply]
    if later:
        custom_id = custom_id_of("mistake", session_id, later[0])
        next_mistake.append(Button(voice.say("Next mistake"), custom_id, Style.BLUE))
    share = []
    if page.is_here:
        # NOTE: a button: show this to everyone in the channel
        share.append(Button(voice.say("Share"), custom_id_of("share", session_id)))

    # Who has found a better cell is led on: to their next mistake, or to a rematch with the bot.
    if page.found and next_mistake:
        return (tuple(next_mistake),)
    if page.found and page.session.bot and page.is_here:
        return ((rematch_button(page.session, voice), *share),)

    steps = []
    if page.ply > 0:
        # NOTE: a button: the page before
        back = voice.say("Back")
        steps.append(Button(back, custom_id_of("earlier", session_id, page.ply - 1)))
    if page.ply + 1 < len(page.moves):
        forward = voice.say("Next")
        steps.append(Button(forward, custom_id_of("later", session_id, page.ply + 1)))

    # Who looks for a better cell has a button for each that may be one. They cannot share the
    # game: what is shared names that cell.
    if page.asks:
        hopeless = [page.move.cell]
        if page.tried:
            hopeless.append(page.tried.move.cell)
        press = custom_id_of("try", session_id, page.ply)
        cells = cell_buttons(page.move.board, press, hopeless)
        # NOTE: a button: tell the better cells, the solution
        label = voice.say("Show answer")
        show_solution = Button(label, custom_id_of("show", session_id, page.ply))
        return (*cells, (*steps, show_solution))

    if next_mistake and share:
        return (tuple(steps + next_mistake), tuple(share))
    return (tuple(steps + next_mistake + share),)
