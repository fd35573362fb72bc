"""The buttons of a session: what people can do while it is on, and at its end."""

from typing import NamedTuple

from bot.messages.boards import cell_buttons
from bot.messages.content import Button, Rows, Style
from bot.messages.custom_id import custom_id_of
from bot.messages.in_words import read_button
from bot.messages.texts import Voice
from bot.play.news import Kind
from bot.play.seats import NOBODY, Bot
from bot.play.session import Session


class LiveButtons(NamedTuple):
    """The buttons of a game that is on: its cells, and the controls below them."""

    cells: Rows
    controls: tuple[Button, ...]


def live_buttons(session: Session, voice: Voice) -> LiveButtons:
    """The buttons of a session that is live.

    A game with the bot keeps nobody waiting, so its board has no Resign: `/ttt resign` gives it up,
    and so does a button for a person who wants to start another game, or who gets the board in
    words.
    """
    if session.is_demo:
        # NOTE: a button: the bot goes on playing against itself, if it has stopped
        play_on = button_of(session, voice.say("Play on"), "play")
        return LiveButtons((), (play_on, _read_button(session, voice)))
    if session.bot:
        # NOTE: a button: see your best move
        controls = [button_of(session, voice.say("Hint"), "hint")]
    else:
        controls = _controls_of_two(session, voice)
    controls.append(_read_button(session, voice))
    cells = cell_buttons(session.board, custom_id_of("cell", session.id, session.version))
    return LiveButtons(cells, tuple(controls))


def _controls_of_two(session: Session, voice: Voice) -> list[Button]:
    """What two people can do beside playing a cell."""
    ply = len(session.moves)
    controls = []
    if session.offered_by:
        # NOTE: a button: accept the offered draw, not a challenge; at most 20 characters
        accept = button_of(session, voice.say("Accept draw"), "draw", ply)
        controls.append(accept._replace(style=Style.BLUE))
    elif not session.is_late:
        # NOTE: a button, at most 20 characters
        controls.append(button_of(session, voice.say("Offer draw"), "draw", ply))
    if session.is_late:
        controls.append(claim_button(session, voice))
    controls.append(resign_button(session, voice))
    return controls


def resign_button(session: Session, voice: Voice) -> Button:
    # NOTE: a button: give up the game
    return button_of(session, voice.say("Resign"), "resign")


def take_back_button(session: Session, voice: Voice) -> tuple[Button, ...]:
    """The button to take back the last pair of moves, where there is one."""
    if not session.can_take_back:
        return ()
    # NOTE: a button: undo my last move and your answer
    label = voice.say("Take back")
    return (button_of(session, label, "takeback", session.version, len(session.moves)),)


def end_buttons(session: Session, voice: Voice) -> Rows:
    """The buttons at the end: play again, perhaps fading or at another level; review; in words."""
    if session.is_deleted:
        return ()
    above: list[Button] = []
    if not session.is_demo and NOBODY not in session.seats.values():
        above.append(rematch_button(session, voice))
        if session.may_fade:
            # NOTE: a button after a draw on 3x3: play again, but only your last three marks stay
            above.append(button_of(session, voice.say("Try Fading"), "fading"))
        if session.bot:
            _add_level(above, session, session.bot, voice)
    below: list[Button] = []
    if session.moves:
        below = [_review(session, voice), _read_button(session, voice)]
    if len(above) > 1 and below:
        return tuple(above), tuple(below)
    if above or below:
        return (tuple(above + below),)
    return ()


def _add_level(buttons: list[Button], session: Session, bot: Bot, voice: Voice) -> None:
    """Add the level that fits: a lower one after a loss, else a higher one if there is one.

    After a first win the higher one stands first, in place of the usual rematch.
    """
    ending = session.ending
    if not ending or not ending.termination.counts:
        return
    has_won = ending.winner is not None and session.seats[ending.winner] != bot
    has_lost = ending.winner is not None and not has_won
    if not has_lost and bot.harder(1) != bot:
        # NOTE: a button: another game, with the bot one level higher
        harder = button_of(session, voice.say("Harder"), "harder")
        if session.news and session.news.kind in {Kind.FIRST_WIN, Kind.FIRST_WIN_IN_GAME}:
            buttons[0] = buttons[0]._replace(style=Style.NEUTRAL)
            buttons.insert(0, harder._replace(style=Style.BLUE))
        else:
            buttons.append(harder)
    elif not has_won and bot.harder(-1) != bot:
        # NOTE: a button: another game, with the bot one level lower
        buttons.append(button_of(session, voice.say("Easier"), "easier"))


def rematch_button(session: Session, voice: Voice) -> Button:
    # NOTE: a button: play the same again
    rematch = button_of(session, voice.say("Rematch"), "rematch")
    return rematch._replace(style=Style.BLUE)


def _review(session: Session, voice: Voice) -> Button:
    if session.news and session.news.is_of_a_loss:
        number = session.news.number
        # NOTE: a button, below "You had a draw until move 4.": find what would have been better;
        # {number}: which move, not a count
        fix = voice.say("Fix move {number}", number=number)
        return button_of(session, fix, "fix", number - 1)
    # NOTE: a button: see the mistakes in this game
    return button_of(session, voice.say("Review"), "review")


def _read_button(session: Session, voice: Voice) -> Button:
    return read_button(custom_id_of("read", session.id), voice)


def claim_button(session: Session, voice: Voice) -> Button:
    # NOTE: a button: you win, because your opponent's time is up
    label = voice.say("Claim win")
    return Button(label, custom_id_of("claim", session.id), Style.BLUE)


def button_of(session: Session, label: str, name: str, *about: int) -> Button:
    return Button(label, custom_id_of(name, session.id, *about))
