"""How a game starts and is given up: /ttt start, challenge, open game, rematch, block, resign."""
