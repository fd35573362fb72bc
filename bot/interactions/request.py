"""What every transaction knows about the person who asks."""

from bot.interactions.interaction import CameAgain
from bot.interactions.interaction import Interaction as Request

__all__ = ["CameAgain", "Request"]
