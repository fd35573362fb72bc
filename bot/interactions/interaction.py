"""Interactions in the form the rest of the bot needs: who asks for what, where, and how to answer.

Discord's event is read once, here, before discord.py builds a member, a channel and a message from
it. A command needs some of these. A press needs none, and building them costs more than the move.
https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Concatenate, NamedTuple, ParamSpec, Self, TypeVar

from discord import ChannelType, InteractionType, Permissions

from bot.database.store import Store
from bot.interactions.clock import Clock, made_at
from bot.interactions.questions import NO_THOUGHTS, Question, Thoughts
from bot.interactions.reply_target import ReplyTarget, has_home
from bot.interactions.request import Request
from bot.interactions.sending import Replies
from bot.interactions.thinking import Thinking
from bot.messages.custom_id import NO_CUSTOM_ID, CustomId, is_spoken, parse_custom_id
from bot.messages.payload import EPHEMERAL
from bot.messages.reply import NO_LINKS, Links, Place
from bot.messages.texts import Refusal, say

P = ParamSpec("P")
T = TypeVar("T")

_THREADS = {
    kind.value
    for kind in (ChannelType.news_thread, ChannelType.public_thread, ChannelType.private_thread)
}
_NOTHING = Permissions.none()
_WITH_THE_BOT = 1  # Discord's context of direct messages with the bot

# Why a request is refused:
NO_SETTINGS_HERE = say(
    "**I only have settings in servers that added me.** Use `/ttt settings` there."
)
ONLY_MANAGERS = say("**Only people who manage this server can do that.** Ask one of them. 🔒")
YOU_MAY_NOT_POST = say("**You can't post in this channel.** Share it in one where you can. 🔒")


@dataclass(frozen=True)
class App:
    """What every handler works with.

    links       the operator's own pages
    defaults    the values that the operator has chosen for settings that a server has not changed,
                by name
    demo_games  what plays the demo games that go on by themselves, by channel
    """

    store: Store
    thinking: Thinking
    replies: Replies
    clock: Clock
    rng: Random
    links: Links = NO_LINKS
    defaults: Mapping[str, Any] = field(default_factory=dict)
    demo_games: dict[int, asyncio.Task[None]] = field(default_factory=dict)


class Interaction(NamedTuple):
    """A command that someone uses, an option that they type, or a button or select that they press.

    what       the custom_id of a button or select, or a command as it is typed:
               `/ttt start level:hard`
    home       the server, if the bot is a member of it
    may        what the person may do in the channel
    may_post   whether they may post there
    custom_id  what that of a button or select says; NO_CUSTOM_ID for a command
    offered    the custom_ids of the buttons and selects on the message that was pressed, or in
               whose menu the command was chosen, as it is now
    chosen     the value of the option that was chosen, if it is a select
    began      when it was read, in seconds of the event loop
    """

    app: App
    request: Request
    to: ReplyTarget
    what: str
    home: int | None = None
    may: Permissions = _NOTHING
    may_post: bool = True
    custom_id: CustomId = NO_CUSTOM_ID
    offered: Sequence[str] = ()
    chosen: str = ""
    began: float = 0.0

    def for_handler(self, place: Place, reader: int | None) -> Self:
        """The interaction as its handler gets it, with the message that will show what comes of it.

        place   where the answer goes
        reader  the person, if they get it in words alone, which never replace a message
        """
        request = self.request
        if reader is not None or place is not Place.HERE:
            request = request.on_message(None)
        if reader is not None and not self.to.is_alone:
            request = replace(request, board_stays=True)
        return self._replace(request=request, to=self.to._replace(reader=reader))

    def on_message(self, message_id: int | None) -> Self:
        """The interaction, if this message will show what comes of it; None: a new message."""
        return self._replace(request=self.request.on_message(message_id))

    @property
    def who_may_post(self) -> int:
        """The person, if they may post in the channel. Raises Refusal."""
        if not self.may_post:
            raise Refusal(YOU_MAY_NOT_POST)
        return self.request.user_id

    def managed_server(self) -> int:
        """The server whose settings the person may see and change. Raises Refusal."""
        if self.home is None:
            raise Refusal(NO_SETTINGS_HERE)
        if not self.may.manage_guild:
            raise Refusal(ONLY_MANAGERS)
        return self.home

    def __str__(self) -> str:
        """Who asks for what, and where: a line for the operator."""
        here = self.request
        where = "direct messages"
        if here.guild_id:
            where = f"server {here.guild_id}, channel {here.channel_id}"
        return f"{self.what}, person {here.user_id}, {where}"

    async def run(
        self,
        transaction: Callable[Concatenate[Any, Request, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a transaction about this request, again each time the engine had to think for it.

        Raises NoTimeToThink, what `Store.run` raises, and what the transaction raises.
        """

        def attempt(thoughts: Thoughts) -> Awaitable[T]:
            request = self.request
            if thoughts is not NO_THOUGHTS:
                request = replace(request, thoughts=thoughts)
            return self.app.store.run(transaction, request, *args, **kwargs)

        return await self.app.thinking.think_through(attempt, self.began)

    async def ask(self, question: Question[T]) -> T:
        """The engine's answer to a question. Raises NoTimeToThink."""
        return await self.app.thinking.answer_to(question, self.began)


def interaction_of(data: Mapping[str, Any], to: ReplyTarget, app: App) -> Interaction:
    """The interaction that is answered by `to`, as Discord sent it.

    Raises KeyError, TypeError, ValueError or similar if Discord left out something that we need.
    """
    details = data["data"]
    what = _what(details)
    member = data.get("member") or {}
    message = data.get("message") or {}
    channel = data.get("channel") or {}
    user_id = int((member or data)["user"]["id"])
    theirs = Permissions(int(member.get("permissions") or 0))
    ours = Permissions(int(data.get("app_permissions") or 0))
    in_thread = channel.get("type") in _THREADS
    is_alone = _is_alone(data, theirs)
    guild_id = _number(data.get("guild_id"))
    pressed = _number(message.get("id"))
    home = None
    if has_home(data):
        home = guild_id
    request = Request(
        interaction_id=to.interaction_id,
        user_id=user_id,
        channel_id=int(channel.get("id") or data["channel_id"]),
        guild_id=guild_id,
        message_id=pressed,  # if the answer goes there, which its handler decides
        at=int(made_at(to.interaction_id)),
        may_write=home is not None and _may_write(ours, in_thread=in_thread),
        is_alone=is_alone,
        language=to.public_voice.locale,
        defaults=app.defaults,
        seed=app.rng.getrandbits(64),
    )
    reader = None
    if to.type is InteractionType.component and is_spoken(what):
        reader = user_id
    metadata = message.get("interaction_metadata") or {}
    to = to._replace(
        pressed=pressed,
        is_private=bool(message.get("flags", 0) & EPHEMERAL),
        made_by=_number(metadata.get("id")),
        follows=_number(metadata.get("original_response_message_id")),
        is_alone=is_alone,
        reader=reader,
    )
    return Interaction(
        app,
        request,
        to,
        what,
        home=home,
        may=theirs,
        may_post=guild_id is None or _may_write(theirs, in_thread=in_thread),
        custom_id=parse_custom_id(what) or NO_CUSTOM_ID,
        offered=_custom_ids((message or _target(details)).get("components") or ()),
        chosen=_chosen(details),
        began=asyncio.get_running_loop().time(),
    )


def _target(details: Mapping[str, Any]) -> Mapping[str, Any]:
    """The message in whose menu a command was chosen; empty if there is none."""
    resolved = details.get("resolved") or {}
    return resolved.get("messages", {}).get(details.get("target_id")) or {}


def _chosen(details: Mapping[str, Any]) -> str:
    """The value of the option that was chosen in a select; empty if it is none."""
    values = list(details.get("values") or ())
    if not values:
        return ""
    chosen: str = values[0]
    return chosen


def _what(details: Mapping[str, Any]) -> str:
    """A custom_id, or a command as it is typed: `/ttt start level:hard`."""
    if "custom_id" in details:
        return str(details["custom_id"])
    typed = ["/" + details["name"]]
    options = details.get("options") or ()
    while options and "value" not in options[0]:
        typed.append(options[0]["name"])
        options = options[0].get("options") or ()
    typed += [f"{option['name']}:{option['value']}" for option in options]
    return " ".join(typed)


def _is_alone(data: Mapping[str, Any], theirs: Permissions) -> bool:
    """Whether nobody but this person can see our answers.

    That is so in direct messages with the bot, and in servers that do not have the bot and do not
    let people show others what their own apps answer.
    """
    if data.get("guild_id") is None:
        return data.get("context") == _WITH_THE_BOT
    owners = data.get("authorizing_integration_owners")
    is_theirs = isinstance(owners, Mapping) and "1" in owners and not has_home(data)
    return is_theirs and not theirs.use_external_apps


def _may_write(allowed: Permissions, *, in_thread: bool) -> bool:
    """Whether these permissions let someone post in the channel without an interaction."""
    if not allowed.view_channel:
        return False
    if in_thread:
        return allowed.send_messages_in_threads
    return allowed.send_messages


def _number(snowflake: str | None) -> int | None:
    if snowflake is None:
        return None
    return int(snowflake)


def _custom_ids(components: Iterable[Mapping[str, Any]]) -> list[str]:
    """The custom_ids of all buttons, including those in rows and containers."""
    found: list[str] = []
    for part in components:
        if "components" in part:
            found += _custom_ids(part["components"])
        elif "custom_id" in part:
            found.append(part["custom_id"])
    return found
