"""Cups as messages: one card that shows who joined and who meets, and news about it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from bot.rendering import games
from bot.rendering.custom_id import Verb, custom_id_of
from bot.rendering.reply import Button, Card, Post, Style
from bot.rendering.times import time_per_move
from bot.rendering.voice import Voice
from bot.sessions.cup import DRAWS, FEWEST, MOST, Cup, Pair, Stage, Way
from bot.sessions.seats import NOBODY, UserId

_GOLD, _GREY = 0xF1C40F, 0x80848E


def cup(shown: Cup, voice: Voice) -> Card:
    """The card of a cup, as it stands."""
    accent = _GREY if shown.stage is Stage.CANCELLED else _GOLD
    return Card(accent, tuple(_texts(shown, voice)), controls=_controls(shown, voice), shows=shown)


def pointer(shown: Cup, voice: Voice) -> Card:
    """What replaces an earlier card: a line that says where the cup is now."""
    if shown.message_id is None:
        way = voice.say("This cup has moved down the channel. `/ttt cup` shows it.")
    else:
        link = f"https://discord.com/channels/{shown.guild_id}/{shown.channel_id}/{shown.message_id}"
        way = voice.say("This cup has moved down the channel: [go to the cup]({link})", link=link)
    return Card(_GREY, (_headline(shown, voice), way))


def news(before: Cup, after: Cup, voice: Voice) -> Post | None:
    """What has happened in a cup, told to the players it concerns; None if there is nothing to tell."""
    if after.stage is Stage.CANCELLED:
        return _too_few(before, after, voice)
    if after.champion is not None and before.champion is None:
        return Post(_how_it_was_won(after, voice), notify=_real(after.champion))
    undecided = {(pair.round, pair.place, pair.drawn) for pair in before.pairs if pair.winner is None}
    decided = {(pair.round, pair.place) for pair in before.pairs if pair.winner is not None}
    flipped = [
        pair for pair in after.pairs if pair.way is Way.COIN and (pair.round, pair.place) not in decided
    ]
    to_play = [pair for pair in after.undecided if (pair.round, pair.place, pair.drawn) not in undecided]
    lines = [voice.say("Decided by a coin flip: 🪙")] if flipped else []
    lines += [_coin_flip(pair, voice) for pair in flipped]
    if to_play:
        meetings = [voice.say("**{pair}**", pair=_pair(pair, voice)) for pair in to_play]
        lines += [voice.say("Next in the cup: ⚔️"), *meetings, _how_to_come(to_play[0].due_at, voice)]
    if not lines:
        return None
    return Post(
        "\n".join(lines),
        # NOTE: a button on a cup: come to my game
        buttons=(_button(after, voice.say("Play"), Verb.CUP_PLAY, Style.GREEN),) if to_play else (),
        notify=tuple(player for pair in to_play for player in pair.players if player),
    )


def _too_few(before: Cup, after: Cup, voice: Voice) -> Post | None:
    """Tells those who joined a cup that it did not start."""
    if before.stage is not Stage.JOINING or not after.players:
        return None
    players = voice.separated(_name(player, voice) for player in after.players)
    told = voice.say(
        "{players}, your cup was cancelled: it takes at least {fewest} players.",
        players=players,
        fewest=FEWEST,
    )
    return Post(told, notify=after.players)


def _how_it_was_won(won: Cup, voice: Voice) -> str:
    final = won.pairs[-1]
    assert final.winner is not None, "there is a champion"
    winner = _name(final.winners_id, voice)
    match final.way:
        case Way.COIN if final.drawn == DRAWS:
            return voice.say(
                "The final was drawn twice, so a coin flip decided: {player} wins the cup! 🏆", player=winner
            )
        case Way.COIN:
            return voice.say(
                "Nobody came to the final, so a coin flip decided: {player} wins the cup! 🏆", player=winner
            )
        case Way.ABSENCE:
            loser = _name(final.players[1 - final.winner], voice)
            return voice.say(
                "{other} didn't come to the final, so {player} wins the cup! 🏆", other=loser, player=winner
            )
    return voice.say("{player} wins the cup! 🏆", player=winner)


def _coin_flip(decided: Pair, voice: Voice) -> str:
    """A line about a pair that a coin flip decided, and why."""
    assert decided.winner is not None, "it is decided"
    names = {
        "winner": _name(decided.players[decided.winner], voice),
        "loser": _name(decided.players[1 - decided.winner], voice),
    }
    if decided.drawn == DRAWS:
        return voice.say("**{winner}** beat {loser} after two draws", **names)
    return voice.say("**{winner}** beat {loser}: nobody came", **names)


def begun(other: UserId, voice: Voice) -> Post:
    """Tells only the one who came first that the other is there."""
    text = voice.say("{player}, your cup game has started! It's just above. ⚔️", player=f"<@{other}>")
    return Post(text, notify=(other,))


def _texts(shown: Cup, voice: Voice) -> Iterator[str]:
    yield _headline(shown, voice)
    yield "\n".join((_terms(shown, voice), "-# " + _rule(voice)))
    match shown.stage:
        case Stage.JOINING:
            yield _joined(shown, voice)
            yield "-# " + voice.say("The first round is drawn <t:{at}:R>.", at=shown.closes_at)
        case Stage.CANCELLED if len(shown.players) < FEWEST:
            yield voice.say("**This cup was cancelled.** It takes at least {fewest} players.", fewest=FEWEST)
        case Stage.CANCELLED:
            yield voice.say("**This cup was cancelled.** Nobody wins it.")
        case _:
            yield from _rounds(shown, voice)


def _headline(shown: Cup, voice: Voice) -> str:
    if shown.champion is not None:
        return voice.say("## {player} wins the cup! 🏆", player=_name(shown.champion, voice))
    return voice.say("## Tic-tac-toe cup 🏆")


def _terms(shown: Cup, voice: Voice) -> str:
    return f"{games.title(shown.game, voice)} · {time_per_move(shown.time, voice)}"


def _rule(voice: Voice) -> str:
    return voice.say(
        "Lose and you're out. After a draw you play again; after a second draw a coin flip decides."
    )


def _joined(shown: Cup, voice: Voice) -> str:
    if not shown.players:
        return voice.say("Nobody has joined yet. There's room for {most}.", most=MOST)
    return "\n".join(
        (
            voice.say("**{count} of {most} players:**", count=len(shown.players), most=MOST),
            " ".join(_name(player, voice) for player in shown.players),
        )
    )


def _rounds(shown: Cup, voice: Voice) -> Iterator[str]:
    """The pairs, a block for each round."""
    for number, pairs in groupby(shown.pairs, key=lambda pair: pair.round):
        lines = [_line(pair, voice) for pair in pairs]
        yield "\n".join((f"**{_round_name(shown.rounds - number, voice)}**", *lines))


def _round_name(from_the_end: int, voice: Voice) -> str:
    match from_the_end:
        case 1:
            return voice.say("Final")
        case 2:
            return voice.say("Semi-finals")
        case 3:
            return voice.say("Quarter-finals")
    return voice.say("First round")


def _line(pair: Pair, voice: Voice) -> str:
    if pair.winner is None:
        return voice.say("▫️ {pair} · {state}", pair=_pair(pair, voice), state=_state(pair, voice))
    if pair.way is Way.BYE:
        player = _name(pair.players[pair.winner], voice)
        return voice.say("✅ **{player}** goes on without a game", player=player)
    names = {
        "winner": _name(pair.players[pair.winner], voice),
        "loser": _name(pair.players[1 - pair.winner], voice),
    }
    match pair.way:
        case Way.ABSENCE:
            return voice.say("✅ **{winner}** goes on: {loser} didn't come", **names)
        case Way.DELETED:
            return voice.say("✅ **{winner}** goes on: {loser} has left", **names)
        case Way.COIN if pair.drawn == DRAWS:
            return voice.say("✅ **{winner}** beat {loser} in a coin flip", **names)
        case Way.COIN:
            return voice.say("✅ **{winner}** beat {loser} by a coin flip: nobody came", **names)
    return voice.say("✅ **{winner}** beat {loser}", **names)


def _state(pair: Pair, voice: Voice) -> str:
    """What an undecided pair is doing."""
    if pair.session_id is not None:
        return voice.say("playing")
    if any(pair.came):
        here = _name(pair.players[pair.came.index(True)], voice)
        # NOTE: {player} is there, and the opponent is late
        return voice.say("{player} waits until <t:{at}:t>", player=here, at=pair.due_at)
    return voice.say("press **Play** by <t:{at}:t>", at=pair.due_at)


def _pair(pair: Pair, voice: Voice) -> str:
    first, second = pair.players
    return voice.say("{first} vs {second}", first=_name(first, voice), second=_name(second, voice))


def _name(player: UserId | None, voice: Voice) -> str:
    return voice.say("a deleted player") if player in {None, NOBODY.user_id} else f"<@{player}>"


def _real(player: UserId) -> tuple[UserId, ...]:
    return () if player == NOBODY.user_id else (player,)


def _controls(shown: Cup, voice: Voice) -> tuple[Button, ...]:
    match shown.stage:
        case Stage.JOINING:
            return (
                _button(shown, voice.say("Join"), Verb.CUP_JOIN, Style.GREEN),
                _button(shown, voice.say("Leave"), Verb.CUP_LEAVE),
                _button(shown, voice.say("Start now"), Verb.CUP_START),
                _button(shown, voice.say_in("a cup", "Cancel"), Verb.CUP_CANCEL),
            )
        case Stage.RUNNING:
            return (
                _button(shown, voice.say("Play"), Verb.CUP_PLAY, Style.GREEN),
                _button(shown, voice.say("Refresh"), Verb.CUP_LOOK),
                _button(shown, voice.say_in("a cup", "Cancel"), Verb.CUP_CANCEL),
            )
    return ()


def _button(shown: Cup, label: str, verb: Verb, style: Style = Style.NEUTRAL) -> Button:
    return Button(label, custom_id_of(verb, shown.id), style)


def _how_to_come(due_at: int | None, voice: Voice) -> str:
    return voice.say(
        "Press **Play** by <t:{at}:t> (<t:{at}:R>). Your game starts when you're both there.", at=due_at
    )
