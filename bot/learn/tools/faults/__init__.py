"""Parts of bots, each with one fault to be found; `bot.learn.tools.programs` adds the rest."""
