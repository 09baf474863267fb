"""Every question, once."""

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

QUESTIONS = Questions(
    (
        *(ACT, dive.WARNED, interject.OUT_OF_TURN, blast.NEXT_TARGET, sight.WARN),
        *(heaving.DIFFICULTY, profile.ARMS, heaving.HELPERS, heaving.LEND_A_HAND),
        *(task.ALLOW, objects.LINE_ALLOWED, dive.AGAIN, talk.SEARCH_AGAIN, talk.LET_SAY),
        *(surprise.PENALTY, surprise.EXPECTS_NOTHING, movement.OUT_OF_SIGHT),
        *(escape.MEET_AGAIN, initiative.GOES_FIRST),
    ),
    read_catalogue(__package__),
)
