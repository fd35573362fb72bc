"""What the bot may send: what it answers and how often, to whom it says it, and whom that notifies.

Each message is checked as it is sent, and at the end whether everybody was answered.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from math import inf
from typing import Any

from tests.simulation import database, messages
from tests.simulation.discord import (
    EPHEMERAL,
    LEAVER,
    MANAGERS,
    PATIENCE,
    TYPING,
    Answer,
    Interaction,
    clock,
    is_direct,
    parts,
    pinged,
    server_of,
)
from tests.simulation.faults import Request
from tests.simulation.games import Games
from tests.simulation.history import History, Told, Violation, button_of, verb_of
from tests.simulation.messages import MOVE_BY, read_board, read_button

_UPDATE = 7  # the type of an answer
_AT_ONCE = 10  # seconds
_LATELY, _MOST_ALIKE = 300, 5  # seconds, and how often a message may be redrawn as it is
# Seconds in which the machine runs, if nobody uses the bot and one or two reads fail.
_BANS_ARE_READ = 800
_A_MINUTE = 60  # seconds, after which the bot has looked what it may forget
_REMEMBERED = 3600  # seconds in which the bot knows an interaction again; Discord forgets it at 900
ONCE = {
    *("start", "move", "draw", "claim", "watch", "cell", "accept", "join", "decline", "cancel"),
    *("resignnow", "rematch", "fading", "easier", "harder", "next", "playbest", "takeback"),
    *("cupjoin", "cupleave"),
}
"""What counts once, so that it must not be refused when it comes again."""
_TELLING = {
    *("top", "topbot", "sharepuzzle", "unblockall", "fading", "picturesfirst", "mistake"),
    "takeback",
}
"""Buttons that only stand where something rare has happened."""
_TAKES_PART = {"accept", "join", "cell", "cupjoin", "cupplay", "rematch", "fading", "start", "cup"}
"""What lets the bot notify somebody in a channel."""
_FOR_MANAGERS = {
    *("stop", "stopnow", "settings", "set", "watchon", "watchoff", "daily", "dailyhere"),
    *("dailyoff", "reset", "resetagain", "resetnow"),
}
"""What only those may do who manage the server, or the channel."""
_FOR_EVERYONE = {"privacy", "close", "delete", "deletenow", "export", "keep", "open", "unblockall"}
"""What somebody banned may still do."""
_RANKED = re.compile(r"<@(\d+)> \*\*(\d+)\*\* · ")
"""A row of a leaderboard."""


class Answers:
    """What is checked of all that the bot sends."""

    def __init__(self, history: History, games: Games) -> None:
        self._history = history
        self._games = games
        self._posts: dict[tuple[int, str], list[tuple[float, Request, int]]] = defaultdict(list)
        self._redrawn: dict[tuple[str, str], list[tuple[float, Request]]] = defaultdict(list)
        self._blocked: dict[tuple[int, int], float] = {}  # who has blocked whom, and when

    def sent(self, request: Request) -> None:
        """The bot has sent a request."""
        interactions = self._history.world.discord.interactions
        match request.method, *request.path.strip("/").split("/"):
            case "POST", "interactions", number, _, "callback":
                self._answered(interactions[int(number)], request)
            case "POST", "webhooks", _, token:
                self._followed(interactions[int(token.removeprefix("token-"))], request)
            case "PATCH", "webhooks", _, token, *_:
                made = interactions[int(token.removeprefix("token-"))]
                self._games.shown(made.channel, request.body)
                self._check_needless(request)
            case "POST", "channels", channel, "messages":
                self._posted(int(channel), request)

    def taken(self, request: Request, answer: Answer) -> None:
        """Discord has answered a request."""
        match answer.body:
            case {"code": 10062}:
                self._history.sometimes("an answer came too late")
            case {"code": 40060}:
                self._history.sometimes(
                    "an interaction was answered again, and Discord refused that"
                )
            case {"code": 50035}:
                raise Violation(f"Discord takes no such message: {request.body}")

    def _answered(self, made: Interaction, request: Request) -> None:
        history, verb = self._history, verb_of(made)
        told = Told(history.now, history.world.process, request)
        history.told[made.id].append(told)
        redraws = made.on is not None and request.body["type"] == _UPDATE
        self._check_message(made, told.data, is_private=redraws and made.on.to is not None)
        self._games.shown(made.channel, told.data, of_review=verb == "share")
        self._check_people(made.channel, told.data, made)
        self._check_rights(made, verb, told)
        self._check_export(made, request.body)
        self._check_leaderboard(made, verb, told.data)
        self._check_words(told.data)
        if messages.BROKEN.match(told.content):
            raise Violation(f"{made} met an error that nobody expected")
        for button in messages.buttons(told.data):
            if button.verb in {"accept", "join"}:
                history.makers.setdefault(button.number, made)
        self._note_rare(made, verb, told)

    def _note_rare(self, made: Interaction, verb: str, told: Told) -> None:
        sometimes, data, button = self._history.sometimes, told.data, button_of(made)
        if data.get("choices"):
            sometimes("somebody typed a number, and saw which are free")
        for offered in sorted(messages.verbs(data) & _TELLING):
            sometimes(f"somebody was offered {offered}")
        if "<:X_" in json.dumps(data):
            sometimes("a board was drawn with tiles")
        if (
            verb == "cell"
            and not told.is_notice
            and made.on
            and made.on.at < self._games.settings_changed_at
        ):
            sometimes("a board went on under other settings")
        if button and verb in {"review", "rematch"} and button.number in self._games.forgotten:
            sometimes("somebody came back to a game that had been deleted")
        if made.what.endswith(messages.SPOKEN):
            sometimes(f"somebody pressed {verb} in words")
        for notice, what in (
            (messages.BANNED, "somebody banned was refused"),
            (messages.UNKNOWN, "nobody knew whether something was saved"),
            (messages.GIVEN_UP, "something was given up"),
            (messages.NO_TIME, "there was no time to think"),
        ):
            if notice.match(told.content):
                sometimes(what)
                self._history.disturb()
        if verb == "deletenow" and not told.is_notice and verb not in messages.verbs(data):
            self._history.deleted = self._history.deleted or self._history.now
            sometimes("somebody deleted their data")
        shown = read_board(data)
        if shown and button and button.ply is not None and (shown.ply or 99) > button.ply + 2:
            sometimes("a press met a board that others had changed")

    def _followed(self, made: Interaction, request: Request) -> None:
        taken = [
            each
            for each in self._history.told[made.id]
            if each.request.outcome and each.request.outcome.status == 204
        ]
        if not taken:
            raise Violation(f"a message follows {made}, which was not answered")
        if any(_words(each.data) == _words(request.body) for each in taken):
            raise Violation(f"{made} was answered twice")
        self._games.shown(made.channel, request.body)
        self._check_message(made, request.body)
        self._check_people(made.channel, request.body, made)
        self._check_told_once(made.channel, request, made.id)
        board = read_board(taken[0].data)
        if board and (said := messages.languages_of_start(request.body.get("content") or "")):
            self._history.sometimes("a challenger was told that their game begins")
            languages = self._games.languages.get(board.game, said)
            if not said & languages:
                raise Violation(f"game {board.game} is in {languages}: {request.body}")

    def _posted(self, channel: int, request: Request) -> None:
        self._history.posted_at = self._history.now
        self._check_people(channel, request.body)
        self._check_told_once(channel, request)
        if "nonce" in request.body:
            self._history.sometimes("the puzzle of the day was posted")
        elif MOVE_BY.search(request.body.get("content") or ""):
            self._history.sometimes("somebody was reminded")

    # What is checked of each message

    def _check_told_once(self, channel: int, request: Request, number: int = 0) -> None:
        """A channel is told the same once: for good if about one time, else in ten seconds.

        Below two interactions it may stand twice: a game of the same two may begin with each.
        """
        content = request.body.get("content") or ""
        if not content or request.body.get("flags", 0) & EPHEMERAL or "nonce" in request.body:
            return
        since = 0.0 if MOVE_BY.search(content) else self._history.now - _AT_ONCE
        before = self._posts[channel, content]
        for at, each, below in before:
            is_another = below and number and below != number
            if at > since and not each.has_failed and not is_another:
                raise Violation(f"channel {channel} was told twice: {content}")
        before.append((self._history.now, request, number))

    def _check_needless(self, request: Request) -> None:
        """A message is not redrawn as it is again and again."""
        now = self._history.now
        same = self._redrawn[request.path, json.dumps(request.body, sort_keys=True)]
        lately = [at for at, each in same if at > now - _LATELY and not each.has_failed]
        if len(lately) > _MOST_ALIKE:
            raise Violation(f"{request.path} was redrawn as it is {len(lately)} times")
        same.append((now, request))

    def _check_message(
        self, made: Interaction, body: dict[str, Any], *, is_private: bool = False
    ) -> None:
        """A message has no fault a sample may not have; secrets are private, in their language."""
        if faults := messages.faults(body):
            raise Violation(f"{made} was answered by what no sample may be: {faults}")
        is_private = is_private or bool(body.get("flags", 0) & EPHEMERAL)
        if (
            messages.verbs(body) & messages.SECRET
            and not is_private
            and not is_direct(made.channel)
        ):
            raise Violation(f"everyone sees what only {made.user} may see: {body}")
        languages = messages.languages(body)
        theirs = messages.voice(self._history.world.discord.locales[made.user])
        if is_private and languages and read_board(body) is None and theirs not in languages:
            raise Violation(f"{made} was answered in {languages}, not in {theirs}: {body}")

    def _check_people(
        self, channel: int, body: dict[str, Any], after: Interaction | None = None
    ) -> None:
        """Nobody is notified uninvited, or of what they did outside cups, or named once gone."""
        by = after.user if after and not verb_of(after).startswith("cup") else None
        if "<@0>" in json.dumps(body):
            raise Violation(f"somebody is named who has had everything deleted: {body}")
        for user in pinged(body):
            if user == by or not self._is_involved(user, channel):
                raise Violation(f"{user} was notified in channel {channel} uninvited: {body}")

    def _is_involved(self, user: int, channel: int) -> bool:
        """Whether somebody takes part in something in a channel, or was asked to."""
        return any(
            made.channel == channel
            and (
                user in {made.options.get("opponent"), made.options.get("person")}
                or (made.user == user and (verb in _TAKES_PART or "person" in made.options))
            )
            for verb, each in self._history.by_verb.items()
            for made in each
        )

    def unblock(self, made: Interaction) -> None:
        """From the press to the answer, nobody knows whether others are still blocked."""
        if verb_of(made) in {"unblock", "unblockall", "deletenow"}:
            self._blocked = {pair: at for pair, at in self._blocked.items() if pair[0] != made.user}

    def _check_rights(self, made: Interaction, verb: str, told: Told) -> None:
        """Nobody does what others may do: the unbanned, managers, or who is not blocked."""
        self.unblock(made)
        is_done, button = not told.is_notice, button_of(made)
        banned, since = self._history.banned or (0, 0.0)
        read = since + _BANS_ARE_READ + self._history.stood_still
        is_shut_out = made.user == banned and made.at > read
        if is_shut_out and is_done and verb not in _FOR_EVERYONE and made.type != TYPING:
            raise Violation(f"{made} was answered, although the operator has shut them out")
        needs_manager = verb in _FOR_MANAGERS and server_of(made.channel)
        if is_done and needs_manager and made.user not in MANAGERS:
            raise Violation(f"{made} was done for somebody who may not: {told.data}")
        if button and verb in {"block", "join"} and is_done:
            maker = self._history.makers[button.number].user
            if verb == "block":
                self._blocked.setdefault((made.user, maker), self._history.now)
                self._history.sometimes("somebody blocked somebody")
            elif read_board(told.data) and self._blocked.get((maker, made.user), inf) < made.at:
                raise Violation(
                    f"{made} was done, although {maker} has blocked {made.user}: {told.data}"
                )
        elif verb == "join" and made.user in {blocked for _, blocked in self._blocked}:
            self._history.sometimes("somebody blocked was not let in")

    def _check_export(self, made: Interaction, body: dict[str, Any]) -> None:
        """An export holds only its person's games."""
        games = [line for line in body.get("file", "").splitlines() if not line.startswith("#")]
        if wrong := [line for line in games if f"_id={made.user}," not in f"{line},"]:
            raise Violation(f"{made} exports games of others: {wrong}")
        if games:
            self._history.sometimes("somebody exported their games")

    def _check_leaderboard(self, made: Interaction, verb: str, body: dict[str, Any]) -> None:
        """A leaderboard holds those who have points there, once."""
        text = "\n".join(part.get("content") or "" for part in parts(body))
        if verb not in {"top", "topbot"} or not (ranked := _RANKED.findall(text)):
            return
        against_bot = verb == "topbot" or made.options.get("against") == "bot"
        table = "bot_standings" if against_bot else "standings"
        on_it: dict[str, set[int]] = defaultdict(set)
        for of, server, game, user in database.stored(self._history.world.file).standings:
            if (of, server) == (table, server_of(made.channel)):
                on_it[game].add(user)
        named = made.what.split(":")[2] if made.on else made.options.get("game")
        games = [named] if named else [*on_it]
        places = Counter(int(user) for user, _ in ranked)
        gone = self._history.by_verb["resetnow"] or self._history.gone
        if max(places.values()) > 1 or not (
            gone or any(places.keys() <= on_it[game] for game in games)
        ):
            raise Violation(f"{made} shows {ranked}, but {on_it}")
        self._history.sometimes("somebody saw a leaderboard")

    def _check_words(self, body: dict[str, Any]) -> None:
        """Words name the free cells as the buttons below do: by row and column on large boards."""
        cells = {
            part["label"]
            for part in parts(body)
            if part.get("custom_id", "").endswith(messages.SPOKEN)
            and (button := read_button(part["custom_id"]))
            and button.verb == "cell"
        }
        content = body.get("content")
        if not cells or not content or "playbest" in messages.verbs(body):
            return
        if cells not in [{*re.findall(r"\d+", line)} for line in content.splitlines()]:
            raise Violation(f"these words do not name the cells {sorted(cells)}: {content}")

    # What is checked at the end

    def check_all(self) -> None:
        """Each delivery was answered in time, unless the process died; none in two ways."""
        for made in self._history.made:
            by_process: dict[int, list[float]] = defaultdict(list)
            for at, process in self._history.deliveries[made.id]:
                by_process[process.number].append(at)
            for number, deliveries in by_process.items():
                told = [
                    each for each in self._history.told[made.id] if each.process.number == number
                ]
                self._check_number(made, number, deliveries, told)
                if made.type != TYPING:  # if the choices are lost, an empty list may follow
                    self._check_copies(made, number, deliveries, told)
            self._check_once(made)

    def _check_number(
        self, made: Interaction, number: int, deliveries: list[float], told: list[Told]
    ) -> None:
        """A process has answered all that was delivered to it early enough."""
        died = self._history.deaths.get(number, self._history.now)
        is_calm = number in self._history.calm_stops and made.type != TYPING
        due = [
            at
            for at in deliveries
            if (is_calm or at + self._patience(at) < died)
            and (made.id, at) not in self._history.turned_away
        ]
        if made.type == TYPING:
            del due[1:]  # copies wait for the choices, which discord.py sends for half a minute
        if len(told) < len(due):
            due = [at for at in due if not self._history.is_too_much(made, at, number)]
        if len(told) < len(due):
            raise Violation(f"{made} was delivered at {due}, and not answered: {verb_of(made)}")

    def _check_copies(
        self, made: Interaction, number: int, deliveries: list[float], told: list[Told]
    ) -> None:
        """What came several times was answered no more often nor in more ways, and in time."""
        # Others may be tried again.
        whole = sum(not each.request.has_failed for each in told)
        if whole > len(deliveries):
            raise Violation(f"{made} came {len(deliveries)} times and was answered {whole} times")
        ways = {json.dumps(each.request.body, sort_keys=True) for each in told}
        # Tiles may have been listed between one try and the next.
        looks = len({"<:" in each for each in ways})
        if len(ways) > len(deliveries) * looks:
            raise Violation(f"{made} was answered in {len(ways)} ways")
        # A copy may wait for the first one, or be all that is answered.
        for at, each in zip(deliveries[:1], told, strict=False):
            is_late = each.at > at + self._patience(at)
            is_turned_away = (made.id, at) in self._history.turned_away
            is_unanswered = is_turned_away or self._history.is_too_much(made, at, number)
            if is_late and not is_unanswered:
                raise Violation(f"{made} was answered after {each.at - at:.1f} seconds")

    def _patience(self, at: float) -> float:
        """How long the bot has to answer what came at a time: longer if the machine stalls."""
        return PATIENCE + sum(
            ends - begins
            for begins, ends in self._history.stalls
            if begins < at + PATIENCE and at < ends
        )

    def _check_once(self, made: Interaction) -> None:
        """What was done when an interaction came first is not refused when it comes again."""
        history, verb = self._history, verb_of(made)
        if verb not in ONCE or (made.user == LEAVER and history.deleted is not None):
            return
        if made.at < history.erased.get(made.user, 0):
            return
        done: Told | None = None
        by_words: dict[str, Told] = {}  # tries that follow a first one are left out
        for told in history.told[made.id]:
            by_words.setdefault(json.dumps(told.data), told)
        for told in by_words.values():
            if (
                messages.LAPSED.match(told.content)
                or messages.DELETED.match(told.content)
                or told.at - made.at > _REMEMBERED
            ):
                continue
            shown = read_board(told.data)
            with_person = {"opponent", "person"} & made.options.keys()
            if (
                done is None
                and shown
                and verb == "start"
                and (with_person or shown.ply not in {0, 1})
            ):
                continue  # the game that the person is in already
            if not told.is_notice:
                if done and verb in {"cell", "move"} and self._differ(made, done, told):
                    raise Violation(f"{made} came again: first {done.data}, then {told.data}")
                done = done or told
            elif verb == "start" and messages.NO_GAME.match(told.content):
                continue  # the game that the person was in has just ended
            elif done and told.refuses:
                raise Violation(f"{made} was done, and refused when it came again: {told.data}")
        if done and history.told[made.id][-1].at > done.at + _A_MINUTE:
            history.sometimes("what had been done came again after a minute")

    def _differ(self, made: Interaction, one: Told, other: Told) -> bool:
        """Whether two answers show one board in different words.

        An offer of a draw or the end of the time for a move may change those, and a standstill the
        deadline.
        """
        first, second = (read_board(told.data) for told in (one, other))
        offered = any(draw.channel == made.channel for draw in self._history.by_verb["draw"])
        words, others = (re.sub(r"<t:\d+", "<t:", json.dumps(told.data)) for told in (one, other))
        up = MOVE_BY.search(json.dumps(one.data))
        is_late = up is not None and clock(other.at) >= int(up[1])
        tiles_came = ("<:X_" in words) != ("<:X_" in others)
        # Another process may draw otherwise.
        changed = offered or is_late or tiles_came or one.process is not other.process
        return first is not None and first == second and words != others and not changed


def _words(body: dict[str, Any]) -> tuple[Any, Any]:
    return body.get("content") or "", body.get("components") or []
