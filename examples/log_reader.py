"""A log reader: who rolled how many dice, and what a line of the log came of.

python examples/log_reader.py [LOG]
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

import affray


def some_log(folder: str) -> Path:
    """A log to read, where none is given."""
    path = Path(folder, "evening.log")
    with affray.start("duel", seed=7, log=path) as session:
        session.run()
    return path


with tempfile.TemporaryDirectory() as folder:
    fight = affray.replay(sys.argv[1] if len(sys.argv) > 1 else some_log(folder))
faces = Counter(face for line in fight.story for face in line.dice)
print("faces:", dict(sorted(faces.items())))
first = next(line for line in fight.story if len(line.tally) > 1)
print(f"{first.n}. {first.words}")
for mod in first.tally:
    print(f"     {mod.amount:+d} {mod.why} [{mod.rule}]")
