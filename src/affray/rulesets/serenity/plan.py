"""The map: cover, charges, places that are covered, what lies about, ranges."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.ground import Blast, Cover, Ground, Plan, Ring, WallCover, Zone, behind
from affray.core.message import Verbatim, msg
from affray.core.space import Line
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity import tables
from affray.rulesets.serenity.actions import ACTIONS
from affray.rulesets.serenity.covering import AROUND
from affray.rulesets.serenity.explosives import circle
from affray.rulesets.serenity.fighter import able
from affray.rulesets.serenity.sheet import BANDS
from affray.rulesets.serenity.state import Body, State


def ground(fight: State) -> Ground:
    """Cover, charges as their side knows them, spots that somebody covers, things."""
    t = fight.table
    covers = tuple(Cover(c.name, str(c.difficulty), c.line, behind=behind(fight, c.name)) for c in t.covers)
    charges = tuple(
        Zone("charge", c.weapon.name, c.spot, circle(c.weapon.name), side=c.side) for c in t.charges
    )
    bodies = zip(fight.here, fight.present, strict=True)
    watched = tuple(
        Zone("watch", msg("covered by {name}", name=Verbatim(b.sheet.name)), b.watch, AROUND, who=who)
        for who, b in bodies
        if b.watch is not None and able(b)
    )
    things = tuple(Zone("thing", x.weapon.name, x.spot) for x in t.ground)
    return Ground(covers, charges + watched + things)


def rings(fight: State, who: Who) -> tuple[Ring, ...]:
    """Arm's length, the bands of the gun in hand, one's own pace."""
    b: Body = fight.bodies[who]
    step = max((w.reach for w in b.kit if w.name in b.hands and w.gun), default=0)
    ends = (tables.POINT_BLANK_REACH, step, 2 * step, 4 * step) if step else ()
    bands = tuple(Ring(name, "band", end) for name, end in zip(BANDS, ends, strict=False))
    return (
        Ring("arm's length", "melee", tables.ARM),
        *bands,
        Ring("pace", "move", 100 * fight.house.move_pace),
    )


def blast(fight: State, who: Who, act: Act) -> Blast | None:
    """Explosives, planted charges and autofire."""
    reaches = ACTIONS.by_name[act.name].blast
    return None if reaches is None else reaches(fight, who, act.item)


def behind_wall(who: Who, name: str, kind: str, line: Line) -> fx.TookCover:
    """What puts a fighter behind a wall that is drawn on the map."""
    return fx.TookCover(who, tables.covers()[kind]._replace(name=name, line=line))


WALL = WallCover(tables.covers, behind_wall)
PLAN = Plan("m", ground, rings, blast, wall=WALL)
