"""What must hold in every fight of the game, whatever the rules and the dice do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from affray.core.effect import TABLE, Effect
from affray.core.message import Verbatim, joined, msg
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
            yield msg("{name} acts and cannot", name=Verbatim(was.sheet.name))
        if isinstance(effect, fx.TurnBegan) and not able(was):
            yield msg("{name} has a turn and is out", name=Verbatim(was.sheet.name))

    def at_rest(self, start: State, now: State) -> Iterator[str]:
        """What ties bodies to each other and to the table."""
        current = now.table.current
        if current is not None and current not in now.here:
            yield msg("the turn belongs to {current}, who does not exist", current=current)
        for who in now.here:
            yield from _of_grapple(now, now.bodies[who], who)
        at_once = any(body.together for body in now.present)
        for body in now.present:
            if body.heading is not None and current is None and not at_once:
                yield msg("{name} is on its way between turns", name=Verbatim(body.sheet.name))
        if (had := gear(start)) != (have := gear(now)):
            yield msg(
                "gear lost: {lost}; gear gained: {gained}",
                lost=_listed(had - have),
                gained=_listed(have - had),
            )


def gear(fight: State) -> Counter[str]:
    """Everything that is carried or lies on the ground, without the number of the second of a name."""
    carried = [w.name for b in fight.fighters for w in b.kit]
    names = [*carried, *[thing.weapon.name for thing in fight.table.ground]]
    return Counter(re.sub(r"( \d+)+$", "", name) for name in names)


def _listed(names: Counter[str]) -> str:
    return joined(", ", names.elements()) or "none"


def _of_table(was: Table, table: Table) -> Iterator[str]:
    if table.clock < was.clock or table.round < was.round or table.day < was.day:
        yield msg("time runs back from {before} s to {after} s", before=was.clock, after=table.clock)


def _of_body(b: Body) -> Iterator[str]:
    name, names = Verbatim(b.sheet.name), [w.name for w in b.kit]
    for what, n, most in zip(NAMES, physical(b), full(b), strict=True):
        if not 0 <= n <= most:
            yield msg("{name} has {what} {n} of {most}", name=name, what=what, n=n, most=most)
    bounds = (
        ("INT", b.intellect, b.sheet.intellect), ("EDU", b.education, b.sheet.education),
        ("parts of a turn", b.acts, ACTS), ("aim", b.aim, MOST_AIM), ("in hand", len(b.hands), HANDS),
    )  # fmt: skip
    yield from (
        msg("{name}: {what} is {n}", name=name, what=what, n=n)
        for what, n, most in bounds
        if not 0 <= n <= most
    )
    counts = (("pool", b.pool), ("gift", b.gift), ("penalty", b.penalty), ("reactions", b.reacted))
    yield from (msg("{name}: {what} is {n}", name=name, what=what, n=n) for what, n in counts if n < 0)
    yield from _of_kit(b, name, names)
    if b.out and zeros(b) < 2:
        yield msg("{name} is unconscious with {physical}", name=name, physical=physical(b))
    if b.stance not in STANCES:
        yield msg("{name} is {stance}", name=name, stance=b.stance)
    if b.work is not None and b.work.progress < 0:
        yield msg("{name} has done {progress} rounds of work", name=name, progress=b.work.progress)


def _of_kit(b: Body, name: str, names: list[str]) -> Iterator[str]:
    if len(set(names)) < len(names):
        yield msg("{name} carries two of one name: {names}", name=name, names=names)
    if len(b.left) != len(b.kit):
        yield msg("{name} carries {names} with shots {left}", name=name, names=names, left=b.left)
    elif any(not 0 <= left <= w.shots for w, left in zip(b.kit, b.left, strict=True)):
        yield msg("{name} has shots {left} in {names}", name=name, left=b.left, names=names)
    if not {*b.hands} <= {*names} or len({*b.hands}) < len(b.hands):
        yield msg("{name} has {hands} in hand, of {names}", name=name, hands=b.hands, names=names)


def _of_grapple(fight: State, b: Body, who: int) -> Iterator[str]:
    foe = None if b.grip is None else fight.bodies[b.grip]
    if foe is not None and foe.grip != who:
        yield msg(
            "{who} grapples with {whom}, who does not",
            who=Verbatim(b.sheet.name),
            whom=Verbatim(foe.sheet.name),
        )
    if foe is not None and not able(b):
        yield msg("{name} is out and in a grapple", name=Verbatim(b.sheet.name))


INVARIANTS = TravellerInvariants()
