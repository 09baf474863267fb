"""Whatever is done to somebody, by name: what it needs, and what it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from affray.core.act import Act
from affray.core.view import derived
from affray.rulesets.serenity import area, attacks, harm, wrestling
from affray.rulesets.serenity.fighter import Fighter, weapon_named
from affray.rulesets.serenity.needs import Needs, met
from affray.rulesets.serenity.state import Body, Game
from affray.rulesets.serenity.tables import UNARMED

AIMED = ("attack", "limb attack", "vital attack", "minuscule attack", "disarm")
ATTACKS = tuple(attacks.KINDS)


class Blow(NamedTuple):
    """What one kind of attack needs of whoever waited for it, and what it runs."""

    needs: Callable[[Game, Fighter, Fighter, Act], Needs]
    run: Callable[[Game, Fighter, Fighter, Act], None]


def _middle(target: Fighter, act: Act) -> Fighter | None:
    """The middle of an area, where it is a fighter."""
    return target if act.at is not None else None


def _autofire(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    area.autofire(play, actor, act.item, _middle(target, act), act.to)


def _throw_explosive(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    area.throw_explosive(play, actor, act.item, _middle(target, act), act.to)


_ATTACK = Blow(
    lambda play, one, target, act: attacks.against(play, one, target, act.name, act.item, 0),
    lambda play, one, target, act: attacks.attack(play, one, target, act.name, act.item),
)
BY_NAME: dict[str, Blow] = {
    **dict.fromkeys(ATTACKS, _ATTACK),
    "autofire": Blow(
        lambda play, one, target, act: area.sprayable(play, one, act.item, target, None, 0), _autofire
    ),
    "throw explosive": Blow(
        lambda play, one, target, act: area.throwable(play, one, act.item, target, None, 0), _throw_explosive
    ),
    "feint": Blow(
        lambda play, one, target, act: wrestling.fooled(play, one, target, 0),
        lambda play, one, target, act: wrestling.feint(play, one, target),
    ),
    "grapple": Blow(
        lambda play, one, target, act: wrestling.held(play, one, target, 0),
        lambda play, one, target, act: wrestling.grapple(play, one, target),
    ),
    "hold at gunpoint": Blow(
        lambda play, one, target, act: wrestling.menaced(play, one, target, act.item, 0),
        lambda play, one, target, act: wrestling.hold_at_gunpoint(play, one, target, act.item),
    ),
}
"""What is done to somebody, and could have waited for them (SER-R37)."""


@derived
def at_hand(b: Body) -> tuple[tuple[str, str], ...]:
    """What one could do to somebody: each blow with the weapon it takes, legal or not."""
    return tuple(_at_hand(b))


def _at_hand(b: Body) -> Iterator[tuple[str, str]]:
    for name in (*b.hands, UNARMED):
        weapon = weapon_named(b, name)
        if weapon.melee or weapon.gun:
            yield from ((kind, name) for kind in AIMED)
        if weapon.automatic:
            yield from (("burst", name), ("autofire", name))
        if weapon.gun:
            yield "hold at gunpoint", name
    for weapon in dict.fromkeys(b.kit):
        if weapon.thrown:
            yield "throw", weapon.name
        elif weapon.explosive and "planted" not in weapon.tags:
            yield "throw explosive", weapon.name
    yield from (("feint", ""), ("grapple", ""))


def open_at(play: Game, one: Fighter, target: Fighter) -> tuple[Act, ...]:
    """What can be done to somebody with an action that waited."""
    acts = [Act(name, target.who, item=item) for name, item in one.about(at_hand)]
    return tuple([act for act in acts if met(BY_NAME[act.name].needs(play, one, target, act))])


def turn_gun(play: Game, actor: Fighter, act: Act) -> None:
    """Whoever attacks anybody else takes the gun from a head (SER-R34)."""
    victim = actor.victim
    if victim is not None and act.at != victim.who:
        harm.spare(play, actor, "SER-R34")
