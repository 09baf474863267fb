"""The map: cover, difficult ground, posts, what lies about, ranges, explosions."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.ground import Blast, Cover, Ground, Plan, Ring, WallCover
from affray.core.ground import Zone as Area
from affray.core.message import msg
from affray.core.phrases import thing
from affray.core.probe import Probe
from affray.core.space import Line
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import movement, ranged, tables
from affray.rulesets.traveller.fighter import Fighter, covers_from, foes_told
from affray.rulesets.traveller.figures import REACH
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.sheet import Cover as Thing
from affray.rulesets.traveller.state import Body, State, Table


def ground(fight: State) -> Ground:
    """Cover with what it adds to armour, rough ground, crew positions, things."""
    t = fight.table
    covers = tuple(
        Cover(
            c.name,
            msg("armour {armour}", armour=c.armour),
            c.line,
            c.spot,
            REACH if c.spot else 0,
            behind=behind(fight, c),
        )
        for c in t.covers
    )
    rough = tuple(Area("rough", z.name, z.spot, z.radius) for z in t.rough)
    posts = tuple(Area("post", p.name, p.spot, REACH) for p in t.posts)
    things = tuple(Area("thing", thing(x.weapon.name), x.spot) for x in t.ground)
    return Ground(covers, rough + posts + things)


def behind(fight: State, cover: Thing) -> tuple[Who, ...]:
    """Those whom a cover hides from somebody they know of, or who are beside it with nobody about."""
    return tuple(who for who in fight.here if _hidden(fight, fight.bodies[who], cover))


def _hidden(fight: State, b: Body, cover: Thing) -> bool:
    foes = foes_told(fight, b)
    return cover in (b.cover, *b.more) and (not foes or any(covers_from(b, foe) == cover for foe in foes))


def rings(fight: State, who: Who) -> tuple[Ring, ...]:
    """Arm's length, the bands of what is in hand (TRV-R12), a move."""
    b: Body = fight.bodies[who]
    reach = max((w.reach for w in b.kit if w.name in b.hands), default=0)
    ends = (("short", reach // 4), ("normal", reach), ("long", 2 * reach), ("extreme", 4 * reach))
    bands = tuple(Ring(name, "band", end) for name, end in ends if end)
    probe: Probe[Body, Table, House] = Probe(fight)
    move = Ring("move", "move", movement.reach(probe, Fighter(probe, who), False))
    return (Ring("arm's length", "melee", REACH), *bands, move)


def blast(fight: State, who: Who, act: Act) -> Blast | None:
    """Weapons that harm all around their target (TRV-R36)."""
    b: Body = fight.bodies[who]
    weapon = next((w for w in b.kit if w.name == act.item), None)
    if weapon is None or not weapon.blast or act.name not in (ranged.SHOOT.name, ranged.THROW.name):
        return None
    return Blast(max(edge for edge, _ in tables.blasts()), 4 * weapon.reach)


def behind_wall(who: Who, name: str, kind: str, line: Line) -> fx.TookCover:
    """What puts a fighter behind a wall that is drawn on the map."""
    return fx.TookCover(who, tables.covers()[kind]._replace(name=name, line=line))


WALL = WallCover(tables.covers, behind_wall)
PLAN = Plan("m", ground, rings, blast, wall=WALL)
