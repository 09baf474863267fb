"""The questions of all chapters, the reactions among them in the order of the printed sheet."""

from __future__ import annotations

from affray.core.catalogue import read_catalogue
from affray.rulesets.horizon import (
    blast,
    dive,
    escape,
    heaving,
    initiative,
    interject,
    movement,
    objects,
    profile,
    sight,
    surprise,
    talk,
    task,
)
from affray.rulesets.horizon.round import ACT
from affray.tabletop.question import Questions

QUESTIONS = Questions.of(
    (
        *(ACT, dive, interject, blast, sight, heaving, profile),
        *(task, objects, talk, surprise, movement, escape, initiative),
    ),
    read_catalogue(__package__),
)
