"""/ttt start and resign, the user menu's challenge, rematch, and the buttons of a challenge."""

from discord import Member, User, app_commands
from discord.app_commands import Range

from bot.challenges import card
from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import (
    ANOTHER_BOT,
    CANNOT_SEE_THIS,
    DEPTH_WITHOUT_MINIMAX,
    IN_A_TIME_OUT,
    LEVEL_FOR_PERSON,
    NOT_IN_THIS_SERVER,
    ONLY_PRIVATE_ANSWERS,
    ONLY_THE_BOT_HERE,
    OPPONENT_FOR_ANYONE,
    TIME_FOR_BOT,
    YOURSELF,
    Challenge,
    ChallengeGone,
)
from bot.challenges.rows import load_challenge
from bot.challenges.transactions import Begun
from bot.interactions.app import App
from bot.interactions.error_answers import explains
from bot.interactions.handlers import button, command, command_text, menu_command
from bot.interactions.interaction import Answer, Interaction
from bot.interactions.routines import ToSend
from bot.interactions.views import DRAWINGS, Drawing
from bot.messages.content import Notice, Place
from bot.messages.texts import Refusal, voice_of
from bot.play import actions, transactions
from bot.play.actions import AlreadyPlaying
from bot.play.answers import board_answer
from bot.play.card import already_playing, resign_question
from bot.play.commands import GAME_CHOICES, known_game, known_level, level_choice
from bot.play.seats import FirstChoice, MarkChoice, Terms
from bot.play.session import Session
from engine.opponents import DEPTHS, LEVELS, minimax_name

DRAWINGS[Challenge] = Drawing(
    load=load_challenge,
    newest=card.public_message,
    older=card.public_message,
    lapses_at=lambda challenge: challenge.lapses_at,
)

_MINIMAX = "minimax"  # its depth is a separate option
_DEPTH = 2  # its own move and the reply to it

_LONGEST_TIME = 24 * 60  # minutes for a move

_LEVELS = [
    level_choice(level) for level in (*LEVELS, "random", "rule of thumb", _MINIMAX, "full minimax")
]


@command(
    command_text("Play me, or challenge a friend"),
    in_words=True,
    opponent=command_text("Who to challenge (leave empty to play me)"),
    game=command_text("Which game"),
    level=command_text("How strong I am"),
    mark=command_text("Your mark"),
    first=command_text("Who goes first"),
    depth=command_text("How many moves ahead minimax looks (default: {depth})", depth=_DEPTH),
    time=command_text("Minutes per move against a friend"),
    anyone=command_text("Let anyone in this channel join (leave opponent empty)"),
)
@app_commands.rename(anyone="open")
@app_commands.choices(game=GAME_CHOICES, level=_LEVELS)
async def start(
    interaction: Interaction,
    opponent: User | Member | None = None,
    game: str | None = None,
    level: str | None = None,
    mark: MarkChoice | None = None,
    first: FirstChoice | None = None,
    depth: Range[int, DEPTHS[0], DEPTHS[-1]] | None = None,
    time: Range[int, 1, _LONGEST_TIME] | None = None,
    *,
    anyone: bool = False,
) -> Answer:
    """Start a session against the bot in this channel, or challenge someone or anyone."""
    seconds = time * 60 if time is not None else None
    terms = Terms(mark, first, seconds, known_game(game))
    return await _begin(interaction, opponent, terms, level, depth, anyone=anyone)


@button("start", place=Place.NEW, in_words=True)
async def play_me(interaction: Interaction) -> Answer:
    """Start a session against the bot as the server's settings say, pressed below help."""
    return await _begin(interaction, None, Terms())


async def challenge(interaction: Interaction, member: User | Member) -> Answer:
    """Challenge someone from the user menu, like `start` with an opponent."""
    return await _begin(interaction, member, Terms())


menu = menu_command(command_text("Challenge to tic-tac-toe"), challenge, in_words=True)


async def _begin(
    interaction: Interaction,
    opponent: User | Member | None,
    terms: Terms,
    level: str | None = None,
    depth: int | None = None,
    *,
    anyone: bool = False,
) -> Answer:
    try:
        if anyone and opponent is not None:
            raise Refusal(OPPONENT_FOR_ANYONE)
        if opponent is None:
            is_the_bot = not anyone  # it is the opponent if none is named
        else:
            is_the_bot = opponent.id == interaction.token.application_id
        if is_the_bot:
            return await _play_the_bot(interaction, terms, level, depth)

        if level is not None or depth is not None:
            raise Refusal(LEVEL_FOR_PERSON)
        _must_reach(interaction, opponent)
        if opponent is None:
            opened = await interaction.run(challenge_transactions.challenge_anyone, terms)
        else:
            opened = await interaction.run(challenge_transactions.challenge, opponent.id, terms)
        return Answer(card.public_message(opened), shows=opened)
    except AlreadyPlaying:
        session = await interaction.run(transactions.bring_board)
        board = already_playing(session, voice_of(session.language))
        return Answer(board, shows=session)


async def _play_the_bot(
    interaction: Interaction, terms: Terms, level: str | None, depth: int | None
) -> Answer:
    if terms.time is not None:
        raise Refusal(TIME_FOR_BOT)
    if depth is not None and level != _MINIMAX:
        raise Refusal(DEPTH_WITHOUT_MINIMAX)
    if level == _MINIMAX:
        level = minimax_name(depth or _DEPTH)
    bot = known_level(level)
    return board_answer(await interaction.run(transactions.start, bot, terms))


def _must_reach(interaction: Interaction, opponent: User | Member | None) -> None:
    """Raises Refusal if `opponent` cannot play, or if nobody else could see the challenge."""
    if opponent and opponent.id == interaction.user_id:
        raise Refusal(YOURSELF)
    if opponent and opponent.bot:
        raise Refusal(ANOTHER_BOT)
    if opponent and interaction.guild_id is not None and not isinstance(opponent, Member):
        raise Refusal(NOT_IN_THIS_SERVER)
    if isinstance(opponent, Member):
        if opponent.is_timed_out():
            raise Refusal(IN_A_TIME_OUT, player=opponent.id)
        may = opponent.resolved_permissions
        if may is not None and not may.view_channel:
            raise Refusal(CANNOT_SEE_THIS, player=opponent.id)
    if interaction.is_alone:
        if interaction.guild_id is None:
            raise Refusal(ONLY_THE_BOT_HERE)
        raise Refusal(ONLY_PRIVATE_ANSWERS)


@button("accept", of=Challenge, place=Place.NEW)
async def accept(interaction: Interaction, challenge_id: int) -> Answer:
    """Begin the game with the challenger, on a message that tells them."""
    return _begun(await interaction.run(challenge_transactions.accept, challenge_id))


@button("join", of=Challenge, place=Place.NEW)
async def join(interaction: Interaction, challenge_id: int) -> Answer:
    """Begin an open game, as the first who joins it."""
    return _begun(await interaction.run(challenge_transactions.join, challenge_id))


def _begun(begun: Begun) -> Answer:
    """The board of a new game between two people, whose challenge leads there."""
    session = begun.session
    board = card.first_board(session, begun.challenge.challenger, voice_of(session.language))
    return Answer(board, shows=session, changed=(begun.challenge,))


@button("decline", of=Challenge)
async def decline(interaction: Interaction, challenge_id: int) -> Answer:
    """Decline a challenge; offer, privately, to block the challenger."""
    declined = await interaction.run(challenge_transactions.decline, challenge_id)
    offer = Answer(card.block_offer(declined, interaction.voice))
    return Answer(card.public_message(declined), shows=declined, then=(offer,))


@button("cancel", of=Challenge)
async def cancel(interaction: Interaction, challenge_id: int) -> Answer:
    """Take one's own challenge back."""
    cancelled = await interaction.run(challenge_transactions.cancel, challenge_id)
    return Answer(card.public_message(cancelled), shows=cancelled)


@explains(ChallengeGone, "how it ended")
def challenge_is_gone(gone: ChallengeGone, interaction: Interaction) -> Answer:
    """How it ended, on the message that was pressed, which may not show it yet."""
    if interaction.pressed is None or interaction.on_private:
        return Answer(Notice(card.ending(gone.challenge, interaction.voice)))
    post = card.public_message(gone.challenge)
    return Answer(post, shows=gone.challenge)


@button("block", place=Place.PRIVATE)
async def block(interaction: Interaction, challenge_id: int) -> Answer:
    """Take no more challenges from the challenger."""
    challenge = await interaction.run(challenge_transactions.block, challenge_id)
    return Answer(card.after_block(challenge, interaction.voice))


@button("unblock", place=Place.PRIVATE)
async def unblock(interaction: Interaction, challenge_id: int) -> Answer:
    """Take challenges from the challenger again."""
    challenge = await interaction.run(challenge_transactions.unblock, challenge_id)
    return Answer(card.after_unblock(challenge, interaction.voice))


@button("rematch", of=Session, place=Place.NEW, in_words=True)
async def rematch(interaction: Interaction, session_id: int) -> Answer:
    """Play again, the other side first."""
    return await _play_again(interaction, session_id)


@button("fading", of=Session, place=Place.NEW, in_words=True)
async def try_fading(interaction: Interaction, session_id: int) -> Answer:
    """Play again, but as fading, where only the last three marks of each side stay."""
    return await _play_again(interaction, session_id, fading=True)


@button("easier", of=Session, place=Place.NEW, in_words=True)
async def easier(interaction: Interaction, session_id: int) -> Answer:
    """Play the bot again at the next lower level."""
    return await _play_again(interaction, session_id, levels_up=-1)


@button("harder", of=Session, place=Place.NEW, in_words=True)
async def harder(interaction: Interaction, session_id: int) -> Answer:
    """Play the bot again at the next higher level."""
    return await _play_again(interaction, session_id, levels_up=1)


async def _play_again(
    interaction: Interaction, session_id: int, *, levels_up: int = 0, fading: bool = False
) -> Answer:
    again = await interaction.run(
        challenge_transactions.rematch, session_id, levels_up=levels_up, fading=fading
    )
    match again:
        case Challenge():
            return Answer(card.public_message(again), shows=again)
        case Begun():
            return _begun(again)
        case Session():
            return board_answer(again)


@command(command_text("Resign your game, or cancel your challenge"), in_words=True)
async def resign(interaction: Interaction) -> Answer:
    """Resign your session in this channel, or cancel your challenge."""
    return await _give_up(interaction)


@button("resign", of=Session, in_words=True)
async def ask_to_resign(interaction: Interaction, session_id: int) -> Answer:
    """Resign, but ask first, below the board, if that loses the game."""
    session = await interaction.run(transactions.session_of_button, session_id)
    user_id = interaction.user_id
    if actions.loses_by_resigning(session, user_id):
        return Answer(resign_question(session, user_id, interaction.voice))
    return await _give_up(interaction, session_id)


@button("resignnow", place=Place.NEW, in_words=True)
async def resign_after_question(interaction: Interaction, session_id: int) -> Answer:
    """Resign after the question."""
    return await _give_up(interaction, session_id)


async def _give_up(interaction: Interaction, session_id: int | None = None) -> Answer:
    given_up = await interaction.run(challenge_transactions.resign, session_id)
    return Answer(card.public_message(given_up), shows=given_up)


async def redraw_lapsed(app: App, now: int) -> ToSend:
    """Yield what shows, on the messages of lapsed challenges, that they have lapsed."""
    for lapsed in app.views.lapsed(now):
        yield app.views.change(lapsed)
