"""The map: cover, cones under fire, mines, where somebody looks; feet."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.ground import Arc, Blast, Cover, Ground, Plan, Ring, WallCover, behind
from affray.core.ground import Zone as Area
from affray.core.message import Verbatim, msg
from affray.core.space import Line
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6 import tables
from affray.rulesets.d6.blast import THROW
from affray.rulesets.d6.casting import CAST
from affray.rulesets.d6.defence import BANDS
from affray.rulesets.d6.fighter import able, pace
from affray.rulesets.d6.sheet import FOOT, REACH, Spell, Weapon, Zone
from affray.rulesets.d6.sheet import Cover as Thing
from affray.rulesets.d6.state import Body, State
from affray.rulesets.d6.suppression import cone


def ground(fight: State) -> Ground:
    """Cover, mines, zones of those who can still fire, and backs that are open."""
    t = fight.table
    covers = tuple(Cover(c.name, c.kind, c.line, behind=behind(fight, c.name)) for c in t.covers)
    mines = tuple(Area("mine", m.name, m.spot, m.radius, trap=True) for m in t.mines)
    bodies = list(zip(fight.here, fight.present, strict=True))
    zones = tuple(_zone(who, b, b.zone) for who, b in bodies if b.zone is not None and able(b))
    arcs = tuple(
        Arc(who, msg("{who} looks", who=Verbatim(b.sheet.name)), b.facing, 180, kind="facing")
        for who, b in bodies
        if b.facing
    )
    return Ground(covers, mines + zones, arcs)


def _zone(who: Who, b: Body, zone: Zone) -> Area:
    note, corners = msg("attack {total}", total=zone.total), cone(zone.apex, zone.aim, zone.width)
    return Area("fire", msg("fire of {who}", who=Verbatim(b.sheet.name)), zone.apex, 0, corners, note, who)


def rings(fight: State, who: Who) -> tuple[Ring, ...]:
    """A blow, the bands of range as far as what is in hand, a move."""
    b: Body = fight.bodies[who]
    reach = max((w.reach for w in b.kit if w.name in b.hands), default=0)
    bands = [Ring(name, "band", feet * FOOT) for feet, _, name in BANDS if reach > feet * FOOT]
    far = [Ring("range", "band", reach)] if reach > REACH else []
    move = Ring("move", "move", pace(b, fight.house.half_rounds) * FOOT)
    return (Ring("reach", "melee", REACH), *bands, *far, move)


def blast(fight: State, who: Who, act: Act) -> Blast | None:
    """Explosives and area spells."""
    b: Body = fight.bodies[who]
    things: dict[str, tuple[Weapon | Spell, ...]] = {THROW.name: b.kit, CAST.name: b.sheet.spells}
    areas = (each for each in things.get(act.name, ()) if each.name == act.item and each.radius)
    return next((Blast(each.radius, each.reach) for each in areas), None)


def behind_wall(who: Who, name: str, kind: str, line: Line) -> fx.TookCover:
    """What puts a fighter behind a wall that is drawn on the map."""
    return fx.TookCover(who, Thing(name, kind, line))


WALL = WallCover(tables.cover_kinds, behind_wall)
PLAN = Plan("ft", ground, rings, blast, wall=WALL)
