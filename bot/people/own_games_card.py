"""A person's own games as a message that they alone read: a line for each, with the way to it.

It has no board, because each line leads to one.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from bot.challenges.challenge import Challenge
from bot.cups.cup import Cup, Stage
from bot.messages import games
from bot.messages.content import Accent, Button, Card, Option, Select, Spoken
from bot.messages.custom_id import custom_id_of
from bot.messages.in_words import plain, usable
from bot.messages.looks import square
from bot.messages.move_verdicts import result_name
from bot.messages.texts import Voice
from bot.people.help_card import ways_to_begin
from bot.people.own_games import OwnGames, PastGames, is_turn_of, waits_for
from bot.play import names
from bot.play.actions import own_mark
from bot.play.results import result_for
from bot.play.seats import Bot, Person, UserId
from bot.play.session import Session

# Lines of each kind. A message in words alone holds half as many characters, and addresses.
_MOST_ON = 10
_MOST_ON_IN_WORDS = 5
_MOST_WAITING = 4
_MOST_CUPS = 2


@dataclass(frozen=True)
class _Line:
    """A line of the list: facts, and the address that it leads to.

    name           the name of the game, which is what one can tap
    before, after  the facts on either side of it
    """

    before: tuple[str, ...]
    name: str
    after: tuple[str, ...]
    address: str


_Written = Callable[[_Line], str]
"""How a line is written, for who sees it or for who listens."""


def own_games(own: OwnGames, voice: Voice, resigned: Session | None = None) -> Card:
    """What a person has on and what they have finished; if nothing is on, how to begin.

    resigned  the game that they have just resigned

    In words alone, what they have finished is on a message of its own (see `past_games`).
    """
    note = ""
    if resigned:
        opponent = names.name(resigned.seats[own_mark(resigned, own.player).other], voice)
        # NOTE: {player} is the opponent
        note = voice.say("You resigned your game with {player}.", player=opponent)
    first_past = 1 + len(own.on[:_MOST_ON])
    blocks = list(_texts(own, voice, _with_link, _MOST_ON, note))
    blocks += _past(own, voice, first_past)
    return Card(
        accent=Accent.QUIET,
        texts=tuple(blocks),
        selects=tuple(_menus(own, voice, first_past)),
        controls=(*_ways_on(own, voice), *_pages(own.past, voice)),
        is_private=True,
        spoken=_spoken_list(own, voice, note),
    )


def _spoken_list(own: OwnGames, voice: Voice, note: str) -> Spoken:
    blocks = _texts(own, voice, _with_address, _MOST_ON_IN_WORDS, note)
    buttons = list(_ways_on(own, voice))
    if own.past.sessions:
        # NOTE: a button: list the games that are over
        buttons.append(Button(voice.say("Finished games"), custom_id_of("pastgames")))
    for number, session in enumerate(own.on[:_MOST_ON_IN_WORDS], start=1):
        # NOTE: a button: resign the game with this number
        label = voice.say("Resign {number}", number=number)
        buttons.append(Button(label, custom_id_of("giveup", session.id)))
    return _spoken(blocks, buttons, voice)


def past_games(own: OwnGames, voice: Voice) -> Card:
    """A person's games as `own_games` draws them; in words alone, only those they have finished."""
    # NOTE: a button: get the list of my games again
    buttons = [Button(voice.say("Your games"), custom_id_of("games"))]
    for number, session in enumerate(own.past.sessions, start=1):
        # NOTE: a button: review the game with this number
        label = voice.say("Review {number}", number=number)
        buttons.append(Button(label, custom_id_of("review", session.id)))
    buttons += _pages(own.past, voice)
    blocks = list(_past(own, voice, first_number=1))
    if not blocks:
        blocks.append(voice.say("No games yet. `/ttt start` gets one going!"))
    return replace(own_games(own, voice), spoken=_spoken(blocks, buttons, voice))


def _spoken(blocks: Iterable[str], buttons: Iterable[Button], voice: Voice) -> Spoken:
    text = "\n".join([plain(block, voice) for block in blocks])
    return Spoken(text, usable(buttons))


def _with_link(line: _Line) -> str:
    return _joined([*line.before, f"[{line.name}]({line.address})", *line.after])


def _with_address(line: _Line) -> str:
    """For words alone: Discord says the name of the channel in place of a bare address."""
    return _joined([*line.before, line.name, *line.after, line.address])


def _ways_on(own: OwnGames, voice: Voice) -> tuple[Button, ...]:
    if own.has_nothing_on:
        return ways_to_begin(voice)
    # NOTE: a button: show how things stand now
    refresh = Button(voice.say("Refresh"), custom_id_of("games"))
    if not own.plays_people:
        return (refresh,)
    if own.told_at_once:
        # NOTE: a button: tell me that it is my turn when half of the time for the move is gone
        change = Button(voice.say("Tell me at half time"), custom_id_of("gamesathalf"))
    else:
        # NOTE: a button: tell me that it is my turn as soon as it is
        change = Button(voice.say("Tell me at once"), custom_id_of("gamesatonce"))
    return refresh, change


def _menus(own: OwnGames, voice: Voice, first_past: int) -> Iterator[Select]:
    """Menus of games, with the numbers that they have in the list: Discord shows no names there.

    first_past  the number of the first finished game
    """
    past = []
    for number, session in enumerate(own.past.sessions, first_past):
        facts = [_result_in_a_word(session, own.player, voice), games.name(session.game, voice)]
        past.append(Option(f"{number}. {_joined(facts)}", str(session.id)))
    if past:
        # NOTE: on a menu of games that are over
        yield Select(custom_id_of("pastreview"), tuple(past), voice.say("Review a game"))
    on = []
    for number, session in enumerate(own.on[:_MOST_ON], start=1):
        on.append(Option(f"{number}. {games.name(session.game, voice)}", str(session.id)))
    if on:
        # NOTE: on a menu of games that are on
        yield Select(custom_id_of("giveupwhich"), tuple(on), voice.say("Resign a game"))


def _pages(past: PastGames, voice: Voice) -> Iterator[Button]:
    """The ways to other finished games."""
    if past.sessions and past.has_newer:
        newest = past.sessions[0]
        # NOTE: a button: the page of games that ended later
        yield Button(voice.say("Newer"), custom_id_of("pastnewer", newest.id))
    if past.sessions and past.has_older:
        oldest = past.sessions[-1]
        # NOTE: a button: the page of games that ended earlier
        yield Button(voice.say("Older"), custom_id_of("pastolder", oldest.id))


def _texts(own: OwnGames, voice: Voice, written: _Written, most: int, note: str) -> Iterator[str]:
    """The blocks of the list, with so many games at most."""
    turns = sum(waits_for(session, own.player) for session in own.on)
    if turns:
        headline = voice.say_count(
            "### Your turn in {count} game 🎮", "### Your turn in {count} games 🎮", turns
        )
    else:
        headline = voice.say("### Your games 🎮")
    if note:
        headline += f"\n{note}"
    if own.has_nothing_on:
        nothing = voice.say("Nothing on right now. Play me, or challenge a friend: `/ttt start`")
        yield f"{headline}\n{nothing}"
        return
    yield headline
    yield from _on(own, voice, written, most)
    if own.plays_people:
        when_told = voice.say("When it's your turn, I mention you once half your time is gone.")
        if own.told_at_once:
            when_told = voice.say("When it's your turn, I mention you in the channel at once.")
        yield f"-# {when_told}"
    if own.waiting:
        yield from _waiting(own, voice)
    if own.cups:
        yield from _cups(own, voice, written)


def _on(own: OwnGames, voice: Voice, written: _Written, most: int) -> Iterator[str]:
    """The games that are on, numbered."""
    yours = []
    theirs = []
    for number, session in enumerate(own.on[:most], start=1):
        game = _Line(
            before=(_opponent(session, own.player, voice),),
            name=games.name(session.game, voice),
            after=(_time_left(session, own.player, voice),),
            address=session.nearest_link,
        )
        line = f"**{number}.** {written(game)}"
        if waits_for(session, own.player):
            yours.append(line)
        else:
            theirs.append(line)
    if yours:
        # NOTE: above a list of games
        yield "\n".join([voice.say("**Your turn**"), *yours])
    if theirs:
        # NOTE: above a list of games in which it is the other player's turn
        yield "\n".join([voice.say("**Their turn**"), *theirs])
    more = len(own.on) - most
    if more > 0:
        # NOTE: below a list of games that is too long to show all of them
        and_more = voice.say_count("And {count} more game", "And {count} more games", more)
        yield f"-# {and_more}"


def _waiting(own: OwnGames, voice: Voice) -> Iterator[str]:
    """Challenges that nobody has answered yet."""
    # NOTE: above a list of challenges that nobody has answered yet
    lines = [voice.say("**Challenges**")]
    lines += [_challenge(each, own.player, voice) for each in own.waiting[:_MOST_WAITING]]
    yield "\n".join(lines)
    more = len(own.waiting) - _MOST_WAITING
    if more > 0:
        # NOTE: below a list of challenges that is too long to show all of them
        and_more = voice.say_count(
            "And {count} more challenge", "And {count} more challenges", more
        )
        yield f"-# {and_more}"


def _cups(own: OwnGames, voice: Voice, written: _Written) -> Iterator[str]:
    """The cups that the person is in."""
    # NOTE: above a list of knockout cups
    lines = [voice.say("**Cups**")]
    lines += [written(_cup(each, own.player, voice)) for each in own.cups[:_MOST_CUPS]]
    yield "\n".join(lines)
    more = len(own.cups) - _MOST_CUPS
    if more > 0:
        # NOTE: below a list of knockout cups that is too long to show all of them
        and_more = voice.say_count("And {count} more cup", "And {count} more cups", more)
        yield f"-# {and_more}"


def _joined(facts: Iterable[str]) -> str:
    return " · ".join(facts)


def _opponent(session: Session, player: UserId, voice: Voice) -> str:
    seat = session.seats[own_mark(session, player).other]
    if isinstance(seat, Bot):
        return f"{names.name(seat, voice)} · {names.level(seat.level, voice)}"
    return names.name(seat, voice)


def _time_left(session: Session, player: UserId, voice: Voice) -> str:
    if session.deadline is None:
        # NOTE: when a game ends by itself; Discord shows, in the reader's language, "in 5 hours"
        return voice.say("closes <t:{at}:R>", at=session.closes_at)
    if not session.is_late:
        return _due(session.deadline, voice)
    if is_turn_of(session, player):
        # NOTE: in a list of games: your opponent may claim the win
        return voice.say("⚠️ your time is up")
    # NOTE: in a list of games: your opponent's time is up
    return voice.say("🏆 you can claim the win")


def _due(at: int, voice: Voice) -> str:
    # NOTE: until when somebody has to move; Discord shows, in the reader's language, "in 5 minutes"
    return voice.say("due <t:{at}:R>", at=at)


def _challenge(challenge: Challenge, player: UserId, voice: Voice) -> str:
    """Who challenges whom, where to answer, and until when."""
    if challenge.challenged == player:
        challenger = names.name(Person(challenge.challenger), voice)
        who = voice.say("{player} challenges you", player=challenger)
    elif challenge.challenged is None:
        # NOTE: in a list of challenges: a game of yours that anyone may join
        who = voice.say("Your open game")
    else:
        challenged = names.name(Person(challenge.challenged), voice)
        who = voice.say("You challenged {player}", player=challenged)
    # NOTE: when a challenge ends; Discord shows, in the reader's language, "in 5 minutes"
    expires = voice.say("expires <t:{at}:R>", at=challenge.expires_at)
    return _joined([who, f"<#{challenge.channel_id}>", expires])


def _cup(cup: Cup, player: UserId, voice: Voice) -> _Line:
    """The way to a cup, and what a player of it waits for or has to do."""
    facts = []
    pair = cup.pair_of(player)
    opponent = None
    if pair:
        opponent = pair.opponent_of(player)
    if cup.stage is Stage.JOINING:
        # NOTE: a cup starts; Discord shows, in the reader's language, "in 5 minutes"
        facts.append(voice.say("starts <t:{at}:R>", at=cup.closes_at))
    elif opponent is None:
        # NOTE: in a list of cups: you have won your game
        facts.append(voice.say("waiting for the next round"))
    else:
        # NOTE: in a list of cups: this person is your opponent now
        facts.append(voice.say("you play {player}", player=names.name(Person(opponent), voice)))
    if pair and pair.due_at is not None:
        facts.append(_due(pair.due_at, voice))
    return _Line((), games.name(cup.game, voice), tuple(facts), cup.link)


def _past(own: OwnGames, voice: Voice, first_number: int) -> Iterator[str]:
    """The page of finished games."""
    if not own.past.sessions:
        return
    # NOTE: above a list of games that are over
    lines = [voice.say("**Finished**")]
    for number, session in enumerate(own.past.sessions, first_number):
        word = _result_in_a_word(session, own.player, voice)
        ended = result_for(session, own_mark(session, own.player))
        if ended:
            word = f"{square(ended)} {word}"
        facts = [word, _opponent(session, own.player, voice)]
        if not games.is_usual(session.game):
            facts.append(games.name(session.game, voice))
        facts.append(f"<t:{session.ended_at}:R>")
        lines.append(f"**{number}.** {_joined(facts)}")
    yield "\n".join(lines)


def _result_in_a_word(session: Session, player: UserId, voice: Voice) -> str:
    ended = result_for(session, own_mark(session, player))
    if ended is None:
        # NOTE: in a list of games, in place of "win"
        return voice.say("no result")
    return result_name(ended, voice)
