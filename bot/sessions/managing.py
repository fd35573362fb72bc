"""Who may change the settings of a server."""

from __future__ import annotations

from bot.sessions.refusals import NoSettingsHere, OnlyManagers


def server_to_manage(home: int | None, *, manages: bool) -> int:
    """The server whose settings a person may see and change. Raises NoSettingsHere or OnlyManagers.

    home     the server, if the bot is a member of it
    manages  whether the person may manage that server
    """
    if home is None:
        raise NoSettingsHere
    if not manages:
        raise OnlyManagers
    return home
