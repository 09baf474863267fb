"""Count which rules stand on the receipts of each question, in many random fights of each game.

For each game tests/GAME/receipts.csv has, for every question and rule, on how many receipts of how many the
rule stood; and always.toml beside it says of each rule that stands on all receipts of its question why it
does.  What an effect has for its only rule needs no reason.  A rule that is in neither is a fault, or new:

    python -m tools.receipts             # count anew (some minutes), and name what has no reason
    python -m tools.receipts coriolis    # of one game
"""

from __future__ import annotations

import csv
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from affray.core.ruleset import rulesets
from affray.testing.receipts import ReceiptCounts, counted, walked

TESTS = Path(__file__).resolve().parent.parent / "tests"
FIGHTS = 400
"""Random fights of each game."""

Reasons = Mapping[str, Mapping[str, str]]
"""Why a rule stands on all receipts: by question, then by rule."""


class Pair(NamedTuple):
    """A question and a rule: on how many of how many receipts the rule stood."""

    about: str
    rule: str
    held: int
    of: int


def main() -> int:
    """Count, write what was counted, and name what wants a reason or has one for nothing."""
    faults = []
    for game in sys.argv[1:] or rulesets():
        counts = counted(walked(rulesets()[game], range(FIGHTS)))
        write(game, counts)
        faults += [f"{game}: {fault}" for fault in unexplained(counts, reasons(game))]
    print("\n".join(faults))
    return bool(faults)


def unexplained(counts: ReceiptCounts, given: Reasons) -> list[str]:
    """Rules that stand on all receipts of a question without a reason, and reasons for those that do not."""
    wanted = {
        about: rules
        for about, rules in counts.always().items()
        if len(rules) > 1 or not about.startswith("effect ")
    }
    faults = []
    for about in sorted({*wanted, *given}):
        always, said = wanted.get(about, set()), set(given.get(about, ()))
        faults += [f"{about}: {rule} stands on all receipts" for rule in sorted(always - said)]
        faults += [
            f"{about}: {rule} has a reason, and does not stand on all" for rule in sorted(said - always)
        ]
    return faults


def write(game: str, counts: ReceiptCounts) -> None:
    """Keep what was counted."""
    with place(game, "receipts.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Pair._fields)
        for (about, rule), n in sorted(counts.with_rule.items()):
            writer.writerow(Pair(about, rule, n, counts.of[about]))


def kept(game: str) -> list[Pair]:
    """What was counted last."""
    with place(game, "receipts.csv").open(encoding="utf-8", newline="") as file:
        return [
            Pair(row["about"], row["rule"], int(row["held"]), int(row["of"])) for row in csv.DictReader(file)
        ]


def reasons(game: str) -> Reasons:
    """Why rules stand on all receipts of a question."""
    found: Reasons = tomllib.loads(place(game, "always.toml").read_text(encoding="utf-8"))
    return found


def place(game: str, name: str) -> Path:
    """Where a table of a game lies."""
    return TESTS / game / name


if __name__ == "__main__":
    sys.exit(main())
