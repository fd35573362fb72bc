"""The same bot on your own machine, without Discord: a simulated server, and a terminal to talk in."""
