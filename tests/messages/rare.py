"""Messages that no way comes by: what takes luck or months, and the longest of each kind."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from random import Random

from bot.advice import hint_card, puzzle_card, review_card
from bot.advice.daily_puzzle import DailyChannel, DailyPost, DailyRecord, Solvers
from bot.advice.find_the_cell import Try
from bot.challenges import card as posts
from bot.cups import card as cups
from bot.cups.cup import COMING, MOST, MOST_DRAWS, Cup, Way
from bot.messages.content import Card, Content
from bot.messages.texts import Voice
from bot.people import card as records
from bot.people import help_card, privacy_card
from bot.people import own_games_card as own_games
from bot.people.own_games import PAST_PAGE, OwnGames, PastGames, most_urgent_first
from bot.people.records import Count, Form, PersonalData, Standing
from bot.play.card import (
    OUT_OF_DATE,
    already_playing,
    board_card,
    board_moved_on,
    pointer,
    resign_question,
)
from bot.play.news import Kind, News
from bot.play.posts import goes_on, reminder, turn_post
from bot.play.results import PEOPLE
from bot.play.seats import NOBODY, OPPONENT_NAMES, Bot, Terms
from bot.play.session import Ending, Session, Tally, Termination
from bot.play.settings import DEFAULTS, ServerSettings
from bot.play.spoken_board import spoken_board
from bot.servers import card as settings
from engine.analysis import analyse
from engine.board import GAMES, Board, Cell, Mark
from engine.puzzles import Puzzle, any_puzzle, of_the_day
from engine.review import GradedMove, grade, review
from engine.score import Result
from tests.messages import samples
from tests.messages.samples import A_DAY, BOT, DRAWN, NOW, NUMBER, TWO_LINES, WON, game, swapped

ANN, BOB = samples.ANN.user_id, samples.BOB.user_id
EVE = BOB + 1
HOUR = 3600

# What the engine says is the same in all languages.
_analyse = cache(analyse)
_review = cache(review)
_any_puzzle = cache(any_puzzle)

Sample = tuple[str, Content]


def rare(voice: Voice) -> Iterator[Sample]:
    """Every sample with its name."""
    for samples_of in (
        _boards,
        _in_words,
        _ends,
        _each_game,
        _challenges_and_cups,
        _hints_and_reviews,
        _puzzles,
        _records,
        _own_games,
        _settings_and_privacy,
    ):
        yield from samples_of(voice)


def _boards(voice: Voice) -> Iterator[Sample]:
    friends = game(1, 5, time=600)
    late = replace(friends, is_late=True)
    unknown = replace(friends, message_id=None)
    late_unknown = replace(late, message_id=None)
    yield "friends, time is up", board_card(late, voice)
    yield "a board that had moved on", board_moved_on(friends, voice)
    yield "a board further up", pointer(friends, voice)
    yield "a demo game, over", board_card(samples.demo_game(*WON), voice)
    yield "a reminder, of a message unknown", reminder(unknown, voice)
    yield "a reminder that time is up, of a message unknown", reminder(late_unknown, voice)
    yield "a turn, told at once, of a message unknown", turn_post(unknown, voice)
    yield "a late move, on the post that time is up", goes_on(voice)
    yield "resigning to a friend, the question", resign_question(friends, ANN, voice)


def _in_words(voice: Voice) -> Iterator[Sample]:
    told = partial(spoken_board, reader=ANN, voice=voice)
    friends = replace(game(1, 5, time=600), offered_by=Mark.O)
    yield "in words, a friend's turn", told(game(1, time=600))
    yield "in words, a draw is offered", told(friends)
    yield "in words, time is up", told(replace(friends, is_late=True))
    yield "in words, someone else's game", spoken_board(friends, EVE, voice)
    yield "in words, a demo game", spoken_board(samples.demo_game(2, 5), EVE, voice)
    yield "in words, out of date", told(friends, note=OUT_OF_DATE)
    yield (
        "in words, a game that was on already",
        told(friends, note=already_playing(friends, voice).note),
    )
    fading = replace(game(1, 5, 3, 7, 8, 4, o=BOT), game="fading")
    yield "in words, a mark fades next", told(fading)
    yield (
        "in words, where marks are other emoji",
        told(replace(game(1, 5, o=BOT), look="crown and gem")),
    )
    yield "in words, a larger board", told(replace(game(1, 2), game="5x5"))
    yield "in words, won", told(replace(game(*WON), tally=Tally(x=2, o=1, drawn=1)))
    yield "in words, a draw", told(game(*DRAWN, o=BOT))
    yield "in words, stopped", told(replace(game(1, 5), ending=Ending(Termination.STOPPED)))
    left = replace(game(*WON), seats={Mark.X: samples.ANN, Mark.O: NOBODY})
    yield "in words, against someone who was deleted", told(left)


def _ends(voice: Voice) -> Iterator[Sample]:
    board = partial(board_card, voice=voice)
    full = game(*DRAWN, o=BOT)
    yield "a person wins with two lines", board(game(*TWO_LINES))
    yield "a full board, against perfect", board(full)
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
    left = replace(game(*WON), seats={Mark.X: samples.ANN, Mark.O: NOBODY})
    yield "against someone who was deleted", board(left)


_LONGEST = (
    "87259134782591467253946172853947628514932685179462"
    "5378469523784652937841529764851937425189734256813"
)

_FULL_5X5 = "8 11 4 16 20 6 3 5 1 22 17 12 25 2 13 23 24 18 10 9 7 19 14 15 21"

ENDS: Mapping[str, Mapping[str, tuple[Cell, ...]]] = {
    "4x4": {
        "won": (5, 1, 6, 2, 7, 3, 8),
        "drawn": (13, 14, 7, 1, 6, 12, 11, 10, 8, 5, 4, 16, 3, 15, 2, 9),
    },
    "5x5": {
        "won": (13, 2, 7, 4, 19, 3, 1),
        "won with two lines": (8, 1, 9, 2, 10, 3, 12, 6, 17, 11, 22, 21, 7),
        "drawn": tuple(map(int, _FULL_5X5.split())),
    },
    "misere": {"lost by a line": (5, 1, 2, 9, 8), "drawn": (6, 3, 5, 9, 1, 2, 8, 4, 7)},
    "fading": {
        "won": (2, 7, 5, 8, 9, 1, 3, 6, 7, 5, 4, 2, 1),
        "drawn by repetition": (1, 3, 2, 4, 6, 8, 7, 9) * 2 + (1, 3, 2, 4, 6, 8),
        "drawn by its length": tuple(map(int, _LONGEST)),
    },
}
"""The moves of whole games other than plain 3x3, by how they ended."""

_LINES = (4, 9, 1, 3, 6, 5, 8, 2, 7)


def _each_game(voice: Voice) -> Iterator[Sample]:
    for name, ends in ENDS.items():
        moves = next(iter(ends.values()))
        live = samples.game(*moves[:-1], game=name, time=600)
        yield f"{name}, friends", board_card(replace(live, offered_by=Mark.O), voice)
        for end, played in ends.items():
            yield f"{name}, {end}", board_card(samples.game(*played, game=name), voice)
        asked = samples.game(*moves[:4], o=BOT, game=name)
        yield f"{name}, a hint", hint_card.hint(asked, _analyse(asked.board), voice)
        reviewed = samples.game(*moves, game=name)
        graded = _review(moves, rules=reviewed.rules)
        page = partial(a_page, reviewed, graded, voice=voice)
        yield f"{name}, a review", page(EVE)
        yield f"{name}, a review for a player", page(BOB)
        terms = replace(samples.challenge().terms, game=name)
        challenge = replace(samples.challenge(), terms=terms)
        yield f"{name}, a challenge", posts.challenge_post(challenge, voice)
        puzzle = _any_puzzle(Board(rules=GAMES[name]), 1)
        yield f"{name}, a puzzle", puzzle_card.question(name, puzzle, voice)
        for cell in (puzzle.solution, puzzle.board.free_cells[-1]):
            told = answered(puzzle, cell, voice, game=name)
            yield f"{name}, a puzzle answered with {cell}", told
    lines = samples.game(*_LINES, game="misere")
    graded = _review(_LINES, rules=lines.rules)
    tried = a_try(lines.board_after(4), 7)
    line_made = a_page(lines, graded, ANN, voice, 4, tried=tried)
    yield "misere, a review, a cell that makes a line", line_made
    long = samples.game(*ENDS["fading"]["drawn by its length"], game="fading")
    graded = _review(long.moves, rules=long.rules)
    yield "fading, a review of a long game", a_page(long, graded, ANN, voice, 50)
    lost = swapped(samples.game(*ENDS["misere"]["lost by a line"], o=BOT, game="misere"))
    yield "misere, the bot loses", board_card(lost, voice)


def _challenges_and_cups(voice: Voice) -> Iterator[Sample]:
    chance = replace(samples.challenge(), terms=samples.terms(Terms("random", "random", HOUR)))
    yield "a challenge, all left to chance", posts.challenge_post(chance, voice)
    theirs = samples.terms(Terms("random", "them", HOUR))
    anyone = replace(samples.challenge(), challenged=None, terms=theirs)
    yield "a challenge to anyone, who goes first", posts.challenge_post(anyone, voice)
    full = samples.cup(MOST)
    drawn = full.start(ANN, NOW, Random(1))
    halfway = _played(samples.cup(11), rounds=2)
    over = _played(full, rounds=4)
    yield "a cup, everyone has joined", cups.cup_card(full, voice)
    yield "a cup, the first round", cups.cup_card(drawn, voice)
    yield "a cup, under way", cups.cup_card(_with_someone_there(halfway), voice)
    yield "a cup, won", cups.cup_card(_won(full), voice)
    yield "a cup, won without games", cups.cup_card(over, voice)
    two = samples.cup(2).start(ANN, NOW, Random(1))
    for name, before, after in (
        ("next games", full, drawn),
        ("the champion", halfway, over),
        ("nobody came", drawn, drawn.advance(NOW + COMING, {}, Random(1))),
        ("only draws", drawn, _drawn_twice(drawn)),
        ("a champion after two draws", two, _drawn_twice(two)),
    ):
        news = cups.announcement(before, after, voice)
        assert news, name
        yield f"a cup, {name}", news


def _played(cup: Cup, rounds: int) -> Cup:
    """A cup with so many rounds over: some players came, some not, and one deleted their data."""
    now = NOW
    rng = Random(2)
    cup = cup.start(ANN, now, rng)
    first, *others = cup.pairs
    cup = replace(cup, pairs=(replace(first, players=(first.players[0], NOBODY.user_id)), *others))
    for _ in range(rounds):
        for pair in cup.undecided[::2]:
            cup = cup.come(pair, pair.players[0], is_other_free=True)
        now += COMING
        cup = cup.advance(now, {}, rng)
    return cup


def _won(cup: Cup) -> Cup:
    """A cup that was won, each pair by a game."""
    cup = cup.start(ANN, NOW, Random(1))
    while cup.undecided:
        for pair in cup.undecided:
            cup = cup.with_pair(pair.with_winner(pair.place % 2, Way.GAME))
        cup = cup.with_next_pairs(NOW)
    return cup


def _drawn_twice(cup: Cup) -> Cup:
    """The same after two draws of its last pair."""
    for _ in range(MOST_DRAWS):
        cup = cup.begin(cup.pairs[-1], NUMBER)
        cup = cup.advance(NOW, {}, Random(1))
    return cup


def _with_someone_there(cup: Cup) -> Cup:
    """The same with one who waits for the other, and elsewhere a game that is being played."""
    waiting, *more = cup.undecided
    cup = cup.come(waiting, waiting.players[0], is_other_free=True)
    return cup.begin(more[0], NUMBER)


def _hints_and_reviews(voice: Voice) -> Iterator[Sample]:
    fresh = game(o=BOT)
    yield "a hint on the empty board", hint_card.hint(fresh, _analyse(fresh.board), voice)
    played = game(1, 9, 3, 2, 7, 4, o=BOT)
    pair = hint_card.last_pair(played, 4, voice)
    yield "a hint, its cell is played", hint_card.after_use(played, pair, voice)
    taken_back = voice.say(hint_card.TAKEN_BACK)
    yield "a hint, the only move is taken back", hint_card.after_use(fresh, taken_back, voice)
    lost = swapped(game(1, 2, 5, o=BOT))
    yield "a hint where all is lost", hint_card.hint(lost, _analyse(lost.board), voice)
    last = replace(game(7, 2, 8, 3, 1, 4, 6, 5, o=BOT), game="misere")
    yield "a hint for the last cell", hint_card.hint(last, _analyse(last.board), voice)
    won = game(*WON)
    page = partial(a_page, won, _review(WON), voice=voice)
    yield "a review, one's own mistake", page(BOB)
    yield "a review, one's own mistake is told", page(BOB, ply=3, is_told=True)
    for cell, how in ((4, "that holds no better"), (3, "that holds")):
        tried = a_try(won.board_after(3), cell)
        yield f"a review, a cell {how}", page(BOB, ply=3, tried=tried)
    several = a_page(game(*samples.ERRING), _review(samples.ERRING), ANN, voice)
    yield "a review, the first of one's own mistakes", several
    flawless = game(*samples.FLAWLESS)
    none = _review(samples.FLAWLESS)
    yield "a review, without a mistake", a_page(flawless, none, ANN, voice)
    yield "a review, shared", review_card.share_card(won, _review(WON), BOB, voice)
    without = review_card.share_card(flawless, none, BOB, voice)
    yield "a review without a mistake, shared", without


def a_page(
    reviewed: Session,
    moves: Sequence[GradedMove],
    viewer: int,
    voice: Voice,
    ply: int | None = None,
    *,
    is_told: bool = False,
    tried: Try | None = None,
) -> Card:
    page = review_card.Page.of(reviewed, moves, viewer, ply)
    return review_card.review_page(replace(page, is_told=is_told, tried=tried), voice)


def a_try(board: Board, cell: Cell) -> Try:
    """A cell that somebody tries on a board."""
    return Try(grade(board, cell), _analyse(board.play(cell)))


def _puzzles(voice: Voice) -> Iterator[Sample]:
    day = NOW // A_DAY
    puzzle = of_the_day(Board(), day)
    done = DailyRecord(day, tries=3, solved=True, streak=12)
    solved = answered(puzzle, puzzle.solution, voice, day=day, done=done)
    yield "the puzzle of the day, solved in 3", solved
    shared = puzzle_card.share_card(puzzle, done, ANN, voice)
    yield "the puzzle of the day, shared in 3", shared
    refused = DailyChannel(samples.CHANNEL, is_refused=True)
    card = puzzle_card.daily_card(refused, samples.CHANNEL, NOW, voice)
    yield "a daily puzzle, refused", card
    solvers = Solvers(count=5, in_one_try=3)
    post = DailyPost(samples.SERVER, samples.CHANNEL, voice.locale, DEFAULTS.game, day, solvers)
    yield (
        "the daily puzzle in a server that solved the last",
        puzzle_card.daily_post(post, puzzle, voice),
    )


def answered(
    puzzle: Puzzle,
    cell: Cell,
    voice: Voice,
    day: int = 0,
    done: DailyRecord | None = None,
    game: str = DEFAULTS.game,
) -> Card:
    """What follows an answer to a puzzle."""
    return puzzle_card.feedback(game, puzzle, day, a_try(puzzle.board, cell), voice, done)


def _records(voice: Voice) -> Iterator[Sample]:
    results = partial(records.stats_card, voice=voice)
    top = partial(records.leaderboard_card, voice=voice)
    defeats = samples.stats({"easy": Count(lost=2)}, Count(), Form(recent=(Result.LOSS,) * 2))
    yield "results of someone who has won nothing yet", results(defeats)
    yield "results of a newcomer", results(samples.stats({}, Count(), Form()))
    recent = (Result.WIN, Result.DRAW, Result.LOSS) * 3 + (Result.WIN,)
    form = Form(streak=3, best=12, recent=recent)
    against = {name: Count(100, 20, 3) for name in (PEOPLE, *OPPONENT_NAMES)}
    everyone = samples.stats(against, Count(1, 2, 3), form)
    yield "results against everyone", results(everyone)
    yield "results against every level", records.all_levels(everyone, voice)
    yield "results, none by now", records.all_levels(samples.stats({}, Count(), form), voice)
    met = samples.stats({PEOPLE: Count(9, 3, 4)}, Count(), form)
    met = replace(met, asker=BOB, head_to_head=Count(3, 2, 1))
    yield "results of someone one has played", results(met)
    by_game = {name: Count(20, 4, 1) for name in GAMES}
    form = Form(best=4, recent=(Result.WIN, Result.LOSS))
    several = replace(samples.stats({"hard": Count(100, 20, 5)}, Count(), form), by_game=by_game)
    yield "results in several games", results(several)
    rows = tuple(Standing(place, ANN + place, 999, Count(300, 99, 50)) for place in range(1, 11))
    long = samples.leaderboard(rows, 1, more=True)
    own = Standing(14, BOB, 12, Count(3, 3))
    yield "a leaderboard, second page, for someone on another", top(replace(long, own=own))
    empty = samples.leaderboard((), 0, more=False)
    yield "a leaderboard, empty", top(empty)
    against_bot = replace(empty, against_bot=True)
    yield "a leaderboard of games with the bot, empty", top(against_bot)


def _own_games(voice: Voice) -> Iterator[Sample]:
    for name, own in (
        ("", _some_on()),
        (", as many as there may be", _all_of_them()),
        (", between two rounds of a cup", _a_waiting_cup_player()),
        (", only finished ones", OwnGames(ANN, past=_finished(has_newer=True, has_older=True))),
    ):
        yield f"your games{name}", own_games.own_games(own, voice)
        finished = own_games.past_games(own, voice).spoken
        assert finished, "it can be said"
        yield f"in words, your games, what is finished{name}", finished
    asked = resign_question(game(1, 5), ANN, voice, in_list=True)
    yield "your games, resigning, the question", asked


def _some_on() -> OwnGames:
    """A game for each way in which time can be left, a challenge and a cup of each kind."""
    on = _numbered(
        game(1, 5, o=Bot("normal")),
        _slow(game(1, 5, time=A_DAY), 3 * HOUR),
        _slow(game(1, time=A_DAY, game="misere"), 20 * HOUR),
        replace(game(1, time=600), is_late=True),
        replace(game(1, 5, time=600), is_late=True),
    )
    on = most_urgent_first(on, ANN)
    past = _finished(has_older=True)
    return OwnGames(ANN, on, _challenges(), _cups(), past, told_at_once=True)


def _a_waiting_cup_player() -> OwnGames:
    """Somebody who has won their game of a cup."""
    cup = _running_cup()
    pair = cup.pair_of(ANN)
    assert pair, "Ann plays in the first round"
    won = cup.with_pair(pair.with_winner(pair.players.index(ANN), Way.GAME))
    return OwnGames(ANN, cups=(won,))


def _all_of_them() -> OwnGames:
    """More than is listed, each as long as it can be."""
    slow = _slow(game(1, 2, time=A_DAY, game="misere"), HOUR)
    theirs = _slow(game(1, time=A_DAY, game="misere"), HOUR)
    ended = [_ended(Termination.ABANDONED)] * PAST_PAGE
    past = PastGames(_numbered(*ended), has_newer=True, has_older=True)
    on = _numbered(*[slow] * 9, *[theirs] * 4)
    return OwnGames(ANN, on, _challenges() * 2, _cups(), past)


def _numbered(*sessions: Session) -> tuple[Session, ...]:
    """The same with an id each."""
    return tuple(replace(each, id=NUMBER + n) for n, each in enumerate(sessions))


def _slow(session: Session, passed: int) -> Session:
    """A session in which so much of the time for this move is gone."""
    return replace(session, turn_since=NOW - passed)


def _finished(*, has_newer: bool = False, has_older: bool = False) -> PastGames:
    """A game for each way to end."""
    sessions = _numbered(
        game(*WON),
        swapped(game(*WON, o=Bot("perfect"))),
        game(*DRAWN),
        replace(game(1, 5, game="misere"), ending=Ending(Termination.RESIGNATION, Mark.O)),
        _ended(Termination.STOPPED),
    )
    ended = tuple([replace(session, ended_at=NOW) for session in sessions])
    return PastGames(ended, has_newer, has_older)


def _ended(termination: Termination) -> Session:
    return replace(game(1, 5, game="misere"), ending=Ending(termination), ended_at=NOW)


def _challenges() -> tuple[posts.Challenge, ...]:
    """One from Ann, one to her, and an open game of hers."""
    sent = samples.challenge()
    received = replace(sent, challenger=BOB, challenged=ANN)
    return sent, received, replace(sent, challenged=None)


def _cups() -> tuple[Cup, ...]:
    return samples.cup(4), _running_cup()


def _running_cup() -> Cup:
    return samples.cup(4).start(ANN, NOW, Random(1))


def _settings_and_privacy(voice: Voice) -> Iterator[Sample]:
    other = ServerSettings("fading", "perfect", time=660, language="ja", look="sun and moon")
    yield "settings, all changed", settings.card(other, voice, saved=settings.Setting.TIME)
    banned = PersonalData(18, takes_challenges=True, is_banned=True)
    yield "privacy, of someone banned", privacy_card.privacy(banned, voice, samples.LINKS)
    yield "a part of an export", privacy_card.export(samples.EXPORTED, NUMBER, voice)
    yield "help, with links", help_card.how_to_play(voice, samples.LINKS)
