"""Interactions in the form the rest of the bot needs: who asks for what, where, and how to answer.

One value comes in, the `Interaction`, and one goes out, the `Answer`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeAlias, TypeVar

from bot.database.transaction import Transaction
from bot.interactions.questions import Known, Question
from bot.messages.content import Content, Place, Subject
from bot.messages.custom_id import NO_CUSTOM_ID, CustomId
from bot.messages.texts import Refusal, Voice, phrase

if TYPE_CHECKING:
    from discord import Permissions

    from bot.interactions.app import App
    from bot.interactions.token import Token

P = ParamSpec("P")
T = TypeVar("T")

# Why a request is refused:
NO_SETTINGS_HERE = phrase(
    "**I only have settings in servers that added me.** Use `/ttt settings` there."
)
ONLY_MANAGERS = phrase("**Only people who manage this server can do that.** Ask one of them. 🔒")
YOU_MAY_NOT_POST = phrase("**You can't post in this channel.** Share it in one where you can. 🔒")


class CameAgain(Exception):
    """Discord has delivered an interaction that has counted: nothing is done, and nothing said."""


@dataclass(frozen=True)
class Interaction:
    """A command that someone uses, an option that they type, or a button or select that they press.

    token        answers it; its id grows with time, and no other interaction ever has the same
    came_at      when it reached us, in seconds of the event loop
    at           when the person made it, in seconds since 1970, UTC
    may          what the person may do in the channel
    is_typing    whether it asks for choices while its person types
    what         the custom_id of a button or select, or a command as it is typed:
                 `/ttt start level:hard`
    command      the name of a command, such as `ttt start`; "" for a press
    custom_id    what the button's or select's custom_id says; NO_CUSTOM_ID for a command
    chosen       the value of the option that was chosen in a select
    pressed      the id of the message whose button or select was pressed; None for a command
    on_private   whether only this person sees the pressed message
    offered      the custom_ids of the buttons and selects that stand now on the pressed message, or
                 on the one in whose menu the command was chosen
    home         the server, if the bot is a member of it
    may_post     whether the person may post in the channel
    may_write    whether the bot may post in the channel without an interaction
    is_alone     whether nobody but this person can see our answers here
    voice        the voice of private answers, in the language of the person's Discord
    language     the language of what everyone here sees, unless the server's settings name another
    place        where the answer goes, as the command or button says
    listens      whether the person gets the answer in words alone
    known        how the bot plays on the board that had to be searched first, if one had
    """

    app: App
    token: Token
    user_id: int
    channel_id: int
    guild_id: int | None
    at: int
    voice: Voice
    language: str
    may: Permissions
    came_at: float = 0.0
    is_typing: bool = False
    what: str = ""
    command: str = ""
    custom_id: CustomId = NO_CUSTOM_ID
    chosen: str = ""
    pressed: int | None = None
    on_private: bool = False
    offered: Sequence[str] = ()
    home: int | None = None
    may_post: bool = True
    may_write: bool = False
    is_alone: bool = False
    place: Place = Place.HERE
    listens: bool = False
    known: Known | None = None

    @property
    def id(self) -> int:
        """Discord's id of it."""
        return self.token.interaction_id

    def must_post(self) -> None:
        """Raises Refusal unless the person may post in the channel."""
        if not self.may_post:
            raise Refusal(YOU_MAY_NOT_POST)

    def must_manage(self) -> int:
        """The server. Raises Refusal unless the bot is a member and the person manages it."""
        if self.home is None:
            raise Refusal(NO_SETTINGS_HERE)
        if not self.may.manage_guild:
            raise Refusal(ONLY_MANAGERS)
        return self.home

    def redraws(self, place: Place) -> bool:
        """Whether a drawn answer that goes there replaces the message that was pressed."""
        if self.pressed is None:
            return False
        return place is Place.HERE or (place is Place.PRIVATE and self.on_private)

    def board_after(self, before: int | None, place: Place | None = None) -> int | None:
        """The message that will show the board, which until now was on `before`.

        place  where the board goes, if not where the answer does

        None for a new message, whose id nobody knows yet. What is said to one person alone leaves
        the board of the others where it is.
        """
        place = place or self.place
        if self.listens:
            is_private = not self.is_alone
        else:
            is_private = place.is_private
        if is_private:
            return before
        if place is Place.HERE and not self.listens:
            return self.pressed
        return None

    async def run(self, work: Serving[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a transaction that serves this.

        If the bot has to move in it on a board that must be searched, it searches, and the
        transaction runs again; see `Thinking.ask_first`. Raises what that, `Store.serve` and the
        transaction do.
        """

        async def attempt(known: Known | None) -> T:
            served = self
            if known:
                served = replace(self, known=known)
            return await self.app.store.serve(served, work, *args, **kwargs)

        return await self.app.thinking.ask_first(attempt, self.came_at)

    async def ask(self, question: Question[T]) -> T:
        """What the engine finds for a question. Raises NoTimeToThink."""
        return await self.app.thinking.find(question, self.came_at)

    def __str__(self) -> str:
        """Who asks for what, and where: a line for the operator."""
        where = "direct messages"
        if self.guild_id:
            where = f"server {self.guild_id}, channel {self.channel_id}"
        return f"{self.what}, person {self.user_id}, {where}"


Serving: TypeAlias = Callable[Concatenate[Transaction[Interaction], P], T]
"""A transaction that serves an interaction, with further arguments."""


@dataclass(frozen=True)
class Answer:
    """What a handler answers: a message, and what follows from it.

    place    where the message goes, if not where the command or button says
    shows    the session, cup or challenge whose current state the message shows
    about    what a post tells of, such as a session; the post is changed once it no longer holds
    changed  other subjects that have changed; their messages are drawn again
    then     new messages that follow this one
    """

    content: Content
    place: Place | None = None
    shows: Subject | None = None
    about: Subject | None = None
    changed: tuple[Subject, ...] = ()
    then: tuple[Answer, ...] = ()
