"""Dice pools: skill tests, prayers over them, and opposed rolls."""

from __future__ import annotations

from affray.core.tally import Mod, Tally, tally
from affray.rulesets.coriolis.dice import POOLS, sixes
from affray.rulesets.coriolis.effects import Darkness
from affray.rulesets.coriolis.fighter import Fighter, strained, table
from affray.rulesets.coriolis.harm import wound
from affray.rulesets.coriolis.state import Game

NO_PRAYER = (False, True)


def skill_tally(actor: Fighter, skill: str, rule: str, *mods: Mod | None) -> Tally:
    """Attribute and level, what injuries take off, and the modifiers given."""
    return tally(Mod(rule, actor.level(skill), skill), *actor.injury_mods(skill), *mods)


def tested(
    play: Game, actor: Fighter, what: str, skill: str, pool: Tally, *rules: str, pray: bool = True
) -> int:
    """The sixes of a skill test (AMB-09, part 2.4).

    Prayed over if the one who rolls may and will.
    """
    got = play.roll(actor, what, POOLS[play.house.pool_zero], pool, *rules)
    if pray:
        least = play.house.pool_zero == "minimum_one_die"
        got += prayed(play, actor, what, max(pool.total, least) - got, got)
    if actor.about(strained(skill)):
        wound(play, actor, 1, "COR-CRT-02")
    return got


def prayed(play: Game, actor: Fighter, what: str, blanks: int, got: int) -> int:
    """The sixes that a prayer adds.

    All other dice are rolled again, at a price in darkness.
    """
    if blanks <= 0 or not may_pray(play, actor):
        return 0
    if not play.choose(actor, "pray", lambda: NO_PRAYER, about=(what, got, blanks)):
        return 0
    play.do(Darkness(-1 if actor.npc else 1), "AMB-34")
    return play.roll(actor, f"{what}, prayed", sixes, tally(Mod("AMB-09", blanks, "dice that show no six")))


def may_pray(play: Game, actor: Fighter) -> bool:
    """Whether one may pray: players' combatants may.

    The game master's only by the option and with darkness to spend.
    """
    who = play.house.darkness_pray
    if actor.npc:
        return who == "both" and table(play).darkness > 0
    return who != "off"


def wins(
    play: Game, one: Fighter, other: Fighter, what: str, skill: str, first: Tally, second: Tally, *rules: str
) -> bool:
    """An opposed roll: who tries needs strictly more sixes, at least one (AMB-46)."""
    mine, theirs = tested(play, one, what, skill, first, *rules), 0
    if other.able:
        theirs = tested(play, other, f"{what}, resisted", skill, second, *rules, "COR-ACT-19")
    if mine != theirs or mine == 0:
        return mine > theirs
    if play.house.opposed_tie == "reroll":
        return play.call(wins, one, other, what, skill, first, second, *rules)
    return play.house.opposed_tie == "initiator"
