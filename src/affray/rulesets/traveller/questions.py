"""The questions of all chapters, the reactions among them in the order of the printed sheet."""

from __future__ import annotations

from affray.core.catalogue import read_catalogue
from affray.rulesets.traveller import aid, checks, grapple, harm, healing, order, reaction
from affray.rulesets.traveller.round import ACT
from affray.tabletop.question import Questions

QUESTIONS = Questions.of(
    (ACT, reaction, checks, order, harm, aid, grapple, healing),
    read_catalogue(__package__),
)
