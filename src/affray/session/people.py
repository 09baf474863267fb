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
    """The people of one session, as its fight goes on."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._fight: AnyFight | None = None
        self._people = People()

    def at(self, fight: AnyFight) -> People:
        """Those of this fight."""
        if fight is not self._fight:
            self._people, self._fight = self._read(fight), fight
        return self._people

    def _read(self, fight: AnyFight) -> People:
        before, bodies = self._people, self._fight.bodies if self._fight else ()
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
