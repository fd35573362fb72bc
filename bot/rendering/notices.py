"""What was refused or went wrong, in one line: the fact, then what to do next."""

from __future__ import annotations

from bot.rendering import boards, challenges
from bot.rendering.catalogue import say, say_count
from bot.rendering.grids import SYMBOLS
from bot.rendering.reply import Notice
from bot.sessions.challenge import (
    AlreadyChallenging,
    AnotherBot,
    ChallengedLately,
    ChallengeGone,
    NoSuchChallenge,
    NotInThisServer,
    NotYoursToAnswer,
    NotYoursToCancel,
    OnlyPrivateAnswers,
    OnlyTheBotHere,
    OpponentDeleted,
    TheyAlreadyPlay,
    TheyChallengeYou,
    TheyTakeNoChallenges,
    TooManyChallenges,
    Yourself,
)
from bot.sessions.session import (
    AlreadyPlaying,
    DepthWithoutMinimax,
    DrawAlreadyOffered,
    HintAgainstPerson,
    LevelForPerson,
    NoClock,
    NoDrawWithBot,
    NoGameHere,
    NoServerHere,
    NotForYou,
    NothingToReview,
    NothingToStop,
    NotOverYet,
    NotYourGame,
    NotYourTurn,
    Refusal,
    RematchTaken,
    SessionOver,
    SeveralGamesHere,
    TimeForBot,
    TimeNotUp,
    YourOwnTime,
)
from engine.board import CellTaken, IllegalMove, OffTheBoard


def refused(refusal: Refusal | IllegalMove) -> Notice | None:
    """Why the rules turned a request down, or None for what should never come before a person."""
    text = _of_a_move(refusal) or _of_a_game(refusal) or _of_a_challenge(refusal)
    return Notice(text) if text else None


def _of_a_move(refusal: Exception) -> str:
    match refusal:
        case CellTaken(cell=cell, board=board):
            free = ", ".join(map(str, board.free_cells))
            return say("⛔ **Cell {cell} is taken.** Free: {free}.", cell=cell, free=free)
        case OffTheBoard(board=board):
            last = board.rules.cells[-1]
            return say("⛔ **There is no such cell.** They go from 1 to {last}.", last=last)
        case NotYourTurn(session=session):
            return say(
                "⏳ **Not your turn.** Waiting for {player} {mark}.",
                player=boards.name(session.to_move),
                mark=SYMBOLS[session.board.turn],
            )
    return ""


def _of_a_game(refusal: Exception) -> str:
    match refusal:
        case NoGameHere():
            return say("⛔ **You have no game here.** `/ttt start` begins one.")
        case AlreadyPlaying(session=session) if session.message_id is not None:
            return say(
                "⛔ **You already play here:** [your board]({link}). "
                "`/ttt board` shows it again, `/ttt resign` ends that game.",
                link=boards.link(session),
            )
        case AlreadyPlaying():
            return say("⛔ **You already play here.** `/ttt board` shows your game, `/ttt resign` ends it.")
        case NotYourGame():
            return say("⛔ **This is not your game.** `/ttt start` begins one of your own.")
        case SessionOver():
            return say("⛔ **This game is over.** `/ttt start` begins another.")
        case HintAgainstPerson():
            return say("⛔ **No hints against a person.** In a game with the bot, `/ttt hint` gives one.")
        case NotOverYet():
            return say("⛔ **This game still goes on.** Finish it first.")
        case NothingToReview():
            return say("⛔ **You have nothing to review here.** Finish a game with a move in it.")
        case NoClock():
            return say("⛔ **This game has no clock.** Only games between people have one.")
        case YourOwnTime():
            return say("⛔ **It is your own move: play it.** You can claim once the other's time is up.")
        case TimeNotUp(session=session):
            return say(
                "⏳ **{player} still has time**, until <t:{at}:t> (<t:{at}:R>).",
                player=boards.name(session.to_move),
                at=session.deadline,
            )
        case NoDrawWithBot():
            return say("⛔ **The bot plays on.** `/ttt resign` gives the game up.")
        case DrawAlreadyOffered():
            return say("⏳ **You have offered a draw.** It stands until the next move.")
        case RematchTaken():
            return say("⛔ **This game has had its rematch.** Ask for another below that one.")
        case NoServerHere():
            return say("⛔ **There is no server here.** Its table is shown in its channels.")
        case NotForYou():
            return say("⛔ **This is for those who manage the channel.** `/ttt resign` ends your own game.")
        case NothingToStop():
            return say("⛔ **There is no such game here.** Nothing had to be stopped.")
        case SeveralGamesHere():
            return say("⛔ **Several games are played here.** Say whose: `/ttt stop player:`.")
        case TimeForBot():
            return say("⛔ **The bot plays without a clock.** Leave out the time, or name an opponent.")
        case LevelForPerson():
            return say("⛔ **Only the bot has a level and a depth.** Leave them out, or the opponent.")
        case DepthWithoutMinimax():
            return say("⛔ **Only minimax has a depth.** Choose level minimax, or leave the depth out.")
    return ""


def _of_a_challenge(refusal: Exception) -> str:
    match refusal:
        case Yourself():
            return say("⛔ **You can't challenge yourself.** `/ttt start` alone begins a game with the bot.")
        case AnotherBot():
            return say("⛔ **That bot does not play.** `/ttt start` alone begins a game with me.")
        case NotInThisServer():
            return say("⛔ **They are not in this server.** Challenge somebody who is.")
        case OnlyTheBotHere():
            return say(
                "⛔ **Nobody else can see this.** Challenge friends in a server; here you play the bot."
            )
        case OnlyPrivateAnswers():
            return say("⛔ **Only you can see my answers here.** Challenge friends where everybody can.")
        case TheyAlreadyPlay(player=player):
            return say("⛔ **<@{player}> already plays here.** Try again after that game.", player=player)
        case OpponentDeleted():
            return say("⛔ **They had their data deleted.** `/ttt start opponent:` challenges somebody anew.")
        case TheyChallengeYou(player=player):
            return say("⛔ **<@{player}> has challenged you already.** Press Accept there.", player=player)
        case TheyTakeNoChallenges(player=player):
            return say(
                "⛔ **<@{player}> takes no challenges.** `/ttt start` alone begins a game with the bot.",
                player=player,
            )
        case ChallengedLately(player=player, until=until):
            return say(
                "⏳ **Give <@{player}> a break.** You can challenge them again <t:{at}:R>.",
                player=player,
                at=until,
            )
        case TooManyChallenges():
            return say("⛔ **You have three challenges out.** Wait until one is answered, or cancel one.")
        case AlreadyChallenging(challenge=asked):
            return say(
                "⛔ **You are waiting for <@{player}> to answer.** `/ttt resign` takes that challenge back.",
                player=asked.challenged,
            )
        case NotYoursToAnswer(challenge=asked):
            return say(
                "⛔ **This challenge is not yours.** Only <@{player}> can answer.", player=asked.challenged
            )
        case NotYoursToCancel(challenge=asked):
            return say(
                "⛔ **This challenge is not yours.** Only <@{player}> can cancel.", player=asked.challenger
            )
        case ChallengeGone(challenge=asked):
            return challenges.ending(asked)
        case NoSuchChallenge():
            return say("⛔ **This challenge is gone.** `/ttt start` makes a new one.")
    return ""


def too_fast(seconds: int) -> Notice:
    """Somebody does more than they may in so short a time."""
    wait = say_count("{count} second", "{count} seconds", seconds)
    return Notice(say("⏳ **That was fast.** Try again in {wait}.", wait=wait))


def unknown_button() -> Notice:
    """A button this version does not make: an old one, or one somebody made up."""
    return Notice(say("⛔ **This button no longer works.** `/ttt board` shows your game."))


def not_saved() -> Notice:
    """The database is down; nothing has happened."""
    return Notice(say("⚠️ **I can't save anything right now.** Nothing was played; try again in a minute."))


def outcome_unknown() -> Notice:
    """The database did not answer in time."""
    return Notice(
        say("⚠️ **Saving takes too long right now.** Look whether it was done before you try again.")
    )


def unknown_error(error_id: str) -> Notice:
    """Something nobody thought of; the id stands in the log."""
    return Notice(
        say(
            "⚠️ **Something went wrong** (error {error_id}). Your games are safe; try again.",
            error_id=error_id,
        )
    )


def unknown_command() -> Notice:
    """A command that this version does not know in this form; Discord's client may show an old one."""
    return Notice(say("⛔ **That command has changed.** Restart Discord, then type it again."))
