"""How long tests wait."""

LONG = 200.0
"""Seconds. What has not come by then never will under any load; nothing depends on less. A test
ends after 300 (tests/conftest.py), which leaves time to say what did not come.
"""

PATIENCE = (
    "bot.interactions.answering._LONGEST_HANDLER",
    "bot.interactions.sending._LONGEST_ANSWER",
    "bot.database.store._ANSWER_WAIT",
    "bot.interactions.thinking._LONGEST_THOUGHT",
    "bot.interactions.thinking._LONGEST_REVIEW",
)
"""The constants after which the bot gives up. Tests set them to LONG unless they are about them."""
