"""A server's settings as one card: a menu for each, and what has only two values as a button."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

from bot.rendering import names
from bot.rendering.custom_id import Verb, custom_id_of
from bot.rendering.games import TITLES
from bot.rendering.languages import LATIN, NAMES
from bot.rendering.looks import LOOKS, Look, sign
from bot.rendering.reply import ADVICE, Button, Card, Option, Select, Style
from bot.rendering.times import time_per_move
from bot.rendering.voice import Voice, locales
from bot.sessions.seats import LEVEL_NAMES
from bot.sessions.settings import AUTOMATIC, ServerSettings
from engine.board import Mark

_TIMES = (60, 120, 300, 600, 1800, 3600, 6 * 3600, 12 * 3600, 24 * 3600)  # seconds


class Setting(Enum):
    """A setting with a menu: the field of ServerSettings that it changes."""

    LANGUAGE = "language"
    GAME = "game"
    LEVEL = "level"
    TIME = "time"
    LOOK = "look"


def value(setting: Setting, chosen: str) -> str | int:
    """What a choice of a menu stands for. Raises ValueError for one that no menu has."""
    if setting is Setting.TIME:
        return _TIMES[[str(time) for time in _TIMES].index(chosen)]
    names = {
        Setting.LANGUAGE: {AUTOMATIC, *locales()},
        Setting.GAME: TITLES,
        Setting.LEVEL: LEVEL_NAMES,
        Setting.LOOK: LOOKS,
    }
    if chosen not in names[setting]:
        raise ValueError(f"{setting.value} cannot be {chosen!r}")
    return chosen


def card(settings: ServerSettings, voice: Voice) -> Card:
    """The settings of a server, with everything to change them."""
    watching = (
        voice.say("People **can** watch me play myself here.")
        if settings.allows_watching
        else voice.say("Nobody can watch me play myself here.")
    )
    told = voice.say(
        "### Server settings ⚙️\n"
        "New games here start with these. Running games don't change.\n"
        "{watching}\n"
        "-# Who may use me, and in which channels: Server Settings › Integrations",
        watching=watching,
    )
    return _card(
        told,
        (_watching(settings, voice), _button(voice.say("Reset leaderboard"), Verb.RESET)),
        _menus(settings, voice),
    )


def reset(voice: Voice) -> Card:
    """The first question before the leaderboard goes."""
    told = voice.say(
        "### Reset the leaderboard? 🏆\n"
        "Everyone here starts again with 0 points, in every game. Their own results stay."
    )
    return _card(told, (_button(voice.say("Reset"), Verb.RESET_AGAIN, Style.RED), _back(voice)))


def reset_for_good(people: int, voice: Voice) -> Card:
    """The second question. `people` have points."""
    lose = voice.say_count("{count} person loses their points.", "{count} people lose their points.", people)
    told = voice.say("### Are you sure? 🏆\n{lose} **You can't undo this.**", lose=lose)
    return _card(told, (_button(voice.say("Reset for good"), Verb.RESET_NOW, Style.RED), _back(voice)))


def reset_goes_on(voice: Voice) -> Card:
    """After part of it, if there is more than can be deleted while Discord waits."""
    told = voice.say("**Not quite done.** Your leaderboard is huge! Press again to reset the rest.")
    return _card(told, (_button(voice.say("Reset the rest"), Verb.RESET_NOW, Style.RED),))


def was_reset(voice: Voice) -> Card:
    """After the leaderboard has gone."""
    return _card(voice.say("**The leaderboard is empty.** Who will be first? 🏆"), (_back(voice),))


def _card(told: str, controls: tuple[Button, ...], selects: tuple[Select, ...] = ()) -> Card:
    return Card(accent=ADVICE, texts=(told,), selects=selects, controls=controls, private=True)


def _menus(settings: ServerSettings, voice: Voice) -> tuple[Select, ...]:
    return (
        *_languages(settings.language, voice),
        _menu(Setting.GAME, settings.game, {game: voice.say(title) for game, title in TITLES.items()}),
        _menu(
            Setting.LEVEL,
            settings.level,
            {level: voice.say("Level: {level}", level=names.level(level, voice)) for level in LEVEL_NAMES},
        ),
        _menu(
            Setting.TIME,
            str(settings.time),
            {str(time): time_per_move(time, voice) for time in sorted({*_TIMES, settings.time})},
        ),
        _menu(
            Setting.LOOK,
            settings.look,
            {name: voice.say("Board: {look}", look=_shown(look, voice)) for name, look in LOOKS.items()},
        ),
    )


def _languages(current: str, voice: Voice) -> Iterator[Select]:
    """Two menus, because one holds only 25 choices: languages in Latin letters, and those in others."""
    labels = {
        each: voice.say("Language: {language}", language=NAMES[each]) for each in NAMES if each in locales()
    }
    automatic = {AUTOMATIC: voice.say("Language: automatic")}
    latin = {each: label for each, label in labels.items() if each in LATIN}
    others = {each: label for each, label in labels.items() if each not in LATIN}
    # NOTE: shown on the menu of languages that does not hold the one chosen now.
    more = voice.say("More languages")
    for place, options in enumerate((automatic | latin, others)):
        if options:
            yield _menu(Setting.LANGUAGE, current, options, more, place)


def _menu(
    setting: Setting, current: str, labels: Mapping[str, str], hint: str = "", place: int = 0
) -> Select:
    options = tuple(Option(label, chosen, chosen == current) for chosen, label in labels.items())
    return Select(custom_id_of(Verb.SET, setting.value, place), options, hint)


def _shown(look: Look | None, voice: Voice) -> str:
    """The two marks of a look, or what tiles are."""
    # NOTE: after "Board:", for boards drawn with the bot's own small pictures.
    return look.draw(f"{sign(Mark.X)} {sign(Mark.O)}") if look else voice.say("pictures")


def _watching(settings: ServerSettings, voice: Voice) -> Button:
    if settings.allows_watching:
        # NOTE: a button: nobody can watch the bot play itself any more
        return _button(voice.say("Watching off"), Verb.WATCHING_OFF)
    # NOTE: a button: people can watch the bot play itself again
    return _button(voice.say("Watching on"), Verb.WATCHING_ON)


def _back(voice: Voice) -> Button:
    # NOTE: a button that leads back to the settings.
    return _button(voice.say("Back"), Verb.SETTINGS)


def _button(label: str, verb: Verb, style: Style = Style.NEUTRAL) -> Button:
    return Button(label, custom_id_of(verb), style)
