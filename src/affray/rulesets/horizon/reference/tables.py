"""The tables of the sheet, from the tables that the rules read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from affray.core.message import Verbatim, joined, msg
from affray.core.rows import Cells
from affray.rulesets.horizon import tables as figures
from affray.rulesets.horizon.heaving import LESS
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.sheet import TRAITS
from affray.sheet import Cell, Table

TIED = "\N{NO-BREAK SPACE}"
SHORT = {
    "high-caliber combat": "high-caliber",
    "rapid-fire combat": "rapid-fire",
    "special combat": "special",
}
"""Skills whose names go without their last word."""
USUAL = "kick-boxing"
"""The Unarmed style that goes without saying."""


def tables(house: House, shattered: Table) -> tuple[Table, ...]:
    """Everything that is looked up in a fight; what wounds leave of a score stands after them."""
    return (
        Table("wounds", "Wounding Attacks", ("condition", "AP", "what it does", "until", "rule"),
              tuple(_wounds()),
              ("HZN-WND-01", "HZN-WND-02", "HZN-WND-03", "HZN-WND-04", "HZN-WND-05", "HZN-WND-06"),
              _wounding(house)),
        shattered,
        Table("skills", "Skills", ("skill", "traits", "for"), tuple(_skills()), ("HZN-SKL-03", "HZN-SKL-04")),
        Table("armour", "Armour", ("worn", "off", "what"), tuple(_worn()), ("HZN-RUL-12",),
              "Off every Attack; a Dive adds twice its metres."),
        Table("objects", "Objects", ("such as", "move", "carry", "throw", "rule"), tuple(_objects()),
              ("HZN-OBJ-03", "HZN-OBJ-04", "HZN-OBJ-05", "HZN-OBJ-06", "HZN-OBJ-07"),
              msg("AP of an Endurance test, {equal, select, true {to be reached} other {to be beaten}}; the "
                  "Director sets them. Each helper the Director allows makes it {less} less{least, plural, "
                  "=0 {} other {, not below #}}, and everyone must pass. Thrown as many metres as the best "
                  "STR.",
                  equal=house.difficulty_equal, less=LESS, least=house.helpers_least)),
        Table("makeshift", "Improvised weapons", ("tier of Melee", "such as"), tuple(_makeshift()),
              ("HZN-IMP-01", "HZN-IMP-03", "HZN-IMP-04", "HZN-IMP-05", "HZN-IMP-06"),
              "Common things with Special Combat and a Melee profile, at half damage. The Director sets the "
              "tier, hardly ever above 2, and whether Melee Augs help."),
        Table("tasks", "Extended Actions", ("work", "skill", "AP"), tuple(_tasks()), ("HZN-EXT-03",)),
        Table("people", "People", ("person", joined(" ", TRAITS), "skills; armed"), tuple(_people()), (),
              "Health is 30, and 10 for each RES.", apart=True),
    )  # fmt: skip


def _wounding(house: House) -> str:
    """How any Attack becomes one that wounds."""
    return msg(
        "Any Attack{once, select, true {, one a turn,} other {}} after the combat test: name target and "
        "condition, take the AP off{point, select, true {} other {, without point blank}}, and the target "
        "tests Endurance. Higher, it takes hold{needs, select, true { if Health is lost} other {}}; {ties, "
        "select, changed {so it does when equal} reroll {equal, both roll again} other {equal, it does "
        "not}}. Damage is that of the lowered row either way{below, select, true {} other {; the AP may not "
        "fall below 1}}{head, select, after {; a shattered head doubles what comes through} other {}}.",
        once=house.wound_once,
        point=house.wound_point_blank,
        needs=house.wound_needs_damage,
        ties=Verbatim(house.ties),
        below=house.wound_below_one,
        head=Verbatim(house.head_doubles),
    )


def prints(house: House) -> tuple[Table, ...]:
    """What is wrong in print, and an older layout."""
    return (
        Table("errata", "Errata", ("slip", "what is wrong", "here"), tuple(_errata(house)),
              ("HZN-RUL-02",), apart=True),
        Table("bands", "The older layout", ("score", "pistol", "rifle", "init", "lethal", "special", "aim"),
              tuple(_bands()), ("HZN-PRF-10", "HZN-PRF-11", "HZN-RUL-03"),
              msg("The two rusty guns as printed: of the pistol the number without a "
"name/Defense, of the rifle all damage/Defense. The other columns have "
"no rule, nor what the pistol's first band says: {odd_band}.", odd_band=_odd_band()), apart=True),
    )  # fmt: skip


def _wounds() -> Iterable[tuple[Cell, ...]]:
    rows = {r["name"]: r for r in figures.rows("conditions")}
    for kind in figures.conditions().values():
        r = rows[kind.name]
        yield kind.title, f"{kind.penalty:+d}" if kind.penalty else 0, r["text"], r["until"], kind.rule


def _skills() -> Iterable[tuple[Cell, ...]]:
    return ((r["title"], joined("/", r["traits"].upper().split()), r["use"]) for r in figures.rows("skills"))


def _worn() -> Iterable[tuple[Cell, ...]]:
    return ((r["name"], int(r["armour"]), r["text"]) for r in figures.rows("armours"))


def _objects() -> Iterator[tuple[Cell, ...]]:
    for rule, kind in groupby(figures.rows("objects"), key=lambda r: r["rule"]):
        objects = list(kind)
        tests = (_or_none(objects[0][column]) for column in ("move", "carry", "throw"))
        yield joined(", ", (r["name"] for r in objects)), *tests, rule


def _or_none(cell: str) -> str:
    return "-" if cell == "none" else cell


def _makeshift() -> Iterator[tuple[Cell, ...]]:
    things = figures.makeshifts().values()
    for tier in sorted({one.tier for one in things}):
        for light in (True, False):
            names = [one.name for one in things if one.tier == tier and one.light == light]
            if names:
                yield (
                    msg(
                        "{tier}, {light, select, true {light} other {unwieldy}}", tier=tier, light=bool(light)
                    ),
                    joined(", ", names),
                )


def _tasks() -> Iterable[tuple[Cell, ...]]:
    return ((task.name, task.skill, task.goal) for task in figures.tasks().values())


def _people() -> Iterable[tuple[Cell, ...]]:
    titles = {name: weapon.short for name, weapon in figures.book(House()).weapons.items()}
    for kind in figures.archetypes().values():
        ranks = kind.skills._asdict().items()
        skills = joined(", ", (joined(TIED, (_spoken(name), str(rank))) for name, rank in ranks if rank >= 0))
        style = (kind.style,) if not kind.weapons or kind.style != USUAL else ()
        arms = [titles[name] for name in (*dict.fromkeys(kind.weapons), *style)]
        arms += [msg("{armour} armour", armour=kind.armour)] if kind.armour != "none" else []
        yield (
            kind.name,
            joined(" ", map(str, kind.traits)),
            msg("{skills}; {arms}", skills=skills, arms=joined(", ", arms)),
        )


def _spoken(field: str) -> str:
    name = next(s.name for s in figures.skills().values() if s.field == field)
    return SHORT.get(name, name)


# --- the slips of the print -----------------------------------------------------------------------


def _errata(house: House) -> Iterator[tuple[Cell, ...]]:
    titles = {r["name"]: r["title"].partition(" (")[0] for r in figures.rows("weapons")}
    for _, slip in groupby(figures.rows("errata"), key=lambda r: r["id"]):
        entries = list(slip)
        names = joined(", ", (titles[name] for name in dict.fromkeys(r["weapon"] for r in entries)))
        yield (
            entries[0]["option"].replace("_", "."),
            msg("{names}: {note}", names=names, note=entries[0]["note"]),
            _here(entries, house),
        )


def _here(entries: list[Cells], house: House) -> str:
    """How this table reads it, with both values where it is one figure."""
    column = figures.chosen(entries[0]["option"], house)
    mended = any(r[column] != r["printed"] for r in entries)
    old, new = entries[0]["printed"], entries[0][column]
    if mended and len(entries) == 1 and old.isdecimal():
        return msg("{new} for {old}", new=new, old=old)
    return "mended" if mended else "as printed"


def _bands() -> Iterator[tuple[Cell, ...]]:
    """The two weapons beside each other, band by band."""
    pistol, rifle = (figures.bands()[name] for name in ("rusty-pistol", "rusty-assault-rifle"))
    defense = {(r["weapon"], r["ap"]): r["defense"] for r in figures.rows("profiles")}
    for one, other in zip(pistol, rifle, strict=True):
        o = other.others
        guard = [defense[name, str(one.first)] for name in ("rusty-pistol", "rusty-assault-rifle")]
        own = one.others.get("unlabelled", "-")
        damage = int(o["lethal"]) * int(o["lethal_hits"])
        yield (
            f"{one.first}-{one.last}", f"{own}/{guard[0]}", f"{damage}/{guard[1]}", o["initiative"],
            f"{o['lethal']}x{o['lethal_hits']}",
            f"{o['special']}x{o['special_hits']}",
            f"+{o['aim']}",
        )  # fmt: skip


def _odd_band() -> str:
    """What is printed for the pistol at its lowest scores."""
    o = figures.bands()["rusty-pistol"][0].others
    lethal, special = (
        msg("{damage} x {hits}", damage=o[kind], hits=o[f"{kind}_hits"]) for kind in ("lethal", "special")
    )
    return msg("lethal {lethal}, special {special}, aim {aim}", lethal=lethal, special=special, aim=o["aim"])
