"""/ttt start, move, board, hint, resign, draw, claim and watch, and the user menu's challenge."""

from functools import partial
from random import Random

from discord import Member, User, app_commands
from discord.app_commands import Choice, Range

from bot.command_texts import say
from bot.interactions import Command
from bot.rendering import boards, hints
from bot.rendering.reply import Reply
from bot.rendering.voice import voice_of
from bot.replies import Replies, answered, completed
from bot.sessions.challenge import Challenge
from bot.sessions.challenge_refusals import (
    AnotherBot,
    NotInThisServer,
    OnlyPrivateAnswers,
    OnlyTheBotHere,
    Yourself,
)
from bot.sessions.numbers import number_of
from bot.sessions.refusals import AlreadyPlaying, DepthWithoutMinimax, LevelForPerson, TimeForBot
from bot.sessions.seats import Bot, FirstChoice, MarkChoice, Terms
from bot.sessions.session import Session
from bot.sessions.thoughts import Thoughts
from bot.showing import shown
from bot.storage import challenge_transactions, transactions
from bot.storage.store import Store
from bot.thinking import Thinking
from engine.games import GAMES
from engine.opponents import DEPTHS, LEVELS, OPPONENTS

_MINIMAX = "minimax"  # its depth is a separate option
_DEPTH = 2  # its own move and the answer to it

_LARGEST_NUMBER = max(number_of(rules.cells[-1], rules) for rules in GAMES.values())  # of a cell
_LONGEST_TIME = 24 * 60  # minutes for a move

_LEVELS = [
    Choice(name=level, value=level)
    for level in (*LEVELS, "random", "rule of thumb", _MINIMAX, "full minimax")
]
_OPPONENTS = [Choice(name=name, value=name) for name in OPPONENTS]


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class PlayCommands(app_commands.Group):
    """The commands for playing a game."""

    def __init__(self, store: Store, rng: Random, thinking: Thinking, replies: Replies) -> None:
        super().__init__(name="ttt", description=say("Play tic-tac-toe"))
        self._store = store
        self._rng = rng
        self._thinking = thinking
        self.replies = replies
        self.menu = app_commands.ContextMenu(
            name=say("Challenge to tic-tac-toe"), callback=self.challenge_from_menu
        )
        self.menu.allowed_contexts = self.allowed_contexts
        self.menu.allowed_installs = self.allowed_installs

    @app_commands.command(description=say("Play me, or challenge a friend"))
    @app_commands.describe(
        opponent=say("Who to challenge (leave empty to play me)"),
        level=say("How well I play"),
        mark=say("Your mark"),
        first=say("Who goes first"),
        depth=say("How many moves ahead minimax looks (default: {depth})", depth=_DEPTH),
        time=say("Minutes per move against a friend"),
    )
    @app_commands.choices(level=_LEVELS)
    @answered
    async def start(
        self,
        command: Command,
        opponent: User | Member | None = None,
        level: str | None = None,
        mark: MarkChoice | None = None,
        first: FirstChoice | None = None,
        depth: Range[int, DEPTHS[0], DEPTHS[-1]] | None = None,
        time: Range[int, 1, _LONGEST_TIME] | None = None,
    ) -> Reply:
        """Start a session against the bot in this channel, or challenge someone."""
        return await self._begin(command, opponent, level, depth, mark, first, time)

    @answered
    async def challenge_from_menu(self, command: Command, member: User | Member) -> Reply:
        """Challenge someone from the user menu, like `start` with an opponent."""
        return await self._begin(command, member)

    async def _begin(
        self,
        command: Command,
        opponent: User | Member | None,
        level: str | None = None,
        depth: int | None = None,
        mark: MarkChoice | None = None,
        first: FirstChoice | None = None,
        time: int | None = None,
    ) -> Reply:
        try:
            return await self._started(command, opponent, level, depth, mark, first, time)
        except AlreadyPlaying:
            session = await self._store.run(transactions.board, command.request)
            return boards.already_playing(session, voice_of(session.language), command.to.look)

    async def _started(
        self,
        command: Command,
        opponent: User | Member | None,
        level: str | None,
        depth: int | None,
        mark: MarkChoice | None,
        first: FirstChoice | None,
        time: int | None,
    ) -> Reply:
        run, request = self._store.run, command.request
        if opponent is None or opponent.id == command.interaction.application_id:
            if time is not None:
                raise TimeForBot
            terms = Terms(mark, first)
            bot = _bot(level, depth)
            return _show(
                command,
                await self._thinking.thought_through(
                    lambda thoughts: run(transactions.start, request, bot, terms, self._rng, thoughts)
                ),
            )
        if level is not None or depth is not None:
            raise LevelForPerson
        _must_be_a_person_to_challenge(command, opponent)
        terms = Terms(mark, first, time and time * 60)
        return _show(command, await run(challenge_transactions.challenge, request, opponent.id, terms))

    @app_commands.command(description=say("Make your move"))
    @app_commands.describe(cell=say("The number of a free cell"))
    @answered
    async def move(self, command: Command, cell: Range[int, 1, _LARGEST_NUMBER]) -> Reply:
        """Play a cell in your session here, and show the board at the bottom of the channel."""
        run, request = self._store.run, command.request
        return _show(
            command,
            await self._thinking.thought_through(
                lambda thoughts: run(transactions.move, request, cell, self._rng, thoughts)
            ),
        )

    @move.autocomplete("cell")
    @completed
    async def offer_free_cells(self, command: Command, typed: str) -> list[Choice[int]]:
        """The free cells of your game here that begin with the typed digits."""
        session = await self._store.run(transactions.look, command.request)
        return [
            Choice(name=str(number), value=number)
            for number in (number_of(cell, session.rules) for cell in session.board.free_cells)
            if str(number).startswith(typed)
        ]

    @app_commands.command(description=say("Bring your game to the bottom of the channel"))
    @answered
    async def board(self, command: Command) -> Reply:
        """Show your session in this channel again."""
        return _show(command, await self._store.run(transactions.board, command.request))

    @app_commands.command(description=say("Give up your game, or cancel your challenge"))
    @answered
    async def resign(self, command: Command) -> Reply:
        """Resign your session in this channel, or cancel your challenge."""
        return _show(command, await self._store.run(transactions.resign, command.request))

    @app_commands.command(description=say("See your best move (only you see it; not against a friend)"))
    @answered
    async def hint(self, command: Command) -> Reply:
        """Give you a hint in your session here, which then counts as assisted."""
        return await self._thinking.thought_through(partial(self._hint, command))

    async def _hint(self, command: Command, thoughts: Thoughts) -> Reply:
        session = await self._store.run(transactions.hint, command.request, None, thoughts)
        return hints.hint(session, thoughts.analysis(session.board), command.to.voice, command.to.look)

    @app_commands.command(description=say("Offer a draw, or accept your opponent's"))
    @answered
    async def draw(self, command: Command) -> Reply:
        """Offer your opponent in this channel a draw, or accept theirs."""
        return _show(command, await self._store.run(transactions.draw, command.request))

    @app_commands.command(description=say("Claim the win when your opponent's time is up"))
    @answered
    async def claim(self, command: Command) -> Reply:
        """Claim the win in your session here because your opponent's time is up."""
        return _show(command, await self._store.run(transactions.claim, command.request))

    @app_commands.command(description=say("Watch me play myself"))
    @app_commands.describe(
        x=say("Who goes first"),
        o=say("Who goes second"),
    )
    @app_commands.choices(x=_OPPONENTS, o=_OPPONENTS)
    @answered
    async def watch(self, command: Command, x: str | None = None, o: str | None = None) -> Reply:
        """Open a demo game, with buttons for the next move or all of them."""
        return _show(
            command, await self._store.run(transactions.watch, command.request, _known(x), _known(o))
        )


def _show(command: Command, either: Session | Challenge) -> Reply:
    """The board of a session or a challenge, for everyone in the channel."""
    return shown(either, command.to.look)


def _bot(level: str | None, depth: int | None) -> Bot | None:
    """The bot at the level that was chosen, or None if it was left open. Raises DepthWithoutMinimax."""
    if level == _MINIMAX:
        return Bot(f"minimax depth {depth or _DEPTH}")
    if depth is not None:
        raise DepthWithoutMinimax
    return _known(level)


def _known(name: str | None) -> Bot | None:
    """The bot at a level that we have. Discord may offer others while its list is out of date."""
    if name is None:
        return None
    if name not in OPPONENTS:
        raise app_commands.AppCommandError(f"there is no opponent {name!r}")
    return Bot(name)


def _must_be_a_person_to_challenge(command: Command, opponent: User | Member) -> None:
    """Raises NobodyToChallenge if `opponent` cannot play or could not see the challenge."""
    if opponent.id == command.request.user_id:
        raise Yourself
    if opponent.bot:
        raise AnotherBot
    if command.interaction.context.dm_channel:
        raise OnlyTheBotHere
    if command.request.guild_id is not None and not isinstance(opponent, Member):
        raise NotInThisServer
    if _answers_only_privately(command):
        raise OnlyPrivateAnswers


def _answers_only_privately(command: Command) -> bool:
    """Whether Discord shows our answers only to this person: the app is theirs, not the server's."""
    return (
        command.request.guild_id is not None
        and command.interaction.is_user_integration()
        and not command.interaction.is_guild_integration()
        and not command.interaction.permissions.use_external_apps
    )
