"""The odds of the sheet: scores, damage per round, wounds, Stealth."""

from __future__ import annotations

from affray.core.effect import Who
from affray.core.message import msg
from affray.rulesets.horizon import blow, skill, tables, wounding
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.pilot import sensible
from affray.rulesets.horizon.profile import combat_test
from affray.rulesets.horizon.reference.people import RANK, TRAIT, between, lost, person
from affray.rulesets.horizon.sheet import LOCKED, Weapon
from affray.rulesets.horizon.state import Body, Game
from affray.rulesets.horizon.strike import strike
from affray.rulesets.horizon.tables import LAST
from affray.sheet import OddsTable, RuleQuestion

RANKS = range(1, 11)
LEAST = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12)
TRAINED, GIFTED = (2, 4, 6, 8, 10), (2, 4, 6)
EDGES = (1, 6, 11, 16, 21)
"""Where the rows of the profiles' cards begin."""
CLOSE, FAR = 1, 10
"""Metres at which blows and shots are compared."""
METRES = (30,)
POOLS, ARMOURS = (10, 20), (4,)
SCORES = (2, 4, 6, 8, 10, 12, 14)
ENDURANCES = (LOCKED, 1, 2, 3, 4, 5, 6, 8)
SNEAKS = (1, 2, 3, 4, 5, 6, 8)
TIER = 2
"""Of the weapons that are compared; a tier more is much like five points of score more."""
OTHER = 2
"""The traits of those who resist and watch."""


def odds(house: House) -> tuple[OddsTable, ...]:
    """Everything that is worth knowing before one rolls."""
    return (dice(house), rows(house), holds(house), stealth(house), rounds(house))


def dice(house: House) -> OddsTable:
    """What the dice of a test come to."""
    return OddsTable(
        "dice-odds",
        "Dice worth at least",
        "rank",
        tuple(map(str, RANKS)),
        tuple(map(str, LEAST)),
        lambda row, column: _dice(house, RANKS[row], LEAST[column]),
        rules=("HZN-SKL-01", "HZN-SKL-02"),
        note="Per cent. The trait comes on top: a score of 9 with a trait of 3 needs 6 from the dice.",
    )


def rows(house: House) -> OddsTable:
    """Where in a profile a combat test lands."""
    cases = [(rank, trait) for trait in GIFTED for rank in TRAINED]
    last = len(EDGES) - 1
    names = (*(f"{low}-{low + 4}" for low in EDGES[:-1]), f"{EDGES[last]}+")
    return OddsTable(
        "row-odds",
        "Row of a combat test",
        "trait, rank",
        tuple(msg("{trait}, {rank}", trait=trait, rank=rank) for rank, trait in cases),
        names,
        lambda row, column: _row(house, *cases[row], column),
        rules=("HZN-PRF-02", "HZN-PRF-03", "HZN-SKL-05"),
        note="Per cent, by the rows of the combat profiles.",
    )


def rounds(house: House) -> OddsTable:
    """Damage of a round of Attacks with the common weapon of each class."""
    weapons = tuple(weapon for weapon in tables.book(house).weapons.values() if weapon.tier == TIER)
    where = [(CLOSE, 0, 0), (FAR, 0, 0), *((m, 0, 0) for m in METRES)]
    against = [*((0, pool, 0) for pool in POOLS), *((0, 0, armour) for armour in ARMOURS)]
    names = (
        [msg("{m} m", m=m) for m, _, _ in where]
        + [msg("Def {n}", n=n) for n in POOLS]
        + [msg("arm. {n}", n=n) for n in ARMOURS]
    )
    return OddsTable(
        "round-odds",
        "Damage of a round",
        "weapon",
        tuple(weapon.short for weapon in weapons),
        tuple(names),
        lambda row, column: _round(house, weapons[row], *[*where, *against][column]),
        "mean",
        ("HZN-ATK-03", "HZN-ATK-08", "HZN-DEF-03", "HZN-DEF-06", "HZN-DEF-07", "HZN-RUL-12"),
        msg(
            "On average of two Attacks, of grenades one, with tier {tier} of each class, rank {rank} and "
            "trait {trait}, as far as the score reaches; then against a Defense pool or armour, at {far} m, "
            "of blows at {close} m. A tier more is about as good as 5 AP more.",
            tier=TIER,
            rank=RANK,
            trait=TRAIT,
            far=FAR,
            close=CLOSE,
        ),
    )


def holds(house: House) -> OddsTable:
    """Whether a condition takes hold, once the score is known."""
    return OddsTable(
        "wound-odds",
        "A wound takes hold",
        "AP",
        tuple(map(str, SCORES)),
        tuple("none" if rank == LOCKED else str(rank) for rank in ENDURANCES),
        lambda row, column: _holds(house, SCORES[row], ENDURANCES[column]),
        rules=("HZN-WND-03", "HZN-WND-04"),
        note=msg(
            "Per cent: the AP that the penalty leaves, by the target's Endurance, with a trait of {other}.",
            other=OTHER,
        ),
    )


def stealth(house: House) -> OddsTable:
    """Whether a sneaker stays unseen."""
    return OddsTable(
        "stealth-odds",
        "A sneaker stays unseen",
        "Stealth",
        tuple(map(str, SNEAKS)),
        ("none", *map(str, SNEAKS)),
        lambda row, column: _unseen(house, SNEAKS[row], (LOCKED, *SNEAKS)[column]),
        rules=("HZN-STL-02", "HZN-STL-03"),
        note=msg(
            "Per cent, by rank and the watcher's rank in Awareness, each with a trait of {other}.",
            other=OTHER,
        ),
    )


def _dice(house: House, rank: int, least: int) -> RuleQuestion:
    def rule(play: Game) -> bool:
        return skill.tested(play, Fighter(play, Who(0)), "test", "awareness") >= least

    return RuleQuestion(
        between(person("A", house, rank=rank, trait=0), person("B", house), house), rule, sensible
    )


def _row(house: House, rank: int, trait: int, place: int) -> RuleQuestion:
    low, high = EDGES[place], (*EDGES[1:], LAST + LAST)[place]

    def rule(play: Game) -> bool:
        one = Fighter(play, Who(0))
        combat_test(play, one)
        return low <= one.about(_score) < high

    one = person("A", house, tables.book(house).weapons["light-combat-shotgun"], rank=rank, trait=trait)
    return RuleQuestion(between(one, person("B", house), house), rule, sensible)


def _score(b: Body) -> int:
    return b.tests[0][1]


def _round(house: House, weapon: Weapon, metres: int, pool: int, armour: int) -> RuleQuestion | None:
    if metres > FAR and (weapon.strikes or weapon.unarmed):
        return None
    if metres == FAR and weapon.strikes:
        return None

    def rule(play: Game) -> int:
        one, other = Fighter(play, Who(0)), Fighter(play, Who(1))
        combat_test(play, one)
        way = blow.blow(one, blow.ATTACK)
        if blow.in_reach(play, one, other, way):
            for _ in range(1 if weapon.blast else 2):
                strike(play, one, other, way, "", "", 0)
        return other.about(lost)

    far = metres or (CLOSE if weapon.strikes else FAR)
    target = person("B", house, metres=far, armour=armour, pool=pool)
    return RuleQuestion(between(person("A", house, weapon), target, house), rule, sensible)


def _holds(house: House, ap: int, rank: int) -> RuleQuestion:
    def rule(play: Game) -> bool:
        return bool(wounding.overcome(play, Fighter(play, Who(1)), ap, "stagger"))

    target = person("B", house, rank=rank, trait=OTHER)
    return RuleQuestion(between(person("A", house), target, house), rule, sensible)


def _unseen(house: House, sneak: int, watch: int) -> RuleQuestion:
    def rule(play: Game) -> bool:
        one, other = Fighter(play, Who(0)), Fighter(play, Who(1))
        hidden = skill.tested(play, one, "hide", "stealth")
        seen = skill.prevails(play, skill.tested(play, other, "watch", "awareness"), hidden)
        return not seen

    one, other = person("A", house, rank=sneak, trait=OTHER), person("B", house, rank=watch, trait=OTHER)
    return RuleQuestion(between(one, other, house), rule, sensible)
