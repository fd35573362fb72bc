"""What becomes of games: each board that people see is stored, and each change was asked for once.

A referee that shares nothing with the engine says which marks stand after some moves.
"""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import Any, NamedTuple

from tests.simulation import database
from tests.simulation.database import NOTHING, Game
from tests.simulation.discord import A_DAY, clock, direct, is_direct
from tests.simulation.history import History, Violation
from tests.simulation.messages import Shown, languages, read_board
from tests.support import referees

_MUCH = 15  # boards
_RESIGN = ("resign", "resignnow", "giveupnow")  # the ways to resign


class Seen(NamedTuple):
    """A board that the bot has sent; a shared review shows any board of its game."""

    at: float
    channel: int
    shown: Shown
    languages: set[str]
    of_review: bool
    reader: str  # the language of the only person who sees it; "" if others do


class Games:
    """What is checked of games."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._unchecked: list[Seen] = []
        self._deaths = 0  # of the bot, at the last look
        self._before = NOTHING
        self._forgotten: dict[int, Game] = {}  # games that were deleted as they were old

    def shown(
        self, channel: int, body: dict[str, Any], *, of_review: bool = False, reader: str = ""
    ) -> None:
        """The bot has sent a message, perhaps with a board."""
        if shown := read_board(body):
            now = self._history.now
            self._unchecked.append(Seen(now, channel, shown, languages(body), of_review, reader))

    # What is stored, compared with what was

    @property
    def has_seen_much(self) -> bool:
        """Whether it is time to look: that takes as long as two interactions."""
        return len(self._unchecked) > _MUCH or len(self._history.deaths) > self._deaths

    def look(self) -> None:
        """Compare what is stored with what was stored before and with all that people saw since."""
        now, before = database.stored(self._history.world.file), self._before
        self._deaths = len(self._history.deaths)
        for old in before.games.values():
            self._check_kept(old, now.games.get(old.id))
        if now.doubles:
            raise Violation(f"in a channel somebody plays two games: {now.doubles}")
        known = self._forgotten | now.games
        for seen in self._unchecked:
            self._check_board(seen, known.get(seen.shown.game))
        self._unchecked.clear()
        self._before = now

    def _check_kept(self, old: Game, new: Game | None) -> None:
        """A game stays until it may be deleted. It only gets more moves, and ends once."""
        if new is None:
            self._check_deleted(old)
            return
        kept = max(len(old.moves) - (new.taken_back - old.taken_back), 0)
        if new.moves[:kept] != old.moves[:kept]:
            raise Violation(f"moves of game {old.id} are gone: {old.moves}, now {new.moves}")
        if old.ended_at is not None and _ending(old) != _ending(new):
            raise Violation(f"game {old.id} has changed after its end: {old}, now {new}")

    def _check_deleted(self, game: Game) -> None:
        """A game is deleted with the data of who played it alone, or when it is old."""
        is_theirs = not game.people or self._history.gone & {*game.people}
        if is_theirs and self._was_deleted(game.channel):
            return
        retention = self._history.world.retention
        is_over = game.ended_at is not None and retention is not None
        if not is_over or game.ended_at + retention * A_DAY >= clock(self._history.now):
            raise Violation(f"game {game.id} is gone: {game}")
        self._forgotten[game.id] = game
        self._history.world.sometimes("an old game was deleted")

    def _was_deleted(self, channel: int) -> bool:
        """Whether games in a channel may be gone: somebody played there alone, and deleted."""
        return channel in {direct(user) for user in self._history.gone}

    # Boards

    def _check_board(self, seen: Seen, game: Game | None) -> None:
        """A board that was seen has stood, in the language of its game or of its only reader."""
        shown = seen.shown
        if game is None and self._was_deleted(seen.channel):
            return
        if game is None or not self._has_stood(seen, game):
            raise Violation(f"nobody has played this board: {shown}, but {game}")
        if shown.ply is None and clock(seen.at) < (game.ended_at or inf):
            # After a standstill the clocks are put back, so that a game may go on after all.
            before = self._before.games.get(game.id, game)
            latest = clock(seen.at) + self._history.stood_still
            if latest < min(_lapses(before), _lapses(game)):
                raise Violation(f"game {game.id} was shown as over, and it is not")
        if not is_direct(seen.channel) and not seen.languages <= {game.language, seen.reader}:
            raise Violation(f"game {game.id} is in {game.language}, shown in {seen.languages}")

    def _has_stood(self, seen: Seen, game: Game) -> bool:
        """Whether a game was shown as it was at some time."""
        shown = seen.shown
        if seen.of_review or shown.ply is None:
            return True
        ply = shown.ply - 2 * game.taken_back
        if 0 <= ply <= len(game.moves) and is_at(shown, game, ply):
            return True
        return _was_taken_back(shown, game)

    # What is checked at the end

    def check_all(self) -> None:
        """Each game was played and ended as people asked, and counts once, those forgotten too."""
        games = self._forgotten | self._before.games
        for game in games.values():
            self._check_taken_back(game)
            self._check_moves(game)
            self._check_consent(game)
            self._check_who_ended(game)
        self._check_demo_games(games)
        self._check_counts(games)

    def _check_taken_back(self, game: Game) -> None:
        """Moves were taken back only when their player asked, and none was then made again."""
        if not game.taken_back:
            return
        asked_back = {button.ply for _, button in self._history.pressed("takeback", game.id)}
        if game.taken_back > 2 * len(asked_back):
            raise Violation(f"nobody took back so many moves of game {game.id}: {game}")
        for user in game.people:
            presses = self._history.played(game)
            pressed = {button.ply for made, button in presses if made.user == user}
            typed = [made for made in self._history.used("move", game) if made.user == user]
            theirs = sum(game.seats[game.mover(ply)] == user for ply in range(len(game.moves)))
            if theirs + game.taken_back // 2 > len(pressed) + len(typed):
                raise Violation(f"{user} did not make so many moves in game {game.id}: {game}")
        self._history.world.sometimes("moves were taken back")

    def _check_moves(self, game: Game) -> None:
        """Each move was asked for by the player to move; what was asked once was done once."""
        commands = [*self._history.used("move", game)]
        for ply, cell in enumerate(game.moves):
            user = game.seats[game.mover(ply)]
            versions = range(ply, ply + 2 * game.taken_back + 1, 4)
            if not user or any(
                button.ply in versions and button.cell == cell and made.user == user
                for made, button in self._history.played(game)
            ):
                continue
            for made in commands:
                if made.user == user and _cell(game, made.options["cell"]) == cell:
                    commands.remove(made)
                    break
            else:
                raise Violation(f"{user} never played {cell} as move {ply + 1} of {game}")

    def _check_consent(self, game: Game) -> None:
        """Nobody plays another person who has not asked for that where they play."""
        for user in game.people if len(game.people) == 2 else []:
            if not self._history.takes_part(user, game.channel):
                raise Violation(f"{user} never wanted to play game {game.id}: {game}")

    def _check_who_ended(self, game: Game) -> None:
        """A game that somebody ended was ended by who asked for that."""
        if game.ended_at is None or 0 in game.seats.values():
            return
        history = self._history
        loser = game.seats[_OTHER[game.winner]] if game.winner else None
        match game.reason:
            case "resignation":
                is_asked = any(history.asks(each, game, loser) for each in _RESIGN)
            case "agreement":
                is_asked = all(self._offers_draw(game, user) for user in game.people)
            case "time" if game.cup is None:
                is_asked = history.asks("claim", game, game.seats[game.winner or ""])
            case _:
                is_asked = True
        if not is_asked:
            raise Violation(f"nobody asked for the end of game {game.id}: {game}")
        history.world.sometimes(f"a game ended by {game.reason}")

    def _offers_draw(self, game: Game, user: int) -> bool:
        """Whether somebody has pressed for a draw on the last board, or typed it."""
        for made, button in self._history.pressed("draw", game.id):
            if made.user == user and button.ply == len(game.moves):
                return True
        return any(made.user == user for made in self._history.used("draw", game))

    def _check_demo_games(self, games: dict[int, Game]) -> None:
        """One demo game was opened for each time that somebody wanted to watch one."""
        asked = Counter(made.channel for made in self._history.by_verb["watch"])
        opened = Counter(
            game.channel for game in games.values() if {*game.seats.values()} == {None}
        )
        if opened - asked:
            raise Violation(f"demo games that nobody asked for, by channel: {opened - asked}")

    def _check_counts(self, games: dict[int, Game]) -> None:
        """Each person's games were counted once, except of those who deleted them."""
        expected: Counter[tuple[int, str, int]] = Counter()
        for game in games.values():
            if game.reason in {None, "abandoned", "stopped"}:
                continue
            for mark, user in game.seats.items():
                place = 1 if game.winner is None else int(game.winner != mark) * 2
                expected[user or 0, game.name, place] += 1
        counted = Counter(
            {
                (user, name, place): count
                for (user, name), counts in self._before.counts.items()
                for place, count in enumerate(counts)
            }
        )
        for uncounted in (0, *self._history.gone):
            for counts in (expected, counted):
                for key in [each for each in counts if each[0] == uncounted]:
                    del counts[key]
        if +counted != expected:
            raise Violation(f"miscounted: {counted - expected} too many, {expected - counted} less")


def is_at(shown: Shown, game: Game, ply: int) -> bool:
    """Whether a board is shown as it was after so many moves, as far as it tells."""
    if shown.marks is None:
        return True
    by_turn = {"X": game.first, "O": _OTHER[game.first]}
    standing = referees.standing(game.name, game.moves[:ply])
    return shown.marks == {cell: by_turn[mark] for cell, mark in standing.items()}


_OTHER = {"X": "O", "O": "X"}


def _was_taken_back(shown: Shown, game: Game) -> bool:
    """Whether a board may have stood before moves were taken back, by the number of its marks."""
    if not game.taken_back or shown.marks is None:
        return bool(game.taken_back)
    plies = [shown.ply - 2 * before for before in range(0, game.taken_back, 2)]
    return len(shown.marks) in {min(ply, 6) if game.name == "fading" else ply for ply in plies}


def _ending(game: Game) -> tuple[Any, ...]:
    return game.moves, game.ended_at, game.reason, game.winner


def _lapses(game: Game) -> int:
    """When a game counts as abandoned."""
    return game.turn_since + A_DAY + (game.time or 0)


def _cell(game: Game, number: int) -> int | None:
    """The cell with a number; on large boards that is its row, then its column."""
    side, _ = referees.SIZES[game.name]
    if side == 3:
        return number
    row, column = divmod(number, 10)
    return (row - 1) * side + column if 1 <= row <= side and 1 <= column <= side else None
