"""Serves the page to a browser on this machine, and to nobody else.

Other pages in the same browser can send requests to this address too. So its path holds a secret,
only our own pages may open the socket, and nothing is answered under another name than this
machine's.
"""

import errno
import hmac
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files

from aiohttp import WSCloseCode, web

from bot.messages.tiles import tiles
from bot.playground.page_socket import LONGEST_FRAME, Visit
from bot.playground.simulated_discord import START, Here, World
from bot.running.failures import Failed

HOST = "127.0.0.1"
_SECRET = 16  # bytes

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
}
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src "
    "'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def serve(world: World, port: int = 0) -> AsyncIterator[str]:
    """Serve the page of a world while the block runs; its address. Port 0 is any that is free.

    Raises Failed.
    """
    page = _Page(world)
    runner = web.AppRunner(page.application(), access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, HOST, port).start()
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                problem = f"Port {port} is in use: is the playground running already?"
            else:
                problem = f"Port {port} cannot be used: {error.strerror or error}."
            raise Failed(problem) from error
        page.port = runner.addresses[0][1]
        yield f"http://{HOST}:{page.port}/{page.secret}/"
    finally:
        await page.close()
        await runner.cleanup()


class _Page:
    """The routes, and the sockets that are open."""

    def __init__(self, world: World) -> None:
        self.port = 0
        self.secret = secrets.token_urlsafe(_SECRET)
        self._world = world
        self._sockets: set[web.WebSocketResponse] = set()
        self._files = {f"tiles/{tile.name}.png": tile.picture for tile in tiles()}
        for room in ("learn", "playground"):
            for file in (files(f"bot.{room}") / "page").iterdir():
                self._files[f"{room}/page/{file.name}"] = file.read_bytes()

    def application(self) -> web.Application:
        application = web.Application(middlewares=[self._guard])
        application.add_routes(
            [
                web.get("/{secret}/socket", self._visit),
                web.get("/{secret}/{path:.*}", self._file),
            ]
        )
        return application

    async def close(self) -> None:
        """Say goodbye to every page."""
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse another host name, origin or secret; add the headers to everything else."""
        hosts = {f"{HOST}:{self.port}", f"localhost:{self.port}"}
        if request.headers.get("Host") not in hosts:
            raise web.HTTPForbidden(
                text=f"This page answers only at {HOST}:{self.port} and localhost:{self.port}. "
                f"Where a port is forwarded, forward it to port {self.port} of your own machine, "
                "and open the address that the terminal printed."
            )
        own_origin = f"http://{request.host}"
        if request.headers.get("Origin", own_origin) != own_origin:
            raise web.HTTPForbidden
        secret = request.match_info.get("secret", "")
        if not hmac.compare_digest(secret.encode(), self.secret.encode()):
            raise web.HTTPNotFound(text="Open the address that the terminal printed.")
        response = await handler(request)
        if not response.prepared:
            response.headers.update(_HEADERS)
        return response

    async def _file(self, request: web.Request) -> web.Response:
        path = request.match_info["path"] or "playground/page/index.html"
        if path not in self._files:
            raise web.HTTPNotFound
        kind = _TYPES[path.rpartition(".")[2]]
        return web.Response(body=self._files[path], headers={"Content-Type": kind})

    async def _visit(self, request: web.Request) -> web.WebSocketResponse:
        """A page with a person and a place. Only our own pages can open it."""
        if "Origin" not in request.headers:
            raise web.HTTPForbidden
        here = Here(request.query.get("person", ""), request.query.get("place", ""))
        if not self._world.has(here):
            here = START
        socket = web.WebSocketResponse(max_msg_size=LONGEST_FRAME)
        await socket.prepare(request)
        self._sockets.add(socket)
        try:
            await Visit(self._world, socket, here).go_on()
        finally:
            self._sockets.discard(socket)
        return socket
