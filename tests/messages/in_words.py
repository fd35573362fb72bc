"""The samples of the gallery that are in words alone."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bot.advice import hint_card as hints
from bot.messages.reply import Reply
from bot.messages.texts import Voice
from bot.people import privacy_card as people
from bot.play import card as boards
from bot.play.seats import NOBODY
from bot.play.session import Ending, Tally, Termination
from engine.board import Mark
from tests.messages import samples
from tests.messages.samples import BOT, WON, game

ANN, BOB, EVE = samples.ANN.user_id, samples.BOB.user_id, samples.BOB.user_id + 1


def in_words(voice: Voice) -> Iterator[tuple[str, Reply]]:
    """A sample of each kind, by its name."""
    told = partial(boards.spoken_board, reader=ANN, voice=voice)
    friends = replace(game(1, 5, time=600), offered_by=Mark.O)
    yield "in words, first move", told(game(o=BOT), offers_more=True)
    yield "in words, under way", replace(told(game(1, 5, o=BOT)), is_private=False)
    yield "in words, a friend's turn", told(game(1, time=600))
    yield "in words, a draw is offered", told(friends)
    yield "in words, time is up", told(replace(friends, is_late=True))
    yield "in words, someone else's game", boards.spoken_board(friends, EVE, voice)
    yield "in words, a demo game", boards.spoken_board(samples.demo_game(2, 5), EVE, voice)
    yield (
        "in words, out of date",
        boards.spoken_board(friends, ANN, voice, voice.say(boards.OUT_OF_DATE)),
    )
    yield (
        "in words, a game that was on already",
        told(friends, note=voice.say(boards.already_playing(friends, voice).note)),
    )
    fading = replace(game(1, 5, 3, 7, 8, 4, o=BOT), game="fading")
    yield "in words, a mark fades next", told(fading)
    yield (
        "in words, a move is taken back",
        boards.spoken_board(game(1, 5, o=BOT), ANN, voice, voice.say(hints.TAKEN_BACK)),
    )
    yield (
        "in words, where marks are other emoji",
        told(replace(game(1, 5, o=BOT), look="crown and gem")),
    )
    yield "in words, a larger board", told(replace(game(1, 2), game="5x5"))
    yield "in words, won", told(replace(game(*WON), tally=Tally(x=2, o=1, drawn=1)))
    yield "in words, a draw", told(game(*samples.DRAWN, o=BOT))
    yield "in words, stopped", told(replace(game(1, 5), ending=Ending(Termination.STOPPED)))
    left = replace(game(*WON), seats={Mark.X: samples.ANN, Mark.O: NOBODY})
    yield "in words, against someone who was deleted", told(left)
    yield "in words, text comes first", people.after_text_first(voice, wants=True)
    yield "in words, pictures come first", people.after_text_first(voice, wants=False)
