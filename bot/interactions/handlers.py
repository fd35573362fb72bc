"""Handlers: functions of an interaction that return a reply, each registered where it stands.

A command's handler stands below `command`, an autocompletion's below `autocompletion`. That of a
button or a select stands below the name in its custom_ids, and takes their numbers and words:

    @button("cupjoin")
    async def join(interaction: Interaction, cup_id: int) -> Reply: ...

answers `ttt:cupjoin:7`. Where its answer goes, and whether people who listen get it in words, is
said beside the name. Both are settled before it runs.
"""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.interactions import discord_internals
from bot.interactions.interaction import Interaction
from bot.interactions.reader_rows import wants_text_first
from bot.interactions.sending import Answer
from bot.messages.custom_id import CustomId, parse_custom_id
from bot.messages.games import TITLES
from bot.messages.reply import Card, Place, Reply
from bot.messages.texts import ENGLISH, UNKNOWN_BUTTON, Refusal

P = ParamSpec("P")
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Reply]])


def command_text(message: str, /, **values: object) -> locale_str:
    """A text of a command, in English, which discord.py uses as its key."""
    return locale_str(ENGLISH.say(message, **values), message=message, values=values)


GAME_CHOICES = [Choice(name=title, value=game) for game, title in TITLES.items()]
"""The choices of the option `game`."""


def known_game(name: str | None) -> str | None:
    """A game that we have, or None if it was left open. Discord's list may be out of date."""
    if name is not None and name not in TITLES:
        raise app_commands.AppCommandError(f"there is no game {name!r}")
    return name


class Delivery(NamedTuple):
    """How the answer of a handler is delivered.

    place     where its answer goes, unless the answer says otherwise
    in_words  whether it shows a board, which people who prefer text get in words where only they
              see it
    """

    place: Place = Place.HERE
    in_words: bool = False


def for_discord(
    handler: Callable[Concatenate[Interaction, P], Awaitable[Reply]],
    delivery: Delivery,
) -> Callable[Concatenate[discord.Interaction[Any], P], Coroutine[Any, Any, None]]:
    """Turn a handler into what discord.py calls for a command."""

    @wraps(handler)
    async def run(
        discord_interaction: discord.Interaction[Any], /, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        async def handle_command(interaction: Interaction) -> Answer:
            return await _call_handler(interaction, delivery, handler, *args, **kwargs)

        await answer_with(discord_interaction.extras[Interaction], handle_command)

    return run


def command(
    description: locale_str,
    /,
    *,
    name: str = "",
    answers: Place = Place.HERE,
    in_words: bool = False,
    **options: locale_str,
) -> Callable[
    [Callable[Concatenate[Interaction, P], Awaitable[Reply]]], app_commands.Command[Any, P, None]
]:
    """Make a handler a command of /ttt, with what people read of it and of each of its options.

    name               if it is not the handler's
    answers, in_words  see `Delivery`

    discord.py's `choices` and `rename` stand below it, since it translates only what it finds
    there.
    """

    def make(
        handler: Callable[Concatenate[Interaction, P], Awaitable[Reply]],
    ) -> app_commands.Command[Any, P, None]:
        run = app_commands.describe(**options)(for_discord(handler, Delivery(answers, in_words)))
        made = app_commands.command(name=name or handler.__name__, description=description)
        return made(run)

    return make


def autocompletion(
    handler: Callable[[Interaction, str], Awaitable[list[Choice[int]]]],
) -> Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, list[Choice[int]]]]:
    """Turn a function that lists choices into what discord.py calls for an autocompletion."""

    @wraps(handler)
    async def run(discord_interaction: discord.Interaction[Any], typed: str) -> list[Choice[int]]:
        interaction: Interaction = discord_interaction.extras[Interaction]
        await interaction.app.replies.autocomplete(
            interaction.to, lambda: handler(interaction, typed)
        )
        discord_internals.keep_from_answering(discord_interaction)
        return []

    return run


class ButtonHandler(NamedTuple):
    """What answers a button or a select.

    kinds         of the numbers and words in its custom_ids, in order
    of, own_data  see `button`
    """

    handler: Callable[..., Awaitable[Reply]]
    kinds: tuple[type, ...]
    delivery: Delivery
    of: str | None
    own_data: bool


BUTTONS: dict[str, ButtonHandler] = {}
"""Every button and select, by the name in its custom_ids."""


def button(
    *names: str,
    answers: Place = Place.HERE,
    in_words: bool = False,
    of: str | None = None,
    own_data: bool = False,
) -> Callable[[Handler], Handler]:
    """Register the handler of buttons or selects.

    answers, in_words  see `Delivery`
    of                 "session" or "cup" if they stand on the board of one, whose id is their first
                       number: by the time of the press the board may have other buttons
    own_data           whether they show, change or delete what is kept about the person, which a
                       ban allows
    """

    def register(handler: Handler) -> Handler:
        parameters = list(inspect.signature(handler, eval_str=True).parameters.values())
        about = parameters[1:]  # the first is the interaction
        kinds = tuple([parameter.annotation for parameter in about])
        delivery = Delivery(answers, in_words)
        for name in names:
            assert name not in BUTTONS, f"two handlers of the button {name}"
            BUTTONS[name] = ButtonHandler(handler, kinds, delivery, of, own_data)
        return handler

    return register


def is_own(interaction: Interaction) -> bool:
    """Whether someone asks for what is kept about them, or changes that."""
    handler = BUTTONS.get(interaction.custom_id.name)
    if handler is None:
        return interaction.what == "/ttt privacy"
    return handler.own_data


async def answer_with(
    interaction: Interaction, handle: Callable[[Interaction], Awaitable[Answer]]
) -> bool:
    """Answer an interaction as `handle` says, or explain its error. Never raises.

    Returns whether the answer replaced the message whose button was pressed.
    """
    return await interaction.app.replies.answer(interaction.to, lambda: handle(interaction))


async def handle_press(interaction: Interaction) -> Answer:
    """Let the handler of a button or a select answer. Raises Refusal if there is none."""
    custom_id = interaction.custom_id
    registered = BUTTONS.get(custom_id.name)
    if registered is None or registered.kinds != tuple(map(type, custom_id.about)):
        raise Refusal(UNKNOWN_BUTTON)
    offered = interaction.offered
    if interaction.what not in offered and not may_come_from(custom_id, offered):
        raise Refusal(UNKNOWN_BUTTON)
    delivery = registered.delivery
    return await _call_handler(interaction, delivery, registered.handler, *custom_id.about)


async def _call_handler(
    interaction: Interaction,
    delivery: Delivery,
    handler: Callable[Concatenate[Interaction, P], Awaitable[Reply]],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Answer:
    """Settle where the answer goes and whether somebody listens, then let the handler answer."""
    reader = interaction.to.reader
    if reader is None and await _wants_words(interaction, delivery):
        reader = interaction.request.user_id
    ready = interaction.for_handler(delivery.place, reader)
    reply = await handler(ready, *args, **kwargs)
    return Answer(reply, _place_of(reply, delivery.place), reader)


def _place_of(reply: Reply, of_handler: Place) -> Place:
    """Where a reply goes: where it says itself, or else its handler.

    A private card never goes where others see it, even if both say so.
    """
    if not isinstance(reply, Card):
        return of_handler
    place = reply.place or of_handler
    if reply.is_private and not place.is_private:
        return Place.ASIDE
    return place


async def _wants_words(interaction: Interaction, delivery: Delivery) -> bool:
    """Whether a drawn message leads to one in words: a new one, for a person who prefers text.

    What others see too is drawn, and what is redrawn stays as it is.
    """
    if not delivery.in_words:
        return False
    to = interaction.to
    place = delivery.place
    is_seen_by_others = not place.is_private and not to.is_alone
    if is_seen_by_others or to.redraws(place):
        return False
    return await interaction.app.store.run(wants_text_first, interaction.request.user_id)


def may_come_from(custom_id: CustomId, offered: Iterable[str]) -> bool:
    """Whether a press can come from a message whose buttons have the custom_ids `offered`.

    It can if the message has that button, or another button of the same session or cup: a message
    that was redrawn during the press has other buttons, but all of the same. So a forged press can
    only redraw a message of its own session or cup.
    """
    others = [other for other in map(parse_custom_id, offered) if other]
    if custom_id in others:
        return True
    of = BUTTONS[custom_id.name].of
    if of is None:
        return False
    for other in others:
        is_of_the_same_kind = other.name in BUTTONS and BUTTONS[other.name].of == of
        if is_of_the_same_kind and other.about[:1] == custom_id.about[:1]:
            return True
    return False


def session_among(offered: Iterable[str]) -> int | None:
    """The id of the session whose message has buttons with these custom_ids, or None."""
    for custom_id in map(parse_custom_id, offered):
        if custom_id is None or custom_id.name not in BUTTONS:
            continue
        if BUTTONS[custom_id.name].of == "session" and custom_id.about:
            session_id = custom_id.about[0]
            if isinstance(session_id, int):
                return session_id
    return None
