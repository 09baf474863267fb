"""All mutants of a game: changes of its code and of its tables, each with the ids that answer for it."""

from __future__ import annotations

import ast
import copy
import csv
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from tools.mutants.changes import Change, changes
from tools.mutants.sites import (
    Governing,
    Held,
    Module,
    Site,
    citations,
    constants,
    documented,
    options,
)
from tools.rules import PRINTED, RULESETS, SHOWN

NOT_RULES = frozenset({
    "words", "phrases", "pilot", "judgement", "invariants", "measures", "levers", "foreign", "gauges", "plan",
    "solving",
})  # fmt: skip
"""Modules of a game that say what happened, choose for the machine or look on: no rule stands there."""
FORESEEING = frozenset({"menu.py", "deadlock.py"})
"""Modules that read options to foresee what may come: that is no rule; what they cite is."""
TABLES_ASIDE = (SHOWN, "outlooks.csv")
COLUMNS_ASIDE = re.compile(
    r"(?:.*_)?(?:name|title|label|text|note|use|rule|id|cost|rarity)|like|layout|option"
)
"""Columns of words and names."""
SHORT = 160
"""Letters of a statement that is named as a whole."""
NEED_IN_A_LIST = 3
"""A need that is listed has a condition, a rule and its words."""
FEW = 12
"""A column with no more different words is one of kinds, not of names."""


class Mutant(NamedTuple):
    """One change: where it is, what it changes, and the ids whose tests have to notice."""

    path: str
    function: str
    statement: str
    old: str
    new: str
    kind: str
    ids: tuple[str, ...]
    line: int
    node: int
    """The place of the changed node among those of the module; of a cell the row."""
    nth: int = 0
    """Which one of the same changes of one statement it is."""

    @property
    def mutation(self) -> str:
        """The change in one line."""
        return f"{self.old} -> {self.new}" + (f" ({self.nth + 1})" if self.nth else "")

    @property
    def key(self) -> tuple[str, str, str, str]:
        """By what it is known as long as the statement stands."""
        return self.path, self.function, self.statement, self.mutation

    @property
    def of_table(self) -> bool:
        """Whether it is a cell."""
        return self.path.endswith(".csv")


class Catalogue(NamedTuple):
    """The ids of a game, its options by field, and which ruling each of them belongs to."""

    game: str
    ids: frozenset[str]
    rulings: dict[str, str]
    values: dict[str, tuple[Any, ...]]

    @classmethod
    def read(cls, game: str) -> Catalogue:
        """As `rules.toml` has it."""
        data: dict[str, Any] = tomllib.loads((RULESETS / game / "rules.toml").read_text(encoding="utf-8"))
        fields = {one["key"].replace(".", "_"): one for one in data["option"]}
        return cls(
            game,
            frozenset(one["id"] for kind in ("rule", "ruling") for one in data[kind]),
            {field: one["ruling"] for field, one in fields.items()},
            {field: _values(one) for field, one in fields.items()},
        )


def _values(option: dict[str, Any]) -> tuple[Any, ...]:
    """The values of an option; none of a number."""
    return (False, True) if isinstance(option["default"], bool) else tuple(option.get("values", ()))


def mutants(game: str) -> list[Mutant]:
    """All of a game, in the order of its files."""
    book = Catalogue.read(game)
    modules = [*_modules(game)]
    held = constants(modules, book.ids)
    narrow = {m.path: [*_narrow(m, book, held)] for m in modules}
    cells = [*_cells(game, book)]
    cited = {s.id for sites in narrow.values() for s in sites} | {i for c in cells for i in c.ids}
    wide = {m.path: [*documented(m, book.ids - cited)] for m in modules}
    found = [one for m in modules for one in _of(m, [*narrow[m.path], *wide[m.path]], book, held)]
    return numbered([*found, *cells])


def _modules(game: str) -> Iterator[Module]:
    folder = RULESETS / game
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        if not {PRINTED, "languages", *NOT_RULES} & set(path.relative_to(folder).with_suffix("").parts):
            yield Module.read(name, path.read_text(encoding="utf-8"))


def _narrow(module: Module, book: Catalogue, held: Held) -> Iterator[Site]:
    yield from Governing(module, citations(module, book.ids, held)).sites()
    if module.path not in FORESEEING:
        yield from options(module, book.rulings)


def _of(module: Module, sites: Iterable[Site], book: Catalogue, held: Held) -> Iterator[Mutant]:
    """The mutants of a module."""
    groups = Governing(module, citations(module, book.ids, held)).groups
    places = {node: n for n, node in enumerate(module.nodes)}
    made: dict[tuple[int, str], tuple[Change, set[str]]] = {}
    for site in sites:

        def other(node: ast.AST, own: ast.AST = site.node) -> bool:
            return node in groups and node is not own

        for change in changes(site.node, site.how, book.values, other):
            place = places[change.node]
            made.setdefault((place, change.new), (change, set()))[1].add(site.id)
    for (place, _), (change, ids) in sorted(made.items()):
        yield _mutant(module, place, change, ids)


def _mutant(module: Module, place: int, change: Change, ids: set[str]) -> Mutant:
    statement = module.statement(change.node)
    function = module.function(statement)
    return Mutant(
        module.path,
        function.name if function else "",
        around(module, change.node),
        header(statement)
        if change.kind == "statement" and change.new == "pass"
        else ast.unparse(change.node),
        change.new,
        change.kind,
        tuple(sorted(ids)),
        getattr(change.node, "lineno", statement.lineno),
        place,
    )


def around(module: Module, node: ast.AST) -> str:
    """The statement of a node on one line, or the widest part of it that is short enough to read."""
    widest = node
    for each in (node, *module.around(node)):
        if isinstance(each, ast.expr | ast.stmt) and len(header(each)) <= SHORT:
            widest = each
        if isinstance(each, ast.stmt):
            break
    return header(widest)


class _Wordless(ast.NodeTransformer):
    """What needs say is left out: it may be worded anew."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "need":
            node.args, node.keywords = node.args[:2], []
        return node

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        self.generic_visit(node)
        if len(node.elts) == NEED_IN_A_LIST and isinstance(node.elts[1], ast.Constant | ast.Name):
            last = node.elts[2]
            if isinstance(last, ast.Call) or (isinstance(last, ast.Constant) and isinstance(last.value, str)):
                node.elts = node.elts[:2]
        return node


def wordless(node: ast.AST) -> str:
    """The source of a node without what needs say."""
    return " ".join(ast.unparse(_Wordless().visit(copy.deepcopy(node))).split())


def header(statement: ast.AST) -> str:
    """A statement on one line, without the block that it holds, and without what needs say."""
    if isinstance(statement, ast.If | ast.While):
        return f"{type(statement).__name__.lower()} {ast.unparse(statement.test)}:"
    if isinstance(statement, ast.For):
        return f"for {ast.unparse(statement.target)} in {ast.unparse(statement.iter)}:"
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return f"{'class' if isinstance(statement, ast.ClassDef) else 'def'} {statement.name}:"
    return wordless(statement)


def numbered(found: Iterable[Mutant]) -> list[Mutant]:
    """The same, with equal changes of one statement told apart."""
    seen: Counter[tuple[str, str, str, str]] = Counter()
    told = []
    for one in found:
        told.append(one._replace(nth=seen[one.key]))
        seen[one.key] += 1
    return told


# --- cells ------------------------------------------------------------------------------------------


def _cells(game: str, book: Catalogue) -> Iterator[Mutant]:
    """The changed cells of the rows that cite an id."""
    for path in sorted((RULESETS / game / "data").glob("*.csv")):
        if path.name in TABLES_ASIDE:
            continue
        rows = [*csv.DictReader(StringIO(path.read_text(encoding="utf-8")))]
        for n, row in enumerate(rows):
            ids = tuple(sorted(set(row.values()) & book.ids))
            name = next(iter(row.values()))
            for column, cell in row.items() if ids else ():
                for new in _other_cells(column, cell, rows):
                    where = f"{column} of {name}", f"{column}: {cell}", f"{column}: {new}"
                    yield Mutant(f"data/{path.name}", "", *where, "cell", ids, n + 2, n)


def _other_cells(column: str, cell: str, rows: list[dict[str, str]]) -> list[str]:
    """What may stand in a cell instead: a number one off, a flag flipped, another kind."""
    if not cell or COLUMNS_ASIDE.fullmatch(column):
        return []
    if re.fullmatch(r"-?[0-9]+", cell):
        return [str(int(cell) + 1), str(int(cell) - 1)]
    if cell in ("yes", "no"):
        return ["no" if cell == "yes" else "yes"]
    kinds = [*dict.fromkeys(row[column] for row in rows if row[column])]
    alike = len(rows) > len(kinds) > 1 and len(kinds) <= FEW
    return [kinds[(kinds.index(cell) + 1) % len(kinds)]] if alike else []


# --- what is run ------------------------------------------------------------------------------------


def mutated(mutant: Mutant, source: str) -> ast.Module:
    """The module with the change in it, every node at the line where the old one was."""
    tree = ast.parse(source)
    old = [*ast.walk(tree)][mutant.node]
    new: ast.AST = ast.parse(mutant.new).body[0]
    if isinstance(old, ast.expr):
        assert isinstance(new, ast.Expr)
        new = new.value
    for each in ast.walk(new):
        if "lineno" in each._attributes:
            ast.copy_location(each, old)
    _Putting(old, new).visit(tree)
    return tree


class _Putting(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else self.generic_visit(node)


def retold(mutant: Mutant, text: str) -> str:
    """The table with the changed cell in it."""
    rows = [*csv.DictReader(StringIO(text))]
    column, _, new = mutant.new.partition(": ")
    rows[mutant.node][column] = new
    out = StringIO()
    writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def where(game: str, mutant: Mutant) -> Path:
    """The file that a mutant changes."""
    return RULESETS / game / mutant.path
