"""Automatic fire: die by die, among several targets.

It goes on until a one, or as long as the shooter likes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from affray.core.effect import Who
from affray.core.tally import NOTHING, Mod, tally
from affray.rulesets.coriolis import declare, ranged
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.bonus import hit
from affray.rulesets.coriolis.dice import burst, ones
from affray.rulesets.coriolis.fighter import Fighter, band, hostile
from affray.rulesets.coriolis.pool import Thrown, again, may_pray, prays, thrown
from affray.rulesets.coriolis.sheet import CLOSE, LONG, Weapon
from affray.rulesets.coriolis.shots import aimable
from affray.rulesets.coriolis.state import Body, Game

ENOUGH, ENOUGH_BLANKS = 24, 36
"""Sixes on one target, and dice without, beyond which a burst is taken as over in exact odds.

How often that is is told with the odds: where the shooter never stops, some millionths.
"""


def full_auto(play: Game, actor: Fighter, target: Fighter, name: str) -> None:
    """Empty the weapon at somebody, and whoever stands close by.

    See COR-SHT-09, COR-AUT-01..05.
    """
    declare.at_liberty(play, actor)
    weapon = aimable(play, actor, target, name)
    play.need(weapon is None or weapon.automatic, "COR-SHT-09", "the weapon is not automatic")
    if play.house.auto_max_range == "long":
        play.need(actor.band_to(target) <= LONG, "AMB-66", "full auto reaches Long range")
    if not declare.declared(play, actor, 3, "COR-SHT-09", "COR-ACT-02", weapon=name):
        return
    if weapon is None or actor.weapon(name) is None or not ranged.in_reach(play, actor, target, weapon):
        return
    play.call(fire, actor, target, weapon)
    ranged.after_shot(play, actor, weapon, "full auto")


class Onto(NamedTuple):
    """The next die goes to another target: the place among those near.

    With the dice so far.
    """

    place: int
    attack: Thrown
    dice: tuple[Thrown, ...]
    spare: bool


class Burst(NamedTuple):
    """A burst that is over: the sixes on each target.

    `rolled` says whether the attack roll itself hit, `emptied` says whether a one ended it.
    """

    sixes: tuple[int, ...]
    rolled: bool
    emptied: bool


def fire(play: Game, actor: Fighter, target: Fighter, weapon: Weapon) -> None:
    """The attack roll, further dice one at a time, then what they hit.

    See COR-AUT-01, -02.
    """
    targets = [target]
    end = play.call(opened, actor, target, weapon)
    while isinstance(end, Onto):
        seen = tuple(t.who for t in targets)
        targets.append(Fighter(play, further(play, actor, targets[-1], weapon, seen)[end.place]))
        seen, dice = (*seen, targets[-1].who), (*end.dice, Thrown(0, 0))
        end = play.call(
            spray,
            actor,
            targets[-1],
            weapon,
            end.attack,
            dice,
            end.spare,
            "named",
            seen,
            may_pray(play, actor),
        )
    if end.emptied:
        play.do(fx.ClipEmptied(actor.who, weapon.name), "COR-AUT-03")
    for at, sixes in zip(targets, end.sixes, strict=True):
        resolve(play, actor, at, weapon, sixes, end.rolled)


def opened(play: Game, actor: Fighter, target: Fighter, weapon: Weapon) -> Burst | Onto:
    """The attack roll, and further dice at its target.

    Its dice go with those unless it counts whether it hit by itself, or it was made with no dice.
    Dice without a six are counted only where a prayer over them may come.  Where none may, a die
    that changes nothing leaves the burst as it was, which gives it a price in closed form.
    """
    pool = ranged.shot_tally(play, actor, target, weapon, "full auto")
    found = ranged.unchanged(actor, target, "full auto")
    attack = thrown(play, actor, "full auto", pool, "COR-AUT-01", *ranged.READ_BY, *found)
    blanks = attack.blanks
    dice, praying = (Thrown(attack.got, 0),), may_pray(play, actor)
    alike = not attack.pair and play.house.auto_extra_hits
    if alike and praying:
        dice = (attack,)
    if alike or not praying:
        attack = Thrown(int(alike or attack.got > 0), 0)
    spare = "high-capacity" in weapon.tags
    if play.house.auto_base_ones and (ones := among_the_first(play, actor, blanks)):
        if ones > spare:
            return over(play, actor, attack, dice, praying, emptied=True)
        spare = False
    return play.again(spray, actor, target, weapon, attack, dice, spare, "first", (target.who,), praying)


def among_the_first(play: Game, actor: Fighter, blanks: int) -> int:
    """By the option: how many dice of the attack roll show a one (AMB-23).

    Those that show a six are known not to.
    """
    if not blanks:
        return 0
    rest = tally(Mod("AMB-23", blanks, "dice that show no six"))
    return play.roll(actor, "ones in the attack roll", ones, rest, "AMB-23")


def spray(
    play: Game,
    actor: Fighter,
    target: Fighter,
    weapon: Weapon,
    attack: Thrown,
    dice: tuple[Thrown, ...],
    spare: bool,
    die: str,
    seen: tuple[Who, ...],
    praying: bool,
) -> Burst | Onto:
    """One further die, at the present target or a new one.

    `dice` are those on each target, the present one's last; `spare` says whether the first one is
    ignored, `die` whether the next one has to be rolled ("first"), has its target ("named") or may
    be left ("further"), `seen` who was fired at: there is no going back (AMB-25).
    """
    now = dice[-1]

    def near() -> tuple[Who, ...]:
        return further(play, actor, target, weapon, seen)

    onto = target.who if die == "named" else next_target(play, actor, target, near, now.sixes, die == "first")
    if onto is None:
        return over(play, actor, attack, dice, praying, emptied=False)
    if onto != target.who:
        return Onto(near().index(onto), attack, dice, spare)
    face = play.roll(actor, "burst die", burst, NOTHING, "COR-AUT-02")
    six = face == "six"
    more = (*dice[:-1], Thrown(now.sixes + six, now.blanks + (praying and not six)))
    if face == "one" and not spare:
        return over(play, actor, attack, more, praying, emptied=True)
    if play.enough(now.sixes >= ENOUGH or now.blanks >= ENOUGH_BLANKS):
        return over(play, actor, attack, dice, praying, emptied=False)
    spare = spare and face != "one"
    return play.again(spray, actor, target, weapon, attack, more, spare, "further", seen, praying)


def next_target(
    play: Game, actor: Fighter, target: Fighter, near: Callable[[], tuple[Who, ...]], sixes: int, must: bool
) -> Who | None:
    """At whom the next die is rolled; None stops the burst (AMB-22, AMB-25)."""
    until_one = play.house.auto_stop == "until_one"
    must = must or until_one

    def options() -> tuple[Who | None, ...]:
        return (*(() if must else (None,)), target.who, *near())

    if until_one and len(options()) == 1:
        return target.who
    about = (target, sixes, must)
    return play.choose(actor, "next die", options, "COR-AUT-02", "COR-AUT-04", "COR-AUT-05", about=about)


def further(
    play: Game, actor: Fighter, target: Fighter, weapon: Weapon, seen: tuple[Who, ...]
) -> tuple[Who, ...]:
    """Enemies within Close range of a target who are in reach and were not fired at yet (COR-AUT-05)."""
    found = [f for f in target.ranked(neighbour) if f.who not in seen and actor.between(f, hostile)]
    return tuple(f.who for f in found if reaches(play, actor, f, weapon))


def reaches(play: Game, actor: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """Whether automatic fire reaches somebody (COR-DST-08, AMB-66)."""
    near = play.house.auto_max_range != "long" or actor.band_to(target) <= LONG
    return near and ranged.in_reach(play, actor, target, weapon)


def neighbour(a: Body, b: Body) -> int | None:
    """A place for those within Close range of a target (COR-AUT-05)."""
    return 0 if not b.dead and band(a, b) == CLOSE else None


def over(
    play: Game, actor: Fighter, attack: Thrown, dice: tuple[Thrown, ...], praying: bool, emptied: bool
) -> Burst:
    """The end of a burst, and a prayer over all its dice if there is one (AMB-68)."""
    if praying:
        blanks = attack.blanks + sum(d.blanks for d in dice)
        if prays(play, actor, "full auto", sum(d.sixes for d in dice), blanks):
            attack, dice = prayed_over(play, actor, attack, dice)
    return Burst(tuple(d.sixes for d in dice), attack.got > 0, emptied)


def prayed_over(
    play: Game, actor: Fighter, attack: Thrown, dice: tuple[Thrown, ...]
) -> tuple[Thrown, tuple[Thrown, ...]]:
    """All dice without a six once more; they start no new burst (AMB-68).

    `attack` is the attack roll where it counts which dice are its own.
    """
    better, first = again(play, actor, "full auto", attack), dice[0]
    first = first._replace(sixes=first.sixes + better.got - attack.got)
    names = ["burst dice" if attack.blanks else "full auto"]
    names += [f"burst dice, target {n}" for n in range(2, len(dice) + 1)]
    rolled = [again(play, actor, name, d) for name, d in zip(names, (first, *dice[1:]), strict=True)]
    return better, tuple(rolled)


def resolve(play: Game, actor: Fighter, target: Fighter, weapon: Weapon, sixes: int, rolled: bool) -> None:
    """The sixes on one target: damage and effects on it alone (COR-AUT-02, AMB-24)."""
    if sixes and (rolled or play.house.auto_extra_hits):
        play.call(hit, actor, target, weapon, sixes, "automatic")
