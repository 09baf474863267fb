"""What one Attack does to one target: the AP, the row, the contest, the damage."""

from __future__ import annotations

from affray.rulesets.horizon import blow, dive, harm, wounding
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.blow import ANYWHERE, THROW, Blow, attack_ap, passes_pool
from affray.rulesets.horizon.dice import halved
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.profile import banded, row
from affray.rulesets.horizon.state import Body, Game


def strike(
    play: Game, actor: Fighter, target: Fighter, way: Blow, penalty: str, wound: str, place: int
) -> None:
    """One target of an Attack: the AP, the row, the contest, the damage.

    `penalty` names the condition that lowers the AP, `wound` the one that this target may suffer.
    """
    dive.forewarned(play, target, actor)
    ap = attack_ap(play, actor, target, way, wounding.mod(penalty))
    dealt = row(play, way.weapon, ap.total).damage
    damage, why = dealt[min(place, len(dealt) - 1)], ["HZN-PRF-03"]
    if way.makeshift:
        damage = halved(damage)
        why += ["HZN-PBR-09", "HZN-IMP-04" if way.improvised else "HZN-PBR-06"]
    within = blow.in_reach(play, actor, target, way)
    if halving(play, way) and not within:
        damage = halved(damage)
        why.append("HZN-RUL-28")
    if any(mod.rule.startswith("HZN-PBR") for mod in ap):
        why.append("HZN-PBR-02")
    rules = (*dealt_by(actor, target, place), *dict.fromkeys(why), *kind_rules(play, way))
    if penalty:
        rules += wounding.declared_by(penalty)
    other = target.who if target != actor else None
    play.do(fx.Attacked(actor.who, way.called, ap.total, damage, penalty, other), *rules, tally=ap)
    holds = wounding.contested(play, actor, target, way, ap, wound)
    doubled = holds and wound == "head"
    if doubled and play.house.head_doubles == "before":
        damage *= 2
    far = blow.reach(play, actor, way) if play.house.dive_time == "void" and within else ANYWHERE
    after = doubled and play.house.head_doubles == "after"
    passing = passes_pool(play, actor, target, way)
    play.call(harm.suffer, target, actor, damage, passing, far, after, wound if holds else "")


def dealt_by(actor: Fighter, target: Fighter, place: int) -> tuple[str, ...]:
    """The rules of every Attack: it lands, and several in a turn deal the same.

    On one target they add up, among several they are shared out.  See HZN-ATK-01, -03..05.
    """
    if place or not actor.about(_struck):
        return ("HZN-ATK-01",)
    same = actor.between(target, _struck_already)
    return ("HZN-ATK-01", "HZN-ATK-03", "HZN-ATK-04" if same else "HZN-ATK-05")


def _struck(b: Body) -> bool:
    return bool(b.struck)


def _struck_already(b: Body, other: Body) -> bool:
    return other.sheet.name in b.struck


def kind_rules(play: Game, way: Blow) -> tuple[str, ...]:
    """The rules of the way and the weapon."""
    rules = [way.weapon.rule, *banded(play, way.weapon)]
    if way.improvised:
        rules += ["HZN-IMP-01", "HZN-IMP-03", "HZN-IMP-05", "HZN-PBR-08"]
    if way.how == THROW:
        rules.append("HZN-PRF-08")
    elif way.weapon.unarmed:
        rules.append("HZN-PRF-09")
    elif not way.at_hand:
        rules.append("HZN-PRF-06")
    return tuple(rules)


def halving(play: Game, way: Blow) -> bool:
    """By the option: beyond its range it does half damage (HZN-RUL-28)."""
    return play.house.range_beyond == "half" and not way.at_hand
