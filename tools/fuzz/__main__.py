"""Fuzz by hand: `make fuzz MINUTES=60`; what is found is kept beside the tests."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic

from tools.fuzz.doors import DOORS
from tools.fuzz.trying import bounded, fault_of, kept, made

CORPUS = Path(__file__).resolve().parents[2] / "tests" / "fuzz" / "corpus"


def main() -> int:
    """Go through all doors in turn until the time is over; 1 where something was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=DOORS)
    given = parser.parse_args()
    bounded()
    end, tried, found = monotonic() + 60 * given.minutes, Counter[str](), dict[tuple[str, str], str]()
    number = given.seed
    while monotonic() < end:
        for name in [given.only] if given.only else DOORS:
            text = made(name, Random(f"{name} {number}"))
            tried[name] += 1
            fault = fault_of(name, text)
            if fault and (name, fault) not in found:
                found[name, fault] = str(kept(CORPUS, name, text))
                print(f"{name} {number}: {fault}\n  {found[name, fault]}", flush=True)
        number += 1
    print(f"{tried.total():,} texts, seeds {given.seed} to {number - 1}, {len(found)} faults: {dict(tried)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
