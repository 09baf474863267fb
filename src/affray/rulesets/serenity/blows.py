"""Whatever is done to somebody, in the order of the menu: what of it could have waited for them."""

from __future__ import annotations

from collections.abc import Callable

from affray.core.act import Act
from affray.core.view import derived
from affray.rulesets.serenity import area, attacks, explosives, harm, wrestling
from affray.rulesets.serenity.declare import Action, Blow
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.state import Body, Game, Table
from affray.rulesets.serenity.tables import UNARMED
from affray.tabletop import Mixed

BLOWS: tuple[Blow, ...] = (
    *(attacks.ATTACK, attacks.LIMB, attacks.VITAL, attacks.MINUSCULE, attacks.DISARM, attacks.BURST),
    *(attacks.THROW, area.AUTOFIRE, explosives.THROW_EXPLOSIVE),
    *(wrestling.FEINT, wrestling.GRAPPLE, wrestling.HOLD_AT_GUNPOINT),
)
BY_NAME = {blow.name: blow for blow in BLOWS}


def places(b: Body) -> Callable[[Act], int]:
    """By the weapon: those in hand, bare hands, what is thrown, and last what needs none."""
    thrown = (w.name for w in dict.fromkeys(b.kit) if w.thrown or w.explosive)
    places = {name: n for n, name in enumerate((*b.hands, UNARMED, *thrown, ""))}
    return lambda act: places[act.item]


MIXED: Mixed[Body, Table, House, Action] = Mixed(BLOWS, lambda fight, who: places(fight.bodies[who]))
"""How they stand in the menu."""


@derived
def at_hand(b: Body) -> tuple[Act, ...]:
    """What one could do to somebody: each blow with the weapon it takes, legal or not."""
    acts = [Act(blow.name, item=item) for blow in BLOWS for item in blow.lines.weapons(b)]
    return tuple(sorted(acts, key=places(b)))


def open_at(play: Game, one: Fighter, target: Fighter) -> tuple[Act, ...]:
    """What can be done to somebody with an action that waited."""
    acts = [act._replace(at=target.who) for act in one.about(at_hand)]
    return tuple([act for act in acts if BY_NAME[act.name].needs.met(play, one, target, act)])


def turn_gun(play: Game, actor: Fighter, act: Act) -> None:
    """Whoever attacks anybody else takes the gun from a head (SER-R34)."""
    victim = actor.victim
    if victim is not None and act.at != victim.who:
        harm.spare(play, actor, "SER-R34")
