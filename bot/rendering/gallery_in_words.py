"""The samples of the gallery that are in words alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.rendering import boards, samples, spoken
from bot.rendering.looks import Look
from bot.rendering.reply import Reply
from bot.rendering.voice import Voice
from bot.sessions.endings import Ending, Tally, Termination
from bot.sessions.seats import NOBODY
from engine.board import Mark


def in_words(voice: Voice, _: Look) -> Iterator[tuple[str, Reply]]:
    """A sample of each kind, by its name."""
    ann, eve = samples.ANN.user_id, samples.BOB.user_id + 1
    friends = replace(samples.game(1, 5, time=600), offered_by=Mark.O)
    yield "in words, first move", spoken.board(samples.game(o=samples.BOT), ann, voice)
    yield "in words, under way", spoken.board(samples.game(1, 5, o=samples.BOT), ann, voice, private=False)
    yield "in words, a friend's turn", spoken.board(samples.game(1, time=600), ann, voice)
    yield "in words, a draw is offered", spoken.board(friends, ann, voice)
    yield "in words, someone else's game", spoken.board(friends, eve, voice)
    yield "in words, a demo game", spoken.board(samples.demo_game(2, 5), eve, voice)
    yield "in words, out of date", spoken.board(friends, ann, voice, boards.out_of_date(voice))
    fading = replace(samples.game(1, 5, 3, 7, 8, 4, o=samples.BOT), game="fading")
    yield "in words, a mark fades next", spoken.board(fading, ann, voice)
    larger = replace(samples.game(1, 2), game="5x5")
    yield "in words, a larger board", spoken.board(larger, ann, voice)
    won = replace(samples.game(*samples.WON), tally=Tally(x=2, o=1, drawn=1))
    yield "in words, won", spoken.board(won, ann, voice)
    yield "in words, a draw", spoken.board(samples.game(*samples.DRAWN, o=samples.BOT), ann, voice)
    stopped = replace(samples.game(1, 5), ending=Ending(Termination.STOPPED))
    yield "in words, stopped", spoken.board(stopped, ann, voice)
    left = replace(samples.game(*samples.WON), seats={Mark.X: samples.ANN, Mark.O: NOBODY})
    yield "in words, against someone who was deleted", spoken.board(left, ann, voice)
