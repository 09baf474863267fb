"""Automatic fire: die by die, among several targets.

It goes on until a one, or as long as the shooter likes.
"""

from __future__ import annotations

from affray.core.effect import Who
from affray.core.tally import NOTHING
from affray.rulesets.coriolis import declare, ranged
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.bonus import hit
from affray.rulesets.coriolis.dice import burst
from affray.rulesets.coriolis.fighter import Fighter, band, hostile
from affray.rulesets.coriolis.pool import tested
from affray.rulesets.coriolis.sheet import CLOSE, LONG, Weapon
from affray.rulesets.coriolis.shots import aimable
from affray.rulesets.coriolis.state import Body, Game

ENOUGH = 24
"""Sixes on one target beyond which a burst that never ends is taken as over, in exact odds: one in 2**24."""


def full_auto(play: Game, actor: Fighter, target: Fighter, name: str) -> None:
    """Empty the weapon at somebody, and whoever stands close by.

    See COR-SHT-09, COR-AUT-01..05.
    """
    declare.at_liberty(play, actor)
    weapon = aimable(play, actor, target, name)
    play.need(weapon is None or weapon.automatic, "COR-SHT-09", "the weapon is not automatic")
    if play.house.auto_max_range == "long":
        play.need(actor.band_to(target) <= LONG, "AMB-66", "full auto reaches Long range")
    if not declare.declared(play, actor, 3, "COR-SHT-09", "COR-ACT-02"):
        return
    if weapon is None or actor.weapon(name) is None or not ranged.in_reach(play, actor, target, weapon):
        return
    play.call(fire, actor, target, weapon)
    ranged.after_shot(play, actor, weapon, "full auto")


def fire(play: Game, actor: Fighter, target: Fighter, weapon: Weapon) -> None:
    """The attack roll, then further dice one at a time (COR-AUT-01, -02)."""
    pool = ranged.shot_tally(play, actor, target, weapon, "full auto")
    found = ranged.unchanged(actor, target, "full auto")
    sixes = tested(play, actor, "full auto", "ranged combat", pool, "COR-AUT-01", *ranged.READ_BY, *found)
    spare = "high-capacity" in weapon.tags
    play.call(spray, actor, target, weapon, sixes, sixes > 0, spare, "first", (target.who,))


def spray(
    play: Game,
    actor: Fighter,
    target: Fighter,
    weapon: Weapon,
    sixes: int,
    rolled: bool,
    spare: bool,
    die: str,
    seen: tuple[Who, ...],
) -> None:
    """One further die, at the present target or a new one.

    Then the sixes on this target are resolved.

    `rolled` says whether the attack roll itself hit, `spare` whether the first one is ignored,
    `die` whether the next one has to be rolled ("first"), has its target ("named") or may be left
    ("further"), `seen` who was fired at: there is no going back (AMB-25).
    """
    onto = target.who if die == "named" else next_target(play, actor, target, sixes, die == "first", seen)
    if onto is None:
        return resolve(play, actor, target, weapon, sixes, rolled)
    if onto != target.who:
        resolve(play, actor, target, weapon, sixes, rolled)
        return play.call(spray, actor, Fighter(play, onto), weapon, 0, rolled, spare, "named", (*seen, onto))
    face = play.roll(actor, "burst die", burst, NOTHING, "COR-AUT-02")
    if face == "one" and not spare:
        play.do(fx.ClipEmptied(actor.who, weapon.name), "COR-AUT-03")
        return resolve(play, actor, target, weapon, sixes, rolled)
    if play.enough(sixes >= ENOUGH):
        return resolve(play, actor, target, weapon, sixes, rolled)
    more = sixes + (face == "six")
    return play.call(spray, actor, target, weapon, more, rolled, spare and face != "one", "further", seen)


def next_target(
    play: Game, actor: Fighter, target: Fighter, sixes: int, must: bool, seen: tuple[Who, ...]
) -> Who | None:
    """At whom the next die is rolled; None stops the burst (AMB-22, AMB-25)."""
    until_one = play.house.auto_stop == "until_one"
    must = must or until_one

    def options() -> tuple[Who | None, ...]:
        near = target.ranked(neighbour)
        return (
            *(() if must else (None,)),
            target.who,
            *[f.who for f in near if f.who not in seen and actor.between(f, hostile)],
        )

    if until_one and len(options()) == 1:
        return target.who
    return play.choose(
        actor, "next die", options, "COR-AUT-02", "COR-AUT-04", "COR-AUT-05", about=(target, sixes, must)
    )


def neighbour(a: Body, b: Body) -> int | None:
    """A place for those within Close range of a target (COR-AUT-05)."""
    return 0 if not b.dead and band(a, b) == CLOSE else None


def resolve(play: Game, actor: Fighter, target: Fighter, weapon: Weapon, sixes: int, rolled: bool) -> None:
    """The sixes on one target: damage and effects on it alone (COR-AUT-02, AMB-24)."""
    if sixes and (rolled or play.house.auto_extra_hits):
        play.call(hit, actor, target, weapon, sixes, "automatic")
