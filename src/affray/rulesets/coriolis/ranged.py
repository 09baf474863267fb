"""The roll of a shot: its modifiers, and the unit that is priced and compiled."""

from __future__ import annotations

from typing import NamedTuple

from affray.core.missed import Missed
from affray.core.tally import Mod, Tally
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.bonus import hit
from affray.rulesets.coriolis.fighter import Fighter, quick_shots
from affray.rulesets.coriolis.pool import skill_tally, tested
from affray.rulesets.coriolis.sheet import BEYOND, CLOSE, EXTREME, LONG, Weapon
from affray.rulesets.coriolis.state import Game


class Shot(NamedTuple):
    """A kind of shot: its name, its modifier in dice and the rule of that."""

    name: str
    dice: int
    rule: str


QUICK = Shot("quick shot", -2, "COR-SHT-02")
NORMAL = Shot("normal shot", 0, "COR-SHT-05")
AIMED = Shot("aimed shot", 2, "COR-SHT-07")

HIT, PLAIN, MISS = ("COR-RNG-02", "COR-RNG-05", "COR-DMG-01"), "COR-RNG-10", "COR-RNG-06"
"""The rules that say what the roll of a shot means: with a six, with one and no more, without."""

BAND_RULES = ("COR-DST-01", "COR-DST-04", "COR-DST-05", "COR-DST-06", "AMB-16")
"""The rule of each range band."""


def volley(play: Game, actor: Fighter, target: Fighter, weapon: Weapon, kind: Shot) -> None:
    """Roll, and with a six hit; no reaction stands against a shot."""
    sixes = play.call(aimed, actor, target, weapon, kind)
    if sixes:
        return play.again(hit, actor, target, weapon, sixes, "ranged")
    return play.remark(Missed(target.who, actor.who), MISS)


def aimed(play: Game, actor: Fighter, target: Fighter, weapon: Weapon, kind: Shot) -> int:
    """The sixes of a shot (COR-RNG-02, -05, -06, -11)."""
    pool = shot_tally(play, actor, target, weapon, kind)
    rules = asked_by(pool, actor, target, kind)
    return tested(play, actor, kind.name, "ranged combat", pool, *rules, means=read_as)


def read_as(got: int, last: bool) -> tuple[str, ...]:
    """The rules that say what so many sixes of a shot mean (COR-RNG-02, -05, -06, -10)."""
    if got:
        return (*HIT, PLAIN) if got == 1 and last else HIT
    return (MISS,) if last else ()


def asked_by(pool: Tally, actor: Fighter, target: Fighter, kind: Shot) -> tuple[str, ...]:
    """The rules of the roll of a shot that put no figure of their own into its pool."""
    own = ("COR-RNG-01", "COR-CRT-02")
    modified = ("COR-RNG-04",) if any(mod.rule not in own for mod in pool) else ()
    return (*modified, "COR-RNG-11", *unchanged(actor, target, kind))


def after_shot(play: Game, actor: Fighter, weapon: Weapon, kind: Shot) -> None:
    """What a shot does to the clip (COR-SHT-04, AMB-21)."""
    if "single-shot" in weapon.tags:
        play.do(fx.ClipEmptied(actor.who, weapon.name), "COR-AUT-06")
    elif kind == QUICK and play.house.quick_clip != "off":
        play.do(fx.QuickShot(actor.who, weapon.name), "COR-SHT-04")
        if actor.about(quick_shots(weapon.name)) >= 3:
            play.do(fx.ClipEmptied(actor.who, weapon.name), "COR-SHT-04")


def shot_tally(play: Game, actor: Fighter, target: Fighter, weapon: Weapon, kind: Shot) -> Tally:
    """Every modifier of a shot (COR-RNG-01, -04)."""
    return skill_tally(
        actor,
        "ranged combat",
        "COR-RNG-01",
        Mod("COR-RNG-01", weapon.bonus, weapon.name),
        Mod(kind.rule, kind.dice, kind.name),
        *support_mods(play, actor, target, kind),
        away_mod(play, actor, target),
        *range_mods(play, actor, target, weapon),
        *size_mods(play, target),
    )


def unchanged(actor: Fighter, target: Fighter, kind: Shot) -> list[str]:
    """The rules at work in a shot that put no modifier of their own into its pool."""
    rules = [BAND_RULES[actor.band_to(target)]]
    if target.prone:
        rules.append("COR-COV-12")
    elif target.size == 0 and not target.small:
        rules.append("COR-SIZ-03")
    if kind == QUICK and (actor.prone or actor.hidden):
        rules.append("COR-COV-11")
    return rules


def in_reach(play: Game, actor: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """Whether the target can be shot at: at most one band beyond the weapon's own (COR-DST-08)."""
    band = actor.band_to(target)
    if band == BEYOND and (play.house.range_past_extreme == "no" or weapon.band < EXTREME):
        return False
    return band <= weapon.band + 1


def range_mods(play: Game, actor: Fighter, target: Fighter, weapon: Weapon) -> tuple[Mod, ...]:
    """What the distance does (COR-DST-02..07)."""
    band = actor.band_to(target)
    own = () if band in (CLOSE, BEYOND) else _band_mods(band)
    if band == CLOSE:
        own = close_mods(play, target)
    elif play.house.unaware_range == "any" and not target.aware:
        own = (*own, Mod("COR-DST-03", 3, "unaware target"))
    if band <= weapon.band:
        return own
    beyond = Mod("COR-DST-07", -3, "beyond the weapon's range")
    return (*own, beyond) if play.house.range_beyond == "add" else (beyond,)


def _band_mods(band: int) -> tuple[Mod, ...]:
    if band == LONG:
        return (Mod("COR-DST-05", -1, "Long range"),)
    return (Mod("COR-DST-06", -2, "Extreme range"),) if band == EXTREME else ()


def close_mods(play: Game, target: Fighter) -> tuple[Mod, ...]:
    """At arm's length: hard against the active, easy against the unaware and the helpless (AMB-17)."""
    if not target.aware:
        return (Mod("COR-DST-03", 3, "unaware target at Close"),)
    if target.helpless:
        return (
            (Mod("COR-DST-03", 3, "helpless target at Close"),)
            if play.house.close_helpless == "helpless_too"
            else ()
        )
    return (Mod("COR-DST-02", -3, "in melee contact"),)


def size_mods(play: Game, target: Fighter) -> tuple[Mod, ...]:
    """How large a mark the target is (COR-SIZ-01..05, COR-COV-12)."""
    mods = []
    if target.prone:
        mods.append(Mod("COR-SIZ-01", -1, "prone target"))
    if target.small and (not mods or play.house.prone_small_stack):
        mods.append(Mod("COR-SIZ-02", -1, "small target"))
    if target.size == 1:
        mods.append(Mod("COR-SIZ-04", 1, "large target"))
    elif target.size > 1:
        mods.append(Mod("COR-SIZ-05", target.size, "huge target"))
    return tuple(mods)


def support_mods(play: Game, actor: Fighter, target: Fighter, kind: Shot) -> tuple[Mod, ...]:
    """Fire support: from behind cover, or lying down (COR-COV-10, -11, -13, AMB-43)."""
    if kind == QUICK:
        return ()
    mods = []
    if actor.hidden and actor.covered_from(target):
        mods.append(Mod("COR-COV-10", 1, "fire support from cover"))
    if actor.prone and (not mods or play.house.fire_support_stack):
        mods.append(Mod("COR-COV-13", 1, "fire support, prone"))
    return tuple(mods)


def away_mod(play: Game, actor: Fighter, target: Fighter) -> Mod | None:
    """By the option: shooting away from one's melee (AMB-62)."""
    if play.house.engaged_shoot_away == "-3" and actor.band_to(target) > CLOSE and actor.engaged:
        return Mod("AMB-62", -3, "engaged elsewhere")
    return None
