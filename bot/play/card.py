"""A session as everyone sees it: who plays, grid, whose turn it is or how the game ended.

Below that, what the bot asks about a game that is on: whether to end it for good. The buttons
are in `buttons`, the same in words alone in `spoken_board`, and posts about a game in `posts`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.messages import games
from bot.messages.boards import fading_sign, signs
from bot.messages.content import Accent, Button, Card, Grid, Spoken, Style
from bot.messages.custom_id import custom_id_of
from bot.messages.in_words import plain, spoken_content
from bot.messages.looks import EMPTY, cells_of, sign
from bot.messages.move_verdicts import verdict
from bot.messages.texts import Voice, phrase, voice_of
from bot.play import actions, names
from bot.play.buttons import button_of, end_buttons, live_buttons, resign_button
from bot.play.news import Kind, News
from bot.play.seats import LEVEL_NAMES, Bot, Person, UserId
from bot.play.session import NO_GAMES, Ending, Session, Termination
from engine.board import LONGEST_GAME, Line, Mark, Rules, has_margins, number_of
from engine.review import GradedMove

OUT_OF_DATE = phrase("That board was out of date. Here's the game now.")
"""Why a board is shown after a press on an earlier one."""

_HALF_A_DAY = 12 * 3600

_NOBODY_WON: Mapping[Termination, str] = {
    Termination.ABANDONED: phrase("### Game closed 💤\nNobody came back, so it doesn't count"),
    Termination.STOPPED: phrase("### Game stopped ⏹️\nIt doesn't count"),
    Termination.AGREEMENT: phrase("### Draw agreed 🤝\nGood game, both of you"),
    Termination.NO_LINE: phrase("### It's a draw! 🤝"),
}
_LONGEST = phrase("### It's a draw! 🤝\nThat's as long as a game can get, and nobody won")
_REPEATED = phrase("### It's a draw! 🤝\nThe same position came up three times")
_LEFT = phrase("### Game stopped ⏹️\n{player} left before making a move, so it doesn't count")

_NEWS: Mapping[Kind, str] = {
    # NOTE: {level} is such as "hard"
    Kind.FIRST_WIN: phrase("Your first win against {level} 🎉"),
    # NOTE: {level} is such as "perfect"
    Kind.FIRST_DRAW: phrase("Your first draw against {level} 🎉"),
    # NOTE: {level} is such as "hard", and {game} such as "4×4" or "Fading"
    Kind.FIRST_WIN_IN_GAME: phrase("Your first win against {level} at {game} 🎉"),
    # NOTE: {level} is such as "perfect", and {game} such as "4×4" or "Fading"
    Kind.FIRST_DRAW_IN_GAME: phrase("Your first draw against {level} at {game} 🎉"),
    # NOTE: move {number} of the game let the win go
    Kind.HAD_WIN: phrase("You had a win until move {number}."),
    # NOTE: move {number} of the game let the draw go
    Kind.HAD_DRAW: phrase("You had a draw until move {number}."),
}

_ROWS = phrase("top row"), phrase("middle row"), phrase("bottom row")  # where there are three
_COLUMNS = phrase("left column"), phrase("middle column"), phrase("right column")


def public_board(session: Session) -> Card:
    """The current board of a session, in the language that it keeps."""
    return board_card(session, voice_of(session.language))


def board_card(
    session: Session, voice: Voice, note: str = "", last_move: GradedMove | None = None
) -> Card:
    """The current board of a session.

    note       a small line that says why it is shown
    last_move  how good the last move of a demo game was, if known
    """
    if session.ending is None:
        accent = Accent.GAME
        last_cell = session.moves[-1] if session.moves else None
        grid = Grid(session.board, fading_sign(session.board), last_cell)
        lines = list(_status(session, last_move, voice))
        cells, controls = live_buttons(session, voice)
    else:
        winner = session.ending.winner
        accent = Accent.QUIET
        if winner and isinstance(session.seats[winner], Person):
            accent = Accent.WON
        grid = _final_grid(session)
        lines = [how_it_ended(session, session.ending, voice)]
        cells = end_buttons(session, voice)
        controls = ()
    if note:
        lines.append(f"-# {note}")
    return Card(
        accent=accent,
        texts=(_introduction(session, voice), grid, "\n".join(lines)),
        rows=cells,
        controls=controls,
        look=session.look,
    )


def _final_grid(session: Session) -> Grid:
    """The lines that ended the game, and no numbers any more."""
    position = session.board
    by_cell = dict.fromkeys(position.free_cells, EMPTY)
    if position.outcome:
        state = "lost" if session.rules.misere else "line"
        for line in position.outcome.lines:
            by_cell |= signs(position, line, state)
    return Grid(position, by_cell)


def after_stop(session: Session, by: UserId, voice: Voice) -> Card:
    """A session that a moderator has ended."""
    return board_card(session, voice, voice.say("Stopped by <@{player}>", player=by))


def already_playing(session: Session, voice: Voice) -> Card:
    """The board of a session, for a person who wanted to start another game."""
    note = phrase(
        "You already have a game here. Finish it, or resign to start another. `/ttt games` lists "
        "all of yours."
    )
    card = replace(board_card(session, voice, voice.say(note)), note=note)
    if session.bot:
        return replace(card, controls=(resign_button(session, voice), *card.controls))
    return card


def board_moved_on(session: Session, voice: Voice) -> Card:
    """The current board, for somebody who has pressed an earlier one."""
    return board_card(session, voice, voice.say(OUT_OF_DATE))


def public_pointer(session: Session) -> Card:
    """What replaces an earlier board, in the language that the session keeps."""
    return pointer(session, voice_of(session.language))


def pointer(session: Session, voice: Voice) -> Card:
    """What replaces an earlier board: a line that says where the game is now."""
    if session.message_id is not None and session.ending:
        way = voice.say("This game is over: [go to the board]({link})", link=session.link)
    elif session.message_id is not None:
        # NOTE: a newer copy of the board stands further down the channel
        way = voice.say(
            "This game has moved down the channel: [go to the board]({link})", link=session.link
        )
    elif session.ending:
        way = voice.say("This game ended further down the channel.")
    else:
        # NOTE: a newer copy of the board stands further down the channel
        way = voice.say("This game has moved down the channel. `/ttt board` shows it.")
    return Card(accent=Accent.QUIET, texts=(_introduction(session, voice), way), look=session.look)


def _introduction(session: Session, voice: Voice) -> str:
    """Who plays, and until the result holds it, the score of the two."""
    legend = names.legend(session, voice)
    if session.tally == NO_GAMES or session.ending:
        return legend
    return f"{legend}\n-# {names.tally_line(session.tally, voice)}"


def _status(session: Session, last_move: GradedMove | None, voice: Voice) -> Iterator[str]:
    """Whose turn it is, what was played last, and what to know about that."""
    turn = session.board.turn
    player = names.side_name(session, turn, voice)
    played = ""
    if session.moves:
        played = names.move_made(session, turn.other, session.moves[-1], voice)
    if session.is_demo:
        yield voice.say("**Next up: {player}** {mark}", player=player, mark=sign(turn))
        if played:
            yield played
        if last_move:
            yield verdict(last_move, voice)
    else:
        yield voice.say("**Your turn, {player}** {mark}", player=player, mark=sign(turn))
        yield from offer_lines(session, voice)
        if played:
            yield f"-# {played}"
    if not session.moves and session.first is Mark.O:
        yield "-# " + voice.say("{mark} goes first", mark=sign(Mark.O))
    cell = session.board.fading_cell(turn)
    if cell is not None and not session.is_demo:
        # NOTE: to the player whose turn it is, in fading: this mark of yours disappears then
        text = phrase("Your {mark} on **{cell}** fades when you move.")
        fades = voice.say(text, mark=sign(turn), cell=number_of(cell, session.rules))
        yield f"-# {fades}"
    if len(session.moves) < 2 and not session.is_demo:  # even if the bot went first
        # NOTE: an order to the reader, "tap" is a verb, not a hint; the number is on a button
        yield "-# " + voice.say("Tap a number to play")
        if has_margins(session.rules):
            yield "-# " + voice.say("Row, then column: 23 is row 2, column 3")
    yield from clock_lines(session, voice)


def offer_lines(session: Session, voice: Voice) -> list[str]:
    """The line about an offered draw, if there is one."""
    if not session.offered_by:
        return []
    player = names.side_name(session, session.offered_by, voice)
    other = names.side_name(session, session.offered_by.other, voice)
    text = phrase("{player} offers a draw. {other} can accept it until the next move. 🤝")
    return [voice.say(text, player=player, other=other)]


def clock_lines(session: Session, voice: Voice) -> list[str]:
    """The line about the time for a move, if there is a clock."""
    if session.time is None:
        return []
    if session.is_late:
        turn = session.board.turn
        player = names.side_name(session, turn, voice)
        other = names.side_name(session, turn.other, voice)
        text = phrase("{player}'s time is up. {other} can claim the win, or wait. ⌛")
        return [voice.say(text, player=player, other=other)]
    # NOTE: a line of its own; the second time is said by Discord, such as "in 5 minutes"
    text = phrase("Move by <t:{at}:{style}> (<t:{at}:R>)")
    line = voice.say(text, at=session.deadline, style=deadline_style(session))
    return [f"-# {line}"]


def deadline_style(session: Session) -> str:
    """How Discord shows its deadline: for longer times the hour alone says too little."""
    assert session.time is not None, "it has a clock"
    return "t" if session.time < _HALF_A_DAY else "f"


def how_it_ended(session: Session, ending: Ending, voice: Voice) -> str:
    """How the game ended, what is new in that, and the score of the two after earlier games."""
    if ending.winner:
        headline = _winner(session, ending.winner, voice)
        how = _how_won(session, ending.termination, ending.winner, voice)
        result = f"{headline}\n{how}"
    elif ending.left_by:
        leaver = names.side_name(session, ending.left_by, voice)
        result = voice.say(_LEFT, player=leaver)
    else:
        result = voice.say(_nobody_won(session, ending.termination))
    if session.news:
        result = f"{result}\n{_news_line(session, session.news, voice)}"
    elif session.assisted and ending.termination.counts:
        result = f"{result}\n-# {counts_with_hints(voice)}"
    elif _is_draw_against_perfect(session):
        assert session.bot, "it is against the bot"
        # NOTE: after a draw; {level} is "perfect": nobody beats the bot at this level
        praise = voice.say(
            "Nobody beats {level}. Well played!", level=names.level(session.bot.level, voice)
        )
        result = f"{result}\n{praise}"
    if session.tally == NO_GAMES:
        return result
    return f"{result}\n{names.tally_line(session.tally.after(ending), voice)}"


def _news_line(session: Session, news: News, voice: Voice) -> str:
    """The news of a game: to the person who played the bot, or about the winner of two people."""
    if news.kind is not Kind.STREAK:
        assert session.bot, "all other news is of a game with the bot"
        level = names.level(session.bot.level, voice)
        game = games.name(session.game, voice)
        said = voice.say(_NEWS[news.kind], level=level, game=game, number=news.number)
        if news.kind is Kind.FIRST_WIN and news.number:
            return f"{said}\n-# {names.levels_beaten(news.number, voice)}"
        return said
    # NOTE: games that somebody has won in a row, three or more
    streak = voice.say_count("{count} win in a row 🔥", "{count} wins in a row 🔥", news.number)
    if session.bot:
        return streak
    ending = session.ending
    assert ending, "only a game that has ended has news"
    assert ending.winner, "wins in a row are those of its winner"
    winner = names.side_name(session, ending.winner, voice)
    # NOTE: {streak} is such as "3 wins in a row 🔥"
    return voice.say("{winner}: {streak}", winner=winner, streak=streak)


def counts_with_hints(voice: Voice) -> str:
    # NOTE: such a game does not count for leaderboards
    return voice.say("Counts as a game with hints")


def _is_draw_against_perfect(session: Session) -> bool:
    """Whether a person has got the most that there is; in fading, X can win from the start."""
    if session.bot is None or session.is_demo or session.rules.mark_limit:
        return False
    if session.bot.level != LEVEL_NAMES[-1]:
        return False
    return session.ending is not None and session.ending.termination is Termination.NO_LINE


def _nobody_won(session: Session, termination: Termination) -> str:
    """The English text for a draw, or for an end without a result."""
    if termination is not Termination.NO_LINE or not session.board.free_cells:
        return _NOBODY_WON[termination]
    if len(session.moves) == LONGEST_GAME:
        return _LONGEST
    return _REPEATED


def _winner(session: Session, winner: Mark, voice: Voice) -> str:
    name = names.side_name(session, winner, voice)
    if isinstance(session.seats[winner], Person):
        return voice.say("### {winner} wins! 🏆", winner=name)
    if session.is_demo:  # the other may be called the same
        with_mark = f"{name} {sign(winner)}"
        return voice.say("### {winner} wins! 🏁", winner=with_mark)
    return voice.say("### I win this one! 🏁")


def _how_won(session: Session, how: Termination, winner: Mark, voice: Voice) -> str:
    loser = names.side_name(session, winner.other, voice)
    if how is Termination.RESIGNATION:
        return voice.say("{loser} resigned", loser=loser)
    if how is Termination.TIME:
        return voice.say("{loser} ran out of time", loser=loser)
    assert session.board.outcome, "a line ended it"
    each = []
    for line in session.board.outcome.lines:
        cells = cells_of(line, session.rules)
        name = _line_name(session.rules, line, voice)
        each.append(voice.say("**{cells}** ({name})", cells=cells, name=name))
    lines = voice.listed(each)
    if not session.rules.misere:
        return lines
    if isinstance(session.seats[winner.other], Bot) and not session.is_demo:
        return voice.say("I made {lines}, which loses here", lines=lines)
    return voice.say("{loser} made {lines}, which loses here", loser=loser, lines=lines)


def _line_name(rules: Rules, line: Line, voice: Voice) -> str:
    row, column = divmod(line[0] - 1, rules.columns)
    step = line[1] - line[0]
    if step == 1 and rules.rows == len(_ROWS):
        return voice.say(_ROWS[row])
    if step == 1:
        return voice.say("row {row}", row=row + 1)
    if step != rules.columns:
        return voice.say("diagonal")
    if rules.columns == len(_COLUMNS):
        return voice.say(_COLUMNS[column])
    return voice.say("column {column}", column=column + 1)


def resign_question(
    session: Session, player: UserId, voice: Voice, *, in_list: bool = False
) -> Card:
    """The question to a person whether to resign a game that is on, and what that means.

    in_list  whether it is asked in the list of their games, and not below the board
    """
    loses = actions.loses_by_resigning(session, player)
    winner = session.seats[actions.own_mark(session, player).other]
    if not loses:
        question = voice.say("### Resign? 🏳️\nIt won't count for anyone.")
    elif isinstance(winner, Bot):
        question = voice.say("### Resign? 🏳️\nI win, and the game counts.")
    else:
        name = names.name(winner, voice)
        question = voice.say("### Resign? 🏳️\n{other} wins, and the game counts.", other=name)
    if not in_list:
        sure = button_of(session, voice.say("Resign"), "resignnow")
        return _question(session, question, sure, voice)
    players = names.legend(session, voice)
    sure = button_of(session, voice.say("Resign"), "giveupnow")._replace(style=Style.RED)
    # NOTE: a button that leads back to a list
    back = Button(voice.say("Back"), custom_id_of("games"))
    return Card(
        accent=Accent.FINAL if loses else Accent.QUIET,
        texts=(question, players, Grid(session.board)),
        rows=((sure, back),),
        look=session.look,
        is_private=True,
        spoken=spoken_content([question, players], session.board, voice, ((sure, back),)),
    )


def stop_question(session: Session, voice: Voice) -> Card:
    """The question to a moderator, after whom a game counts for nobody."""
    question = voice.say(
        "### Stop this game? ⏹️\n{players}\nIt won't count for anyone.",
        players=names.legend(session, voice),
    )
    stop = button_of(session, voice.say("Stop the game"), "stopnow")
    return _question(session, question, stop, voice)


def _question(session: Session, question: str, sure: Button, voice: Voice) -> Card:
    row = (sure._replace(style=Style.RED),)
    return Card(
        accent=Accent.FINAL,
        texts=(question,),
        rows=(row,),
        look=session.look,
        is_private=True,
        spoken=Spoken(plain(question, voice), (row,)),
    )
