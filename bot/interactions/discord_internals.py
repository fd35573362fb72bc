"""Every use of a private or undocumented name of discord.py, and nothing else.

Each is verified by name and shape when the bot starts. So an update that moves one fails at once
and with one sentence, not in the middle of a game.
"""

import inspect
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import aiohttp
import discord
from discord import app_commands, http, utils
from discord.http import HTTPClient, Route
from discord.state import ConnectionState
from discord.webhook import async_ as webhook
from yarl import URL

from bot.interactions.refused_by_discord import Meaning, meaning

_EVENT = "INTERACTION_CREATE"
_JSON = {"Content-Type": "application/json"}
_OPENS_AN_ACTIVITY = 4  # the type of a command
_NO_LIMIT = aiohttp.ClientTimeout()

Request: TypeAlias = Callable[..., Awaitable[Any]]
"""What sends a request by an interaction's token, as `request` does."""


class InternalsMoved(Exception):
    """A private name of the installed discord.py is missing or has another shape."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"discord.py {discord.__version__} does not have {name} as the bot needs it:"
            " install the version that pyproject.toml names."
        )


def verify() -> None:
    """Raises InternalsMoved for the first name that is missing or has changed."""
    for name, stands in _NEEDED.items():
        if not stands():
            raise InternalsMoved(name)


def receive_interactions(client: discord.Client, receive: Callable[[Any], None]) -> None:
    """Pass each interaction to `receive` as Discord sent it, before discord.py builds objects.

    Under overload we turn interactions away there; discord.py has no public hook that early.
    """
    client._connection.parsers[_EVENT] = receive


@dataclass
class Call:
    """A command or an autocompletion for which discord.py finds the handler.

    interaction  in our form
    handle       has the handler answer, with the options that discord.py has read
    """

    interaction: Any
    handle: Callable[[], Awaitable[Any]] | None = None


async def find_handler(
    tree: app_commands.CommandTree[Any], data: Any, interaction: Any
) -> Callable[[], Awaitable[Any]] | None:
    """Let discord.py find the handler of a command or an autocompletion, as Discord sent it.

    Returns what has it answer; None if there is none. Raises what discord.py raises.
    """
    command: discord.Interaction[Any] = discord.Interaction(
        data=_without_what_nobody_reads(data), state=tree.client._connection
    )
    call = Call(interaction)
    command.extras[Call] = call
    await tree._call(command)
    return call.handle


def _without_what_nobody_reads(data: Any) -> Any:
    """An event without what no handler asks discord.py for: the channel, and what a message says.

    Discord promises only a part of these, and discord.py fails if it misses something in them.
    """
    needed = {key: value for key, value in data.items() if key not in {"channel", "message"}}
    resolved = needed["data"].get("resolved") or {}
    if "messages" in resolved:
        bare = {}
        for number, message in resolved["messages"].items():
            kept = {"id": number, "channel_id": message.get("channel_id", number)}
            bare[number] = kept | {"type": 0, "content": ""}
        needed["data"] = {**needed["data"], "resolved": {**resolved, "messages": bare}}
    return needed


def call_of(command: discord.Interaction[Any]) -> Call:
    """What discord.py found a handler for."""
    call: Call = command.extras[Call]
    return call


def keep_from_answering(command: discord.Interaction[Any]) -> None:
    """Let discord.py know that an autocompletion has its answer.

    What discord.py sends itself becomes a traceback in the log when somebody types on meanwhile.
    """
    command.response._response_type = discord.InteractionResponseType.autocomplete_result


async def request(
    session: aiohttp.ClientSession,
    method: str,
    path: str,
    number: int,
    token: str,
    payload: dict[str, Any],
    files: Sequence[discord.File] = (),
    *,
    params: dict[str, Any] | None = None,
) -> Any:
    """Send a request by an interaction's token; discord.py repeats it if Discord is busy or fails.

    Returns what Discord answers; None if it says at the second try that the first has arrived.

    path   with {webhook_id} and {webhook_token} for `number` and `token`
    files  those that go with a message
    params of the query, such as those that ask Discord to answer with the message

    `InteractionResponse` would also build a View and parse a Message, which nothing uses: more work
    than the rest of the answer. discord.py's own request takes half as long again as aiohttp's, for
    rate limits that few answers come near. Without a time limit of its own aiohttp is a tenth
    faster, so the caller sets one. Raises discord.HTTPException, aiohttp.ClientError or OSError.
    """
    if not files:
        base = URL(Route.BASE)
        where = path.format(webhook_id=number, webhook_token=token)
        # yarl need not read the server's address again.
        url = base.with_path(base.raw_path + where, encoded=True)
        body = utils._to_json(payload).encode()
        sent = session.request(
            method, url, params=params, data=body, headers=_JSON, timeout=_NO_LIMIT
        )
        async with sent as response:
            is_busy = response.status == 429 or response.status >= 500
            says_nothing = is_busy or response.status == 204
            answer = None
            if not says_nothing:
                answer = await http.json_or_text(response)
        if response.status < 300:
            return answer
        if not is_busy:
            raise discord.HTTPException(response, answer)
        try:
            return await request_by_discord_py(
                session, method, path, number, token, payload, params=params
            )
        except discord.HTTPException as error:
            if response.status >= 500 and meaning(error) is Meaning.ANSWERED:
                return None  # Discord failed, and yet took the first
            raise
    return await request_by_discord_py(
        session, method, path, number, token, payload, files, params=params
    )


async def request_by_discord_py(
    session: aiohttp.ClientSession,
    method: str,
    path: str,
    number: int,
    token: str,
    payload: dict[str, Any],
    files: Sequence[discord.File] = (),
    *,
    params: dict[str, Any] | None = None,
) -> Any:
    """Send a request like `request`, but as discord.py does: a simulated Discord takes it there."""
    adapter = webhook.async_context.get()
    route = Route(method, path, webhook_id=number, webhook_token=token)
    if not files:
        return await adapter.request(route, session, params=params, payload=payload)
    form: list[dict[str, Any]] = [{"name": "payload_json", "value": json.dumps(payload)}]
    for number_of_file, file in enumerate(files):
        form.append(
            {
                "name": f"files[{number_of_file}]",
                "filename": file.filename,
                "content_type": "text/plain",
                "value": file.fp,
            }
        )
    return await adapter.request(route, session, params=params, multipart=form, files=files)


async def post(client: discord.Client, channel_id: int, payload: dict[str, Any]) -> int:
    """Post a message in a channel, in the form of Discord's API; returns its id.

    discord.py would need a View for it, which nothing uses. Raises discord.HTTPException,
    aiohttp.ClientError or OSError.
    """
    route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel_id)
    message = await client.http.request(route, json=payload)
    return int(message["id"])


async def edit(
    client: discord.Client, channel_id: int, message_id: int, payload: dict[str, Any]
) -> None:
    """Edit a message of ours in a channel, like `post`."""
    route = Route(
        "PATCH",
        "/channels/{channel_id}/messages/{message_id}",
        channel_id=channel_id,
        message_id=message_id,
    )
    await client.http.request(route, json=payload)


async def date() -> str:
    """The date on an answer of Discord, as HTTP writes it; empty if a proxy removed it.

    Raises aiohttp.ClientError or OSError.
    """
    url = Route("GET", "/gateway").url
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.headers.get("Date", "")


async def upload_commands(
    client: discord.Client, payload: Sequence[Mapping[str, Any]]
) -> Mapping[str, int]:
    """Replace all commands of the application by these, in the form of Discord's API.

    Returns their ids by name. What opens an Activity, which Discord adds itself, stays: Discord
    refuses a list without it. A tree's own `sync` would translate the commands once more. Raises
    discord.HTTPException, aiohttp.ClientError or OSError.
    """
    path = "/applications/{application_id}/commands"
    present = await client.http.request(Route("GET", path, application_id=client.application_id))
    not_ours = [command for command in present if command["type"] == _OPENS_AN_ACTIVITY]
    registered = await client.http.request(
        Route("PUT", path, application_id=client.application_id), json=[*payload, *not_ours]
    )
    return {command["name"]: int(command["id"]) for command in registered}


def _takes(function: Any, *names: str) -> bool:
    return callable(function) and set(names) <= set(inspect.signature(function).parameters)


_NEEDED: Mapping[str, Callable[[], bool]] = {
    "HTTPClient.request": lambda: _takes(getattr(HTTPClient, "request", None), "route"),
    "ConnectionState.parsers": lambda: "parsers" in ConnectionState.__init__.__code__.co_names,
    "Interaction(data, state)": lambda: _takes(discord.Interaction, "data", "state"),
    "InteractionResponse._response_type": lambda: (
        "_response_type" in discord.InteractionResponse.__slots__
    ),
    "CommandTree._call": lambda: inspect.iscoroutinefunction(
        getattr(app_commands.CommandTree, "_call", None)
    ),
    "utils._to_json": lambda: callable(getattr(utils, "_to_json", None)),
    "http.json_or_text": lambda: inspect.iscoroutinefunction(getattr(http, "json_or_text", None)),
    "webhook.async_.async_context": lambda: hasattr(webhook, "async_context"),
    "AsyncWebhookAdapter.request": lambda: _takes(
        getattr(getattr(webhook, "AsyncWebhookAdapter", None), "request", None),
        "route",
        "session",
        "payload",
        "multipart",
        "files",
    ),
}
