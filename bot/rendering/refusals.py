"""Refusals in words: one line with the fact, then what to do next.

`words` looks a refusal up by its class, then by its base classes. A new refusal needs one entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.rendering import challenges, names
from bot.rendering.looks import Look
from bot.rendering.voice import Voice, say
from bot.sessions import challenge_refusals, cup_refusals, refusals
from bot.sessions.challenge import MOST_OPEN
from bot.sessions.cup import FEWEST, MOST
from bot.sessions.seats import NOBODY
from engine.board import CellTaken, IllegalMove, OffTheBoard
from engine.numbers import has_margins, number_of

_MOST_NAMED = 9  # free cells


def words(refusal: refusals.Refusal | IllegalMove, voice: Voice, look: Look) -> str | None:
    """The line that people read; None for a refusal that is never shown as a line."""
    for kind in type(refusal).__mro__:
        if kind in _WORDS:
            told = _WORDS[kind]
            return voice.say(told) if isinstance(told, str) else told(refusal, voice, look)
    return None


def _cell_taken(refusal: CellTaken, voice: Voice, _: Look) -> str:
    rules = refusal.board.rules
    free = voice.either([str(number_of(cell, rules)) for cell in refusal.board.free_cells])
    taken = number_of(refusal.cell, rules)
    if refusal.cell == refusal.board.fading(refusal.board.turn):
        return voice.say(
            "**Your mark on {cell} only goes when you move.** Try {free}.", cell=taken, free=free
        )
    if len(refusal.board.free_cells) > _MOST_NAMED:
        return voice.say("**Cell {cell} is taken.** Pick another number.", cell=taken)
    return voice.say("**Cell {cell} is taken.** Try {free}.", cell=taken, free=free)


def _off_the_board(refusal: OffTheBoard, voice: Voice, _: Look) -> str:
    rules = refusal.board.rules
    last = number_of(rules.cells[-1], rules)
    if has_margins(rules):
        return voice.say("**No such cell.** Pick a row, then a column: 11 to {last}.", last=last)
    return voice.say("**No such cell.** Pick one from 1 to {last}.", last=last)


def _not_your_turn(refusal: refusals.NotYourTurn, voice: Voice, _: Look) -> str:
    player, deadline = names.name(refusal.session.to_move, voice), refusal.session.deadline
    if deadline is None:
        return voice.say("**It's {player}'s turn.** You're up after that. ⏳", player=player)
    return voice.say(
        "**It's {player}'s turn.** They have until <t:{at}:t> (<t:{at}:R>). ⏳", player=player, at=deadline
    )


def _already_playing(refusal: refusals.AlreadyPlaying, voice: Voice, _: Look) -> str:
    if refusal.session.message_id is None:
        return voice.say("**You already have a game here.** `/ttt board` shows it, `/ttt resign` ends it.")
    return voice.say(
        "**You already have a game here:** [go to your board]({link}). `/ttt resign` ends it.",
        link=names.link(refusal.session),
    )


def _time_not_up(refusal: refusals.TimeNotUp, voice: Voice, _: Look) -> str:
    return voice.say(
        "**{player} still has time**, until <t:{at}:t>. You can claim the win <t:{at}:R>.",
        player=names.name(refusal.session.to_move, voice),
        at=refusal.session.deadline,
    )


def _challenged_lately(refusal: challenge_refusals.ChallengedLately, voice: Voice, _: Look) -> str:
    return voice.say(
        "**Give <@{player}> a break.** You can challenge them again <t:{at}:R>. ⏳",
        player=refusal.player,
        at=refusal.until,
    )


def _already_challenging(refusal: challenge_refusals.AlreadyChallenging, voice: Voice, _: Look) -> str:
    if refusal.challenge.challenged is None:
        return voice.say("**You're still waiting for someone to join.** `/ttt resign` takes that back.")
    return voice.say(
        "**You're still waiting for <@{player}>.** `/ttt resign` takes that challenge back.",
        player=refusal.challenge.challenged,
    )


def _not_yours_to_answer(refusal: challenge_refusals.NotYoursToAnswer, voice: Voice, _: Look) -> str:
    player = refusal.challenge.challenged
    return voice.say(
        "**Only <@{player}> can answer this.** Did you send it? **Cancel** takes it back.", player=player
    )


def _not_yours_to_cancel(refusal: challenge_refusals.NotYoursToCancel, voice: Voice, _: Look) -> str:
    player = refusal.challenge.challenger
    if refusal.challenge.challenged is None:
        return voice.say("**Only <@{player}> can cancel this.** Want to play? Press **Join**.", player=player)
    return voice.say(
        "**Only <@{player}> can cancel this.** Is it for you? Then press **Decline**.", player=player
    )


def _not_your_cup(refusal: cup_refusals.NotYourCup, voice: Voice, _: Look) -> str:
    if refusal.cup.host == NOBODY.user_id:
        return voice.say("**Nobody can do that:** the person who opened this cup has deleted their data.")
    return voice.say("**Only <@{host}> can do that:** they opened this cup.", host=refusal.cup.host)


_WORDS: Mapping[type[Exception], str | Callable[[Any, Voice, Look], str]] = {
    CellTaken: _cell_taken,
    OffTheBoard: _off_the_board,
    refusals.NotYourTurn: _not_your_turn,
    refusals.NoGameHere: say("**You don't have a game here.** Start one: `/ttt start`"),
    refusals.AlreadyPlaying: _already_playing,
    refusals.NotYourGame: say("**That's someone else's game.** Start your own: `/ttt start`"),
    refusals.SessionOver: say("**This game is over.** Start another: `/ttt start`"),
    refusals.HintAgainstPerson: say(
        "**No hints against a friend!** You get them when you play me: `/ttt start`"
    ),
    refusals.NotOverYet: say("**This game isn't over yet.** Try again when it is."),
    refusals.NothingToReview: say("**Nothing to review here yet.** Finish a game first: `/ttt start`"),
    refusals.NothingToShare: say("**That puzzle is over.** Try today's: `/ttt puzzle`"),
    refusals.IMayNotPost: say(
        "**I can't post in this channel.** Let me see it and send messages here, then press again. 🔒"
    ),
    refusals.YouMayNotPost: say("**You can't post in this channel.** Share it in one where you can. 🔒"),
    refusals.NoClock: say("**There's no clock when you play me.** Take your time, then tap a number."),
    refusals.YourOwnTime: say(
        "**It's your move!** Tap a number. You can only claim when your opponent's time is up."
    ),
    refusals.TimeNotUp: _time_not_up,
    refusals.NoDrawWithBot: say("**I always play to the end!** Carry on, or give up: `/ttt resign`"),
    refusals.DrawAlreadyOffered: say(
        "**You've offered a draw.** Your opponent can accept it until the next move. ⏳"
    ),
    refusals.RematchTaken: say("**There's already been a rematch.** Press **Rematch** below that game."),
    refusals.NoServerHere: say("**Rankings belong to servers.** Use `/ttt top` in one."),
    refusals.NotForYou: say("**Only moderators can stop games.** `/ttt resign` gives up your own. 🔒"),
    refusals.WatchingIsOff: say("**Watching is off in this server.** Play me instead: `/ttt start`"),
    refusals.NoSettingsHere: say(
        "**Settings belong to servers that have added me.** Use `/ttt settings` in one."
    ),
    refusals.NoDailyHere: say(
        "**The daily puzzle comes to servers that have added me.** Use `/ttt daily` in one."
    ),
    refusals.OnlyManagers: say("**Only people who manage this server can do that.** Ask one of them. 🔒"),
    refusals.NothingToStop: say(
        "**There's no such game here.** Use `/ttt stop` in the channel it's played in."
    ),
    refusals.SeveralGamesHere: say("**There's more than one game here.** Name a player: `/ttt stop`"),
    refusals.TimeForBot: say(
        "**There's no clock when you play me.** Leave out `time`, or name an `opponent`."
    ),
    refusals.LevelForPerson: say(
        "**`level` and `depth` are for games with me.** Leave them out, or leave out `opponent`."
    ),
    refusals.OpponentForAnyone: say(
        "**An open game is for anyone.** Leave out `opponent`, or leave out `open`."
    ),
    refusals.DepthWithoutMinimax: say(
        "**`depth` goes with level minimax.** Choose that level, or leave `depth` out."
    ),
    refusals.NoTimeToThink: say(
        "**I couldn't think that through in time.** Nothing has changed, so try again in a few seconds. ⏳"
    ),
    refusals.Banned: say("**The bot's operator has blocked you.** `/ttt privacy` still shows your data."),
    refusals.ServerBanned: say(
        "**The bot's operator has blocked this server.** `/ttt privacy` still shows your data."
    ),
    cup_refusals.NoCupHere: say("**There's no cup here.** Open one in a server's channel: `/ttt cup`"),
    cup_refusals.MayNotOpenCups: say(
        "**You need the Manage Events permission to open a cup.** Ask someone who has it. 🔒"
    ),
    cup_refusals.JoiningIsOver: say("**Joining is over.** The first round is drawn."),
    cup_refusals.CupIsFull: lambda _refusal, voice, _: voice.say(
        "**This cup is full:** {most} people have joined.", most=MOST
    ),
    cup_refusals.TooFewPlayers: lambda _refusal, voice, _: voice.say(
        "**It takes at least {fewest} players.** Wait until someone joins.", fewest=FEWEST
    ),
    cup_refusals.NotYourCup: _not_your_cup,
    cup_refusals.CupIsOver: say("**This cup is over.** Open another: `/ttt cup`"),
    cup_refusals.NotInThisCup: say("**You're not in this cup.** Join the next one!"),
    cup_refusals.NothingToPlayYet: say("**You have no game yet.** I'll say when it's your turn. ⏳"),
    cup_refusals.OutOfThisCup: say("**You're out of this cup.** Better luck next time!"),
    challenge_refusals.Yourself: say("**You can't challenge yourself.** Play me instead: `/ttt start`"),
    challenge_refusals.AnotherBot: say("**That bot doesn't play, but I do:** `/ttt start`"),
    challenge_refusals.NotInThisServer: say(
        "**They aren't in this server.** Challenge someone who is: `/ttt start`"
    ),
    challenge_refusals.OnlyTheBotHere: say(
        "**It's just you and me here.** Challenge friends in a server, or play me: `/ttt start`"
    ),
    challenge_refusals.OnlyPrivateAnswers: say(
        "**Nobody else can see my messages here.** Challenge friends in another server, or "
        "play me: `/ttt start`"
    ),
    challenge_refusals.TheyAlreadyPlay: lambda refusal, voice, _: voice.say(
        "**<@{player}> has a game here.** Try again when it's over.", player=refusal.player
    ),
    challenge_refusals.OpponentDeleted: say(
        "**They've deleted their data, so there's no rematch.** Challenge someone else: `/ttt start`"
    ),
    challenge_refusals.TheyChallengeYou: lambda refusal, voice, _: voice.say(
        "**<@{player}> has already challenged you!** Press **Accept** there.", player=refusal.player
    ),
    challenge_refusals.TheyTakeNoChallenges: lambda refusal, voice, _: voice.say(
        "**<@{player}> isn't taking challenges.** Play me instead: `/ttt start`",
        player=refusal.player,
    ),
    challenge_refusals.ChallengedLately: _challenged_lately,
    challenge_refusals.LeftLately: lambda refusal, voice, _: voice.say(
        "**You left a game before making a move.** You can join one again <t:{at}:R>. ⏳",
        at=refusal.until,
    ),
    challenge_refusals.TooManyChallenges: lambda _refusal, voice, _: voice.say(
        "**You already have {count} open challenges.** Wait for an answer, or press **Cancel** on one.",
        count=MOST_OPEN,
    ),
    challenge_refusals.AlreadyChallenging: _already_challenging,
    challenge_refusals.YourOwnChallenge: say(
        "**That's your own game!** Someone else has to join. **Cancel** takes it back."
    ),
    challenge_refusals.NotYoursToAnswer: _not_yours_to_answer,
    challenge_refusals.NotYoursToCancel: _not_yours_to_cancel,
    challenge_refusals.ChallengeGone: lambda refusal, voice, _: challenges.ending(refusal.challenge, voice),
    challenge_refusals.NoSuchChallenge: say("**This challenge is gone.** Send a new one: `/ttt start`"),
}
