"""Challenges as messages: plain text, so that a notification can show it."""

from dataclasses import replace

from bot.challenges.challenge import Challenge, State
from bot.messages import games
from bot.messages.content import Accent, Button, Card, Notice, Post, Style
from bot.messages.custom_id import custom_id_of
from bot.messages.looks import in_notification
from bot.messages.texts import Voice, phrase, voice_of
from bot.play.card import board_card, public_board
from bot.play.seats import UserId
from bot.play.session import Session
from engine.board import Mark

_ENDED = {
    State.ACCEPTED: phrase("**Game on!** {challenger} vs {challenged} ⚔️"),
    State.DECLINED: phrase(
        "**Challenge declined.** {challenged} can't play {challenger} right now. 🚫"
    ),
    State.CANCELLED: phrase("**Challenge canceled.** {challenger} took it back. ↩️"),
    State.LAPSED: phrase(
        "**Challenge expired.** {challenged} didn't answer {challenger} in time. ⌛"
    ),
}
_NOBODY_JOINED = phrase("**Challenge expired.** Nobody joined {challenger} in time. ⌛")


def public_message(subject: Challenge | Session) -> Post | Card:
    """A challenge as it stands, or the board of a session, in the language that it keeps."""
    if isinstance(subject, Session):
        return public_board(subject)
    return challenge_post(subject, voice_of(subject.language))


def challenge_post(challenge: Challenge, voice: Voice) -> Post:
    """A challenge: a question with its buttons, or how it ended."""
    if challenge.state is not State.OPEN:
        return Post(ending(challenge, voice))
    if challenge.challenged is None:
        # NOTE: an invitation to anyone. The space before "in?" is one at which no line breaks
        question = phrase("**{challenger} wants a game. Who's\N{NO-BREAK SPACE}in?**")
    elif challenge.rematch_of is not None:
        question = phrase("{challenged}, **{challenger} wants a rematch!** ⚔️")
    else:
        question = phrase("{challenged}, **{challenger} challenges you!** ⚔️")

    # Which game, who gets which mark, and who goes first.
    game = challenge.terms.game
    title = games.title(game, voice)
    if games.is_usual(game):
        title = games.name(game, voice)
    terms = [title, _who_plays_what(challenge, voice), _who_goes_first(challenge, voice)]
    time = games.time_per_move(challenge.terms.time, voice)
    # NOTE: part of a line; Discord shows, in the reader's language, "expires in 5 minutes"
    expires = voice.say("expires <t:{at}:R>", at=challenge.expires_at)
    lines = [
        voice.say(question, **_people(challenge)),
        " · ".join(terms),
        f"-# {time} · {expires}",
    ]
    notify = []
    if challenge.challenged is not None:
        notify.append(challenge.challenged)
    return Post("\n".join(lines), _buttons(challenge, voice), notify=tuple(notify))


def _buttons(challenge: Challenge, voice: Voice) -> tuple[Button, ...]:
    # NOTE: a button on a challenge: take it back
    label = voice.say("Cancel")
    cancel = Button(label, custom_id_of("cancel", challenge.id))
    if challenge.challenged is None:
        # NOTE: a button on a challenge to anyone: play this game
        label = voice.say("Join")
        return Button(label, custom_id_of("join", challenge.id), Style.GREEN), cancel
    # NOTE: a button on a challenge
    label = voice.say("Accept")
    accept = Button(label, custom_id_of("accept", challenge.id), Style.GREEN)
    # NOTE: a button on a challenge
    label = voice.say("Decline")
    decline = Button(label, custom_id_of("decline", challenge.id))
    return accept, decline, cancel


def first_board(session: Session, challenger: UserId, voice: Voice) -> Card:
    """The first board of a game, which tells the challenger that it has begun."""
    return replace(board_card(session, voice), notify=(challenger,))


def block_offer(challenge: Challenge, voice: Voice) -> Notice:
    """Offers a person who has declined a challenge to get no more of them from the challenger."""
    offer = voice.say(
        "**You declined.** No more challenges from <@{player}>?", player=challenge.challenger
    )
    # NOTE: a button: get no more challenges from this person
    block = Button(voice.say("Block"), custom_id_of("block", challenge.id))
    return Notice(offer, buttons=(block,))


def after_block(challenge: Challenge, voice: Voice) -> Card:
    """Tells a person that they have blocked a challenger."""
    blocked = voice.say(
        "**Blocked.** <@{player}> can't challenge you anymore, and won't be told. "
        "`/ttt privacy` unblocks everyone.",
        player=challenge.challenger,
    )
    # NOTE: a button: undo the block
    undo = Button(voice.say("Undo"), custom_id_of("unblock", challenge.id))
    return Card(accent=Accent.QUIET, texts=(blocked,), rows=((undo,),), is_private=True)


def after_unblock(challenge: Challenge, voice: Voice) -> Card:
    """Tells a person that they have undone a block."""
    unblocked = voice.say(
        "**Unblocked.** <@{player}> can challenge you again. 🔓", player=challenge.challenger
    )
    return Card(accent=Accent.QUIET, texts=(unblocked,), is_private=True)


def ending(challenge: Challenge, voice: Voice) -> str:
    """How a challenge ended, in one sentence."""
    text = _ENDED[challenge.state]
    if challenge.state is State.LAPSED and challenge.challenged is None:
        text = _NOBODY_JOINED
    return voice.say(text, **_people(challenge))


def _people(challenge: Challenge) -> dict[str, str]:
    return {"challenger": f"<@{challenge.challenger}>", "challenged": f"<@{challenge.challenged}>"}


def _who_plays_what(challenge: Challenge, voice: Voice) -> str:
    """Who gets which mark; it says *you* to the one person who is challenged."""
    terms = challenge.terms
    if terms.mark == "random":
        # NOTE: part of a line, as in "3×3 · random marks · you go first"
        return voice.say("random marks")
    mark = Mark(terms.mark)
    if challenge.challenged is not None:
        return voice.say("you're {mark}", mark=in_notification(mark.other, terms.look))
    player = f"<@{challenge.challenger}>"
    return voice.say("{player} plays {mark}", player=player, mark=in_notification(mark, terms.look))


def _who_goes_first(challenge: Challenge, voice: Voice) -> str:
    match challenge.terms.first:
        case "me":
            player = f"<@{challenge.challenger}>"
            return voice.say("{player} goes first", player=player)
        case "them" if challenge.challenged is None:
            return voice.say("the other player goes first")
        case "them":
            return voice.say("you go first")
        case "random":
            # NOTE: part of a line: a coin flip decides who goes first
            return voice.say("first move: coin flip")
