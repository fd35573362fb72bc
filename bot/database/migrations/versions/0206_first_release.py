"""The tables of the first release: `bot.database.tables` makes them, and no migration does."""

revision = "0206"
down_revision = None
