"""What can be followed through a fight: points, clips, injuries."""

from __future__ import annotations

from affray.core.follow import Follows, Gauge
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.fighter import clips_left, unbroken
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.state import Body, Table


def follows(house: House) -> Follows:
    """What is followed under these house rules."""
    clips = _clips if house.ammo_reloads == "counted" else _full
    return Follows(
        "turn",
        out=lambda b: not unbroken(b),
        dead=lambda b: b.dead,
        injuries=_injuries,
        gauges=(
            Gauge("hit points", "life", lambda b: b.hp, "hit point"),
            Gauge("mind points", "life", lambda b: b.mp, "mind point"),
            Gauge("clips", "ammunition", clips, "clip"),
        ),
        table=(Gauge("darkness points", "points", _darkness, "darkness point"),),
        word="combat turn",
        low=frozenset({"hours down", "days to heal", "ones in the attack roll"}),
        no_luck=frozenset({"critical injury"}),
    )


def _injuries(b: Body) -> tuple[str, ...]:
    return tuple(tables.injury(injury.code).name for injury in b.injuries)


def _darkness(table: Table) -> int:
    return table.darkness


def _full(b: Body) -> dict[str, int]:
    """The clips that are in, one for each weapon that shoots and is not empty."""
    return {w.name: int(w.name not in b.empty) for w in b.kit if not w.melee}


def _clips(b: Body) -> dict[str, int]:
    """The clips that are in and those still to come, where they are counted."""
    return {name: n + clips_left(name)(b) for name, n in _full(b).items()}
