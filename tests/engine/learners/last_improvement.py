"""One function, which keeps a better move but not its value, so that the last better one wins."""

from functools import cache

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


@cache
def value(cells, mark):
    """What a board is worth for `mark`, which is to move."""
    other = "O" if mark == "X" else "X"
    if any(all(cells[int(place)] == other for place in line) for line in LINES):
        return -1
    if "." not in cells:
        return 0
    return max(-value(after, other) for after in boards_after(cells, mark))


def boards_after(cells, mark):
    for place in range(9):
        if cells[place] == ".":
            yield cells[:place] + mark + cells[place + 1 :]


def move(board):
    cells = board.replace("/", "")
    mark = "X" if cells.count("X") == cells.count("O") else "O"
    best = -1
    chosen = cells.index(".")
    for after in boards_after(cells, mark):
        if -value(after, "O" if mark == "X" else "X") > best:
            chosen = next(place for place in range(9) if cells[place] != after[place])
    return chosen + 1
