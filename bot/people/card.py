"""Records as messages: a person's results and a server's leaderboard."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

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


@dataclass(frozen=True)
class _Ranking:
    """What a leaderboard says besides its rows.

    nobody   what stands there while it is empty
    numbers  what fills the placeholders of its rules
    turn     the name of the buttons to its other pages
    """

    title: str
    nobody: str
    rules: str
    numbers: Mapping[str, int]
    turn: str


_BETWEEN_PEOPLE = _Ranking(
    say("### Leaderboard 🏆"),
    say("Nobody has points yet. Challenge a friend:\n`/ttt start`"),
    say(
        "-# Points · won-drawn-lost, between people\n"
        "-# A win is {win} points, a draw {draw}. "
        "Only {games} games a day against the same person count."
    ),
    {"win": POINTS[Result.WIN], "draw": POINTS[Result.DRAW], "games": COUNTED_A_DAY},
    turn="top",
)

_LEAST, _DRAW = POINTS_AGAINST[LEVEL_NAMES[0]]
_MOST, _MORE = POINTS_AGAINST[LEVEL_NAMES[-1]]
_AGAINST_BOT = _Ranking(
    # NOTE: the title of a list of people, by how well they have done in games with the bot
    say("### Leaderboard: games with me 🏆"),
    say("Nobody has points yet. Play me:\n`/ttt start`"),
    say(
        "-# Points · won-drawn-lost, against me without hints\n"
        "-# A win is {least} to {most} points, more for a stronger level. A draw is {draw}, or "
        "{more} against the two strongest levels. Only {games} games a day count."
    ),
    {"least": _LEAST, "most": _MOST, "draw": _DRAW, "more": _MORE, "games": COUNTED_WITH_BOT},
    turn="topbot",
)


def stats_card(stats: Stats, voice: Voice) -> Card:
    """A person's results: the total, those by opponent, and their recent form."""
    headline = voice.say("### <@{player}> 📊", player=stats.user_id)
    if stats.game:
        headline += f"\n-# {games.title(stats.game, voice)}"
    total = stats.total
    if not total.games:
        nothing = voice.say("No games yet. `/ttt start` gets one going!")
        return Card(accent=ADVICE, texts=(f"{headline}\n{nothing}",))
    # NOTE: stands alone, and fills "your results ({games})"
    count = voice.say_count("{count} game", "{count} games", total.games)
    figures = voice.say(
        "{won} won, {drawn} drawn, {lost} lost", won=total.won, drawn=total.drawn, lost=total.lost
    )
    lines = [headline, f"{count} · {figures}"]
    if stats.head_to_head:
        lines.append(_head_to_head(stats, stats.head_to_head, voice))
    lines += _form(stats, voice)
    texts = ("\n".join(lines), "\n".join(_results(stats, voice)))
    return Card(accent=ADVICE, texts=texts)


def _head_to_head(stats: Stats, met: Count, voice: Voice) -> str:
    """How the games of the person who asks against this one have ended."""
    line = voice.say(
        "Head to head: <@{player}> {won} – {lost} <@{other}>",
        player=stats.asker,
        won=met.won,
        lost=met.lost,
        other=stats.user_id,
    )
    if met.drawn:
        draws = voice.say_count("{count} draw", "{count} draws", met.drawn)
        return f"{line} · {draws}"
    return line


def _form(stats: Stats, voice: Voice) -> Iterator[str]:
    """Their latest results as squares, unless one game is asked for; streaks if there are any."""
    form = stats.form
    if stats.game:
        form = Form()
    if form.recent:
        yield "".join(square(result) for result in form.recent)
        # NOTE: below a row of coloured squares, one for each of the last games
        yield "-# " + voice.say("Latest results, newest last")
    facts = []
    if form.streak:
        facts.append(voice.say("Wins in a row: {count}", count=form.streak))
    if form.best > form.streak:
        facts.append(voice.say("Most wins in a row: {count}", count=form.best))
    beaten = stats.strongest_beaten
    if beaten:
        facts.append(voice.say("Toughest level beaten: {level}", level=level(beaten, voice)))
    if facts:
        yield "-# " + " · ".join(facts)


def _results(stats: Stats, voice: Voice) -> Iterator[str]:
    """What the figures mean, results by game, and a line per opponent and for games with hints."""
    # NOTE: above a list of results such as "easy 3-1-2": three games won, one drawn, two lost
    yield "-# " + voice.say("Won-drawn-lost")
    if len(stats.by_game) > 1:
        played = [game for game in games.TITLES if game in stats.by_game]
        by_game = [f"{games.name(game, voice)} {_figures(stats.by_game[game])}" for game in played]
        yield "-# " + " · ".join(by_game)
    for opponent, count in _by_opponent(stats.counts).items():
        yield f"{_opponent(opponent, voice)} **{_figures(count)}**"
    if stats.assisted.games:
        # NOTE: in place of an opponent, in a list of results: games with hints
        with_hints = voice.say("with hints")
        yield f"{with_hints} **{_figures(stats.assisted)}**"


def _opponent(opponent: str, voice: Voice) -> str:
    if opponent == PEOPLE:
        # NOTE: in a list of results by opponent: results against people
        return voice.say("people")
    return level(opponent, voice)


def _by_opponent(counts: Mapping[str, Count]) -> dict[str, Count]:
    """Results against people, then against each level. Minimax has one count for all depths."""
    opponents = [PEOPLE]
    opponents += OPPONENT_NAMES
    opponents += sorted(counts.keys() - set(opponents))  # those that have another name by now
    by_opponent: dict[str, Count] = {}
    for opponent in opponents:
        if opponent in counts:
            name, _, _ = opponent.partition(" depth ")
            earlier = by_opponent.get(name, Count())
            by_opponent[name] = earlier.plus(counts[opponent])
    return by_opponent


def leaderboard_card(leaderboard: Leaderboard, voice: Voice) -> Card:
    """A page of a server's leaderboard, with the reader's row and buttons to other pages."""
    ranking = _BETWEEN_PEOPLE
    if leaderboard.against_bot:
        ranking = _AGAINST_BOT
    headline = [voice.say(ranking.title)]
    if not games.is_usual(leaderboard.game):
        headline.append(games.title(leaderboard.game, voice))
    lines = [_row(standing) for standing in leaderboard.standings]
    if not lines:
        lines.append(voice.say(ranking.nobody))
    if leaderboard.own:
        lines.append("…")
        lines.append(_row(leaderboard.own))
    rules = voice.say(ranking.rules, **ranking.numbers)
    controls = []
    if leaderboard.page:
        # NOTE: a button: the page of a leaderboard before this one
        label = voice.say("Previous")
        previous = custom_id_of(ranking.turn, leaderboard.game, leaderboard.page - 1)
        controls.append(Button(label, previous))
    if leaderboard.more:
        # NOTE: the next page of a leaderboard, or the next move of a review or of a demo game
        label = voice.say("Next")
        following = custom_id_of(ranking.turn, leaderboard.game, leaderboard.page + 1)
        controls.append(Button(label, following))
    texts = ("\n-# ".join(headline), "\n".join(lines), rules)
    return Card(accent=ADVICE, texts=texts, controls=tuple(controls))


def _row(standing: Standing) -> str:
    if standing.place > LAST_PLACE:
        place = f"**{LAST_PLACE}+**"
    else:
        place = _MEDALS.get(standing.place, f"**{standing.place}.**")
    return f"{place} <@{standing.user_id}> **{standing.points}** · {_figures(standing.count)}"


def _figures(count: Count) -> str:
    """Games won, drawn and lost."""
    return f"{count.won}-{count.drawn}-{count.lost}"
