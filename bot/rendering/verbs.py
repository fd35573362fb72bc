"""Verbs: what each button other than a cell does, and what it is about."""

from __future__ import annotations

from enum import Enum


class Verb(Enum):
    """What a button does. Its value stands in the custom_ids of all messages, so it never changes."""

    # a session
    RESIGN = "resign"
    RESIGN_NOW = "resignnow"  # once more, after the question
    STOP_NOW = "stopnow"
    HINT = "hint"
    NEXT = "next"  # a demo game after so many moves
    PLAY_ON = "play"
    DRAW = "draw"  # a session after so many moves
    CLAIM = "claim"
    REMATCH = "rematch"
    EASIER = "easier"
    HARDER = "harder"
    REVIEW = "review"  # at one's first mistake
    EARLIER = "earlier"  # a review at the move after so many; three buttons need three verbs
    LATER = "later"
    MISTAKE = "mistake"
    SHOW = "show"  # and tells the better cells
    READ = "read"  # in words
    SHARE = "share"  # its review

    # a challenge
    ACCEPT = "accept"
    JOIN = "join"  # one to anyone
    DECLINE = "decline"
    CANCEL = "cancel"
    BLOCK = "block"  # its challenger
    UNBLOCK = "unblock"

    # a cup
    CUP_JOIN = "cupjoin"
    CUP_LEAVE = "cupleave"
    CUP_START = "cupstart"
    CUP_CANCEL = "cupcancel"
    CUP_PLAY = "cupplay"
    CUP_LOOK = "cuplook"

    # a game, as 3x3 is one
    LEADERBOARD = "top"  # a page of the server's leaderboard of games between people
    LEADERBOARD_BOT = "topbot"  # of games with the bot
    PRACTISE = "practise"  # a puzzle; the number has no meaning

    SHARE_PUZZLE = "sharepuzzle"  # the puzzle of the day, solved; the number is the day

    # the server; no number
    DAILY_HERE = "dailyhere"
    DAILY_OFF = "dailyoff"
    SETTINGS = "settings"
    WATCHING_ON = "watchon"
    WATCHING_OFF = "watchoff"
    RESET = "reset"
    RESET_AGAIN = "resetagain"
    RESET_NOW = "resetnow"

    # the person who presses; no number
    TEXT_FIRST = "textfirst"
    PICTURES_FIRST = "picturesfirst"
    CLOSE_DOOR = "close"
    OPEN_DOOR = "open"
    UNBLOCK_EVERYONE = "unblockall"
    EXPORT = "export"  # the number says where in one's games the file begins
    DELETE = "delete"
    DELETE_NOW = "deletenow"
    KEEP = "keep"


OF_A_SESSION = {
    Verb.RESIGN,
    Verb.HINT,
    Verb.NEXT,
    Verb.PLAY_ON,
    Verb.DRAW,
    Verb.CLAIM,
    Verb.REMATCH,
    Verb.EASIER,
    Verb.HARDER,
    Verb.REVIEW,
    Verb.EARLIER,
    Verb.LATER,
    Verb.MISTAKE,
    Verb.SHOW,
    Verb.READ,
    Verb.SHARE,
}
"""Those on the board of a session or on its review."""

OF_A_CHALLENGE = {Verb.ACCEPT, Verb.JOIN, Verb.DECLINE, Verb.CANCEL, Verb.BLOCK, Verb.UNBLOCK}

OF_A_CUP = {
    Verb.CUP_JOIN,
    Verb.CUP_LEAVE,
    Verb.CUP_START,
    Verb.CUP_CANCEL,
    Verb.CUP_PLAY,
    Verb.CUP_LOOK,
}

OF_A_GAME = {Verb.LEADERBOARD, Verb.LEADERBOARD_BOT, Verb.PRACTISE}

OF_A_SERVER = {
    Verb.DAILY_HERE,
    Verb.DAILY_OFF,
    Verb.SETTINGS,
    Verb.WATCHING_ON,
    Verb.WATCHING_OFF,
    Verb.RESET,
    Verb.RESET_AGAIN,
    Verb.RESET_NOW,
}

ABOUT_ONESELF = {
    Verb.CLOSE_DOOR,
    Verb.OPEN_DOOR,
    Verb.UNBLOCK_EVERYONE,
    Verb.EXPORT,
    Verb.DELETE,
    Verb.DELETE_NOW,
    Verb.KEEP,
}
"""What everyone may press to see, change or delete what is kept about them."""

OF_A_PERSON = {Verb.TEXT_FIRST, Verb.PICTURES_FIRST, *ABOUT_ONESELF}
