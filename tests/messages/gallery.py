"""The gallery: one sample of every kind of message the bot can send, by name.

Tests check Discord's limits on them, pictures draw them, and translators see where a text stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain

from bot.rendering import (
    boards,
    notices,
    people,
    questions,
    records,
    reminders,
    settings,
)
from bot.rendering.reply import Reply
from bot.rendering.voice import ENGLISH, Voice
from bot.sessions import actions
from bot.sessions.actions import BoardMovedOn
from bot.sessions.records import PEOPLE, Count, Form, HeadToHead, Kept, Standing
from bot.sessions.seats import NOBODY, OPPONENT_NAMES
from bot.sessions.session import Ending, Tally, Termination
from bot.sessions.settings import DEFAULTS, ServerSettings
from engine.board import Board, CellTaken, Mark, OffTheBoard
from engine.review import grade
from engine.score import Result
from tests.messages import samples
from tests.messages.challenges_and_cups import challenges, cups
from tests.messages.games import games
from tests.messages.in_words import in_words
from tests.messages.lessons import lessons

Sample = tuple[str, Reply]


def gallery(voice: Voice = ENGLISH) -> Mapping[str, Reply]:
    """Every sample by its name."""
    return dict(walk(voice))


def walk(voice: Voice = ENGLISH) -> Iterator[Sample]:
    """Every sample with its name, each made when it is asked for."""
    rooms = (
        _boards,
        _ends,
        games,
        challenges,
        cups,
        lessons,
        _records,
        _people,
        _settings,
        _refusals,
        _troubles,
        in_words,
    )
    return chain.from_iterable(room(voice) for room in rooms)


def _boards(voice: Voice) -> Iterator[Sample]:
    friends = samples.game(1, 5, time=600)
    yield "against the bot, first move", boards.board(samples.game(o=samples.BOT), voice)
    yield "against the bot, under way", boards.board(samples.game(1, 5, o=samples.BOT), voice)
    yield "friends, first move", boards.board(samples.game(time=600), voice)
    yield "friends, under way", boards.board(friends, voice)
    yield "friends, a day a move", boards.board(replace(friends, time=samples.A_DAY), voice)
    yield "friends, a draw is offered", boards.board(replace(friends, offered_by=Mark.O), voice)
    yield "friends, a rematch", boards.board(replace(friends, tally=Tally(x=2, o=1, drawn=1)), voice)
    yield "a board that had moved on", boards.board_moved_on(friends, samples.MESSAGE, voice)
    yield "a board further up", boards.board_moved_on(friends, samples.MESSAGE + 1, voice)
    yield (
        "a board further up, of a message unknown",
        boards.board_moved_on(replace(friends, message_id=None), samples.MESSAGE, voice),
    )
    yield (
        "an earlier board of a game that ended further down",
        boards.pointer(samples.game(*samples.WON), voice),
    )
    yield "a demo game, first move", boards.board(samples.demo_game(), voice)
    yield (
        "a demo game, under way",
        boards.board(samples.demo_game(2, 5), voice, last_move=grade(Board.after([2]), 5)),
    )
    yield "a demo game, over", boards.board(samples.demo_game(*samples.WON), voice)
    up = friends.deadline or 0
    unknown = replace(friends, message_id=None)
    yield "friends, O goes first", boards.board(replace(samples.game(), first=Mark.O), voice)
    yield "a game that was on already", boards.already_playing(friends, voice)
    yield "a reminder", reminders.reminder(friends, up - 1, voice)
    yield "a reminder, of a message unknown", reminders.reminder(unknown, up - 1, voice)
    yield "a reminder that time is up", reminders.reminder(friends, up, voice)
    yield "a reminder that time is up, of a message unknown", reminders.reminder(unknown, up, voice)


def _ends(voice: Voice) -> Iterator[Sample]:
    yield "a person wins", boards.board(samples.game(*samples.WON), voice)
    yield "a person wins with two lines", boards.board(samples.game(*samples.TWO_LINES), voice)
    yield (
        "the bot wins",
        boards.board(samples.swapped(samples.game(*samples.WON, o=samples.BOT)), voice),
    )
    yield "a full board", boards.board(samples.game(*samples.DRAWN, o=samples.BOT), voice)
    yield (
        "a full board, with hints",
        boards.board(replace(samples.game(*samples.DRAWN, o=samples.BOT), assisted=True), voice),
    )
    yield (
        "a rematch ends",
        boards.board(replace(samples.game(*samples.WON), tally=Tally(x=2, o=1, drawn=1)), voice),
    )
    for termination, winner in (
        (Termination.RESIGNATION, Mark.O),
        (Termination.TIME, Mark.X),
        (Termination.AGREEMENT, None),
        (Termination.ABANDONED, None),
        (Termination.STOPPED, None),
    ):
        ended = replace(samples.game(1, 5), ending=Ending(termination, winner))
        yield f"ended by {termination.value}", boards.board(ended, voice)
    gone = replace(samples.game(), ending=Ending(Termination.STOPPED, left_by=Mark.O))
    yield "stopped by a player who left before making a move", boards.board(gone, voice)
    yield (
        "stopped by a moderator",
        boards.stopped(actions.stop(samples.game(1, 5)), samples.BOB.user_id, voice),
    )
    left = replace(samples.game(*samples.WON), seats={Mark.X: samples.ANN, Mark.O: NOBODY})
    yield "against someone who was deleted", boards.board(left, voice)
    yield (
        "resigning, the question",
        questions.resign(samples.game(1, 5, o=samples.BOT), samples.ANN.user_id, voice),
    )
    yield (
        "resigning to a friend, the question",
        questions.resign(samples.game(1, 5), samples.ANN.user_id, voice),
    )
    yield "stopping, the question", questions.stop(samples.game(1, 5), voice)


def _records(voice: Voice) -> Iterator[Sample]:
    against = {name: Count(100, 20, 3) for name in (PEOPLE, *OPPONENT_NAMES)}
    form = Form(streak=3, best=12, recent=(Result.WIN, Result.DRAW, Result.LOSS) * 3 + (Result.WIN,))
    rows = tuple(
        Standing(place, samples.ANN.user_id + place, 999, Count(300, 99, 50)) for place in range(1, 11)
    )
    yield "results of a newcomer", records.stats(samples.stats({}, Count(), Form()), voice)
    yield (
        "results against everyone",
        records.stats(samples.stats(against, Count(1, 2, 3), form), voice),
    )
    met = HeadToHead(samples.BOB.user_id, Count(3, 2, 1))
    yield (
        "results of someone one has played",
        records.stats(
            replace(samples.stats({PEOPLE: Count(9, 3, 4)}, Count(), form), head_to_head=met), voice
        ),
    )
    yield "an empty leaderboard", records.leaderboard(samples.leaderboard((), 0, more=False), voice)
    yield (
        "a leaderboard of one page",
        records.leaderboard(samples.leaderboard(rows[:2], 0, more=False), voice),
    )
    yield "a leaderboard, second page", records.leaderboard(samples.leaderboard(rows, 1, more=True), voice)
    for how, board in (("", rows), (", empty", ())):
        against_bot = replace(samples.leaderboard(board, 0, more=bool(board)), against_bot=True)
        yield f"a leaderboard of games with the bot{how}", records.leaderboard(against_bot, voice)
    own = Standing(14, samples.BOB.user_id, 12, Count(3, 3))
    yield (
        "a leaderboard, for someone on another page",
        records.leaderboard(replace(samples.leaderboard(rows, 0, more=True), own=own), voice),
    )


def _people(voice: Voice) -> Iterator[Sample]:
    yield "privacy", people.privacy(Kept(18, takes_challenges=True), voice)
    yield "privacy, with blocks", people.privacy(Kept(18, takes_challenges=False, blocked=2), voice)
    banned = Kept(18, takes_challenges=True, is_banned=True)
    yield "privacy, of someone banned", people.privacy(banned, voice, samples.LINKS)
    yield "an export", people.export(samples.EXPORTED, None, voice)
    yield "a part of an export", people.export(samples.EXPORTED, samples.NUMBER, voice)
    yield "privacy, with text first", people.privacy(Kept(18, takes_challenges=True, text_first=True), voice)
    yield "deletion, the question", people.deletion(voice)
    yield "deletion, a part of it", people.deletion_goes_on(voice)
    yield "deletion, done", people.deleted(voice)
    yield "help", people.welcome(voice)
    yield "help, with links", people.welcome(voice, samples.LINKS)


def _settings(voice: Voice) -> Iterator[tuple[str, Reply]]:
    yield "settings", settings.card(DEFAULTS, voice)
    other = ServerSettings(
        "fading", "perfect", time=660, language="ja", look="sun and moon", allows_watching=False
    )
    yield "settings, all changed", settings.card(other, voice)
    yield "reset, the question", settings.reset(voice)
    yield "reset, the second question", settings.reset_for_good(12, voice)
    yield "reset, a part of it", settings.reset_goes_on(voice)
    yield "reset, done", settings.was_reset(voice)


def _refusals(voice: Voice) -> Iterator[Sample]:
    taken = Board.after([1, 5])
    yield "refused: CellTaken", notices.cell_taken(CellTaken(taken, 5), voice)
    yield "refused: OffTheBoard", notices.off_the_board(OffTheBoard(taken, 10), voice)
    for kind in samples.leaves():
        if kind is not BoardMovedOn:  # the board is the answer
            yield f"refused: {kind.__name__}", notices.refused(samples.refusal(kind), voice)


def _troubles(voice: Voice) -> Iterator[Sample]:
    yield "too fast", notices.too_fast(3, voice)
    yield "an unknown button", notices.unknown_button(voice)
    yield "an unknown command", notices.unknown_command(voice)
    yield "an unknown error", notices.unknown_error("0123abcd", voice)
    yield "not saved", notices.not_saved(voice)
    yield "perhaps saved", notices.outcome_unknown(voice)
