"""Melee: the attack at arm's length."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.tally import Mod
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.checks import best_of, checked, hit_or_missed
from affray.rulesets.traveller.declare import attack
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.figures import melee_in_hand
from affray.rulesets.traveller.harm import damage, hit
from affray.rulesets.traveller.ranged import after_attack
from affray.rulesets.traveller.reaction import reacted, reaction_mod
from affray.rulesets.traveller.sheet import DEX, STR, Weapon
from affray.rulesets.traveller.state import Game, State


def blow_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Refuse a blow without a weapon in hand, or bare hands, or at whom one does not reach (TRV-MEL-01)."""
    weapon = actor.weapon(act.item)
    play.need(weapon is not None and weapon.melee, "TRV-MEL-01", "the weapon is not in hand")
    within_reach(play, actor, target, "TRV-MEL-01")


def strikes(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Strike with a weapon in hand, or bare hands (TRV-MEL-01..03)."""
    weapon = actor.weapon(act.item)
    if weapon is None:
        return
    how = play.call(reacted, target, actor, weapon).how
    play.call(strike, actor, target, weapon, how)
    after_attack(play, actor)


def within_reach(play: Game, actor: Fighter, target: Fighter, rule: str) -> None:
    """Refuse whoever is not at arm's length, and by the option whoever lies.

    See TRV-R35.
    """
    play.need(target != actor, rule, "the target is the attacker")
    play.need(not target.dead, rule, "the target is dead")
    play.need(not target.unseen, "TRV-R9", "the target is not seen")
    play.need(actor.beside(target), rule, "the target is not at arm's length")
    play.need(play.house.lying_melee or not actor.prone, "TRV-R35", "is prone")


def strike(play: Game, actor: Fighter, target: Fighter, weapon: Weapon, how: str) -> None:
    """The roll of a melee attack, and the hit."""
    points = play.call(dealt, actor, target, weapon, how)
    if points is None:
        play.do(fx.Missed(target.who), "TRV-MEL-03")
        return
    play.call(hit, actor, target, points, "TRV-MEL-02")


def dealt(play: Game, actor: Fighter, target: Fighter, weapon: Weapon, how: str) -> int | None:
    """All dice of the attack up to the points that come through; None for a miss."""
    effect = play.call(aimed, actor, target, weapon, how)
    if effect < 0:
        return None
    return damage(play, actor, target, weapon, weapon.dice, effect, None, "TRV-MEL-02")


def aimed(play: Game, actor: Fighter, target: Fighter, weapon: Weapon, how: str) -> int:
    """The Effect of the check, against a parry or a dodge."""
    by = best_of(play, actor, "melee attack", "TRV-MEL-01", STR, DEX)
    aim = Mod("TRV-AIM-01", actor.aim, "aim")
    defence = reaction_mod(play, target, how, weapon)
    means = hit_or_missed("TRV-MEL-02", "TRV-MEL-03")
    return checked(play, actor, "melee attack", weapon.skill, by, "TRV-MEL-01", aim, defence, means=means)


def blades(fight: State, who: Who) -> tuple[str, ...]:
    """What one can strike with."""
    return melee_in_hand(fight.bodies[who])


STRIKE = attack(
    name="melee attack",
    items=blades,
    needs=blow_needs,
    run=strikes,
    rule="TRV-MEL-01",
    note="2D + Melee + STR or DEX",
)
