"""What must hold in every world.

The checkers see what goes in and out, and what is stored. They judge for themselves, and games by a
referee that shares nothing with the engine.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.simulation import seams
from tests.simulation.discord import (
    ALONE,
    CUPS,
    ELSEWHERE,
    FOREIGN,
    FRIENDS,
    GROUP,
    MANAGERS,
    NAMES,
    SERVER,
    STAGE,
    TYPING,
    Answer,
    Interaction,
    clock,
    direct,
    is_direct,
    parts,
    pinged,
)
from tests.simulation.faults import Process, Request
from tests.simulation.people import LEAVER
from tests.simulation.seams import Game, Shown, Stored, read_board, read_button
from tests.support import referees

if TYPE_CHECKING:
    from tests.simulation.world import World

PATIENCE = 3.0  # seconds that Discord waits for an answer
_OLD = 1.5  # seconds after which an interaction need not be answered, if a crowd waits
_CROWD = 16  # other interactions that the bot is at work on
_ABANDONED, _DEMO = 24 * 3600, 10 * 60  # seconds
_EPHEMERAL, _UPDATE = 1 << 6, 7  # a flag, and the type of an answer
# Boards; seconds; seconds after which nothing of an answer goes on.
_MUCH, _LONG, _ANSWERED = (15, 600, 60)
_AT_ONCE, _STOPS_IN = 10, 2.4  # seconds
_BANS_ARE_READ = 300  # seconds, if one or two reads fail
_COUNTED_A_DAY = {"standings": 3, "bot_standings": 10}  # games that count for a leaderboard
_WORTH = {"easy": (1, 1), "normal": (2, 1), "hard": (3, 1), "expert": (4, 2), "perfect": (5, 2)}
"""What a win and a draw against the bot are worth."""
_REMEMBERED = (
    3600  # seconds for which the bot knows an interaction again; Discord forgets it after 900
)
_ONCE = {
    *("start", "move", "draw", "claim", "watch"),
    *(
        "cell",
        "accept",
        "join",
        "decline",
        "cancel",
        "resignnow",
        "rematch",
        "fading",
        "easier",
        "harder",
    ),
    *("next", "playbest", "takeback", "cupjoin", "cupleave"),
}
"""What counts once, so that it must not be refused when it comes again."""


_STAYS_FOR_GOOD = {"blocks.blocked_id"}  # after a deletion: what others have set
_STAYS = _STAYS_FOR_GOOD | {
    *("meetings.lower_id", "meetings.higher_id", "pauses.challenger_id"),
    *("challenges.challenger_id", "challenges.challenged_id"),
}
"""What stays for two days, so that a deletion is no way around the limits."""
_TELLING = {
    "top",
    "topbot",
    "sharepuzzle",
    "unblockall",
    "fading",
    "picturesfirst",
    "mistake",
    "takeback",
}
"""Buttons that only stand where something rare has happened."""
_TAKES_PART = {"accept", "join", "cell", "cupjoin", "cupplay", "rematch", "fading", "start", "cup"}


_FOR_MANAGERS = {
    *(
        "stop",
        "stopnow",
        "settings",
        "set",
        "watchon",
        "watchoff",
        "daily",
        "dailyhere",
        "dailyoff",
    ),
    *("reset", "resetagain", "resetnow"),
}
"""What only those may do who manage the server, or the channel."""
_FOR_EVERYONE = {"privacy", "close", "delete", "deletenow", "export", "keep", "open", "unblockall"}
"""What somebody banned may still do."""


_RANKED = re.compile(r"<@(\d+)> \*\*(\d+)\*\* · ")
"""A row of a leaderboard."""


class Violation(AssertionError):
    """Something has happened that must not."""


class Told(NamedTuple):
    """An answer that the bot has sent to an interaction, whether or not it arrived."""

    at: float
    process: Process
    request: Request

    @property
    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = self.request.body["data"]
        return data

    @property
    def is_notice(self) -> bool:
        """Whether it only says why nothing was done."""
        private = self.data.get("flags", 0) & _EPHEMERAL
        return bool(private and self.data.get("content") and not self.data.get("components"))

    @property
    def refuses(self) -> bool:
        """Whether it turns the request down for good."""
        text = self.data.get("content") or ""
        return self.is_notice and not seams.UNKNOWN.match(text) and not seams.UNDECIDED.match(text)

    @property
    def says_no(self) -> bool:
        """Whether it says that nothing was done."""
        return self.is_notice and not seams.UNKNOWN.match(self.data["content"])


class Seen(NamedTuple):
    """A board that the bot has sent; a shared review shows any board of its game."""

    at: float
    channel: int
    shown: Shown
    text: str
    of_review: bool = False


class Checkers:
    """Everything that is checked in one world.

    deleted  when the leaver was told that everything is deleted
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.deleted: float | None = None
        self._came_back = False  # the leaver, by something not done before
        self._erased: dict[int, float] = {}  # whose data the operator deleted, and when
        self._forgotten: dict[int, Game] = {}  # what retention has deleted
        self._retentions: list[int] = []  # in days, of each start since the last look
        self._settings: Mapping[str, Any] | None = None  # of the last start
        self._changed_at = 0.0  # when the bot started with others than before
        self._banned: tuple[int, float] | None = None  # who, and since when
        self._posted_at = 0.0
        self._made: list[Interaction] = []
        self._by_verb: dict[str, list[Interaction]] = defaultdict(list)
        self._deliveries: dict[int, list[tuple[float, Process]]] = defaultdict(list)
        self._told: dict[int, list[Told]] = defaultdict(list)
        self._unchecked: list[Seen] = []
        self._deadlines: dict[tuple[int, int], int] = {}  # the earliest that people were told
        self._posts: dict[tuple[int, str], list[tuple[float, Request, int]]] = defaultdict(list)
        self._makers: dict[int, Interaction] = {}  # of challenges
        self._blocked: dict[tuple[int, int], float] = {}  # who has blocked whom, and when
        self._involved: dict[int, set[int]] = defaultdict(set)  # by channel
        self._deaths: dict[int, float] = {}
        self._stopped_calmly: set[int] = set()  # processes that stopped without giving anything up
        self._looked_after = 0  # so many deaths
        self._stalls: list[tuple[float, float]] = []
        self._turned_away: set[tuple[int, float]] = set()
        self._before = Stored({}, {}, {}, {}, [], [], {})
        self._languages: dict[int, set[str]] = {}  # that the boards of a game may be in

    # What is noted

    def made(self, made: Interaction) -> None:
        """Somebody has done something."""
        self._made.append(made)
        verb = _verb(made)
        self._by_verb[verb].append(made)
        if verb in _TAKES_PART or "person" in made.options:
            self._involved[made.channel].add(made.user)
        self._unblock(made)
        if invited := made.options.get("opponent") or made.options.get("person"):
            self._involved[made.channel].add(invited)
        self._note_coincidences(made, verb)

    def delivered(self, made: Interaction, process: Process) -> None:
        """Discord has delivered an interaction to a process."""
        before = self._deliveries[made.id]
        if before:
            again = "before and after a restart" if before[-1][1] is not process else "twice"
            self._sometimes(f"an interaction came {again}")
        if made.user == LEAVER and self.deleted is not None and made.at < self.deleted:
            self._came_back |= all(told.is_notice for told in self._told[made.id])
        before.append((self._now, process))
        if self._now - made.at >= _OLD and self._delivered_lately(process) > _CROWD:
            self._sometimes("an interaction came late into a crowd")
            self._turned_away.add((made.id, self._now))

    def _delivered_lately(self, process: Process) -> int:
        """How many deliveries a process may still be at work on."""
        return sum(
            taken_by is process and at > self._now - 2 * PATIENCE
            for made in self._made
            for at, taken_by in self._deliveries[made.id]
        )

    def died(self, process: Process, why: str) -> None:
        self._deaths[process.number] = self._now
        if why == "it has stopped" and self._now < process.asked_to_stop + _STOPS_IN:
            self._stopped_calmly.add(process.number)
        self._sometimes(f"the bot ended: {why}")

    def started(self, settings: Mapping[str, Any]) -> None:
        """The bot starts, with these settings of the operator."""
        if self._settings not in (None, settings):
            self._changed_at = self._now
            self._sometimes("the bot started with other settings")
        self._settings = settings
        self._retentions.append(settings.get("retention_days") or sys.maxsize)

    def banned(self, user: int, *, is_banned: bool) -> None:
        """The operator has shut somebody out, or let them in again."""
        self._banned = (user, self._now) if is_banned else None

    def listed(self, banned: int | None) -> None:
        """The operator lists people and servers: each has its games, and only the banned say so."""
        games = seams.stored(self._world.file).games.values()
        people = Counter(user for game in games for user in game.people)
        servers = Counter(server for game in games if (server := _server(game.channel)))
        for about, played in (("users", people), ("servers", servers)):
            found = seams.listed(self._world.file, about)
            if {number: games for number, (games, _) in found.items() if games} != played:
                raise Violation(f"the operator is told of {about} with games {found}, not {played}")
            if wrong := {
                number
                for number, (_, is_banned) in found.items()
                if is_banned != (number == banned)
            }:
                raise Violation(f"the operator is told wrongly whether {wrong} are banned: {found}")
            if found:
                self._sometimes(
                    f"the operator listed {about}"
                    + (", and one was banned" if banned in found else "")
                )

    def surveyed(self) -> None:
        """The operator lists games and figures: they are those that are stored."""
        games, now = seams.stored(self._world.file).games, clock(self._now)
        found = seams.listed_games(self._world.file)
        if found != {
            game.id: (game.name, sorted(game.people), len(game.moves), game.reason or "on")
            for game in games.values()
        }:
            raise Violation(f"the operator is told of games {found}, not {games}")
        ends = [game.ended_at for game in games.values()]
        figures = {
            "games that are on": ends.count(None),
            "games that ended in a day": sum(
                end is not None and end > now - _ABANDONED for end in ends
            ),
            "people with games": len({user for game in games.values() for user in game.people}),
            "rows of sessions": len(games),
        }
        told = seams.figures(self._world.file, now)
        if not figures.items() <= told.items():
            raise Violation(f"the operator is told {told}, not {figures}")
        self._sometimes("the operator listed games and figures")

    def shown_and_deleted(self, user: int) -> None:
        """The operator looks at what is kept about a person, and deletes it."""
        self.look()
        world, now = self._world, clock(self._now)
        games = [game for game in self._before.games.values() if user in game.people]
        try:
            shown = seams.command(world.file, now, "users", "show", user)
        except seams.REFUSED:
            if found := seams.where(world.file, user) - _STAYS_FOR_GOOD:
                raise Violation(
                    f"the operator is told nothing of {user}, who is in {found}"
                ) from None
            return
        if sum(not line.startswith("#") for line in shown.splitlines()) != len(games):
            raise Violation(f"the operator is shown other games of {user} than {games}: {shown}")
        seams.command(world.file, now, "users", "delete", user)
        self._erased[user] = self._now
        if found := seams.where(world.file, user) - _STAYS - {"bans.id"}:
            raise Violation(f"the operator deleted what is kept of {user}, who is still in {found}")
        if any(game.ended_at is None for game in games):
            self._sometimes("the operator deleted somebody who was playing")

    def stalled(self, seconds: float) -> None:
        """The machine is about to do nothing for so many seconds."""
        self._stalls.append((self._now, self._now + seconds))
        if seconds > _LONG:
            self._sometimes("the machine stood still for ten minutes or more")

    def sent(self, request: Request) -> None:
        """The bot has sent a request."""
        match request.method, *request.path.strip("/").split("/"):
            case "POST", "interactions", number, _, "callback":
                self._answered(self._world.discord.interactions[int(number)], request)
            case "POST", "webhooks", _, token:
                self._followed(int(token.removeprefix("token-")), request)
            case "PATCH", "webhooks", _, token, *_:
                made = self._world.discord.interactions[int(token.removeprefix("token-"))]
                self._note_board(made.channel, request.body)
            case "POST", "channels", channel, "messages":
                self._posted(int(channel), request)

    def taken(self, request: Request, answer: Answer) -> None:
        """Discord has answered a request."""
        match answer.body:
            case {"code": 10062}:
                self._sometimes("an answer came too late")
            case {"code": 40060}:
                self._sometimes("an interaction was answered again, and Discord refused that")
            case {"code": 50035}:
                raise Violation(f"Discord takes no such message: {request.body}")

    def _answered(self, made: Interaction, request: Request) -> None:
        told = Told(self._now, self._world.process, request)
        self._told[made.id].append(told)
        redraws = made.on is not None and request.body["type"] == _UPDATE
        self._check_message(made, told.data, is_private=redraws and made.on.to is not None)
        verb = _verb(made)
        self._note_board(made.channel, told.data, of_review=verb == "share")
        self._check_people(made.channel, told.data, made)
        self._check_rights(made, told)
        self._check_facts(made, verb, request.body)
        self._check_words(told.data)
        content = told.data.get("content") or ""
        if told.data.get("choices"):
            self._sometimes("somebody typed a number, and saw which are free")
        for offered in seams.verbs(told.data) & _TELLING:
            self._sometimes(f"somebody was offered {offered}")
        if "<:X_" in json.dumps(told.data):
            self._sometimes("a board was drawn with tiles")
        if verb == "cell" and not told.is_notice and made.on and made.on.at < self._changed_at:
            self._sometimes("a board went on under other settings")
        pressed = read_button(made.what) if made.on else None
        if pressed and pressed.verb in {"review", "rematch"} and pressed.number in self._forgotten:
            self._sometimes("somebody came back to a game that had been deleted")
        if made.what.endswith(seams.SPOKEN):
            self._sometimes(f"somebody pressed {verb} in words")
        if seams.BANNED.match(content):
            self._sometimes("somebody banned was refused")
        elif self._is_shut_out(made) and not told.is_notice and verb not in _FOR_EVERYONE:
            raise Violation(f"{made} was answered, although the operator has shut them out")
        if seams.BROKEN.match(content):
            raise Violation(f"{made} met an error that nobody expected")
        if seams.UNKNOWN.match(content):
            self._sometimes("nobody knew whether something was saved")
        elif seams.GIVEN_UP.match(content):
            self._sometimes("something was given up")
        elif seams.NO_TIME.match(content):
            self._sometimes("there was no time to think")
        for button in _buttons(told.data):
            if button.verb in {"accept", "join"}:
                self._makers.setdefault(button.number, made)
        if (
            verb == "deletenow"
            and not told.is_notice
            and "deletenow" not in {b.verb for b in _buttons(told.data)}
        ):
            self.deleted = self.deleted or self._now
            self._sometimes("somebody deleted their data")
        shown = read_board(told.data)
        button = read_button(made.what) if made.on else None
        if shown and button and button.ply is not None and (shown.ply or 99) > button.ply + 2:
            self._sometimes("a press met a board that others had changed")

    def _is_shut_out(self, made: Interaction) -> bool:
        """Whether somebody was banned long before they did something."""
        banned, since = self._banned or (0, 0.0)
        return made.user == banned and made.type != TYPING and made.at > since + _BANS_ARE_READ

    def _followed(self, number: int, request: Request) -> None:
        made, told = self._world.discord.interactions[number], self._told[number]
        seen = [
            each for each in told if each.request.outcome and each.request.outcome.status == 204
        ]
        if not seen:
            raise Violation(f"a message follows {made}, which was not answered")
        if any(_words(each.data) == _words(request.body) for each in seen):
            raise Violation(f"{made} was answered twice")
        self._note_board(made.channel, request.body)
        self._check_message(made, request.body)
        self._check_people(made.channel, request.body, made)
        self._check_told_once(made.channel, request, number)
        board = read_board(seen[0].data)
        if board and (said := seams.languages_of_start(request.body.get("content") or "")):
            self._sometimes("a challenger was told that their game begins")
            if not said & self._languages.get(board.game, said):
                raise Violation(
                    f"game {board.game} is in {self._languages[board.game]}: {request.body}"
                )

    def _posted(self, channel: int, request: Request) -> None:
        self._posted_at = self._now
        self._check_people(channel, request.body)
        self._check_told_once(channel, request)
        if "nonce" in request.body:
            self._sometimes("the puzzle of the day was posted")
        elif seams.MOVE_BY.search(request.body.get("content") or ""):
            self._sometimes("somebody was reminded")

    def _check_told_once(self, channel: int, request: Request, number: int = 0) -> None:
        """A channel is told the same once: for good if about one time, else in ten seconds.

        Below two interactions it may stand twice: a game of the same two may begin with each.
        """
        content = request.body.get("content") or ""
        if not content or request.body.get("flags", 0) & _EPHEMERAL or "nonce" in request.body:
            return
        since = 0.0 if seams.MOVE_BY.search(content) else self._now - _AT_ONCE
        before = self._posts[channel, content]
        for at, each, below in before:
            is_another = below and number and below != number
            if at > since and not each.has_failed and not is_another:
                raise Violation(f"channel {channel} was told twice: {content}")
        before.append((self._now, request, number))

    def _note_board(self, channel: int, body: dict[str, Any], *, of_review: bool = False) -> None:
        shown = read_board(body)
        if shown is None:
            return
        text = "\n".join(part.get("content", "") for part in parts(body))
        self._unchecked.append(Seen(self._now, channel, shown, text, of_review))
        languages = seams.languages(body)
        if languages and not self._languages.setdefault(shown.game, languages) & languages:
            raise Violation(
                f"game {shown.game} was in {self._languages[shown.game]}, now in {languages}"
            )
        if languages:
            self._languages[shown.game] &= languages
        if shown.ply is not None:
            at = shown.game, shown.ply
            if deadline := seams.MOVE_BY.search(text):
                told = int(deadline[1])
                self._deadlines[at] = min(told, self._deadlines.get(at, told))

    def _note_coincidences(self, made: Interaction, verb: str) -> None:
        button = read_button(made.what) if made.on else None
        expires = seams.EXPIRES.search(made.on.text) if made.on and verb == "accept" else None
        if expires and abs(clock(made.at) - int(expires[1])) < 1:
            self._sometimes("a challenge was accepted as it lapsed")
        for one, other, told in (
            ("cupplay", "cupplay", "both of a pair came at once"),
            ("cupleave", "cupstart", "somebody left a cup as it was drawn"),
            ("rematch", "rematch", "both asked for a rematch at once"),
            ("cell", "cell", "two pressed a board at once"),
            ("join", "join", "two joined an open game at once"),
        ):
            if button and verb in {one, other}:
                for earlier in self._by_verb[other if verb == one else one][-4:]:
                    theirs = read_button(earlier.what)
                    if (
                        earlier.user != made.user
                        and theirs
                        and theirs.number == button.number
                        and made.at - earlier.at < 0.1
                    ):
                        self._sometimes(told)

    # What is checked on the way

    def _check_message(
        self, made: Interaction, body: dict[str, Any], *, is_private: bool = False
    ) -> None:
        """A message has no fault a sample may not have; secrets are private, in their language."""
        if faults := seams.faults(body):
            raise Violation(f"{made} was answered by what no sample may be: {faults}")
        is_private = is_private or bool(body.get("flags", 0) & _EPHEMERAL)
        if seams.verbs(body) & seams.SECRET and not is_private and not is_direct(made.channel):
            raise Violation(f"everyone sees what only {made.user} may see: {body}")
        languages, theirs = (
            seams.languages(body),
            seams.voice(self._world.discord.locales[made.user]),
        )
        if is_private and languages and read_board(body) is None and theirs not in languages:
            raise Violation(f"{made} was answered in {languages}, not in {theirs}: {body}")

    def _unblock(self, made: Interaction) -> None:
        """From the press to the answer, nobody knows whether others are still blocked."""
        if _verb(made) in {"unblock", "unblockall", "deletenow"}:
            self._blocked = {pair: at for pair, at in self._blocked.items() if pair[0] != made.user}

    def _check_rights(self, made: Interaction, told: Told) -> None:
        """Nobody does what others may do: manage, or join the game of somebody who blocked them."""
        self._unblock(made)
        verb, is_done = _verb(made), not told.is_notice
        if (
            is_done
            and verb in _FOR_MANAGERS
            and made.user not in MANAGERS
            and _server(made.channel)
        ):
            raise Violation(f"{made} was done for somebody who may not: {told.data}")
        if verb in {"block", "join"} and is_done:
            maker = self._makers[read_button(made.what).number].user
            if verb == "block":
                self._blocked.setdefault((made.user, maker), self._now)
                self._sometimes("somebody blocked somebody")
            elif read_board(told.data) and self._blocked.get((maker, made.user), inf) < made.at:
                raise Violation(
                    f"{made} was done, although {maker} has blocked {made.user}: {told.data}"
                )
        elif verb == "join" and (made.user in {blocked for _, blocked in self._blocked}):
            self._sometimes("somebody blocked was not let in")

    def _check_facts(self, made: Interaction, verb: str, body: dict[str, Any]) -> None:
        """An export holds only its person's games, and a leaderboard those who are on it, once."""
        games = [line for line in body.get("file", "").splitlines() if not line.startswith("#")]
        if wrong := [line for line in games if f"_id={made.user}," not in f"{line},"]:
            raise Violation(f"{made} exports games of others: {wrong}")
        if games:
            self._sometimes("somebody exported their games")
        text = "\n".join(part.get("content") or "" for part in parts(body["data"]))
        if verb not in {"top", "topbot"} or not (rows := _RANKED.findall(text)):
            return
        against_bot = verb == "topbot" or made.options.get("against") == "bot"
        table = "bot_standings" if against_bot else "standings"
        named = made.what.split(":")[2] if made.on else made.options.get("game")
        places, stored = Counter(row[0] for row in rows), seams.stored(self._world.file).standings
        on_it: dict[str, set[int]] = defaultdict(set)
        for of, server, game, user in stored:
            if (of, server) == (table, _server(made.channel)):
                on_it[game].add(user)
        games = [named] if named else [*on_it]
        gone = self._by_verb["resetnow"] or self._by_verb["deletenow"] or self._erased
        if max(places.values()) > 1 or not (
            gone or any({*map(int, places)} <= on_it[game] for game in games)
        ):
            raise Violation(f"{made} shows {rows}, but {on_it}")
        self._sometimes("somebody saw a leaderboard")

    def _check_words(self, body: dict[str, Any]) -> None:
        """Words name the free cells as the buttons below do: by row and column on large boards."""
        cells = {
            part["label"]: button.cell
            for part in parts(body)
            if part.get("custom_id", "").endswith(seams.SPOKEN)
            and (button := read_button(part["custom_id"]))
            and button.verb == "cell"
        }
        content = body.get("content")
        if not cells or not content or "playbest" in seams.verbs(body):
            return
        lines = [{*re.findall(r"\d+", line)} for line in content.splitlines()]
        if {*cells} not in lines:
            raise Violation(f"these words do not name the free cells {cells}: {content}")

    def _check_people(
        self, channel: int, body: dict[str, Any], after: Interaction | None = None
    ) -> None:
        """Nobody is notified uninvited, or of what they did outside cups, or named once gone."""
        by = after.user if after and not _verb(after).startswith("cup") else None
        if "<@0>" in json.dumps(body):
            raise Violation(f"somebody is named who has had everything deleted: {body}")
        for user in pinged(body):
            if user not in self._involved[channel] or user == by:
                raise Violation(f"{user} was notified in channel {channel} uninvited: {body}")

    @property
    def has_seen_much(self) -> bool:
        """Whether it is time to look: that takes as long as two interactions."""
        return len(self._unchecked) > _MUCH or len(self._deaths) > self._looked_after

    def look(self) -> Stored:
        """Compare what is stored with what was stored before and with all that people saw since."""
        now, before = seams.stored(self._world.file), self._before
        self._looked_after = len(self._deaths)
        for number, old in before.games.items():
            new = now.games.get(number)
            theirs = self._was_deleted(old.channel) and (
                self._gone & {*old.people} or not old.people
            )
            if new is None and theirs:
                continue
            if new is None and self._is_too_old(old):
                self._forgotten[number] = old
                self._sometimes("an old game was deleted")
                continue
            kept = len(old.moves) - (new.taken_back - old.taken_back if new else 0)
            if new is None or new.moves[: max(kept, 0)] != old.moves[: max(kept, 0)]:
                raise Violation(
                    f"moves of game {number} are gone: {old.moves}, now {new and new.moves}"
                )
            if old.ended_at is not None and _ending(old) != _ending(new):
                raise Violation(
                    f"game {number} has changed after its end: {_ending(old)}, now {_ending(new)}"
                )
        for place, pair in before.pairs.items():
            if pair.winner is not None and now.pairs[place][1:3] != pair[1:3]:
                raise Violation(
                    f"the pair {place} was decided twice: {pair}, now {now.pairs[place]}"
                )
        for key in before.standings.keys() - now.standings.keys():
            resets = any(_server(made.channel) == key[1] for made in self._by_verb["resetnow"])
            if (
                not resets
                and not (key[-1] == LEAVER and self._by_verb["deletenow"])
                and key[-1] not in self._erased
            ):
                raise Violation(f"points are gone that nobody reset: {key}")
        for game in now.games.values():
            if game.ended_at is None and game.closes_at != _lapses(game):
                raise Violation(
                    f"game {game.id} closes at {game.closes_at}, not at {_lapses(game)}: {game}"
                )
        if now.doubles:
            raise Violation(f"in a channel somebody plays two games: {now.doubles}")
        for seen in self._unchecked:
            self._check_board(seen, (now.games | self._forgotten).get(seen.shown.game))
        self._unchecked.clear()
        for number, old in before.games.items():
            if number in now.games and old.rematch_of in self._forgotten:
                now.games[number] = now.games[number]._replace(rematch_of=old.rematch_of)
        self._retentions = self._retentions[-1:]
        self._before = now
        return now

    def _is_too_old(self, game: Game) -> bool:
        """Whether the operator's settings let a game be deleted."""
        kept = min(self._retentions) * _ABANDONED
        return game.ended_at is not None and game.ended_at + kept < clock(self._now)

    def _was_deleted(self, channel: int) -> bool:
        """Whether games in a channel may be gone: somebody played there alone, and deleted."""
        return bool(self._gone) and channel in {GROUP, *map(direct, self._gone)}

    @property
    def _gone(self) -> set[int]:
        """Who had their data deleted, or may have."""
        return {*self._erased, *([LEAVER] if self._by_verb["deletenow"] else [])}

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
        put_back = sum(ends - begins for begins, ends in self._stalls)
        if goes_on and clock(seen.at) + put_back < min(map(_lapses, (before, game))):
            raise Violation(f"game {game.id} was shown as over, and it is not")
        if (turn := seams.whose_turn(seen.text)) and shown.ply is not None:
            whose = game.seats[game.mover(shown.ply)]
            if whose not in {turn, 0}:
                raise Violation(
                    f"it was {whose}'s turn in game {game.id} after {shown.ply} moves: {seen.text}"
                )
            self._sometimes("a board said whose turn it was")

    # What is checked at the end

    def all_is_done(self) -> None:
        """After a while of rest nothing waits that the bot does by itself."""
        world, now = self._world, clock(self._now)
        if overdue := seams.overdue(world.file, now, world.retention):
            raise Violation(f"the bot does not do what is due: {overdue}")
        delivered = [at for each in self._deliveries.values() for at, _ in each]
        lately = max(self._posted_at, *delivered, world.down_until) > self._now - _ANSWERED
        if not lately and (left := seams.left_in_memory(world.process.serves, now)):
            raise Violation(f"the bot still holds in memory: {left}")
        if self.deleted is not None and not self._came_back:
            stays = _STAYS if self._now - self.deleted < 3 * _ABANDONED else _STAYS_FOR_GOOD
            if found := seams.where(world.file, LEAVER) - stays:
                raise Violation(f"{LEAVER} had everything deleted, and is still in {found}")
            for game in seams.stored(world.file).games.values():
                if game.channel == direct(LEAVER) and {*game.seats.values()} != {None}:
                    raise Violation(
                        f"{LEAVER} had everything deleted, but not game {game.id}: {game}"
                    )

    def end(self) -> None:
        """Look at everything once more."""
        now = self.look()
        now = now._replace(games=self._forgotten | now.games)
        self._check_answers()
        unknown = self._gone & {user for old in self._forgotten.values() for user in old.people}
        expected: Counter[tuple[int, str, int]] = Counter()
        for game in now.games.values():
            self._check_result(game)
            self._check_taken_back(game)
            self._check_moves(game)
            self._check_who_ended(game)
            self._check_consent(game, now)
            for user, place in _results(game):
                expected[user, game.name, place] += user not in unknown
        self._check_defaults(now)
        counted = Counter(
            {
                (*key, place): count
                for key, counts in now.counts.items()
                for place, count in enumerate(counts)
                if key[0] not in unknown
            }
        )
        if +counted != +expected:
            raise Violation(
                f"miscounted: {counted - expected} too many, {expected - counted} too few"
            )
        self._check_standings(now)
        self._check_tries(now)
        self._check_cups(now)

    def _check_defaults(self, now: Stored) -> None:
        """What nobody chose is as the operator has set it for the process that was asked."""
        for made in [] if self._by_verb["set"] else self._by_verb["start"]:
            answers = self._told[made.id]
            settings = answers[0].process.settings if answers else {}
            shown = read_board(answers[0].data) if answers else None
            game = now.games.get(shown.game) if shown else None
            since = clock(max((at for at, _ in self._deliveries[made.id]), default=0.0)) - 1
            lately = sum(
                made.at - 5 < each.at < made.at + 5 for each in self._made if each.user == made.user
            )
            if made.on or game is None or game.started_at < since or lately > 1:
                continue
            if len(game.people) != 1:
                continue  # a game that another person began
            wanted = made.options.get("game") or settings.get("default_game") or "3x3"
            language = settings.get("default_language") or self._world.discord.locales[SERVER]
            is_ours = _server(game.channel) != SERVER or seams.voice(game.language) == seams.voice(
                language
            )
            if game.name != wanted or not is_ours:
                raise Violation(f"{made} began {game}, with {settings}")
            if "game" not in made.options and settings.get("default_game"):
                self._sometimes("a game was one that the operator had set")

    def _check_standings(self, now: Stored) -> None:
        """Leaderboards hold what games of two people were worth, if nothing was taken out."""
        if self._by_verb["resetnow"] or self._by_verb["deletenow"] or self._erased:
            return
        met: Counter[tuple[Any, ...]] = Counter()
        expected: Counter[tuple[Any, ...]] = Counter()
        for game in sorted(now.games.values(), key=lambda game: (game.ended_at or 0, game.id)):
            results, server = sorted(_results(game)), _server(game.channel)
            table = "standings" if len(results) == 2 else "bot_standings"
            win, draw = (3, 1) if len(results) == 2 else _WORTH.get(game.level or "", (0, 0))
            if not results or not win or server is None or not game.ended_at:
                continue
            if game.assisted:
                self._sometimes("a game with a hint ended")
                continue
            users = [user for user, _ in results]
            met[table, server, game.name, *users, game.ended_at // _ABANDONED] += 1
            if (
                met[table, server, game.name, *users, game.ended_at // _ABANDONED]
                > _COUNTED_A_DAY[table]
            ):
                self._sometimes("a game did not count, after so many")
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

    def _check_tries(self, now: Stored) -> None:
        """Nobody has more tries at a daily puzzle than presses, or a streak beyond its days."""
        tried: dict[int, Counter[int]] = defaultdict(Counter)
        for made in self._by_verb["puzzle"]:
            *_, day, cell = (made.what.removesuffix(seams.SPOKEN) if made.on else "0:0").split(":")
            if cell != "0":
                tried[made.user][int(day)] += 1
        for user, (day, tries, streak) in now.tries.items():
            if tries > tried[user][day] or not all(tried[user][day - ago] for ago in range(streak)):
                raise Violation(
                    f"{user} tried daily puzzles {tried[user]}, not {day, tries, streak}"
                )
            if tried[user].keys() - {0, day}:
                self._sometimes("somebody tried the puzzles of two days")

    def _check_answers(self) -> None:
        """Each delivery was answered in time, unless the process died; none in two ways."""
        for made in self._made:
            by_process: dict[int, list[float]] = defaultdict(list)
            for at, process in self._deliveries[made.id]:
                by_process[process.number].append(at)
            for number, deliveries in by_process.items():
                told = [each for each in self._told[made.id] if each.process.number == number]
                died = self._deaths.get(number, self._now)
                calmly = number in self._stopped_calmly and made.type != TYPING
                due = [
                    at
                    for at in deliveries
                    if (calmly or at + self._patience(at) < died)
                    and (made.id, at) not in self._turned_away
                ]
                if len(told) < len(due):
                    raise Violation(
                        f"{made} was delivered at {due}, and not answered: {_verb(made)}"
                    )
                if made.type == TYPING:
                    continue  # if the choices are lost, an empty list may follow
                # Others may be tried again.
                whole = sum(not each.request.has_failed for each in told)
                if whole > len(deliveries):
                    raise Violation(
                        f"{made} came {len(deliveries)} times and was answered {whole} times"
                    )
                words = {json.dumps(each.request.body, sort_keys=True) for each in told}
                # Tiles may have been listed between one try and the next.
                looks = len({"<:" in each for each in words})
                if len(words) > len(deliveries) * looks:
                    raise Violation(f"{made} was answered in {len(words)} ways")
                # A copy may wait for the first one.
                for at, each in zip(deliveries[:1], told, strict=False):
                    if each.at > at + self._patience(at) and (made.id, at) not in self._turned_away:
                        raise Violation(f"{made} was answered after {each.at - at:.1f} seconds")
            self._check_once(made)

    def _patience(self, at: float) -> float:
        """How long the bot has to answer what came at a time: longer if the machine stalls."""
        return PATIENCE + sum(
            ends - begins for begins, ends in self._stalls if begins < at + PATIENCE and at < ends
        )

    def _check_once(self, made: Interaction) -> None:
        """What was done when an interaction came first is not refused when it comes again."""
        if _verb(made) not in _ONCE or (made.user == LEAVER and self.deleted is not None):
            return
        if made.at < self._erased.get(made.user, 0):
            return
        done: Told | None = None
        by_words: dict[str, Told] = {}  # tries that follow a first one are left out
        for told in self._told[made.id]:
            by_words.setdefault(json.dumps(told.data), told)
        for told in by_words.values():
            content = told.data.get("content") or ""
            if (
                seams.LAPSED.match(content)
                or seams.DELETED.match(content)
                or told.at - made.at > _REMEMBERED
            ):
                continue
            shown = read_board(told.data)
            with_person = {"opponent", "person"} & made.options.keys()
            if (
                done is None
                and shown
                and _verb(made) == "start"
                and (with_person or shown.ply not in {0, 1})
            ):
                continue  # the game that the person is in already
            if not told.is_notice:
                if done and _verb(made) in {"cell", "move"} and self._differ(made, done, told):
                    raise Violation(f"{made} came again: first {done.data}, then {told.data}")
                done = done or told
            elif _verb(made) == "start" and seams.NO_GAME.match(content):
                continue  # the game that the person was in has just ended
            elif done and told.refuses:
                raise Violation(f"{made} was done, and refused when it came again: {told.data}")

    def _differ(self, made: Interaction, one: Told, other: Told) -> bool:
        """Whether two answers show one board in different words.

        An offer of a draw or the end of the time for a move may change those, and a standstill the
        deadline.
        """
        first, second = (read_board(told.data) for told in (one, other))
        offered = any(draw.channel == made.channel for draw in self._by_verb["draw"])
        words, others = (re.sub(r"<t:\d+", "<t:", json.dumps(told.data)) for told in (one, other))
        up = seams.MOVE_BY.search(json.dumps(one.data))
        is_late = up is not None and clock(other.at) >= int(up[1])
        tiles_came = ("<:X_" in words) != ("<:X_" in others)
        # Another process may draw otherwise.
        changed = offered or is_late or tiles_came or one.process is not other.process
        return first is not None and first == second and words != others and not changed

    def _check_result(self, game: Game) -> None:
        """The referee's judgement: who has won, and that nobody moved after that."""
        endings = [
            referees.ending(game.name, game.moves[:ply]) for ply in range(len(game.moves) + 1)
        ]
        if any(endings[:-1]):
            raise Violation(f"game {game.id} went on after its end: {game}")
        mark = {"X": game.first, "O": game.mover(1)}.get(endings[-1] or "")
        by_board = game.reason in {"line", "full board"}
        if by_board != (endings[-1] is not None) or (by_board and game.winner != mark):
            raise Violation(f"the referee says {endings[-1]} of game {game.id}: {game}")
        if (before := self._before.games.get(game.rematch_of or 0)) and (
            game.first == before.first
            or any(
                0 not in (was := before.seats[mark], user) and was != user
                for mark, user in game.seats.items()
            )
        ):
            raise Violation(
                f"after {before}, the other one does not go first, with the same marks: {game}"
            )
        if game.rematch_of and game.moves:
            self._sometimes("a rematch was played")
        if seams.voice(game.language) != "en-US":
            self._sometimes("a game was not in English")
        if is_direct(game.channel) and game.moves:
            self._sometimes("a game was played alone with the bot")
        if by_board:
            self._sometimes(f"{game.name}: " + ("won" if mark else "drawn"))

    def _check_moves(self, game: Game) -> None:
        """Each move was asked for by the player to move; what was asked once was done once."""
        commands = list(self._asked("move", game))
        for ply, cell in enumerate(game.moves):
            user = game.seats[game.mover(ply)]
            if not user:
                continue
            versions = range(ply, ply + 2 * game.taken_back + 1, 4)
            if any(
                button.ply in versions and button.cell == cell and made.user == user
                for made, button in self._played(game)
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

    def _check_taken_back(self, game: Game) -> None:
        """Moves were taken back only when their player asked, and none was then made again."""
        if not game.taken_back:
            return
        [user] = set(game.people) or {0}
        if game.taken_back > 2 * len(
            {button.ply for _, button in self._pressed("takeback", game.id)}
        ):
            raise Violation(f"nobody took back so many moves of game {game.id}: {game}")
        theirs = sum(game.seats[game.mover(ply)] == user for ply in range(len(game.moves)))
        asked = {button.ply for made, button in self._played(game) if made.user == user}
        typed = [made for made in self._asked("move", game) if made.user == user]
        if user and theirs + game.taken_back // 2 > len(asked) + len(typed):
            raise Violation(f"{user} did not make so many moves in game {game.id}: {game}")
        self._sometimes("moves were taken back")

    def _check_who_ended(self, game: Game) -> None:
        """A game somebody ended was ended by a person who asked for that and had the right to."""
        if game.ended_at is None or 0 in game.seats.values():
            return
        is_demo = not game.people
        loser = game.seats["XO"[game.winner == "X"]] if game.winner else None
        match game.reason:
            case "resignation":
                if not self._asks(("resignnow", "resign"), game, loser):
                    raise Violation(f"{loser} never resigned game {game.id}: {game}")
            case "time":
                self._check_time(game)
            case "agreement":
                if not all(self._offers(game, user) for user in game.people):
                    raise Violation(f"nobody agreed to a draw in game {game.id}: {game}")
            case "stopped" if not is_demo:
                stopped = any(self._pressed("stopnow", game.id))
                if not stopped and not any(
                    self._asks(("resign", "resignnow"), game, user) for user in game.people
                ):
                    raise Violation(f"nobody stopped game {game.id}: {game}")
            case "abandoned":
                patience = _DEMO if is_demo else _ABANDONED + (game.time or 0)
                # The bot moves in a demo game by itself, so that nobody need have asked.
                last = game.turn_since if is_demo else int(clock(self._last_asked(game)))
                if game.ended_at < last + patience:
                    raise Violation(f"game {game.id} was closed while people played: {game}")
        self._sometimes(f"a game ended by {game.reason}")

    def _offers(self, game: Game, user: int) -> bool:
        """Whether somebody offered a draw on the last board of a game."""
        ply, cell = len(game.moves), game.moves[-1] if game.moves else None
        moved = [
            made.at
            for made, button in self._played(game)
            if (button.ply, button.cell) == (ply - 1, cell)
        ]
        typed = self._asked("move", game)
        moved += [made.at for made in typed if _cell(game, made.options["cell"]) == cell]
        last = min(moved, default=0.0) if game.moves else 0.0
        return any(
            read_button(made.what).ply == ply
            if made.on
            else any(at >= last for at, _ in self._deliveries[made.id])
            for made in self._asks(("draw",), game, user)
        )

    def _last_asked(self, game: Game) -> float:
        """When somebody asked for the last move of a game, as far as that is known."""
        last = len(game.moves) - 1, len(game.moves) - 2  # perhaps the bot has answered at once
        asked = [*self._played(game), *self._pressed("next", game.id)]
        plies = ((made.at, (button.ply or 0) - 2 * game.taken_back) for made, button in asked)
        return min((at for at, ply in plies if ply in last), default=0.0)

    def _check_time(self, game: Game) -> None:
        """A win by time: the other side was to move, and its time was up."""
        assert game.time is not None
        deadline = max(
            game.turn_since + game.time, self._deadlines.get((game.id, len(game.moves)), 0)
        )
        if game.winner == game.mover(len(game.moves)):
            raise Violation(f"game {game.id} was won on time by the side to move: {game}")
        if game.cup is None:
            winner = game.seats[game.winner or ""]
            claims = self._asks(("claim",), game, winner)
            # A copy that Discord delivers long after the press counts as a claim of that time.
            delivered = [at for made in claims for at, _ in self._deliveries[made.id]]
            if not delivered or clock(max(delivered)) < deadline:
                raise Violation(
                    f"{winner} did not claim game {game.id} after its time was up: {game}"
                )
        elif game.ended_at is None or game.ended_at < deadline:
            raise Violation(f"the clock ended game {game.id} too early: {game}")

    def _check_consent(self, game: Game, now: Stored) -> None:
        """Nobody plays another person who has not agreed to that."""
        users = game.people
        if len(users) < 2:
            return
        if game.cup is not None:
            came = {made.user for made, _ in self._pressed("cupplay", game.cup)}
            agreed = came >= set(users)
        else:
            agreed = any(
                made.user == one and maker.user == other and _rematched(maker) == game.rematch_of
                for verb in ("accept", "join")
                for made in self._by_verb[verb]
                if not self._says_no(made)
                and (maker := self._makers.get(read_button(made.what).number))
                for one, other in (users, users[::-1])
            )
            games = self._forgotten | now.games
            # Retention may have deleted the game before, and with it what the new one says of it.
            for number in self._forgotten if game.rematch_of is None else [game.rematch_of]:
                verb = "rematch" if game.name == games[number].name else "fading"
                agreed |= {made.user for made, _ in self._pressed(verb, number)} >= {*users}
        if not agreed:
            raise Violation(f"not both agreed to game {game.id}: {game}")

    def _check_cups(self, now: Stored) -> None:
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
                self._sometimes(
                    "a pair was decided " + ("without a game" if without else f"by {pair.way}")
                )
                game = now.games.get(pair.game or 0)
                winner = pair.players[pair.winner]
                if (
                    pair.way == "game"
                    and game
                    and game.winner
                    and game.seats[game.winner] not in {winner, 0}
                ):
                    raise Violation(f"{winner} goes on after losing game {game.id}: {pair}")
            for half, player in enumerate(pair.players if turn else ()):
                before = now.pairs.get((cup, turn - 1, 2 * place + half))
                if before and (before.winner is None or before.players[before.winner] != player):
                    raise Violation(
                        f"{player} is in pair {cup, turn, place} without winning {before}"
                    )

    # What people asked for

    def _pressed(self, verb: str, number: int) -> Iterator[tuple[Interaction, seams.Button]]:
        """The presses of a button about something, without those told that nothing was done."""
        for made in self._by_verb[verb]:
            button = read_button(made.what) if made.on else None
            if button and button.number == number and not self._says_no(made):
                yield made, button

    def _played(self, game: Game) -> Iterator[tuple[Interaction, seams.Button]]:
        """The presses of cells of a game, on its board or in a hint."""
        for verb in ("cell", "playbest"):
            for made, button in self._pressed(verb, game.id):
                if made.channel == game.channel:
                    yield made, button

    def _asked(self, command: str, game: Game) -> Iterator[Interaction]:
        """The same for commands where a game is played."""
        for made in self._by_verb[command]:
            if made.on is None and made.channel == game.channel and not self._says_no(made):
                yield made

    def _asks(self, verbs: tuple[str, ...], game: Game, user: int | None) -> list[Interaction]:
        """How a person asked for something in a game, by buttons or commands."""
        found = [made for verb in verbs for made, _ in self._pressed(verb, game.id)]
        found += [made for verb in verbs for made in self._asked(verb, game)]
        return [made for made in found if made.user == user]

    def _says_no(self, made: Interaction) -> bool:
        """Whether an interaction was delivered once and told that nothing was done."""
        told = self._told[made.id]
        return (
            len(self._deliveries[made.id]) == 1
            and bool(told)
            and all(each.says_no for each in told)
        )

    @property
    def _now(self) -> float:
        return self._world.timeline.now

    def _sometimes(self, what: str) -> None:
        self._world.sometimes(what)


def _server(channel: int) -> int | None:
    """The server of a channel; None outside servers."""
    return (
        SERVER
        if channel in {FRIENDS, ALONE, CUPS, STAGE}
        else ELSEWHERE
        if channel == FOREIGN
        else None
    )


def _verb(made: Interaction) -> str:
    """What an interaction asks for, in a word."""
    if made.on is None:
        return made.what
    button = read_button(made.what)
    return button.verb if button else made.what


def _rematched(maker: Interaction) -> int | None:
    """The game whose rematch a challenge asks for."""
    button = read_button(maker.what) if maker.on else None
    return button.number if button and button.verb in {"rematch", "fading"} else None


def _buttons(body: dict[str, Any]) -> list[seams.Button]:
    found = (read_button(part["custom_id"]) for part in parts(body) if "custom_id" in part)
    return [button for button in found if button]


def _words(body: dict[str, Any]) -> tuple[Any, Any]:
    return body.get("content") or "", body.get("components") or []


def _standing(game: Game, ply: int) -> dict[int, str]:
    """The mark on each cell after so many moves."""
    by_turn = {"X": game.first, "O": game.mover(1)}
    return {
        cell: by_turn[mark] for cell, mark in referees.standing(game.name, game.moves[:ply]).items()
    }


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


def _lapses(game: Game) -> float:
    """When a game counts as abandoned."""
    return game.turn_since + (_DEMO if not game.people else _ABANDONED + (game.time or 0))


def _results(game: Game) -> Iterator[tuple[int, int]]:
    """Who has won (0), drawn (1) or lost (2) a game that counts."""
    if game.reason in {None, "abandoned", "stopped"}:
        return
    for mark, user in game.seats.items():
        if user:
            yield user, 1 if game.winner is None else 0 if game.winner == mark else 2


def _cell(game: Game, number: int | str) -> int | None:
    """The cell with a number; on large boards that is its row, then its column."""
    side, _ = referees.SIZES[game.name]
    if isinstance(number, str):
        return None
    if side == 3:
        return number
    row, column = divmod(number, 10)
    return (row - 1) * side + column if 1 <= row <= side and 1 <= column <= side else None
