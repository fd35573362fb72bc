"""Interactions in the form the rest of the bot needs: who asks for what, and how to answer.

discord.py builds a member, a channel and a message from every interaction. A command needs some of them. A
press needs none, and building them costs more than the move. So we read a press directly from Discord's
event: https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import discord
from discord import ChannelType, InteractionType, Permissions

from bot.clock import DiscordClock
from bot.places import Interaction, has_home, is_alone, is_at_home, may_write, permissions_of, was_alone
from bot.rendering import custom_id
from bot.rendering.looks import EMOJI, Look
from bot.rendering.payload import EPHEMERAL
from bot.rendering.voice import ENGLISH, Voice, voice_of
from bot.sessions.refusals import YouMayNotPost
from bot.sessions.seats import UserId
from bot.sessions.settings import DEFAULTS, ServerSettings
from bot.storage.request import Request

_THREADS = {
    kind.value for kind in (ChannelType.news_thread, ChannelType.public_thread, ChannelType.private_thread)
}
_MANAGE = Permissions(manage_guild=True).value
_TYPES = {kind.value: kind for kind in InteractionType}
_LARGEST_ID = 2**63 - 1  # the largest number a database takes; Discord's ids reach it in 2084


class Unanswerable(Exception):
    """An interaction without a usable id or token, so that it cannot be answered."""


class Callback(NamedTuple):
    """How to answer an interaction.

    token    needed to answer the interaction, and for 15 minutes to redraw the answer
    type     InteractionType.ping for every type this version does not know
    voice    for private answers: the language of the person's Discord
    public_voice  for public answers that belong to no game: the language of the server
    look     of the boards
    home     the server, if the bot is a member of it
    pressed  the message whose button was pressed, or None for a command
    private  whether that message is private
    alone    whether nobody but this person can see our answers here
    reader   this person, if they get the answer in words alone
    message  the message that this answer became, for the requests that change it
    """

    interaction_id: int
    application_id: int
    token: str
    type: InteractionType
    voice: Voice = ENGLISH
    public_voice: Voice = ENGLISH
    look: Look = EMOJI
    home: int | None = None
    pressed: int | None = None
    private: bool = False
    alone: bool = False
    reader: UserId | None = None
    message: str = "@original"


class Command(NamedTuple):
    """A command that a person used.

    interaction  discord.py's, for the parts that only commands have
    """

    interaction: Interaction
    request: Request
    to: Callback


class Component(NamedTuple):
    """A button that a person pressed.

    offered   the custom_ids of the buttons and selects that the message has now
    chosen    the value of the option that was chosen, if it is a select
    manages   whether the person may manage the server
    may_post  whether the person may post in the channel
    """

    custom_id: str
    offered: Sequence[str]
    request: Request
    to: Callback
    chosen: str | None = None
    manages: bool = False
    may_post: bool = True

    @property
    def who_may_post(self) -> UserId:
        """The person, if they may post in the channel. Raises YouMayNotPost."""
        if not self.may_post:
            raise YouMayNotPost
        return self.request.user_id


def described(data: Mapping[str, Any]) -> str:
    """Who asks for what, and where, in a gateway event: a line for the operator.

    Raises KeyError, TypeError or similar if Discord left out who or what.
    """
    what = data["data"]
    user_id, guild_id = data.get("member", data)["user"]["id"], data.get("guild_id")
    where = f"server {guild_id}, channel {data.get('channel_id')}" if guild_id else "direct messages"
    return f"{what.get('custom_id') or _typed(what)}, person {user_id}, {where}"


def _typed(what: Mapping[str, Any]) -> str:
    """A command as it is typed: `/ttt start level:hard`."""
    names, options = [what["name"]], what.get("options") or ()
    while options and "value" not in options[0]:
        names.append(options[0]["name"])
        options = options[0].get("options") or ()
    return "/" + " ".join([*names, *(f"{option['name']}:{option['value']}" for option in options)])


def command(interaction: Interaction, to: Callback) -> Command:
    """The command of an interaction. Raises ValueError if Discord left out the channel."""
    if interaction.channel_id is None:
        raise ValueError("an interaction without a channel")
    in_thread = isinstance(interaction.channel, discord.Thread)
    request = Request(
        interaction_id=interaction.id,
        user_id=interaction.user.id,
        channel_id=interaction.channel_id,
        guild_id=interaction.guild_id,
        message_id=None,
        at=interaction.client.clock.time_of(interaction.id),
        may_write=is_at_home(interaction)
        and may_write(interaction.app_permissions.value, in_thread=in_thread),
        language=to.public_voice.locale,
        defaults=interaction.client.defaults,
    )
    return Command(interaction, request, to._replace(alone=is_alone(interaction)))


def callback(interaction: Interaction) -> Callback:
    """How to answer a command or an autocompletion."""
    server = interaction.guild_locale if is_at_home(interaction) else None
    return Callback(
        interaction.id,
        interaction.application_id,
        interaction.token,
        interaction.type,
        *_voices(interaction.locale.value, server.value if server else None),
        interaction.client.look,
        home=interaction.guild_id if is_at_home(interaction) else None,
    )


def callback_of(data: Any, application_id: int, look: Look) -> Callback:
    """How to answer the interaction in a gateway event of any kind. Raises Unanswerable.

    look  what boards are drawn with
    """
    try:
        interaction_id, token = int(data["id"]), data["token"]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Unanswerable from error
    if not 0 < interaction_id <= _LARGEST_ID or not isinstance(token, str):
        raise Unanswerable
    server = data.get("guild_locale") if has_home(data) else None
    return Callback(
        interaction_id,
        application_id,
        token,
        _type(data.get("type")),
        *_voices(data.get("locale"), server),
        look,
    )


def component(
    data: Mapping[str, Any], to: Callback, clock: DiscordClock, defaults: ServerSettings = DEFAULTS
) -> Component:
    """The press in a gateway event.

    defaults  the settings of servers that have changed none

    Raises KeyError, TypeError, ValueError or similar if Discord left out something that a press needs.
    """
    message, channel = data.get("message") or {}, data.get("channel") or {}
    message_id, guild_id = _number(message.get("id")), _number(data.get("guild_id"))
    is_home, in_thread = has_home(data), channel.get("type") in _THREADS
    ours, theirs = int(data.get("app_permissions") or 0), permissions_of(data)
    pressed, user_id = str(data["data"]["custom_id"]), int(data.get("member", data)["user"]["id"])
    spoken = custom_id.is_spoken(pressed)
    return Component(
        pressed,
        _custom_ids(message.get("components") or ()),
        Request(
            interaction_id=to.interaction_id,
            user_id=user_id,
            channel_id=int(channel.get("id") or data["channel_id"]),
            guild_id=guild_id,
            message_id=None if spoken else message_id,  # the others' board is on another message
            at=clock.time_of(to.interaction_id),
            may_write=is_home and may_write(ours, in_thread=in_thread),
            language=to.public_voice.locale,
            defaults=defaults,
        ),
        to._replace(
            pressed=message_id,
            private=bool(message.get("flags", 0) & EPHEMERAL),
            alone=was_alone(data),
            reader=user_id if spoken else None,
            home=guild_id if is_home else None,
        ),
        next(iter(data["data"].get("values") or ()), None),
        bool(theirs & _MANAGE),
        guild_id is None or may_write(theirs, in_thread=in_thread),
    )


def _voices(person: object, server: object) -> tuple[Voice, Voice]:
    """The voices of private and public answers, from the locales of the person and of the server.

    Only Community servers can choose a locale; all others have en-US, which is our default anyway. In direct
    messages, and where the bot is not a member, there is no server locale, and the person's is used for both.
    """
    voice = voice_of(person)
    return voice, voice if server is None else voice_of(server)


def _type(number: object) -> InteractionType:
    return _TYPES.get(number, InteractionType.ping) if isinstance(number, int) else InteractionType.ping


def _number(snowflake: str | None) -> int | None:
    return None if snowflake is None else int(snowflake)


def _custom_ids(components: Iterable[Mapping[str, Any]]) -> list[str]:
    """The custom_ids of all buttons, including those in rows and containers."""
    found: list[str] = []
    for part in components:
        if "components" in part:
            found += _custom_ids(part["components"])
        elif "custom_id" in part:
            found.append(part["custom_id"])
    return found
