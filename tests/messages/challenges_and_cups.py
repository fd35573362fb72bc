"""The gallery's samples of challenges and cups."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

from bot.challenges import card as posts
from bot.challenges.challenge import State
from bot.cups import card as cards
from bot.cups.cup import COMING, MOST, MOST_DRAWS, Cup, Stage, Way
from bot.messages.reply import Reply
from bot.messages.texts import Voice
from bot.play.seats import NOBODY, Terms
from tests.messages import samples

ANN, BOB = samples.ANN.user_id, samples.BOB.user_id


def challenges(voice: Voice) -> Iterator[tuple[str, Reply]]:
    asked, posted = samples.challenge(), partial(posts.challenge_post, voice=voice)
    for state in State:
        yield f"a challenge, {state.value}", posted(samples.challenge(state))
    anyone = replace(asked, challenged=None)
    yield "a challenge to anyone", posted(anyone)
    chance = replace(anyone, terms=samples.terms(Terms("random", "them", 3600)))
    yield "a challenge to anyone, who goes first", posted(chance)
    mine = replace(anyone, terms=samples.terms(Terms("O", "me")))
    yield "a challenge to anyone, the challenger goes first", posted(mine)
    yield "a challenge to anyone, lapsed", posted(replace(anyone, state=State.LAPSED))
    chance = replace(asked, terms=samples.terms(Terms("random", "random", 3600)))
    yield "a challenge, all left to chance", posted(chance)
    yield "a challenge to a rematch", posted(replace(asked, rematch_of=samples.NUMBER))
    yield "a challenge was accepted", posts.first_board(samples.game(time=600), ANN, voice)
    yield "a challenger is declined", posts.block_offer(asked, voice)
    yield "a challenger is blocked", posts.after_block(asked, voice)
    yield "a challenger is unblocked", posts.after_unblock(asked, voice)


def cups(voice: Voice) -> Iterator[tuple[str, Reply]]:
    """Every kind of message about a cup."""
    opened, full = samples.cup(0), samples.cup(MOST)
    drawn = full.start(ANN, samples.NOW, Random(1))
    halfway, over = _played(samples.cup(11), rounds=2), _played(full, rounds=4)
    yield "a cup, nobody has joined", cards.cup_card(opened, voice)
    yield "a cup, everyone has joined", cards.cup_card(full, voice)
    yield "a cup, the first round", cards.cup_card(drawn, voice)
    yield "a cup, under way", cards.cup_card(_with_someone_there(halfway), voice)
    yield "a cup, won", cards.cup_card(_won(full), voice)
    yield "a cup, won by two", cards.cup_card(_won(samples.cup(2)), voice)
    yield "a cup, won without games", cards.cup_card(over, voice)
    for name, stage in (("open", opened), ("under way", drawn), ("over", over)):
        yield f"a cup, {name}, for its host, which only you see", cards.for_host(stage, voice)
    yield "a cup, cancelled", cards.cup_card(samples.cup(2, Stage.CANCELLED), voice)
    yield "a cup, too few players", cards.cup_card(samples.cup(1, Stage.CANCELLED), voice)
    yield "a cup, further down", cards.pointer(drawn, voice)
    yield "a cup, further down by command", cards.pointer(replace(drawn, message_id=None), voice)
    yield "a cup, its game starts", cards.game_has_begun(BOB, voice)
    one, two = samples.cup(1), samples.cup(2).start(ANN, samples.NOW, Random(1))
    came, late = two.come(two.pairs[0], ANN, is_other_free=True), samples.NOW + COMING
    for name, before, after in (
        ("next games", full, drawn),
        ("the champion", halfway, over),
        ("nobody came", drawn, drawn.advance(late, {}, Random(1))),
        ("only draws", drawn, _drawn_twice(drawn)),
        ("a champion whose opponent did not come", came, came.advance(late, {}, Random(1))),
        ("a champion by a coin flip", two, two.advance(late, {}, Random(1))),
        ("a champion after two draws", two, _drawn_twice(two)),
        ("too few to start", one, one.advance(one.closes_at, {}, Random(1))),
    ):
        if news := cards.announcement(before, after, voice):
            yield f"a cup, {name}", news


def _played(cup: Cup, rounds: int) -> Cup:
    """A cup with so many rounds over: some players came, some not, and one deleted their data."""
    now, rng = samples.NOW, Random(2)
    cup = cup.start(ANN, now, rng)
    first, *others = cup.pairs
    cup = replace(cup, pairs=(replace(first, players=(first.players[0], NOBODY.user_id)), *others))
    for _ in range(rounds):
        for pair in cup.undecided[::2]:
            cup = cup.come(pair, pair.players[0], is_other_free=True)
        now += COMING
        cup = cup.advance(now, {}, rng)
    return cup


def _won(cup: Cup) -> Cup:
    """A cup that was won, each pair by a game."""
    cup = cup.start(ANN, samples.NOW, Random(1))
    while cup.undecided:
        for pair in cup.undecided:
            cup = cup.with_pair(pair.with_winner(pair.place % 2, Way.GAME))
        cup = cup.with_next_pairs(samples.NOW)
    return cup


def _drawn_twice(cup: Cup) -> Cup:
    """The same after two draws of its last pair."""
    for _ in range(MOST_DRAWS):
        cup = cup.begin(cup.pairs[-1], samples.NUMBER)
        cup = cup.advance(samples.NOW, {}, Random(1))
    return cup


def _with_someone_there(cup: Cup) -> Cup:
    """The same with one who waits for the other, and elsewhere a game that is being played."""
    waiting, *more = cup.undecided
    cup = cup.come(waiting, waiting.players[0], is_other_free=True)
    return cup.begin(more[0], samples.NUMBER) if more else cup
