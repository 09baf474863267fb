"""A map as a small picture: who stands where, by side, and what there is to be behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from affray.core.body import spot_of
from affray.core.fight import GameFight
from affray.core.ground import Cover, Ground
from affray.core.ruleset import Ruleset
from affray.core.space import Point

WIDE, HIGH, EDGE = 120.0, 72.0, 9.0
"""The picture and its margin, in its own unit."""
LEAST: Final = 900
"""Hundredths of the map's unit that it shows at least, so that a brawl is no more than a brawl."""
APART = 8.0
"""So far apart are two fighters drawn, wherever they stand."""
AROUND = sorted(((x, y) for x in range(-2, 3) for y in range(-2, 3)), key=lambda p: p[0] ** 2 + p[1] ** 2)
"""Where somebody is drawn whose place is taken, in steps of that."""
SHAPES = (
    '<circle class="side-0{out}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>',
    '<path class="side-1{out}" d="M{x:.1f} {y:.1f}m0-5l5 5-5 5-5-5z"/>',
    '<path class="side-2{out}" d="M{x:.1f} {y:.1f}m-3.8-3.8h7.6v7.6h-7.6z"/>',
    '<path class="side-3{out}" d="M{x:.1f} {y:.1f}m0-4.6l4.4 8h-8.8z"/>',
)
"""Sides are told apart as at the table: by colour and shape."""


class Scale(NamedTuple):
    """How places come into the picture."""

    left: float
    top: float
    share: float

    def at(self, spot: Point) -> tuple[float, float]:
        """Where a place is in the picture; up on the map is up."""
        return (spot.x - self.left) * self.share, (self.top - spot.y) * self.share


def thumbnail(ruleset: Ruleset, fight: GameFight) -> str:
    """The picture as SVG; empty for a fight without a map.  It shows everything, traps but not."""
    cards = [ruleset.words.card(fight, who) for who in fight.here]
    spots = [spot_of(body) for body in fight.present]
    sides = sorted({card.side for card in cards})  # as at the table
    stand = [(spot, card) for spot, card in zip(spots, cards, strict=True) if spot is not None]
    if not stand:
        return ""
    ground: Ground = ruleset.plan.ground(fight)
    lines = [place for cover in ground.covers for place in _places(cover)]
    scale = _scale([*(spot for spot, _ in stand), *lines])
    drawn = [*(part for cover in ground.covers for part in _cover(cover, scale))]
    places = _spread([scale.at(spot) for spot, _ in stand])
    for (_, card), (x, y) in zip(stand, places, strict=True):
        shape = SHAPES[sides.index(card.side) % len(SHAPES)]
        drawn.append(shape.format(x=x, y=y, out=" out" if card.out else ""))
    return f'<svg class="small-map" viewBox="0 0 {WIDE:g} {HIGH:g}" aria-hidden="true">{"".join(drawn)}</svg>'


def _places(cover: Cover) -> list[Point]:
    return list(cover.line) if cover.line else [cover.spot] if cover.spot else []


def _scale(places: Sequence[Point]) -> Scale:
    """All of these places in the middle of the picture."""
    xs, ys = [p.x for p in places], [p.y for p in places]
    wide, high = max(LEAST, max(xs) - min(xs)), max(LEAST * HIGH / WIDE, max(ys) - min(ys))
    share = min((WIDE - 2 * EDGE) / wide, (HIGH - 2 * EDGE) / high)
    left = (min(xs) + max(xs)) / 2 - WIDE / 2 / share
    return Scale(left, (min(ys) + max(ys)) / 2 + HIGH / 2 / share, share)


def _cover(cover: Cover, scale: Scale) -> Iterator[str]:
    if cover.line:
        (x, y), (to_x, to_y) = map(scale.at, cover.line)
        kind = "wall" if cover.wall else "cover"
        yield f'<path class="{kind}" d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"/>'
    elif cover.spot:
        x, y = scale.at(cover.spot)
        radius = max(3.0, cover.radius * scale.share)
        yield f'<circle class="cover" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'


def _spread(places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same places, those of several moved a little so that all of them are seen."""
    taken: list[tuple[float, float]] = []
    for x, y in places:
        tries = [(x + dx * APART, y + dy * APART) for dx, dy in AROUND]
        inside = [(a, b) for a, b in tries if 4 <= a <= WIDE - 4 and 4 <= b <= HIGH - 4]
        free = (each for each in inside if all(_far(each, other) for other in taken))
        taken.append(next(free, (x, y)))
    return taken


def _far(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= APART - 0.5
