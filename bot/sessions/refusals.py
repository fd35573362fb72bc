"""Refusals: requests that the rules turn down, as facts. `bot.rendering.refusals` has their words.

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
        NoTimeToThink
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

The engine refuses a move on a cell that is taken or off the board: `engine.board.IllegalMove`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sessions.seats import UserId

if TYPE_CHECKING:  # both import this file
    from bot.sessions.challenge import Challenge
    from bot.sessions.session import Session


class Refusal(Exception):
    """A request that the rules turn down. Nothing has changed."""


class NoGameHere(Refusal):
    """The person has no game in this channel, or the game does not belong to this channel."""


class NothingToReview(Refusal):
    """The person has finished no game in this channel, or the game has no moves."""


class NoServerHere(Refusal):
    """A server's leaderboard was asked for outside servers."""


class NotForYou(Refusal):
    """The person may not manage the channel, so they cannot end other people's games."""


class NothingToStop(Refusal):
    """A game was to be stopped, but nobody plays in this channel, or not that person."""


class SeveralGamesHere(Refusal):
    """A game was to be stopped, but there are several in this channel."""


class DepthWithoutMinimax(Refusal):
    """A depth was given with a level that has none."""


class TimeForBot(Refusal):
    """A time for a move was given in a game with the bot."""


class LevelForPerson(Refusal):
    """A level of the bot was given in a game with another person."""


class NoTimeToThink(Refusal):
    """The bot would have had to search for too long, or too many others wait for it to."""


class SessionRefusal(Refusal):
    """The state of `session` does not allow the request."""

    def __init__(self, session: Session) -> None:
        super().__init__(f"session {session.id} after {len(session.moves)} moves")
        self.session = session


class AlreadyPlaying(SessionRefusal):
    """The person already has a game in this channel: `session`."""


class NotYourGame(SessionRefusal):
    """The person holds no seat in this game."""


class NotYourTurn(SessionRefusal):
    """The other seat is to move."""


class SessionOver(SessionRefusal):
    """The game has ended."""


class HintAgainstPerson(SessionRefusal):
    """A hint was asked for in a game of two people."""


class NotOverYet(SessionRefusal):
    """The game is not over: a review would be a hint, and it is too early for a rematch."""


class NoClock(SessionRefusal):
    """The win was claimed in a game without a clock."""


class TimeNotUp(SessionRefusal):
    """The win was claimed while the opponent still had time."""


class YourOwnTime(SessionRefusal):
    """The win was claimed by the player whose turn it is."""


class NoDrawWithBot(SessionRefusal):
    """A draw was offered to the bot."""


class DrawAlreadyOffered(SessionRefusal):
    """The person has already offered a draw, and the opponent has not answered."""


class RematchTaken(SessionRefusal):
    """The game has had its rematch, `session`. Ask for the next one there."""


class BoardMovedOn(SessionRefusal):
    """The move was meant for an earlier board of this game."""


class NobodyToChallenge(Refusal):
    """The person cannot be challenged here."""


class Yourself(NobodyToChallenge):
    """They challenged themselves."""


class AnotherBot(NobodyToChallenge):
    """They challenged another bot."""


class NotInThisServer(NobodyToChallenge):
    """The person is not a member of this server."""


class OnlyTheBotHere(NobodyToChallenge):
    """Nobody else sees the bot's direct messages."""


class OnlyPrivateAnswers(NobodyToChallenge):
    """The app may only answer privately here, so nobody would see a challenge."""


class NoSuchChallenge(Refusal):
    """The challenge of a button does not exist in this channel."""


class OpponentDeleted(Refusal):
    """The opponent of the rematch has deleted their data."""


class TooManyChallenges(Refusal):
    """The person already has as many open challenges as allowed."""


class OpponentRefusal(Refusal):
    """The request cannot be met because of the other person, `player`."""

    def __init__(self, player: UserId) -> None:
        super().__init__(f"user {player}")
        self.player = player


class TheyAlreadyPlay(OpponentRefusal):
    """The other person already has a game in this channel."""


class TheyChallengeYou(OpponentRefusal):
    """The other person has already challenged this one."""


class TheyTakeNoChallenges(OpponentRefusal):
    """The other person has turned challenges off or blocked this person. Nobody is told which."""


class ChallengedLately(OpponentRefusal):
    """The other person did not accept a recent challenge. The next one is allowed from `until` on.

    until  seconds since 1970, UTC
    """

    def __init__(self, player: UserId, until: int) -> None:
        super().__init__(player)
        self.until = until


class ChallengeRefusal(Refusal):
    """The state of `challenge` does not allow the request."""

    def __init__(self, challenge: Challenge) -> None:
        super().__init__(f"challenge {challenge.id}: {challenge.state.value}")
        self.challenge = challenge


class AlreadyChallenging(ChallengeRefusal):
    """The person already has an open challenge in this channel."""


class NotYoursToAnswer(ChallengeRefusal):
    """Only the challenged person may accept or decline."""


class NotYoursToCancel(ChallengeRefusal):
    """Only the challenger may cancel."""


class ChallengeGone(ChallengeRefusal):
    """The challenge is no longer open; its state says why."""
