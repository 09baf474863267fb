"""The tables of the sheet, from the tables that the rules read."""

from __future__ import annotations

from collections.abc import Iterable

from affray.core.message import joined, msg
from affray.rulesets.traveller import tables as figures
from affray.rulesets.traveller.effects.turn import SECONDS
from affray.rulesets.traveller.grapple import OUTCOMES
from affray.rulesets.traveller.healing import CARE_BASE, LOSS_BASE
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.order import AMBUSH
from affray.rulesets.traveller.scene import CATALOGUE
from affray.rulesets.traveller.sheet import CHARACTERISTICS, Weapon
from affray.sheet import Cell, Table

TIED = "\N{NO-BREAK SPACE}"
OUTCOME_RULES = {
    "carry on": "TRV-GRAP-11",
    "put prone": "TRV-GRAP-03",
    "disarm": "TRV-GRAP-04",
    "throw": "TRV-GRAP-06",
    "hurt": "TRV-GRAP-08",
    "break free": "TRV-GRAP-09",
    "drag": "TRV-GRAP-10",
}


def tables(house: House) -> tuple[Table, ...]:
    """Everything that is looked up in a fight."""
    arms = figures.weapons().values()
    scores, dms = _dms(house)
    return (
        Table("order", "Who acts when", ("step", "how", "rule"), _order(house), ("TRV-INIT-03",)),
        Table("healing", "Getting better", ("what", "check", "success", "failure", "rule"), _healing(house)),
        Table("difficulties", "Difficulty", ("task", "DM"), tuple(_difficulties()), ("TRV-R1",)),
        Table(
            "guns", "Guns", ("gun", "dice", "range", "shots", "scope", "skill"),
            tuple(_gun(w) for w in arms if w.shoots), ("TRV-RNG-01", "TRV-RNG-02"),
        ),
        Table(
            "blades", "Melee weapons", ("dice", "skill", "weapons"), tuple(_blades()),
            ("TRV-MEL-01", "TRV-MEL-02"),
        ),
        Table(
            "missiles", "To throw", ("weapon", "dice", "range"),
            tuple((w.name, blast(w), msg("{reach}{tied}m", reach=w.reach // 100,
                                          tied=TIED)) for w in arms if w.thrown),
            ("TRV-THR-01", "TRV-R36"),
        ),
        Table("armour", "Armour", ("suit", "stops", "against"), tuple(_suits()), ("TRV-R26",)),
        Table("cover", "Cover", ("behind", "adds", "rule"), tuple(_covers()), ("TRV-COVER-07",)),
        Table("outcomes", "Winning a grapple", ("outcome", "what it does", "rule"), tuple(_outcomes()),
              ("TRV-GRAP-02",)),
        Table("dms", "DMs of characteristics", ("score", *scores), (("DM", *dms),),
              ("TRV-CORE-01", "TRV-R28")),
        Table("people", "People", ("person", *CHARACTERISTICS, "skills", "armour", "weapons"),
              tuple(_people())),
    )  # fmt: skip


def _order(house: House) -> tuple[tuple[Cell, ...], ...]:
    """What is rolled before the first round, and the order in every round."""
    plan = "2D + Tactics" + (" + INT" if house.tactics_int else "")
    by = "DEX" if house.initiative_dex_only else "DEX or INT"
    return (
        (
            "ambush",
            msg(
                "+{ambush} for them, \N{MINUS SIGN}{ambush} for the others, in round 1",
                ambush=AMBUSH,
            ),
            "TRV-AMB-01",
        ),
        (
            "plan",
            msg("{plan}, once for a side; its Effect for all; not for the ambushed", plan=plan),
            "TRV-TAC-01",
        ),
        ("initiative", msg("2D + {by} DM; the Effect stays", by=by), "TRV-INIT-01"),
        ("equal", "higher DEX first; still equal: at the same moment", "TRV-INIT-05"),
        ("a turn", "a significant and a minor action, or three minor ones", "TRV-R5"),
        ("a round", msg("{seconds} seconds", seconds=SECONDS), "TRV-WAKE-02"),
    )


def _healing(house: House) -> tuple[tuple[Cell, ...], ...]:
    """How the wounded get better."""
    day = "a day"
    return (
        ("wake", "2D + END, each minute", "awake", "+1 next time", "TRV-WAKE-01"),
        ("first aid", "2D + Medic + EDU, within a minute", "Effect, at least 1", "nothing", "TRV-FAID-01"),
        ("surgery", "2D + Medic + EDU", "Effect", msg("lose {loss_base} + shortfall", loss_base=LOSS_BASE),
         "TRV-SURG-01"),
        ("medical care", "none; not with all three hurt", msg("{care_base} + END + Medic {day}",
                                                              care_base=CARE_BASE, day=day), None,
         "TRV-CARE-01"),
        ("bed rest", "none", msg("1D + END {day}", day=day), None, "TRV-NAT-01"),
        ("all three hurt", "none", msg("END {day}", day=day), None, "TRV-NATS-01"),
        ("the mind", "none", msg("{each, select, true {INT and EDU} other {INT or EDU}} 1 {day}", day=day,
                                 each=house.mental_total == 'each'),
         None, "TRV-MENT-01"),
    )  # fmt: skip


def _dms(house: House) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Scores from one to another, and their DMs."""
    rows = list(reversed(figures.modifiers()))
    ends = [least - 1 for least, _ in rows[1:]]
    scores = [str(low) if low == high else f"{low}\N{EN DASH}{high}"
              for (low, _), high in zip(rows, ends, strict=False)]  # fmt: skip
    dms = (house.characteristic_zero if least == 0 else dm for least, dm in rows)
    return (*scores, f"{rows[-1][0]}+"), tuple(f"{dm:+d}" for dm in dms)


def _difficulties() -> Iterable[tuple[Cell, ...]]:
    """Easier tasks in a line, harder ones in another."""
    known = sorted(figures.difficulties().items(), reverse=True)
    for sign in (1, 0, -1):
        alike = [(name, f"{dm:+d}") for dm, name in known if (dm > 0) - (dm < 0) == sign]
        yield joined(", ", (name for name, _ in alike)), joined(", ", (dm for _, dm in alike))


def _gun(w: Weapon) -> tuple[Cell, ...]:
    skill = w.skill.partition("(")[2].rstrip(")")
    return (
        w.name,
        msg("{dice}D", dice=w.dice),
        msg("{reach}{tied}m", reach=w.reach // 100, tied=TIED),
        w.shots,
        "yes" if w.scope else None,
        skill,
    )


def _blades() -> Iterable[tuple[Cell, ...]]:
    """Weapons of the same dice and skill in a line."""
    alike: dict[tuple[int, str], list[str]] = {}
    for w in figures.weapons().values():
        if w.melee:
            alike.setdefault((w.dice, w.skill.partition("(")[2].rstrip(")")), []).append(w.name)
    return (
        (msg("{dice}D", dice=dice), skill, joined(", ", names))
        for (dice, skill), names in sorted(alike.items())
    )


def blast(w: Weapon) -> str:
    """The dice of a weapon, of a blast by how far from the middle one is."""
    if not w.blast:
        return msg("{dice}D", dice=w.dice)
    return joined(
        ", ",
        (
            msg("{dice}D to {edge}{tied}m", dice=dice, edge=edge // 100, tied=TIED)
            for edge, dice in figures.blasts()
        ),
    )


def _suits() -> Iterable[tuple[Cell, ...]]:
    suits = sorted(figures.armours().values(), key=lambda suit: suit.protection)
    return ((s.name, s.protection, "lasers" if s.lasers_only else None) for s in suits)


def _covers() -> Iterable[tuple[Cell, ...]]:
    rules = figures.cover_rules()
    return ((c.name, f"+{c.armour}", rules[c.kind]) for c in figures.covers().values())


def _outcomes() -> Iterable[tuple[Cell, ...]]:
    return ((name, CATALOGUE.rules[OUTCOME_RULES[name]].text, OUTCOME_RULES[name]) for name in OUTCOMES)


def _people() -> Iterable[tuple[Cell, ...]]:
    for p in figures.people().values():
        skills = joined(", ", (joined(TIED, (name, str(level))) for name, level in p.skills.items()))
        yield p.name, *p.figures, skills, joined(", ", p.armour) or None, joined(", ", p.weapons) or None
