"""What a page and the server say to each other: frames of JSON through one WebSocket.

A page sends what its person does, and `do` says what that is:

    {"do": "go", "person": "alice", "place": "general"}     be this person, in a channel or in "dm"
    {"do": "language", "locale": "de"}                      read and act in another language
    {"do": "type", "line": "/ttt move 5"}                   send a line: a command, or the label of a button
    {"do": "suggest", "line": "/ttt st"}                    ask what can follow
    {"do": "press", "message": "17…", "custom_id": "ttt:…"}
    {"do": "choose", "message": "17…", "custom_id": "ttt:…", "values": ["4x4"]}    from a select menu
    {"do": "menu", "command": "Challenge to tic-tac-toe", "person": "bob"}         the menu of a name
    {"do": "dismiss", "message": "17…"}                     put a private answer away
    {"do": "older"}                                         ask for older messages
    {"do": "wait", "seconds": 300}                          let time pass, at most a day

The server sends what has changed for this person, and `is` says what that is:

    {"is": "place", "person": "alice", "place": "general", "people": [{"id": "…", "name": "alice"}, …],
     "places": [{"id": "…", "name": "general"}, …], "menus": ["Challenge to tic-tac-toe"],
     "locales": ["en-US", …]}
    {"is": "words", "locale": "de", "words": {…}}           the page's own texts (`words.py`)
    {"is": "messages", "now": 1767225600.0, "all": true, "more": false, "gone": ["17…"], "messages": [{
     "id": "17…", "at": 1767225600, "text": "", "components": […], "private": false, "by": "alice",
     "command": "ttt start", "files": []}, …]}              all: these replace what is shown
    {"is": "position", "board": {"position": "X.O/.X./... O", "moves": [1, 3, 5], "first": "X",
     "game": "3x3"}}
    {"is": "suggestions", "line": "/ttt st", "offers": [{"line": "/ttt start ", "label": "/ttt start",
     "about": "…"}, …]}
    {"is": "refused", "text": "…"}                          why nothing was done

Ids are texts, because JavaScript's numbers are too small for them. `components` are Discord's
(https://docs.discord.com/developers/components/reference), as the bot sent them; a file has a name and a
text. `board` is that of the newest message here that shows one, in the engine's notation; null without one.

A socket is opened at `socket?person=alice&place=general` and gets `words`, `place`, `messages` and `position`
at once. A frame that is none of the above is refused in one line; one that is too long closes the socket.

Inside the page, `main.js` passes `board` on for other files to use:

    document.addEventListener("position", ({ detail }) => …)    // {position, moves, first, game}, or null
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.playground.not_understood import read_frame

LONGEST_FRAME = 4096  # bytes that a page may send at once
_LONGEST_WAIT = 86_400  # seconds

Word = Annotated[str, Field(max_length=100)]
Line = Annotated[str, Field(max_length=400)]
Id = Annotated[str, Field(pattern="^[0-9]{1,19}$")]


class _Frame(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Go(_Frame):
    do: Literal["go"]
    person: Word
    place: Word


class Language(_Frame):
    do: Literal["language"]
    locale: Word


class Type(_Frame):
    do: Literal["type"]
    line: Line


class Suggest(_Frame):
    do: Literal["suggest"]
    line: Line


class Press(_Frame):
    do: Literal["press"]
    message: Id
    custom_id: Word


class Choose(_Frame):
    do: Literal["choose"]
    message: Id
    custom_id: Word
    values: Annotated[list[Word], Field(max_length=25)]


class Menu(_Frame):
    do: Literal["menu"]
    command: Word
    person: Word


class Dismiss(_Frame):
    do: Literal["dismiss"]
    message: Id


class Older(_Frame):
    do: Literal["older"]


class Wait(_Frame):
    do: Literal["wait"]
    seconds: Annotated[int, Field(ge=1, le=_LONGEST_WAIT)]


Action: TypeAlias = Go | Language | Type | Suggest | Press | Choose | Menu | Dismiss | Older | Wait

_ACTIONS: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Field(discriminator="do")])


def read(frame: str) -> Action:
    """What a page asks for. Raises NotUnderstood."""
    return read_frame(frame, _ACTIONS)
