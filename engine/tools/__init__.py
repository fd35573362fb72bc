"""Programs that write the files and tables of the engine; the bot needs none of them."""
