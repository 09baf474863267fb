"""Weapons in hand: dropping, stowing, drawing, loading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.declare import Action, Conditions, Lines, Need, Rule, SheetLine
from affray.rulesets.d6.fighter import Fighter, at_hand, weapon_named
from affray.rulesets.d6.phrases import done_to
from affray.rulesets.d6.sheet import Weapon
from affray.rulesets.d6.state import Body, Game, State
from affray.tabletop import UNLISTED

BOWS = {"split": 0, "three": 3, "four": 4}
"""Actions of a shot with a bow or crossbow, by the option `bow.actions`; 0 is as listed."""


@cache
def carried(name: str) -> Callable[[Body], Weapon | None]:
    """A weapon of the kit that does not lie on the ground."""
    return lambda b: None if name in b.dropped else next((w for w in b.kit if w.name == name), None)


@cache
def loading(name: str) -> Callable[[Body], int]:
    """How many actions of loading a weapon has had."""
    return lambda b: next((n for w, n in zip(b.kit, b.loading, strict=True) if w.name == name), 0)


@cache
def _full(name: str) -> Callable[[Body], bool]:
    def full(b: Body) -> bool:
        weapon = weapon_named(b, name)
        shots = next((n for w, n in zip(b.kit, b.shots, strict=True) if w.name == name), 0)
        return weapon is None or shots >= weapon.shots

    return full


def _spares(b: Body) -> bool:
    return b.spares > 0


def handled(
    *,
    name: str,
    items: Callable[[State, Who], list[str]],
    conditions: Conditions,
    run: Rule,
    sheet: SheetLine | None,
    cost: int = 1,
) -> Action:
    """Something that is done to a weapon."""
    return Action(
        name=name,
        lines=Lines(items),
        conditions=conditions,
        cost=cost,
        run=run,
        called=done_to,
        sheet=sheet,
    )


def by_kit(fight: State, who: Who) -> Callable[[Act], int]:
    """By the place of the weapon in the kit."""
    places = {w.name: n for n, w in enumerate(fight.bodies[who].kit)}
    return lambda act: places[act.item]


# --- letting go -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InHand:
    """What has to hold for letting go of something."""

    rule: str

    def __call__(self, play: Game, actor: Fighter, _: Fighter, act: Act) -> list[Need]:
        """It is in hand."""
        return [(act.item in actor.hands, self.rule, "is not in hand")]


def in_hand(fight: State, who: Who) -> list[str]:
    """The weapons in somebody's hands."""
    b = fight.bodies[who]
    return [w.name for w in b.kit if w.name in b.hands]


def drop(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Let go of it; that costs nothing (DSX-ITEM-01)."""
    play.do(fx.Dropped(actor.who, act.item), "DSX-ITEM-01")


def stow(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Put it away (DSX-ITEM-02)."""
    play.do(fx.Stowed(actor.who, act.item), "DSX-ITEM-02")


DROP = handled(
    name="drop",
    items=in_hand,
    conditions=InHand("DSX-ITEM-01"),
    run=drop,
    sheet=SheetLine(("DSX-ITEM-01",)),
    cost=0,
)
STOW = handled(
    name="stow", items=in_hand, conditions=InHand("DSX-ITEM-02"), run=stow, sheet=SheetLine(("DSX-ITEM-02",))
)


# --- drawing, picking up --------------------------------------------------------------------------------


def to_draw(fight: State, who: Who) -> list[str]:
    """What somebody carries and has not in hand."""
    b = fight.bodies[who]
    return [w.name for w in b.kit if w.name not in b.hands and w.name not in b.dropped]


def to_pick_up(fight: State, who: Who) -> list[str]:
    """What somebody has dropped."""
    b = fight.bodies[who]
    return [w.name for w in b.kit if w.name not in b.hands and w.name in b.dropped]


def draw_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> list[Need]:
    """What has to hold for taking in hand what one carries."""
    weapon = actor.about(carried(act.item))
    return [
        (weapon is not None, "DSX-ITEM-03", "does not carry it"),
        (act.item not in actor.hands, "DSX-ITEM-03", "has it in hand"),
        _a_hand_free(actor, weapon),
    ]


def _a_hand_free(actor: Fighter, weapon: Weapon | None) -> Need:
    return weapon is None or actor.hands_free >= weapon.hands, "DSX-ITEM-03", "has no hand free"


@cache
def _at_hand(name: str) -> Callable[[Body], bool]:
    """Whether a dropped weapon lies within reach."""
    return lambda b: at_hand(b, name)


@cache
def _lies(name: str) -> Callable[[Body], Weapon | None]:
    """A weapon of the kit that lies on the ground."""
    return lambda b: next((w for w in b.kit if w.name == name), None) if name in b.dropped else None


def pick_up_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> list[Need]:
    """What has to hold for taking in hand what one has dropped."""
    weapon = actor.about(_lies(act.item))
    return [
        (weapon is not None, "DSX-R40", "has not dropped it"),
        (weapon is None or actor.about(_at_hand(act.item)), "DSX-R40", "is not where it lies"),
        (not actor.riding, "DSX-R40", "is aboard a vehicle"),
        _a_hand_free(actor, weapon),
    ]


def draw(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Take it in hand (DSX-ITEM-03)."""
    play.do(fx.Drew(actor.who, act.item), "DSX-ITEM-03")


def pick_up(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Take it in hand from where it lies (DSX-R40)."""
    play.do(fx.Drew(actor.who, act.item), "DSX-ITEM-03", "DSX-R40")


DRAW = handled(name="draw", items=to_draw, conditions=draw_needs, run=draw, sheet=SheetLine(("DSX-ITEM-03",)))
PICK_UP = handled(name="pick up", items=to_pick_up, conditions=pick_up_needs, run=pick_up, sheet=UNLISTED)


# --- loading --------------------------------------------------------------------------------------------


def not_full(fight: State, who: Who) -> list[str]:
    """The weapons in hand that are not full, and can be loaded."""
    b = fight.bodies[who]
    kit = zip(b.kit, b.shots, strict=True)
    return [w.name for w, shots in kit if w.name in b.hands and w.load and shots < w.shots]


def load_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> list[Need]:
    """What has to hold for loading: it is in hand, too."""
    return [(act.item in actor.hands, "DSX-ITEM-04", "is not in hand"), *can_be_loaded(actor, act.item)]


def can_be_loaded(actor: Fighter, name: str) -> list[Need]:
    """What has to hold for a load to fit in."""
    weapon = actor.about(carried(name))
    return [
        (weapon is not None and weapon.load > 0, "DSX-ITEM-04", "cannot be loaded"),
        (not actor.about(_full(name)), "DSX-ITEM-04", "is loaded"),
        (actor.about(_spares), "DSX-ITEM-04", "has nothing left to load"),
    ]


def to_load(play: Game, actor: Fighter, name: str) -> int:
    """How many actions of loading are still to come (DSX-ITEM-04, -05, DSX-R10)."""
    weapon = actor.about(carried(name))
    if weapon is None:
        return 0
    whole = weapon.load
    if whole > 1 and BOWS[play.house.bow_actions]:
        whole = BOWS[play.house.bow_actions] - 1
    return max(1, whole - actor.about(loading(name)))


def load(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """One action of loading; bows and crossbows take several (DSX-ITEM-04, -05)."""
    name = act.item
    left = to_load(play, actor, name)
    rules = ("DSX-ITEM-04", *(("DSX-ITEM-05",) if left > 1 or actor.about(loading(name)) else ()))
    play.do(fx.Loading(actor.who, name) if left > 1 else fx.Loaded(actor.who, name), *rules)


LOAD = handled(
    name="load", items=not_full, conditions=load_needs, run=load, sheet=SheetLine(("DSX-ITEM-04",))
)
