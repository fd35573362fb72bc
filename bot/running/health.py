"""Serves /healthz, /readyz and /metrics to what monitors the process. Off unless a port is set."""

import errno
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Info, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.database.errors import OutcomeUnknown, StoreUnavailable
from bot.database.store import Store
from bot.running import transactions as upkeep
from bot.running.client import Client
from bot.running.failures import BadSetting, Failed
from bot.running.version import version

_logger = logging.getLogger(__name__)

_PAGES = "".join(
    f'<a href="{page}">{page}</a><br>\n' for page in ("/healthz", "/readyz", "/metrics")
)
_OF_THE_PORT = {errno.EADDRINUSE, errno.EACCES}  # any other error is the fault of the host
# The other program may end, the name be found, or the network of the address come up, for which
# asyncio gives no number from Python 3.13 on.
_MAY_PASS = {errno.EADDRINUSE, socket.EAI_AGAIN, errno.EADDRNOTAVAIL, None}

_LATELY = 60.0  # seconds
_MANY_LOST = 3  # answers in a row; a single one may come too late on any day

_BUILD = Info("ttt_build", "The version that runs.")
_BUILD.info({"version": version()})


@asynccontextmanager
async def serve(host: str, port: int | None, client: Client, store: Store) -> AsyncIterator[None]:
    """Answer on `host` and `port` while the block runs; without a port, answer nobody.

    Raises BadSetting or, if another try may help, Failed.
    """
    if port is None:
        yield
        return
    app = web.Application()
    health = _Health(client, store)
    app.router.add_get("/", health.index)
    app.router.add_get("/healthz", health.healthz)
    app.router.add_get("/readyz", health.readyz)
    app.router.add_get("/metrics", health.metrics)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5, lingering_time=0)
    await runner.setup()
    REGISTRY.register(health)
    try:
        await _listen(runner, host, port)
        _logger.info("Health pages: http://%s:%d/", host, port)
        yield
    finally:
        REGISTRY.unregister(health)
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    """Take requests from now on. Raises as `serve` does."""
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        setting = f"HEALTH_HOST {host}"
        if error.errno in _OF_THE_PORT:
            setting = f"HEALTH_PORT {port}"
        reason = f"{setting} cannot be used: {error.strerror or error}."
        if error.errno in _MAY_PASS:
            raise Failed(reason) from error
        raise BadSetting(reason) from error
    except UnicodeError as error:
        raise BadSetting(f"HEALTH_HOST {host} cannot be used: it is not a name.") from error


class _Health(Collector):
    """The pages, and the figures that are read when someone asks for them."""

    def __init__(self, client: Client, store: Store) -> None:
        self._client = client
        self._store = store

    async def index(self, _: web.Request) -> web.Response:
        return web.Response(text=_PAGES, content_type="text/html")

    async def healthz(self, _: web.Request) -> web.Response:
        """Proves that the process is alive: its event loop reached this line."""
        return web.Response(text="ok\n")

    async def readyz(self, _: web.Request) -> web.Response:
        """Whether the bot can answer people: Discord is connected and the database saves.

        A standby reports ready although it serves no shards yet. A full disk may have room for a
        note but not for a game, so a request that was not saved counts for a minute. Answers that
        are lost count until one arrives.
        """
        missing = []
        if not self._client.is_connected() and not self._client.is_standby:
            missing.append("not connected to Discord")
        lost = self._client.app.sender.lost_in_a_row
        if lost >= _MANY_LOST:
            missing.append(f"the last {lost} answers did not reach Discord")
        try:
            await self._store.run(upkeep.write_note, "saved", "")
        except (StoreUnavailable, OutcomeUnknown) as error:
            missing.append(f"the database does not save: {error}")
        else:
            if self._store.seconds_since_failure < _LATELY:
                missing.append("a request was not saved in the last minute")
        if missing:
            return web.Response(status=503, text="".join(f"{what}\n" for what in missing))
        return web.Response(text="ok\n")

    async def metrics(self, _: web.Request) -> web.Response:
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    def collect(self) -> list[Metric]:
        """Prometheus' hook: what is true at this moment."""
        client = self._client
        connected = GaugeMetricFamily(
            "ttt_connected",
            "Whether every shard is connected to Discord.",
            client.is_connected(),
        )
        shards = GaugeMetricFamily(
            "ttt_shards",
            "Shards that this process serves; a standby none.",
            len(client.shards),
        )
        shard_count = GaugeMetricFamily(
            "ttt_shard_count",
            "Shards of all processes together; 0 for a standby.",
            client.shard_count or 0,
        )
        latency = GaugeMetricFamily(
            "ttt_gateway_latency_seconds",
            "Discord's answer to a heartbeat.",
            client.latency,
        )
        at_work = GaugeMetricFamily(
            "ttt_at_work",
            "Interactions that are being answered.",
            client.admission.at_work,
        )
        waiting = GaugeMetricFamily(
            "ttt_store_waiting",
            "Requests that wait for the database.",
            self._store.waiting,
        )
        return [connected, shards, shard_count, latency, at_work, waiting]
