"""In a grapple: attacking the pinned, breaking free, letting go."""

from __future__ import annotations

from dataclasses import dataclass

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.tally import Mod
from affray.rulesets.coriolis import harm, melee
from affray.rulesets.coriolis.declare import Action, Lines, SheetLine, fit
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.pool import skill_tally, wins
from affray.rulesets.coriolis.state import Game, State
from affray.rulesets.coriolis.tables import UNARMED
from affray.tabletop import Cited, Cost

PINNED = Mod("COR-GRP-04", 2, "pinned")


def holds(fight: State, who: Who) -> bool:
    """Whether somebody pins another."""
    return fight.bodies[who].holding is not None


def is_held(fight: State, who: Who) -> bool:
    """Whether somebody is pinned."""
    return fight.bodies[who].held_by is not None


def attack_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse who pins nobody (COR-GRP-04)."""
    play.need(actor.pinning, "COR-GRP-04", "is not pinning anyone")


@dataclass(frozen=True, slots=True)
class Squeeze:
    """An attack on the one pinned: +2, bare hands, no defence (COR-GRP-04..06)."""

    mods: tuple[Mod, ...]

    def __call__(self, play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
        """If there is one still."""
        target = actor.held
        if target is not None:
            rules = ("COR-GRP-05", "COR-GRP-06")
            play.call(melee.exchange, actor, target, UNARMED, "", self.mods, rules)


def attack_costs(house: House) -> int:
    """By the option it is as quick as a quick one (COR-GRP-04)."""
    return 1 if house.grapple_attack_cost == "fast" else 2


def attack_rules(house: House) -> tuple[str, ...]:
    """A normal action has a rule more."""
    return ("COR-GRP-04",) if house.grapple_attack_cost == "fast" else ("COR-GRP-04", "COR-ACT-06")


def free_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse who is not pinned (COR-GRP-01)."""
    play.need(actor.pinned, "COR-GRP-01", "is not pinned")


def breaks_free(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """An opposed test of melee combat, pinned against grappler (COR-GRP-01..03)."""
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


def let_go_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse who pins nobody (AMB-44)."""
    play.need(actor.pinning, "AMB-44", "is not pinning anyone")


def lets_go(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """End the grapple (AMB-44)."""
    harm.release(play, actor, "COR-AP-06", "AMB-44")


BREAK_FREE = Action(
    name="break free",
    lines=Lines(when=is_held),
    free=fit,
    needs=free_needs,
    cost=2,
    rules=("COR-GRP-02",),
    run=breaks_free,
    family="freeing",
    sheet=SheetLine(),
)
LET_GO = Action(
    name="let go",
    lines=Lines(when=holds),
    free=fit,
    needs=let_go_needs,
    cost=None,
    rules=(),
    run=lets_go,
    family="plain",
    sheet=SheetLine(("AMB-44",)),
)


def squeeze(*mods: Mod, name: str, cost: Cost[House], rules: Cited[House], listed: str) -> Action:
    """An attack on the one pinned."""
    return Action(
        name=name,
        lines=Lines(when=holds),
        free=fit,
        needs=attack_needs,
        cost=cost,
        rules=rules,
        run=Squeeze((PINNED, *mods)),
        family="squeeze",
        tags={"attack"},
        sheet=SheetLine((listed,), "on the pinned"),
    )


ATTACK = squeeze(name="grapple attack", cost=attack_costs, rules=attack_rules, listed="COR-GRP-04")
QUICK_ATTACK = squeeze(
    melee.QUICK, name="quick grapple attack", cost=1, rules=("COR-GRP-04", "COR-MQ-01"), listed="COR-MQ-01"
)
