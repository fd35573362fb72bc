"""Database addresses: the one place that reads them."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

_UNKNOWN = (
    "is not the address of a database: write sqlite:/// and a path, as in sqlite:///ttt.db,"
    " or postgresql://user:password@host/database; in its password write %2F for /, %40 for @,"
    " %3A for :, %23 for #, %3F for ?, %25 for %, %5B for [ and %5D for ]."
)


class BadAddress(ValueError):
    """The bot cannot use this address.

    The message continues the name of the setting that holds it ("is not ...") and repeats no part
    of the address.
    """


@dataclass(frozen=True)
class DatabaseAddress:
    """Where games are kept: a SQLite file, SQLite's memory, or a database on a PostgreSQL server.

    is_server     True for PostgreSQL, which several processes may share
    file          the SQLite file; None in memory or on a server
    printable     the address without user, password and options, safe to print; a server named
                  in an option stays
    has_password  True if the address itself holds a password
    """

    is_server: bool
    file: Path | None
    printable: str
    has_password: bool

    @property
    def is_in_memory(self) -> bool:
        return not self.is_server and self.file is None


def read_address(url: str) -> DatabaseAddress:
    """The parts of a database address. Raises BadAddress.

    SQLAlchemy finds SQLite's file, and asyncpg a server's parts; each address is read as they do.
    """
    try:
        if url.startswith("sqlite:"):
            parts = make_url(url)
            if parts.host or parts.query or not parts.database:
                raise BadAddress(_UNKNOWN)
            return _sqlite(parts.database)
        return _server(urlsplit(url))
    except (ArgumentError, ValueError):
        raise BadAddress(_UNKNOWN) from None


def _sqlite(path: str) -> DatabaseAddress:
    file = None
    if path != ":memory:":
        file = Path(path)
        if not file.name:
            raise BadAddress(_UNKNOWN)
    printable = f"sqlite:///{path}"
    return DatabaseAddress(is_server=False, file=file, printable=printable, has_password=False)


def _server(parts: SplitResult) -> DatabaseAddress:
    """A server's address. Raises ValueError, also if its port is no number."""
    is_postgres = parts.scheme in {"postgresql", "postgres"} and parts.port != 0
    credentials, _, host = parts.netloc.rpartition("@")
    # Such signs in a password have divided the address elsewhere.
    is_divided = bool(parts.fragment) or "@" in credentials + parts.path + parts.query
    if not is_postgres or is_divided or not parts.path.strip("/"):
        raise BadAddress(_UNKNOWN)
    options = {}
    if parts.query:
        options = dict(parse_qsl(parts.query, strict_parsing=True))
    printable = f"{parts.scheme}://{host}{parts.path}"
    where: dict[str, str] = {name: options[name] for name in ("host", "port") if name in options}
    if where:
        printable += f"?{urlencode(where)}"
    has_password = parts.password is not None or "password" in options
    return DatabaseAddress(
        is_server=True, file=None, printable=printable, has_password=has_password
    )
