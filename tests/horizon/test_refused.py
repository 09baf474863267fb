"""What is refused in a plain state, each with its rule alone."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.act import Act
from affray.rulesets.horizon.sheet import Task
from affray.rulesets.horizon.state import Body
from tests.horizon.cast import act, bulky, fight, fighter, foe, forbids, item, lying, wall

PISTOL, LMG, GRENADE, VANITY = "light-combat-pistol", "lmg", "scrap-grenade", bulky("vanity")
BUSY = Task("sweep", "endurance", 10)
FAR = (wall("fence", (60, -5), (60, 5), health=5),)
HEDGE = (wall("hedge", (5, -5), (5, 5)),)
NEAR_BO = foe(at=(1, 0))


def hauler(**changes: Any) -> Body:
    """Somebody with both hands full."""
    return fighter(weapons=(PISTOL, VANITY), hand="vanity", **changes)


def armed(weapon: str = PISTOL, **changes: Any) -> Body:
    """Somebody with this in hand."""
    return fighter(weapons=(weapon,), **changes)


def row(rule: str, one: Body, does: Act, *others: Body, **table: Any) -> Any:
    """A state, what is tried in it, and the rule against it."""
    return pytest.param(
        fight(one, *(others or (foe(),)), **table),
        does,
        rule,
        marks=pytest.mark.rule(rule),
    )


GROUND = {"ground": (lying(item(LMG)),)}
ROWS = [
    row("HZN-ATK-01", armed(), act("attack", 0)),
    row("HZN-ESC-02", armed(), act("attack", 1), foe(escaped=True)),
    row("HZN-ACT-01", armed(actions=0), act("attack", 1)),
    row("HZN-WND-01", armed(), act("attack", 1, item="toe")),
    row("HZN-TRN-01", armed(), act("attack", 1), fighting=False),
    row("HZN-PBR-06", fighter(), act("club", 1), NEAR_BO),
    row("HZN-PBR-06", armed("simple-weapon"), act("club", 1), NEAR_BO),
    row("HZN-ATK-06", armed(GRENADE), act("throw", 1), NEAR_BO),
    row("HZN-ATK-08", armed(score=5, walls=FAR), act("attack wall", item="fence"), foe(walls=FAR)),
    row("HZN-OBJ-08", hauler(), act("attack", 1)),
    row("HZN-OBJ-08", hauler(), act("holster")),
    row("HZN-OBJ-08", hauler(), act("pick up", item="LMG"), **GROUND),
    row("HZN-OBJ-08", hauler(task=BUSY, skills={"endurance": 1}, walls=HEDGE), act("work"), foe(walls=HEDGE)),
    row("HZN-OBJ-08", fighter(), act("drop", item="LMG")),
    row("HZN-OBJ-01", fighter(), act("pick up", item="LMG")),
    row("HZN-OBJ-01", armed(LMG), act("pick up", item="LMG"), **GROUND),
    row("HZN-OBJ-01", fighter(), act("drag", item="vanity", to=(0, 1))),
    row("HZN-OBJ-03", armed(), act("pick up", item="vanity"), ground=(lying(VANITY),)),
    row("HZN-OBJ-07", fighter(), act("hurl", item="vanity", to=(1, 1))),
    row("HZN-OBJ-11", fighter(sheet={"grapple": True}), act("haul", item="vanity")),
    row("HZN-OBJ-11", fighter(sheet={"grapple": True}), act("haul", item="vanity"),
        ground=(lying(VANITY, (900, 0)),)),
    row("HZN-DHS-01", fighter(), act("draw", item="LMG")),
    row("HZN-DHS-02", fighter(), act("holster")),
    row("HZN-REL-08", armed(GRENADE), act("reload")),
    row("HZN-RUL-62", armed(), act("reload")),
    row("HZN-RUL-62", fighter(), act("recover")),
    row("HZN-ACT-01", fighter(actions=0, owed=1), act("recover")),
    row("HZN-RUL-64", fighter(stunned=True, owed=1), act("recover")),
    row("HZN-RUL-64", fighter(stunned=True), act("speak", n=3)),
    row("HZN-COM-01", fighter(), act("speak", n=0)),
    row("HZN-TRN-01", fighter(), act("open combat")),
    row("HZN-MOV-01", fighter(), act("move")),
    row("HZN-MOV-01", armed(score=5), act("move", to=(500, 0))),
    row("HZN-MOV-06", fighter(moved=True), act("move", to=(1, 0))),
    row("HZN-MOV-08", fighter(), act("push on", to=(1, 0))),
    row("HZN-EXT-06", fighter(), act("get behind", 0)),
    row("HZN-EXT-03", fighter(walls=HEDGE), act("work"), foe(walls=HEDGE)),
    row("HZN-EXT-03", fighter(), act("shift", to=(0, 1))),
    row("HZN-ESC-01", fighter(fleeing=True), act("flee")),
    row("HZN-DIV-03", fighter(actions=0, borrowed=2), act("dive", to=(0, 1))),
    row("HZN-DIV-08", fighter(prone=True), act("stand up")),
    row("HZN-DIV-09", fighter(), act("stand up"), fighting=False),
    row("HZN-RUL-69", fighter(), act("stand easy")),
    row("HZN-RUL-69", fighter(poised=True), act("stay alert")),
]  # fmt: skip


@pytest.mark.parametrize(("state", "does", "rule"), ROWS)
def test_what_a_plain_state_forbids_is_refused_by_that_rule_alone(state, does, rule):
    assert forbids(state, does) == {rule}
