"""Posts about a session: reminders of its clock, and that somebody has moved."""

from bot.messages.content import Card, Post
from bot.messages.texts import Voice, phrase
from bot.play import names
from bot.play.buttons import claim_button
from bot.play.card import deadline_style, pointer
from bot.play.seats import Person
from bot.play.session import Session


def reminder(session: Session, voice: Voice) -> Post:
    """The reminder of a clock: whose move it is while time is left, then who may claim the win.

    It notifies only that person. Once the win is claimed on it, it becomes the final board (see
    `after_reminder`).
    """
    if session.is_late:
        if session.link:
            text = phrase(
                "{player}, {other} is out of time [in this game]({link})! Claim your win. ⌛"
            )
        else:
            text = phrase("{player}, {other} is out of time! Claim your win. ⌛")
        waiting = session.seats[session.board.turn.other]
        assert isinstance(waiting, Person), "only people have a clock"
        player = names.name(waiting, voice)
        late = names.name(session.to_move, voice)
        said = voice.say(text, player=player, other=late, link=session.link)
        return Post(said, (claim_button(session, voice),), notify=(waiting.user_id,))

    if session.link:
        text = phrase(
            "{player}, it's your move [in this game]({link})! You have until <t:{at}:{style}>. ⏰"
        )
    else:
        text = phrase(
            "{player}, it's your move! You have until <t:{at}:{style}>. "
            "`/ttt board` shows the game. ⏰"
        )
    mover = session.to_move
    assert isinstance(mover, Person), "only people have a clock"
    said = voice.say(
        text,
        player=names.name(mover, voice),
        link=session.link,
        at=session.deadline,
        style=deadline_style(session),
    )
    return Post(said, notify=(mover.user_id,))


def turn_post(session: Session, voice: Voice) -> Post:
    """Tells only the player whose turn it is, at once. It stays true when they have moved."""
    if session.link:
        text = phrase("{player}, {other} has moved. [Go to the board]({link})")
    else:
        text = phrase("{player}, {other} has moved. `/ttt board` shows the game.")
    awaited = session.to_move
    assert isinstance(awaited, Person), "only people are told"
    said = voice.say(
        text,
        player=names.name(awaited, voice),
        other=names.name(session.seats[session.board.turn.other], voice),
        link=session.link,
    )
    return Post(said, notify=(awaited.user_id,))


def after_reminder(session: Session, told: Session, voice: Voice) -> Card | Post | None:
    """What a reminder becomes: the way to a game that ended, or that its player has moved.

    told  the session as it was when the reminder was sent

    None while it holds.
    """
    if session.ending:
        return pointer(session, voice)
    if session.version == told.version:
        return None
    if told.is_late:
        return goes_on(voice)
    player = names.name(told.to_move, voice)
    return Post(voice.say("**{player} has moved.** The game goes on.", player=player))


def goes_on(voice: Voice) -> Post:
    """What the post that time is up becomes once the one who was late has moved.

    It names nobody: by then it may be the other's turn, or theirs once more.
    """
    return Post(voice.say("**The late move came after all.** The game goes on. ⏳"))
