"""The buttons of a board other than its cells: while the game is live, and after its end."""

from __future__ import annotations

from bot.rendering.custom_id import Verb, custom_id_of
from bot.rendering.read_button import read_button
from bot.rendering.reply import Button, Style
from bot.rendering.voice import Voice
from bot.sessions.seats import NOBODY, Bot
from bot.sessions.session import Session


def controls(session: Session, voice: Voice) -> tuple[Button, ...]:
    """The buttons below a live board."""
    # NOTE: a button: give up the game
    resign = _control(session, voice.say("Resign"), Verb.RESIGN)
    if _bot(session):
        # NOTE: a button: see your best move
        return (_control(session, voice.say("Hint"), Verb.HINT), resign, _read(session, voice))
    # NOTE: a button, at most 20 characters
    draw = _control(session, voice.say("Offer draw"), Verb.DRAW, len(session.moves))
    if session.offered_by:
        # NOTE: a button, at most 20 characters
        draw = draw._replace(label=voice.say("Accept draw"), style=Style.BLUE)
    return (
        draw,
        # NOTE: a button: you win, because your opponent's time is up
        _control(session, voice.say("Claim win"), Verb.CLAIM),
        resign,
        _read(session, voice),
    )


def of_demo(session: Session, voice: Voice) -> tuple[Button, ...]:
    """The buttons below a live demo game."""
    return (
        # NOTE: a button: the next move, or the next page
        _control(session, voice.say("Next"), Verb.NEXT, len(session.moves)),
        # NOTE: a button: the bot plays against itself to the end
        _control(session, voice.say("Play it out"), Verb.PLAY_ON, len(session.moves)),
        _read(session, voice),
    )


def ways_on(session: Session, voice: Voice) -> tuple[tuple[Button, ...], ...]:
    """The buttons after the end: rematch, review, an easier and a harder level, and the board in words."""
    if session.is_deleted:
        return ()
    # NOTE: a button: see the mistakes in this game
    review = (_control(session, voice.say("Review"), Verb.REVIEW),) if session.moves else ()
    read = (_read(session, voice),) if session.moves else ()
    if session.is_demo or NOBODY in session.seats.values():
        return ((*review, *read),) if review else ()
    # NOTE: a button: play the same again
    rematch = Button(voice.say("Rematch"), custom_id_of(Verb.REMATCH, session.id), Style.BLUE)
    above, below = (rematch, *review), (*_levels(session, voice), *read)
    return ((*above, *below),) if len(above) + len(below) <= 3 else (above, below)


def _levels(session: Session, voice: Voice) -> tuple[Button, ...]:
    """The buttons for a new game against an easier and a harder level, if there is one."""
    bot = _bot(session)
    # NOTE: a button: another game, with the bot one level lower
    easier = (_control(session, voice.say("Easier"), Verb.EASIER),) if bot and bot.harder(-1) != bot else ()
    # NOTE: a button: another game, with the bot one level higher
    harder = (_control(session, voice.say("Harder"), Verb.HARDER),) if bot and bot.harder(1) != bot else ()
    return (*easier, *harder)


def _read(session: Session, voice: Voice) -> Button:
    return read_button(custom_id_of(Verb.READ, session.id), voice)


def _control(session: Session, label: str, verb: Verb, *ply: int) -> Button:
    return Button(label, custom_id_of(verb, session.id, *ply))


def _bot(session: Session) -> Bot | None:
    """The bot's seat in a game with a person."""
    return next((seat for seat in session.seats.values() if isinstance(seat, Bot)), None)
