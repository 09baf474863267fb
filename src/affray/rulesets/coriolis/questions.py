"""The questions of all chapters, the reactions among them in the order of the printed sheet."""

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

QUESTIONS = Questions.of(
    (ACT, initiative, declare, pool, reaction, melee, movement, bonus, harm, overwatch, automatic, portions),
    read_catalogue(__package__),
)
