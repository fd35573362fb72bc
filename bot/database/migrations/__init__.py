"""How the tables of the first release become those of `bot.database.tables`, step by step."""
