"""Modifiers of dice pools, asked from the rules in plain situations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.core.effect import Who
from affray.core.message import figure, msg
from affray.core.play import Play
from affray.core.tally import Mod, Tally
from affray.rulesets.coriolis import melee, movement, ranged
from affray.rulesets.coriolis.actions import SHOTS
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.reference.people import between, person
from affray.rulesets.coriolis.sheet import EXTREME, SHORT, Cover, Weapon
from affray.rulesets.coriolis.state import Body, Game
from affray.rulesets.coriolis.tables import UNARMED, weapons
from affray.sheet import Modifiers

RIFLE = Weapon("rifle", "ranged", 0, 0, 2, 2, EXTREME)
PISTOL = RIFLE._replace(band=SHORT)


def modifiers(house: House) -> tuple[Modifiers, ...]:
    """The modifiers of shots by range, mark, kind and support; and those of blows."""
    together = -2 if house.prone_small_stack else -1
    return (
        Modifiers("Shot: range", tuple(_range(house)), _too_far(house)),
        Modifiers(
            "Shot: target",
            tuple(_target(house)),
            msg("Small and prone: {n} in all.", n=figure(together, "d")),
        ),
        Modifiers("Shot: type", tuple(_types())),
        Modifiers("Shot: support", tuple(_support(house))),
        Modifiers("Melee", tuple(_blows(house))),
    )


def _shot(
    house: House, metres: float = 10, weapon: Weapon = RIFLE, kind: ranged.Shot = ranged.NORMAL, **target: Any
) -> tuple[Mod, ...]:
    return _mods(
        house, person("A", house), person("B", house, metres=metres)._replace(**target), weapon, kind
    )


def _mods(house: House, one: Body, other: Body, weapon: Weapon, kind: ranged.Shot) -> tuple[Mod, ...]:
    """What stands in the tally of a shot besides skill and weapon."""
    play: Game = Play(between(one, other, house))
    tally = ranged.shot_tally(play, Fighter(play, Who(0)), Fighter(play, Who(1)), weapon, kind)
    return tuple(mod for mod in tally if mod.rule != "COR-RNG-01")


def _too_far(house: House) -> str:
    far = "or beyond Extreme " if house.range_past_extreme == "no" else ""
    return msg("Two bands beyond the weapon's range {far}there is no shot: COR-DST-08.", far=far)


def _range(house: House) -> Iterator[Mod]:
    edges = (house.range_close, house.range_short, house.range_long, house.range_extreme)
    helpless = house.close_helpless == "helpless_too"
    here = (_shot(house, 1), _shot(house, 1, aware=False), _shot(house, 1, hp=0) if helpless else ())
    for mods in here:
        for mod in mods:
            yield mod._replace(why=msg("{why}, to {edge} m", why=mod.why, edge=edges[0]))
    if house.unaware_range == "any":
        yield from _shot(house, edges[1], aware=False)
    yield Mod("COR-DST-04", 0, msg("Short range, to {edge} m", edge=edges[1]))
    for edge in edges[2:]:
        yield from (
            mod._replace(why=msg("{why}, to {edge} m", why=mod.why, edge=figure(edge, ",")))
            for mod in _shot(house, edge)
        )
    how = {"replace": "instead of its band's figure", "add": "on top of its band's figure"}[
        house.range_beyond
    ]
    for mod in _shot(house, edges[2], PISTOL):
        if mod.rule == "COR-DST-07":
            yield mod._replace(why=msg("one band beyond the weapon's, {how}", how=how))


def _target(house: House) -> Iterator[Mod]:
    sheet = person("B", house).sheet
    yield Mod("COR-SIZ-03", 0, "normal size")
    yield from _shot(house, prone=True)
    yield from _shot(house, sheet=sheet._replace(small=True))
    yield from _shot(house, sheet=sheet._replace(size=1))
    yield from _shot(house, sheet=sheet._replace(size=house.size_huge))


def _types() -> Iterator[Mod]:
    yield from (Mod(a.shot.rule, a.shot.dice, a.name) for a in SHOTS if a.shot)


def _support(house: House) -> Iterator[Mod]:
    one, other = person("A", house), person("B", house, metres=10)
    yield from _mods(house, one._replace(cover=Cover("wall", 5)), other, RIFLE, ranged.NORMAL)
    yield from _mods(house, one._replace(prone=True), other, RIFLE, ranged.NORMAL)
    if house.engaged_shoot_away != "0":
        yield Mod("AMB-62", int(house.engaged_shoot_away), "engaged elsewhere")


def _blows(house: House) -> Iterator[Mod]:
    yield from (melee.QUICK, movement.OPPORTUNITY, Mod("COR-GRP-04", 2, "on one's pinned"))
    play: Game = Play(between(person("A", house), person("B", house)._replace(prone=True), house))
    one, other = Fighter(play, Who(0)), Fighter(play, Who(1))
    bare = weapons()[UNARMED]
    yield from _other(melee.melee_tally(play, one, other, bare, ()), "AMB-19")
    yield from _other(melee.defence_tally(play, True, other, bare), "COR-DEF-12")


def _other(tally: Tally, rule: str) -> Iterator[Mod]:
    return (mod for mod in tally if mod.rule == rule)
