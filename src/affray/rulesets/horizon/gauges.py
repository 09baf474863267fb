"""What can be followed through a fight: Health, rounds, shattered limbs."""

from __future__ import annotations

from collections import Counter

from affray.core.follow import Follows, Gauge
from affray.rulesets.horizon.fighter import dead
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.state import Body


def follows(house: House) -> Follows:
    """What is followed under these house rules.

    Out is who is down, knocked out or gone: whoever escapes takes no more part either.
    """
    spares = (
        (Gauge("spare magazines", "ammunition", _spare, "spare magazine"),)
        if house.ammo_spare == "counted"
        else ()
    )
    return Follows(
        "round",
        out=lambda b: b.health <= 0 or b.stunned or b.escaped,
        dead=dead,
        injuries=_injuries,
        gauges=(
            Gauge("Health", "life", lambda b: max(0, b.health)),
            Gauge("ammunition", "ammunition", _rounds),
            *spares,
        ),
    )


def _injuries(b: Body) -> tuple[str, ...]:
    body = ("body shattered",) if b.torn else ()
    return ("arm shattered",) * b.arms + ("leg shattered",) * b.legs + body


def _rounds(b: Body) -> dict[str, int]:
    """What is left in the magazines, by the name of the weapon."""
    rounds: Counter[str] = Counter()
    for item in b.kit:
        if item.weapon is not None and item.weapon.fires:
            rounds[item.name] += item.rounds
    return rounds


def _spare(b: Body) -> dict[str, int]:
    return {item.name: item.spare for item in b.kit if item.weapon is not None and item.weapon.fires}
