"""The tables of the sheet, from the tables that the rules read."""

from __future__ import annotations

from collections.abc import Iterable

from affray.core.message import Verbatim, joined, msg
from affray.rulesets.traveller import tables as figures
from affray.rulesets.traveller.grapple import BASE, DRAGS, KEEPS, OUTCOMES
from affray.rulesets.traveller.healing import CARE_BASE, LOSS_BASE
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.sheet import CHARACTERISTICS, Weapon
from affray.sheet import Cell, Table

TIED = "\N{NO-BREAK SPACE}"
OUTCOME_RULES = {
    "carry on": ("TRV-GRAP-11",),
    "put prone": ("TRV-GRAP-03",),
    "disarm": ("TRV-GRAP-04", "TRV-GRAP-05"),
    "throw": ("TRV-GRAP-06", "TRV-GRAP-07"),
    "hurt": ("TRV-GRAP-08",),
    "break free": ("TRV-GRAP-09",),
    "drag": ("TRV-GRAP-10",),
}


def tables(house: House) -> tuple[Table, ...]:
    """Everything that is looked up in a fight."""
    arms = figures.weapons().values()
    return (
        Table("healing", "Getting better", ("what", "how", "rules"), _healing(house)),
        Table("dms", "DMs of characteristics", ("score", "DM"), tuple(_dms(house)),
              ("TRV-CORE-01", "TRV-R28")),
        Table("difficulties", "Difficulty", ("task", "DM"), tuple(_difficulties()), ("TRV-R1",),
              msg("{who, select, gm {Of a skill check that the rules leave open, as the game master says.} "
                  "other {Checks that the rules leave open are average.}}",
                  who=Verbatim(house.check_difficulty))),
        Table(
            "guns", "Guns",
            *figures.WeaponColumn.printed(("gun", "dice", "range", "shots", "scope", "skill"),
                                          [(w, _gun(w)) for w in arms if w.shoots]),
            ("TRV-RNG-01", "TRV-RNG-02"),
        ),
        Table(
            "blades", "Melee weapons",
            *figures.WeaponColumn.printed(("dice", "skill", "weapons"), _blades()),
            ("TRV-MEL-01", "TRV-MEL-02"),
        ),
        Table(
            "missiles", "To throw",
            *figures.WeaponColumn.printed(("weapon", "dice", "range"), [
                (w, (w.name, blast(w), msg("{reach}{tied}m", reach=w.reach // 100, tied=TIED)))
                for w in arms if w.thrown]),
            ("TRV-THR-01", "TRV-R36"),
        ),
        Table("armour", "Armour", ("suit", "stops", "against"), tuple(_suits()), ("TRV-R26",)),
        Table("cover", "Cover", ("behind", "adds", "rule"), tuple(_covers()), ("TRV-COVER-07",)),
        Table("outcomes", "Winning a grapple", ("outcome", "what it does", "rules"), _outcomes(house),
              ("TRV-GRAP-02",)),
        Table("people", "People", ("person", "figures", "skills; armed"), tuple(_people()), (),
              msg("Figures: {figures}.", figures=joined(", ", CHARACTERISTICS))),
    )  # fmt: skip


def _healing(house: House) -> tuple[tuple[Cell, ...], ...]:
    """How the wounded get better."""
    evenly = msg("{left, select, player {evenly, the odd point as you like} other {evenly, odd points to "
                 "END, then STR}}", left=Verbatim(house.healing_remainder))  # fmt: skip
    rows = (
        ("wake", "2D + END DM, once a minute (10 rounds); each failure puts +1 on the next try",
         ("TRV-WAKE-01", "TRV-WAKE-02", "TRV-WAKE-03", "TRV-WAKE-04")),
        ("first aid", msg("2D + Medic + EDU DM, with a medikit, within a minute of the wound: as many points "
                          "back as the Effect, at least 1, where the medic likes. Fail: nothing. Once {once, "
                          "select, fight {in a fight} other {for the wounds there are}}",
                          once=Verbatim(house.aid_once)),
         ("TRV-FAID-01", "TRV-FAID-02", "TRV-FAID-03", "TRV-FAID-04", "TRV-FAID-05", "TRV-FAID-06",
                                                                                     "TRV-FAID-07")),
        ("surgery", msg("2D + Medic + EDU DM, in a sickbay or hospital: as many points back as the Effect. "
                        "Fail: lose {base} and what was missing{how, select, even {, spread evenly} other {; "
                        "no armour helps}}",
                        base=LOSS_BASE, how=Verbatim(house.surgery_failure)),
         ("TRV-SURG-01", "TRV-SURG-02", "TRV-SURG-03", "TRV-SURG-04")),
        ("medical care", msg("no check; in a sickbay or hospital, with one of the three whole: {base} + END "
                             "DM + the doctor's Medic a day, {evenly}", base=CARE_BASE, evenly=evenly),
         ("TRV-CARE-01", "TRV-CARE-02", "TRV-CARE-03", "TRV-CARE-04", "TRV-CARE-05")),
        ("bed rest", msg("a full day in bed: 1D + END DM, {evenly}; with all three hurt END DM alone, "
                         "{floor, select, true {never below 0} other {which may be a loss}}",
                         evenly=evenly, floor=house.natural_floor),
         ("TRV-NAT-01", "TRV-NAT-02", "TRV-NAT-03", "TRV-NATS-01", "TRV-NATS-02")),
        ("the mind", msg("{each, select, each {INT and EDU come back by 1 a day each} other {INT, then EDU, "
                         "comes back by 1 a day}}", each=Verbatim(house.mental_total)), ("TRV-MENT-01",)),
        ("augmented", "the medic's DM is lowered by how far the highest augmentation's TL is above that of "
                      "the place",
         ("TRV-AUG-01",)),
    )  # fmt: skip
    return tuple((what, how, " ".join(rules)) for what, how, rules in rows)


def _dms(house: House) -> Iterable[tuple[Cell, ...]]:
    """Scores from one to another, and their DMs."""
    rows = list(reversed(figures.modifiers()))
    ends = [least - 1 for least, _ in rows[1:]]
    for (low, dm), high in zip(rows, [*ends, None], strict=True):
        score = f"{low}+" if high is None else str(low) if low == high else f"{low}\N{EN DASH}{high}"
        yield score, f"{house.characteristic_zero if low == 0 else dm:+d}"


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


def _blades() -> list[tuple[Weapon, tuple[Cell, ...]]]:
    """Weapons of the same dice, skill and further columns in a line, by the first of them."""
    alike: dict[tuple[int, str, tuple[tuple[str, int], ...]], list[Weapon]] = {}
    for w in figures.weapons().values():
        if w.melee:
            alike.setdefault((w.dice, w.skill.partition("(")[2].rstrip(")"), w.columns), []).append(w)
    return [
        (arms[0], (msg("{dice}D", dice=dice), skill, joined(", ", (w.name for w in arms))))
        for (dice, skill, _), arms in sorted(alike.items())
    ]


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


def _outcomes(house: House) -> tuple[tuple[Cell, ...], ...]:
    """What the winner of a grapple may do, in the order in which it is offered."""
    does = {
        "carry on": "you hold on, and that is all",
        "put prone": "your opponent goes down",
        "disarm": msg("your opponent drops a weapon; {effect, select, margin {if you won by {keeps} or more} "
                      "other {with an Effect of {keeps} or more}} you may take it",
                      keeps=KEEPS, effect=Verbatim(house.grapple_effect)),
        "throw": msg("your opponent flies 1D metres and takes 1D damage{armour, select, true {, less armour} "
                     "other {, whatever the armour}}; the grapple is over", armour=house.grapple_armour),
        "hurt": msg("damage of {base} + {effect, select, margin {what you won by} other {your "
                    "Effect}}{armour, select, true {, less armour} other {, whatever the armour}}",
                    base=BASE, effect=Verbatim(house.grapple_effect), armour=house.grapple_armour),
        "break free": "the grapple is over, and you may move off as with a move",
        "drag": msg("you drag your opponent up to {metres} m", metres=DRAGS // 100),
    }  # fmt: skip
    return tuple((name, does[name], " ".join(OUTCOME_RULES[name])) for name in OUTCOMES)


def _people() -> Iterable[tuple[Cell, ...]]:
    for p in figures.people().values():
        skills = joined(", ", (joined(TIED, (name, str(level))) for name, level in p.skills.items()))
        arms = joined(", ", [*p.armour, *p.weapons])
        yield (
            p.name,
            joined(TIED, map(str, p.figures)),
            msg("{skills}; {arms}", skills=skills, arms=arms or "unarmed"),
        )
