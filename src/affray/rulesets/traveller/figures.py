"""Reading a body: characteristics, skills, what is carried, who can act."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.view import derived
from affray.rulesets.traveller import tables
from affray.rulesets.traveller.sheet import DEX, EDU, END, INT, STR, Weapon
from affray.rulesets.traveller.state import ACTS, Body

UNTRAINED = -3
"""The DM of a skill that one has not learned."""
REACH = 150
"""Arm's length, in centimetres: one tile."""


def dm_of(score: int, zero: int) -> int:
    """The DM of a score; `zero` is that of a characteristic at 0."""
    return zero if score <= 0 else next(dm for least, dm in tables.modifiers() if score >= least)


@cache
def score(characteristic: str) -> Callable[[Body], int]:
    """A characteristic as it is now."""
    return {
        STR: lambda b: b.strength,
        DEX: lambda b: b.dexterity,
        END: lambda b: b.endurance,
        INT: lambda b: b.intellect,
        EDU: lambda b: b.education,
    }.get(characteristic, lambda b: b.sheet.standing)


@cache
def modifier(characteristic: str, zero: int) -> Callable[[Body], int]:
    """The DM of a characteristic as it is now."""
    read = score(characteristic)
    return lambda b: dm_of(read(b), zero)


@cache
def level(skill: str) -> Callable[[Body], int]:
    """The level of a speciality, or of the skill it belongs to, or untrained."""
    general = skill.partition(" (")[0]

    def read(b: Body) -> int:
        known = dict(b.sheet.skills)
        return known.get(skill, known.get(general, UNTRAINED))

    return read


def physical(b: Body) -> tuple[int, int, int]:
    """STR, DEX and END now."""
    return b.strength, b.dexterity, b.endurance


def full(b: Body) -> tuple[int, int, int]:
    """STR, DEX and END in full health."""
    return b.sheet.strength, b.sheet.dexterity, b.sheet.endurance


def missing(b: Body) -> tuple[int, int, int]:
    """What is lost of STR, DEX and END."""
    return (
        b.sheet.strength - b.strength,
        b.sheet.dexterity - b.dexterity,
        b.sheet.endurance - b.endurance,
    )


def zeros(b: Body) -> int:
    """How many physical characteristics are at zero."""
    return physical(b).count(0)


@derived
def standing(b: Body) -> bool:
    """Whether two or more of the physical characteristics are left."""
    return zeros(b) < 2


@derived
def dead(b: Body) -> bool:
    """Whether all three physical characteristics are at zero (TRV-R15)."""
    return b.strength == 0 and b.dexterity == 0 and b.endurance == 0


@derived
def able(b: Body) -> bool:
    """Whether one is awake and alive."""
    return not b.out and not dead(b)


def wounded(b: Body) -> bool:
    """Whether any physical characteristic is down."""
    return any(missing(b))


def needs_surgery(b: Body) -> bool:
    """Whether all three physical characteristics are down (TRV-SURG-05)."""
    return all(missing(b))


def all_there(b: Body) -> bool:
    """Whether the whole turn is still to be used."""
    return b.acts == ACTS


@cache
def pays(cost: int) -> Callable[[Body], bool]:
    """Whether so much of the turn is left."""
    return lambda b: b.acts >= cost


# --- what is carried -------------------------------------------------------------------------------


def weapon_named(b: Body, name: str) -> Weapon:
    """The thing of this name in the kit, or bare hands."""
    for w in b.kit:
        if w.name == name:
            return w
    return tables.weapons()[tables.UNARMED]


def place_of(b: Body, name: str) -> int:
    """The place of a thing in the kit, -1 when it is not there."""
    return next((n for n, w in enumerate(b.kit) if w.name == name), -1)


@cache
def wields(name: str) -> Callable[[Body], Weapon | None]:
    """The weapon, when it is in hand."""
    return lambda b: weapon_named(b, name) if name in b.hands or name == tables.UNARMED else None


@cache
def carries(name: str) -> Callable[[Body], bool]:
    """Whether it is in the kit."""
    return lambda b: place_of(b, name) >= 0


@cache
def loaded(name: str) -> Callable[[Body], bool]:
    """Whether a shot is left in it; what needs none always has one."""
    return lambda b: not weapon_named(b, name).shots or b.left[place_of(b, name)] > 0


@cache
def is_full(name: str) -> Callable[[Body], bool]:
    """Whether all its shots are there."""
    return lambda b: place_of(b, name) < 0 or b.left[place_of(b, name)] >= weapon_named(b, name).shots


def melee_in_hand(b: Body) -> tuple[str, ...]:
    """What one can strike with: melee weapons in hand, and bare hands."""
    return (*(w.name for w in b.kit if w.melee and w.name in b.hands), tables.UNARMED)


def best_melee(b: Body) -> str:
    """The melee weapon in hand with the most dice, else bare hands."""
    weapons = [(w.dice, w.name) for w in b.kit if w.melee and w.name in b.hands]
    return max(weapons)[1] if weapons else tables.UNARMED


def guns_in_hand(b: Body) -> tuple[str, ...]:
    """What one can shoot with."""
    return tuple(w.name for w in b.kit if w.shoots and w.name in b.hands)


def missiles_in_hand(b: Body) -> tuple[str, ...]:
    """What one can throw."""
    return tuple(w.name for w in b.kit if w.thrown and w.name in b.hands)


def loaded_gun(b: Body) -> str:
    """The first loaded gun in hand; empty when there is none."""
    return next((name for name in guns_in_hand(b) if loaded(name)(b)), "")


def supplies(b: Body) -> bool:
    """Whether basic medical supplies are carried (TRV-FAID-02)."""
    return any(w.medical for w in b.kit)


def protection(b: Body, laser: bool, best: bool) -> int:
    """What worn armour stops; its pieces add up, or the best counts (TRV-R26)."""
    worn = (*b.sheet.armour, *(b.sheet.reflec if laser else ()))
    return (max(worn, default=0)) if best else sum(worn)


@cache
def armour(laser: bool, best: bool) -> Callable[[Body], int]:
    """Worn armour against such a weapon."""
    return lambda b: protection(b, laser, best)
