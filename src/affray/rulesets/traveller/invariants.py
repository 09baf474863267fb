"""What must hold in every fight of the game, whatever the rules and the dice do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from affray.core.effect import TABLE, Effect
from affray.core.ruleset import Invariants
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.effects.arms import HANDS
from affray.rulesets.traveller.figures import able, full, physical, zeros
from affray.rulesets.traveller.gear import MOST_AIM
from affray.rulesets.traveller.movement import STANCES
from affray.rulesets.traveller.state import ACTS, Body, State, Table

NAMES = ("STR", "DEX", "END")


class TravellerInvariants(Invariants):
    """Figures in bounds, no gear lost, mutual grapples, nobody acts who cannot."""

    def after(self, before: State, effect: Effect, now: State) -> Iterator[str]:
        """The body that the effect changed, and whether whoever acts can."""
        if effect.who == TABLE:
            yield from _of_table(before.table, now.table)
            return
        body: Body = now.bodies[effect.who]
        was: Body = before.bodies[effect.who]
        yield from _of_body(body)
        if isinstance(effect, fx.Spent | fx.Reacted) and not able(was):
            yield f"{was.sheet.name} acts and cannot"
        if isinstance(effect, fx.TurnBegan) and not able(was):
            yield f"{was.sheet.name} has a turn and is out"

    def at_rest(self, start: State, now: State) -> Iterator[str]:
        """What ties bodies to each other and to the table."""
        current = now.table.current
        if current is not None and current not in now.everyone:
            yield f"the turn belongs to {current}, who does not exist"
        for who in now.everyone:
            yield from _of_grapple(now, now.bodies[who], who)
        at_once = any(body.together for body in now.fighters)
        for body in now.fighters:
            if body.heading is not None and current is None and not at_once:
                yield f"{body.sheet.name} is on its way between turns"
        if (had := gear(start)) != (have := gear(now)):
            yield f"gear lost: {_listed(had - have)}; gear gained: {_listed(have - had)}"


def gear(fight: State) -> Counter[str]:
    """Everything that is carried or lies on the ground, without the number of the second of a name."""
    carried = [w.name for b in fight.fighters for w in b.kit]
    names = [*carried, *[thing.weapon.name for thing in fight.table.ground]]
    return Counter(re.sub(r"( \d+)+$", "", name) for name in names)


def _listed(names: Counter[str]) -> str:
    return ", ".join(names.elements()) or "none"


def _of_table(was: Table, table: Table) -> Iterator[str]:
    if table.clock < was.clock or table.round < was.round or table.day < was.day:
        yield f"time runs back from {was.clock} s to {table.clock} s"


def _of_body(b: Body) -> Iterator[str]:
    name, names = b.sheet.name, [w.name for w in b.kit]
    for what, n, most in zip(NAMES, physical(b), full(b), strict=True):
        if not 0 <= n <= most:
            yield f"{name} has {what} {n} of {most}"
    bounds = (
        ("INT", b.intellect, b.sheet.intellect), ("EDU", b.education, b.sheet.education),
        ("parts of a turn", b.acts, ACTS), ("aim", b.aim, MOST_AIM), ("in hand", len(b.hands), HANDS),
    )  # fmt: skip
    yield from (f"{name}: {what} is {n}" for what, n, most in bounds if not 0 <= n <= most)
    counts = (("pool", b.pool), ("gift", b.gift), ("penalty", b.penalty), ("reactions", b.reacted))
    yield from (f"{name}: {what} is {n}" for what, n in counts if n < 0)
    yield from _of_kit(b, name, names)
    if b.out and zeros(b) < 2:
        yield f"{name} is unconscious with {physical(b)}"
    if b.stance not in STANCES:
        yield f"{name} is {b.stance}"
    if b.work is not None and b.work.progress < 0:
        yield f"{name} has done {b.work.progress} rounds of work"


def _of_kit(b: Body, name: str, names: list[str]) -> Iterator[str]:
    if len(set(names)) < len(names):
        yield f"{name} carries two of one name: {names}"
    if len(b.left) != len(b.kit):
        yield f"{name} carries {names} with shots {b.left}"
    elif any(not 0 <= left <= w.shots for w, left in zip(b.kit, b.left, strict=True)):
        yield f"{name} has shots {b.left} in {names}"
    if not {*b.hands} <= {*names} or len({*b.hands}) < len(b.hands):
        yield f"{name} has {b.hands} in hand, of {names}"


def _of_grapple(fight: State, b: Body, who: int) -> Iterator[str]:
    foe = None if b.grip is None else fight.bodies[b.grip]
    if foe is not None and foe.grip != who:
        yield f"{b.sheet.name} grapples with {foe.sheet.name}, who does not"
    if foe is not None and not able(b):
        yield f"{b.sheet.name} is out and in a grapple"


INVARIANTS = TravellerInvariants()
