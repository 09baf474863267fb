"""The map, as one viewer may see it: fighters, cover, areas, arcs, reach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.core import ground
from affray.core.act import Act
from affray.core.body import spot_of
from affray.core.effect import Who
from affray.core.message import word
from affray.core.space import Point
from affray.table import wire
from affray.table.views import VisiblePosition, hidden
from affray.table.walls import DrawnWall

XY = tuple[float, float]


def the_map(
    seen: VisiblePosition, picture: wire.Picture | None = None, walls: Sequence[DrawnWall] = ()
) -> wire.WireGround:
    """Where everybody stands of whom the viewer knows, and what lies there, on top of the picture.

    `walls` are those that are drawn on it.
    """
    plan, there, tokens = seen.session.ruleset.plan, seen.position.ground, placed(seen)
    cover = [_cover(seen, c) for c in (*there.covers, *(wall.cover(seen.fight) for wall in walls))]
    zones = [_zone(seen, z) for z in there.zones if _told(seen, z)]
    return wire.WireGround(
        bands=bands(seen),
        tokens=tokens,
        cover=cover,
        zones=zones,
        scale=_scale([*(t.at for t in tokens), *(p for c in cover for p in c.at), *_edges(zones)]),
        unit=plan.unit,
        arcs=[_arc(seen, a) for a in there.arcs if _shown(seen, a.who)],
        rings=_rings(seen),
        picture=picture,
    )


def placed(seen: VisiblePosition) -> list[wire.Token]:
    """Those who have a place and of whom the viewer knows."""
    known = seen.visibility.known(seen.fight)
    return [t for t in (_token(seen, who) for who in seen.fight.everyone if who in known) if t]


def _token(seen: VisiblePosition, who: Who) -> wire.Token | None:
    spot, card, visibility = spot_of(seen.fight.fighter(who)), seen.card(who), seen.visibility
    if spot is None:
        return None
    mine, foe = visibility.mine(who), visibility.foe(seen.fight, who)
    number, side = visibility.number(who), word(card.side)
    return wire.Token(number, card.name, side, xy(spot), card.out, mine, foe, hidden(seen, who))


def bands(seen: VisiblePosition) -> list[dict[str, Any]] | None:
    """How far everybody is from who is to act, in words; None when that is nobody's to know."""
    acting, known = seen.acting(), seen.visibility.known(seen.fight)
    if acting is None:
        return None
    apart, number = seen.session.ruleset.words.apart, seen.visibility.number
    others = [who for who in seen.fight.everyone if who in known and who != acting]
    return [
        {"id": number(who), "from": number(acting), "apart": word(apart(seen.fight, acting, who))}
        for who in others
    ]


def blast(seen: VisiblePosition, act: Act) -> tuple[float, float]:
    """The radius of the circle that an action hits, and how far off it can be; zeros where it hits none."""
    pending = seen.position.pending
    if pending is None:
        return 0.0, 0.0
    area = seen.session.ruleset.plan.blast(seen.fight, pending.asked.who, act)
    return (area.radius / 100, area.reach / 100) if area else (0.0, 0.0)


# --- what a viewer is told ----------------------------------------------------------------------------


def _shown(seen: VisiblePosition, who: Who) -> bool:
    """Whether a viewer sees what somebody is about; of foes as their looks are."""
    visibility = seen.visibility
    return who in visibility.known(seen.fight) and (
        visibility.whole(seen.fight, who) or visibility.visibility_rules.foes != "nothing"
    )


def _told(seen: VisiblePosition, zone: ground.Zone) -> bool:
    if seen.visibility.all:
        return True
    if zone.who is not None and not _shown(seen, zone.who):
        return False
    return not zone.trap and (not zone.side or zone.side in seen.visibility.sides(seen.fight))


def _cover(seen: VisiblePosition, cover: ground.Cover) -> wire.WireCover:
    places = list(cover.line) if cover.line else [cover.spot] if cover.spot else []
    return wire.WireCover(
        word(cover.name),
        word(cover.rating),
        [xy(place) for place in places],
        "line" if cover.line else "around" if cover.spot else "everywhere",
        cover.radius / 100,
        cover.wall,
        sorted(seen.visibility.number(who) for who in cover.behind if _shown(seen, who)),
    )


def _zone(seen: VisiblePosition, zone: ground.Zone) -> wire.WireZone:
    open_ = zone.who is None or seen.visibility.figures(seen.fight, zone.who)
    return wire.WireZone(
        word(zone.name),
        xy(zone.spot),
        zone.radius / 100,
        zone.kind,
        [xy(point) for point in zone.points],
        word(zone.note if open_ else ""),
        None if zone.who is None else seen.visibility.number(zone.who),
    )


def _arc(seen: VisiblePosition, arc: ground.Arc) -> wire.WireArc:
    """How far it goes tells of the weapon, so of foes only with their figures."""
    reach = arc.reach / 100 if seen.visibility.figures(seen.fight, arc.who) else 0.0
    at = seen.fight.bodies[arc.who].spot
    return wire.WireArc(
        word(arc.name),
        seen.visibility.number(arc.who),
        xy(at),
        xy(arc.aim),
        float(arc.degrees),
        reach,
        arc.kind,
    )


def _rings(seen: VisiblePosition) -> list[wire.WireRing]:
    """How far who is to act reaches, for those who see its figures."""
    acting = seen.acting()
    if acting is None or not seen.visibility.figures(seen.fight, acting):
        return []
    return [wire.WireRing(word(r.name), r.kind, r.radius / 100) for r in seen.position.rings]


# --- places -------------------------------------------------------------------------------------------


def xy(spot: Point) -> XY:
    """A place in the unit of the map."""
    return spot.x / 100, spot.y / 100


def _edges(zones: Sequence[wire.WireZone]) -> list[XY]:
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
