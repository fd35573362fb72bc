"""A server's settings: what people get unless they ask for something else."""

from dataclasses import dataclass

from bot.messages.tiles import TILES
from bot.play.seats import Bot, FirstChoice, FullTerms, Terms
from engine.board import USUAL

DEFAULT_LANGUAGE = "en-US"  # one of Discord's locales

FIRST_WITH_BOT: FirstChoice = "me"
FIRST_WITH_PERSON: FirstChoice = "random"

AUTOMATIC = "automatic"
"""In place of a language: the server's own on Discord."""


@dataclass(frozen=True)
class ServerSettings:
    """The settings of a server, or the defaults outside servers.

    game      a name of `engine.board.GAMES`
    level     how strong the bot plays, one of `engine.opponents.LEVELS`
    time      seconds a move may take between two people
    language  the language of public messages, by Discord's code, or AUTOMATIC
    look      the boards' style: a name of `bot.messages.looks`
    """

    game: str = USUAL
    level: str = "normal"
    time: int = 10 * 60
    language: str = AUTOMATIC
    look: str = TILES

    def bot(self, chosen: Bot | None) -> Bot:
        """The bot at the level that was chosen, or else at the server's."""
        return chosen or Bot(self.level)

    def language_of(self, terms: Terms, language_here: str) -> str:
        """The language of a game's messages.

        language_here  the one that Discord names for the place
        """
        if terms.language:
            return terms.language
        if self.language == AUTOMATIC:
            return language_here
        return self.language

    def complete(self, terms: Terms, first: FirstChoice) -> FullTerms:
        """The terms, with the server's settings for what they leave open, and X for the mark.

        first  who goes first unless they say: FIRST_WITH_BOT or FIRST_WITH_PERSON
        """
        return FullTerms(
            game=terms.game or self.game,
            mark=terms.mark or "X",
            first=terms.first or first,
            time=terms.time or self.time,
            look=self.look,
        )


DEFAULTS = ServerSettings()
"""What everyone has unless the operator or their server says otherwise."""
