"""What people win: their own counts, points on leaderboards, streaks at puzzles, and cups.

All of it must follow from their games and what they asked for.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from tests.simulation.database import Game, Stored
from tests.simulation.discord import A_DAY, NAMES, server_of
from tests.simulation.history import History, Violation
from tests.simulation.messages import SPOKEN

_COUNTED_A_DAY = {"standings": 3, "bot_standings": 10}  # games that count for a leaderboard
_WORTH = (3, 1)
_BY_LEVEL = {"easy": (1, 1), "normal": (2, 1), "hard": (3, 1), "expert": (4, 2), "perfect": (5, 2)}
"""What a win and a draw are worth: against people, and against the bot."""


def check_kept(history: History, before: Stored, now: Stored) -> None:
    """A pair of a cup is decided once, and nobody loses points unless somebody takes them away."""
    for place, pair in before.pairs.items():
        if pair.winner is not None and now.pairs[place][1:3] != pair[1:3]:
            raise Violation(f"the pair {place} was decided twice: {pair}, now {now.pairs[place]}")
    for key in before.standings.keys() - now.standings.keys():
        resets = history.by_verb["resetnow"]
        is_reset = any(server_of(made.channel) == key[1] for made in resets)
        if not is_reset and key[-1] not in history.gone:
            raise Violation(f"points are gone that nobody reset: {key}")


def check_counts(history: History, now: Stored, forgotten: dict[int, Game]) -> None:
    """Each person's games were counted, except of those who deleted them with their data."""
    unknown = history.gone & {user for game in forgotten.values() for user in game.people}
    expected: Counter[tuple[int, str, int]] = Counter()
    for game in now.games.values():
        for user, place in _results(game):
            expected[user, game.name, place] += user not in unknown
    counted = Counter(
        {
            (*key, place): count
            for key, counts in now.counts.items()
            for place, count in enumerate(counts)
            if key[0] not in unknown
        }
    )
    if +counted != +expected:
        raise Violation(f"miscounted: {counted - expected} too many, {expected - counted} too few")


def check_standings(history: History, now: Stored) -> None:
    """Leaderboards hold what games of two people were worth, if nothing was taken out."""
    if history.by_verb["resetnow"] or history.gone:
        return
    met: Counter[tuple[Any, ...]] = Counter()
    expected: Counter[tuple[Any, ...]] = Counter()
    for game in sorted(now.games.values(), key=lambda game: (game.ended_at or 0, game.id)):
        results, server = sorted(_results(game)), server_of(game.channel)
        table = "standings" if len(results) == 2 else "bot_standings"
        win, draw = _WORTH if len(results) == 2 else _BY_LEVEL.get(game.level or "", (0, 0))
        if not results or not win or server is None or not game.ended_at:
            continue
        if game.assisted:
            history.sometimes("a game with a hint ended")
            continue
        users = [user for user, _ in results]
        meeting = table, server, game.name, *users, game.ended_at // A_DAY
        met[meeting] += 1
        if met[meeting] > _COUNTED_A_DAY[table]:
            history.sometimes("a game did not count, after so many")
            continue
        for user, place in results:
            expected[table, server, game.name, user, "points"] += (win, draw, 0)[place]
            expected[table, server, game.name, user, place] += 1
    found: Counter[tuple[Any, ...]] = Counter()
    for (*key, user), counted in now.standings.items():
        if user in NAMES:
            named = zip(("points", 0, 1, 2), counted, strict=True)
            found += Counter({(*key, user, what): n for what, n in named})
    if found != +expected:
        raise Violation(f"standings: {found - expected} too many, {expected - found} too few")


def _results(game: Game) -> Iterator[tuple[int, int]]:
    """Who has won (0), drawn (1) or lost (2) a game that counts."""
    if game.reason in {None, "abandoned", "stopped"}:
        return
    for mark, user in game.seats.items():
        if user:
            yield user, 1 if game.winner is None else 0 if game.winner == mark else 2


def check_tries(history: History, now: Stored) -> None:
    """Nobody has more tries at a daily puzzle than presses, or a streak beyond its days."""
    tried: dict[int, Counter[int]] = defaultdict(Counter)
    for made in history.by_verb["puzzle"]:
        *_, day, cell = made.what.removesuffix(SPOKEN).split(":") if made.on else ("0", "0")
        if cell != "0":
            tried[made.user][int(day)] += 1
    for user, (day, tries, streak) in now.tries.items():
        if tries > tried[user][day] or not all(tried[user][day - ago] for ago in range(streak)):
            raise Violation(f"{user} tried daily puzzles {tried[user]}, not {day, tries, streak}")
        if tried[user].keys() - {0, day}:
            history.sometimes("somebody tried the puzzles of two days")


def check_cups(history: History, now: Stored) -> None:
    """The winner of a game wins its pair, and the winner of a pair goes on."""
    drawn: dict[int, set[int | None]] = defaultdict(set)
    for (cup, turn, _), pair in now.pairs.items():
        drawn[cup] |= {*pair.players} if turn == 0 else set()
    for cup, player in now.entered:
        if cup in drawn and player not in drawn[cup]:
            raise Violation(f"{player} joined cup {cup}, and is in none of its pairs")
    for (cup, turn, place), pair in now.pairs.items():
        if pair.winner is not None:
            without = pair.way in {"coin", "absence"}
            history.sometimes(
                "a pair was decided " + ("without a game" if without else f"by {pair.way}")
            )
            game = now.games.get(pair.game or 0)
            if pair.drawn and pair.way == "game":
                history.sometimes("a pair was decided after a draw")
            if pair.way == "game" and game and game.winner:
                winner = pair.players[pair.winner]
                if game.seats[game.winner] not in {winner, 0}:
                    raise Violation(f"{winner} goes on after losing game {game.id}: {pair}")
        for half, player in enumerate(pair.players if turn else ()):
            before = now.pairs.get((cup, turn - 1, 2 * place + half))
            if before and (before.winner is None or before.players[before.winner] != player):
                raise Violation(f"{player} is in pair {cup, turn, place} without winning {before}")
