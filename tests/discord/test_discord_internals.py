"""One file uses discord.py's private names, and it notices at once if an update moves them."""

import re
from pathlib import Path

import pytest
from discord import app_commands
from discord.state import ConnectionState
from discord.webhook import async_ as webhook

from bot.discord_internals import InternalsMoved, verify

BOT = Path(__file__).parents[2] / "bot"


def test_all_of_it_is_where_the_bot_needs_it():
    verify()


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (ConnectionState, "parse_interaction_create"),
        (app_commands.CommandTree, "_call"),
        (webhook, "async_context"),
        (webhook.AsyncWebhookAdapter, "request"),
    ],
)
def test_a_missing_name_is_reported_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str
):
    monkeypatch.delattr(owner, name)
    with pytest.raises(InternalsMoved, match=re.escape(name)) as raised:
        verify()
    assert "\n" not in str(raised.value)


def test_a_function_that_takes_other_arguments_is_noticed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(webhook.AsyncWebhookAdapter, "request", lambda *_: None)
    with pytest.raises(InternalsMoved, match=r"AsyncWebhookAdapter\.request"):
        verify()


def test_interactions_that_are_received_elsewhere_are_noticed(monkeypatch: pytest.MonkeyPatch):
    def elsewhere(self: ConnectionState) -> None:
        self.handlers = {}

    monkeypatch.setattr(ConnectionState, "__init__", elsewhere)
    with pytest.raises(InternalsMoved, match="ConnectionState"):
        verify()


@pytest.mark.parametrize(
    "touch", ["discord.http", "discord.state", "webhook.async_", "._connection", "_HTTPClient"]
)
def test_no_other_file_touches_it(touch: str):
    touched = {path.name for path in BOT.rglob("*.py") if touch in path.read_text(encoding="utf-8")}
    assert touched <= {"discord_internals.py"}
