"""What somebody may see: an allow-list by role, and what the game master shows of foes.

A game master sees everything.  Others see their own side as it is; of foes of whom nobody on their
side knows, nothing at all; of other foes what the settings say.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from affray.core.effect import TABLE, Who
from affray.core.fight import Fight
from affray.core.ruleset import Ruleset

State: TypeAlias = Fight[Any, Any, Any]
Role: TypeAlias = Literal["gm", "player", "spectator", "display"]
ROLES: tuple[Role, ...] = ("gm", "player", "spectator", "display")


class Sight(msgspec.Struct, frozen=True):
    """What players see of foes: figures, words or nothing; their dice; odds against them.

    `undo` lets players take back and do again.
    """

    foes: Literal["numbers", "words", "nothing"] = "words"
    rolls: Literal["open", "hidden"] = "open"
    odds: bool = True
    undo: bool = True


class Viewer(NamedTuple):
    """Who looks: a role, a seat, and the fighters that sit there, by name."""

    role: Role
    seat: str = ""
    name: str = ""
    fighters: tuple[str, ...] = ()
    pending: bool = False

    @property
    def master(self) -> bool:
        """Whether everything is shown."""
        return self.role == "gm"


class Eyes:
    """What one viewer may see of a fight, by the names of its fighters."""

    def __init__(
        self,
        ruleset: Ruleset,
        viewer: Viewer,
        sight: Sight,
        names: tuple[str, ...],
        players: frozenset[str] = frozenset(),
    ) -> None:
        self.players = players
        self.ruleset, self.viewer, self.sight, self.names = ruleset, viewer, sight, names
        self.all = viewer.master
        self._mine = frozenset(Who(n) for n, name in enumerate(names) if name in viewer.fighters)
        self._known: tuple[State | None, frozenset[Who]] = (None, frozenset())

    def mine(self, who: Who) -> bool:
        """Whether this fighter sits here; the game master runs everybody."""
        return self.all or who in self._mine

    def sides(self, fight: State) -> frozenset[str]:
        """The sides that are one's own; without fighters that of the players, if it is one."""
        if not self._mine:
            return self.players if len(self.players) == 1 else frozenset()
        return frozenset(fight.bodies[who].side for who in self._mine if who < len(fight.bodies) - 1)

    def foe(self, fight: State, who: Who) -> bool:
        """Whether a fighter is of another side; to those without a side, everybody is."""
        return who != TABLE and fight.bodies[who].side not in self.sides(fight)

    def whole(self, fight: State, who: Who) -> bool:
        """Whether everything about a fighter is shown."""
        return self.all or not self.foe(fight, who)

    def figures(self, fight: State, who: Who) -> bool:
        """Whether a fighter's figures are shown."""
        return self.whole(fight, who) or self.sight.foes == "numbers"

    def dice(self, fight: State, who: Who) -> bool:
        """Whether a fighter's dice are shown, and what they come to."""
        return self.whole(fight, who) or (who != TABLE and self.sight.rolls == "open")

    def secret(self, fight: State, who: Who) -> bool:
        """Whether the dice of a fighter are kept from the players."""
        if self.sight.rolls == "open":
            return False
        return who == TABLE or fight.bodies[who].side not in self.players

    def known(self, fight: State) -> frozenset[Who]:
        """Those of whom somebody on one's own side knows; without a side, whom all foes know."""
        if self._known[0] is not fight:
            self._known = (fight, frozenset(w for w in fight.everyone if self.all or self._knows(fight, w)))
        return self._known[1]

    def _knows(self, fight: State, who: Who) -> bool:
        body, sides = fight.bodies[who], self.sides(fight)
        if body.side in sides:
            return True
        others = [b for b in fight.fighters if (b.side in sides if sides else b.side != body.side)]
        knows = (self.ruleset.knows_of(b, body) for b in others)
        return any(knows) if sides else all(knows)

    def unknown_names(self, fight: State) -> tuple[str, ...]:
        """The names of those of whom nothing may be told."""
        known = self.known(fight)
        return tuple(self.names[w] for w in fight.everyone if w not in known and w < len(self.names))
