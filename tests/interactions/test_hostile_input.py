"""Input no honest client sends: any custom_id, option or name. Each gets one correct answer."""

import re
from itertools import chain, product
from random import Random
from typing import Any

from discord import app_commands

from bot.interactions.handlers import BUTTONS
from bot.messages import custom_id
from bot.messages.custom_id import custom_id_of, spoken_custom_id
from tests.support.commands import every_command
from tests.support.server import Server, text

NUMBERS = [0, -1, 99, 2**53, 2**63 - 1, 2**63, 10**40, float("inf")]
WORDS = [
    "",
    "perfect",
    "easy' OR 1=1 --",
    "{0}{player}{count}",
    "\x00\x01",
    "\u202edetrever\u202c",
    "@everyone <@&1> <#2> **bold** `code` [a](https://x.example)",
    "x" * 6000,
]
# By Discord's type of option.
KINDS = {3: WORDS, 4: NUMBERS, 6: [1, "1", 2**64], 5: [True, "yes", None]}
PIECES = ("ttt", "cell", "1", "01", "3x3", "9" * 20, "9" * 21, "٣", "", " ", "\n", "A")


def test_any_text_is_a_press_that_is_written_the_same_or_none():
    presses = 0
    for pieces in chain.from_iterable(product(PIECES, repeat=length) for length in range(4)):
        for sent in ("".join(pieces), ":".join(pieces), ":".join(("ttt", "cell", *pieces))):
            press = custom_id.parse_custom_id(sent)
            if press is None:
                continue
            presses += 1
            assert re.fullmatch(r"ttt(:[a-z0-9]{1,20})+", sent), sent
            assert custom_id.parse_custom_id(custom_id_of(press.name, *press.about)) == press
            assert custom_id.parse_custom_id(spoken_custom_id(sent)) == press
            assert all(part < 2**63 for part in press.about if isinstance(part, int))
    assert presses


def any_custom_id(name: str, rng: Random) -> str:
    """A custom_id of a button with a change, or random text."""
    words = rng.choice([(), (), ("3x3",), ("5x5",), ("fading",), ("level",)])
    numbers = [rng.choice([0, 1, 2, 7, 99, 10**17]) for _ in range(rng.randint(0, 4))]
    ours = custom_id_of(name, *words, *numbers)
    at = rng.randrange(len(ours))
    return rng.choice(
        [ours, ours[:at], ours[:at] + rng.choice("0:٣ x") + ours[at + 1 :], ours + ":1", "x"]
    )


async def test_any_custom_id_is_answered_once_and_breaks_nothing(server: Server, caplog):
    rng = Random(1)
    await server.ann.slash(server.general, "ttt start")
    for name in [*BUTTONS] * 2:
        before = len(server.answers())
        pressed = any_custom_id(name, rng)
        result = await server.send_press(rng.choice([server.ann, server.bob]), pressed)
        assert len(server.answers()) == before + 1
        assert "Something broke on my end" not in text(result)
    assert "Traceback" not in caplog.text


async def test_any_option_of_a_command_is_answered_once_and_tells_nothing_of_ours(server: Server):
    for command in every_command():
        types = {parameter.name: parameter.type.value for parameter in command.parameters}
        for option in hostile_options(types):
            before = len(server.answers())
            result = await server.send_command(server.mod, command.name, options=[option])
            assert len(server.answers()) == before + 1, (command.name, option)
            assert "Traceback" not in text(result)
            assert "@everyone" not in text(result)
    assert all(isinstance(error, app_commands.AppCommandError) for error in server.env.errors)


def hostile_options(types: dict[str, int]) -> list[dict[str, Any]]:
    """Each option of a command with every odd value of its own type and one of each other type, and
    an unknown option.
    """
    return [
        {"name": name, "type": kind, "value": value}
        for name, own in [*types.items(), ("nonsense", 0)]
        for kind, values in KINDS.items()
        for value in (values if kind == own else values[-1:])
    ]


async def test_a_persons_name_is_never_part_of_a_text(server: Server):
    """People are shown as mentions, which Discord renders, so a name says and notifies nothing."""
    evil = "@everyone **[click](https://x.example)**"
    for who in (server.ann, server.bob):
        server.env.backend.get_user(who.id).global_name = evil
        server.env.backend.get_user(who.id).username = evil
    results = [await server.ann.slash(server.general, "ttt start", opponent=server.bob)]
    results.append(await server.bob.click(results[0].response, label="Accept"))
    results.append(await server.ann.slash(server.general, "ttt resign"))
    more = ("stats", "top", "privacy", "review")
    results += [await server.ann.slash(server.general, f"ttt {command}") for command in more]
    for result in results:
        assert "everyone" not in text(result)
        assert "x.example" not in text(result)
