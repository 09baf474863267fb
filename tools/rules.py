"""Print how many rules of each ruleset are in code and shown by a test.

The catalogue is src/affray/rulesets/*/rules.toml. A rule is in code when its id stands in the
ruleset's modules or data, and shown when its id stands in a test.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RULE_ID = re.compile(r"\b[A-Z]{3}(?:-[A-Z0-9]+)+\b")


class Coverage(NamedTuple):
    """The rules of one ruleset, by id, in the catalogue's order."""

    ruleset: str
    rules: tuple[str, ...]
    coded: frozenset[str]
    shown: frozenset[str]

    @property
    def not_coded(self) -> list[str]:
        """Rules that no code names."""
        return [rule for rule in self.rules if rule not in self.coded]

    @property
    def not_shown(self) -> list[str]:
        """Rules that no test names."""
        return [rule for rule in self.rules if rule not in self.shown]


def coverages() -> Iterator[Coverage]:
    """Every ruleset that has a catalogue."""
    shown = ids_in((ROOT / "tests").rglob("*.py"))
    for catalogue in sorted((ROOT / "src" / "affray" / "rulesets").glob("*/rules.toml")):
        folder = catalogue.parent
        coded = ids_in([*folder.rglob("*.py"), *(folder / "data").rglob("*.*")])
        yield Coverage(folder.name, tuple(listed(catalogue)), coded, shown)


def listed(catalogue: Path) -> list[str]:
    """The ids of a catalogue's rules."""
    return [rule["id"] for rule in tomllib.loads(catalogue.read_text(encoding="utf-8"))["rule"]]


def ids_in(paths: Iterable[Path]) -> frozenset[str]:
    """Every rule id that stands in one of these files."""
    return frozenset(name for path in paths for name in RULE_ID.findall(path.read_text(encoding="utf-8")))


def table(rows: list[Coverage]) -> str:
    """The coverage as text: a line a ruleset, then what is missing."""
    text = [f"{'ruleset':<12} {'rules':>6} {'in code':>8} {'shown':>6}"]
    for row in rows:
        total = len(row.rules)
        coded, seen = total - len(row.not_coded), total - len(row.not_shown)
        text.append(f"{row.ruleset:<12} {total:>6} {coded:>8} {seen:>6}")
    for row in rows:
        for what, missing in (("not in code", row.not_coded), ("not shown", row.not_shown)):
            if missing:
                text.append(f"{row.ruleset}, {what}: {' '.join(missing)}")
    return "\n".join(text)


if __name__ == "__main__":
    print(table(list(coverages())))
