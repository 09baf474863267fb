"""Every question, once."""

from __future__ import annotations

from affray.core.catalogue import read_catalogue
from affray.rulesets.coriolis import (
    automatic,
    bonus,
    declare,
    harm,
    initiative,
    melee,
    movement,
    overwatch,
    pool,
    portions,
    reaction,
)
from affray.rulesets.coriolis.round import ACT
from affray.tabletop.question import Questions

QUESTIONS = Questions(
    (
        *(ACT, initiative.WEAPON, initiative.LOWER_BY, declare.CHANGE, pool.PRAY, reaction.WHO_REACTS),
        *(
            melee.DEFEND,
            melee.DEFEND_WITH,
            melee.DEFENCE_SIX,
            movement.STRIKE_IN_PASSING,
            movement.STRIKE_WITH,
        ),
        *(bonus.INCREASE_DAMAGE, bonus.BONUS_EFFECT, bonus.DISARM_WHAT, harm.REROLL),
        *(overwatch.FIRE, overwatch.WATCH_GUN, overwatch.WATCH_TARGET),
        *(automatic.NEXT_DIE, portions.DICE_AT, portions.SIXES_AT, portions.NEXT_TARGET),
    ),
    read_catalogue(__package__),
)
