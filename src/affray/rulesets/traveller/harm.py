"""Damage: what comes through, where it goes, unconsciousness, waking."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.message import msg
from affray.core.stopped import Stopped
from affray.core.tally import Mod, tally
from affray.core.view import derived
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import extended, tables
from affray.rulesets.traveller.checks import hit_or_missed, thrown
from affray.rulesets.traveller.dice import harm
from affray.rulesets.traveller.endings import let_go
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.figures import armour, dead, physical, wounded, zeros
from affray.rulesets.traveller.sheet import DEX, END, STR, Cover, Weapon
from affray.rulesets.traveller.state import Body, Game, Table
from affray.tabletop.question import Question

ORDERS = {STR: f"{END} {STR} {DEX}", DEX: f"{END} {DEX} {STR}"}
"""In which order damage goes on, by what comes after END."""
BIG = 6
"""The Effect from which, by the option, a hit always harms (TRV-R25)."""


def damage(
    play: Game,
    attacker: Fighter,
    target: Fighter,
    weapon: Weapon,
    dice: int,
    effect: int,
    cover: Cover | None,
    rule: str,
) -> int:
    """Weapon dice and Effect, less armour and cover: the points that come through.

    See TRV-MEL-02, TRV-RNG-02, TRV-THR-02.
    """
    strength = attacker.dm(STR) if weapon.melee else 0
    plus = (Mod(rule, effect, "Effect"), Mod(rule, strength, STR))
    least = 1 if play.house.damage_least and effect >= BIG else 0
    stops = (worn(play, target, weapon.laser), behind(cover))
    points = play.roll(attacker, "damage", harm(dice, least), tally(*plus, *stops), rule)
    if not points:
        unharmed(play, target, effect + strength, *stops)
    return points


def unharmed(play: Game, target: Fighter, plus: int, armour: Mod, cover: Mod | None) -> None:
    """Say that armour and cover have stopped a hit, if they have: `plus` is what its dice were added to."""
    stops = tally(armour, cover)
    if stops:
        covered = cover is not None and cover in stops
        told = Stopped(target.who, plus, -stops.total, armour in stops, covered, rolled=True)
        play.remark(told, *(mod.rule for mod in stops))


def hit(play: Game, attacker: Fighter, target: Fighter, points: int, rule: str) -> None:
    """An attack has hit: its damage is dealt, if any came through."""
    if points:
        strike(play, attacker, target, points, rule)


def strike(play: Game, attacker: Fighter, target: Fighter, points: int, *rules: str) -> None:
    """Damage comes through; what those do or suffer who act at the same moment waits.

    See TRV-INIT-05.
    """
    play.do(fx.Struck(target.who, points), *rules)
    if not (target.together or attacker.together):
        settle(play, target)


def worn(play: Game, target: Fighter, laser: bool) -> Mod:
    """What worn armour stops (TRV-R26)."""
    return Mod("TRV-R26", -target.about(armour(laser, play.house.armour_pieces == "best")), "armour")


def behind(cover: Cover | None) -> Mod | None:
    """What cover adds to armour (TRV-COVER-01..06)."""
    return Mod(tables.cover_rules()[cover.kind], -cover.armour, cover.name) if cover else None


# --- where it goes ---------------------------------------------------------------------------------


TAKE_DAMAGE: Question[tuple[()], tuple[int, int, int]] = Question(
    name="take the damage",
    asks="{who}: how is the damage split?",
    tells="{who} takes the damage: {what}",
    rules=("TRV-R15",),
)
GOES_TO: Question[tuple[int], str] = Question(
    name="damage goes to",
    asks=lambda who, _, about: msg(
        "{who} takes {damage} damage. Which characteristic takes what END cannot?", who=who, damage=about[0]
    ),
    tells="{who} takes the rest from {what}",
    rules=("TRV-R15",),
    options=(STR, DEX),
)


def settle(play: Game, one: Fighter) -> None:
    """The damage that is due takes effect (TRV-R15)."""
    points = one.about(_due)
    afresh = play.house.aid_once == "wounds"
    if play.house.wounds_order == "free_later" and one.about(wounded):
        split = TAKE_DAMAGE.put(play, one, (), lambda: one.about(splits(points)))
        play.do(fx.Hurt(one.who, *split, afresh, True), "TRV-R15")
    else:
        play.do(fx.Wounded(one.who, points, play.call(order_of, one, points), afresh), "TRV-R15", "TRV-R16")
    play.call(suffered, one, points)


def order_of(play: Game, one: Fighter, points: int) -> str:
    """From which characteristics damage comes off, one after another."""
    how = play.house.wounds_order
    if how == "fixed":
        return ORDERS[STR]
    if how == "larger":
        return ORDERS[STR if one.about(_stronger) else DEX]
    if not one.about(must_choose(points)):
        return ORDERS[STR]
    return ORDERS[GOES_TO.put(play, one, (points,))]


@cache
def must_choose(points: int) -> Callable[[Body], bool]:
    """Whether it makes a difference whether STR or DEX comes after END."""

    return lambda b: 0 < points - b.endurance < behind_endurance(b)


@derived
def behind_endurance(b: Body) -> int:
    """What STR and DEX can take together, where damage could go to either first; else 0."""
    return b.strength + b.dexterity if b.strength > 0 and b.dexterity > 0 else 0


@cache
def splits(points: int) -> Callable[[Body], tuple[tuple[int, int, int], ...]]:
    """All ways to take so much damage, END first and most."""

    def read(b: Body) -> tuple[tuple[int, int, int], ...]:
        strength, dexterity, endurance = physical(b)
        whole = min(points, strength + dexterity + endurance)
        return tuple(
            (s, whole - e - s, e)
            for e in range(min(whole, endurance), -1, -1)
            for s in range(min(whole - e, strength), -1, -1)
            if whole - e - s <= dexterity
        )

    return read


def suffered(play: Game, one: Fighter, points: int) -> None:
    """What a wound brings with it: a fall, or a check for who is at work."""
    fall(play, one)
    if one.able and one.working:
        play.call(extended.disturbed, one, points)


def fall(play: Game, one: Fighter) -> None:
    """Who has two characteristics at zero is out, and lets go (TRV-UNC-01)."""
    if one.dead:
        let_go(play, one, "TRV-R15")
    elif one.about(_falls):
        lies = play.house.unconscious_prone
        play.do(fx.FellUnconscious(one.who, lies), "TRV-UNC-01", *(["TRV-R40"] if lies else []))
        let_go(play, one, "TRV-UNC-01")


def _due(b: Body) -> int:
    return b.due[0]


def _stronger(b: Body) -> bool:
    return b.strength >= b.dexterity


def _falls(b: Body) -> bool:
    return zeros(b) >= 2 and not b.out


def roused(play: Game, one: Fighter, was_out: bool) -> None:
    """Who has two characteristics left again is awake, and it is said."""
    if was_out and one.able:
        play.do(fx.Woke(one.who), "TRV-UNC-01")


# --- waking ----------------------------------------------------------------------------------------


def sleeper(t: Table, b: Body) -> int | None:
    """A place for the unconscious whose next try to wake has come."""
    return 0 if b.out and t.clock >= b.wake_at and not dead(b) else None


def wake(play: Game, one: Fighter) -> None:
    """The try of this minute (TRV-WAKE-01..04)."""
    parts = tally(
        Mod("TRV-WAKE-01", one.dm(END), END), Mod("TRV-WAKE-04", one.about(_failures), "earlier tries")
    )
    means = hit_or_missed("TRV-WAKE-03", "TRV-WAKE-04")
    if thrown(play, one, "wake", parts, "TRV-WAKE-01", "TRV-R1", means=means) >= 0:
        play.do(fx.Woke(one.who), "TRV-WAKE-03")
    else:
        play.do(fx.SleptOn(one.who), "TRV-WAKE-04")


def _failures(b: Body) -> int:
    return b.failures
