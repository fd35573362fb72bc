"""Discord, as small as the bot needs it, by its documentation alone.

It keeps messages, hands out interactions, takes each answer once and in time, and refuses what Discord
refuses:
https://docs.discord.com/developers/interactions/receiving-and-responding
"""

import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from tests.support import payloads

APPLICATION, SERVER = 42, 77
NAMES = {101: "Ann", 102: "Bob", 103: "Eve", 104: "Kim", 105: "Lou", 106: "Max"}
COMMAND, PRESS = 2, 3  # the types of interactions
_NEW_MESSAGE, _UPDATE = 4, 7  # the types of their answers
_EPOCH = 1_420_070_400
_STARTED = 1_790_000_000  # the start of the world; seconds since 1970
_EPHEMERAL = 1 << 6
_NUMBER = (1 << 22) - 1  # the part of an id that counts
_IN_TIME, _TOKEN_LASTS = 3.0, 15 * 60
_EVERYTHING = str((1 << 50) - 1)  # permissions
_PEOPLE = {"opponent", "player"}  # the options that name somebody


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
    """A message in a channel.

    to       who sees it, if not everyone
    answers  the interaction whose answer it is, or that it follows; None for a post
    """

    id: int
    channel: int
    content: str
    components: list[dict[str, Any]]
    flags: int
    to: int | None
    answers: int | None
    at: float

    @property
    def parts(self) -> list[dict[str, Any]]:
        """All components, those inside others too."""
        return parts({"components": self.components})

    @property
    def buttons(self) -> list[str]:
        """The custom_ids of what can be pressed."""
        return [part["custom_id"] for part in self.parts if "custom_id" in part and not part.get("disabled")]

    @property
    def text(self) -> str:
        return "\n".join([self.content, *(part["content"] for part in self.parts if part["type"] == 10)])


@dataclass
class Interaction:
    """What a person did: a command or a press.

    what      the command's name or the custom_id
    options   of a command
    answered  when Discord took an answer
    message   the id of the message that is the answer
    """

    id: int
    user: int
    channel: int
    type: int
    what: str
    at: float
    options: Mapping[str, Any] = field(default_factory=dict)
    on: Message | None = None
    answered: float | None = None
    message: int | None = None

    @property
    def token(self) -> str:
        return f"token-{self.id}"

    def __str__(self) -> str:
        told = " ".join(
            [self.what, *(f"{name}:{NAMES.get(value, value)}" for name, value in self.options.items())]
        )
        asked = told.removeprefix("ttt:") if self.on else f"/ttt {told}"
        return f"#{self.id & _NUMBER} ({NAMES[self.user]}: {asked})"


class Discord:
    """One server with its channels and people."""

    def __init__(self) -> None:
        self.messages: dict[int, Message] = {}
        self.interactions: dict[int, Interaction] = {}
        self._numbers = itertools.count(1)
        self._commands: list[dict[str, Any]] = []

    def new_id(self, now: float) -> int:
        """A snowflake: the time in its upper bits."""
        return int((clock(now) - _EPOCH) * 1000) << 22 | next(self._numbers) & _NUMBER

    def command(self, now: float, user: int, channel: int, name: str, **options: Any) -> Interaction:
        """Somebody uses a command of /ttt."""
        return self._interaction(Interaction(self.new_id(now), user, channel, COMMAND, name, now, options))

    def choose(self, now: float, user: int, message: Message, name: str) -> Interaction:
        """Somebody chooses a command in the menu of a message."""
        number, about = self.new_id(now), {"message": message.id}
        return self._interaction(Interaction(number, user, message.channel, COMMAND, name, now, about))

    def press(self, now: float, user: int, message: Message, custom_id: str) -> Interaction:
        """Somebody presses a button of a message, as they see it."""
        number = self.new_id(now)
        return self._interaction(
            Interaction(number, user, message.channel, PRESS, custom_id, now, on=message)
        )

    def _interaction(self, made: Interaction) -> Interaction:
        self.interactions[made.id] = made
        return made

    def event(self, made: Interaction) -> dict[str, Any]:
        """The interaction as the gateway sends it."""
        pressed = {"custom_id": made.what, "component_type": 2}
        event = payloads.interaction(
            made.id,
            made.type,
            made.token,
            pressed if made.on else self._command(made),
            made.channel,
            guild_id=str(SERVER),
            guild={"id": str(SERVER), "locale": "en-US", "features": []},
            guild_locale="en-US",
            channel=payloads.channel(made.channel, SERVER, _EVERYTHING),
            member=_member(made.user) | {"user": _user(made.user)},
            authorizing_integration_owners={"0": str(SERVER)},
            context=0,
            app_permissions=_EVERYTHING,
        )
        if made.on:
            event["message"] = _message(made.on)
        copy: dict[str, Any] = json.loads(json.dumps(event))  # nobody shares anything with us
        return copy

    def _command(self, made: Interaction) -> dict[str, Any]:
        if number := made.options.get("message"):
            shown = {str(number): _message(self.messages[number])}
            return payloads.menu(made.what, str(number), {"messages": shown})
        people = {str(made.options[name]): made.options[name] for name in _PEOPLE & made.options.keys()}
        resolved = {
            "users": {number: _user(user) for number, user in people.items()},
            "members": {number: _member(user) for number, user in people.items()},
        }
        return payloads.command(made.what, made.options, _PEOPLE) | ({"resolved": resolved} if people else {})

    def take(self, now: float, method: str, path: str, body: Any) -> Answer:
        """Do what a request asks for."""
        try:
            match method, *path.strip("/").split("/"):
                case "POST", "interactions", number, _, "callback":
                    return self._take_answer(now, int(number), body)
                case "POST", "webhooks", _, token:
                    return self._follow(now, token, body)
                case "PATCH", "webhooks", _, token, "messages", which:
                    return self._redraw(now, token, which, body)
                case "POST", "channels", channel, "messages":
                    return Answer(200, _message(self._post(now, int(channel), body, None, None)))
                case "PATCH", "channels", _, "messages", number:
                    return Answer(200, _message(self._change(int(number), body)))
                case "GET", "users", "@me":
                    return Answer(200, payloads.bot(APPLICATION))
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

    def _take_answer(self, now: float, number: int, body: dict[str, Any]) -> Answer:
        made = self.interactions[number]
        if made.answered is not None:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        if now > made.at + _IN_TIME:
            raise Refused(404, 10062, "Unknown interaction")
        data = body["data"]
        match body["type"]:
            case 4:
                private = made.user if data.get("flags", 0) & _EPHEMERAL else None
                made.message = self._post(now, made.channel, data, private, number).id
            case 7 if made.on:
                made.message = self._change(made.on.id, data, number).id
            case other:
                raise AssertionError(f"an answer of type {other}")
        made.answered = now
        return Answer(204)

    def _follow(self, now: float, token: str, body: dict[str, Any]) -> Answer:
        made = self._made(now, token)
        private = made.user if body.get("flags", 0) & _EPHEMERAL else None
        return Answer(200, _message(self._post(now, made.channel, body, private, made.id)))

    def _redraw(self, now: float, token: str, which: str, body: dict[str, Any]) -> Answer:
        made = self._made(now, token)
        number = made.message if which == "@original" else int(which)
        assert number is not None
        return Answer(200, _message(self._change(number, body, made.id)))

    def _made(self, now: float, token: str) -> Interaction:
        """The interaction of a token that still counts."""
        made = self.interactions[int(token.removeprefix("token-"))]
        if made.answered is None or now > made.at + _TOKEN_LASTS:
            raise Refused(404, 10015, "Unknown Webhook")
        return made

    def _post(
        self, now: float, channel: int, body: dict[str, Any], to: int | None, answers: int | None
    ) -> Message:
        content, components = body.get("content") or "", body.get("components") or []
        number, flags = self.new_id(now), body.get("flags", 0)
        return self._keep(Message(number, channel, content, components, flags, to, answers, now))

    def _keep(self, message: Message) -> Message:
        """Raises Refused for a message that Discord does not take."""
        _check(message)
        self.messages[message.id] = message
        return message

    def _change(self, number: int, body: dict[str, Any], answers: int | None = None) -> Message:
        """A changed message is another object: people who still look at the old one see that one."""
        old = self.messages.get(number)
        if old is None:
            raise Refused(404, 10008, "Unknown Message")
        changed = replace(
            old,
            content=body["content"] or "" if "content" in body else old.content,
            components=body.get("components", old.components),
            flags=body.get("flags", 0) | old.flags & _EPHEMERAL,
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


def clock(now: float) -> float:
    """Discord's clock; seconds since 1970."""
    return _STARTED + now


def parts(body: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All components of a message, those inside others too."""
    found = list(body.get("components") or ())
    for part in found:
        found += part.get("components", ())
    return found


def pinged(body: Mapping[str, Any]) -> Iterator[int]:
    """Whom a message notifies: of the people it mentions those that it allows."""
    allowed = body.get("allowed_mentions")
    text = "\n".join([body.get("content") or "", *(part.get("content") or "" for part in parts(body))])
    for piece in text.split("<@")[1:]:
        user = piece.partition(">")[0]
        everyone = allowed is None or "users" in (allowed.get("parse") or ())
        if user.isdigit() and (everyone or int(user) in map(int, allowed.get("users") or ())):
            yield int(user)


def _check(message: Message) -> None:
    every = message.parts
    custom_ids = [part["custom_id"] for part in every if "custom_id" in part]
    if (
        not (message.content or every)
        or len(message.text) > 4000
        or len(message.content) > 2000
        or len(every) > 40
        or len(set(custom_ids)) < len(custom_ids)
        or any(len(each) > 100 for each in custom_ids)
        or any(
            not part.get("components") or len(part["components"]) > 5 for part in every if part["type"] == 1
        )
        or any(len(part.get("label") or "") > 80 for part in every)
    ):
        raise Refused(400, 50035, "Invalid Form Body")


def _message(message: Message) -> dict[str, Any]:
    said = {"content": message.content, "components": message.components, "flags": message.flags}
    return payloads.message(message.id, message.channel, payloads.bot(APPLICATION), **said)


def _member(user: int) -> dict[str, Any]:
    return {"roles": [], "joined_at": "2024-01-01T00:00:00+00:00", "permissions": _EVERYTHING, "flags": 0}


def _user(user: int) -> dict[str, Any]:
    return payloads.user(user, NAMES.get(user, "bot"))
