"""The gallery: every kind of message the bot can send, by name.

All that is drawn on the ways is in it, what they seldom or never come by, and every refusal. Tests
check Discord's limits on them, pictures draw them, and translators see where a text stands.
"""

import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.interactions import error_answers
from bot.interactions.error_answers import explain
from bot.messages.content import Card, Content, Notice
from bot.messages.texts import ENGLISH, Voice
from bot.play.actions import BoardMovedOn
from engine.board import Board, CellTaken, OffTheBoard
from tests.messages import samples
from tests.messages.rare import Sample, rare
from tests.support.recording import recording

logging.getLogger("bot").addHandler(logging.NullHandler())  # one of the samples logs its error


def gallery(voice: Voice = ENGLISH) -> Mapping[str, Content]:
    """Every sample by its name."""
    return dict(walk(voice))


def walk(voice: Voice = ENGLISH) -> Iterator[Sample]:
    """Every sample with its name, each made when it is asked for, and those that can be said."""
    for samples_of in (rare, _recorded, _refusals, _troubles):
        for name, content in samples_of(voice):
            yield name, content
            if isinstance(content, Card) and content.spoken:
                yield f"in words, {name}", content.spoken


def _recorded(voice: Voice) -> Iterator[Sample]:
    for name, drawn in recording().items():
        yield name, drawn.draw(voice)


def _refusals(voice: Voice) -> Iterator[Sample]:
    taken, to = Board.after([1, 5]), samples.asked_in(voice)
    yield "refused: CellTaken", explain(CellTaken(taken, 5), to).content
    yield "refused: OffTheBoard", explain(OffTheBoard(taken, 10), to).content
    for kind in samples.kinds():
        if kind is not BoardMovedOn:  # the board is the answer
            yield f"refused: {kind.__name__}", explain(samples.refusal(kind), to).content
    raised = {name: (kind, says) for name, kind, says, _ in samples.raised()}
    for name, (kind, says) in raised.items():
        yield (
            f"refused: {name.title().replace('_', '')}",
            explain(samples.refusal(kind, says), to).content,
        )


def _troubles(voice: Voice) -> Iterator[Sample]:
    yield "too fast", error_answers.too_fast(3, voice)
    yield "an unknown command", Notice(voice.say(error_answers.COMMAND_HAS_CHANGED))
    unknown = error_answers.something_broke(LookupError(), voice)
    yield "an unknown error", replace(unknown, text=re.sub("[0-9a-f]{8}", "0123abcd", unknown.text))
    yield "not saved", Notice(voice.say(error_answers.CANNOT_SAVE))
    yield "perhaps saved", Notice(voice.say(error_answers.SAVING_IS_SLOW))
