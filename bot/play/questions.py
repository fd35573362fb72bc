"""What the bot asks about a game that is on: whether to end it for good, and reminders to go on."""

from bot.messages.custom_id import custom_id_of
from bot.messages.reply import ADVICE, Button, Card, Post, Spoken, Style
from bot.messages.spoken import plain
from bot.messages.texts import say
from bot.messages.voice import Voice
from bot.play import actions, names
from bot.play.seats import Bot, Person, UserId
from bot.play.session import Session


def resign(session: Session, player: UserId, voice: Voice) -> Card:
    """To a person who would lose the game by it."""
    other = session.seats[actions.mark_of(session, player).other]
    if isinstance(other, Bot):
        told = voice.say("### Resign? 🏳️\nI win, and the game counts.")
    else:
        told = voice.say("### Resign? 🏳️\n{other} wins, and the game counts.", other=names.name(other, voice))
    return _card(session, told, voice.say("Resign"), "resignnow")


def stop(session: Session, voice: Voice) -> Card:
    """To a person who may end the games of others."""
    told = voice.say(
        "### Stop this game? ⏹️\n{players}\nIt won't count for anyone.",
        players=names.headline(session, voice),
    )
    return _card(session, told, voice.say("Stop the game"), "stopnow")


def _card(session: Session, text: str, label: str, name: str) -> Card:
    sure = Button(label, custom_id_of(name, session.id), Style.RED)
    return Card(
        accent=ADVICE,
        texts=(text,),
        rows=((sure,),),
        private=True,
        is_new=True,
        look=session.look,
        in_words=lambda _, voice: Spoken(plain(text, voice), ((sure,),)),
    )


def reminder(session: Session, now: int, voice: Voice) -> Post:
    """The reminder at `now`: whose move it is while time is left, and after that who may claim the win.

    It notifies only that person.
    """
    assert session.deadline is not None, "there is a clock"
    is_up = now >= session.deadline
    if is_up and session.link:
        text = say(
            "{player}, {other} is out of time [in this game]({link})! `/ttt claim` wins it for you. ⌛"
        )
    elif is_up:
        text = say("{player}, {other} is out of time! `/ttt claim` wins you the game. ⌛")
    elif session.link:
        text = say(
            "{player}, it's your move [in this game]({link})! You have until <t:{at}:t> (<t:{at}:R>). ⏰"
        )
    else:
        text = say(
            "{player}, it's your move! You have until <t:{at}:t> (<t:{at}:R>). "
            "`/ttt board` shows the game. ⏰"
        )
    player, other = session.to_move, session.seats[session.board.turn.other]
    if is_up:
        player, other = other, player
    assert isinstance(player, Person), "only people have a clock"
    told = voice.say(
        text,
        player=names.name(player, voice),
        other=names.name(other, voice),
        link=session.link,
        at=session.deadline,
    )
    return Post(told, notify=(player.user_id,))
