"""Which rules and options are in code and shown by a test: printed and written.

The catalogue is src/affray/rulesets/*/rules.toml.  A rule is in code when its id is a literal in
the ruleset's modules or a cell of its tables; an option is when the code reads its field.  Either
is shown when a test that pytest collects carries it: `rule(id)` or `option(key)`.  A ruling is shown,
too, by the tests of the options that switch it: they show its answer beside the others.
"""

from __future__ import annotations

import ast
import csv
import json
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULESETS = ROOT / "src" / "affray" / "rulesets"
SHOWN = "shown.csv"
PRINTED = "reference"
MARKERS = ("rule", "option")

Shown = dict[str, list[str]]
"""The node ids of the tests that carry each id, without parameters."""


class Line(NamedTuple):
    """A rule, ruling or option: whether it is in code, and the tests that show it."""

    id: str
    coded: bool
    tests: tuple[str, ...]

    @property
    def status(self) -> str:
        """How far it has come, in words."""
        return (
            ("shown" if self.coded else "not in code")
            if self.tests
            else ("in code" if self.coded else "open")
        )


class Coverage(NamedTuple):
    """One ruleset's rules, rulings and options, in the catalogue's order."""

    ruleset: str
    rules: tuple[Line, ...]
    rulings: tuple[Line, ...]
    options: tuple[Line, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """All of them."""
        return (*self.rules, *self.rulings, *self.options)

    def missing(self) -> Iterator[tuple[str, list[str]]]:
        """What is not done, by kind."""
        for what, lines in (("rules", self.rules), ("options", self.options)):
            yield f"{what} not in code", [line.id for line in lines if not line.coded]
            yield f"{what} not shown", [line.id for line in lines if not line.tests]
        yield "rulings not shown", [line.id for line in self.rulings if not line.tests]


# --- what the code names --------------------------------------------------------------------------


def literals(folder: Path) -> set[str]:
    """String literals and attributes of a ruleset's modules, cells of its tables.

    Its module `reference` only tells of the rules.
    """
    found: set[str] = set()
    for module in folder.rglob("*.py"):
        if PRINTED in module.relative_to(folder).with_suffix("").parts:
            continue
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
    for table in folder.glob("data/*.csv"):
        if table.name != SHOWN:
            rows = csv.reader(StringIO(table.read_text(encoding="utf-8")))
            found.update(cell for row in rows for cell in row)
    return found


# --- what the tests show --------------------------------------------------------------------------


class Collector:
    """A plugin of pytest that notes which test carries which id."""

    def __init__(self) -> None:
        self.shown: Shown = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Note every marker of every test."""
        for item in items:
            node = item.nodeid.partition("[")[0]
            for name in [n for m in MARKERS for mark in item.iter_markers(m) for n in mark.args]:
                tests = self.shown.setdefault(str(name), [])
                if node not in tests:
                    tests.append(node)

    def in_order(self) -> Shown:
        """What was noted, the tests of each id sorted."""
        here = {
            name: sorted(t for t in tests if t.startswith("tests/")) for name, tests in self.shown.items()
        }
        return {name: tests for name, tests in here.items() if tests}


def collected() -> Shown:
    """What the tests carry, collected by pytest in a process of its own.

    Raises RuntimeError with what pytest said when they cannot be collected.
    """
    done = subprocess.run(
        [sys.executable, __file__, "--collect"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(f"the tests cannot be collected:\n{done.stdout}{done.stderr}")
    found: Shown = json.loads(done.stdout.splitlines()[-1])
    return found


def kept() -> Shown:
    """What the tables beside the catalogues say; a test sees that it is so."""
    found: Shown = {}
    for path in sorted(RULESETS.glob(f"*/data/{SHOWN}")):
        for row in csv.DictReader(StringIO(path.read_text(encoding="utf-8"))):
            found.setdefault(row["id"], []).extend(row["tests"].split())
    return found


def _collect() -> int:
    collector = Collector()
    code = pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", "tests"], plugins=[collector])
    print()
    print(json.dumps(collector.in_order()))
    return int(code)


# --- both together --------------------------------------------------------------------------------


def coverages(shown: Shown) -> Iterator[Coverage]:
    """Every ruleset that has a catalogue."""
    for catalogue in sorted(RULESETS.glob("*/rules.toml")):
        yield coverage(catalogue.parent, shown)


def coverage(folder: Path, shown: Shown) -> Coverage:
    """One ruleset, in the folder of its catalogue."""
    named = literals(folder)
    data: dict[str, Any] = tomllib.loads((folder / "rules.toml").read_text(encoding="utf-8"))

    def tests(name: str) -> tuple[str, ...]:
        keys = [one["key"] for one in data.get("option", ()) if one.get("ruling") == name]
        return own(folder, dict.fromkeys(test for key in (name, *keys) for test in shown.get(key, ())))

    def lines(kind: str, key: str) -> tuple[Line, ...]:
        ids = [entry[key] for entry in data.get(kind, ())]
        code = {name: name.replace(".", "_") if kind == "option" else name for name in ids}
        return tuple(Line(name, code[name] in named, tests(name)) for name in ids)

    return Coverage(folder.name, lines("rule", "id"), lines("ruling", "id"), lines("option", "key"))


def own(folder: Path, tests: Iterable[str]) -> tuple[str, ...]:
    """The tests that are not another game's.

    Two games may have an option of one key.
    """
    others = tuple(f"tests/{other.name}/" for other in folder.parent.iterdir() if other != folder)
    return tuple(test for test in tests if not test.startswith(others))


def strangers(rows: Iterable[Coverage], shown: Shown) -> list[str]:
    """What tests carry and no catalogue holds."""
    known = {line.id for row in rows for line in row.lines}
    return sorted(set(shown) - known)


def written(row: Coverage) -> str:
    """The coverage of a ruleset as the table that is shipped with it."""
    text = StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(("id", "status", "tests"))
    out.writerows((line.id, line.status, " ".join(line.tests)) for line in row.lines)
    return text.getvalue()


def place(row: Coverage) -> Path:
    """Where that table lies."""
    return RULESETS / row.ruleset / "data" / SHOWN


def table(rows: list[Coverage]) -> str:
    """The coverage as text: a line a ruleset, then what is missing."""
    text = [
        f"{'ruleset':<12} {'rules':>6} {'in code':>8} {'shown':>6} {'options':>8} {'in code':>8} {'shown':>6}"
    ]
    for row in rows:
        rules, options = row.rules, row.options
        text.append(
            f"{row.ruleset:<12} {len(rules):>6} {_coded(rules):>8} {_shown(rules):>6} "
            f"{len(options):>8} {_coded(options):>8} {_shown(options):>6}"
        )
    for row in rows:
        text += [f"{row.ruleset}, {what}: {' '.join(ids)}" for what, ids in row.missing() if ids]
    return "\n".join(text)


def _coded(lines: Iterable[Line]) -> int:
    return sum(line.coded for line in lines)


def _shown(lines: Iterable[Line]) -> int:
    return sum(bool(line.tests) for line in lines)


def main(arguments: list[str]) -> int:
    """Print the table; with --write, make it anew from the tests first."""
    if "--collect" in arguments:
        return _collect()
    shown = collected() if "--write" in arguments else kept()
    rows = list(coverages(shown))
    if "--write" in arguments:
        for row in rows:
            place(row).write_text(written(row), encoding="utf-8")
    print(table(rows))
    if unknown := strangers(rows, shown):
        print(f"in tests, but in no catalogue: {' '.join(unknown)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
