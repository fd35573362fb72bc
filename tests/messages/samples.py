"""What the samples of the gallery are made of: people, games, challenges and records."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from inspect import signature
from itertools import chain
from pathlib import Path

import bot.running.client  # noqa: F401 - with it come all refusals
from bot.challenges.challenge import MOST_OPEN, Challenge, State
from bot.cups.cup import FEWEST, MOST, Cup, Pair, Stage
from bot.interactions.interaction import Interaction
from bot.messages.content import File, Links
from bot.messages.texts import Refusal, Voice
from bot.people.records import Count, Form, Leaderboard, Standing, Stats
from bot.play.seats import Bot, FullTerms, Person, Seat, Terms
from bot.play.session import Session, ending_of
from bot.play.settings import DEFAULT_LANGUAGE, DEFAULTS, FIRST_WITH_PERSON
from engine.board import GAMES, Board, Mark
from tests.support.requests import request

ROOT = Path(__file__).parents[2]
_RAISED = {"Refusal", "SessionRefusal"}

ANN, BOB = Person(200_000_000_000_000_001), Person(200_000_000_000_000_002)
BOT = Bot("perfect")
SERVER, CHANNEL, MESSAGE = 300_000_000_000_000_001, 300_000_000_000_000_002, 300_000_000_000_000_003
NUMBER = 10**12  # the id of a session or a challenge, larger than any real one
NOW = 1_800_000_000  # seconds since 1970, in January 2027
A_DAY = 24 * 3600
LINKS = Links(
    "https://example.org/privacy", "https://example.org/terms", "https://discord.gg/example"
)
EXPORTED = File("my-games.txt", b"3x3 X: 5 1 9\n")

WON = (1, 5, 2, 9, 3)
TWO_LINES = (2, 5, 3, 6, 4, 8, 7, 9, 1)
DRAWN = (5, 1, 2, 8, 3, 7, 4, 6, 9)
FLAWLESS = (1, 5, 9, 2, 8, 7, 3, 6, 4)
ERRING = (7, 6, 2, 1, 8, 5, 3, 9)


def game(*moves: int, o: Seat = BOB, time: int | None = None, game: str = DEFAULTS.game) -> Session:
    """A game of Ann, who has X and goes first, on a known message."""
    return Session(
        id=NUMBER,
        guild_id=SERVER,
        channel_id=CHANNEL,
        game=game,
        seats={Mark.X: ANN, Mark.O: o},
        first=Mark.X,
        moves=moves,
        ending=ending_of(Board.after(moves, rules=GAMES[game])),
        message_id=MESSAGE,
        time=time,
        turn_since=NOW,
    )


def swapped(session: Session) -> Session:
    """The same game with each side in the other's seat."""
    return replace(session, seats={mark.other: seat for mark, seat in session.seats.items()})


def demo_game(*moves: int) -> Session:
    return replace(
        game(*moves), seats={Mark.X: Bot("rule of thumb"), Mark.O: Bot("minimax depth 2")}
    )


def challenge(state: State = State.OPEN) -> Challenge:
    return Challenge(NUMBER, CHANNEL, ANN.user_id, BOB.user_id, terms(Terms()), NOW + 300, state)


def cup(players: int, stage: Stage = Stage.JOINING, pairs: tuple[Pair, ...] = ()) -> Cup:
    """A cup that Ann has opened, with so many players."""
    return Cup(
        NUMBER,
        SERVER,
        CHANNEL,
        ANN.user_id,
        DEFAULTS.game,
        time=120,
        language=DEFAULT_LANGUAGE,
        closes_at=NOW + 600,
        stage=stage,
        players=tuple(range(ANN.user_id, ANN.user_id + players)),
        pairs=pairs,
        message_id=MESSAGE,
    )


def terms(asked: Terms) -> FullTerms:
    return DEFAULTS.complete(asked, FIRST_WITH_PERSON)


def stats(against: Mapping[str, Count], assisted: Count, form: Form) -> Stats:
    return Stats(ANN.user_id, None, against, {DEFAULTS.game: Count(100)}, assisted, form)


def leaderboard(rows: tuple[Standing, ...], page: int, *, more: bool) -> Leaderboard:
    return Leaderboard(DEFAULTS.game, rows, page, more)


def asked_in(voice: Voice) -> Interaction:
    """A command of someone whose Discord is in the voice's language."""
    return replace(request(), voice=voice)


def kinds(kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    """The refusals that are classes of their own."""
    below = [each for each in kind.__subclasses__() if each.__module__.startswith("bot.")]
    yield from chain.from_iterable(map(kinds, below)) if below else (kind,)


@cache
def raised() -> list[tuple[str, type[Refusal], str, set[str]]]:
    """All other refusals: names, classes, words, and the facts given with them."""
    found = []
    for path in sorted((ROOT / "bot").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "Refusal(" not in source:
            continue
        for call in ast.walk(ast.parse(source)):
            if (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Name)
                and call.func.id in _RAISED
            ):
                module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
                facts = {each.arg or "" for each in call.keywords}
                names = {
                    node.id for node in ast.walk(ast.Tuple(call.args)) if isinstance(node, ast.Name)
                }
                found += [
                    (name, getattr(module, call.func.id), says, facts)
                    for name in sorted(names)
                    if isinstance(says := getattr(module, name, None), str)
                ]
    return found


_SHOWN = {"session": game(1, 5, time=600), "challenge": challenge(State.DECLINED)}


def refusal(kind: type[Refusal], says: str = "") -> Refusal:
    facts = {
        "player": f"{BOB.user_id}",
        "host": ANN.user_id,
        "at": NOW,
        "most": MOST,
        "fewest": FEWEST,
    }
    about = [_SHOWN[name] for name in signature(kind).parameters if name in _SHOWN]
    return kind(*about, says, **facts, count=MOST_OPEN) if says else kind(*about)
