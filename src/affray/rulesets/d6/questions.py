"""Every question, once."""

from __future__ import annotations

from affray.core.catalogue import read_catalogue
from affray.rulesets.d6 import holding, order
from affray.rulesets.d6.round import ACT, NOTICES
from affray.tabletop.question import Questions

QUESTIONS = Questions(
    (
        *(ACT, order.ACTIONS, order.FIRST_SKILL, NOTICES),
        *(holding.TRIGGER, holding.WHAT, holding.GOES_OFF, holding.LET_GO, order.HOLD_BACK),
    ),
    read_catalogue(__package__),
)
