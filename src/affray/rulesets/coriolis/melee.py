"""Melee: the attack, the defence declared before the roll, and the dice of both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import figure, msg
from affray.core.missed import Missed
from affray.core.tally import Mod, Tally
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import harm, overwatch, reaction
from affray.rulesets.coriolis.bonus import hit, raise_initiative, struck_away
from affray.rulesets.coriolis.declare import Action, Lines, Rule, SheetLine, foes, handy
from affray.rulesets.coriolis.fighter import (
    Fighter,
    apart,
    defends_with,
    hostile,
    melee_in_hand,
    weapon_named,
)
from affray.rulesets.coriolis.phrases import armed_with
from affray.rulesets.coriolis.phrases import sixes as so_many
from affray.rulesets.coriolis.pool import skill_tally, tested
from affray.rulesets.coriolis.sheet import CLOSE, Weapon
from affray.rulesets.coriolis.state import Game, State
from affray.sheet import Item
from affray.tabletop.question import NO_YES, Question

CANCEL, COUNTER, COUNTER_CRITICAL, DISARM, RAISE, UNSPENT = (
    "decrease damage", "counterattack", "counter critical", "disarm", "raise initiative", "unspent"
)  # fmt: skip
IN_RETURN = "critical injury in return"
"""What a counterattack with more sixes is called."""
QUICK = Mod("COR-MQ-02", -2, "quick")
ALONE, TOGETHER = "COR-MEL-12", "COR-DEF-05"
"""The rule of an attack roll that nobody defends against; and of one with a defence."""
SUCCESS, MISS = "COR-MEL-02", "COR-MEL-07"
BOUGHT = {CANCEL: "COR-DEF-07", COUNTER: "COR-DEF-09", DISARM: "COR-DEF-10", RAISE: "COR-DEF-11"}
"""The rules of what defence sixes buy."""


# --- the actions --------------------------------------------------------------------------------


def to_strike_with(fight: State, who: Who) -> tuple[str, ...]:
    """What somebody can strike with."""
    return melee_in_hand(fight.bodies[who])


def light_ones(fight: State, who: Who) -> tuple[str, ...]:
    """What of that is light."""
    b = fight.bodies[who]
    return tuple(name for name in melee_in_hand(b) if weapon_named(b, name).light)


def strike_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Refuse a blow at somebody who is not within arm's length (COR-MEL-03, -04)."""
    weapon = actor.weapon(act.item)
    play.need(weapon is not None and weapon.melee, "COR-ACT-12", "the weapon is not in hand")
    handy(play, actor, weapon)
    play.need(not actor.prone, "COR-MEL-04", "is prone")
    play.need(target != actor and not target.dead, "COR-MEL-03", "there is nobody to strike")
    play.need(actor.band_to(target) == CLOSE, "COR-MEL-03", "the target is not at Close range")


def quick_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """The same, and what is not light (COR-MQ-03)."""
    strike_needs(play, actor, target, act)
    weapon = actor.weapon(act.item)
    play.need(weapon is None or weapon.light, "COR-MQ-03", "the weapon is not light")


@dataclass(frozen=True, slots=True)
class Blow:
    """Strikes at somebody within arm's length, who may be no longer there (COR-MEL-01..12)."""

    mods: tuple[Mod, ...]

    def __call__(self, play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
        """With a weapon that may be no longer in hand."""
        if actor.weapon(act.item) and actor.band_to(target) == CLOSE:
            clash(play, actor, target, act.item, self.mods)


def blow(
    *mods: Mod,
    name: str,
    weapons: Callable[[State, Who], tuple[str, ...]],
    needs: Rule,
    cost: int,
    rules: tuple[str, ...],
    sheet: SheetLine,
) -> Action:
    """A melee attack."""
    return Action(
        name=name,
        lines=Lines(weapons, foes),
        needs=needs,
        cost=cost,
        rules=rules,
        run=Blow(mods),
        family="blow",
        tags={"attack", "targeted"},
        at="on",
        sheet=sheet,
    )


MELEE = blow(
    name="melee attack",
    weapons=to_strike_with,
    needs=strike_needs,
    cost=2,
    rules=("COR-ACT-06", "COR-MEL-11"),
    sheet=SheetLine(("COR-ACT-06",)),
)
QUICK_MELEE = blow(
    QUICK,
    name="quick melee attack",
    weapons=light_ones,
    needs=quick_needs,
    cost=1,
    rules=("COR-MQ-01",),
    sheet=SheetLine(
        ("COR-MQ-01", "COR-MQ-03"), msg("{dice} dice, light weapons", dice=figure(QUICK.amount, "+d"))
    ),
)


def clash(
    play: Game, actor: Fighter, target: Fighter, name: str, mods: tuple[Mod, ...], defendable: bool = True
) -> None:
    """The target says whether it defends, then the dice are rolled (COR-DEF-02, -04, COR-MEL-12)."""
    if actor.prone:
        return
    if play.house.engaged == "explicit":
        play.call(engage, actor, target)
    with_ = defence(play, actor, target, name) if defendable else ""
    if actor.able and not target.dead and actor.weapon(name) is not None:
        play.call(exchange, actor, target, name, with_, mods)


def engage(play: Game, actor: Fighter, target: Fighter) -> None:
    """By the option a melee attack is what engages two in melee (AMB-31)."""
    if actor.between(target, hostile):
        play.do(fx.Engaged(actor.who, target.who), "AMB-31")
        play.do(fx.Engaged(target.who, actor.who), "AMB-31")
        overwatch.caught_in_melee(play, actor)
        overwatch.caught_in_melee(play, target)


def part(play: Game, one: Fighter) -> None:
    """By the option a melee ends where the two are no longer Close (AMB-31)."""
    for other in one.ranked(apart):
        play.do(fx.Parted(one.who, other.who), "AMB-31")


class Attacked(NamedTuple):
    """Who attacks with what, and what a defence costs."""

    by: Fighter
    weapon: str
    cost: int


DEFEND: Question[Attacked, bool] = Question(
    name="defend",
    asks=lambda who, foe, about: msg(
        "{foe} attacks {armed}. Does {who} defend ({cost} AP)?",
        foe=foe,
        armed=armed_with(about.weapon),
        who=who,
        cost=about.cost,
    ),
    tells="{who} defends",
    rules=("COR-DEF-02", "COR-DEF-04"),
    options=NO_YES,
    listed=lambda house: Item(
        "defend in melee",
        ("COR-DEF-01", "COR-DEF-03"),
        msg("{cost} AP; NPCs 1 darkness too", cost=house.defence_cost),
    ),
)
DEFEND_WITH: Question[tuple[Fighter, *tuple[str, ...]], str] = Question(
    name="defend with",
    asks="What does {who} defend with against {foe}?",
    tells=lambda who, weapon: msg("{who} defends {armed}", who=who, armed=armed_with(weapon)),
    rules=("COR-DEF-05",),
)


def defence(play: Game, actor: Fighter, target: Fighter, name: str) -> str:
    """The weapon with which the target defends (COR-DEF-01..04); empty when it does not or cannot."""
    cost = play.house.defence_cost
    if not reaction.can_react(play, target, cost) or not reaction.can_pay_darkness(play, target, True):
        return ""
    if not DEFEND.put(play, target, Attacked(actor, name, cost)):
        return ""
    reaction.react(play, target, cost, True, "COR-DEF-01", "COR-ACT-13")
    if target.watching:
        play.do(fx.WatchEnded(target.who), "COR-OVW-07")
    return chosen_to_defend(play, actor, target) if overwatch.interrupted(play, target) else ""


def chosen_to_defend(play: Game, actor: Fighter, target: Fighter) -> str:
    """The weapon that the target defends with, if there is more than one in hand."""
    options = target.about(defends_with)
    if len(options) == 1:
        return options[0]
    return DEFEND_WITH.put(play, target, (actor, *options), lambda: options)


# --- the dice -----------------------------------------------------------------------------------


def exchange(
    play: Game,
    actor: Fighter,
    target: Fighter,
    name: str,
    defends_with: str,
    mods: tuple[Mod, ...],
    rules: tuple[str, ...] = (),
) -> None:
    """The dice of a melee attack, and what both sides buy with their sixes.

    See COR-MEL-02, COR-DEF-05.
    """
    weapon = actor.weapon(name)
    if weapon is None:
        return
    sixes = play.call(attacked, actor, target, weapon, mods, bool(defends_with), rules)
    lost, missed = "", (SUCCESS if defends_with else MISS) if not sixes else BOUGHT[CANCEL]
    if defends_with:
        sixes, lost = play.call(parried, actor, target, weapon, defends_with, sixes)
    if sixes:
        causes = ("COR-DEF-13" if defends_with else "COR-MEL-06", *(("COR-MEL-09",) if sixes == 1 else ()))
        spending = ("COR-MEL-08", "COR-MEL-10", *(("COR-DEF-14",) if defends_with else ()))
        play.call(hit, actor, target, weapon, sixes, "melee", causes, spending)
    else:
        play.remark(Missed(target.who, actor.who), missed)
    if lost and lost in actor.droppable:
        harm.drop(play, actor, lost, "COR-DEF-10")


def attacked(
    play: Game,
    actor: Fighter,
    target: Fighter,
    weapon: Weapon,
    mods: tuple[Mod, ...],
    together: bool,
    rules: tuple[str, ...],
) -> int:
    """The sixes of a melee attack, alone or together with a defence."""
    pool = melee_tally(play, actor, target, weapon, mods)
    how, means = (TOGETHER, read_together) if together else (ALONE, read_alone)
    return tested(play, actor, "melee attack", "melee combat", pool, how, *rules, means=means)


def read_alone(got: int, last: bool) -> tuple[str, ...]:
    """The rules that say what so many sixes mean that nobody defends against (COR-MEL-02, -06, -07, -09)."""
    if not got:
        return (MISS,) if last else ()
    hit = (SUCCESS, "COR-MEL-06", "COR-DMG-01")
    return (*hit, "COR-MEL-09") if got == 1 and last else hit


def read_together(got: int, last: bool) -> tuple[str, ...]:
    """The same where somebody defends, which may take sixes away (COR-MEL-02)."""
    return (SUCCESS, "COR-DMG-01") if got else (SUCCESS,) if last else ()


def melee_tally(play: Game, actor: Fighter, target: Fighter, weapon: Weapon, mods: tuple[Mod, ...]) -> Tally:
    """Every modifier of a melee attack (COR-MEL-01, COR-MEL-05, AMB-08)."""
    prone = int(play.house.prone_melee) if target.prone else 0
    return skill_tally(
        actor,
        "melee combat",
        "COR-MEL-01",
        Mod("COR-MEL-05", weapon.bonus, weapon.name),
        *mods,
        Mod("AMB-19", prone, "prone target"),
    )


def defence_tally(play: Game, actor_armed: bool, target: Fighter, weapon: Weapon) -> Tally:
    """Every modifier of a defence (COR-DEF-05, COR-DEF-12, AMB-30).

    What one is born with is no weapon in hand, on either side.
    """
    guns = play.house.unarmed_ranged_counts and bool(target.ranged_in_hand)
    bare = weapon.natural and actor_armed and not guns
    return skill_tally(
        target,
        "melee combat",
        "COR-DEF-05",
        Mod("COR-MEL-05", weapon.bonus, weapon.name),
        Mod("COR-DEF-12", -2, "unarmed against a weapon") if bare else None,
    )


class Defended(NamedTuple):
    """The sixes of the attack, those left of the defence, what these have bought and can buy."""

    sixes: int
    left: int
    bought: tuple[str, ...]
    options: tuple[str, ...]


DEFENCE_SIX: Question[Defended, str] = Question(
    name="defence six",
    asks=lambda who, _, about: msg(
        "{who} defends with {sixes} against the attacker's {n}. Buy which defence effect?",
        who=who,
        sixes=so_many(about.left),
        n=about.sixes,
    ),
    tells=lambda who, what: (
        msg("{who} spends a defence six: {what}", who=who, what=what)
        if what != IN_RETURN
        else msg("{who} spends sixes on a critical injury in return", who=who)
    ),
)


def parried(
    play: Game, actor: Fighter, target: Fighter, weapon: Weapon, defends_with: str, sixes: int
) -> tuple[int, str]:
    """The defender's dice and what its sixes buy (COR-DEF-06..13).

    Returns the attacker's sixes that are left, and what it is to drop; empty for nothing.
    """
    own, lost = target.weapon(defends_with), ""
    if own is None:
        return sixes, lost
    left = play.call(defended, target, own, not weapon.natural)
    bought: tuple[str, ...] = ()
    through = False
    while left:
        options = spends(play, actor, own, sixes, left, bought, through)
        about = Defended(sixes, left, bought, options)
        rules = _of_spending(options, CANCEL in bought)
        what = DEFENCE_SIX.put(play, target, about, lambda about=about: about.options, by=rules)  # type: ignore[misc]
        if what == UNSPENT:
            break
        left -= own.crit if what == COUNTER_CRITICAL else 1
        bought = (*bought, what)
        if what == CANCEL:
            sixes -= 1
        elif what == COUNTER:
            through |= play.call(harm.suffer, actor, target, own.damage, False, "COR-DEF-09")
        elif what == COUNTER_CRITICAL:
            harm.injure(play, actor, 0, target, ("AMB-28", "COR-CRT-01"))
        elif what == DISARM:
            lost = struck_away(play, target, actor, "COR-DEF-10", weapon.name)
        elif what == RAISE:
            raise_initiative(play, target, "COR-DEF-11")
    return sixes, lost


def defended(play: Game, target: Fighter, weapon: Weapon, armed: bool) -> int:
    """The sixes of a defence, against somebody armed or not (COR-DEF-05)."""
    pool = defence_tally(play, armed, target, weapon)
    return tested(play, target, "defence", "melee combat", pool, "COR-DEF-05")


@cache
def _of_spending(options: tuple[str, ...], cancelled: bool) -> tuple[str, ...]:
    """The rules of what a defence six can buy."""
    rules = ["COR-DEF-06", *[BOUGHT[option] for option in options if option in BOUGHT]]
    return (*rules, "COR-DEF-08") if cancelled and CANCEL in options else tuple(rules)


def spends(
    play: Game,
    actor: Fighter,
    own: Weapon,
    sixes: int,
    left: int,
    bought: tuple[str, ...],
    through: bool,
) -> tuple[str, ...]:
    """What a defence six can buy; the first leaves it unspent.

    See COR-DEF-07..11, AMB-28, AMB-29; whoever holds anything can be disarmed of it (AMB-53).
    """
    house, choices = play.house, [UNSPENT]
    if sixes:
        choices.append(CANCEL)
    if COUNTER not in bought or house.counter_repeat:
        choices.append(COUNTER)
    struck = COUNTER in bought and (through or not house.crit_needs_damage)
    if house.counter_crit and struck and COUNTER_CRITICAL not in bought and 0 < own.crit <= left:
        choices.append(COUNTER_CRITICAL)
    if DISARM not in bought and actor.droppable:
        choices.append(DISARM)
    if RAISE not in bought or house.defence_repeat_initiative:
        choices.append(RAISE)
    return tuple(choices)
