"""The tree of commands: how discord.py runs one, and how Discord gets them, in every language."""

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

import discord
from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, locale_str

from bot.advice import commands as advice_commands
from bot.advice import puzzle_commands
from bot.challenges import commands as challenge_commands
from bot.cups import commands as cup_commands
from bot.database.store import Store
from bot.interactions import discord_internals
from bot.interactions.handlers import command_text
from bot.interactions.interaction import Interaction
from bot.interactions.refused_by_discord import FAILURES, why
from bot.messages.texts import voice_of
from bot.people import commands as people_commands
from bot.people import own_games_commands
from bot.play import commands as play_commands
from bot.play import demo_games_commands
from bot.play.names import level
from bot.running import transactions as upkeep
from bot.servers import commands as server_commands

_logger = logging.getLogger(__name__)

_COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (
    challenge_commands.start,
    demo_games_commands.watch,
    play_commands.move,
    play_commands.show_board,
    own_games_commands.games,
    challenge_commands.resign,
    advice_commands.hint,
    play_commands.offer_draw,
    play_commands.claim,
    cup_commands.cup,
    people_commands.stats,
    people_commands.top,
    advice_commands.review,
    puzzle_commands.puzzle,
    people_commands.privacy,
    server_commands.settings,
    puzzle_commands.daily,
    play_commands.stop,
    people_commands.show_help,
)

ttt = app_commands.Group(
    name="ttt",
    description=command_text("Play tic-tac-toe"),
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=True, private_channel=True
    ),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
)
"""The command that all others but those in menus belong to."""

for _command in _COMMANDS:
    ttt.add_command(_command)

_TYPED = {
    TranslationContextLocation.command_name,
    TranslationContextLocation.group_name,
    TranslationContextLocation.parameter_name,
}

_MENUS = challenge_commands.menu, advice_commands.menu  # of a person's name, and of a message
for _menu in _MENUS:
    _menu.allowed_contexts = ttt.allowed_contexts
    _menu.allowed_installs = ttt.allowed_installs


class Commands(app_commands.CommandTree[Any]):
    """Every command."""

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client)
        self.add_command(ttt)
        for menu in _MENUS:
            self.add_command(menu)

    async def handler(self, data: Any, interaction: Interaction) -> Callable[[], Awaitable[Any]]:
        """Let discord.py find the handler of a command or completion, and read its options.

        Returns what has it answer. Raises AppCommandError if it is none of ours.
        """
        found = await discord_internals.find_handler(self, data, interaction)
        if found is None:
            raise app_commands.AppCommandError(f"no handler of {interaction.what!r}")
        return found

    async def on_error(
        self, _: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        raise error

    async def sync_if_changed(self, store: Store) -> int | None:
        """Upload our commands if they have changed since the last upload to this application.

        Discord allows few uploads a day, so a start without changes must not count. If Discord
        refuses them, it keeps the old ones, and the next start tries again. Returns the id of /ttt,
        if it is known.
        """
        application = self.client.application_id
        payload = await _TRANSLATIONS.payload(self)
        note = f"commands of application {application}"
        id_note = f"id of /ttt in application {application}"
        registered: Mapping[str, int] = {}
        try:
            if await store.run(upkeep.read_note, note) != payload.digest:
                registered = await self.upload()
                await store.run(upkeep.write_note, note, payload.digest)
                _logger.info("Uploaded the commands to Discord")
        except FAILURES as error:
            _logger.warning("Discord refused our commands and keeps the old ones: %s", why(error))
        noted = await store.run(upkeep.read_note, id_note)
        if noted and not registered:
            return int(noted)
        try:
            if not registered:
                registered = {each.name: each.id for each in await self.fetch_commands()}
        except FAILURES as error:
            _logger.warning(
                "Discord did not say the id of /ttt, so nobody can tap it in a text: %s", why(error)
            )
        if "ttt" in registered:
            await store.run(upkeep.write_note, id_note, str(registered["ttt"]))
        return registered.get("ttt")

    async def upload(self) -> Mapping[str, int]:
        """Upload our commands in every language. Returns their ids by name.

        Raises discord.HTTPException, aiohttp.ClientError or OSError.
        """
        payload = await _TRANSLATIONS.payload(self)
        return await discord_internals.upload_commands(self.client, payload.commands)


class _Payload(NamedTuple):
    """The commands in Discord's form, in every language, and their digest, in hexadecimal."""

    commands: Sequence[Mapping[str, Any]]
    digest: str


class Translations(app_commands.Translator):
    """Translates the texts of commands with our voices.

    The names of commands and options stay English, so that people can tell each other what to type.
    """

    def __init__(self) -> None:
        # The last, since all clients of a process tell the same.
        self._kept: dict[object, _Payload] = {}

    async def payload(self, tree: app_commands.CommandTree[Any]) -> _Payload:
        """What Discord is told about the commands of `tree`."""
        commands = tree.get_commands()
        english = json.dumps([each.to_dict(tree) for each in commands])
        # The voices of a process stay the same, unless a test changes its catalogues.
        voices = tuple(voice_of(locale.value) for locale in Locale)
        key = english, voices
        if key not in self._kept:
            told = [await each.get_translated_payload(tree, self) for each in commands]
            text = json.dumps(told, sort_keys=True)
            digest = hashlib.sha256(text.encode()).hexdigest()
            self._kept = {key: _Payload(told, digest)}
        return self._kept[key]

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        """`string` in that language, or None if it would be the same."""
        if context.location in _TYPED and not isinstance(context.data, app_commands.ContextMenu):
            return None
        voice = voice_of(locale.value)
        extras = string.extras
        if "level" in extras:
            text = level(extras["level"], voice)
        else:
            values = extras.get("values", {})
            text = voice.say(extras.get("phrase", string.message), **values)
        if text == string.message:
            return None
        return text


_TRANSLATIONS = Translations()
