"""The gallery: one sample of every kind of message the bot can send, by name.

Tests check Discord's limits on them, pictures draw them, and translators see where a text stands.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from bot.interactions import error_replies
from bot.interactions.error_replies import explain
from bot.messages.reply import Card, Notice, Reply
from bot.messages.texts import ENGLISH, Voice
from bot.people import card as records
from bot.people import help_card
from bot.people import own_games_card as list_card
from bot.people import privacy_card as people
from bot.people.records import Count, Form, PersonalData, Standing
from bot.play import actions
from bot.play import card as boards
from bot.play.actions import BoardMovedOn
from bot.play.news import Kind, News
from bot.play.results import PEOPLE
from bot.play.seats import NOBODY, OPPONENT_NAMES, Bot
from bot.play.session import Ending, Tally, Termination
from bot.play.settings import DEFAULTS, ServerSettings
from bot.servers import card as settings
from engine.board import Board, CellTaken, Mark, OffTheBoard
from engine.review import grade
from engine.score import Result
from tests.messages import samples
from tests.messages.challenges_and_cups import challenges, cups
from tests.messages.games import games
from tests.messages.in_words import in_words
from tests.messages.lessons import lessons
from tests.messages.own_games import (
    a_waiting_cup_player,
    all_of_them,
    nothing_on,
    only_finished,
    some_on,
)
from tests.messages.samples import (
    ANN,
    BOB,
    BOT,
    DRAWN,
    TWO_LINES,
    WON,
    demo_game,
    game,
    leaderboard,
    stats,
    swapped,
)

Sample = tuple[str, Reply]


def gallery(voice: Voice = ENGLISH) -> Mapping[str, Reply]:
    """Every sample by its name."""
    return dict(walk(voice))


def walk(voice: Voice = ENGLISH) -> Iterator[Sample]:
    """Every sample with its name, each made when it is asked for, and those that can be said."""
    for samples_of in (
        _boards,
        _ends,
        games,
        challenges,
        cups,
        lessons,
        _records,
        _own_games,
        _people,
        _settings,
        _refusals,
        _troubles,
        in_words,
    ):
        for name, reply in samples_of(voice):
            yield name, reply
            if isinstance(reply, Card) and reply.spoken:
                yield f"in words, {name}", reply.spoken


def _boards(voice: Voice) -> Iterator[Sample]:
    board, friends = partial(boards.board_card, voice=voice), game(1, 5, time=600)
    late = replace(friends, is_late=True)
    unknown, late_unknown = (replace(each, message_id=None) for each in (friends, late))
    yield "against the bot, first move", board(game(o=BOT))
    yield "against the bot, under way", board(game(1, 5, o=BOT))
    yield "friends, first move", board(game(time=600))
    yield "friends, under way", board(friends)
    yield "friends, a day a move", board(replace(friends, time=samples.A_DAY))
    yield "friends, a draw is offered", board(replace(friends, offered_by=Mark.O))
    yield "friends, a rematch", board(replace(friends, tally=Tally(x=2, o=1, drawn=1)))
    yield "friends, time is up", board(late)
    yield "a board that had moved on", boards.board_moved_on(friends, voice)
    yield "a board further up", boards.pointer(friends, voice)
    yield "a board further up, of a message unknown", boards.pointer(unknown, voice)
    yield "an earlier board of a game that is over", boards.pointer(game(*WON), voice)
    over = replace(game(*WON), message_id=None)
    yield "an earlier board of a game that ended further down", boards.pointer(over, voice)
    yield "a demo game, first move", board(demo_game())
    yield "a demo game, under way", board(demo_game(2, 5), last_move=grade(Board.after([2]), 5))
    yield "a demo game, over", board(demo_game(*WON))
    yield "friends, O goes first", board(replace(game(), first=Mark.O))
    yield "a game that was on already", boards.already_playing(game(1, 5, o=BOT), voice)
    yield "a reminder", boards.reminder(friends, voice)
    yield "a reminder, of a message unknown", boards.reminder(unknown, voice)
    yield "a reminder that time is up", boards.reminder(late, voice)
    yield "a reminder that time is up, of a message unknown", boards.reminder(late_unknown, voice)
    yield "a turn, told at once", boards.turn_post(friends, voice)
    yield "a turn, told at once, of a message unknown", boards.turn_post(unknown, voice)
    moved = boards.after_reminder(game(1, 5, 2, time=600), friends, voice)
    assert moved
    yield "a move, on the reminder", moved
    yield "a late move, on the post that time is up", boards.goes_on(voice)


def _ends(voice: Voice) -> Iterator[Sample]:
    board, under_way, full = (
        partial(boards.board_card, voice=voice),
        game(1, 5),
        game(*DRAWN, o=BOT),
    )
    yield "a person wins", board(game(*WON))
    yield "a person wins with two lines", board(game(*TWO_LINES))
    yield "the bot wins", board(swapped(game(*WON, o=BOT)))
    yield "a person wins against the bot at a low level", board(game(*WON, o=Bot("easy")))
    yield "a full board", board(game(*DRAWN, o=Bot("hard")))
    yield "a full board, against perfect", board(full)
    yield "a full board, with hints", board(replace(full, assisted=True))
    for kind, ended in (
        (Kind.FIRST_WIN, game(*WON, o=Bot("normal"))),
        (Kind.FIRST_DRAW, full),
        (Kind.FIRST_WIN_IN_GAME, game(*WON, o=Bot("normal"))),
        (Kind.FIRST_DRAW_IN_GAME, full),
        (Kind.STREAK, game(*WON, o=BOT)),
        (Kind.HAD_WIN, swapped(game(*WON, o=BOT))),
        (Kind.HAD_DRAW, swapped(game(*WON, o=BOT))),
    ):
        yield f"an end with news, {kind.value}", board(replace(ended, news=News(kind, 4)))
    yield "friends, wins in a row", board(replace(game(*WON), news=News(Kind.STREAK, 3)))
    yield "a rematch ends", board(replace(game(*WON), tally=Tally(x=2, o=1, drawn=1)))
    for termination, winner in (
        (Termination.RESIGNATION, Mark.O),
        (Termination.TIME, Mark.X),
        (Termination.AGREEMENT, None),
        (Termination.ABANDONED, None),
        (Termination.STOPPED, None),
    ):
        ended = replace(under_way, ending=Ending(termination, winner))
        yield f"ended by {termination.value}", board(ended)
    gone = replace(game(), ending=Ending(Termination.STOPPED, left_by=Mark.O))
    yield "stopped by a player who left before making a move", board(gone)
    yield "stopped by a moderator", boards.after_stop(actions.stop(under_way), BOB.user_id, voice)
    left = replace(game(*WON), seats={Mark.X: ANN, Mark.O: NOBODY})
    yield "against someone who was deleted", board(left)
    resign = partial(boards.ask_to_resign, player=ANN.user_id, voice=voice)
    yield "resigning, the question", resign(game(1, 5, o=BOT))
    yield "resigning to a friend, the question", resign(under_way)
    yield "stopping, the question", boards.ask_to_stop(under_way, voice)


def _records(voice: Voice) -> Iterator[Sample]:
    results, top = (
        partial(records.stats_card, voice=voice),
        partial(records.leaderboard_card, voice=voice),
    )
    against = {name: Count(100, 20, 3) for name in (PEOPLE, *OPPONENT_NAMES)}
    form = Form(
        streak=3, best=12, recent=(Result.WIN, Result.DRAW, Result.LOSS) * 3 + (Result.WIN,)
    )
    rows = tuple(
        Standing(place, ANN.user_id + place, 999, Count(300, 99, 50)) for place in range(1, 11)
    )
    defeats = stats({"easy": Count(lost=2)}, Count(), Form(recent=(Result.LOSS,) * 2))
    yield "results of someone who has won nothing yet", results(defeats)
    yield "results of a newcomer", results(stats({}, Count(), Form()))
    yield "results against everyone", results(stats(against, Count(1, 2, 3), form))
    yield (
        "results against every level, which only you see",
        records.all_levels(stats(against, Count(1, 2, 3), form), voice),
    )
    yield (
        "no results by now, which only you see",
        records.all_levels(stats({}, Count(), form), voice),
    )
    met = Count(3, 2, 1)
    played = stats({PEOPLE: Count(9, 3, 4)}, Count(), form)
    yield (
        "results of someone one has played",
        results(replace(played, asker=BOB.user_id, head_to_head=met)),
    )
    yield "an empty leaderboard", top(leaderboard((), 0, more=False))
    yield "a leaderboard of one page", top(leaderboard(rows[:2], 0, more=False))
    yield "a leaderboard, second page", top(leaderboard(rows, 1, more=True))
    for how, listed in (("", rows), (", empty", ())):
        against_bot = replace(leaderboard(listed, 0, more=bool(listed)), against_bot=True)
        yield f"a leaderboard of games with the bot{how}", top(against_bot)
    own = Standing(14, BOB.user_id, 12, Count(3, 3))
    elsewhere = replace(leaderboard(rows, 0, more=True), own=own)
    yield "a leaderboard, for someone on another page", top(elsewhere)


def _own_games(voice: Voice) -> Iterator[Sample]:
    for name, own in (
        ("", some_on()),
        (", as many as there may be", all_of_them()),
        (", between two rounds of a cup", a_waiting_cup_player()),
        (", nothing on", nothing_on()),
        (", only finished ones", only_finished()),
    ):
        yield f"your games{name}", list_card.own_games(own, voice)
        finished = list_card.past_games(own, voice).spoken
        assert finished, "it can be said"
        yield f"in words, your games, what is finished{name}", finished
    for name, session in (("", game(1, 5)), (", nothing to lose", game(game="5x5"))):
        asked = list_card.ask_to_resign(session, ANN.user_id, voice)
        yield f"your games, resigning, the question{name}", asked
    resigned = actions.resign(game(1, 5, o=BOT), ANN.user_id)
    yield "your games, one is resigned", list_card.resigned(resigned, some_on(), voice)


def _people(voice: Voice) -> Iterator[Sample]:
    yield "privacy", people.privacy(PersonalData(18, takes_challenges=True), voice)
    yield (
        "privacy, with blocks",
        people.privacy(PersonalData(18, takes_challenges=False, blocked_people=2), voice),
    )
    banned = PersonalData(18, takes_challenges=True, is_banned=True)
    yield "privacy, of someone banned", people.privacy(banned, voice, samples.LINKS)
    yield "an export", people.export(samples.EXPORTED, None, voice)
    yield "a part of an export", people.export(samples.EXPORTED, samples.NUMBER, voice)
    yield (
        "privacy, with text first",
        people.privacy(PersonalData(18, takes_challenges=True, text_first=True), voice),
    )
    yield "deletion, the question", people.deletion(voice)
    yield "deletion, done", people.after_deletion(voice)
    yield "help", help_card.how_to_play(voice)
    yield "help, with links", help_card.how_to_play(voice, samples.LINKS)


def _settings(voice: Voice) -> Iterator[tuple[str, Reply]]:
    yield "settings", settings.card(DEFAULTS, voice)
    other = ServerSettings("fading", "perfect", time=660, language="ja", look="sun and moon")
    yield "settings, all changed", settings.card(other, voice, saved=settings.Setting.TIME)
    yield "reset, the question", settings.reset(voice)
    yield "reset, the second question", settings.reset(voice, people=12)
    yield "reset, done", settings.after_reset(voice)


def _refusals(voice: Voice) -> Iterator[Sample]:
    taken, to = Board.after([1, 5]), samples.asked_in(voice)
    yield "refused: CellTaken", explain(CellTaken(taken, 5), to).reply
    yield "refused: OffTheBoard", explain(OffTheBoard(taken, 10), to).reply
    for kind in samples.kinds():
        if kind is not BoardMovedOn:  # the board is the answer
            yield f"refused: {kind.__name__}", explain(samples.refusal(kind), to).reply
    raised = {name: (kind, says) for name, kind, says, _ in samples.raised()}
    for name, (kind, says) in raised.items():
        yield (
            f"refused: {name.title().replace('_', '')}",
            explain(samples.refusal(kind, says), to).reply,
        )


def _troubles(voice: Voice) -> Iterator[Sample]:
    yield "too fast", error_replies.too_fast(3, voice)
    yield "an unknown command", Notice(voice.say(error_replies.COMMAND_HAS_CHANGED))
    unknown = error_replies.unknown(LookupError(), voice)
    yield "an unknown error", replace(unknown, text=re.sub("[0-9a-f]{8}", "0123abcd", unknown.text))
    yield "not saved", Notice(voice.say(error_replies.CANNOT_SAVE))
    yield "perhaps saved", Notice(voice.say(error_replies.SAVING_IS_SLOW))
