"""Codes as numbers: what a defence is made of, and what takes off it."""

from __future__ import annotations

from affray.core.tally import Mod, Tally, tally
from affray.rulesets.d6.dice import DIE, code
from affray.rulesets.d6.fighter import Fighter, defending
from affray.rulesets.d6.state import Game


def dice(n: int, rule: str, why: str) -> Mod:
    """So many dice more, or fewer, as a part of a code; pips are left alone."""
    return Mod(rule, n * DIE, why)


def lowered(target: Fighter, rule: str) -> tuple[Mod, ...]:
    """What further actions take off a defence (DSX-MULTI-02, DSX-R25)."""
    return (dice(-target.extra(), rule, "further actions"),)


def base(play: Game, target: Fighter, which: str, *mods: Mod) -> Tally:
    """A defence from its code, with mods."""
    pips = target.about(defending(which, play.house))
    return tally(Mod("DSX-ATK-01", number(play, target, pips, which), which), *mods)


def number(play: Game, target: Fighter, pips: int, what: str) -> int:
    """Pips, the average of the dice, or the dice themselves (DSX-R1)."""
    if play.house.defence_number == "average":
        return pips // DIE * 7 // 2 + pips % DIE
    if play.house.defence_number == "rolled":
        return play.roll(target, what, code, tally(Mod("DSX-R1", pips, what)), "DSX-R1")
    return pips
