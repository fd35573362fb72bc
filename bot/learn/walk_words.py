"""The sentence of each step of a walk through a tree (`walk`), as Explore says it."""

from bot.learn import explore_frames
from bot.learn.explore_words import who_wins
from bot.learn.walk import Step, minus, worth
from bot.messages.texts import Voice, say
from engine.board import Mark, number_of
from engine.trees import Fate


def sentence(step: Step, voice: Voice) -> str:
    """What happens at a step."""
    match step.kind:
        case "look":
            return _look(step, voice)
        case "end":
            return _end(step, voice)
        case "known":
            return _known_board(step, voice)
        case "limit":
            return _limit(step, voice)
        case "skip":
            return _skip(step, voice)
        case "rise":
            return _rise(step, voice)


def _move(step: Step) -> str:
    """The move that leads to the node; nothing at the root."""
    if not step.path:
        return ""
    return explore_frames.move(step.board.turn.other, step.path[-1], step.board)


def _worth(step: Step) -> str:
    """What the node is worth, as far as it is known."""
    return worth(step.value, step.most)


def _look(step: Step, voice: Voice) -> str:
    mark = step.board.turn.value
    if not step.path:
        return voice.say("{mark} to move. What is each cell worth?", mark=mark)
    # NOTE: {move} is such as "X 4", {mark} the other side
    sentences = [voice.say("What if {move}? Then it's {mark}'s turn.", move=_move(step), mark=mark)]
    if step.window and step.window.low > -step.most:
        alpha = minus(step.window.low)
        # NOTE: {alpha} is a number
        sentences.append(voice.say("X is sure of {alpha} elsewhere: α = {alpha}.", alpha=alpha))
    if step.window and step.window.high < step.most:
        beta = minus(step.window.high)
        # NOTE: {beta} is a number
        sentences.append(voice.say("O can hold X to {beta} elsewhere: β = {beta}.", beta=beta))
    return voice.together(sentences)


def _end(step: Step, voice: Voice) -> str:
    assert step.board.outcome, "the game is over"
    # NOTE: {move} is such as "X 4", {result} "X wins" or "Draw", {value} a number
    return voice.say(
        "{move} ends the game. {result}: {value}.",
        move=_move(step),
        result=who_wins(step.board.outcome.winner, voice),
        value=_worth(step),
    )


def _known_board(step: Step, voice: Voice) -> str:
    node = step.branch.node
    move = _move(step)
    if node.fate is Fate.HELD:
        # NOTE: {move} is such as "X 4"
        return voice.say(
            "After {move}, neither side can force a line. That's a draw: 0.", move=move
        )
    if node.twin:
        # NOTE: {move} is such as "X 4", {twin} a cell such as "2", {value} a number
        return voice.say(
            "{move} leads to the mirror image of {twin}: {value}.",
            move=move,
            twin=number_of(node.twin, step.board.rules),
            value=_worth(step),
        )
    # NOTE: {move} is such as "X 4", {value} a number
    return voice.say(
        "{move} leads to a board we've seen before: {value}.", move=move, value=_worth(step)
    )


def _limit(step: Step, voice: Voice) -> str:
    assert step.window, "only alpha-beta has limits"
    assert step.narrowed_by, "a move has brought one closer"
    move = explore_frames.move(step.board.turn, step.narrowed_by, step.board)
    if step.board.turn is Mark.X:
        # NOTE: {move} is such as "X 4", {value} a number
        sentence = say("With {move}, X is sure of {value}: α = {value}.")
        return voice.say(sentence, move=move, value=minus(step.window.low))
    # NOTE: {move} is such as "O 4", {value} a number
    sentence = say("{move} gives {value}, so O can hold X to {value} here: β = {value}.")
    return voice.say(sentence, move=move, value=minus(step.window.high))


def _skip(step: Step, voice: Voice) -> str:
    """Why alpha-beta skips what follows: what X is sure of, and what O can hold X to."""
    assert step.window, "only alpha-beta skips"
    if step.board.turn is Mark.O:
        # NOTE: {alpha} and {beta} are numbers
        sentence = say("Skipped: X is sure of {alpha} elsewhere, and O can hold X to {beta} here.")
    else:
        # NOTE: {alpha} and {beta} are numbers
        sentence = say("Skipped: O can hold X to {beta} elsewhere, and X is sure of {alpha} here.")
    return voice.say(sentence, alpha=minus(step.window.low), beta=minus(step.window.high))


def _rise(step: Step, voice: Voice) -> str:
    children = [child.node for child in step.branch.below]
    if children[-1].fate is Fate.SKIPPED:
        # NOTE: {value} is such as "≤ −8"
        return voice.say(
            "So this board is worth {value}. That is all we need to know.", value=_worth(step)
        )
    if len(children) == 1:
        return voice.say(
            "There is only one move, so this board is worth {value} too.", value=_worth(step)
        )
    if step.board.turn is Mark.X:
        # NOTE: {values} is a list of numbers, such as "0, −8 and −8"
        sentence = say("X chooses between {values}, and takes the highest: {value}.")
    else:
        # NOTE: {values} is a list of numbers, such as "7 and 0"
        sentence = say("O chooses between {values}, and takes the lowest: {value}.")
    values = [worth(child.span, step.most) for child in children]
    return voice.say(sentence, values=voice.listed(values), value=_worth(step))
