"""What a database address means; `tests/running/test_settings.py` has those that are refused."""

from pathlib import Path

import pytest

from bot.database.address import DatabaseAddress, read_address

MEMORY = DatabaseAddress(
    is_server=False, file=None, printable="sqlite:///:memory:", has_password=False
)


def file(path: str, shown: str) -> DatabaseAddress:
    return DatabaseAddress(is_server=False, file=Path(path), printable=shown, has_password=False)


def server(shown: str, *, has_password: bool) -> DatabaseAddress:
    return DatabaseAddress(is_server=True, file=None, printable=shown, has_password=has_password)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("sqlite:///ttt.db", file("ttt.db", "sqlite:///ttt.db")),
        ("sqlite:////data/a%20b.db", file("/data/a b.db", "sqlite:////data/a b.db")),
        ("sqlite:///:memory:", MEMORY),
        (
            "postgresql://ttt@host/ttt?sslmode=require",
            server("postgresql://host/ttt", has_password=False),
        ),
        ("postgres://ttt:hunter2@Host:5433/g", server("postgres://Host:5433/g", has_password=True)),
        (
            "postgresql:///ttt?host=/run/pg&port=5433&user=ttt&password=hunter2",
            server("postgresql:///ttt?host=%2Frun%2Fpg&port=5433", has_password=True),
        ),
        (
            "postgresql://h/ttt?user=ttt&password=hunter2",
            server("postgresql://h/ttt", has_password=True),
        ),
    ],
)
def test_an_address_is_a_file_memory_or_a_server_shown_without_its_secrets(
    url: str, address: DatabaseAddress
):
    assert read_address(url) == address
    assert address.is_in_memory == (address is MEMORY)
