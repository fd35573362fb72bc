"""Reply targets: where and how an interaction is answered, read from what Discord sent."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from discord import InteractionType

from bot.messages.reply import Place
from bot.messages.texts import ENGLISH, Voice, voice_of

_TYPES = {kind.value: kind for kind in InteractionType}
_ORIGINAL = "@original"  # Discord's name for the message that answers an interaction
_LARGEST_ID = 2**63 - 1  # the largest number a database takes; Discord's ids reach it in 2084


class Unanswerable(Exception):
    """An interaction without a usable id or token, so that it cannot be answered."""


class ReplyTarget(NamedTuple):
    """Where and how to reply to an interaction.

    token         needed to answer the interaction, and for 15 minutes to redraw the answer
    type          InteractionType.ping for every type this version does not know
    voice         for private answers: the language of the person's Discord
    public_voice  for public answers that belong to no game: the language of the server
    pressed       the message whose button was pressed, or None for a command
    is_private    whether that message is private
    made_by       the interaction that first made that message, as Discord says; None for a post of
                  ours
    follows       the message that it was sent after, in answer to the same interaction, as Discord
                  says
    is_alone      whether nobody but this person can see our answers here
    reader        this person, if they get the answer in words alone
    message       the message that this answer became, for the requests that change it
    """

    interaction_id: int
    application_id: int
    token: str
    type: InteractionType
    voice: Voice = ENGLISH
    public_voice: Voice = ENGLISH
    pressed: int | None = None
    is_private: bool = False
    made_by: int | None = None
    follows: int | None = None
    is_alone: bool = False
    reader: int | None = None
    message: str = _ORIGINAL

    def is_on_message_of(self, earlier: Self) -> bool:
        """Whether the message that was pressed, if one was, is that which an earlier answer drew.

        In doubt it is: the board that people play on must not become a line.
        """
        if self.pressed is None:
            return False
        if earlier.pressed is not None:
            return earlier.pressed == self.pressed
        if earlier.message != _ORIGINAL:
            return int(earlier.message) == self.pressed
        if self.follows is not None:
            return False  # it follows an answer, and the earlier one is an answer itself
        return self.made_by in {None, earlier.interaction_id}

    def redraws(self, place: Place) -> bool:
        """Whether an answer that goes there replaces the message whose button was pressed."""
        if self.pressed is None:
            return False
        return place is Place.HERE or (place is Place.PRIVATE and self.is_private)


def read_reply_target(data: Any, application_id: int) -> ReplyTarget:
    """Where and how to reply to an interaction, as Discord sent it. Raises Unanswerable.

    Only Community servers can choose a locale; all others have en-US, which is our default anyway.
    In direct messages, and where the bot is not a member, there is no server locale, and the
    person's is used for both.
    """
    try:
        interaction_id = int(data["id"])
        token = data["token"]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Unanswerable from error
    if not 0 < interaction_id <= _LARGEST_ID or not isinstance(token, str):
        raise Unanswerable
    kind = InteractionType.ping
    if isinstance(data.get("type"), int):
        kind = _TYPES.get(data["type"], InteractionType.ping)
    voice = voice_of(data.get("locale"))
    public_voice = voice
    if has_home(data) and data.get("guild_locale") is not None:
        public_voice = voice_of(data["guild_locale"])
    return ReplyTarget(interaction_id, application_id, token, kind, voice, public_voice)


def person(data: Mapping[str, Any]) -> int | None:
    """The id of the person who made an interaction; None if Discord left it out."""
    try:
        member = data.get("member") or data
        return int(member["user"]["id"])
    except (KeyError, TypeError, ValueError):
        return None


def has_home(data: Mapping[str, Any]) -> bool:
    """Whether the bot was added to the server that the interaction comes from."""
    guild_id = data.get("guild_id")
    owners = data.get("authorizing_integration_owners")
    return guild_id is not None and isinstance(owners, Mapping) and owners.get("0") == guild_id
