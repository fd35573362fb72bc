"""Errors that end the process. Each message is one sentence that tells the operator what to do."""


class Failed(Exception):
    """The bot cannot do what it was asked to do. Exit code 1."""


class BadSetting(Exception):
    """A setting or an option cannot be used. Exit code 2."""


LOGGED_OUT = (
    "Discord does not accept DISCORD_TOKEN: get a new one from your application's Bot page."
)
