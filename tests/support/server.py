"""A simulated Discord server with our real client in it.

It cannot simulate rate limits, reconnects, user installs, locales, or a handler that times out
while it waits for something outside the event loop.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord
from simcord import InteractionResult, MemberActor
from simcord.components import walk_components
from simcord.interactions import base_payload

from bot.database.store import Store
from bot.interactions.limits import UNLIMITED, PersonLimits
from bot.play import transactions
from bot.play.rows import load_session
from bot.playground import simulated_discord
from bot.playground.simulated_discord import Message
from bot.running.client import Client
from bot.running.settings import Settings
from tests.support.cards import breakable
from tests.support.requests import request

_COMMAND, _COMPONENT, _TYPING = 2, 3, 4  # Discord's interaction types
_ROW, _BUTTON, _SELECT = 1, 2, 3  # its component types
_NUMBER, _USER = 4, 6  # its option types


class LeftOut:
    """A change to a payload that removes a key."""

    def __repr__(self) -> str:
        return "left out"


LEFT_OUT = LeftOut()


def _copied(body: Any) -> Any:
    """A copy of JSON, which takes a fifth of what a copy of anything does."""
    if isinstance(body, dict):
        return {key: _copied(value) for key, value in body.items()}
    if isinstance(body, list):
        return [_copied(value) for value in body]
    return body


def _logged(body: Any) -> Any:
    """What simcord's log keeps of a request: a copy, but of a list that nobody changes.

    Only the commands are sent as a list. They come in thirty languages, and copying them took half
    of a start.
    """
    if isinstance(body, list):
        return body
    return _copied(body)


simcord.http.router.copy = SimpleNamespace(deepcopy=_logged)
simcord.gateway.copy = SimpleNamespace(deepcopy=_copied)


class Env(simulated_discord.Env):
    """One whose servers have not added the bot, and in which an error of the bot's fails the test.

    However much time passes in it at once, the bot looks some ten times for what is due.
    """

    def __init__(
        self,
        store: Store,
        rng: Random,
        settings: Settings,
        limits: PersonLimits,
        *,
        keeps_house: bool,
    ) -> None:
        self._keeps_house = keeps_house
        super().__init__(store, rng, settings, limits, check_errors=True)
        self.has_member = False
        self._passing = (0.0, 0.0)  # seconds at once, and the time at which they have passed

    def new_bot(self, *how: Any) -> Client:
        bot = super().new_bot(*how)
        if not self._keeps_house:
            house = bot._housekeeping
            house._routines = (house._watching_bans,)
        return bot

    async def advance_time(self, seconds: float) -> None:
        self._passing = (seconds, self.now().timestamp() + seconds)
        await super().advance_time(seconds)

    def least_sleep(self) -> float:
        """A tenth of what passes at once, and not beyond its end."""
        seconds, until = self._passing
        return min(seconds / 10, until - self.now().timestamp())


@dataclass
class Server:
    """A server with two channels and four people. `client` is the bot as it runs on Discord."""

    env: Env
    client: Client
    store: Store
    general: simcord.ChannelHandle
    lounge: simcord.ChannelHandle
    ann: MemberActor
    bob: MemberActor
    eve: MemberActor
    mod: MemberActor  # may manage channels, and the server
    tiles: bool = False  # the bot draws boards with tiles

    def set_defaults(self, **defaults: Any) -> None:
        """Have the operator choose these values for what a server has not changed."""
        answering = self.client._answering
        answering._app = replace(answering._app, defaults=defaults)

    async def restart(self, store: Store) -> None:
        """Replace the client by a new one on `store`. The messages stay."""
        await self.client.close()
        self.store = store
        self.client = self.env.new_bot(store, Random(2), with_tiles(on=self.tiles))
        await self.env.restart_bot(self.client)

    async def send_press(
        self, who: MemberActor, custom_id: str, message: simcord.ResponseMessage | None = None
    ) -> InteractionResult:
        """Press a button of a message, or one that an outdated client still shows there."""
        [result] = await self.send_presses((who, custom_id), message=message)
        return result

    async def send_presses(
        self,
        *presses: tuple[MemberActor, str],
        message: simcord.ResponseMessage | None = None,
        where: simcord.ChannelHandle | None = None,
        forged: bool = False,
        chosen: str | None = None,
        **changes: Any,
    ) -> list[InteractionResult]:
        """Deliver all presses before any of them is handled. `changes` go into each payload.

        Unless the presses are forged, the message they carry has the buttons that are pressed, or
        the menus from which an option is chosen.
        """
        component, choice = (_SELECT, {"values": [chosen]}) if chosen else (_BUTTON, {})
        where = where or self.general
        source = message or where.last_message
        assert source
        stored = self.env.backend.get_message(where.id, source.id)
        shown = dict(simcord.backend.serializers.message_payload(self.env.backend, stored))
        if not forged:
            ids = dict.fromkeys(custom_id for _, custom_id in presses)
            pressed = [{"type": component, "custom_id": custom_id} for custom_id in ids]
            shown["components"] = [*shown["components"], {"type": _ROW, "components": pressed}]
        records = [
            self._emit(
                who,
                where,
                _COMPONENT,
                {"custom_id": custom_id, "component_type": component} | choice,
                {"message": shown} | changes,
            )
            for who, custom_id in presses
        ]
        for record in records:
            record.source_message_id = source.id
        await self.env.settle()
        return [InteractionResult(self.env, record) for record in records]

    async def send_command(
        self,
        who: MemberActor,
        name: str,
        *,
        opponent: MemberActor | None = None,
        members: dict[str, Any] | None = None,
        options: list[dict[str, Any]] | None = None,
        **changes: Any,
    ) -> InteractionResult:
        """Use a subcommand of /ttt in #general with `changes` to the payload that simcord lacks."""
        options, resolved = options or [], {}
        if opponent:
            options = [{"name": "opponent", "type": _USER, "value": str(opponent.id)}]
            user = simcord.backend.serializers.user_payload(self.env.backend.get_user(opponent.id))
            resolved = {"resolved": {"users": {str(opponent.id): user}, "members": members or {}}}
        data = {
            "id": "1",
            "name": "ttt",
            "type": 1,
            "options": [{"name": name, "type": 1, "options": options}],
        } | resolved
        record = self._emit(who, self.general, _COMMAND, data, changes)
        await self.env.settle()
        return InteractionResult(self.env, record)

    def send_typing(self, who: MemberActor, name: str, option: str) -> None:
        """Ask for the choices of a number, as Discord does with each digit that is typed."""
        typed = {"name": option, "type": _NUMBER, "value": "", "focused": True}
        options = [{"name": name, "type": 1, "options": [typed]}]
        data = {"id": "1", "name": "ttt", "type": 1, "options": options}
        self._emit(who, self.general, _TYPING, data, {})

    async def send_malformed(
        self, who: MemberActor, data: dict[str, Any], changes: dict[str, Any]
    ) -> InteractionResult:
        """Deliver a malformed press or command. The value LEFT_OUT removes a key.

        It goes straight to the client, because simcord could not read it either.
        """
        kind = _COMPONENT if "custom_id" in data else _COMMAND
        record, payload = self._payload(who, self.general, kind, data, changes)
        if kind == _COMPONENT:
            record.source_message_id = self.general.last_message.id
        with self.env._bot_scope():
            self.client._connection.parsers["INTERACTION_CREATE"](payload)
        await self.env.settle()
        return InteractionResult(self.env, record)

    def _emit(self, *interaction: Any) -> Any:
        record, payload = self._payload(*interaction)
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return record

    def _payload(
        self,
        who: MemberActor,
        channel: simcord.ChannelHandle,
        kind: int,
        data: dict[str, Any],
        changes: dict[str, Any],
    ) -> tuple[Any, dict[str, Any]]:
        record, payload = base_payload(
            self.env.backend,
            type=kind,
            channel_id=channel.id,
            guild_id=who.guild.id,
            user_id=who.id,
            data=data,
        )
        payload = {
            key: value for key, value in (payload | changes).items() if value is not LEFT_OUT
        }
        if payload.get("guild_id", 0) is None:  # outside servers Discord sends a user, not a member
            payload["user"] = payload.pop("member")["user"]
            del payload["guild_id"]
        return record, payload

    @property
    def home(self) -> dict[str, Any]:
        """What Discord adds to interactions from a server with the bot; simcord leaves it out."""
        return {"authorizing_integration_owners": {"0": str(self.ann.guild.id)}}

    def add_bot_as_member(self) -> None:
        """From now on every interaction says that the server has the bot, so it may post there."""
        self.env.has_member = True

    def message(
        self, shown: simcord.ResponseMessage | discord.Message | Message
    ) -> simcord.ResponseMessage:
        """A message of #general as it is now."""
        return simcord.ResponseMessage(
            self.env, self.env.backend.get_message(self.general.id, shown.id)
        )

    async def challenge(self, **options: Any) -> InteractionResult:
        """Ann's challenge to bob in #general."""
        return await self.ann.slash(self.general, "ttt start", opponent=self.bob, **options)

    async def play_friends(self, **options: Any) -> InteractionResult:
        """The first board of a game of ann, who is X and to move, with bob."""
        asked = await self.challenge(first="me", **options)
        return await self.bob.click(asked.response.message, label="Accept")

    async def moves(self, session_id: int | None = None) -> tuple[int, ...]:
        """The moves of a game, or else of ann's game in #general, from the store."""
        if session_id is not None:
            return (await self.store.run(load_session, session_id, 0)).moves
        asked = request(self.ann.id, self.general.id)
        return (await self.store.serve(asked, transactions.own_session)).moves

    def answers(self) -> list[dict[str, Any]]:
        """The bodies of all answers to interactions so far, in order."""
        return [
            request.json for request in self.env.http_requests if request.path.endswith("/callback")
        ]


@contextmanager
def broken(owner: object, name: str, error: Exception) -> Iterator[list[Exception]]:
    """While the block runs, a function or coroutine of `owner` raises this error.

    The list holds it as often as it was raised.
    """
    raised = []

    def fails(*_: object, **__: object) -> None:
        raised.append(error)
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, fails)
        yield raised


def with_tiles(*, on: bool) -> Settings:
    """The default settings, with or without tiles."""
    return Settings(tiles="on" if on else "off")


@asynccontextmanager
async def open_server(
    store: Store,
    *,
    seed: int = 1,
    limits: PersonLimits = UNLIMITED,
    tiles: bool = False,
    keeps_house: bool = False,
    prepare: Callable[[simcord.Env], None] = lambda _: None,
) -> AsyncIterator[Server]:
    """A server on `store`. Fails at the end of the block if the bot swallowed an error.

    keeps_house  whether the bot looks each hour for old data; at a start that takes a quarter
    prepare      what happens to the simulated Discord before the bot logs in
    """
    env = Env(store, Random(seed), with_tiles(on=tiles), limits, keeps_house=keeps_house)
    prepare(env)
    await env.start()
    guild = env.create_guild("Server")
    managers = guild.create_role(
        "managers",
        permissions=discord.Permissions(
            manage_channels=True, manage_guild=True, manage_events=True
        ),
    )
    server = Server(
        env=env,
        client=env.bot,
        store=store,
        general=guild.create_text_channel("general"),
        lounge=guild.create_text_channel("lounge"),
        ann=guild.add_member(env.create_user("ann")),
        bob=guild.add_member(env.create_user("bob")),
        eve=guild.add_member(env.create_user("eve")),
        mod=guild.add_member(env.create_user("mod"), roles=[managers]),
        tiles=tiles,
    )
    try:
        yield server
    finally:
        await server.client.close()
        await env.shutdown()
    env._raise_errors_since(env._errors_acknowledged)  # errors that a test has seen are expected


def text(shown: InteractionResult | simcord.ResponseMessage) -> str:
    """All the text of an answer or of a message, as `breakable` writes it."""
    message = _message(shown)
    texts = "\n".join(
        part["content"] for part in walk_components(message.components) if "content" in part
    )
    return breakable(message.content + texts)


def buttons(shown: InteractionResult | simcord.ResponseMessage) -> dict[str, dict[str, Any]]:
    """The buttons of an answer or of a message by their custom_id."""
    return {
        part["custom_id"]: part
        for part in walk_components(_message(shown).components)
        if "custom_id" in part
    }


def labels(shown: InteractionResult | simcord.ResponseMessage) -> list[str]:
    """What the buttons of an answer or of a message say."""
    return [button["label"] for button in buttons(shown).values() if "label" in button]


def _message(shown: InteractionResult | simcord.ResponseMessage) -> simcord.ResponseMessage:
    message = shown.response if isinstance(shown, InteractionResult) else shown
    assert message
    return message


def refused(result: InteractionResult, *words: str) -> bool:
    """Whether the answer is private and contains these words."""
    return bool(result.ephemeral) and all(word in text(result) for word in words)
