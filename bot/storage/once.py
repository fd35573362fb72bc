"""An interaction counts once, however often Discord delivers it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

from sqlalchemy import Connection

from bot.sessions.challenge import Challenge
from bot.sessions.refusals import Refusal
from bot.sessions.session import Session
from bot.storage.challenge_rows import load_challenge
from bot.storage.database.prepared import is_retry
from bot.storage.interaction_rows import remembered
from bot.storage.request import Request
from bot.storage.session_rows import load_session
from engine.board import IllegalMove

P = ParamSpec("P")
Subject = TypeVar("Subject", bound=Session | Challenge)


def once(
    transaction: Callable[Concatenate[Connection, Request, P], Subject],
) -> Callable[Concatenate[Connection, Request, P], Subject]:
    """Make a transaction run once for each interaction. The transaction must remember the interaction.

    If an interaction comes again, it changes nothing and gets its session or challenge as it is now. We
    notice it in two ways: either the rules refuse it because of its own first effect, or it violates the key
    of `interactions`, and the store runs the transaction again.
    """

    @wraps(transaction)
    def run(connection: Connection, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> Subject:
        if is_retry(connection) and (done := _what_it_was_about(connection, request)):
            return cast("Subject", done)  # an interaction always runs the same transaction
        try:
            return transaction(connection, request, *args, **kwargs)
        except (Refusal, IllegalMove):
            if done := _what_it_was_about(connection, request):
                return cast("Subject", done)
            raise

    return run


def _what_it_was_about(connection: Connection, request: Request) -> Session | Challenge | None:
    """The session or challenge on which this interaction was executed; None if it was not."""
    row = remembered(connection, request)
    if row is None:
        return None
    if row.session_id is not None:
        return load_session(connection, row.session_id, request.at)
    return load_challenge(connection, row.challenge_id, request.at)
