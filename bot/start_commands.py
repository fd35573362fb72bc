"""/ttt start and watch, and the user menu's challenge: the ways to begin a game."""

from random import Random

from discord import Member, User, app_commands
from discord.app_commands import Choice, Range

from bot.command_texts import opponent, say
from bot.game_option import GAMES, known_game
from bot.interactions import Callback, Command
from bot.readers import already_playing, as_read, as_they_see_boards
from bot.rendering.boards import shown
from bot.rendering.reply import Reply
from bot.replies import Replies, answered
from bot.sessions.actions import AlreadyPlaying
from bot.sessions.challenge import AnotherBot, NotInThisServer, OnlyPrivateAnswers, OnlyTheBotHere, Yourself
from bot.sessions.refusals import DepthWithoutMinimax, LevelForPerson, OpponentForAnyone, TimeForBot
from bot.sessions.seats import Bot, FirstChoice, MarkChoice, Terms
from bot.storage import challenge_transactions, transactions
from bot.storage.store import Store
from bot.thinking import Thinking
from engine.opponents import DEPTHS, LEVELS, OPPONENTS

_MINIMAX = "minimax"  # its depth is a separate option
_DEPTH = 2  # its own move and the answer to it

_LONGEST_TIME = 24 * 60  # minutes for a move

_LEVELS = [
    Choice(name=opponent(level), value=level)
    for level in (*LEVELS, "random", "rule of thumb", _MINIMAX, "full minimax")
]
_OPPONENTS = [Choice(name=opponent(name), value=name) for name in OPPONENTS]


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class StartCommands(app_commands.Group):
    """The commands that begin a game."""

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
        game=say("What to play"),
        level=say("How well I play"),
        mark=say("Your mark"),
        first=say("Who goes first"),
        depth=say("How many moves ahead minimax looks (default: {depth})", depth=_DEPTH),
        time=say("Minutes per move against a friend"),
        anyone=say("Let anyone in this channel join (leave opponent empty)"),
    )
    @app_commands.rename(anyone="open")
    @app_commands.choices(game=GAMES, level=_LEVELS)
    @answered
    async def start(
        self,
        command: Command,
        opponent: User | Member | None = None,
        game: str | None = None,
        level: str | None = None,
        mark: MarkChoice | None = None,
        first: FirstChoice | None = None,
        depth: Range[int, DEPTHS[0], DEPTHS[-1]] | None = None,
        time: Range[int, 1, _LONGEST_TIME] | None = None,
        *,
        anyone: bool = False,
    ) -> Reply:
        """Start a session against the bot in this channel, or challenge someone or anyone."""
        terms = Terms(mark, first, time and time * 60, known_game(game))
        return await self._begin(command, opponent, terms, level, depth, anyone=anyone)

    @answered
    async def challenge_from_menu(self, command: Command, member: User | Member) -> Reply:
        """Challenge someone from the user menu, like `start` with an opponent."""
        return await self._begin(command, member, Terms())

    async def _begin(
        self,
        command: Command,
        opponent: User | Member | None,
        terms: Terms,
        level: str | None = None,
        depth: int | None = None,
        *,
        anyone: bool = False,
    ) -> Reply:
        try:
            if anyone and opponent is not None:
                raise OpponentForAnyone
            if not anyone and (opponent is None or opponent.id == command.interaction.application_id):
                return await self._play(command, terms, level, depth)
            if level is not None or depth is not None:
                raise LevelForPerson
            if opponent is None:
                return await self._open(command, terms)
            return await self._challenge(command, opponent, terms)
        except AlreadyPlaying:
            session = await self._store.run(transactions.board, command.request)
            return already_playing(await self._as_they_see_boards(command), session)

    async def _play(self, command: Command, terms: Terms, level: str | None, depth: int | None) -> Reply:
        if terms.time is not None:
            raise TimeForBot
        run, bot = self._store.run, _bot(level, depth)
        to = await self._as_they_see_boards(command)
        session = await self._thinking.thought_through(
            lambda thoughts: run(transactions.start, command.request, bot, terms, self._rng, thoughts)
        )
        return as_read(to, shown(session))

    async def _as_they_see_boards(self, command: Command) -> Callback:
        return await as_they_see_boards(self._store, command.to, command.request.user_id)

    async def _challenge(self, command: Command, opponent: User | Member, terms: Terms) -> Reply:
        _must_be_a_person_to_challenge(command, opponent)
        asked = await self._store.run(challenge_transactions.challenge, command.request, opponent.id, terms)
        return shown(asked)

    async def _open(self, command: Command, terms: Terms) -> Reply:
        _must_be_seen_by_others(command)
        asked = await self._store.run(challenge_transactions.challenge_anyone, command.request, terms)
        return shown(asked)

    @app_commands.command(description=say("Watch me play myself"))
    @app_commands.describe(
        x=say("Who goes first"),
        o=say("Who goes second"),
        game=say("What to play"),
    )
    @app_commands.choices(x=_OPPONENTS, o=_OPPONENTS, game=GAMES)
    @answered
    async def watch(
        self, command: Command, x: str | None = None, o: str | None = None, game: str | None = None
    ) -> Reply:
        """Open a demo game, with buttons for the next move or all of them."""
        session = await self._store.run(
            transactions.watch, command.request, _known(x), _known(o), known_game(game)
        )
        return shown(session)


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
    if command.request.guild_id is not None and not isinstance(opponent, Member):
        raise NotInThisServer
    _must_be_seen_by_others(command)


def _must_be_seen_by_others(command: Command) -> None:
    """Raises OnlyTheBotHere or OnlyPrivateAnswers if nobody else could see a challenge."""
    if command.interaction.context.dm_channel:
        raise OnlyTheBotHere
    if command.to.alone:
        raise OnlyPrivateAnswers
