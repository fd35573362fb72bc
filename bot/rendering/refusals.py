"""What the rules turned down, in words: one line with the fact, then what to do next.

`words` looks a refusal up by its class, then by its base classes. A new refusal needs one entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.rendering import boards, challenges
from bot.rendering.looks import Look
from bot.rendering.voice import Voice, say
from bot.sessions import refusals
from bot.sessions.challenge import MOST_OPEN
from engine.board import CellTaken, IllegalMove, OffTheBoard


def words(refusal: refusals.Refusal | IllegalMove, voice: Voice, look: Look) -> str | None:
    """The line that people read, or None for a refusal that never reaches them as one."""
    for kind in type(refusal).__mro__:
        if kind in _WORDS:
            told = _WORDS[kind]
            return voice.say(told) if isinstance(told, str) else told(refusal, voice, look)
    return None


def _cell_taken(refusal: CellTaken, voice: Voice, _: Look) -> str:
    free = ", ".join(map(str, refusal.board.free_cells))
    return voice.say("⛔ **Cell {cell} is taken.** Free: {free}.", cell=refusal.cell, free=free)


def _off_the_board(refusal: OffTheBoard, voice: Voice, _: Look) -> str:
    last = refusal.board.rules.cells[-1]
    return voice.say("⛔ **There is no such cell.** They go from 1 to {last}.", last=last)


def _not_your_turn(refusal: refusals.NotYourTurn, voice: Voice, look: Look) -> str:
    return voice.say(
        "⏳ **Not your turn.** Waiting for {player} {mark}.",
        player=boards.name(refusal.session.to_move, voice),
        mark=look.sign(refusal.session.board.turn),
    )


def _already_playing(refusal: refusals.AlreadyPlaying, voice: Voice, _: Look) -> str:
    if refusal.session.message_id is None:
        return voice.say("⛔ **You already play here.** `/ttt board` shows your game, `/ttt resign` ends it.")
    return voice.say(
        "⛔ **You already play here:** [your board]({link}). "
        "`/ttt board` shows it again, `/ttt resign` ends that game.",
        link=boards.link(refusal.session),
    )


def _time_not_up(refusal: refusals.TimeNotUp, voice: Voice, _: Look) -> str:
    return voice.say(
        "⏳ **{player} still has time**, until <t:{at}:t> (<t:{at}:R>).",
        player=boards.name(refusal.session.to_move, voice),
        at=refusal.session.deadline,
    )


def _challenged_lately(refusal: refusals.ChallengedLately, voice: Voice, _: Look) -> str:
    return voice.say(
        "⏳ **Give <@{player}> a break.** You can challenge them again <t:{at}:R>.",
        player=refusal.player,
        at=refusal.until,
    )


def _already_challenging(refusal: refusals.AlreadyChallenging, voice: Voice, _: Look) -> str:
    return voice.say(
        "⛔ **You are waiting for <@{player}> to answer.** `/ttt resign` takes that challenge back.",
        player=refusal.challenge.challenged,
    )


def _not_yours_to_answer(refusal: refusals.NotYoursToAnswer, voice: Voice, _: Look) -> str:
    player = refusal.challenge.challenged
    return voice.say("⛔ **This challenge is not yours.** Only <@{player}> can answer.", player=player)


def _not_yours_to_cancel(refusal: refusals.NotYoursToCancel, voice: Voice, _: Look) -> str:
    player = refusal.challenge.challenger
    return voice.say("⛔ **This challenge is not yours.** Only <@{player}> can cancel.", player=player)


_WORDS: Mapping[type[Exception], str | Callable[[Any, Voice, Look], str]] = {
    CellTaken: _cell_taken,
    OffTheBoard: _off_the_board,
    refusals.NotYourTurn: _not_your_turn,
    refusals.NoGameHere: say("⛔ **You have no game here.** `/ttt start` begins one."),
    refusals.AlreadyPlaying: _already_playing,
    refusals.NotYourGame: say("⛔ **This is not your game.** `/ttt start` begins one of your own."),
    refusals.SessionOver: say("⛔ **This game is over.** `/ttt start` begins another."),
    refusals.HintAgainstPerson: say(
        "⛔ **No hints against a person.** In a game with the bot, `/ttt hint` gives one."
    ),
    refusals.NotOverYet: say("⛔ **This game still goes on.** Finish it first."),
    refusals.NothingToReview: say("⛔ **You have nothing to review here.** Finish a game with a move in it."),
    refusals.NoClock: say("⛔ **This game has no clock.** Only games between people have one."),
    refusals.YourOwnTime: say(
        "⛔ **It is your own move: play it.** You can claim once the other's time is up."
    ),
    refusals.TimeNotUp: _time_not_up,
    refusals.NoDrawWithBot: say("⛔ **The bot plays on.** `/ttt resign` gives the game up."),
    refusals.DrawAlreadyOffered: say("⏳ **You have offered a draw.** It stands until the next move."),
    refusals.RematchTaken: say("⛔ **This game has had its rematch.** Ask for another below that one."),
    refusals.NoServerHere: say("⛔ **There is no server here.** Its table is shown in its channels."),
    refusals.NotForYou: say(
        "⛔ **This is for those who manage the channel.** `/ttt resign` ends your own game."
    ),
    refusals.NothingToStop: say("⛔ **There is no such game here.** Nothing had to be stopped."),
    refusals.SeveralGamesHere: say("⛔ **Several games are played here.** Say whose: `/ttt stop player:`."),
    refusals.TimeForBot: say(
        "⛔ **The bot plays without a clock.** Leave out the time, or name an opponent."
    ),
    refusals.LevelForPerson: say(
        "⛔ **Only the bot has a level and a depth.** Leave them out, or the opponent."
    ),
    refusals.DepthWithoutMinimax: say(
        "⛔ **Only minimax has a depth.** Choose level minimax, or leave the depth out."
    ),
    refusals.NoTimeToThink: say(
        "⏳ **I couldn't think that through in time.** Nothing was played; try again in a few seconds."
    ),
    refusals.Yourself: say(
        "⛔ **You can't challenge yourself.** `/ttt start` alone begins a game with the bot."
    ),
    refusals.AnotherBot: say("⛔ **That bot does not play.** `/ttt start` alone begins a game with me."),
    refusals.NotInThisServer: say("⛔ **They are not in this server.** Challenge somebody who is."),
    refusals.OnlyTheBotHere: say(
        "⛔ **Nobody else can see this.** Challenge friends in a server; here you play the bot."
    ),
    refusals.OnlyPrivateAnswers: say(
        "⛔ **Only you can see my answers here.** Challenge friends where everybody can."
    ),
    refusals.TheyAlreadyPlay: lambda refusal, voice, _: voice.say(
        "⛔ **<@{player}> already plays here.** Try again after that game.", player=refusal.player
    ),
    refusals.OpponentDeleted: say(
        "⛔ **They had their data deleted.** `/ttt start opponent:` challenges somebody anew."
    ),
    refusals.TheyChallengeYou: lambda refusal, voice, _: voice.say(
        "⛔ **<@{player}> has challenged you already.** Press Accept there.", player=refusal.player
    ),
    refusals.TheyTakeNoChallenges: lambda refusal, voice, _: voice.say(
        "⛔ **<@{player}> takes no challenges.** `/ttt start` alone begins a game with the bot.",
        player=refusal.player,
    ),
    refusals.ChallengedLately: _challenged_lately,
    refusals.TooManyChallenges: lambda _refusal, voice, _: voice.say(
        "⛔ **You have {count} challenges out.** Wait until one is answered, or cancel one.", count=MOST_OPEN
    ),
    refusals.AlreadyChallenging: _already_challenging,
    refusals.NotYoursToAnswer: _not_yours_to_answer,
    refusals.NotYoursToCancel: _not_yours_to_cancel,
    refusals.ChallengeGone: lambda refusal, voice, _: challenges.ending(refusal.challenge, voice),
    refusals.NoSuchChallenge: say("⛔ **This challenge is gone.** `/ttt start` makes a new one."),
}
