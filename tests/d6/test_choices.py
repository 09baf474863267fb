"""What the sheet lets one choose is asked, and all answers that the rules admit can be given."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from affray.core.act import Act
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.rulesets.d6 import RULESET
from affray.testing.roaming import roam
from tests.d6.cast import PISTOL, RIFLE, asked, fight, fighter, foe, wall

Option = Callable[[Any], bool]


pytestmark = pytest.mark.slow


def act(*names: str) -> tuple[str, Option]:
    """An action of one of these names."""
    return "action", lambda option: isinstance(option, Act) and option.name in names


def number(*most: int) -> tuple[str, Option]:
    """So many actions."""
    return "actions", lambda option: option in most


MOVES = act("move", "move away")
ASKED: dict[str, tuple[str, Option]] = {
    "DSX-INIT-03": act("hold"),
    "DSX-INIT-05": ("hold back", lambda option: option is True),
    "DSX-ACT-01": number(1),
    "DSX-ACT-02": act("attack"),
    "DSX-ACT-03": number(2, 3),
    "DSX-MOVE-01": act("half move", "half move away"),
    "DSX-MULTI-01": number(2),
    "DSX-MULTI-02": number(3),
    "DSX-MULTI-04": MOVES,
    "DSX-MOVE-02": MOVES,
    "DSX-MOVE-03": number(4),
    "DSX-MULTI-05": number(4),
    "DSX-ITEM-01": act("drop"),
    "DSX-ITEM-02": act("stow"),
    "DSX-ITEM-03": act("draw"),
    "DSX-ITEM-04": act("load"),
    "DSX-ITEM-05": act("load"),
    "DSX-CAST-01": act("cast"),
    "DSX-CAST-02": act("cast"),
    "DSX-CAST-03": number(3),
    "DSX-SUPP-03": act("suppress"),
    "DSX-SUPP-04": ("action", lambda option: isinstance(option, Act) and option.n == 20),
    "DSX-SUPP-05": act("suppress"),
    "DSX-SUPP-08": act("get out of sight"),
    "DSX-SUPP-09": act("get out of sight"),
    "DSX-BURST-01": act("burst"),
    "DSX-VEH-01": act("evade"),
    "DSX-VEH-02": act("attack"),
    "DSX-HOLD-01": ("held action", lambda option: option.name in ("attack", "burst")),
    "DSX-HOLD-02": ("held action goes off", lambda option: option is True),
    "DSX-AIM-01": act("aim"),
}
"""The question that asks for what a rule leaves to people, and one answer to it that uses the rule."""
OTHERS = {
    "first skill": "DSX-INIT-01", "trigger": "DSX-HOLD-01", "notices": "DSX-AWARE-01", "let go": "DSX-R30",
}  # fmt: skip
"""Further questions, and where what they ask is said."""


@cache
def met() -> tuple[tuple[str, Any], ...]:
    """Every question, with the options that were open, in random fights of all scenes and beside a port."""
    found: dict[tuple[str, Any], None] = {}
    for scene in sorted(RULESET.scenes):
        text = read_scene(RULESET.scenes[scene], RULESET.scene)
        for n in range(4):
            start = RULESET.start(text.model_copy(update={"options": {"hold.persists": n % 2 == 1}}))
            for stop in roam(RULESET, start, Stream(n, 3), 400, checked=False).stops:
                found.update(dict.fromkeys((stop.asked.question, option) for option in stop.options))
    port = asked(fight(fighter(acting=True), foe(), covers=(wall("port", "total", (2, -3), (2, 3)),)))
    found.update(dict.fromkeys(("action", option) for option in port.options))
    return tuple(found)


def test_every_rule_that_leaves_something_to_people_is_in_the_table():
    free = {rule.id for rule in RULESET.catalogue.rules.values() if {"C", "R"} & set(rule.needs)}
    assert set(ASKED) == free


@pytest.mark.parametrize("rule", ASKED)
def test_the_question_of_a_rule_is_asked(rule):
    question, fits = ASKED[rule]
    assert question in RULESET.questions
    assert any(asked == question and fits(option) for asked, option in met())


def test_no_question_is_asked_that_no_rule_or_ruling_speaks_of():
    known = {question for question, _ in ASKED.values()} | set(OTHERS)
    assert {question for question, _ in met()} <= known == RULESET.questions
    book = RULESET.catalogue
    assert all(rule in book.rules or rule in book.rulings for rule in OTHERS.values())


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        (Act("suppress", to=None, at=None, item=RIFLE, n=7), False),
        (Act("suppress", 1, item=RIFLE, n=7), True),  # type: ignore[arg-type]
        (Act("suppress", 1, item=RIFLE, n=0), False),  # type: ignore[arg-type]
        (Act("attack", 1, item=PISTOL), False),  # type: ignore[arg-type]
    ],
)
def test_what_no_list_can_hold_may_be_answered_too(given, answer):
    pending = asked(fight(fighter(weapons=(RIFLE,), acting=True), foe()))
    assert pending.admits
    assert (given in pending.options or not pending.admits(given)) is answer


def test_any_number_of_actions_may_be_declared():
    pending = asked(fight(fighter(weapons=(RIFLE,), declared=False), foe(declared=False)))
    assert pending.asked.question == "actions"
    assert pending.admits
    assert [not pending.admits(n) for n in (0, 6, 7, 40, -1)] == [True, True, True, True, False]
