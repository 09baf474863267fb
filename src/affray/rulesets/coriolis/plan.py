"""The map: cover, what lies about, arcs of overwatch, range bands."""

from __future__ import annotations

from affray.core.effect import Who
from affray.core.ground import Arc, Cover, Ground, Plan, Ring, WallCover, Zone, behind
from affray.core.message import Verbatim, msg
from affray.core.space import Line
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.fighter import able, loaded_guns
from affray.rulesets.coriolis.sheet import BANDS, CLOSE
from affray.rulesets.coriolis.state import Body, State
from affray.rulesets.coriolis.triggers import gun_reach


def ground(fight: State) -> Ground:
    """Cover with its rating, weapons on the ground, who watches where."""
    covers = (Cover(c.name, str(c.rating), c.line, behind=behind(fight, c.name)) for c in fight.table.covers)
    things = (Zone("thing", t.weapon.name, t.spot) for t in fight.table.ground)
    bodies = zip(fight.here, fight.present, strict=True)
    arcs = (
        Arc(who, msg("{name} on overwatch", name=Verbatim(b.sheet.name)), b.watch, reach=watched(b))
        for who, b in bodies
        if b.watch is not None and able(b)
    )
    return Ground(tuple(covers), tuple(things), tuple(arcs))


def watched(b: Body) -> int:
    """How far overwatch reaches: a band beyond the longest gun's (AMB-35)."""
    return max((gun_reach(b, gun, far=False) for gun in loaded_guns(b)), default=b.sheet.edges[CLOSE])


def rings(fight: State, who: Who) -> tuple[Ring, ...]:
    """The four range bands, and a sprint."""
    b: Body = fight.bodies[who]
    bands = tuple(Ring(name, "band", edge) for name, edge in zip(BANDS, b.sheet.edges, strict=True))
    return (*bands, Ring("sprint", "move", 100 * fight.house.move_rate))


def behind_wall(who: Who, name: str, kind: str, line: Line) -> fx.TookCover:
    """What puts a fighter behind a wall that is drawn on the map."""
    return fx.TookCover(who, tables.covers()[kind]._replace(name=name, line=line))


WALL = WallCover(tables.covers, behind_wall)
PLAN = Plan("m", ground, rings, wall=WALL)
