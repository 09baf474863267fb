"""What games at a table share: actions, questions and conditions, each declared once, beside its rule.

A declaration is read when its game is loaded, and refused there with its file and line where it names what
the game does not have.
"""

from affray.tabletop.action import (
    UNLISTED,
    Action,
    Cited,
    Cost,
    MenuLines,
    Names,
    Rule,
    SheetLine,
    Tag,
    anything_goes,
)
from affray.tabletop.actions import Actions, Conduct, Mixed
from affray.tabletop.column import TableColumn
from affray.tabletop.condition import Condition, Transition, moment
from affray.tabletop.declared import declared, idle, what_now
from affray.tabletop.economy import by_cost
from affray.tabletop.page import declared_page
from affray.tabletop.plain import PlainWords
from affray.tabletop.question import Question, Questions, YesNo, policy
from affray.tabletop.rotation import Rotation, RoundBegan, Rounds, foes, last_side
from affray.tabletop.words import Wording

__all__ = [
    "UNLISTED",
    "Action",
    "Actions",
    "Cited",
    "Condition",
    "Conduct",
    "Cost",
    "MenuLines",
    "Mixed",
    "Names",
    "PlainWords",
    "Question",
    "Questions",
    "Rotation",
    "RoundBegan",
    "Rounds",
    "Rule",
    "SheetLine",
    "TableColumn",
    "Tag",
    "Transition",
    "Wording",
    "YesNo",
    "anything_goes",
    "by_cost",
    "declared",
    "declared_page",
    "foes",
    "idle",
    "last_side",
    "moment",
    "policy",
    "what_now",
]
