"""The odds of the sheet: codes against numbers, damage, and what is better."""

from __future__ import annotations

from affray.core.effect import Who
from affray.core.message import msg
from affray.core.play import Play
from affray.core.tally import Mod, tally
from affray.rulesets.d6 import attack
from affray.rulesets.d6.defence import against
from affray.rulesets.d6.dice import written
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.house import House
from affray.rulesets.d6.pilot import sensible
from affray.rulesets.d6.reference.people import FULL, between, person
from affray.rulesets.d6.sheet import Cover, Weapon
from affray.rulesets.d6.state import Body, Game, State
from affray.rulesets.d6.suppression import SUPPRESS
from affray.sheet import MeasureQuestion, OddsTable, RuleQuestion

CODES = (3, 5, 6, 8, 9, 11, 12, 14, 15, 18, 21, 24)
NUMBERS = (3, 5, 8, 10, 11, 13, 15, 18, 20, 25, 30)
SKILLS, ARMOURS = (6, 9, 12, 15, 18, 21), (0, 2, 3, 4, 5, 6, 7, 9, 10)
COUNTS = (1, 2, 3, 4)
DAMAGE, REFLEXES, SHOOTER, VEST = 12, 10, 15, 6
GUN = Weapon("gun", "ranged", "marksmanship", DAMAGE, 100, True, 100_000)
RIFLE = GUN._replace(damage=18)
CHOICES = attack.ATTACK, attack.ATTACK, attack.BURST, SUPPRESS
COVERS = ("", "light", "heavy", "total")


def odds(house: House) -> tuple[OddsTable, ...]:
    """Everything that is worth knowing before one rolls.

    Where a wild die meets a defence that is rolled, an attack has too many throws to be counted here.
    """
    many = house.wild_die and house.defence_number == "rolled"
    return (_reach(house, many), *(() if many else _attacks(house)))


def _reach(house: House, alone: bool) -> OddsTable:
    note = msg(
        "Per cent. 5 is any unaware target.{alone, select, true { Against rolled defences, a wild die has "
        "too many throws for a table; price an attack with affray odds.} other {}}",
        alone=alone,
    )
    return OddsTable(
        "reach-odds",
        "Odds to reach a number",
        "code",
        tuple(map(written, CODES)),
        tuple(map(str, NUMBERS)),
        lambda row, column: _reaches(house, CODES[row], NUMBERS[column]),
        rules=("DSX-ATK-01", "DSX-R8"),
        note=note,
    )


def _attacks(house: House) -> tuple[OddsTable, ...]:
    """What attacks come to, against a plain target."""
    ten = written(REFLEXES)
    return (
        OddsTable(
            "armour-odds",
            "Damage after armour",
            "code",
            tuple(map(written, SKILLS)),
            tuple(map(str, ARMOURS)),
            lambda row, column: _damage(house, SKILLS[row], ARMOURS[column]),
            "mean",
            ("DSX-ATK-03", "DSX-DMG-01"),
            msg(
                "On average, listed damage {damage} against Reflexes {reflexes}, by armour.",
                damage=DAMAGE,
                reflexes=ten,
            ),
        ),
        OddsTable(
            "several-odds",
            "One attack, or several?",
            "attacks",
            tuple(map(str, COUNTS)),
            tuple(map(written, SKILLS)),
            lambda row, column: _several(house, COUNTS[row], SKILLS[column]),
            "mean",
            ("DSX-MULTI-01", "DSX-R6"),
            msg(
                "Damage of the whole round on average, by code: {damage} listed, "
                "Reflexes {reflexes}, armour 3. The price in defences comes on top.",
                damage=DAMAGE,
                reflexes=ten,
            ),
        ),
        OddsTable(
            "choice-odds",
            "Which attack?",
            "attack",
            ("attack", "aimed attack", "burst", "suppress"),
            ("open", *(msg("{kind} cover", kind=kind) for kind in COVERS[1:])),
            lambda row, column: _choice(house, row, COVERS[column]),
            "mean",
            ("DSX-AIM-01", "DSX-BURST-03", "DSX-SUPP-01", "DSX-COVER-00"),
            msg(
                "Damage on average with {code} and an assault rifle against "
                "Reflexes {reflexes}, armour {armour}. Aiming takes a round before; "
                "suppressing fire goes on hurting.",
                code=written(SHOOTER),
                reflexes=ten,
                armour=VEST,
            ),
        ),
        OddsTable(
            "blast-odds",
            "Full damage of a blast",
            "thrown with",
            tuple(map(written, SKILLS)),
            tuple(map(written, (6, 9, 10, 12, 15, 18))),
            lambda row, column: _blast(house, SKILLS[row], (6, 9, 10, 12, 15, 18)[column]),
            rules=("DSX-AREA-02",),
            note="Per cent, by the Reflexes of each in the radius; otherwise half.",
        ),
    )


def _reaches(house: House, pips: int, number: int) -> RuleQuestion:
    def rule(play: Game) -> bool:
        pool = tally(Mod("DSX-ATK-01", pips, "code"))
        return attack.rolled(play, Fighter(play, Who(0)), "attack", pool) >= number

    return RuleQuestion(between(person("A"), person("B"), house), rule, sensible)


def _shot(house: House, pips: int, armour: int, weapon: Weapon = GUN, actions: int = 1) -> State:
    shooter = person("A", pips, weapon, actions=actions)
    target = person("B", 9, GUN, reflexes=REFLEXES, armour=armour, feet=40)
    return between(shooter, target, house)


def _damage(house: House, pips: int, armour: int) -> MeasureQuestion:
    return MeasureQuestion(
        _shot(house, pips, armour), Who(0), attack.ATTACK.act(Who(1), item=GUN.name), "damage to B"
    )


def _several(house: House, count: int, pips: int) -> RuleQuestion | None:
    """So many attacks are so many times one: no roll depends on another."""

    def rule(play: Game) -> int:
        one, target = Fighter(play, Who(0)), Fighter(play, Who(1))
        attack.attack(play, one, target, attack.ATTACK.act(item=GUN.name))
        return count * target.about(_lost)

    fight = _shot(house, pips, 3, actions=count)
    one = Fighter(Play(fight), Who(0))
    can = one.manages(attack.skill_tally(one, GUN.skill).total)
    return RuleQuestion(fight, rule, sensible) if can else None


def _lost(body: Body) -> int:
    return FULL - body.hp


def _choice(house: House, row: int, kind: str) -> MeasureQuestion:
    fight = _shot(house, SHOOTER, VEST, RIFLE)
    shooter, target = fight.fighters
    if kind:
        target = target._replace(cover=Cover(kind, kind))
    if row == 1:
        shooter = shooter._replace(aim=Who(1), aimed=1, aims_with=RIFLE.name)
    act = CHOICES[row].act(Who(1), item=RIFLE.name, n=5 * (row == 3))
    return MeasureQuestion(between(shooter, target, house), Who(0), act, "damage to B")


def _blast(house: House, pips: int, reflexes: int) -> RuleQuestion:
    def rule(play: Game) -> bool:
        pool = tally(Mod("DSX-ATK-01", pips, "code"))
        one, other = Fighter(play, Who(0)), Fighter(play, Who(1))
        return attack.rolled(play, one, "throw", pool) >= against(play, one, other)

    return RuleQuestion(between(person("A"), person("B", reflexes=reflexes, feet=20), house), rule, sensible)
