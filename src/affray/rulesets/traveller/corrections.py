"""What a game master can put right, and what each correction brings with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from affray.core.effect import TABLE, Effect
from affray.core.message import joined
from affray.core.phrases import thing
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller import gear, harm
from affray.rulesets.traveller.endings import end_fight, let_go
from affray.rulesets.traveller.fighter import Fighter, everyone
from affray.rulesets.traveller.figures import carries, full, physical
from affray.rulesets.traveller.movement import STANCES, find_cover
from affray.rulesets.traveller.state import Body, Game

CORRECTIONS: dict[str, type[Effect]] = fx.Condition.all_corrections(
    {
        "strike": fx.Struck,
        "hurt": fx.Hurt,
        "heal": fx.Restored,
        "mind": fx.MindHurt,
        "wake": fx.Woke,
        "treat": fx.Treated,
        "place": fx.Placed,
        "stance": fx.Stance,
        "cover": fx.TookCover,
        **fx.UNSEEN.corrections,
        "score": fx.InitiativeRolled,
        "boost": fx.Boosted,
        "tactics": fx.TacticsCounted,
        "pool": fx.PoolFilled,
        "draw": fx.Drew,
        "drop": fx.Dropped,
        "reload": fx.Reloaded,
        "shot": fx.Fired,
        "time": fx.TimePassed,
        "days": fx.DaysTold,
        "win": fx.Won,
    }
)
"""Every correction by its name."""


def corrected(play: Game, effect: Effect) -> None:
    """Put something right, with all that the rules let follow from it; asks nothing."""
    rule = RULES.get(type(effect))
    if isinstance(effect, fx.Won):
        sides = sorted({one.side for one in everyone(play)})
        play.need(
            effect.side in sides, "TRV-R33", "expected one of the sides: {sides}", sides=joined(", ", sides)
        )
        end_fight(play, effect.side)
    elif rule is None or effect.who == TABLE:
        play.do(effect)
    else:
        rule(play, Fighter(play, effect.who), effect)


def struck(play: Game, one: Fighter, effect: fx.Struck) -> None:
    """Damage that the victim takes as soon as play goes on; not the dead."""
    play.need(not one.dead, "TRV-R15", "is dead")
    play.need(effect.points > 0, "TRV-R25", "expected at least 1 point")
    play.do(effect)


def hurt(play: Game, one: Fighter, effect: fx.Hurt) -> None:
    """Points off, as by a wound, or given back as far as some were lost."""
    lost = one.about(_lost)
    put_right(
        play,
        one,
        replace(
            effect,
            strength=max(effect.strength, -lost[0]),
            dexterity=max(effect.dexterity, -lost[1]),
            endurance=max(effect.endurance, -lost[2]),
        ),
    )


def _lost(b: Body) -> tuple[int, ...]:
    """How far STR, DEX and END are below what they were."""
    return tuple(most - now for most, now in zip(full(b), physical(b), strict=True))


def healed(play: Game, one: Fighter, effect: fx.Restored) -> None:
    """Points given back to one who lives."""
    play.need(not one.dead, "TRV-R15", "is dead")
    put_right(play, one, effect)


def put_right(play: Game, one: Fighter, effect: Effect) -> None:
    """Points off, which may fell one, or points on, which may wake one."""
    before, was_out = one.about(_left), one.out
    play.do(effect)
    if one.about(_left) < before:
        harm.fall(play, one)
    harm.roused(play, one, was_out)


def _left(b: Body) -> int:
    return sum(physical(b))


def woken(play: Game, one: Fighter, effect: fx.Woke) -> None:
    """Wake one up, but not the dead."""
    play.need(one.out and not one.dead, "TRV-WAKE-01", "is not unconscious")
    play.do(effect)


def placed(play: Game, one: Fighter, effect: fx.Placed) -> None:
    """Put elsewhere, perhaps beside cover; no grapple reaches farther than the arms."""
    play.do(effect)
    foe = one.foe_in_grip
    if foe is not None and not one.beside(foe):
        let_go(play, one, "TRV-R22")
    if not one.gripped:
        find_cover(play, one)


def stance(play: Game, one: Fighter, effect: fx.Stance) -> None:
    """One of the three stances."""
    play.need(effect.stance in STANCES, "TRV-STAN-01", "{stance} is no stance", stance=effect.stance)
    play.do(effect)


def covered(play: Game, one: Fighter, effect: fx.TookCover) -> None:
    """Put one behind something, as nobody is in a grapple."""
    play.need(effect.cover is None or not one.gripped, "TRV-GRAP-01", "is in a grapple")
    play.do(effect)


def drawn(play: Game, one: Fighter, effect: fx.Drew) -> None:
    """Put in hand what is carried and not there already."""
    play.need(effect.item not in one.hands, "TRV-DRAW-01", "it is already in hand")
    armed(play, one, effect)


def armed(play: Game, one: Fighter, effect: Any) -> None:
    """Something that one carries."""
    play.need(one.about(carries(effect.item)), "TRV-DRAW-01", "carries no {item}", item=thing(effect.item))
    play.do(effect)


def dropped(play: Game, one: Fighter, effect: fx.Dropped) -> None:
    """Put a thing from the kit on the ground."""
    play.need(one.about(carries(effect.item)), "TRV-ITEM-01", "carries no {item}", item=thing(effect.item))
    gear.drop(play, one, effect.item, "TRV-ITEM-01")


RULES: dict[type[Effect], Callable[[Game, Fighter, Any], None]] = {
    fx.Struck: struck,
    fx.Hurt: hurt,
    fx.Restored: healed,
    fx.Woke: woken,
    fx.Placed: placed,
    fx.Stance: stance,
    fx.TookCover: covered,
    fx.Drew: drawn,
    fx.Dropped: dropped,
    fx.Reloaded: armed,
    fx.Fired: armed,
}
"""Corrections from which something follows, or for which something must be there."""
