"""Every question, once."""

from __future__ import annotations

from affray.core.catalogue import read_catalogue
from affray.rulesets.traveller import aid, checks, grapple, harm, healing, order, reaction
from affray.rulesets.traveller.round import ACT
from affray.tabletop.question import Questions

QUESTIONS = Questions(
    (
        *(ACT, reaction.REACTION, checks.CHARACTERISTIC, checks.SPUR_ON, checks.CONFUSION, order.PLAN),
        *(order.ACT_NOW, harm.GOES_TO, harm.TAKE_DAMAGE, aid.HEAL, grapple.OUTCOME, grapple.DISARM_WHAT),
        *(grapple.KEEP, grapple.MOVE_OFF, grapple.DRAG_TO, checks.DIFFICULTY),
        *(healing.ANOTHER_DAY, healing.POINT_FOR),
    ),
    read_catalogue(__package__),
)
