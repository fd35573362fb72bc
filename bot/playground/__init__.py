"""The bot on your own machine, without Discord: a page and a prompt."""
