"""One function, which takes a win but looks no further, and chooses by chance among equals."""

import random

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def wins(cells, mark):
    return any(all(cells[int(place)] == mark for place in line) for line in LINES)


def move(board):
    cells = board.replace("/", "")
    mark = "X" if cells.count("X") == cells.count("O") else "O"
    free = [place for place in range(9) if cells[place] == "."]
    random.shuffle(free)
    return 1 + max(free, key=lambda place: wins(cells[:place] + mark + cells[place + 1 :], mark))
