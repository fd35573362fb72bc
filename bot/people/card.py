"""Records as messages: a person's results and a server's leaderboard."""

from collections.abc import Iterator

from bot.messages import games
from bot.messages.custom_id import custom_id_of
from bot.messages.looks import square
from bot.messages.reply import ADVICE, Button, Card
from bot.messages.texts import Voice, say
from bot.people.records import LAST_PLACE, Count, Form, Leaderboard, Standing, Stats
from bot.play.names import level
from bot.play.results import COUNTED_A_DAY, COUNTED_WITH_BOT, PEOPLE, POINTS, POINTS_AGAINST
from bot.play.seats import LEVEL_NAMES, OPPONENT_NAMES
from engine.score import Result

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}

_BETWEEN_PEOPLE = (
    say("### Leaderboard 🏆"),
    say("Nobody has points yet. Challenge a friend:\n`/ttt start`"),
    say(
        "-# Points · won-drawn-lost, between people\n"
        "-# A win is {win} points, a draw {draw}. "
        "Only {games} games a day against the same person count."
    ),
    {"win": POINTS[Result.WIN], "draw": POINTS[Result.DRAW], "games": COUNTED_A_DAY},
)
"""The title of a leaderboard, what stands there while it is empty, its rules and their numbers."""

(_LEAST, _DRAW), (_MOST, _MORE) = POINTS_AGAINST[LEVEL_NAMES[0]], POINTS_AGAINST[LEVEL_NAMES[-1]]
_AGAINST_BOT = (
    # NOTE: the title of a list of people, by how well they have done in games with the bot
    say("### Leaderboard: games with me 🏆"),
    say("Nobody has points yet. Play me:\n`/ttt start`"),
    say(
        "-# Points · won-drawn-lost, against me without hints\n"
        "-# A win is {least} to {most} points, more for a stronger level. A draw is {draw}, or "
        "{more} against the two strongest levels. Only {games} games a day count."
    ),
    {"least": _LEAST, "most": _MOST, "draw": _DRAW, "more": _MORE, "games": COUNTED_WITH_BOT},
)
"""The same for games with the bot."""


def stats(found: Stats, voice: Voice) -> Card:
    """A person's results: the total, those by opponent, and their recent form."""
    told = voice.say("### <@{player}> 📊", player=found.user_id)
    if found.game:
        told += f"\n-# {games.title(found.game, voice)}"
    total, met = found.total, found.head_to_head
    if not total.games:
        nothing = voice.say("No games yet. `/ttt start` gets one going!")
        return Card(accent=ADVICE, texts=(f"{told}\n{nothing}",))
    # NOTE: stands alone, and fills "your results ({games})"
    count = voice.say_count("{count} game", "{count} games", total.games)
    figures = voice.say(
        "{won} won, {drawn} drawn, {lost} lost", won=total.won, drawn=total.drawn, lost=total.lost
    )
    told += f"\n{count} · {figures}"
    if met:
        told += "\n" + voice.say(
            "Head to head: <@{player}> {won} – {lost} <@{other}>",
            player=found.asker,
            won=met.won,
            lost=met.lost,
            other=found.user_id,
        )
        if met.drawn:
            told += " · " + voice.say_count("{count} draw", "{count} draws", met.drawn)
    lines = told, *_form(found, voice)
    return Card(accent=ADVICE, texts=("\n".join(lines), "\n".join(_results(found, voice))))


def _form(found: Stats, voice: Voice) -> Iterator[str]:
    """Their latest results as squares, unless one game is asked for; streaks if there are any."""
    form = Form() if found.game else found.form
    if form.recent:
        yield "".join(square(result) for result in form.recent)
        # NOTE: below a row of coloured squares, one for each of the last games
        yield "-# " + voice.say("Latest results, newest last")
    facts = []
    if form.streak:
        facts.append(voice.say("Wins in a row: {count}", count=form.streak))
    if form.best > form.streak:
        facts.append(voice.say("Most wins in a row: {count}", count=form.best))
    if beaten := found.strongest_beaten:
        facts.append(voice.say("Toughest level beaten: {level}", level=level(beaten, voice)))
    if facts:
        yield "-# " + " · ".join(facts)


def _results(found: Stats, voice: Voice) -> Iterator[str]:
    """What the figures mean, the results by game, and a line per opponent and for games with hints.

    Minimax has one line for all depths.
    """
    # NOTE: above a list of results such as "easy 3-1-2": three games won, one drawn, two lost
    yield "-# " + voice.say("Won-drawn-lost")
    if len(found.by_game) > 1:
        played = [game for game in games.TITLES if game in found.by_game]
        yield "-# " + " · ".join(
            f"{games.name(game, voice)} {_figures(found.by_game[game])}" for game in played
        )
    counts: dict[str, Count] = {}
    renamed_since = sorted(found.counts.keys() - {PEOPLE, *OPPONENT_NAMES})
    for opponent in (PEOPLE, *OPPONENT_NAMES, *renamed_since):
        if opponent in found.counts:
            known, *_ = opponent.partition(" depth ")
            counts[known] = counts.get(known, Count()).plus(found.counts[opponent])
    for opponent, count in counts.items():
        # NOTE: in a list of results by opponent: results against people
        name = voice.say("people") if opponent == PEOPLE else level(opponent, voice)
        yield f"{name} **{_figures(count)}**"
    if found.assisted.games:
        # NOTE: in place of an opponent, in a list of results: games with hints
        with_hints = voice.say("with hints")
        yield f"{with_hints} **{_figures(found.assisted)}**"


def leaderboard(found: Leaderboard, voice: Voice) -> Card:
    """A page of a server's leaderboard, with the reader's row and buttons to other pages."""
    title, nobody, rules, numbers = _AGAINST_BOT if found.against_bot else _BETWEEN_PEOPLE
    headline = "\n-# ".join((voice.say(title), *games.unless_usual(found.game, voice)))
    lines = [_row(standing) for standing in found.standings] or [voice.say(nobody)]
    if found.own:
        lines += ["…", _row(found.own)]
    controls: tuple[Button, ...] = ()
    name = "topbot" if found.against_bot else "top"
    if found.page:
        # NOTE: a button: the page of a leaderboard before this one
        controls = (Button(voice.say("Previous"), custom_id_of(name, found.game, found.page - 1)),)
    if found.more:
        # NOTE: the next page of a leaderboard, or the next move of a review or of a demo game
        controls += (Button(voice.say("Next"), custom_id_of(name, found.game, found.page + 1)),)
    texts = (headline, "\n".join(lines), voice.say(rules, **numbers))
    return Card(accent=ADVICE, texts=texts, controls=controls)


def _row(standing: Standing) -> str:
    if standing.place > LAST_PLACE:
        place = f"**{LAST_PLACE}+**"
    else:
        place = _MEDALS.get(standing.place, f"**{standing.place}.**")
    return f"{place} <@{standing.user_id}> **{standing.points}** · {_figures(standing.count)}"


def _figures(count: Count) -> str:
    """Games won, drawn and lost."""
    return f"{count.won}-{count.drawn}-{count.lost}"
