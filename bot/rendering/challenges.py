"""A challenge as a message: plain text, because a notification must be able to show it."""

from __future__ import annotations

from bot.rendering import boards
from bot.rendering.catalogue import say, say_count
from bot.rendering.custom_id import Verb, VerbPress
from bot.rendering.grids import SYMBOLS
from bot.rendering.reply import Button, Card, Post, Style
from bot.sessions.challenge import Challenge, State
from bot.sessions.seats import Person
from bot.sessions.session import Session
from engine.board import Mark


def session_or_challenge(either: Session | Challenge) -> Card | Post:
    """The board of a session, or a challenge as it stands."""
    return boards.board(either) if isinstance(either, Session) else challenge(either)


def challenge(asked: Challenge) -> Post:
    """The challenge as it stands: a question with its buttons, or what became of it."""
    if asked.state is State.OPEN:
        return Post(
            text="\n".join((_question(asked), _terms(asked), "-# " + _deadline(asked))),
            buttons=(
                _button(asked, say("Accept"), Verb.ACCEPT, Style.GREEN),
                _button(asked, say("Decline"), Verb.DECLINE),
                _button(asked, say("Block"), Verb.BLOCK),
                _button(asked, say("Cancel"), Verb.CANCEL),
            ),
            notify=(asked.challenged,),
            shows=asked,
        )
    return Post(ending(asked), shows=asked)


def accepted(session: Session, by: int) -> Post:
    """To the challenger whose challenge `by` has accepted, and to nobody else."""
    [challenger] = (
        seat.user_id for seat in session.seats.values() if isinstance(seat, Person) and seat.user_id != by
    )
    names = {"challenger": _mention(challenger), "challenged": _mention(by)}
    first = session.seats[session.first]
    if first == Person(challenger):
        text = say("⚔️ {challenger}, {challenged} accepted. You go first!", **names)
    else:
        text = say("⚔️ {challenger}, {challenged} accepted and goes first.", **names)
    return Post(text, notify=(challenger,))


def ending(asked: Challenge) -> str:
    """What became of a challenge, in one sentence."""
    names = {"challenger": _mention(asked.challenger), "challenged": _mention(asked.challenged)}
    match asked.state:
        case State.DECLINED:
            return say("🚫 **Challenge declined.** {challenged} does not play {challenger} now.", **names)
        case State.CANCELLED:
            return say("↩️ **Challenge cancelled.** {challenger} took it back.", **names)
        case State.LAPSED:
            return say("⌛ **Challenge expired.** {challenged} did not answer {challenger} in time.", **names)
        case _:
            return say("⚔️ **Challenge accepted.** {challenger} plays {challenged}.", **names)


def _question(asked: Challenge) -> str:
    if asked.rematch_of is not None:
        return say(
            "⚔️ {challenged}, **{challenger}** asks for a rematch!",
            challenged=_mention(asked.challenged),
            challenger=_mention(asked.challenger),
        )
    return say(
        "⚔️ {challenged}, **{challenger}** challenges you to tic-tac-toe!",
        challenged=_mention(asked.challenged),
        challenger=_mention(asked.challenger),
    )


def _terms(asked: Challenge) -> str:
    """Who gets which mark, and who begins."""
    challenger, challenged = _mention(asked.challenger), _mention(asked.challenged)
    if asked.terms.mark == "random":
        marks = say("Marks drawn by lot")
    else:
        mark = Mark(asked.terms.mark)
        marks = f"{SYMBOLS[mark]} {challenger} · {SYMBOLS[mark.other]} {challenged}"
    match asked.terms.first:
        case "me":
            begins = say("{player} begins", player=challenger)
        case "them":
            begins = say("{player} begins", player=challenged)
        case "random":
            begins = say("who begins is drawn by lot")
    return f"{marks} · {begins} · {_time(asked.terms.time)}"


def _time(seconds: int) -> str:
    """How long a move may take, in the largest unit that says it exactly."""
    if seconds % 86400 == 0:
        return say_count("{count} day a move", "{count} days a move", seconds // 86400)
    if seconds % 3600 == 0:
        return say_count("{count} hour a move", "{count} hours a move", seconds // 3600)
    return say_count("{count} minute a move", "{count} minutes a move", seconds // 60)


def _deadline(asked: Challenge) -> str:
    return say(
        "Answer by <t:{at}:t> (<t:{at}:R>). Only {challenged} can answer, only {challenger} can cancel.",
        at=asked.expires_at,
        challenged=_mention(asked.challenged),
        challenger=_mention(asked.challenger),
    )


def _button(asked: Challenge, label: str, verb: Verb, style: Style = Style.NEUTRAL) -> Button:
    return Button(label, VerbPress(verb, asked.id).custom_id, style)


def _mention(player: int) -> str:
    return f"<@{player}>"
