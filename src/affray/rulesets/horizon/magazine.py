"""Reload: a fixed number of Attacks back into the magazine."""

from __future__ import annotations

from affray.core.effect import Who
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.declare import Action, Lines, SheetLine
from affray.rulesets.horizon.fighter import Fighter, in_hand
from affray.rulesets.horizon.profile import retested
from affray.rulesets.horizon.state import Body, Game, State

RELOADED = ("HZN-REL-03", "HZN-REL-04", "HZN-PRF-04")
HALF = "rusty-assault-rifle"
"""The weapon that prints a half and a full reload: one action is half.

See HZN-RUL-53.
"""


def belted(play: Game, actor: Fighter) -> bool:
    """Whether by the option the next grenade of a belt is readied (HZN-RUL-26)."""
    return play.house.grenade_next == "belt" and not actor.hand and bool(actor.about(belt))


def reload_needs(play: Game, actor: Fighter, *_: object) -> None:
    """Refuse what cannot be reloaded, or need not be (HZN-REL-08)."""
    if belted(play, actor):
        return
    item = actor.in_hand
    weapon = item.weapon if item is not None else None
    play.need(weapon is not None and weapon.fires, "HZN-REL-08", "there is nothing in hand to reload")
    play.need(weapon is None or weapon.reload > 0, "HZN-REL-08", "it cannot be reloaded")
    full = weapon is not None and weapon.fires and actor.full
    play.need(not full or play.house.idle_acts, "HZN-RUL-62", "the magazine is full")
    counted = play.house.ammo_spare == "counted"
    play.need(item is None or not counted or item.spare > 0, "HZN-RUL-57", "has no ammunition left")


def reloads(play: Game, actor: Fighter, *_: object) -> None:
    """Add the header's number, up to the magazine (HZN-REL-01..09)."""
    if belted(play, actor):
        from_belt(play, actor)
        return
    item = actor.in_hand
    if item is not None and item.weapon is not None:
        weapon, counted = item.weapon, play.house.ammo_spare == "counted"
        half = ("HZN-REL-09",) if weapon.name == HALF else ()
        left = actor.holds[2]
        early = ("HZN-REL-06",) if left else ()
        over = ("HZN-REL-05",) if left + weapon.reload > weapon.magazine else ()
        play.do(fx.Reloaded(actor.who, item.name, weapon.reload, counted), *RELOADED, *early, *over, *half)


def from_belt(play: Game, actor: Fighter) -> None:
    """By the option: a Reload action readies the next grenade (HZN-RUL-26)."""
    play.do(fx.Drew(actor.who, actor.about(belt)), "HZN-RUL-26")
    retested(play, actor)


def belt(b: Body) -> str:
    """The next grenade of a belt."""
    return next((i.name for i in b.kit if i.weapon is not None and i.weapon.blast), "")


def _loads(fight: State, who: Who) -> bool:
    """Whether there is a gun in hand; with empty hands by the option a belt of grenades."""
    b = fight.bodies[who]
    item = in_hand(b)
    if item is None:
        return fight.house.grenade_next == "belt" and bool(belt(b))
    return item.weapon is not None and item.weapon.fires


RELOAD = Action(
    name="reload",
    lines=Lines(when=_loads),
    needs=reload_needs,
    run=reloads,
    cost=1,
    sheet=SheetLine(("HZN-REL-03", "HZN-REL-07"), "as many shots as the header says"),
)
