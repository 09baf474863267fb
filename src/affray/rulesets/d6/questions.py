"""The questions of all chapters, the reactions among them in the order of the printed sheet."""

from __future__ import annotations

from affray.core.catalogue import read_catalogue
from affray.rulesets.d6 import holding, order
from affray.rulesets.d6.round import ACT, NOTICES
from affray.tabletop.question import Questions

QUESTIONS = Questions.of(
    (ACT, NOTICES, holding, order),
    read_catalogue(__package__),
)
