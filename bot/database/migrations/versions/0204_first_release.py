"""The tables of the first release: `bot.database.tables` makes them, and no migration does."""

revision = "0204"
down_revision = None
