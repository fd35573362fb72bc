"""The bot on your own machine, without Discord: a simulated server and a terminal."""
