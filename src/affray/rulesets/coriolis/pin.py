"""Pinning an opponent: what a six can buy in melee."""

from __future__ import annotations

from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import harm
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.sheet import CLOSE
from affray.rulesets.coriolis.state import Game


def possible(actor: Fighter, target: Fighter) -> bool:
    """Whether a target can be pinned: unbroken, at arm's length, and neither is in a grapple."""
    return actor.able and target.unbroken and actor.free and target.free and actor.band_to(target) == CLOSE


def pin(play: Game, actor: Fighter, target: Fighter) -> None:
    """The target is pinned by the attacker (COR-MBE-10, AMB-44)."""
    play.do(fx.HeldBy(target.who, actor.who), "COR-MBE-10")
    play.do(fx.Holding(actor.who, target.who), "COR-MBE-10")
    for one in (target, actor):
        if one.watching:
            play.do(fx.WatchEnded(one.who), "COR-OVW-08")
    if play.house.grapple_prone:
        play.do(fx.Fell(target.who), "COR-MBE-10")
        play.do(fx.Fell(actor.who), "COR-MBE-10")
    if play.house.grapple_drop_weapon:
        for item in target.droppable:
            harm.drop(play, target, item, "COR-MBE-10")
