"""How people, the bot, its levels and a session are called in messages."""

from bot.messages import games
from bot.messages.looks import sign
from bot.messages.texts import Voice, phrase, phrase_in
from bot.play.seats import LEVEL_NAMES, NOBODY, Bot, Seat
from bot.play.session import Session, Tally
from engine.board import Cell, Mark, number_of

CHOICES = (
    *games.TITLES.values(),
    # NOTE: in "Bot (easy)", "Level: easy" and alone
    phrase_in("a level", "easy"),
    # NOTE: in "Bot (normal)", "Level: normal" and alone
    phrase_in("a level", "normal"),
    # NOTE: in "Bot (hard)", "Level: hard" and alone
    phrase_in("a level", "hard"),
    # NOTE: in "Bot (expert)", "Level: expert" and alone
    phrase_in("a level", "expert"),
    # NOTE: in "Bot (perfect)", "Level: perfect" and alone
    phrase_in("a level", "perfect"),
    # NOTE: in "Bot (random)": a level that plays any free cell
    phrase_in("a level", "random"),
    # NOTE: a level that wins or blocks if it can, and else prefers the centre and the corners
    phrase_in("a level", "rule of thumb"),
    # NOTE: a level named after the algorithm
    phrase_in("a level", "minimax"),
    # NOTE: minimax that looks ahead to the end of the game
    phrase_in("a level", "full minimax"),
    # NOTE: a choice for "Your mark" and "Who goes first": chance decides
    phrase("random"),
    # NOTE: a choice for "Who goes first": the person who asks
    phrase("me"),
    # NOTE: a choice for "Who goes first": the opponent
    phrase("them"),
    # NOTE: a choice: today's puzzle
    phrase("today"),
    # NOTE: a choice: another puzzle, for practice
    phrase("another"),
    # NOTE: a choice: the ranking of games between people
    phrase("people"),
    # NOTE: a choice: the ranking of games with the bot
    phrase("bot"),
)
"""The choices of command options: an option holds the English word, which a voice translates."""


def name(seat: Seat, voice: Voice) -> str:
    """A person as a mention: Discord shows their name. Whether it notifies is decided elsewhere."""
    if isinstance(seat, Bot):
        # NOTE: how the bot is called in its games, such as "Bot wins!"
        return voice.say("Bot")
    if seat == NOBODY:
        # NOTE: in place of the name of a person who had their data deleted
        return voice.say("someone")
    return f"<@{seat.user_id}>"


def level(name: str, voice: Voice) -> str:
    """A level of the bot, or the depth of its minimax, as people read its name."""
    _, _, depth = name.partition("minimax depth ")
    if depth:
        # NOTE: a level: how many moves ahead the algorithm looks
        return voice.say("minimax depth {depth}", depth=depth)
    return voice.say_in("a level", name)


def levels_beaten(count: int, voice: Voice) -> str:
    # NOTE: {count} of the bot's {all} levels, 5, against which somebody has won
    return voice.say("{count} of {all} levels beaten", count=count, all=len(LEVEL_NAMES))


def side_name(session: Session, mark: Mark, voice: Voice) -> str:
    """The name of the side with `mark`; in a demo game with its level, to tell the two apart."""
    seat = session.seats[mark]
    if isinstance(seat, Bot) and session.is_demo:
        its_level = level(seat.level, voice)
        return voice.say("{bot} ({level})", bot=name(seat, voice), level=its_level)
    return name(seat, voice)


def legend(session: Session, voice: Voice) -> str:
    """Who plays which mark, in a line for each, and unless it is plain 3x3, which game.

    The lines are small: in larger ones the marks would look like two more rows of the board.
    """
    lines = []
    for mark in Mark:
        seat = session.seats[mark]
        player = name(seat, voice)
        if isinstance(seat, Bot):
            player = f"**{player}** · {level(seat.level, voice)}"
        lines.append(f"{sign(mark)} {player}")
    if not games.is_usual(session.game):
        lines.append(games.title(session.game, voice))
    return "\n".join(f"-# {line}" for line in lines)


def move_made(session: Session, mark: Mark, cell: Cell, voice: Voice) -> str:
    """Who played which cell. In a game with a person the bot says *I*."""
    number = number_of(cell, session.rules)
    if isinstance(session.seats[mark], Bot) and not session.is_demo:
        return voice.say("I played **{cell}**", cell=number)
    return voice.say(
        "{player} played **{cell}**", player=side_name(session, mark, voice), cell=number
    )


def tally_line(tally: Tally, voice: Voice) -> str:
    """The players' score, as `❌ 2 – 1 ⭕ · 1 draw`: in a rematch everyone keeps their mark."""
    x = sign(Mark.X)
    o = sign(Mark.O)
    won = f"{x} {tally.x} – {tally.o} {o}"
    if not tally.drawn:
        return won
    drawn = voice.say_count("{count} draw", "{count} draws", tally.drawn)
    return f"{won} · {drawn}"
