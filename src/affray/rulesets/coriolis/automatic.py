"""Automatic fire: die by die, among several targets.

It goes on until a one, or as long as the shooter likes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.core.missed import Missed
from affray.core.series import Series
from affray.core.tally import NOTHING, Mod, tally
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import ranged, shots
from affray.rulesets.coriolis.bonus import hit
from affray.rulesets.coriolis.dice import burst, ones
from affray.rulesets.coriolis.fighter import Fighter, ranged_in_hand, weapon_named
from affray.rulesets.coriolis.pool import Meaning, Thrown, again, may_pray, prays, thrown
from affray.rulesets.coriolis.portions import DICE_AT, SIXES_AT, further, portions
from affray.rulesets.coriolis.sheet import LONG, Weapon
from affray.rulesets.coriolis.state import Game, State
from affray.tabletop.question import Question


class Burning(NamedTuple):
    """At whom a burst is fired, the sixes on that one so far, and whether it must go on."""

    target: Fighter
    sixes: int
    must: bool


NEXT_DIE: Question[Burning, Who | None] = Question(
    name="next die",
    asks=lambda who, foe, about: msg(
        "{who} has {sixes, plural, =0 {no six} one {one six} other {# sixes}} on {foe} so far. "
        "Keep firing, and at whom?",
        who=who,
        sixes=about.sixes,
        foe=foe,
    ),
    tells=lambda who, at: msg("{who} keeps firing {at}", who=who, at=at),
    says=lambda names, whom: "stop firing" if whom is None else msg("at {whom}", whom=names[whom]),
    rules=("COR-AUT-02",),
)
BURST = Series("burst die", NEXT_DIE.name, lambda about: about[0].who)
"""Its dice go on at the same target; they are rolled one at a time (COR-AUT-02, AMB-22)."""

ENOUGH, ENOUGH_BLANKS = 24, 36
"""Sixes on one target, and dice without, beyond which a burst is taken as over in exact odds.

How often that is is told with the odds: where the shooter never stops, some millionths.
"""


def auto_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Refuse what no shot could be, and what is not automatic (COR-SHT-09, AMB-66)."""
    shots.shot_needs(play, actor, target, act)
    weapon = actor.weapon(act.item)
    play.need(weapon is None or weapon.automatic, "COR-SHT-09", "the weapon is not automatic")
    if play.house.auto_max_range == "long":
        play.need(actor.band_to(target) <= LONG, "AMB-66", "full auto reaches only to Long range")


def empties(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Empty the weapon at somebody, and whoever stands close by (COR-SHT-09, COR-AUT-01..05)."""
    weapon = shots.still_on(play, actor, target, act)
    if weapon is not None:
        play.call(fire, actor, target, weapon)
        ranged.after_shot(play, actor, weapon, AUTO)


def automatics(fight: State, who: Who) -> tuple[str, ...]:
    """The automatic weapons in somebody's hands."""
    b = fight.bodies[who]
    return tuple(name for name in ranged_in_hand(b) if weapon_named(b, name).automatic)


AUTO = ranged.Shot("full auto", -2, "COR-AUT-01")
SHEET = ("COR-SHT-09", "COR-ACT-02")
FULL_AUTO = shots.shot(
    AUTO, guns=automatics, needs=auto_needs, run=empties, cost=3, rules=SHEET, listed=SHEET
)


class Onto(NamedTuple):
    """The next die goes to another target, the one at `place` among those it may go to.

    `now` is the place of the present target among those fired at, `attack` the dice of the attack roll,
    `dice` those on each target so far; `spare` says whether the first one that shows is ignored.
    """

    place: int
    now: int
    attack: tuple[Thrown, ...]
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
    first = [(target, 0)]
    if play.house.auto_split == "divide_pool_first":
        pool = ranged.shot_tally(play, actor, target, weapon, AUTO).total
        first = portions(play, actor, target, weapon, DICE_AT, pool) or first
    targets = [one for one, _ in first]
    seen = tuple(one.who for one in targets)
    end = play.call(opened, actor, target, weapon, tuple(n for _, n in first[1:]), seen)
    while isinstance(end, Onto):
        who, dice = others(play, actor, Fighter(play, seen[end.now]), weapon, seen)[end.place], end.dice
        if who not in seen:
            targets.append(Fighter(play, who))
            seen, dice = (*seen, who), (*dice, Thrown(0, 0))
        praying = may_pray(play, actor)
        at = targets[seen.index(who)]
        end = play.call(spray, actor, at, weapon, end.attack, dice, end.spare, "named", seen, praying)
    if end.emptied:
        play.do(fx.ClipEmptied(actor.who, weapon.name), "COR-AUT-03")
    if end.rolled or play.house.auto_extra_hits:
        strike(play, actor, targets, weapon, end.sixes)
    else:
        for one in targets:
            play.remark(Missed(one.who, actor.who), "COR-AUT-01", ranged.MISS)


def strike(
    play: Game, actor: Fighter, targets: list[Fighter], weapon: Weapon, sixes: tuple[int, ...]
) -> None:
    """The sixes on each target: damage and effects on it alone (COR-AUT-02, AMB-24, AMB-25)."""
    hits = list(zip(targets, sixes, strict=True))
    if play.house.auto_split == "assign_sixes_after":
        hits = portions(play, actor, targets[0], weapon, SIXES_AT, sixes[0])
    for target, its in hits:
        if its:
            play.call(hit, actor, target, weapon, its, "automatic")
        else:
            play.remark(Missed(target.who, actor.who), "COR-AUT-02", ranged.MISS)


def opened(
    play: Game,
    actor: Fighter,
    target: Fighter,
    weapon: Weapon,
    shares: tuple[int, ...],
    seen: tuple[Who, ...],
) -> Burst | Onto:
    """The attack roll, and further dice at its target.

    `shares` are its dice at further targets, where it is divided among those that are `seen`.  Its
    dice go with those unless it counts whether it hit by itself, or it was made with no dice.
    Dice without a six are counted only where a prayer over them may come.  Where none may, a die
    that changes nothing leaves the burst as it was, which gives it a price in closed form.
    """
    attack = attacked(play, actor, target, weapon, shares)
    blanks = sum(a.blanks for a in attack)
    dice, praying = tuple(Thrown(a.got, 0) for a in attack), may_pray(play, actor)
    alike = not attack[0].pair and play.house.auto_extra_hits
    if alike and praying:
        dice = attack
    if alike or not praying:
        attack = (Thrown(int(alike or did_hit(attack)), 0),)
    spare = "high-capacity" in weapon.tags
    if play.house.auto_base_ones and (ones := among_the_first(play, actor, blanks)):
        if ones > spare:
            return over(play, actor, attack, dice, praying, emptied=True)
        spare = False
    return play.again(spray, actor, target, weapon, attack, dice, spare, "first", seen, praying)


def attacked(
    play: Game, actor: Fighter, target: Fighter, weapon: Weapon, shares: tuple[int, ...]
) -> tuple[Thrown, ...]:
    """The attack roll: the dice at the target, and by the option its shares at others (AMB-25)."""
    pool = ranged.shot_tally(play, actor, target, weapon, AUTO)
    rules = ranged.asked_by(pool, actor, target, AUTO)
    here = tally(*pool, Mod("AMB-25", -sum(shares), "dice at further targets"))
    # Further dice may still hit where the attack roll has no six, and add to what it has.
    means: Meaning = lambda got, _: ranged.HIT if got else ()  # noqa: E731
    if not play.house.auto_extra_hits and not shares:
        means = lambda got, last: ranged.read_as(got, last and not got)  # noqa: E731
    first = thrown(play, actor, AUTO.name, here, *rules, means=means)
    rest = [
        thrown(play, actor, name, tally(Mod("AMB-25", n, "dice of the attack roll")), "COR-AUT-04")
        for name, n in zip(named(AUTO.name, len(shares) + 1)[1:], shares, strict=True)
    ]
    return (first, *rest)


def named(what: str, targets: int) -> list[str]:
    """What the dice at each of so many targets are called."""
    return [what, *(msg("{what}, target {n}", what=what, n=n) for n in range(2, targets + 1))]


def did_hit(attack: tuple[Thrown, ...]) -> bool:
    """Whether the attack roll hit by itself."""
    return any(a.got > 0 for a in attack)


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
    attack: tuple[Thrown, ...],
    dice: tuple[Thrown, ...],
    spare: bool,
    die: str,
    seen: tuple[Who, ...],
    praying: bool,
) -> Burst | Onto:
    """One further die, at the present target or a new one.

    `dice` are those on each target that was `seen`, fired at; `spare` says whether the first one is
    ignored, `die` whether the next one has to be rolled ("first"), has its target ("named") or may
    be left ("further").
    """
    at = seen.index(target.who)
    now = dice[at]

    def near() -> tuple[Who, ...]:
        return others(play, actor, target, weapon, seen)

    onto = target.who if die == "named" else next_target(play, actor, target, near, now.sixes, die == "first")
    if onto is None:
        return over(play, actor, attack, dice, praying, emptied=False)
    if onto != target.who:
        return Onto(near().index(onto), at, attack, dice, spare)
    face = play.roll(actor, BURST.roll, burst, NOTHING, "COR-AUT-02")
    six = face == "six"
    more = (*dice[:at], Thrown(now.sixes + six, now.blanks + (praying and not six)), *dice[at + 1 :])
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
    about = Burning(target, sixes, must)
    return NEXT_DIE.put(
        play,
        actor,
        about,
        options,
        read_by=lambda onto: () if onto in (None, target.who) else ("COR-AUT-04", "COR-AUT-05"),
    )


def others(
    play: Game, actor: Fighter, target: Fighter, weapon: Weapon, seen: tuple[Who, ...]
) -> tuple[Who, ...]:
    """At whom else the next die may go: there is no going back, but by the option (AMB-25)."""
    split = play.house.auto_split
    if split == "name_before_each_die":
        return further(play, actor, target, weapon, seen)
    return tuple(who for who in seen if who != target.who)


def over(
    play: Game,
    actor: Fighter,
    attack: tuple[Thrown, ...],
    dice: tuple[Thrown, ...],
    praying: bool,
    emptied: bool,
) -> Burst:
    """The end of a burst, and a prayer over all its dice if there is one (AMB-68)."""
    if praying:
        blanks = sum(d.blanks for d in (*attack, *dice))
        if prays(play, actor, AUTO.name, sum(d.sixes for d in dice), blanks):
            attack, dice = prayed_over(play, actor, attack, dice)
    return Burst(tuple(d.sixes for d in dice), did_hit(attack), emptied)


def prayed_over(
    play: Game, actor: Fighter, attack: tuple[Thrown, ...], dice: tuple[Thrown, ...]
) -> tuple[tuple[Thrown, ...], tuple[Thrown, ...]]:
    """All dice without a six once more; they start no new burst (AMB-68).

    `attack` is the attack roll where it counts which dice are its own.
    """
    apart = any(a.blanks for a in attack)
    better = tuple(
        again(play, actor, name, a) for name, a in zip(named(AUTO.name, len(attack)), attack, strict=True)
    )
    gained = [new.got - old.got for new, old in zip(better, attack, strict=True)]
    gained += [0] * (len(dice) - len(gained))
    names = named("burst dice", len(dice))
    of = (AUTO.name, BURST.roll) if not apart else (BURST.roll,)
    if not apart:
        names[0] = AUTO.name
    rolled = tuple(
        again(play, actor, name, d._replace(sixes=d.sixes + more), None, *of)
        for name, d, more in zip(names, dice, gained, strict=True)
    )
    return better, rolled
