"""A server's settings as one card, a menu for each, and the questions before points are reset."""

from collections.abc import Iterator, Mapping
from enum import Enum

from bot.messages import games
from bot.messages.content import Accent, Button, Card, Option, Select, Style
from bot.messages.custom_id import custom_id_of
from bot.messages.language_names import IN_LATIN_LETTERS, IN_OTHER_LETTERS
from bot.messages.looks import LOOKS, sign
from bot.messages.texts import Voice, locales
from bot.play.names import level
from bot.play.seats import LEVEL_NAMES
from bot.play.settings import AUTOMATIC, ServerSettings
from engine.board import Mark

_TIMES = (60, 120, 300, 600, 1800, 3600, 6 * 3600, 12 * 3600, 24 * 3600)  # seconds

LATIN = "in Latin letters"
OTHER = "in other letters"
PAGES = (LATIN, OTHER)
"""The pages of the menu of languages, which holds 25 choices. The last one turns to the other."""


class Setting(Enum):
    """A setting with a menu: the field of ServerSettings that it changes."""

    GAME = "game"
    LEVEL = "level"
    TIME = "time"
    LOOK = "look"
    LANGUAGE = "language"


def value(setting: Setting, chosen: str) -> str | int:
    """What a choice of a menu stands for. Raises ValueError for one that no menu has."""
    names = {
        Setting.GAME: games.TITLES,
        Setting.LEVEL: LEVEL_NAMES,
        Setting.TIME: {str(time) for time in _TIMES},
        Setting.LOOK: LOOKS,
        Setting.LANGUAGE: {AUTOMATIC}.union(locales()),
    }
    if chosen not in names[setting]:
        raise ValueError(f"{setting.value} cannot be {chosen!r}")
    if setting is Setting.TIME:
        return int(chosen)
    return chosen


def card(
    settings: ServerSettings, voice: Voice, saved: Setting | None = None, page: str | None = None
) -> Card:
    """The settings of a server, with everything to change them.

    saved  the one that was changed just now, which the card confirms
    page   the page of languages; None for the one with the current language
    """
    menus = tuple(_menus(settings, voice, page))
    # NOTE: Server Settings and Integrations: Discord's menus, by Discord's own words
    text = voice.say(
        "### Server settings ⚙️\n"
        "For new games.\n"
        "-# Who may use me, and in which channels: Server Settings › Integrations"
    )
    if saved:
        # NOTE: a setting was changed; what it is now follows, such as "Level: hard"
        confirmation = [voice.say("**Saved**")]
        for menu in menus:
            if menu.custom_id.startswith(custom_id_of("set", saved.value)):
                confirmation += [option.label for option in menu.options if option.is_chosen]
        text += f"\n-# {' · '.join(confirmation)}"
    reset = Button(voice.say("Reset leaderboard"), custom_id_of("reset"), Style.RED)
    return _card(text, reset, selects=menus)


def reset(voice: Voice, people: int | None = None) -> Card:
    """The two questions before the leaderboard goes.

    people  how many have points, which only the second question says; None for the first
    """
    if people is None:
        text = voice.say(
            "### Reset the leaderboard? 🏆\n"
            "Everyone goes back to 0 points in every game. Personal results stay."
        )
        sure = Button(voice.say("Reset"), custom_id_of("resetagain"), Style.RED)
    else:
        lose = voice.say_count(
            "{count} person will lose their points.",
            "{count} people will lose their points.",
            people,
        )
        text = voice.say("### Are you sure? 🏆\n{lose} **You can't undo this.**", lose=lose)
        sure = Button(voice.say("Reset for good"), custom_id_of("resetnow"), Style.RED)
    return _card(text, sure, _back(voice), accent=Accent.FINAL)


def after_reset(voice: Voice) -> Card:
    """After the leaderboard has gone."""
    return _card(voice.say("**The leaderboard is empty.** Who will be first? 🏆"), _back(voice))


def _card(
    text: str,
    *controls: Button,
    selects: tuple[Select, ...] = (),
    accent: Accent = Accent.QUIET,
) -> Card:
    return Card(accent=accent, texts=(text,), selects=selects, controls=controls, is_private=True)


def _back(voice: Voice) -> Button:
    # NOTE: a button that leads back to the settings.
    return Button(voice.say("Back"), custom_id_of("settings"))


def _menus(settings: ServerSettings, voice: Voice, page: str | None) -> Iterator[Select]:
    """A menu for each setting, with a label for each value."""
    labels = {}
    for game in games.TITLES:
        labels[game] = voice.say("Game: {game}", game=games.name(game, voice))
    yield _menu(Setting.GAME, settings.game, labels)

    labels = {}
    for name in LEVEL_NAMES:
        labels[name] = voice.say("Level: {level}", level=level(name, voice))
    yield _menu(Setting.LEVEL, settings.level, labels)

    labels = {}
    for seconds in sorted({settings.time}.union(_TIMES)):  # the operator may have set another one
        time = games.time_per_move(seconds, voice)
        # NOTE: {time} is such as "10 minutes per move"
        labels[str(seconds)] = voice.say("Time: {time}", time=time)
    yield _menu(Setting.TIME, str(settings.time), labels)

    labels = {}
    for name, look in LOOKS.items():
        # NOTE: after "Board:", for boards drawn with the bot's own small pictures.
        marks = voice.say("pictures")
        if look:
            marks = look.render(f"{sign(Mark.X)} {sign(Mark.O)}")
        labels[name] = voice.say("Board: {look}", look=marks)
    yield _menu(Setting.LOOK, settings.look, labels)

    yield _language_menu(settings.language, voice, page)


def _language_menu(current: str, voice: Voice, page: str | None) -> Select:
    """A page of the languages that the bot speaks."""
    in_other_letters = page == OTHER
    if page is None:
        in_other_letters = current in IN_OTHER_LETTERS
    automatic = {AUTOMATIC: voice.say("Language: automatic")}
    in_latin = automatic | _languages(IN_LATIN_LETTERS, voice)
    in_other = _languages(IN_OTHER_LETTERS, voice)
    # NOTE: the last choice of a menu of languages: show the others
    more = voice.say("More languages")
    shown = in_latin | {OTHER: more}
    if in_other_letters:
        shown = in_other | {LATIN: more}
    current_label = (in_latin | in_other).get(current, "")
    return _menu(Setting.LANGUAGE, current, shown, hint=current_label)


def _languages(names: Mapping[str, str], voice: Voice) -> dict[str, str]:
    """A label for each of the languages that the bot speaks, by its locale."""
    spoken = locales()
    labels = {}
    for locale, name in names.items():
        if locale in spoken:
            labels[locale] = voice.say("Language: {language}", language=name)
    return labels


def _menu(setting: Setting, current: str, labels: Mapping[str, str], hint: str = "") -> Select:
    options = []
    for value, label in labels.items():
        options.append(Option(label, value, is_chosen=value == current))
    return Select(custom_id_of("set", setting.value), tuple(options), hint)
