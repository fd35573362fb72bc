"""Database addresses: the one place that reads them."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

_UNKNOWN = (
    "is not the address of a database: write sqlite:/// and a path, as in sqlite:///ttt.db,"
    " or postgresql://user:password@host/database."
)
_AMBIGUOUS = (
    "cannot be read for certain: in its password write %2F for /, %40 for @, %3A for :, %23 for #,"
    " %3F for ?, %5B for [ and %5D for ]."
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
    """The parts of a database address. Raises BadAddress."""
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        raise BadAddress(_UNKNOWN) from None
    is_a_path = not parts.host and not parts.query
    if parts.drivername == "sqlite" and parts.database and is_a_path:
        return _sqlite(parts.database)
    if parts.drivername not in {"postgresql", "postgres"} or not parts.database:
        raise BadAddress(_UNKNOWN)
    if not _is_unambiguous(url, parts):
        raise BadAddress(_AMBIGUOUS)
    printable = URL.create(
        parts.drivername,
        host=parts.host,
        port=parts.port,
        database=parts.database,
        query={name: parts.query[name] for name in ("host", "port") if name in parts.query},
    )
    has_password = parts.password is not None or "password" in parts.query
    return DatabaseAddress(
        is_server=True, file=None, printable=str(printable), has_password=has_password
    )


def _sqlite(path: str) -> DatabaseAddress:
    file = None
    if path != ":memory:":
        file = Path(path)
        if not file.name:
            raise BadAddress(_UNKNOWN)
    printable = f"sqlite:///{path}"
    return DatabaseAddress(is_server=False, file=file, printable=printable, has_password=False)


def _is_unambiguous(url: str, by_sqlalchemy: URL) -> bool:
    """Whether asyncpg, which splits the address itself, finds in it what SQLAlchemy does."""
    try:
        by_asyncpg = urlsplit(url)
        port = by_asyncpg.port
        if by_asyncpg.query:
            parse_qsl(by_asyncpg.query, strict_parsing=True)
    except ValueError:
        return False
    if by_asyncpg.fragment:
        return False  # SQLAlchemy knows no fragments: it has read that as a part of something else
    host = by_sqlalchemy.host
    if host:
        host = host.lower()  # as `urlsplit` gives it
    if by_asyncpg.hostname != host or port != by_sqlalchemy.port:
        return False
    return by_asyncpg.path.removeprefix("/") == by_sqlalchemy.database
