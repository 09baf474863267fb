"""Steps up and down the ladder, asked from the rules in plain situations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.core.effect import Who
from affray.core.message import msg
from affray.core.play import Play
from affray.core.tally import Mod, Tally
from affray.rulesets.serenity import defence, roll, strike, tables
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.reference.people import PLAIN, between, person
from affray.rulesets.serenity.sheet import Cover, Weapon
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, ALL_OUT_DEFENCE, Game
from affray.rulesets.serenity.strike import How
from affray.sheet import Modifiers

GUN = Weapon("gun", "ranged", PLAIN, "wound", 3000, skill="guns", tags=("automatic",))
BLADE = Weapon("blade", "melee", PLAIN, "wound")
SIZES = (("", ("bottle",)), ("awkward", ("awkward",)), ("awkward and big", ("awkward", "big")))
NEAR = 10
"""Metres of short range, where the skill die stays as it is."""
HIDDEN = {"light": "up to half hidden", "medium": "more than half", "heavy": "mostly",
          "total": "hardly anything to be seen"}  # fmt: skip
"""How much of somebody a cover hides."""
OWN = ("SER-ATK-01", "SER-DMG-03", "SER-DODGE-02", "SER-R27")
"""The rules of the die itself, which is no modifier."""


def modifiers(house: House) -> tuple[Modifiers, ...]:
    """The steps of attacks, attributes, defences and damage; and what cover adds."""
    return (
        Modifiers("Skill die of an attack: range", tuple(_range(house))),
        Modifiers("Skill die of an attack: aimed at", tuple(_aims(house))),
        Modifiers("Skill die of an attack: how", tuple(_ways(house))),
        Modifiers("Skill die of an improvised throw", tuple(_throws(house))),
        Modifiers("Damage die, when aimed", tuple(_damage(house))),
        Modifiers("Attribute die", tuple(_attributes(house))),
        Modifiers("Skill die of a defence", tuple(_defences(house))),
        Modifiers("Number to beat: cover", tuple(_covers(house))),
    )


def _two(
    house: House, metres: float = NEAR, target: dict[str, Any] | None = None, **actor: Any
) -> tuple[Game, Fighter, Fighter]:
    """A play with both: the actor's and the target's figures changed."""
    one, other = person("A", 0, PLAIN, GUN, BLADE), person("B", metres, PLAIN)
    play: Game = Play(between(one._replace(**actor), other._replace(**(target or {})), house))
    return play, Fighter(play, Who(0)), Fighter(play, Who(1))


def _others(tally: Tally, what: str = "") -> Iterator[Mod]:
    """What stands beside the die itself."""
    for mod in tally:
        if mod.rule not in OWN and mod.amount:
            yield mod._replace(why=what or mod.why)


def _attack(house: House, how: How, what: str = "", metres: float = NEAR, **actor: Any) -> Iterator[Mod]:
    play, one, other = _two(house, metres, **actor)
    yield from _others(strike.attack_die(play, one, other, how), what)


def _range(house: House) -> Iterator[Mod]:
    reach = GUN.reach / 100
    edges = (
        (tables.POINT_BLANK_REACH / 100, "point blank, to 3 m"), (reach, "short, to the weapon's range"),
        (2 * reach, "medium, to twice that"), (4 * reach, "long, to four times"),
    )  # fmt: skip
    for metres, what in edges:
        _, one, other = _two(house, metres)
        row = tables.bands()[one.band_to(other, GUN)]
        yield Mod(row.rule, row.steps, what)


def _aims(house: House) -> Iterator[Mod]:
    names = {"limb": "a limb", "vital": "a vital area", "minuscule": "something minuscule"}
    for aim, what in names.items():
        yield from _attack(house, How(GUN, aim), what)
    yield from _attack(house, How(BLADE, strike.DISARM), "a weapon, in melee")
    yield from _attack(house, How(GUN, strike.DISARM), "a weapon, from afar")


def _ways(house: House) -> Iterator[Mod]:
    yield from _attack(house, How(GUN, mode="burst"), "each shot of a burst")
    yield from _attack(house, How(GUN), stance=ALL_OUT_ATTACK)
    yield from _attack(house, How(GUN, rights=True), "a gun to the head: free attack")
    again = {"used": 2} if house.act_penalty == "sequential" else {"acts": 2}
    yield from _attack(house, How(GUN), "each action beyond the first", **again)


def _throws(house: House) -> Iterator[Mod]:
    if house.throw_steps == "gm":
        yield Mod("SER-R19", -1, "at least, as the game master says each time")
        yield Mod("SER-R19", strike.THROWN_WORST, "at most")
        return
    for what, tags in SIZES:
        thing = Weapon("thing", "improvised", 2, "basic", 600, skill="athletics", tags=tags)
        yield from _attack(house, How(thing), what or "hand-sized", metres=5)
        yield from _attack(
            house, How(thing), msg("{what}, at medium range or farther", what=what or "hand-sized")
        )


def _damage(house: House) -> Iterator[Mod]:
    _, one, other = _two(house)
    for aim, what in (("limb", "limb"), ("vital", "vital area"), ("minuscule", "minuscule target")):
        yield from _others(strike.damage_dice(one, other, How(GUN, aim)), what)


def _attributes(house: House) -> Iterator[Mod]:
    play, one, _ = _two(house, wounds=100)
    yield from _others(roll.attribute_die(play, one, "agility", "SER-R27"), "wounds of half the life points")
    play, one, _ = _two(house, held_by=Who(1))
    held = roll.attribute_die(play, one, "agility", "SER-R27", attacks=True)
    yield from _others(held, "held, in attacks")
    for suit in tables.armours().values():
        for name in ("agility", "alertness"):
            if steps := getattr(suit, name):
                yield Mod("SER-R33", steps, msg("{attribute} in a {suit}", attribute=name, suit=suit.name))


def _defences(house: House) -> Iterator[Mod]:
    play, _, other = _two(house, target={"stance": ALL_OUT_DEFENCE})
    yield from _others(defence.dodge_die(play, other)[1])
    again = {"used": 2} if house.act_penalty == "sequential" else {"guards": 1}
    play, _, other = _two(house, target=again)
    yield from _others(defence.dodge_die(play, other)[1], "each action beyond the first")


def _covers(house: House) -> Iterator[Mod]:
    for cover in tables.covers().values():
        behind = Cover(cover.name, cover.kind, cover.difficulty)
        play, one, other = _two(house, target={"cover": behind})
        amount = defence.covering(play, other, one, defence.INNATE)
        what = msg(
            "{cover}, {hidden}", cover=cover.name, hidden=HIDDEN.get(cover.name, "as the scene has it")
        )
        yield Mod(tables.cover_rules()[cover.difficulty], amount, what)
