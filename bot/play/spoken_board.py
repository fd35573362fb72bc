"""A session in words alone, for people who listen: first what is new, last what they can do."""

from collections.abc import Iterator
from itertools import chain

from bot.messages import games
from bot.messages.content import Button, Spoken
from bot.messages.in_words import plain, rows, text_first_button, usable
from bot.messages.texts import Voice
from bot.play import names
from bot.play.buttons import (
    button_of,
    end_buttons,
    live_buttons,
    resign_button,
    take_back_button,
)
from bot.play.card import clock_lines, how_it_ended, offer_lines
from bot.play.seats import NOBODY, Bot, UserId
from bot.play.session import Session
from engine.board import Mark, number_of


def spoken_board(
    session: Session, reader: UserId, voice: Voice, note: str = "", *, offers_more: bool = False
) -> Spoken:
    """The board of a session in words alone, for the person who reads it, who need not play in it.

    note         why it is shown: an English text
    offers_more  whether it has a button to get words first from now on
    """
    own = session.mark_of(reader)
    lines = [_what_is_new(session, own, voice)]
    lines += _so_far(session, own, voice)
    lines += rows(session.board, voice)
    cells: list[Button] = []
    others: list[Button] = []
    if session.ending:
        others += chain.from_iterable(end_buttons(session, voice))
        if own and NOBODY not in session.seats.values():
            lines.append(voice.say("Press {button} to play again.", button=voice.say("Rematch")))
    else:
        lines += _what_next(session, own, voice)
        others += _other_actions(session, own, voice)
        if session.board.turn is own:
            cells += chain.from_iterable(live_buttons(session, voice).cells)
    if offers_more:
        others.append(text_first_button(voice))
    if note:
        lines.append(plain(voice.say(note), voice))
    return Spoken("\n".join(lines), usable(cells, others))


def _other_actions(session: Session, own: Mark | None, voice: Voice) -> list[Button]:
    """What somebody who listens can do in a game that is on, beside playing a cell."""
    again = button_of(session, voice.say("Refresh"), "read")
    if own is None:
        return [again]
    others = list(take_back_button(session, voice) + live_buttons(session, voice).controls)
    if session.bot:
        others.append(resign_button(session, voice))
    if session.offered_by is own:
        accept = voice.say("Accept draw")
        others = [button for button in others if button.label != accept]
    if session.board.turn is not own:
        others.append(again)
    return others


def _what_is_new(session: Session, own: Mark | None, voice: Voice) -> str:
    """How the game ended; or whose turn it is, and what was played last."""
    if session.ending:
        return plain(how_it_ended(session, session.ending, voice), voice)
    turn = session.board.turn
    if turn is own:
        whose_turn = voice.say("Your turn.")
    else:
        player = names.side_name(session, turn, voice)
        whose_turn = voice.say("It's {player}'s turn.", player=player)
    if not session.moves:
        return whose_turn
    return voice.together((whose_turn, _played_in_words(session, own, voice)))


def _played_in_words(session: Session, own: Mark | None, voice: Voice) -> str:
    cell = number_of(session.moves[-1], session.rules)
    mover = session.board.turn.other
    if mover is own:
        return voice.say("You played {cell}.", cell=cell)
    if isinstance(session.seats[mover], Bot) and not session.is_demo:
        return voice.say("I played {cell}.", cell=cell)
    player = _capital(names.side_name(session, mover, voice))
    return voice.say("{player} played {cell}.", player=player, cell=cell)


def _capital(name: str) -> str:
    """A name that begins a sentence, such as *someone*."""
    return name[:1].upper() + name[1:]


def _so_far(session: Session, own: Mark | None, voice: Voice) -> Iterator[str]:
    """Who plays which mark, at which game, and all moves in their order."""
    if own is None:
        yield plain(names.legend(session, voice), voice)
    else:
        yield _marks(session, own, voice)
        if not games.is_usual(session.game):
            yield plain(games.title(session.game, voice), voice)
    if not session.moves:
        yield voice.say("No moves yet.")
        return
    moves = []
    mark = session.first
    for cell in session.moves:
        moves.append(f"{mark.value} {number_of(cell, session.rules)}")
        mark = mark.other
    # NOTE: {moves} is such as "X 1, O 5, X 2"
    yield voice.say("Moves: {moves}.", moves=voice.separated(moves))


def _marks(session: Session, own: Mark, voice: Voice) -> str:
    """Who plays which mark, as its player with the mark `own` hears it."""
    other = session.seats[own.other]
    letters = {"mark": own.value, "other": own.other.value}
    if isinstance(other, Bot):
        level = names.level(other.level, voice)
        return voice.say("You're {mark}. I'm {other}. Level: {level}.", level=level, **letters)
    player = _capital(names.name(other, voice))
    return voice.say("You're {mark}. {player} is {other}.", player=player, **letters)


def _what_next(session: Session, own: Mark | None, voice: Voice) -> Iterator[str]:
    """The free cells, what is about to change, and what the reader can do."""
    position = session.board
    rules = session.rules
    free = [str(number_of(cell, rules)) for cell in position.free_cells]
    # NOTE: the numbers of the free cells
    yield voice.say("Free: {cells}.", cells=voice.separated(free))
    fading_cell = position.fading_cell(position.turn)
    if fading_cell is not None:
        yield voice.say(
            "The {mark} on {cell} fades with this move; the cell is taken until then.",
            mark=position.turn.value,
            cell=number_of(fading_cell, rules),
        )
    for line in offer_lines(session, voice) + clock_lines(session, voice):
        yield plain(line, voice)
    if position.turn is own:
        yield voice.say("Press the number of a free cell, or type /ttt move.")
    else:
        yield voice.say("Press {button} to hear the game again.", button=voice.say("Refresh"))
