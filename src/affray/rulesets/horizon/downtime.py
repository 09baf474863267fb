"""Between fights: magazines are filled, debts are paid; the Director heals."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.act import Act
from affray.core.downtime import Carry, Deed, Downtime
from affray.core.message import msg
from affray.core.phrases import thing
from affray.core.view import View
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import Fighter, able, carries
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.magazine import RELOADED
from affray.rulesets.horizon.sheet import Item
from affray.rulesets.horizon.state import Body, Camp, Game, State, Table


def opened(_: House) -> Camp:
    """The table of a campaign that begins."""
    return Camp()


def at(t: Table | Camp, clock: int) -> Table | Camp:
    """The table when the clock shows so many seconds; a fight has no clock."""
    return t._replace(clock=clock) if isinstance(t, Camp) else t


def clock(t: Table | Camp) -> int:
    """What the clock shows; a fight counts no seconds."""
    return t.clock if isinstance(t, Camp) else 0


def carried(c: Carry) -> Body:
    """Health, shattered limbs and body, being knocked out, rounds in what one has.

    There is time between fights to recover from Stagger and Down (HZN-WND-07, -08).
    """
    old: Body = c.old
    fresh: Body = c.fresh
    had = {item.name: item for item in old.kit}
    return fresh._replace(
        health=min(fresh.sheet.health, fresh.sheet.health - (old.sheet.health - old.health)),
        arms=old.arms,
        legs=old.legs,
        torn=old.torn,
        stunned=old.stunned,
        kit=tuple(_left(item, had.get(item.name)) for item in fresh.kit),
    )


def _left(item: Item, had: Item | None) -> Item:
    """A thing with what was left in one of its name."""
    if had is None:
        return item
    return item._replace(rounds=min(item.rounds, had.rounds), spare=min(item.spare, had.spare))


def passes(play: Game, seconds: int) -> None:
    """Time passes, and brings nothing (HZN-RUL-44)."""
    play.do(fx.Waited(seconds), "HZN-RUL-44")


def deeds(fight: State) -> Iterator[Deed]:
    """Filling magazines."""
    for by in fight.everyone:
        b: Body = fight.bodies[by]
        if able(b):
            names = [i.name for i in b.kit if _fillable(i)]
            yield from (Deed(by, Act("reload", item=name)) for name in dict.fromkeys(names))


def _fillable(item: Item) -> bool:
    weapon = item.weapon
    return weapon is not None and weapon.fires and weapon.reload > 0 and item.rounds < weapon.magazine


def perform(play: Game, actor: View[Body], act: Act) -> None:
    """Reload until the magazine is full or nothing is left (HZN-REL-01..09)."""
    one = Fighter(play, actor.who)
    play.need(one.able, "HZN-RUL-64", "is out of action")
    counted = play.house.ammo_spare == "counted"
    item = one.about(carries(act.item))
    play.need(item is not None and _fillable(item), "HZN-REL-08", "it cannot be reloaded")
    play.need(item is None or not counted or item.spare > 0, "HZN-RUL-57", "has no ammunition left")
    again: tuple[str, ...] = ()
    while item is not None and item.weapon and _fillable(item) and (item.spare > 0 or not counted):
        play.do(fx.Reloaded(one.who, item.name, item.weapon.reload, counted), *RELOADED, *again)
        again = ("HZN-REL-07",)
        item = one.about(carries(act.item))


def in_words(by: str, whom: str, act: Act) -> str:
    """A deed as a player says it."""
    return msg("{by} reloads the {item}", by=by, item=thing(act.item))


DOWNTIME = Downtime(
    table=opened,
    at=at,
    clock=clock,
    carried=carried,
    passes=passes,
    deeds=deeds,
    perform=perform,
    in_words=in_words,
    of_scene=("prone", "hidden", "aware", "surprise", "walls", "screened"),
    silent=(
        "Health does not come back, shattered limbs and a shattered body do not heal, and whoever is knocked "
        "out stays so: the sheet prints no numbers; the Director says when (HZN-RUL-44).",
        "Fights count rounds and no seconds: they take no time of the clock.",
    ),
)
"""What Horizon says of the time between fights."""
