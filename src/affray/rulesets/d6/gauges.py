"""What can be followed through a fight: hit points, shots, loads."""

from __future__ import annotations

from affray.core.follow import Follows, Gauge
from affray.rulesets.d6.fighter import able, alive
from affray.rulesets.d6.house import House
from affray.rulesets.d6.state import Body


def follows(house: House) -> Follows:
    """What is followed under these house rules."""
    return Follows(
        "round",
        out=lambda b: not able(b),
        dead=lambda b: not alive(b, house.death),
        injuries=lambda b: ("bloodied",) if b.bloodied else (),
        gauges=(
            Gauge("hit points", "life", lambda b: max(0, b.hp), "hit point"),
            Gauge("shots", "ammunition", _shots, "shot"),
            Gauge("loads", "ammunition", lambda b: b.spares, "load"),
        ),
        no_luck=frozenset({"toss", "turn order"}),
    )


def _shots(b: Body) -> dict[str, int]:
    """What is loaded in each weapon, and how many there are of each explosive."""
    return {w.name: n for w, n in zip(b.kit, b.shots, strict=True) if w.shots}
