"""Every question, once."""

from __future__ import annotations

from affray.core.catalogue import read_catalogue
from affray.rulesets.serenity import (
    attacks,
    covering,
    defence,
    explosives,
    gear,
    harm,
    initiative,
    rights,
    roll,
    strike,
)
from affray.rulesets.serenity.round import ACT
from affray.tabletop.question import Questions

QUESTIONS = Questions(
    (
        *(ACT, initiative.DECLARE, defence.DEFEND, harm.PLOT_POINTS, roll.PLOT_BEFORE, roll.PLOT_AFTER),
        *(covering.WHEN_SEEN, rights.FREE_ATTACK, gear.SPOTTED, explosives.LANDS_BY),
        *(harm.SPECIAL_INJURY, attacks.THROWING_STEPS, strike.WHICH_LIMB),
    ),
    read_catalogue(__package__),
)
