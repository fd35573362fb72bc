"""The programs that the lessons show: each is whole, and runs wherever it is pasted.

What a lesson is about comes first, then the rules of the game, and at the end what it prints, each
line with a comment that says so.
"""

import ast
from pathlib import Path

from bot.learn.tools import exercise, short_minimax

RULES = ("LINES", "winner", "is_over", "FIRST", "turn", "free_cells", "play")
MINIMAX = ("value", "value_of_end")
WITH_SKIPS = ("value_with_skips", "value_of_end")
GAPS = ("visited", "value", "best", "table", "value_from_table", "move")
WITH_TABLE = ("table", "value_from_table", "searched_value", "least_image", "turned", "mirrored")


def ends() -> str:
    return program(
        ("value_of_end", "LINES", "winner"),
        'print(value_of_end("XOXOOXOXX", 3))  # 7',
        'print(value_of_end("XOOXOXOX.", 2))  # -8',
        'print(value_of_end("XOXXOXOXO", 3))  # 0',
    )


def highest() -> str:
    """On its board O went first."""
    written = program(
        ("value", "best", "value_of_end", *RULES),
        'print(value("OXOO.X.OX"))  # 0',
        'print(best("OXOO.X.OX"))  # 7',
    )
    return written.replace('FIRST = "X"', 'FIRST = "O"')


def lowest() -> str:
    return program(
        (*MINIMAX, *RULES),
        'print(value("XO..OXOX."))  # 0',
        'print(value("........."))  # 0',
    )


def skips() -> str:
    return program(
        (*WITH_SKIPS, *RULES),
        'print(value_with_skips("XO..OXOX."))  # 0',
        'print(value_with_skips("........."))  # 0',
    )


def savings() -> str:
    return program(
        (*WITH_TABLE, "value_of_end", *RULES),
        'print(value_from_table("........."))  # 0',
        "print(len(table))  # 765",
    )


def unwritten() -> str:
    """The program with gaps. It prints only when it is run, not when it is checked."""
    return program(
        (*GAPS, "value_of_end", *RULES),
        'if __name__ == "__main__":',
        '    print(value("........."))  # 0',
        "    print(len(visited))  # 549946",
        '    print(value("XO.XOXOX.", 1))  # -8',
        '    print(best("XO..OXOX."))  # 3',
        '    print(value_from_table("........."))  # 0',
        "    print(len(table))  # 5478",
        file=exercise.__file__,
    )


def faulty(file: str, names: tuple[str, ...], *prints: str) -> str:
    """The program of a bot that has these parts and the rules. Its fault is in a file."""
    rules = tuple(rule for rule in RULES if rule not in names)
    return program((*names, *rules), *prints, file=file)


def program(names: tuple[str, ...], *prints: str, file: str = short_minimax.__file__) -> str:
    """A program of these parts, of a file or else the rules, which ends in the lines that print."""
    written = parts(short_minimax.__file__) | parts(file)
    blocks = [written[name] for name in names]
    blocks.append("\n".join(prints))
    return "\n\n\n".join(blocks) + "\n"


def parts(file: str) -> dict[str, str]:
    """What a file of Python defines, by its name, as it stands there."""
    source = Path(file).read_text(encoding="utf-8")
    lines = source.splitlines()
    texts = {}
    for statement in ast.parse(source).body:
        text = "\n".join(lines[statement.lineno - 1 : statement.end_lineno])
        match statement:
            case ast.FunctionDef(name=name):
                texts[name] = text
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                texts[name] = text
    return texts
