"""What a database address means, and which parts may be printed."""

from pathlib import Path

import pytest

from bot.storage.database.address import BadAddress, read_address


def test_a_sqlite_file_is_found_relative_or_absolute():
    assert read_address("sqlite:///ttt.db").file == Path("ttt.db")
    assert read_address("sqlite:////data/a%20b.db").file == Path("/data/a b.db")


@pytest.mark.parametrize("url", ["sqlite:///:memory:", "sqlite:///%3Amemory%3A"])
def test_sqlites_memory_is_neither_a_file_nor_a_server(url: str):
    address = read_address(url)
    assert address.is_in_memory
    assert not address.is_server
    assert address.file is None


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_a_server_is_shown_without_user_password_and_options(scheme: str):
    address = read_address(f"{scheme}://ttt:hunter2@Host:5433/games?sslmode=require")
    assert address.is_server
    assert not address.is_in_memory
    assert address.shown == f"{scheme}://Host:5433/games"


@pytest.mark.parametrize(
    ("url", "has_password"),
    [
        ("postgresql://host/ttt", False),
        ("postgresql://ttt@host/ttt?sslmode=require", False),
        ("postgresql://ttt:hunter2@host/ttt", True),
        ("postgresql://host/ttt?user=ttt&password=hunter2", True),
    ],
)
def test_an_address_knows_whether_it_holds_a_password(url: str, has_password: bool):
    assert read_address(url).has_password == has_password


@pytest.mark.parametrize(
    "url",
    [
        "src.db",
        "sqlite://",
        "mysql://ttt:hunter2@host/ttt",
        "postgresql://ttt:hunter2@host",
        "postgresql://u:hunter2@hunter2@host/ttt",
        "postgresql://u:hunter2/@host/ttt",
        "postgresql://host/ttt?hunter2",
    ],
)
def test_an_address_that_cannot_be_used_is_refused_without_repeating_any_of_it(url: str):
    with pytest.raises(BadAddress) as refused:
        read_address(url)
    assert "hunter2" not in str(refused.value)
