"""What people ask of an action: of its target, of who acts, of everybody else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import filled, msg
from affray.core.ruleset import Changed, Measure, UnitRan
from affray.rulesets.serenity import area, explosives, strike
from affray.rulesets.serenity.fighter import able, up
from affray.rulesets.serenity.state import Body, State

PUT_OUT = 8
"""What being put out of the fight weighs among choices, in life points."""


def loss(before: Body, after: Body) -> int:
    """How much worse off a fighter is, with blows that still wait; wounds weigh twice."""
    harm = lost_stun(before, after) + 2 * lost_wounds(before, after)
    return harm + PUT_OUT * put_out(before, after) + 2 * (before.plot - after.plot)


# --- of each family ---------------------------------------------------------------------------------


def _name(fight: State, who: Who) -> str:
    b: Body = fight.bodies[who]
    return b.sheet.name


def of_rest(fight: State, who: Who, _: Act, but: Who | None = None) -> Iterator[Measure]:
    """What can come of anything, to who acts and to all others."""
    yield from _of_body(who, _name(fight, who))
    for other in fight.here:
        if other not in (who, but):
            yield from _of_body(other, _name(fight, other), aside=True)


@dataclass(frozen=True, slots=True)
class Attack:
    """What comes of an attack: for whoever is hit the unit is run."""

    hits: Callable[..., object]

    def __call__(self, fight: State, who: Who, act: Act) -> Iterator[Measure]:
        """At somebody, or at a place."""
        if act.at is not None:
            yield from _of_target(act.at, _name(fight, act.at), self.hits)
        yield from of_rest(fight, who, act, act.at)


@dataclass(frozen=True, slots=True)
class Aim:
    """What an action is for: its name, and whether it has come so, of who acts or of the target."""

    name: str
    holds: Callable[[Body, Body], bool]
    of_target: bool = False

    def __call__(self, fight: State, who: Who, act: Act) -> Iterator[Measure]:
        """With what may come of anything."""
        whom = act.at if self.of_target else who
        if whom is not None:
            name = filled(self.name, name=_name(fight, whom))
            yield Measure(name, Changed(whom, self.holds), headline=True)
        yield from of_rest(fight, who, act)


FAMILIES: dict[str, Callable[[State, Who, Act], Iterator[Measure]]] = {
    "attack": Attack(strike.hit),
    "spray": Attack(area.caught),
    "blast": Attack(explosives.blown),
    "charge": of_rest,
    "feint": Aim("the feint succeeds", lambda _, after: after.feinting is not None),
    "hold": Aim("{name} is held", lambda _, after: after.held_by is not None, of_target=True),
    "gunpoint": Aim(
        "{name} is held at gunpoint", lambda _, after: after.menaced_by is not None, of_target=True
    ),
    "watch": Aim("covers the spot", lambda _, after: after.watch is not None),
    "freeing": Aim("is free", lambda _, after: after.held_by is None),
    "plain": of_rest,
}
"""What is measured of each family of actions."""


# --- of somebody ---------------------------------------------------------------------------------------


def _of_target(target: Who, name: str, hits: Callable[..., object]) -> list[Measure]:
    return [
        Measure(msg("hits {name}", name=name), UnitRan(hits, 1, target), headline=True, kind="hit"),
        Measure(
            msg("{name} is put out of the fight", name=name),
            Changed(target, put_out),
            headline=True,
            kind="out",
        ),
        Measure(msg("wounds of {name}", name=name), Changed(target, lost_wounds), kind="harm"),
        Measure(msg("stun of {name}", name=name), Changed(target, lost_stun), kind="harm"),
        Measure(msg("{name} dies", name=name), Changed(target, _dies), kind="death"),
        Measure(msg("{name} is stunned", name=name), Changed(target, _stunned), aside=True),
        Measure(
            msg("{name} loses a limb", name=name),
            Changed(target, lambda a, b: len(b.limbs) > len(a.limbs)),
            aside=True,
        ),
        Measure(
            msg("{name} is disarmed", name=name),
            Changed(target, lambda a, b: len(b.hands) < len(a.hands)),
            aside=True,
        ),
    ]


def _of_body(who: Who, name: str, aside: bool = False) -> list[Measure]:
    return [
        Measure(msg("wounds of {name}", name=name), Changed(who, lost_wounds), aside=aside, kind="harm"),
        Measure(msg("stun of {name}", name=name), Changed(who, lost_stun), aside=aside, kind="harm"),
        Measure(
            msg("{name} is put out of the fight", name=name), Changed(who, put_out), aside=aside, kind="out"
        ),
    ]


# --- of a body before and after -------------------------------------------------------------------


def lost_wounds(before: Body, after: Body) -> int:
    """Wounds taken, with those of blows that still wait."""
    return _wounds(after) - _wounds(before)


def lost_stun(before: Body, after: Body) -> int:
    """Stun taken, with that of blows that still wait."""
    return _stun(after) - _stun(before)


def _wounds(b: Body) -> int:
    return b.wounds + sum(blow.wounds for blow in b.pending)


def _stun(b: Body) -> int:
    return b.stun + sum(blow.stun for blow in b.pending)


def put_out(before: Body, after: Body) -> bool:
    """Whether one who was up no longer is."""
    return up(before) and not up(after)


def _stunned(before: Body, after: Body) -> bool:
    return able(before) and up(after) and not able(after)


def _dies(before: Body, after: Body) -> bool:
    return after.dead and not before.dead
