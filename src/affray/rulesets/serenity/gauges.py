"""What can be followed through a fight: life, rounds, plot points."""

from __future__ import annotations

from affray.core.follow import Follows, Gauge
from affray.core.message import msg
from affray.rulesets.serenity.dice import rolled
from affray.rulesets.serenity.fighter import up
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.state import Body


def follows(house: House) -> Follows:
    """What is followed under these house rules."""
    return Follows(
        "round",
        out=lambda b: not up(b),
        dead=lambda b: b.dead,
        injuries=_injuries,
        gauges=(
            Gauge("life points", "life", lambda b: max(0, b.sheet.life - b.stun - b.wounds), "life point"),
            Gauge(
                "life points without wounds",
                "life",
                lambda b: max(0, b.sheet.life - b.wounds),
                "life point without wounds",
            ),
            Gauge("rounds", "ammunition", _rounds, "round"),
            Gauge("plot points", "points", lambda b: b.plot, "plot point"),
        ),
        low=frozenset({"bleeding"}),
        roll=rolled,
    )


def _injuries(b: Body) -> tuple[str, ...]:
    return (*(msg("{limb} out of use", limb=limb) for limb in b.limbs), *b.injuries)


def _rounds(b: Body) -> dict[str, int]:
    """What is left in the magazines, by weapon."""
    return {clip.weapon: clip.left for clip in b.clips}
