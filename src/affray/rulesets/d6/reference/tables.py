"""The tables of the sheet, from the tables that the rules read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from affray.core.effect import Who
from affray.core.message import figure, joined, msg
from affray.core.play import Play
from affray.core.tally import tally
from affray.rulesets.d6 import casting, gear
from affray.rulesets.d6 import tables as figures
from affray.rulesets.d6.codes import NUMBERS
from affray.rulesets.d6.dice import DIE, code, halved_code, written
from affray.rulesets.d6.fighter import Fighter, extra
from affray.rulesets.d6.house import House
from affray.rulesets.d6.reference.people import between, person
from affray.rulesets.d6.sheet import FOOT, Spell, Vehicle, Weapon
from affray.rulesets.d6.state import Game
from affray.rulesets.d6.vehicles import size_mod
from affray.sheet import Cell, Table

CODES = (3, 5, 6, 8, 9, 11, 12, 15, 18, 21, 24)
COUNTS = (1, 2, 3, 4, 5)
TIED = "\N{NO-BREAK SPACE}"
DASH = "\N{EN DASH}"
DRIVER = 15
"""The code of the driver whose evasion is shown."""


DEFENCES = {"": "", "reflexes": "Reflexes", "willpower": "Willpower"}
"""What a spell is thrown against."""


def tables(house: House) -> tuple[Table, ...]:
    """Everything that is looked up in a fight."""
    arms = figures.weapons().values()
    return (
        Table(
            "codes",
            "Codes",
            ("code", "as a defence", "on average", "least to most", "bloodied"),
            tuple(_code(house, pips) for pips in CODES),
            ("DSX-R1", "DSX-BLOOD-03", "DSX-R24"),
            "Three pips are a die.",
        ),
        Table(
            "price",
            "The price of several actions",
            ("actions", "dice on every roll", "all defences"),
            tuple(_price(house, count) for count in COUNTS),
            ("DSX-MULTI-01", "DSX-MULTI-02", "DSX-MULTI-05"),
        ),
        Table(
            "melee-weapons",
            "Melee weapons",
            *figures.WeaponColumn.printed(
                ("weapon", "damage", "skill", "hands"),
                [(w, (w.name, w.damage, w.skill, w.hands or None)) for w in arms if w.melee],
            ),
            ("DSX-ATK-02",),
        ),
        Table(
            "ranged-weapons",
            "Ranged weapons",
            *figures.WeaponColumn.printed(
                ("weapon", "damage", "shots", "range, ft", "hands", "notes"),
                [(w, _ranged(house, w)) for w in arms if w.kind == "ranged"],
            ),
            ("DSX-ATK-02", "DSX-R23"),
        ),
        Table(
            "explosives",
            "Explosives",
            *figures.WeaponColumn.printed(
                ("explosive", "damage", "radius, ft", "range, ft"),
                [(w, (w.name, w.damage, w.radius // FOOT, w.reach // FOOT)) for w in arms if w.explosive],
            ),
            ("DSX-AREA-01", "DSX-AREA-02"),
        ),
        Table(
            "spells",
            "Spells",
            ("spell", "parts", "actions", "damage", "range", "radius", "against"),
            tuple(_spell(house, spell) for spell in figures.spells().values()),
            ("DSX-CAST-01", "DSX-AREA-01", "DSX-AREA-04"),
            "V word, S gesture, M material; range and radius in feet.",
        ),
        Table("armour", "Armour", ("rating", "armour"), tuple(_armour()), ("DSX-DMG-01",)),
        Table("cover", "Cover", ("cover", "points", "behind", "rule"), tuple(_covers()), ("DSX-COVER-00",)),
        Table(
            "vehicles",
            "Vehicles",
            ("vehicle", "size", "handling", "evading", "armour", "feet"),
            tuple(_vehicle(house, vehicle) for vehicle in figures.vehicles().values()),
            ("DSX-VEH-01", "DSX-VEH-HAND-01"),
            msg(
                "Evading: the defence of all aboard with a driver of {code}. Feet a round at standard speed.",
                code=written(DRIVER),
            ),
        ),
        Table("sizes", "Sizes of vehicles", ("size", "defence", "rule"), tuple(_sizes(house)), ("DSX-R25",)),
        Table("speeds", "Speeds", ("speed", "attacks", "movement", "rule"), tuple(_speeds()), ("DSX-R28",)),
        Table(
            "people",
            "People",
            ("archetype", "skills; gear", "Ref", "Will", "HP", "AR"),
            tuple(_people()),
            ("DSX-ATK-01", "DSX-DMG-02"),
            "Reflexes and Willpower as codes, hit points, armour rating.",
        ),
    )


def _play(house: House) -> Game:
    return Play(between(person("A"), person("B"), house))


def _code(house: House, pips: int) -> tuple[Cell, ...]:
    values, mean = code(pips).values, pips // DIE * 3.5 + pips % DIE
    defence = NUMBERS[house.defence_number](pips) if house.defence_number in NUMBERS else "rolled"
    halved = halved_code(pips, house.bloodied_halves, house.half_rounds)
    return written(pips), defence, f"{mean:g}", f"{values[0]}{DASH}{values[-1]}", written(halved)


def _price(house: House, count: int) -> tuple[Cell, ...]:
    more = extra(person("A", actions=count), house.multi_penalty)
    return str(count), msg("{dice}D", dice=-more) if more else "0", -more * DIE


def _ranged(house: House, w: Weapon) -> tuple[Cell, ...]:
    play: Game = Play(between(person("A", DIE, w), person("B"), house))
    notes = ["bursts"] if w.automatic else []
    if w.load > 1:
        notes.append(msg("{n} actions", n=gear.to_load(play, Fighter(play, Who(0)), w.name) + 1))
    shots = figures.belted(w, house.machine_gun_shots).shots
    return w.name, w.damage, shots, w.reach // FOOT, w.hands, joined(", ", notes)


def _spell(house: House, spell: Spell) -> tuple[Cell, ...]:
    length = casting.length(spell, house)
    radius = spell.radius // FOOT or None
    parts = joined(" ", spell.components) or None
    return spell.name, parts, length, spell.damage, spell.reach // FOOT, radius, DEFENCES[spell.defence]


def _armour() -> Iterable[tuple[Cell, ...]]:
    by_rating: dict[int, list[str]] = {}
    for name, rating in figures.armours().items():
        by_rating.setdefault(rating, []).append(name)
    return ((rating, joined(", ", names)) for rating, names in sorted(by_rating.items()))


def _covers() -> Iterable[tuple[Cell, ...]]:
    for row in figures.cover_kinds().values():
        things = [thing for thing, kind in figures.covers().items() if kind == row.name]
        yield row.name, f"+{row.amount}", joined(", ", things), row.rule


def _vehicle(house: House, v: Vehicle) -> tuple[Cell, ...]:
    points = tally(size_mod(_play(house), v)).total + v.handling
    evading: Cell = f"{written(DRIVER)}{points:+d}" if house.evade_rolled else max(0, DRIVER + points)
    shell = v.armour if v.enclosed else None
    return v.name, v.size, f"{v.handling:+d}", evading, shell, v.movement


def _sizes(house: House) -> Iterator[tuple[Cell, ...]]:
    for name, row in figures.sizes().items():
        mod = size_mod(_play(house), Vehicle("", name, 0, 0, 0, False))
        yield name, f"{mod.amount:+d}" if mod.amount else "0", row.rule


def _speeds() -> Iterable[tuple[Cell, ...]]:
    return (
        (
            s.name,
            msg("{dice}D", dice=s.dice) if s.dice else "0",
            msg("\N{MULTIPLICATION SIGN}{factor}", factor=figure(s.halves / 2, "g")),
            s.rule,
        )
        for s in figures.speeds()
    )


def _people() -> Iterable[tuple[Cell, ...]]:
    for kind in figures.archetypes().values():
        untrained = min(kind.skills)
        skills = joined(
            ", ",
            (
                joined(TIED, (name.replace("_", " "), written(pips)))
                for name, pips in kind.skills._asdict().items()
                if pips > untrained
            ),
        )
        carried = joined(", ", [*kind.weapons, *kind.spells])
        codes = written(kind.reflexes), written(kind.willpower)
        yield (
            kind.name,
            msg("{skills}; {carried}", skills=skills, carried=carried),
            *codes,
            kind.hit_points,
            kind.armour or None,
        )
