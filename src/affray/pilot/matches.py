"""Mirrored matches: the same fighters on both sides, and each policy on either side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from affray.core.fight import Fight
from affray.core.play import Policy
from affray.core.ruleset import Ruleset
from affray.core.scene import FighterRecord, Scene
from affray.pilot.policies import by_side
from affray.sim.bulk import plain
from affray.sim.estimate import Estimate, estimate

UNEQUAL = (
    "cover", "facing", "unseen", "hidden", "aware", "surprises", "opens", "works", "task", "stance", "posture",
)  # fmt: skip
"""What a scene can say of a fighter that gives one side an advantage or belongs to one place."""
BEFORE = ("ambushers", "opens", "before", "charges", "mines", "projects")
"""What a scene can say of a whole fight that favours one side."""


def mirrored(scene: Scene, model: str = "") -> tuple[Scene, tuple[str, str]]:
    """A scene with the fighters of one side on both, and the names of the two sides.

    The copies stand where the other side stood.  By default the model is the first side.  Nobody
    lies in wait or has anything to do but to fight.
    """
    fighters: tuple[FighterRecord, ...] = getattr(scene, "fighters")  # noqa: B009 (each game's scene has it)
    sides = list(dict.fromkeys(f.side for f in fighters))
    one = model or sides[0]
    other = next(side for side in sides if side != one)
    ours = [_plain(f) for f in fighters if f.side == one]
    spots = [f.at for f in fighters if f.side == other]
    theirs = []
    for n, f in enumerate(ours):
        x, y = spots[n % len(spots)]
        theirs.append(f.model_copy(update={"name": f"{f.name} again", "side": other, "at": (x, y + 1.5 * (n // len(spots)))}))
    changes: dict[str, Any] = {"fighters": (*ours, *theirs), **_defaults(scene, BEFORE)}
    return scene.model_copy(update=changes), (one, other)


def _plain(fighter: FighterRecord) -> FighterRecord:
    return fighter.model_copy(update=_defaults(fighter, UNEQUAL))


def _defaults(record: Any, names: tuple[str, ...]) -> dict[str, Any]:
    fields = type(record).model_fields
    return {n: fields[n].get_default(call_default_factory=True) for n in names if n in fields}


class Score(NamedTuple):
    """Fights that the first policy won and lost; those undecided count for neither."""

    won: int
    lost: int
    undecided: int

    @property
    def share(self) -> Estimate:
        """The part of the decided fights that it won; raises ValueError for none."""
        return estimate(self.won, self.won + self.lost)


Runner = Callable[[Ruleset, Fight[Any, Any, Any], int, int, Policy], Fight[Any, Any, Any]]
"""How one fight is played to its end: game, start, seed, number, policy."""


def match(
    ruleset: Ruleset,
    scene: Scene,
    one: Callable[[], Policy],
    other: Callable[[], Policy],
    pairs: int,
    seed: int = 0,
    model: str = "",
) -> Score:
    """Two policies against each other in a mirrored scene, each on either side in turn.

    Fights 2 n and 2 n + 1 have the same dice; the policies have changed sides.
    """
    twin, sides = mirrored(scene, model)
    start, usual = ruleset.start(twin), ruleset.policies[next(iter(ruleset.policies))]
    won = lost = undecided = 0
    first, second = one(), other()
    for n in range(pairs):
        for mine, theirs in (sides, sides[::-1]):
            policy = by_side({mine: first, theirs: second}, usual)
            winner = ruleset.winner(plain(ruleset, start, seed, n, policy))
            won += winner == mine
            lost += winner == theirs
            undecided += winner not in sides
    return Score(won, lost, undecided)
