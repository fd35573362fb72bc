"""Records as messages: a person's results and a server's leaderboard."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.messages import games
from bot.messages.content import Accent, Button, Card
from bot.messages.custom_id import custom_id_of
from bot.messages.looks import square
from bot.messages.texts import Voice, phrase
from bot.people.records import LAST_PLACE, Count, Leaderboard, Standing, Stats
from bot.play.names import level, levels_beaten
from bot.play.results import PEOPLE, POINTS
from bot.play.seats import LEVEL_NAMES, OPPONENT_NAMES

ALL_GAMES = "all"
"""Stands in a custom_id where no game was chosen."""

_LEVELS_SHOWN = 3
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
    phrase("### Leaderboard 🏆"),
    phrase("Nobody has points yet. Challenge a friend:\n`/ttt start`"),
    # NOTE: what the figures of each person are, such as "**7** · 2-1-0"; a win gives {win} points
    phrase("-# Points (win {win}, draw {draw}) · won-drawn-lost"),
    {"win": POINTS[PEOPLE].win, "draw": POINTS[PEOPLE].draw},
    turn="top",
)

_AGAINST_BOT = _Ranking(
    # NOTE: the title of a list of people, by how well they have done in games with the bot
    phrase("### Leaderboard: games with me 🏆"),
    phrase("Nobody has points yet. Play me:\n`/ttt start`"),
    # NOTE: what the figures of each person are, such as "**7** · 2-1-0"; a win gives {least} to
    # {most} points, by level
    phrase("-# Points (win {least} to {most}) · won-drawn-lost"),
    {"least": POINTS[LEVEL_NAMES[0]].win, "most": POINTS[LEVEL_NAMES[-1]].win},
    turn="topbot",
)


def stats_card(stats: Stats, voice: Voice) -> Card:
    """A person's results: something good about them, the total, and those by opponent.

    Of many levels, it lists those that were played most; a button shows the rest.
    """
    if not stats.total.games:
        return Card(accent=Accent.QUIET, texts=(_no_games(stats, voice),))
    lines = [_good_news(stats, voice)]
    lines += _only_game(stats, voice)
    lines += _other_facts(stats, voice)
    if stats.form.recent and stats.game is None:  # they are over all games, never of a single one
        lines.append("".join(square(result) for result in stats.form.recent))
    if stats.head_to_head:
        lines.append(_head_to_head(stats, stats.head_to_head, voice))
    above = "\n".join(lines)
    by_opponent = _by_opponent(stats.counts)
    short = _most_played(by_opponent)
    if short == by_opponent:
        return Card(accent=Accent.QUIET, texts=(above, _all_results(stats, voice)))
    # NOTE: a button: show the results against every level of the bot
    label = voice.say("All levels")
    rest = Button(label, custom_id_of("levels", stats.user_id, stats.game or ALL_GAMES))
    results = "\n".join(_results(stats, short, voice))
    return Card(accent=Accent.QUIET, texts=(above, results), controls=(rest,))


def all_levels(stats: Stats, voice: Voice) -> Card:
    """A person's results against everyone, and with hints, for the reader alone."""
    if not stats.total.games:
        return Card(accent=Accent.QUIET, texts=(_no_games(stats, voice),), is_private=True)
    lines = [_name(stats, voice)]
    lines += _only_game(stats, voice)
    texts = ("\n".join(lines), _all_results(stats, voice))
    return Card(accent=Accent.QUIET, texts=texts, is_private=True)


def _no_games(stats: Stats, voice: Voice) -> str:
    lines = [_name(stats, voice)]
    lines += _only_game(stats, voice)
    lines.append(voice.say("No games yet. `/ttt start` gets one going!"))
    return "\n".join(lines)


def _name(stats: Stats, voice: Voice) -> str:
    """Whose results they are."""
    return voice.say("### <@{player}> 📊", player=stats.user_id)


def _only_game(stats: Stats, voice: Voice) -> list[str]:
    """A small line with the game, if only one was asked for."""
    if stats.game is None:
        return []
    return [f"-# {games.title(stats.game, voice)}"]


def _good_news(stats: Stats, voice: Voice) -> str:
    """The headline: the best that can be said of a person, or only their name."""
    total = stats.total
    if _is_on_a_streak(stats):
        wins_in_a_row = voice.say_count(
            "{count} win in a row", "{count} wins in a row", stats.form.streak
        )
        fact = f"{wins_in_a_row} 🔥"
    elif total.won:
        wins = voice.say_count("{count} win", "{count} wins", total.won)
        fact = f"{wins} 🏅"
    elif total.drawn:
        draws = voice.say_count("{count} draw", "{count} draws", total.drawn)
        fact = f"{draws} 🤝"
    else:
        return _name(stats, voice)
    # NOTE: {fact} is such as "3 wins in a row 🔥" or "12 wins 🏅"
    return voice.say("### <@{player}>: {fact}", player=stats.user_id, fact=fact)


def _is_on_a_streak(stats: Stats) -> bool:
    """Whether they have won their last games; streaks are over all games, never of a single one."""
    return stats.game is None and stats.form.streak > 1


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


def _other_facts(stats: Stats, voice: Voice) -> list[str]:
    """A small line with what else is good, if anything is."""
    facts = []
    if stats.game is None and stats.form.best > max(stats.form.streak, 1):
        # NOTE: after "3 wins in a row": the most they ever had in a row
        record = phrase("Record: {count}")
        if not _is_on_a_streak(stats):
            record = phrase("Most wins in a row: {count}")
        facts.append(voice.say(record, count=stats.form.best))
    beaten = stats.levels_beaten
    if beaten:
        facts.append(levels_beaten(beaten, voice))
    if not facts:
        return []
    small = " · ".join(facts)
    return [f"-# {small}"]


def _results(stats: Stats, by_opponent: Mapping[str, Count], voice: Voice) -> Iterator[str]:
    """The total, whose words name the figures below it: results by game, and by opponent."""
    total = stats.total
    # NOTE: above a list of results such as "easy 3-1-2", whose figures it names
    yield voice.say(
        "{won} won, {drawn} drawn, {lost} lost", won=total.won, drawn=total.drawn, lost=total.lost
    )
    if len(stats.by_game) > 1:
        played = [game for game in games.TITLES if game in stats.by_game]
        by_game = [f"{games.name(game, voice)} {_figures(stats.by_game[game])}" for game in played]
        yield "-# " + " · ".join(by_game)
    for opponent, count in by_opponent.items():
        yield f"{_opponent(opponent, voice)} **{_figures(count)}**"


def _all_results(stats: Stats, voice: Voice) -> str:
    """The results against everyone, and those of games with hints."""
    lines = list(_results(stats, _by_opponent(stats.counts), voice))
    if stats.assisted.games:
        # NOTE: in place of an opponent, in a list of results: games with hints
        with_hints = voice.say("with hints")
        lines.append(f"{with_hints} **{_figures(stats.assisted)}**")
    return "\n".join(lines)


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


def _most_played(by_opponent: Mapping[str, Count]) -> dict[str, Count]:
    """Results against people and against the levels that were played most, in the same order."""
    levels = [opponent for opponent in by_opponent if opponent != PEOPLE]
    levels.sort(key=lambda level: by_opponent[level].games, reverse=True)
    shown = [PEOPLE, *levels[:_LEVELS_SHOWN]]
    return {opponent: count for opponent, count in by_opponent.items() if opponent in shown}


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
        # NOTE: the next page of a leaderboard, or the next move of a review
        label = voice.say("Next")
        following = custom_id_of(ranking.turn, leaderboard.game, leaderboard.page + 1)
        controls.append(Button(label, following))
    texts = ("\n-# ".join(headline), "\n".join(lines), rules)
    return Card(accent=Accent.PRIZE, texts=texts, controls=tuple(controls))


def _row(standing: Standing) -> str:
    if standing.place > LAST_PLACE:
        place = f"**{LAST_PLACE}+**"
    else:
        place = _MEDALS.get(standing.place, f"**{standing.place}.**")
    return f"{place} <@{standing.user_id}> **{standing.points}** · {_figures(standing.count)}"


def _figures(count: Count) -> str:
    """Games won, drawn and lost."""
    return f"{count.won}-{count.drawn}-{count.lost}"
