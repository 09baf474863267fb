"""Every message of the sources is given the fields of its form, no fewer and no more."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from affray.core.message import formatter
from affray.languages.forms import fields
from tests.test_architecture import clear

SOURCE = Path("src/affray")
MAKING = {"msg": 0, "fill": 0, "need": 2}
"""What makes a message of a form, and the place of the form among what it is given."""


def made(tree: ast.AST) -> Iterator[tuple[ast.Call, ast.expr]]:
    """Each call that makes a message, and its form."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            place = MAKING.get(name)
            if place is not None and len(node.args) > place:
                yield node, node.args[place]


def faults(source: str) -> Iterator[str]:
    for node, form in made(ast.parse(source)):
        given = {keyword.arg for keyword in node.keywords}
        if not given or None in given:
            continue
        if not (isinstance(form, ast.Constant) and isinstance(form.value, str)):
            yield f"{node.lineno}: the form is no literal, so no translator finds it"
            continue
        try:
            wanted = fields(form.value).keys()
            formatter(form.value, "en")
        except ValueError as e:
            yield f"{node.lineno}: {e}"
            continue
        if given != wanted:
            yield f"{node.lineno}: {form.value!r} is given {sorted(given ^ wanted, key=str)} too many or few"


def test_a_message_is_given_the_fields_of_its_form():
    clear(
        f"{path.relative_to(SOURCE)}:{fault}"
        for path in sorted(SOURCE.rglob("*.py"))
        for fault in faults(path.read_text())
    )


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ('msg("{who} moves {far} m", who=1)', "['far'] too many or few"),
        ('play.need(x, "COR-1", "no {item}", thing=1)', "['item', 'thing'] too many or few"),
        ("msg(form, who=1)", "the form is no literal"),
        ('msg("{n, plural, one {# die}}", n=1)', "has no 'other'"),
        ('msg("{who moves", who=1)', "has a brace without the other one"),
    ],
)
def test_what_does_not_fit_is_found(source: str, fault: str):
    (found,) = faults(source)
    assert fault in found
