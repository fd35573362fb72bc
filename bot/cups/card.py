"""Cups as messages: one card that shows who joined and who meets, and what is announced."""

from collections.abc import Iterable, Iterator, Sequence

from bot.cups.cup import FEWEST, MOST, MOST_DRAWS, Cup, Pair, Stage, Way
from bot.messages import games
from bot.messages.content import Accent, Button, Card, Post, Style
from bot.messages.custom_id import custom_id_of
from bot.messages.texts import Voice, phrase, voice_of
from bot.play.seats import NOBODY, UserId

_ROUNDS = (  # the last one first
    phrase("Final"),
    phrase("Semi-finals"),
    phrase("Quarter-finals"),
    phrase("First round"),
)

_BEATEN = phrase("{winner} beat {loser}")
# NOTE: two players of a cup: {loser} is out, though {winner} has not won a game against them
_CHOSEN = phrase("{winner} over {loser}")
_SIGNS = {
    # NOTE: explains 🪙, which stands behind a player whom a coin flip has put out of a cup
    Way.COIN: ("🪙", phrase("coin flip")),
    # NOTE: explains 💤, which stands behind a player who is out of a cup
    Way.ABSENCE: ("💤", phrase("didn't show up")),
}
"""What stands behind a player who is out without a game, and what that means."""

_WINS = phrase("{player} wins the cup! 🏆")
_CHAMPION: dict[Way | None, str] = {
    Way.ABSENCE: phrase("{other} didn't show up for the final, so {player} wins the cup! 🏆"),
    Way.COIN: phrase(
        "Nobody showed up for the final, so a coin flip decided: {player} wins the cup! 🏆"
    ),
}
_FINAL_AFTER_DRAWS = phrase(
    "The final was drawn twice, so a coin flip decided: {player} wins the cup! 🏆"
)


def public_card(cup: Cup) -> Card:
    """A cup's card, in the language that it keeps."""
    return cup_card(cup, voice_of(cup.language))


def cup_card(cup: Cup, voice: Voice) -> Card:
    """A cup's card as it stands: what its players can do, who is in it, and what has happened."""
    accent = Accent.PRIZE
    controls: list[Button] = []
    time = games.time_per_move(cup.time, voice)
    players = voice.say_count("{count} player", "{count} players", len(cup.players))
    terms = f"-# {games.name(cup.game, voice)} · {players} · {time}"
    match cup.stage:
        case Stage.JOINING:
            terms = f"{games.title(cup.game, voice)} · {time}"
            texts = _players(cup, voice)
            controls.append(_button(cup, voice.say("Join"), "cupjoin", Style.GREEN))
            controls.append(_button(cup, voice.say("Leave"), "cupleave"))
        case Stage.RUNNING:
            texts = _rounds(cup, voice)
            controls.append(_button(cup, voice.say("Play"), "cupplay", Style.GREEN))
            controls.append(_button(cup, voice.say("Refresh"), "cuplook"))
        case Stage.OVER:
            texts = [_podium(cup, voice)]
            texts += _rounds(cup, voice)
        case Stage.CANCELLED:
            accent = Accent.QUIET
            cancelled = phrase("**This cup was canceled.** There's no winner.")
            if len(cup.players) < FEWEST:
                cancelled = phrase("**This cup was canceled.** It needs at least {fewest} players.")
            texts = [voice.say(cancelled, fewest=FEWEST)]
    top = f"{_headline(cup, voice)}\n{terms}"
    return Card(accent, (top, *texts), controls=tuple(controls))


def _podium(cup: Cup, voice: Voice) -> str:
    """Who lost the final, and who lost before it."""
    lines = []
    for medal, (_, pairs) in zip("🥈🥉", reversed(cup.by_round), strict=False):
        played = [pair for pair in pairs if pair.way is not Way.BYE]
        lost = voice.separated(_name(pair.losers_id, voice) for pair in played)
        lines.append(f"{medal} {lost}")
    return "\n".join(lines)


def for_host(cup: Cup, voice: Voice) -> Card:
    """What the host alone can do with a cup."""
    start = _button(cup, voice.say("Start now"), "cupstart", Style.BLUE)
    cancel = _button(cup, voice.say_in("a cup", "Cancel"), "cupcancel")
    controls: tuple[Button, ...] = ()
    match cup.stage:
        case Stage.JOINING:
            text = phrase("**This is your cup.** Start it early, or just wait.")
            controls = (start, cancel)
        case Stage.RUNNING:
            text = phrase("**Your cup is under way.** You can end it without a winner.")
            controls = (cancel,)
        case _:
            text = phrase("**Your cup is over.**")
    return Card(Accent.PRIZE, (voice.say(text),), controls=controls, is_private=True)


def public_pointer(cup: Cup) -> Card:
    """What replaces an earlier card, in the language of the cup."""
    return pointer(cup, voice_of(cup.language))


def pointer(cup: Cup, voice: Voice) -> Card:
    """What replaces an earlier card: a line that says where the cup is now."""
    if cup.message_id is None:
        # NOTE: a newer copy of the cup's message stands further down the channel
        way = voice.say("This cup has moved down the channel. `/ttt cup` shows it.")
    else:
        # NOTE: a newer copy of the cup's message stands further down the channel
        way = voice.say(
            "This cup has moved down the channel: [go to the cup]({link})", link=cup.link
        )
    return Card(Accent.QUIET, (_headline(cup, voice), way))


def game_has_begun(other: UserId, voice: Voice) -> Post:
    """Tells only the one who came first that the other is there."""
    player = f"<@{other}>"
    text = voice.say("{player}, your cup game has started! It's just above. ⚔️", player=player)
    return Post(text, notify=(other,))


def announcement(before: Cup, after: Cup, voice: Voice) -> Post | None:
    """What happened in a cup, told to the players it concerns; None if there is nothing to tell."""
    if after.stage is Stage.CANCELLED:
        if before.stage is not Stage.JOINING or not after.players:
            return None
        names = [_name(player, voice) for player in after.players]
        text = voice.say(
            "{players}, your cup was canceled: it needs at least {fewest} players.",
            players=voice.separated(names),
            fewest=FEWEST,
        )
        return Post(text, notify=after.players)

    # Somebody has won it: how the final was decided.
    if after.champion is not None and before.champion is None:
        final = after.pairs[-1]
        text = _CHAMPION.get(final.way, _WINS)
        if final.draws == MOST_DRAWS:
            text = _FINAL_AFTER_DRAWS
        winner = _name(final.winners_id, voice)
        loser = _name(final.losers_id, voice)
        notify = [after.champion]
        if after.champion == NOBODY.user_id:
            notify = []
        return Post(voice.say(text, player=winner, other=loser), notify=tuple(notify))

    # Coins were flipped.
    decided = [pair for pair in after.pairs if pair not in before.pairs]
    flipped = [pair for pair in decided if pair.way is Way.COIN]
    missed = [pair for pair in flipped if pair.draws < MOST_DRAWS]
    after_draws = [pair for pair in flipped if pair.draws == MOST_DRAWS]
    lines = []
    if missed:
        # NOTE: of each pair in the lines below, neither player came to the game
        lines.append(voice.say("Neither came, so a coin decided 🪙"))
        lines += _who_goes_on(missed, voice)
    if after_draws:
        # NOTE: each pair in the lines below has had two draws
        lines.append(voice.say("Drawn twice, so a coin decided 🪙"))
        lines += _who_goes_on(after_draws, voice)

    # Pairs are to play now.
    played = [pair.next_game for pair in before.undecided]
    to_play = [pair for pair in after.undecided if pair.next_game not in played]
    if not to_play and not lines:
        return None
    if not to_play:
        return Post("\n".join(lines))
    lines.append(voice.say("Up next in the cup ⚔️"))
    notify = []
    for pair in to_play:
        lines.append(voice.say("**{pair}**", pair=_pair(pair, voice)))
        notify += [player for player in pair.players if player]
    press = phrase("Press **Play** by <t:{at}:t>. Your game starts once you've both pressed it.")
    lines.append(voice.say(press, at=to_play[0].due_at))
    # NOTE: a button on a cup: come to my game
    play = _button(after, voice.say("Play"), "cupplay", Style.GREEN)
    return Post("\n".join(lines), buttons=(play,), notify=tuple(notify))


def _who_goes_on(pairs: Iterable[Pair], voice: Voice) -> Iterator[str]:
    for pair in pairs:
        winner = f"**{_name(pair.winners_id, voice)}**"
        yield voice.say(_CHOSEN, winner=winner, loser=_name(pair.losers_id, voice))


def _headline(cup: Cup, voice: Voice) -> str:
    if cup.champion is not None:
        return voice.say("## {player} wins the cup! 🥇", player=_name(cup.champion, voice))
    return voice.say("## Tic-tac-toe cup 🏆")


def _players(cup: Cup, voice: Voice) -> list[str]:
    """Who has joined, until when others can, and what awaits them."""
    if cup.players:
        count = voice.say("**{count} of {most} players:**", count=len(cup.players), most=MOST)
        names = " ".join(_name(player, voice) for player in cup.players)
        players = f"{count}\n{names}"
    else:
        players = voice.say("Nobody has joined yet. There's room for {most}.", most=MOST)
    start = voice.say("The first round starts <t:{at}:R>.", at=cup.closes_at)
    # NOTE: a game that is drawn is played once more; if that is drawn, too, a coin flip decides
    rule = voice.say("Lose and you're out; a draw is replayed once, then a coin decides.")
    return [players, f"-# {start}\n-# {rule}"]


def _rounds(cup: Cup, voice: Voice) -> list[str]:
    """The rounds under way, at the end the last two, a line per pair; then, small, those before."""
    large: list[str] = []
    small: list[str] = []
    if any(pair.draws for pair in cup.undecided):
        small.append(voice.say("After a second draw a coin flip decides."))
    for number, pairs in reversed(cup.by_round):
        rounds_to_the_final = cup.rounds - number - 1
        is_large = rounds_to_the_final < 2
        if cup.champion is None:
            is_large = any(pair.way is None for pair in pairs)
        name = voice.say(_ROUNDS[min(rounds_to_the_final, len(_ROUNDS) - 1)])
        if is_large:
            large += _round_by_pair(name, pairs, voice)
        else:
            small.append(_round_in_a_line(name, pairs, voice))

    # What the signs behind names mean.
    ways = [pair.way for pair in cup.pairs]
    meanings = []
    for way, (sign, meaning) in _SIGNS.items():
        if way in ways:
            meanings.append(f"{sign} {voice.say(meaning)}")
    if meanings:
        small.append(" · ".join(meanings))

    texts = []
    if large:
        texts.append("\n".join(large))
    if small:
        texts.append("\n".join(f"-# {line}" for line in small))
    return texts


def _round_by_pair(name: str, pairs: Sequence[Pair], voice: Voice) -> list[str]:
    """A round with a line for each of its pairs, and how long its players have to come."""
    undecided = [pair for pair in pairs if not pair.way]
    due = min([pair.due_at for pair in undecided if pair.due_at], default=None)
    with_two = [pair for pair in pairs if pair.way is not Way.BYE]
    lines = [_line(pair, due, voice) for pair in with_two]
    lines += _byes(pairs, voice)
    if due is None:
        lines[0] = f"**{name}** · {lines[0]}"
        return lines
    # NOTE: {round} is such as "Semi-finals"; press the button Play before this time
    play = phrase("**{round}** · **Play** by <t:{at}:t>")
    lines.insert(0, voice.say(play, round=name, at=due))
    return lines


def _round_in_a_line(name: str, pairs: Sequence[Pair], voice: Voice) -> str:
    """A round that is over: who is out, with a sign if that was not decided by a game."""
    parts = [name]
    out = [_loser_with_sign(pair, voice) for pair in pairs if pair.way is not Way.BYE]
    if out:
        # NOTE: {players} are out of a cup
        parts.append(voice.say("Out: {players}", players=voice.separated(out)))
    parts += _byes(pairs, voice)
    return " · ".join(parts)


def _byes(pairs: Sequence[Pair], voice: Voice) -> list[str]:
    """Who goes on to the next round without a game, if anybody does."""
    byes = [_name(pair.players[0], voice) for pair in pairs if pair.way is Way.BYE]
    if not byes:
        return []
    # NOTE: {players} go on to the next round without a game
    return [voice.say("Byes: {players}", players=voice.separated(byes))]


def _line(pair: Pair, due: int | None, voice: Voice) -> str:
    """How a pair was decided, or what it is doing; `due` stands above its round."""
    if pair.way:
        winner = _name(pair.winners_id, voice)
        text = _CHOSEN
        if pair.way is Way.GAME:
            text = _BEATEN
        return voice.say(text, winner=winner, loser=_loser_with_sign(pair, voice))
    states = []
    if pair.session_id is not None:
        states.append(voice.say("playing"))
    elif any(pair.came):
        here = pair.players[pair.came.index(True)]
        # NOTE: one of the two players is there, and the other is late
        states.append(voice.say("{player} is here", player=_name(here, voice)))
    if pair.draws:
        # NOTE: the two players have had a draw, and play again
        states.append(voice.say("drawn once"))
    if pair.due_at and pair.due_at != due:
        # NOTE: press the button Play before this time
        states.append(voice.say("by <t:{at}:t>", at=pair.due_at))
    parts = [_pair(pair, voice)]
    parts += [f"*{state}*" for state in states]
    return " · ".join(parts)


def _pair(pair: Pair, voice: Voice) -> str:
    first, second = pair.players
    return f"{_name(first, voice)} – {_name(second, voice)}"


def _loser_with_sign(decided: Pair, voice: Voice) -> str:
    """Who lost, and behind it how, if not in a game."""
    loser = _name(decided.losers_id, voice)
    if decided.way not in _SIGNS:
        return loser
    sign, _ = _SIGNS[decided.way]
    return f"{loser} {sign}"


def _name(player: UserId | None, voice: Voice) -> str:
    if player in {None, NOBODY.user_id}:
        # NOTE: in place of the name of somebody who deleted their data
        return voice.say("a deleted player")
    return f"<@{player}>"


def _button(cup: Cup, label: str, name: str, style: Style = Style.NEUTRAL) -> Button:
    return Button(label, custom_id_of(name, cup.id), style)
