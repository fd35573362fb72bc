"""The bot in a simulated Discord on your own machine: a page and a prompt."""
