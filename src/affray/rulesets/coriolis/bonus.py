"""Sixes beyond the first: damage before armour, the other effects after it."""

from __future__ import annotations

from typing import NamedTuple

from affray.core.message import msg
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import harm, pin
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.phrases import sixes as so_many
from affray.rulesets.coriolis.sheet import Weapon
from affray.rulesets.coriolis.state import Game
from affray.tabletop.question import Question

DONE, CRITICAL, FEAR, SUPPRESS, RAISE, DISARM, GRAPPLE = (
    "done", "critical injury", "strike fear", "suppress", "raise initiative", "disarm", "grapple"
)  # fmt: skip

CRITICALS = {
    False: (("COR-MBE-03", "COR-CRT-01"), ("COR-MBE-04",)),
    True: (("COR-RBE-03", "COR-CRT-01"), ("COR-RBE-04",)),
}
"""The rules of a critical injury and of its rerolls, in melee and at range."""

REPEATED = {
    (FEAR, False): ("COR-MBE-05", "COR-MBE-06"),
    (SUPPRESS, True): ("COR-RBE-05", "COR-RBE-09"),
    (RAISE, False): ("COR-MBE-07", "COR-MBE-08"),
    (RAISE, True): ("COR-RBE-07", "COR-RBE-08"),
}
"""Effects that may be bought again, in melee and at range: their rule, and the one that repeats them."""


class Extra(NamedTuple):
    """Sixes beyond the first of a hit, and of what kind it is."""

    target: Fighter
    weapon: Weapon
    extra: int
    kind: str


class Left(NamedTuple):
    """Sixes that are left of a hit, and what they can buy."""

    target: Fighter
    weapon: Weapon
    sixes: int
    kind: str
    options: tuple[str, ...]


INCREASE_DAMAGE: Question[Extra, int] = Question(
    name="increase damage",
    asks=lambda who, foe, about: msg(
        "{who} hits {foe} with {n, plural, one {# extra six} other {# extra sixes}}. "
        "How many for damage (+1 each)? The rest can buy other effects",
        who=who,
        foe=foe,
        n=about.extra,
    ),
    tells=lambda who, n: msg(
        "{who} spends {n, plural, one {# extra six} other {# extra sixes}} on damage", who=who, n=int(n)
    ),
)
BONUS_EFFECT: Question[Left, str] = Question(
    name="bonus effect",
    asks=lambda who, foe, about: msg(
        "{who} has {sixes} left to spend against {foe}. On which effect?",
        who=who,
        sixes=so_many(about.sixes),
        foe=foe,
    ),
    tells=lambda who, what: (
        msg("{who} spends an extra six: {what}", who=who, what=what)
        if what != CRITICAL
        else msg("{who} spends sixes on a critical injury", who=who)
    ),
)
DISARM_WHAT: Question[tuple[Fighter], str] = Question(
    name="disarm what",
    asks="What does {foe} drop?",
    tells=lambda who, weapon: msg("{who} knocks the {weapon} away", who=who, weapon=weapon),
)


def hit(
    play: Game,
    actor: Fighter,
    target: Fighter,
    weapon: Weapon,
    sixes: int,
    kind: str,
    causes: tuple[str, ...] = (),
    spending: tuple[str, ...] = ("COR-RNG-09",),
) -> None:
    """An attack with sixes: damage, armour, then what the other sixes buy.

    See COR-DMG-01, AMB-10.  `kind` is "melee", "ranged" or "automatic"; `causes` are the rules of
    the damage, `spending` those of what the extra sixes buy.
    """
    extra, ranged = sixes - 1, kind != "melee"
    rules = ("COR-RBE-01", "COR-RBE-02") if ranged else ("COR-MBE-01", "COR-MBE-02")
    into = 0
    if extra:
        about = Extra(target, weapon, extra, kind)
        into = INCREASE_DAMAGE.put(
            play, actor, about, lambda: tuple(range(extra + 1)), by=(*rules, "COR-DMG-04")
        )
    spent = (actor, target, weapon, extra - into)
    early = play.house.bonus_timing == "all_before_armour"
    if early and extra > into:
        play.call(spend, *spent, True, kind, spending, frozenset())
    through = play.call(harm.suffer, target, actor, weapon.damage + into, ranged, *causes)
    if not early and extra > into and (through or play.house.negated == "harm_only"):
        return play.again(spend, *spent, through, kind, spending, frozenset())
    return None


def spend(
    play: Game,
    actor: Fighter,
    target: Fighter,
    weapon: Weapon,
    left: int,
    through: bool,
    kind: str,
    spending: tuple[str, ...],
    bought: frozenset[str],
) -> None:
    """Buy effects with the sixes left, one at a time, after those that are bought.

    The unspent are lost (COR-MEL-08, COR-RNG-09).
    """
    if not left:
        return None
    options = offers(play, actor, target, weapon, left, through, kind, bought)
    if len(options) == 1:
        return None
    what = BONUS_EFFECT.put(
        play, actor, Left(target, weapon, left, kind, options), lambda: options, by=spending
    )
    if what == DONE:
        return None
    ranged = kind != "melee"
    if what == CRITICAL:
        left = play.call(harm.injure, target, left - weapon.crit, actor, *CRITICALS[ranged])
    else:
        left -= 1
    # The second rule is on the receipt only where it is what lets the effect be bought again.
    by = REPEATED.get((what, ranged), ())[: 2 if what in bought else 1]
    if what == RAISE:
        raise_initiative(play, actor, *by)
    elif what == FEAR:
        harm.frighten(play, target, 1, *by)
    elif what == SUPPRESS:
        again = kind == "automatic" and not (SUPPRESS in bought and play.house.suppress_auto == "once")
        harm.frighten(play, target, 2 if again else 1, *by, *(["COR-RBE-06"] if again else []))
    elif what == DISARM:
        disarm(play, actor, target, "COR-RBE-10" if ranged else "COR-MBE-09")
    elif what == GRAPPLE:
        pin.pin(play, actor, target)
    return play.again(spend, actor, target, weapon, left, through, kind, spending, bought | {what})


def offers(
    play: Game,
    actor: Fighter,
    target: Fighter,
    weapon: Weapon,
    left: int,
    through: bool,
    kind: str,
    bought: frozenset[str],
) -> tuple[str, ...]:
    """What the sixes left can buy; the first keeps them unspent."""
    house, melee = play.house, kind == "melee"
    choices = [DONE]

    def once(what: str) -> bool:
        return house.crit_repeat or what not in bought

    if target.dead:
        return (DONE, RAISE)
    may_injure = (through or not house.crit_needs_damage) and (target.broken or not house.crit_only_if_broken)
    if weapon.crit and left >= weapon.crit and may_injure and once(CRITICAL):
        choices.append(CRITICAL)
    choices += [FEAR if melee else SUPPRESS, RAISE]
    if target.droppable and once(DISARM):
        choices.append(DISARM)
    if melee and once(GRAPPLE) and pin.possible(actor, target):
        choices.append(GRAPPLE)
    return tuple(choices)


def raise_initiative(play: Game, one: Fighter, *rules: str) -> None:
    """Initiative +2, from the next combat turn on (COR-INIT-12, AMB-02)."""
    how = play.house.init_raise
    if how == "next_turn_only":
        play.do(fx.Lifting(one.who, 2), *rules, "COR-INIT-12")
    else:
        play.do(fx.Raised(one.who, 2, how == "immediate"), *rules, "COR-INIT-12")


def disarm(play: Game, actor: Fighter, target: Fighter, rule: str) -> None:
    """The target drops a held item of the attacker's choice (AMB-53)."""
    if target.droppable:
        harm.drop(play, target, struck_away(play, actor, target, rule), rule)


def struck_away(play: Game, one: Fighter, other: Fighter, rule: str, first: str = "") -> str:
    """Which of the items that the other holds is named; `first` is listed before the rest (AMB-53)."""
    items = tuple(sorted(other.droppable, key=lambda name: name != first))
    if len(items) == 1:
        return items[0]
    return DISARM_WHAT.put(play, one, (other,), lambda: items, by=(rule,))
