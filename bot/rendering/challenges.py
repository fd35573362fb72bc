"""Challenges as messages: plain text, so that a notification can show it."""

from __future__ import annotations

from bot.rendering import games
from bot.rendering.custom_id import Verb, custom_id_of
from bot.rendering.looks import in_text
from bot.rendering.names import name
from bot.rendering.reply import Button, Post, Style
from bot.rendering.times import time_per_move
from bot.rendering.voice import Voice
from bot.sessions.challenge import Challenge, State
from bot.sessions.seats import Person, Seat
from bot.sessions.session import Session
from engine.board import Mark


def challenge(asked: Challenge, voice: Voice, left: Seat | None = None) -> Post:
    """A challenge: a question with its buttons, or how it ended.

    left  who joined it and left, so that anyone may join it again
    """
    if asked.state is not State.OPEN:
        return Post(ending(asked, voice), shows=asked)
    game, cancel = (
        games.unless_usual(asked.terms.game, voice),
        # NOTE: a button on a challenge: its challenger takes it back
        _button(asked, voice.say("Cancel"), Verb.CANCEL),
    )
    if asked.challenged is None:
        lines = [_call(asked, voice), *game, _terms_for_anyone(asked, voice), _deadline(asked, voice)]
        if left:
            told = voice.say("{player} left before making a move", player=name(left, voice))
            lines.append(f"-# {told}")
        # NOTE: a button on a challenge to anyone: play this game
        join = _button(asked, voice.say("Join"), Verb.JOIN, Style.GREEN)
        return Post("\n".join(lines), (join, cancel), shows=asked)
    return Post(
        text="\n".join((_question(asked, voice), *game, _terms(asked, voice), _deadline(asked, voice))),
        buttons=(
            # NOTE: a button on a challenge
            _button(asked, voice.say("Accept"), Verb.ACCEPT, Style.GREEN),
            # NOTE: a button on a challenge
            _button(asked, voice.say("Decline"), Verb.DECLINE),
            # NOTE: a button on a challenge: get no more of them from this person
            _button(asked, voice.say("Block"), Verb.BLOCK),
            cancel,
        ),
        notify=(asked.challenged,),
        shows=asked,
    )


def accepted(session: Session, by: int, voice: Voice) -> Post:
    """Tells only the challenger that `by` has accepted."""
    [challenger] = (
        seat.user_id for seat in session.seats.values() if isinstance(seat, Person) and seat.user_id != by
    )
    names = {"challenger": _mention(challenger), "challenged": _mention(by)}
    first = session.seats[session.first]
    if first == Person(challenger):
        text = voice.say("{challenger}, {challenged} accepted. You go first!", **names)
    else:
        # NOTE: said to {challenger}; {challenged} goes first
        text = voice.say("{challenger}, {challenged} accepted, and goes first.", **names)
    return Post(text, notify=(challenger,))


def ending(asked: Challenge, voice: Voice) -> str:
    """How a challenge ended, in one sentence."""
    names = {"challenger": _mention(asked.challenger), "challenged": _mention(asked.challenged)}
    match asked.state:
        case State.DECLINED:
            return voice.say(
                "**Challenge declined.** {challenged} can't play {challenger} right now. 🚫", **names
            )
        case State.CANCELLED:
            return voice.say("**Challenge cancelled.** {challenger} took it back. ↩️", **names)
        case State.LAPSED if asked.challenged is None:
            return voice.say("**Challenge expired.** Nobody joined {challenger} in time. ⌛", **names)
        case State.LAPSED:
            return voice.say(
                "**Challenge expired.** {challenged} didn't answer {challenger} in time. ⌛", **names
            )
        case _:
            return voice.say("**Game on!** {challenger} vs {challenged} ⚔️", **names)


def _question(asked: Challenge, voice: Voice) -> str:
    if asked.rematch_of is not None:
        return voice.say(
            "{challenged}, **{challenger}** wants a rematch!",
            challenged=_mention(asked.challenged),
            challenger=_mention(asked.challenger),
        )
    return voice.say(
        "{challenged}, **{challenger}** wants to play tic-tac-toe!",
        challenged=_mention(asked.challenged),
        challenger=_mention(asked.challenger),
    )


def _call(asked: Challenge, voice: Voice) -> str:
    return voice.say(
        "**{challenger}** wants to play tic-tac-toe. Who's in?", challenger=_mention(asked.challenger)
    )


def _terms(asked: Challenge, voice: Voice) -> str:
    """Which mark the challenged person gets, who goes first, and how long a move may take.

    A notification shows no tiles, so the mark is a plain emoji.
    """
    if asked.terms.mark == "random":
        # NOTE: part of a line, as "❌ · you go first · 10 minutes per move" is
        mark = voice.say("Random marks")
    else:
        mark = voice.say(
            "You play {mark}", mark=in_text(asked.terms.look).signs[Mark(asked.terms.mark).other.name]
        )
    match asked.terms.first:
        case "me":
            first = voice.say("{player} goes first", player=_mention(asked.challenger))
        case "them":
            first = voice.say("you go first")
        case "random":
            first = voice.say("a coin flip decides who goes first")
    return f"{mark} · {first} · {time_per_move(asked.terms.time, voice)}"


def _terms_for_anyone(asked: Challenge, voice: Voice) -> str:
    """The same for everyone who may join: it names the challenger, not *you*."""
    challenger, mark = _mention(asked.challenger), asked.terms.mark
    if mark == "random":
        told = voice.say("Random marks")
    else:
        told = voice.say(
            "{player} plays {mark}", player=challenger, mark=in_text(asked.terms.look).signs[mark]
        )
    match asked.terms.first:
        case "me":
            first = voice.say("{player} goes first", player=challenger)
        case "them":
            first = voice.say("the other player goes first")
        case "random":
            first = voice.say("a coin flip decides who goes first")
    return f"{told} · {first} · {time_per_move(asked.terms.time, voice)}"


def _deadline(asked: Challenge, voice: Voice) -> str:
    # NOTE: Discord shows, in the reader's language, "in 5 minutes"
    return "-# " + voice.say("Expires <t:{at}:R>", at=asked.expires_at)


def _button(asked: Challenge, label: str, verb: Verb, style: Style = Style.NEUTRAL) -> Button:
    return Button(label, custom_id_of(verb, asked.id), style)


def _mention(player: int | None) -> str:
    return f"<@{player}>"
