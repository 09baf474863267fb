"""A process that goes on with a fight of an older version, and is killed.

`main` is given where the fight is, in a log or a store, and what the next version has changed.  It tells of
each entry once it is kept.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from affray.core.ruleset import Ruleset, rulesets
from affray.session import Controller, Session, opening
from affray.store.blocking_store import BlockingStore
from tests.session.versions import installs, next_of, renaming

SESSION = "friday"


class Patch:
    """Sets attributes for good."""

    setattr = staticmethod(setattr)


def games(how: str) -> list[Ruleset]:
    """Every game in its next version."""
    return [next_of(game) if how == "same" else renaming(game, how) for game in rulesets().values()]


def answer(session: Session) -> bool:
    """The machine's dice, else the last option."""
    pending = session.pending
    if pending is None or not (pending.chance or pending.options):
        return False
    if pending.chance:
        given = Controller(session).throw(pending)
        session.answer(given.value, given.dice, by=given.by)
    else:
        session.answer(pending.options[-1])
    return True


def main(where: str, how: str) -> None:
    """Answer until killed, or at the end."""
    patch: Any = Patch
    installs(patch, *games(how))
    is_log = where.endswith(".jsonl")
    session = opening.resume(Path(where)) if is_log else BlockingStore(where).take_up(SESSION)
    tell(session)
    while answer(session):
        tell(session)


def tell(session: Session) -> None:
    """Tell how far it is, at once."""
    sys.stdout.write(f"{session.seq} {session.state_hash}\n")
    sys.stdout.flush()
