"""/ttt help: the whole bot on one phone screen."""

from collections.abc import Mapping, Sequence

from bot.messages import games
from bot.messages.content import NO_LINKS, Accent, Button, Card, Links, Style
from bot.messages.custom_id import custom_id_of
from bot.messages.texts import Voice, phrase, phrase_in
from bot.people.privacy_card import with_links

# NOTE: in these lists, about 22 characters after the command fit on a phone
_HELP: Mapping[str, Sequence[str]] = {
    # NOTE: above commands to play a game
    phrase_in("commands", "Play"): (
        phrase("`/ttt start` play me, or a friend"),
        phrase("`/ttt board` show your game again"),
        phrase("`/ttt games` all your games"),
    ),
    # NOTE: above commands to learn to play well
    phrase_in("commands", "Learn"): (
        phrase("`/ttt hint` best move, or take back"),
        phrase("`/ttt review` find your mistakes"),
        phrase("`/ttt puzzle` solve the daily puzzle"),
        phrase("`/ttt watch` see me play myself"),
    ),
    # NOTE: above commands to be better than others
    phrase_in("commands", "Compete"): (
        phrase("`/ttt cup` this channel's cup"),
        phrase("`/ttt top` this server's leaderboard"),
        phrase("`/ttt stats` your results"),
    ),
}
"""The commands in groups, by the name of each group.

Those are missing whose button stands where they are needed, such as *Offer draw*.
"""


def how_to_play(voice: Voice, links: Links = NO_LINKS) -> Card:
    """A line for each command, in groups with space between them, and two ways to begin."""
    title = voice.say("### How to play 👋")
    start = voice.say("Start a game, then tap a number, or use `/ttt move`")
    texts = [f"{title}\n{start}"]
    for group, commands in _HELP.items():
        name = voice.say_in("commands", group)
        lines = [f"**{name}**"]
        lines += [voice.say(command) for command in commands]
        texts.append("\n".join(lines))
    names = voice.separated(games.name(game, voice) for game in games.TITLES)
    small = [
        voice.say("Games: {games}", games=names),
        voice.say("`/ttt privacy` your data"),
        voice.say("Managers: `/ttt settings`, `/ttt daily`"),
    ]
    below = "\n".join(f"-# {line}" for line in small)
    texts.append(with_links(below, links, voice))
    rows = (ways_to_begin(voice),)
    return Card(accent=Accent.QUIET, texts=tuple(texts), rows=rows, is_private=True)


def ways_to_begin(voice: Voice) -> tuple[Button, ...]:
    """The buttons for two things that anyone can do at once."""
    # NOTE: a button: start a game against the bot
    play = Button(voice.say("Play me"), custom_id_of("start"), Style.BLUE)
    # NOTE: a button: show me the puzzle of the day
    puzzle = Button(voice.say("Daily puzzle"), custom_id_of("today"))
    return play, puzzle
