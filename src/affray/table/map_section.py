"""The map, as one viewer may see it: fighters, cover, areas, arcs, reach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.core import ground
from affray.core.act import Act
from affray.core.effect import Who
from affray.core.space import Point
from affray.table import wire
from affray.table.views import VisiblePosition

XY = tuple[float, float]


def the_map(visible: VisiblePosition, picture: wire.Picture | None = None) -> wire.WireGround:
    """Where everybody stands of whom the viewer knows, and what lies there.

    `picture` is what lies below it all.
    """
    plan, there = visible.session.ruleset.plan, visible.position.ground
    known = visible.visibility.known(visible.fight)
    tokens = [t for t in (_token(visible, who) for who in visible.fight.everyone if who in known) if t]
    cover = [_cover(visible, c) for c in there.covers]
    zones = [_zone(visible, z) for z in there.zones if _told(visible, z)]
    return wire.WireGround(
        bands=bands(visible),
        tokens=tokens,
        cover=cover,
        zones=zones,
        scale=_scale([*(t.at for t in tokens), *(p for c in cover for p in c.at), *_edges(zones)]),
        unit=plan.unit,
        arcs=[_arc(visible, a) for a in there.arcs if _shown(visible, a.who)],
        rings=_rings(visible),
        picture=picture,
    )


def _token(visible: VisiblePosition, who: Who) -> wire.Token | None:
    body, card, visibility = visible.fight.bodies[who], visible.card(who), visible.visibility
    if not isinstance(body.spot, Point):
        return None
    mine, foe = visibility.mine(who), visibility.foe(visible.fight, who)
    return wire.Token(visibility.number(who), card.name, card.side, xy(body.spot), card.out, mine, foe)


def bands(visible: VisiblePosition) -> list[dict[str, Any]] | None:
    """How far everybody is from who is to act, in words.

    None when that is nobody's to know.
    """
    acting, known = visible.acting(), visible.visibility.known(visible.fight)
    if acting is None:
        return None
    apart, number = visible.session.ruleset.words.apart, visible.visibility.number
    others = [who for who in visible.fight.everyone if who in known and who != acting]
    return [
        {"id": number(who), "from": number(acting), "apart": apart(visible.fight, acting, who)}
        for who in others
    ]


def blast(visible: VisiblePosition, act: Act) -> tuple[float, float]:
    """The radius of the circle that an action hits, and how far off it can be.

    Zeros where it hits none.
    """
    pending = visible.session.pending
    if pending is None:
        return 0.0, 0.0
    found = visible.session.ruleset.plan.blast(visible.fight, pending.asked.who, act)
    return (found.radius / 100, found.reach / 100) if found else (0.0, 0.0)


# --- what a viewer is told ----------------------------------------------------------------------------


def _shown(visible: VisiblePosition, who: Who) -> bool:
    """Whether a viewer sees what somebody is about; of foes as their looks are."""
    visibility = visible.visibility
    return who in visibility.known(visible.fight) and (
        visibility.whole(visible.fight, who) or visibility.visibility_rules.foes != "nothing"
    )


def _told(visible: VisiblePosition, zone: ground.Zone) -> bool:
    if visible.visibility.all:
        return True
    if zone.who is not None and not _shown(visible, zone.who):
        return False
    return not zone.trap and (not zone.side or zone.side in visible.visibility.sides(visible.fight))


def _cover(visible: VisiblePosition, cover: ground.Cover) -> wire.WireCover:
    places = list(cover.line) if cover.line else [cover.spot] if cover.spot else []
    return wire.WireCover(
        cover.name,
        cover.rating,
        [xy(place) for place in places],
        "line" if cover.line else "around" if cover.spot else "everywhere",
        cover.radius / 100,
        cover.wall,
        sorted(visible.visibility.number(who) for who in cover.behind if _shown(visible, who)),
    )


def _zone(visible: VisiblePosition, zone: ground.Zone) -> wire.WireZone:
    open_ = zone.who is None or visible.visibility.figures(visible.fight, zone.who)
    return wire.WireZone(
        zone.name,
        xy(zone.spot),
        zone.radius / 100,
        zone.kind,
        [xy(point) for point in zone.points],
        zone.note if open_ else "",
        None if zone.who is None else visible.visibility.number(zone.who),
    )


def _arc(visible: VisiblePosition, arc: ground.Arc) -> wire.WireArc:
    """How far it goes tells of the weapon, so of foes only with their figures."""
    reach = arc.reach / 100 if visible.visibility.figures(visible.fight, arc.who) else 0.0
    at = visible.fight.bodies[arc.who].spot
    return wire.WireArc(
        arc.name, visible.visibility.number(arc.who), xy(at), xy(arc.aim), float(arc.degrees), reach, arc.kind
    )


def _rings(visible: VisiblePosition) -> list[wire.WireRing]:
    """How far who is to act reaches, for those who see its figures."""
    acting = visible.acting()
    if acting is None or not visible.visibility.figures(visible.fight, acting):
        return []
    return [wire.WireRing(r.name, r.kind, r.radius / 100) for r in visible.position.rings]


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
