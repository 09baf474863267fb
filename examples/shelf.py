"""A store: a fight is begun in a database, left, and gone on with by somebody else.

python examples/shelf.py [FILE]
"""

from __future__ import annotations

import sys
import tempfile

import affray
from affray.store.blocking_store import BlockingStore

with tempfile.TemporaryDirectory() as folder:
    where = f"sqlite:{sys.argv[1] if len(sys.argv) > 1 else f'{folder}/evenings.db'}"
    with BlockingStore(where) as store:
        session = affray.start("duel", seed=7)
        store.begin("friday", "Friday evening", session.live)
    with BlockingStore(where) as store:
        again = affray.Session(store.take_up("friday"))
        again.act("normal shot at Kaan")
        print(*again.story, sep="\n")
