"""Refusals: requests that the rules turn down, as facts. `bot.rendering.refusals` has their words.

    Refusal
        NoGameHere
        NothingToReview
        NothingToShare
        YouMayNotPost
        IMayNotPost
        NoServerHere
        NotForYou
        WatchingIsOff
        NoSettingsHere
        NoDailyHere
        OnlyManagers
        NothingToStop
        SeveralGamesHere
        DepthWithoutMinimax
        TimeForBot
        LevelForPerson
        OpponentForAnyone
        NoTimeToThink
        Banned
        ServerBanned
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
        LeftLately
        ChallengeRefusal
            AlreadyChallenging
            YourOwnChallenge
            NotYoursToAnswer
            NotYoursToCancel
            ChallengeGone
        NoCupHere
        MayNotOpenCups
        CupRefusal
            JoiningIsOver
            CupIsFull
            TooFewPlayers
            NotYourCup
            CupIsOver
            NotInThisCup
            NothingToPlayYet
            OutOfThisCup

Those from NobodyToChallenge on are in `bot.sessions.challenge_refusals`, those from NoCupHere on in
`bot.sessions.cup_refusals`, the others in this file. The engine
refuses a move on a cell that is taken or off the board: `engine.board.IllegalMove`.
"""

from __future__ import annotations

from bot.sessions.session import Session


class Refusal(Exception):
    """A request that the rules turn down. Nothing has changed."""


class NoGameHere(Refusal):
    """The person has no game in this channel, or the game does not belong to this channel."""


class NothingToReview(Refusal):
    """The person has finished no game in this channel, or the game has no moves."""


class NothingToShare(Refusal):
    """The person has tried a later puzzle since, or has not solved this one."""


class YouMayNotPost(Refusal):
    """The person would show something to a channel in which they may not post."""


class IMayNotPost(Refusal):
    """The bot would have to post in a channel in which it may not."""


class NoServerHere(Refusal):
    """A server's leaderboard was asked for outside servers."""


class NotForYou(Refusal):
    """The person may not manage the channel, so they cannot end other people's games."""


class WatchingIsOff(Refusal):
    """The server's settings do not allow demo games."""


class NoSettingsHere(Refusal):
    """Settings were asked for in direct messages, or in a server of which the bot is no member."""


class NoDailyHere(Refusal):
    """The puzzle of the day was to be posted where the bot is not in a server as a member."""


class OnlyManagers(Refusal):
    """The person may not manage the server, so they cannot change its settings."""


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


class OpponentForAnyone(Refusal):
    """An opponent was named for a game that anyone may join."""


class NoTimeToThink(Refusal):
    """The bot would have had to search for too long, or too many others wait for it to."""


class Banned(Refusal):
    """The bot's operator has blocked the person."""


class ServerBanned(Refusal):
    """The bot's operator has blocked the server."""


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
