"""A Discord on loopback for the bot as a real process: just enough of the REST API and the gateway.

It logs a bot in, takes its commands, opens a gateway session, sends interactions and collects the
answers. It refuses every other request, so that nothing goes unnoticed.
"""

import asyncio
import json
import signal
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from email.utils import formatdate
from pathlib import Path
from typing import Any

import discord
from aiohttp import WSMsgType, web

from tests.support import payloads
from tests.support.processes import CLEAN, Process, fork
from tests.support.waiting import LONG, PATIENCE

TOKEN = "loopback.token"
ROOT = Path(__file__).parents[2]

# The process runs the bot unchanged, except for Discord's address, the five seconds that discord.py
# sleeps before it identifies again, the times that a test changes, and the engine's tables. Filling
# them is half of a start, and each fills itself when it is first needed.
_START = """
import importlib, json, runpy, sys
exec(sys.argv.pop(1))
import discord.gateway, discord.http, yarl
discord.http.Route.BASE = sys.argv.pop(1)
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sys.argv.pop(1))
async def at_once(*_, **__):
    pass
discord.Client.before_identify_hook = at_once
for name, seconds in json.loads(sys.argv.pop(1)).items():
    module, _, constant = name.rpartition(".")
    assert hasattr(importlib.import_module(module), constant), name
    setattr(sys.modules[module], constant, seconds)
if not json.loads(sys.argv.pop(1)):
    importlib.import_module("bot.running.process").fill_tables = lambda: None
runpy.run_module("bot", run_name="__main__")
"""

# A busy machine fails no test: a process gives up only in tests that say when.
_TIMES = dict.fromkeys(PATIENCE, LONG)

_BOT, _PERSON, _CHANNEL = payloads.bot(42), payloads.user(7, "ann"), 10


CUT = 0  # the connection breaks


@dataclass(frozen=True)
class Fault:
    """How an answer fails: with a status and Discord's code, and whether it takes effect first."""

    status: int
    code: int = 0
    after: bool = False


class Loopback:
    """The server's side. `syncs` counts uploads of commands; `answers` holds each in order."""

    def __init__(self) -> None:
        self.syncs = 0
        self.commands: list[dict[str, Any]] = []  # as Discord has them
        self.emoji: dict[str, str] = {}  # the application's, by their ids
        self.takes_emoji = asyncio.Event()  # cleared, every upload of one waits for it
        self.takes_emoji.set()
        self.took_emoji = asyncio.Event()
        self.refuses_emoji = 0  # or the status with which uploads are refused
        self.servers = 3  # that have the bot
        self.token = TOKEN  # which it takes
        self.blocks = 0  # or the status of the page with which everything is answered
        self.resumes_at = ""  # the address that sessions resume at, if it is another
        self.answers: list[dict[str, Any]] = []
        self.faults: list[Fault] = []  # one for each of the next answers
        self.identified = self.resumed = 0
        self.tokens: list[str] = []
        self.answered_tokens: set[str] = set()
        self.hold_answers = asyncio.Event()  # while it is cleared, every answer waits
        self.hold_answers.set()
        self.connected = asyncio.Event()
        self.disconnected = asyncio.Event()
        self.being_answered = asyncio.Event()
        self.answered = asyncio.Condition()
        self.posts: list[dict[str, Any]] = []  # messages that no interaction asked for
        self.posted = asyncio.Event()
        self.follow_ups: list[dict[str, Any]] = []  # messages after an answer
        self.followed = asyncio.Event()
        self.ahead = 0.0  # seconds that Discord's clock is ahead of this machine's
        self.advised, self.remaining = 1, 1000  # shards, and connections left today
        self.looked = asyncio.Event()  # a process asked how many are left
        self.identifies: list[tuple[int, int]] = []  # shard and shard count of each, in order
        self.serving: dict[int, web.WebSocketResponse] = {}  # by shard
        self.changed = asyncio.Condition()  # set of served shards
        self.times = dict(_TIMES)  # constants of the bot to replace in its processes, in seconds
        self.fills_tables = (
            False  # whether its processes fill the engine's tables before they connect
        )
        self.prepared = ""  # code that its processes run before the bot
        self._missed: list[dict[str, Any]] = []
        self._processes: list[Process] = []
        self._sequence = 0
        self.url = ""

    async def run(
        self, *arguments: str, cwd: Path, python: str | Path = "", **environment: str
    ) -> Process:
        """Start the bot as a process in an empty folder. Its log is its standard error.

        python  an interpreter that starts it from nothing; otherwise it is forked
        """
        self.connected.clear()
        token = {} if "DISCORD_TOKEN_FILE" in environment else {"DISCORD_TOKEN": TOKEN}
        environment = CLEAN | token | environment
        program = (
            _START,
            self.prepared,
            f"{self.url}/api",
            self.url.replace("http", "ws") + "/gateway",
            json.dumps(self.times),
            json.dumps(self.fills_tables),
            *arguments,
        )
        if python:
            process: Process = await asyncio.create_subprocess_exec(
                python, "-c", *program, cwd=cwd, env=environment, stdout=PIPE, stderr=PIPE
            )
        else:
            process = await fork(*program, cwd=cwd, environment=environment)
        self._processes.append(process)
        return process

    async def start(self, *arguments: str, cwd: Path, **more: Any) -> Process:
        """The same, and wait until it is connected."""
        process = await self.run("--discord", *arguments, cwd=cwd, **more)
        connected, died = (
            asyncio.create_task(self.connected.wait()),
            asyncio.create_task(process.wait()),
        )
        await asyncio.wait({connected, died}, timeout=LONG, return_when=asyncio.FIRST_COMPLETED)
        assert not died.done(), (await ended(process))[1]
        assert connected.done()
        died.cancel()
        return process

    async def end_processes(self) -> None:
        """Kill the processes that a failed test left running."""
        for process in self._processes:
            if process.returncode is None:
                process.kill()
                await process.communicate()

    async def send(
        self,
        kind: int,
        data: dict[str, Any],
        message: dict[str, Any] | None = None,
        person: int = 0,
        **place: Any,
    ) -> str:
        """Send an interaction by somebody; returns its token.

        place  what Discord says of another place than a channel of their own with the bot
        """
        now = discord.utils.utcnow() + timedelta(seconds=self.ahead)
        number = discord.utils.time_snowflake(now) + len(self.tokens)
        token = f"interaction-token-{len(self.tokens)}"
        self.tokens.append(token)
        alone = {
            "channel": {"id": str(_CHANNEL + person), "type": 1},
            "user": _PERSON | {"id": str(int(_PERSON["id"]) + person)},
            "authorizing_integration_owners": {},
            "context": 1,
            "app_permissions": "0",
        }
        event = payloads.interaction(
            number, kind, token, data, _CHANNEL + person, **(alone | place)
        )
        if message:
            event["message"] = message
        if 0 not in self.serving:
            self._missed.append(event)
        else:
            await self._dispatch("INTERACTION_CREATE", event)
        return token

    async def drop(self) -> None:
        """Cut the gateway's connection. Events then wait until the bot has reconnected."""
        self.connected.clear()
        await self.serving.pop(0).close(code=4000)

    async def end_session(self, *, may_resume: bool = False) -> None:
        """Tell the bot that its session is lost, so that it has to identify again."""
        self.connected.clear()
        await self.serving[0].send_json({"op": 9, "d": may_resume, "s": None, "t": None})

    async def ask_to_reconnect(self) -> None:
        """Tell the bot to connect again and to resume."""
        self.connected.clear()
        await self.serving[0].send_json({"op": 7, "d": None, "s": None, "t": None})

    async def command(self, name: str, person: int = 0, **options: Any) -> dict[str, Any]:
        """Use a subcommand of /ttt; returns the bot's answer."""
        return await self.answer(2, payloads.command(name, options), person=person)

    async def press(self, custom_id: str) -> dict[str, Any]:
        """Press a button; returns the bot's answer."""
        return await self.answer(
            3, {"custom_id": custom_id, "component_type": 2}, message(custom_id)
        )

    async def answer(
        self,
        kind: int,
        data: dict[str, Any],
        message: dict[str, Any] | None = None,
        person: int = 0,
        **place: Any,
    ) -> dict[str, Any]:
        """Send an interaction as `send` does; returns the bot's answer."""
        before = len(self.answers)
        await self.send(kind, data, message, person, **place)
        async with self.answered:
            await asyncio.wait_for(self.answered.wait_for(lambda: len(self.answers) > before), LONG)
        return self.answers[before]

    async def until_served(self, *shards: int) -> None:
        """Wait until exactly these shards are served."""
        async with self.changed:
            await asyncio.wait_for(
                self.changed.wait_for(lambda: set(self.serving) == set(shards)), LONG
            )

    async def _dispatch(self, event: str, data: dict[str, Any], shard: int = 0) -> None:
        self._sequence += 1
        await self.serving[shard].send_json({"op": 0, "t": event, "s": self._sequence, "d": data})

    async def rest(self, request: web.Request) -> web.Response:
        """Every call of the REST API."""
        path, authorized = request.path.removeprefix("/api"), request.headers.get("Authorization")
        if path.startswith("/interactions/"):
            self.being_answered.set()
            await self.hold_answers.wait()
            fault = self.faults.pop(0) if self.faults else Fault(200)
            if fault.status == CUT and request.transport:
                request.transport.abort()
                return web.Response()
            if fault.status != 200 and not fault.after:
                return _json({"message": "a fault", "code": fault.code}, status=fault.status)
            if request.transport is None or request.transport.is_closing():
                return web.Response()  # its sender is gone, so nobody was answered
            async with self.answered:
                self.answered_tokens.add(path.split("/")[3])
                self.answers.append(json.loads(await request.read()))
                self.answered.notify_all()
            if fault.after:
                return _json({"message": "a fault", "code": fault.code}, status=fault.status)
            return web.Response(status=204)
        if path.startswith("/webhooks/") and request.method == "POST":
            self.follow_ups.append(await request.json())
            self.followed.set()
            return _json(message())
        if self.blocks:
            page = "<!DOCTYPE html>\n<title>Access denied</title>"
            return web.Response(text=page, content_type="text/html", status=self.blocks)
        if authorized != f"Bot {self.token}":
            return _json({"message": "401: Unauthorized", "code": 0}, status=401)
        match request.method, path:
            case "GET", "/users/@me":
                return _json(_BOT)
            case "GET", "/oauth2/applications/@me":
                return _json(payloads.application(42, _PERSON, self.servers))
            case "GET", "/applications/42/commands":
                return _json(self.commands)
            case "PUT", "/applications/42/commands":
                commands = await request.json()
                opens_activity = [each for each in self.commands if each["type"] == 4]
                if not all(each in commands for each in opens_activity):
                    return _json({"message": "no Entry Point", "code": 50240}, status=400)
                self.syncs += 1
                self.commands = [payloads.registered(command) for command in commands]
                return _json(self.commands)
            case "GET", "/applications/42/emojis":
                return _json({"items": [_emoji(id_, name) for id_, name in self.emoji.items()]})
            case "POST", "/applications/42/emojis":
                await self.takes_emoji.wait()
                if self.refuses_emoji:
                    return _json({"message": "a fault", "code": 0}, status=self.refuses_emoji)
                id_ = str(1000 + len(self.emoji))
                self.emoji[id_] = (await request.json())["name"]
                self.took_emoji.set()
                return _json(_emoji(id_, self.emoji[id_]), status=201)
            case "POST", "/channels/10/messages":
                self.posts.append(await request.json())
                self.posted.set()
                return _json(message())
            case "GET", "/gateway/bot":
                self.looked.set()
                limits = {
                    "total": 1000,
                    "remaining": self.remaining,
                    "reset_after": 0,
                    "max_concurrency": 4,
                }
                url = self.url.replace("http", "ws") + "/gateway"
                return _json({"url": url, "shards": self.advised, "session_start_limit": limits})
        return _json({"message": f"not here: {path}", "code": 0}, status=404)

    async def date(self, _: web.Request, response: web.StreamResponse) -> None:
        """Put Discord's time on every answer."""
        response.headers["Date"] = formatdate(time.time() + self.ahead, usegmt=True)

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        """One session, from Hello to the end of the connection."""
        socket, shard = web.WebSocketResponse(), 0
        await socket.prepare(request)
        await socket.send_json(
            {"op": 10, "d": {"heartbeat_interval": 40_000}, "s": None, "t": None}
        )
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                break
            sent = json.loads(frame.data)
            match sent["op"]:
                case 1:
                    await socket.send_json({"op": 11, "d": None, "s": None, "t": None})
                case 2 if sent["d"]["token"] != self.token:
                    await socket.close(code=4004)
                case 2:
                    self.identified += 1
                    shard, count = sent["d"].get("shard", (0, 1))
                    self.identifies.append((shard, count))
                    await self._serve(shard, socket)
                    await self._dispatch("READY", self._ready(shard), shard)
                    self.connected.set()
                case 6 if sent["d"]["token"] != self.token:
                    await socket.send_json({"op": 9, "d": False, "s": None, "t": None})
                case 6:
                    self.resumed += 1
                    shard = int(sent["d"]["session_id"])
                    await self._serve(shard, socket)
                    await self._dispatch("RESUMED", {}, shard)
                    for event in self._missed:
                        await self._dispatch("INTERACTION_CREATE", event)
                    self._missed.clear()
                    self.connected.set()
        self.disconnected.set()
        if self.serving.get(shard) is socket:
            await self._serve(shard, None)
        return socket

    def _ready(self, shard: int) -> dict[str, Any]:
        url = self.resumes_at or self.url.replace("http", "ws") + "/gateway"
        return {
            "v": 10,
            "user": _BOT,
            "guilds": [],
            "session_id": str(shard),
            "resume_gateway_url": url,
            "application": {"id": "42", "flags": 0},
            "shard": [shard, 1],
        }

    async def _serve(self, shard: int, socket: web.WebSocketResponse | None) -> None:
        async with self.changed:
            if socket:
                self.serving[shard] = socket
            else:
                del self.serving[shard]
            self.changed.notify_all()


@asynccontextmanager
async def open_loopback() -> AsyncIterator[Loopback]:
    """A Discord that listens on a free port of this machine."""
    here = Loopback()
    app = web.Application()
    app.on_response_prepare.append(here.date)
    app.router.add_get("/gateway/", here.gateway)
    app.router.add_get("/gateway", here.gateway)
    app.router.add_route("*", "/api/{path:.*}", here.rest)
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    here.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield here
    finally:
        here.hold_answers.set()
        here.takes_emoji.set()
        await here.end_processes()
        await runner.cleanup()


async def ended(process: Process) -> tuple[int | None, str]:
    """The exit code and the log of a process that ends by itself."""
    _, log = await asyncio.wait_for(process.communicate(), LONG)
    return process.returncode, log.decode()


async def stopped(process: Process) -> str:
    """The log of a process after a clean stop."""
    process.send_signal(signal.SIGTERM)
    code, log = await ended(process)
    assert code == 0, log
    assert "Traceback" not in log
    return log


def _json(data: object, status: int = 200) -> web.Response:
    """JSON with Discord's content type; with a charset discord.py would read it as text."""
    return web.Response(
        body=json.dumps(data).encode(), status=status, headers={"Content-Type": "application/json"}
    )


def _emoji(id_: str, name: str) -> dict[str, Any]:
    return {
        "id": id_,
        "name": name,
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": False,
    }


def message(*custom_ids: str) -> dict[str, Any]:
    """A message of the bot's with these buttons."""
    buttons = [{"type": 2, "custom_id": custom_id} for custom_id in custom_ids]
    return payloads.message(99, 10, _BOT, components=[{"type": 1, "components": buttons}])
