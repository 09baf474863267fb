"""Messages in Python: the forms of messages, and the constants that a person may read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

IDS = re.compile(r"[A-Z0-9]+(-[A-Z0-9*]+)+|[\w.]+[._/\\][\w./*-]+|\w*_\w*")
"""Rules, paths and names of code."""

CODE = re.compile(
    r"""
    https?: | ~/ | --\w | \# | \.\w | <.*/.*> | default-src | attachment; | (private|public), |
    \w+/[\w/]+; | width= |
    (SELECT|WITH|ORDER|DESC|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN|FOR)\b |
    \w+,\ \w+,\ \w+_id | (seq|session_id|token_hash|id), | dict\[ | from\ affray | harm\( | {COOKIE} |
    (worker|session)\ %s | (bold|dim)\ | [LM]{ | iljtfr | id\ changed | light\ dark | '\|safe |
    k\ = | f\ = | {\w+}\ = | ruleset\ = | {side}\ (fall|high|low|odds|won)$ |
    {end}{{ | {{ | 0\ [+└]
    """,
    re.S | re.X,
)
"""How what is meant for a machine begins: addresses, paths, SQL, styles, headers, drawings, columns, TOML."""

LOOKING = frozenset({
    "getattr", "setattr", "hasattr", "get", "startswith", "endswith", "removeprefix", "removesuffix",
    "split", "partition", "rpartition", "import_module", "encode", "decode", "open", "getLogger",
    "compile", "match", "sub", "fullmatch", "strip", "rstrip", "lstrip", "replace", "namedtuple",
    "TypeVar", "NewType", "fill", "msg", "field", "execute", "fetch", "fetchrow", "fetchval",
})  # fmt: skip
"""What is called with strings that nobody reads."""

NAMING = frozenset({
    "code", "kind", "id", "encoding", "style", "pattern", "method", "path", "mode", "newline", "justify",
    "overflow", "characters",
})  # fmt: skip
"""Parameters of strings that nobody reads."""


FORMS = frozenset({"msg", "fill"})
"""What makes a message of a form and its fields."""


def messages(source: str, helps: bool = False) -> Iterator[str]:
    """Every message of a module; `helps`: the help of its commands too."""
    nodes = [*ast.walk(ast.parse(source))]
    skipped = set(map(id, _unread(nodes)))
    for node in nodes:
        if id(node) not in skipped:
            yield from _messages(node)
            yield from _help(node) if helps else ()


def _messages(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(value=str() as value):
            yield from filter(readable, [bare(value)])
        case ast.Call(args=[ast.Constant(value=str() as form), *_]) if _called(node) in FORMS:
            yield form.strip()
        case ast.keyword(arg="word", value=ast.Constant(value=str() as value)):
            yield f"{value}s"  # what rounds are counted by, of several
        case _:
            yield from filter(readable, _listed(node))


def _called(node: ast.Call) -> str:
    called = node.func
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _help(node: ast.AST) -> Iterator[str]:
    """The paragraphs of a command's help."""
    if isinstance(node, ast.FunctionDef) and any(
        made in ast.dump(each) for each in node.decorator_list for made in ("command", "group")
    ):
        for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
            if paragraph.strip("\b \n"):
                yield " ".join(paragraph.split())


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


def bare(text: str) -> str:
    """Without the blanks and marks that join it to what stands before and behind."""
    return re.sub(r"^\s*(?:[,;]\s)?\s*|\s+$", "", text)


def _unread(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The strings that are parts of others, or nobody reads."""
    for node in nodes:
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
