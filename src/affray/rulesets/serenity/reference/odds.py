"""The odds of the sheet: numbers reached, hits, damage, staying up, holds."""

from __future__ import annotations

from affray.core.dice import total
from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.message import joined, msg
from affray.core.play import Play
from affray.core.tally import Mod, tally
from affray.rulesets.serenity import defence, harm, roll, strike, wrestling
from affray.rulesets.serenity.dice import die_name
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.pilot import sensible
from affray.rulesets.serenity.reference.people import FULL, between, person
from affray.rulesets.serenity.reference.steps import GUN
from affray.rulesets.serenity.sheet import BASIC, WOUND, Cover
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, Body, Game, Table
from affray.rulesets.serenity.strike import How
from affray.rulesets.serenity.tables import AVERAGE, EASY, HARD, HARDER, covers, weapons
from affray.sheet import OddsTable, RuleQuestion

D4, D6, D8, D10, D12 = 2, 3, 4, 5, 6
PAIRS = ((D6, 0), (D6, D4), (D6, D6), (D8, D6), (D8, D8), (D10, D8), (D10, D10), (D12, D12), (D12, 8))
NUMBERS = (EASY, AVERAGE, HARD, HARD + HARDER, HARD + 2 * HARDER)
PLACES = (1, D4, D6, D8, D10, D12, 8)
SKILLS = (D4, D6, D8, D10, D12)
DODGES = (D4, D6, D8, D10)
DEFENCES = (
    ("unaware", 0),
    ("innate", 0),
    *((msg("dodge {die}", die=die_name(place)), place) for place in DODGES),
)
WEAPONS, RATINGS = (1, D4, D6, D8, D10, D12, 8, 10, 12), (0, 1, 2, 4, 6)
BODIES = ((D6, D6), (D8, D6), (D8, D8), (D10, D8), (D12, D12))
CHECKS = (0, 1, 2)
KINDS = ("attack", "limb attack", "vital attack", "minuscule attack", "burst", ALL_OUT_ATTACK)
PLAIN_SHOT = "a d8 gun at short range, innate defence d8, no armour."
"""The shot that choices are compared by."""
STRENGTHS = (D4, D6, D8, D10, D12)


def odds(house: House) -> tuple[OddsTable, ...]:
    """Everything that is worth knowing before one rolls."""
    return (
        OddsTable(
            "number-odds", "A number is reached", "dice", tuple(_pair(*pair) for pair in PAIRS),
            tuple(map(str, NUMBERS)),
            lambda row, column: _reached(house, *PAIRS[row], NUMBERS[column]),
            rules=("SER-ATK-01", "SER-R16"), note="Per cent, by attribute and skill die.",
        ),
        OddsTable(
            "hit-odds", "An attack hits", "skill", tuple(map(die_name, PLACES)),
            tuple(name for name, _ in DEFENCES),
            lambda row, column: _hits(house, PLACES[row], *DEFENCES[column]),
            rules=("SER-ATK-01", "SER-INNATE-02", "SER-INNATE-03", "SER-DODGE-02"),
            note="Per cent, after all steps; Agility d8 on both sides.",
        ),
        OddsTable(
            "cover-odds", "An attack hits through cover", "skill", tuple(map(die_name, PLACES)),
            ("none", *covers()),
            lambda row, column: _covered(house, PLACES[row], ("", *covers())[column]),
            rules=("SER-COVER-00",), note="Per cent against innate defence; Agility d8 on both sides.",
        ),
        OddsTable(
            "choice-odds", "Which attack?", "wounds on average", KINDS, tuple(map(die_name, SKILLS)),
            lambda row, column: _wounds(house, KINDS[row], SKILLS[column]), "mean",
            ("SER-LIMB-02", "SER-VITAL-02", "SER-TINY-02", "SER-BURST-02", "SER-AOA-01"),
            msg("By skill, one action: {one}", one=PLAIN_SHOT),
        ),
        _actions(house),
        OddsTable(
            "damage-odds", "Damage through armour", "dice", tuple(map(die_name, WEAPONS)),
            tuple(map(str, RATINGS)),
            lambda row, column: _through(house, WEAPONS[row], RATINGS[column]), "mean",
            ("SER-DMG-03", "SER-R33"), "On average, against so much armour; the margin comes on top.",
        ),
        OddsTable(
            "up-odds", "Staying conscious", "Vitality, Willpower", tuple(_pair(*pair) for pair in BODIES),
            tuple(joined("", (str(AVERAGE + HARDER * n), hurt)) for hurt in ("", ", hurt") for n in CHECKS),
            lambda row, column: _stays(house, *BODIES[row], column % len(CHECKS), column >= len(CHECKS)),
            rules=("SER-OUT-01", "SER-OUT-02", "SER-HURT-02"),
            note="Per cent, the first check and the next ones; hurt: wounds of half the life points or more.",
        ),
        OddsTable(
            "hold-odds", "A hold is got", "Unarmed", ("none", *map(die_name, SKILLS)),
            tuple(map(die_name, STRENGTHS)),
            lambda row, column: _hold(house, (0, *SKILLS)[row], STRENGTHS[column]),
            rules=("SER-GRAP-02", "SER-R18"),
            note="Per cent, by the foe's Strength; Agility d8 on both sides.",
        ),
    )  # fmt: skip


def _actions(house: House) -> OddsTable:
    """Shots of one round: as many as a gun fires, and as anybody may declare."""
    fastest = max(w.rate for w in weapons().values() if w.gun)
    most = min(fastest, house.act_most or fastest)
    return OddsTable(
        "actions-odds", "How many actions?", "actions", tuple(map(str, range(1, most + 1))),
        tuple(map(die_name, SKILLS)),
        lambda row, column: _several(house, row + 1, SKILLS[column]), "mean",
        ("SER-ACT-02", "SER-ACT-03", "SER-R4"),
        msg("Wounds on average by skill, all shots of the round together: {one}", one=PLAIN_SHOT),
    )  # fmt: skip


def _pair(first: int, second: int) -> str:
    if not second:
        return die_name(first)
    return msg("{first} + {second}", first=die_name(first), second=die_name(second))


def _reached(house: House, first: int, second: int, least: int) -> RuleQuestion:
    def rule(play: Game) -> bool:
        one, two = [tally(Mod("SER-ATK-01", place, "die")) for place in (first, second)]
        return roll.throw(play, Fighter(play, Who(0)), "test", one, two) >= least

    return RuleQuestion(between(person("A"), person("B", 9), house), rule, sensible)


def _contest(house: House, attacker: Body, target: Body, kind: str) -> RuleQuestion:
    def rule(play: Game) -> bool:
        one, other = Fighter(play, Who(0)), Fighter(play, Who(1))
        if kind == defence.DODGE:
            defence.dodge(play, other)
        return play.call(strike.contest, one, other, How(GUN), kind) > strike.MISSED

    return RuleQuestion(between(attacker, target, house), rule, sensible)


def _hits(house: House, skill: int, name: str, dodge: int) -> RuleQuestion:
    kind = defence.FIXED if name == "unaware" else defence.DODGE if dodge else defence.INNATE
    return _contest(house, person("A", 0, skill, GUN), person("B", 10, dodge), kind)


def _covered(house: House, skill: int, name: str) -> RuleQuestion:
    cover = Cover(name, name, covers()[name].difficulty) if name else None
    return _contest(house, person("A", 0, skill, GUN), person("B", 10, cover=cover), defence.INNATE)


def _wounds(house: House, kind: str, skill: int) -> RuleQuestion | None:
    aim, mode, stance = kind.split()[0], "single", ""
    if kind == ALL_OUT_ATTACK:
        stance = kind
    elif kind == "burst":
        mode = kind
    how = How(GUN, aim if aim in strike.AIMS else "", mode=mode)
    return _shots(house, how, strike.ROUNDS[mode], person("A", 0, skill, GUN, stance=stance))


def _several(house: House, actions: int, skill: int) -> RuleQuestion | None:
    if house.act_penalty == "all":
        return _shots(house, How(GUN), actions, person("A", 0, skill, GUN, acts=actions))
    return _shots(house, How(GUN), 1, *[person("A", 0, skill, GUN, used=n) for n in range(1, actions + 1)])


def _shots(house: House, how: How, times: int, *attackers: Body) -> RuleQuestion | None:
    """The wounds of all shots: each attacker's so many times; nothing where one has no skill die.

    Of several attackers one is drawn and shoots for all, so that no dice are thrown together.
    """
    many = len(attackers)

    def rule(play: Game) -> int:
        first, other = Fighter(play, Who(0)), Fighter(play, Who(many))
        drawn = play.roll(first, "which", lambda _: total(many)) - 1 if many > 1 else 0
        dealt = strike.thrown(play, Fighter(play, Who(drawn)), other, how, defence.INNATE, 0)
        return times * many * dealt.wounds if dealt else 0

    fight = Fight((*attackers, person("B", 10), Table(round=1, current=Who(0))), house)
    play: Game = Play(fight)
    for n in range(many):
        one, other = Fighter(play, Who(n)), Fighter(play, Who(many))
        if roll.lost(strike.skill_of(one, GUN), strike.attack_die(play, one, other, how)):
            return None
    return RuleQuestion(fight, rule, sensible)


def _through(house: House, place: int, rating: int) -> RuleQuestion:
    def rule(play: Game) -> int:
        one, other = Fighter(play, Who(0)), Fighter(play, Who(1))
        dice = tally(Mod("SER-DMG-03", place, "dice"))
        return harm.dealt(play, other, one, 0, BASIC, dice, WOUND).wounds

    return RuleQuestion(between(person("A"), person("B", 9, armour=rating), house), rule, sensible)


def _stays(house: House, vitality: int, willpower: int, checks: int, hurt: bool) -> RuleQuestion:
    def rule(play: Game) -> bool:
        one = Fighter(play, Who(0))
        harm.stay_up(play, one)
        return one.up

    one = person("A", checks=checks, stun=FULL, wounds=FULL // 2 if hurt else 0)
    sheet = one.sheet._replace(vitality=vitality, willpower=willpower)
    return RuleQuestion(between(one._replace(sheet=sheet), person("B", 9), house), rule, sensible)


def _hold(house: House, unarmed: int, strength: int) -> RuleQuestion:
    def rule(play: Game) -> bool:
        return wrestling.catches(play, Fighter(play, Who(0)), Fighter(play, Who(1)))

    other = person("B", 1)
    other = other._replace(sheet=other.sheet._replace(strength=strength))
    return RuleQuestion(between(person("A", 0, unarmed), other, house), rule, sensible)
