"""What the rules turn down, as facts. Their words are made in `bot.rendering.refusals`.

    Refusal
        NoGameHere
        NothingToReview
        NoServerHere
        NotForYou
        NothingToStop
        SeveralGamesHere
        DepthWithoutMinimax
        TimeForBot
        LevelForPerson
        SessionRefusal
            AlreadyPlaying
            NotYourGame
            NotYourTurn
            SessionOver
            HintAgainstPerson
            NotOverYet
            NoClock
            TimeNotUp
            YourOwnTime
            NoDrawWithBot
            DrawAlreadyOffered
            RematchTaken
            BoardMovedOn
        NobodyToChallenge
            Yourself
            AnotherBot
            NotInThisServer
            OnlyTheBotHere
            OnlyPrivateAnswers
        NoSuchChallenge
        OpponentDeleted
        TooManyChallenges
        OpponentRefusal
            TheyAlreadyPlay
            TheyChallengeYou
            TheyTakeNoChallenges
            ChallengedLately
        ChallengeRefusal
            AlreadyChallenging
            NotYoursToAnswer
            NotYoursToCancel
            ChallengeGone

A move on a cell that is taken or off the board is refused by the engine: `engine.board.IllegalMove`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sessions.seats import UserId

if TYPE_CHECKING:  # only named here: both raise what stands in this file
    from bot.sessions.challenge import Challenge
    from bot.sessions.session import Session


class Refusal(Exception):
    """A request that the rules turn down. Nothing has changed."""


class NoGameHere(Refusal):
    """The person plays no game in this channel, or the game asked for is not kept here."""


class NothingToReview(Refusal):
    """The person has finished no game in this channel, or the game asked for had no moves."""


class NoServerHere(Refusal):
    """A server's leaderboard was asked for outside servers."""


class NotForYou(Refusal):
    """The person may not manage the channel, and so not end the games of others."""


class NothingToStop(Refusal):
    """A game was to be stopped, and none is played in this channel, or not by that person."""


class SeveralGamesHere(Refusal):
    """A game was to be stopped, and the channel holds more than one."""


class DepthWithoutMinimax(Refusal):
    """A depth was asked for with a level that has none."""


class TimeForBot(Refusal):
    """A time per move was asked for in a game with the bot."""


class LevelForPerson(Refusal):
    """A level of the bot was asked for in a game with another person."""


class SessionRefusal(Refusal):
    """A request turned down by the state of `session`."""

    def __init__(self, session: Session) -> None:
        super().__init__(f"session {session.id} after {len(session.moves)} moves")
        self.session = session


class AlreadyPlaying(SessionRefusal):
    """The person plays in this channel already: `session`."""


class NotYourGame(SessionRefusal):
    """The person holds no seat in this game."""


class NotYourTurn(SessionRefusal):
    """The other seat is to move."""


class SessionOver(SessionRefusal):
    """The game has ended."""


class HintAgainstPerson(SessionRefusal):
    """A hint was asked for in a game of two people."""


class NotOverYet(SessionRefusal):
    """The game goes on: a review of it would be a hint, and a rematch comes after its end."""


class NoClock(SessionRefusal):
    """The win was claimed in a game without a clock."""


class TimeNotUp(SessionRefusal):
    """The win was claimed while the other still had time."""


class YourOwnTime(SessionRefusal):
    """The win was claimed by the one whose move it is."""


class NoDrawWithBot(SessionRefusal):
    """A draw was offered to the bot."""


class DrawAlreadyOffered(SessionRefusal):
    """The person has offered a draw, and the other has not answered."""


class RematchTaken(SessionRefusal):
    """The game has had its rematch, `session`; the next one is to be asked for there."""


class BoardMovedOn(SessionRefusal):
    """The move was meant for an earlier board of this game than the one that stands."""


class NobodyToChallenge(Refusal):
    """The person named cannot be challenged here."""


class Yourself(NobodyToChallenge):
    """They challenged themselves."""


class AnotherBot(NobodyToChallenge):
    """They challenged a bot that is not this one."""


class NotInThisServer(NobodyToChallenge):
    """The person named is no member of this server."""


class OnlyTheBotHere(NobodyToChallenge):
    """Nobody else sees the bot's direct messages."""


class OnlyPrivateAnswers(NobodyToChallenge):
    """Here the app may answer only the person who uses it, so nobody would see a challenge."""


class NoSuchChallenge(Refusal):
    """The challenge of a button is not kept here."""


class OpponentDeleted(Refusal):
    """A rematch was asked for with someone who had their data deleted."""


class TooManyChallenges(Refusal):
    """The person has as many challenges out as anybody may."""


class OpponentRefusal(Refusal):
    """A request turned down because of the other person, `player`."""

    def __init__(self, player: UserId) -> None:
        super().__init__(f"user {player}")
        self.player = player


class TheyAlreadyPlay(OpponentRefusal):
    """The other person plays in this channel already."""


class TheyChallengeYou(OpponentRefusal):
    """The other person has a challenge out for the one who challenges them."""


class TheyTakeNoChallenges(OpponentRefusal):
    """The other person has switched challenges off, or blocked this person, who is not told which."""


class ChallengedLately(OpponentRefusal):
    """The person has challenged the other in vain, and may do so again from `until` on.

    until  seconds since 1970, UTC
    """

    def __init__(self, player: UserId, until: int) -> None:
        super().__init__(player)
        self.until = until


class ChallengeRefusal(Refusal):
    """A request turned down by the state of `challenge`."""

    def __init__(self, challenge: Challenge) -> None:
        super().__init__(f"challenge {challenge.id}: {challenge.state.value}")
        self.challenge = challenge


class AlreadyChallenging(ChallengeRefusal):
    """The person has a challenge out in this channel, which nobody has answered yet."""


class NotYoursToAnswer(ChallengeRefusal):
    """Only the challenged person accepts or declines."""


class NotYoursToCancel(ChallengeRefusal):
    """Only the challenger cancels."""


class ChallengeGone(ChallengeRefusal):
    """The challenge is no longer open: its state says why."""
