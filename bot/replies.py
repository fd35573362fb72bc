"""The only file that answers Discord.

A handler takes an interaction and returns a reply; `answered` sends it, and turns whatever the
handler raises into a reply of its own. So every interaction is answered exactly once.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import aiohttp
import discord
from discord import app_commands, ui
from discord.app_commands import Choice

from bot.rendering import boards, challenges, notices
from bot.rendering.reply import Button, Card, Notice, Post, Reply, Style
from bot.sessions.challenge import Challenge, ChallengeGone, State
from bot.sessions.session import BoardMovedOn, Refusal, Session, SessionOver
from bot.storage.errors import OutcomeUnknown, StoreUnavailable
from bot.storage.request import Request
from engine.board import IllegalMove

_log = logging.getLogger(__name__)

Interaction: TypeAlias = discord.Interaction[Any]
Owner = TypeVar("Owner")
P = ParamSpec("P")

_NOBODY_WAITS = {
    10062,  # Discord has forgotten the interaction: it waits three seconds
    40060,  # an answer we thought lost arrived, or another process was faster
    10003,  # the channel is gone
    10008,  # the message is gone
}

_BUTTON_STYLES = {
    Style.NEUTRAL: discord.ButtonStyle.secondary,
    Style.RED: discord.ButtonStyle.danger,
    Style.BLUE: discord.ButtonStyle.primary,
    Style.GREEN: discord.ButtonStyle.success,
}

_at_work: set[asyncio.Task[Any]] = set()  # the handlers of this process, for a clean stop to wait for


def asked(interaction: Interaction) -> Request:
    """Who asks, where and when, as the store wants to know it."""
    if interaction.channel_id is None:
        raise ValueError("an interaction without a channel")
    return Request(
        interaction_id=interaction.id,
        user_id=interaction.user.id,
        channel_id=interaction.channel_id,
        guild_id=interaction.guild_id,
        message_id=interaction.message.id if interaction.message else None,
        at=int(interaction.created_at.timestamp()),
        may_write=_may_write(interaction),
    )


def _may_write(interaction: Interaction) -> bool:
    """Whether the bot may send messages where it was used, without being asked."""
    if interaction.guild_id is None or not interaction.is_guild_integration():
        return False
    allowed = interaction.app_permissions
    if isinstance(interaction.channel, discord.Thread):
        return allowed.view_channel and allowed.send_messages_in_threads
    return allowed.view_channel and allowed.send_messages


def show(result: Session | Challenge) -> Card | Post:
    """The board of a session, or a challenge as it stands."""
    return boards.board(result) if isinstance(result, Session) else challenges.challenge(result)


def answered(
    handler: Callable[Concatenate[Owner, Interaction, P], Awaitable[Reply]],
) -> Callable[Concatenate[Owner, Interaction, P], Coroutine[Any, Any, None]]:
    """Make a handler of interactions from a method that returns a reply."""

    @wraps(handler)
    async def answer(owner: Owner, interaction: Interaction, /, *args: P.args, **kwargs: P.kwargs) -> None:
        with _counted_at_work():
            try:
                reply = _too_fast(interaction) or await handler(owner, interaction, *args, **kwargs)
            except Exception as error:  # noqa: BLE001 - whatever it was, somebody waits for an answer
                reply = explain(error, interaction.message.id if interaction.message else None)
            await send(interaction, reply)

    return answer


def completed(
    handler: Callable[[Owner, Interaction, str], Awaitable[list[Choice[int]]]],
) -> Callable[[Owner, Interaction, str], Coroutine[Any, Any, list[Choice[int]]]]:
    """Make an autocompletion from a method that lists choices; discord.py sends them.

    Whatever goes wrong, the answer is an empty list: there is no other way to say so while somebody types.
    """

    @wraps(handler)
    async def complete(owner: Owner, interaction: Interaction, typed: str) -> list[Choice[int]]:
        with _counted_at_work():
            try:
                return await handler(owner, interaction, typed)
            except Exception as error:  # noqa: BLE001 - as above
                explain(error)
                return []

    return complete


def _too_fast(interaction: Interaction) -> Notice | None:
    """What somebody is told who acts faster than anybody may."""
    seconds = interaction.client.pace.wait(interaction.user.id)
    return notices.too_fast(math.ceil(seconds)) if seconds else None


async def fail(interaction: Interaction, error: Exception) -> None:
    """Answer an interaction that failed before any handler of ours was reached."""
    reply = explain(error)
    if interaction.type is discord.InteractionType.autocomplete:
        await interaction.response.autocomplete([])
    else:
        await send(interaction, reply)


@contextmanager
def _counted_at_work() -> Iterator[None]:
    """Make a clean stop wait for the handler that runs in the block."""
    task = asyncio.current_task()
    assert task, "handlers run in tasks"
    _at_work.add(task)
    try:
        yield
    finally:
        _at_work.discard(task)


async def finish(seconds: float) -> None:
    """Wait for the handlers at work, for at most so many seconds."""
    if _at_work:
        await asyncio.wait(_at_work, timeout=seconds)


def explain(error: Exception, pressed: int | None = None) -> Reply:
    """The reply to somebody whose request ended in `error`; what nobody expected goes to the log.

    `pressed` is the message whose button was pressed, if the request was that.
    """
    match error:
        case BoardMovedOn():
            return boards.board_moved_on(error.session, pressed)
        case SessionOver() if pressed:
            return boards.board(error.session)  # in place of the earlier board that was pressed
        case ChallengeGone() if pressed and error.challenge.state is State.LAPSED:
            return challenges.challenge(error.challenge)  # nobody has told that message yet
        case Refusal() | IllegalMove() if notice := notices.refused(error):
            return notice
        case StoreUnavailable():
            _log.error("The store does not save: %s", error.__cause__ or "it is busy")
            return notices.not_saved()
        case OutcomeUnknown():
            _log.error("The store does not answer in time")
            return notices.outcome_unknown()
        case app_commands.AppCommandError():
            _log.warning("A command Discord offers is not ours as it stands: %s", error)
            return notices.unknown_command()
        case _:
            return _unknown(error)


async def send(interaction: Interaction, reply: Reply) -> None:
    """Answer the interaction. Never raises: what was saved stays saved, whatever becomes of the answer."""
    _log.debug("Interaction %s: %s", interaction.id, type(reply).__name__)
    try:
        try:
            await _respond(interaction, reply)
        except (aiohttp.ClientError, OSError):
            # Nobody knows whether it arrived; if it did, Discord refuses this second one.
            await _respond(interaction, reply)
    except Exception as error:  # noqa: BLE001 - the last stop of every answer
        if _was_lost_on_the_way(error):
            _log.warning("The answer to interaction %s was lost: %s", interaction.id, error)
        else:
            await _respond_last(interaction, _unknown(error))


async def _respond(interaction: Interaction, reply: Reply) -> None:
    """One request: a notice and the answer to a command are new messages, a button redraws its own."""
    response = interaction.response
    redraws = interaction.type is discord.InteractionType.component and not (
        isinstance(reply, Card | Post) and reply.anew
    )
    match reply:
        case Notice():
            await response.send_message(reply.text, ephemeral=True)
        case Card(private=True) if not (redraws and _is_private(interaction.message)):
            await response.send_message(view=_layout(reply), ephemeral=True)
        case Card() if redraws:
            await response.edit_message(content=None, view=_layout(reply))
        case Card():
            await response.send_message(view=_layout(reply))
        case Post() if redraws:
            await response.edit_message(content=reply.text, view=_view(reply))
        case Post():
            await response.send_message(reply.text, view=_view(reply), allowed_mentions=_mentions(reply))


async def tell(client: discord.Client, channel_id: int, post: Post) -> None:
    """Write to a channel without having been asked; never raises, for nobody waits for it."""
    try:
        await client.get_partial_messageable(channel_id).send(post.text, allowed_mentions=_mentions(post))
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        _log.info("Channel %d could not be told: %s", channel_id, error)


def has_redrawn(interaction: Interaction) -> bool:
    """Whether the answer to a press has drawn its message anew, so that it can be drawn once more."""
    return interaction.response.type is discord.InteractionResponseType.message_update


async def redraw(interaction: Interaction, card: Card) -> None:
    """Draw the message anew that has answered the interaction, up to 15 minutes later.

    Raises discord.HTTPException, aiohttp.ClientError or OSError.
    """
    await interaction.edit_original_response(view=_layout(card))


def _mentions(post: Post) -> discord.AllowedMentions:
    return discord.AllowedMentions(users=[discord.Object(user) for user in post.notify])


def _is_private(message: discord.Message | None) -> bool:
    return message is not None and message.flags.ephemeral


async def _respond_last(interaction: Interaction, notice: Notice) -> None:
    try:
        await _respond(interaction, notice)
    except Exception:  # noqa: BLE001 - the log is all that is left
        _log.exception("Interaction %s could not be answered at all", interaction.id)


def _was_lost_on_the_way(error: Exception) -> bool:
    """Whether nobody is left to answer, or Discord cannot be reached: another try would not help."""
    if isinstance(error, discord.HTTPException):
        return error.code in _NOBODY_WAITS or error.status == 429 or error.status >= 500
    return isinstance(error, discord.InteractionResponded | aiohttp.ClientError | OSError)


def _unknown(error: Exception) -> Notice:
    error_id = secrets.token_hex(4)
    _log.error("Error %s", error_id, exc_info=error)
    return notices.unknown_error(error_id)


def _layout(card: Card) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*map(ui.TextDisplay, card.texts), accent_color=card.accent))
    for row in card.rows:
        view.add_item(ui.ActionRow(*map(_button, row)))
    if card.controls:
        view.add_item(ui.Separator())
        view.add_item(ui.ActionRow(*map(_button, card.controls)))
    view.stop()  # discord.py would keep every board in memory and wait for its buttons
    return view


def _view(post: Post) -> ui.View:
    view = ui.View(timeout=None)
    for button in post.buttons:
        view.add_item(_button(button))
    view.stop()
    return view


def _button(button: Button) -> ui.Button[Any]:
    return ui.Button(
        label=button.label,
        custom_id=button.custom_id,
        style=_BUTTON_STYLES[button.style],
        disabled=button.disabled,
    )
