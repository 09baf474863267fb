"""What can be followed through a fight: physical characteristics, and shots."""

from __future__ import annotations

from collections import Counter

from affray.core.follow import Follows, Gauge
from affray.core.message import msg
from affray.rulesets.traveller.figures import able, dead, physical
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.sheet import PHYSICAL
from affray.rulesets.traveller.state import Body


def follows(house: House) -> Follows:
    """What is followed under these house rules."""
    return Follows(
        "round",
        out=lambda b: not able(b),
        dead=dead,
        injuries=_injuries,
        gauges=(
            Gauge("physical points", "life", lambda b: sum(physical(b)), "physical point"),
            Gauge("shots", "ammunition", _shots, "shot"),
        ),
    )


def _injuries(b: Body) -> tuple[str, ...]:
    """The physical characteristics that are down to 0."""
    return tuple(
        msg("{name} at 0", name=name) for name, now in zip(PHYSICAL, physical(b), strict=True) if now == 0
    )


def _shots(b: Body) -> dict[str, int]:
    """What is left in each thing that holds shots, by name."""
    shots: Counter[str] = Counter()
    for weapon, left in zip(b.kit, b.left, strict=True):
        if weapon.shots:
            shots[weapon.name] += left
    return shots
