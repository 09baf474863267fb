"""What the autopilot looks at: facts of one body, or of two."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from affray.core.space import within
from affray.core.view import parted_by
from affray.rulesets.d6 import cover, driving, tables
from affray.rulesets.d6.attack import SHOTS
from affray.rulesets.d6.defence import UNAWARE
from affray.rulesets.d6.dice import DIE, half
from affray.rulesets.d6.fighter import (
    code,
    cover_kinds,
    defence,
    extra,
    first_of,
    hands_free,
    hidden,
    known_foe,
    loaded,
    pace,
    surprised,
    weapon_named,
)
from affray.rulesets.d6.house import House
from affray.rulesets.d6.sheet import FOOT, HIDDEN, PORT, REACH, Weapon
from affray.rulesets.d6.state import Body
from affray.rulesets.d6.tables import FIST

ARM, STEP, RUN, FAR = range(4)
"""How far a foe is: at arm's length, within half a move, within a move, beyond."""
CONTACT = 100 * FOOT
"""How far off a foe may be before one drives after it."""
FASTEST = 2
"""No faster than double speed: from there on nobody aboard hits anything."""
WORTH_AIMING = 2
"""By how much a number lies above the average of the dice where aiming pays."""
SAFE, BOMB = 21 * FOOT, 300 * FOOT
"""How far off a target must be for anything that bursts, and may be for a spell that does."""


def distance(a: Body, b: Body, rounds: str) -> int:
    """How far off somebody is, in what one can do about it."""
    feet = pace(a, rounds) * FOOT
    for n, reach in enumerate((REACH, feet // 2 + 3 * FOOT, feet + 3 * FOOT)):
        if within(a.spot, b.spot, reach):
            return n
    return FAR


@cache
def apart(rounds: str) -> Callable[[Body, Body], int]:
    """How far off somebody is."""
    return lambda a, b: distance(a, b, rounds)


@cache
def nearest(rounds: str) -> Callable[[Body, Body], tuple[int, int] | None]:
    """The nearest foe, then the weakest."""
    return parted_by(first_of)(lambda a, b: (distance(a, b, rounds), b.hp) if known_foe(a, b) else None)


def out_of_sight(a: Body, b: Body) -> bool:
    """Whether either is hidden from the other."""
    return hidden(a, b) or hidden(b, a)


@cache
def in_sight(reach: int, least: int) -> Callable[[Body, Body], int | None]:
    """The weakest foe in sight within this reach, and no nearer than that."""

    @parted_by(first_of)
    def rank(a: Body, b: Body) -> int | None:
        near = least and within(a.spot, b.spot, least)
        fits = known_foe(a, b) and within(a.spot, b.spot, reach) and not near and not out_of_sight(a, b)
        return b.hp if fits else None

    return rank


def _best_total(a: Body, b: Body, weapon: Weapon, shots: int, house: House) -> int:
    """The most that an attack could come to."""
    burst = weapon.automatic and loaded(a, weapon.name) >= shots
    pips = code(a, weapon.skill, house) + DIE * (burst + a.aimed - extra(a, house.multi_penalty))
    return max(0, pips // DIE * 6 + pips % DIE)


def _number(a: Body, b: Body, house: House) -> int:
    """The defence as one would guess it."""
    if surprised(a, b):
        return UNAWARE
    rows = [tables.cover_kinds()[PORT if kind == HIDDEN else kind] for kind in cover_kinds(a, b)]
    own = defence(b, "reflexes", house) - DIE * extra(b, house.multi_penalty)
    return own + sum([row.amount for row in rows])


@cache
def could_hit(gun: str, shots: int, house: House) -> Callable[[Body, Body], bool]:
    """Whether the best of dice would hit and hurt."""

    def test(a: Body, b: Body) -> bool:
        weapon = weapon_named(a, gun)
        if weapon is None:
            return False
        margin = _best_total(a, b, weapon, shots, house) - _number(a, b, house)
        return margin >= 0 and weapon.damage + margin > b.sheet.armour

    return test


@cache
def hard_to_hit(gun: str, house: House) -> Callable[[Body, Body], bool]:
    """Whether the number lies so far above the average that a round of aiming pays."""

    def test(a: Body, b: Body) -> bool:
        weapon = weapon_named(a, gun)
        if weapon is None:
            return False
        burst = weapon.automatic and loaded(a, gun) >= SHOTS
        pips = code(a, weapon.skill, house) + DIE * burst
        average = pips // DIE * 7 + pips % DIE * 2  # twice of it, to stay whole
        return average + 2 * WORTH_AIMING <= 2 * _number(a, b, house)

    return test


@cache
def best_mark(gun: str, house: House) -> Callable[[Body, Body], tuple[bool, int] | None]:
    """Whom one could hit first, then the weakest, in range and in sight."""
    hits = could_hit(gun, SHOTS, house)

    @parted_by(first_of)
    def rank(a: Body, b: Body) -> tuple[bool, int] | None:
        weapon = weapon_named(a, gun)
        if weapon is None or not known_foe(a, b) or out_of_sight(a, b):
            return None
        key = not hits(a, b), b.hp
        return key if within(a.spot, b.spot, weapon.reach) else None

    return rank


@cache
def pinned(gun: str, house: House) -> Callable[[Body, Body], bool]:
    """Whether half of the damage would hurt."""

    def test(a: Body, b: Body) -> bool:
        weapon = weapon_named(a, gun)
        return weapon is not None and half(weapon.damage, house.half_rounds) > b.sheet.armour

    return test


@cache
def worth_a_bomb(bomb: str) -> Callable[[Body, Body], int | None]:
    """The weakest foe in range of a throw, and not too near."""

    @parted_by(first_of)
    def rank(a: Body, b: Body) -> int | None:
        weapon = weapon_named(a, bomb)
        if weapon is None or loaded(a, bomb) < 1:
            return None
        return in_sight(weapon.reach, SAFE)(a, b)

    return rank


def shelters(t: Any, b: Body) -> str:
    """A cover within reach."""
    covers = cover.at_hand(t, b)
    return covers[0] if covers else ""


@cache
def automatic(gun: str) -> Callable[[Body], bool]:
    """Whether a weapon is fully automatic."""

    def test(b: Body) -> bool:
        weapon = weapon_named(b, gun)
        return weapon is not None and weapon.automatic

    return test


def gun_in_hand(b: Body) -> str:
    """A ranged weapon in hand that is loaded, or can be."""
    guns = [w for w in b.kit if w.kind == "ranged" and w.name in b.hands]
    return next((w.name for w in guns if loaded(b, w.name) or b.spares), "")


def ready_gun(b: Body) -> bool:
    """Whether that weapon is loaded."""
    return loaded(b, gun_in_hand(b)) > 0


def can_load(b: Body) -> bool:
    """Whether there is anything left to load."""
    return b.spares > 0


def bomb_in_hand(b: Body) -> str:
    """An explosive in hand."""
    return next((w.name for w in b.kit if w.explosive and w.name in b.hands and loaded(b, w.name)), "")


def blade(b: Body) -> str:
    """The best weapon in hand to strike with."""
    blades = _blades(b)
    return max(blades, key=lambda w: w.damage).name if blades else FIST


def _blades(b: Body) -> list[Weapon]:
    return [w for w in b.kit if w.kind == "melee" and w.name in b.hands]


def blade_to_draw(b: Body) -> str:
    """A weapon to strike with that could be drawn; none with one in hand, or a bomb."""
    if _blades(b) or bomb_in_hand(b):
        return ""
    return next(
        (w.name for w in b.kit if w.kind == "melee" and w.name not in b.hands and w.name not in b.dropped), ""
    )


def hands_full_of(b: Body) -> str:
    """What has to be let go of to have a hand free; empty if one is."""
    return "" if hands_free(b) > 0 else b.hands[0]


def port_at_hand(b: Body) -> str:
    """The total cover one is behind."""
    return b.cover.name if b.cover is not None and b.cover.kind == PORT else ""


def hiding_place(b: Body) -> str:
    """The total cover behind which one is out of sight; empty for none."""
    return b.cover.name if b.cover is not None and b.cover.kind == HIDDEN else ""


@cache
def lurks(gun: str) -> Callable[[Body, Body], bool]:
    """Whether a foe in range keeps out of sight."""

    def test(a: Body, b: Body) -> bool:
        weapon = weapon_named(a, gun)
        lurking = known_foe(a, b) and hidden(a, b)
        return weapon is not None and lurking and within(a.spot, b.spot, weapon.reach)

    return test


def speed_to(a: Body, b: Body) -> str:
    """The slowest speed that brings one near; empty where one is, or drives nothing."""
    if a.drives is None or within(a.spot, b.spot, CONTACT):
        return ""
    gaps = (CONTACT + driving.distance(n)(a) for n in range(len(driving.SPEEDS)))
    fits = [n for n, gap in enumerate(gaps) if within(a.spot, b.spot, gap)]
    return driving.SPEEDS[min(fits, default=FASTEST)]


def still(b: Body) -> bool:
    """Whether one drives no faster than cautiously."""
    return b.drives is not None and b.speed == 0


@cache
def skill_with(name: str) -> Callable[[Body], str]:
    """The skill that a weapon takes."""

    def skill(b: Body) -> str:
        weapon = weapon_named(b, name)
        return weapon.skill if weapon is not None else "brawling"

    return skill


@cache
def best_spell(area: bool) -> Callable[[Body], str]:
    """The spell that does most for its components."""

    def best(b: Body) -> str:
        spells = [s for s in b.sheet.spells if area or not s.radius]
        worth = {s.name: s.damage * (2 if s.radius else 1) / max(1, len(s.components)) for s in spells}
        return max(spells, key=lambda s: (worth[s.name], s.name)).name if spells else ""

    return best
