"""A Discord bot that plays tic-tac-toe. Start reading in `__main__`."""
