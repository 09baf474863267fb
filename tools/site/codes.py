"""Codes of errors as a page, found where they are raised in the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import affray
from affray.core import errors
from tools.site.schema import code, table, words

PACKAGE = Path(affray.__file__).parent
CODE = re.compile(r"[a-z]+/[a-z]+(?:-[a-z]+)*")
QUOTED = re.compile(rf"[\"']{CODE.pattern}[\"']")
"""A code as it stands in a module: most have none, and to read them takes long."""
OTHERS = {"application", "audio", "image", "text", "video"}
"""Beginnings of what looks like a code and is a type of media."""


class Said(NamedTuple):
    """A code, what is said with it, and the module where."""

    code: str
    words: str
    module: str


def pages() -> dict[str, str]:
    """The page, by its place."""
    rows = [(code(each.code), words(each.words), code(each.module)) for each in said()]
    families = sorted({each.code.partition("/")[0] for each in said()})
    return {
        "reference/errors.md": "\n".join(
            [
                "# Errors and their codes\n",
                "Whatever goes wrong is told in one sentence and has a code. The code is stable, the words "
                "are not; in Python it is `error.code`, on the wire the field `code` of a refusal. "
                "`…` stands for what differs from case to case.\n",
                "## The tree\n",
                "```text\n" + _tree() + "\n```\n",
                *(
                    f"## {family}/\n\n"
                    + table(
                        ("code", "what is said", "where"), [r for r in rows if r[0].startswith(f"`{family}/")]
                    )
                    for family in families
                ),
            ]
        )
    }


def _tree() -> str:
    lines = (Path(errors.__file__ or "")).read_text(encoding="utf-8").split('"""')[1].splitlines()
    return "\n".join(line for line in lines[2:] if line.strip())


@cache
def said() -> list[Said]:
    """Every code, in order, each with the first words that are said with it."""
    found: dict[str, Said] = {}
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    trees = {path: [*ast.walk(ast.parse(text))] for path, text in texts.items() if QUOTED.search(text)}
    for path, tree in trees.items():
        module = str(path.relative_to(PACKAGE)).removesuffix(".py").replace("/", ".")
        for name, text in _in(tree):
            known = found.get(name)
            if known is None or (text and not known.words):
                found[name] = Said(name, text, module)
    families = {name.partition("/")[0] for name in found}
    for path, tree in trees.items():  # and those that are given by way of something else
        module = str(path.relative_to(PACKAGE)).removesuffix(".py").replace("/", ".")
        for name in (_code(node) for node in tree if isinstance(node, ast.Constant)):
            if name.partition("/")[0] in families:
                found.setdefault(name, Said(name, "", module))
    return [found[name] for name in sorted(found)]


def _in(tree: list[ast.AST]) -> Iterator[tuple[str, str]]:
    for node in tree:
        if isinstance(node, ast.ClassDef):
            yield from ((name, _first_line(node)) for name in _class_code(node))
        elif isinstance(node, ast.Call):
            given = [*node.args, *(each.value for each in node.keywords if each.arg == "code")]
            for name in filter(None, map(_code, given)):
                yield name, next((t for a in node.args if (t := _text(a)) and t != name), "")


def _class_code(node: ast.ClassDef) -> Iterator[str]:
    for each in node.body:
        if isinstance(each, ast.Assign) and any(getattr(t, "id", "") == "code" for t in each.targets):
            yield from filter(None, [_code(each.value)])


def _first_line(node: ast.ClassDef) -> str:
    return (ast.get_docstring(node) or "").partition("\n")[0]


def _code(node: ast.expr) -> str:
    value = node.value if isinstance(node, ast.Constant) else None
    fits = isinstance(value, str) and CODE.fullmatch(value) and value.partition("/")[0] not in OTHERS
    return str(value) if fits else ""


def _text(node: ast.expr) -> str:
    """The words of a message; what is filled in is `…`."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        parts = (p.value if isinstance(p, ast.Constant) else "…" for p in node.values)
        return "".join(map(str, parts))
    if isinstance(node, ast.BinOp):
        return _text(node.left) + _text(node.right)
    return ""
