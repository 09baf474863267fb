"""The tables of the sheet, from the tables that the rules read."""

from __future__ import annotations

from collections.abc import Iterable

from affray.core.message import figure, joined, msg
from affray.core.phrases import counted
from affray.rulesets.serenity import tables as figures
from affray.rulesets.serenity.dice import die_name
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.sheet import BANDS, Weapon
from affray.rulesets.serenity.tables import AVERAGE, EASY, HARD, HARDER
from affray.sheet import Cell, Table

TIED = "\N{NO-BREAK SPACE}"
LETTERS = {"wound": "W", "stun": "S", "basic": "B"}
LEGEND = "W wounds, S stun, B half of each."
NOTES = {"two-handed": "2 hands", "automatic": "auto"}
"""How tags of guns are said in a narrow column."""
HIGHEST = 12
"""The last place of the ladder that is printed."""


def tables(house: House) -> tuple[Table, ...]:
    """Everything that is looked up in a fight."""
    arms = figures.weapons().values()
    return (
        _ladder(house),
        _difficulties(),
        Table(
            "ranged-weapons", "Ranged weapons",
            *figures.WeaponColumn.printed(("weapon", "dmg", *BANDS[1:], "rate", "clip", "notes"),
                                          [(w, _gun(w)) for w in arms if w.gun]),
            ("SER-RANGE-00", "SER-R33"),
            msg("{legend} Ranges in metres, point blank to {reach}; rate: shots a turn. Bows go "
                "by ranged weapons; shot does d6 at medium and d4 at long range.", legend=LEGEND,
                reach=figures.POINT_BLANK_REACH // 100),
        ),
        Table(
            "melee-weapons", "Melee weapons",
            *figures.WeaponColumn.printed(("weapon", "damage", "skill"),
                                          [(w, (w.name, harm(w), w.skill)) for w in arms if w.melee]),
            ("SER-DMG-03", "SER-R35"), LEGEND,
        ),
        Table(
            "thrown", "Things to throw",
            *figures.WeaponColumn.printed(("thing", "damage", "shape"), [
                (w, (w.name, harm(w), joined(" and ", w.tags) or "hand-sized")) for w in arms if w.thrown]),
            ("SER-THROW-01", "SER-R19"), LEGEND,
        ),
        Table(
            "explosives", "Explosives",
            *figures.WeaponColumn.printed(
                ("explosive", "kind", "inside", "middle", "outer"),
                [(figures.weapons()[name], _bomb(name)) for name in figures.explosives()]),
            ("SER-EXPL-01", "SER-R25"),
        ),
        Table("armour", "Armour", ("suit", "off damage", "steps"), tuple(_suits()), ("SER-R33",),
              "Off the weapon's dice of each hit."),
        Table(
            "people", "People",
            ("sample", "Agi", "Str", "Vit", "Ale", "Int", "Wil", "skills", "life"), tuple(_people()),
            note="Life points are Vitality + Willpower.", apart=True,
        ),
        _plain("skills", "Skills", "skill"),
        _plain("traits", "Traits", "trait"),
    )  # fmt: skip


def _ladder(house: House) -> Table:
    above = [msg("d12 + {more}", more=2 * (place - 6)) for place in range(7, HIGHEST + 1)]
    names = [die_name(place) for place in range(1, HIGHEST + 1)]
    half = HIGHEST // 2
    rows = names if house.ladder_top == "dice" else [*names[:6], *above]
    return Table(
        "ladder", "The ladder", ("place", "dice", "place", "dice"),
        tuple((n, rows[n - 1], n + half, rows[n + half - 1]) for n in range(1, half + 1)), ("SER-R1",),
        "A step is one place; below the first there is no die.",
    )  # fmt: skip


def _difficulties() -> Table:
    named = (
        ("easy", EASY),
        ("average", AVERAGE),
        ("hard", HARD),
        ("beyond", msg("+{harder} each", harder=HARDER)),
    )
    return Table("difficulties", "Difficulties", ("difficulty", "number"), named, ("SER-R16",))


def harm(w: Weapon) -> str:
    """The damage of a weapon, and of what kind it is."""
    return joined(TIED, (die_name(w.damage), LETTERS[w.harm]))


def _gun(w: Weapon) -> tuple[Cell, ...]:
    ends = tuple(times * w.reach // 100 for times in (1, 2, 4))
    tags = [NOTES.get(tag, tag) for tag in w.tags]
    return (w.name, harm(w), *ends, w.rate or None, w.magazine or None, joined(", ", tags))


def _bomb(name: str) -> tuple[Cell, ...]:
    rings = [
        msg(
            "{die} to{tied}{reach}{tied}m",
            die=die_name(ring.damage),
            tied=TIED,
            reach=figure(ring.reach // 10 / 10, "g"),
        )
        for ring in figures.explosives()[name]
    ]
    return (name, figures.weapons()[name].harm, *rings)


def _suits() -> Iterable[tuple[Cell, ...]]:
    for suit in sorted(figures.armours().values(), key=lambda suit: suit.rating):
        steps = {"Agility": suit.agility, "Alertness": suit.alertness}
        off = joined(", ", (counted(name, n) for name, n in steps.items() if n))
        yield suit.name, suit.rating, off or None


def _people() -> Iterable[tuple[Cell, ...]]:
    for name, kind in figures.people().items():
        places = [getattr(kind, attribute) for attribute in figures.ATTRIBUTES]
        skills = [joined(TIED, (joined(": ", s.name.split("/")), die_name(s.place))) for s in kind.skills]
        life = 2 * (kind.vitality + kind.willpower)
        yield name, *map(die_name, places), joined(", ", [*skills, *kind.traits]), life


def _plain(name: str, title: str, one: str) -> Table:
    rows = tuple((r["name"], r["use"]) for r in figures.rows(name))
    return Table(name, title, (one, "use"), rows, apart=name == "skills")
