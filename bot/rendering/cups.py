"""Cups as messages: one card that shows who joined and who meets, and news about it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from bot.rendering import games
from bot.rendering.custom_id import custom_id_of
from bot.rendering.reply import Button, Card, Post, Style
from bot.rendering.voice import Voice
from bot.sessions.cup import DRAWS, FEWEST, MOST, Cup, Pair, Stage, Way
from bot.sessions.seats import NOBODY, UserId
from bot.texts import say

_GOLD, _GREY = 0xF1C40F, 0x80848E

_ROUNDS = (  # the last one first
    say("Final"),
    say("Semi-finals"),
    say("Quarter-finals"),
    say("First round"),
)

_DECIDED = {
    Way.GAME: say("✅ **{winner}** beat {loser}"),
    Way.BYE: say("✅ **{player}** goes on without a game"),
    Way.ABSENCE: say("✅ **{winner}** goes on: {loser} didn't come"),
    Way.DELETED: say("✅ **{winner}** goes on: {loser} has left"),
    Way.COIN: say("✅ **{winner}** beat {loser} by a coin flip: nobody came"),
}
_DRAWN_OUT = say("✅ **{winner}** beat {loser} in a coin flip")  # after as many draws as there may be


def cup(shown: Cup, voice: Voice) -> Card:
    """The card of a cup, as it stands."""
    accent = _GREY if shown.stage is Stage.CANCELLED else _GOLD
    return Card(
        accent,
        tuple(_texts(shown, voice)),
        controls=_controls(shown, voice),
        shows=shown,
        pointer=partial(pointer, shown, voice),
    )


def pointer(shown: Cup, voice: Voice) -> Card:
    """What replaces an earlier card: a line that says where the cup is now."""
    if shown.message_id is None:
        way = voice.say("This cup has moved down the channel. `/ttt cup` shows it.")
    else:
        link = f"https://discord.com/channels/{shown.guild_id}/{shown.channel_id}/{shown.message_id}"
        way = voice.say("This cup has moved down the channel: [go to the cup]({link})", link=link)
    return Card(_GREY, (_headline(shown, voice), way))


def begun(other: UserId, voice: Voice) -> Post:
    """Tells only the one who came first that the other is there."""
    text = voice.say("{player}, your cup game has started! It's just above. ⚔️", player=f"<@{other}>")
    return Post(text, notify=(other,))


def news(before: Cup, after: Cup, voice: Voice) -> Post | None:
    """What has happened in a cup, told to the players it concerns; None if there is nothing to tell."""
    if after.stage is Stage.CANCELLED:
        return _too_few(after, voice) if before.stage is Stage.JOINING and after.players else None
    if after.champion is not None and before.champion is None:
        notify = () if after.champion == NOBODY.user_id else (after.champion,)
        return Post(_how_it_was_won(after.pairs[-1], voice), notify=notify)
    known = {(pair.round, pair.place, pair.drawn) for pair in before.undecided}
    to_play = [pair for pair in after.undecided if (pair.round, pair.place, pair.drawn) not in known]
    lines = list(_coin_flips(before, after, voice))
    if to_play:
        lines += [voice.say("Next in the cup: ⚔️")]
        lines += [voice.say("**{pair}**", pair=_pair(pair, voice)) for pair in to_play]
        lines += [
            voice.say(
                "Press **Play** by <t:{at}:t> (<t:{at}:R>). Your game starts when you're both there.",
                at=to_play[0].due_at,
            )
        ]
    if not lines:
        return None
    return Post(
        "\n".join(lines),
        # NOTE: a button on a cup: come to my game
        buttons=(_button(after, voice.say("Play"), "cupplay", Style.GREEN),) if to_play else (),
        notify=tuple(player for pair in to_play for player in pair.players if player),
    )


def _too_few(cancelled: Cup, voice: Voice) -> Post:
    """Tells those who joined a cup that it did not start."""
    told = voice.say(
        "{players}, your cup was cancelled: it takes at least {fewest} players.",
        players=voice.separated(_name(player, voice) for player in cancelled.players),
        fewest=FEWEST,
    )
    return Post(told, notify=cancelled.players)


def _how_it_was_won(final: Pair, voice: Voice) -> str:
    winner, loser = _sides(final, voice)
    if final.way is Way.ABSENCE:
        text = say("{other} didn't come to the final, so {player} wins the cup! 🏆")
    elif final.way is not Way.COIN:
        text = say("{player} wins the cup! 🏆")
    elif final.drawn == DRAWS:
        text = say("The final was drawn twice, so a coin flip decided: {player} wins the cup! 🏆")
    else:
        text = say("Nobody came to the final, so a coin flip decided: {player} wins the cup! 🏆")
    return voice.say(text, player=winner, other=loser)


def _coin_flips(before: Cup, after: Cup, voice: Voice) -> Iterator[str]:
    """A line about each pair that a coin flip has decided, and why."""
    flipped = [pair for pair in after.pairs if pair.way is Way.COIN and pair not in before.pairs]
    if flipped:
        yield voice.say("Decided by a coin flip: 🪙")
    for pair in flipped:
        winner, loser = _sides(pair, voice)
        if pair.drawn == DRAWS:
            yield voice.say("**{winner}** beat {loser} after two draws", winner=winner, loser=loser)
        else:
            yield voice.say("**{winner}** beat {loser}: nobody came", winner=winner, loser=loser)


def _texts(shown: Cup, voice: Voice) -> Iterator[str]:
    yield _headline(shown, voice)
    rule = voice.say(
        "Lose and you're out. After a draw you play again; after a second draw a coin flip decides."
    )
    yield f"{games.title(shown.game, voice)} · {games.time_per_move(shown.time, voice)}\n-# {rule}"
    match shown.stage:
        case Stage.JOINING:
            if shown.players:
                count = voice.say("**{count} of {most} players:**", count=len(shown.players), most=MOST)
                yield f"{count}\n" + " ".join(_name(player, voice) for player in shown.players)
            else:
                yield voice.say("Nobody has joined yet. There's room for {most}.", most=MOST)
            yield "-# " + voice.say("The first round is drawn <t:{at}:R>.", at=shown.closes_at)
        case Stage.CANCELLED if len(shown.players) < FEWEST:
            yield voice.say("**This cup was cancelled.** It takes at least {fewest} players.", fewest=FEWEST)
        case Stage.CANCELLED:
            yield voice.say("**This cup was cancelled.** Nobody wins it.")
        case _:
            for number, pairs in groupby(shown.pairs, key=lambda pair: pair.round):
                name = voice.say(_ROUNDS[min(shown.rounds - number, len(_ROUNDS)) - 1])
                yield "\n".join((f"**{name}**", *(_line(pair, voice) for pair in pairs)))


def _headline(shown: Cup, voice: Voice) -> str:
    if shown.champion is not None:
        return voice.say("## {player} wins the cup! 🏆", player=_name(shown.champion, voice))
    return voice.say("## Tic-tac-toe cup 🏆")


def _line(pair: Pair, voice: Voice) -> str:
    """How a pair was decided, or what it is doing."""
    if pair.way is not None:
        winner, loser = _sides(pair, voice)
        text = _DRAWN_OUT if pair.drawn == DRAWS else _DECIDED[pair.way]
        return voice.say(text, player=winner, winner=winner, loser=loser)
    if pair.session_id is not None:
        state = voice.say("playing")
    elif any(pair.came):
        here = _name(pair.players[pair.came.index(True)], voice)
        # NOTE: {player} is there, and the opponent is late
        state = voice.say("{player} waits until <t:{at}:t>", player=here, at=pair.due_at)
    else:
        state = voice.say("press **Play** by <t:{at}:t>", at=pair.due_at)
    return voice.say("▫️ {pair} · {state}", pair=_pair(pair, voice), state=state)


def _pair(pair: Pair, voice: Voice) -> str:
    first, second = pair.players
    return voice.say("{first} vs {second}", first=_name(first, voice), second=_name(second, voice))


def _sides(decided: Pair, voice: Voice) -> tuple[str, str]:
    """Who won and who lost."""
    assert decided.winner is not None, "it is decided"
    players = decided.players
    return _name(players[decided.winner], voice), _name(players[1 - decided.winner], voice)


def _name(player: UserId | None, voice: Voice) -> str:
    return voice.say("a deleted player") if player in {None, NOBODY.user_id} else f"<@{player}>"


def _controls(shown: Cup, voice: Voice) -> tuple[Button, ...]:
    cancel = _button(shown, voice.say_in("a cup", "Cancel"), "cupcancel")
    match shown.stage:
        case Stage.JOINING:
            return (
                _button(shown, voice.say("Join"), "cupjoin", Style.GREEN),
                _button(shown, voice.say("Leave"), "cupleave"),
                _button(shown, voice.say("Start now"), "cupstart"),
                cancel,
            )
        case Stage.RUNNING:
            return (
                _button(shown, voice.say("Play"), "cupplay", Style.GREEN),
                _button(shown, voice.say("Refresh"), "cuplook"),
                cancel,
            )
    return ()


def _button(shown: Cup, label: str, name: str, style: Style = Style.NEUTRAL) -> Button:
    return Button(label, custom_id_of(name, shown.id), style)
