"""The map: walls, what lies about, how far a blow, a shot and a Move go."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.ground import Blast, Cover, Ground, Plan, Ring, Zone
from affray.core.message import msg
from affray.core.phrases import thing
from affray.core.probe import Probe
from affray.rulesets.horizon import movement
from affray.rulesets.horizon.attack import ATTACK
from affray.rulesets.horizon.blow import ANYWHERE, blow, reach
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.state import Body, State, Table


def ground(fight: State) -> Ground:
    """Walls, which all fighters have to themselves, and things on the ground."""
    walls = {wall.name: wall for b in fight.present for wall in b.walls}
    covers = tuple(
        Cover(w.name, msg("Health {health}", health=w.health) if w.health else "", w.line, wall=True)
        for w in walls.values()
    )
    return Ground(covers, tuple(Zone("thing", thing(x.item.name), x.spot) for x in fight.table.ground))


def rings(fight: State, who: Who) -> tuple[Ring, ...]:
    """A blow, the range of what is in hand, what is left of the Move."""
    probe: Probe[Body, Table, House] = Probe(fight)
    actor = Fighter(probe, who)
    b: Body = fight.bodies[who]
    way = blow(actor, ATTACK.name)
    far = ANYWHERE if way.at_hand else reach(probe, actor, way)
    shot = [Ring("range", "band", far)] if far != ANYWHERE else []
    stride = b.stride if b.moved else movement.metres(probe, actor) * 100
    return (Ring("reach", "melee", 100 * fight.house.reach), *shot, Ring("Move", "move", stride))


def blast(fight: State, who: Who, act: Act) -> Blast | None:
    """What goes off around its first target (HZN-PRF-07)."""
    b: Body = fight.bodies[who]
    held = next((i.weapon for i in b.kit if i.name == b.hand), None)
    if held is None or not held.blast or act.name != ATTACK.name or not fight.house.blast_radius:
        return None
    return Blast(100 * fight.house.blast_radius)


PLAN = Plan("m", ground, rings, blast)
