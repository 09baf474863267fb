"""The map, as one viewer may see it: fighters, cover, areas, arcs, reach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.core import ground
from affray.core.act import Act
from affray.core.body import spot_of
from affray.core.effect import Who
from affray.core.space import Point
from affray.table import wire
from affray.table.views import Look

XY = tuple[float, float]


def the_map(look: Look, picture: wire.Picture | None = None) -> wire.Ground:
    """Where everybody stands of whom the viewer knows, and what lies there.

    `picture` is what lies below it all.
    """
    plan, there = look.session.ruleset.plan, look.now.ground
    known = look.eyes.known(look.fight)
    tokens = [t for t in (_token(look, who) for who in look.fight.everyone if who in known) if t]
    cover = [_cover(look, c) for c in there.covers]
    zones = [_zone(look, z) for z in there.zones if _told(look, z)]
    return wire.Ground(
        bands=bands(look),
        tokens=tokens,
        cover=cover,
        zones=zones,
        scale=_scale([*(t.at for t in tokens), *(p for c in cover for p in c.at), *_edges(zones)]),
        unit=plan.unit,
        arcs=[_arc(look, a) for a in there.arcs if _shown(look, a.who)],
        rings=_rings(look),
        picture=picture,
    )


def _token(look: Look, who: Who) -> wire.Token | None:
    spot, card, eyes = spot_of(look.fight.fighter(who)), look.card(who), look.eyes
    if spot is None:
        return None
    mine, foe = eyes.mine(who), eyes.foe(look.fight, who)
    return wire.Token(eyes.number(who), card.name, card.side, xy(spot), card.out, mine, foe)


def bands(look: Look) -> list[dict[str, Any]] | None:
    """How far everybody is from who is to act, in words.

    None when that is nobody's to know.
    """
    acting, known = look.acting(), look.eyes.known(look.fight)
    if acting is None:
        return None
    apart, number = look.session.ruleset.words.apart, look.eyes.number
    others = [who for who in look.fight.everyone if who in known and who != acting]
    return [
        {"id": number(who), "from": number(acting), "apart": apart(look.fight, acting, who)} for who in others
    ]


def blast(look: Look, act: Act) -> tuple[float, float]:
    """The radius of the circle that an action hits, and how far off it can be.

    Zeros where it hits none.
    """
    pending = look.session.pending
    if pending is None:
        return 0.0, 0.0
    found = look.session.ruleset.plan.blast(look.fight, pending.asked.who, act)
    return (found.radius / 100, found.reach / 100) if found else (0.0, 0.0)


# --- what a viewer is told ----------------------------------------------------------------------------


def _shown(look: Look, who: Who) -> bool:
    """Whether a viewer sees what somebody is about; of foes as their looks are."""
    eyes = look.eyes
    return who in eyes.known(look.fight) and (eyes.whole(look.fight, who) or eyes.sight.foes != "nothing")


def _told(look: Look, zone: ground.Zone) -> bool:
    if look.eyes.all:
        return True
    if zone.who is not None and not _shown(look, zone.who):
        return False
    return not zone.trap and (not zone.side or zone.side in look.eyes.sides(look.fight))


def _cover(look: Look, cover: ground.Cover) -> wire.Cover:
    places = list(cover.line) if cover.line else [cover.spot] if cover.spot else []
    return wire.Cover(
        cover.name,
        cover.rating,
        [xy(place) for place in places],
        "line" if cover.line else "around" if cover.spot else "everywhere",
        cover.radius / 100,
        cover.wall,
        sorted(look.eyes.number(who) for who in cover.behind if _shown(look, who)),
    )


def _zone(look: Look, zone: ground.Zone) -> wire.Zone:
    open_ = zone.who is None or look.eyes.figures(look.fight, zone.who)
    return wire.Zone(
        zone.name,
        xy(zone.spot),
        zone.radius / 100,
        zone.kind,
        [xy(point) for point in zone.points],
        zone.note if open_ else "",
        None if zone.who is None else look.eyes.number(zone.who),
    )


def _arc(look: Look, arc: ground.Arc) -> wire.Arc:
    """How far it goes tells of the weapon, so of foes only with their figures."""
    reach = arc.reach / 100 if look.eyes.figures(look.fight, arc.who) else 0.0
    at = look.fight.bodies[arc.who].spot
    return wire.Arc(
        arc.name, look.eyes.number(arc.who), xy(at), xy(arc.aim), float(arc.degrees), reach, arc.kind
    )


def _rings(look: Look) -> list[wire.Ring]:
    """How far who is to act reaches, for those who see its figures."""
    acting = look.acting()
    if acting is None or not look.eyes.figures(look.fight, acting):
        return []
    return [wire.Ring(r.name, r.kind, r.radius / 100) for r in look.now.rings]


# --- places -------------------------------------------------------------------------------------------


def xy(spot: Point) -> XY:
    """A place in the unit of the map."""
    return spot.x / 100, spot.y / 100


def _edges(zones: Sequence[wire.Zone]) -> list[XY]:
    """What of areas has to be on the map."""
    corners = [point for zone in zones for point in zone.points]
    for zone in zones:
        (x, y), r = zone.at, zone.radius
        corners += [(x - r, y - r), (x + r, y + r)]
    return corners


def _scale(places: Sequence[XY]) -> list[float]:
    """The box that holds all of it: left, low, right, high."""
    if not places:
        return [0, 0, 0, 0]
    xs, ys = [p[0] for p in places], [p[1] for p in places]
    return [min(xs), min(ys), max(xs), max(ys)]
