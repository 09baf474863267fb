"""What a Director can put right, and what each correction brings with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.core.effect import TABLE, Effect
from affray.core.message import Verbatim
from affray.core.phrases import thing
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon import objects, tables
from affray.rulesets.horizon.effects.harm import full_health
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.initiative import RANKS
from affray.rulesets.horizon.state import Body, Condition, Game

CORRECTIONS: dict[str, type[Effect]] = Condition.all_corrections(
    {
        "hurt": fx.Hurt,
        "wound": fx.Wounded,
        "heal": fx.Healed,
        **fx.OUT.corrections,
        "place": fx.Placed,
        "actions": fx.Actions,
        "score": fx.Rescored,
        "order": fx.OrderRolled,
        "screen": fx.Screened,
        "hide": fx.Hid,
        "reveal": fx.Revealed,
        **fx.UNAWARE.corrections,
        **fx.ALERT.corrections,
        **fx.SURPRISE.corrections,
        "locate": fx.Located,
        "escape": fx.Escaped,
        "done": fx.Finished,
        "draw": fx.Drew,
        "drop": fx.Dropped,
        "load": fx.Loaded,
        "use-up": fx.UsedUp,
        "say": fx.Narrated,
        "close": fx.Closed,
    }
)
"""Every correction by its name."""
DEBT = ("debt", "stagger", "down")
"""What the actions that one owes are called, where they are forgiven."""


def corrected(play: Game, effect: Effect) -> None:
    """Put something right, with all that the rules let follow from it; asks nothing."""
    rule = RULES.get(type(effect))
    if rule is None or effect.who == TABLE:
        play.do(effect)
    else:
        rule(play, Fighter(play, effect.who), effect)


def hurt(play: Game, one: Fighter, effect: fx.Hurt) -> None:
    """Health off, or given back as far as some was lost."""
    play.do(fx.Hurt(effect.who, max(effect.points, -one.about(_lost))))


def _lost(b: Body) -> int:
    return full_health(b) - b.health


def wounded(play: Game, one: Fighter, effect: fx.Wounded) -> None:
    """A condition that stays with its victim."""
    kind = tables.conditions().get(effect.condition)
    play.need(
        kind is not None,
        "HZN-WND-01",
        "there is no condition {condition}",
        condition=Verbatim(repr(effect.condition)),
    )
    play.need(kind is None or bool(kind.debt or kind.most), "HZN-WND-12", "nothing of it stays")
    play.do(effect)


def healed(play: Game, one: Fighter, effect: fx.Healed) -> None:
    """A condition that is there."""
    has = {"arm": one.arms > 0, "leg": one.legs > 0, "body": one.torn, **dict.fromkeys(DEBT, one.owes)}
    play.need(
        has.get(effect.condition, False),
        "HZN-RUL-44",
        "has nothing such to heal: {condition}",
        condition=effect.condition,
    )
    play.do(effect)


def rescored(play: Game, one: Fighter, effect: fx.Rescored) -> None:
    """Another score, where there is one."""
    play.need(one.tested, "HZN-PRF-02", "has not tested this turn")
    play.do(effect)


def reordered(play: Game, one: Fighter, effect: fx.OrderRolled) -> None:
    """Another place in the order; what parts equals is read as ever."""
    ranks = one.about(RANKS[play.house.order_ties])
    play.do(effect.__class__(effect.who, effect.score, ranks), "HZN-RUL-06")


def hidden(play: Game, one: Fighter, effect: fx.Hid) -> None:
    """Hidden, as nobody is who has left."""
    play.need(not one.escaped, "HZN-ESC-02", "has escaped")
    play.do(effect)


def finished(play: Game, one: Fighter, effect: fx.Finished) -> None:
    """Work that somebody has."""
    play.need(one.task is not None, "HZN-EXT-03", "has nothing to work on")
    play.do(effect)


def drawn(play: Game, one: Fighter, effect: fx.Drew) -> None:
    """Put in hand what is carried; nothing for empty hands."""
    has = not effect.item or one.carried(effect.item) is not None
    play.need(has, "HZN-DHS-01", "no {item}", item=thing(effect.item))
    play.do(effect)


def loaded(play: Game, one: Fighter, effect: fx.Loaded) -> None:
    """So much in the magazine of a gun that is carried."""
    item = one.carried(effect.item)
    play.need(item is not None, "HZN-DHS-01", "carries no {item}", item=thing(effect.item))
    fires = item is None or (item.weapon is not None and item.weapon.fires)
    play.need(fires, "HZN-REL-08", "has no magazine")
    play.do(effect)


def poised(play: Game, one: Fighter, effect: fx.Poised) -> None:
    """Put one on the alert from now on, or not."""
    play.do(effect)
    if effect.poised:
        play.do(fx.Heeded())


def dropped(play: Game, one: Fighter, effect: fx.Dropped) -> None:
    """Put a thing from the kit on the ground."""
    play.need(
        one.carried(effect.item) is not None, "HZN-OBJ-08", "carries no {item}", item=thing(effect.item)
    )
    objects.let_go(play, one, effect.item)


def used_up(play: Game, one: Fighter, effect: fx.UsedUp) -> None:
    """A grenade is gone for good; other things can be dropped."""
    item = one.carried(effect.item)
    play.need(item is not None, "HZN-DHS-01", "carries no {item}", item=thing(effect.item))
    spent = item is None or (item.weapon is not None and item.weapon.blast)
    play.need(spent, "HZN-ATK-06", "is not used up by use: drop it")
    play.do(effect)


RULES: dict[type[Effect], Callable[[Game, Fighter, Any], None]] = {
    fx.Hurt: hurt,
    fx.Wounded: wounded,
    fx.Healed: healed,
    fx.Rescored: rescored,
    fx.OrderRolled: reordered,
    fx.Hid: hidden,
    fx.Finished: finished,
    fx.Drew: drawn,
    fx.Loaded: loaded,
    fx.Dropped: dropped,
    fx.Poised: poised,
    fx.UsedUp: used_up,
}
"""Corrections from which something follows, or for which something must be there."""
