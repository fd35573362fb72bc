"""How the tables came to be what `bot.database.tables` says: one file a step, in `versions`."""
