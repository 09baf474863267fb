"""Draw, holster, switch: what is in hand, and what that leaves of the turn."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.act import Act
from affray.core.effect import Who
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.declare import Action, Lines, SheetLine
from affray.rulesets.horizon.fighter import Fighter, in_hand
from affray.rulesets.horizon.phrases import Said
from affray.rulesets.horizon.profile import retested
from affray.rulesets.horizon.state import Game, State


def draw_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what cannot be drawn, and a hand that is full."""
    drawable(play, actor, act.item, "HZN-DHS-01")
    play.need(not actor.hand, "HZN-DHS-03", "something is in hand already: switch")


def draws(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """A thing of one's choice in hand, for another or into an empty one (HZN-DHS-01, -03, -05)."""
    rules = ("HZN-DHS-03",) if actor.hand else ("HZN-DHS-01", "HZN-DHS-05")
    play.do(fx.Drew(actor.who, act.item), *rules)
    retested(play, actor)


def switch_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Refuse what cannot be drawn, and a hand that is empty."""
    drawable(play, actor, act.item, "HZN-DHS-03")
    play.need(bool(actor.hand), "HZN-DHS-01", "nothing is in hand: draw")
    play.need(not actor.burdened, "HZN-OBJ-08", "has both hands full")


def drawable(play: Game, actor: Fighter, name: str, rule: str) -> None:
    """Refuse what is not carried, or is in hand already."""
    item = actor.carried(name)
    play.need(item is not None, rule, "does not carry it")
    play.need(name != actor.hand, rule, "it is already in hand")
    if item is not None and item.weapon is not None and item.weapon.blast:
        belted = play.house.grenade_next == "belt" and not actor.hand and actor.tested
        play.need(not belted, "HZN-RUL-26", "the next grenade comes from the belt: reload")


def holster_needs(play: Game, actor: Fighter, *_: object) -> None:
    """Refuse where there is nothing to put away."""
    play.need(bool(actor.hand), "HZN-DHS-02", "has nothing in hand")
    play.need(not actor.burdened, "HZN-OBJ-08", "it cannot be put away: drop it")


def holsters(play: Game, actor: Fighter, *_: object) -> None:
    """Hands empty: the Unarmed profile from then on (HZN-DHS-02, -04, HZN-MOV-05)."""
    play.do(fx.Drew(actor.who, ""), "HZN-DHS-02", "HZN-DHS-04", "HZN-MOV-05")
    retested(play, actor)


def _others(fight: State, who: Who) -> Iterator[str]:
    """What is carried and not in hand."""
    b = fight.bodies[who]
    return (i.name for i in b.kit if i.name != b.hand)


def armed(fight: State, who: Who) -> bool:
    """Whether anything is in hand."""
    return in_hand(fight.bodies[who]) is not None


DRAW = Action(
    name="draw",
    lines=Lines(
        lambda fight, who: (i.name for i in fight.bodies[who].kit),
        when=lambda fight, who: not armed(fight, who),
    ),
    needs=draw_needs,
    run=draws,
    cost=1,
    says=Said("draw the {item}"),
    sheet=SheetLine(("HZN-DHS-01",), "a weapon"),
)
HOLSTER = Action(
    name="holster",
    lines=Lines(when=armed),
    needs=holster_needs,
    run=holsters,
    cost=1,
    sheet=SheetLine(("HZN-DHS-02", "HZN-MOV-05"), "and move by the Unarmed row"),
)
SWITCH = Action(
    name="switch",
    lines=Lines(_others, when=armed),
    needs=switch_needs,
    run=draws,
    cost=1,
    says=Said("switch to the {item}"),
    sheet=SheetLine(("HZN-DHS-03",), "put one weapon away and draw another"),
)
