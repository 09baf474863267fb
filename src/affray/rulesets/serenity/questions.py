"""The questions of all chapters, the reactions among them in the order of the printed sheet."""

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

QUESTIONS = Questions.of(
    (ACT, initiative, defence, harm, roll, covering, rights, gear, explosives, attacks, strike),
    read_catalogue(__package__),
)
