"""Challenges as messages: plain text, so that a notification can show it."""

from dataclasses import replace

from bot.challenges.challenge import Challenge, State
from bot.messages import games
from bot.messages.custom_id import custom_id_of
from bot.messages.looks import in_notification
from bot.messages.reply import ADVICE, Button, Card, Notice, Post, Style
from bot.messages.texts import Voice, say, voice_of
from bot.play import card as boards
from bot.play.names import name
from bot.play.seats import Person, Seat
from bot.play.session import Session
from engine.board import Mark

_ENDED = {
    State.ACCEPTED: say("**Game on!** {challenger} vs {challenged} ⚔️"),
    State.DECLINED: say(
        "**Challenge declined.** {challenged} can't play {challenger} right now. 🚫"
    ),
    State.CANCELLED: say("**Challenge canceled.** {challenger} took it back. ↩️"),
    State.LAPSED: say("**Challenge expired.** {challenged} didn't answer {challenger} in time. ⌛"),
}
_NOBODY_JOINED = say("**Challenge expired.** Nobody joined {challenger} in time. ⌛")


def shown(either: Challenge | Session) -> Post | Card:
    """The current state of a challenge, or the board of its game, in the language that it keeps."""
    if isinstance(either, Session):
        return boards.shown(either)
    return challenge(either, voice_of(either.language))


def challenge(asked: Challenge, voice: Voice, left: Seat | None = None) -> Post:
    """A challenge: a question with its buttons, or how it ended.

    left  who joined it and left, so that anyone may join it again
    """
    if asked.state is not State.OPEN:
        return Post(ending(asked, voice), shows=asked)
    if asked.challenged is None:
        question = say("**{challenger}** wants to play tic-tac-toe. Who's in?")
        # NOTE: a button on a challenge to anyone: play this game
        answers = [Button(voice.say("Join"), custom_id_of("join", asked.id), Style.GREEN)]
    else:
        question = say("{challenged}, **{challenger}** challenges you!")
        if asked.rematch_of is not None:
            question = say("{challenged}, **{challenger}** wants a rematch!")
        answers = [
            # NOTE: a button on a challenge
            Button(voice.say("Accept"), custom_id_of("accept", asked.id), Style.GREEN),
            # NOTE: a button on a challenge
            Button(voice.say("Decline"), custom_id_of("decline", asked.id)),
        ]
    lines = [
        voice.say(question, **_people(asked)),
        _terms(asked, voice),
        # NOTE: Discord shows, in the reader's language, "in 5 minutes"
        "-# " + voice.say("Expires <t:{at}:R>", at=asked.expires_at),
    ]
    if left:
        lines.append(
            "-# " + voice.say("{player} left before making a move", player=name(left, voice))
        )
    return Post(
        "\n".join(lines),
        tuple(answers),
        notify=() if asked.challenged is None else (asked.challenged,),
        shows=asked,
        lapses_at=asked.expires_at,
    )


def sent(asked: Challenge, voice: Voice) -> Notice:
    """Tells the challenger how to take a challenge back."""
    told = say("**Challenge sent to {challenged}.** Until they answer, you can take it back.")
    if asked.challenged is None:
        told = say("**Your game is open to anyone.** Until someone joins, you can take it back.")
    # NOTE: a button: take a challenge back
    cancel = Button(voice.say("Cancel"), custom_id_of("cancel", asked.id))
    return Notice(voice.say(told, **_people(asked)), buttons=(cancel,), about=asked)


def declined(asked: Challenge, voice: Voice) -> Notice:
    """Offers a person who has declined a challenge to get no more of them from the challenger."""
    told = voice.say(
        "**You declined.** No more challenges from <@{player}>?", player=asked.challenger
    )
    # NOTE: a button: get no more challenges from this person
    return Notice(told, buttons=(Button(voice.say("Block"), custom_id_of("block", asked.id)),))


def given_up(resigned: Session | Challenge, offer: Challenge | None = None) -> Card | Post:
    """The board at its end, for someone who has resigned, or a challenge taken back.

    offer  the open game that anyone may join again, on a message below: a board never turns back
           into a post
    """
    if offer is None or isinstance(resigned, Challenge):
        return shown(resigned)
    left_by = resigned.ending.left_by if resigned.ending else None
    assert left_by, "the person who had joined it has left"
    post = challenge(offer, voice_of(offer.language), resigned.seats[left_by])
    return replace(boards.shown(resigned), then=(post,))


def accepted(session: Session, by: int, voice: Voice) -> Post:
    """Tells only the challenger that `by` has accepted."""
    [challenger] = (
        seat.user_id
        for seat in session.seats.values()
        if isinstance(seat, Person) and seat.user_id != by
    )
    if session.seats[session.first] == Person(challenger):
        text = say("{challenger}, {challenged} accepted. You go first!")
    else:
        # NOTE: said to {challenger}; {challenged} goes first
        text = say("{challenger}, {challenged} accepted and goes first.")
    told = voice.say(text, challenger=f"<@{challenger}>", challenged=f"<@{by}>")
    return Post(told, notify=(challenger,))


def blocked(asked: Challenge, voice: Voice) -> Card:
    """Tells a person that they have blocked a challenger."""
    told = voice.say(
        "**Blocked.** <@{player}> can't challenge you anymore, and won't be told. "
        "`/ttt privacy` unblocks everyone.",
        player=asked.challenger,
    )
    # NOTE: a button: undo the block
    undo = Button(voice.say("Undo"), custom_id_of("unblock", asked.id))
    return Card(accent=ADVICE, texts=(told,), rows=((undo,),), private=True)


def unblocked(asked: Challenge, voice: Voice) -> Card:
    """Tells a person that they have undone a block."""
    told = voice.say(
        "**Unblocked.** <@{player}> can challenge you again. 🔓", player=asked.challenger
    )
    return Card(accent=ADVICE, texts=(told,), private=True)


def ending(asked: Challenge, voice: Voice) -> str:
    """How a challenge ended, in one sentence."""
    nobody_joined = asked.state is State.LAPSED and asked.challenged is None
    return voice.say(_NOBODY_JOINED if nobody_joined else _ENDED[asked.state], **_people(asked))


def _people(asked: Challenge) -> dict[str, str]:
    return {"challenger": f"<@{asked.challenger}>", "challenged": f"<@{asked.challenged}>"}


def _terms(asked: Challenge, voice: Voice) -> str:
    """Which game, who gets which mark, who goes first, and the time a move.

    It says *you* to the one person who is asked.
    """
    challenger, mark = f"<@{asked.challenger}>", asked.terms.mark
    is_for_anyone = asked.challenged is None
    told = [*games.unless_usual(asked.terms.game, voice)] or [games.name(asked.terms.game, voice)]
    if mark == "random":
        # NOTE: part of a line, as in "3×3 · random marks · you go first · 10 minutes per move"
        told.append(voice.say("random marks"))
    elif is_for_anyone:
        sign = in_notification(Mark(mark), asked.terms.look)
        told.append(voice.say("{player} plays {mark}", player=challenger, mark=sign))
    else:
        sign = in_notification(Mark(mark).other, asked.terms.look)
        told.append(voice.say("you're {mark}", mark=sign))
    match asked.terms.first:
        case "me":
            told.append(voice.say("{player} goes first", player=challenger))
        case "them" if is_for_anyone:
            told.append(voice.say("the other player goes first"))
        case "them":
            told.append(voice.say("you go first"))
        case "random":
            # NOTE: part of a line: chance decides who goes first
            told.append(voice.say("random first move"))
    return " · ".join([*told, games.time_per_move(asked.terms.time, voice)])
