"""Walks of people through the bot: each step says what somebody does, and what is then to be seen.

Mentions are read as names: `@ann` stands for `<@1234>`.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.messages import custom_id
from bot.messages.custom_id import CustomId
from bot.playground.simulated_discord import Message, readable_messages
from bot.servers.card import Setting
from tests.support.cards import breakable
from tests.support.server import Server, broken

ANN, BOB, EVE, MOD = "ann", "bob", "eve", "mod"
MENU, REVIEW = "Challenge to tic-tac-toe", "Review this game"
MINUTE, HOUR = 60, 3600

What = str | CustomId | Setting | int


@dataclass(frozen=True)
class Step:
    """Something a person or the clock does, and words that have come or changed after it.

    who      None for the clock
    what     a command, a button by its name or its label, a setting to choose, or seconds to let
             pass
    words    each on a message, on its buttons or in what a menu has chosen; none if nothing is to
             be seen
    where    the first of them: "new" or "private" if on a new message, "same" if on the one that
             was pressed
    until    whether a button is pressed again and again, each time on another cell, until the words
             come
    options  of a command, or the value of a setting
    """

    who: str | None
    what: What
    words: tuple[str, ...]
    where: str = ""
    until: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)


def does(who: str, what: What, *words: str, **options: Any) -> Step:
    """The words come or change anywhere."""
    return Step(who, what, words, options=options)


def posts(who: str, what: What, *words: str, **options: Any) -> Step:
    """The words come on a new message that everyone sees."""
    return Step(who, what, words, "new", options=options)


def redraws(who: str, what: What, *words: str) -> Step:
    """The words come on the message whose button is pressed."""
    return Step(who, what, words, "same")


def hears(who: str, what: What, *words: str, **options: Any) -> Step:
    """The words come on a new message that nobody else sees."""
    return Step(who, what, words, "private", options=options)


def taps_until(who: str, what: CustomId, words: str) -> Step:
    return Step(who, what, (words,), until=True)


def chooses(who: str, menu: Setting | CustomId, value: str, words: str) -> Step:
    return Step(who, menu, (words,), options={"value": value})


def passes(seconds: int, *words: str) -> Step:
    return Step(None, seconds, words)


def restarts() -> Step:
    """The bot restarts, and has forgotten how to redraw a message unasked."""
    return Step(None, "restart", ())


FRIENDS = (
    posts(ANN, "start", "challenges you!", opponent=BOB, first="me"),
    posts(BOB, "Accept", "Your turn, @ann"),
)
"""The start of a game of two."""
COUNTING = (
    *FRIENDS,
    posts(ANN, "move", "Your turn, @bob", cell=1),
    posts(BOB, "move", "Your turn, @ann", cell=5),
)
"""The same after the moves with which it counts."""


def walks(ways: Mapping[str, Iterable[Step]]) -> Callable[..., Awaitable[None]]:
    """A test for each of these ways; its name says what they show."""

    @pytest.mark.parametrize("way", ways)
    async def test(server: Server, way: str) -> None:
        await walk(server, *ways[way])

    return test


async def walk(server: Server, *steps: Step) -> None:
    """Take these steps in #general."""
    walk = Walk(server)
    for step in steps:
        await walk.take(step)


class Walk:
    """A walk along a way in #general."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._people = {ANN: server.ann, BOB: server.bob, EVE: server.eve, MOD: server.mod}
        self._pressed = 0  # the message whose button was pressed last

    async def take(self, step: Step) -> None:
        """Take a step. Fails if it does not change what it should."""
        before = self._seen()
        await self._do(step)
        await self._finish(step, before)

    async def take_after(self, failure: Exception, step: Step, words: str) -> None:
        """Take a person's step after the store has failed them once.

        Fails as `take` does, and if after the failure anything is to be seen but one private answer
        with these words. What does not ask the store is done at once.
        """
        before = self._seen()
        answers = len(self._server.answers())
        with broken(self._server.store, "serve", failure) as asked:
            await self._do(step)
        assert len(self._server.answers()) == answers + 1, step
        if not asked:
            await self._finish(step, before)
            return
        changed = self._changed(before)
        assert self._shows(hears(step.who, step.what, words), before), (step, changed)
        [told] = changed.values()
        assert str(failure) not in told
        await self.take(step)

    async def _finish(self, step: Step, before: Mapping[int, str]) -> None:
        """Press until the words come, if that is asked for. Fails if they do not come."""
        while step.until and not self._shows(step, before):
            await self._press(step)
        if not self._shows(step, before):
            seen = "\n---\n".join(self._changed(before).values())
            pytest.fail(
                f"this step of a way (tests/support/ways.py) does not show its words:\n{step}\n"
                f"What came or changed:\n{seen}"
            )

    async def _do(self, step: Step) -> None:
        if step.who is None and isinstance(step.what, int):
            await self._server.env.advance_time(step.what)
        elif step.who is None:
            await self._server.restart(self._server.store)
        elif isinstance(step.what, str) and step.what.islower():
            await self._use(self._people[step.who], step.what, step.options)
        elif step.what in {MENU, REVIEW}:
            channel = self._server.general
            newest = self._server.message(self._messages(0)[-1])  # that everyone sees
            target = self._server.bob if step.what == MENU else newest
            await self._people[step.who].context_menu(channel, step.what, target)
        else:
            await self._press(step)

    async def _use(self, who: Any, command: str, options: Mapping[str, Any]) -> None:
        given = {name: self._people.get(value, value) for name, value in options.items()}
        used = await who.slash(self._server.general, f"ttt {command}", **given)
        assert used.acknowledged

    async def _press(self, step: Step) -> None:
        """Press the button, or choose from the menu, of the newest message that has it."""
        who = self._person(step)
        for message in reversed(self._messages(who.id)):
            shown = self._server.message(message)
            for part in [*message.selects, *message.buttons]:
                if _is(part, step):
                    chosen = step.options.get("value")
                    if chosen:
                        pressed = await who.select(shown, [chosen], custom_id=part["custom_id"])
                    else:
                        pressed = await who.click(shown, custom_id=part["custom_id"])
                    assert pressed.acknowledged
                    self._pressed = message.id
                    return
        pytest.fail(f"{step.who} sees no {step.what}")

    def _person(self, step: Step) -> Any:
        """Who takes the step; "to move" and "waiting" are the players of the newest board."""
        if step.who in self._people:
            return self._people[step.who]
        seen = "\n".join(self._seen().values())
        turns = re.findall(r"Your turn, @(\w+)", seen)
        assert turns, f"no board says 'Your turn, @ann'. What is seen:\n{seen}"
        waiting = {ANN: BOB, BOB: ANN}[turns[-1]]
        return self._people[turns[-1] if step.who == "to move" else waiting]

    def _messages(self, reader: int) -> list[Message]:
        return readable_messages(self._server.env, self._server.general.id, reader)

    def _seen(self) -> dict[int, str]:
        """What is to be read on each message, private answers included."""
        found = {
            message.id: message
            for who in self._people.values()
            for message in self._messages(who.id)
        }
        return {each: self._said(found[each]) for each in sorted(found)}

    def _said(self, message: Message) -> str:
        """What a message says, what its buttons say, and what its menus have chosen."""
        said = "\n".join([*message.texts, *(button["label"] for button in message.buttons)])
        said = breakable(said)
        options = [option for select in message.selects for option in select["options"]]
        said = "\n".join([said, *(option["label"] for option in options if option.get("default"))])
        for name, who in self._people.items():
            said = said.replace(f"<@{who.id}>", f"@{name}")
        return said

    def _changed(self, before: Mapping[int, str]) -> dict[int, str]:
        return {
            message: said for message, said in self._seen().items() if before.get(message) != said
        }

    def _shows(self, step: Step, before: Mapping[int, str]) -> bool:
        """Whether the words came or changed where they should; without words, that nothing did."""
        changed = self._changed(before)
        if not step.words:
            return not changed or step.what == "restart"
        if not all(any(words in said for said in changed.values()) for words in step.words):
            return False
        found = {message for message, said in changed.items() if step.words[0] in said}
        public = {message.id for message in self._messages(0)}
        match step.where:
            case "new":
                return bool((found & public) - before.keys())
            case "private":
                return bool(found - public - before.keys())
            case "same":
                return self._pressed in found
        return True


def _is(part: Mapping[str, Any], step: Step) -> bool:
    """Whether a button or a menu is the one that a step presses."""
    match custom_id.parse_custom_id(part["custom_id"]):
        case CustomId("set", (setting,)):
            values = [option["value"] for option in part["options"]]
            return step.what is Setting(setting) and step.options["value"] in values
        case press:
            wanted = step.what.name if isinstance(step.what, CustomId) else step.what
            return wanted in {press and press.name, part.get("label")}
