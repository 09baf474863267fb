"""What must hold in every fight of the game, whatever the rules and the dice do."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.effect import TABLE, Effect
from affray.core.ruleset import Invariants
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.fighter import able
from affray.rulesets.d6.movement import MOST
from affray.rulesets.d6.state import Body, State, Table
from affray.rulesets.d6.tables import speeds

HANDS = 2


class Skirmish(Invariants):
    """Figures in bounds, no shot from nowhere, nobody acts who cannot."""

    def after(self, before: State, effect: Effect, now: State) -> Iterator[str]:
        """The body that the effect changed, and whether whoever acts can."""
        if effect.who == TABLE:
            yield from _of_table(before.table, now.table)
            return
        body: Body = now.bodies[effect.who]
        yield from _of_body(body)
        was: Body = before.bodies[effect.who]
        if isinstance(effect, fx.Acted):
            if not able(was) or not was.acting:
                yield f"{was.sheet.name} acts and cannot"
            if body.used > body.actions:
                yield f"{was.sheet.name} has taken {body.used} of {body.actions} actions"
        elif isinstance(effect, fx.TurnBegan) and (not able(was) or not was.aware):
            yield f"{was.sheet.name} has a turn and cannot act"

    def at_rest(self, start: State, now: State) -> Iterator[str]:
        """What ties bodies to each other and to the table."""
        for who, body in zip(now.everyone, now.fighters, strict=True):
            driver = None if body.aboard is None else now.bodies[body.aboard]
            if driver is not None and driver.drives is None:
                yield f"{body.sheet.name} is aboard with {driver.sheet.name}, who drives nothing"
            if body.drives is not None and body.aboard != who:
                yield f"{body.sheet.name} drives and is not aboard"
            if 2 * body.hp < body.sheet.hit_points and not body.bloodied:
                yield f"{body.sheet.name} is not bloodied with {body.hp} hit points"
            if body.bloodied and 2 * body.hp > body.sheet.hit_points:
                yield f"{body.sheet.name} is bloodied with {body.hp} hit points"


def _of_table(was: Table, table: Table) -> Iterator[str]:
    if table.clock < was.clock or table.round < was.round:
        yield f"time runs back from {was.clock} s to {table.clock} s"


def _of_body(b: Body) -> Iterator[str]:
    name, names = b.sheet.name, [w.name for w in b.kit]
    if b.hp > b.sheet.hit_points:
        yield f"{name} has {b.hp} of {b.sheet.hit_points} hit points"
    if len(set(names)) < len(names):
        yield f"{name} carries two of one name: {names}"
    if not len(b.kit) == len(b.shots) == len(b.loading):
        yield f"{name} has {len(b.kit)} weapons and loads for {len(b.shots)}, {len(b.loading)}"
    if not {*b.hands, *b.dropped} <= {*names} or {*b.hands} & {*b.dropped}:
        yield f"{name} has {b.hands} in hand and {b.dropped} on the ground, of {names}"
    if len(b.dropped) != len(b.lying):
        yield f"{name} has {b.dropped} on the ground, at {b.lying}"
    if sum([w.hands for w in b.kit if w.name in b.hands]) > HANDS:
        yield f"{name} has {b.hands} in two hands"
    counts = (("spares", b.spares), ("actions", b.actions), ("aim", b.aimed), ("components", b.components))
    yield from (f"{name}: {what} is {n}" for what, n in (*counts, *zip(names, b.shots, strict=True)) if n < 0)
    if b.moves > MOST:
        yield f"{name} has made {b.moves} moves"
    if not 0 <= b.speed < len(speeds()):
        yield f"{name} drives at speed {b.speed}"


INVARIANTS = Skirmish()
