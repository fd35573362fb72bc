"""The line that someone types in a terminal, with a history and completion."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app_or_none, run_in_terminal
from prompt_toolkit.application.current import get_app_session
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

WaysOn = Callable[[str], Awaitable[list[str]]]
"""The whole lines that can come of a line typed so far."""


def show(text: str) -> None:
    """Print a text, above the line being typed if there is one."""

    def write() -> None:
        print(text, flush=True)

    if get_app_or_none():
        run_in_terminal(write)
    else:
        write()


async def edited_lines(prompt: Callable[[], str], ways_on: WaysOn) -> AsyncIterator[str]:
    """The lines typed after the prompt, until Ctrl-D. Ctrl-C only throws the line away."""
    editor: PromptSession[str] = PromptSession(completer=Tab(ways_on), complete_while_typing=False)
    with get_app_session().input.raw_mode():  # what is typed ahead is not echoed into an answer
        while True:
            try:
                text = await editor.prompt_async(prompt)
            except KeyboardInterrupt:
                show("Type quit or press Ctrl-D to leave.")
                continue
            except EOFError:
                return
            for line in text.splitlines():  # pasted lines arrive as one text
                yield line


class Tab(Completer):
    """Completes a line at the Tab key."""

    def __init__(self, ways_on: WaysOn) -> None:
        self._ways_on = ways_on

    def get_completions(self, _document: Document, _event: CompleteEvent) -> Iterable[Completion]:
        """Nothing: completions come from the bot, which needs an event loop."""
        return ()

    async def get_completions_async(
        self, document: Document, _event: CompleteEvent
    ) -> AsyncGenerator[Completion, None]:
        """Every completion of the line before the cursor."""
        typed = document.text_before_cursor
        for line in await self._ways_on(typed):
            yield Completion(line, start_position=-len(typed))
