"""What has been counted, as messages: a person's results, and a server's leaderboard."""

from __future__ import annotations

from collections.abc import Iterable

from bot.rendering.custom_id import GamePress, Verb
from bot.rendering.looks import Look
from bot.rendering.reply import ADVICE, Button, Card
from bot.rendering.voice import Voice
from bot.sessions.records import COUNTED_A_DAY, PEOPLE, POINTS, Count, Leaderboard, Standing, Stats
from bot.sessions.seats import OPPONENT_NAMES
from engine.score import Result


def stats(found: Stats, voice: Voice, look: Look) -> Card:
    """Somebody's results: the sum, a table by whom they played, and how they have done of late."""
    total = found.total
    games = voice.say_count("{count} game", "{count} games", total.games)
    headline = voice.say("📊 **<@{player}>** · {games}", player=found.user_id, games=games)
    if found.assisted.games:
        headline = voice.say("{headline} · {count} with hints", headline=headline, count=found.assisted.games)
    if not total.games and not found.assisted.games:
        nothing = voice.say("Nothing counted yet. `/ttt start` begins a game.")
        return Card(accent=ADVICE, texts=(f"{headline}\n{nothing}",))
    return Card(accent=ADVICE, texts=(headline, _results(found, voice), _form(found, voice, look)))


def leaderboard(found: Leaderboard, voice: Voice) -> Card:
    """A page of a server's leaderboard, with buttons to the others if there are any."""
    headline = voice.say("🏆 **This server's table** · games between people")
    if not found.standings:
        lines = [voice.say("Nobody has finished one yet. `/ttt start opponent:` challenges a friend.")]
    else:
        lines = [_row(standing, voice) for standing in found.standings]
    rules = voice.say(
        "A win counts {win}, a draw {draw}. Of the same two, only the first {games} games a day count.",
        win=POINTS[Result.WIN],
        draw=POINTS[Result.DRAW],
        games=COUNTED_A_DAY,
    )
    return Card(
        accent=ADVICE,
        texts=(headline, "\n".join(lines), f"-# {rules}"),
        controls=_pages(found, voice) if found.page or found.more else (),
    )


def _results(found: Stats, voice: Voice) -> str:
    """A table of fixed width; whoever has not been played is left out."""
    known = dict.fromkeys((PEOPLE, *OPPONENT_NAMES))
    names = [name for name in known if name in found.counts]
    names += sorted(found.counts.keys() - known)  # a level that has since been renamed
    rows = [
        (voice.say("people") if name == PEOPLE else voice.say(name), found.counts[name]) for name in names
    ]
    if found.assisted.games:
        rows.append((voice.say("with hints"), found.assisted))
    heads = (voice.say("won"), voice.say("drawn"), voice.say("lost"))
    width = max(len(name) for name, _ in rows)
    lines = [" ".join((" " * width, *(f"{head:>5}" for head in heads)))]
    lines += [
        " ".join((f"{name:{width}}", *(f"{number:>5}" for number in (count.won, count.drawn, count.lost))))
        for name, count in rows
    ]
    return "```\n" + "\n".join(lines) + "\n```"


def _form(found: Stats, voice: Voice, look: Look) -> str:
    lines = []
    if found.form.recent:
        lines.append(voice.say("Last games, the newest last: {row}", row=_row_of(found.form.recent, look)))
    streak = voice.say("Winning streak {count}, best {best}", count=found.form.streak, best=found.form.best)
    lines.append(f"-# {streak}")
    if beaten := found.strongest_beaten:
        lines.append("-# " + voice.say("Strongest level beaten: {level}", level=voice.say(beaten)))
    return "\n".join(lines)


def _row_of(results: Iterable[Result], look: Look) -> str:
    return " ".join(look.results[result] for result in results)


def _row(standing: Standing, voice: Voice) -> str:
    points = voice.say_count("{count} point", "{count} points", standing.points)
    return voice.say(
        "**{place}** <@{player}> · {points} · {results}",
        place=standing.place,
        player=standing.user_id,
        points=points,
        results=_in_words(standing.count, voice),
    )


def _in_words(count: Count, voice: Voice) -> str:
    return voice.say(
        "{won} won, {drawn} drawn, {lost} lost", won=count.won, drawn=count.drawn, lost=count.lost
    )


def _pages(found: Leaderboard, voice: Voice) -> tuple[Button, ...]:
    before, after = found.page - 1, found.page + 1
    return (
        _page(found.game, voice.say("Previous"), max(before, 0), disabled=before < 0),
        _page(found.game, voice.say("Next"), after, disabled=not found.more),
    )


def _page(game: str, label: str, page: int, *, disabled: bool) -> Button:
    return Button(label, GamePress(Verb.LEADERBOARD, game, page).custom_id, disabled=disabled)
