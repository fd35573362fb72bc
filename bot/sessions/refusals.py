"""The refusals of commands: why a request is turned down. Others stand beside the rule that refuses."""

from __future__ import annotations

from bot.texts import Refusal, say


class NoGameHere(Refusal):
    """The person has no game in this channel, or the game does not belong to this channel."""

    says = say("**You don't have a game here.** Start one: `/ttt start`")


class NotForYou(Refusal):
    """The person may not manage the channel, so they cannot end other people's games."""

    says = say("**Only moderators can stop games.** `/ttt resign` gives up your own. 🔒")


class NothingToStop(Refusal):
    """A game was to be stopped, but nobody plays in this channel, or not that person."""

    says = say("**There's no such game here.** Use `/ttt stop` in the channel it's played in.")


class SeveralGamesHere(Refusal):
    """A game was to be stopped, but there are several in this channel."""

    says = say("**There's more than one game here.** Name a player: `/ttt stop`")


class TimeForBot(Refusal):
    """A time for a move was given in a game with the bot."""

    says = say("**There's no clock when you play me.** Leave out `time`, or name an `opponent`.")


class LevelForPerson(Refusal):
    """A level of the bot was given in a game with another person."""

    says = say("**`level` and `depth` are for games with me.** Leave them out, or leave out `opponent`.")


class DepthWithoutMinimax(Refusal):
    """A depth was given with a level that has none."""

    says = say("**`depth` goes with level minimax.** Choose that level, or leave `depth` out.")


class OpponentForAnyone(Refusal):
    """An opponent was named for a game that anyone may join."""

    says = say("**An open game is for anyone.** Leave out `opponent`, or leave out `open`.")
