"""How the tables came to be what `bot.storage.tables` says: one file a step, in `versions`."""
