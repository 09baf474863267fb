"""Minor actions with gear: draw, reload, pick up, put down; and aiming."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.core.space import within
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.declare import MINOR, Action, Lines, Part, Said, SheetLine
from affray.rulesets.traveller.effects.arms import lying
from affray.rulesets.traveller.fighter import Fighter, table
from affray.rulesets.traveller.figures import REACH, carries, guns_in_hand, is_full
from affray.rulesets.traveller.state import Body, Game, State, Table

MOST_AIM = 6
"""The DM beyond which no aim gets better (TRV-AIM-03)."""


def aim_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse whoever cannot aim any better."""
    play.need(actor.aim < MOST_AIM, "TRV-AIM-03", "the aim is already as good as it gets")


def aims(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """One more on the next attack (TRV-AIM-01..03)."""
    on, last = actor.aiming, actor.aim == MOST_AIM - 1
    rules = ("TRV-AIM-01", *(["TRV-AIM-02"] if on else []), *(["TRV-AIM-03"] if last else []))
    play.do(fx.Aimed(actor.who, MOST_AIM), *rules)


def draw_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what one does not carry, or has in hand."""
    play.need(actor.about(carries(act.item)), "TRV-DRAW-01", "does not carry it")
    play.need(act.item not in actor.hands, "TRV-DRAW-01", "it is already in hand")


def draws(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Take in hand what one carries (TRV-DRAW-01)."""
    play.do(fx.Drew(actor.who, act.item), "TRV-DRAW-01")


def reload_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what is no gun in hand, or loaded."""
    weapon = actor.weapon(act.item)
    play.need(weapon is not None and weapon.shoots, "TRV-LOAD-01", "the weapon is not in hand")
    play.need(not actor.about(is_full(act.item)), "TRV-LOAD-01", "is loaded")


def reloads(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """A full magazine (TRV-LOAD-01)."""
    play.do(fx.Reloaded(actor.who, act.item), "TRV-LOAD-01")


def pick_up_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what does not lie at arm's length."""
    play.need(table(play).between(actor, lies_near(act.item)), "TRV-ITEM-01", "it does not lie within reach")


def picks_up(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Take something from the ground at arm's length (TRV-ITEM-01)."""
    play.do(fx.TookUp(actor.who, act.item), "TRV-ITEM-01")
    play.do(fx.Lifted(actor.who, act.item), "TRV-ITEM-01")


def put_down_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what is not in hand."""
    play.need(act.item in actor.hands, "TRV-ITEM-01", "it is not in hand")


def puts_down(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Lay something on the ground (TRV-ITEM-01)."""
    drop(play, actor, act.item, "TRV-ITEM-01")


def drop(play: Game, one: Fighter, name: str, *rules: str) -> None:
    """A thing comes to lie at one's feet."""
    play.do(fx.Landed(one.who, name), *rules)
    play.do(fx.Dropped(one.who, name), *rules)


@cache
def lies_near(name: str) -> Callable[[Table, Body], bool]:
    """Whether such a thing lies at arm's length."""
    return lambda t, b: lying(t, b, name) is not None


# --- the actions -----------------------------------------------------------------------------------


def sheathed(fight: State, who: Who) -> tuple[str, ...]:
    """What one carries and has not in hand."""
    b: Body = fight.bodies[who]
    return tuple(w.name for w in b.kit if w.name not in b.hands)


def near(fight: State, who: Who) -> tuple[str, ...]:
    """What lies on the ground at arm's length."""
    spot = fight.bodies[who].spot
    lying_here = (x.weapon.name for x in fight.table.ground if within(x.spot, spot, REACH))
    return tuple(dict.fromkeys(lying_here))


def held(fight: State, who: Who) -> tuple[str, ...]:
    """What one has in hand."""
    b: Body = fight.bodies[who]
    return b.hands


def fired(fight: State, who: Who) -> tuple[str, ...]:
    """The guns in hand of which shots are gone."""
    b: Body = fight.bodies[who]
    return tuple(name for name in guns_in_hand(b) if not is_full(name)(b))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Handling(Action):
    """A minor action with a thing."""

    cost: int = MINOR
    takes: Set[Part] = frozenset({"item"})


AIM = Action(
    name="aim",
    needs=aim_needs,
    cost=MINOR,
    rules=("TRV-AIM-01",),
    run=aims,
    keeps_aim=True,
    sheet=SheetLine(note=msg("+1 on your next attack, up to +{most_aim}", most_aim=MOST_AIM)),
)
DRAW = Handling(
    name="draw",
    lines=Lines(sheathed),
    needs=draw_needs,
    rules=("TRV-DRAW-01",),
    run=draws,
    says=Said("draw {item}"),
    sheet=SheetLine(note="a weapon; hands hold two things"),
)
PICK_UP = Handling(
    name="pick up",
    lines=Lines(near),
    needs=pick_up_needs,
    rules=("TRV-ITEM-01",),
    run=picks_up,
    says=Said("pick up {item}"),
    single=True,
)
PUT_DOWN = Handling(
    name="put down",
    lines=Lines(held),
    needs=put_down_needs,
    rules=("TRV-ITEM-01",),
    run=puts_down,
    says=Said("put down {item}"),
)
RELOAD = Handling(
    name="reload",
    lines=Lines(fired),
    needs=reload_needs,
    rules=("TRV-LOAD-01",),
    run=reloads,
    says=Said("reload {item}"),
)
