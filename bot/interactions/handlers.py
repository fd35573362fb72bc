"""Handlers: functions of an interaction that return an answer, each registered where it stands.

A command's handler stands below `command`, an autocompletion's below `autocompletion`. That of a
button or a select stands below the name in its custom_ids, and takes their numbers and words:

    @button("cupjoin")
    async def join(interaction: Interaction, cup_id: int) -> Answer: ...

answers `ttt:cupjoin:7`. Where its answer goes, and whether people who listen get it in words, is
said beside the name.
"""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.interactions import discord_internals
from bot.interactions.interaction import Answer, Interaction
from bot.interactions.reader_rows import wants_text_first
from bot.messages.content import Place
from bot.messages.custom_id import CustomId, parse_custom_id
from bot.messages.texts import ENGLISH, UNKNOWN_BUTTON, Refusal

P = ParamSpec("P")
HandlerOf: TypeAlias = Callable[Concatenate[Interaction, P], Awaitable[Answer]]
ButtonHandler = TypeVar("ButtonHandler", bound=Callable[..., Awaitable[Answer]])


def command_text(text: str, /, **values: object) -> locale_str:
    """A phrase of a command, filled in; discord.py uses the English as its key."""
    return locale_str(ENGLISH.say(text, **values), phrase=text, values=values)


@dataclass(frozen=True)
class Command:
    """How the answers of a command are delivered.

    place     where they go, unless they say otherwise
    in_words  whether they show a board, which people who prefer text get in words where only they
              see it
    own_data  whether it shows, changes or deletes what is kept about the person, which a ban allows
    """

    place: Place = Place.HERE
    in_words: bool = False
    own_data: bool = False


COMMANDS: dict[str, Command] = {}
"""Every command, by its name with those of its groups."""


def for_discord(
    handler: HandlerOf[P], name: str, command: Command
) -> Callable[Concatenate[discord.Interaction[Any], P], Coroutine[Any, Any, None]]:
    """Turn a handler into what discord.py calls for the command of this name.

    It only notes the options: whatever the handler raises is not for discord.py.
    """
    COMMANDS[name] = command

    @wraps(handler)
    async def note_call(
        discord_interaction: discord.Interaction[Any], /, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        call = discord_internals.call_of(discord_interaction)
        call.handle = lambda: handler(call.interaction, *args, **kwargs)

    return note_call


def command(
    description: locale_str,
    /,
    *,
    name: str = "",
    place: Place = Place.HERE,
    in_words: bool = False,
    own_data: bool = False,
    **options: locale_str,
) -> Callable[[HandlerOf[P]], app_commands.Command[Any, P, None]]:
    """Make a handler a command of /ttt, with what people read of it and of each of its options.

    name  if it is not the handler's
    place, in_words, own_data
          see `Command`

    discord.py's `choices` and `rename` stand below it, since it translates only what it finds
    there.
    """

    def make(handler: HandlerOf[P]) -> app_commands.Command[Any, P, None]:
        own_name = name or handler.__name__
        run = for_discord(handler, f"ttt {own_name}", Command(place, in_words, own_data))
        described = app_commands.describe(**options)(run)
        return app_commands.command(name=own_name, description=description)(described)

    return make


def menu_command(
    name: locale_str,
    handler: HandlerOf[[Any]],
    *,
    place: Place = Place.HERE,
    in_words: bool = False,
) -> app_commands.ContextMenu:
    """Make a handler a command in the menu of a person or of a message, whichever it takes."""
    run = for_discord(handler, name.message, Command(place, in_words))
    return app_commands.ContextMenu(name=name, callback=run)


def autocompletion(
    handler: Callable[[Interaction, str], Awaitable[list[Choice[int]]]],
) -> Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, list[Choice[int]]]]:
    """Turn a function that lists choices into what discord.py calls for an autocompletion."""

    @wraps(handler)
    async def note_call(
        discord_interaction: discord.Interaction[Any], typed: str
    ) -> list[Choice[int]]:
        call = discord_internals.call_of(discord_interaction)
        call.handle = lambda: handler(call.interaction, typed)
        discord_internals.keep_from_answering(discord_interaction)
        return []

    return note_call


@dataclass(frozen=True)
class Pressable:
    """A button or a select, and what answers a press of it.

    kinds  the types of the numbers and words in its custom_ids, in order
    place, in_words, own_data
           see `Command`
    of     see `button`
    """

    handler: Callable[..., Awaitable[Answer]]
    kinds: tuple[type, ...]
    place: Place
    in_words: bool
    own_data: bool
    of: type[Any] | None


BUTTONS: dict[str, Pressable] = {}
"""Every button and select, by the name in its custom_ids."""


def button(
    *names: str,
    place: Place = Place.HERE,
    in_words: bool = False,
    own_data: bool = False,
    of: type[Any] | None = None,
) -> Callable[[ButtonHandler], ButtonHandler]:
    """Register the handler of buttons or selects.

    place, in_words, own_data
        see `Command`
    of  the kind of subject on whose messages they stand, and whose id is their first number: by the
        time of the press the message may have other buttons
    """

    def register(handler: ButtonHandler) -> ButtonHandler:
        parameters = list(inspect.signature(handler, eval_str=True).parameters.values())
        about = parameters[1:]  # the first is the interaction
        kinds = tuple([parameter.annotation for parameter in about])
        for name in names:
            assert name not in BUTTONS, f"two handlers of the button {name}"
            BUTTONS[name] = Pressable(handler, kinds, place, in_words, own_data, of)
        return handler

    return register


async def settle(interaction: Interaction, asked: Command | Pressable) -> Interaction:
    """The interaction as its handler gets it: where its answer goes, and who listens.

    People who prefer text get words in place of a drawn board. What others see too is drawn for
    all, and what is redrawn stays as it is.
    """
    place = asked.place
    if place is not interaction.place:
        interaction = replace(interaction, place=place)
    if interaction.listens or not asked.in_words or interaction.redraws(place):
        return interaction
    if not place.is_private and not interaction.is_alone:
        return interaction
    listens = await interaction.run(wants_text_first, interaction.user_id)
    return replace(interaction, listens=listens)


def is_own(interaction: Interaction) -> bool:
    """Whether someone asks for what is kept about them, or changes that."""
    asked: Command | Pressable | None
    if interaction.command:
        asked = COMMANDS.get(interaction.command)
    else:
        asked = BUTTONS.get(interaction.custom_id.name)
    return asked is not None and asked.own_data


def pressed_button(interaction: Interaction) -> Pressable:
    """The button or select that was pressed.

    Raises Refusal if there is none of that form, or if the message does not offer it.
    """
    custom_id = interaction.custom_id
    found = BUTTONS.get(custom_id.name)
    if found is None or found.kinds != tuple(map(type, custom_id.about)):
        raise Refusal(UNKNOWN_BUTTON)
    offered = interaction.offered
    if interaction.what not in offered and not may_come_from(custom_id, offered):
        raise Refusal(UNKNOWN_BUTTON)
    return found


def may_come_from(custom_id: CustomId, offered: Iterable[str]) -> bool:
    """Whether a press can come from a message whose buttons have the custom_ids `offered`.

    It can if the message has that button, or another button of the same subject: a message that was
    redrawn during the press has other buttons, but all of the same. So a forged press can only
    redraw a message of its own subject.
    """
    others = [other for other in map(parse_custom_id, offered) if other]
    if custom_id in others:
        return True
    of = BUTTONS[custom_id.name].of
    if of is None:
        return False
    for other in others:
        is_of_the_same_kind = other.name in BUTTONS and BUTTONS[other.name].of is of
        if is_of_the_same_kind and other.about[:1] == custom_id.about[:1]:
            return True
    return False


def id_among(offered: Iterable[str], kind: type[Any]) -> int | None:
    """The id of the subject of a kind whose message has buttons with these custom_ids, or None."""
    for custom_id in map(parse_custom_id, offered):
        if custom_id is None or custom_id.name not in BUTTONS:
            continue
        if BUTTONS[custom_id.name].of is kind and custom_id.about:
            subject_id = custom_id.about[0]
            if isinstance(subject_id, int):
                return subject_id
    return None
