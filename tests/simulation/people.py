"""People: they look at the messages they see, and do what people do, sensibly and senselessly."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from discord import AppCommandOptionType, app_commands

from tests.simulation import seams
from tests.simulation.discord import (
    ALONE,
    CUPS,
    FOREIGN,
    FRIENDS,
    GROUP,
    GUESTS,
    LEAVER,
    MANAGERS,
    PEOPLE,
    STAGE,
    Message,
    clock,
    direct,
    is_direct,
)
from tests.simulation.messages import EXPIRES, MOVE_BY, read_board, read_button, whose_turn
from tests.support.commands import every_command

if TYPE_CHECKING:
    from tests.simulation.world import World

_DIRECT = 0  # stands for the channel of somebody with the bot alone
_CHANNELS = {FRIENDS: 12, ALONE: 4, CUPS: 7, _DIRECT: 3, FOREIGN: 2, GROUP: 1}
# Which are looked up; the others are searched.
_GAMES = ("3x3", "3x3", "misere", "misere", "fading")
_LARGE = ("4x4", "5x5")
_LEVELS = ("easy", "normal", "hard", "expert", "perfect", "random")
_OTHER_LEVELS = ("rule of thumb", "minimax", "full minimax")
_CELLS = (*range(1, 10), 11, 12, 21, 22, 33)
# Values of options that people like; of others they take any.
_LIKED = {
    "cell": _CELLS,
    "game": (*_GAMES, *_LARGE),
    "time": (1, 1, 2, 10),
    "joining": (1, 3),
    "level": _LEVELS,
    "x": _LEVELS,
    "o": _LEVELS,
}
_CHOOSES = 0.3  # how often somebody gives an option that need not be given
# What a command is worth to somebody who has a reason to use it.
_COMMANDS = {
    "claim": 60,
    "cup": 6,
    "hint": 4,
    "move": 3,
    "board": 2,
    "draw": 2,
    "watch": 2,
    "resign": 1,
}
_WITHOUT_REASON = 0.1  # what each of these is worth to anybody else
_ANY_COMMAND = 0.4  # what any other is worth
_FAVOURITES, _FAVOURITE = 2, 50  # things that each world likes most, and how much more than usual
_TASTES = (0.1, 1, 1, 5)  # how much more or less than usual people of a world like to do something
_FORGES = 0.02  # how often somebody presses what stands in another channel
_SEEN = 8  # messages of a channel that somebody looks at
_SEES_THAT = 0.9  # how often somebody does nothing because Discord shows the bot as offline
_GOES_ON = 0.2  # how often somebody goes on with what only they see
_SENSIBLE = 5  # what a button is worth that somebody has a reason to press
_NIGHTS = 500  # one in so many worlds has one, which takes as long as thirty others
_REMEMBERED = 40  # messages as they were, whose buttons an outdated client still shows

# What a button is worth to somebody who may press it.
_WORTH = {
    "hint": 100,
    **dict.fromkeys(("claim", "playbest", "takeback"), 60),
    **dict.fromkeys(("cell", "unblock", "unblockall"), 40),
    **dict.fromkeys(("accept", "harder", "resignnow", "sharepuzzle"), 30),
    **dict.fromkeys(("fading", "join", "resetagain", "resetnow", "try"), 20),
    **dict.fromkeys(("block", "cupplay", "easier", "rematch", "topbot"), 10),
    **dict.fromkeys(("cupstart", "decline", "draw", "later", "mistake", "next", "reset"), 4),
    **dict.fromkeys(("puzzle", "review", "set", "top", "watchon"), 4),
    **dict.fromkeys(("cancel", "cupcancel", "cupleave", "read", "resign", "taken"), 0.4),
    "deletenow": 0,  # that is the leaver's
}
_TO_OTHERS = {"cell": 2, "cupjoin": 12, "deletenow": 0, "taken": 0.1}
_ANY, _ANY_TO_OTHERS = 1, 0.5  # what any other button is worth
_AT_ONCE = {
    "accept": ("accept", "cancel", "decline"),
    "join": ("join", "join", "cancel"),
    "cell": ("cell", "cell", "cell", "resign", "draw", "claim"),
    "claim": ("cell", "claim"),
    "draw": ("draw", "draw", "cell"),
    "rematch": ("rematch",),
    "fading": ("fading", "rematch"),
    "cupplay": ("cupplay",),
    "cupstart": ("cupleave", "cupjoin"),
    "cupleave": ("cupstart", "cupjoin"),
    "next": ("next", "play"),
    "playbest": ("playbest", "takeback"),
    "takeback": ("takeback", "playbest", "hint"),
    "resign": ("cell", "draw"),
}
"""What somebody else likes to press about the same at the same time."""
_TELLS, _OVER_A_MINUTE = 3, 65  # stories in a world; seconds
_STORIES = (
    (
        "0:/challenge 1:decline 1:block 1:/open 0:join 1:/privacy 1:unblockall 1:close 1:open "
        "1:delete 1:keep"
    ),
    "0:/challenge 1:accept 0:/draw 1:draw 0:fading 1:rematch",
    "0:/challenge 1:accept" + 3 * " 0:/draw 1:draw 0:rematch 1:rematch" + " 0:/draw 1:draw",
    "0:/challenge 2:accept 1:accept 2:/stop 0:/draw 0:1 1:2 0:3 1:4 1:/draw 1:resign 1:resignnow"
    " 0:/privacy 0:export 1:/top",
    "0:/fade 1:accept" + 3 * " 0:1 1:3 0:2 1:4 0:6 1:8 0:7 1:9" + " 0:1",
    "0:/large 0:/read 0:33 0:/read 0:21 0:/read 0:54 0:45",
    "0:/cup 0:cupjoin 1:cupjoin 0:cupstart 0:/resign 1:/resign 0:cupplay+1:cupplay 0:/draw+1:/draw"
    " 0:cupplay 1:cupplay 0:/draw 1:draw",
    "3:/start 3:1 3:5 3:/resign 3:/privacy 3:export 3:/topbot",
    "0:/quick 1:accept 0:/claim 1:/claim ~ 0:/board 1:/board 0:claim+1:claim",
    "0:/open 1:join+2:join",
    "1:/cup 1:cupjoin 2:cupjoin 1:cupstart 1:/resign 2:/resign 1:cupplay 2:cupplay 1:/draw+2:/draw"
    " 1:cupplay 2:cupplay 1:/draw 2:/resign",
    "1:/challenge 0:accept 1:draw 0:draw 1:fading 0:fading 1:/review",
    "0:/start 0:/move 0:hint 0:playbest 0:hint 0:takeback 0:/hint",
    "1:/start 1:/move 0:/stop 0:stopnow 1:/review 1:later 1:earlier 1:show 1:try",
    "0:/settings 0:reset 0:resetagain 0:resetnow 0:settings 0:watchoff 0:watchon",
    "0:/help 0:today 0:puzzle* ~ 0:sharepuzzle 0:practise",
    "0:/daily 0:dailyhere 0:/daily 0:dailyoff",
    "0:/top 0:top 0:/topbot 0:topbot 0:/help 0:start 0:/board 0:/resign",
    "0:/start 0:1 0:2 0:4 0:/resign 0:review 0:mistake 0:try 0:earlier 0:later 0:share 0:easier",
    "0:/privacy 0:textfirst 0:/start 0:read 0:/privacy 0:picturesfirst",
)
"""What some people of a world do one after another, if nothing comes between: a command or button.

One of four people has a number, the last is the leaver; a number after it is a cell, and all
buttons with a verb and * are pressed. What a plus joins happens at once, and ~ stands for more than
a minute.
"""
DAILY = "0:/help 0:today 0:puzzle*"
"""Another, which goes on from day to day."""
_TOLD: dict[str, tuple[str, dict[str, object]]] = {
    "/challenge": ("start", {"opponent": "other", "game": "3x3"}),
    "/fade": ("start", {"opponent": "other", "game": "fading", "first": "me"}),
    "/large": ("start", {"game": "5x5", "level": "easy", "first": "me"}),
    "/read": ("board", {"text": True}),
    "/cup": ("cup", {"game": "3x3", "time": 1, "joining": 3}),
    "/quick": ("start", {"opponent": "other", "time": 1}),
    "/open": ("start", {"open": True}),
    "/start": ("start", {"game": "3x3", "level": "normal"}),
    "/move": ("move", {"cell": 1}),
    "/topbot": ("top", {"against": "bot"}),
    "/stop": ("stop", {"player": "other"}),
}
"""The commands in stories that have options."""
_CROWD = 16  # people
_GATHER = ("cell", "join", "accept", "cupjoin", "rematch", "next")
"""The buttons a crowd presses at once. They are rarely there, so another crowd uses a command."""
_COINCIDE = {"cupstart", "cupleave", "rematch", "draw", "join"}  # which would otherwise rarely meet


class Choice(NamedTuple):
    """A button that somebody might press."""

    message: Message
    custom_id: str
    verb: str


class Command(NamedTuple):
    """A command that somebody might use or type, and what that is worth to them."""

    appeal: float
    name: str
    options: dict[str, object] = {}  # noqa: RUF012 - nobody changes it
    is_typed: bool = False

    @property
    def what(self) -> str:
        """The command as `seams.everything_to_do` names it."""
        return f"/{self.name}" if " " in self.name else f"/ttt {self.name}"


class People:
    """Everyone in a world. They act until enough interactions were made."""

    def __init__(self, world: World, rng: Random) -> None:
        self._world = world
        self._rng = rng
        self._left = world.interactions
        self._remembered: deque[Message] = deque(maxlen=_REMEMBERED)
        self._planned: set[int] = set()
        self._hurry = rng.uniform(0.2, 0.6)  # how often somebody acts at once after another
        self._leaving = int(self._left * rng.uniform(0.1, 0.6)) if rng.random() < 0.5 else -1
        self._has_left = self._leaving < 0
        self._tastes: dict[str, float] = defaultdict(lambda: rng.choice(_TASTES))
        everything = sorted(seams.everything_to_do())
        for which in range(_FAVOURITES):
            self._tastes[everything[(_FAVOURITES * world.seed + which) % len(everything)]] = (
                _FAVOURITE
            )
        self._done: Counter[str] = Counter()
        self._channels = [weight * rng.choice(_TASTES) for weight in _CHANNELS.values()]
        self._cast = rng.sample([*MANAGERS], 1) + rng.sample(sorted({*PEOPLE} - MANAGERS), 2)
        self._cast.append(LEAVER)
        self._next_stage = STAGE
        self.goes_to_bed = world.seed % _NIGHTS == _NIGHTS - 1

    @property
    def are_here(self) -> bool:
        return self._left > 0 and self._world.made < self._world.less.after

    def begin(self) -> None:
        self._world.timeline.at(1.0, self._act)

    def meet(self) -> None:
        """Let the stories of this world happen, as the bot is there for the first time."""
        first = _TELLS * self._world.seed
        for number in range(first, first + _TELLS):
            self.tell(_STORIES[number % len(_STORIES)])

    def tell(self, *stories: str) -> None:
        """Let what stories tell happen from now on, mostly where nobody else does anything."""
        for story in stories:
            stage = self._rng.choice((FRIENDS, ALONE, self._next_stage, self._next_stage))
            self._next_stage += 1
            when = self._world.timeline.now + self._rng.uniform(1, 60)
            self._world.timeline.at(when, self._go_on, deque(story.split()), stage)

    def _go_on(self, steps: deque[str], stage: int) -> None:
        """Let the next step of a story happen in a channel, as soon as the bot is there."""
        rng, timeline = self._rng, self._world.timeline
        if not self.are_here:
            return
        if not self._world.is_online:
            timeline.at(timeline.now + rng.uniform(1, 10), self._go_on, steps, stage)
            return
        step, wait = steps.popleft(), rng.uniform(1, 6)
        if step == "~":
            wait = _OVER_A_MINUTE
        else:
            for part in step.split("+"):
                timeline.soon(0.05, self._tell, stage, *part.split(":"))
        if steps:
            timeline.at(timeline.now + wait, self._go_on, steps, stage)

    def _tell(self, stage: int, who: str, what: str) -> None:
        """Somebody does what a story tells, if they can."""
        user, other = self._cast[int(who)], self._cast[who == "0"]
        if user == LEAVER and self._done["deletenow"]:
            return
        if what.isdigit():
            self._use(user, stage, Command(1, "move", {"cell": int(what)}))
            return
        if what.startswith("/"):
            name, options = _TOLD.get(what, (what.removeprefix("/"), {}))
            known = {
                option: other if value == "other" else value for option, value in options.items()
            }
            self._use(user, stage, Command(1, name, known))
            return
        seen = self._world.discord.seen_by(user, stage, _REMEMBERED)
        verb = what.removesuffix("*")
        if choices := [each for message in seen for each in _choices(message) if each.verb == verb]:
            theirs = [each for each in choices if each.message.id == choices[0].message.id]
            for late, each in enumerate(theirs if verb != what else [self._rng.choice(theirs)]):
                self._world.timeline.at(
                    self._world.timeline.now + 2 * late, self._press, user, each
                )

    def _act(self) -> None:
        """Somebody acts, and later somebody else."""
        if not self.are_here:
            return
        rng, timeline = self._rng, self._world.timeline
        if timeline.now < self._world.down_until:
            timeline.at(self._world.down_until + rng.uniform(0, 5), self._act)
            return
        if not self._world.is_online and rng.random() < _SEES_THAT:
            timeline.at(timeline.now + rng.uniform(1, 60), self._act)
            return
        self._do_something()
        if rng.random() < self._hurry:
            wait = rng.uniform(0, 0.3)
        elif rng.random() < 0.97:
            wait = rng.uniform(0.3, 5)
        elif rng.random() < 0.7:
            wait = rng.uniform(30, 400)
        else:
            wait = rng.uniform(500, 900)
        timeline.at(timeline.now + wait, self._act)

    def _do_something(self) -> None:
        rng = self._rng
        if not self._has_left and self._left <= self._leaving:
            self._leave()
            return
        if self._has_left and self._leaving > 0 and rng.random() < 0.1:
            self._press_in_vain()
            return
        users = PEOPLE if self._has_left else [*PEOPLE, LEAVER]
        if rng.random() < 0.05 and self._remembered:
            message = rng.choice(self._remembered)
            readers = [
                each
                for each in users
                if message.to in {None, each}
                and (direct(each) == message.channel or not is_direct(message.channel))
            ]
            if readers:
                self._press_anything(rng.choice(readers), message)
            return
        if rng.random() < _GOES_ON and self._press_own(rng.choice(users)):
            return
        channel = rng.choices([*_CHANNELS], self._channels)[0]
        for user in rng.sample(users, 4):  # rather somebody who has a reason to do something
            where = channel or direct(user)
            messages = self._world.discord.seen_by(user, where, _SEEN)
            choices = [choice for message in messages for choice in _choices(message)]
            weights = [self._appeal(user, choice) for choice in choices]
            if any(weight >= _SENSIBLE for weight in weights):
                break
        self._remembered.extend(messages[:2])
        commands = self._commands(user, where, messages)
        weights += [command.appeal * self._liking(command.what) for command in commands]
        match rng.choices([*choices, *commands], weights)[0]:
            case Choice() as choice:
                message = choice.message
                if choice.verb == "cell" and not message.to and rng.random() < _FORGES:
                    where = CUPS if message.channel != CUPS else FRIENDS
                    choice = choice._replace(message=replace(message, channel=where))
                    self._world.sometimes("somebody forged a press of another channel")
                self._press(user, choice)
            case Command() as command:
                self._use(user, where, command)

    def _appeal(self, user: int, choice: Choice) -> float:
        theirs = _WORTH.get(choice.verb, _ANY)
        others = _TO_OTHERS.get(choice.verb, _ANY_TO_OTHERS)
        text = choice.message.text
        if choice.verb == "cell":
            turn = whose_turn(text)
            cells = sum(each.count(":cell:") for each in choice.message.buttons)
            if turn and (deadline := MOVE_BY.search(text)):
                self._plan_claim(choice.message, turn, int(deadline[1]))
            return theirs if user in {turn, choice.message.to} else others / cells
        if choice.verb == "next":
            self._plan_next_move(choice)
        if choice.verb == "accept" and (expires := EXPIRES.search(text)):
            self._plan_late_answer(choice, int(expires[1]))
        is_theirs = choice.message.to == user or f"<@{user}>" in text
        return (theirs if is_theirs else others) * self._liking(choice.verb)

    def _liking(self, what: str) -> float:
        """How much people like to do something: less each time, but for what games are made of."""
        return (
            self._tastes[what] if what in _AT_ONCE else self._tastes[what] / (1 + self._done[what])
        )

    def _plan_late_answer(self, choice: Choice, expires: int) -> None:
        """Sometimes somebody answers a challenge at the very moment at which it lapses."""
        rng, timeline = self._rng, self._world.timeline
        if choice.message.id in self._planned or rng.random() > 0.2:
            return
        self._planned.add(choice.message.id)
        when = timeline.now + expires - clock(timeline.now) + rng.uniform(-1, 1)
        for user in PEOPLE:
            if f"<@{user}>," in choice.message.text:
                timeline.at(when, self._press, user, choice)

    def _plan_claim(self, board: Message, turn: int, deadline: int) -> None:
        """Sometimes somebody claims their win around the moment when the other's time is up."""
        rng, timeline = self._rng, self._world.timeline
        if board.id in self._planned or rng.random() > 0.1:
            return
        self._planned.add(board.id)
        when = timeline.now + deadline - clock(timeline.now) + rng.uniform(-1, 5)
        for user in PEOPLE:
            if f"<@{user}>" in board.text and user != turn:
                timeline.at(when, self._use, user, board.channel, Command(1, "claim"))

    def _plan_next_move(self, choice: Choice) -> None:
        """People who watch a game may come back to it minutes later, just before it is closed."""
        if choice.message.id not in self._planned:
            self._planned.add(choice.message.id)
            when = self._world.timeline.now + self._rng.uniform(60, 590)
            if not is_direct(choice.message.channel):
                self._world.timeline.at(when, self._press, self._rng.choice(PEOPLE), choice)

    def _commands(self, user: int, channel: int, messages: list[Message]) -> list[Command]:
        """Every command and menu with options by chance, and what people rather do."""
        rng = self._rng
        other = rng.choice([each for each in PEOPLE if each != user])
        reasons = self._reasons(user, channel, messages)
        terms = {"game": rng.choice((*_GAMES, *_LARGE)), "time": rng.choice((1, 1, 2, 10))}
        typed = {"cell": str(rng.choice(("", *_CELLS)))}
        found = [
            Command(4 if "friend" in reasons else 0.3, "start", {"opponent": other, **terms}),
            Command(2 if "friend" in reasons else 0.2, "start", {"open": True, **terms}),
            Command(3 if "bot" in reasons else 0.3, "start", self._against_bot()),
            Command(0.4, "move", typed, is_typed=True),
            Command(0.3, "Challenge to tic-tac-toe", {"person": other}),
            *(Command(0.8, "Review this game", {"message": each.id}) for each in messages),
        ]
        for each in every_command():
            appeal = _ANY_COMMAND
            if each.name in _COMMANDS:
                appeal = _COMMANDS[each.name] if each.name in reasons else _WITHOUT_REASON
            found.append(Command(appeal, each.name, self._options(each, other)))
        return found

    def _reasons(self, user: int, channel: int, messages: list[Message]) -> set[str]:
        """Which commands somebody has a reason to use here, and whom to play."""
        named = [each for each in messages if f"<@{user}>" in each.text]
        seen = {choice.verb for each in named for choice in _choices(each)}
        reasons = set()
        if channel == ALONE or is_direct(channel):
            reasons |= {"bot", "watch"}
        if channel == FRIENDS:
            reasons.add("friend")
        if channel == CUPS:
            reasons.add("cup")
        if "cell" in seen:
            reasons |= {"move", "board", "resign", "draw", "hint"}
        if "claim" in seen:
            reasons.add("claim")
        return reasons

    def _against_bot(self) -> dict[str, object]:
        """The options of a game with the bot; a large one only where it need not think for long."""
        rng = self._rng
        if rng.random() < 0.1:
            return {"game": rng.choice(_LARGE), "level": "easy", "first": "them"}
        if rng.random() < 0.2:
            level = rng.choice(_OTHER_LEVELS)
            return {"level": level, "mark": rng.choice("XO"), "first": "random"}
        return {"game": rng.choice(_GAMES), "level": rng.choice(_LEVELS)}

    def _options(self, command: app_commands.Command, other: int) -> dict[str, object]:
        """What a command needs, and now and then another option."""
        options: dict[str, object] = {}
        for each in command.parameters:
            if each.required or self._rng.random() < _CHOOSES:
                options[each.display_name] = self._value(each, other)
        return options

    def _value(self, option: app_commands.Parameter, other: int) -> object:
        if option.display_name in _LIKED:
            return self._rng.choice(_LIKED[option.display_name])
        if option.choices:
            return self._rng.choice(option.choices).value
        match option.type:
            case AppCommandOptionType.user:
                return other
            case AppCommandOptionType.integer:
                return self._rng.randint(option.min_value, option.max_value)
            case AppCommandOptionType.boolean:
                return True
        raise AssertionError(f"nobody knows what to give as {option.display_name}")

    def gather(self) -> None:
        """Sixteen people act at once: on one message, by one command, or each as they like."""
        rng, world = self._rng, self._world
        is_leaving = self._has_left or self._done["deletenow"]
        users = [*PEOPLE, *GUESTS] if is_leaving else [*PEOPLE, LEAVER, *GUESTS]
        public = [
            each
            for each in islice(reversed(world.discord.messages.values()), _REMEMBERED)
            if each.to is None and not is_direct(each.channel)
        ]
        found = {choice.verb: choice for each in reversed(public) for choice in _choices(each)}
        seldom = [verb for verb in ("join", "cupjoin") if verb in found]
        often = [*(verb for verb in _GATHER if verb in found), "/top", "/challenge", "any"]
        what = rng.choice(seldom or often)
        channel, target = rng.choice((FRIENDS, CUPS)), rng.choice(users)
        for user in rng.sample(users, _CROWD):
            if what == "/top":
                self._use(user, channel, Command(1, "top"), at_once=True)
            elif what == "/challenge":
                other = target if user != target else users[users.index(user) - 1]
                options = {"opponent": other, "game": "3x3"}
                self._use(user, channel, Command(1, "start", options), at_once=True)
            elif what == "any":
                message = rng.choice(public) if public else None
                if choices := [*_choices(message)] if message else []:
                    self._press(user, rng.choice(choices), at_once=True)
                else:
                    self._use(user, channel, Command(1, "start", {"level": "easy"}), at_once=True)
            else:
                message = found[what].message
                choices = [
                    each for each in _choices(message) if each.verb == what or rng.random() < 0.1
                ]
                self._press(user, rng.choice(choices or [found[what]]), at_once=True)
        world.sometimes(f"sixteen people acted at once: {what}")

    def look_back(self) -> None:
        """Somebody presses a button of one of the first games, as they still see it."""
        self._world.checkers.games.look()
        for message in self._world.discord.messages.values():
            for choice in _choices(message):
                is_public = message.to is None and not is_direct(message.channel)
                if choice.verb in {"review", "rematch"} and is_public:
                    self._press(self._rng.choice(PEOPLE), choice)
                    return

    def _press_own(self, user: int) -> bool:
        """Go on with the last message that only this person sees; returns whether there was one."""
        messages = reversed(self._world.discord.messages.values())
        own = next((each for each in islice(messages, _REMEMBERED) if each.to == user), None)
        choices = [*_choices(own)] if own else []
        weights = [self._appeal(user, choice) for choice in choices]
        if not any(weights):
            return False
        self._press(user, self._rng.choices(choices, weights)[0])
        return True

    def _press_anything(self, user: int, message: Message) -> None:
        if choices := [choice for choice in _choices(message) if choice.verb != "deletenow"]:
            self._press(user, self._rng.choice(choices))

    def _press(self, user: int, choice: Choice, *, at_once: bool = False) -> None:
        world = self._world
        self._left -= 1
        self._done[choice.verb] += 1
        values = choice.message.choices.get(choice.custom_id)
        chosen = self._rng.choice(values) if values else None
        world.interact(
            world.discord.press(world.timeline.now, user, choice.message, choice.custom_id, chosen),
            at_once=at_once,
        )
        if choice.verb in _AT_ONCE and self._rng.random() < (
            0.6 if choice.verb in _COINCIDE else 0.2
        ):
            world.timeline.soon(0.05, self._press_too, user, choice)

    def _press_too(self, user: int, choice: Choice) -> None:
        """Somebody presses something about the same, on that message as they see it or another."""
        verb = self._rng.choice(_AT_ONCE[choice.verb])
        others = [each for each in PEOPLE if f"<@{each}>" in choice.message.text] or PEOPLE
        is_alone = choice.verb in {"playbest", "takeback"}
        other = user if is_alone or self._rng.random() < 0.1 else self._rng.choice(others)
        messages = [
            choice.message,
            *self._world.discord.seen_by(other, choice.message.channel, _SEEN),
        ]
        about = choice.custom_id.split(":")[2]
        also = [each for message in messages for each in _choices(message) if each.verb == verb]
        if also := [each for each in also if each.custom_id.split(":")[2] == about]:
            self._press(other, self._rng.choice(also))

    def _use(self, user: int, channel: int, command: Command, *, at_once: bool = False) -> None:
        world, (_, name, options, is_typed) = self._world, command
        self._left -= 1
        self._done[command.what] += 1
        now = world.timeline.now
        made = world.discord.command(now, user, channel, name, options, is_typed=is_typed)
        world.interact(made, at_once=at_once)

    def _leave(self) -> None:
        """The leaver looks at what is kept about them, deletes it, and is gone when it is done."""
        ways = ("deletenow", "delete")
        for message in self._world.discord.seen_by(LEAVER, ALONE, 2):
            for choice in sorted(_choices(message), key=lambda each: each.verb not in ways[:1]):
                if choice.verb in ways:
                    self._press(LEAVER, choice)
                    return
        if self._world.checkers.history.deleted:
            self._has_left = True
            self._press_in_vain()
            return
        self._use(LEAVER, ALONE, Command(1, "privacy"))

    def _press_in_vain(self) -> None:
        """Someone who is gone presses what is not for them. They are refused and leave no trace."""
        for message in self._world.discord.seen_by(LEAVER, FRIENDS, _REMEMBERED):
            for choice in _choices(message):
                if choice.verb == "accept" and f"<@{LEAVER}>" not in message.text:
                    self._press(LEAVER, choice)
                    return


def _choices(message: Message) -> Iterator[Choice]:
    board = read_board({"components": message.components})
    for custom_id in message.buttons:
        if button := read_button(custom_id):
            is_taken = button.verb == "cell" and board and button.cell in board.marks
            yield Choice(message, custom_id, "taken" if is_taken else button.verb)
