"""Writes what Learn shows: `python -m bot.learn.tools.minimax_page`.

`bot/learn/page/lessons.json`   what the lessons show (`bot.learn.tools.lessons`)
`docs/minimax.html`             the page of one file

The second holds a board that plays, the lessons and the essay, with everything they need, so that
it can be opened from disk. Its scripts and styles are those of Learn. Only a clone has a `docs`
folder, and only the tests bring a library for Markdown.
"""

import gzip
import json
import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.learn.tools import minimax_words
from bot.learn.tools.lessons import Data, lessons_data, tables
from bot.messages.language_names import IN_LATIN_LETTERS, IN_OTHER_LETTERS
from bot.messages.texts import ENGLISH, locales, voice_of
from engine.board import Board

ROOT = Path(__file__).parents[3]
SOURCES = ROOT / "bot" / "learn" / "page"
LESSONS = SOURCES / "lessons.json"
ESSAY = ROOT / "engine" / "README.md"
FILE = ROOT / "docs" / "minimax.html"

_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:function|const) (\w+))", re.MULTILINE)
_WORD = re.compile(r'data-word="(\w+)">')
_BOARD = re.compile(r"(?:^[XO.] [XO.] [XO.]\n){3}", re.MULTILINE)


def page(tables: Data) -> str:
    """The whole file. `tables` are those of `bot.learn.tools.lessons`, which take seconds."""
    script = bundle("minimax")
    style = source("minimax.css") + source("pictures.css") + source("lessons.css")
    words = [data(f"words-{locale}", own_words(locale)) for locale in locales()]
    return (
        body(script, style)
        + data("languages", languages())
        + "".join(words)
        + data("told", {**lessons_data(), "tables": tables})
        + f"<script>{script}</script>\n"
    )


def body(script: str, style: str) -> str:
    """The file up to its data: what people see of it in English, and its style."""
    sources = {"script-src": csp_hash(script), "style-src": csp_hash(style), "img-src": "data:"}
    allowed = [f"{kind} {source}" for kind, source in sources.items()]
    policy = "; ".join(["default-src 'none'", *allowed])
    icon = b64encode((SOURCES / "icon.png").read_bytes()).decode()
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<link rel="icon" href="data:image/png;base64,{icon}">\n'
        f"<style>{style}</style>\n<body>"
    )
    words = minimax_words.words(ENGLISH)
    text = _WORD.sub(lambda found: found[0] + words[found[1]], source("minimax.html"))
    text = text.replace("<body>", head)
    return text.replace('lang="en"></div>', f'lang="en">\n{essay()}</div>')


def own_words(locale: str) -> Data:
    """The texts of a language, without those that are the same in English."""
    english = minimax_words.words(ENGLISH)
    said = minimax_words.words(voice_of(locale))
    if locale == ENGLISH.locale:
        return said
    return {name: text for name, text in said.items() if text != english[name]}


def languages() -> dict[str, str]:
    """What each language that has a catalogue calls itself, by Discord's code."""
    names = {**IN_LATIN_LETTERS, **IN_OTHER_LETTERS}
    return {locale: name for locale, name in names.items() if locale in locales()}


def data(name: str, content: Data) -> str:
    """Content for the script. It has a line of its own, so that changes of two languages merge."""
    text = compact(content).replace("<", r"\u003c")
    return f'<script type="application/json" id="{name}">\n{text}\n</script>\n'


def compact(content: Data) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def source(name: str) -> str:
    return (SOURCES / name).read_text(encoding="utf-8")


def csp_hash(text: str) -> str:
    """An inline script or style as a Content-Security-Policy names it."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def bundle(entry: str) -> str:
    """A script and all that it imports as one script."""
    joined = "".join(module(name) for name in modules_for(entry))
    left_over = re.search(r"^(import|export) |</script", joined, re.MULTILINE)
    assert not left_over, "a script that cannot be joined"
    return f'"use strict";\n{joined}'


def modules_for(name: str) -> list[str]:
    """A module's name and before it those that it imports, directly or not, in order of use."""
    names = []
    for _, imported in _IMPORT.findall(source(f"{name}.js")):
        names += modules_for(imported)
    names.append(name)
    return list(dict.fromkeys(names))


def module(name: str) -> str:
    """A module as a constant: what a function returns that holds its text, namely its exports."""
    text = source(f"{name}.js")
    exports = ", ".join(_EXPORT.findall(text))
    text = _IMPORT.sub(r"const { \1 } = module_\2;\n", text)
    text = _EXPORT.sub("", text)
    return f"const module_{name} = (() => {{\n{text}return {{ {exports} }};\n}})();\n"


def essay() -> str:
    """The essay as HTML, one level of headings lower, with a living board beside each 3x3 board."""
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(ESSAY.read_text(encoding="utf-8"))
    shown = []
    for token in tokens[3:]:  # after its title: the page has one
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{int(token.tag[1]) + 1}"
        if token.type == "table_open":
            shown.append('<div class="table" tabindex="0" role="group" aria-label="Table">')
        if token.type == "fence":
            shown.append(example(token))
        else:
            shown.append(markdown.renderer.render([token], markdown.options, {}))
        if token.type == "table_close":
            shown.append("</div>\n")
    return "".join(shown)


def example(token: Token) -> str:
    """An example of code, and the boards in it as living ones."""
    code = escape(token.content.rstrip(), quote=False)
    shown = f'<pre tabindex="0"><code>{code}</code></pre>\n'
    boards = [f'<div data-living="{signs}"></div>\n' for signs in living_boards(token.content)]
    if not boards:
        return shown
    return f'<div class="example">\n{shown}{"".join(boards)}</div>\n'


def living_boards(example: str) -> list[str]:
    """The boards of 3x3 that an example prints and on which the game goes on."""
    if "rules=" in example:
        return []
    boards = ["".join(board.split()) for board in _BOARD.findall(example)]
    return [signs for signs in boards if not board_of(signs).outcome]


def board_of(signs: str) -> Board:
    """The board of nine signs; X went first."""
    turn = "O"
    if signs.count("X") == signs.count("O"):
        turn = "X"
    return Board.parse(f"{signs[:3]}/{signs[3:6]}/{signs[6:]} {turn}")


def written_tables() -> Data:
    """The tables that the file holds."""
    match = re.search(r'id="told">\n(.+)\n</script>', FILE.read_text(encoding="utf-8"))
    assert match, "the file holds what the lessons show"
    tables: Data = json.loads(match[1])["tables"]
    return tables


def write(tables: Data) -> None:
    """Write both files, and say how large the page is."""
    LESSONS.write_text(compact(lessons_data()) + "\n", encoding="utf-8")
    FILE.write_text(page(tables), encoding="utf-8")
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size:,} bytes, {size():,} compressed")


def size() -> int:
    """How many bytes the written page has when a web server compresses it."""
    return len(gzip.compress(FILE.read_bytes(), mtime=0))


if __name__ == "__main__":
    write(tables())
