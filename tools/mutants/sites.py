"""Where the code cites a rule, and what of it that citation governs.

A citation is a string that is an id, or the name of a constant or local variable that holds
nothing but texts with ids in them.  It governs, from the narrowest outwards:

* what stands beside it in the same call, tuple or dictionary (`Mod("ID", amount)`, `need(cond, "ID")`,
  `play.do(effect, "ID")`), where a local name given once stands for what it was given;
* the statement, where it is a call and no more;
* the condition under which it is reached: of a conditional expression or a comprehension around it, of
  the nearest `if` or `while` around that, and of the guards that return before it in the same block.

What belongs to another citation inside of that is that one's.  The function whose docstring cites an id
is governed as a whole where no narrower line does.  A ruling governs every place, too, where one of its
options is read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

VALUE, TEST, NEED, AMOUNT, GONE, OPTION = "value", "test", "need", "amount", "gone", "option"
"""How a node is governed: as a number, as a condition, as one that must hold, as what a mod adds, as a
statement that may be missing, as an option that is read."""

WORDS = frozenset({"msg", "joined", "Verbatim", "remark", "NotFound", "unknown", "BadData", "Fault"})
"""Calls that make words: nothing in them is a rule."""
TOLD = frozenset({"about"})
"""Keywords by which a question is told what it is about."""
SPAN = re.compile(r"([A-Z]+(?:-[A-Z]+[0-9]?)*-R?)([0-9]+)((?:(?:\.\.|, -)[0-9]+)*)")

GROUPS = (ast.Tuple, ast.List, ast.Dict, ast.Compare, ast.BinOp)
"""What holds an id beside what it is the id of, besides calls."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Site(NamedTuple):
    """A node that an id governs, and how."""

    node: ast.AST
    how: str
    id: str


class Module(NamedTuple):
    """A module of a game, read."""

    path: str
    source: str
    tree: ast.Module
    nodes: list[ast.AST]
    up: dict[ast.AST, ast.AST]

    @property
    def name(self) -> str:
        """By which others import it."""
        return self.path.removesuffix(".py").removesuffix("/__init__").rpartition("/")[2]

    @classmethod
    def read(cls, path: str, source: str) -> Module:
        """Parse it, and note of every node what it is in."""
        tree = ast.parse(source)
        nodes = list(ast.walk(tree))
        return cls(path, source, tree, nodes, {c: n for n in nodes for c in ast.iter_child_nodes(n)})

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """What a node is in, from the narrowest outwards."""
        while node in self.up:
            node = self.up[node]
            yield node

    def statement(self, node: ast.AST) -> ast.stmt:
        """The narrowest statement that a node is in."""
        return next(n for n in (node, *self.around(node)) if isinstance(n, ast.stmt))

    def function(self, node: ast.AST) -> Function | None:
        """The narrowest function with a name that a node is in."""
        return next((n for n in self.around(node) if isinstance(n, Function)), None)


# --- what is cited ----------------------------------------------------------------------------------


def named(text: str, ids: frozenset[str]) -> set[str]:
    """The ids in words, spans such as `ABC-01..03` and lists such as `ABC-01, -03` filled in."""
    found = set()
    for match in SPAN.finditer(text):
        stem, first, more = match[1], match[2], match[3]
        last = int(first)
        numbers = {last}
        for sign, digits in re.findall(r"(\.\.|, -)([0-9]+)", more):
            numbers |= set(range(last, int(digits) + 1)) if sign == ".." else {int(digits)}
            last = int(digits)
        found |= {f"{stem}{n:0{len(first)}}" for n in numbers}
    return found & ids


def is_text(node: ast.AST) -> bool:
    """Whether an expression is words and ids, and nothing else."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return all(is_text(each) for each in node.elts)
    if isinstance(node, ast.Dict):
        keys = (k for k in node.keys if k is not None)
        return all(isinstance(k, ast.Constant | ast.Name) for k in keys) and all(
            is_text(v) for v in node.values
        )
    if isinstance(node, ast.Starred):
        return is_text(node.value)
    if isinstance(node, ast.IfExp):
        return is_text(node.body) and is_text(node.orelse)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Call) and called(node) in WORDS)


def called(node: ast.AST) -> str:
    """The last name of what is called, or of a name."""
    if isinstance(node, ast.Call):
        return called(node.func)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def texts(node: ast.AST, ids: frozenset[str]) -> set[str]:
    """The ids among the strings of an expression."""
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and n.value in ids}


Held = dict[tuple[str, str], set[str]]
"""The ids in constants, by the name of the module and their own."""


def constants(modules: Iterable[Module], ids: frozenset[str]) -> Held:
    """The ids in constants of modules that hold nothing but texts."""
    found: Held = {}
    for module in modules:
        for each in module.tree.body:
            if isinstance(each, ast.Assign | ast.AnnAssign) and each.value and is_text(each.value):
                for name in targets(each):
                    found.setdefault((module.name, name), set()).update(texts(each.value, ids))
    return {place: held for place, held in found.items() if held}


def known_as(module: Module, held: Held) -> dict[str, set[str]]:
    """The same as a module calls them: `NAME` where it has or imports it, `module.NAME` where it does not."""
    names = {name: ids for (where, name), ids in held.items() if where == module.name}
    imports = [node for node in module.nodes if isinstance(node, ast.ImportFrom)]
    for source, each in ((node.module or "", each) for node in imports for each in node.names):
        here, place = each.asname or each.name, (source.rpartition(".")[2], each.name)
        if place in held:
            names[here] = held[place]
        names |= {f"{here}.{name}": ids for (where, name), ids in held.items() if where == each.name}
    return names


def targets(node: ast.Assign | ast.AnnAssign) -> list[str]:
    """The names that an assignment gives."""
    ends = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [n.id for end in ends for n in ast.walk(end) if isinstance(n, ast.Name)]


class Citation(NamedTuple):
    """A node that stands for ids."""

    node: ast.expr
    ids: frozenset[str]


def citations(module: Module, ids: frozenset[str], held: Held) -> Iterator[Citation]:
    """Every string, constant and local name that stands for ids."""
    names = known_as(module, held)
    documented = {n.body[0] for n in module.nodes if isinstance(n, Function | ast.ClassDef | ast.Module)}
    for node in module.nodes:
        if isinstance(node, ast.Constant) and node.value in ids and module.up[node] not in documented:
            yield Citation(node, frozenset({node.value}))
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            if (name := ast.unparse(node)) in names:
                yield Citation(node, frozenset(names[name]))
        elif isinstance(node, Function):
            yield from _local(node, ids)


def _local(function: Function, ids: frozenset[str]) -> Iterator[Citation]:
    """Names of a function that were given nothing but texts, where they are used."""
    held: dict[str, set[str]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and is_text(node.value):
            for name in targets(node):
                held.setdefault(name, set()).update(texts(node.value, ids))
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and held.get(node.id):
            yield Citation(node, frozenset(held[node.id]))


# --- what a citation governs --------------------------------------------------------------------------


class Governing:
    """What the citations of a module govern."""

    def __init__(self, module: Module, cited: Iterable[Citation]) -> None:
        self.module = module
        self.groups: dict[ast.AST, list[Citation]] = {}
        self.chosen: list[tuple[ast.AST, Citation]] = []
        every = [one for one in cited if not self._only_told(one)]
        self.standing = {one.node for one in every}
        for one in every:
            self.groups.setdefault(self._group(one), []).append(one)

    def _only_told(self, one: Citation) -> bool:
        """Whether it stands in a remark, by which nothing changes."""
        return any(called(n) in WORDS for n in self.module.around(one.node) if isinstance(n, ast.Call))

    def _group(self, one: Citation) -> ast.AST:
        """The narrowest call, tuple or the like that holds more than texts; else the statement."""
        last: ast.AST = one.node
        for node in self.module.around(one.node):
            if isinstance(node, ast.stmt | ast.comprehension):
                return node
            if isinstance(node, ast.IfExp) and last is not node.test:
                self.chosen.append((node.test, one))
            elif isinstance(node, ast.Call) or (
                isinstance(node, GROUPS) and any(True for _ in self.beside(node))
            ):
                return node
            last = node
        return last

    def beside(self, group: ast.AST) -> Iterator[ast.expr]:
        """What of a group is no text."""
        if isinstance(group, ast.Call):
            fields = () if called(group) == "need" else group.keywords  # those of a need are of its words
            each: list[ast.expr] = [*group.args, *(k.value for k in fields if k.arg not in TOLD)]
        elif isinstance(group, ast.Dict):
            each = list(group.values)
        else:
            each = [n for n in ast.iter_child_nodes(group) if isinstance(n, ast.expr)]
        return (n for n in each if not is_text(n) and not self._stands(n))

    def _stands(self, node: ast.expr) -> bool:
        """Whether an expression stands for ids: a name of some, or what is picked out of it."""
        inner = node.value if isinstance(node, ast.Starred | ast.Subscript) else node
        return inner in self.standing or (inner is not node and self._stands(inner))

    def sites(self) -> Iterator[Site]:
        """Everything that is governed."""
        for test, one in self.chosen:
            yield from (Site(test, TEST, name) for name in one.ids)
        for group, cited in self.groups.items():
            for name in {name for one in cited for name in one.ids}:
                for node, how in self._governed(group):
                    yield Site(node, how, name)

    def _governed(self, group: ast.AST) -> Iterator[tuple[ast.AST, str]]:
        statement = self.module.statement(group)
        if not isinstance(group, ast.stmt):
            yield from self._siblings(group)
            yield from self._conditions(group, statement)
        if isinstance(statement, ast.Expr):
            yield statement, GONE
        yield from self._reached(statement)

    def _siblings(self, group: ast.AST) -> Iterator[tuple[ast.AST, str]]:
        for place, each in enumerate(self.beside(group)):
            yield each, VALUE if place else self._first(group, each)
            for given in self._given(group, each):
                yield given, VALUE

    def _first(self, group: ast.AST, each: ast.expr) -> str:
        """How the first of what stands beside an id is governed; a need may be missing as a statement."""
        if called(group) in ("Mod", "dice"):
            return AMOUNT
        if called(group) != "need" and not (isinstance(group, ast.Tuple) and group.elts[0] is each):
            return VALUE
        return TEST if isinstance(self.module.statement(group), ast.Expr) else NEED

    def _given(self, group: ast.AST, each: ast.expr) -> Iterator[ast.expr]:
        """What a local name was given, where that was done once."""
        function = self.module.function(group)
        if function is None or not isinstance(each, ast.Name):
            return
        gifts = [n for n in ast.walk(function) if isinstance(n, ast.Assign) and targets(n) == [each.id]]
        if len(gifts) == 1 and gifts[0] is not self.module.statement(group):
            yield gifts[0].value

    def _conditions(self, group: ast.AST, statement: ast.stmt) -> Iterator[tuple[ast.AST, str]]:
        last = group
        for node in self.module.around(group):
            if node is statement:
                return
            if isinstance(node, ast.IfExp) and last is not node.test:
                yield node.test, TEST
            if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp) and last is node.elt:
                yield from ((test, TEST) for part in node.generators for test in part.ifs)
            last = node

    def _reached(self, statement: ast.stmt) -> Iterator[tuple[ast.AST, str]]:
        """The conditions under which a statement is reached."""
        for test in self._guards(statement):
            yield test, TEST
        inner: ast.AST = statement
        for node in self.module.around(statement):
            if isinstance(node, Function | ast.ClassDef | ast.Module):
                return
            if isinstance(node, ast.If | ast.While) and inner is not node.test:
                yield node.test, TEST
                return
            inner = node

    def _guards(self, statement: ast.stmt) -> Iterator[ast.expr]:
        """The tests of what returns before a statement, in its block."""
        parent = self.module.up[statement]
        for _, block in ast.iter_fields(parent):
            if isinstance(block, list) and statement in block:
                for before in block[: block.index(statement)]:
                    ends = isinstance(before, ast.If) and isinstance(
                        before.body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break
                    )
                    if ends and not any(n in self.groups for n in ast.walk(before)):
                        yield before.test


# --- what is read of options, and whole functions -------------------------------------------------------


def options(module: Module, rulings: dict[str, str]) -> Iterator[Site]:
    """Every place where an option is read, for its ruling; `rulings` by the field of the option."""
    for node in module.nodes:
        if isinstance(node, ast.Attribute) and node.attr in rulings and called(node.value) == "house":
            outer = module.up[node]
            whole = outer if isinstance(outer, ast.Compare) else node
            yield Site(whole, OPTION, rulings[node.attr])


def documented(module: Module, ids: frozenset[str]) -> Iterator[Site]:
    """The body of every function whose docstring cites an id, piece by piece."""
    for node in module.nodes:
        if isinstance(node, Function) and (text := ast.get_docstring(node)):
            for name in named(text, ids):
                yield from (Site(each, how, name) for each, how in body(node))


def body(function: Function) -> Iterator[tuple[ast.AST, str]]:
    """The pieces of a function: what it tests, what it does, what it gives."""
    for node in ast.walk(function):
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            yield node.test, TEST
        elif isinstance(node, ast.comprehension):
            yield from ((test, TEST) for test in node.ifs)
        elif isinstance(node, ast.Lambda):
            yield node.body, VALUE
        elif isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant):
            yield node, GONE
            yield node.value, VALUE
        elif isinstance(node, ast.Return | ast.Assign | ast.AugAssign) and node.value is not None:
            yield node.value, VALUE
