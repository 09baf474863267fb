"""Codes as numbers: what a defence is made of, and what takes off it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from affray.core.dice import Chance
from affray.core.tally import NOTHING, Mod, Tally, tally
from affray.rulesets.d6.dice import CODES, DIE, beside, spoiled, wild_d6
from affray.rulesets.d6.fighter import Fighter, defending
from affray.rulesets.d6.state import Game


def dice(n: int, rule: str, why: str) -> Mod:
    """So many dice more, or fewer, as a part of a code; pips are left alone."""
    return Mod(rule, n * DIE, why)


def lowered(target: Fighter, rule: str) -> tuple[Mod, ...]:
    """What further actions take off a defence (DSX-MULTI-02, DSX-R25)."""
    return (dice(-target.extra(), rule, "further actions"),)


WILD = "DSX-R35"
MOST_WILD = 60
"""What sixes of the wild die add up to at most: ten of them."""


Meaning: TypeAlias = Callable[[int], tuple[str, ...]]
"""The rules that say what a total means."""


def thrown(
    play: Game,
    one: Fighter,
    what: str,
    least: str,
    pool: Tally,
    *rules: str,
    means: Meaning | None = None,
) -> int:
    """The total of a code; by the option one of its dice is wild.

    A 6 of it is thrown again and added, a 1 takes itself and the best other die away (DSX-R35).
    """
    if not play.house.wild_die or (pool.total < DIE and least == "none"):
        return play.roll(one, what, CODES[least], pool, *rules, read_by=means)
    wild = play.call(wild_die, one, 0)
    kinds = _BESIDE if wild else _SPOILED

    def read_by(beside: int) -> tuple[str, ...]:
        return means(wild + beside) if means else ()

    return wild + play.roll(one, what, kinds[least], pool, *rules, WILD, read_by=read_by)


def wild_die(play: Game, one: Fighter, so_far: int) -> int:
    """What the wild die comes to; nothing where it first shows 1."""
    face = play.roll(one, "wild die", wild_d6(so_far), NOTHING, WILD)
    if face == 6 and so_far < MOST_WILD:
        return play.again(wild_die, one, so_far + face)
    return 0 if face == 1 and not so_far else so_far + face


def _beside_at_least(pips: int) -> Chance[int]:
    return beside(max(DIE, pips))


_BESIDE: dict[str, Callable[[int], Chance[int]]] = {"none": beside, "one": _beside_at_least}
_SPOILED: dict[str, Callable[[int], Chance[int]]] = {"none": spoiled, "one": spoiled}


def base(play: Game, target: Fighter, which: str, *mods: Mod) -> Tally:
    """A defence from its code, with mods."""
    pips = target.about(defending(which, play.house))
    return tally(Mod("DSX-ATK-01", number(play, target, pips, which), which), *mods)


NUMBERS: dict[str, Callable[[int], int]] = {
    "pips": lambda pips: pips,
    "average": lambda pips: pips // DIE * 7 // 2 + pips % DIE,
    "ten": lambda pips: 10 + (pips - 3 * DIE) // 2,
}
"""What a code is worth as a defence, by the option `defence.number`."""


def number(play: Game, target: Fighter, pips: int, what: str, rule: str = "") -> int:
    """The code as a number, or rolled; a `rule` for rolling it in any case.

    See DSX-R1.
    """
    if rule or play.house.defence_number == "rolled":
        rule = rule or "DSX-R1"
        return thrown(play, target, what, "none", tally(Mod(rule, pips, what)), rule)
    return NUMBERS[play.house.defence_number](pips)


def tested(play: Game, one: Fighter, which: str, rule: str) -> int:
    """A roll of Reflexes or Willpower, with the dice that further actions take off."""
    pips = one.about(defending(which, play.house))
    pool = tally(Mod(rule, pips, which), dice(-one.extra(), "DSX-MULTI-01", "further actions"))
    return thrown(play, one, which, play.house.dice_least, pool, rule)
