"""Discord, as small as the bot needs it, by its documentation alone.

It keeps messages, hands out interactions, takes each answer once and in time, and refuses what
Discord refuses: https://docs.discord.com/developers/interactions/receiving-and-responding
"""

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from tests.support import payloads
from tests.support.payloads import parts

APPLICATION, SERVER, ELSEWHERE = 42, 77, 78
_ALWAYS_THERE = "Ann", "Bob", "Eve", "Kim", "Lou", "Max"
_IN_CROWDS = "Amy", "Ben", "Dan", "Fay", "Gus", "Ida", "Jon", "Leo", "Mia", "Sue", "Tom"
NAMES = dict(enumerate((*_ALWAYS_THERE, *_IN_CROWDS), start=101))
(*PEOPLE, LEAVER), GUESTS = [*NAMES][:6], [*NAMES][6:]
"""Who is always there; who deletes their data at some time, and is gone; and who is in crowds."""
MANAGERS = {101, 102}
FRIENDS, ALONE, CUPS = 10, 20, 30  # channels of the server, by what people mostly do
STAGE = 60  # and the first of those in which people play through stories
FOREIGN = 40  # a channel of a server that has not added the bot
_COMMAND, _PRESS = 2, 3  # the types of interactions
_EPOCH = 1_420_070_400
_STARTED = 1_790_000_000  # the start of the world; seconds since 1970
EPHEMERAL = 1 << 6  # the flag of a message that one person sees
_NUMBER = (1 << 22) - 1  # the part of an id that counts
PATIENCE, _TOKEN_LASTS = 3.0, 15 * 60  # seconds; the first for an answer
A_DAY = 24 * 3600
_EVERYTHING = (1 << 50) - 1  # permissions
_MANAGING = 1 << 3 | 1 << 4 | 1 << 5  # everything, channels, and the server
_PEOPLE = {"opponent", "player", "user"}  # the options that name somebody
_BUTTON, _SELECT, _TEXT = 2, 3, 10  # the types of components
_NONCE_LASTS = 180  # seconds
_DIRECT = 1000  # above this are channels of one person with the bot


class Answer(NamedTuple):
    """Discord's answer to a request."""

    status: int
    body: Any = None


class Refused(Exception):
    """What Discord answers instead of doing what it was asked for."""

    def __init__(self, status: int, code: int, why: str) -> None:
        super().__init__(why)
        self.answer = Answer(status, {"code": code, "message": why})


@dataclass
class Message:
    """A message in a channel. Nobody changes one: an edit makes another.

    to       who sees it, if not everyone
    answers  the last interaction whose answer it is, or that it follows; None for a post
    made_by  the first one
    follows  the message that answered that one, if this is another
    """

    id: int
    channel: int
    content: str
    components: list[dict[str, Any]]
    flags: int
    to: int | None
    answers: int | None
    at: float
    made_by: int | None = None
    follows: int | None = None

    @cached_property
    def parts(self) -> list[dict[str, Any]]:
        """All components, those inside others too."""
        return parts(self.body)

    @property
    def body(self) -> dict[str, Any]:
        """What the bot sent."""
        return {"content": self.content, "components": self.components}

    @cached_property
    def buttons(self) -> list[str]:
        """The custom_ids of what can be pressed."""
        pressable = [part for part in self.parts if not part.get("disabled")]
        return [part["custom_id"] for part in pressable if "custom_id" in part]

    @property
    def choices(self) -> dict[str, list[str]]:
        """What can be chosen in each of its selects."""
        return {
            part["custom_id"]: [option["value"] for option in part["options"]]
            for part in self.parts
            if part["type"] == _SELECT
        }

    @cached_property
    def text(self) -> str:
        texts = [part["content"] for part in self.parts if part["type"] == _TEXT]
        return "\n".join([self.content, *texts])


@dataclass
class Interaction:
    """What a person did: a command or a press.

    what      the command's name or the custom_id
    options   of a command
    on        the message whose button was pressed, as it was
    chosen    the value, if that was a select
    answered  when Discord took an answer
    message   the id of the message that is the answer
    """

    id: int
    user: int
    channel: int
    what: str
    at: float
    options: Mapping[str, Any] = field(default_factory=dict)
    on: Message | None = None
    chosen: str | None = None
    answered: float | None = None
    message: int | None = None

    @property
    def token(self) -> str:
        return f"token-{self.id}"

    def __str__(self) -> str:
        asked = self.what.removeprefix("ttt:") if self.on else f"/ttt {self.what}"
        for name, value in self.options.items():
            asked += f" {name}:{NAMES.get(value, value)}"
        if self.chosen:
            asked += f" = {self.chosen}"
        return f"#{self.id & _NUMBER} ({NAMES[self.user]}: {asked})"


class Discord:
    """A server with its channels and people, and where else they are.

    locales  of the people and of the server
    """

    def __init__(self, rng: Random, locales: Sequence[str]) -> None:
        """Make one in which nothing has happened, where all speak English or each any of these."""
        self.messages: dict[int, Message] = {}
        self.interactions: dict[int, Interaction] = {}
        self.locales = dict.fromkeys((*NAMES, SERVER), "en-US")
        if rng.random() < 0.5:
            self.locales = {each: rng.choice(locales) for each in self.locales}
        self._numbers = itertools.count(1)
        self._commands: list[dict[str, Any]] = []
        self._nonces: dict[tuple[int, str], tuple[float, Message]] = {}

    def new_id(self, now: float) -> int:
        """A snowflake: the time in its upper bits."""
        return snowflake(clock(now)) | next(self._numbers) & _NUMBER

    def interaction(
        self, now: float, user: int, channel: int, what: str, **more: Any
    ) -> Interaction:
        """Somebody uses a command, or presses a button as they see it."""
        made = Interaction(self.new_id(now), user, channel, what, now, **more)
        self.interactions[made.id] = made
        return made

    def event(self, made: Interaction) -> dict[str, Any]:
        """The interaction as the gateway sends it."""
        data = _pressed(made) if made.on else _command(made)
        event = payloads.interaction(
            made.id,
            _PRESS if made.on else _COMMAND,
            made.token,
            data,
            made.channel,
            locale=self.locales[made.user],
            app_permissions=str(_EVERYTHING),
            **self._place(made),
        )
        if made.on:
            event["message"] = _message(made.on)
        copy: dict[str, Any] = json.loads(json.dumps(event))  # nobody shares anything with us
        return copy

    def _place(self, made: Interaction) -> dict[str, Any]:
        """Where something was done."""
        if (server := server_of(made.channel)) is None:
            return _alone(made)
        owners = {"1": str(made.user)} if server == ELSEWHERE else {"0": str(server)}
        locale = self.locales[SERVER]
        return {
            "guild_id": str(server),
            "guild": {"id": str(server), "locale": locale, "features": []},
            "guild_locale": locale,
            "channel": payloads.channel(made.channel, server, str(_EVERYTHING)),
            "member": _member(made.user) | {"user": _user(made.user)},
            "authorizing_integration_owners": owners,
            "context": 0,
        }

    def asked(self, path: str) -> Interaction | None:
        """The interaction that a request answers, or whose answer it is about, by its path."""
        match path.strip("/").split("/"):
            case ["interactions", number, *_]:
                return self.interactions[int(number)]
            case ["webhooks", _, token, *_]:
                return self.interactions[int(token.removeprefix("token-"))]
        return None

    def take(self, now: float, method: str, path: str, body: Any) -> Answer:
        """Do what a request asks for."""
        made = self.asked(path)
        try:
            match method, *path.strip("/").split("/"):
                case "POST", "interactions", *_:
                    return self._take_answer(now, made, body)
                case "POST", "webhooks", *_:
                    return self._follow(now, made, body)
                case "PATCH", "webhooks", _, _, "messages", which:
                    return self._redraw(now, made, which, body)
                case "POST", "channels", channel, "messages":
                    return Answer(200, _message(self._post_once(now, int(channel), body)))
                case "PATCH", "channels", _, "messages", number:
                    return Answer(200, _message(self._change(int(number), body)))
                case "GET", "users", "@me":
                    return Answer(200, payloads.bot(APPLICATION))
                case "GET", "guilds", _:
                    raise Refused(404, 10004, "Unknown Guild")
                case "GET", "oauth2", "applications", "@me":
                    return Answer(200, payloads.application(APPLICATION, _user(1), 1))
                case "PUT", "applications", _, "commands":
                    self._commands = [payloads.registered(each, self.new_id(now)) for each in body]
                    return Answer(200, self._commands)
                case "GET", "applications", _, "commands":
                    return Answer(200, self._commands)
        except Refused as refused:
            return refused.answer
        raise AssertionError(f"this Discord knows no {method} {path}")

    def _take_answer(self, now: float, made: Interaction, body: dict[str, Any]) -> Answer:
        if made.answered is not None:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        if now > made.at + PATIENCE:
            raise Refused(404, 10062, "Unknown interaction")
        data = body["data"]
        match body["type"]:
            case 4:
                private = made.user if data.get("flags", 0) & EPHEMERAL else None
                made.message = self._post(now, made.channel, data, private, made.id).id
            case 7 if made.on:
                made.message = self._change(made.on.id, data, made.id).id
            case other:
                raise AssertionError(f"an answer of type {other}")
        made.answered = now
        return Answer(200, {"interaction": {"response_message_id": str(made.message)}})

    def _post_once(self, now: float, channel: int, body: dict[str, Any]) -> Message:
        """A post of the bot's; for a few minutes the same nonce stands for the same post."""
        if (nonce := body.get("nonce")) is None:
            return self._post(now, channel, body, None, None)
        at, message = self._nonces.get((channel, nonce), (-_NONCE_LASTS, None))
        if message is None or now >= at + _NONCE_LASTS:
            message = self._post(now, channel, body, None, None)
            self._nonces[channel, nonce] = now, message
        return message

    def _follow(self, now: float, made: Interaction, body: dict[str, Any]) -> Answer:
        _must_be_fresh(now, made)
        private = made.user if body.get("flags", 0) & EPHEMERAL else None
        followed = self._post(now, made.channel, body, private, made.id, made.message)
        return Answer(200, _message(followed))

    def _redraw(self, now: float, made: Interaction, which: str, body: dict[str, Any]) -> Answer:
        _must_be_fresh(now, made)
        if made.answered is None:
            raise Refused(404, 10015, "Unknown Webhook")
        number = made.message if which == "@original" else int(which)
        assert number is not None, "it was answered"
        return Answer(200, _message(self._change(number, body, made.id)))

    def _post(
        self,
        now: float,
        channel: int,
        body: dict[str, Any],
        to: int | None,
        made_by: int | None,
        follows: int | None = None,
    ) -> Message:
        message = Message(
            self.new_id(now),
            channel,
            body.get("content") or "",
            body.get("components") or [],
            body.get("flags", 0),
            to,
            answers=made_by,
            at=now,
            made_by=made_by,
            follows=follows,
        )
        return self._keep(message)

    def _keep(self, message: Message) -> Message:
        """Raises Refused for a message that Discord does not take."""
        _check(message)
        self.messages[message.id] = message
        return message

    def _change(self, number: int, body: dict[str, Any], answers: int | None = None) -> Message:
        """A changed message is another object: people who still look at the old one see that."""
        old = self.messages.get(number)
        if old is None:
            raise Refused(404, 10008, "Unknown Message")
        changed = replace(
            old,
            content=body.get("content", old.content) or "",
            components=body.get("components", old.components),
            flags=body.get("flags", 0) | old.flags & EPHEMERAL,
            answers=answers or old.answers,
        )
        return self._keep(changed)

    def seen_by(self, user: int, channel: int, most: int) -> list[Message]:
        """The last messages that a person sees in a channel, the newest first."""
        theirs = (
            each
            for each in reversed(self.messages.values())
            if each.channel == channel and each.to in {None, user}
        )
        return list(itertools.islice(theirs, most))


def snowflake(at: float) -> int:
    """The first id of a time; seconds since 1970."""
    return int((at - _EPOCH) * 1000) << 22


def server_of(channel: int) -> int | None:
    """The server of a channel; None in direct messages."""
    if is_direct(channel):
        return None
    return ELSEWHERE if channel == FOREIGN else SERVER


def is_direct(channel: int) -> bool:
    """Whether a channel is somebody's with the bot alone."""
    return channel > _DIRECT


def direct(user: int) -> int:
    """The channel of somebody with the bot alone."""
    return _DIRECT + user


def clock(now: float) -> float:
    """Discord's clock; seconds since 1970."""
    return _STARTED + now


def pinged(body: Mapping[str, Any]) -> Iterator[int]:
    """Whom a message notifies: of the people it mentions those that it allows."""
    allowed = body.get("allowed_mentions")
    text = "\n".join(
        [body.get("content") or "", *(part.get("content") or "" for part in parts(body))]
    )
    for piece in text.split("<@")[1:]:
        user = piece.partition(">")[0]
        everyone = allowed is None or "users" in (allowed.get("parse") or ())
        if user.isdigit() and (everyone or int(user) in map(int, allowed.get("users") or ())):
            yield int(user)


def _must_be_fresh(now: float, made: Interaction) -> None:
    """A token counts from the answer on, for a quarter of an hour."""
    if made.answered is None or now > made.at + _TOKEN_LASTS:
        raise Refused(404, 10015, "Unknown Webhook")


def _check(message: Message) -> None:
    every = message.parts
    custom_ids = [part["custom_id"] for part in every if "custom_id" in part]
    if (
        not (message.content or every)
        or len(message.text) > 4000
        or len(message.content) > 2000
        or len(every) > 40
        or len(set(custom_ids)) < len(custom_ids)
    ):
        raise Refused(400, 50035, "Invalid Form Body")


def _message(message: Message) -> dict[str, Any]:
    said = {"content": message.content, "components": message.components, "flags": message.flags}
    if message.made_by is not None:
        said["interaction_metadata"] = payloads.metadata(message.made_by, message.follows)
    return payloads.message(message.id, message.channel, payloads.bot(APPLICATION), **said)


def _pressed(made: Interaction) -> dict[str, Any]:
    if made.chosen is None:
        return {"custom_id": made.what, "component_type": _BUTTON}
    return {"custom_id": made.what, "component_type": _SELECT, "values": [made.chosen]}


def _command(made: Interaction) -> dict[str, Any]:
    people = [made.options[name] for name in _PEOPLE if name in made.options]
    command = payloads.command(made.what, made.options, _PEOPLE)
    if people:
        command["resolved"] = {
            "users": {str(user): _user(user) for user in people},
            "members": {str(user): _member(user) for user in people},
        }
    return command


def _alone(made: Interaction) -> dict[str, Any]:
    """Where somebody is alone with the bot."""
    channel = {
        "id": str(made.channel),
        "type": 1,
        "recipients": [_user(made.user)],
        "last_message_id": None,
    }
    return {
        "user": _user(made.user),
        "channel": channel,
        "authorizing_integration_owners": {"0": "0"},
        "context": 1,
    }


def _member(user: int) -> dict[str, Any]:
    may = _EVERYTHING if user in MANAGERS else _EVERYTHING & ~_MANAGING
    return {
        "roles": [],
        "joined_at": "2024-01-01T00:00:00+00:00",
        "permissions": str(may),
        "flags": 0,
    }


def _user(user: int) -> dict[str, Any]:
    return payloads.user(user, NAMES.get(user, "bot"))
