"""What a forked process finds done besides its imports: the bot has read all its languages."""

from discord import Locale

from bot.messages.texts import voice_of

for locale in Locale:
    voice_of(locale.value)
