"""Modifiers of codes and defences, asked from the rules in plain situations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.core.effect import Who
from affray.core.live import Live, Pending
from affray.core.message import msg
from affray.core.space import point
from affray.core.tally import Mod
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6 import tables
from affray.rulesets.d6.attack import attack_tally
from affray.rulesets.d6.defence import BANDS, against
from affray.rulesets.d6.dice import DIE
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.house import House
from affray.rulesets.d6.reference.people import PLAIN, between, pair, person
from affray.rulesets.d6.sheet import Cover, Vehicle, Weapon
from affray.rulesets.d6.state import Body, Table
from affray.sheet import Modifiers

GUN = Weapon("gun", "ranged", "marksmanship", 12, 30, True, 100_000)
CAR = Vehicle("car", "medium", 0, 0, 100, False)
WORDS = {2: "two", 3: "three"}
OWN = ("DSX-ATK-01", "DSX-VEH-01")
"""Rules of the code itself."""


def modifiers(house: House) -> tuple[Modifiers, ...]:
    """What changes the dice of who attacks, and the number of who is attacked."""
    return (
        Modifiers(
            "Attack: dice",
            tuple(_in_dice(_attack(house))),
            "Further actions take dice off every roll of the round.",
        ),
        Modifiers("From a vehicle: dice", tuple(_in_dice(_aboard(house)))),
        Modifiers("Defence: points", tuple(_defence(house._replace(defence_number="pips")))),
    )


def _in_dice(mods: Iterator[Mod]) -> Iterator[Mod]:
    return (mod._replace(amount=mod.amount // DIE) for mod in mods)


def _dice(house: House, one: Body, other: Body, burst: bool = False) -> Iterator[Mod]:
    """What stands in the tally of an attack besides the code."""
    actor, target = pair(one, other, house)
    weapon = actor.weapon(GUN.name)
    assert weapon is not None
    return (mod for mod in attack_tally(actor, target, weapon, burst) if mod.rule not in OWN)


def _attack(house: House) -> Iterator[Mod]:
    me, foe = person("A", PLAIN, GUN), person("B", PLAIN, GUN, feet=4)
    unarmed = foe._replace(hands=())
    for actions in (2, 3):
        for mod in _dice(house, me._replace(actions=actions), foe):
            yield mod._replace(why=msg("{count} actions in the round", count=WORDS[actions]))
    yield from _dice(house, me, foe, burst=True)
    for dice in range(1, house.aim_most + 1):
        for mod in _dice(house, me._replace(aim=Who(1), aimed=dice, aims_with=GUN.name), foe):
            yield mod._replace(why=msg("aimed for {n, plural, one {a round} other {# rounds}}", n=dice))
    yield from _named(_dice(house, me, unarmed), "armed against unarmed")
    yield Mod("DSX-ADV-02", DIE, "larger, both unarmed")
    yield from _named(_dice(house, me, foe._replace(facing=point(9, 0))), "behind one who cannot turn")


def _named(mods: Iterator[Mod], why: str) -> Iterator[Mod]:
    return (mod._replace(why=why) for mod in mods)


def _aboard(house: House) -> Iterator[Mod]:
    foe = person("B", PLAIN, GUN, feet=40)
    for speed in range(1, len(tables.speeds())):
        yield from _dice(house, _driver(speed=speed), foe)
    why = "evasive action" if house.evade_penalty == "all_aboard" else "evasive action, the driver"
    yield from _named(_dice(house, _driver(evading=True), foe), why)


def _driver(**changes: Any) -> Body:
    return person("A", PLAIN, GUN, drives=CAR, aboard=Who(0), **changes)


def _points(house: House, target: Body, feet: float = 20) -> tuple[Mod, ...]:
    """What a defence is made of; where dice are asked for, none."""
    play: Live[Body, Table, House] = Live(between(person("A", feet=-feet), target, house), ())
    try:
        against(play, Fighter(play, Who(0)), Fighter(play, Who(1)))
    except Pending:
        return ()
    return next(effect.mods for effect in play.done if isinstance(effect, fx.Faced))


def _defence(house: House) -> Iterator[Mod]:
    plain = person("B", reflexes=30)
    for actions in (2, 3):
        yield from _other(
            _points(house, plain._replace(actions=actions)),
            msg("{count} actions in the round", count=WORDS[actions]),
        )
    kinds = tables.cover_kinds()
    for kind in kinds:
        yield from _other(
            _points(house, plain._replace(cover=Cover(kind, kind))), msg("{kind} cover", kind=kind)
        )
    yield from _ranges(house, plain)


def _ranges(house: House, plain: Body) -> Iterator[Mod]:
    if house.range_bands:
        for feet in (*(feet for feet, _, _ in BANDS), BANDS[-1][0] + 1):
            yield from (m for m in _points(house, plain, feet) if m.rule == "DSX-R23")


def _other(mods: tuple[Mod, ...], why: str) -> Iterator[Mod]:
    return (m._replace(why=why) for m in mods if m.rule not in (*OWN, "DSX-R1", "DSX-R23"))
