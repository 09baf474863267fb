"""What must hold in every fight of the game, whatever the rules and the dice do."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.effect import TABLE, Effect
from affray.core.message import Verbatim, msg
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
                yield msg("{name} acts and cannot", name=Verbatim(was.sheet.name))
            if body.used > body.actions:
                yield msg(
                    "{name} has taken {used} of {actions} actions",
                    name=Verbatim(was.sheet.name),
                    used=body.used,
                    actions=body.actions,
                )
        elif isinstance(effect, fx.TurnBegan) and (not able(was) or not was.aware):
            yield msg("{name} has a turn and cannot act", name=Verbatim(was.sheet.name))

    def at_rest(self, start: State, now: State) -> Iterator[str]:
        """What ties bodies to each other and to the table."""
        for who, body in zip(now.here, now.present, strict=True):
            driver = None if body.aboard is None else now.bodies[body.aboard]
            if driver is not None and driver.drives is None:
                yield msg(
                    "{name} is aboard with {driver}, who drives nothing",
                    name=Verbatim(body.sheet.name),
                    driver=Verbatim(driver.sheet.name),
                )
            if body.drives is not None and body.aboard != who:
                yield msg("{name} drives and is not aboard", name=Verbatim(body.sheet.name))
            if 2 * body.hp < body.sheet.hit_points and not body.bloodied:
                yield msg(
                    "{name} is not bloodied with {hp} hit points", name=Verbatim(body.sheet.name), hp=body.hp
                )
            if body.bloodied and 2 * body.hp > body.sheet.hit_points:
                yield msg(
                    "{name} is bloodied with {hp} hit points", name=Verbatim(body.sheet.name), hp=body.hp
                )


def _of_table(was: Table, table: Table) -> Iterator[str]:
    if table.clock < was.clock or table.round < was.round:
        yield msg("time runs back from {before} s to {now} s", before=was.clock, now=table.clock)


def _of_body(b: Body) -> Iterator[str]:
    name, names = Verbatim(b.sheet.name), [w.name for w in b.kit]
    if b.hp > b.sheet.hit_points:
        yield msg(
            "{name} has {hp} of {hit_points} hit points", name=name, hp=b.hp, hit_points=b.sheet.hit_points
        )
    if len(set(names)) < len(names):
        yield msg("{name} carries two of one name: {names}", name=name, names=names)
    if not len(b.kit) == len(b.shots) == len(b.loading):
        yield msg(
            "{name} has {kit} weapons and loads for {shots}, {loading}",
            name=name,
            kit=len(b.kit),
            shots=len(b.shots),
            loading=len(b.loading),
        )
    if not {*b.hands, *b.dropped} <= {*names} or {*b.hands} & {*b.dropped}:
        yield msg(
            "{name} has {hands} in hand and {dropped} on the ground, of {names}",
            name=name,
            hands=b.hands,
            dropped=b.dropped,
            names=names,
        )
    if len(b.dropped) != len(b.lying):
        yield msg(
            "{name} has {dropped} on the ground, at {lying}", name=name, dropped=b.dropped, lying=b.lying
        )
    if sum([w.hands for w in b.kit if w.name in b.hands]) > HANDS:
        yield msg("{name} has {hands} in two hands", name=name, hands=b.hands)
    counts = (("spares", b.spares), ("actions", b.actions), ("aim", b.aimed), ("components", b.components))
    yield from (
        msg("{name}: {what} is {n}", name=name, what=what, n=n)
        for what, n in (*counts, *zip(names, b.shots, strict=True))
        if n < 0
    )
    if b.moves > MOST:
        yield msg("{name} has made {moves} moves", name=name, moves=b.moves)
    if not 0 <= b.speed < len(speeds()):
        yield msg("{name} drives at speed {speed}", name=name, speed=b.speed)


INVARIANTS = Skirmish()
