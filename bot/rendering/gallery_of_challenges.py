"""The gallery's samples of challenges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.rendering import challenges as posts
from bot.rendering import notices, people, samples
from bot.rendering.looks import Look
from bot.rendering.reply import Reply
from bot.rendering.voice import Voice
from bot.sessions.challenge import State
from bot.sessions.challenge_refusals import AlreadyChallenging, NotYoursToCancel
from bot.sessions.seats import Terms


def challenges(voice: Voice, look: Look) -> Iterator[tuple[str, Reply]]:
    for state in State:
        yield (
            f"a challenge, {state.value}",
            posts.challenge(samples.challenge(state), voice),
        )
    anyone = replace(samples.challenge(), challenged=None)
    yield "a challenge to anyone", posts.challenge(anyone, voice)
    chance = replace(anyone, terms=samples.terms(Terms("random", "them", 3600)))
    yield "a challenge to anyone, who goes first", posts.challenge(chance, voice)
    mine = replace(anyone, terms=samples.terms(Terms("O", "me")))
    yield "a challenge to anyone, the challenger goes first", posts.challenge(mine, voice)
    again = posts.challenge(anyone, voice, samples.BOB)
    yield "a challenge to anyone, after someone joined and left", again
    nobody = replace(anyone, state=State.LAPSED)
    yield "a challenge to anyone, lapsed", posts.challenge(nobody, voice)
    for refusal in (AlreadyChallenging(anyone), NotYoursToCancel(anyone)):
        if notice := notices.refused(refusal, voice, look):
            yield f"refused: {type(refusal).__name__}, of a challenge to anyone", notice
    yield (
        "a challenge, all left to chance",
        posts.challenge(
            replace(samples.challenge(), terms=samples.terms(Terms("random", "random", 3600))), voice
        ),
    )
    yield (
        "a challenge to a rematch",
        posts.challenge(replace(samples.challenge(), rematch_of=samples.NUMBER), voice),
    )
    friends = samples.game(time=600)
    yield (
        "a challenge was accepted, the challenger goes first",
        posts.accepted(friends, samples.BOB.user_id, voice),
    )
    yield (
        "a challenge was accepted, the other goes first",
        posts.accepted(friends, samples.ANN.user_id, voice),
    )
    yield "a challenger is blocked", people.blocked(samples.challenge(), voice)
    yield "a challenger is unblocked", people.unblocked(samples.challenge(), voice)
