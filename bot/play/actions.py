"""What players and the bot do in a session. Each action returns the next session, or refuses."""

from dataclasses import replace
from random import Random

from bot.interactions.questions import Known, Question, policy
from bot.messages.texts import UNKNOWN_BUTTON, Refusal, phrase
from bot.play.news import Kind, News
from bot.play.seats import NOBODY, Bot, FirstChoice, Person, Terms, UserId
from bot.play.session import Ending, Session, Termination, ending_of
from engine import opponents
from engine.board import FADING, Cell, Mark
from engine.exact_scores import score_board
from engine.review import GradedMove, grade
from engine.score import Result

# Why a request is refused:
NOT_YOUR_GAME = phrase("**That's someone else's game.** Start your own: `/ttt start`")
NOT_YOUR_TURN = phrase("**That was {player}'s turn.** You're up after they move. ⏳")
TIME_IS_UP = phrase(
    "**{player} was out of time.** Unless they have moved since, claim your win: `/ttt claim`"
)
HINT_AGAINST_PERSON = phrase(
    "**No hints against a friend!** You get them when you play me: `/ttt start`"
)
NOTHING_TO_TAKE_BACK = phrase(
    "**There's nothing to take back.** You can take back a move when you play me."
)
NO_CLOCK = phrase("**There's no clock when you play me.** Take your time, then tap a number.")
YOUR_OWN_TIME = phrase(
    "**It's your move!** Tap a number. You can only claim when your opponent's time is up."
)
TIME_NOT_UP = phrase(
    "**{player} still had time**, until <t:{at}:t>. You can only claim when their time is up."
)
NO_DRAW_WITH_BOT = phrase("**I always play to the end!** Keep playing, or resign: `/ttt resign`")
DRAW_ALREADY_OFFERED = phrase(
    "**You'd already offered a draw.** An offer holds until the next move. ⏳"
)
NOT_OVER_YET = phrase("**This game isn't over yet.** Try again when it is.")
NOTHING_TO_REVIEW = phrase("**Nothing to review here yet.** Finish a game first: `/ttt start`")
SHOWS_NO_GAME = phrase(
    "**That message isn't one of my games.** Choose one with a board, or use `/ttt review`."
)
REMATCH_TAKEN = phrase("**You've already had a rematch.** Press **Rematch** under the newer game.")
NO_GAME_HERE = phrase("**You don't have a game here.** Start one: `/ttt start`")
NOT_FOR_YOU = phrase("**Only moderators can stop games.** `/ttt resign` ends your own. 🔒")
NOTHING_TO_STOP = phrase("**There's no such game here.** Use `/ttt stop` in that game's channel.")
SEVERAL_GAMES_HERE = phrase("**There's more than one game here.** Name a player: `/ttt stop`")


class SessionRefusal(Refusal):
    """The state of `session` does not allow the request, and decides what is said or shown.

    In its words `{player}` is whose turn it is.
    """

    def __init__(self, session: Session, says: str = "", **facts: object) -> None:
        super().__init__(says, **facts)
        self.session = session


class SessionOver(SessionRefusal):
    """The game has ended."""

    says = phrase("**This game is over.** Start another: `/ttt start`")


class BoardMovedOn(SessionRefusal):
    """The move was meant for an earlier board of this game. The board itself is the answer."""


class AlreadyPlaying(SessionRefusal):
    """The person already has a game in this channel: `session`."""

    def __init__(self, session: Session) -> None:
        if session.link is None:
            says = phrase(
                "**You already had a game here.** While it's on, `/ttt board` shows it and "
                "`/ttt resign` ends it. `/ttt games` lists all of yours."
            )
        else:
            says = phrase(
                "**You already had a game here:** [go to the board]({link}). While it's on, "
                "`/ttt resign` ends it. `/ttt games` lists all of yours."
            )
        super().__init__(session, says, link=session.link)


def own_mark(session: Session, player: UserId) -> Mark:
    """The mark of `player`. Raises Refusal if they do not play in it."""
    mark = session.mark_of(player)
    if mark is None:
        raise Refusal(NOT_YOUR_GAME)
    return mark


def play(
    session: Session, player: UserId, cell: Cell, rng: Random, known: Known | None = None
) -> Session:
    """`player` plays `cell`; then the bot replies, if it is its turn.

    known  how the bot plays on the board it then has, if that needs a search

    Raises engine.board.IllegalMove or MustAsk.
    """
    mark = _mark_in_play(session, player)
    if mark is not session.board.turn:
        if session.is_late:
            raise SessionRefusal(session, TIME_IS_UP)
        raise SessionRefusal(session, NOT_YOUR_TURN)
    return with_bots_move(_with_move(session, cell), rng, known)


def play_on_version(
    session: Session,
    player: UserId,
    version: int,
    cell: Cell,
    rng: Random,
    known: Known | None = None,
) -> Session:
    """Like `play`, for a person who saw this version of the board.

    A second press for a move that was made changes nothing. Raises BoardMovedOn if the current
    board is another one, even if the move was taken back, and everything that `play` raises.
    """
    mark = own_mark(session, player)
    ply = session.ply_of(version)
    if _has_played(session, mark, ply, cell):
        return session
    if not session.ending and version != session.version:
        raise BoardMovedOn(session)
    return play(session, player, cell, rng, known)


def _has_played(session: Session, mark: Mark, ply: int, cell: Cell) -> bool:
    """Whether the move at this ply, which need not be there, was this one."""
    if not 0 <= ply < len(session.moves):
        return False
    mover = session.first if ply % 2 == 0 else session.first.other
    return mover is mark and session.moves[ply] == cell


def with_bots_move(session: Session, rng: Random, known: Known | None = None) -> Session:
    """The session after the bot's move if it is the bot's turn; otherwise unchanged.

    Raises MustAsk.
    """
    if session.ending or not isinstance(session.to_move, Bot):
        return session
    bots_policy = policy(session.to_move.level, session.board, known)
    return _with_move(session, opponents.pick(bots_policy, rng))


def with_hint(session: Session, player: UserId) -> Session:
    """The session after `player` got a hint."""
    mark = own_mark(session, player)
    if isinstance(session.seats[mark.other], Person):
        raise Refusal(HINT_AGAINST_PERSON)
    if session.ending:
        raise SessionOver(session)
    return replace(session, assisted=True)


def take_back(session: Session, player: UserId, version: int) -> Session:
    """The session without `player`'s last move and the bot's reply, as one with hints."""
    _mark_in_play(session, player)
    if version != session.version:
        raise BoardMovedOn(session)
    if not session.can_take_back:
        raise Refusal(NOTHING_TO_TAKE_BACK)
    left = len(session.moves) - 2
    return replace(
        session,
        moves=session.moves[:left],
        taken_back=session.taken_back + 2,
        assisted=True,
    )


def resign(session: Session, player: UserId) -> Session:
    """`player` resigns, on either side's turn.

    Someone who has not moved yet has nothing to lose: the game ends without a result. In a cup they
    lose.
    """
    mark = own_mark(session, player)
    if loses_by_resigning(session, player):
        return _with_news(replace(session, ending=Ending(Termination.RESIGNATION, mark.other)))
    if session.of_two_people:
        return replace(session, ending=Ending(Termination.STOPPED, left_by=mark))
    return replace(session, ending=Ending(Termination.STOPPED))


def loses_by_resigning(session: Session, player: UserId) -> bool:
    """Whether it would count as a loss for `player`."""
    mark = _mark_in_play(session, player)
    if session.cup_id is not None:
        return True
    moves_before_theirs = 0 if mark is session.first else 1
    return len(session.moves) > moves_before_theirs


def claim(session: Session, player: UserId, now: int) -> Session:
    """`player` wins because the opponent's time is up."""
    mark = _mark_in_play(session, player)
    if session.deadline is None:
        raise Refusal(NO_CLOCK)
    if mark is session.board.turn:
        raise Refusal(YOUR_OWN_TIME)
    if now < session.deadline:
        raise SessionRefusal(session, TIME_NOT_UP, at=session.deadline)
    return replace(session, ending=Ending(Termination.TIME, mark))


def offer_draw(session: Session, player: UserId, ply: int | None = None) -> Session:
    """`player` offers a draw, or accepts one, on the board after `ply` moves."""
    mark = _mark_in_play(session, player)
    if isinstance(session.seats[mark.other], Bot):
        raise Refusal(NO_DRAW_WITH_BOT)
    if ply is not None and ply != len(session.moves):
        raise BoardMovedOn(session)
    if session.offered_by is mark:
        raise Refusal(DRAW_ALREADY_OFFERED)
    if session.offered_by is mark.other:
        return replace(session, ending=Ending(Termination.AGREEMENT), offered_by=None)
    return replace(session, offered_by=mark)


def stop(session: Session) -> Session:
    """End the session without a result. Raises SessionOver."""
    if session.ending:
        raise SessionOver(session)
    return replace(session, ending=Ending(Termination.STOPPED))


def after_deletion(session: Session, player: UserId) -> Session:
    """The session after `player` had their data deleted: stopped, with nobody in their seat.

    Raises SessionOver.
    """
    seats = dict(session.seats)
    for mark, seat in session.seats.items():
        if seat == Person(player):
            seats[mark] = NOBODY
    return stop(replace(session, seats=seats))


def to_review(session: Session) -> Session:
    """The session itself, if it may be reviewed."""
    if not session.ending:
        raise Refusal(NOT_OVER_YET)
    if not session.moves:
        raise Refusal(NOTHING_TO_REVIEW)
    return session


def moves_to_grade(session: Session) -> list[Question[GradedMove]]:
    """How good each move of a session was, as questions to the engine."""
    questions = []
    for ply, cell in enumerate(session.moves):
        questions.append(Question(grade, session.board_after(ply), (cell,)))
    return questions


def rematch_terms(session: Session, player: UserId, *, fading: bool = False) -> Terms:
    """The terms of a rematch that `player` asks for: the same, but the other side goes first.

    fading  whether they want to play it as fading
    """
    mark = own_mark(session, player)
    if not session.ending:
        raise Refusal(NOT_OVER_YET)
    if fading and not session.may_fade:
        raise Refusal(UNKNOWN_BUTTON)
    first: FirstChoice = "them" if session.first is mark else "me"
    game = session.game
    if fading:
        game = FADING
    return Terms(mark.value, first, session.time, game, session.language)


def _mark_in_play(session: Session, player: UserId) -> Mark:
    mark = own_mark(session, player)
    if session.ending:
        raise SessionOver(session)
    return mark


def _with_move(session: Session, cell: Cell) -> Session:
    after = replace(
        session,
        moves=(*session.moves, cell),
        ending=ending_of(session.board.play(cell)),
        offered_by=None,
        is_late=False,
    )
    if after.ending:
        return _with_news(after)
    return after


def _with_news(session: Session) -> Session:
    """A session that has ended, with what its person had before the bot won, if that is known."""
    assert session.ending, "it has ended"
    winner = session.ending.winner
    if winner is None or session.assisted or session.is_demo:
        return session
    if isinstance(session.seats[winner], Person):
        return session
    return replace(session, news=_let_go(session, winner.other))


def _let_go(session: Session, loser: Mark) -> News | None:
    """What a side had until it made the move that lost, if that can be looked up.

    None if it was lost from the start, or not even when its player resigned.
    """
    if not Question(score_board, session.board).is_looked_up:
        return None
    last_ply = len(session.moves)
    for ply in range(last_ply, -1, -1):
        board = session.board_after(ply)
        had = Question(score_board, board).find().result
        if board.turn is not loser:
            had = had.reversed
        if had is Result.LOSS:
            continue
        if ply == last_ply:
            return None
        kind = Kind.HAD_DRAW
        if had is Result.WIN:
            kind = Kind.HAD_WIN
        return News(kind, ply + 1)
    return None
