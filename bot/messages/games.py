"""The games, and the time for a move, in people's words."""

from collections.abc import Mapping

from bot.messages.texts import Voice, phrase
from engine.board import USUAL

TITLES: Mapping[str, str] = {
    "3x3": phrase("3×3: three in a row wins"),
    "4x4": phrase("4×4: four in a row wins"),
    "5x5": phrase("5×5: four in a row wins"),
    "misere": phrase("Misère: three in a row loses"),
    "fading": phrase("Fading: only your last three marks stay"),
}
"""The name of each game and its rule in one line, by its name in `engine.board.GAMES`."""

_NAMES: Mapping[str, str] = {
    "3x3": phrase("3×3"),
    "4x4": phrase("4×4"),
    "5x5": phrase("5×5"),
    "misere": phrase("Misère"),
    "fading": phrase("Fading"),
}


def title(game: str, voice: Voice) -> str:
    """The name of a game and its rule in one line."""
    return voice.say(TITLES[game])


def name(game: str, voice: Voice) -> str:
    """The name of a game."""
    return voice.say(_NAMES[game])


def is_usual(game: str) -> bool:
    """Whether it is the game that everyone expects, so that its title need not be said."""
    return game == USUAL


def time_per_move(seconds: int, voice: Voice) -> str:
    """The time for a move, in the largest exact unit."""
    if seconds % 86400 == 0:
        return voice.say_count("{count} day per move", "{count} days per move", seconds // 86400)
    if seconds % 3600 == 0:
        return voice.say_count("{count} hour per move", "{count} hours per move", seconds // 3600)
    return voice.say_count("{count} minute per move", "{count} minutes per move", seconds // 60)
