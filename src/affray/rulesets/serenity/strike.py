"""Attack against defence: the dice of one attack, and what a hit does."""

from __future__ import annotations

from typing import NamedTuple

from affray.core.message import msg
from affray.core.missed import Missed
from affray.core.tally import Mod, Tally, tally
from affray.rulesets.serenity import defence, harm, tables
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.dice import Die
from affray.rulesets.serenity.fighter import Fighter, manages, rate_left, table
from affray.rulesets.serenity.needs import Needs, met
from affray.rulesets.serenity.roll import (
    attribute_die,
    checked,
    lost,
    reaches,
    several,
    skill_die,
    stance,
    throw,
)
from affray.rulesets.serenity.sheet import BASIC, BEYOND, LONG, MEDIUM, STUN, Weapon
from affray.rulesets.serenity.state import Game
from affray.rulesets.serenity.tables import HARD, UNARMED
from affray.tabletop.question import Question


class Aim(NamedTuple):
    """What an attack is aimed at: steps to hit, and steps of damage, by which rules."""

    steps: int
    damage: int
    rule: str
    damage_rule: str


AIMS = {
    "limb": Aim(-1, 2, "SER-LIMB-01", "SER-LIMB-02"),
    "vital": Aim(-2, 4, "SER-VITAL-01", "SER-VITAL-02"),
    "minuscule": Aim(-3, 6, "SER-TINY-01", "SER-TINY-02"),
}
"""The special targets on a body."""
MARKED = {"vital": "stunned", "minuscule": "injury"}
"""What a hit leaves, by what it was aimed at; of a limb it is the limb."""
EXTRAORDINARY = 7
"""By the option: the margin of an extraordinary success (SER-R31)."""
DISARM = "disarm"
ROUNDS = {"single": 1, "burst": 3, "autofire": 10}
"""Rounds that each setting takes (SER-SINGLE-01, SER-BURST-01, SER-R24)."""
MODE_RULES = {"single": "SER-SINGLE-01", "burst": "SER-BURST-01", "autofire": "SER-R24"}
LIMBS = ("arm", "leg")
MISSED = -1
"""The margin of an attack that stays below the defence."""
THROWN_WORST = -4
"""The most steps that a throw can be harder by, for what was not made for it (SER-R19)."""


class How(NamedTuple):
    """An attack: with what, at what, on which setting.

    `rights` says whether it is the free attack of a gun to the head.
    """

    weapon: Weapon
    aim: str = ""
    mark: str = ""
    mode: str = "single"
    rights: bool = False
    steps: int = 0


# --- the dice -----------------------------------------------------------------------------------


def skill_of(actor: Fighter, weapon: Weapon) -> int:
    """The place of the skill that a weapon asks for."""
    return actor.level(weapon.skill, weapon.speciality)


def attack_die(play: Game, actor: Fighter, target: Fighter, how: How, ahead: int = 0) -> Tally:
    """The skill die of an attack with every step up and down."""
    weapon = how.weapon
    mods = (
        Mod("SER-BURST-03", -2, "burst") if how.mode == "burst" else None,
        None if how.rights else several(play, actor, ahead),
        None if how.rights else stance(actor),
        Mod("SER-RIGHTS-02", 2, "bang to rights") if how.rights else None,
        *aim_mods(how),
        *distance_mods(play, actor, target, how),
    )
    return skill_die(play, skill_of(actor, weapon), weapon.skill, "SER-ATK-01", *mods)


def distance_mods(play: Game, actor: Fighter, target: Fighter, how: How) -> tuple[Mod, ...]:
    """What the distance does, or a thing that was never made to be thrown.

    See SER-RANGE-00..04, SER-THROW-01, SER-R19.
    """
    weapon = how.weapon
    if weapon.thrown:
        return (Mod("SER-THROW-01", how.steps or thrown_steps(actor, target, weapon), "not made for it"),)
    if weapon.melee:
        return ()
    far = actor.band_to(target, weapon)
    if far == BEYOND:
        return ()
    row = tables.bands()[far]
    return (Mod(row.rule, row.steps, "range"),)


def thrown_steps(actor: Fighter, target: Fighter, weapon: Weapon) -> int:
    """Steps by shape, size and distance, -1 to -4 (SER-R19)."""
    far = actor.band_to(target, weapon) >= MEDIUM
    return max(THROWN_WORST, -1 - ("awkward" in weapon.tags) - ("big" in weapon.tags) - far)


def aim_mods(how: How) -> tuple[Mod, ...]:
    """What aiming at a part of the body, or at a weapon, costs."""
    if how.aim == DISARM:
        melee = how.weapon.melee
        rule, steps = ("SER-DISARM-01", -2) if melee else ("SER-DISARM-02", -4)
        return (Mod(rule, steps, "disarm"),)
    aim = AIMS.get(how.aim)
    return (Mod(aim.rule, aim.steps, how.aim),) if aim else ()


def first_die(play: Game, actor: Fighter, weapon: Weapon) -> Tally:
    """The attribute die of an attack (SER-R27)."""
    by_hand = weapon.melee and play.house.attack_attribute == "strength"
    return attribute_die(play, actor, "strength" if by_hand else "agility", "SER-R27", attacks=True)


def against(play: Game, actor: Fighter, target: Fighter, how: How, ahead: int = 1) -> Needs:
    """What an attack needs: whether it holds, by which rule, and why not."""
    weapon = how.weapon
    yield not target.dead, "SER-ATK-01", "the target is dead"
    yield target != actor, "SER-ATK-01", "the target is the attacker"
    yield not target.hidden, "SER-R36", "the target has not been seen"
    yield actor.about(manages(weapon)), "SER-LIMB-03", "both arms are out of use"
    if weapon.melee:
        yield actor.near(target), "SER-R35", "the target is not within arm's length"
    else:
        yield actor.band_to(target, weapon) < BEYOND, "SER-RANGE-04", "the target is out of range"
        enough = weapon.thrown or actor.loaded(weapon.name, ROUNDS[how.mode])
        yield enough, MODE_RULES[how.mode], "has too few rounds left"
        yield actor.about(rate_left(weapon.name)), "SER-R33", "cannot be fired so often in one turn"
    if how.mode != "single":
        yield weapon.automatic, "SER-AUTO-01", "is no automatic weapon"
    if how.aim == DISARM:
        yield bool(target.droppable), "SER-DISARM-03", "the target has nothing in hand"
    level = skill_of(actor, weapon)
    yield (
        not lost(level, attack_die(play, actor, target, how, ahead)),
        "SER-ACT-03",
        "the penalties leave no skill die",
    )


def possible(play: Game, actor: Fighter, target: Fighter, how: How, ahead: int = 1) -> bool:
    """Whether nothing speaks against an attack."""
    return met(against(play, actor, target, how, ahead))


WHICH_LIMB: Question[tuple[Fighter], str] = Question(
    name="which limb",
    asks="{who} hits {foe}. Which limb?",
    tells="{who} goes for the {what}",
    rules=("SER-LIMB-01",),
    options=LIMBS,
)


def at_limb(play: Game, actor: Fighter, target: Fighter, how: How) -> How:
    """The attack with the limb that it is aimed at, if it is (SER-LIMB-01)."""
    if how.aim != "limb":
        return how
    return how._replace(mark=WHICH_LIMB.put(play, actor, (target,)))


# --- one attack ---------------------------------------------------------------------------------


def strike(play: Game, actor: Fighter, target: Fighter, how: How) -> None:
    """The target defends, the dice are rolled, a hit counts."""
    melee = how.weapon.melee
    kind = defence.chosen(play, target, actor, melee, still=how.rights)
    play.call(resolve, actor, target, how, kind, 0)
    wake(play, target)
    see_through(play, actor, target)


def see_through(play: Game, actor: Fighter, target: Fighter) -> None:
    """By the option a feint is over with the attack that it was made for (SER-R17)."""
    if play.house.feint_lasts == "attack" and actor.fooled == target:
        play.do(fx.Feinted(actor.who, None), "SER-R17")


def resolve(play: Game, actor: Fighter, target: Fighter, how: How, kind: str, number: int) -> None:
    """The dice of an attack against a defence, and what a hit does."""
    dealt = play.call(thrown, actor, target, how, kind, number)
    if dealt is not None:
        return play.again(hit, actor, target, how, dealt)
    play.remark(Missed(target.who, actor.who), "SER-ATK-01")
    return play.again(blocked, actor, target, how) if kind == defence.BLOCK else None


def thrown(
    play: Game, actor: Fighter, target: Fighter, how: How, kind: str, number: int
) -> harm.Dealt | None:
    """All dice of an attack up to the harm that it deals; None for a miss (SER-DMG-01..04)."""
    margin = play.call(contest, actor, target, how, kind, number)
    if margin == MISSED:
        return None
    if how.aim == DISARM and not play.house.disarm_damage:
        return harm.Dealt(0, 0)
    basic, dealt, _ = kinds(play, actor, how.weapon)
    suffered = harm.dealt(play, target, actor, margin, basic, damage_dice(actor, target, how), dealt)
    great = margin >= EXTRAORDINARY and play.house.roll_extraordinary
    return suffered._replace(great=great)


def wake(play: Game, target: Fighter) -> None:
    """Whoever was attacked knows that there is a fight (SER-R36)."""
    if not target.aware and target.up:
        play.do(fx.Noticed(target.who), "SER-R36")


def contest(play: Game, actor: Fighter, target: Fighter, how: How, kind: str, number: int = 0) -> int:
    """By how much the attack reaches the defence; below 0 it misses.

    A `number` above 0 was rolled before (SER-ATK-01, SER-DMG-01).
    """
    melee = how.weapon.melee
    least = number or defence.number(play, target, actor, kind, melee)
    first, second = first_die(play, actor, how.weapon), attack_die(play, actor, target, how)
    rules = ("SER-ATK-01", *defence.rules_of(play, target, actor, kind, melee))
    far = () if melee or how.weapon.thrown else ranged_rules(actor.band_to(target, how.weapon))
    harmless = how.aim == DISARM and not play.house.disarm_damage

    def means(got: int, last: bool) -> tuple[str, ...]:
        if not reaches(play, got, least):
            return ()
        tied = ("SER-R28",) if got == least and last else ()
        return tied if harmless else ("SER-DMG-01", *tied)

    what = msg("attack against {least}", least=least)
    got = throw(play, actor, what, first, second, *rules, *far, means=means)
    return got - least if reaches(play, got, least) else MISSED


def ranged_rules(far: int) -> tuple[str, ...]:
    """The rules of a distance: what moves the skill die, or leaves it as it is.

    See SER-RANGE-00..04.
    """
    if far >= BEYOND:
        return ()
    row = tables.bands()[far]
    return ("SER-RANGE-00", row.rule) if row.steps else (row.rule,)


# --- a hit --------------------------------------------------------------------------------------


def hit(play: Game, actor: Fighter, target: Fighter, how: How, dealt: harm.Dealt) -> None:
    """What was dealt is suffered, and whatever the attack was aimed at (SER-DMG-05)."""
    if how.aim == DISARM:
        if target.droppable:
            play.call(disarmed, target)
        if not play.house.disarm_damage:
            return None
    rules = ("SER-DMG-01", "SER-DMG-02", *kinds(play, actor, how.weapon)[2])
    mark = how.mark or MARKED.get(how.aim, harm.EXTRAORDINARY if dealt.great else "")
    return play.again(harm.suffer, target, dealt, mark, banks(play, actor, how), *rules)


def banks(play: Game, actor: Fighter, how: How) -> bool:
    """Whether the harm waits until all who act at the same time have acted (SER-R2).

    That of who interrupts somebody does not.
    """
    return table(play).shared and not how.rights and not actor.poised


def kinds(play: Game, actor: Fighter, weapon: Weapon) -> tuple[str, str, tuple[str, ...]]:
    """The kinds of the basic damage and of the weapon's.

    See SER-UNARM-01, -02, SER-R26.
    """
    if weapon.name != UNARMED:
        return BASIC, weapon.harm, ()
    if actor.has("mean left hook"):
        return BASIC, BASIC, ("SER-UNARM-02", "SER-R26")
    return (STUN if play.house.unarmed_margin == "stun" else BASIC), STUN, ("SER-UNARM-01", "SER-R26")


def damage_dice(actor: Fighter, target: Fighter, how: How) -> Tally:
    """The weapon's place on the ladder, with the steps of a special target."""
    weapon, aim = how.weapon, AIMS.get(how.aim)
    place = weapon.damage
    if "shot" in weapon.tags:
        place = {MEDIUM: 3, LONG: 2}.get(actor.band_to(target, weapon), place)
    more = Mod(aim.damage_rule, aim.damage, how.aim) if aim else None
    return tally(Die("SER-DMG-03", place, weapon.name), more)


def disarmed(play: Game, target: Fighter) -> None:
    """The target makes a hard check, or the weapon falls (SER-DISARM-03)."""
    if not checked(play, target, "hold on", ("agility", "willpower"), HARD, "SER-DISARM-03", "SER-R16"):
        harm.drop(play, target, target.droppable, "SER-DISARM-03")


def blocked(play: Game, actor: Fighter, target: Fighter, how: How) -> None:
    """A block with bare hands still takes the weapon's damage.

    See SER-BLOCK-03, SER-R21.
    """
    armed = target.best_melee != UNARMED
    if armed or how.weapon.name == UNARMED or play.house.block_unarmed == "none" or how.aim == DISARM:
        return None
    dice = damage_dice(actor, target, How(how.weapon))
    dealt = play.call(harm.dealt, target, actor, 0, BASIC, dice, how.weapon.harm)
    return play.again(harm.suffer, target, dealt, "", banks(play, actor, how), "SER-BLOCK-03", "SER-R21")


def burst(play: Game, actor: Fighter, target: Fighter, how: How) -> None:
    """Three attack rolls at one target, against one defence (SER-BURST-02, SER-R23)."""
    kind, number = defence.chosen(play, target, actor, False), 0
    for _ in range(ROUNDS["burst"]):
        number = play.call(bullet, actor, target, how, kind, number)
    wake(play, target)
    see_through(play, actor, target)


def bullet(play: Game, actor: Fighter, target: Fighter, how: How, kind: str, number: int) -> int:
    """One of the three; by the option innate defence is rolled for the first only.

    Gives that number for the next one, 0 where it is rolled again.
    """
    if target.dead:
        return 0
    kind = defence.left_of(target, kind)
    keeps = kind == defence.INNATE and play.house.burst_innate == "once"
    if keeps and not number:
        number = defence.number(play, target, actor, kind, False)
    play.call(resolve, actor, target, how, kind, number if keeps else 0)
    return number if keeps else 0
