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

    fight: AnyFight | None = None
    names: tuple[str, ...] = ()
    run_by: tuple[str, ...] = ()

    def at(self, ruleset: Ruleset, fight: AnyFight) -> People:
        """The people of another fight, or of this one later."""
        before = self.fight.bodies if self.fight is not None else ()
        names, run_by = [], []
        for n, body in enumerate(fight.bodies[:-1]):
            if n < len(self.names) and body is before[n]:
                names.append(self.names[n])
                run_by.append(self.run_by[n])
            else:
                card = ruleset.words.card(fight, Who(n))
                names.append(Verbatim(card.name))
                run_by.append(card.run_by)
        return People(fight, tuple(names), tuple(run_by))
