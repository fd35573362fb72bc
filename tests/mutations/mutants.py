"""Small mistakes, one at a time: each changes one expression or statement of one function.

They are made in the text itself, at the place that the syntax tree names, so that all else in the
file stays as it is. None is made in an f-string, an annotation, an assertion or a call that logs.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

_OPPOSITE = {
    "is not": "is",
    "not in": "in",
    "is": "is not",
    "in": "not in",
    "and": "or",
    "or": "and",
    "<=": "<",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "<": "<=",
    ">": ">=",
    "+": "-",
    "-": "+",
}
_OPERATOR = re.compile("|".join(re.escape(each) for each in _OPPOSITE))
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_UNTOUCHED = (ast.Assert, ast.JoinedStr, ast.ClassDef, *_FUNCTIONS)


class Gone(Exception):
    """The text in which to make a mistake is no longer there."""


@dataclass(frozen=True)
class Mutant:
    """A mistake to plant.

    file        its path in the project
    function    the qualified name of the function in it
    old         the text that changes
    new         what it becomes
    occurrence  which of the texts in the function that equal `old`, from 0
    """

    file: str
    function: str
    old: str
    new: str
    occurrence: int

    def start(self, source: str) -> int:
        """Where `old` starts in the text of the file. Raises Gone."""
        function = _functions(ast.parse(source)).get(self.function)
        if function is None:
            raise Gone(f"{self.file} has no {self.function}")
        first, end = _span(source, function)
        start = first - 1
        for _ in range(self.occurrence + 1):
            start = source.find(self.old, start + 1, end)
            if start < 0:
                raise Gone(f"{self.file}: {self.function} has no `{self.old}`")
        return start

    def lines(self, source: str) -> range:
        """The numbers of the lines on which `old` stands. Raises Gone."""
        first = source.count("\n", 0, self.start(source)) + 1
        return range(first, first + self.old.count("\n") + 1)

    def planted(self, source: str) -> str:
        """The text of the file with the mistake. Raises Gone."""
        start = self.start(source)
        return source[:start] + self.new + source[start + len(self.old) :]

    def is_real(self, source: str) -> bool:
        """Whether it makes another program, rather than none or the same."""
        try:
            planted = ast.parse(self.planted(source))
        except SyntaxError:
            return False
        return ast.dump(planted) != ast.dump(ast.parse(source))


def mutants(file: str, source: str) -> list[Mutant]:
    """All mistakes that can be made in a file, in the order of its functions."""
    found = []
    for name, function in _functions(ast.parse(source)).items():
        first, _ = _span(source, function)
        for statement in function.body:
            changes = _changes(source, statement, function)
            found.extend(_mutant(file, name, source, first, change) for change in changes)
    return found


@dataclass(frozen=True)
class _Change:
    """Text to replace, from `start` to `stop`, and around it what says enough to find it again.

    All are counted from the beginning of the file.
    """

    start: int
    stop: int
    new: str
    first: int
    end: int


def _mutant(file: str, function: str, source: str, first: int, change: _Change) -> Mutant:
    """The mutant that makes a change in the function that starts at `first`."""
    old = source[change.first : change.end]
    new = source[change.first : change.start] + change.new + source[change.stop : change.end]
    occurrence = sum(source.startswith(old, place) for place in range(first, change.first))
    return Mutant(file, function, old, new, occurrence)


def _changes(source: str, node: ast.AST, parent: ast.AST) -> Iterator[_Change]:
    """The mistakes in a node and in all below it."""
    if isinstance(node, _UNTOUCHED) or _logs(node):
        return
    yield from _changes_of(source, node, parent)
    for field, value in ast.iter_fields(node):
        children = value if isinstance(value, list) else [value]
        for child in children:
            if isinstance(child, ast.AST) and field != "annotation":
                yield from _changes(source, child, node)


def _changes_of(source: str, node: ast.AST, parent: ast.AST) -> Iterator[_Change]:
    """The mistakes in a node itself."""
    match node:
        case ast.Compare():
            yield from _flipped(source, node, [node.left, *node.comparators])
        case ast.BoolOp():
            yield from _flipped(source, node, node.values)
        case ast.BinOp():
            yield from _flipped(source, node, [node.left, node.right])
        case ast.UnaryOp(op=ast.Not()):
            start, end = _span(source, node)
            operand, _ = _span(source, node.operand)
            kept = source[start:operand].replace("not", "", 1).lstrip()
            yield _Change(start, operand, kept, start, end)
        case ast.Constant(value=bool()):
            yield _Change(*_span(source, node), str(not node.value), *_span(source, parent))
        case ast.Constant(value=int() | float()):
            yield _Change(*_span(source, node), str(node.value + 1), *_span(source, parent))
        case ast.If() if not any(isinstance(each, ast.NamedExpr) for each in ast.walk(node.test)):
            first, _ = _span(source, node)
            start, stop = _span(source, node.test)
            yield _Change(start, stop, "True", first, stop)
            yield _Change(start, stop, "False", first, stop)
        case ast.Raise() | ast.Expr(value=ast.Call() | ast.Await()):
            yield _Change(*_span(source, node), "pass", *_span(source, node))
        case ast.Assign(targets=[ast.Attribute()]) | ast.AugAssign(target=ast.Attribute()):
            yield _Change(*_span(source, node), "pass", *_span(source, node))


def _flipped(source: str, node: ast.expr, operands: list[ast.expr]) -> Iterator[_Change]:
    """Each operator between two operands becomes its opposite, if it has one."""
    for left, right in pairwise(operands):
        _, after_left = _span(source, left)
        before_right, _ = _span(source, right)
        found = _OPERATOR.search(source, after_left, before_right)
        if found:
            yield _Change(found.start(), found.end(), _OPPOSITE[found[0]], *_span(source, node))


def _logs(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="_logger")))):
            return True
    return False


def _functions(tree: ast.AST, prefix: str = "") -> dict[str, ast.stmt]:
    """Functions by their qualified names; the first of those with the same name."""
    found: dict[str, ast.stmt] = {}
    for node in ast.iter_child_nodes(tree):
        inside = prefix
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            inside = f"{prefix}{node.name}."
        if isinstance(node, _FUNCTIONS):
            found.setdefault(prefix + node.name, node)
        for name, function in _functions(node, inside).items():
            found.setdefault(name, function)
    return found


def _span(source: str, node: ast.AST) -> tuple[int, int]:
    """Where a node starts and ends in the text."""
    start = _place(source, node.lineno, node.col_offset)
    return start, _place(source, node.end_lineno, node.end_col_offset)


def _place(source: str, line: int, column: int) -> int:
    """Where a place of the syntax tree is in the text; it counts in bytes of a line."""
    start, text = _lines(source)[line - 1]
    return start + len(text.encode()[:column].decode())


@lru_cache(maxsize=1)
def _lines(source: str) -> list[tuple[int, str]]:
    """The lines of the text, each after its start."""
    lines = source.splitlines(keepends=True)
    starts = accumulate((len(line) for line in lines), initial=0)
    return list(zip(starts, lines, strict=False))
