"""The attack: one roll against a defence that settles both hit and damage."""

from __future__ import annotations

from functools import partial

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.core.tally import Mod, Tally, tally
from affray.rulesets.d6 import advantage, harm, vehicles
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.codes import Meaning, dice, thrown
from affray.rulesets.d6.declare import WEAPON, Action, Lines, Need, SheetLine, foes
from affray.rulesets.d6.defence import against
from affray.rulesets.d6.dice import DIE
from affray.rulesets.d6.fighter import Fighter, hidden, in_reach, weapons_at_hand
from affray.rulesets.d6.house import House
from affray.rulesets.d6.sheet import Weapon
from affray.rulesets.d6.state import Game, State

SHOTS = 5
"""Shots in a burst, and for each five feet of a zone."""


# --- the dice of the attacker -----------------------------------------------------------------------


def skill_tally(actor: Fighter, skill: str, *mods: Mod | None, rule: str = "DSX-ATK-01") -> Tally:
    """A code in pips, with what further actions, the vehicle and conditions take off.

    See DSX-MULTI-01.
    """
    return tally(
        Mod(actor.blood_rule or rule, actor.code(skill), skill),
        dice(-actor.extra(), "DSX-MULTI-01", "further actions"),
        *vehicles.unsteady(actor),
        *fx.Condition.modifiers(actor, skill),
        *mods,
    )


def attack_tally(actor: Fighter, target: Fighter, weapon: Weapon, burst: bool) -> Tally:
    """Every modifier of an attack on one combatant."""
    return skill_tally(
        actor,
        weapon.skill,
        Mod("DSX-BURST-03", burst_of(actor, weapon)[1], "burst") if burst else None,
        aim_mod(actor, target, weapon),
        advantage.die_over(actor, target),
    )


def burst_of(actor: Fighter, weapon: Weapon) -> tuple[int, int]:
    """The shots of a burst, and the pips it adds; by the option fewer of both (DSX-R32)."""
    lengths = ((SHOTS, DIE), (4, 2), (2, 1)) if actor.play.house.burst_short else ((SHOTS, DIE),)
    return next(((shots, pips) for shots, pips in lengths if actor.has_shots(weapon.name, shots)), (0, 0))


def aim_mod(actor: Fighter, target: Fighter, weapon: Weapon) -> Mod | None:
    """The dice of a round spent aiming at this target with this weapon (DSX-AIM-01)."""
    if not actor.aimed or actor.aims_with != weapon.name or actor.aims_at != target:
        return None
    return dice(actor.aimed, "DSX-AIM-01", "aimed")


def rolled(
    play: Game, actor: Fighter, what: str, pool: Tally, *rules: str, means: Meaning | None = None
) -> int:
    """The total of a code; nobody throws no dice (DSX-R8)."""
    if pool.total < DIE and play.house.dice_least == "none":
        play.do(fx.Flat(actor.who, what, tuple(pool)), "DSX-R8", *rules)
        return max(0, pool.total)
    return thrown(
        play, actor, what, play.house.dice_least, pool, *rules, *vehicles.ruled_by(actor), means=means
    )


# --- what has to hold ---------------------------------------------------------------------------------


def attack_needs(play: Game, actor: Fighter, target: Fighter, act: Act, burst: bool = False) -> list[Need]:
    """What has to hold for an attack with a weapon."""
    weapon = actor.weapon(act.item)
    conditions = [
        (weapon is not None and not weapon.explosive, "DSX-ITEM-03", "the weapon is not in hand"),
        (actor != target and target.living(), "DSX-R33", "there is no target"),
        *in_sight(actor, target),
    ]
    if weapon is None:
        return conditions
    rule, why = ("DSX-R29", "is out of reach") if weapon.melee else ("DSX-R23", "is out of range")
    return [
        *conditions,
        (actor.between(target, in_reach(weapon.reach)), rule, why),
        (weapon.melee or actor.has_shots(act.item, 1), "DSX-ITEM-04", "is not loaded"),
        manages(actor, attack_tally(actor, target, weapon, burst)),
    ]


def burst_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    """The same, and an automatic weapon with shots enough (DSX-BURST-01, -02)."""
    weapon, conditions = actor.weapon(act.item), attack_needs(play, actor, target, act, burst=True)
    if weapon is None:
        return conditions
    return [
        *conditions,
        (weapon.automatic, "DSX-BURST-01", "the weapon is not fully automatic"),
        (burst_of(actor, weapon)[0] > 0, "DSX-BURST-02", "there are not enough shots left"),
    ]


def in_sight(actor: Fighter, target: Fighter) -> list[Need]:
    """What has to hold for sight: neither is out of that of the other (DSX-SUPP-09, DSX-R20)."""
    return [
        (not actor.between(target, hidden), "DSX-R20", "is out of sight"),
        (not target.between(actor, hidden), "DSX-SUPP-09", "it is out of sight there"),
    ]


def manages(actor: Fighter, pool: Tally) -> Need:
    """What has to hold for a roll: there is anything left of the code (DSX-R8)."""
    return actor.manages(pool.total), "DSX-R8", "no dice are left"


# --- the attack ---------------------------------------------------------------------------------------


def attack(play: Game, actor: Fighter, target: Fighter, act: Act, burst: bool = False) -> None:
    """Shots are spent, and the attack is rolled (DSX-CORE-01)."""
    weapon = actor.weapon(act.item)
    if weapon is None:
        return
    pool = attack_tally(actor, target, weapon, burst)
    if not weapon.melee:
        shots, rule = (burst_of(actor, weapon)[0], "DSX-BURST-02") if burst else (1, "DSX-ITEM-04")
        play.do(fx.Fired(actor.who, act.item, shots), rule)
    play.call(strike, actor, target, pool, "burst" if burst else "attack", weapon.damage, "reflexes")
    spent(play, actor)


def strike(
    play: Game, actor: Fighter, target: Fighter, pool: Tally, what: str, damage: int, which: str
) -> None:
    """One roll against one defence (DSX-ATK-01, -04)."""
    number = against(play, actor, target, which)
    means: Meaning = lambda total: read_as(total - number)  # noqa: E731
    total = rolled(play, actor, what, pool, "DSX-CORE-01", "DSX-ATK-01", means=means)
    if total >= number:
        play.call(hit, actor, target, damage, total - number)
    else:
        play.do(fx.Missed(target.who), "DSX-ATK-04")
    alarmed(play, target)


def read_as(margin: int) -> tuple[str, ...]:
    """The rule of what a roll comes to beyond a defence, or below it (DSX-ATK-02..04)."""
    return ("DSX-ATK-04",) if margin < 0 else ("DSX-ATK-03",) if margin else ("DSX-ATK-02",)


def alarmed(play: Game, target: Fighter) -> None:
    """Whoever has been attacked and is still in the fight knows of it from then on.

    See DSX-R39.
    """
    if play.house.aware_attacked and not target.aware and target.able:
        play.do(fx.Noticed(target.who), "DSX-R39", "DSX-AWARE-01")


def hit(play: Game, actor: Fighter, target: Fighter, damage: int, margin: int) -> None:
    """Damage of a hit: the listed number, and what was rolled beyond the defence."""
    [rule] = read_as(margin)
    listed = harm.whole(play, actor, damage, "DSX-ATK-02")
    harm.suffer(play, target, (listed, Mod("DSX-ATK-03", margin, "margin")), rule, "DSX-CORE-01")


def spent(play: Game, actor: Fighter) -> None:
    """After an attack the aim is gone, and everybody knows of the attacker."""
    play.do(fx.Fought(actor.who), "DSX-R31")
    if actor.unseen:
        play.do(fx.Revealed(actor.who), "DSX-AWARE-01")


# --- as actions -----------------------------------------------------------------------------------------


def to_attack_with(fight: State, who: Who) -> list[str]:
    """The weapons in hand that strike or shoot, and the fists."""
    return [w.name for w in weapons_at_hand(fight.bodies[who]) if not w.explosive]


def automatics(fight: State, who: Who) -> list[str]:
    """The fully automatic weapons in hand."""
    return [w.name for w in weapons_at_hand(fight.bodies[who]) if w.automatic]


def burst_note(house: House) -> str:
    """What a burst takes, for the sheet."""
    return msg(
        "fully automatic, {shots} shots{short, select, true {; with less two pips for 4, one "
        "for 2} other {}}",
        shots=SHOTS,
        short=house.burst_short,
    )


ATTACK = Action(
    name="attack",
    lines=Lines(to_attack_with, foes),
    conditions=attack_needs,
    run=attack,
    event="attacks",
    skill=WEAPON,
    family="attack",
    tags={"attack", "targeted"},
    at="",
    sheet=SheetLine(("DSX-ATK-01",)),
)
BURST = Action(
    name="burst",
    lines=Lines(automatics, foes),
    conditions=burst_needs,
    run=partial(attack, burst=True),
    event="attacks",
    skill=WEAPON,
    family="attack",
    tags={"attack", "targeted"},
    sheet=SheetLine(("DSX-BURST-01", "DSX-BURST-02"), burst_note),
)
