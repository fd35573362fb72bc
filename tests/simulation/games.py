"""What becomes of games: each board that people see is stored, and each change was asked for.

A referee that shares nothing with the engine judges them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from itertools import chain
from math import inf
from typing import Any, NamedTuple

from tests.simulation import database, messages, points
from tests.simulation.database import Game, Stored
from tests.simulation.discord import (
    A_DAY,
    GROUP,
    SERVER,
    Interaction,
    clock,
    direct,
    is_direct,
    parts,
    server_of,
)
from tests.simulation.history import History, Violation, button_of
from tests.simulation.messages import MOVE_BY, Shown, read_board
from tests.support import referees

_DEMO = 10 * 60  # seconds after which a demo game is abandoned; other games are after a day
_DEMO_GAMES = 3  # at most in a channel
_MUCH = 15  # boards


class Seen(NamedTuple):
    """A board that the bot has sent; a shared review shows any board of its game."""

    at: float
    channel: int
    shown: Shown
    text: str
    of_review: bool = False


class Games:
    """What is checked of games.

    languages            that the boards of each game may be in
    forgotten            games that retention has deleted
    settings_changed_at  when the bot started with other settings than before
    """

    def __init__(self, history: History) -> None:
        self._history = history
        self.languages: dict[int, set[str]] = {}
        self.forgotten: dict[int, Game] = {}
        self.settings_changed_at = 0.0
        self._settings: Mapping[str, Any] | None = None  # of the last start
        self._retentions: list[int] = []  # in days, of each start since the last look
        self._unchecked: list[Seen] = []
        self._deadlines: dict[tuple[int, int], int] = {}  # the earliest that people were told
        self._deaths = 0  # of the bot, at the last look
        self._before = Stored({}, {}, {}, {}, [], [], {}, set())

    def started(self, settings: Mapping[str, Any]) -> None:
        """The bot starts, with these settings of the operator."""
        if self._settings not in (None, settings):
            self.settings_changed_at = self._history.now
            self._history.sometimes("the bot started with other settings")
        self._settings = settings
        self._retentions.append(settings.get("retention_days") or sys.maxsize)

    def shown(self, channel: int, body: dict[str, Any], *, of_review: bool = False) -> None:
        """The bot has sent a message, perhaps with a board.

        In a server its game keeps its language; elsewhere one with the bot follows its person's.
        """
        shown = read_board(body)
        if shown is None:
            return
        text = "\n".join(part.get("content", "") for part in parts(body))
        self._unchecked.append(Seen(self._history.now, channel, shown, text, of_review))
        is_in_server = not is_direct(channel) and channel != GROUP
        languages = messages.languages(body)
        if languages and is_in_server:
            before = self.languages.setdefault(shown.game, languages)
            if not before & languages:
                raise Violation(f"game {shown.game} was in {before}, now in {languages}")
            self.languages[shown.game] = before & languages
        if shown.ply is not None and (deadline := MOVE_BY.search(text)):
            at, told = (shown.game, shown.ply), int(deadline[1])
            self._deadlines[at] = min(told, self._deadlines.get(at, told))

    # What is stored, compared with what was

    @property
    def has_seen_much(self) -> bool:
        """Whether it is time to look: that takes as long as two interactions."""
        return len(self._unchecked) > _MUCH or len(self._history.deaths) > self._deaths

    def look(self) -> Stored:
        """Compare what is stored with what was stored before and with all that people saw since."""
        now, before = database.stored(self._history.world.file), self._before
        self._deaths = len(self._history.deaths)
        for old in before.games.values():
            self._check_kept(old, now.games.get(old.id))
        points.check_kept(self._history, before, now)
        for game in now.games.values():
            if game.ended_at is None and game.closes_at != _lapses(game):
                raise Violation(
                    f"game {game.id} closes at {game.closes_at}, not at {_lapses(game)}: {game}"
                )
        if now.doubles:
            raise Violation(f"in a channel somebody plays two games: {now.doubles}")
        goes_on = [game for game in now.games.values() if game.ended_at is None]
        demo_games = Counter(game.channel for game in goes_on if {*game.seats.values()} == {None})
        if max(demo_games.values(), default=0) > _DEMO_GAMES:
            raise Violation(f"too many demo games in a channel: {demo_games}")
        for seen in self._unchecked:
            self._check_board(seen, (now.games | self.forgotten).get(seen.shown.game))
        self._unchecked.clear()
        for number, old in before.games.items():
            if number in now.games and old.rematch_of in self.forgotten:
                now.games[number] = now.games[number]._replace(rematch_of=old.rematch_of)
        self._retentions = self._retentions[-1:]
        self._before = now
        return now

    def _check_kept(self, old: Game, new: Game | None) -> None:
        """A game stays until it may be deleted. It only gets more moves, and ends once."""
        is_theirs = not old.people or self._history.gone & {*old.people}
        if new is None and is_theirs and self._was_deleted(old.channel):
            return
        if new is None and self._is_too_old(old):
            self.forgotten[old.id] = old
            self._history.sometimes("an old game was deleted")
            return
        kept = max(len(old.moves) - (new.taken_back - old.taken_back), 0) if new else 0
        if new is None or new.moves[:kept] != old.moves[:kept]:
            raise Violation(
                f"moves of game {old.id} are gone: {old.moves}, now {new and new.moves}"
            )
        if old.ended_at is not None and _ending(old) != _ending(new):
            raise Violation(
                f"game {old.id} has changed after its end: {_ending(old)}, now {_ending(new)}"
            )

    def _is_too_old(self, game: Game) -> bool:
        """Whether the operator's settings let a game be deleted."""
        kept = min(self._retentions) * A_DAY
        return game.ended_at is not None and game.ended_at + kept < clock(self._history.now)

    def _was_deleted(self, channel: int) -> bool:
        """Whether games in a channel may be gone: somebody played there alone, and deleted."""
        gone = self._history.gone
        return bool(gone) and channel in {GROUP, *map(direct, gone)}

    def _check_board(self, seen: Seen, game: Game | None) -> None:
        """Every board that anyone saw is one that happened."""
        shown = seen.shown
        if game is None and self._was_deleted(seen.channel):
            return
        if seen.of_review and game:
            # The move is on it already.
            left = {cell: mark for cell, mark in shown.marks.items() if mark != "?"}
            if any(_same(left, _standing(game, ply)) for ply in range(1, len(game.moves) + 1)):
                return
        # After a standstill the clocks are put back, so a game that was shown as over may go on.
        ended = game.ended_at if game and game.ended_at is not None else inf
        goes_on = game is not None and shown.ply is None and clock(seen.at) < ended
        last = len(game.moves) if game else 0
        plies = range(last + 1) if goes_on else [last]
        if game and shown.ply is not None:
            plies = [shown.ply - 2 * game.taken_back]
        if game is None or not (
            any(0 <= ply <= last and _same(shown.marks, _standing(game, ply)) for ply in plies)
            or _was_taken_back(shown, game)
        ):
            raise Violation(
                f"nobody has played this board of game {shown.game}: {shown}, but {game}"
            )
        before = self._before.games.get(game.id, game)
        at_most = clock(seen.at) + self._history.stood_still
        if goes_on and at_most < min(map(_lapses, (before, game))):
            raise Violation(f"game {game.id} was shown as over, and it is not")
        if (turn := messages.whose_turn(seen.text)) and shown.ply is not None:
            whose = game.seats[game.mover(shown.ply)]
            if whose not in {turn, 0}:
                raise Violation(
                    f"it was {whose}'s turn in game {game.id} after {shown.ply} moves: {seen.text}"
                )
            self._history.sometimes("a board said whose turn it was")

    # What is checked at the end

    def check_all(self, now: Stored) -> None:
        """Each game was played, ended and agreed to as people asked, those forgotten too."""
        for game in now.games.values():
            self._check_result(game)
            self._check_taken_back(game)
            self._check_hints(game)
            self._check_moves(game)
            self._check_who_ended(game)
            self._check_consent(game, now)
        self._check_defaults(now)

    def _check_result(self, game: Game) -> None:
        """The referee's judgement: who has won, and that nobody moved after that."""
        sometimes, pressed, moves = self._history.sometimes, self._history.pressed, game.moves
        endings = [referees.ending(game.name, moves[:ply]) for ply in range(len(moves) + 1)]
        if any(endings[:-1]):
            raise Violation(f"game {game.id} went on after its end: {game}")
        mark = {"X": game.first, "O": game.mover(1)}.get(endings[-1] or "")
        by_board = game.reason in {"line", "full board"}
        if by_board != (endings[-1] is not None) or (by_board and game.winner != mark):
            raise Violation(f"the referee says {endings[-1]} of game {game.id}: {game}")
        before = self._before.games.get(game.rematch_of or 0)
        if before and (
            game.first == before.first
            or any(
                user and before.seats[mark] not in {user, 0} for mark, user in game.seats.items()
            )
        ):
            raise Violation(
                f"after {before}, the other one does not go first, with the same marks: {game}"
            )
        if before and game.name != before.name and not [*pressed("fading", before.id)]:
            raise Violation(f"after {before}, nobody asked for this game: {game}")
        if game.rematch_of and moves:
            sometimes("a rematch was played")
        if messages.voice(game.language) != "en-US":
            sometimes("a game was not in English")
        if is_direct(game.channel) and moves:
            sometimes("a game was played alone with the bot")
        if by_board:
            sometimes(f"{game.name}: " + ("won" if mark else "drawn"))

    def _check_hints(self, game: Game) -> None:
        """A game in which the bot gave a hint does not count for points."""
        told = [self._history.told[made.id] for made, _ in self._history.pressed("hint", game.id)]
        given = any("playbest" in messages.verbs(each.data) for each in chain(*told))
        if given and not game.assisted:
            raise Violation(f"game {game.id} counts although a hint was given in it: {game}")

    def _check_taken_back(self, game: Game) -> None:
        """Moves were taken back only when their player asked, and none was then made again."""
        if not game.taken_back:
            return
        [user] = set(game.people) or {0}
        asked_back = {button.ply for _, button in self._history.pressed("takeback", game.id)}
        if game.taken_back > 2 * len(asked_back):
            raise Violation(f"nobody took back so many moves of game {game.id}: {game}")
        theirs = sum(game.seats[game.mover(ply)] == user for ply in range(len(game.moves)))
        pressed = {button.ply for made, button in self._history.played(game) if made.user == user}
        typed = [made for made in self._history.used("move", game) if made.user == user]
        if user and theirs + game.taken_back // 2 > len(pressed) + len(typed):
            raise Violation(f"{user} did not make so many moves in game {game.id}: {game}")
        self._history.sometimes("moves were taken back")

    def _check_moves(self, game: Game) -> None:
        """Each move was asked for by the player to move; what was asked once was done once."""
        commands = list(self._history.used("move", game))
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
                raise Violation(
                    f"{user} never played {cell} as move {ply + 1} of game {game.id}: {game}"
                )

    def _check_who_ended(self, game: Game) -> None:
        """A game somebody ended was ended by a person who asked for that and had the right to."""
        if game.ended_at is None or 0 in game.seats.values():
            return
        asks, is_demo = self._history.asks, not game.people
        loser = game.seats["XO"[game.winner == "X"]] if game.winner else None
        match game.reason:
            case "resignation":
                if not asks(("resignnow", "resign"), game, loser):
                    raise Violation(f"{loser} never resigned game {game.id}: {game}")
            case "time":
                self._check_time(game)
            case "agreement":
                if not all(self._offers(game, user) for user in game.people):
                    raise Violation(f"nobody agreed to a draw in game {game.id}: {game}")
            case "stopped" if not is_demo:
                stopped = any(self._history.pressed("stopnow", game.id))
                if not stopped and not any(
                    asks(("resign", "resignnow"), game, user) for user in game.people
                ):
                    raise Violation(f"nobody stopped game {game.id}: {game}")
            case "abandoned":
                # The bot moves in a demo game by itself, so that nobody need have asked.
                last = game.turn_since if is_demo else int(clock(self._last_asked(game)))
                if game.ended_at < last + _patience(game):
                    raise Violation(f"game {game.id} was closed while people played: {game}")
        self._history.sometimes(f"a game ended by {game.reason}")

    def _offers(self, game: Game, user: int) -> bool:
        """Whether somebody offered a draw on the last board of a game."""
        ply, cell = len(game.moves), game.moves[-1] if game.moves else None
        moved = [
            made.at
            for made, button in self._history.played(game)
            if (button.ply, button.cell) == (ply - 1, cell)
        ]
        typed = self._history.used("move", game)
        moved += [made.at for made in typed if _cell(game, made.options["cell"]) == cell]
        last = min(moved, default=0.0) if game.moves else 0.0
        return any(
            button.ply == ply
            if (button := button_of(made))
            else any(at >= last for at, _ in self._history.deliveries[made.id])
            for made in self._history.asks(("draw",), game, user)
        )

    def _last_asked(self, game: Game) -> float:
        """When somebody asked for the last move of a game, as far as that is known."""
        last = len(game.moves) - 1, len(game.moves) - 2  # perhaps the bot has answered at once
        asked = [*self._history.played(game), *self._history.pressed("next", game.id)]
        plies = ((made.at, (button.ply or 0) - 2 * game.taken_back) for made, button in asked)
        return min((at for at, ply in plies if ply in last), default=0.0)

    def _check_time(self, game: Game) -> None:
        """A win by time: the other side was to move, and its time was up."""
        assert game.time is not None
        ply = len(game.moves)
        deadline = max(game.turn_since + game.time, self._deadlines.get((game.id, ply), 0))
        if game.winner == game.mover(ply):
            raise Violation(f"game {game.id} was won on time by the side to move: {game}")
        if game.cup is None:
            winner = game.seats[game.winner or ""]
            claims = self._history.asks(("claim",), game, winner)
            # A copy that Discord delivers long after the press counts as a claim of that time.
            delivered = [at for made in claims for at, _ in self._history.deliveries[made.id]]
            if not delivered or clock(max(delivered)) < deadline:
                raise Violation(
                    f"{winner} did not claim game {game.id} after its time was up: {game}"
                )
        elif game.ended_at is None or game.ended_at < deadline:
            raise Violation(f"the clock ended game {game.id} too early: {game}")

    def _check_consent(self, game: Game, now: Stored) -> None:
        """Nobody plays another person who has not agreed to that."""
        history, users = self._history, game.people
        if len(users) < 2:
            return
        if game.cup is not None:
            agreed = {made.user for made, _ in history.pressed("cupplay", game.cup)} >= {*users}
        else:
            agreed = any(
                made.user in users
                and maker.user in users
                and made.user != maker.user
                and _rematched(maker) == game.rematch_of
                for verb in ("accept", "join")
                for made in history.by_verb[verb]
                if not history.says_no(made)
                and (maker := history.makers.get(button_of(made).number))
            )
            # Retention may have deleted the game before, and with it what the new one says of it.
            for number in self.forgotten if game.rematch_of is None else [game.rematch_of]:
                verb = "rematch" if game.name == now.games[number].name else "fading"
                agreed |= {made.user for made, _ in history.pressed(verb, number)} >= {*users}
        if not agreed:
            raise Violation(f"not both agreed to game {game.id}: {game}")

    def _check_defaults(self, now: Stored) -> None:
        """What nobody chose is as the operator has set it for the process that was asked."""
        history = self._history
        for made in [] if history.by_verb["set"] else history.by_verb["start"]:
            answers = history.told[made.id]
            shown = read_board(answers[0].data) if answers else None
            game = now.games.get(shown.game) if shown else None
            since = clock(max((at for at, _ in history.deliveries[made.id]), default=0.0)) - 1
            lately = sum(
                made.at - 5 < each.at < made.at + 5
                for each in history.made
                if each.user == made.user
            )
            if made.on or game is None or game.started_at < since or lately > 1:
                continue
            if len(game.people) != 1:
                continue  # a game that another person began
            settings = answers[0].process.settings
            wanted = made.options.get("game") or settings.get("default_game") or "3x3"
            language = settings.get("default_language") or history.world.discord.locales[SERVER]
            is_ours = server_of(game.channel) != SERVER or messages.voice(
                game.language
            ) == messages.voice(language)
            if game.name != wanted or not is_ours:
                raise Violation(f"{made} began {game}, with {settings}")
            if "game" not in made.options and settings.get("default_game"):
                history.sometimes("a game was one that the operator had set")


def _rematched(maker: Interaction) -> int | None:
    """The game whose rematch a challenge asks for."""
    button = button_of(maker)
    return button.number if button and button.verb in {"rematch", "fading"} else None


def is_at(shown: Shown, game: Game, ply: int) -> bool:
    """Whether a board is shown as it was after so many moves."""
    return _same(shown.marks, _standing(game, ply))


def _standing(game: Game, ply: int) -> dict[int, str]:
    """The mark on each cell after so many moves."""
    by_turn = {"X": game.first, "O": game.mover(1)}
    standing = referees.standing(game.name, game.moves[:ply])
    return {cell: by_turn[mark] for cell, mark in standing.items()}


def _was_taken_back(shown: Shown, game: Game) -> bool:
    """Whether a board may have stood before moves were taken back, by the number of its marks."""
    plies = ((shown.ply or 0) - 2 * before for before in range(0, game.taken_back, 2))
    return len(shown.marks) in {min(ply, 6) if game.name == "fading" else ply for ply in plies}


def _same(shown: dict[int, str], played: dict[int, str]) -> bool:
    """Whether a board is shown as it was played. Which mark fades next shows as neither X nor O."""
    return shown.keys() == played.keys() and all(
        mark in {"?", played[cell]} for cell, mark in shown.items()
    )


def _ending(game: Game) -> tuple[Any, ...]:
    return game.moves, game.ended_at, game.reason, game.winner


def _patience(game: Game) -> int:
    """After how many seconds without a move a game counts as abandoned."""
    return A_DAY + (game.time or 0) if game.people else _DEMO


def _lapses(game: Game) -> int:
    """When a game counts as abandoned."""
    return game.turn_since + _patience(game)


def _cell(game: Game, number: int | str) -> int | None:
    """The cell with a number; on large boards that is its row, then its column."""
    side, _ = referees.SIZES[game.name]
    if isinstance(number, str):
        return None
    if side == 3:
        return number
    row, column = divmod(number, 10)
    return (row - 1) * side + column if 1 <= row <= side and 1 <= column <= side else None
