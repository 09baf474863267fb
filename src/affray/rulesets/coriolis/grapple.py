"""In a grapple: attacking the pinned, breaking free, letting go."""

from __future__ import annotations

from affray.core.tally import Mod
from affray.rulesets.coriolis import harm, melee
from affray.rulesets.coriolis.declare import declared, fit
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.pool import skill_tally, wins
from affray.rulesets.coriolis.state import Game
from affray.rulesets.coriolis.tables import UNARMED


def grapple_attack(play: Game, actor: Fighter, quick: bool = False) -> None:
    """An attack on the one pinned: +2, bare hands, no defence (COR-GRP-04..06)."""
    fit(play, actor)
    play.need(actor.pinning, "COR-GRP-04", "is not pinning anyone")
    cheap = quick or play.house.grapple_attack_cost == "fast"
    if not declared(
        play,
        actor,
        1 if cheap else 2,
        "COR-GRP-04",
        *(["COR-MQ-01"] if quick else [] if cheap else ["COR-ACT-06"]),
        weapon=UNARMED,
    ):
        return
    target = actor.held
    if target is None:
        return
    mods = (Mod("COR-GRP-04", 2, "pinned"), *([Mod("COR-MQ-02", -2, "quick")] if quick else []))
    play.call(melee.exchange, actor, target, UNARMED, "", mods, ("COR-GRP-05", "COR-GRP-06"))


def break_free(play: Game, actor: Fighter) -> None:
    """An opposed test of melee combat, pinned against grappler (COR-GRP-01..03)."""
    fit(play, actor)
    play.need(actor.pinned, "COR-GRP-01", "is not pinned")
    if not declared(play, actor, 2, "COR-GRP-02"):
        return
    holder = actor.holder
    if holder is not None and play.call(wrests, actor, holder):
        harm.release(play, actor, "COR-GRP-01")


def wrests(play: Game, actor: Fighter, holder: Fighter) -> bool:
    """Whether the pinned one wins; no weapon counts on either side (AMB-59)."""
    pools = [
        skill_tally(one, "melee combat", "COR-GRP-01", _weapon_mod(play, one)) for one in (actor, holder)
    ]
    return wins(
        play, actor, holder, "break free", "melee combat", pools[0], pools[1], "COR-GRP-01", "COR-GRP-03"
    )


def _weapon_mod(play: Game, one: Fighter) -> Mod | None:
    if not play.house.grapple_weapon_bonus:
        return None
    weapon = one.weapon(one.best_melee)
    return Mod("COR-MEL-05", weapon.bonus, weapon.name) if weapon else None


def let_go(play: Game, actor: Fighter) -> None:
    """End the grapple (AMB-44)."""
    fit(play, actor)
    play.need(actor.pinning, "AMB-44", "is not pinning anyone")
    harm.release(play, actor, "COR-AP-06", "AMB-44")
