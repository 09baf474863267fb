"""The changes that are made to what a citation governs: one small slip at a time.

A comparison that is off by its edge or turned round, a number one more or less, a flag flipped, plus for
minus, `and` for `or`, a `not` lost, the larger for the smaller, a statement or requirement left out,
an option read as another of its values.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from tools.mutants.sites import AMOUNT, GONE, NEED, OPTION, TEST, TOLD, WORDS, called, is_text

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.Div: ast.Mult,
}  # fmt: skip
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Change(NamedTuple):
    """A node, and the source that is put in its place."""

    node: ast.AST
    new: str
    kind: str


Values = Mapping[str, tuple[Any, ...]]
"""The values of each option, by its field; none of a flag or a number."""


def changes(node: ast.AST, how: str, values: Values, skip: Callable[[ast.AST], bool]) -> Iterator[Change]:
    """Every change of a governed node; nothing is changed in nodes that are to be skipped."""
    if how == GONE:
        if not (isinstance(node, ast.Expr) and called(node.value) in WORDS):
            yield Change(node, "pass", "statement")
        return
    assert isinstance(node, ast.expr)
    if how == OPTION:
        yield from _option(node, values)
        return
    if how == NEED and not isinstance(node, ast.Constant | ast.Starred):
        yield Change(node, "True", "statement")
    if how in (NEED, TEST):
        yield from _negated(node)
    if how == AMOUNT and not _number(node):
        yield Change(node, f"({ast.unparse(node)}) + 1", "constant")
    yield from _within(node, skip)


def _within(node: ast.AST, skip: Callable[[ast.AST], bool]) -> Iterator[Change]:
    """The changes of an expression and of all that it is made of."""
    if is_text(node) or (isinstance(node, ast.Call) and called(node) in WORDS):
        return
    yield from _here(node)
    if _number(node):
        return
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.keyword) and each.arg in TOLD:
            continue
        if not skip(each) and not isinstance(each, ast.arguments):
            yield from _within(each, skip)


def _here(node: ast.AST) -> Iterator[Change]:
    """The changes of an expression itself."""
    kind = next((kind for kind in CHANGED if isinstance(node, kind)), None)
    yield from CHANGED[kind](node) if kind else _constants(node)


def _compared(node: ast.Compare) -> Iterator[Change]:
    numbers = any(_number(each) for each in (node.left, *node.comparators))
    for place, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)][numbers and type(op) in ORDERED :]:  # the edge: one more or less
            new = copy.deepcopy(node)
            new.ops[place] = other()
            yield Change(node, ast.unparse(new), "comparison")


def _reckoned(node: ast.BinOp) -> Iterator[Change]:
    if type(node.op) in OPERATORS:
        changed = copy.deepcopy(node)
        changed.op = OPERATORS[type(node.op)]()
        yield Change(node, ast.unparse(changed), "operator")


def _joined(node: ast.BoolOp) -> Iterator[Change]:
    turned = copy.deepcopy(node)
    turned.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield Change(node, ast.unparse(turned), "operator")
    for each in node.values:
        yield from _negated(each)


def _lost(node: ast.UnaryOp) -> Iterator[Change]:
    if isinstance(node.op, ast.Not):
        yield Change(node, ast.unparse(node.operand), "operator")
    else:
        yield from _constants(node)


def _chosen(node: ast.IfExp) -> Iterator[Change]:
    return _negated(node.test)


def _kept(node: ast.comprehension) -> Iterator[Change]:
    for test in node.ifs:
        yield from _negated(test)


def _swapped(node: ast.Call) -> Iterator[Change]:
    if isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
        yield Change(node.func, SWAPPED[node.func.id], "operator")


CHANGED: dict[type[ast.AST], Callable[[Any], Iterator[Change]]] = {
    ast.Compare: _compared, ast.BinOp: _reckoned, ast.BoolOp: _joined, ast.UnaryOp: _lost,
    ast.IfExp: _chosen, ast.comprehension: _kept, ast.Call: _swapped,
}  # fmt: skip


def _constants(node: ast.AST) -> Iterator[Change]:
    number = _number(node)
    if number:
        yield from (Change(node, str(number[0] + by), "constant") for by in (1, -1))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield Change(node, str(not node.value), "constant")


def _number(node: ast.AST) -> tuple[int] | None:
    """The whole number that an expression is."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _number(node.operand)
        return (-inner[0],) if inner else None
    whole = (
        isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool)
    )
    return (node.value,) if whole else None  # type: ignore[attr-defined]


def _negated(node: ast.expr) -> Iterator[Change]:
    """A condition turned round, where its own changes do not do that already."""
    done = isinstance(node, ast.Compare | ast.Constant | ast.Starred) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )
    if not done and not isinstance(node, ast.BoolOp):
        yield Change(node, f"not ({ast.unparse(node)})", "comparison")


def _option(node: ast.expr, values: Values) -> Iterator[Change]:
    """An option that is read as another of its values."""
    if isinstance(node, ast.Compare):
        yield from _here(node)
        field = next((called(n) for n in ast.walk(node) if called(n) in values), "")
        for literal in ast.walk(node):
            if isinstance(literal, ast.Constant) and literal.value in values.get(field, ()):
                others = (v for v in values[field] if v != literal.value)
                yield from (Change(literal, repr(v), "option") for v in others)
            else:
                yield from _constants(literal)
        return
    field = called(node)
    if values.get(field) is None:
        return
    if not values[field]:
        yield Change(node, f"{ast.unparse(node)} + 1", "option")
    elif values[field] == (False, True):
        yield Change(node, f"(not {ast.unparse(node)})", "option")
    else:
        yield from (Change(node, repr(value), "option") for value in values[field])
