"""Messages in Python: the constants and f-strings that a person may read."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from math import prod

from affray.languages.message import escaped

IDS = re.compile(r"[A-Z0-9]+(-[A-Z0-9*]+)+|[\w.]+[._/\\][\w./*-]+|\w*_\w*")
"""Rules, paths and names of code."""

CODE = re.compile(
    r"""
    https?: | --\w | \# | \.\w | <.*/.*> | default-src | attachment; | (private|public), |
    \w+/[\w/]+; | width= |
    (SELECT|WITH|ORDER|DESC|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN|FOR)\b |
    \w+,\ \w+,\ \w+_id | (seq|session_id|token_hash|id), | dict\[ | from\ affray | harm\( | {COOKIE} |
    (worker|session)\ %s | (bold|dim)\ | [LM]{ | iljtfr | id\ changed | light\ dark | '\|safe |
    k\ = | f\ = | {\w+}\ = | ruleset\ = | {side}\ (fall|high|low|odds|won)$ |
    {end}{{ | {{ | 0\ [+└]
    """,
    re.S | re.X,
)
"""How what is meant for a machine begins: addresses, SQL, styles, headers, drawings, columns, TOML."""

LOOKING = frozenset({
    "getattr", "setattr", "hasattr", "get", "startswith", "endswith", "removeprefix", "removesuffix",
    "split", "partition", "rpartition", "import_module", "encode", "decode", "open", "getLogger",
    "compile", "match", "sub", "fullmatch", "strip", "rstrip", "lstrip", "replace", "namedtuple",
    "TypeVar", "NewType", "fill", "field", "execute", "fetch", "fetchrow", "fetchval",
})  # fmt: skip
"""What is called with strings that nobody reads."""

VARIANTS = 8
"""So many messages at most come of one f-string."""

FIELD = re.compile(r"{[^{}]*}")

NAMING = frozenset({
    "code", "kind", "id", "encoding", "style", "pattern", "method", "path", "mode", "newline", "justify",
    "overflow", "characters",
})  # fmt: skip
"""Parameters of strings that nobody reads."""

WRAPPING = frozenset({
    "str", "len", "int", "round", "min", "max", "abs", "sorted", "map", "repr", "list", "tuple", "sum",
})  # fmt: skip
"""What a value is wrapped in, which gives a field no name."""


UNKNOWN = frozenset({"unknown", "NotFound"})
NOT_FOUND = ("{name}; known: {shown}", "{name}; did you mean {join}?")
"""What says that there is no such thing, and how: a whole sentence for each kind of several words."""


def messages(source: str, helps: bool = False) -> Iterator[str]:
    """Every message of a module; `helps`: the help of its commands too."""
    tree = ast.parse(source)
    skipped = set(map(id, _unread(tree)))
    for node in ast.walk(tree):
        if id(node) not in skipped:
            yield from _messages(node)
            yield from _help(node) if helps else ()


def _messages(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.JoinedStr():
            yield from patterns(node)
        case ast.Constant(value=str() as value):
            yield from map(escaped, filter(readable, [bare(value)]))
        case ast.Call(args=[ast.Constant(value=str() as what), *_]) if (
            _called(node) in UNKNOWN and " " in what
        ):
            yield from (escaped(what), *(f"there is no {what} {rest}" for rest in NOT_FOUND))
        case ast.Call(func=ast.Attribute(attr="fill"), args=[ast.Constant(value=str() as text), *_]):
            yield text
        case ast.keyword(arg="word", value=ast.Constant(value=str() as value)):
            yield f"{value}s"  # what rounds are counted by, of several
        case _:
            yield from map(escaped, filter(readable, _listed(node)))


def _called(node: ast.Call) -> str:
    called = node.func
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _help(node: ast.AST) -> Iterator[str]:
    """The paragraphs of a command's help."""
    if isinstance(node, ast.FunctionDef) and any("command" in ast.dump(each) for each in node.decorator_list):
        for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
            if paragraph.strip("\b \n"):
                yield escaped(" ".join(paragraph.split()))


def _listed(node: ast.AST) -> list[str]:
    """The words of a text that is split into them."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as text), attr="split"), args=given):
            mark = given[0].value if given and isinstance(given[0], ast.Constant) else None
            return text.split(str(mark) if mark else None)
        case _:
            return []


def readable(text: str) -> bool:
    """Whether a person may read it."""
    if not re.search("[A-Za-z]{2}", text) or CODE.match(text):
        return False
    return not IDS.fullmatch(text)


def patterns(node: ast.JoinedStr) -> Iterator[str]:
    """The messages of an f-string, with fields named after what fills them.

    Where it says one of two words, there is a message for each.
    """
    choices = [[part] if not (words := _either(part)) else words for part in node.values]
    if prod(map(len, choices)) > VARIANTS:
        choices = [[part] for part in node.values]
    for parts in product(*choices):
        text = _pattern(parts)
        if CODE.match(text):
            continue
        if re.search("[A-Za-z]", FIELD.sub("", text)) or (
            FIELD.search(text) and re.search("[^ ]", FIELD.sub("", text))
        ):
            yield text


def _either(part: ast.expr) -> list[ast.expr]:
    """The two words of which one is said."""
    match part:
        case ast.FormattedValue(
            value=ast.IfExp(body=ast.Constant(value=str()) as one, orelse=ast.Constant(value=str()) as other)
        ):
            return [one, other]
        case _:
            return []


def _pattern(values: Iterable[ast.expr]) -> str:
    parts: list[str] = []
    used: Counter[str] = Counter()
    after_field = False
    for value in values:
        if isinstance(value, ast.Constant):
            parts.append(escaped(str(value.value)))
            after_field = after_field and not value.value
        elif isinstance(value, ast.FormattedValue) and not after_field:
            name = _name(value.value) or "x"
            used[name] += 1
            number = str(used[name]) if used[name] > 1 else ""
            spec = ":" + "".join(_literals(value.format_spec)) if value.format_spec else ""  # type: ignore[arg-type]
            parts.append("{" + name + number + spec + "}")
            after_field = True
    return bare("".join(parts))


def bare(text: str) -> str:
    """Without the blanks and marks that join it to what stands before and behind."""
    return re.sub(r"^\s*(?:[,;]\s)?\s*|\s+$", "", text)


def _literals(node: ast.JoinedStr) -> list[str]:
    return [str(part.value) for part in node.values if isinstance(part, ast.Constant)]


def _name(node: ast.AST) -> str:
    """What a field is called: after the variable, attribute or function in it."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in WRAPPING:
            return _name(first)
        case (
            ast.Call(func=inner) | ast.Subscript(value=inner) | ast.BinOp(left=inner) | ast.IfExp(body=inner)
        ):
            return _name(inner)
        case ast.BoolOp(values=[inner, *_]):
            return _name(inner)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name.strip("_")
        case _:
            return "x"


def _unread(tree: ast.AST) -> Iterator[ast.AST]:
    """The strings that are parts of others, or nobody reads."""
    for node in ast.walk(tree):
        yield from _within(node)
        yield from _typed(node)


def _within(node: ast.AST) -> Iterator[ast.AST]:
    """What is looked up, compared or part of another string."""
    match node:
        case ast.Expr(value=ast.Constant() as constant):
            yield constant
        case ast.JoinedStr(values=values):
            for value in values:
                yield value
                yield from _either(value)
                if isinstance(value, ast.FormattedValue) and value.format_spec:
                    yield from ast.walk(value.format_spec)
        case ast.Compare(left=left, comparators=others):
            for side in (left, *others):
                yield side
                yield from getattr(side, "elts", ())
        case ast.Subscript(slice=index):
            yield from ast.walk(index)
        case ast.MatchValue(value=value):
            yield value
        case ast.Call(func=called, args=given, keywords=keywords):
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            yield from given if name in LOOKING else ()
            yield from (each.value for each in keywords if each.arg in NAMING)


def _typed(node: ast.AST) -> Iterator[ast.AST]:
    """What is an annotation, or a list of names."""
    match node:
        case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=ast.AST() as annotation):
            yield from ast.walk(annotation)
        case ast.FunctionDef(name="__repr__"):  # for people who write programs
            yield from ast.walk(node)
        case ast.FunctionDef(returns=ast.AST() as returns):
            yield from ast.walk(returns)
        case ast.Assign(targets=[ast.Name(id="__all__" | "__slots__")]):
            yield from ast.walk(node)
