"""What becomes of messages about a session, a cup or a challenge, and how a session sounds.

Each room registers its own function for the type of its subject.
"""

from functools import singledispatch

from bot.messages.reply import Card, Post, Spoken, Subject
from bot.messages.texts import Voice


@singledispatch
def pointer(subject: Subject, _voice: Voice) -> Card:
    """What an earlier message becomes once this is shown by another one."""
    raise NotImplementedError(f"nothing points to a {type(subject).__name__}")


@singledispatch
def spoken(_subject: Subject, _reader: int, _voice: Voice, _note: str) -> Spoken | None:
    """What someone who listens gets in place of a card that shows this.

    reader  their id
    voice   theirs
    note    what else they are told: an English text; "" for nothing

    None for what is only for watching.
    """
    return None


@singledispatch
def updated_post(_now: Subject, _then: Subject, _voice: Voice) -> Card | Post | None:
    """What a post that nobody asked for becomes, about what was so `then`; None while it holds."""
    return None
