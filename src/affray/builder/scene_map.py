"""What lies on the map of a scene that is being made, as plain data."""

from __future__ import annotations

from typing import Any

from affray.core.body import spot_of
from affray.core.fight import AnyFight
from affray.core.ground import Cover, Zone
from affray.core.ruleset import Ruleset
from affray.core.space import Point


def lying(ruleset: Ruleset, fight: AnyFight) -> dict[str, Any]:
    """Cover and areas as a fight opens; lengths in the unit of the game's map."""
    spots = [_xy(spot) for body in fight.fighters if (spot := spot_of(body)) is not None]
    there = ruleset.plan.ground(fight)
    return {
        "cover": [_cover(c) for c in there.covers],
        "zones": [_zone(z) for z in there.zones],
        "spots": spots,
    }


def _xy(spot: Point) -> list[float]:
    return [spot.x / 100, spot.y / 100]


def _cover(cover: Cover) -> dict[str, Any]:
    places = list(cover.line) if cover.line else [cover.spot] if cover.spot else []
    return {
        "name": cover.name,
        "rating": cover.rating,
        "at": [_xy(place) for place in places],
        "radius": cover.radius / 100,
        "wall": cover.wall,
    }


def _zone(zone: Zone) -> dict[str, Any]:
    return {
        "name": zone.name,
        "kind": zone.kind,
        "at": _xy(zone.spot),
        "radius": zone.radius / 100,
        "points": [_xy(point) for point in zone.points],
    }
