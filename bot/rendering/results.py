"""How a game ended, in words."""

from __future__ import annotations

from bot.rendering import names
from bot.rendering.voice import Voice
from bot.sessions.seats import Bot, Person
from bot.sessions.session import NO_GAMES, Ending, Session, Termination
from bot.texts import say
from engine.board import LONGEST_GAME, Board, Mark
from engine.numbers import numbers_of
from engine.rules import Line, Rules

DRAWN = 0x80848E
_PERSON_WON = 0x57F287
_BOT_WON = 0xDD2E44

_ROWS = say("top row"), say("middle row"), say("bottom row")  # where there are three
_COLUMNS = say("left column"), say("middle column"), say("right column")


def result(session: Session, ending: Ending, note: str, voice: Voice) -> str:
    """How the game ended, and the score of the two if this was not their first game."""
    lines = [_end(session, ending, voice)]
    if session.tally != NO_GAMES:
        lines.append(names.tally(session.tally.after(ending), voice))
    if note:
        lines.append(f"-# {note}")
    return "\n".join(lines)


def accent(session: Session, ending: Ending) -> int:
    if ending.winner is None:
        return DRAWN
    return _PERSON_WON if isinstance(session.seats[ending.winner], Person) else _BOT_WON


def _end(session: Session, ending: Ending, voice: Voice) -> str:
    count = voice.say_count("{count} move", "{count} moves", len(session.moves))
    if session.assisted:
        # NOTE: {count} is such as "7 moves"
        count = voice.say("{count} · hints used", count=count)
    match ending.termination:
        case Termination.ABANDONED:
            return voice.say(
                "### Game closed 💤\nNobody came back, so it doesn't count · {count}", count=count
            )
        case Termination.STOPPED if ending.left_by:
            return voice.say(
                "### Game stopped ⏹️\n{player} left before making a move, so it doesn't count · {count}",
                player=names.called(session, ending.left_by, voice),
                count=count,
            )
        case Termination.STOPPED:
            return voice.say("### Game stopped ⏹️\nIt doesn't count · {count}", count=count)
        case Termination.AGREEMENT:
            return voice.say("### Draw agreed 🤝\nGood game, both of you · {count}", count=count)
        case Termination.NO_LINE:
            return _why_nobody_won(session.board, count, voice)
    assert ending.winner, "a game ends without a winner only in the ways above"
    how = _how_it_was_won(session, ending.termination, ending.winner, voice)
    return f"{_winner(session, ending.winner, voice)}\n{how} · {count}"


def _why_nobody_won(board: Board, count: str, voice: Voice) -> str:
    if not board.free_cells:
        return voice.say("### It's a draw! 🤝\nFull board, no winner · {count}", count=count)
    if len(board.moves) == LONGEST_GAME:
        return voice.say(
            "### It's a draw! 🤝\nThat's the longest game there is, with no winner · {count}", count=count
        )
    return voice.say("### It's a draw! 🤝\nThe same position came up three times · {count}", count=count)


def _winner(session: Session, mark: Mark, voice: Voice) -> str:
    if isinstance(session.seats[mark], Person):
        return voice.say("### {winner} wins! 🏆", winner=names.called(session, mark, voice))
    if session.is_demo:
        return voice.say("### {winner} wins! 🏁", winner=names.called(session, mark, voice))
    return voice.say("### I win this one! 🏁")


def _how_it_was_won(session: Session, termination: Termination, mark: Mark, voice: Voice) -> str:
    loser = names.called(session, mark.other, voice)
    if termination is Termination.RESIGNATION:
        return voice.say("{loser} resigned", loser=loser)
    if termination is Termination.TIME:
        # NOTE: a part of a line: "… ran out of time · 7 moves"
        return voice.say("{loser} ran out of time", loser=loser)
    lines = _lines_in_words(session.board, voice)
    if not session.rules.misere:
        return lines
    if isinstance(session.seats[mark.other], Bot) and not session.is_demo:
        return voice.say("I made {lines}, which loses here", lines=lines)
    return voice.say("{loser} made {lines}, which loses here", loser=loser, lines=lines)


def _lines_in_words(board: Board, voice: Voice) -> str:
    """The lines that ended the game, by number and name. One move may complete several."""
    lines = board.outcome.lines if board.outcome else ()
    return voice.listed([_line_in_words(board.rules, line, voice) for line in lines])


def _line_in_words(rules: Rules, line: Line, voice: Voice) -> str:
    return voice.say(
        "**{cells}** ({name})", cells=numbers_of(line, rules), name=_line_name(rules, line, voice)
    )


def _line_name(rules: Rules, line: Line, voice: Voice) -> str:
    row, column = divmod(line[0] - 1, rules.columns)
    if line[1] - line[0] == 1:
        return voice.say(_ROWS[row]) if rules.rows == len(_ROWS) else voice.say("row {row}", row=row + 1)
    if line[1] - line[0] == rules.columns:
        if rules.columns == len(_COLUMNS):
            return voice.say(_COLUMNS[column])
        return voice.say("column {column}", column=column + 1)
    return voice.say("diagonal")
