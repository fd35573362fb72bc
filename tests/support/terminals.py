"""A terminal without a window."""

from prompt_toolkit.data_structures import Size
from prompt_toolkit.output import DummyOutput


class Terminal(DummyOutput):
    """A terminal of this size, and the text in it above the cursor."""

    def __init__(self, rows: int = 24, columns: int = 80) -> None:
        self.size = Size(rows, columns)
        self.text = ""
        self._line = 0  # of the cursor

    def get_size(self) -> Size:
        return self.size

    def write(self, data: str) -> None:
        self.text += data.replace("\r", "")

    def cursor_up(self, amount: int) -> None:
        self._line = self.text.count("\n") - amount

    def erase_down(self) -> None:
        self.text = "".join(self.text.splitlines(keepends=True)[: self._line])
