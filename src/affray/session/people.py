"""People: what the fighters of a fight are called, and who runs each by the scene.

Neither changes while somebody is in the fight, so of bodies that stayed what they are nobody asks again.
"""

from __future__ import annotations

from typing import NamedTuple

from affray.core.effect import Who
from affray.core.fight import AnyFight
from affray.core.message import Verbatim
from affray.core.ruleset import Ruleset


class People(NamedTuple):
    """Names, and who runs whom, by `Who`."""

    names: tuple[str, ...] = ()
    run_by: tuple[str, ...] = ()


class Register:
    """The people of one session, as its fight goes on; copies of the session may ask at the same time."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._last: tuple[AnyFight | None, People] = None, People()

    def at(self, fight: AnyFight) -> People:
        """Those of this fight."""
        last, people = self._last
        if last is not fight:
            people = self._read(fight, last, people)
            self._last = fight, people
        return people

    def _read(self, fight: AnyFight, last: AnyFight | None, before: People) -> People:
        bodies = last.bodies if last is not None else ()
        names, run_by = [], []
        for n, body in enumerate(fight.bodies[:-1]):
            if n < len(before.names) and body is bodies[n]:
                names.append(before.names[n])
                run_by.append(before.run_by[n])
            else:
                card = self.ruleset.words.card(fight, Who(n))
                names.append(Verbatim(card.name))
                run_by.append(card.run_by)
        return People(tuple(names), tuple(run_by))
